"""Conditions by numbers: "выше 100 метров", "с населением больше миллиона"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from simba.query import IT, Difference, Entity, Form, Hop, Number, Where, path
from simba.query.forms import Comparison, Unit
from simba.russian.numerals import cardinal
from simba.stages.composing.question.constructions import Measure
from simba.stages.composing.question.scene import PERSON, Scene
from simba.stages.composing.question.sentence import Sentence
from simba.stages.composing.question.wordforms import is_animate
from simba.stages.composing.sets.amounts import amounts_of
from simba.stages.composing.sets.parts import Denotation
from simba.stages.composing.sets.ranks import MAX_MEASURES, beside, measured
from simba.stages.composing.sets.scales import by_noun, by_words
from simba.stages.composing.sets.superlatives import kind_noun
from simba.stages.parse import Token

DECIMAL = re.compile(r"\d+(?:[.,]\d+)?")
NAMED = 2
"""Entities tried for what the members are compared with."""


@dataclass(frozen=True, slots=True)
class Scale:
    """What is compared with the number: a form about the member, its words and its unit."""

    form: Form
    name: str
    words: frozenset[int] = frozenset()
    unit: str | None = None


def compares(sentence: Sentence) -> bool:
    """Whether some word compares: "выше", "более", "от ... до"."""
    compares = (sentence.constructions.comparatives.keys(), sentence.words.over, sentence.words.ranges.keys())
    return not all(map(sentence.forms.isdisjoint, compares))


def _is_more(scene: Scene, token: Token) -> bool:
    return token.folded in scene.constructions.comparatives or token.folded in scene.words.over


def is_bound(scene: Scene, number: Collection[int]) -> bool:
    """Whether a number is what something is more or less than, rather than what it is: "менее миллиона"."""
    return min(number) > 0 and _is_more(scene, scene.tokens[min(number) - 1])


def compared(
    scene: Scene, part: Denotation, noun: int | None, of: Collection[str] = ()
) -> Iterator[Denotation]:
    """The members above or below a number: "выше 100 метров", "не менее трёх спутников".

    ``of`` are the members' classes, where no noun says them.
    """
    noun = kind_noun(scene, part, noun)
    for token in scene.tokens:
        if not _is_more(scene, token) or token.index in part.explained:
            continue
        number, words = number_after(scene, token.index + 1)
        if number is None and scene.interrogative.polar:
            number, words = _number_behind(scene, part, token)
        if number is None:
            yield from _outdoing(scene, part, noun, token)
            continue
        measures = list(scene.constructions.comparatives.get(token.folded, []))
        most = measures[0][1] if measures else token.folded not in scene.words.lesser
        own = words | {token.index}
        comparison: Comparison = ">" if most else "<"
        if token.index and scene.negates(token.index - 1):
            comparison = "<=" if most else ">="
            own.add(token.index - 1)
        scales = _scales(scene, part, noun, of, [one for one, _ in measures], frozenset(own))
        for place, scale in enumerate(scales[:MAX_MEASURES]):
            limit = number * _factor(scene, words, scale.unit)
            if limit.denominator != 1:
                continue  # "двух с половиной часов" in minutes, but not "2,5 километра" in kilometres
            form = Where(part.form, scale.form, comparison, Number(limit.numerator))
            why = f"{token.folded} {number}: {scale.name}"
            yield part.remade(form, own | scale.words, scene.weights.later * place, why)


def _number_behind(scene: Scene, part: Denotation, compares: Token) -> tuple[Fraction | None, set[int]]:
    """The number behind what is named right after a comparative: "выше ли Эльбрус 5000 метров"."""
    behind = max((one for one in part.explained if one > compares.index), default=None)
    between = scene.tokens[compares.index + 1 : min(part.explained, default=0)]
    if behind is None or len(between) != 1 or not scene.named_outright(behind):
        return None, set()
    return number_after(scene, behind + 1)


def within(scene: Scene, part: Denotation, noun: int | None) -> Iterator[Denotation]:
    """The members between two numbers: "вместимостью от 70 до 80 тысяч"."""
    noun = kind_noun(scene, part, noun)
    for token in scene.tokens:
        limits = scene.words.ranges.get(token.folded)
        if limits is None or token.index in part.explained:
            continue
        least, first = number_after(scene, token.index + 1)
        joint = max(first, default=0) + 1
        if least is None or joint >= len(scene.tokens) or scene.tokens[joint].folded != limits:
            continue
        most, last = number_after(scene, joint + 1)
        if most is None:
            continue
        said = Fraction(max((scene.words.scales.get(scene.tokens[one].lemma, 1) for one in last), default=1))
        if least < most // said + 1:
            least *= said  # "от 70 до 80 тысяч"
        own = frozenset(first | last | {token.index, joint})
        for place, scale in enumerate(_scales(scene, part, noun, (), [], own)[:MAX_MEASURES]):
            factor = _factor(scene, last, scale.unit)
            low, high = least * factor, most * factor
            if {low.denominator, high.denominator} != {1}:
                continue
            above = Where(part.form, scale.form, ">=", Number(low.numerator))
            form = Where(above, scale.form, "<=", Number(high.numerator))
            why = f"{least}..{most}: {scale.name}"
            yield part.remade(form, own | scale.words, scene.weights.later * place, why)


def _outdoing(scene: Scene, part: Denotation, noun: int | None, token: Token) -> Iterator[Denotation]:
    """The members that are more so than something named: "планеты тяжелее Земли", "старше Рейгана"."""
    measures = scene.constructions.comparatives.get(token.folded, [])
    if not measures or scene.interrogative.polar:
        return
    index, than = token.index + 1, set[int]()
    while scene.tokens[index : index + 1] and (
        not scene.tokens[index].is_word or scene.tokens[index].folded in scene.words.than
    ):
        than.add(index)
        index += 1
    named = [one for one in scene.covering.get(index, ()) if min(one[1]) == index]
    classes = scene.classes(noun) if noun is not None else ()
    kind = scene.tokens[noun] if noun is not None else None
    for candidate, inside, score in named[:NAMED]:
        if inside & part.explained or not any(map(scene.named_outright, inside)):
            continue
        tried = 0
        for measure, most in measures:
            if measure.until is not None or (measure.needed and not beside(scene, measure)):
                continue
            if measure.of and classes and not _has(scene, kind, classes, measure):
                continue
            value = Hop(Entity(candidate.entity.id), path(measure.path))
            if not scene.leads_along(value.source, measure.path) or tried >= MAX_MEASURES:
                continue
            form = Where(part.form, measured(measure), ">" if most else "<", value)
            own = inside | than | {token.index} | beside(scene, measure)
            why = f"{token.folded} {candidate.entity.name}: {measure.name}"
            yield part.remade(form, own, score + scene.weights.later * tried, why)
            tried += 1


def _has(scene: Scene, kind: Token | None, classes: Collection[str], measure: Measure) -> bool:
    """Whether what a noun calls has a measure."""
    if kind is not None and is_animate(kind):
        return PERSON in measure.of
    return scene.is_kind(kind, classes, measure.of)


def _scales(
    scene: Scene,
    part: Denotation,
    noun: int | None,
    of: Collection[str],
    measures: list[Measure],
    own: frozenset[int],
) -> list[Scale]:
    """What may be compared: what the nouns beside name, what the words beside ask for, what the comparative means."""
    classes = scene.classes(noun) if noun is not None else tuple(of)
    token = scene.tokens[noun] if noun is not None else None
    if spans := _spans(scene, token, classes, own):
        return spans
    having = scene.with_lemma(scene.words.having)
    free = [t.index for t in scene.left(part.explained | own) if t.index != noun and not scene.asks(t.index)]
    said = [
        (measure, index)
        for index in free
        for measure in scene.constructions.measures
        if scene.tokens[index].lemma in measure.noun and not scene.named_outright(index)
        if not measure.needed or beside(scene, measure)
    ]
    found = [
        Scale(measured(measure), measure.name, having | {index} | beside(scene, measure), measure.unit)
        for measure, index in said
        if not of or not measure.of or scene.is_kind(None, tuple(of), measure.of)
    ]
    if said and not found:
        return []  # "длина" of what has none
    for measure, words in by_words(scene, free, "number"):
        unit = scene.constructions.units.get(measure.path)
        found.append(Scale(measured(measure), measure.name, words | having, unit))
    for index in free:
        found += [Scale(measured(one), one.name, words | having) for one, words in by_noun(scene, index)]
    after = next((scene.tokens[one] for one in range(max(own) + 1, len(scene.tokens))), None)
    if after is not None and after.pos == "NOUN" and after.index in free:
        for form, words in amounts_of(scene, after, frozenset()):
            found.append(Scale(form, after.lemma, words | having | {after.index}))
    found += [
        Scale(measured(measure), measure.name, having | beside(scene, measure), measure.unit)
        for index in sorted(own)
        for measure in scene.constructions.measures
        if scene.tokens[index].lemma in measure.noun and scene.tokens[index].lemma in scene.words.units
    ]  # "живёт больше миллиона человек": the unit says of what
    if found:
        return found
    return [
        Scale(measured(one), one.name, beside(scene, one), one.unit)
        for one in measures
        if one.until is None and not one.date and (not one.of or scene.is_kind(token, classes, one.of))
    ]


def _spans(scene: Scene, noun: Token | None, classes: Collection[str], own: frozenset[int]) -> list[Scale]:
    """How many years lie between two dates, where the number is of years: "прожил больше 80 лет"."""
    if not any(scene.tokens[index].lemma == scene.words.year for index in own):
        return []
    found = []
    for one in scene.constructions.measures:
        if one.until is None or not beside(scene, one):
            continue
        if one.of and not (_has(scene, noun, classes, one) or scene.is_kind(None, classes, one.of)):
            continue
        unit: Unit = "age" if PERSON in one.of else "years"
        form = Difference(Hop(IT, path(one.path)), Hop(IT, path(one.until)), unit)
        found.append(Scale(form, one.name, beside(scene, one)))
    return found


def _in_units(scene: Scene, index: int) -> bool:
    return any(token.lemma in scene.words.units for token in scene.tokens[index : index + 1])


def stated_in(
    scene: Scene, part: Denotation, of: Collection[str], own: frozenset[int]
) -> list[tuple[Scale, int]]:
    """What a number that is merely said may be of, each with how many of its units the unit that is said has."""
    found = _scales(scene, part, None, of, [], own)[:MAX_MEASURES]
    return [(scale, _factor(scene, own, scale.unit)) for scale in found]


def _factor(scene: Scene, words: Iterable[int], of: str | None) -> int:
    """How many of the measure's units the unit that is said has: a kilometre has a thousand metres."""
    said = (scene.words.multiples.get(scene.tokens[index].lemma) for index in words)
    return next((factor for unit, factor in filter(None, said) if unit == of), 1)


