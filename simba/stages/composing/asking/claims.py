"""Yes or no: whether it is so, "no" only where the subject has other values of the property."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from simba.query import (
    IT,
    And,
    Class,
    Count,
    Difference,
    Entity,
    Exists,
    Form,
    Hop,
    More,
    Or,
    Where,
    entities,
    path,
    properties,
)
from simba.stages.composing.asking.amounting import amounting, measured_things
from simba.stages.composing.asking.comparing import comparative, holder, made_by_one
from simba.stages.composing.asking.counting import members
from simba.stages.composing.asking.located import located
from simba.stages.composing.asking.mutual import mutual
from simba.stages.composing.asking.openings import openings
from simba.stages.composing.asking.questions import Held, SpecialQuestion
from simba.stages.composing.asking.sameness import same
from simba.stages.composing.asking.verdicts import verdict
from simba.stages.composing.question.constructions import Measure
from simba.stages.composing.question.scene import OCCUPATION, Scene
from simba.stages.composing.question.wordforms import agreeing, is_animate
from simba.stages.composing.sets.parts import Denotation, anchored
from simba.stages.composing.sets.periods import at_time, times
from simba.stages.composing.sets.ranks import measured
from simba.stages.composing.sets.thresholds import compared
from simba.stages.parse import Token

KIN_BOTH_WAYS = frozenset({"P26", "P3373"})
"""Whoever has somebody for a spouse or sibling, is one himself, though the base may say so of one only."""
OF_MANY = frozenset({"^P27", "^P106", "^P172", "^P21", "^P39"})
"""Steps to all who are of a state, a trade, a people or a sex, or hold an office: the base knows but some of them."""
TRIED = 3
"""Readings tried of each of two noun phrases."""


def claim(question: SpecialQuestion, words: frozenset[int]) -> Iterator[Denotation]:
    """Whether it is so; ``words`` are those that ask for a yes or no."""
    negations = _negations(question)
    negated = bool(negations) and not _expects(question, negations, words)
    if negated:  # "не выше 2000 метров" is no denial, but another comparison
        for part in exceeding(question, _heads(question, words), words):
            if negations <= part.explained:
                yield part
    offers = not words and any(t.folded in question.scene.words.either for t in question.scene.tokens)
    words |= negations
    for part in _claimed(question, words, negated=negated):
        said = _undenied(part.form) if negations and not negated else part.form
        form = _offered(said) if offers else _both_ways(said)
        if form is not None:
            told = part._replace(form=form, explained=part.explained | words)
            yield _of_a_kind(question.scene, _loosely(question.scene, located(question, told)))
    if offers:
        yield from _either_of(question)


def _loosely(scene: Scene, part: Denotation) -> Denotation:
    """The part, no denial where an adjective tells whence somebody is, or but some of many values are known: a Russian
    poet need be no citizen of Russia, he may have lived anywhere, and no trade tells what offices he held.
    """
    if not isinstance(part.form, Exists):
        return part
    said = properties(part.form.source)
    some = not scene.sets.some_of_many.isdisjoint(said)
    some = some or (OCCUPATION in said and not scene.words.offices.isdisjoint(part.why))
    some = some or _is_of_people(part.form.source)
    if not some and scene.constructions.adjectival.isdisjoint(part.why):
        return part
    return part._replace(presupposed=part.form.claimed)


def _is_of_people(form: Form) -> bool:
    """Whether a form goes on from all people of a state or a trade, of many of whom no state is known: "женат на
    итальянке".
    """
    if isinstance(form, Hop):
        steps, start = form.path.steps, form.source
        while isinstance(start, Hop):
            steps, start = start.path.steps + steps, start.source
        return str(steps[0]) in OF_MANY and len(steps) > 1
    return isinstance(form, And | Or) and any(map(_is_of_people, form.members))


def _of_a_kind(scene: Scene, part: Denotation) -> Denotation:
    """The part, worse than a denial where it takes for a class what a noun says something to be to another: Sydney is a
    capital, and lies in Australia, yet is not her capital.
    """
    said = {*properties(part.form)}
    nouns = (scene.constructions.nouns.get(scene.tokens[one].lemma, ()) for one in part.explained)
    passed = any(
        some and all(said.isdisjoint(properties(Hop(IT, path(one.path)))) for one in some) for some in nouns
    )
    several = len({*entities(part.form)}) > 1
    return part._replace(score=part.score + scene.weights.unfit) if passed and several else part


def _undenied(form: Form) -> Form:
    """What "разве Казбек не выше 5000 метров" expects: that it is."""
    match form:
        case Exists(Where(Entity() as one, measure, ("<=" | ">=") as comparison, value), known):
            return Exists(Where(one, measure, ">" if comparison == "<=" else "<", value), known)
    return form


def _either_of(question: SpecialQuestion) -> Iterator[Denotation]:
    """Which of two it is of what is told of: "режиссёр «Сталкера» родился в Завражье или в Москве?"."""
    scene, parts = question.scene, question.nouns.parts
    groups = question.arguments(frozenset())
    heads = [group[0] for group in groups if len(group) == 1]
    for (left, right), head in product([group for group in groups if len(group) == 2], heads):
        for one, other, subject in product(parts(left)[:2], parts(right)[:2], parts(head)[:TRIED]):
            explained = one.explained | other.explained | subject.explained
            if len(explained) < len(one.explained) + len(other.explained) + len(subject.explained):
                continue
            if not anchored(subject.form) or isinstance(subject.form, Entity):
                continue  # of what is named, claims tell
            for rule in question.stated():
                leads = [scene.leads(each.form, rule.rule.property, True) for each in (one, other)]
                if rule.words & explained or not any(leads):
                    continue
                known = Hop(subject.form, path(rule.rule.property))
                score = subject.score + one.score + other.score + rule.merit
                why = (*subject.why, *one.why, *other.why, rule.why)
                yield Denotation(And(known, Or(one.form, other.form)), score, explained | rule.words, why)


def _offered(form: Form) -> Form | None:
    """Which of two it is, where a statement offers both: "Бангкок находится в Таиланде или в Таджикистане?"."""
    match form:
        case Exists(And((Or(members), Entity() as subject)), Hop(source, to)) if source == subject:
            back = path(f"^{to}")
            named = [
                one.source
                for one in members
                if isinstance(one, Hop) and one.path == back and isinstance(one.source, Entity)
            ]
            return And(Hop(subject, to), Or(*named)) if len(named) == len(members) else None
    return None


def _both_ways(form: Form) -> Form:
    """A claim on who is married to whom, or whose brother, that holds by what is known of either."""
    match form:
        case Exists(And(members), known):
            return Exists(And(*map(_either, members)), _either(known) if known is not None else None)
    return form


def _either(form: Form) -> Form:
    if isinstance(form, Hop) and isinstance(form.source, Entity):
        name = str(form.path)
        return replace(form, path=path(f"{name}|^{name}")) if name in KIN_BOTH_WAYS else form
    return form


def _negations(question: SpecialQuestion) -> frozenset[int]:
    """The words that deny."""
    return frozenset(one for one in question.clauses.main if question.scene.negates(one))


def _expects(question: SpecialQuestion, negations: frozenset[int], words: frozenset[int]) -> bool:
    """Whether the denial merely expects a yes: "разве Волга не впадает", "не Пушкин ли написал"."""
    tokens, expecting = question.scene.tokens, question.scene.words.expecting
    whether = question.scene.whether
    return any(
        token.folded in expecting and (token.folded not in whether or token.index > min(negations))
        for token in tokens
        if token.index in words
    )


def _claimed(question: SpecialQuestion, words: frozenset[int], *, negated: bool) -> Iterator[Denotation]:
    scene = question.scene
    compares = comparative(question)
    groups = _heads(question, words)
    if compares:
        yield from _compared(question, groups, words, compares)
        yield from exceeding(question, groups, words)
        return
    yield from _predicated(question, groups, words, negated=negated)
    if not negated:
        yield from same(question, words)
        yield from mutual(question, words)
        yield from exceeding(question, groups, words)
        yield from amounting(question, groups, words)
        yield from existing(question, words)
        held = {index for one in question.held() for index in one.words}
        if any(t.folded in scene.words.there and t.index not in held for t in scene.tokens):
            return
    for part, named in openings(question, groups, words):
        yield from _so(part, named, scene.weights.hint, frozenset(), negated=negated)
    if negated:
        return
    for subject, other, pair in _pairs(question, groups, words):
        yield from _by_rules(question, subject, other, pair)
        yield from _by_relations(question, subject, other, pair)


def _heads(question: SpecialQuestion, words: frozenset[int]) -> list[int]:
    """The noun phrases of the claim, with and without the nouns of relations."""
    scene = question.scene
    own = frozenset(i for held in question.held() for i in held.words if scene.tokens[i].pos == "NOUN")
    absorbed = frozenset(index for index in own if not scene.named_outright(index))
    heads = [group[0] for group in question.arguments(words) if len(group) == 1]
    heads += [group[0] for group in question.arguments(words, absorbed) if len(group) == 1]
    heads += [t.index for t in scene.tokens if t.index not in words and _stands_alone(question, t)]
    equated = min(scene.with_form(scene.words.equating), default=0)
    heads += [i for i in range(equated) if i in scene.covering and i not in words and scene.is_nominal(i)]
    heads += [i for i in range(equated + 1, equated + 2) if equated and scene.named_outright(i)]
    # What a clause names, it tells of another noun: "автор книги, по которой снят X".
    return [head for head in dict.fromkeys(heads) if head in question.clauses.main]


def _stands_alone(question: SpecialQuestion, token: Token) -> bool:
    """Whether a noun is in the nominative, whatever parsers hang it on: "верно ли что кама приток волги"."""
    scene = question.scene
    nominative = token.features.get("Case") == "Nom" and token.relation in {
        "amod",
        "nmod",
        "appos",
        "parataxis",
    }
    return nominative and scene.is_nominal(token.index) and not _prepositional(question, token.index)


def _prepositional(question: SpecialQuestion, head: int) -> bool:
    scene = question.scene
    return any(scene.tokens[i].pos == "ADP" for i in scene.children(head))


def _pairs(
    question: SpecialQuestion, heads: list[int], words: frozenset[int]
) -> Iterator[tuple[Denotation, Denotation, Denotation]]:
    """What two noun phrases denote, and both together."""
    scene = question.scene
    for first, second in ((a, b) for a in heads for b in heads if a != b):
        for subject, other in product(
            question.nouns.parts(first)[:TRIED], question.nouns.parts(second)[:TRIED]
        ):
            if subject.explained & other.explained:
                continue
            told = scene.tokens[second].relation.startswith("nsubj") and not isinstance(other.form, Entity)
            if told and _prepositional(question, first):
                continue  # "город, где родился X, находится в России" tells of the city
            yield (
                subject,
                other,
                subject.with_other(other, other.form, words),
            )


def _compared(
    question: SpecialQuestion,
    heads: list[int],
    words: frozenset[int],
    compares: list[tuple[Measure, bool, frozenset[int]]],
) -> Iterator[Denotation]:
    """Whether one thing is more so than another, or than a number."""
    scene = question.scene
    for subject, other, pair in _pairs(question, heads, words):
        if min(subject.explained, default=0) < min(other.explained, default=0):
            yield from _is_more(scene, subject.form, pair, compares)
    degree = min(scene.with_form(scene.constructions.comparatives), default=None)
    if degree is None:
        return
    own = scene.with_lemma(scene.words.copulas) | words
    after = _mentioned(scene, degree, 1)
    beside = list(product(_mentioned(scene, degree, -1), after))
    for one in after:  # "выше ли Казбек Дыхтау"
        beside += product([one], _mentioned(scene, max(one.explained), 1))
    for subject, other in beside:
        yield from _is_more(scene, subject.form, subject.with_other(other, other.form, own), compares)


def _mentioned(scene: Scene, middle: int, side: int) -> list[Denotation]:
    """The names beside a word, of which parsers make nothing where they have no capitals; the longest."""
    place = middle + side
    while 0 <= place < len(scene.tokens) and _between(scene, place):
        place += side
    found = {
        (candidate.entity.id, inside): score
        for some in scene.covering.values()
        for candidate, inside, score in some
        if place == (max(inside) if side < 0 else min(inside))
    }
    longest = max((len(inside) for _, inside in found), default=0)
    return [
        Denotation(Entity(name), score, inside, (name,))
        for (name, inside), score in found.items()
        if len(inside) == longest
    ][:TRIED]


def _between(scene: Scene, index: int) -> bool:
    """Whether a word or a sign merely stands between a comparative and a name: "выше ли", "выше, чем"."""
    token = scene.tokens[index]
    if token.lemma in scene.constructions.measuring:
        return not scene.named_outright(index)  # "больше, чем население Кипра"
    return not token.is_word or token.folded in scene.words.than | scene.whether


def exceeding(question: SpecialQuestion, heads: list[int], words: frozenset[int]) -> Iterator[Denotation]:
    """Whether something is more so than a number says: "выше 5000 метров"."""
    scene = question.scene
    for head in dict.fromkeys([*heads, *measured_things(scene)]):
        for named in question.entities(head)[:TRIED]:
            for part in compared(scene, named, None, question.classes(named)):
                form = part.form
                measure = form.measure if isinstance(form, Where) else None
                measure = measure.source if isinstance(measure, Count) else measure
                measure = measure.second if isinstance(measure, Difference) else measure
                if isinstance(measure, Hop):
                    known = Hop(named.form, measure.path)
                    yield part._replace(form=Exists(form, known), explained=part.explained | words)


def existing(question: SpecialQuestion, words: frozenset[int]) -> Iterator[Denotation]:
    """Whether there is any: "есть ли у Марса спутники"; that none is known is no "no"."""
    scene = question.scene
    being = next((t for t in scene.tokens if t.folded in scene.words.being), None)
    if being is None:
        return
    own = words | {being.index}
    for head in (t.index for t in scene.tokens if t.pos == "NOUN" and not scene.named_outright(t.index)):
        which = agreeing(scene.words.which, scene.tokens[head])
        for part in members(scene, scene.tokens[head], own, {being.index: which}):
            asks = scene.tokens[head].lemma in scene.constructions.nouns
            asks = asks or any(head in fired.words for fired in scene.fired)
            kind = isinstance(part.form, And) and any(isinstance(one, Class) for one in part.form.members)
            if _is_third(scene, part):
                continue
            if (asks or kind) and not isinstance(part.form, Entity | Class) and anchored(part.form):
                yield part._replace(form=Exists(part.form, part.form), explained=part.explained | own)


def _is_third(scene: Scene, part: Denotation) -> bool:
    """Whether it is what two have in common, where they may have each other: "имеют ли Чехия и Польша границу"."""
    members = part.form.members if isinstance(part.form, And) else ()
    each = [one for one in members if isinstance(one, Hop) and scene.sets.mutual.issuperset(properties(one))]
    return len(each) > 1


def _predicated(
    question: SpecialQuestion, heads: list[int], words: frozenset[int], *, negated: bool
) -> Iterator[Denotation]:
    """Whether the subject is what a noun with all its conditions says: "президентом США", "итальянский вулкан"."""
    scene = question.scene
    own = frozenset(
        t.index
        for t in scene.tokens
        if t.lemma in scene.words.copulas or t.folded in scene.words.equating | scene.words.doubting
    )
    said = times(scene, question.clauses.main)
    equates = any(scene.tokens[one].lemma in scene.words.copulas for one in question.clauses.main)
    for second in heads:
        if scene.named_outright(second) or _prepositional(question, second):
            continue
        others = [one for one in question.nouns.parts(second)[:TRIED] if not isinstance(one.form, Entity)]
        others = [met for time in said for one in others for met in at_time(scene, one, time, own)] + others
        for first in heads:
            if _prepositional(question, first) and not equates:
                continue  # "столица Хорватии находится в Непале" does not say what Nepal is
            for subject, other in product(_bare(scene, first), others):
                if is_animate(scene.tokens[second]) and question.is_office(subject):
                    continue  # a husband may hold an office, but is none
                if first != second and not subject.explained & other.explained:
                    yield from _so(other, subject, scene.weights.likely, own, negated=negated)


def _bare(scene: Scene, head: int) -> list[Denotation]:
    """What a name is without what parsers hang on it: in "Ока — приток Волги" the rest is what is claimed."""
    some = [
        Denotation(Entity(candidate.entity.id), score, inside, (candidate.entity.name,))
        for candidate, inside, score in scene.covering.get(head, ())
    ]
    return sorted(some, key=lambda one: (-len(one.explained), -one.score))[:TRIED]


def _so(
    part: Denotation, named: Denotation, score: float, words: frozenset[int], *, negated: bool
) -> Iterator[Denotation]:
    """Whether what is named is in a set."""
    if not isinstance(named.form, Entity) or part.negated:
        return
    said = verdict(part.form, named.form, negated=negated)
    if said is not None:
        made = named.with_other(part, said[0], words, score)
        yield made._replace(presupposed=said[1], dead=part.dead)


def _is_more(
    scene: Scene,
    subject: Form,
    pair: Denotation,
    compares: list[tuple[Measure, bool, frozenset[int]]],
) -> Iterator[Denotation]:
    """Whether the subject is more so than the other: "Марс больше Земли", "площадь Марса больше площади Земли"."""
    for measure, most, own in compares:
        one, other = holder(subject, measure), holder(pair.form, measure)
        if not isinstance(one, Entity):
            continue
        made = made_by_one(scene, one, other)  # "Толстой написал «Детство» раньше «Отрочества»"
        more = More(measured(measure), "desc" if most else "asc", one, other)
        yield Denotation(
            Exists(And(one, more), more),
            pair.score + scene.weights.later,
            pair.explained | own | made,
            (*pair.why, measure.name),
        )


def _by_rules(
    question: SpecialQuestion, subject: Denotation, other: Denotation, pair: Denotation
) -> Iterator[Denotation]:
    """By a property that a rule proposes, of whose values the other may be one."""
    for one in question.stated():
        if one.words & (subject.explained | other.explained):
            continue
        if not question.scene.leads(other.form, one.rule.property, True):
            continue  # nothing has such a value: it is no value of this property
        known = Hop(subject.form, path(one.rule.property))
        yield Denotation(
            Exists(And(known, other.form), known),
            pair.score + one.merit + (question.scene.weights.later if one.reverse else 0.0),
            pair.explained | one.words,
            (*pair.why, one.why),
        )


def _by_relations(
    question: SpecialQuestion, subject: Denotation, other: Denotation, pair: Denotation
) -> Iterator[Denotation]:
    """By a relation whose words the question has."""
    scene = question.scene
    for held in question.held():
        if not isinstance(other.form, Entity) or not scene.leads(subject.form, held.property, False):
            continue
        heard = scene.leads(other.form, held.property, True)
        if not heard and not _is_value(question, other, held):
            continue
        known = Hop(subject.form, path(held.property))
        wider = Hop(subject.form, path(held.path)) if held.path else known
        if held.path and scene.is_a(question.classes(other), scene.sets.countries):
            known = Hop(subject.form, path(f"{held.property}/P17"))
        value: Form = other.form
        if wide := scene.sets.wider.get(held.property):
            value = Hop(value, path(wide))
        yield Denotation(
            Exists(And(wider, value), known),
            pair.score + scene.weights.later * (-1 if heard else 1),
            pair.explained | (held.words - subject.explained - other.explained),
            (*pair.why, held.property),
        )


def _is_value(question: SpecialQuestion, other: Denotation, held: Held) -> bool:
    classes = question.classes(other)
    return bool(classes) and question.scene.is_a(classes, held.values)
