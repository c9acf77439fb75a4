"""What kind of question it is, and the sets, numbers or truths that one of this kind may ask for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain

from simba.query import Date
from simba.russian.morphology import readings
from simba.stages.composing.asking.ages import age, age_at, duration, lifespan
from simba.stages.composing.asking.asked import asked_sets
from simba.stages.composing.asking.belonging import belonging
from simba.stages.composing.asking.claims import claim
from simba.stages.composing.asking.comparing import choice, comparative, gap, tenures
from simba.stages.composing.asking.counting import counted, counted_without, told
from simba.stages.composing.asking.credits import credited
from simba.stages.composing.asking.earlier import earlier
from simba.stages.composing.asking.exclusion import excepting, lacking, others
from simba.stages.composing.asking.growth import growth
from simba.stages.composing.asking.happenings import happened, lasted
from simba.stages.composing.asking.holding import number, since, tenure, throughout
from simba.stages.composing.asking.identity import (
    BIRTH_NAMES,
    NICKNAMES,
    PEN_NAMES,
    identity,
    known_as,
    names,
    other_names,
)
from simba.stages.composing.asking.moments import aged, between, elapsed
from simba.stages.composing.asking.occasions import on_occasion
from simba.stages.composing.asking.possessors import possessors
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.asking.renamed import formerly, named_then, renamed
from simba.stages.composing.asking.several import of_several
from simba.stages.composing.asking.succession import in_turn
from simba.stages.composing.asking.twins import twins
from simba.stages.composing.question.constructions import Kind
from simba.stages.composing.question.occurrences import Occurrence
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.sentence import Sentence
from simba.stages.composing.sets.clauses import Clauses
from simba.stages.composing.sets.numbered import numbered
from simba.stages.composing.sets.parts import Denotation
from simba.stages.composing.sets.superlatives import picked
from simba.stages.composing.sets.thresholds import compares
from simba.stages.composing.sets.valued import writes

ASIDE: frozenset[Kind] = frozenset({"naming", "moment", "first", "last"})
"""What only matters beside another kind."""
AGES: frozenset[Kind] = frozenset({"lifespan", "age_at", "age"})
"""Kinds that ask how old: years that nothing is counted by."""
NAMING: frozenset[Kind] = frozenset(
    {
        "identity",
        "real_name",
        "pen_name",
        "nickname",
        "other_name",
        "name_in_use",
        "known_as",
        "bears",
        "naming",
    }
)
"""Kinds that ask for names or tell one, be it nobody's that is known."""


def parts(scene: Scene, kinds: Mapping[Kind, Occurrence], today: Callable[[], Date]) -> Iterable[Denotation]:
    """The parts that account for the whole question; ``kinds`` are the constructions it has."""
    return numbered(scene, _parts(scene, kinds, today))


def _parts(scene: Scene, kinds: Mapping[Kind, Occurrence], today: Callable[[], Date]) -> Iterator[Denotation]:
    """The same, whatever is counted off."""
    nowhere = not scene.covering and starts_nowhere(scene, kinds) and picked(scene) is None
    if nowhere or _is_of_unknown(scene, kinds):
        return
    clauses = Clauses(scene)
    question = SpecialQuestion(clauses, kinds, today)
    if not scene.interrogative.polar and _offers_two(question):
        yield from _of_two(question)
    elif "claim" in kinds or scene.interrogative.polar:
        yield from _claimed(question, kinds)
    elif found := _measured(question, kinds):
        yield from found
    elif "growth" in kinds:
        return  # what it was from time to time is no growth
    elif kinds.keys() >= {"count", "except"} and (apart := list(_counted_apart(question))):
        yield from apart
    elif "count" in kinds and kinds.keys().isdisjoint(AGES):
        yield from counted(scene, question.words("count"), today)
        yield from told(asked_sets(clauses), question.words("count"))
    else:
        yield from _named(question, kinds)
        yield from _excepting(question) if "except" in kinds else _plain(question)


def _offers_two(question: SpecialQuestion) -> bool:
    """Whether two or more are named, of which one is asked for."""
    scene = question.scene
    return not scene.forms.isdisjoint(scene.words.either) or (
        (bool(scene.of_two()) or scene.set_beside() is not None) and comparative(question) is not None
    )


def _of_two(question: SpecialQuestion) -> Iterator[Denotation]:
    """Which of two, or of several, is more so."""
    scene, clauses = question.scene, question.clauses
    if (some := of_several(question)) is not None:
        yield from some or asked_sets(clauses)
        return
    two = choice(question, cache(lambda without: asked_sets(clauses, without)))
    yield from two.parts
    # Else one of the two answers: "кто из них", "в Италии или в Греции".
    known = scene.interrogative.noun is None and any(_accounts(scene, one) for one in two.parts)
    if not two.set_apart and not (two.parts and (two.compares or known)):
        yield from asked_sets(clauses)


def _claimed(question: SpecialQuestion, kinds: Collection[Kind]) -> Iterator[Denotation]:
    """Whether what the question says is so."""
    scene = question.scene
    words = scene.with_form(scene.whether)
    if "claim" in kinds:
        words |= question.words("claim")
    yield from claim(question, words)
    yield from growth(question, words)
    yield from tenures(question, words)
    yield from earlier(question, words)
    yield from happened(scene, words)


