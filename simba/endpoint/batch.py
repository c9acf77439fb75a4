"""The two requests of a question: the facts of all its queries, and the texts of all that it shows.

The queries go as a union whose branches are numbered in the order to try them. Each branch is a subquery with a limit
of its own, so that a list of half a million citizens crowds out nothing else; entity and property are written out there
rather than bound by VALUES, because servers plan that well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod

from simba.answer import Value
from simba.common.vocabulary import (
    DESCRIPTION,
    DIRECT,
    ENTITY,
    INSTANCE_OF,
    LABEL,
    OCCUPATION,
    SITELINKS,
    entity_id,
    is_entity_id,
)
from simba.endpoint.client import Row
from simba.endpoint.leading import Step
from simba.endpoint.terms import value_of
from simba.kb.facts import MAX_NEIGHBOURS, MAX_VALUES, Found, Neighbour, Neighbours, found
from simba.kb.standing import COUNTRY, UNKNOWN_STANDING, Standing
from simba.query import And, Entity, Form, Hop, is_plain, path, pattern
from simba.russian.text import shorten

MAX_LENGTH = 13_000
"""Characters of a request for facts: Virtuoso fails at 16,000 with nested queries and many classes, and takes
400 MB to plan one of 30,000 full of superlatives."""

WAYS = 8
"""Characters that each way through a form's alternatives counts for: Virtuoso multiplies them out, and fails at two
forms of 400 ways."""

COMPOSED = 0.6
"""The share of the room left by plain steps that composed forms may take: Virtuoso cannot plan more nested queries."""


@dataclass(frozen=True, slots=True)
class GatheredTexts:
    """The labels and descriptions of some entities."""

    labels: dict[str, str]
    descriptions: dict[str, str]
    standings: Mapping[str, Standing] = field(default_factory=dict)

    def standing(self, identifier: str, /) -> Standing:
        """How well known it is, if that was asked for."""
        return self.standings.get(identifier, UNKNOWN_STANDING)

    def label(self, identifier: str, /) -> str | None:
        """The label in Russian, else in English, else in any language."""
        return self.labels.get(identifier)

    def description(self, identifier: str, /) -> str | None:
        """The description in Russian, else in English, else in any language."""
        return self.descriptions.get(identifier)


@dataclass(frozen=True, slots=True)
class GatheredFacts:
    """What the endpoint knows of some forms, and the classes of the entities among their values."""

    found: Mapping[Form, Found]
    classes_of: Mapping[str, frozenset[str]]
    texts: GatheredTexts

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


def facts_query(forms: Sequence[Form], *, named: bool = False) -> str:
    """A query for what the forms denote, with classes; also with what these are called in Russian.

    Its last row has the number after the last form's: servers cut long results without a word (Virtuoso at 10,000
    rows), and where that row is missing, others may be too.
    """
    branches = [_branch(number, form) for number, form in enumerate(forms)]
    branches.append(f"{{ SELECT ({len(forms)} AS ?form) (wd:Q0 AS ?answer) WHERE {{ }} }}")
    above, texts = f"?answer wdt:{INSTANCE_OF} ?class", ""
    if named:
        above, texts = f"{above} {_called('?class', '?above')}", _texts("?answer")
    return (
        f"SELECT ?form ?answer ?class{' ?above ?label ?description' if named else ''}"
        f" WHERE {{ {{ {' UNION '.join(branches)} }} OPTIONAL {{ {above} }}{texts} }} ORDER BY ?form"
    )


def _called(variable: str, label: str, predicate: str = LABEL) -> str:
    return f'OPTIONAL {{ {variable} <{predicate}> {label} FILTER(LANG({label}) = "ru") }}'


def _texts(variable: str) -> str:
    return f" {_called(variable, '?label')} {_called(variable, '?description', DESCRIPTION)}"


def _branch(number: int, form: Form) -> str:
    return (
        f"{{ SELECT DISTINCT ({number} AS ?form) ?answer"
        f" WHERE {{ {pattern(form, '?answer')} }} LIMIT {MAX_VALUES + 1} }}"
    )


def leading_query(steps: Sequence[Step]) -> str:
    """A query for the numbers of those steps that lead anywhere."""
    branches = []
    for number, (entity, name, reverse) in enumerate(steps):
        step = pattern(Hop(Entity(entity), path(f"^{name}" if reverse else name)), "?there")
        branches.append(f"{{ SELECT ({number} AS ?step) WHERE {{ {step} }} LIMIT 1 }}")
    return f"SELECT ?step WHERE {{ {' UNION '.join(branches)} }}"


def read_facts(forms: Sequence[Form], rows: Iterable[Row]) -> GatheredFacts | None:
    """The facts in the rows of a `facts_query`, None where the server has cut them; raises KeyError, ValueError."""
    values: list[dict[str, Value | None]] = [{} for _ in range(len(forms) + 1)]
    classes: dict[str, set[str]] = {}
    texts = GatheredTexts({}, {})
    for row in rows:
        term = row.get("answer")  # a malformed date has no year
        value = value_of(term) if term else None
        values[int(row["form"]["value"])][repr(term)] = value  # a value comes once for each of its classes
        identifier = entity_id(value.value) if value else None
        above = entity_id(row["class"]["value"]) if "class" in row else None
        if identifier and above:
            classes.setdefault(identifier, set()).add(above)
        _read_texts(texts, row, identifier, above)
    if not values.pop():
        return None
    return GatheredFacts(
        {form: found(some.values()) for form, some in zip(forms, values, strict=True)},
        {identifier: frozenset(some) for identifier, some in classes.items()},
        texts,
    )


def _read_texts(texts: GatheredTexts, row: Row, identifier: str | None, above: str | None = None) -> None:
    for known, entity, name in (
        (texts.labels, identifier, "label"),
        (texts.labels, above, "above"),
        (texts.descriptions, identifier, "description"),
    ):
        if entity is not None and name in row:
            known[entity] = shorten(row[name]["value"])


def neighbours_query(identifiers: Collection[str]) -> str:
    """A query for the entities one step away from these either way, each way of each cut, with their classes."""
    if not all(map(is_entity_id, identifiers)):
        raise ValueError("not Wikidata identifiers")
    branches = []
    for identifier in identifiers:
        for way, step in enumerate(
            (f"wd:{identifier} ?property ?other", f"?other ?property wd:{identifier}")
        ):
            branches.append(
                f'{{ SELECT DISTINCT ("{identifier}" AS ?source) ({way} AS ?way) ?property ?other WHERE {{ {step}'
                f' FILTER(STRSTARTS(STR(?property), "{DIRECT}") && STRSTARTS(STR(?other), "{ENTITY}Q")) }}'
                f" LIMIT {MAX_NEIGHBOURS + 1} }}"
            )
    return (
        f"SELECT ?source ?way ?property ?other ?class ?label ?description"
        f" WHERE {{ {{ {' UNION '.join(branches)} }}"
        f" OPTIONAL {{ ?other wdt:{INSTANCE_OF}|wdt:{OCCUPATION} ?class }}{_texts('?other')} }}"
    )


def read_neighbours(rows: Iterable[Row]) -> Neighbours:
    """The neighbours in the rows of a `neighbours_query`; none of a way that was cut. Raises KeyError, ValueError."""
    ways: dict[tuple[str, bool], dict[tuple[str, str], set[str]]] = {}
    texts = GatheredTexts({}, {})
    for row in rows:
        other = entity_id(row["other"]["value"])
        if other is None:
            continue
        way = (row["source"]["value"], int(row["way"]["value"]) == 1)
        prop = row["property"]["value"].removeprefix(DIRECT)
        classes = ways.setdefault(way, {}).setdefault((prop, other), set())
        if "class" in row and (above := entity_id(row["class"]["value"])):
            classes.add(above)
        _read_texts(texts, row, other)
    found = (
        Neighbour(source, prop, reverse, other, frozenset(classes))
        for (source, reverse), some in ways.items()
        if len(some) <= MAX_NEIGHBOURS
        for (prop, other), classes in some.items()
    )
    return Neighbours(tuple(found), texts)


def joined_query(pairs: Collection[tuple[str, str]]) -> str:
    """A query for those of the pairs of entities that a direct claim joins, one way or the other."""
    if not all(is_entity_id(one) for pair in pairs for one in pair):
        raise ValueError("not Wikidata identifiers")
    branches = [
        f'{{ SELECT ("{one}" AS ?one) ("{other}" AS ?other) WHERE {{ {{ wd:{one} ?property wd:{other} }} UNION'
        f' {{ wd:{other} ?property wd:{one} }} FILTER(STRSTARTS(STR(?property), "{DIRECT}")) }} LIMIT 1 }}'
        for one, other in pairs
    ]
    return f"SELECT ?one ?other WHERE {{ {' UNION '.join(branches)} }}"


def read_joined(rows: Iterable[Row]) -> frozenset[tuple[str, str]]:
    """The pairs in the rows of a `joined_query`; raises KeyError."""
    return frozenset((row["one"]["value"], row["other"]["value"]) for row in rows if "one" in row)


_LABELS, _DESCRIPTIONS, _SITELINKS, _COUNTRIES = range(4)
"""What a row of a `texts_query` tells."""


def texts_query(identifiers: Collection[str], ranked: Collection[str] = ()) -> str:
    """A query for the entities' best label and description, each behind its rank.

    The server chooses among languages, because entities have labels in hundreds of them. Of those to be ranked it also
    finds the sitelinks, and the countries they lie in with their labels.
    """
    if not all(map(is_entity_id, (*identifiers, *ranked))):
        raise ValueError("not Wikidata identifiers")
    entities = _one_of("?entity", identifiers)
    branches = [_best(entities, LABEL, _LABELS), _best(entities, DESCRIPTION, _DESCRIPTIONS)]
    if ranked:
        known = _one_of("?entity", ranked)
        branches += [
            f"{{ SELECT ?entity ({_SITELINKS} AS ?kind) (STR(?number) AS ?best) WHERE {{"
            f" {known} ?entity <{SITELINKS}> ?number }} }}",
            f"{{ SELECT ?entity ({_COUNTRIES} AS ?kind) (STR(?country) AS ?best) WHERE {{"
            f" {known} ?entity wdt:{COUNTRY} ?country }} }}",
            _best(f"{_one_of('?place', ranked)} ?place wdt:{COUNTRY} ?entity .", LABEL, _LABELS),
        ]
    return f"SELECT ?entity ?kind ?best WHERE {{ {' UNION '.join(branches)} }}"


def _one_of(variable: str, identifiers: Iterable[str]) -> str:
    return f"VALUES {variable} {{ {' '.join(f'wd:{identifier}' for identifier in identifiers)} }}"


def _best(entities: str, predicate: str, kind: int) -> str:
    rank = 'IF(LANG(?text) = "ru", "1", IF(LANG(?text) = "en", "2", CONCAT("3", LANG(?text))))'
    return (
        f'{{ SELECT ?entity ({kind} AS ?kind) (MIN(CONCAT({rank}, " ", STR(?text))) AS ?best) WHERE {{'
        f" {entities} ?entity <{predicate}> ?text FILTER(isLiteral(?text)) }} GROUP BY ?entity }}"
    )


def read_texts(rows: Iterable[Row]) -> GatheredTexts:
    """What the rows of a `texts_query` tell; raises KeyError, ValueError."""
    texts: tuple[dict[str, str], dict[str, str]] = {}, {}
    standings: dict[str, Standing] = {}
    for row in rows:
        if "entity" not in row:  # Virtuoso gives a row of nothing where there is nothing
            continue
        identifier, kind = row["entity"]["value"].removeprefix(ENTITY), int(row["kind"]["value"])
        best = row["best"]["value"]
        if kind in {_LABELS, _DESCRIPTIONS}:
            texts[kind][identifier] = shorten(best.partition(" ")[2])
        else:
            known = standings.get(identifier, UNKNOWN_STANDING)
            standings[identifier] = (
                known.told(best) if kind == _SITELINKS else known.lying_in(entity_id(best))
            )
    return GatheredTexts(*texts, standings)
