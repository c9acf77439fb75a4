"""Time in a question: "в 1990 году", "с 1857 по 1864 год", "в июне 1917 года", "после 1945 года"."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache

from simba.query import (
    IT,
    Compares,
    Condition,
    Date,
    During,
    Entity,
    Form,
    Has,
    Hop,
    Or,
    Qualifier,
    Statement,
    Where,
    Year,
    path,
)
from simba.russian.morphology import lemmas
from simba.russian.numerals import may_order, ordinal
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordings import Phrasing
from simba.stages.composing.sets.parts import Denotation, both

SECOND, CENTURY = "втор", 1900
"""How the second half of a century begins; the century of decades that are said without one."""
MAX_KNOWN = 16
"""Wordings of which the times are remembered: a question's few are asked for again and again."""
DATES = "P577|P1191|P571|P585|P580|P575|P619|P1619"
"""The dates of things."""
BEFORE, AFTER = "P1365", "P1366"
"""Whom somebody replaced in an office, and by whom he was replaced."""
RELEASES = frozenset({"P577", "P1191"})
"""When works appear."""


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
            return  # who was so then need not have become so
        yield (During(start, end),)

    def ended(self) -> tuple[Condition, ...] | None:
        """What a statement meets that ceased to hold then; None where no year is said."""
        if self.first != self.last or not isinstance(self.first, Year):
            return None
        return (Compares("P582", "=", self.first),)

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
        return part.turned_into(form, self.words, why=f"время: {dates}")


def times(scene: Scene, within: Iterable[int]) -> tuple[Time, ...]:
    """The times said in some tokens; years that belong to a name are none."""
    if not scene.counts:
        return ()  # years, decades and centuries are numbers
    wording = scene.wording(within)
    return _times(scene, wording) if may_order(wording.text) else ()


@lru_cache(maxsize=MAX_KNOWN)
def _times(scene: Scene, wording: Phrasing) -> tuple[Time, ...]:
    found: list[Time] = []
    for _, pattern in scene.constructions.periods.within(wording.text):
        for one in pattern.all(wording.text):
            words = wording.tokens(one.span, one.gaps)
            if any(words & time.words for time in found) or _in_name(scene, words):
                continue
            time = _time(scene, words, one.groups)
            if time is not None:
                found.append(time)
    return tuple(found)


def _in_name(scene: Scene, words: frozenset[int]) -> bool:
    digits = {
        index for index in words if scene.tokens[index].pos != "NOUN" and scene.tokens[index].pos != "ADP"
    }
    return any(
        (digits or words) <= inside
        and (
            candidate.mention.source == "quote"
            or (candidate.mention.text[:1].isupper() and not inside <= words)  # "XVIII век" is a time
        )
        for index in (digits or words)
        for candidate, inside, _ in scene.covering.get(index, ())
    )


def _time(scene: Scene, words: frozenset[int], groups: dict[str, str]) -> Time | None:
    stretch = _stretch(scene, groups)
    if stretch is None:
        return None
    if scene.tokens[max(words)].folded.isdecimal() and _measures(scene, max(words) + 1):
        return None
    first, last = stretch
    if "to" in groups:
        until = _dates(scene, groups["to"], groups.get("to_month"), groups.get("to_day"))
        return until and Time(words, first, until[1], True)
    if "after" in groups:
        return Time(words, _shifted(last, 1), None)
    if "since" in groups:
        return Time(words, first, None)
    if "before" in groups:
        return Time(words, None, _shifted(first, -1))
    if "until" in groups:
        return Time(words, None, last)
    return Time(words, first, last)


def _stretch(scene: Scene, groups: dict[str, str]) -> tuple[Year | Date, Year | Date] | None:
    """The first and the last year, or day, of what is said: a century, a decade, a year, a month, a day."""
    if "century" in groups:
        number = _ordinal(groups["century"])
        if not number:
            return None
        first, last = 100 * number - 99, 100 * number
        half = groups.get("half")
        return Year(first + 50 * (half == SECOND)), Year(last - 50 * (half is not None and half != SECOND))
    if "decade" in groups:
        text = groups["decade"]
        number = int(text) if text.isdecimal() else _ordinal(f"{text}ый") or _ordinal(f"{text}ой") or 0
        number += CENTURY if 0 < number < 100 else 0
        return Year(number), Year(number + 9)
    return _dates(scene, groups["year"], groups.get("month"), groups.get("day"))


def _dates(
    scene: Scene, year: str, month: str | None, day: str | None
) -> tuple[Year | Date, Year | Date] | None:
    """The day twice, the first and the last day of a month, or the year itself; None for a day that no month has."""
    if month is None:
        return Year(int(year)), Year(int(year))
    number = next(n for n, start in enumerate(scene.words.months, 1) if month.startswith(start))
    last = monthrange(int(year), number)[1]
    if day is None:
        return Date(int(year), number, 1), Date(int(year), number, last)
    return (Date(int(year), number, int(day)),) * 2 if 0 < int(day) <= last else None


