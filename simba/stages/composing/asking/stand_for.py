"""Whom a pronoun may stand for, by its gender: "сколько ей было лет" is not asked of Peter the Great."""

from __future__ import annotations

from collections.abc import Iterable

from simba.query import Entity, Form
from simba.russian.morphology import readings
from simba.russian.names import genders
from simba.stages.composing.question.scene import PERSON, Scene
from simba.stages.composing.sets.sexes import SEX
from simba.stages.links import Candidate
from simba.stages.parse import Token

GENDERS = frozenset({"masc", "femn", "neut"})


def pronouns_among(scene: Scene, indexes: Iterable[int]) -> list[Token]:
    """The words that stand for somebody: "он", "её"."""
    tokens = [scene.tokens[index] for index in sorted(indexes)]
    return [token for token in tokens if not {token.lemma, token.folded}.isdisjoint(scene.words.theirs)]


def gender_of(pronoun: Token) -> frozenset[str]:
    """Of what gender that may be for which a pronoun stands: "его" is of "он" and "оно", "их" of anything."""
    tags = [tag for _, tag in readings(pronoun.folded) if "3per" in tag]
    found = frozenset(one for tag in tags for one in GENDERS if one in tag)
    either = "masc" in found and pronoun.folded != "он"
    return (found | {"neut"} if either else found) or GENDERS


def gender_of_word(token: Token) -> frozenset[str]:
    """The gender of a noun."""
    own = {"Masc": "masc", "Fem": "femn", "Neut": "neut"}.get(token.features.get("Gender", ""))
    return frozenset({own}) if own is not None else GENDERS


def gender_of_named(scene: Scene, candidate: Candidate) -> frozenset[str]:
    """The genders that what is named may have: of a person by the given name, of a thing by a noun before its name."""
    if not is_somebody(scene, candidate) and candidate.class_noun is not None:
        return gender_of_word(candidate.class_noun)
    return frozenset(genders(candidate.entity.name)) & GENDERS or GENDERS


def is_somebody(scene: Scene, candidate: Candidate) -> bool:
    """Whether it is a person that is named, or a god or character of some sex."""
    classes = scene.classes_of(candidate)
    return scene.is_a(classes, [PERSON]) or scene.leads(Entity(candidate.entity.id), SEX, False)


def linked(scene: Scene, form: Form) -> Candidate | None:
    """The name that an entity was linked by."""
    names = (one for some in scene.covering.values() for one, _, _ in some)
    return next((one for one in names if isinstance(form, Entity) and one.entity.id == form.id), None)


def may_stand_for(scene: Scene, indexes: Iterable[int], form: Form) -> bool:
    """Whether the pronouns among some words may stand for what is named."""
    candidate = linked(scene, form)
    if candidate is None:
        return True
    own = gender_of_named(scene, candidate)
    return all(own & gender_of(one) for one in pronouns_among(scene, indexes))