def _excepting(question: SpecialQuestion) -> Iterator[Denotation]:
    """The asked sets but for what the question sets apart."""
    scene, words, sets = question.scene, question.words("except"), asked_sets(question.clauses)
    yield from told(sets, words)
    yield from (one for one in others(scene, sets) if words <= one.explained)  # "соавтор Ильфа"
    yield from excepting(scene, words, question.clauses.nouns, _read)


def _plain(question: SpecialQuestion) -> Iterator[Denotation]:
    """The asked sets, whatever else than one thing they are asked by."""
    scene, clauses = question.scene, question.clauses
    return chain(
        twins(question),
        in_turn(question),
        others(scene, asked_sets(clauses)),
        on_occasion(clauses),
        possessors(scene, _read),
        credited(scene),
        belonging(clauses),
        lacking(scene, clauses.nouns, _read),
    )


def starts_nowhere(sentence: Sentence, kinds: Mapping[Kind, Occurrence]) -> bool:
    """Whether a question without linked names says nothing that its readings could start from: no value, country or
    office.

    It neither asks for a name itself nor compares: all members of a class are no answer, unless it picks from them.
    """
    if sentence.interrogative.polar or not kinds.keys() <= ASIDE:
        return False
    starting = sentence.constructions.starting
    return (
        not (compares(sentence) or writes(sentence))
        and starting.isdisjoint([token.lemma for token in sentence.tokens])
        and not any(lemma in sentence.words.offices for form in sentence.forms for lemma, _ in readings(form))
    )


def _is_of_unknown(scene: Scene, kinds: Mapping[Kind, Occurrence]) -> bool:
    """Whether a question is about a name that nothing is linked to: whatever is read of the rest leaves that over.

    A reading may do so that presupposes something of what is named.
    """
    if scene.interrogative.polar or not NAMING.isdisjoint(kinds):
        return False
    doubts = scene.words.lacking.keys() | scene.words.negations | scene.words.excluding
    left = scene.worth[scene.unknown]
    return left > scene.weights.max_left and doubts.isdisjoint(scene.forms)


def _measured(question: SpecialQuestion, kinds: Collection[Kind]) -> list[Denotation]:
    """Ages and durations, of the first kind that the question can be read as."""
    readings: tuple[tuple[Kind, Callable[[SpecialQuestion], Iterable[Denotation]]], ...] = (
        ("growth", lambda asked: growth(asked, asked.words("growth"))),
        ("gap", lambda asked: [*tenures(asked, asked.words("gap")), *gap(asked)]),
        ("between", between),
        ("elapsed", elapsed),
        ("lifespan", lifespan),
        ("age_at", lambda asked: [*age_at(asked), *aged(asked)]),
        ("duration", lambda asked: [*_lasting(asked), *duration(asked)]),
        ("tenure", tenure),
        ("age", age),
        ("number", number),
    )
    first: list[Denotation] = []
    for kind, read in readings:
        found = list(read(question)) if kind in kinds else []
        if any(_accounts(question.scene, one) for one in found):
            return found
        first = first or found
    return first


def _lasting(question: SpecialQuestion) -> Iterator[Denotation]:
    """How long what happened to a thing took, by the words of the construction."""
    words = question.words("duration")
    return (part.with_words(words) for part in lasted(question.scene))


def _accounts(scene: Scene, part: Denotation) -> bool:
    """Whether a part may lead somewhere and accounts for all but decoration."""
    left = sum(map(scene.weight, scene.left(part.explained)))
    return not part.dead and left <= scene.weights.max_left


def _counted_apart(question: SpecialQuestion) -> Iterator[Denotation]:
    """How many there are beside what the question sets apart."""
    return counted_without(question.scene, question.words("count"), question.words("except"))


def _named(question: SpecialQuestion, kinds: Collection[Kind]) -> Iterator[Denotation]:
    """Who or what something is, how else it is called; since or until when something was."""
    if "naming" in kinds:
        yield from renamed(question)
        yield from named_then(question)
    yield from formerly(question)
    if "identity" in kinds:
        yield from identity(question)
    named: tuple[tuple[Kind, Callable[[Kind], Iterable[Denotation]]], ...] = (
        ("real_name", lambda kind: names(question, kind, BIRTH_NAMES)),
        ("pen_name", lambda kind: names(question, kind, PEN_NAMES)),
        ("nickname", lambda kind: names(question, kind, NICKNAMES)),
        ("other_name", lambda kind: other_names(question, kind)),
        ("name_in_use", lambda kind: other_names(question, kind)),
        ("known_as", lambda kind: known_as(question, kind)),
        ("bears", lambda kind: known_as(question, kind)),
    )
    for kind, read in named:
        if kind in kinds:
            yield from read(kind)
    both = question.words("throughout") if "throughout" in kinds else frozenset[int]()
    bounds: tuple[Kind, ...] = ("since", "until")
    asked = [kind for kind in bounds if kind in kinds]
    # "До какого года X был женат": the asking words alone tell which end is meant.
    plain = [kind for kind in asked if all(map(question.scene.asks, question.words(kind)))]
    for kind in plain if len(plain) == 1 else asked:
        if not (both and question.words(kind) <= both):  # "с какого по какой год"
            yield from since(question, kind)
    if "throughout" in kinds:
        yield from throughout(question)


def _read(scene: Scene) -> list[Denotation]:
    """The sets that a question may ask for."""
    return asked_sets(Clauses(scene))
