"""What a common noun denotes: the members of its class, those of its occupation."""

from __future__ import annotations

from collections.abc import Iterator

from simba.query import Class, Entity, Form, Hop, Or, path
from simba.stages.composing.question.scene import OCCUPATION, Scene
from simba.stages.composing.question.wordforms import is_animate, longer_name
from simba.stages.composing.sets.parts import Denotation, Link
from simba.stages.composing.sets.superlatives import find
from simba.stages.parse import Token

FORM_OF_WORK, GENRE = "P7937", "P136"
KINDS = "^P279*|^P31"
"""From a genre to its kinds: a film comedy is a comedy."""
CITIZENS = "^P27"
"""From a country to its people: "француз"."""


def kinds(scene: Scene, head: int) -> Iterator[Denotation]:
    """The classes or occupations that a noun names; none where it is a word of a longer name in quotes."""
    token = scene.tokens[head]
    if any(
        quote.covers(token.span) and " " in scene.parse.text[quote.start : quote.stop]
        for quote in scene.parse.quotes
    ):
        return
    if (sex := scene.words.sexes.get(token.lemma)) is not None:
        own = frozenset({head})
        yield Denotation(Hop(Entity(sex), path("^P21")), 0.0, own, (token.lemma,), kinds=own)
        return
    country = scene.constructions.adjectives.get(token.lemma)
    if country and scene.is_noun(head) and is_animate(token):
        own = frozenset({head})
        yield Denotation(Hop(Entity(country), path(CITIZENS)), 0.0, own, (token.lemma,), kinds=own)
        return
    longer, single = _longer_class(scene, head), (scene.classes(head), frozenset({head}))
    if longer is not None and scene.interrogative.polar:  # a "city in Italy" is a city, and in Italy
        yield from _of_classes(scene, head, *single, scene.weights.doubt)
    yield from _of_classes(scene, head, *(longer or single), 0.0)


def _of_classes(
    scene: Scene, head: int, ids: tuple[str, ...], own: frozenset[int], score: float
) -> Iterator[Denotation]:
    """The members of classes, or those whose occupation they are."""
    token = scene.tokens[head]
    if not ids:
        return
    works = is_animate(token) and token.lemma not in scene.words.kinds
    if not works:
        form = _of_class(scene, token, ids[:4], longer=len(own) > 1)
        yield Denotation(form, score, own, (token.lemma,), kinds=own)
    elif token.lemma not in scene.constructions.nouns or _is_of_nothing(scene, head):
        yield from _working(token, ids, own | _field(scene, head), scene.weights.later)


def _is_of_nothing(scene: Scene, head: int) -> bool:
    """Whether an asked noun that might ask for a property has nobody's: "какие изобретатели родились в X"."""
    if head != scene.noun:
        return False
    return not any(scene.is_nominal(kid) and scene.case(kid) is None for kid in scene.children(head))


def _of_class(scene: Scene, token: Token, ids: tuple[str, ...], *, longer: bool) -> Form:
    """The members of classes; of a form of works ("опера") or a genre ("комедия", "военный фильм") too those that are
    said to be of that.
    """
    words = scene.words
    forms: list[Form] = [Class(*ids)]
    of_genre = token.lemma in (words.works if longer else words.genres)
    if of_genre:
        forms += [Hop(Hop(Entity(one), path(KINDS)), path(f"^{GENRE}")) for one in ids]
    for name in (FORM_OF_WORK, GENRE) if token.lemma in words.forms_of_work else ():
        told = () if of_genre and name == GENRE else ids
        forms += [Hop(Entity(one), path(f"^{name}")) for one in told if scene.leads(Entity(one), name, True)]
    things = [Entity(one) for one in ids]
    own = [scene.leads(one, "P31", True) for one in things]  # all, for one request
    if not any(own):  # neon is a kind of noble gas
        forms += [Hop(one, path("^P279")) for one in things if scene.leads(one, "P279", True)]
    return Or(*forms) if len(forms) > 1 else forms[0]


def _field(scene: Scene, head: int) -> frozenset[int]:
    """The words that say no more than that it is somebody's work: "по профессии"."""
    return frozenset(
        i
        for kid in scene.children(head)
        if scene.tokens[kid].lemma in scene.words.professions and scene.case(kid) == "по"
        for i in scene.parse.subtree(kid)
    )


def _working(token: Token, ids: tuple[str, ...], own: frozenset[int], wide: float) -> Iterator[Denotation]:
    """Those who have an occupation."""
    forms = [Hop(Entity(one), path(f"^{OCCUPATION}")) for one in ids[:3]]
    link = Link(OCCUPATION, Entity(ids[0]), True) if len(ids) == 1 else None
    yield Denotation(forms[0] if len(forms) == 1 else Or(*forms), 0.0, own, (token.lemma,), link, kinds=own)
    if len(ids) == 1:  # a chemist is a scientist
        wider = Link(OCCUPATION, Hop(Entity(ids[0]), path("^P279*")), True)
        yield Denotation(wider.form(), wide, own, (token.lemma,), wider, kinds=own)


def _longer_class(scene: Scene, head: int) -> tuple[tuple[str, ...], frozenset[int]] | None:
    """A class of two words or more: "химический элемент", "станция метро", "регион России"."""
    token = scene.tokens[head]
    for candidate, inside, _ in scene.covering.get(head, ()):
        small = candidate.entity.name[:1].islower() and min(inside) == head and len(inside) > 2
        if small and scene.leads(Entity(candidate.entity.id), "P31", True):
            return (candidate.entity.id,), inside
    for kid in scene.children(head):
        other = scene.tokens[kid]
        if abs(kid - head) > 1:
            continue
        if kid > head and other.relation == "nmod" and scene.is_nominal(kid) and not scene.case(kid):
            name = f"{token.lemma} {other.folded}"  # also of a country: "область Италии", "регион России"
        elif kid < head and other.relation == "amod" and other.pos == "ADJ" and not scene.named_outright(kid):
            # A class may be called by its plural: "благородные газы".
            said = f"{other.folded} {token.folded}"
            name = said if scene.classes_named(said) else longer_name(other, token)
            if find(scene, {kid, kid - 1}) is not None and not scene.classes_named(said):
                continue  # "самые крупные города" picks some of the towns
        else:
            continue
        ids = scene.classes_named(name) - scene.proper(head)
        if any(
            scene.leads(Entity(one), "P31", True)
            or scene.leads(Entity(one), "P279", True)
            or scene.leads(Entity(one), OCCUPATION, True)
            or (token.lemma in scene.words.works and scene.leads(Entity(one), GENRE, True))
            for one in ids
        ):
            return tuple(sorted(ids, key=lambda one: (len(one), one))), frozenset({head, kid})
    return None
