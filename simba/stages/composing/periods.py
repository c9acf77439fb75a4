"""Time in a question: "в 1990 году", "с 1857 по 1864 год", "в июне 1917 года", "после 1945 года"."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from simba.query import IT, Compares, Condition, Date, During, Hop, Where, Year, path
from simba.stages.composing.parts import Denotation
from simba.stages.composing.scene import Scene

ROMAN = {"i": 1, "v": 5, "x": 10}
DATES = "P577|P571|P585|P580|P575|P619|P1619"
"""The dates of things."""


@dataclass(frozen=True, slots=True)
class Time:
    """A stretch of time, and the tokens that say it."""

    words: frozenset[int]
    first: Year | Date | None
    last: Year | Date | None
    exact: bool = False
    """Whether both ends are said ("с 1857 по 1864 год")."""

    def conditions(self, *, becoming: bool) -> Iterator[tuple[Condition, ...]]:
        """What a statement of that time meets, likeliest first."""
        start, end = self.first, self.last
        if start is None or end is None:
            for name in ("P580", "P585"):
                if start is not None:
                    yield (Compares(name, ">=", start),)
                elif end is not None:
                    yield (Compares(name, "<=", end),)
            return
        if self.exact and isinstance(start, Year):
            yield (Compares("P580", "=", start), Compares("P582", "=", end))
        if becoming and isinstance(start, Year):
            if start == end:
                yield (Compares("P580", "=", start),)
            else:
                yield (Compares("P580", ">=", start), Compares("P580", "<=", end))
            yield (Compares("P585", ">=", start), Compares("P585", "<=", end))
        yield (During(start, end),)

    def dated(self, part: Denotation, dates: str) -> Denotation:
        """The members of a part that are of that time themselves."""
        form = part.form
        measure = Hop(IT, path(dates))
        if self.first is not None and self.first == self.last:
            form = Where(form, measure, "=", self.first)
        else:
            if self.first is not None:
                form = Where(form, measure, ">=", self.first)
            if self.last is not None:
                form = Where(form, measure, "<=", self.last)
        return Denotation(
            form, part.score, part.explained | self.words, (*part.why, f"время: {dates}"), dead=part.dead
        )


def times(scene: Scene, within: Iterable[int]) -> list[Time]:
    """The times said in some tokens; years that belong to a name are none."""
    wording = scene.wording(within)
    found: list[Time] = []
    for _, pattern in scene.constructions.periods:
        for one in pattern.all(wording.text):
            words = wording.tokens(one.span, one.gaps)
            if any(words & time.words for time in found) or _in_name(scene, words):
                continue
            time = _time(scene, words, one.groups)
            if time is not None:
                found.append(time)
    return found


def _in_name(scene: Scene, words: frozenset[int]) -> bool:
    digits = {
        index for index in words if scene.tokens[index].pos != "NOUN" and scene.tokens[index].pos != "ADP"
    }
    return any(
        (digits or words) <= inside
        and (candidate.mention.source == "quote" or candidate.mention.text[:1].isupper())
        for index in (digits or words)
        for candidate, inside, _ in scene.covering.get(index, ())
    )


def _time(scene: Scene, words: frozenset[int], groups: dict[str, str]) -> Time | None:
    if "century" in groups:
        number = _century(groups["century"])
        return (number and Time(words, Year(100 * number - 99), Year(100 * number))) or None
    if "after" in groups:
        return Time(words, Year(int(groups["after"]) + 1), None)
    if "since" in groups:
        return Time(words, Year(int(groups["since"])), None)
    if "before" in groups:
        return Time(words, None, Year(int(groups["before"]) - 1))
    year = int(groups["year"])
    if scene.tokens[max(words)].folded.isdecimal() and _measures(scene, max(words) + 1):
        return None
    if "month" in groups:
        month = next(number for number, start in enumerate(scene.words.months, 1) if groups["month"] == start)
        return Time(words, Date(year, month, 1), Date(year, month, monthrange(year, month)[1]))
    if "to" in groups:
        return Time(words, Year(year), Year(int(groups["to"])), exact=True)
    return Time(words, Year(year), Year(year))


def _measures(scene: Scene, index: int) -> bool:
    """Whether a unit stands there: "5000 метров" is no year."""
    token = scene.tokens[index] if index < len(scene.tokens) else None
    return token is not None and token.lemma in scene.words.units - {scene.words.year}


def _century(text: str) -> int:
    if text.isdecimal():
        return int(text)
    values = [ROMAN[letter] for letter in text]
    return sum(-value if value < max(values[place:]) else value for place, value in enumerate(values))


def at_time(scene: Scene, part: Denotation, time: Time, words: Iterable[int]) -> Iterator[Denotation]:
    """The part at a time: its statement then, or its members dated so."""
    weights = scene.weights
    texts = [scene.tokens[index].folded for index in words]
    becoming = any(text.startswith(tuple(scene.words.becoming)) for text in texts)
    said, verbs = dates_said(scene)
    if said:
        dated = time.dated(part, said)
        yield dated._replace(score=part.score + weights.hint, explained=dated.explained | verbs)
    for number, conditions in enumerate(time.conditions(becoming=becoming)):
        met = part.under(*conditions, score=weights.later * number, explained=time.words, why="время")
        if met is not None:
            yield met
    if not said and (part.link is None or part.link.property not in scene.sets.starts):
        yield time.dated(part, DATES)._replace(score=part.score + weights.doubt)


def dates_said(scene: Scene) -> tuple[str, frozenset[int]]:
    """The dates whose verbs stand in the question ("открылись": P1619), as one path, and these verbs."""
    known = scene.constructions
    paths: list[str] = []
    words: set[int] = set()
    for measure in known.measures:
        pattern = known.beside.get(measure.name) if measure.date else None
        places = pattern.all(scene.whole.text) if pattern else []
        if places:
            paths.append(measure.path)
            words.update(i for place in places for i in scene.whole.tokens(place.span, place.gaps))
    return "|".join(dict.fromkeys(paths)), frozenset(words)
