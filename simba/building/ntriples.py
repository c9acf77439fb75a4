"""N-Triples: Wikidata's truthy dump, of which most lines are dropped before they are parsed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pyoxigraph as ox

from simba.building.blocks import Block, Parsed
from simba.building.leftout import left_out
from simba.building.records import Wanted, claims_of, records_of
from simba.common.vocabulary import (
    ALIAS,
    DESCRIPTION,
    DIRECT,
    INSTANCE_OF,
    LABEL,
    SAME_AS,
    SITELINKS,
    SUBCLASS_OF,
)

_TEXT = tuple(f"<{predicate}>".encode() for predicate in (LABEL, ALIAS, DESCRIPTION))
_NAME = _TEXT[:2]
_LINK = tuple(f"<{DIRECT}{prop}>".encode() for prop in (INSTANCE_OF, SUBCLASS_OF))
_SITELINKS = f"<{SITELINKS}>".encode()
_SAME_AS = f"<{SAME_AS}>".encode()
_CLAIM = f"<{DIRECT}".encode()
LOOKED_AT = 100
"""Lines by which a file of something else is told."""
_INSIDE, MAX_INSIDE = b"<<(", 3
"""What begins a triple inside a triple, and how often: a hundred thousand of them bring the parser down."""
_LANGUAGE = slice(-12, None)
"""Where in a line the language of most texts is; of the others the predicate will tell."""
_TAG = re.compile(rb'"@([A-Za-z0-9-]+)')


def parse_block(task: tuple[Block, Wanted]) -> Parsed:
    """Drop the lines that are not wanted, by a few of their bytes; parse the others."""
    block, wanted = task
    lines = block.lines()
    parsed = Parsed(block.end, block.line + len(lines), read=len(lines))
    for number, reason in block.bad:
        parsed.reject(number, reason)
    keep = _keeper(wanted)
    numbers = [number for number, line in enumerate(lines) if keep(line)]
    parsed.dropped = len(lines) - len(numbers)
    _parse([lines[number] for number in numbers], [block.line + number for number in numbers], wanted, parsed)
    return parsed


def _keeper(wanted: Wanted) -> Callable[[bytes], bool]:
    every = (*wanted.languages, *wanted.found_by)
    endings = tuple(f"@{language} .".encode() for language in every)
    languages = {language.encode() for language in wanted.languages}
    finding = {language.encode() for language in wanted.found_by}
    nodes = wanted.statements != "none"

    def facts(line: bytes) -> bool:
        if line.startswith(_CLAIM, line.find(b" ") + 1):
            return True
        if any(text in line for text in _TEXT):
            tag = _TAG.match(line, max(0, line.rfind(b'"')))
            if tag is None or tag[1].lower() in languages:
                return True
            return tag[1].lower() in finding and any(name in line for name in _NAME)
        parts = line.split(None, 2)
        return len(parts) < 3 or not left_out(*parts, nodes=nodes)

    def index_only(line: bytes) -> bool:
        end = line[_LANGUAGE]
        if b'"@' in end and end.endswith(b" ."):
            return line.endswith(endings) and any(text in line for text in _TEXT)
        if _LINK[0] in line or _SITELINKS in line or _LINK[1] in line or _SAME_AS in line:
            return True
        return not line.endswith(b" .")  # not written as in the dumps: the parser will tell

    return facts if wanted.facts else index_only


def _parse(lines: list[bytes], numbers: list[int], wanted: Wanted, parsed: Parsed) -> None:
    """Parse all lines at once; where one is bad, each half by itself, down to that line."""
    deep = [place for place, line in enumerate(lines) if line.count(_INSIDE) > MAX_INSIDE]
    for place in reversed(deep):
        parsed.reject(numbers.pop(place), "triples inside one another")
        del lines[place]
    try:
        triples = list(ox.parse(b"\n".join(lines), ox.RdfFormat.N_TRIPLES))
    except SyntaxError as error:
        if len(lines) == 1:
            parsed.reject(numbers[0], error.msg)
            return
        middle = len(lines) // 2
        _parse(lines[:middle], numbers[:middle], wanted, parsed)
        _parse(lines[middle:], numbers[middle:], wanted, parsed)
        return
    parsed.kept += len(triples)
    parsed.records += records_of(triples, wanted)
    if wanted.facts:
        parsed.records += claims_of(triples)
        parsed.triples += b"\n".join([*lines, b""])


def looks_right(block: Block) -> bool:
    """Whether any of the first lines is a triple."""
    parsed = Parsed()
    _parse(block.lines()[:LOOKED_AT], list(range(LOOKED_AT)), Wanted((), facts=False), parsed)
    return bool(parsed.kept) or not parsed.bad
