"""Ages and durations: what lies between two dates of one thing, or since then."""

from __future__ import annotations

from collections.abc import Iterator

from simba.query import (
    IT,
    Date,
    Difference,
    Entity,
    Form,
    Hop,
    Qualifier,
    Rank,
    Statement,
    Year,
    entities,
    path,
)
from simba.query.forms import Unit
from simba.stages.composing.asking.questions import ENDS, OFFICE, SPOUSE, STARTS, SpecialQuestion
from simba.stages.composing.asking.stand_for import (
    gender_of,
    gender_of_word,
    linked,
    may_stand_for,
    pronouns_among,
)
from simba.stages.composing.question.scene import PERSON, Scene
from simba.stages.composing.sets.parts import Denotation
from simba.stages.composing.sets.periods import times

SPANS = (("P580", "P582"), ("P571", "P576"), ("P619", "P620"), ("P729", "P730"))
"""When things begin and end: events, what is founded, flights, what is in service."""


def lifespan(question: SpecialQuestion) -> Iterator[Denotation]:
    """How old somebody got."""
    scene, words = question.scene, question.words("lifespan")
    for part in question.sources(words):
        whose: Form | None = part.form
        if not _stands_for(scene, words, part):
            whose = _named_in(scene, words, part)
        died = Hop(whose or part.form, path("P570"))
        source = part.form if whose in {None, part.form} else question.living(part.form, died)
        form = Difference(Hop(source, path("P569")), died, "age")
        made = question.made(part, form, "lifespan")
        if whose is None:
            made = made._replace(dead=True)
        if not any(scene.case(one.index) in scene.words.placing_world for one in scene.left(made.explained)):
            yield made  # in a place one may have lived for less


def _stands_for(scene: Scene, words: frozenset[int], part: Denotation) -> bool:
    """Whether the pronouns among some words may stand for whom a part denotes, by the noun for that or the name."""
    pronouns = pronouns_among(scene, words)
    own = min((one for one in part.explained - part.named - words if scene.is_noun(one)), default=None)
    if own is None or not pronouns:
        return may_stand_for(scene, words, part.form)
    return all(gender_of_word(scene.tokens[own]) & gender_of(one) for one in pronouns)


def _named_in(scene: Scene, words: frozenset[int], part: Denotation) -> Entity | None:
    """Whom the pronouns stand for where that is not the part: "сколько лет было жене Блока, когда он умер"."""
    named = [Entity(one) for one in entities(part.form)]
    named = [one for one in named if linked(scene, one) and may_stand_for(scene, words, one)]
    return named[0] if len(named) == 1 and named[0] != part.form else None


def duration(question: SpecialQuestion) -> Iterator[Denotation]:
    """How long an event lasted: in days where the question says so, else by its years."""
    scene = question.scene
    lemmas = {token.lemma for token in scene.tokens}
    if lemmas & scene.words.uncounted:
        return
    days = bool(lemmas & scene.words.days)
    for part in question.sources(question.words("duration")):
        for number, (start, end) in enumerate(SPANS):
            unit: Unit = "days" if days or (start == "P619" and scene.words.year not in lemmas) else "years"
            form = Difference(Hop(part.form, path(start)), Hop(part.form, path(end)), unit)
            made = question.made(part, form, "duration")
            dead = not scene.leads(part.form, start, False)
            yield made._replace(score=part.score + scene.weights.later * number, dead=made.dead or dead)


def age(question: SpecialQuestion) -> Iterator[Denotation]:
    """How old somebody or something is, or was in a year."""
    said = times(question.scene, question.clauses.main)
    parts = [one for one in question.sources(question.words("age")) if not _are_holders(one)]
    human = any(PERSON in question.classes(part) for part in parts)
    for part in parts:
        if said and isinstance(said[0].first, Year):
            yield from _aged(question, part, said[0].first, said[0].words, human=human)
        elif not said and "moment" not in question.kinds:
            yield from _aged(question, part, question.today(), frozenset(), human=human)


def _are_holders(part: Denotation) -> bool:
    """Whether a part is all who ever held an office: they have no one age."""
    link = part.link
    return link is not None and link.property == OFFICE and link.reverse and not link.conditions


def _aged(
    question: SpecialQuestion, part: Denotation, day: Year | Date, words: frozenset[int], *, human: bool
) -> Iterator[Denotation]:
    """The age on a day, or in a year; nobody who has died has one on a day, though all would have one."""
    source = part.form
    if isinstance(day, Date) and question.scene.forms.isdisjoint(question.scene.words.would):
        source = question.alive(source)
    for number, birth in enumerate(("P569",) if human else ("P569", "P571", "P1619")):
        form = Difference(Hop(source, path(birth)), day, "age" if isinstance(day, Date) else "years")
        made = question.made(part, form, "age")
        yield made.with_words(words, question.scene.weights.later * number)


def age_at(question: SpecialQuestion) -> Iterator[Denotation]:
    """How old somebody was when something of theirs began or, where they left it, ended."""
    moment = question.words("moment") if "moment" in question.kinds else frozenset[int]()
    turn, which = question.turn()
    scene = question.scene
    left = scene.with_lemma(scene.words.leaving)
    for subject, value, name, words in question.pairs(question.words("age_at") | moment | which):
        # "На ком женился X": each of two is married to the other, but one of them is asked about.
        behind = question.is_governed(subject) and not question.is_governed(value)
        for bound in ENDS if left else STARTS:
            then: Form = Statement(name, subject.form, value.form, (), Qualifier(bound))
            then = question.parted(then, subject.form, name) if left else then
            if turn is not None:
                then = Rank(then, IT, turn)
            form = Difference(Hop(subject.form, path("P569")), then, "age")
            made = question.paired(subject, value, form, words | moment | which | left, "age_at")
            yield made._replace(score=made.score + scene.weights.doubt * behind)
    throne = question.enthroned()
    for subject in question.sources(question.words("age_at") | moment | throne) if throne else ():
        first = Rank(Statement("P39", subject.form, None, (), Qualifier("P580")), IT, "asc")
        form = Difference(Hop(subject.form, path("P569")), first, "age")
        made = question.made(subject, form, "age_at")
        yield made.with_words(moment | throne)
    marriage = question.married()
    for subject in question.sources(question.words("age_at") | moment | marriage) if marriage else ():
        if question.is_governed(subject):
            continue  # "на ком женился X" is not asked of her
        for bound in ENDS if left else STARTS:
            wed: Form = Statement(SPOUSE, subject.form, None, (), Qualifier(bound))
            wed = question.parted(wed, subject.form, SPOUSE) if left else wed
            form = Difference(Hop(subject.form, path("P569")), wed, "age")
            made = question.made(subject, form, "age_at")
            yield made.with_words(moment | marriage | left)
