"""From the reasoning to what people get: the answer with its labels, or the abstention with its reason."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from simba.answer import Answer, Labelled, Paraphrase, Value
from simba.common.vocabulary import entity_id
from simba.context import MAX_NAMES, MAX_TEXT, MAX_VALUES, Context, Naming
from simba.display import ShownAnswer
from simba.errors import EndpointError
from simba.kb.facts import FactStore, RankedTexts, Texts, WantedFacts, entity_ids
from simba.kb.fullvalues import NOTHING_FULL, FullValues, worth_asking
from simba.query import (
    Count,
    Difference,
    Entity,
    Form,
    Hop,
    Labels,
    Or,
    Part,
    Rank,
    Step,
    at_once,
    entities,
    expression,
    is_plain,
    main_hop,
    prefixes,
    properties,
    sparql,
    words,
)
from simba.reasoning import Reasoning
from simba.russian.letters import on_russian_keys
from simba.russian.morphology import gender, in_dictionary
from simba.russian.text import Span
from simba.russian.units import measured
from simba.russian.values import counted, date_label, date_part_label, literal_label
from simba.stages.answering.placing import tells_country
from simba.stages.attempts import Attempt
from simba.stages.linking.lookup import is_name
from simba.stages.mentions import Mention
from simba.trace import trace

MAX_STEPS = 6
"""Steps of a form that are looked at to find the one that came to nothing."""
MAX_REACHED = 3
"""Values that are told of the step before it."""
MAX_TOP = 10
"""Members of the longest top list that is told in its order."""
MAX_NAMESAKES = 10
"""Namesakes that are told of the entity that was taken."""
MISSING = {"masc": "не указан", "femn": "не указана", "neut": "не указано"}


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
    ranked = _ranked(reasoning, attempt)
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
        _placed(
            _labelled(attempt, store, texts, named),
            attempt.form,
            ranked,
            texts,
            _in_rank(attempt.form, ranked, store),
        ),
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
    def way() -> _Way | None:
        return _way(best.form, store) if best is not None and stopped else None

    @cache
    def texts() -> Texts:  # by one request, for the trace and for what is told of the best reading
        steps = way()
        reached = set(entity_ids(steps.reached)) if steps else set()
        return store.describe(_traced(reasoning) | reached | (_mentioned(best.form) if best else set()))

    def explain(whole: bool) -> dict[str, Any]:
        return trace(reasoning, texts(), names, whole=whole)

    def tell() -> Paraphrase:
        if best is None:
            return Paraphrase(None, ", ".join(f"«{one}»" for one in _unfound(reasoning)) or None)
        return _told(best.form, names, way, texts)

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
    return tuple(one.text for one in sorted(found, key=lambda one: one.first)[:MAX_REACHED])


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


def _ranked(reasoning: Reasoning, attempt: Attempt) -> frozenset[str]:
    """The entities that answer, where there are several to put in order, or where a place is asked for."""
    if tells_country(attempt.form):
        return frozenset()  # the place, then its country
    found = frozenset(entity_ids(attempt.accepted))
    return found if len(found) > 1 or reasoning.interrogative.type == "place" else frozenset()


def _in_rank(form: Form, members: Collection[str], store: FactStore) -> Mapping[str, int]:
    """The places of a top list's members among these, in whose order they are told: "пять самых высоких гор"."""
    if not isinstance(form, Rank) or form.limit == 1 or not 1 < len(members) <= MAX_TOP:
        return {}
    some = Or(*(Entity(one) for one in sorted(members)))
    ranks = [Rank(some, form.measure, form.order, place) for place in range(1, len(members) + 1)]
    facts = store.gather(lambda: WantedFacts(ranks))
    return {one: rank.position for rank in ranks for one in entity_ids(facts.values(rank).values)}


def _placed(
    values: tuple[Value, ...],
    form: Form,
    ranked: Collection[str],
    texts: RankedTexts | None,
    places: Mapping[str, int],
) -> tuple[Value, ...]:
    """The values in the order of their places, else of how well known they are, else as they are; a place in its
    country.
    """
    if texts is None or not ranked:
        return values
    if len(values) > 1:
        known = {one: texts.standing(one).sitelinks for one in ranked}
        of_properties = groupby(values, key=lambda value: value.properties[:1])
        return tuple(
            value
            for _, some in of_properties
            for value in sorted(some, key=lambda value: _first(value, places, known))
        )
    (place,) = ranked
    country = texts.standing(place).country(place)
    if country is None or country in entities(form):
        return values
    return (replace(values[0], country=Labelled(country, texts.label(country))),)


def _first(value: Value, places: Mapping[str, int], known: Mapping[str, int]) -> tuple[int, int]:
    """What puts a value before another."""
    name = entity_id(value.value) or ""
    return places.get(name, 0), -known.get(name, 0)


