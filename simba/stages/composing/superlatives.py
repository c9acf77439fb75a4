"""Words that pick one of many: "самая длинная", "последний", "второй по площади", "раньше всех"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from simba.russian.morphology import ORDINALS, readings
from simba.stages.composing.constructions import Measure
from simba.stages.composing.scene import Scene


@dataclass(frozen=True, slots=True)
class Superlative:
    """What picks one of many, or the first few: the measures it may mean, the place in their order, and its words."""

    measures: list[tuple[Measure, bool]]
    words: frozenset[int]
    position: int
    lemma: str
    limit: int = 1

    def counted(self, scene: Scene, inside: list[int]) -> Superlative:
        """With the number of those that are asked for ("три самых длинных")."""
        for index in inside:
            number = scene.words.numerals.get(scene.tokens[index].lemma)
            if number and index < min(self.words):
                return replace(self, limit=number, words=self.words | {index})
        return self


def find(scene: Scene, within: Iterable[int]) -> Superlative | None:
    """The superlative or ordinal among some tokens."""
    inside = sorted(within)
    known = scene.constructions
    for index in inside:
        token = scene.tokens[index]
        lemma, supreme = _adjective(scene, token.folded, token.lemma)
        words = {index}
        most = [
            one
            for one in inside
            if scene.words.most & {lemma for lemma, _ in readings(scene.tokens[one].folded)}
        ]
        if token.pos in {"ADJ", "DET", "VERB", "NOUN", "PROPN"} and lemma in known.superlatives:
            near = [one for one in most if abs(one - index) <= 2]
            if not (supreme or lemma in scene.words.outright or near):
                continue
            words.update(near)
            measures = known.superlatives[lemma]
            position, extra = _ordinal(scene, index, inside)
            words |= extra
            measures, more = _by(scene, inside, measures)
            return Superlative(measures, frozenset(words | more), position, lemma).counted(scene, inside)
        if token.folded in known.comparatives or token.folded == "больше":
            after = [
                one
                for one in inside
                if index < one <= index + 3 and scene.tokens[one].folded in scene.words.all
            ]
            if after:
                words.update(after)
                measures = known.comparatives.get(token.folded, [])
                measures, more = _by(scene, inside, measures)
                return Superlative(measures, frozenset(words | more), 1, token.folded)
        if lemma in ORDINALS[1:] and any(scene.tokens[one].folded == "по" for one in inside if one > index):
            measures, more = _by(scene, [one for one in inside if one > index], [])
            if measures:
                words |= {one for one in inside if scene.tokens[one].lemma in scene.words.ranking}
                return Superlative(measures, frozenset(words | more), ORDINALS.index(lemma) + 1, lemma)
        if lemma in ORDINALS[1:] and token.pos == "ADJ":
            return Superlative(
                known.superlatives.get("первый", []), frozenset(words), ORDINALS.index(lemma) + 1, "первый"
            )
    return None


def _adjective(scene: Scene, word: str, lemma: str) -> tuple[str, bool]:
    """The adjective's lemma, and whether the form itself is superlative."""
    known = scene.constructions.superlatives
    for found, tag in readings(word)[:3]:
        if "ADJF" in tag and "Supr" in tag:
            return found, True
    found = next((one for one, _ in readings(word)[:4] if one in known), lemma)
    return found, word.startswith("наи")


def _ordinal(scene: Scene, index: int, inside: list[int]) -> tuple[int, set[int]]:
    for one in (index - 1, index - 2):
        if one in inside and scene.tokens[one].lemma in ORDINALS[1:]:
            return ORDINALS.index(scene.tokens[one].lemma) + 1, {one}
    return 1, set()


def _by(
    scene: Scene, inside: list[int], measures: list[tuple[Measure, bool]]
) -> tuple[list[tuple[Measure, bool]], set[int]]:
    """The measures that "по площади" leaves, and its words."""
    for index in inside:
        if scene.tokens[index].folded != "по" or index + 1 >= len(scene.tokens):
            continue
        noun = scene.tokens[index + 1]
        pair = f"{noun.lemma} {scene.tokens[index + 2].folded}" if index + 2 < len(scene.tokens) else ""
        most = measures[0][1] if measures else True
        found = [
            (one, most) for one in scene.constructions.measures if noun.lemma in one.noun or pair in one.noun
        ]
        if found:
            words = {index, index + 1} | ({index + 2} if any(pair in one.noun for one, _ in found) else set())
            return found, words
    return measures, set()
