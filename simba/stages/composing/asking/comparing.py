"""Comparisons of what the question names: "что выше: Монблан или Эльбрус", "на сколько лет старше"."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, product
from typing import NamedTuple

from simba.query import (
    IT,
    And,
    Difference,
    Entity,
    Exists,
    Form,
    Hop,
    Lacks,
    More,
    Or,
    Qualifier,
    Rank,
    Statement,
    Where,
    Without,
    path,
)
from simba.query.forms import Unit
from simba.stages.composing.asking.moments import dates_said
from simba.stages.composing.asking.questions import OFFICE, STARTS, TWO, SpecialQuestion
from simba.stages.composing.asking.sides import sides
from simba.stages.composing.question.constructions import Measure
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.amounts import Amount, amounts, lowers
from simba.stages.composing.sets.kinds import kinds
from simba.stages.composing.sets.named import named_things, relatives
from simba.stages.composing.sets.offices import in_office, posts
from simba.stages.composing.sets.parts import Denotation, anchored
from simba.stages.composing.sets.periods import times
from simba.stages.composing.sets.ranks import BIRTH, beside, measured
from simba.stages.composing.sets.scales import by_words, held_by, is_measure
from simba.stages.parse import ROOT, Token


class OfTwo(NamedTuple):
    """Which of two named things a question may ask for, and whether it compares them."""

    parts: list[Denotation]
    compares: bool
    set_apart: bool = False
    """Whether a colon sets them apart from what asks, so that nothing is told of them."""


def choice(question: SpecialQuestion, plain: Callable[[frozenset[int]], list[Denotation]]) -> OfTwo:
    """Which of the named is more so: "что выше: Монблан или Эльбрус"; of no two, none.

    Of what they do or are, ``plain`` tells the sets that the question asks for beside their names.
    """
    if (both := sides(question)) is not None:
        return _of_phrases(question, both, plain)
    two = _two(question.scene)
    if two is None:
        return OfTwo([], compares=False)
    compares = comparative(question, two[0])
    if not _is_like(question.scene, two[0]):
        return OfTwo([], compares=True)
    return OfTwo(list(_chosen(question, two, compares, plain)), bool(compares))


def _of_phrases(
    question: SpecialQuestion,
    both: tuple[list[Denotation], list[Denotation]],
    plain: Callable[[frozenset[int]], list[Denotation]],
) -> OfTwo:
    """Which of two is more so, where what they are is said by more than names."""
    scene = question.scene
    found: list[Denotation] = []
    comparing = False
    for left, right in product(*both):
        names = left.explained | right.explained
        own = names | frozenset(scene.of_two()) | ({scene.noun} if scene.noun is not None else set())
        compares = comparative(question, names)
        comparing = comparing or bool(compares)
        for place, (measure, most, words) in enumerate(compares or ()):
            by, timed = _at_time(question, measure)
            form: Form = More(by, "desc" if most else "asc", left.form, right.form)
            later = scene.weights.later * place
            found.append(left.with_other(right, form, own | words | timed, later, (measure.name,)))
        for part in plain(names)[:6] if compares is None else ():
            if anchored(part.form) and not part.explained & names:
                form = And(part.form, Or(left.form, right.form))
                made = left.with_other(right, form, own | part.explained, part.score)
                found.append(made._replace(why=part.why, dead=part.dead))
    colon = any(t.folded == ":" and not scene.quoted(t) for t in scene.tokens)
    return OfTwo(found, comparing, colon)


def _chosen(
    question: SpecialQuestion,
    two: tuple[frozenset[int], dict[str, float], dict[str, float]],
    compares: list[tuple[Measure, bool, frozenset[int]]] | None,
    plain: Callable[[frozenset[int]], list[Denotation]],
) -> Iterator[Denotation]:
    scene, (names, lefts, rights) = question.scene, two
    noun = noun_of(scene, names)
    if scene.noun is not None and len(lefts) == len(rights) == 1:  # none of several of that name is meant
        noun |= {
            i for i in scene.children(scene.noun) if scene.tokens[i].lemma in scene.constructions.adjectives
        }
    counted = [one for amount in amounts(scene, names) for one in _told_for(scene, amount, names)]
    for a, b in islice(product(lefts, rights), 6):
        if a == b:
            continue
        score = lefts[a] + rights[b]
        for one in counted:
            more = More(one.form, one.order, Entity(a), Entity(b))
            yield Denotation(more, score + scene.weights.hint, names | one.words | noun, ("сколько",))
        yield from _in_office(question, (a, b), Denotation(Entity(a), score, names))
        if compares is None:
            for part in [one for one in plain(names) if anchored(one.form) and not one.explained & names][:6]:
                yield Denotation(
                    And(part.form, Or(Entity(a), Entity(b))),
                    score + part.score,
                    names | part.explained | noun,
                    part.why,
                    dead=part.dead,
                )
            continue
        classes = question.classes(Denotation(Entity(a))) | question.classes(Denotation(Entity(b)))
        both = (Entity(a), Entity(b))
        own_words = names | noun | made_by_one(scene, *both)
        known = [one for one in compares if held_by(scene, one[0], both)]
        for measure, most, own in known or compares:
            by, timed = _at_time(question, measure)
            form: Form = More(by, "desc" if most else "asc", *both)
            fits = not measure.of or (bool(classes) and scene.is_a(classes, measure.of))
            penalty = 0.0 if fits and measure.of else scene.weights.later * (1 if fits else 2)
            yield Denotation(form, score + penalty, own_words | own | timed, (measure.name,))
        if all(scene.left(names | own | noun) for _, _, own in known):  # else they say all that is asked
            named = Denotation(Entity(a), score, names)
            yield from _happened(question, (a, b), compares, plain, named, noun)


def _at_time(question: SpecialQuestion, measure: Measure) -> tuple[Form, frozenset[int]]:
    """What is compared, at the time that the question says, if that is told for times, and the words for it."""
    said = next(iter(times(question.scene, question.clauses.main)), None)
    if measure.path not in question.scene.sets.terms or said is None or None in (said.first, said.last):
        return measured(measure), frozenset()
    then = next(iter(said.conditions(becoming=False)))
    return Statement(measure.path, IT, None, then, "value"), said.words


def _told_for(scene: Scene, amount: Amount, names: frozenset[int]) -> Iterator[Amount]:
    """Of what a statement tells, for what else the question names: "кто провёл за «Милан» больше матчей"."""
    if not isinstance(amount.form, Qualifier):
        yield amount
        return
    for told, _ in scene.constructions.qualified.every:
        if told.qualifier != amount.form.property or told.asks != "qualifier":
            continue
        for form, _, inside, _ in named_things(scene):
            if not inside & names and scene.leads(form, told.property, True):
                statement = Statement(told.property, IT, form, (), amount.form)
                yield Amount(statement, amount.order, amount.words | inside)


def _two(scene: Scene) -> tuple[frozenset[int], dict[str, float], dict[str, float]] | None:
    """The two names that "или" joins, or "и" where the question says that there are two: words and entities."""
    joints = sorted(scene.with_form(scene.words.either))
    if not joints and (beside := scene.set_beside()) is not None:
        joints = [beside]
    if not joints and scene.of_two():
        joints = sorted(scene.with_form(scene.words.joining))
    named = [
        (inside, c, s)
        for some in scene.covering.values()
        for c, inside, s in some
        if not any(map(partial(is_measure, scene), inside))
    ]
    for joint in joints:
        left = [one for one in named if 0 < joint - max(one[0]) <= 3]
        right = [one for one in named if 0 < min(one[0]) - joint <= 3]
        left.sort(key=lambda one: (-max(one[0]), -len(one[0]), -one[2]))
        right.sort(key=lambda one: (min(one[0]), -len(one[0]), -one[2]))
        if not left or not right:
            continue
        words = left[0][0] | right[0][0]
        lefts = {c.entity.id: s for inside, c, s in left if inside == left[0][0]}
        rights = {c.entity.id: s for inside, c, s in right if inside == right[0][0]}
        head = scene.tokens[min(left[0][0])].head
        if head != ROOT and (work := _owned(scene, head, min(left[0][0]))):
            words, lefts = words | work[0], {work[1]: 0.0}
        kids = (kid for one in right[0][0] for kid in scene.children(one))
        if work := next(filter(None, (_owned(scene, scene.tokens[kid].head, kid) for kid in kids)), None):
            words, rights = words | work[0], {work[1]: 0.0}
        return words, lefts, rights
    return None


def _is_like(scene: Scene, names: frozenset[int]) -> bool:
    """Whether the names are compared by one measure: what is more, an area or a height, nothing tells."""
    heads = {scene.tokens[name].head for name in names} - {ROOT}
    said = {scene.tokens[head].lemma for head in heads if is_measure(scene, head)}
    return len(said) < 2 or any(said.issubset(one.noun) for one in scene.constructions.measures)


def _owned(scene: Scene, title: int, owner: int) -> tuple[frozenset[int], str] | None:
    """The one title that its author's name stands behind, with the words of both: "«Русалка» Дворжака"."""
    if scene.tokens[owner].head != title or not scene.quoted(scene.tokens[title]) or scene.case(owner):
        return None
    some = scene.covering.get(title, ())
    longest = max((inside for _, inside, _ in some), key=len, default=frozenset({title}))
    name = max((inside for _, inside, _ in scene.covering.get(owner, ())), key=len, default=frozenset[int]())
    if not 0 < min(name, default=0) - max(longest) <= 2:
        return None
    found = [one for one, inside, _ in some if inside == longest]
    by_author = [
        one for one in found if any(scene.parse.words[i].token.index in name for i in one.companions)
    ]
    ids = {one.entity.id for one in by_author}
    return (longest | name, ids.pop()) if len(ids) == 1 else None


