"""How many of a noun there are: what "какие" would ask, counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import replace

from simba.query import (
    And,
    Class,
    Count,
    Date,
    Entity,
    Form,
    Hop,
    Qualifier,
    Rank,
    Statement,
    Where,
    entities,
    path,
    properties,
)
from simba.russian.morphology import readings
from simba.russian.text import Span
from simba.stages.composing.asking.asked import asked_sets
from simba.stages.composing.asking.exclusion import excepting
from simba.stages.composing.asking.holding import terms
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordforms import inflected, is_animate
from simba.stages.composing.sets.clauses import Clauses
from simba.stages.composing.sets.kinds import kinds
from simba.stages.composing.sets.parts import Denotation, both, is_kind
from simba.stages.composing.sets.sexes import SEX, SEXES
from simba.stages.parse import ROOT, Token

NEAR = 6
"""Tokens within which the noun follows "сколько"."""
MADE = "^P50|^P86|^P57|^P170|^P175|^P61|^P84|^P112|^P178|^P287"
"""From a person to what he made, founded or found."""
CLASS = "P31"
HELD_BY = path("^P39")
LOCATED = frozenset({"P17", "P30", "P131"})
"""Properties that tell where something lies."""
PEOPLE = frozenset({"person", "group"})
NUMBERS = frozenset({"P1082"})
"""Properties whose values are numbers that change with time."""


def counted(scene: Scene, words: frozenset[int], today: Callable[[], Date]) -> Iterator[Denotation]:
    """The numbers that a question may ask for; ``words`` are those that ask how many."""
    noun = counted_noun(scene, words)
    if noun is None:
        return
    if noun.lemma == "раз":
        yield from _times(scene, words | {noun.index}, today)
        yield from _editions(scene, words, noun)
    elif scene.named_outright(noun.index):  # "сколько «Золотых мячей» собрал"
        said = (part for part in _terms(scene, today) if noun.index in part.explained)
        yield from (part.with_words(words) for part in said)
    if noun.lemma != "раз" and noun.lemma not in scene.words.days | scene.words.uncounted:
        yield from _members(scene, noun, words)


def counted_noun(scene: Scene, words: frozenset[int]) -> Token | None:
    """What is counted: the noun after "сколько", passing over where that is ("сколько в Перми мостов")."""
    after = scene.tokens[max(words) + 1 : max(words) + 1 + NEAR]
    of = {scene.tokens[index].head for index in words}
    own = next((one for one in after if one.index in of), None)
    if own is not None and (
        own.pos == "NOUN" or (scene.named_outright(own.index) and _may_be_counted(own))
    ):  # "сколько «Золотых мячей» получил форвард X"
        return own
    nouns = [one for one in after if one.pos == "NOUN" or scene.named_outright(one.index)]
    plain = (one for one in nouns if one.pos == "NOUN" and not _placed(scene, one))
    return next(plain, nouns[0] if nouns else None)


def _placed(scene: Scene, noun: Token) -> bool:
    """Whether a noun stands after a preposition, or is part of a name that does."""
    names = {index for _, inside, _ in scene.covering.get(noun.index, ()) for index in inside}
    above = (noun.index, *(up for up in scene.parse.ancestors(noun.index) if up in names))
    return scene.named_outright(noun.index) or any(scene.case(one) for one in above)


def _times(scene: Scene, words: frozenset[int], today: Callable[[], Date]) -> Iterator[Denotation]:
    """How many times something was so: how many statements say it."""
    for part in _terms(scene, today):
        yield part.with_words(words)
    for part in asked_sets(Clauses(_often(scene))):
        if part.link is not None:
            statement = replace(part.link.statement(), take="statement")
            if part.rest:  # what else is said of what the step leads to: "звание героя"
                rest = both(*part.rest)
                back = part.link.reverse
                statement = replace(statement, subject=rest) if back else replace(statement, value=rest)
            yield Denotation(Count(statement), part.score, part.explained | words, (*part.why, "раз"))


def _editions(scene: Scene, words: frozenset[int], times: Token) -> Iterator[Denotation]:
    """How many things of a class there were: "сколько раз чемпионат мира проходил в Мексике"."""
    for token in scene.tokens:
        if token.relation not in {"nsubj", "nsubj:pass"} or not scene.is_noun(token.index):
            continue
        if any(scene.leads(Entity(one), CLASS, True) for one in scene.classes(token.index)):
            said = {**_said(scene, words, token), times.index: ""}
            for part in members(scene, token, words, said):
                yield part.turned_into(Count(part.form), words | {times.index})


def _often(scene: Scene) -> Scene:
    """The question, taken to ask for no things but for how often."""
    return scene.asking(replace(scene.interrogative, noun=None, type=None))


def _terms(scene: Scene, today: Callable[[], Date]) -> Iterator[Denotation]:
    """How many statements say one thing of another, as words that relate two things do: an award, an office."""
    often = _often(scene)
    kinds = scene.constructions.asked(often.whole.text)
    return terms(SpecialQuestion(Clauses(often), kinds, today))


def _members(scene: Scene, noun: Token, words: frozenset[int]) -> Iterator[Denotation]:
    """How many things there are of what a noun asks for."""
    tokens = scene.tokens
    if not scene.named_outright(noun.index) and not _may_be_counted(noun):
        return  # "сколько народу"
    kin = noun.lemma in scene.constructions.kin
    light = {one.index for one in tokens if kin and one.lemma in scene.words.having_kin}
    words |= light
    for part in members(scene, noun, words - light, _said(scene, words, noun)):
        if isinstance(part.form, Hop) and part.link is None and not part.kinds and not kin:
            continue  # parts of whatever kind: nothing is called as what is counted
        if part.link is not None and not part.link.reverse and part.link.property in scene.sets.in_turn:
            continue  # today's is one, however many there have been
        if (
            _lies_in(scene, part)
            or _calls_nothing(scene, noun, part)
            or _may_hold_more(part.form)
            or _leaves_named(scene, noun, part)
        ):
            continue
        part = _by_all_ways(scene, noun, part)
        yield part.turned_into(Count(part.form), words, why="сколько")


def _lies_in(scene: Scene, part: Denotation) -> bool:
    """Whether it is where something lies that is said to hold what is counted: "сколько республик входит в X"."""
    link = part.link
    if link is None or link.reverse or link.property not in LOCATED:
        return False
    return any(scene.case(index) in scene.words.placing_world for index in part.named)


def _calls_nothing(scene: Scene, noun: Token, part: Denotation) -> bool:
    """Whether what is counted goes by another name: what somebody shot are films, not "серии", if no rule for them and
    no class is called so.
    """
    link = part.link
    if link is None or not isinstance(part.form, Hop) or noun.lemma in scene.constructions.nouns:
        return False
    return not (
        scene.named_outright(noun.index)
        or scene.classes(noun.index)
        or any(noun.index in one.words and one.rule.property == link.property for one in scene.fired)
    )


def _leaves_named(scene: Scene, noun: Token, part: Denotation) -> bool:
    """Whether what is counted goes by a name, and a form has nothing of that name: works are no «Оскаров»."""
    if not scene.named_outright(noun.index):
        return False
    named = {one.entity.id for one, _, _ in scene.covering.get(noun.index, ())}
    return named.isdisjoint(entities(part.form))


def _may_hold_more(form: Form) -> bool:
    """Whether it narrows what one thing has to those who held an office: of the others that may merely not be told."""
    hops = [one for one in form.members if isinstance(one, Hop)] if isinstance(form, And) else []
    told = [one for one in hops if isinstance(one.source, Entity) and not str(one.path).startswith("^")]
    return bool(told) and any(one.path == HELD_BY for one in hops)


def _by_all_ways(scene: Scene, noun: Token, part: Denotation) -> Denotation:
    """Who is counted by any of the ways that the noun for them knows: some members a group names, others name it."""
    link = part.link
    anybody = noun.lemma in scene.words.people and all(isinstance(one, Class) for one in part.rest)
    if link is None or link.conditions or (part.rest and not anybody):
        return part
    own = f"^{link.property}" if link.reverse else link.property
    called = scene.words.members if anybody else (noun.lemma,)
    for relation in [one for lemma in called for one in scene.constructions.nouns.get(lemma, ())]:
        ways = relation.path.split("|")
        if own in ways and "/" not in relation.path and not relation.beside:
            leading = [way for way in ways if way == own or scene.leads_along(link.source, way)]
            return part._replace(form=Hop(link.source, path("|".join(leading))))
    return part


def counted_without(scene: Scene, words: frozenset[int], apart: frozenset[int]) -> Iterator[Denotation]:
    """How many there are beside what the question sets apart by these words: "сколько стран, не считая Германии"."""
    noun = counted_noun(scene, words)
    if noun is None or noun.lemma in scene.words.periods:
        return

    def read(inner: Scene) -> list[Denotation]:
        return list(members(inner, noun, words, _said(inner, words, noun)))

    for part in excepting(scene, apart, Clauses(scene).nouns, read):
        yield part._replace(form=Count(part.form), explained=part.explained | words)


def _said(scene: Scene, words: frozenset[int], noun: Token) -> dict[int, str]:
    """What would ask which ones they are, in the place of what asks how many."""
    tokens = scene.tokens
    asking = next((one for one in sorted(words) if tokens[one].folded.startswith("скольк")), None)
    if asking is None:
        return {}
    said = {asking: scene.words.counted.get(tokens[asking].folded, "какие")}
    if tokens[asking].folded == "сколько":  # "сколько мостов перекинуто": "какие мостов перекинуты"
        many = {token.index: plural for token in tokens if (plural := _agreeing(token)) is not None}
        things = inflected(noun.lemma, "nomn", "plur")
        between = {token.pos for token in tokens[asking + 1 : noun.index]}
        if not between <= {"ADJ", "DET"}:  # "сколько впадает в Лену рек": "какие реки впадают в Лену"
            said[asking] += f" {things}"
            things = ""
        many[noun.index] = things
        said |= {index: word for index, word in many.items() if not scene.named_outright(index)}
    return said


def _agreeing(verb: Token) -> str | None:
    """A verb that agrees with a number, as it would agree with what is counted: "впадает" as "впадают"."""
    for _, tag in readings(verb.folded)[:2] if verb.pos in {"VERB", "AUX", "ADJ"} else ():
        if "neut,sing" in tag and tag.startswith(("VERB", "PRTS", "ADJS")):
            return inflected(verb.folded, "plur")
        if tag.startswith("VERB") and "sing,3per" in tag:
            return inflected(verb.folded, "plur", "3per")
    return None


def members(scene: Scene, noun: Token, words: frozenset[int], said: dict[int, str]) -> Iterator[Denotation]:
    """The sets of things that a noun asks for, were it asked which ones; ``said`` replaces what asks otherwise."""
    tokens = scene.tokens
    removed = tuple(scene.interrogative.removed) or (
        Span(tokens[min(words)].span.start, tokens[max(words)].span.stop),
    )
    which = scene.asking(replace(scene.interrogative, noun=noun, type=None, removed=removed), said)
    which = which.without(scene.hidden)
    opened = set(scene.constructions.words.open)
    numbers = {
        one.rule.property for one in which.fired if one.rule.answer and one.rule.answer <= {"number", "date"}
    }
    yield from _credited(which, noun)
    uncounted: set[frozenset[int]] = set()
    for part in (*asked_sets(Clauses(which)), *_left_behind(which, noun)):
        form = _unmeasured(part.form)
        counts = numbers if _is_narrowed(form, opened) else numbers | opened
        turned = _turns_kin(scene, noun, part) or _counts_people(which, noun, part)
        if turned or isinstance(part.form, Entity):
            continue
        if counts & set(properties(form)):
            if not part.dead:
                uncounted.add(part.explained)
        elif (
            part.explained not in uncounted
        ):  # what is part of Europe are not its countries, of which not all are told
            yield _of_sex(scene, noun, part)


def _may_be_counted(noun: Token) -> bool:
    """Whether a form of a noun may be that of many, as what is counted is."""
    return any("plur" in tag and tag[-4:] not in {"nomn", "accs"} for _, tag in readings(noun.folded))


def sex_of(scene: Scene, noun: Token) -> str | None:
    """The sex of all whom a noun of kinship names: "дочь", but not "ребёнок", nor several "внуки"."""
    if noun.lemma in scene.words.of_both:
        return None
    sexes = {one.sex for one in scene.constructions.nouns.get(noun.lemma, ())}
    return next(iter(sexes)) if len(sexes) == 1 else None


def _turns_kin(scene: Scene, noun: Token, part: Denotation) -> bool:
    """Whether a part goes the other way than the noun of kinship says: to the parents of whom has daughters."""
    if part.link is None or noun.lemma not in scene.constructions.kin:
        return False
    ways = {one for some in scene.constructions.nouns[noun.lemma] for one in some.path.split("|")}
    there, back = part.link.property, f"^{part.link.property}"
    own, other = (back, there) if part.link.reverse else (there, back)
    return other in ways and own not in ways


def _counts_people(scene: Scene, noun: Token, part: Denotation) -> bool:
    """Whether people are taken for things, by a rule that knows no noun or verb: "сериал, сколько серий"."""
    if part.link is None or is_animate(noun):
        return False
    rules = [
        one
        for one in scene.fired
        if (one.rule.property, one.reverse) == (part.link.property, part.link.reverse)
    ]
    return bool(rules) and all(
        one.rule.answer
        and one.rule.answer <= PEOPLE
        and noun.index not in one.words
        and not any(scene.tokens[index].pos == "VERB" for index in one.words)
        for one in rules
    )


def _of_sex(scene: Scene, noun: Token, part: Denotation) -> Denotation:
    """Of those whom the rule of a kinship asks for, the ones of the noun's sex: "дочерей" fires that for children."""
    sex = sex_of(scene, noun)
    if sex is None or SEX in properties(part.form):
        return part
    return part.also(Denotation(Hop(Entity(SEXES[sex]), path(f"^{SEX}"))))


