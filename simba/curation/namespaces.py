"""Which IRI a prefix stands for that a query does not declare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product
from pathlib import Path

import yaml

from simba.common.vocabulary import is_entity_id, is_property_id
from simba.curation.rewriting import prologue, tokens
from simba.evaluation.sparql_reading import PREDECLARED

VOCABULARIES = Path(__file__).with_name("vocabularies.yaml")
OF_PROPERTIES = ("wdt", "p", "ps", "pq", "psv", "pqv", "psn", "pqn", "wd")
"""Wikidata's prefixes whose local names are properties, the usual first."""
MOST = 60
"""Ways to declare a query's prefixes that are tried."""


@lru_cache(maxsize=1)
def common() -> Mapping[str, str]:
    """The prefixes that are the same everywhere."""
    found: dict[str, str] = yaml.safe_load(VOCABULARIES.read_text(encoding="utf-8"))
    return found


def declared(queries: Iterable[str]) -> Mapping[str, str]:
    """The prefixes that a set's queries declare, each with the IRI that most of them give it."""
    counts: dict[str, Counter[str]] = {}
    for query in queries:
        for name, iri in prologue(tokens(query)).prefixes.items():
            counts.setdefault(name, Counter())[iri] += 1
    return {name: max(sorted(found), key=lambda iri: found[iri]) for name, found in counts.items()}


def ways(
    missing: Mapping[str, Sequence[str]], known: Mapping[str, str]
) -> Iterator[tuple[dict[str, str], bool]]:
    """The ways to declare prefixes with these local names, and whether a way is certain.

    A prefix is what the set's other queries or everybody declare; else it is guessed from its names: Q42 is an item,
    P31 a property in one of Wikidata's roles. No way, where one of them remains unknown.
    """
    options = []
    sure = True
    for name, locals_ in missing.items():
        certain = known.get(name) or common().get(name)
        sure = sure and certain is not None
        options.append([certain] if certain else _guessed(locals_))
    for chosen in islice(product(*options), MOST):
        yield dict(zip(missing, chosen, strict=True)), sure


def _guessed(locals_: Sequence[str]) -> list[str]:
    if all(is_property_id(one) for one in locals_):
        return [PREDECLARED[short] for short in OF_PROPERTIES]
    if all(is_entity_id(one) for one in locals_):
        return [PREDECLARED["wd"]]
    return []
