"""The request of a question: the facts of all its queries, with the texts of all that it shows.

The queries go as a union whose branches are numbered in the order to try them. Each branch is a subquery with a limit
of its own, so that a list of half a million citizens crowds out nothing else; entity and property are written out there
rather than bound by VALUES, because servers plan that well.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from simba.answer import Value
from simba.common.vocabulary import (
    DESCRIPTION,
    ENTITY,
    INSTANCE_OF,
    SITELINKS,
    XSD,
    entity_id,
    is_entity_id,
)
from simba.endpoint.around import step_branches
from simba.endpoint.client import Row
from simba.endpoint.gatheredtexts import (
    LABELS,
    GatheredTexts,
    read_best,
    read_russian,
    russian,
    text_branches,
)
from simba.endpoint.leading import Step
from simba.endpoint.terms import value_of
from simba.kb.facts import MAX_VALUES, Found, WantedFacts, found
from simba.kb.standing import COUNTRY, UNKNOWN_STANDING, Standing
from simba.query import And, Exists, Form, entities, is_plain, pattern, properties
from simba.russian.text import shorten

MAX_LENGTH = 13_000
"""Characters of a request for facts: Virtuoso fails at 16,000 with nested queries and many classes, and takes
400 MB to plan one of 30,000 full of superlatives."""

WAYS = 8
"""Characters that each way through a form's alternatives counts for: Virtuoso multiplies them out, and fails at two
forms of 400 ways."""

MAX_ABOUT = 200
"""Entities and properties whose texts are asked for along with the facts; of more, by a request of their own."""
STEPS, WHOLE = 2, 3
"""What rows tell whose numbers come so far after the forms': behind labels and descriptions."""

COMPOSED = 0.6
"""The share of the room left by plain steps that composed forms may take: Virtuoso cannot plan more nested queries."""


@dataclass(frozen=True, slots=True)
class GatheredFacts:
    """What the endpoint knows of some forms, and the classes of the entities among their values."""

    found: Mapping[Form, Found]
    classes_of: Mapping[str, frozenset[str]]
    texts: GatheredTexts
    """What entities among the values and their classes are called in Russian, if that was asked for."""
    shown: GatheredTexts
    """What was asked for to be shown."""
    about: frozenset[str]
    """The entities all of whose texts were asked for."""
    placed: bool
    leading: frozenset[int]
    """The numbers of the steps that lead anywhere."""

    def values(self, form: Form, /) -> Found:
        """The values of a form; none of one that was too much to ask for."""
        return self.found.get(form, Found(()))

    def classes(self, identifier: str, /) -> frozenset[str]:
        """The classes of an entity among the values."""
        return self.classes_of.get(identifier, frozenset())

    def label(self, identifier: str, /) -> str | None:
        """What an entity among the values, or a class of one, is called in Russian."""
        return self.texts.label(identifier)

    def description(self, identifier: str, /) -> str | None:
        """The Russian description of an entity among the values."""
        return self.texts.description(identifier)

    def tell(self, entities: Collection[str], ranked: Collection[str], named: Collection[str]) -> bool:
        """Whether `shown` has what there is to show of these: texts, standing, and labels alone."""
        return (
            self.about.issuperset(entities)
            and all(one in self.about or one in self.shown.labels for one in named)
            and self.shown.standings.keys() >= set(ranked)
            and (self.placed or len(ranked) != 1)
        )


def affordable(forms: Sequence[Form]) -> list[Form]:
    """Those forms that one request can ask for: every step from an entity, of the others the first in their order.

    Of the room that these leave, composed forms have `COMPOSED`, steps to members of a class the rest; without such a
    step, the values of one count as of another class.
    """
    members = [form for form in forms if is_plain(form) and isinstance(form, And)]
    composed = [form for form in forms if not is_plain(form)]
    taken = set(forms) - set(members) - set(composed)
    left = float(MAX_LENGTH - sum(_cost(form) for form in taken))
    for some, share in ((composed, COMPOSED), (members, 1.0)):
        room = share * left
        for form in some:
            cost = _cost(form)
            if cost > room:
                break
            room, left = room - cost, left - cost
            taken.add(form)
    return [form for form in forms if form in taken]


def _cost(form: Form) -> int:
    """What asking for a form takes of `MAX_LENGTH`."""
    branch = _branch(0, form)
    return len(branch) + WAYS * prod(
        1 + part.count("|") + part.count(" UNION ") for part in branch.split(" . ")
    )


