"""Facts from a remote SPARQL endpoint that speaks Wikidata's vocabulary.

One request a question of the stages, each answer kept in memory.
"""

from __future__ import annotations

from functools import lru_cache

from simba.answer import Value
from simba.endpoint.client import SparqlClient
from simba.endpoint.settings import EndpointSettings
from simba.vocabulary import DESCRIPTION, INSTANCE_OF, LABEL, XSD, entity_id, is_entity_id, is_property_id

UNKNOWN_VALUE = "http://www.wikidata.org/.well-known/genid/"
"""How Wikidata's own endpoint writes a blank node."""
PLAIN = frozenset({f"{XSD}string", "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"})


class EndpointStore:
    """The facts, labels and classes that an endpoint knows; may be shared between threads.

    Every method raises `EndpointError` where the endpoint does not answer as one should.
    """

    def __init__(self, endpoint: str | EndpointSettings, *, timeout: float | None = None) -> None:
        """Take the endpoint's URL or settings; nothing is asked yet. Raises `EndpointError` where they are wrong."""
        self._client = SparqlClient(endpoint, timeout=timeout)
        self.select = lru_cache(maxsize=1_000)(self._select)
        self.label = lru_cache(maxsize=50_000)(self._label)
        self.description = lru_cache(maxsize=50_000)(self._description)
        self.classes = lru_cache(maxsize=50_000)(self._classes)

    def neighbours(self, identifier: str, prop: str, *, reverse: bool = False) -> tuple[Value, ...]:
        """The different values of an entity's direct claims, or in reverse the entities that have it as a value."""
        if not is_entity_id(identifier) or not is_property_id(prop):
            return ()
        subject, value = (f"wd:{identifier}", "?answer")[:: -1 if reverse else 1]
        return self.select(f"SELECT DISTINCT ?answer WHERE {{ {subject} wdt:{prop} {value} }}")

    def _label(self, identifier: str) -> str | None:
        return self._text(identifier, LABEL)

    def _description(self, identifier: str) -> str | None:
        return self._text(identifier, DESCRIPTION)

    def _text(self, identifier: str, predicate: str) -> str | None:
        """The text in Russian, else in English, else in any language."""
        if not is_entity_id(identifier):
            return None
        found = self._select(
            f"SELECT ?text WHERE {{ wd:{identifier} <{predicate}> ?text FILTER(isLiteral(?text)) }} "
            'ORDER BY DESC(LANG(?text) = "ru") DESC(LANG(?text) = "en") LANG(?text) LIMIT 1'
        )
        return found[0].value if found else None

    def _classes(self, identifier: str) -> frozenset[str]:
        if not is_entity_id(identifier):
            return frozenset()
        found = self._select(f"SELECT DISTINCT ?class WHERE {{ wd:{identifier} wdt:{INSTANCE_OF} ?class }}")
        return frozenset(parent for value in found if (parent := entity_id(value.value)))

    def _select(self, sparql: str) -> tuple[Value, ...]:
        """The values of the query's only variable."""
        terms = (term for row in self._client.select(sparql) for term in row.values())
        return tuple(value for term in terms if (value := value_of(term)) is not None)


def value_of(term: dict[str, str]) -> Value | None:
    """A term of SPARQL's JSON results; an unknown value (a blank node) is no answer."""
    kind, text = term["type"], term["value"]
    if kind == "uri":
        return None if text.startswith(UNKNOWN_VALUE) else Value("uri", text, None, None)
    if kind in {"literal", "typed-literal"}:
        datatype = term.get("datatype")
        return Value("literal", text, None if datatype in PLAIN else datatype, None)
    return None