def noun_of(scene: Scene, names: frozenset[int]) -> frozenset[int]:
    """What the names are said to be: the asked noun, the nouns and adjectives that stand right before them."""
    found = set(scene.of_two())
    if scene.noun is not None:
        found |= {scene.noun}
        found |= {i for i in scene.children(scene.noun) if scene.tokens[i].pos in {"NUM", "ADP", "DET"}}
        found |= frozenset().union(*(kind.explained for kind in kinds(scene, scene.noun)))
    for name in names:
        before = name - 1
        while before >= 0 and not scene.tokens[before].is_word:
            before -= 1  # a quote
        if before >= 0 and before not in names and not scene.asks(before):
            token = scene.tokens[before]
            degree = token.folded in scene.constructions.comparatives or token.folded in scene.words.degrees
            if token.pos in {"NOUN", "ADJ"} and not degree and not scene.named_outright(before):
                found.add(before)
    return frozenset(found)


def _happened(
    question: SpecialQuestion,
    ids: tuple[str, str],
    compares: list[tuple[Measure, bool, frozenset[int]]],
    plain: Callable[[frozenset[int]], list[Denotation]],
    named: Denotation,
    noun: frozenset[int],
) -> Iterator[Denotation]:
    """To which of two something happened earlier, by when the statement began: "кто раньше вступил в НАТО"."""
    scene = question.scene
    most = next((most for measure, most, _ in compares if measure.date), None)
    if most is None:
        return
    words = frozenset(
        t.index
        for t in scene.tokens
        if t.folded in scene.constructions.comparatives and t.index not in named.explained
    )
    linked = [part for part in plain(named.explained) if part.link is not None and part.explained - noun]
    for part in linked[:6]:
        if part.link is None or not part.link.reverse:
            continue
        if not all([scene.leads(Entity(one), part.link.property, False) for one in ids]):  # noqa: C419 (the same)
            continue
        one, other = map(Entity, ids)
        for start in STARTS:
            named_by, value = Qualifier(start), part.link.source
            statement = Statement(part.link.property, Or(one, other), value, (), "subject")
            first, second = (Statement(part.link.property, who, value, (), named_by) for who in (one, other))
            yield Denotation(
                Rank(statement, named_by, "desc" if most else "asc"),
                named.score + part.score,
                named.explained | part.explained | words | noun,
                (*part.why, "раньше"),
                presupposed=Difference(first, second, "years"),  # only known where that is known of both
            )


