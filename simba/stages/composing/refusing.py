"""Which one-hop readings are no answer: those that leave something of the question that asks for more."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import dropwhile
from typing import Literal

from simba.query import Form
from simba.stages.composing.question.scene import PERSON, Scene
from simba.stages.composing.question.wordforms import is_animate
from simba.stages.composing.sets.periods import times
from simba.stages.composing.sets.superlatives import ordered
from simba.stages.parse import ROOT, Token, Word
from simba.stages.ranking import Reading

STEM = 4
"""Letters by which an expression that says an ordinal is known."""
PREDICATE = frozenset({"root", "conj", "ccomp"})
"""What an adjective that says something of the subject is in the tree."""


More = Literal["more", "time"]


def ask_more(
    scene: Scene, readings: Iterable[Reading], *, times_only: bool = False, strict: bool = True
) -> dict[Form, More | None]:
    """Whether one-hop readings leave something that picks, negates, dates, or asks for another property.

    Those by a property and its sisters leave the same: of all that are alike, one is looked at.
    """
    known: dict[Hashable, More | None] = {}
    found: dict[Form, More | None] = {}
    for reading in readings:
        alike = likeness(scene, reading)
        if alike not in known:
            known[alike] = _asks_more(scene, reading, times_only=times_only, strict=strict)
        found[reading.form] = known[alike]
    return found


def likeness(scene: Scene, reading: Reading) -> Hashable:
    """What decides whether a reading leaves too much: its entity, its rule's words, what is known of its property."""
    proposal = reading.proposal
    if proposal is None:
        return id(reading.candidate)
    rule, sets = proposal.rule, scene.sets
    turns = rule.property in sets.numbered, rule.property in sets.terms
    source = proposal.source.text if proposal.source is not None else None
    return id(reading.candidate), proposal.span, proposal.gaps, source, rule.direction, *turns


def _asking(scene: Scene) -> frozenset[int]:
    """The asked noun with what hangs on it, but not the clauses that describe it: these tell of others."""
    if scene.noun is None:
        return frozenset()
    clauses = (inside for head, inside in scene.describing.values() if head == scene.noun)
    return frozenset(scene.parse.subtree(scene.noun)).difference(*clauses)


def _is_year(scene: Scene, index: int) -> bool:
    """Whether a word says that the number before it is a time: "президент США 1990 года"."""
    return index < len(scene.tokens) and scene.tokens[index].lemma in scene.words.periods


