"""Stage 6, its second half: the readings' queries are run in their order, until one returns an acceptable answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain

from simba.answer import Value
from simba.common.vocabulary import entity_id
from simba.errors import EndpointError
from simba.kb.facts import Facts, FactStore, WantedFacts
from simba.kb.fullvalues import worth_asking
from simba.query import (
    And,
    Called,
    Class,
    Count,
    Date,
    Difference,
    Entity,
    Exists,
    Form,
    Hop,
    More,
    Part,
    Text,
    Without,
    Year,
    entities,
    prefixes,
    speaks_of,
    walk,
)
from simba.russian.morphology import lemmas, may_be
from simba.russian.text import fold
from simba.stages.answer_type import AnswerTypes
from simba.stages.asked_class import AskedClass
from simba.stages.comparable import comparable
from simba.stages.composing import Composition
from simba.stages.composing.climbing import climbs
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import Lexicon
from simba.stages.linking import Candidate
from simba.stages.placing import with_country
from simba.stages.ranking import Ranking, Reading

AS_GOOD = 0.4
"""A reading of a claim that scores so much less than another is worse."""
LITERALS_ASKED = frozenset({"date", "number", "text"})
"""Answer types whose values are no entities, so that they have no class."""
CLASSED = "place"
"""An answer type whose classes are well told: what is known to be of another one is no answer."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A reading that was tried: what was asked, the values it returned, and those of them that can answer."""

    reading: Reading
    form: Form
    """The reading's form or, where values of the class that is asked for were found, that form with this condition."""
    values: tuple[Value, ...]
    accepted: tuple[Value, ...]
    of_class: bool
    """Whether the values are of the class that is asked for, if any."""
    truncated: bool = False
    incomparable: bool = False
    """Whether it compared numbers in different units (`simba.stages.comparable`)."""


def answer(
    store: FactStore,
    types: AnswerTypes,
    ranking: Ranking,
    composition: Composition,
    interrogative: Interrogative,
    asked: AskedClass | None,
    wanted: WantedFacts,
    lexicon: Lexicon,
) -> tuple[Attempt, ...]:
    """The readings that were tried, the last of them one with values of the asked class if there is any."""
    readings, decorated = _fitting(types, ranking.readings), _fitting(types, ranking.decorated)
    facts = store.gather(wanted)
    tried: list[Attempt] = []
    for composed in (True, False) if composition.first else (False, True):
        if composed:
            tried += _composed(facts, types, composition.readings, interrogative, asked)
        else:
            some = _attempts(facts, types, readings, interrogative, asked)
            tried += [replace(one, accepted=()) if _left_out(one, composition) else one for one in some]
        if any(attempt.accepted and attempt.of_class for attempt in tried):
            break
    if chosen(tried) is None:
        # What a composed reading says with every word, no reading that leaves some of them out may answer in part.
        whole = [one.form for one in composition.readings if not one.unexplained]
        apart = [
            one
            for one in decorated
            if one.form not in composition.refused and not any(speaks_of(form, one.form) for form in whole)
        ]
        for one in _attempts(facts, types, apart, interrogative, asked):
            certain = _is_certain(one, facts, types, interrogative, asked) and not _left_out(one, composition)
            tried.append(one if certain else replace(one, accepted=()))
    tried = [*_to_the_verb(without_companies(tried, interrogative), interrogative, lexicon)]
    best = chosen(tried)
    if best is not None and _is_guess(best.form, store, facts):
        tried = [replace(one, accepted=()) if one is best else one for one in tried]
    elif best is not None and not comparable(best.form, store, facts):
        tried = [replace(one, accepted=(), incomparable=one is best) for one in tried]
    elif (
        best is not None
        and (placed := with_country(best.form, interrogative, lexicon.sets.placing)) is not None
    ):
        tried = [_in_its_country(one, placed, facts) if one is best else one for one in tried]
    return tuple(tried)


def _in_its_country(place: Attempt, placed: Form, facts: Facts) -> Attempt:
    """The attempt that found where something lies with the values of a form that asks for the country too."""
    more = [one for one in facts.values(placed).values if one not in place.values]
    if not more:
        return place
    return replace(place, form=placed, values=(*place.values, *more), accepted=(*place.accepted, *more))


