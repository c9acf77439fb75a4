"""The questions of a benchmark in RuBQ's and QALD's formats, with what was done to each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pyoxigraph as ox

from simba.answerability.ablated import AblatedQuestion
from simba.answerability.routes import Node
from simba.common.vocabulary import ENTITY, XSD
from simba.evaluation.datasets import LANGUAGE, Format
from simba.evaluation.gold import NO_ANSWER

Item = dict[str, Any]
_ENGLISH = "en"


def rubq_item(one: AblatedQuestion, original: Item, kind: Format) -> Item:
    """A question as an element of RuBQ's list; ``original`` is that of the set it comes from."""
    item = dict(original) if kind == "rubq" else _rubq_of_qald(one, original)
    tags = [tag for tag in item.get("tags") or [] if tag != NO_ANSWER]
    item |= {
        "query": _query(one),
        "answers": [_as_written(answer, item.get("answers")) for answer in one.answers],
        "tags": tags if one.status == "answerable" else [*tags, NO_ANSWER],
        "ablation": label(one),
    }
    if one.status == "NK":
        item |= {"question_uris": None, "question_props": None}
    return item


def qald_item(one: AblatedQuestion, original: Item, kind: Format) -> Item:
    """A question as an element of QALD's list; ``original`` is that of the set it comes from."""
    item = dict(original) if kind == "qald" else _qald_of_rubq(one, original)
    query = item.get("query")
    return item | {
        "query": {**(query if isinstance(query, dict) else {}), "sparql": _query(one)},
        "answers": [_results(one)],
        "ablation": label(one),
    }


def label(one: AblatedQuestion) -> Item:
    """What was done to a question, as docs/answerability.md has it."""
    return {
        "status": one.status,
        "category": None if one.status == "answerable" else one.category,
        "by": None if one.status == "answerable" or one.by is None else one.by.name,
        "missing": list(one.missing),
        "ideal_query": one.question.query,
        "ideal_answers": [plain(answer) for answer in one.ideal],
    }


def plain(node: Node) -> Item:
    """A value as RuBQ writes answers."""
    if isinstance(node, ox.NamedNode):
        return {"type": "uri", "value": node.value}
    if isinstance(node, ox.Literal):
        found = {"type": "literal", "value": node.value}
        if node.language:
            return found | {"xml:lang": node.language}
        return found if node.datatype.value == f"{XSD}string" else found | {"datatype": node.datatype.value}
    return {"type": "bnode", "value": str(node)}


def _query(one: AblatedQuestion) -> str | None:
    return None if one.status == "NK" else one.question.query


def _as_written(answer: Node, originals: Any) -> Item:
    """An answer with the labels that the question set gives it, if it has it."""
    found = plain(answer)
    for original in originals if isinstance(originals, list) else []:
        if isinstance(original, Mapping) and str(original.get("value")) == found["value"]:
            return dict(original)
    return found


def _results(one: AblatedQuestion) -> Item:
    """The answers as SPARQL results in JSON."""
    if one.query.is_ask and one.answers:
        return {"head": {}, "boolean": plain(one.answers[0])["value"] == "true"}
    name = str(next(iter(one.query.answers), "answer"))
    rows = [{name: plain(answer)} for answer in one.answers]
    return {"head": {"vars": [name]}, "results": {"bindings": rows}}


def _rubq_of_qald(one: AblatedQuestion, original: Item) -> Item:
    texts = {text.get("language"): text.get("string") for text in original["question"]}
    item: Item = {
        "uid": original["id"],
        "question_text": one.question.text,
        "question_uris": [ENTITY + name for name in one.question.entities],
        "question_props": [f"wdt:{name}" for name in one.question.properties],
    }
    return item | ({"question_eng": texts[_ENGLISH]} if texts.get(_ENGLISH) else {})


def _qald_of_rubq(one: AblatedQuestion, original: Item) -> Item:
    texts = {LANGUAGE: one.question.text, _ENGLISH: original.get("question_eng")}
    versions = [{"language": name, "string": text} for name, text in texts.items() if text]
    return {"id": original["uid"], "question": versions}


def dropped(drops: Iterable[Any], questions: Iterable[AblatedQuestion]) -> list[Item]:
    """The lines of the list of dropped elements."""
    some = list(questions)
    return [
        {
            **drop.name,
            "with": [*drop.others, *(list(fact.key) for fact in drop.mirrors)],
            "triples": len(drop.triples),
            "questions": [one.question.id for one in some if one.by is drop],
        }
        for drop in drops
    ]
