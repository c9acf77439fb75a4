"""Conditions by numbers: "выше 100 метров", "с населением больше миллиона"."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from simba.query import Number, Where
from simba.stages.composing.constructions import Measure
from simba.stages.composing.parts import Denotation
from simba.stages.composing.ranks import MAX_MEASURES, beside, measured
from simba.stages.composing.scene import Scene


def compared(
    scene: Scene, part: Denotation, noun: int | None, of: Collection[str] = ()
) -> Iterator[Denotation]:
    """The members above or below a number: "выше 100 метров"; members of some classes, where no noun says so."""
    for token in scene.tokens:
        if (
            token.index in part.explained
            or token.folded not in scene.constructions.comparatives.keys() | scene.words.over
        ):
            continue
        number, words = number_after(scene, token.index + 1)
        if number is None:
            continue
        measures = list(scene.constructions.comparatives.get(token.folded, []))
        most = measures[0][1] if measures else token.folded != "менее"
        named = [
            (measure, t.index)
            for t in scene.tokens
            for measure in scene.constructions.measures
            if t.lemma in measure.noun and not scene.named_outright(t.index)
        ]
        own = {token.index, *words, *(index for _, index in named)}
        if named:
            own |= {t.index for t in scene.tokens if t.lemma in scene.words.having}
            measures = [(measure, most) for measure, _ in named]
        classes = scene.classes(noun) if noun is not None else tuple(of)
        fit = [
            one
            for one, _ in measures
            if not one.date and (not one.of or (classes and scene.is_a(classes, one.of)))
        ]
        for place, measure in enumerate(fit[:MAX_MEASURES]):
            own |= beside(scene, measure)
            limit = number * _factor(scene, words, measure)
            form = Where(part.form, measured(measure), ">" if most else "<", Number(limit))
            yield part._replace(
                form=form,
                link=None,
                rest=(),
                score=part.score + scene.weights.next_measure * place,
                explained=part.explained | own,
                why=(*part.why, f"{token.folded} {number}: {measure.name}"),
            )


def _factor(scene: Scene, words: Iterable[int], measure: Measure) -> int:
    """How many of the measure's units the unit that is said has: a kilometre has a thousand metres."""
    said = (scene.words.multiples.get(scene.tokens[index].lemma) for index in words)
    return next((factor for unit, factor in filter(None, said) if unit == measure.unit), 1)


def number_after(scene: Scene, index: int) -> tuple[int | None, set[int]]:
    """The number that begins at a token, with its words and its unit's."""
    digits, words, factor = "", set(), 1
    while index < len(scene.tokens):
        token = scene.tokens[index]
        if token.folded in scene.words.than and not digits:
            words.add(index)
        elif token.folded.isdecimal():
            digits += token.folded
            words.add(index)
        elif token.lemma in scene.words.scales:  # "больше миллиарда" is more than one of them
            digits = digits or "1"
            factor *= scene.words.scales[token.lemma]
            words.add(index)
        elif digits and token.lemma in scene.words.units:
            words.add(index)
        else:
            break
        index += 1
    return (int(digits) * factor, words) if digits else (None, set())