def _shifted(one: Year | Date, by: int) -> Year | Date:
    """The year, or the day, before or after one."""
    if isinstance(one, Year):
        return Year(one.value + by)
    day = date(one.year, one.month, one.day) + timedelta(days=by)
    return Date(day.year, day.month, day.day)


def _measures(scene: Scene, index: int) -> bool:
    """Whether a unit stands there: "5000 метров" is no year."""
    token = scene.tokens[index] if index < len(scene.tokens) else None
    return token is not None and token.lemma in scene.words.units - {scene.words.year}


def _ordinal(text: str) -> int | None:
    """The number that digits, Roman numerals or a word in any case say: "XX", "двадцатом", "двадцать первом"."""
    if text.isdecimal():
        return int(text)
    words = text.split()
    for last in lemmas(words[-1]):
        found = ordinal([*words[:-1], last])
        if found is not None and found[1] == len(words):
            return found[0]
    return None


def untimed(scene: Scene, parts: Iterable[Denotation], time: Time) -> list[Denotation]:
    """The parts that do not account for a time yet; its preposition may be a rule's: "сколько в 2010 году жителей"."""
    said = frozenset(one for one in time.words if scene.tokens[one].pos != "ADP")
    return [part for part in parts if said.isdisjoint(part.explained)]


def at_time(scene: Scene, part: Denotation, time: Time, words: Iterable[int]) -> Iterator[Denotation]:
    """The part at a time: its statement then, or its members dated so."""
    weights, words = scene.weights, frozenset(words)
    said, verbs = dates_said(scene, words, time)
    if said:
        dated = time.dated(part, said)
        turns = part.link is not None and part.link.property in scene.sets.terms
        score = weights.doubt if turns else weights.hint  # "был": in office then, rather than of that time
        yield dated._replace(score=part.score + score, explained=dated.explained | verbs)
    for number, conditions in enumerate(_conditions(scene, time, words | part.explained)):
        met = part.under(*conditions, score=weights.later * number, explained=time.words, why="время")
        if met is not None:
            yield met
        elif (told := _told_then(scene, part, time, conditions)) is not None:
            yield told.with_words(time.words, weights.later * number)
    starts = scene.sets.starts.get(part.link.property) if part.link is not None else None
    if not said and (starts is None or starts in RELEASES):  # "романы Достоевского 1866 года"
        yield time.dated(part, DATES)._replace(score=part.score + weights.doubt)
    if (made := _of_dated(scene, part, time)) is not None:
        yield made


def of_year(scene: Scene, part: Denotation, year: int) -> Iterator[Denotation]:
    """The members of a part of the year that hangs on their noun in the genitive: "кто снял фильм 1973 года с X"."""
    token = scene.tokens[year]
    if token.features.get("Case") != "Gen" or scene.case(year):
        return
    starts = scene.sets.starts.get(part.link.property) if part.link is not None else None
    if isinstance(part.form, Entity) or not (starts is None or starts in RELEASES):
        return
    for time in times(scene, scene.parse.subtree(year)):
        if year in time.words:
            yield time.dated(part, DATES)._replace(score=part.score + scene.weights.doubt)


def _becomes(scene: Scene, words: Iterable[int]) -> bool:
    """Whether a verb says that something began then: "вступили", "стал"."""
    starts = tuple(scene.words.becoming)
    return any(scene.tokens[index].folded.startswith(starts) for index in words)


def _conditions(scene: Scene, time: Time, words: Collection[int]) -> Iterable[tuple[Condition, ...]]:
    """What a statement of a time meets, by what verbs say of it: it began then, ended or was so."""
    ended = time.ended() if _ends(scene, words) else None
    return [ended] if ended is not None else time.conditions(becoming=_becomes(scene, words))


def _ends(scene: Scene, words: Iterable[int]) -> bool:
    """Whether a verb says that something ended then: "развёлся", "покинул пост"."""
    ends = scene.words.leaving | scene.words.divorcing
    return any(scene.tokens[index].lemma in ends for index in words)


def _told_then(
    scene: Scene, part: Denotation, time: Time, conditions: tuple[Condition, ...]
) -> Denotation | None:
    """What a statement tells that held at a time: "за что X вручили «Оскар» в 2012 году", "кого он сменил в 1923-м"."""
    ways = part.form.members if isinstance(part.form, Or) else (part.form,)
    stated = [one for one in ways if isinstance(one, Statement) and one.property in scene.sets.starts]
    turns = [_turn(one) for one in stated]
    if len(stated) < len(ways) or (len(stated) > 1 and None in turns):
        return None
    then = [
        replace(one, conditions=(*one.conditions, *(conditions if turn is None else _turned(time, turn))))
        for one, turn in zip(stated, turns, strict=True)
    ]
    return part._replace(form=Or(*then) if len(then) > 1 else then[0])