def _in_office(question: SpecialQuestion, ids: tuple[str, str], named: Denotation) -> Iterator[Denotation]:
    """Which of two was in an office earlier, or longer."""
    scene = question.scene
    if not all([scene.leads(Entity(one), "P39", False) for one in ids]):  # noqa: C419 (both are asked for at once)
        return
    timed = _timed(scene)
    if timed is None:
        return
    order, dated = timed
    one, other = map(Entity, ids)
    for office in named_offices(question, named.explained):
        value = office.form if office is not None else None
        explained = named.explained | _holding(scene) | {order.index}
        yield Denotation(
            _first_in_office(one, other, value, *dated),
            named.score + (office.score if office is not None else 0.0),
            explained | (office.explained if office is not None else frozenset()),
            (*(office.why if office is not None else ()), "P39"),
            presupposed=_between_terms(one, other, value, dated[0]),
        )


def _first_in_office(one: Form, other: Form, office: Form | None, measure: Measure, most: bool) -> Form:
    """Who of two held an office longer, or earlier."""
    held = Statement(OFFICE, Or(one, other), office, (), "subject")
    by: Form = Qualifier("P580")
    if measure.until is not None:
        by = Difference(Qualifier("P580"), Qualifier("P582"), "days")
    return Rank(held, by, "desc" if most else "asc")