@dataclass(frozen=True, slots=True)
class FactsRequest:
    """One request for what forms denote, with classes and labels.

    Its rows are numbered: those of the forms, then labels and descriptions of what may be shown, then the steps that
    lead anywhere. The last row has the last number: servers cut long results without a word (Virtuoso at 10,000 rows),
    and where that row is missing, others may be too.
    """

    forms: Sequence[Form]
    named: bool = False
    """Also what values and their classes are called in Russian."""
    placed: bool = False
    """Also the countries that the values lie in."""
    about: Collection[str] = ()
    """Entities whose texts are asked for."""
    steps: Sequence[Step] = ()

    @classmethod
    def of(cls, wanted: Sequence[WantedFacts], steps: Sequence[Step] = ()) -> FactsRequest:
        """As much as one request can ask for of what may be wanted."""
        forms = affordable(list(dict.fromkeys(form for one in wanted for form in one.forms)))
        if forms:
            further = (form for one in wanted for form in one.beside())
            forms = affordable(list(dict.fromkeys([*forms, *further])))
        mentioned = (name for form in forms for name in (*entities(form), *properties(form)))
        about = dict.fromkeys(
            filter(is_entity_id, (*(name for one in wanted for name in one.about), *mentioned))
        )
        return cls(
            forms,
            any(one.named for one in wanted),
            any(one.placed for one in wanted),
            sorted(about)[:MAX_ABOUT] if len(about) <= MAX_ABOUT else (),
            steps,
        )

    def query(self) -> str:
        """Its SPARQL."""
        last = len(self.forms)
        columns, above = "?form ?answer ?class ?label ?sitelinks", f"?answer wdt:{INSTANCE_OF} ?class"
        told = f"{russian('?answer', '?label')} OPTIONAL {{ ?answer <{SITELINKS}> ?sitelinks }}"
        if self.named:
            columns, above = f"{columns} ?above ?description", f"{above} {russian('?class', '?above')}"
            told = f"{told} {russian('?answer', '?description', DESCRIPTION)}"
        if self.placed:
            columns = f"{columns} ?country ?called"
            told = f"{told} OPTIONAL {{ ?answer wdt:{COUNTRY} ?country {russian('?country', '?called')} }}"
        branches = [_branch(number, form) for number, form in enumerate(self.forms)]
        parts = [f"{{ {{ {' UNION '.join(branches)} }} OPTIONAL {{ {above} }} {told} }}"]
        if self.about:
            columns = f"{columns} ?entity ?best"
            parts += text_branches(self.about, "?form", last)
        if self.steps:
            columns = f"{columns} ?step"
            parts += step_branches(self.steps, f"({last + STEPS} AS ?form) ")
        parts.append(f"{{ SELECT ({last + WHOLE} AS ?form) WHERE {{ }} }}")
        return f"SELECT {columns} WHERE {{ {' UNION '.join(parts)} }} ORDER BY ?form"

    def read(self, rows: Iterable[Row]) -> GatheredFacts | None:
        """The facts in the rows, None where the server has cut them; raises KeyError, ValueError."""
        reader = _Reader(self.forms)
        for row in rows:
            reader.take(row)
        if not reader.whole:
            return None
        return GatheredFacts(
            {form: found(some.values()) for form, some in zip(self.forms, reader.values, strict=True)},
            {identifier: frozenset(some) for identifier, some in reader.classes.items()},
            reader.texts,
            reader.shown,
            frozenset(self.about),
            self.placed,
            frozenset(reader.leading),
        )


class _Reader:
    """Puts the rows of a request in their places."""

    def __init__(self, forms: Sequence[Form]) -> None:
        self._forms = forms
        self.values: list[dict[str, Value | None]] = [{} for _ in forms]
        self.classes: dict[str, set[str]] = {}
        self.texts = GatheredTexts({}, {})
        self._standings: dict[str, Standing] = {}
        self.shown = GatheredTexts({}, {}, self._standings)
        self.leading: set[int] = set()
        self.whole = False

    def take(self, row: Row) -> None:
        number = int(row["form"]["value"])
        if number < len(self.values):
            self._take_value(number, row)
            return
        kind = number - len(self.values)
        if kind == WHOLE:
            self.whole = True
        elif kind == STEPS:
            self.leading.add(int(row["step"]["value"]))
        elif "entity" in row:  # Virtuoso gives a row of nothing where there is nothing
            some = self.shown.labels if kind == LABELS else self.shown.descriptions
            some[row["entity"]["value"].removeprefix(ENTITY)] = read_best(row["best"]["value"])

    def _take_value(self, number: int, row: Row) -> None:
        term = row.get("answer")
        value = _value(self._forms[number], term)
        self.values[number][repr(term)] = value  # a value comes once for each of its classes
        identifier = entity_id(value.value) if value else None
        above = entity_id(row["class"]["value"]) if "class" in row else None
        if identifier and above:
            self.classes.setdefault(identifier, set()).add(above)
        read_russian(self.texts, row, identifier, above)
        if identifier:
            self._show(identifier, row)

    def _show(self, identifier: str, row: Row) -> None:
        standing = self._standings.get(identifier, UNKNOWN_STANDING)
        if "sitelinks" in row:
            standing = standing.told(row["sitelinks"]["value"])
        country = entity_id(row["country"]["value"]) if "country" in row else None
        self._standings[identifier] = standing.lying_in(country)
        for entity, name in ((identifier, "label"), (country, "called")):
            if entity is not None and name in row:
                text = shorten(row[name]["value"])
                self.shown.labels[entity] = min(text, self.shown.labels.get(entity, text))


def _branch(number: int, form: Form) -> str:
    asked = pattern(form, "?answer")
    if isinstance(form, Exists):  # Virtuoso forgets truths in a union with other things, but no numbers
        asked = _TRUTH.sub(r"BIND(IF(\1, 1, 0) AS ?answer)", asked)
    return f"{{ SELECT DISTINCT ({number} AS ?form) ?answer WHERE {{ {asked} }} LIMIT {MAX_VALUES + 1} }}"


_TRUTH = re.compile(r"BIND\(xsd:boolean\((.*?)\) AS \?answer\)")


def _value(form: Form, term: dict[str, str] | None) -> Value | None:
    value = value_of(term) if term else None  # a malformed date has no year
    if value is not None and isinstance(form, Exists):
        return Value("literal", "false" if value.value == "0" else "true", f"{XSD}boolean", None)
    return value