def _asks_more(scene: Scene, reading: Reading, *, times_only: bool, strict: bool) -> More | None:
    parse, candidate, proposal = scene.parse, reading.candidate, reading.proposal
    assert candidate is not None  # it is of one hop
    words = parse.words[candidate.mention.first : candidate.mention.last + 1]
    explained = {word.token.index for word in words}
    first = min(explained)
    if strict and not times_only and _within_another(scene, first):
        return "more"
    dates = scene.dated - explained
    beside_it = dates & {max(explained) + 1}  # "Изгой 2000": a year right after a title belongs to it
    beside_it -= {one for one in beside_it if _is_year(scene, one + 1)}
    explained, dates = explained | beside_it, dates - beside_it
    named = set(explained)
    spelt = scene.around.spelt(proposal) if proposal is not None else frozenset[int]()
    explained |= spelt - dates - _swallowed(scene, reading)
    explained |= scene.around.aside_after(candidate.mention)
    asking = _asking(scene)
    passed_over = _passed_over(scene, words) - explained - asking
    for other, inside, _ in scene.covering.get(first, ()):
        if other.entity.id == candidate.entity.id:
            explained |= inside
    if candidate.class_noun is not None:
        explained.add(candidate.class_noun.index)
        named.add(candidate.class_noun.index)
    explained |= {parse.words[number].token.index for number in candidate.companions}
    explained -= {one for one in explained - spelt if _has_thing(scene, scene.tokens[one], reading)}
    if proposal is not None and _tells_of_others(scene, spelt - named, explained):
        return "more"
    another = any(_is_another(scene, token, first) for token in scene.left(frozenset(explained)))
    found: Literal["time"] | None = None
    # A noun that asks for a property, above the clause with the name ("столица страны, где родился Моцарт").
    higher = dropwhile(lambda index: parse.tokens[index].pos != "VERB", parse.ancestors(first))
    alone = scene.alone
    described = scene.around.describing(candidate.mention, agreeing=True)
    described -= {one for one in described if _has_thing(scene, scene.tokens[one], reading)}
    explained |= (described - asking - alone.intersection(higher)) - dates
    # No rule's words for a property say what is excepted.
    left = scene.left(frozenset(explained - scene.excepted))
    if passed_over or any(_limits(scene, token) for token in left) or another:
        return "more"
    listed = proposal is not None and proposal.rule.direction == "reverse"
    if any(_has_asked(scene, token) for token in left) or (listed and scene.narrowing):
        return "more"
    quoted = (one for one in left if scene.named_outright(one.index) and _is_quoted(scene, one))
    if scene.noun is None and any(quoted):  # where a class is asked for, values of it may do
        return "more"  # "кем трудился на «Арсенале» Бродский"
    if scene.owned is not None and scene.owned in left:
        return "more"  # "чья картина висит в X" does not ask who built X
    if listed and any(token in left for token in scene.predicates):
        return "more"  # "в каких фильмах X был режиссёром" are not all in which he played
    others = {token.index for token in left if token.pos == "VERB"}
    said = others or any(token.pos == "ADJ" and token.relation in PREDICATE for token in left)
    if said and proposal is not None and proposal.rule.property in scene.sets.numbered:
        return "more"  # whoever did something is one of all who were in turn, not who is now
    strict = strict or bool(others)
    if any(
        _tells_of(scene, token, (spelt - named - asking).intersection(parse.ancestors(first)))
        for token in left
    ) or any(token.index in alone - asking and _has(scene, token, first) for token in left):
        return "more"
    for token in left:
        if token.index in scene.dated:
            found = "time"
            terms = proposal is not None and proposal.rule.property in scene.sets.terms
            if terms and not _dates_name(scene, token.index, named):
                return "more"  # what holds for a time, is asked for that time
            if listed and _picks_by_time(scene, token.index):
                return "more"  # "фильмы до 1940 года" are not all that there are, be there but one
        elif times_only and scene.weight(token) < scene.weights.picks:
            continue
        elif scene.weight(token) >= scene.weights.picks and (
            ordered(scene, token.index)
            or (proposal is not None and proposal.rule.property in scene.sets.numbered)
            or not (token.pos == "ADJ" and token.head in explained - asking)
            or scene.tokens[token.head].pos == "VERB"  # "умер последним"
        ):
            return "more"
        asks = token.index in alone and token.pos == "NOUN" and token.index in parse.ancestors(first)
        if (token.lemma in scene.constructions.nouns or (asks and strict)) and token.index not in asking:
            return "more"
        if scene.named_outright(token.index) and strict:
            above = next((up for up in parse.ancestors(token.index) if scene.is_nominal(up)), None)
            beside = above is not None and (
                (above in explained and above not in asking)
                or (above in parse.ancestors(first) and scene.tokens[above].pos == "NOUN")
            )
            told = above is None and not others.isdisjoint(parse.ancestors(token.index))
            if not beside and (told or not _is_place(scene, token.index)):
                return "more"  # a verb of its own tells something of a place: "родились в России"
    return found


def _dates_name(scene: Scene, index: int, named: set[int]) -> bool:
    """Whether a date stands in a clause that tells of the name: "мэр Петербурга, основанного в 1703 году"."""
    return any(head in named and index in inside for head, inside in scene.describing.values())


def _picks_by_time(scene: Scene, index: int) -> bool:
    """Whether a date is an end of a stretch of time ("после 1990 года"), rather than when it was."""
    said = times(scene, range(len(scene.tokens)))
    return any(index in time.words and time.first != time.last for time in said)


def _swallowed(scene: Scene, reading: Reading) -> frozenset[int]:
    """What picks one of many, or has what is asked for, that an expression matched as any word: "первым"."""
    source = reading.proposal.source if reading.proposal is not None else None
    if source is None:
        return frozenset()
    return frozenset(
        token.index
        for token in scene.tokens
        if (scene.weight(token) >= scene.weights.picks or _has_asked(scene, token))
        and token.folded[:STEM] not in source.text
    )


def _has_asked(scene: Scene, token: Token) -> bool:
    """Whether a name has what is asked for, by a noun that says so: "какие спутники Венеры открыл X"."""
    if scene.noun is None or token.head != scene.noun or token.relation != "nmod":
        return False
    known = scene.tokens[scene.noun].lemma in scene.constructions.nouns
    return known and scene.named_outright(token.index) and scene.case(token.index) is None


def _has_thing(scene: Scene, token: Token, reading: Reading) -> bool:
    """Whether a noun for people stands before what is no person: "первооткрывателя Урана" says whose it is."""
    if reading.candidate is None or token.lemma not in scene.constructions.nouns or not is_animate(token):
        return False
    if token is reading.candidate.class_noun:
        return False  # "персонажа «Остап Бендер»" says what it is
    first = scene.parse.words[reading.candidate.mention.first].token.index
    classes = reading.candidate.entity.classes
    return token.index in scene.parse.ancestors(first) and bool(classes) and not scene.is_a(classes, [PERSON])


