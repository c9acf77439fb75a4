"""The values of an answer as people read them: their labels, units and precision, and in which order."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import groupby

from simba.answer import Labelled, Value
from simba.common.vocabulary import entity_id
from simba.errors import EndpointError
from simba.kb.facts import FactStore, RankedTexts, Texts, WantedFacts, entity_ids
from simba.kb.fullvalues import NOTHING_FULL, FullValues, worth_asking
from simba.query import (
    Difference,
    Entity,
    Form,
    Labels,
    Or,
    Part,
    Rank,
    at_once,
    entities,
)
from simba.reasoning import Reasoning
from simba.russian.units import measured
from simba.russian.values import counted, date_label, date_part_label, literal_label
from simba.stages.answering.placing import tells_country
from simba.stages.attempts import Attempt

MAX_TOP = 10
"""Members of the longest top list that is told in its order."""


def ranked_of(reasoning: Reasoning, attempt: Attempt) -> frozenset[str]:
    """The entities that answer, where there are several to put in order, or where a place is asked for."""
    if tells_country(attempt.form):
        return frozenset()  # the place, then its country
    found = frozenset(entity_ids(attempt.accepted))
    return found if len(found) > 1 or reasoning.interrogative.type == "place" else frozenset()


def as_read(
    attempt: Attempt,
    ranked: Collection[str],
    store: FactStore,
    texts: RankedTexts | None,
    labels: Labels,
) -> tuple[Value, ...]:
    """The values that answer as people read them, in the order in which they are told."""
    values = _of_properties(attempt, store, texts, labels)
    return _placed(values, attempt.form, ranked, texts, _in_rank(attempt.form, ranked, store))


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


def _of_properties(
    attempt: Attempt, store: FactStore, texts: Texts | None, labels: Labels
) -> tuple[Value, ...]:
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
    return tuple(labelled(_filled(value, full), form, texts, full) for value in values)


def _filled(value: Value, full: FullValues) -> Value:
    """The value with what full values tell of it."""
    if full is NOTHING_FULL:
        return value
    known = full.known(value)
    if known is None:
        return replace(value, unit=full.unit(value))
    return replace(value, precision=known.precision, calendar="julian" if known.julian else None)


def labelled(value: Value, form: Form, texts: Texts | None, full: FullValues = NOTHING_FULL) -> Value:
    """A value of a form with its label: an entity's, or a date or number in words."""
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
