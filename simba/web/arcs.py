"""The dependency tree as a picture: arcs above the words, or beside them where the screen is narrow.

Only geometry is computed here; templates/arcs.svg draws it, with everything escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simba.russian.text import clean

CHARACTER = 9.6
"""Width of a character, a little more than that of common fonts at 16 px."""
SMALL = 7.4
"""The same for the relations' names at 12 px."""
GAP = 22
LEVEL = 26
"""Distance between an arc and the one that it spans."""
UPRIGHT_DEPTH = 130
"""Room for the arcs of the upright picture."""
ROW = 40
"""Height of a word in the upright picture."""
MAX_WORDS = 60
"""A longer question is drawn up to here."""

RELATIONS = {
    "acl": "определение-оборот",
    "acl:relcl": "придаточное",
    "advcl": "обстоятельственный оборот",
    "advmod": "наречие",
    "amod": "определение",
    "appos": "приложение",
    "aux": "вспомогательный глагол",
    "aux:pass": "вспомогательный глагол",
    "case": "предлог",
    "cc": "союз",
    "ccomp": "изъяснительное придаточное",
    "compound": "часть сложного слова",
    "conj": "однородный член",
    "cop": "связка",
    "csubj": "придаточное-подлежащее",
    "det": "определительное местоимение",
    "discourse": "вводное слово",
    "fixed": "часть устойчивого оборота",
    "flat": "часть имени",
    "flat:foreign": "иностранное слово",
    "flat:name": "часть имени",
    "iobj": "косвенное дополнение",
    "mark": "подчинительный союз",
    "nmod": "несогласованное определение",
    "nsubj": "подлежащее",
    "nsubj:pass": "подлежащее при страдательном залоге",
    "nummod": "числительное",
    "nummod:gov": "числительное",
    "obj": "прямое дополнение",
    "obl": "обстоятельство или дополнение",
    "obl:agent": "деятель",
    "orphan": "остаток опущенного",
    "parataxis": "вставка",
    "punct": "знак препинания",
    "root": "главное слово",
    "vocative": "обращение",
    "xcomp": "часть сказуемого",
}
"""What the relations of Universal Dependencies are in Russian grammar."""


@dataclass(frozen=True, slots=True)
class DrawnWord:
    """A word at the middle of its place along the axis."""

    text: str
    pos: str
    lemma: str
    at: float
    root: bool


@dataclass(frozen=True, slots=True)
class Arc:
    """A relation from its head to its dependent, and how far it bows out."""

    start: float
    stop: float
    depth: float
    relation: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Words along an axis with the arcs over them; ``length`` runs along the axis, ``depth`` away from it."""

    words: tuple[DrawnWord, ...]
    arcs: tuple[Arc, ...]
    length: float
    depth: float
    breadth: float

    @property
    def sentence(self) -> str:
        """What a screen reader says instead of the picture."""
        said = [f"{word.text} — главное слово" for word in self.words if word.root]
        places = {word.at: word.text for word in self.words}
        for arc in self.arcs:
            head, dependent = (_nearest(places, place) for place in (arc.start, arc.stop))
            said.append(f"{dependent} — {RELATIONS.get(arc.relation, arc.relation)} при «{head}»")
        return "; ".join(said)


def lying(tokens: Sequence[dict[str, Any]]) -> Picture:
    """Words on a line, arcs above them."""
    return _picture(tokens, None)


def upright(tokens: Sequence[dict[str, Any]]) -> Picture:
    """Words below each other, arcs to the right of them: as wide as the longest word, for a phone."""
    return _picture(tokens, ROW)


def legend(tokens: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    """The relations in the picture with their Russian names."""
    used = dict.fromkeys(str(token["relation"]) for token in _drawn(tokens))
    return [(relation, RELATIONS[relation]) for relation in used if relation in RELATIONS]


def _drawn(tokens: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [token for token in tokens if token["relation"] != "punct"][:MAX_WORDS]


def _picture(tokens: Sequence[dict[str, Any]], row: float | None) -> Picture:
    drawn = _drawn(tokens)
    numbers = {token["id"]: number for number, token in enumerate(drawn)}
    places: list[float] = []
    edge = 0.0
    for token in drawn:
        width = row or GAP + max(
            CHARACTER * len(token["text"]), SMALL * max(len(token["lemma"]), len(token["pos"]))
        )
        places.append(edge + width / 2)
        edge += width
    pairs = [
        (numbers[token["head"]], number, str(token["relation"]))
        for number, token in enumerate(drawn)
        if token["head"] in numbers and token["head"] != token["id"]
    ]
    levels = _levels([(min(head, dependent), max(head, dependent)) for head, dependent, _ in pairs])
    shifts = _shifts([(head, dependent) for head, dependent, _ in pairs])
    highest = max(levels, default=0)
    step = min(LEVEL, UPRIGHT_DEPTH / max(1, highest)) if row else LEVEL
    arcs = tuple(
        Arc(places[head] + shift, places[dependent], level * step, relation)
        for (head, dependent, relation), level, shift in zip(pairs, levels, shifts, strict=True)
    )
    words = tuple(
        DrawnWord(
            clean(token["text"]),
            token["pos"],
            clean(token["lemma"]),
            place,
            token["head"] not in numbers and token["relation"] == "root",
        )
        for token, place in zip(drawn, places, strict=True)
    )
    longest = max((len(word.text) + 0.8 * len(word.lemma) for word in words), default=0)
    return Picture(words, arcs, edge, highest * step + LEVEL, CHARACTER * min(30.0, longest + 3))


def _levels(spans: Sequence[tuple[int, int]]) -> list[int]:
    """For each arc, one more than the highest below it; arcs that share ground have different heights."""
    levels = [0] * len(spans)
    for number in sorted(range(len(spans)), key=lambda number: spans[number][1] - spans[number][0]):
        start, stop = spans[number]
        below = [
            level
            for (first, last), level in zip(spans, levels, strict=True)
            if level and first < stop and start < last
        ]
        levels[number] = 1 + max(below, default=0)
    return levels


def _shifts(pairs: Sequence[tuple[int, int]]) -> list[float]:
    """Where arcs leave a head: a little to the side they go to, away from those that arrive."""
    return [6.0 if dependent > head else -6.0 for head, dependent in pairs]


def _nearest(places: dict[float, str], place: float) -> str:
    return places[min(places, key=lambda known: abs(known - place))]
