"""Wikidata's JSON dump: one entity a line, turned into the triples that Wikibase's RDF export has of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import orjson
import pyoxigraph as ox

from simba.building.blocks import Block, Parsed
from simba.building.records import Wanted, claims_of, records_of
from simba.building.wikibase_statements import Claim, best, nodes_of, said
from simba.building.wikibase_values import Node
from simba.common.vocabulary import (
    ALIAS,
    DESCRIPTION,
    DIRECT,
    ENTITY,
    LABEL,
    PREFIXES,
    SAME_AS,
    SITELINKS,
    TYPE,
    XSD,
    is_entity_id,
    is_property_id,
)


def parse_block(task: tuple[Block, Wanted]) -> Parsed:
    """The entities of a block, each on a line; of what has no use for the index only, none is parsed."""
    block, wanted = task
    lines = block.lines()
    parsed = Parsed(block.end, block.line + len(lines))
    for number, reason in block.bad:
        parsed.reject(number, reason)
    triples: list[ox.Triple] = []
    nodes: list[str] = []
    for number, line in enumerate(lines, block.line):
        line = line.strip().rstrip(b",")
        if line in {b"", b"[", b"]"}:
            continue
        parsed.read += 1
        if not wanted.facts and not _useful(line, wanted):
            parsed.dropped += 1
            continue
        try:
            found, more = triples_of(orjson.loads(line), wanted)
            triples += found
            nodes += more
        except orjson.JSONDecodeError as error:
            parsed.reject(number, f"not valid JSON: {error.msg}")
        except (TypeError, ValueError, KeyError, AttributeError):
            parsed.reject(number, "not a Wikidata entity")
    texts = "".join(nodes)
    parsed.kept = len(triples) + texts.count("\n")
    parsed.records = records_of(triples, wanted)
    if wanted.facts:
        parsed.records += claims_of(triples)
        parsed.triples = (ox.serialize(triples, format=ox.RdfFormat.N_TRIPLES) or b"") + texts.encode()
    return parsed


def _useful(line: bytes, wanted: Wanted) -> bool:
    return (
        b'"P279"' in line
        or b'"redirect"' in line
        or any(f'"{language}"'.encode() in line for language in wanted.languages)
    )


def triples_of(entity: Any, wanted: Wanted) -> tuple[list[ox.Triple], list[str]]:
    """The triples of an entity, and those of its statements' nodes in N-Triples.

    Raises TypeError, ValueError, KeyError or AttributeError where it is none.
    """
    if "redirect" in entity:
        return [_redirect(entity)], []
    if not is_entity_id(entity["id"]):
        raise ValueError(entity["id"])
    node = ox.NamedNode(ENTITY + entity["id"])
    triples = []

    def add(predicate: str, value: Node) -> None:
        triples.append(ox.Triple(node, ox.NamedNode(predicate), value))

    for key, predicate in (("labels", LABEL), ("aliases", ALIAS), ("descriptions", DESCRIPTION)):
        texts = entity.get(key) or {}  # PHP writes an empty object as []
        for language in (*wanted.languages, *(wanted.found_by if key != "descriptions" else ())):
            found = texts.get(language) or []
            for text in found if isinstance(found, list) else [found]:
                add(predicate, ox.Literal(text["value"], language=language))
    if entity.get("type") == "item":
        count = str(len(entity.get("sitelinks") or {}))
        add(SITELINKS, ox.Literal(count, datatype=ox.NamedNode(f"{XSD}integer")))
    claims = entity.get("claims") or {}
    nodes: list[str] = []
    for prop in claims if wanted.facts else ("P31", "P279"):
        if is_property_id(prop) and (same := claims.get(prop)):
            for predicate, value in _direct(entity["id"], prop, same):
                add(predicate, value)
            if wanted.facts and wanted.statements != "none":
                nodes += nodes_of(entity["id"], prop, same, wanted.statements)
    return list(dict.fromkeys(triples)), list(dict.fromkeys(nodes))


def _direct(entity: str, prop: str, claims: list[Claim]) -> Iterator[tuple[str, Node]]:
    """The direct claims: of the best statements, what they say."""
    for claim in best(claims):
        snak = claim["mainsnak"]
        if snak["snaktype"] == "novalue":
            yield TYPE, ox.NamedNode(f"{PREFIXES['wdno']}{prop}")
            continue
        with suppress(ValueError):  # a URL with spaces, a language tag that is none: the dumps have some
            value = said(snak, entity, prop, str(claim.get("id")))
            if value is not None:
                yield DIRECT + prop, value


def _redirect(entity: dict[str, str]) -> ox.Triple:
    """From a page that only says what the item has been merged into."""
    old, new = entity["entity"], entity["redirect"]
    if not is_entity_id(old) or not is_entity_id(new):
        raise ValueError(old)
    return ox.Triple(ox.NamedNode(ENTITY + old), ox.NamedNode(SAME_AS), ox.NamedNode(ENTITY + new))


def looks_right(block: Block) -> bool:
    """Whether it begins as the dump does."""
    return block.data.lstrip()[:1] in {b"[", b"{", b""}
