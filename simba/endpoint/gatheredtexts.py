"""What people read of entities, and their standing: one request for all that a question shows, or beside its facts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from simba.common.vocabulary import DESCRIPTION, ENTITY, LABEL, SITELINKS, entity_id, is_entity_id
from simba.endpoint.client import Row
from simba.kb.standing import COUNTRY, UNKNOWN_STANDING, Standing
from simba.russian.text import shorten

LABELS, DESCRIPTIONS, SITELINKS_OF, COUNTRIES, END = range(5)
"""What a row of a `texts_query` tells; its last one, that the server has cut nothing."""


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


def texts_query(identifiers: Collection[str], ranked: Collection[str] = ()) -> str:
    """A query for the entities' best label and description, each behind its rank.

    The server chooses among languages, because entities have labels in hundreds of them. Of those to be ranked it also
    finds the sitelinks, and the countries they lie in with their labels.
    """
    if not all(map(is_entity_id, (*identifiers, *ranked))):
        raise ValueError("not Wikidata identifiers")
    branches = text_branches(identifiers)
    if ranked:
        known = _one_of("?entity", ranked)
        branches += [
            f"{{ SELECT ?entity ({SITELINKS_OF} AS ?kind) (STR(?number) AS ?best) WHERE {{"
            f" {known} ?entity <{SITELINKS}> ?number }} }}",
            f"{{ SELECT ?entity ({COUNTRIES} AS ?kind) (STR(?country) AS ?best) WHERE {{"
            f" {known} ?entity wdt:{COUNTRY} ?country }} }}",
            _best(f"{_one_of('?place', ranked)} ?place wdt:{COUNTRY} ?entity .", LABEL, LABELS),
        ]
    branches.append(f'{{ SELECT (wd:Q0 AS ?entity) ({END} AS ?kind) ("" AS ?best) WHERE {{ }} }}')
    return f"SELECT ?entity ?kind ?best WHERE {{ {' UNION '.join(branches)} }} ORDER BY ?kind"


def text_branches(identifiers: Collection[str], kind: str = "?kind", first: int = 0) -> list[str]:
    """The parts of a union that give the entities' labels and descriptions, numbered from the first."""
    known = _one_of("?entity", identifiers)
    return [
        _best(known, LABEL, first + LABELS, kind),
        _best(known, DESCRIPTION, first + DESCRIPTIONS, kind),
    ]


def _one_of(variable: str, identifiers: Iterable[str]) -> str:
    return f"VALUES {variable} {{ {' '.join(f'wd:{identifier}' for identifier in identifiers)} }}"


def _best(entities: str, predicate: str, number: int, kind: str = "?kind") -> str:
    rank = 'IF(LANG(?text) = "ru", "1", IF(LANG(?text) = "en", "2", CONCAT("3", LANG(?text))))'
    return (
        f'{{ SELECT ?entity ({number} AS {kind}) (MIN(CONCAT({rank}, " ", STR(?text))) AS ?best) WHERE {{'
        f" {entities} ?entity <{predicate}> ?text FILTER(isLiteral(?text)) }} GROUP BY ?entity }}"
    )


def read_best(best: str) -> str:
    """A text without its rank."""
    return shorten(best.partition(" ")[2])


def read_texts(rows: Iterable[Row]) -> GatheredTexts | None:
    """What the rows of a `texts_query` tell, None where the server has cut them; raises KeyError, ValueError."""
    texts: tuple[dict[str, str], dict[str, str]] = {}, {}
    standings: dict[str, Standing] = {}
    whole = False
    for row in rows:
        if "entity" not in row:  # Virtuoso gives a row of nothing where there is nothing
            continue
        identifier, kind = row["entity"]["value"].removeprefix(ENTITY), int(row["kind"]["value"])
        best = row["best"]["value"]
        if kind == END:
            whole = True
        elif kind in {LABELS, DESCRIPTIONS}:
            texts[kind][identifier] = read_best(best)
        else:
            known = standings.get(identifier, UNKNOWN_STANDING)
            standings[identifier] = (
                known.told(best) if kind == SITELINKS_OF else known.lying_in(entity_id(best))
            )
    return GatheredTexts(*texts, standings) if whole else None


def russian(variable: str, text: str, predicate: str = LABEL) -> str:
    """The part of a pattern that binds the Russian label of what a variable stands for, if there is one."""
    return f'OPTIONAL {{ {variable} <{predicate}> {text} FILTER(LANG({text}) = "ru") }}'


def russian_texts(variable: str) -> str:
    """The part of a pattern that binds ?label and ?description."""
    return f" {russian(variable, '?label')} {russian(variable, '?description', DESCRIPTION)}"


def read_russian(texts: GatheredTexts, row: Row, identifier: str | None, above: str | None = None) -> None:
    """Take the texts of an entity and the label of its class from a row."""
    for known, entity, name in (
        (texts.labels, identifier, "label"),
        (texts.labels, above, "above"),
        (texts.descriptions, identifier, "description"),
    ):
        if entity is not None and name in row:
            text = shorten(row[name]["value"])
            known[entity] = min(text, known.get(entity, text))
