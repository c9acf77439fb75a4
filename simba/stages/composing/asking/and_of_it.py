"""What is asked, and then more of what that tells, or of what is named: "кто написал X и когда он умер"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from simba.query import Entity, Form, Hop, Or, path
from simba.stages.composing.asking.stand_for import (
    gender_of,
    gender_of_named,
    gender_of_word,
    is_somebody,
    linked,
    pronouns_among,
)
from simba.stages.composing.asking.twins import LIKELY, Twin, asked_behind
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordforms import is_animate
from simba.stages.composing.sets.parts import Denotation
from simba.stages.links import Candidate


class _Meant(NamedTuple):
    """What a pronoun may stand for, with the genders of the words for it."""

    form: Form
    genders: frozenset[str]
    person: bool


def and_of_it(scene: Scene, read: Callable[[Scene], Iterable[Denotation]]) -> Iterator[Denotation]:
    """The parts of a question to which another adds more of "он"; ``read`` tells those of one.

    Where either of two may be meant, none is.
    """
    second = scene.interrogative.second
    if second is None:
        return
    asking = frozenset(token.index for span in second.removed for token in scene.parse.within(span))
    joint = min(asking, default=0) - 1
    behind = frozenset(range(joint + 1, len(scene.tokens)))
    pronouns = pronouns_among(scene, behind)
    if joint < 0 or scene.tokens[joint].folded not in scene.words.joining or len(pronouns) != 1:
        return
    if any(map(scene.named_outright, behind)):
        return
    words = behind - {pronouns[0].index}
    said = {one for one in words - asking if scene.word(scene.tokens[one])}
    asked = [one for one in asked_behind(scene, second, asking, words)[:LIKELY] if said <= one.words]
    if not asked:
        return
    alone = scene.asking(replace(scene.interrogative, several=False, second=None)).without(behind | {joint})
    for part in read(alone):
        named = linked(scene, part.link.source) if part.link is not None and not part.dead else None
        if named is None:
            continue
        told, meant = _told(scene, part), [_named(scene, named)]
        meant += [told] if told is not None else []
        meant = [one for one in meant if one.genders & gender_of(pronouns[0])]
        if len({one.person for one in meant}) == len(meant):
            yield from _further(scene, part, meant, asked, behind | {joint})


def _told(scene: Scene, part: Denotation) -> _Meant | None:
    """What the first question asks for: "кто" is "он", whoever that is; "на ком" may be either, "где" is neither."""
    nouns = [token for token in scene.tokens if token.index in part.explained - part.named]
    nouns = [token for token in nouns if scene.is_noun(token.index) and not scene.named_outright(token.index)]
    noun = scene.interrogative.noun or next(iter(nouns), None)
    if noun is not None:
        return _Meant(part.form, gender_of_word(noun), is_animate(noun))
    if scene.interrogative.type != "person":
        return None
    acts = any(scene.asks(token.index) and token.folded == "кто" for token in scene.tokens)
    return _Meant(part.form, frozenset({"masc"} if acts else {"masc", "femn"}), person=True)


def _named(scene: Scene, candidate: Candidate) -> _Meant:
    """What the question names."""
    person = is_somebody(scene, candidate)
    return _Meant(Entity(candidate.entity.id), gender_of_named(scene, candidate), person)


def _further(
    scene: Scene, part: Denotation, meant: list[_Meant], asked: list[Twin], words: frozenset[int]
) -> Iterator[Denotation]:
    """A part with what is asked besides: of what is named, if that has it, else of what is told."""
    for number, one in enumerate(asked):
        having = [it.form for it in meant if scene.leads(it.form, one.property, False)]
        if not having:
            continue
        more = Hop(having[0], path(one.property))
        yield part._replace(
            form=Or(part.form, more),
            score=part.score + scene.weights.later * number,
            explained=part.explained | words,
            why=(*part.why, one.property),
            link=None,
            presupposed=part.presupposed or more,
        )
        if isinstance(having[0], Entity):
            return
