"""What else there is beside what the question names: "кроме Германии", "вместе с Кюри", "с кем, помимо X"."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from simba.query import Entity, Form, Or
from simba.stages.composing.nouns import Nouns
from simba.stages.composing.parts import Denotation, anchored
from simba.stages.composing.scene import Scene

Reader = Callable[[Scene], tuple[list[Denotation], Nouns]]
"""Reads a question, maybe without some of its words: the sets it may ask for, and what its noun phrases denote."""
MAX_EXCEPTED = 6
"""Nouns that "кроме" is tried with."""
SOME = 3
"""Readings of an excepted phrase."""


def excepted(scene: Scene, words: frozenset[int]) -> list[int]:
    """What follows "кроме": a noun and all that "и" joins to it; an adjective may be a noun here ("кроме финского")."""
    found: list[int] = []
    tokens = scene.tokens
    for index in range(max(words) + 1, len(tokens)):
        token = tokens[index]
        if scene.is_nominal(index) or (token.pos == "ADJ" and index in scene.covering):
            if found and not _joined(scene, found[-1], index):
                break
            found.append(index)
        elif found and token.pos in {"VERB", "AUX"}:
            break
    return found


def _joined(scene: Scene, first: int, second: int) -> bool:
    """Whether only a comma, "и" or a word of the same name stands between two."""
    between = scene.tokens[first + 1 : second]
    same = any(first in inside for _, inside, _ in scene.covering.get(second, ()))
    return same or (
        bool(between)
        and all(
            not token.is_word or token.folded in scene.words.joining | scene.words.either for token in between
        )
        and any(token.is_word for token in between)
    )


def phrase(scene: Scene, heads: list[int]) -> frozenset[int]:
    """All words of the excepted things."""
    found = set(heads)
    for head in heads:
        found |= {i for _, inside, _ in scene.covering.get(head, ())[:1] for i in inside}
        kids = [k for k in scene.children(head) if k > head and scene.tokens[k].relation in {"nmod", "flat"}]
        found |= {
            i
            for kid in kids
            for i in scene.parse.subtree(kid)
            if not any(scene.tokens[one].pos == "VERB" for one in range(head, i))
        }
    return frozenset(i for i in found if not scene.asks(i))


def excepting(scene: Scene, words: frozenset[int], read: Reader) -> Iterator[Denotation]:
    """The sets that a question asks for, without what "кроме" (these words) excepts."""
    heads = excepted(scene, words)[:MAX_EXCEPTED]
    if not heads:
        return
    own = words | phrase(scene, heads)
    joints = frozenset(i for i in range(min(own), max(own)) if scene.tokens[i].folded in scene.words.joining)
    parts, _ = read(scene.without(own | joints))
    _, nouns = read(scene)
    for other in _together(scene, heads, nouns):
        for part in parts:
            made = part.but(other)
            yield Denotation(
                made.form,
                made.score,
                made.explained | own,
                (*part.why, "кроме", *other.why),
                dead=part.dead,
                presupposed=made.presupposed,
                asks=part.asks,
            )


def _together(scene: Scene, heads: list[int], nouns: Nouns) -> Iterator[Denotation]:
    """What the excepted phrases denote, taken together."""
    read = {head: nouns.parts(head)[:SOME] or list(_outright(scene, head)) for head in heads}
    if not read[heads[0]]:
        return
    for first in read[heads[0]]:
        forms: list[Form] = [first.form]
        explained, score = first.explained, first.score
        for head in heads[1:]:
            if head in explained:
                continue
            other = next((one for one in read[head] if not one.explained & explained), None)
            if other is None:
                break
            forms.append(other.form)
            explained, score = explained | other.explained, score + other.score
        form = forms[0] if len(forms) == 1 else Or(*forms)
        yield Denotation(form, score, explained, first.why)


def _outright(scene: Scene, head: int) -> Iterator[Denotation]:
    """What an adjective names as a noun: "кроме английского" is the language."""
    for candidate, inside, score in scene.covering.get(head, ())[:SOME]:
        yield Denotation(Entity(candidate.entity.id), score, inside, (candidate.entity.name,))


def lacking(scene: Scene, read: Reader) -> Iterator[Denotation]:
    """What has no such thing: "фильмы без Никулина", "в каком фильме нет Никулина"."""
    noun, words = scene.noun, scene.words.lacking
    for token in scene.tokens:
        if noun is None or token.folded not in words or scene.named_outright(token.index):
            continue
        kid = next((i for i in range(token.index + 1, len(scene.tokens)) if scene.is_nominal(i)), None)
        if kid is None or kid == noun:
            continue
        own = phrase(scene, [kid]) | {token.index}
        parts, _ = read(scene.without(own))
        _, whole = read(scene)
        for part in parts:
            if anchored(part.form):
                related = whole.conditions.related(part, noun, kid, words[token.folded], negated=True)
                for made in related:
                    yield replace(made, explained=made.explained | own)