def _between_terms(one: Form, other: Form, office: Form | None, measure: Measure) -> Form:
    """How much longer, or later, one of two held an office: only known where that is known of both."""
    if measure.until is None:
        first, second = (Statement(OFFICE, who, office, (), Qualifier("P580")) for who in (one, other))
        return Difference(first, second, "years")  # of days none would be below zero
    lasted = Difference(Qualifier("P580"), Qualifier("P582"), "years")
    still = (Statement(OFFICE, who, office, (Lacks("P582"),), "subject") for who in (one, other))
    both = (Without(who, in_it) for who, in_it in zip((one, other), still, strict=True))
    first, second = (Statement(OFFICE, who, office, (), lasted) for who in both)
    return Difference(first, second, "amount")


def named_offices(question: SpecialQuestion, names: frozenset[int]) -> list[Denotation | None]:
    """The offices that the question names beside some names; None for any where it says no more than "правил"."""
    scene = question.scene
    offices: list[Denotation | None] = [
        office
        for token in scene.tokens
        for office in (
            *filter(question.is_office, question.entities(token.index)),
            *posts(scene, token.index),
        )
        if not office.explained & names
    ]
    return offices or ([None] if in_office(scene) else [])


def _holding(scene: Scene) -> frozenset[int]:
    """The words that say no more than that somebody held an office."""
    return in_office(scene) | scene.with_lemma(scene.words.copulas | scene.words.tenure)


def _timed(scene: Scene) -> tuple[Token, tuple[Measure, bool]] | None:
    """The first comparative, with the first of its measures that is a date or a span of time: "раньше", "дольше"."""
    order = next((t for t in scene.tokens if t.folded in scene.constructions.comparatives), None)
    found = scene.constructions.comparatives[order.folded] if order is not None else []
    dated = next(((one, most) for one, most in found if one.date or one.until), None)
    return None if order is None or dated is None else (order, dated)