def without_companies(tried: Sequence[Attempt], interrogative: Interrogative) -> tuple[Attempt, ...]:
    """The attempts, but at "who" none with the companies of a thing of which a better one found no people.

    Where a film's director is not known, its studio is no answer to who made it.
    """
    if interrogative.type != "person":
        return tuple(tried)
    nobody: set[str] = set()
    companies: set[Form] = set()
    for one in tried:
        reading = one.reading
        if reading.proposal is not None and reading.candidate is not None:
            entity, kinds = reading.candidate.entity.id, reading.proposal.rule.answer
            if kinds == {"person"} and not one.values:
                nobody.add(entity)
            elif kinds and "person" not in kinds and entity in nobody:
                companies.add(one.form)  # by whatever words they are found
    return tuple(replace(one, accepted=()) if one.form in companies else one for one in tried)


def _to_the_verb(
    tried: Sequence[Attempt], interrogative: Interrogative, lexicon: Lexicon
) -> Iterator[Attempt]:
    """The attempts, but at "where" none that tells where a thing lies and leaves out a verb that another one is about.

    Which country won is not told by where it was played, nor where a poet married by where his namesake, a town, lies.
    """
    seen: list[Attempt] = []
    for one in tried:
        rule = one.reading.proposal.rule if one.reading.proposal is not None else None
        lies = rule is not None and rule.direction == "forward" and rule.property in lexicon.sets.locations
        beside = (
            interrogative.type == CLASSED and lies and _only_asks(one.reading, seen, interrogative, lexicon)
        )
        beside = beside or (not one.of_class and _asked_in_vain(one.reading, seen, interrogative))
        yield replace(one, accepted=()) if beside else one
        seen.append(one)


def _asked_in_vain(reading: Reading, before: Sequence[Attempt], interrogative: Interrogative) -> bool:
    """Whether a rule that does not know what is asked comes after one of the same thing that knows the asked noun, and
    found nothing: "какая наука изучает атмосферу и её состав" does not ask what that is composed of.
    """
    noun, candidate, proposal = interrogative.noun, reading.candidate, reading.proposal
    if noun is None or candidate is None or proposal is None or interrogative.type == "person":
        return False
    if proposal.asks or proposal.explains(noun.span):
        return False
    return any(
        one.reading.candidate is not None
        and one.reading.proposal is not None
        and one.reading.candidate.entity.id == candidate.entity.id
        and one.reading.proposal.explains(noun.span)
        and not one.values
        for one in before
    )


def _only_asks(
    reading: Reading, before: Sequence[Attempt], interrogative: Interrogative, lexicon: Lexicon
) -> bool:
    """Whether a reading explains but asking words, and leaves a verb that one of the same thing explained in vain, or
    that better goes with a namesake. What is of one group may be told of one another: who makes it, by its country.
    """
    candidate, proposal = reading.candidate, reading.proposal
    verbs = {word for word in reading.unexplained if may_be(fold(word), "VERB", 1)}
    if proposal is None or candidate is None or not verbs or proposal.says_more(interrogative):
        return False
    for one in before:
        start, other = one.reading.candidate, one.reading.proposal
        if start is None or other is None or one.values:
            continue
        if start.entity.id != candidate.entity.id:
            if start.mention == candidate.mention:
                return True
        elif not verbs.issubset(one.reading.unexplained):
            sisters = lexicon.groups.of_step(other.rule.property, other.rule.direction)
            return all(sister.property != proposal.rule.property for sister in sisters)
    return False


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


def _is_guess(form: Form, store: FactStore, facts: Facts) -> bool:
    """Whether years are counted from a date that is not known to the year, or days from one not known to the day."""
    if not isinstance(form, Difference) or form.unit == "amount":
        return False
    part = "day" if form.unit == "days" else "year"
    round_ends = [end for end in _ends(form) if worth_asking(end, facts.values(end).values)]
    with suppress(EndpointError):
        return any(store.full_values(end).all_rounder(part) for end in round_ends)
    return False


def _ends(form: Form) -> list[Form]:
    """The dates between which time is counted, as far as they are looked up: how they are written tells round ones."""
    if not isinstance(form, Difference) or form.unit == "amount":
        return []
    return [end for end in (form.first, form.second) if not isinstance(end, Date | Year)]


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
        forms += reading.form, reading.presupposed, _of_any_class(reading.form), *_ends(reading.form)
    for reading in readings:
        forms += _narrowed(reading.form, classes), reading.form
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
    if len(attempt.accepted) > 1 and any(char.isdigit() for word in reading.unexplained for char in word):
        return False  # the one of that time is meant
    if noun is not None and asked is not None:
        return reading.proposal.explains(noun.span) or not asked.unmet(attempt.accepted, facts)
    if reading.proposal.asks and len(attempt.accepted) == 1 and reading.proposal.says_what(interrogative):
        return True
    if interrogative.type == "person":
        people = reading.proposal.rule.answer == {"person"}
        return people or all("person" in types.kinds(value, facts) for value in attempt.accepted)
    return False


