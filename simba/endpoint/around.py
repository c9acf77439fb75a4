"""What stands one step around entities: their neighbours, which of them are joined, which steps lead anywhere.

Each request's rows are numbered, and the last has the number after the last thing asked for: a server that cuts its
results leaves that one out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from simba.common.vocabulary import DIRECT, ENTITY, INSTANCE_OF, OCCUPATION, entity_id, is_entity_id
from simba.endpoint.client import Row
from simba.endpoint.gatheredtexts import GatheredTexts, read_russian, russian_texts
from simba.endpoint.leading import Step
from simba.kb.facts import MAX_NEIGHBOURS, Neighbour, Neighbours
from simba.query import Entity, Hop, path, pattern

FORWARD, BACK, WHOLE = range(3)
"""The way that a row of a `neighbours_query` tells of; its last one, that the server has cut nothing."""


def leading_query(steps: Sequence[Step]) -> str:
    """A query for the numbers of those steps that lead anywhere."""
    branches = [*step_branches(steps), f"{{ SELECT ({len(steps)} AS ?step) WHERE {{ }} }}"]
    return f"SELECT ?step WHERE {{ {' UNION '.join(branches)} }} ORDER BY ?step"


def step_branches(steps: Sequence[Step], beside: str = "") -> list[str]:
    """The parts of a union that give the numbers of the steps that lead anywhere, with what stands ``beside`` them."""
    branches = []
    for number, (entity, name, reverse) in enumerate(steps):
        step = pattern(Hop(Entity(entity), path(f"^{name}" if reverse else name)), "?there")
        branches.append(f"{{ SELECT {beside}({number} AS ?step) {{ {step} }} LIMIT 1 }}")
    return branches


def read_leading(steps: Sequence[Step], rows: Iterable[Row]) -> frozenset[int] | None:
    """The numbers in the rows of a `leading_query`, None where the server has cut them; raises KeyError, ValueError."""
    return _whole({int(row["step"]["value"]) for row in rows if "step" in row}, len(steps))


def joined_query(pairs: Sequence[tuple[str, str]]) -> str:
    """A query for the numbers of those pairs of entities that a direct claim joins, one way or the other."""
    if not all(is_entity_id(one) for pair in pairs for one in pair):
        raise ValueError("not Wikidata identifiers")
    branches = [
        f"{{ SELECT ({number} AS ?pair) WHERE {{ {{ wd:{one} ?property wd:{other} }} UNION"
        f' {{ wd:{other} ?property wd:{one} }} FILTER(STRSTARTS(STR(?property), "{DIRECT}")) }} LIMIT 1 }}'
        for number, (one, other) in enumerate(pairs)
    ]
    branches.append(f"{{ SELECT ({len(pairs)} AS ?pair) WHERE {{ }} }}")
    return f"SELECT ?pair WHERE {{ {' UNION '.join(branches)} }} ORDER BY ?pair"


def read_joined(pairs: Sequence[tuple[str, str]], rows: Iterable[Row]) -> frozenset[tuple[str, str]] | None:
    """The pairs in the rows of a `joined_query`, None where the server has cut them; raises KeyError, ValueError."""
    found = _whole({int(row["pair"]["value"]) for row in rows if "pair" in row}, len(pairs))
    return None if found is None else frozenset(pairs[number] for number in found)


def _whole(numbers: set[int], last: int) -> frozenset[int] | None:
    return frozenset(numbers - {last}) if last in numbers else None


def neighbours_query(identifiers: Collection[str]) -> str:
    """A query for the entities one step away from these either way, each way of each cut, with their classes."""
    if not all(map(is_entity_id, identifiers)):
        raise ValueError("not Wikidata identifiers")
    branches = []
    for identifier in identifiers:
        for way, step in (
            (FORWARD, f"wd:{identifier} ?property ?other"),
            (BACK, f"?other ?property wd:{identifier}"),
        ):
            branches.append(
                f'{{ SELECT DISTINCT ("{identifier}" AS ?source) ({way} AS ?way) ?property ?other WHERE {{ {step}'
                f' FILTER(STRSTARTS(STR(?property), "{DIRECT}") && STRSTARTS(STR(?other), "{ENTITY}Q")) }}'
                f" LIMIT {MAX_NEIGHBOURS + 1} }}"
            )
    branches.append(f'{{ SELECT ("" AS ?source) ({WHOLE} AS ?way) (wd:Q0 AS ?other) WHERE {{ }} }}')
    return (
        f"SELECT ?source ?way ?property ?other ?class ?label ?description"
        f" WHERE {{ {{ {' UNION '.join(branches)} }}"
        f" OPTIONAL {{ ?other wdt:{INSTANCE_OF}|wdt:{OCCUPATION} ?class }}{russian_texts('?other')} }} ORDER BY ?way"
    )


def read_neighbours(rows: Iterable[Row]) -> Neighbours | None:
    """The neighbours in the rows of a `neighbours_query`, none of a way of which there are too many.

    None where the server has cut them; raises KeyError, ValueError.
    """
    ways: dict[tuple[str, bool], dict[tuple[str, str], set[str]]] = {}
    texts = GatheredTexts({}, {})
    whole = False
    for row in rows:
        way = int(row["way"]["value"])
        other = entity_id(row["other"]["value"])
        whole = whole or way == WHOLE
        if other is None or way == WHOLE:
            continue
        prop = row["property"]["value"].removeprefix(DIRECT)
        some = ways.setdefault((row["source"]["value"], way == BACK), {})
        classes = some.setdefault((prop, other), set())
        if "class" in row and (above := entity_id(row["class"]["value"])):
            classes.add(above)
        read_russian(texts, row, other)
    found = (
        Neighbour(source, prop, reverse, other, frozenset(classes))
        for (source, reverse), some in ways.items()
        if len(some) <= MAX_NEIGHBOURS
        for (prop, other), classes in some.items()
    )
    return Neighbours(tuple(found), texts) if whole else None