def tenures(question: SpecialQuestion, words: frozenset[int]) -> Iterator[Denotation]:
    """Whether one held an office longer, or earlier, than another, or by how many years longer he did."""
    scene = question.scene
    timed = _timed(scene)
    than = min(scene.with_form(scene.words.than) - scene.interrogatives, default=None)
    if timed is None or than is None:
        return
    order, dated = timed
    holders = [one for one in named_things(scene) if scene.leads(one[0], OFFICE, False)]
    polar = scene.interrogative.polar or "claim" in question.kinds
    for (one, _, own, score), (other, _, also, less) in product(holders, holders):
        if own & also or min(also) < than or (min(own) > than and min(own) < min(also)):
            continue
        for office in named_offices(question, own | also):
            if office is None or not (polar or dated[0].until is not None):
                continue
            explained = own | also | office.explained | words | _holding(scene) | {order.index, than}
            form = _between_terms(one, other, office.form, dated[0])
            if polar:
                form = Exists(And(_first_in_office(one, other, office.form, *dated), one), form)
            why = (*office.why, OFFICE)
            yield Denotation(form, score + less + office.score, explained, why, dead=office.dead)


def comparative(
    question: SpecialQuestion, names: frozenset[int] = frozenset()
) -> list[tuple[Measure, bool, frozenset[int]]] | None:
    """The measures of the question's comparative, if it has one; the names are not what it compares by."""
    scene = question.scene
    # What a clause says of one of the two is no measure, nor is what it calls him: "старше человека, который снял X".
    main = question.clauses.main - {head for head, _ in scene.describing.values()}
    for token in scene.tokens:
        measures = scene.constructions.comparatives.get(token.folded)
        if measures is None or _with_all_or_a_number(scene, token.index):
            continue
        if lowers(scene, token.index):
            measures = [(measure, not most) for measure, most in measures]
        told = _told(question, names, token.index, measures, main)
        named = _measures_named(scene, names, main)
        if not named:
            return [*told, *_of_adjective(scene, token.index, measures)]
        by = next((t.index for t in scene.tokens if t.folded == "по" and t.index > token.index), None)
        nouns = {noun for one in named for noun in one.noun}
        own = (
            scene.with_lemma(nouns) | _spelt_out(scene, nouns) | {token.index, *([] if by is None else [by])}
        )
        return [*told, *((one, measures[0][1], beside(scene, one) | own) for one in named)]
    return _by_degree(scene)


def _spelt_out(scene: Scene, nouns: set[str]) -> set[int]:
    """The words of a measure's name of two words: "по числу жителей"."""
    pairs = zip(scene.tokens, scene.tokens[1:], strict=False)
    return {one.index for one, after in pairs if f"{one.lemma} {after.folded}" in nouns}


def _with_all_or_a_number(scene: Scene, index: int) -> bool:
    """Whether what stands behind a comparative is not what is compared: "больше всех", "выше 100 м"."""
    behind = scene.tokens[index + 1 : index + 4]
    return any(t.folded in scene.words.all for t in behind) or bool(
        index and behind and behind[0].folded[:1].isdigit()
    )


def _measures_named(scene: Scene, names: frozenset[int], main: frozenset[int]) -> list[Measure]:
    """The measures that a noun of the main clause names: "по площади"."""
    nouns = {
        t.lemma
        for t in scene.tokens
        if t.index in main
        and not (t.index in names and t.text[:1].isupper())  # "пик Победы" has none
        and (t.index not in scene.covering or not scene.named_outright(t.index))
        and not (t.head == scene.noun and t.features.get("Case") == "Gen")  # "какая река бассейна Волги"
    }
    return [
        one
        for one in scene.constructions.measures
        if not nouns.isdisjoint(one.noun) and (not one.needed or beside(scene, one))
    ]