def _left_out(attempt: Attempt, composition: Composition) -> bool:
    """Whether a one-hop reading leaves out what the composed ones say, and might answer another question."""
    form = attempt.reading.form
    return form in composition.refused or (form in composition.picked and len(attempt.accepted) > 1)


def _composed(
    facts: Facts,
    types: AnswerTypes,
    readings: Sequence[Reading],
    interrogative: Interrogative,
    asked: AskedClass | None,
) -> Iterator[Attempt]:
    """The composed readings, up to the first that answers; "no" where no reading as good says "yes"."""
    denied: list[Attempt] = []
    for reading in readings:
        if denied and not (
            isinstance(reading.form, Exists) and reading.score > denied[0].reading.score - AS_GOOD
        ):
            break
        found = facts.values(reading.form)
        accepted = types.expected(found.values, facts, interrogative, reading.asks)
        if isinstance(reading.form, More):
            accepted = found.values  # one of those that the question names, whatever it is
        if accepted and reading.presupposed is not None and not facts.values(reading.presupposed).values:
            accepted = ()
        if isinstance(reading.form, Count):  # that nothing is known is no count
            accepted = tuple(value for value in accepted if value.value != "0")
            if accepted and _may_be_more(reading.form, facts):
                accepted = ()
        if isinstance(reading.form, Hop):  # what leads back to where it started from tells nothing
            named = entities(reading.form)
            accepted = tuple(value for value in accepted if entity_id(value.value) not in named)
        accepted = _different_names(reading.form, accepted)
        if climbs(reading.form):  # of all that a place lies in, only what is called as was asked
            unmet = asked.unmet(accepted, facts) if asked is not None else accepted
            accepted = tuple(value for value in accepted if value not in unmet)
        placed = interrogative.type == CLASSED and not reading.related and not _is_classed(reading.form)
        classed = placed or isinstance(reading.form, Entity)
        if classed and types.is_another(accepted, facts, interrogative, asked):
            accepted = ()
        attempt = Attempt(reading, reading.form, found.values, accepted, True, found.truncated)
        if accepted and isinstance(reading.form, Exists) and accepted[0].value == _denial(reading.form):
            denied.append(attempt)
            continue
        yield from (replace(one, accepted=()) for one in denied if accepted)
        yield attempt
        if accepted:
            return
    yield from denied


def _may_be_more(form: Count, facts: Facts) -> bool:
    """Whether only things of a class are counted, and of some others it is not known of what class they are."""
    every = _of_any_class(form)
    things = (entity_id(value.value) for value in facts.values(every).values) if every is not None else ()
    return any(one is not None and not facts.classes(one) for one in things)


def _of_any_class(form: Form) -> Hop | None:
    """What a count takes those of some class from, if they are one step away from a thing."""
    match form:
        case Count(And((Class(), Hop(Entity()) as every) | (Hop(Entity()) as every, Class()))):
            return every
    return None


def _different_names(form: Form, values: tuple[Value, ...]) -> tuple[Value, ...]:
    """Of what something is called, the names that differ in more than capitals and ё, also from those that the question
    has; of any other form all values.
    """
    parts = walk(form)
    if not any(isinstance(one, Called) for one in parts):
        return values
    asked = {fold(one.value) for one in parts if isinstance(one, Text)}
    names = {fold(value.value): value for value in values}
    return tuple(value for name, value in names.items() if name not in asked)


def _is_classed(form: Form) -> bool:
    """Whether a form says itself of what class its members are, be it by more than a noun: "регион России"."""
    return isinstance(form, And) and any(isinstance(one, Class) for one in form.members)


def _denial(form: Exists) -> str:
    """What says that the claim does not hold, or, where it denies something, that this does not."""
    return "true" if isinstance(form.source, Without) else "false"


def chosen(attempts: Sequence[Attempt]) -> Attempt | None:
    """The attempt that answers: the first of the asked class, else the first with acceptable values."""
    accepted = [attempt for attempt in attempts if attempt.accepted]
    return next((attempt for attempt in accepted if attempt.of_class), None) or next(iter(accepted), None)


def _attempts(
    facts: Facts,
    types: AnswerTypes,
    readings: Sequence[Reading],
    interrogative: Interrogative,
    asked: AskedClass | None,
) -> Iterator[Attempt]:
    entity = None
    for reading in readings:
        if entity is not None and reading.candidate and reading.candidate.entity.id != entity:
            continue
        attempt = _try(reading, facts, types, interrogative, asked)
        yield attempt
        if attempt.accepted and attempt.of_class:
            return
        if attempt.accepted:  # the entity is the right one: only its other properties may do better
            entity = reading.candidate.entity.id if reading.candidate else None