def _labelled(attempt: Attempt, store: FactStore, texts: Texts | None, labels: Labels) -> tuple[Value, ...]:
    """The values as people read them; of several properties that were asked for at once, in the order of these and with
    those that have them.
    """
    hops = at_once(attempt.form)
    if not hops:
        return _read(attempt.accepted, attempt.form, store, texts)
    facts = store.gather(lambda: WantedFacts([*hops.values()]))
    known = {name: frozenset(map(_plain, facts.values(hop).values)) for name, hop in hops.items()}
    having = [(value, [name for name in hops if _plain(value) in known[name]]) for value in attempt.accepted]
    read: list[Value] = []
    for name, hop in hops.items():
        own = [(value, some) for value, some in having if some[:1] == [name]]
        values = _read(tuple([value for value, _ in own]), hop, store, texts)
        read += [
            replace(value, properties=tuple([Labelled(one, labels(one)) for one in some]))
            for value, (_, some) in zip(values, own, strict=True)
        ]
    others = tuple([value for value, some in having if not some])  # of lists that were cut
    return (*read, *_read(others, attempt.form, store, texts))


def _plain(value: Value) -> tuple[str, str | None]:
    """What tells values apart."""
    return value.value, value.datatype


def _read(values: tuple[Value, ...], form: Form, store: FactStore, texts: Texts | None) -> tuple[Value, ...]:
    """The values of a form with their labels, numbers with their units and dates as precise as they are known."""
    full = NOTHING_FULL
    if worth_asking(form, values):
        with suppress(EndpointError):  # an answer does not fail for its unit
            full = store.full_values(form)
    return tuple(_label(_filled(value, full), form, texts, full) for value in values)


def _filled(value: Value, full: FullValues) -> Value:
    """The value with what full values tell of it."""
    if full is NOTHING_FULL:
        return value
    known = full.known(value)
    if known is None:
        return replace(value, unit=full.unit(value))
    return replace(value, precision=known.precision, calendar="julian" if known.julian else None)


def _label(value: Value, form: Form, texts: Texts | None, full: FullValues = NOTHING_FULL) -> Value:
    if value.type == "uri":
        identifier = entity_id(value.value)
        return replace(value, label=texts.label(identifier) if texts and identifier else None)
    match form:
        case Part(_, part) if date := full.too_round(value, part):
            return replace(value, label=date_label(*date), precision=date[1])
        case Part(_, part):
            return replace(value, label=date_part_label(value.value, part))
        case Difference(_, _, unit) if unit not in ("amount", "times"):
            return replace(value, label=counted(value.value, "days" if unit == "days" else "years"))
    label = (
        date_label(value.value, value.precision, old_style=value.calendar == "julian")
        if value.precision
        else literal_label(value.value, value.datatype)
    )
    return replace(value, label=label if value.unit is None else measured(value.value, label, value.unit))


# What a form says in Russian


class _Way(NamedTuple):
    """Where a form came to nothing: the last step that led somewhere, its first values, and the one after it."""

    before: Form | None
    reached: tuple[Value, ...]
    empty: Form


def _told(
    form: Form,
    names: Mapping[str, str],
    way: Callable[[], _Way | None],
    texts: Callable[[], Texts],
) -> Paraphrase:
    """The form in words; of an endpoint that does not answer now, nothing: what is shown does not fail for that."""
    try:
        steps, known = way(), texts()
        labels = _labels(known, names)
        return Paraphrase(words(form, labels), _said(*steps, known, labels) if steps else None)
    except EndpointError:
        return Paraphrase()


def _way(form: Form, store: FactStore) -> _Way | None:
    """Where a form came to nothing, if one of its steps did."""
    steps = list(dict.fromkeys(prefixes(form)))[:MAX_STEPS]
    facts = store.gather(lambda: WantedFacts(steps))
    reached: dict[Form, tuple[Value, ...]] = {}
    for step in steps:
        values = facts.values(step).values
        if not values:
            before = _before(step)
            if before not in reached:
                return _Way(None, (), step)
            return _Way(before, reached[before][:MAX_REACHED], step)
        reached[step] = values
    return None


def _before(form: Form) -> Form | None:
    """What the last step of a path starts from."""
    if not isinstance(form, Hop):
        return None
    steps = form.path.steps[:-1]
    return Hop(form.source, replace(form.path, steps=steps)) if steps else form.source


def _said(before: Form | None, values: tuple[Value, ...], empty: Form, texts: Texts, labels: Labels) -> str:
    last = empty.path.steps[-1] if isinstance(empty, Hop) else None
    forward = isinstance(last, Step) and not last.inverse
    if before is None or not isinstance(last, Step) or not forward:
        return f"{words(empty, labels)}: {_missing(words(empty, labels)) if forward else 'не найдено'}"
    found = ", ".join(_label(value, before, texts).label or value.value for value in values)
    name = labels(last.property) or last.property
    return f"{words(before, labels)}: {found}; {name}: {_missing(name)}"


def _missing(noun: str) -> str:
    """ "Not stated", in the gender of the noun that begins the words; what it belongs to may stand in brackets."""
    sexes = (gender(word, "NOUN", "sing", "nomn") for word in noun.partition(" (")[0].split())
    return MISSING[next(filter(None, sexes), None) or "neut"]
