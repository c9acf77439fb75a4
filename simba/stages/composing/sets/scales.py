"""Measures that the property rules name: whatever "сколько", "когда" and "какой" ask one thing for compares several.

"Что весит больше" compares what "сколько весит" asks for, "кого запустили раньше" what "когда запустили" does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from simba.query import Entity
from simba.stages.composing.question.constructions import Measure
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordforms import inflected
from simba.stages.composing.question.wordings import FiredRule

MAX_SCALES = 4
PHRASE = 3
"""Words of a noun phrase that names a measure: "температура кипения"."""

Asked = Literal["number", "date"]


def is_measure(scene: Scene, index: int) -> bool:
    """Whether a word says what is compared rather than of what: "площадь Байкала или площадь Ладожского озера"."""
    token = scene.tokens[index]
    return token.text.islower() and any(token.lemma in one.noun for one in scene.constructions.measures)


def by_words(scene: Scene, words: Iterable[int], asked: Asked) -> list[tuple[Measure, frozenset[int]]]:
    """The measures that a clause's words name: what these words ask for after "сколько" or "когда", and these words."""
    inside = [one for one in sorted(words) if scene.word(scene.tokens[one]) or scene.tokens[one].pos == "ADP"]
    if not any(scene.word(scene.tokens[one]) for one in inside):
        return []
    said: list[tuple[str, int | None]] = [(scene.tokens[one].folded, one) for one in inside]
    return _proposed(scene, [(scene.words.scales_ask[asked], None), *said], asked)


def by_noun(scene: Scene, noun: int) -> list[tuple[Measure, frozenset[int]]]:
    """The measures that a noun names, alone or with those after it: "радиус", "температура кипения"."""
    token = scene.tokens[noun]
    if token.pos != "NOUN" or scene.named_outright(noun):
        return []
    below = set(scene.parse.subtree(noun))
    last = noun
    while (
        last + 1 < len(scene.tokens)
        and last - noun < PHRASE - 1
        and last + 1 in below
        and scene.tokens[last + 1].is_word
        and not scene.named_outright(last + 1)
    ):
        last += 1
    if token.lemma in scene.words.time_nouns:
        dated: list[tuple[str, int | None]] = [(scene.words.time_nouns[0], noun)]
        dated += [(scene.tokens[one].folded, one) for one in range(noun + 1, last + 1)]
        return [one for one in _proposed(scene, dated, "date") if one[1] - {noun}]
    found: list[tuple[Measure, frozenset[int]]] = []
    for end in dict.fromkeys((last, noun)):
        said: list[tuple[str, int | None]] = [(scene.words.scales_ask["noun"], None)]
        said.append((inflected(token.lemma, "nomn", token.number), noun))
        said += [(scene.tokens[one].folded, one) for one in range(noun + 1, end + 1)]
        known = {measure.path for measure, _ in found}
        found += [
            one for one in _proposed(scene, said, "number") if noun in one[1] and one[0].path not in known
        ]
    return found[:MAX_SCALES]


def _proposed(
    scene: Scene, pieces: Sequence[tuple[str, int | None]], asked: Asked
) -> list[tuple[Measure, frozenset[int]]]:
    """What the rules propose on a wording, those first that spell out more of it."""
    found: dict[str, tuple[Measure, frozenset[int]]] = {}
    fired = [
        one
        for one in scene.fire(scene.respoken(pieces))
        if one.rule.answer == {asked}
        and not one.reverse
        and any(scene.word(scene.tokens[word]) for word in one.words)
    ]

    def told(fired: FiredRule) -> tuple[bool, int, float]:
        """Those that spell the verb out say what is meant, then those that spell out the most."""
        verbs = any(scene.tokens[word].pos == "VERB" for word in fired.words)
        return not verbs, -len(fired.words), -fired.merit

    for one in sorted(fired, key=told):
        measure = Measure.named_by_rule(one.rule.name, one.rule.property, date=asked == "date")
        found.setdefault(one.rule.property, (measure, one.words))
    return list(found.values())[:MAX_SCALES]


def held_by(scene: Scene, measure: Measure, entities: Iterable[Entity]) -> bool:
    """Whether all of some entities may have a measure."""
    return all([scene.leads_along(one, measure.path) for one in entities])  # noqa: C419 (all are asked for at once)
