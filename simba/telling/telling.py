"""From the reasoning to what people get: the answer with its labels, or the abstention with its reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from simba.answer import Answer, Labelled, Paraphrase, Value
from simba.context import MAX_NAMES, MAX_TEXT, MAX_VALUES, Context, Naming
from simba.display import ShownAnswer
from simba.errors import EndpointError
from simba.kb.facts import FactStore, Texts, entity_ids
from simba.query import (
    Count,
    Form,
    Labels,
    entities,
    expression,
    is_plain,
    main_hop,
    properties,
    sparql,
    words,
)
from simba.reasoning import Reasoning
from simba.russian.letters import on_russian_keys
from simba.russian.morphology import in_dictionary
from simba.russian.text import Span
from simba.stages.attempts import Attempt
from simba.stages.linking.lookup import is_name
from simba.stages.mentions import Mention
from simba.telling.labelling import as_read, ranked_of
from simba.telling.stopped import Stop, said, stop_of
from simba.trace import trace

MAX_UNFOUND = 3
"""Names that are told where none was found."""
MAX_NAMESAKES = 10
"""Namesakes that are told of the entity that was taken."""


def answer_of(reasoning: Reasoning, store: FactStore, names: Mapping[str, str]) -> Answer:
    """The answer that the reasoning came to; labels are the store's texts, of properties also the rules' names."""
    attempt = reasoning.chosen
    if attempt is None:
        return _abstention(reasoning, store, names)
    plain = is_plain(attempt.form)
    entity, hop = _entity(reasoning, attempt), main_hop(attempt.reading.form)
    shown = set(entity_ids(attempt.accepted))
    namesakes = _namesakes(reasoning, entity)
    about = {*namesakes}
    if entity is not None:
        about.add(entity.id)
    proposal = attempt.reading.proposal
    name = proposal.rule.name if proposal else names.get(hop[1]) if hop else None
    if hop and not name and shown | about:
        about.add(hop[1])
    ranked = ranked_of(reasoning, attempt)
    # A plain answer's literals need no texts; those of the trace are asked for by who reads it.
    texts = store.describe(about, ranked=ranked, named=shown) if shown | about else None

    def named(identifier: str) -> str | None:
        return names.get(identifier) or _labels(texts, names)(identifier)

    def explain(whole: bool) -> dict[str, Any]:
        return trace(reasoning, store.describe(_traced(reasoning) | about | shown), names, whole=whole)

    def tell() -> Paraphrase:
        def described() -> Texts:
            return texts or store.describe(_mentioned(attempt.form))

        return Paraphrase() if plain else _told(attempt.form, names, lambda: None, described)

    return ShownAnswer(
        reasoning.question,
        "answered",
        None,
        as_read(attempt, ranked, store, texts, named),
        _with_label(entity, texts),
        Labelled(hop[1], name or _labels(texts, names)(hop[1])) if hop else None,
        hop[2] if hop else None,
        sparql(attempt.form),
        form=expression(attempt.form),
        confidence=reasoning.trust.confidence if reasoning.trust else None,
        truncated=attempt.truncated,
        unexplained=attempt.reading.unexplained,
        corrected=_corrected(reasoning, attempt.form),
        likened=attempt.reading.likened,
        namesakes=tuple(Labelled(one, texts.label(one) if texts else None) for one in namesakes),
        explain=explain,
        tell=tell,
        context=_context(reasoning, attempt.form, attempt.accepted),
    )


def _abstention(reasoning: Reasoning, store: FactStore, names: Mapping[str, str]) -> Answer:
    best = reasoning.found if reasoning.reason == "unsure" else reasoning.abstention.missing
    empty = best is not None and (not best.values or isinstance(best.form, Count))
    stopped = empty and best is not None and not is_plain(best.form) and reasoning.reason != "unsure"

    @cache
    def stop() -> Stop | None:
        return stop_of(best.form, store) if best is not None and stopped else None

    @cache
    def texts() -> Texts:  # by one request, for the trace and for what is told of the best reading
        where = stop()
        reached = set(entity_ids(where.reached)) if where else set()
        return store.describe(_traced(reasoning) | reached | (_mentioned(best.form) if best else set()))

    def explain(whole: bool) -> dict[str, Any]:
        return trace(reasoning, texts(), names, whole=whole)

    def tell() -> Paraphrase:
        if best is None:
            return Paraphrase(None, ", ".join(f"«{one}»" for one in _unfound(reasoning)) or None)
        return _told(best.form, names, stop, texts)

    return ShownAnswer(
        reasoning.question,
        "abstained",
        reasoning.reason,
        form=expression(best.form) if best else None,
        confidence=reasoning.trust.confidence if reasoning.trust else None,
        unexplained=best.overlooked if best else _strange(reasoning),
        corrected=_corrected(reasoning, best.form if best else None),
        explain=explain,
        tell=tell,
        context=_context(reasoning, best.form if best else None, ()),
    )


def _entity(reasoning: Reasoning, attempt: Attempt) -> Labelled | None:
    """The entity of the main hop, called as it was found: of a label index, by its label; else by a name of it."""
    hop = main_hop(attempt.form)
    if hop is None:
        return None
    own = attempt.reading.candidate
    for candidate in (own, *reasoning.links.candidates) if own else reasoning.links.candidates:
        found = candidate.entity
        if found.id == hop[0]:
            return Labelled(
                found.id, found.name if found.kind == "label" else None, found.description or None
            )
    return Labelled(hop[0], None)


def _namesakes(reasoning: Reasoning, entity: Labelled | None) -> list[str]:
    """Identifiers of other entities that the words which named this one may mean, the best known first."""
    candidates = reasoning.links.candidates
    named = next(
        (one.mention for one in candidates if entity is not None and one.entity.id == entity.id), None
    )
    others = {
        one.entity.id: one.entity.sitelinks
        for one in candidates
        if named is not None
        and entity is not None
        and (one.mention.first, one.mention.last) == (named.first, named.last)
        and one.entity.id != entity.id
    }
    return sorted(others, key=lambda one: -others[one])[:MAX_NAMESAKES]


def _corrected(reasoning: Reasoning, form: Form | None) -> tuple[tuple[str, str], ...]:
    """What was read otherwise than written: misspelt words, and misspelt names of what the form is about."""
    about = entities(form) if form is not None else ()
    names = {
        one.mention.text: one.entity.name
        for one in reversed(reasoning.candidates)
        if one.route == "typo" and one.entity.id in about
    }
    meant = on_russian_keys(reasoning.question)
    typed = [(reasoning.question, meant)] if meant != reasoning.question else []
    return (*typed, *reasoning.parse.corrected, *names.items())


def _unfound(reasoning: Reasoning) -> tuple[str, ...]:
    """Where nothing that the question names was found: the names, the longest of those that overlap."""
    if reasoning.reason != "no_entity":
        return ()
    found: list[Mention] = []
    for one in reasoning.mentions:  # the longest come first
        if is_name(reasoning.parse, one) and not any(one.span.overlaps(other.span) for other in found):
            found.append(one)
    return tuple(one.text for one in sorted(found, key=lambda one: one.first)[:MAX_UNFOUND])


def _strange(reasoning: Reasoning) -> tuple[str, ...]:
    """The words that are neither in the dictionary nor in a name that was found or looked for."""
    spans = [one.mention.span for one in reasoning.candidates]
    named = _unfound(reasoning)
    return tuple(
        token.text
        for token in reasoning.parse.tokens
        if token.folded.isalpha()
        and not in_dictionary(token.folded)
        and not any(span.overlaps(token.span) for span in spans)
        and not any(token.text in name for name in named)
    )


def _context(reasoning: Reasoning, form: Form | None, values: Sequence[Value]) -> Context | None:
    """What the next question may take up: the names that the form is about or, without one, the best proper name."""
    about = set(entities(form)) if form is not None else None
    names: dict[Span, Naming] = {}
    for one in reasoning.candidates:
        span = one.mention.span
        known = is_name(reasoning.parse, one.mention) if about is None else one.entity.id in about
        most = MAX_NAMES if about is not None else 1
        if known and not any(span.overlaps(other) for other in names) and len(names) < most:
            names[span] = Naming(one.mention.text, one.entity.id)
    found = entity_ids(values)
    if not (names or found) or len(reasoning.parse.text) > MAX_TEXT:
        return None
    return Context(
        reasoning.parse.text, tuple(names[span] for span in sorted(names)), tuple(found[:MAX_VALUES])
    )


def _with_label(entity: Labelled | None, texts: Texts | None) -> Labelled | None:
    if entity is None or entity.label is not None or texts is None:
        return entity
    description = entity.description or texts.description(entity.id)
    return replace(entity, label=texts.label(entity.id), description=description)


def _traced(reasoning: Reasoning) -> set[str]:
    """What the trace names: the candidates, and all that the forms of more than one step mention."""
    found = {candidate.entity.id for candidate in reasoning.links.candidates}
    for reading in reasoning.composition.readings:
        found |= _mentioned(reading.form)
    return found


def _mentioned(form: Form) -> set[str]:
    return {*entities(form), *properties(form)}


def _labels(texts: Texts | None, names: Mapping[str, str]) -> Labels:
    return lambda identifier: (texts.label(identifier) if texts else None) or names.get(identifier)


def _told(
    form: Form,
    names: Mapping[str, str],
    stop: Callable[[], Stop | None],
    texts: Callable[[], Texts],
) -> Paraphrase:
    """The form in words; of an endpoint that does not answer now, nothing: what is shown does not fail for that."""
    try:
        where, known = stop(), texts()
        labels = _labels(known, names)
        return Paraphrase(words(form, labels), said(where, known, labels) if where else None)
    except EndpointError:
        return Paraphrase()
