"""Words that pick one of many: "самая длинная", "последний", "второй по площади", "раньше всех"."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest

from simba.russian.morphology import readings
from simba.russian.numerals import ordinal
from simba.stages.composing.question.constructions import Measure
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.sentence import Sentence
from simba.stages.composing.question.wordforms import agreeing, is_animate
from simba.stages.composing.sets.parts import Denotation
from simba.stages.composing.sets.scales import by_noun
from simba.stages.parse import ROOT, Token

SEVERAL = 3
"""How many a superlative in the plural picks, where no number is said: "крупнейшие озёра"."""


@dataclass(frozen=True, slots=True)
class Superlative:
    """What picks one of many, or the first few: the measures it may mean, the place in their order, and its words."""

    measures: list[tuple[Measure, bool]]
    words: frozenset[int]
    position: int
    lemma: str
    limit: int = 1
    counted_off: bool = False
    """Whether the place in the order is said as a number: "второй", "16-й"; "первый" is one too."""
    of_few: bool = False
    """Whether it is a mere comparative, which picks from a few that are named, never from all of a kind."""

    def counted(self, scene: Scene, inside: list[int]) -> Superlative:
        """With the number of those that are asked for ("три самых длинных")."""
        for index in inside:
            said = scene.tokens[index]
            number = int(said.folded) if said.folded.isdecimal() else scene.words.numerals.get(said.lemma)
            if number and index < min(self.words):
                return replace(self, limit=number, words=self.words | {index})
        return self

    def in_plural(self, scene: Scene, adjective: int) -> Superlative:
        """With a few, where several are asked for without a number: not by "одно из крупнейших озёр", nor by what may
        be one event in the plural, "первые игры".
        """
        if self.limit > 1 or (
            self.lemma in scene.words.outright and any(one.date for one, _ in self.measures)
        ):
            return self
        token, noun = scene.tokens[adjective], scene.noun
        if noun is None and scene.interrogative.type is None and token.head != ROOT:
            noun = token.head
        if noun is None or token.features.get("Number") != "Plur" or scene.case(noun) in scene.words.among:
            return self
        of_noun = [tag for _, tag in readings(scene.tokens[noun].folded) if tag.startswith("NOUN")]
        several = any("plur" in tag for tag in of_noun) and "Pltm" not in of_noun[0]
        several = several and scene.tokens[noun].features.get("Number") != "Sing"
        return replace(self, limit=SEVERAL) if several else self


@lru_cache(maxsize=8)
def picked(scene: Scene) -> Superlative | None:
    """The superlative or ordinal of the whole question."""
    return find(scene, range(len(scene.tokens)))


def find(scene: Scene, within: Collection[int]) -> Superlative | None:
    """The superlative or ordinal among some tokens."""
    begin = beginnings(scene).intersection(within)
    if not begin:
        return None
    inside = sorted(within)
    known = scene.constructions
    most = _mosts(scene).intersection(inside)
    for index in sorted(begin):
        token = scene.tokens[index]
        lemma, supreme = _adjective(scene, token.folded, token.lemma)
        end = scene.words.next_to.get(token.lemma)
        lemma = end or lemma
        words = {index}
        if token.folded in known.comparatives:
            after = [
                one
                for one in inside
                if index < one <= index + 3 and scene.tokens[one].folded in scene.words.all
            ]
            if after:
                words.update(after)
                measures, more = _by(scene, inside, known.comparatives[token.folded])
                first = Superlative(measures, frozenset(words | more), 1, token.folded)
                return first.counted(scene, _asked_number(scene))
            if any("COMP" in tag for _, tag in readings(token.folded)):
                of_two = _of_two(scene, index)
                if of_two is not None:
                    measures = known.comparatives[token.folded]
                    return Superlative(measures, frozenset(words | of_two), 1, token.folded, of_few=True)
                continue
        if token.pos in {"ADJ", "DET", "VERB", "NOUN", "PROPN"} and lemma in known.superlatives:
            near = [one for one in most if abs(one - index) <= 2]
            if not (supreme or lemma in scene.words.outright or near):
                continue
            words.update(near)
            if [one.folded for one in scene.tokens[index + 1 : index + 3]] == scene.words.in_turn:
                words |= {index + 1, index + 2}  # "первым по счёту"
                inside = [one for one in inside if one not in words]
            measures = known.superlatives[lemma]
            measures, more = _by(scene, inside, measures, scene.words.ends.get(lemma))
            measures, noun = _of_noun(scene, index, measures)
            more |= noun
            position = 1 if end is None else 2
            picked = Superlative(
                measures, frozenset(words | more), position, lemma, counted_off=lemma == "первый"
            )
            numerals = [one for one in range(index) if scene.asks(one)]  # "какие три горы"
            return picked.counted(scene, [*numerals, *inside]).in_plural(scene, index)
        if (number := _ordinal(scene, index, inside)) is not None:
            return _counted_off(scene, inside, *number)
    return None


@lru_cache(maxsize=8)
def beginnings(sentence: Sentence) -> frozenset[int]:
    """The words that a superlative or an ordinal may begin with."""
    known = sentence.constructions
    return frozenset(
        token.index
        for token, after in zip_longest(sentence.tokens, sentence.tokens[1:])
        if token.folded in known.comparatives
        or token.lemma in known.superlatives
        or token.lemma in sentence.words.next_to
        or known.orders(token.folded)
        or (sentence.counts and ordinal([token.lemma, *([after.lemma] if after is not None else [])]))
    )


@lru_cache(maxsize=8)
def _mosts(scene: Scene) -> frozenset[int]:
    """The words that make a superlative of the adjective beside them: "самый"."""
    return frozenset(
        token.index
        for token in scene.tokens
        if not scene.words.most.isdisjoint([lemma for lemma, _ in readings(token.folded)])
    )


def _asked_number(scene: Scene) -> list[int]:
    """The number between what asks and the noun that it asks about: "какие три писателя", never "кто из трёх"."""
    noun = scene.noun
    if noun is None or scene.case(noun) is not None:
        return []
    return [one.index for one in scene.tokens[:noun] if one.pos in {"NUM", "ADJ"} and one.index == noun - 1]


def _of_two(scene: Scene, index: int) -> frozenset[int] | None:
    """The words for two of which a comparative picks one, with nothing behind it: "какой из двух спутников больше"."""
    if scene.noun is None or any(one.is_word for one in scene.tokens[index + 1 :]):
        return None
    return frozenset(one for one in scene.of_two() if scene.tokens[one].pos == "NUM")


def kind_noun(scene: Scene, part: Denotation, noun: int | None) -> int | None:
    """The noun that says what a part's members are: the asked one, else that which names a class or a relation."""
    if noun is not None:
        return noun
    said = part.kinds or part.explained - part.named
    return min((one for one in said if scene.is_noun(one) and not scene.named_outright(one)), default=None)


