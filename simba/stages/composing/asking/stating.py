"""Questions that only their mark tells from a statement: "Канберра — столица Австралии?", "Вагнер был французом?"."""

from __future__ import annotations

from simba.stages.composing.asking.comparing import comparative
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.periods import times
from simba.stages.composing.sets.thresholds import number_after
from simba.stages.interrogative import Interrogative
from simba.stages.parse import Parse, Token


def may_state(parse: Parse, asked: Interrogative) -> bool:
    """Whether a question has its mark and nothing else that asks."""
    return asked.type is None and asked.noun is None and parse.folded.rstrip().endswith("?")


def states(question: SpecialQuestion) -> bool:
    """Whether such a question says what something is, or is more than another."""
    scene = question.scene
    if "gap" in question.kinds or not _merely_doubts(scene):
        return False
    main = question.clauses.main
    compares = any(scene.tokens[one].folded in scene.constructions.comparatives for one in main)
    if (compares and comparative(question)) or _exceeds(scene, main):
        return scene.forms.isdisjoint(scene.words.either)  # "Волга или Обь длиннее?"
    words = [t for t in scene.tokens if t.is_word or t.folded in scene.words.equating]
    if _equates(question, words):
        return True
    first = next((t.index for t in words if t.folded not in scene.words.doubting), None)
    if first is not None and scene.tokens[first].folded in scene.words.had_by:  # "у Шекспира трое детей?"
        return any(t.pos == "NUM" and number_after(scene, t.index)[0] is not None for t in words)
    if first is None or not (inside := _name(scene, first)):
        return False
    rest = [t for t in words if t.index > max(inside)]
    if len(rest) < 2:
        return False
    if rest[0].folded in scene.words.joining and (beside := _name(scene, rest[1].index)):
        rest = [t for t in rest if t.index > max(beside)]  # "Чехия и Польша — соседи?"
        plural = len(rest) > 1 and rest[1].pos == "NOUN" and rest[1].features.get("Number") == "Plur"
        return plural and rest[0].folded in scene.words.equating
    if rest[0].folded[:1].isdigit() and times(scene, [t.index for t in rest]):
        return True  # "Пётр I 1672 года рождения?"
    equated = rest[0].folded in scene.words.equating
    places = any(t.lemma in scene.constructions.adjectives for t in rest)
    if not equated:
        # With a capital it belongs to a name: "режиссёр Римских каникул?".
        return places and rest[-1].pos == "NOUN" and rest[0].pos == "ADJ" and rest[0].text.islower()
    noun = next((t.index for t in rest[1:] if scene.is_noun(t.index)), None)
    if noun is None:
        return False
    asks = scene.tokens[noun].lemma in scene.constructions.nouns or bool(question.nouns.rules_on(noun))
    told = any(scene.named_outright(t.index) for t in rest) or bool(times(scene, [t.index for t in rest]))
    return places or not asks or told


def _equates(question: SpecialQuestion, words: list[Token]) -> bool:
    """Whether what a noun asks for is said to be something named, or a number: "валюта Исландии — доллар США"."""
    scene = question.scene
    sign = next((n for n, t in enumerate(words) if t.folded in scene.words.equating), 0)
    left, right = words[:sign], words[sign + 1 :]
    if not left or not right or not any(scene.named_outright(t.index) for t in left):
        return False
    if not any(t.lemma in scene.constructions.nouns or question.nouns.rules_on(t.index) for t in left):
        return False
    if number_after(scene, right[0].index)[0] is not None:
        return True
    inside = _name(scene, right[0].index)
    return bool(inside) and right[-1].index <= max(inside)


def _exceeds(scene: Scene, main: frozenset[int]) -> bool:
    """Whether a number follows what compares: "больше 5000 метров"; not in a clause: "фильмы, вышедшие позже 2012"."""
    compares = scene.constructions.comparatives.keys() | scene.words.over
    said = (one for one in main if scene.tokens[one].folded in compares)
    return any(number_after(scene, one + 1)[0] is not None for one in said)


def _merely_doubts(scene: Scene) -> bool:
    """Whether what opens the question only softens it: "а", "ведь"."""
    words = [t.folded for t in scene.tokens if t.is_word and scene.interrogative.covers(t.span)]
    return all(word in scene.words.doubting for word in words)


def _name(scene: Scene, first: int) -> frozenset[int]:
    """The tokens of the name that begins there, be it without a capital."""
    found = [inside for _, inside, _ in scene.covering.get(first, ()) if min(inside) == first]
    return max(found, key=len, default=frozenset())
