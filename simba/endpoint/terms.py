"""The terms of SPARQL's JSON results as values, written as the embedded store writes them.

Servers keep numbers, dates and places in forms of their own; the same value must read the same from each of them:

- integers and decimals without plus sign and idle zeros, integers of all kinds as xsd:integer;
- truths as true and false (Virtuoso writes 1 and 0);
- years with four digits (Virtuoso counts the minus sign among them: "-044-03-15" is of 45 BC);
- points as Wikidata writes them (Virtuoso's "POINT(37.6 55.75)" has a datatype of its own).
"""

from __future__ import annotations

import re
from decimal import Decimal

from simba.answer import Value
from simba.common.vocabulary import WKT_LITERAL, XSD

UNKNOWN_VALUE = "http://www.wikidata.org/.well-known/genid/"
"""How Wikidata's own endpoint writes a blank node."""
PLAIN = frozenset({f"{XSD}string", "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"})
DATES = frozenset(f"{XSD}{name}" for name in ("dateTime", "date", "gYear", "gYearMonth"))
INTEGERS = frozenset(
    XSD + name
    for name in (
        *("integer", "long", "int", "short", "byte", "nonNegativeInteger", "positiveInteger"),
        *(
            "nonPositiveInteger",
            "negativeInteger",
            "unsignedLong",
            "unsignedInt",
            "unsignedShort",
            "unsignedByte",
        ),
    )
)
DECIMAL = f"{XSD}decimal"
GEOMETRY = "http://www.openlinksw.com/schemas/virtrdf#Geometry"
_NUMBER = re.compile(r"[+-]?\d{1,400}(\.\d{0,400})?")
_DATE = re.compile(r"([+-]?)(\d+)(.*)")


def value_of(term: dict[str, str]) -> Value | None:
    """A term of SPARQL's JSON results; an unknown value (a blank node) is no answer."""
    kind, text = term["type"], term["value"]
    if kind == "uri":
        return None if text.startswith(UNKNOWN_VALUE) else Value("uri", text, None, None)
    if kind in {"literal", "typed-literal"}:
        datatype = term.get("datatype")
        return Value("literal", *_literal(text, None if datatype in PLAIN else datatype), None)
    return None


def _literal(text: str, datatype: str | None) -> tuple[str, str | None]:
    """A literal as Oxigraph writes it; what is malformed stays as it is."""
    if datatype in DATES and (date := _DATE.fullmatch(text)):
        return f"{date[1].lstrip('+')}{date[2]:0>4}{date[3]}", datatype
    if datatype in INTEGERS and _NUMBER.fullmatch(text) and "." not in text:
        return str(int(text)), f"{XSD}integer"
    if datatype == DECIMAL and _NUMBER.fullmatch(text):
        whole, _, fraction = f"{Decimal(text):f}".partition(".")
        fraction = fraction.rstrip("0")
        return (f"{whole}.{fraction}" if fraction else whole), datatype
    if datatype == f"{XSD}boolean":
        return {"1": "true", "0": "false"}.get(text, text), datatype
    if datatype == GEOMETRY:
        return text.replace("POINT", "Point", 1), WKT_LITERAL
    return text, datatype
