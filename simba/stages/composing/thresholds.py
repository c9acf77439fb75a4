"""Conditions by numbers: "выше 100 метров", "с населением больше миллиона"."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from simba.query import Form, Number, Where
from simba.query.forms import Comparison
from simba.russian.numerals import cardinal
from simba.stages.composing.amounts import amounts_of
from simba.stages.composing.constructions import Measure
from simba.stages.composing.parts import Denotation
from simba.stages.composing.ranks import MAX_MEASURES, beside, measured
from simba.stages.composing.scales import by_noun, by_words
from simba.stages.composing.scene import Scene


@dataclass(frozen=True, slots=True)
class Scale:
    """What is compared with the number: a form about the member, its words and its unit."""

    form: Form
    name: str
    words: frozenset[int] = frozenset()
    unit: str | None = None


def compared(
    scene: Scene, part: Denotation, noun: int | None, of: Collection[str] = ()
) -> Iterator[Denotation]:
    """The members above or below a number: "выше 100 метров", "не менее трёх спутников".

    ``of`` are the members' classes, where no noun says them.
    """
    for token in scene.tokens:
        compares = token.folded in scene.constructions.comparatives or token.folded in scene.words.over
        if not compares or token.index in part.explained:
            continue
        number, words = number_after(scene, token.index + 1)
        if number is None:
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
            yield part._replace(
                form=Where(part.form, scale.form, comparison, Number(limit)),
                link=None,
                rest=(),
                score=part.score + scene.weights.later * place,
                explained=part.explained | own | scale.words,
                why=(*part.why, f"{token.folded} {number}: {scale.name}"),
            )


def _scales(
    scene: Scene,
    part: Denotation,
    noun: int | None,
    of: Collection[str],
    measures: list[Measure],
    own: frozenset[int],
) -> list[Scale]:
    """What may be compared: what the nouns beside name, what the words beside ask for, what the comparative means."""
    having = frozenset(t.index for t in scene.tokens if t.lemma in scene.words.having)
    free = [t.index for t in scene.left(part.explained | own) if t.index != noun and not scene.asks(t.index)]
    found = [
        Scale(measured(measure), measure.name, having | {index} | beside(scene, measure), measure.unit)
        for index in free
        for measure in scene.constructions.measures
        if scene.tokens[index].lemma in measure.noun and not scene.named_outright(index)
    ]
    for measure, words in by_words(scene, free, "number"):
        found.append(Scale(measured(measure), measure.name, words))
    for index in free:
        found += [Scale(measured(one), one.name, words | having) for one, words in by_noun(scene, index)]
    after = next((scene.tokens[one] for one in range(max(own) + 1, len(scene.tokens))), None)
    if after is not None and after.pos == "NOUN" and after.index in free:
        for form, words in amounts_of(scene, after, frozenset()):
            found.append(Scale(form, after.lemma, words | having | {after.index}))
    if found:
        return found
    classes = scene.classes(noun) if noun is not None else tuple(of)
    token = scene.tokens[noun] if noun is not None else None
    return [
        Scale(measured(one), one.name, beside(scene, one), one.unit)
        for one in measures
        if not one.date and (not one.of or (classes and scene.is_kind(token, classes, one.of)))
    ]


def _factor(scene: Scene, words: Iterable[int], of: str | None) -> int:
    """How many of the measure's units the unit that is said has: a kilometre has a thousand metres."""
    said = (scene.words.multiples.get(scene.tokens[index].lemma) for index in words)
    return next((factor for unit, factor in filter(None, said) if unit == of), 1)


def number_after(scene: Scene, index: int) -> tuple[int | None, set[int]]:
    """The number that begins at a token, with its words and its unit's."""
    digits, said, words, factor = "", 0, set[int](), 1
    while index < len(scene.tokens):
        token = scene.tokens[index]
        if token.folded in scene.words.than and not digits and not said:
            words.add(index)
        elif token.folded.isdecimal() and not said:
            digits += token.folded
            words.add(index)
        elif (number := cardinal(token.folded)) and not digits:
            said += number
            words.add(index)
        elif token.lemma in scene.words.scales:  # "больше миллиарда" is more than one of them
            factor *= scene.words.scales[token.lemma]
            digits = digits or ("" if said else "1")
            words.add(index)
        elif (digits or said) and token.lemma in scene.words.units:
            words.add(index)
        else:
            break
        index += 1
    number = int(digits) if digits else said
    return (number * factor, words) if number else (None, set())
