"""The sets that a question may ask for: what its clause leaves open, what its noun names, what picks from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from simba.query import Entity, Hop, Rank, properties
from simba.stages.composing.asking.happenings import happenings
from simba.stages.composing.question.scene import OCCUPATION, Scene
from simba.stages.composing.question.wordforms import is_animate
from simba.stages.composing.sets.amounts import most
from simba.stages.composing.sets.beam import best
from simba.stages.composing.sets.clauses import Clauses
from simba.stages.composing.sets.climbing import climbing
from simba.stages.composing.sets.kinds import kinds
from simba.stages.composing.sets.offices import by_office
from simba.stages.composing.sets.parts import Denotation, anchored, is_kind
from simba.stages.composing.sets.periods import at_time, times, untimed
from simba.stages.composing.sets.ranks import beside, ranked
from simba.stages.composing.sets.roles import told_without
from simba.stages.composing.sets.sexes import sexed
from simba.stages.composing.sets.superlatives import beginnings, find, picked
from simba.stages.composing.sets.thresholds import compared, compares, within
from simba.stages.composing.sets.valued import valued, written_values
from simba.stages.composing.sets.widening import denied
from simba.stages.parse import ROOT

SOMEBODY = frozenset({"person"})
"""What a noun for people asks for: "лауреат «Оскара» 2016 года"."""
WHERE = frozenset({"P19", "P20", "P119", "P551"})
"""Where people were born, lived and died."""
KINDS = 2
"""Readings of the asked noun that are tried with what merely has to do with what the clause names."""


def asked_sets(clauses: Clauses, without: frozenset[int] = frozenset()) -> list[Denotation]:
    """The sets that the question may ask for; some of its words are accounted for otherwise."""
    scene, noun = clauses.scene, clauses.scene.noun
    everything = range(len(scene.tokens))
    held = [*clauses.nouns.in_role(everything), *happenings(scene)]
    held = [part for part in held if not part.explained & without]
    said = [*held, *told_without(clauses.asked(without), held)]
    if noun is None:
        found = _alone(clauses) + [one for part in said for one in _of_its_kind(scene, part)]
    else:
        found = _of_kinds(clauses, noun, said)
    found = sexed(scene, told_without(found, held))
    if noun is None and _names_somebody(scene):
        found = [part._replace(asks=part.asks or SOMEBODY) for part in found]
    if by := _picked_by(scene):
        found = [part for part in found if isinstance(part.form, Rank) or not by & part.explained]
    if scene.interrogative.type == "place" and noun is not None:
        kinds = clauses.nouns.parts(noun)[:2]
        found += [part for one in said for part in climbing(scene, one, noun, kinds)]
        found += [part for one in clauses.describing(noun) for part in climbing(scene, one, noun, [])]
    if noun is not None:
        found += _of_any_kind(clauses, noun)
    if compares(scene):
        found += [met for part in found for met in (*compared(scene, part, noun), *within(scene, part, noun))]
    found += [
        met for value in written_values(scene) for part in found for met in valued(scene, part, noun, value)
    ]
    found += [post for part in found if (post := by_office(scene, part)) is not None]
    for time in times(scene, clauses.main):
        timed = untimed(scene, found, time)
        found += [met for part in timed for met in at_time(scene, part, time, clauses.main)]
    return best(scene, _picked(scene, found) + list(most(scene, found)) + found, 40)


def _names_somebody(scene: Scene) -> bool:
    """Whether nothing but a noun for people, on which all else hangs, says what is asked for."""
    tops = [token for token in scene.tokens if token.relation == "root"]
    return scene.interrogative.type is None and all(
        scene.is_noun(top.index) and is_animate(top) and not scene.named_outright(top.index) for top in tops
    )


def _picked_by(scene: Scene) -> frozenset[int]:
    """The words for the measure that a superlative picks by, which is not asked for: "крупнейший по диаметру"."""
    by = find(scene, frozenset(range(len(scene.tokens))) - scene.interrogatives)
    words = by.words if by is not None else frozenset[int]()
    return frozenset(one for one in words if one and scene.tokens[one - 1].folded == "по")


def _of_its_kind(scene: Scene, part: Denotation) -> Iterator[Denotation]:
    """Where a rule spelled out a noun that names a class, first what is of it: "последний балет Чайковского"."""
    if part.link is not None and part.link.reverse:
        nouns = [one for one in sorted(part.explained - part.named) if _says_kind(scene, one)]
        kind = next((kind for one in nouns for kind in kinds(scene, one)), None)
        if kind is not None and is_kind(kind.form):
            yield part.also(kind)
            if picked(scene) is None:  # the last of all he wrote need be no opera
                yield part._replace(score=part.score + scene.weights.doubt)
            return
    yield part


def _says_kind(scene: Scene, index: int) -> bool:
    """Whether a word may say of what kind the members are: a noun, but no word for a time."""
    return scene.is_noun(index) and scene.tokens[index].lemma not in scene.words.periods


def _alone(clauses: Clauses) -> list[Denotation]:
    """What the noun phrases denote of a question that has neither an asked noun nor a verb."""
    scene, main = clauses.scene, clauses.main
    verbs = (t for t in scene.tokens if t.pos == "VERB" and t.index in main and t.lemma not in scene.fillers)
    if not all(scene.asks(verb.index) for verb in verbs):
        return []
    nominal = [one for one in sorted(main) if scene.is_nominal(one)]
    heads = [
        one
        for one in nominal
        if not any(up != one and up in main and scene.is_nominal(up) for up in scene.parse.ancestors(one))
    ]
    if (picked_by := find(scene, main - scene.interrogatives)) is not None:
        heads += [one for one in nominal if one not in picked_by.words]
    # "притоки Лены длиной более 2300 км": what is measured, whatever the parser hangs on the measure
    measures = [one for one in heads if _is_measure(scene, one)]
    heads += [kid for one in measures for kid in scene.children(one) if kid in nominal and kid < one]
    parts = (part for head in dict.fromkeys(heads) for part in clauses.nouns.parts(head))
    return [part for part in parts if not isinstance(part.form, Entity)]


def _is_measure(scene: Scene, index: int) -> bool:
    """Whether a noun names a measure: "длиной более ..."."""
    return any(scene.tokens[index].lemma in measure.noun for measure in scene.constructions.measures)


def _of_kinds(clauses: Clauses, noun: int, said: list[Denotation]) -> list[Denotation]:
    """What the asked noun denotes, with and without what the clause says of it."""
    scene, kinds = clauses.scene, clauses.nouns.parts(noun)
    # That a named thing is itself answers nothing: "какой породы Мухтар".
    found = [kind for kind in kinds if not isinstance(kind.form, Entity)]
    negated = frozenset(one for one in clauses.main if scene.negates(one)) - clauses.denied_beside
    if negated:
        others = [one.with_words(negated) for one in denied(scene, said)]
        return found + [kind.but(one) for one in others for kind in kinds if anchored(kind.form)]
    main, working = clauses.main, any(OCCUPATION in properties(kind.form) for kind in kinds)
    if found and not any(not part.dead and not scene.left(part.explained | {noun}, main) for part in said):
        found += [kind.also(one) for one in clauses.touched() for kind in found[:KINDS]]
    for part in said:
        found += [_met(part, kind) for kind in kinds if not kind.explained & part.explained - {noun}]
        if noun in part.explained:
            # Whoever directed is a director, whatever else the base says of him; whoever was born in a town is none.
            if working and not WHERE.isdisjoint(properties(part.form)):
                continue
            called = part.link is not None and not part.link.reverse and working
            score = scene.weights.hint if called else scene.weights.later
            found.append(part._replace(score=part.score + score))
        elif not kinds:
            score = part.score + scene.weights.doubt
            found.append(part._replace(explained=part.explained | {noun}, score=score))
    return found


def _of_any_kind(clauses: Clauses, noun: int) -> Iterator[Denotation]:
    """What the clauses say that describe the asked noun, where the base need not know of what kind that is.

    A place is not known to be of another kind, or a rule of this property has the noun among its words: "как звали
    режиссёра, который снял «Вий»".
    """
    scene = clauses.scene
    spelt = {one.rule.property for one in scene.fired if noun in one.words}
    place = scene.interrogative.type == "place"
    said = [one for one in clauses.describing(noun) if one.link and (place or one.link.property in spelt)]
    best = max((one.score for one in said), default=0.0)
    for part in said:
        if part.score == best:
            score = part.score + scene.weights.doubt
            yield part._replace(explained=part.explained | {noun}, score=score)


def _met(part: Denotation, kind: Denotation) -> Denotation:
    """What is in both sets; of a kind's longest, the longest of those: "какой самый длинный фильм снял Тарковский"."""
    if isinstance(kind.form, Rank):
        every = _met(part, kind._replace(form=kind.form.source, link=None, rest=()))
        return every._replace(form=replace(kind.form, source=every.form), link=None, rest=())
    return part.also(kind) if part.link is not None else kind.also(part)


