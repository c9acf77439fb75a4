"""The statements of Wikidata's JSON as nodes with rank, qualifiers and full values, as Wikibase's RDF export has them.

Left out is what no question asks for: references, the nodes' types, normalized values, bounds, full coordinates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from hashlib import md5
from typing import Any

import orjson

from simba.building.records import Statements
from simba.building.wikibase_values import FULL, Node, full_value, tells_more, unknown, value_of
from simba.common.vocabulary import ENTITY, ONTOLOGY, PREFIXES, STATEMENT, TYPE, is_property_id

Claim = dict[str, Any]
_RANKS = {rank: f"<{ONTOLOGY}{rank.capitalize()}Rank>" for rank in ("preferred", "normal", "deprecated")}
_NO_NAME = re.compile(r"[^\w-]", re.ASCII)


def best(claims: list[Claim]) -> Iterator[Claim]:
    """The preferred statements, or the normal ones where none is preferred: what direct claims say."""
    ranks = {claim["rank"] for claim in claims}
    rank = "preferred" if "preferred" in ranks else "normal"
    return (claim for claim in claims if claim["rank"] == rank)


def nodes_of(entity: str, prop: str, claims: list[Claim], kept: Statements) -> Iterator[str]:
    """The N-Triples of an entity's statements with one property, in pieces that may be the same.

    Those that are "needed" are all but the deprecated ones, where one has qualifiers or another rank than the others,
    or a value that the direct claim does not tell in full; else the direct claims say it all.
    """
    if kept == "needed":
        claims = [claim for claim in claims if claim["rank"] != "deprecated"]
        if not _need_nodes(claims):
            return
    for claim in claims:
        with suppress(ValueError):  # its value is none that RDF could have
            yield "".join(_statement(entity, prop, claim, kept))


def _need_nodes(claims: list[Claim]) -> bool:
    return len({claim["rank"] for claim in claims}) > 1 or any(
        claim.get("qualifiers") or tells_more(claim["mainsnak"]) for claim in claims
    )


def _statement(entity: str, prop: str, claim: Claim, kept: Statements) -> Iterator[str]:
    name = _name(entity, claim)
    node = f"<{STATEMENT}{name}>"
    yield f"<{ENTITY}{entity}> <{PREFIXES['p']}{prop}> {node} .\n{node} <{ONTOLOGY}rank> {_RANKS[claim['rank']]} .\n"
    yield from _snak(node, name, claim["mainsnak"], prop, "ps", full=True)
    for other, snaks in (claim.get("qualifiers") or {}).items():
        if is_property_id(other):
            for snak in snaks:
                with suppress(ValueError):
                    yield "".join(
                        _snak(node, name, snak, other, "pq", full=kept == "all" or tells_more(snak))
                    )


def _snak(node: str, name: str, snak: Claim, prop: str, prefix: str, *, full: bool) -> Iterator[str]:
    """What a statement says: a value, that there is one or that there is none."""
    if snak["snaktype"] == "novalue":
        yield f"{node} <{TYPE}> <{PREFIXES['wdno']}{prop}> .\n"
        return
    plain = said(snak, name, prefix, prop)
    if plain is None:
        return
    yield f"{node} <{PREFIXES[prefix]}{prop}> {plain} .\n"
    if full and snak["snaktype"] == "value" and snak["datavalue"]["type"] in FULL:
        value, lines = full_value(snak, plain)
        yield f"{node} <{PREFIXES[f'{prefix}v']}{prop}> {value} .\n{lines}"


def said(snak: Claim, *about: str) -> Node | None:
    """The plain value of a snak, a blank node of an unknown one; None where there is none. Raises as `value_of`."""
    if snak["snaktype"] == "somevalue":
        return unknown(*about, snak.get("hash") or "")
    return value_of(snak) if snak["snaktype"] == "value" else None


def _name(entity: str, claim: Claim) -> str:
    """The node's, as Wikibase makes it of the statement's identifier; of one that has none, of its content."""
    identifier = claim.get("id")
    if not isinstance(identifier, str):
        content = orjson.dumps(claim, option=orjson.OPT_SORT_KEYS)
        identifier = f"{entity}-{md5(content, usedforsecurity=False).hexdigest()}"
    return _NO_NAME.sub("-", identifier)
