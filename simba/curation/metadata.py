"""What a query and its results tell of a question: QUANT's metadata (Gusmita et al. 2019, section 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from simba.answer import Value
from simba.common.vocabulary import DIRECT, ENTITY, XSD, entity_id, is_property_id
from simba.curation.asking import Results
from simba.curation.rewriting import iris, tokens
from simba.evaluation.scoring import DATES, NUMBERS

AGGREGATES = frozenset({"COUNT", "SUM", "AVG", "MIN", "MAX", "SAMPLE", "GROUP_CONCAT"})


def metadata(query: str, results: Results) -> Mapping[str, Any]:
    """The fields that are certain: answer type (of what is returned), aggregation, whether only wd: and wdt: are used,
    and that nothing is returned."""
    found: dict[str, Any] = {
        "aggregation": any(token.upper in AGGREGATES for token in tokens(query)),
        "onlywd": all(map(_is_plain, iris(query))),
        "outofscope": not results.values,
    }
    kind = answer_type(results)
    return {"answertype": kind, **found} if kind else found


def answer_type(results: Results) -> str | None:
    """What is returned: "boolean", "resource", "date", "number" or "string", as most of it is; None of nothing."""
    if results.boolean is not None:
        return "boolean"
    counted = Counter(map(_type_of, results.values))
    return max(sorted(counted), key=lambda kind: counted[kind]) if counted else None


def _type_of(value: Value) -> str:
    if value.type == "uri":
        return "resource"
    if value.datatype in DATES:
        return "date"
    if value.datatype in NUMBERS:
        return "number"
    return "boolean" if value.datatype == f"{XSD}boolean" else "string"


def _is_plain(iri: str) -> bool:
    """Whether an IRI is an item or a direct claim of Wikidata; datatypes and functions do not count."""
    if iri.startswith((XSD, DIRECT)):
        return iri.startswith(XSD) or is_property_id(iri.removeprefix(DIRECT))
    return iri.startswith(ENTITY) and entity_id(iri) is not None
