"""What is called otherwise: "как теперь зовётся пик Коммунизма", "под каким именем известно озеро Леман".

Whoever names a thing by one of its other names, asks for its name and says nothing else of it, asks for the thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from simba.kb.classes import Classes
from simba.query import Entity, Hop, Statement, Text, Without, path
from simba.stages.composing.asking.identity import asks_of
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.question.covering import is_name
from simba.stages.composing.question.scene import PERSON, Scene
from simba.stages.composing.sets.parts import Denotation
from simba.stages.composing.sets.periods import times
from simba.stages.interrogative import Interrogative
from simba.stages.links import Candidate
from simba.stages.parse import Token

ASKED = frozenset({None, "name", "manner", "place", "thing", "text"})
"""What a question for a name may seem to ask for."""
OFFICIAL_NAME = "P1448"


def may_rename(interrogative: Interrogative, candidates: Iterable[Candidate], hierarchy: Classes) -> bool:
    """Whether a question for a name may be one that `renamed` reads."""
    return interrogative.type in ASKED and any(
        one.entity.kind == "alias" and PERSON not in hierarchy.above(one.entity.classes) for one in candidates
    )


def named_then(question: SpecialQuestion) -> Iterator[Denotation]:
    """What something was called at a time that the question says: "как назывался Волгоград в 1930 году"."""
    scene = question.scene
    words = _calling(scene)
    for time in times(scene, question.clauses.main):
        for part in question.sources(words):
            if not isinstance(part.form, Entity) or PERSON in question.classes(part):
                continue
            explained, score = part.explained | words | time.words, part.score + scene.weights.marked
            dead = part.dead or not scene.leads(part.form, OFFICIAL_NAME, False)
            for number, conditions in enumerate(time.conditions(becoming=False)):
                form = Statement(OFFICIAL_NAME, part.form, None, conditions, "value")
                later = scene.weights.later * number
                yield Denotation(form, score + later, explained, part.why, dead=dead)


def formerly(question: SpecialQuestion) -> Iterator[Denotation]:
    """What something was called before: all its names but the present one."""
    scene = question.scene
    past = frozenset(t.index for t in scene.tokens if not scene.words.earlier.isdisjoint({t.lemma, t.folded}))
    for one in scene.fired if past else ():
        if one.rule.property != OFFICIAL_NAME or past.isdisjoint(one.over):
            continue
        words = one.words | past
        for part in question.sources(words):
            if isinstance(part.form, Entity):
                every = Hop(part.form, path(OFFICIAL_NAME))
                form = Without(every, Text(_label(scene, part.form)))
                dead = not scene.leads(part.form, OFFICIAL_NAME, False)
                score = part.score + scene.weights.marked
                yield Denotation(form, score, part.explained | words, (*part.why, OFFICIAL_NAME), dead=dead)


def _label(scene: Scene, entity: Entity) -> str:
    """What an entity that the question names is called today."""
    linked = (one.entity for some in scene.covering.values() for one, _, _ in some)
    return next((one.label or one.name for one in linked if one.id == entity.id), "")


def _calling(scene: Scene) -> frozenset[int]:
    """The words that tell how something is called."""
    text = scene.whole.text
    naming = (pattern for one, pattern in scene.constructions.asking.within(text) if one.kind == "naming")
    said = [place for pattern in naming for place in pattern.all(text)]
    return frozenset(i for place in said for i in scene.whole.tokens(place.span, place.gaps))


def renamed(question: SpecialQuestion) -> Iterator[Denotation]:
    """The things that the question names otherwise, where it tells nothing else of them."""
    scene = question.scene
    if scene.interrogative.type not in ASKED:
        return
    calling = _calling(scene)
    everything = frozenset(range(len(scene.tokens)))
    mentions = [one for some in scene.covering.values() for one in some]
    # What goes by the words outright is asked for its other names: "как по-другому называют глюкозу".
    outright = {inside for candidate, inside, _ in mentions if candidate.entity.kind != "alias"}
    for candidate, inside, score in mentions:
        if (
            inside & calling
            or any(inside <= one for one in outright)
            or not is_name(scene, candidate.mention)
        ):
            continue
        if scene.is_a(candidate.entity.classes, [PERSON]):
            continue  # of whom "как звали" asks for the given name
        rest = (scene.tokens[i] for i in everything - inside - calling)
        if asks_of(scene, candidate):
            continue
        if all(scene.weight(one) == 0 or _adds_nothing(scene, one, candidate) for one in rest):
            form, why = Entity(candidate.entity.id), (candidate.entity.name, "naming")
            yield Denotation(form, score + scene.weights.marked, everything, why)


def _adds_nothing(scene: Scene, token: Token, candidate: Candidate) -> bool:
    """Whether a word merely says what the thing is, or since when it is called so."""
    if scene.picks(token) or scene.negates(token.index):
        return False
    return token.pos == "ADV" or (
        scene.is_noun(token.index) and scene.is_one(token, candidate.entity.classes)
    )
