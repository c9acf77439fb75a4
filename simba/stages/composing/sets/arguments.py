"""The noun phrases of a clause that no other one holds, each with what "и" joins to it."""

from __future__ import annotations

from itertools import takewhile

from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordforms import is_animate

ALONE = frozenset(
    {
        "nsubj",
        "nsubj:pass",
        "parataxis",
        "obj",
        "iobj",
        "obl",
        "orphan",
        "xcomp",
        "list",
        "advmod",
        "root",
        "expl",
        "csubj",
        "advcl",
        "discourse",
    }
)
"""What a noun phrase is to its verb: it stands on its own, though the tree hang it on another."""


def arguments(
    scene: Scene, tokens: frozenset[int], absorbed: frozenset[int] = frozenset()
) -> list[list[int]]:
    """The noun phrases of a clause that no other one holds, what "и" joins together; not those that a rule has."""
    tops: list[int] = []
    heads = (tokens & scene.nominal) - absorbed
    for one in sorted(heads):
        if absorbed and _beside_rule(scene, one, absorbed):
            continue
        if scene.parse.told.get(one) in tokens:
            continue  # it says what a name is
        up = [one, *(a for a in scene.parse.ancestors(one) if a != one)]
        place = next((n for n, a in enumerate(up) if n and a in heads), None)
        above = up[place] if place is not None else None
        borne = place is not None and _bears(scene, up[:place])
        below = scene.tokens[_top_noun(up, absorbed) if borne or place is None else up[place - 1]]
        if (
            above is None
            or (below.relation in ALONE and not _same_name(scene, one, above))
            or _beside_name(scene, one, above, absorbed)
            or _is_apart(scene, one, below.relation, above)
            or (borne and up[1] == scene.noun and up[1] not in tokens and scene.named_outright(one))
            or (scene.tokens[above].relation in ALONE and one in scene.parse.ancestors(above))  # a circle
        ):
            tops.append(one)
    groups: list[list[int]] = []
    taken: set[int] = set()
    for top in tops:
        if top in taken:
            continue
        names = _names_of(scene, top, tokens)
        group = [*names] if names else [top, *_joined(scene, top, tokens)]
        taken.update(group)
        groups.append(group)
    return groups


def _beside_rule(scene: Scene, one: int, absorbed: frozenset[int]) -> bool:
    """Whether "и" joins somebody to whom a rule's noun asks for: "режиссёр и сценарист «Сталкера»" is one."""
    token = scene.tokens[one]
    joined = token.relation == "conj" and token.head in absorbed and scene.tokens[token.head].pos == "NOUN"
    return joined and not scene.named_outright(one) and is_animate(token)


def _bears(scene: Scene, chain: list[int]) -> bool:
    """Whether a word of meaning stands between a noun and the one above: then only its own relation tells."""
    return any(scene.tokens[index].pos not in {"PART", "ADP", "X", "PUNCT"} for index in chain[1:])


def _top_noun(chain: list[int], absorbed: frozenset[int]) -> int:
    """A noun or, where a rule has those above it, the topmost of these: "пост президента" is what "покинул" governs."""
    own = takewhile(absorbed.__contains__, chain[1:])
    return max(enumerate([chain[0], *own]))[1]


def _is_apart(scene: Scene, one: int, relation: str, above: int) -> bool:
    """Whether a phrase is no part of what a parser hangs it on: it is a limit ("премьер до Блэра"), or in a case in
    which it could be no other name of that, nor what it was ("царём был Пётр I").
    """
    if _same_name(scene, one, above):
        return False
    cases = [scene.tokens[index].features.get("Case") for index in (one, above)]
    if not scene.named_outright(one):
        return cases == ["Ins", "Nom"] and scene.case(one) is None and scene.named_outright(above)
    if relation == "appos" and cases == ["Nom", "Ins"] and not scene.named_outright(above):
        return not scene.quoted(scene.tokens[one])  # titles stay as they are
    if relation == "nmod" and cases[0] == "Nom" and cases[1] != "Nom" and scene.case(one) is None:
        return not any(token.relation.startswith("nsubj") for token in scene.tokens)  # it is the subject
    return relation == "nmod" and scene.case(one) in scene.words.bounds


def _names_of(scene: Scene, top: int, tokens: frozenset[int]) -> list[int]:
    """The names that a class noun stands before: "фильмах «А» и «Б»"."""
    if scene.named_outright(top):
        return []
    for kid in scene.children(top):
        if (
            kid in tokens
            and scene.named_outright(kid)
            and scene.tokens[kid].relation in {"appos", "nmod", "parataxis"}
        ):
            others = [one for one in _joined(scene, kid, tokens) if scene.named_outright(one)]
            if others and any(top in inside for _, inside, _ in scene.covering.get(kid, ())):
                return [kid, *others]
    return []


def _same_name(scene: Scene, one: int, other: int) -> bool:
    return any(other in inside for _, inside, _ in scene.covering.get(one, ()))


def _beside_name(scene: Scene, one: int, above: int, absorbed: frozenset[int]) -> bool:
    """Whether a phrase with a preposition, or beyond a relation's noun, hangs on a name: "Бендера в фильме" is two."""
    if _same_name(scene, one, above):
        return False
    if scene.quoted(scene.tokens[one]) and not scene.quoted(scene.tokens[above]):
        return scene.named_outright(above)  # a parser hangs a title on its author, or on whom it is told of
    if absorbed & frozenset(range(min(one, above) + 1, max(one, above))):
        return scene.named_outright(above) and scene.named_outright(one)
    if not scene.case(one):
        return False
    return scene.named_outright(above) and scene.tokens[one].head == above


def _joined(scene: Scene, top: int, tokens: frozenset[int]) -> list[int]:
    found: list[int] = []
    queue = [top]
    for one in queue:
        for kid in scene.children(one):
            if (
                scene.tokens[kid].relation == "conj"
                and kid in tokens
                and scene.is_nominal(kid)
                and not _same_name(scene, kid, top)
            ):
                found.append(kid)
                queue.append(kid)
    return found


def is_above(scene: Scene, index: int) -> bool:
    """Whether a noun asks for something of another: it is part of what a verb tells of."""
    if index not in scene.nominal or scene.named_outright(index):
        return False
    below = scene.nominal.intersection(scene.children(index))
    return not all(map(scene.case, below))
