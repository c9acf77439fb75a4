"""What stands beside an answer: a picture, a map, and where to read on; addresses only, nothing is fetched."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, unquote

from simba.answer import Answer, Value
from simba.common.vocabulary import entity_id
from simba.display.plain import PAGE
from simba.query import Entity, Hop, Step
from simba.query import Path as PropertyPath

COMMONS = "https://commons.wikimedia.org/wiki/"
FILES = ("http://commons.wikimedia.org/wiki/Special:FilePath/", f"{COMMONS}Special:FilePath/")
MAP = "https://www.openstreetmap.org/"
WIDTH = 320
"""Pixels of a picture, where it is shown."""
PICTURE, PLACE, CATEGORY = "P18", "P625", "P373"
POINT = re.compile(r"Point\((-?\d{1,3}(?:\.\d{1,20})?) (-?\d{1,2}(?:\.\d{1,20})?)\)", re.IGNORECASE)
"""A place on Earth; elsewhere its globe stands before it (OGC 11-052r4, 8.5.1)."""
MAX_NAME = 255
"""Characters of a title in MediaWiki, at most."""

Facts = Mapping[str, tuple[Value, ...]]
"""Values of an entity by their properties."""


@dataclass(frozen=True, slots=True)
class Beside:
    """Addresses about one entity; None where the knowledge base has nothing to make one of."""

    wikipedia: str
    """Its article in Russian, by way of Wikidata, which knows which that is."""
    commons: str | None
    picture: str | None
    thumbnail: str | None
    map: str | None


def subject(answer: Answer) -> str | None:
    """What the answer is about: the only thing that it names, else the entity of the question."""
    if answer.status != "answered":
        return None
    only = entity_id(answer.values[0].value) if len(answer.values) == 1 else None
    return only or (answer.entity.id if answer.entity else None)


def forms(entity: str) -> dict[str, Hop]:
    """What to ask the knowledge base for, by property."""
    return {one: Hop(Entity(entity), PropertyPath((Step(one),))) for one in (PICTURE, PLACE, CATEGORY)}


def beside(entity: str, facts: Facts) -> Beside:
    """The addresses; of values that are none of these kinds of thing, nothing."""
    file = next((name for value in facts.get(PICTURE, ()) if (name := _file(value))), None)
    category = next((one.value for one in facts.get(CATEGORY, ()) if one.type == "literal"), None)
    return Beside(
        f"{PAGE}Special:GoToLinkedPage/ruwiki/{entity}",
        f"{COMMONS}Category:{_title(category)}" if category and len(category) <= MAX_NAME else None,
        f"{COMMONS}File:{_title(file)}" if file else None,
        f"{COMMONS}Special:FilePath/{_title(file)}?width={WIDTH}" if file else None,
        next((address for value in facts.get(PLACE, ()) if (address := map_link(value))), None),
    )


def map_link(value: Value) -> str | None:
    """Where a map shows a place on Earth; None for whatever else."""
    found = POINT.fullmatch(value.value) if value.type == "literal" else None
    if not found:
        return None
    east, north = map(float, found.groups())
    if abs(east) > 180 or abs(north) > 90:
        return None
    return f"{MAP}?mlat={north:.5f}&mlon={east:.5f}#map=12/{north:.5f}/{east:.5f}"


def _file(value: Value) -> str | None:
    name = next((value.value[len(start) :] for start in FILES if value.value.startswith(start)), None)
    return unquote(name) if name and value.type == "uri" and len(unquote(name)) <= MAX_NAME else None


def _title(name: str) -> str:
    return quote(name.replace(" ", "_"), safe="")
