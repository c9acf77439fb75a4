"""Wikidata's JSON dump: one entity a line, turned into the triples that the truthy dump has of it."""

from __future__ import annotations

import calendar
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import orjson
import pyoxigraph as ox

from simba.building.blocks import Block, Parsed
from simba.building.records import Wanted, records_of
from simba.common.vocabulary import (
    ALIAS,
    DESCRIPTION,
    DIRECT,
    ENTITY,
    LABEL,
    SITELINKS,
    WKT_LITERAL,
    XSD,
    is_entity_id,
    is_property_id,
)

Node = ox.NamedNode | ox.BlankNode | ox.Literal
_COMMONS = "http://commons.wikimedia.org/"
_WKT = ox.NamedNode(WKT_LITERAL)
_EARTH, _JULIAN = f"{ENTITY}Q2", f"{ENTITY}Q1985786"
_DAY, _YEAR = 11, 9
"""Wikidata's precisions of a time."""


def parse_block(task: tuple[Block, Wanted]) -> Parsed:
    """The entities of a block, each on a line; of what has no use for the index only, none is parsed."""
    block, wanted = task
    lines = block.lines()
    parsed = Parsed(block.end, block.line + len(lines))
    for number, reason in block.bad:
        parsed.reject(number, reason)
    triples: list[ox.Triple] = []
    for number, line in enumerate(lines, block.line):
        line = line.strip().rstrip(b",")
        if line in {b"", b"[", b"]"}:
            continue
        parsed.read += 1
        if not wanted.facts and not _useful(line, wanted):
            parsed.dropped += 1
            continue
        try:
            triples += triples_of(orjson.loads(line), wanted)
        except orjson.JSONDecodeError as error:
            parsed.reject(number, f"not valid JSON: {error.msg}")
        except (TypeError, ValueError, KeyError, AttributeError):
            parsed.reject(number, "not a Wikidata entity")
    parsed.kept = len(triples)
    parsed.records = records_of(triples, wanted)
    if wanted.facts:
        parsed.triples = ox.serialize(triples, format=ox.RdfFormat.N_TRIPLES) or b""
    return parsed


def _useful(line: bytes, wanted: Wanted) -> bool:
    return b'"P279"' in line or any(f'"{language}"'.encode() in line for language in wanted.languages)


def triples_of(entity: Any, wanted: Wanted) -> list[ox.Triple]:
    """The triples of an entity; raises TypeError, ValueError, KeyError or AttributeError where it is none."""
    if not is_entity_id(entity["id"]):
        raise ValueError(entity["id"])
    node = ox.NamedNode(ENTITY + entity["id"])
    triples = []

    def add(predicate: str, value: Node) -> None:
        triples.append(ox.Triple(node, ox.NamedNode(predicate), value))

    for key, predicate in (("labels", LABEL), ("aliases", ALIAS), ("descriptions", DESCRIPTION)):
        texts = entity.get(key) or {}  # PHP writes an empty object as []
        for language in wanted.languages:
            found = texts.get(language) or []
            for text in found if isinstance(found, list) else [found]:
                add(predicate, ox.Literal(text["value"], language=language))
    if entity.get("type") == "item":
        count = str(len(entity.get("sitelinks") or {}))
        add(SITELINKS, ox.Literal(count, datatype=ox.NamedNode(f"{XSD}integer")))
    claims = entity.get("claims") or {}
    for prop in claims if wanted.facts else ("P31", "P279"):
        if is_property_id(prop):
            for value in _best_values(claims.get(prop) or []):
                add(DIRECT + prop, value)
    return list(dict.fromkeys(triples))


def _best_values(statements: list[Any]) -> Iterator[Node]:
    """The values of the preferred statements, or of the normal ones where none is preferred."""
    ranks = {statement["rank"] for statement in statements}
    best = "preferred" if "preferred" in ranks else "normal"
    for statement in statements:
        if statement["rank"] != best:
            continue
        snak = statement["mainsnak"]
        if snak["snaktype"] == "somevalue":
            yield ox.BlankNode()
        elif snak["snaktype"] == "value":
            with suppress(ValueError):  # a URL with spaces, a language tag that is none: the dumps have some
                value = _value(snak.get("datatype"), snak["datavalue"])
                if value is not None:
                    yield value