def _is_quoted(scene: Scene, token: Token) -> bool:
    return scene.parse.quotes_hold(token.span)


def _has(scene: Scene, noun: Token, first: int) -> bool:
    """Whether somebody is told of who is not named himself: "учитель Капицы", not "писатель Пушкин"."""
    tokens = scene.tokens
    below = next((i for i in (first, *scene.parse.ancestors(first)) if tokens[i].head == noun.index), None)
    if below is None or noun.pos != "NOUN" or not is_animate(noun) or noun.features.get("Number") == "Plur":
        return False
    case = noun.features.get("Case")
    return (
        tokens[below].relation == "nmod"
        and tokens[below].features.get("Case") == "Gen"
        and case not in {None, "Gen"}
        and scene.case(below) is None
    )


def _tells_of(scene: Scene, verb: Token, spelt: frozenset[int]) -> bool:
    """Whether a verb that rules know tells something of what a reading answers: "у кого учился наставник X"."""
    return (
        verb.pos == "VERB"
        and verb.head == ROOT
        and any(verb.index in one.words for one in scene.fired)
        and any(
            scene.tokens[index].relation == "nsubj"
            and scene.tokens[index].head == verb.index
            and scene.tokens[index].pos == "NOUN"
            for index in spelt
        )
    )


def _passed_over(scene: Scene, words: Sequence[Word]) -> frozenset[int]:
    """The kinship noun before a name, which says whose it is: "отец жены Николая II", "дед Кобо Абэ"."""
    head = words[0].token.index - 1
    kin = head >= 0 and scene.tokens[head].lemma in scene.constructions.kin
    return frozenset({head}) if kin else frozenset()


def _is_another(scene: Scene, token: Token, first: int) -> bool:
    """Whether a name stands beside the one that begins at ``first``: "и в «Чужом», и в «Чужих»"."""
    if not scene.named_outright(token.index):
        return False
    if token.relation == "conj" and token.head == first:
        return True
    (earlier, _), (later, joined) = (_leading_to(scene, index) for index in sorted((first, token.index)))
    return bool(earlier) and earlier == later and joined in scene.words.joining | scene.words.either


def _leading_to(scene: Scene, index: int) -> tuple[str, str]:
    """The preposition before a name, if any, and the word before that; parsers hang such names on anything."""
    words = [one for one in scene.tokens[:index] if one.is_word]
    preposition = words.pop().folded if words and words[-1].pos == "ADP" else ""
    return preposition, words[-1].folded if words else ""


def _limits(scene: Scene, token: Token) -> bool:
    """Whether a name parts the answer from others: "кто правил до Петра I"."""
    before = scene.tokens[token.index - 1] if token.index else None
    return (
        before is not None
        and before.folded in scene.words.limits
        and token.text[:1].isupper()
        and not any(map(str.isdigit, token.folded))
    )


def leaves_subject(scene: Scene, reading: Reading) -> bool:
    """Whether a one-hop reading leaves out the name of whom the question tells: "когда Меркель возглавила Германию"."""
    candidate, proposal = reading.candidate, reading.proposal
    if candidate is None:
        return False
    words = scene.parse.words
    own = {words[number].token.index for number in range(candidate.mention.first, candidate.mention.last + 1)}
    own |= {words[number].token.index for number in candidate.companions}
    described = scene.around.describing(candidate.mention)
    return any(
        token.pos == "PROPN"
        and (
            token.relation.startswith("nsubj")
            or (scene.named_outright(token.index) and token.index not in described)
        )
        and token.index not in own
        and own.isdisjoint(scene.parse.subtree(token.index))
        and not (proposal is not None and proposal.explains(token.span))
        for token in scene.tokens
    )


def _tells_of_others(scene: Scene, spelt: frozenset[int], explained: set[int]) -> bool:
    """Whether a clause tells of another name of what is listed ("обладатели «Оскара», игравшие у X"), left over."""
    if scene.noun is not None:
        return False
    for head, inside in scene.describing.values():
        if head not in spelt or scene.tokens[head].features.get("Number") != "Plur":
            continue
        content = {index for index in inside if scene.word(scene.tokens[index])}
        if len(content) > 1 and explained.isdisjoint(content) and any(map(scene.named_outright, content)):
            return True
    return False


def _is_place(scene: Scene, index: int) -> bool:
    """Whether what a word names is a place."""
    kinds = {one for c, _, _ in scene.covering[index] for one in c.entity.classes}
    return scene.is_a(kinds, scene.sets.places)


def _within_another(scene: Scene, index: int) -> bool:
    """Whether a clause with a name describes another noun than the asked one: "страна, где родился Моцарт"."""
    return scene.noun is not None and any(
        index in inside and head != scene.noun and scene.noun not in inside
        for head, inside in scene.describing.values()
    )