def number_after(scene: Scene, index: int) -> tuple[Fraction | None, set[int]]:
    """The number that begins at a token, with its words and its unit's."""
    digits, words = "", set[int]()
    said: Fraction | int = 0
    factor: Fraction | int = 1
    while index < len(scene.tokens):
        token = scene.tokens[index]
        if token.folded in scene.words.than and not digits and not said:
            words.add(index)
        elif DECIMAL.fullmatch(token.folded) and not said and "." not in digits:
            digits += token.folded.replace(",", ".")
            words.add(index)
        elif (number := cardinal(token.folded)) and not digits:
            said += number
            words.add(index)
        elif said and [one.folded for one in scene.tokens[index : index + 2]] == scene.words.and_half:
            said, index = said + Fraction(1, 2), index + 1
            words |= {index - 1, index}
        elif token.lemma in scene.words.scales:  # "больше миллиарда" is more than one of them
            factor *= Fraction(scene.words.scales[token.lemma])
            digits = digits or ("" if said else "1")
            words.add(index)
        elif (digits or said) and token.lemma in scene.words.units:
            words.add(index)
        elif token.text == "." and index - 1 in words and _in_units(scene, index + 1):
            words.add(index)  # "кв. км"
        else:
            break
        index += 1
    amount = (Fraction(digits) if digits else said) * factor
    return (Fraction(amount), words) if amount else (None, set())