def _of_adjective(
    scene: Scene, degree: int, measures: list[tuple[Measure, bool]]
) -> list[tuple[Measure, bool, frozenset[int]]]:
    """The measures of a comparative itself, those first of which the question has the words beside."""
    found = []
    for measure, most in measures:
        said = beside(scene, measure)
        if said or not measure.needed:
            found.append((not said, measure, most, said | {degree}))
    found.sort(key=lambda one: one[0])
    return [(measure, most, words) for _, measure, most, words in found]


def _by_degree(scene: Scene) -> list[tuple[Measure, bool, frozenset[int]]] | None:
    """By a degree of what a measure's words say: "плавится при более высокой температуре"."""
    degree = scene.with_form(scene.words.degrees)
    for measure in scene.constructions.measures if degree else ():
        pattern = scene.constructions.beside.get(measure.name)
        place = pattern.find(scene.whole.text) if pattern else None
        if place:
            less = any({t.folded, t.lemma} & scene.words.lesser for t in scene.tokens)
            return [(measure, not less, scene.whole.tokens(place.span, place.gaps) | degree)]
    return None


def _told(
    question: SpecialQuestion,
    names: frozenset[int],
    degree: int,
    measures: list[tuple[Measure, bool]],
    main: frozenset[int],
) -> list[tuple[Measure, bool, frozenset[int]]]:
    """By what the words beside the comparative ask for: "весит больше", "появился на свет раньше"."""
    scene = question.scene
    own = names | scene.of_two() | {degree, scene.noun}
    rest = [
        t.index
        for t in scene.tokens
        if t.index in main
        and t.index not in own
        and not scene.named_outright(t.index)
        and not scene.asks(t.index)
        and t.folded not in scene.words.either | scene.words.negations
    ]
    dated = next((most for measure, most in measures if measure.date), None)
    told = [] if dated is None else [(one, dated, own) for one, own in by_words(scene, rest, "date")]
    number = next((most for measure, most in measures if not measure.date), None)
    if number is not None:
        told += [(one, number, own) for one, own in by_words(scene, rest, "number")]
    return [(one, most, own | {degree}) for one, most, own in told]


def _named_measures(question: SpecialQuestion) -> list[tuple[Measure, bool, frozenset[int]]]:
    """The measures that are named: "разница в возрасте"."""
    scene = question.scene
    return [
        (measure, True, frozenset({token.index}))
        for token in scene.tokens
        for measure in scene.constructions.measures
        if token.lemma in measure.noun and not scene.named_outright(token.index)
    ]


def _dates_beside(question: SpecialQuestion) -> list[tuple[Measure, bool, frozenset[int]]]:
    """The dates that verbs say without comparing: "на сколько лет X пережил Y"."""
    said = dates_said(question.scene, question.clauses.main)
    return [(one.measure, True, one.words) for one in said]


def _of_age(question: SpecialQuestion) -> list[tuple[Measure, bool, frozenset[int]]]:
    """The age, where only years say what is compared: "сколько лет разницы"."""
    scene = question.scene
    if scene.words.year not in {scene.tokens[index].lemma for index in question.words("gap")}:
        return []
    ages = (one for one in scene.constructions.measures if one.date and one.path == BIRTH and one.noun)
    return [(one, True, frozenset()) for one in ages]


