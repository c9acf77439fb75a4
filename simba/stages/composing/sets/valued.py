"""Conditions by a value that is written out: "элемент с атомным номером 101", "страна с телефонным кодом +354"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from simba.query import IT, Form, Hop, Number, Text, Where, path
from simba.russian.numerals import cardinal
from simba.russian.text import Span
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.sentence import Sentence
from simba.stages.composing.question.wordforms import inflected
from simba.stages.composing.sets.parts import Denotation
from simba.stages.composing.sets.periods import times
from simba.stages.composing.sets.thresholds import is_bound, number_after
from simba.stages.parse import Token

CODE = re.compile(r"(?<![\w.+-])[+.]?[0-9a-z](?:[0-9a-z.-]*[0-9a-z])?(?![\w+])", re.IGNORECASE)
"""A number, a symbol or a code: what no Russian word is."""
BEFORE = 4
"""Words from what a value is of to the value, at most."""

Pieces = list[tuple[str, int | None]]


class WrittenValue(NamedTuple):
    """A value that the question writes out: what it may be, and its words."""

    forms: tuple[Number | Text, ...]
    words: frozenset[int]


def valued(
    scene: Scene,
    part: Denotation,
    noun: int | None,
    value: WrittenValue,
    within: frozenset[int] | None = None,
) -> Iterator[Denotation]:
    """The members that have a value which the question writes out, by a property that it names; maybe in a phrase."""
    if noun is None:
        noun = next((i for i in sorted(part.explained) if scene.is_noun(i) and scene.classes(i)), None)
    if noun is None or value.words & part.explained:
        return
    left = scene.left(part.explained | value.words | {noun}, within)
    free = [token for token in left if not scene.named_outright(token.index)]
    for name in free:
        if name.pos == "NOUN" and 0 < min(value.words) - name.index <= BEFORE:
            yield from _having(scene, part, scene.tokens[noun], free, name, value)


def _having(
    scene: Scene, part: Denotation, noun: Token, free: Sequence[Token], name: Token, value: WrittenValue
) -> Iterator[Denotation]:
    """The members whose property of that name, by the rules that ask one of them for it, has the value."""
    light = scene.with_lemma(scene.words.having)
    verbs = frozenset(one.index for one in free if one.pos == "VERB")
    seen: set[Form] = set()
    for pieces in _wordings(scene, noun, free, name):
        for fired in scene.fire(scene.respoken(pieces)):
            own = fired.words - {noun.index}
            if fired.reverse or name.index not in own:
                continue
            for one in value.forms:
                form = Where(part.form, Hop(IT, path(fired.rule.property)), "=", one)
                kind = "number" if isinstance(one, Number) else "text"
                if kind not in fired.rule.answer or form in seen:
                    continue
                seen.add(form)
                doubt = scene.weights.doubt if verbs - own else 0.0
                yield part.remade(form, value.words | own | light | verbs, doubt, fired.why)


def _wordings(scene: Scene, noun: Token, free: Sequence[Token], name: Token) -> Iterator[Pieces]:
    """How one would ask for the property of one member: "какой атомный номер элемент", with and without the verbs."""
    which: Pieces = [(scene.words.scales_ask["noun"], None)]
    named = {name.index: inflected(name.lemma, "nomn", "sing")}
    for words in (free, [one for one in free if one.pos != "VERB"]):
        said = [*which, *((named.get(one.index, one.folded), one.index) for one in words)]
        yield [*said, (noun.lemma, noun.index)]
    yield said


def writes(sentence: Sentence) -> bool:
    """Whether the question may write out a value: a number, a symbol, a code or a time."""
    return sentence.counts or _says_number(sentence) or CODE.search(sentence.parse.text) is not None


def _says_number(sentence: Sentence) -> bool:
    """Whether some word is a number."""
    scales = sentence.words.scales
    return bool(sentence.dated) or any(t.lemma in scales or cardinal(t.folded) for t in sentence.tokens)


@lru_cache(maxsize=8)
def written_values(scene: Scene) -> list[WrittenValue]:
    """The values that the question writes out: symbols, codes, and numbers that say no time."""
    found: list[WrittenValue] = []
    if not writes(scene):
        return found
    taken = {word for time in times(scene, frozenset(range(len(scene.tokens)))) for word in time.words}
    for code in CODE.finditer(scene.parse.text):
        words = frozenset(token.index for token in scene.parse.within(Span(*code.span())))
        if words and not words & (taken | scene.hidden) and not is_bound(scene, words):
            taken |= words
            text = Text(code[0])
            forms = (Number(int(code[0])), text) if code[0].isdecimal() else (text,)
            found.append(WrittenValue(forms, words | _unit(scene, words)))
    for token in scene.tokens if _says_number(scene) else ():
        number, spoken = number_after(scene, token.index)
        if number is None or number.denominator != 1 or spoken & (taken | scene.hidden):
            continue
        taken |= spoken
        if not is_bound(scene, spoken):
            words = frozenset(spoken)
            found.append(WrittenValue((Number(number.numerator),), words | _unit(scene, words)))
    return found


def _unit(scene: Scene, number: frozenset[int]) -> frozenset[int]:
    """The unit right behind a number: "длиной 6650 километров"."""
    after = max(number) + 1
    units = (token for token in scene.tokens[after : after + 1] if token.lemma in scene.words.units)
    return frozenset(token.index for token in units)
