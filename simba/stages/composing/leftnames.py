"""Names beside the one that a one-hop reading starts from: whether they merely say more of it, or are asked about."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import NamedTuple

from simba.russian.text import fold
from simba.stages.composing.question.covering import HUMAN
from simba.stages.composing.question.reattaching import is_called_otherwise
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordforms import is_animate
from simba.stages.links import Candidate
from simba.stages.parse import ROOT, Token


class Own(NamedTuple):
    """What of a question belongs to the name that a reading starts from."""

    candidate: Candidate
    said: frozenset[int]
    """The name alone."""
    name: frozenset[int]
    """The name with the noun of its class."""
    described: frozenset[int]
    """What else says what it is, or which of its namesakes is meant."""


def decorates(
    scene: Scene, token: Token, own: Own, asking: frozenset[int], explained: frozenset[int], left: list[Token]
) -> bool:
    """Whether another name only says more of what a reading explains, or where that was."""
    if is_called_otherwise(scene.parse, token):
        return False
    ancestors = scene.parse.ancestors
    above = next((up for up in ancestors(token.index) if scene.is_nominal(up)), None)
    if above is not None and (
        above in explained - asking
        or (above in ancestors(min(own.said)) and scene.tokens[above].pos == "NOUN")
    ):
        return True
    verbs = {one.index for one in left if one.pos == "VERB"}
    if above is None and not verbs.isdisjoint(ancestors(token.index)):
        return False  # a verb of its own tells something of a place: "родились в России"
    kinds = {kind for one, _, _ in scene.covering.get(token.index, ()) for kind in one.entity.classes}
    return scene.is_a(kinds, scene.sets.places)


def is_part(scene: Scene, own: Own, over: set[int]) -> bool:
    """Whether a reading starts from the first name of somebody known whole: from "Александр" of "Александр Зацепин"."""
    first = min(own.said)
    return any(
        inside > own.name
        and first == min(inside)
        and other.entity.id != own.candidate.entity.id
        and HUMAN in other.entity.classes
        and all(one in over and scene.tokens[one].relation == "flat:name" for one in inside - own.name)
        for other, inside, _ in scene.covering.get(first, ())
    )


def tells_whose(scene: Scene, token: Token, own: Own) -> bool:
    """Whether a name that nothing is known by says whose a named thing is: "роман «Дракула» Брэма Стокера"."""
    named = any(scene.named_outright(one) or scene.tokens[one].text[:1].isupper() for one in own.said)
    return named and not own.name.isdisjoint(scene.parse.ancestors(token.index))


def stands_below(
    scene: Scene, own: Own, asking: frozenset[int], spelt: frozenset[int], over: set[int]
) -> bool:
    """Whether a noun has what is named, or what is told of it: "учитель Капицы", "советник президента Франции"."""
    first = min(own.said)
    if first - 1 in over - asking and scene.tokens[first - 1].lemma in scene.constructions.kin:
        return True
    line = [scene.tokens[one] for one in (first, *scene.parse.ancestors(first))]
    for owner, noun in pairwise(line):
        if noun.pos != "NOUN" or not is_animate(noun):
            continue
        if noun.index in spelt - own.name - asking and _is_told_of(scene, noun, over):
            return True
        if noun.index not in over:
            continue
        if _is_of_name(scene, noun, owner, own):
            return True
        if owner.features.get("Case") != "Gen" or scene.case(owner.index) is not None:
            continue
        told = owner.index in spelt and owner.pos == "NOUN" and not scene.asks(owner.index)
        if (
            told and noun.index != scene.noun and owner.relation in {"nmod", "obj"}
        ):  # where no verb is, parsers err
            return True
        if (
            owner.relation == "nmod"
            and noun.features.get("Case") not in {None, "Gen"}
            and noun.features.get("Number") != "Plur"
            and noun.index in scene.alone - asking - own.described
        ):
            return True
    return False


def _is_of_name(scene: Scene, noun: Token, owner: Token, own: Own) -> bool:
    """Whether somebody in the nominative belongs to who is named in another case ("родился слуга Дон Кихота"), or a
    noun for no trade or kind says whose he is that something is done to: "сыграл друга Холмса".
    """
    if owner.index not in own.said or owner.relation != "nmod" or scene.case(owner.index) is not None:
        return False
    if noun.relation == "obj":
        return noun.index in scene.alone and not scene.classes(noun.index)
    name = frozenset(fold(own.candidate.entity.name).split())
    person = owner.pos == "PROPN" and owner.features.get("Animacy") == "Anim"
    subject = noun.relation.startswith("nsubj") and noun.features.get("Case") == "Nom"
    return person and subject and any(scene.tokens[one].folded not in name for one in own.said)


def stands_beside(scene: Scene, own: Own, spelt: frozenset[int], over: set[int]) -> bool:
    """Whether what a rule asks for is somebody's in what is named: "персонаж X в «Y»" is not any in it."""
    tokens = scene.tokens
    if not any(map(scene.case, own.said)):
        return False
    return any(
        scene.named_outright(one)
        and tokens[one].relation == "nmod"
        and tokens[one].head in spelt
        and scene.case(one) is None
        for one in over
    )