def gap(question: SpecialQuestion) -> Iterator[Denotation]:
    """By how much one is more so than another."""
    compares = comparative(question) or _named_measures(question) or _dates_beside(question)
    compares = compares or _of_age(question)
    groups = question.arguments(question.words("gap"))
    alone = [group[0] for group in groups if len(group) == 1]
    heads = [(a, b) for a in alone for b in alone if a < b]
    heads += [(group[0], group[1]) for group in groups if len(group) == TWO]  # "между Бахом и Генделем"
    parts = question.nouns.parts
    pairs = [both for a, b in heads for both in product(parts(a)[:TWO], parts(b)[:TWO])]
    pairs += _only_two(question.scene)
    pairs += [
        (one, kin)
        for head in alone
        for one in question.entities(head)[:TWO]
        for kin in relatives(question.scene, one.form)
    ]
    asked = {question.scene.tokens[index].lemma for index in question.words("gap")}
    words = question.scene.words
    times = not asked.isdisjoint(words.times)
    spans = {t.lemma for t in question.scene.tokens} & (words.days | words.uncounted)
    for measure, most, own in compares:
        if spans and measure.unit not in spans:
            continue  # years are no days
        if times and (measure.date or measure.until is not None):
            continue
        for one, other in pairs:
            if one.explained & other.explained or not (anchored(one.form) and anchored(other.form)):
                continue  # "автор" alone is all who are
            if not all(_may_have(question, part, measure) for part in (one, other)):
                continue
            first, second = (amount(part.form, measure) for part in (one, other))
            if first == second:
                continue  # "сборы X больше бюджета X" does not compare X with itself
            unit: Unit = "times" if times else "years" if measure.date else "amount"
            made = question.paired(one, other, Difference(first, second, unit), own, "gap")
            order = _more_so(question.scene, own, one, other)
            if order is not None:
                who, whom = (part.form for part in order)
                by = Hop(IT, path(measure.path))
                more = Where(holder(who, measure), by, ">" if most else "<", amount(whom, measure))
                made = made._replace(presupposed=more)
            yield made


def _more_so(
    scene: Scene, words: frozenset[int], one: Denotation, other: Denotation
) -> tuple[Denotation, Denotation] | None:
    """Which of two is said to be more so than which: "X старше Y", "раньше Y родился X", "X пережил Y"."""
    for index in sorted(words):
        token = scene.tokens[index]
        if token.folded in scene.constructions.comparatives:
            behind = index + 1 + len(scene.with_form(scene.words.than) & {index + 1, index + 2})
            for whom, who in ((one, other), (other, one)):
                if min(whom.explained) in {index + 1, behind}:
                    return who, whom
            return (one, other) if max(one.explained) < index < min(other.explained) else None
        if token.pos == "VERB" and max(one.explained) < index < min(other.explained):
            return one, other
    return None


def _may_have(question: SpecialQuestion, part: Denotation, measure: Measure) -> bool:
    """Whether a thing is of the classes that have a measure: "больше" tells of a city's people and a country's area."""
    classes = question.classes(part)
    return not (measure.of and classes) or question.scene.is_a(classes, measure.of)


def _only_two(scene: Scene) -> list[tuple[Denotation, Denotation]]:
    """The two that the question names, if it names no more, whatever the tree hangs them on."""
    names: dict[frozenset[int], list[Denotation]] = {}
    for form, _, inside, score in named_things(scene):
        names.setdefault(inside, []).append(Denotation(form, score, inside, (form.id,)))
    if len(names) != TWO:
        return []
    first, second = names.values()
    return list(product(first[:TWO], second[:TWO]))


def amount(form: Form, measure: Measure) -> Form:
    """How much of a measure a thing has; a phrase may name that itself: "население Франции"."""
    to = path(measure.path)
    return form if isinstance(form, Hop) and form.path == to else Hop(form, to)


def holder(form: Form, measure: Measure) -> Form:
    """What has a measure, of a phrase that may name how much it has."""
    return form.source if isinstance(form, Hop) and form.path == path(measure.path) else form


def made_by_one(scene: Scene, one: Form, other: Form) -> frozenset[int]:
    """The words of the name that facts join to both: "Толстой написал «Детство» раньше «Отрочества»"."""
    linked = [(candidate, inside) for some in scene.covering.values() for candidate, inside, _ in some]
    company = [
        {id for candidate, _ in linked if Entity(candidate.entity.id) == form for id in candidate.company}
        for form in (one, other)
    ]
    both = company[0] & company[1]
    return frozenset(index for candidate, inside in linked if candidate.entity.id in both for index in inside)
