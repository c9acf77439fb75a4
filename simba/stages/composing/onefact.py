"""Whether one fact answers a question whole, by the best reading of one hop: then nothing is composed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import takewhile

from simba.kb.facts import StepLookup
from simba.kb.indexed import HUMAN
from simba.query import Form
from simba.stages.composing.leaving import are_many
from simba.stages.composing.question.constructions import Constructions
from simba.stages.composing.question.wordforms import is_participle
from simba.stages.idsets import Sets
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import Lexicon
from simba.stages.parse import Parse, Token
from simba.stages.ranking import Ranking, Reading

Leads = Callable[[str, str, bool], bool]
"""Whether an entity has a value of a property, or in reverse is one."""
WHOLE = 3
"""One-hop readings that are looked at for one that lists what has some value."""


def asks_one_fact(
    parse: Parse,
    interrogative: Interrogative,
    ranking: Ranking,
    known: Constructions,
    lexicon: Lexicon,
    steps: StepLookup,
    classes: Collection[str],
) -> bool:
    """Whether the best one-hop reading explains every word, and none of these asks for some of several, or more.

    The asked noun names ``classes``.
    """
    if not _is_answered(interrogative, ranking, lexicon.sets, steps, classes):
        return False
    best = ranking.readings[0]
    assert best.proposal is not None  # it is of one hop
    name = best.proposal.rule.property
    # All who held an office are told by no more than who holds it, and of a crew what is told of their ship.
    more = name in lexicon.sets.through or (
        name in lexicon.sets.numbered and are_many(parse.tokens, best.proposal)
    )
    return not more and not _picks(parse, interrogative, best, known, lexicon)


def leaving_part(parse: Parse, interrogative: Interrogative, ranking: Ranking) -> frozenset[Form]:
    """The readings that leave out whose the name is, or what is asked for, though the best one explains it.

    "Кем был отец X" asks nothing of what X himself was, and "в каком городке родился" nothing of when.
    """
    best = ranking.readings[0].proposal if ranking.readings else None
    if best is None:
        return frozenset()
    said = [token for token in parse.tokens if token.pos == "NOUN" and best.explains(token.span)]
    refused: set[Form] = set()
    for one in ranking.readings:
        if one.candidate is None or one.proposal is None or not one.unexplained:
            continue
        above = parse.ancestors(parse.words[one.candidate.mention.first].token.index)
        dated = one.proposal.rule.answer == {"date"}
        for token in said:
            asked = interrogative.noun is not None and token.index == interrogative.noun.index
            if token.text in one.unexplained and ((asked and dated) or (not asked and token.index in above)):
                refused.add(one.form)
    return frozenset(refused)


def tells_how_much(parse: Parse, ranking: Ranking, leads: Leads) -> bool:
    """Whether the best one-hop reading answers "сколько", and nothing beside its name need be counted: "сколько весит
    «Союз»", nor "сколько сезонов в «Друзьях»", whose number is known.
    """
    best = next(iter(ranking.readings), None)
    if best is None or not is_number(best):
        return False
    nouns = [token for token in parse.tokens if token.pos in {"NOUN", "PROPN", "X"}]
    return all(_is_named(best, token) or _is_spelt(best, token, leads) for token in nouns)


def is_number(reading: Reading) -> bool:
    """Whether a one-hop reading answers "сколько"."""
    return reading.proposal is not None and not reading.proposal.rule.answer.isdisjoint({"number", "date"})


def _is_answered(
    interrogative: Interrogative, ranking: Ranking, sets: Sets, steps: StepLookup, classes: Collection[str]
) -> bool:
    """Whether the best one-hop reading explains every word; of a place, the asked kind may lie above its value."""
    noun = interrogative.noun
    if not ranking.readings or ranking.readings[0].unexplained:
        return False
    if noun is not None and not _tells_of(noun) and _is_of_kind(ranking.readings[0], noun, sets, steps.leads):
        return True
    if noun is not None and interrogative.type == "place":
        return not _tells_of(noun) and _lands(ranking.readings, steps, classes)
    # A noun narrows what a list is of ("какие писатели родились", "назови вулканы Индонезии"), and in the genitive it
    # may have what is told of.
    whole = (one.proposal for one in ranking.readings[:WHOLE] if not one.unexplained)
    listed = any(one is not None and one.rule.direction == "reverse" for one in whole)
    if noun is None:
        return not (listed and interrogative.type is None)
    return not (listed or _tells_of(noun))


def _tells_of(noun: Token) -> bool:
    """Whether the asked noun may have what is told of it: "столица какой страны"."""
    return noun.features.get("Case") == "Gen" and noun.head >= 0


def _is_of_kind(reading: Reading, noun: Token, sets: Sets, leads: Leads) -> bool:
    """Whether a rule that spells out what is asked for has values of no other kind, and some: "в какой стране"."""
    rule = reading.proposal.rule if reading.proposal is not None else None
    return (
        rule is not None
        and rule.property not in sets.place_valued | sets.in_turn  # "столица": perhaps one of former days
        and _is_spelt(reading, noun, leads)
    )


def _lands(readings: Sequence[Reading], steps: StepLookup, classes: Collection[str]) -> bool:
    """Whether the first of the whole readings that leads anywhere does so forward, to what is of the classes alone."""
    for one in takewhile(lambda one: not one.unexplained, readings):
        if one.candidate is None or one.proposal is None or one.proposal.rule.direction != "forward":
            return False
        step = one.candidate.entity.id, one.proposal.rule.property
        if steps.leads(*step, False):
            return steps.lands(*step, classes)
    return False


def _is_spelt(reading: Reading, noun: Token, leads: Leads) -> bool:
    """Whether a rule that leads forward to something spells a noun out."""
    start, proposal = reading.candidate, reading.proposal
    return (
        start is not None
        and proposal is not None
        and proposal.rule.direction == "forward"
        and proposal.explains(noun.span)
        and proposal.spells(noun.folded)
        and leads(start.entity.id, proposal.rule.property, False)
    )


def _picks(
    parse: Parse, interrogative: Interrogative, best: Reading, known: Constructions, lexicon: Lexicon
) -> bool:
    """Whether some word beside the name and its class picks one of many, says when, excepts, or leads a clause."""
    picks = lexicon.words.picks
    apart = (
        known.words.excluding
        | known.words.more
        | known.words.at_first
        | known.words.outside
        | known.words.earlier
    )
    return any(
        any(map(str.isdigit, token.folded))
        or token.lemma in known.superlatives
        or token.folded in known.comparatives
        or picks.fullmatch(token.folded)
        or token.folded in apart
        or token.lemma in known.words.earlier
        or token.looks_back
        or token.lemma in known.words.whose
        or is_participle(token)
        or _tells_of_another(parse, token)
        or (token.pos == "NOUN" and token.relation == "conj")
        or token.lemma in known.sexed
        or token.lemma in known.further
        or (token.lemma in known.nouns and _stands_between(parse, interrogative, token))
        or (token.pos == "NOUN" and _is_somebodys(parse, best, token))
        or (token.lemma in known.adjectives and _tells_of_asked(token, interrogative))
        for token in parse.tokens
        if not _is_named(best, token)
    )


def _is_named(reading: Reading, token: Token) -> bool:
    """Whether a word belongs to the name that a reading starts from, or says what that is: "роман «Имя розы»"."""
    one = reading.candidate
    return one is not None and (token is one.class_noun or one.mention.span.overlaps(token.span))


def _tells_of_another(parse: Parse, token: Token) -> bool:
    """Whether a verb tells something of what another thing has: "снял режиссёр «Таксиста»"."""
    return (
        token.pos == "NOUN"
        and token.relation.startswith("nsubj")
        and parse.tokens[token.head].pos == "VERB"
        and any(parse.tokens[kid].pos in {"NOUN", "PROPN"} for kid in parse.children[token.index])
    )


def _tells_of_asked(token: Token, interrogative: Interrogative) -> bool:
    """Whether a word says whence somebody is who is asked for: "какой французский писатель", "какой немец"."""
    noun = interrogative.noun
    if noun is None or (token.pos == "ADJ" and noun.features.get("Animacy") != "Anim"):
        return False
    return token.index == noun.index or (token.pos == "ADJ" and token.head == noun.index)


def _is_somebodys(parse: Parse, best: Reading, token: Token) -> bool:
    """Whether a noun calls the things of somebody who is named, each of which may have what is asked for: "кто снимался
    в фильмах Гайдая".
    """
    if token.features.get("Number") != "Plur" or best.candidate is None:
        return False
    if token.features.get("Animacy") != "Inan" or HUMAN not in best.candidate.entity.classes:
        return False
    return any(
        parse.tokens[kid].relation == "nmod" and _is_named(best, parse.tokens[kid])
        for kid in parse.children[token.index]
    )


def _stands_between(parse: Parse, interrogative: Interrogative, token: Token) -> bool:
    """Whether a noun is told of or is another's, and has one of its own: "режиссёр экранизации «Обломова»", not "кто
    автор «Обломова»", nor "приток чего Уссури".
    """
    below = parse.children[token.index]
    if interrogative.noun is None and any(interrogative.covers(parse.tokens[kid].span) for kid in below):
        return False
    of_asked = token.relation == "nsubj" and interrogative.covers(parse.tokens[token.head].span)
    return (
        token.relation in {"nmod", "obj", "obl", "nsubj"}
        and not of_asked
        and any(parse.tokens[kid].relation in {"nmod", "appos"} for kid in below)
    )