def _picked(scene: Scene, parts: list[Denotation]) -> list[Denotation]:
    """What the question's superlative or ordinal picks from each part that does not account for it."""
    noun = scene.noun
    if not beginnings(scene):
        return []
    picks = next((one for one in range(noun or 0) if scene.picks_asked(one)), None)
    within = range(picks, noun) if picks is not None and noun is not None else range(0)  # "вторая по высоте"
    main = [
        one
        for one in range(len(scene.tokens))
        if (not scene.asks(one) or one in within) and not _describes_another(scene, one, noun)
    ]
    if find(scene, main) is None:
        return []
    person = scene.interrogative.type == "person"
    found: list[Denotation] = []
    for part in parts:
        superlative = find(scene, [one for one in main if one not in part.explained])
        if superlative is None:
            continue
        anything = isinstance(part.form, Hop) and noun is not None and scene.classes(noun)
        if anything and any(map(scene.picks_asked, superlative.words)):
            continue  # the second of all that he wrote need be no play: "какую вторую пьесу"
        found += ranked(scene, part, superlative, noun, person=person)
    return found


def _describes_another(scene: Scene, index: int, noun: int | None) -> bool:
    """Whether an adjective belongs to another noun than the one that is asked for."""
    token = scene.tokens[index]
    if token.relation != "amod" or token.head == ROOT:
        return False
    above = scene.tokens[token.head]
    if any(t.folded == "," for t in scene.tokens[above.index : index]):
        return False  # "какой из фильмов, где снялся X, самый ранний"
    if above.lemma in scene.words.spans or any(
        above.lemma == name.rpartition(" ")[2] for one in scene.constructions.measures for name in one.noun
    ):
        return False  # "имеет самую большую площадь", "наибольший атомный номер"
    measures = scene.constructions.superlatives.get(token.lemma, ())
    if any(index in beside(scene, measure) for measure, _ in measures):
        return False  # "дожил до самых преклонных лет"
    own = above.head == ROOT and scene.case(above.index) is None  # "у самой большой страны" is no predicate
    return scene.is_nominal(above.index) and above.index != noun and not own
