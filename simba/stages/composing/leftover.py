"""What a word may be that a one-hop reading leaves over, and which readings may not leave it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from simba.stages.composing.asking.twins import joined
from simba.stages.composing.question.scene import PERSON, Scene
from simba.stages.composing.sets.filling import is_said_of
from simba.stages.composing.sets.superlatives import ordered
from simba.stages.parse import ROOT, Token

PREDICATE = frozenset({"root", "conj", "ccomp"})
"""What an adjective that says something of the subject is in the tree."""

Role = Literal[
    "picks",
    "may_pick",
    "time",
    "asks",
    "name",
    "quoted",
    "whose",
    "maker",
    "within",
    "beside",
    "says",
    "was",
    "told",
    "had",
    "narrows",
    "unknown",
    "also",
]


def _picks(scene: Scene, token: Token) -> bool:
    apart = token.pos != "ADJ" or scene.tokens[token.head].pos == "VERB"  # "умер последним"
    return _may_pick(scene, token) and (apart or ordered(scene, token.index))


def _may_pick(scene: Scene, token: Token) -> bool:
    return scene.weight(token) >= scene.weights.picks


def _is_named(scene: Scene, token: Token) -> bool:
    subject = token.pos == "PROPN" and token.relation.startswith("nsubj")
    return subject or scene.named_outright(token.index)


def _is_owner(scene: Scene, token: Token) -> bool:
    return (
        token.head == scene.noun
        and token.relation == "nmod"
        and token.features.get("Case") == "Gen"
        and scene.named_outright(token.index)
        and scene.case(token.index) is None
    )


def _is_whose(scene: Scene, token: Token) -> bool:
    return _is_owner(scene, token) and scene.tokens[token.head].lemma in scene.constructions.nouns


def _is_maker(scene: Scene, token: Token) -> bool:
    kinds = (one.entity.classes for one, _, _ in scene.covering.get(token.index, ()))
    return _is_owner(scene, token) and any(scene.is_a(one, [PERSON]) for one in kinds)


def _is_beside(scene: Scene, token: Token) -> bool:
    nominal = token.relation == "nmod" and token.pos in {"NOUN", "PROPN"}
    return nominal and scene.case(token.index) is not None


def _is_told(scene: Scene, token: Token) -> bool:
    if token.pos == "NOUN":
        if token.head == ROOT and scene.interrogative.type == "person" and token in scene.predicates:
            return True
        noun = scene.tokens[scene.noun] if scene.noun is not None else None
        if noun is not None and scene.case(noun.index) in scene.words.among:
            return is_said_of(scene, token, noun)
    if scene.words.at_once.isdisjoint(scene.forms) or not scene.named_outright(token.index):
        return False
    before = scene.tokens[max(token.index - 2, 0) : token.index]
    return any(one.folded in scene.words.at_once for one in before)


ROLES: dict[Role, Callable[[Scene, Token], bool]] = {
    # It picks one of many, negates or excepts: "второй", "кроме".
    "picks": _picks,
    # It picks one of many, unless it only describes what it hangs on: "первый президент".
    "may_pick": _may_pick,
    # It says when.
    "time": lambda scene, token: token.index in scene.dated,
    # It asks for a property of its own: "жена".
    "asks": lambda scene, token: (
        token.lemma in scene.constructions.nouns and token.index not in asked_phrase(scene)
    ),
    # It is a name, or in one.
    "name": _is_named,
    # It is in a title: "кем трудился на «Арсенале» Бродский".
    "quoted": lambda scene, token: scene.named_outright(token.index) and scene.quoted(token),
    # It is named as having what is asked for: "какие спутники Венеры открыл X".
    "whose": _is_whose,
    # He is named as having some of what is asked for: "какие фильмы Михалкова озвучил X".
    "maker": _is_maker,
    # It is named as where of what is asked for: "какие города на Волге основал X".
    "within": lambda scene, token: (
        token.head == scene.noun and _is_beside(scene, token) and scene.named_outright(token.index)
    ),
    # It is said of what is asked for: "какие картины на библейские сюжеты написал X".
    "beside": lambda scene, token: token.head == scene.noun and _is_beside(scene, token),
    # It says something of somebody: "завоевал", "женат".
    "says": lambda _, token: token.pos == "VERB" or (token.pos == "ADJ" and token.relation in PREDICATE),
    # Somebody was that: "в каких фильмах X был режиссёром".
    "was": lambda scene, token: token in scene.predicates,
    # It tells who is asked for, or who did it with another: "кто был премьером в начале войны", "кто из жён X актриса",
    # "что открыл X вместе с Y".
    "told": _is_told,
    # Of it "чей" asks whose it is: "чья картина висит в X".
    "had": lambda scene, token: token is scene.owned,
    # With the asked noun it names a class of its own: "какие вантовые мосты".
    "narrows": lambda scene, token: token.index in scene.narrowing,
    # It asks as much as the verb that it is joined to: "когда родился и умер".
    "also": lambda scene, token: token.pos == "VERB" and len(joined(scene, token)) > 1,
    # It is a name or a title that nothing is known by: "автомобили марки «Lexus»".
    "unknown": lambda scene, token: (
        (token.index in scene.unknown or (scene.quoted(token) and token.index not in scene.covering))
        and token.index not in asked_phrase(scene)
    ),
}
"""What a word may be, whatever the reading is; it may be several things, and is mostly none."""


class Traits(NamedTuple):
    """What of a reading decides which words it may leave."""

    lists: bool
    """Whether it lists what has some value."""
    holds_now: bool
    """Whether it tells who is in an office now, of all who were."""
    for_a_time: bool
    """Whether what it tells holds for some time."""
    beside: bool
    """Whether a composed reading explains more."""
    beside_true: bool
    """Whether that leads somewhere, or a verb is left, too: else names may be mere decoration."""
    classed: bool
    """Whether the question asks for a noun: values of its class may do."""


FORBIDDEN: dict[Role, Callable[[Traits], bool]] = {
    "picks": lambda _: True,
    "may_pick": lambda one: one.holds_now,
    "time": lambda one: one.for_a_time,
    "asks": lambda one: one.beside,
    "name": lambda one: one.beside_true,
    "quoted": lambda one: not one.classed,
    "whose": lambda _: True,
    "within": lambda one: one.lists and one.beside,
    "says": lambda one: one.holds_now or one.for_a_time,
    "was": lambda one: one.lists,
    "told": lambda _: True,
    "had": lambda _: True,
    "narrows": lambda one: one.lists,
    "unknown": lambda one: one.lists,
    "also": lambda _: True,
}
"""The readings that may not leave a word that is so."""
ONE: frozenset[Role] = frozenset({"time", "maker", "beside"})
"""What picks one of several: a reading that leaves it is no answer unless it has but one value."""


class Roles(dict[int, frozenset[Role]]):
    """What each word is, found when it is first asked for; what says nothing, is nothing."""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene

    def __missing__(self, index: int) -> frozenset[Role]:
        scene, token = self._scene, self._scene.tokens[index]
        found = [role for role, is_so in ROLES.items() if is_so(scene, token)] if scene.word(token) else ()
        self[index] = roles = frozenset(found)
        return roles


def asked_phrase(scene: Scene) -> frozenset[int]:
    """The asked noun with what hangs on it, but not the clauses that describe it: these tell of others."""
    if scene.noun is None:
        return frozenset()
    clauses = (inside for head, inside in scene.describing.values() if head == scene.noun)
    return frozenset(scene.parse.subtree(scene.noun)).difference(*clauses)