def _turn(form: Statement) -> str | None:
    """The qualifier by which a statement tells who was in office before or after somebody."""
    said = [one.property for one in form.conditions if isinstance(one, Has)]
    said += [form.take.property] if isinstance(form.take, Qualifier) else []
    return next((one for one in said if one in {BEFORE, AFTER}), None)


def _turned(time: Time, turn: str) -> tuple[Condition, ...]:
    """When one followed another: who had somebody before him began then, and who had somebody after him ended."""
    ended = time.ended() if turn == AFTER else None
    return ended if ended is not None else next(iter(time.conditions(becoming=turn == BEFORE)))


def _of_dated(scene: Scene, part: Denotation, time: Time) -> Denotation | None:
    """What a step leads to from a named thing of a time: "кто снял в 1972 году «Солярис»", or what a statement says of
    it: "кого играл X в «Солярисе» 1972 года".
    """
    link, form = part.link, part.form
    if isinstance(form, Statement):
        source, name = form.subject, form.property
    elif link is not None and not link.reverse and not link.conditions:
        source, name = link.source, link.property
    else:
        return None
    if not isinstance(source, Entity) or name in {
        *scene.sets.terms,
        *scene.sets.starts,
        *scene.words.roles,
    }:
        return None  # these say themselves when it was, or what everybody was
    dated = time.dated(part._replace(form=source), DATES)
    if isinstance(form, Statement):
        told: Form = replace(form, subject=dated.form)
    else:
        told = both(Hop(dated.form, path(name)), *part.rest)
    return dated._replace(form=told, score=part.score + scene.weights.doubt, link=None, rest=())


def in_turn(scene: Scene, part: Denotation, head: int) -> Iterator[Denotation]:
    """Who or what was it at the time that stands right after a noun phrase: "президент Финляндии в 1930 году"."""
    if part.link is None or part.link.property not in scene.sets.starts or part.link.conditions:
        return
    own = {head, *scene.parse.subtree(head)}
    last = max(index for index in part.explained if index in own or index in part.named)
    for time in times(scene, range(last + 1, len(scene.tokens))):
        between = scene.tokens[last + 1 : min(time.words)]
        if head > last or any(token.is_word for token in between):
            continue
        for number, conditions in enumerate(_conditions(scene, time, range(len(scene.tokens)))):
            score = scene.weights.hint + scene.weights.later * number
            met = part.under(*conditions, score=score, explained=time.words, why="время")
            if met is not None:
                yield met


def dated_by(scene: Scene, part: Denotation, clause: frozenset[int]) -> Iterator[Denotation]:
    """The members of a part of which a clause says no more than when they were: "оперы, поставленные до 1900 года"."""
    said, verbs = dates_said(scene, clause)
    for time in times(scene, clause) if said else ():
        if not scene.left(time.words | verbs | part.explained, clause):
            dated = time.dated(part, said)
            yield dated.with_words(verbs & clause)


def dates_said(scene: Scene, within: frozenset[int], time: Time | None = None) -> tuple[str, frozenset[int]]:
    """The dates whose verbs stand among some words ("открылись": P1619), as one path, and these verbs; of several those
    that the time belongs to: "родились после 1900 года и умерли до 1950 года".
    """
    spelt = [(to, own) for to, some in _dates_spelt(scene) if (own := [one for one in some if one & within])]
    if time is not None and len(verbs := {one for _, own in spelt for one in own}) > 1:
        nearest = _verb_of(scene, time, verbs)
        spelt = [(to, [one for one in own if one & nearest]) for to, own in spelt]
    paths: list[str] = []
    words: set[int] = set()
    for to, own in spelt:
        if own:
            # A verb may stand for another date of the same: "написал" for when it came out, or was first played.
            also = [name for name, back, _ in scene.sisters(to, reverse=False) if not back]
            paths += [to, *(also if to in RELEASES else ())]
            words.update(index for one in own for index in one)
    return "|".join(dict.fromkeys(paths)), frozenset(words)


def _verb_of(scene: Scene, time: Time, verbs: Iterable[frozenset[int]]) -> frozenset[int]:
    """The words for a date that a time hangs on or, where the tree does not tell, that stand last before it."""
    above = [up for word in sorted(time.words) for up in scene.parse.ancestors(word)]
    hung = next((one for up in above for one in verbs if up in one), None)
    if hung is not None:
        return hung
    first = min(time.words)
    return min(verbs, key=lambda one: (max(one) > first, abs(first - max(one))))


@lru_cache(maxsize=8)
def _dates_spelt(scene: Scene) -> list[tuple[str, list[frozenset[int]]]]:
    """The dates whose words stand in the question, as paths, each with these words place by place."""
    known, whole = scene.constructions, scene.whole
    found = []
    for measure in known.measures:
        pattern = known.beside.get(measure.name) if measure.date else None
        if pattern is not None and (places := pattern.all(whole.text)):
            found.append((measure.path, [whole.tokens(place.span, place.gaps) for place in places]))
    return found
