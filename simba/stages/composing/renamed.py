"""What is called otherwise: "как теперь зовётся пик Коммунизма", "под каким именем известно озеро Леман".

Whoever names a thing by one of its other names and asks for its name, asks for the thing.
"""

from __future__ import annotations

from collections.abc import Iterator

from simba.query import Entity
from simba.stages.composing.parts import Denotation
from simba.stages.composing.questions import SpecialQuestion
from simba.stages.composing.scene import Scene
from simba.stages.composing.wordforms import is_animate
from simba.stages.linking import Candidate
from simba.stages.parse import Token

PEOPLE = frozenset({"Q5", "Q95074", "Q15632617", "Q15773347"})
"""Persons and characters."""
ASKED = frozenset({None, "name", "manner", "place", "thing", "text"})
"""What a question for a name may seem to ask for."""


def renamed(question: SpecialQuestion) -> Iterator[Denotation]:
    """The things that the question names otherwise, where it tells nothing else of them."""
    scene = question.scene
    if scene.interrogative.type not in ASKED:
        return
    naming = (pattern for one, pattern in scene.constructions.asking if one.kind == "naming")
    said = [place for pattern in naming for place in pattern.all(scene.whole.text)]
    calling = frozenset(i for place in said for i in scene.whole.tokens(place.span, place.gaps))
    if any(_asks_else(scene, i) for i in range(len(scene.tokens)) if i not in calling):
        return
    everything = frozenset(range(len(scene.tokens)))
    seen = set()
    for some in scene.covering.values():
        if any(scene.is_a(one.entity.classes, PEOPLE) for one, _, _ in some):
            continue  # of whom "как звали" asks for the given name
        for candidate, inside, score in some:
            if (candidate.entity.id, inside) in seen or inside & calling or not _is_other_name(candidate):
                continue
            seen.add((candidate.entity.id, inside))
            rest = [
                scene.tokens[i] for i in everything - inside - calling if scene.weight(scene.tokens[i]) > 0
            ]
            if all(_adds_nothing(scene, one, candidate) for one in rest):
                form, why = Entity(candidate.entity.id), (candidate.entity.name, "naming")
                yield Denotation(form, score + scene.weights.marked, everything, why)


def _asks_else(scene: Scene, index: int) -> bool:
    """Whether a word of asking asks for more than what is called so: "в честь чего назван"."""
    other = scene.tokens[index].pos in {"NOUN", "ADP"} and index != scene.noun
    return other and scene.asks(index)


def _is_other_name(candidate: Candidate) -> bool:
    """Whether a mention is a proper name, and not the one that the thing goes by."""
    entity = candidate.entity
    named = entity.name[:1].isupper() or candidate.mention.first < candidate.mention.last
    return entity.kind == "alias" and named


def _adds_nothing(scene: Scene, token: Token, candidate: Candidate) -> bool:
    """Whether a word merely says what a thing is, who calls it so, where or when."""
    if token.lemma in scene.constructions.nouns or scene.picks(token) or scene.negates(token.index):
        return False
    if token.pos in {"ADV", "ADJ", "PRON"}:
        return not token.text[:1].isupper() or not token.index
    if scene.case(token.index) in scene.words.placing:
        return True
    if token.pos not in {"NOUN", "PROPN"} or scene.named_outright(token.index):
        return False
    calls = is_animate(token) and token.features.get("Case") != "Gen"
    return calls or scene.is_one(token, candidate.entity.classes)
