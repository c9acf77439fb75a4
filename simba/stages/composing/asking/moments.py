"""When things were: "премьера «Аиды»", "открыли Нептун", "Аустерлиц", and what lies between two such moments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product

from simba.query import IT, Difference, Entity, Form, Hop, Where, path
from simba.query.forms import Unit
from simba.stages.composing.asking.questions import NAMESAKES, SpecialQuestion
from simba.stages.composing.question.constructions import Measure
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.arguments import arguments
from simba.stages.composing.sets.named import company_of, relatives
from simba.stages.composing.sets.parts import Denotation

OWN = ("P585", "P577", "P1191", "P580", "P619", "P575", "P606")
"""When what is named by itself was: an event, a work, a flight, a discovery."""
BORN, DIED = "P569", "P570"
WITH_MAKER = 3
"""Noun phrases, where one says whose work another is: "через сколько лет после «Чужих» Кэмерон снял «Аватар»"."""
TRIED = 2
"""Dates tried of a thing."""


@dataclass(frozen=True, slots=True)
class SaidDate:
    """Words for a date ("премьера", "открыли"), and its measure."""

    words: frozenset[int]
    measure: Measure


def dates_said(scene: Scene, within: frozenset[int]) -> list[SaidDate]:
    """The words for dates among some tokens."""
    found = []
    for measure in scene.constructions.measures:
        pattern = scene.constructions.beside.get(measure.name) if measure.date and not measure.until else None
        for place in pattern.all(scene.whole.text) if pattern else ():
            words = scene.whole.tokens(place.span, place.gaps)
            if words <= within and not any(map(scene.named_outright, words)):
                found.append(SaidDate(words, measure))
    return found


class Moments:
    """The things that a question names, in their order, and when each of them was."""

    def __init__(self, question: SpecialQuestion, without: frozenset[int]) -> None:
        scene = question.scene
        self._question, self._scene = question, scene
        tokens = frozenset(range(len(scene.tokens))) - without - question.asking() - scene.hidden
        self._said = dates_said(scene, tokens)
        nouns = frozenset(i for said in self._said for i in said.words if scene.tokens[i].pos == "NOUN")
        groups = arguments(scene, tokens, nouns)
        self.heads = sorted({head for group in groups for head in group})

    def things(self, head: int) -> list[Denotation]:
        """The entities that a noun phrase may be."""
        return self._question.entities(head)[:NAMESAKES]

    def when(self, thing: Denotation, *, after: int = -1, inherited: bool = False) -> Iterator[Denotation]:
        """When a thing was, by the words for dates that stand nearest to it."""
        scene = self._scene
        if not isinstance(thing.form, Entity) or not thing.explained:
            return
        first, last = min(thing.explained), max(thing.explained)
        following = [head for head in self.heads if head > last]
        until = min(following) if following else len(scene.tokens)
        near = [one for one in self._said if after < min(one.words) < first]
        near += [one for one in self._said if last < min(one.words) < until]
        if not near and inherited:
            near = [replace(one, words=frozenset()) for one in self._said]
        unsaid = scene.weights.doubt
        told = [one for one in near if scene.leads_along(thing.form, one.measure.path)]
        words = frozenset(i for one in near for i in one.words)
        for number, one in enumerate(list({one.measure.path: one for one in told}.values())[:TRIED]):
            yield self._dated(thing, one.measure.path, words, unsaid * number / 2)
        if not told:
            # A word for a date may stand for another of the same ("написал": when it came out, or was first played).
            also = [one for said in near for one in scene.sisters(said.measure.path, reverse=False)]
            names = OWN if not near else [name for name, back, of_class in also if not back and not of_class]
            known = [name for name in dict.fromkeys(names) if scene.leads(thing.form, name, False)]
            for number, name in enumerate(known[:TRIED]):
                yield self._dated(thing, name, words, unsaid * (number + bool(near)))

    def of(self, thing: Denotation) -> Iterator[Denotation]:
        """Each date that the question says, of a thing that it does not name."""
        for one in self._said:
            yield self._dated(thing, one.measure.path, one.words, 0.0)

    def two(self, thing: Denotation) -> Iterator[tuple[Denotation, Hop, Hop]]:
        """The thing with the words for two dates of it, and these: "между рождением и смертью Пушкина"."""
        for one, other in combinations(self._said, 2):
            if one.measure.path != other.measure.path and not one.words & other.words:
                start, end = (Hop(thing.form, path(said.measure.path)) for said in (one, other))
                yield thing.with_words(one.words | other.words), start, end

    def _dated(self, thing: Denotation, to: str, words: frozenset[int], score: float) -> Denotation:
        form = Hop(thing.form, path(to))
        explained = thing.explained | words
        return thing._replace(form=form, score=thing.score + score, explained=explained, why=(*thing.why, to))


def between(question: SpecialQuestion) -> Iterator[Denotation]:
    """How many years, or days, lie between two things, or two dates of one."""
    unit = _unit(question.scene, "years")
    moments = Moments(question, question.words("between"))
    if len(moments.heads) == 1:
        for thing in moments.things(moments.heads[0]):
            for both, begun, ended in moments.two(thing):
                lived = unit == "years" and (str(begun.path), str(ended.path)) == (BORN, DIED)
                form = Difference(begun, ended, "age" if lived else unit)  # as "сколько лет прожил"
                yield question.made(both, form, "between")
    if not 2 <= len(moments.heads) <= WITH_MAKER:
        return
    for first, second in combinations(moments.heads, 2):
        yield from _between(question, moments, unit, first, second)


def _between(
    question: SpecialQuestion, moments: Moments, unit: Unit, first: int, second: int
) -> Iterator[Denotation]:
    """The same of two noun phrases; another one that is named may only be whose a thing is."""
    aside = [head for head in moments.heads if head not in {first, second}]
    for one, other in product(moments.things(first), moments.things(second)):
        if one.explained & other.explained:
            continue
        company = company_of(question.scene, one.form) | company_of(question.scene, other.form)
        if not company.issuperset(aside):
            continue
        one = one.with_words(company - other.explained)
        whens = product(moments.when(one), moments.when(other, after=max(one.explained), inherited=True))
        for start, end in whens:
            form = Difference(start.form, end.form, unit)
            made = question.paired(start, end, form, frozenset(), "between")
            yield made._replace(presupposed=_order(question.scene, start, end))


def _order(scene: Scene, one: Denotation, other: Denotation) -> Form | None:
    """That of two moments the one came first of which the question says so: "через сколько лет после X был Y"."""
    for token in scene.tokens:
        order = scene.words.bounds.get(token.folded)
        if order is None:
            continue
        behind = [part for part in (one, other) if min(part.explained) > token.index]
        if behind:
            bound = min(behind, key=lambda part: min(part.explained))
            rest = (other if bound is one else one).form
            return (
                Where(rest.source, Hop(IT, rest.path), order, bound.form) if isinstance(rest, Hop) else None
            )
    return None


def elapsed(question: SpecialQuestion) -> Iterator[Denotation]:
    """How many years, or days, ago something was."""
    moments = Moments(question, question.words("elapsed"))
    if len(moments.heads) != 1:
        return
    unit = _unit(question.scene, "age")
    for thing in moments.things(moments.heads[0]):
        for when in moments.when(thing):
            yield question.made(when, Difference(when.form, question.today(), unit), "elapsed")


def _aged_by_kin(question: SpecialQuestion, moments: Moments, words: frozenset[int]) -> Iterator[Denotation]:
    """How old somebody was when something was with their kin: "сколько лет было X, когда умер его отец"."""
    for head in moments.heads:
        for who in moments.things(head):
            for kin in relatives(question.scene, who.form):
                for then in moments.of(kin):
                    form = Difference(Hop(who.form, path(BORN)), then.form, "age")
                    yield question.paired(who, then, form, words, "age_at")


def _unit(scene: Scene, else_: Unit) -> Unit:
    """Days, where the question asks how many there are: not "с того дня"."""
    several = {token.lemma for token in scene.tokens if token.features.get("Number") == "Plur"}
    return "days" if several & scene.words.days else else_


def aged(question: SpecialQuestion) -> Iterator[Denotation]:
    """How old somebody was when something else was."""
    words = question.words("age_at")
    if "moment" in question.kinds:
        words |= question.words("moment")
    moments = Moments(question, words)
    if len(moments.heads) != 2 or not question.married().isdisjoint(moments.heads):
        return  # "на момент женитьбы" names no play
    said = question.words("age_at")
    near = sorted(moments.heads, key=lambda head: min((abs(head - one) for one in said), default=0))
    yield from _aged_by_kin(question, moments, words)
    for cost, (subject, other) in ((0.0, near), (question.scene.weights.doubt, near[::-1])):
        for who, what in product(moments.things(subject), moments.things(other)):
            if who.explained & what.explained or not question.scene.leads(who.form, BORN, False):
                continue
            for then in moments.when(what, inherited=True):
                form = Difference(Hop(who.form, path(BORN)), then.form, "age")
                made = question.paired(who, then, form, words, "age_at")
                alive = question.living(who.form, then.form)
                yield made._replace(score=made.score + cost, presupposed=alive)