def _try(
    reading: Reading,
    facts: Facts,
    types: AnswerTypes,
    interrogative: Interrogative,
    asked: AskedClass | None,
) -> Attempt:
    classes = asked.classes if asked is not None else frozenset()
    untold = asked is None or not (asked.classes or asked.exact)
    plain = _run(reading, reading.form, facts, types, interrogative, of_class=untold)
    narrowed = _narrowed(reading.form, classes)
    if narrowed is not None and (plain.accepted or plain.truncated):
        of_class = _run(reading, narrowed, facts, types, interrogative, of_class=True)
        if of_class.accepted:
            # Where all values are of the class anyway, the simpler query says the same.
            same = of_class.accepted == plain.accepted and not plain.truncated
            return replace(plain, of_class=True) if same else of_class
    if asked is None or not plain.accepted or interrogative.type in LITERALS_ASKED:
        return plain
    return _told_by_noun(plain, facts, types, interrogative, asked)


def _told_by_noun(
    plain: Attempt,
    facts: Facts,
    types: AnswerTypes,
    interrogative: Interrogative,
    asked: AskedClass,
) -> Attempt:
    """The attempt with what the asked noun says of its values, none of them of the class by the class tree.

    A rule that spells the noun out knows what its values are called, and a value of which nothing is known may be
    anything; but the other properties of a group hold other things as well, and so do those that lead backwards.
    """
    reading, noun = plain.reading, interrogative.noun
    assert reading.proposal is not None  # it is of one hop
    assert noun is not None
    backwards = reading.proposal.rule.direction == "reverse"
    spelled = reading.proposal.explains(noun.span) and not reading.sister and not backwards
    another = types.is_another(plain.accepted, facts, interrogative, asked)
    # Mountains and islands in the plural are called by one of their class or by all of it.
    classed = interrogative.type == CLASSED and noun.features.get("Number") != "Plur"
    if spelled and not (another and classed):
        return plain
    if not asked.unmet(plain.accepted, facts):
        return replace(plain, of_class=True)
    if reading.sister or another or too_many(plain.accepted, interrogative, asked):
        return replace(plain, accepted=())
    return plain


def too_many(values: Sequence[Value], interrogative: Interrogative, asked: AskedClass) -> bool:
    """Whether any of several values may be the one asked for: nothing is called what it is ("какой галоген")."""
    noun = interrogative.noun
    one = noun is not None and noun.features.get("Number") == "Sing"
    return one and not asked.classes and len(values) > 1


def unmet_of(attempt: Attempt, facts: Facts, asked: AskedClass) -> list[Value]:
    """The values that neither their classes nor what they are called show to be of the asked class."""
    return asked.unmet(attempt.accepted, facts)


def _run(
    reading: Reading,
    form: Form,
    facts: Facts,
    types: AnswerTypes,
    interrogative: Interrogative,
    *,
    of_class: bool,
) -> Attempt:
    found = facts.values(form)
    year = isinstance(form, Part)
    assert reading.proposal is not None  # it is of one hop
    accepted = types.acceptable(found.values, facts, interrogative, reading.proposal, year=year)
    company = reading.candidate.company if reading.candidate is not None else ()
    if company and all(entity_id(value.value) in company for value in accepted):
        accepted = ()  # what the question says is no answer to it
    if (
        reading.sister and interrogative.type == "person" and interrogative.noun is None
    ):  # no author said that these answer "who"
        accepted = types.somebody(accepted, facts)
    if accepted and interrogative.noun is not None:
        accepted = _unnamed(accepted, reading, facts)
    return Attempt(reading, form, found.values, accepted, of_class, found.truncated)


def _unnamed(values: tuple[Value, ...], reading: Reading, facts: Facts) -> tuple[Value, ...]:
    """The values but those that the question names beside what it is about: "с какой страной Бразилия делит ..." asks
    for another.
    """
    names = [lemmas(fold(word)) for word in reading.unexplained if word[:1].isupper()]
    said = frozenset(chain.from_iterable(names))

    def named(value: Value) -> bool:
        label = facts.label(one) if (one := entity_id(value.value)) else None
        return label is not None and all(not said.isdisjoint(lemmas(word)) for word in fold(label).split())

    return tuple(value for value in values if not named(value)) if said else values


def _narrowed(form: Form, asked: frozenset[str]) -> Form | None:
    """The form with the condition that its values are of the asked class."""
    return And(form, Class(*sorted(asked))) if asked and isinstance(form, Hop) else None