def everywhere(scene: Scene) -> frozenset[int]:
    """The words that merely say that one is picked from all: "в мире", "на свете", "земного шара"."""
    found: set[int] = set()
    for token in scene.tokens:
        if token.lemma not in scene.words.world or (scene.noun == token.index):
            continue
        before = scene.case(token.index)
        plain = all(
            scene.tokens[i].pos in {"ADJ", "DET", "ADP", "PUNCT"} for i in scene.children(token.index)
        )
        if plain and (before in scene.words.placing_world or _of_all(scene, token, before)):
            found |= {token.index, *(i for i in scene.children(token.index) if scene.tokens[i].is_word)}
    return frozenset(found)


def _of_all(scene: Scene, token: Token, before: str | None) -> bool:
    """Whether a noun in the genitive stands for all there is: "мира", "земного шара", but not "планеты" or "земли"."""
    genitive = before is None and token.features.get("Case") == "Gen"
    return genitive and token.lemma not in {name for ids in scene.words.kind_nouns.values() for name in ids}


def ordered(scene: Scene, index: int) -> bool:
    """Whether a word says a place in an order from the second on, or stands after "самый"."""
    return _ordinal(scene, index, [index, index + 1]) is not None or bool(
        index and scene.words.most & {lemma for lemma, _ in readings(scene.tokens[index - 1].folded)}
    )


