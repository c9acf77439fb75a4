"""Who had a role in what is named, by the qualifiers of its statements: "бортинженер «Союза-5»", "взяли врачом"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simba.query import Entity, Has, Or, Statement
from simba.stages.composing.exclusion import named_things
from simba.stages.composing.parts import Denotation
from simba.stages.composing.scene import Scene
from simba.stages.composing.wordforms import is_animate
from simba.stages.parse import ROOT, Token

ROLE = "роль"
"""What a reading by a role is told by."""


def roles(scene: Scene) -> list[Denotation]:
    """Those who are said to have had a role in a thing that the question names."""
    if not any(_may_be_role(scene, token) for token in scene.tokens):
        return []
    return [
        part
        for thing, _, words, score in named_things(scene)
        for named in [frozenset(filter(scene.named_outright, words))]
        for property, qualifiers in scene.words.roles.items()
        if scene.leads(thing, property, False)
        for part in _having(scene, Statement(property, thing), qualifiers, named, score)
    ]


def told_without(parts: Sequence[Denotation], known: Sequence[Denotation]) -> list[Denotation]:
    """The parts that do not take a role's words for no more than "one of them": the captain is not all of the crew."""
    said = [(one.explained, _property(one)) for one in known]
    return [
        part
        for part in parts
        if part.link is None
        or part.link.conditions
        or not any(part.link.property == name and part.explained & words for words, name in said)
    ]


def _property(part: Denotation) -> str:
    form = part.form.members[0] if isinstance(part.form, Or) else part.form
    return form.property if isinstance(form, Statement) else ""


def _having(
    scene: Scene, crew: Statement, qualifiers: Sequence[str], named: frozenset[int], score: float
) -> Iterator[Denotation]:
    for token in scene.tokens:
        words = _words(scene, token, named) if _may_be_role(scene, token) else frozenset[int]()
        for candidate, inside, sure in scene.covering.get(token.index, ()) if words else ():
            if inside & named:
                continue
            told = [Has(one, Entity(candidate.entity.id)) for one in qualifiers]
            forms = [Statement(crew.property, crew.subject, None, (one,), "value") for one in told]
            yield Denotation(
                Or(*forms) if len(forms) > 1 else forms[0],
                score + sure + scene.weights.likely,
                named | inside | words,
                (candidate.entity.name, ROLE),
            )


def _may_be_role(scene: Scene, token: Token) -> bool:
    """Whether a word may say what somebody was: a common noun for people that does not ask."""
    said = (
        scene.is_noun(token.index) and token.index in scene.covering and not scene.named_outright(token.index)
    )
    return said and not scene.asks(token.index) and token.index != scene.noun and is_animate(token)


def _words(scene: Scene, role: Token, named: frozenset[int]) -> frozenset[int]:
    """The words that give somebody a role in a thing, none where they do not: the thing's own, or what one was."""
    above = list(scene.parse.ancestors(min(named)))
    between = above[: above.index(role.index)] if role.index in above else None
    if between is not None and all(scene.tokens[one].pos in {"NOUN", "PROPN"} for one in between):
        return frozenset({role.index, *between, *_copulas(scene, role)})
    verb = scene.tokens[role.head] if role.head != ROOT else None
    was = role.features.get("Case") == "Ins" and scene.case(role.index) is None
    if was and verb is not None and verb.pos == "VERB" and verb.index in above:
        return frozenset({role.index, verb.index})
    bare = not any(token.pos in {"VERB", "AUX"} or scene.asks(token.index) for token in scene.tokens)
    return frozenset({role.index}) if bare and role.relation in {"parataxis", "root"} else frozenset()


def _copulas(scene: Scene, role: Token) -> Iterator[int]:
    return (kid for kid in scene.children(role.index) if scene.tokens[kid].lemma in scene.words.copulas)
