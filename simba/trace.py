"""The reasoning as plain data: what `--trace`, the page and the harness show."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from simba.query import Hop, Labels, entities, expression, is_plain, main_hop, properties, sparql, words
from simba.russian.text import Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simba.kb.facts import Texts
    from simba.reasoning import Reasoning
    from simba.stages.attempts import Attempt
    from simba.stages.confidence import Trust
    from simba.stages.links import Candidate
    from simba.stages.parse import Token
    from simba.stages.ranking import Reading


def trace(
    reasoning: Reasoning, texts: Texts, names: Mapping[str, str], *, whole: bool = True
) -> dict[str, Any]:
    """Every stage's result, in the order of the stages; spans are [start, stop) in characters of ``text``, the
    question as it was read.

    ``labels`` are of all that the queries mention: the texts' or, of properties without one, the rules' names. What
    takes the longest to write down is there only if the ``whole`` is wanted: tokens, mentions, confidence, and of a
    query its SPARQL, its score and, of one for one fact, its words.
    """
    text = reasoning.parse.text
    interrogative = reasoning.interrogative
    readings = _in_order(reasoning)
    labels = _labels(reasoning, texts, names)
    attempts = {attempt.reading.form: attempt for attempt in reasoning.attempts}
    return {
        "text": text,
        "tokens": [_token(token) for token in reasoning.parse.tokens] if whole else [],
        "interrogative": {
            "name": interrogative.name,
            "removed": [
                {"span": _span(span), "text": text[span.start : span.stop]} for span in interrogative.removed
            ],
            "expects": interrogative.type,
            "noun": interrogative.noun.lemma if interrogative.noun else None,
            "several": interrogative.several,
            "polar": interrogative.polar,
        },
        "mentions": [
            {"span": _span(mention.span), "text": mention.text, "source": mention.source}
            for mention in (reasoning.mentions if whole else ())
        ],
        "candidates": [_candidate(candidate, texts) for candidate in reasoning.links.candidates],
        "properties": [
            {
                "property": proposal.rule.property,
                "name": proposal.rule.name,
                "direction": proposal.rule.direction,
                "answer": sorted(proposal.rule.answer),
                "span": _span(proposal.span),
                "gaps": [_span(gap) for gap in proposal.gaps if gap.stop > gap.start],
                "words": without_gaps(text, proposal.span, proposal.gaps),
                "rule": asdict(proposal.source) if proposal.source else None,
            }
            for proposal in reasoning.proposals.candidates
        ],
        "queries": [
            _query(number, reading, attempts.get(reading.form), labels.get, whole=whole)
            for number, reading in enumerate(readings, 1)
        ],
        "confidence": _confidence(reasoning.trust) if whole else None,
        "labels": labels,
    }


def _in_order(reasoning: Reasoning) -> tuple[Reading, ...]:
    composed, ranked = reasoning.composition.readings, reasoning.ranking.readings
    ordered = (*composed, *ranked) if reasoning.composition.first else (*ranked, *composed)
    known = {reading.form for reading in ordered}
    return (*ordered, *(one.reading for one in reasoning.attempts if one.reading.form not in known))


def _labels(reasoning: Reasoning, texts: Texts, names: Mapping[str, str]) -> dict[str, str]:
    forms = [reading.form for reading in _in_order(reasoning)]
    forms += [attempt.form for attempt in reasoning.attempts]
    mentioned = dict.fromkeys(one for form in forms for one in (*entities(form), *properties(form)))
    found = {one: texts.label(one) or names.get(one) for one in mentioned}
    return {identifier: label for identifier, label in found.items() if label}


def _span(span: Span) -> list[int]:
    return [span.start, span.stop]


def without_gaps(text: str, span: Span, gaps: tuple[Span, ...]) -> str:
    """The words that a match spells out, with an ellipsis for those it passed over."""
    pieces, start = [], span.start
    for gap in sorted(gap for gap in gaps if gap.stop > gap.start):
        pieces.append(text[start : gap.start].strip())
        start = max(start, gap.stop)
    pieces.append(text[start : span.stop].strip())
    return " … ".join(piece for piece in pieces if piece)


def _token(token: Token) -> dict[str, Any]:
    return {
        "id": token.index,
        "text": token.text,
        "span": _span(token.span),
        "lemma": token.lemma,
        "pos": token.pos,
        "features": [f"{key}={value}" for key, value in sorted(token.features.items())],
        "head": token.head,
        "relation": token.relation,
    }


def _candidate(candidate: Candidate, texts: Texts) -> dict[str, Any]:
    entity = candidate.entity
    return {
        "entity": entity.id,
        "label": texts.label(entity.id),
        "description": texts.description(entity.id),
        "name": entity.name,
        "mention": candidate.mention.text,
        "span": _span(candidate.mention.span),
        "route": candidate.route,
        "class_noun": candidate.class_noun.text if candidate.class_noun else None,
        "sitelinks": entity.sitelinks,
        "score": round(candidate.score, 4),
        "addends": _addends(candidate.addends._asdict()),
    }


def _query(
    rank: int, reading: Reading, attempt: Attempt | None, labels: Labels, *, whole: bool
) -> dict[str, Any]:
    """A query; ``results`` and ``accepted`` are None where it was not tried because an earlier one answered.

    ``reading`` is the form without the class that its values were narrowed to: what a reader may choose. Of a list that
    was cut (``truncated``) there are more results than are counted.
    """
    form = attempt.form if attempt else reading.form
    entity, prop, direction = main_hop(reading.form) or (None, None, None)
    told: dict[str, Any] = {
        "rank": rank,
        "form": (written := expression(form)),
        "reading": written if form is reading.form else expression(reading.form),
        "entity": entity,
        "property": prop,
        "direction": direction,
    }
    if whole or not (isinstance(form, Hop) and is_plain(form)):
        told["words"] = words(form, labels)
    if whole:
        told |= {
            "sparql": sparql(form),
            "score": round(reading.score, 4),
            "addends": _addends(reading.addends._asdict()),
            "unexplained": [*reading.unexplained, *(attempt.overlooked if attempt else ())],
            "likened": [list(pair) for pair in reading.likened],
        }
    return told | {
        "results": len(attempt.values) if attempt else None,
        "accepted": len(attempt.accepted) if attempt else None,
        "truncated": attempt.truncated if attempt else None,
        "of_class": attempt.of_class if attempt else None,
    }


def _confidence(trust: Trust | None) -> dict[str, Any] | None:
    """How sure the answer is; the addends are of its logit, ``rules/confidence.yaml`` says what each means."""
    if trust is None:
        return None
    return {
        "value": round(trust.confidence, 4),
        "required": trust.required,
        "bias": trust.weighed.bias,
        "signs": [
            {
                "sign": name,
                "name": trust.weighed.told[name].name,
                "value": round(value, 4),
                "addend": round(addend, 4),
            }
            for name, value, addend in zip(trust.signs._fields, trust.signs, trust.addends, strict=True)
        ],
    }


def _addends(addends: dict[str, float]) -> dict[str, float]:
    """What adds up to a score; ``rules/weights.yaml`` says what each means."""
    return {name: round(value, 4) for name, value in addends.items() if value}