def _counted_off(scene: Scene, inside: list[int], position: int, words: frozenset[int]) -> Superlative:
    """What is at a place in an order: "вторая по высоте", "шестнадцатый президент"."""
    measures, more = _by(scene, [one for one in inside if one > max(words)], [], True)
    if measures:
        ranking = {one for one in inside if scene.tokens[one].lemma in scene.words.ranking}
        return Superlative(measures, words | more | ranking, position, scene.tokens[max(words)].lemma)
    first = scene.constructions.superlatives.get("первый", [])
    return Superlative(first, words, position, "первый", counted_off=True)


def _adjective(scene: Scene, word: str, lemma: str) -> tuple[str, bool]:
    """The adjective's lemma, and whether the form itself is superlative."""
    known = scene.constructions.superlatives
    for found, tag in readings(word)[:3]:
        if "ADJF" in tag and "Supr" in tag:
            return found, True
    found = next((one for one, _ in readings(word)[:4] if one in known), lemma)
    return found, word.startswith("наи")


def _ordinal(scene: Scene, index: int, inside: list[int]) -> tuple[int, frozenset[int]] | None:
    """The ordinal number from 2 on that begins at a token, with its words; one of a period or a name is none."""
    found = ordinal(
        [scene.tokens[one].lemma for one in (index, index + 1) if one in inside and one < len(scene.tokens)]
    )
    if found is None or found[0] < 2 or scene.named_outright(index):
        return None
    number, length = found
    said = [token.folded for token in scene.tokens[index + length : index + length + 2]]
    length += len(said) if said == scene.words.in_turn else 0
    words = frozenset(range(index, index + length))
    after = scene.tokens[index + length].lemma if index + length < len(scene.tokens) else ""
    return None if after in scene.words.periods else (number, words)


def _of_noun(
    scene: Scene, index: int, measures: list[tuple[Measure, bool]]
) -> tuple[list[tuple[Measure, bool]], frozenset[int]]:
    """The measures that the noun after a superlative names: "имеет наибольшую массу", "с самой большой площадью"."""
    after = [one for one in scene.tokens[index + 1 : index + 3] if one.pos in {"NOUN", "ADJ"}]
    noun = next((one for one in after if one.pos == "NOUN"), None)  # "наибольшие кассовые сборы"
    if noun is None or not measures:
        return measures, frozenset()
    if noun.index == scene.noun or is_animate(noun):  # "самый высокий человек" is no number of people
        return measures, frozenset()
    told = [one for one in after if one.index < noun.index]
    called = " ".join([*(agreeing(one.lemma, noun, "nomn") for one in told), noun.lemma])
    known = scene.constructions.measures
    named = [(one, measures[0][1]) for one in known if told and called in one.noun]
    words = frozenset({noun.index, *(one.index for one in told if named)})  # "наибольшая атомная масса"
    named = named or [(one, measures[0][1]) for one in known if noun.lemma in one.noun]
    if not named and (ruled := by_noun(scene, noun.index)):
        named = [(one, measures[0][1]) for one, _ in ruled]
        words = ruled[0][1]
    if not named:
        return measures, frozenset()
    having = scene.with_lemma(scene.words.having) | scene.with_form(scene.words.had_by)
    return named, words | having


def _by(
    scene: Scene, inside: list[int], measures: list[tuple[Measure, bool]], most: bool | None = None
) -> tuple[list[tuple[Measure, bool]], set[int]]:
    """The measures that "по площади" leaves, and its words; ``most`` says in which order, where the word does not."""
    for index in inside:
        if scene.tokens[index].folded != "по" or index + 1 >= len(scene.tokens):
            continue
        noun = scene.tokens[index + 1]
        pair = f"{noun.lemma} {scene.tokens[index + 2].folded}" if index + 2 < len(scene.tokens) else ""
        if most is None:
            most = measures[0][1] if measures else True
        found = [
            (one, most) for one in scene.constructions.measures if noun.lemma in one.noun or pair in one.noun
        ]
        dated = next((later for one, later in measures if one.date), None)
        if found:
            words = {index, index + 1} | ({index + 2} if any(pair in one.noun for one, _ in found) else set())
            return [(one, dated if one.date and dated is not None else order) for one, order in found], words
        if ruled := by_noun(scene, noun.index):
            order = most if dated is None else dated
            return [(one, order if one.date else most) for one, _ in ruled], {index, *ruled[0][1]}
        if noun.lemma in scene.words.time_nouns and dated is not None:
            return [one for one in measures if one[0].date], {index, index + 1}
    return measures, set()
