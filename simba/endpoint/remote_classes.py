"""The class hierarchy (P279) as a SPARQL endpoint knows it, asked for as it is needed and kept in memory."""

from __future__ import annotations

from collections.abc import Iterable

from simba.common.vocabulary import SUBCLASS_OF, entity_id, is_entity_id
from simba.endpoint.client import SparqlClient
from simba.endpoint.failures import cut

MAX_KNOWN = 100_000
"""Classes whose superclasses are kept."""
AT_ONCE = 200
"""Classes asked about in one request."""


class EndpointClasses:
    """Which classes are above a class; may be shared between threads. Its methods raise `EndpointError`."""

    def __init__(self, client: SparqlClient) -> None:
        """Take the endpoint's client; nothing is asked yet."""
        self._client = client
        self._known: dict[str, frozenset[str]] = {}
        self._expected: frozenset[str] = frozenset()

    def expect(self, classes: Iterable[str]) -> None:
        """Ask for what is above these as well when some are asked for next: they are likely to be wanted soon."""
        if len(self._expected) < AT_ONCE:
            self._expected |= {one for one in classes if is_entity_id(one) and one not in self._known}

    def prepare(self, classes: Iterable[str]) -> None:
        """Ask for what is above those classes that are not known yet, in one request."""
        self._superclasses(classes)

    def above(self, classes: Iterable[str]) -> frozenset[str]:
        """These classes and all above them."""
        return frozenset().union(*self._superclasses(classes).values())

    def _superclasses(self, classes: Iterable[str]) -> dict[str, frozenset[str]]:
        wanted = {identifier for identifier in classes if is_entity_id(identifier)}
        found = {identifier: self._known[identifier] for identifier in wanted if identifier in self._known}
        new = sorted(wanted - set(found))
        if new:
            expected, self._expected = self._expected, frozenset()
            new += sorted(expected - {*new, *self._known})[: max(0, AT_ONCE - len(new))]
        for first in range(0, len(new), AT_ONCE):
            found |= self._asked(new[first : first + AT_ONCE])
        if len(self._known) > MAX_KNOWN:
            self._known.clear()
        self._known |= found
        return {identifier: found[identifier] for identifier in wanted}

    def _asked(self, classes: list[str]) -> dict[str, frozenset[str]]:
        """Classes with all that is above them (P279*); by halves where the endpoint cuts its results."""
        entities = " ".join(f"wd:{identifier}" for identifier in classes)
        rows = self._client.select(
            f"SELECT DISTINCT ?last ?class ?above WHERE {{"
            f" {{ VALUES ?class {{ {entities} }} ?class wdt:{SUBCLASS_OF}+ ?above BIND(0 AS ?last) }}"
            f" UNION {{ SELECT (1 AS ?last) WHERE {{ }} }} }} ORDER BY ?last"
        )
        if not any(row.get("last", {}).get("value") == "1" for row in rows):
            if len(classes) == 1:
                raise cut(self._client.settings)
            middle = len(classes) // 2
            return self._asked(classes[:middle]) | self._asked(classes[middle:])
        above: dict[str, set[str]] = {identifier: {identifier} for identifier in classes}
        for row in rows:
            below, superclass = (entity_id(row.get(name, {}).get("value", "")) for name in ("class", "above"))
            if below in above and superclass:
                above[below].add(superclass)
        return {identifier: frozenset(found) for identifier, found in above.items()}