def _is_narrowed(form: Form, opened: Set[str]) -> bool:
    """Whether more is said of members than their kind and where they are: "мосты Будапешта через Дунай"."""
    if not isinstance(form, And):
        return False
    said = [one for one in form.members if not is_kind(one)]
    return len(said) > 1 and any(opened.isdisjoint(properties(one)) for one in said)


def _credited(scene: Scene, noun: Token) -> Iterator[Denotation]:
    """What somebody made or found: "опер на счету у Верди"."""
    said = scene.words.credited
    texts = [token.folded for token in scene.tokens]
    first = next((i for i in range(len(texts)) if texts[i : i + len(said)] == said), None)
    if first is None:
        return
    own = frozenset(range(first, first + len(said)))
    nouns = Clauses(scene.without(own)).nouns
    for made in nouns.parts(noun.index):
        for index in (one for one in scene.covering if one > max(own)):
            for who in nouns.parts(index):
                if isinstance(who.form, Entity) and not who.explained & made.explained:
                    form = both(made.form, Hop(who.form, path(MADE)))
                    yield made.with_other(who, form, own, why=("на счету",))


def _left_behind(scene: Scene, noun: Token) -> Iterator[Denotation]:
    """What somebody or something has, said by no more than "у" or "оставил": as in the genitive ("оперы Верди")."""
    if is_animate(noun):
        return  # whose people they are is rarely known in full
    clauses = Clauses(scene)
    for index in sorted(clauses.main - {noun.index}):
        above = scene.tokens[index].head
        light = above != ROOT and scene.tokens[above].lemma in scene.words.having_left
        if not scene.is_nominal(index) or not (light or scene.case(index) in scene.words.had_by):
            continue
        own = frozenset({above}) if light else frozenset()
        for kind in kinds(scene, noun.index):
            for part in clauses.nouns.conditions.related(kind, noun.index, index, None):
                yield part.with_words(own)


def _unmeasured(form: Form) -> Form:
    """A set without what its members are measured by."""
    while isinstance(form, Where | Rank):
        form = form.source
    return form


def told(parts: Iterable[Denotation], words: frozenset[int]) -> Iterator[Denotation]:
    """The numbers that are known as such: a population in a year, the goals for a club, whatever a rule spells out."""
    for part in parts:
        form = part.form
        if isinstance(form, Statement) and (isinstance(form.take, Qualifier) or form.property in NUMBERS):
            yield part.with_words(words)
        elif part.asks == {"number"} and words <= part.explained:
            yield part  # "сколько жителей в столице Франции"
