"""Who had a role in what is named, by the qualifiers of its statements: "бортинженер «Союза-5»", "взяли врачом"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from simba.query import Entity, Form, Has, Or, Statement
from simba.stages.composing.question.scene import PERSON, Scene
from simba.stages.composing.question.wordforms import is_animate
from simba.stages.composing.sets.named import named_things
from simba.stages.composing.sets.parts import Denotation
from simba.stages.parse import ROOT, Token

MAX_ROLES = 30
"""Roles of one name that are taken together."""
ROLE = "роль"
"""What a reading by a role is told by."""


def roles(scene: Scene) -> list[Denotation]:
    """Those who are said to have had a role in a thing that the question names."""
    tokens = [token for token in scene.tokens if _may_be_role(scene, token)]
    found: list[Denotation] = []
    for thing, classes, words, score in named_things(scene) if tokens else ():
        named = frozenset(filter(scene.named_outright, words))
        said = [(token, given) for token in tokens if (given := _words(scene, token, named))]
        if not said:
            continue  # whatever is known of the thing
        member = scene.noun is not None and scene.is_a(classes, [PERSON])
        for property, qualifiers in scene.words.roles.items():
            if scene.leads(thing, property, False):
                found += _having(scene, Statement(property, thing), qualifiers, said, named, score)
            if member and scene.leads(thing, property, True):
                crewed = Statement(
                    property, None, thing, (), "subject"
                )  # "на каких кораблях X был командиром"
                found += _having(scene, crewed, qualifiers, said, named, score)
    return found


def told_without(parts: Sequence[Denotation], known: Sequence[Denotation]) -> list[Denotation]:
    """The parts that do not take a role's words for no more than "one of them": the captain is not all of the crew."""
    said = [(one.explained, _property(one)) for one in known]
    return (
        list(parts)
        if not said
        else [
            part
            for part in parts
            if part.link is None
            or part.link.conditions
            or not any(part.link.property == name and part.explained & words for words, name in said)
        ]
    )


def _property(part: Denotation) -> str:
    form = part.form.members[0] if isinstance(part.form, Or) else part.form
    return form.property if isinstance(form, Statement) else ""


def _having(
    scene: Scene,
    crew: Statement,
    qualifiers: Sequence[str],
    said: Sequence[tuple[Token, frozenset[int]]],
    named: frozenset[int],
    score: float,
) -> Iterator[Denotation]:
    for token, words in said:
        for role, inside, sure in _called(scene, token):
            if inside & named:
                continue
            forms = [replace(crew, conditions=(Has(one, role),)) for one in qualifiers]
            yield Denotation(
                Or(*forms) if len(forms) > 1 else forms[0],
                score + sure + scene.weights.likely,
                named | inside | words,
                (token.lemma, ROLE),
            )


def _called(scene: Scene, token: Token) -> Iterator[tuple[Form, frozenset[int], float]]:
    """The roles that a word may mean: what is linked there, else all whose names begin so ("командир экипажа")."""
    for candidate, inside, sure in scene.covering.get(token.index, ()):
        yield Entity(candidate.entity.id), inside, sure
    known = scene.words.role_words.get(token.lemma)
    for noun in known or ([] if scene.classes(token.index) else [token.lemma]):
        named = scene.called_so(noun, None if known else ())
        if some := list(dict.fromkeys((*named, *sorted(scene.classes_named(noun)))))[:MAX_ROLES]:
            form: Form = Or(*map(Entity, some)) if len(some) > 1 else Entity(some[0])
            yield form, frozenset({token.index}), scene.weights.later


def _may_be_role(scene: Scene, token: Token) -> bool:
    """Whether a word may say what somebody was: a common noun for people that does not ask, or a verb for one."""
    if scene.named_outright(token.index) or token.index == scene.noun:
        return False
    if token.lemma in scene.words.role_words:
        return True
    if token.lemma in scene.words.members:
        return False
    return scene.is_noun(token.index) and not scene.asks(token.index) and is_animate(token)


def _words(scene: Scene, role: Token, named: frozenset[int]) -> frozenset[int]:
    """The words that give somebody a role in a thing, none where they do not: the thing's own, or what one was."""
    above = list(scene.parse.ancestors(min(named)))
    between = above[: above.index(role.index)] if role.index in above else None
    if between is not None and all(scene.tokens[one].pos in {"NOUN", "PROPN"} for one in between):
        return frozenset({role.index, *between, *_copulas(scene, role)})
    verb = scene.tokens[role.head] if role.head != ROOT else None
    own = {role.index}
    if verb is not None and verb.lemma in scene.words.posts:  # "исполнял обязанности бортинженера"
        own.add(verb.index)
        verb = scene.tokens[verb.head] if verb.head != ROOT else None
    was = len(own) > 1 or (role.features.get("Case") == "Ins" and scene.case(role.index) is None)
    if was and verb is not None and verb.pos == "VERB" and verb.index in above:
        return frozenset({*own, verb.index})
    verbal = {"VERB", "AUX"} if role.pos != "VERB" else set()
    bare = not any(token.pos in verbal or scene.asks(token.index) for token in scene.tokens)
    return frozenset(own) if bare and role.pos != "VERB" else frozenset()


def _copulas(scene: Scene, role: Token) -> Iterator[int]:
    return (kid for kid in scene.children(role.index) if scene.tokens[kid].lemma in scene.words.copulas)
