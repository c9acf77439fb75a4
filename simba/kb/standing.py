"""How well known entities are, and which country they lie in: what puts a list into order and a place on the map."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from simba.answer import Value
from simba.common.vocabulary import SITELINKS, entity_id

COUNTRY = "P17"
MAX_ASKED = 300
"""Entities of which an endpoint is asked at once; a longer list keeps its order."""
COLUMNS_OF_STANDING = ("entity", "sitelinks", "country")


class Standing(NamedTuple):
    """Of one entity: pages of Wikimedia's wikis about it, and the countries it lies in."""

    sitelinks: int = 0
    countries: frozenset[str] = frozenset()

    def country(self, identifier: str) -> str | None:
        """The only country that the entity lies in; None where it is one itself."""
        one = next(iter(self.countries)) if len(self.countries) == 1 else None
        return None if one == identifier else one


UNKNOWN_STANDING = Standing()


def standing_query(identifiers: Collection[str]) -> str:
    """The query for `read_standing`; identifiers are such as `simba.common.vocabulary.is_entity_id` takes."""
    nodes = " ".join(f"wd:{one}" for one in identifiers)
    return (
        f"SELECT {' '.join(f'?{column}' for column in COLUMNS_OF_STANDING)} WHERE {{ VALUES ?entity {{ {nodes} }} "
        f"OPTIONAL {{ ?entity <{SITELINKS}> ?sitelinks }} OPTIONAL {{ ?entity wdt:{COUNTRY} ?country }} }}"
    )


def read_standing(rows: Iterable[Sequence[Value | None]]) -> dict[str, Standing]:
    """What the rows tell of each entity."""
    found: dict[str, Standing] = {}
    for entity, sitelinks, country in rows:
        one = entity_id(entity.value) if entity is not None else None
        if one is None:
            continue
        known = found.get(one, UNKNOWN_STANDING)
        text = sitelinks.value if sitelinks is not None else ""
        count = int(text[:9]) if text.isascii() and text.isdecimal() else 0
        land = entity_id(country.value) if country is not None else None
        found[one] = Standing(max(known.sitelinks, count), known.countries | ({land} if land else set()))
    return found