def _is_told_of(scene: Scene, noun: Token, over: set[int]) -> bool:
    """Whether a verb that rules know tells something of a noun: "за кого вышла замуж вдова X"."""
    verb = scene.tokens[noun.head]
    return (
        noun.relation == "nsubj"
        and verb.index in over
        and verb.pos == "VERB"
        and verb.head == ROOT
        and any(verb.index in one.words for one in scene.fired)
    )


def joined_names(scene: Scene) -> list[tuple[int, int, bool]]:
    """The names between which "и" or "или" stands, be it with prepositions, and whether it is "или"."""
    found = []
    for joint in scene.tokens:
        either = joint.folded in scene.words.either
        if scene.quoted(joint) or not (either or joint.folded in scene.words.joining):
            continue
        before = next((one.index for one in reversed(scene.tokens[: joint.index]) if one.is_word), None)
        after = next(
            (
                one.index
                for one in scene.tokens[joint.index + 1 :]
                if one.is_word and (_is_named(scene, one.index) or not _may_stand_before(one))
            ),
            None,
        )
        if before is None or after is None:
            continue
        if (_is_named(scene, before) and _is_named(scene, after)) or _are_alike(scene, before, after):
            found.append((before, after, either))
    return found


def _are_alike(scene: Scene, one: int, other: int) -> bool:
    """Whether two words that are joined name two of a kind, though nothing is known by one: "финский и клингонский"."""
    first, second = scene.tokens[one], scene.tokens[other]
    if (one in scene.covering) == (other in scene.covering):
        return False
    same = first.features.get("Case") == second.features.get("Case")
    return same and second.relation == "conj" and second.head == one and second.pos in {"ADJ", "NOUN"}


def _is_named(scene: Scene, index: int) -> bool:
    token = scene.tokens[index]
    return token.pos == "PROPN" or scene.named_outright(index) or scene.quoted(token)


def is_one_of_two(joined: Collection[tuple[int, int, bool]], own: Own, over: set[int]) -> bool:
    """Whether a reading is of one of two names, or of a part of one, and leaves the other, or leaves both that "или"
    offers.
    """
    return any(
        (one in over and other in over and (either or other + 1 in own.name))
        or (one in own.name and other in over)
        or (other in own.name and one in over)
        for one, other, either in joined
    )


def is_of_another(scene: Scene, naming: frozenset[int], own: Own, over: set[int]) -> bool:
    """Whether it is asked what is called so, or what stands named behind the name: "столица штата США Техаса"."""
    verbs = naming & over
    if verbs and any(
        index
        and scene.tokens[index].text[:1].isupper()
        and own.said.isdisjoint({index - 1, index + 1})
        and not verbs.isdisjoint(scene.parse.ancestors(index))
        for index in over
    ):
        return True
    kind, behind = min(own.said) - 1, max(own.said) + 1
    if behind in over and _has_owner(scene, own, scene.tokens[behind]):
        return True
    if kind < 0 or behind not in over or scene.quoted(scene.tokens[behind]):
        return False
    called = scene.classes(kind) if scene.is_noun(kind) else ()
    classes = own.candidate.entity.classes
    if not called or not classes or scene.is_a(classes, called) or not scene.tokens[behind].text.istitle():
        return False  # "центр Закарпатской области Украины"
    named = [one.entity.classes for one, _, _ in scene.covering.get(behind, ())]
    return not named or any(scene.is_a(one, called) for one in named)


def _has_owner(scene: Scene, own: Own, token: Token) -> bool:
    """Whether a reading starts from a common noun and leaves the name behind it, whose it is: "копьё Одина"."""
    common = own.candidate.entity.name.islower()
    if not common or scene.quoted(token) or not scene.named_outright(token.index):
        return False
    kinds = {kind for one, _, _ in scene.covering.get(token.index, ()) for kind in one.entity.classes}
    return token.head in own.said and token.text.istitle() and not scene.is_a(kinds, scene.sets.places)


def is_bound(scene: Scene, own: Own, spelt: frozenset[int]) -> bool:
    """Whether a name only says when: "жена X до Y" is not asked of Y, nor "Олимпиада после игр X" of these."""
    tokens, bounds = scene.tokens, scene.words.bounds
    inside = own.said if own.candidate.route == "edition" else frozenset[int]()
    before = min(own.name) - 1
    near = {*inside, before} - spelt if before >= 0 else inside - spelt
    return any(tokens[index].folded in bounds for index in near)


def _may_stand_before(token: Token) -> bool:
    """Whether a word may stand between "и" and a name: a preposition, or a noun that says what it is."""
    return token.pos == "ADP" or (token.pos == "NOUN" and token.features.get("Case") in {"Gen", "Ins"})
