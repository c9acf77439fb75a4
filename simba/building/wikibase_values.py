"""The values of Wikidata's JSON in RDF: plain ones, and what full values tell beyond them."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import md5
from typing import Any
from urllib.parse import quote

import orjson
import pyoxigraph as ox

from simba.building.wikibase_time import WikibaseTime
from simba.common.vocabulary import ENTITY, JULIAN, ONTOLOGY, VALUE, WKT_LITERAL, XSD, entity_id

Node = ox.NamedNode | ox.BlankNode | ox.Literal
_COMMONS = "http://commons.wikimedia.org/"
_WKT = ox.NamedNode(WKT_LITERAL)
_MATH = ox.NamedNode("http://www.w3.org/1998/Math/MathML")
_DATE, _DECIMAL = ox.NamedNode(f"{XSD}dateTime"), ox.NamedNode(f"{XSD}decimal")
_INTEGER = f"<{XSD}integer>"
_EARTH = f"{ENTITY}Q2"
_NO_UNIT = f"{ENTITY}Q199"
FULL = frozenset({"time", "quantity"})
"""Kinds of values whose full values are kept: of the others (coordinates) nobody asks for more than the plain one."""


def value_of(snak: dict[str, Any]) -> Node | None:
    """The plain value of a snak that has one, None where RDF has none.

    Raises ValueError for what the dumps have now and then (a URL with spaces, a language tag that is none).
    """
    datavalue = snak["datavalue"]
    kind, value = datavalue["type"], datavalue["value"]
    if kind in _READERS:
        return _READERS[kind](value)
    return _text(snak.get("datatype"), value) if kind == "string" else None


def unknown(*about: str) -> ox.BlankNode:
    """The node of an unknown value, always the same for what is said of it."""
    return ox.BlankNode(_hash("".join(about).encode()))


def tells_more(snak: dict[str, Any]) -> bool:
    """Whether the full value has what the plain one has not: a unit or that there is none, a precision, a calendar."""
    datavalue = snak.get("datavalue") or {}
    if datavalue.get("type") == "quantity":
        return True
    return datavalue.get("type") == "time" and not WikibaseTime.of(datavalue["value"]).is_plain


def full_value(snak: dict[str, Any], plain: Node) -> tuple[str, str]:
    """The node of a time's or a quantity's full value, and its N-Triples; equal values share a node.

    Raises ValueError for a unit that is no entity.
    """
    datavalue = snak["datavalue"]
    value = datavalue["value"]
    node = f"<{VALUE}{_hash(orjson.dumps(value, option=orjson.OPT_SORT_KEYS))}>"
    if datavalue["type"] == "quantity":
        return node, (
            f"{node} <{ONTOLOGY}quantityAmount> {plain} .\n{node} <{ONTOLOGY}quantityUnit> <{_unit(value)}> .\n"
        )
    time = WikibaseTime.of(value)
    precision = f'"{time.precision}"^^{_INTEGER}'
    lines = f"{node} <{ONTOLOGY}timeValue> {plain} .\n{node} <{ONTOLOGY}timePrecision> {precision} .\n"
    if time.julian:
        lines += f"{node} <{ONTOLOGY}timeCalendarModel> <{JULIAN}> .\n"
    return node, lines


def _unit(value: dict[str, Any]) -> str:
    unit = value.get("unit") or "1"
    if unit == "1":
        return _NO_UNIT
    identifier = entity_id(unit.replace("https:", "http:", 1))
    if identifier is None:
        raise ValueError(f"no unit: {unit}")
    return ENTITY + identifier


def _hash(content: bytes) -> str:
    return md5(content, usedforsecurity=False).hexdigest()


def _text(datatype: str | None, value: str) -> Node:
    if datatype == "url":
        return ox.NamedNode(value)
    if datatype == "commonsMedia":
        return ox.NamedNode(f"{_COMMONS}wiki/Special:FilePath/{quote(value)}")
    if datatype in {"geo-shape", "tabular-data"}:
        return ox.NamedNode(f"{_COMMONS}data/main/{quote(value)}")
    return ox.Literal(value, datatype=_MATH) if datatype == "math" else ox.Literal(value)


def _entity(value: dict[str, Any]) -> Node:
    identifier = value.get("id") or f"Q{int(value['numeric-id'])}"  # old dumps have the number only
    return ox.NamedNode(ENTITY + identifier)


def _quantity(value: dict[str, Any]) -> Node:
    return ox.Literal(value["amount"], datatype=_DECIMAL)


def _coordinate(value: dict[str, Any]) -> Node:
    point = f"Point({value['longitude']} {value['latitude']})"
    globe = value.get("globe") or _EARTH
    return ox.Literal(point if globe == _EARTH else f"<{globe}> {point}", datatype=_WKT)


def _monolingual(value: dict[str, Any]) -> Node:
    return ox.Literal(value["text"], language=value["language"])


def _time(value: dict[str, Any]) -> Node:
    literal = WikibaseTime.of(value).literal()
    return ox.Literal(value["time"]) if literal is None else ox.Literal(literal, datatype=_DATE)


_READERS: dict[str, Callable[[dict[str, Any]], Node]] = {
    "wikibase-entityid": _entity,
    "quantity": _quantity,
    "globecoordinate": _coordinate,
    "monolingualtext": _monolingual,
    "time": _time,
}
