"""Works in which somebody had a part, or several: "в каких фильмах Рязанов был и режиссёром, и сценаристом"."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from simba.query import Entity, Hop, path
from simba.stages.composing.question.scene import PERSON, Scene
from simba.stages.composing.sets.kinds import kinds
from simba.stages.composing.sets.parts import Denotation
from simba.stages.parse import Token

CREDITED = "credited"
"""What marks such a reading: rules of one hop do not tell one part from another."""
NAMESAKES = 3
"""Entities tried for one name."""


def credited(scene: Scene) -> Iterator[Denotation]:
    """The works of the asked kind in which a person was all that the question says."""
    noun, roles = scene.noun, scene.predicates
    if noun is None or not roles or scene.case(noun) is None:
        return
    kind = next(kinds(scene, noun), None)
    verb = scene.equating(roles[0])
    named = next((t.index for t in scene.tokens if _is_subject(scene, t, (roles[0], verb))), None)
    if kind is None or named is None:
        return
    people = [one for one in scene.covering[named] if scene.is_a(one[0].entity.classes, [PERSON])]
    own = frozenset(one.index for one in (*roles, verb) if one is not None)
    ways = [_ways(scene, role) for role in roles]
    for candidate, inside, score in people[:NAMESAKES]:
        person, said = Entity(candidate.entity.id), kind.explained | own | inside
        score += scene.weights.likely
        part = kind._replace(explained=said, score=score, why=(*kind.why, candidate.entity.name))
        for some in ways:
            steps = [(path(to).reversed(), name) for to, name in some]
            alive = next((one for one in steps if scene.leads_along(person, str(one[0]))), None)
            for to, name in [alive or steps[0]] if steps else []:
                part = part.also(Denotation(Hop(person, to), why=(name,), dead=alive is None))
        if all(ways):
            yield part._replace(why=(*part.why, CREDITED))


def _is_subject(scene: Scene, token: Token, predicate: Collection[Token | None]) -> bool:
    """Whether a token is the name of whom a predicate tells."""
    told = {one.index for one in predicate if one is not None}
    return token.relation == "nsubj" and token.head in told and scene.named_outright(token.index)


def _ways(scene: Scene, role: Token) -> list[tuple[str, str]]:
    """The paths from a work to those who have a part in it, as the noun for them says, with their names."""
    found = [(one.path, one.name) for one in scene.constructions.nouns.get(role.lemma, ()) if not one.beside]
    fired = scene.fire(scene.respoken([(role.lemma, role.index)]))
    return found + [(one.rule.property, one.rule.name) for one in fired if not one.reverse]