def _value(datatype: str | None, datavalue: dict[str, Any]) -> Node | None:
    value = datavalue["value"]
    kind = datavalue["type"]
    if kind in _READERS:
        return _READERS[kind](value)
    if kind != "string":
        return None
    if datatype == "url":
        return ox.NamedNode(value)
    if datatype == "commonsMedia":
        return ox.NamedNode(f"{_COMMONS}wiki/Special:FilePath/{_escaped(value)}")
    if datatype in {"geo-shape", "tabular-data"}:
        return ox.NamedNode(f"{_COMMONS}data/main/{_escaped(value)}")
    if datatype == "math":
        return ox.Literal(value, datatype=ox.NamedNode("http://www.w3.org/1998/Math/MathML"))
    return ox.Literal(value)


def _escaped(name: str) -> str:
    from urllib.parse import quote

    return quote(name)


def _entity(value: dict[str, Any]) -> Node:
    identifier = value.get("id") or f"Q{int(value['numeric-id'])}"  # old dumps have the number only
    return ox.NamedNode(ENTITY + identifier)


def _quantity(value: dict[str, Any]) -> Node:
    return ox.Literal(value["amount"], datatype=ox.NamedNode(f"{XSD}decimal"))


def _coordinate(value: dict[str, Any]) -> Node:
    point = f"Point({value['longitude']} {value['latitude']})"
    globe = value.get("globe") or _EARTH
    return ox.Literal(point if globe == _EARTH else f"<{globe}> {point}", datatype=_WKT)


def _monolingual(value: dict[str, Any]) -> Node:
    return ox.Literal(value["text"], language=value["language"])


def _time(value: dict[str, Any]) -> Node | None:
    """A date as the RDF dumps have it: Gregorian, year 0 being 1 BC, an unknown month or day as the first."""
    text, precision = value["time"], value["precision"]
    date, _, clock = text[1:].partition("T")
    year, month, day = map(int, date.split("-"))
    if year == 0:
        return None
    year = 1 - year if text[0] == "-" else year
    if precision >= _DAY and value.get("calendarmodel") == _JULIAN and month and day:
        year, month, day = _gregorian(year, month, day)
    month, day = max(1, month), max(1, day)
    if month > 12:
        return None
    day = min(day, calendar.monthrange(2000 if calendar.isleap(year) else 2001, month)[1])
    sign = "-" if year < 0 else ""
    return ox.Literal(
        f"{sign}{abs(year):04}-{month:02}-{day:02}T{clock}", datatype=ox.NamedNode(f"{XSD}dateTime")
    )


def _gregorian(year: int, month: int, day: int) -> tuple[int, int, int]:
    """A Julian date in the Gregorian calendar, by the day's number (Richards, 2013); year 0 is 1 BC."""
    shift = (14 - month) // 12
    years, months = year + 4800 - shift, month + 12 * shift - 3
    number = day + (153 * months + 2) // 5 + 365 * years + years // 4 - 32083
    before = number + 32044
    century = (4 * before + 3) // 146097
    rest = before - 146097 * century // 4
    fourth = (4 * rest + 3) // 1461
    last = rest - 1461 * fourth // 4
    place = (5 * last + 2) // 153
    return (
        100 * century + fourth - 4800 + place // 10,
        place + 3 - 12 * (place // 10),
        last - (153 * place + 2) // 5 + 1,
    )


_READERS: dict[str, Callable[[Any], Node | None]] = {
    "wikibase-entityid": _entity,
    "quantity": _quantity,
    "globecoordinate": _coordinate,
    "monolingualtext": _monolingual,
    "time": _time,
}


def looks_right(block: Block) -> bool:
    """Whether it begins as the dump does."""
    return block.data.lstrip()[:1] in {b"[", b"{", b""}
