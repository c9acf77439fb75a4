"""Stage 6, its second half: the readings' queries are run in their order, until one returns an acceptable answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from simba.common.vocabulary import entity_id
from simba.errors import EndpointError
from simba.kb.facts import Facts, FactStore, WantedFacts
from simba.kb.fullvalues import worth_asking
from simba.query import (
    Date,
    Difference,
    Form,
    Hop,
    Path,
    Rank,
    Step,
    Year,
    at_once,
    pattern,
    prefixes,
    speaks_of,
    walk,
)
from simba.stages.answer_type import AnswerTypes, is_elsewhere
from simba.stages.answering.comparable import comparable
from simba.stages.answering.composed import excepted, of_any_class, try_composed
from simba.stages.answering.in_vain import to_the_verb, without_companies
from simba.stages.answering.one_hop import narrow, try_one_hop
from simba.stages.answering.placing import is_smaller, with_country
from simba.stages.asked_class import AskedClass
from simba.stages.attempts import CLASSED, Attempt, chosen
from simba.stages.composing import Composition
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import Lexicon
from simba.stages.links import Candidate
from simba.stages.parse import Token
from simba.stages.ranking import Ranking, Reading
from simba.stages.signs import Usual

FEW = 4
"""So many values may be the one that is described by what none of them is known to be."""


def answer(
    store: FactStore,
    types: AnswerTypes,
    ranking: Ranking,
    composition: Composition,
    interrogative: Interrogative,
    asked: AskedClass | None,
    wanted: Callable[[], WantedFacts],
    lexicon: Lexicon,
    usual: Usual,
) -> tuple[Attempt, ...]:
    """The readings that were tried, the last of them one with values of the asked class if there is any."""
    facts = store.gather(wanted)
    tried: list[Attempt] = []
    for composed in (True, False) if composition.first else (False, True):
        if composed:
            some = try_composed(facts, types, composition.readings, interrogative, asked)
            tried += some
        else:
            some = try_one_hop(facts, types, _fitting(types, ranking.readings), interrogative, asked)
            tried += [
                replace(one, accepted=()) if _left_out(one, composition, facts) else one for one in some
            ]
        if any(attempt.accepted and attempt.of_class for attempt in tried):
            break
    if chosen(tried) is None:
        decorated = _fitting(types, ranking.decorated)
        tried += _decorated(decorated, composition, facts, types, interrogative, asked)
    tried = [*to_the_verb(without_companies(tried, interrogative), interrogative, lexicon, usual)]
    while (best := chosen(tried)) is not None:
        place = tried.index(best)
        tried[place] = last = _settled(best, asked, store, facts, interrogative, lexicon)
        if last.incomparable:  # nor does any other reading answer
            return tuple(replace(one, accepted=()) for one in tried)
        if last.accepted:
            break
    return tuple(tried)


def _decorated(
    readings: Sequence[Reading],
    composition: Composition,
    facts: Facts,
    types: AnswerTypes,
    interrogative: Interrogative,
    asked: AskedClass | None,
) -> list[Attempt]:
    """The readings that leave much unexplained; only what is certain all the same is accepted.

    What a composed reading says with every word, no reading that leaves some of them out may answer in part.
    """
    whole = [one.form for one in composition.readings if not one.unexplained]
    apart = [
        one
        for one in readings
        if one.form not in composition.refused and not any(speaks_of(form, one.form) for form in whole)
    ]
    return [
        one
        if _is_certain(one, facts, types, interrogative, asked) and not _left_out(one, composition, facts)
        else replace(one, accepted=())
        for one in try_one_hop(facts, types, apart, interrogative, asked)
    ]


def _settled(
    best: Attempt,
    asked: AskedClass | None,
    store: FactStore,
    facts: Facts,
    interrogative: Interrogative,
    lexicon: Lexicon,
) -> Attempt:
    """The attempt that answers, by a last look at what it found: without an answer, or with less or more of it."""
    if asked is not None:
        best = _of_asked(best, asked, facts, interrogative, lexicon)
        unspelt = _unspelt(best.reading, interrogative)
        if best.accepted and (
            is_smaller(best.form, best.accepted, asked, facts, interrogative, lexicon)
            or is_elsewhere(best.accepted, facts, interrogative, unspelt, asked)
        ):
            return replace(best, accepted=())
    if _is_guess(best.form, store, facts) or _is_only(best.form, store, facts):
        return replace(best, accepted=())
    if not comparable(best.form, store, facts):
        return replace(best, accepted=(), incomparable=True)
    placed = with_country(best.form, interrogative, lexicon.sets.placing)
    return best if placed is None else _in_its_country(best, placed, facts)


def _of_asked(
    best: Attempt, asked: AskedClass, facts: Facts, interrogative: Interrogative, lexicon: Lexicon
) -> Attempt:
    """An attempt that lists many, but those alone that are known to be what the noun calls them: not all who were born
    in Paris are "импрессионисты". What people do for a living is seldom all told, and a quiz may describe one so.
    """
    noun, proposal = interrogative.noun, best.reading.proposal
    if noun is None or noun.lemma in lexicon.words.anyone:
        return best
    match best.form:
        case Hop(path=Path((Step(name, inverse=False),))) if name in lexicon.sets.best_known:
            return _of_best_known(best, noun, asked, facts)
    if len(best.accepted) < 2:
        return best
    match best.form:
        case Hop(path=Path((*_, Step(inverse=True)))):
            pass
        case _:
            return best
    spelt = proposal is not None and proposal.explains(noun.span) and proposal.spells(noun.folded)
    if best.reading.related or spelt:
        return best
    unmet = asked.unmet(best.accepted, facts)
    may_be = bool(asked.classes) and len(unmet) == len(best.accepted) <= FEW
    return best if may_be else replace(best, accepted=tuple(v for v in best.accepted if v not in unmet))


def _of_best_known(best: Attempt, noun: Token, asked: AskedClass, facts: Facts) -> Attempt:
    """An attempt that lists what somebody is best known for, but that alone which is what the noun calls it: "какие
    оперы" are no ballets, nor "какие книги" what a designer of games made.
    """
    if noun.features.get("Number") != "Plur":
        return best
    unmet = asked.unmet(best.accepted, facts)
    return replace(best, accepted=tuple(value for value in best.accepted if value not in unmet))


def _unspelt(reading: Reading, interrogative: Interrogative) -> frozenset[str]:
    """The kinds of things that a rule asks for without the asked noun; none where it spelled that out."""
    proposal, noun = reading.proposal, interrogative.noun
    spelt = proposal is None or noun is None or proposal.explains(noun.span)
    return frozenset() if spelt or proposal is None else proposal.rule.answer


def _in_its_country(place: Attempt, placed: Form, facts: Facts) -> Attempt:
    """The attempt that found where something lies with the values of a form that asks for the country too."""
    more = [one for one in facts.values(placed).values if one not in place.values]
    if not more:
        return place
    return replace(place, form=placed, values=(*place.values, *more), accepted=(*place.accepted, *more))


def wanted(
    types: AnswerTypes,
    ranking: Ranking,
    composition: Composition,
    interrogative: Interrogative,
    asked: AskedClass | None,
    candidates: Sequence[Candidate],
    beside: Callable[[], Sequence[Form]],
    placing: frozenset[str],
) -> WantedFacts:
    """All that a question may want to know: what `answer` does and, ``beside`` that, what later stages do."""
    readings = _fitting(types, [*ranking.readings, *ranking.decorated])
    placed = [
        form for one in readings if (form := with_country(one.form, interrogative, placing)) is not None
    ]
    return WantedFacts(
        [*_forms(readings, composition, asked), *placed],
        named=asked is not None,
        placed=interrogative.type == CLASSED,
        about={one.entity.id for one in candidates},
        beside=beside,
    )


def _fitting(types: AnswerTypes, readings: Sequence[Reading]) -> list[Reading]:
    """Those whose entity is one that the rule asks about."""
    return [
        reading
        for reading in readings
        if reading.candidate is None
        or reading.proposal is None
        or types.fits(reading.candidate.entity.classes, reading.proposal)
    ]


def _forms(readings: Sequence[Reading], composition: Composition, asked: AskedClass | None) -> list[Form]:
    """All that a question may want to know, the way to the best composed reading too: that tells where it ended."""
    classes = asked.classes if asked is not None else frozenset()
    forms: list[Form | None] = [*prefixes(composition.readings[0].form)] if composition.readings else []
    for reading in composition.readings:
        forms += reading.form, reading.presupposed, of_any_class(reading.form), *_ends(reading.form)
        forms += (*_with_next(reading.form), *excepted(reading.form), *at_once(reading.form).values())
    for reading in readings:
        forms += narrow(reading.form, classes), reading.form
    return [form for form in forms if form is not None]


def _is_certain(
    attempt: Attempt,
    facts: Facts,
    types: AnswerTypes,
    interrogative: Interrogative,
    asked: AskedClass | None,
) -> bool:
    """Whether the values are known to be what is asked for, whatever else the question says."""
    reading, noun = attempt.reading, interrogative.noun
    assert reading.proposal is not None  # it is of one hop
    assert reading.candidate is not None
    if any(entity_id(value.value) == reading.candidate.entity.id for value in attempt.accepted):
        return False
    if len(attempt.accepted) > 1 and _leaves_number(reading):
        return False  # the one of that time is meant
    if noun is not None and asked is not None:
        return reading.proposal.explains(noun.span) or not asked.unmet(attempt.accepted, facts)
    if reading.proposal.asks and len(attempt.accepted) == 1 and reading.proposal.says_what(interrogative):
        return True
    if interrogative.type == "person":
        people = reading.proposal.rule.answer == {"person"}
        return people or all("person" in types.kinds(value, facts) for value in attempt.accepted)
    return False


def _left_out(attempt: Attempt, composition: Composition, facts: Facts) -> bool:
    """Whether a one-hop reading leaves out what the composed ones say, and might answer another question."""
    form = attempt.reading.form
    found = attempt.accepted
    if attempt.form != form and _leaves_number(attempt.reading):
        found = facts.values(form).values  # the only one of the asked class may be of another time
    return form in composition.refused or (form in composition.picked and len(found) > 1)


def _leaves_number(reading: Reading) -> bool:
    return any(char.isdigit() for word in reading.unexplained for char in word)


def _is_guess(form: Form, store: FactStore, facts: Facts) -> bool:
    """Whether years are counted from a date that is not known to the year, or days from one not known to the day."""
    if not isinstance(form, Difference) or form.unit in ("amount", "times"):
        return False
    part = "day" if form.unit == "days" else "year"
    round_ends = [end for end in _ends(form) if worth_asking(end, facts.values(end).values)]
    with suppress(EndpointError):
        return any(store.full_values(end).all_rounder(part) for end in round_ends)
    return False


def _is_only(form: Form, store: FactStore, facts: Facts) -> bool:
    """Whether of several things one alone, or fewer than are asked for, are known to have what they are ranked by: the
    largest of all planets is not the only one whose size is known, nor is one lake "крупнейшие озёра".
    """
    several = any(isinstance(one, Rank) and one.limit > 1 for one in walk(form))
    for some in _with_next(form):
        query = f"SELECT DISTINCT ?member WHERE {{ {pattern(some.source, '?member')} }} LIMIT {some.limit}"
        known = len(facts.values(some).values)
        if several and known == 1:
            return True
        with suppress(EndpointError):
            if 0 < known < some.limit and known < len(store.select(query)):
                return True
    return False


def _with_next(form: Form) -> list[Rank]:
    """What comes first of something in a form, each with what comes next; the first few alone."""
    return [
        replace(one, limit=max(2, one.limit))
        for one in walk(form)
        if isinstance(one, Rank) and one.position == 1
    ]


def _ends(form: Form) -> list[Form]:
    """The dates between which time is counted, as far as they are looked up: how they are written tells round ones."""
    if not isinstance(form, Difference) or form.unit in ("amount", "times"):
        return []
    return [end for end in (form.first, form.second) if not isinstance(end, Date | Year)]
