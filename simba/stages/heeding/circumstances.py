"""How, where and with whom something was done says which of several are asked for: not all books that somebody wrote
are those that he dictated to his wife.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from simba.answer import Value
from simba.common.vocabulary import entity_id
from simba.kb.facts import Gatherer, WantedFacts, entity_ids
from simba.query import Without, properties, walk
from simba.russian.morphology import lemmas, may_be
from simba.russian.names import words_of
from simba.stages.attempts import Attempt
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import Words
from simba.stages.parse import ROOT, Parse, Token
from simba.stages.relating import RELATED

CLAUSES = frozenset({"acl", "acl:relcl", "advcl", "appos", "parataxis"})
"""Relations of what says more of a thing, whatever is asked of it."""
WITH = frozenset({"с", "со"})
CAST = "P161"
DEEDS = frozenset({"VERB", "ADJ"})
GIVEN = frozenset({"iobj", "obl"})
"""Relations of nouns to a verb, which need no preposition: "диктовал жене", "написал маслом"."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The words of a question that say so, in its main clause."""

    verbs: tuple[Token, ...] = ()
    adverbs: tuple[Token, ...] = ()
    """Those of the verb or of a name, and what else is said of what is asked for: "судоходны", "больше"."""
    whom: tuple[Token, ...] = ()
    """Common nouns without a preposition, which behind a title say whom: "кто сыграл в «Цирке» директора"."""
    nouns: tuple[Token, ...] = ()
    """Those that hang on something by a preposition, or by a case that says as much."""
    ways: frozenset[int] = frozenset()
    """Those of the nouns whose preposition does not say where alone: "по реке", "с братом"."""
    only: tuple[Token, ...] = ()
    """What says of a name that nothing else is meant: "снимался только Никулин"."""
    slight: frozenset[str] = frozenset()
    """Words that pick nothing: "реально", "вы знаете"."""

    @classmethod
    def of(
        cls, parse: Parse, interrogative: Interrogative, fillers: Collection[str], words: Words
    ) -> Circumstances:
        """Those of a question."""
        verbs, adverbs, whom, nouns, ways, only = [], [], [], [], [], []
        addressed = _addressed(parse)
        slight = {
            one.index for one in parse.tokens if one.folded in words.slight or one.lemma in words.slight
        }
        for one in parse.tokens:
            if one.folded in words.only and _is_before_name(one, parse):
                only.append(one)
            if not one.is_word or one.index in slight or one.folded in fillers or one.lemma in fillers:
                continue
            covered = interrogative.covers(one.span) or parse.quotes_hold(one.span)
            if covered or not is_said_outright(one, parse):
                continue
            if one.pos == "VERB" and one.head == ROOT and one.index not in addressed:
                verbs.append(one)
            elif _is_adverb(one, parse) or _is_predicate(one):
                adverbs.append(one)
            elif one.pos in {"NOUN", "PROPN"}:
                before = _prepositions(one, parse)
                if before or one.relation in GIVEN:
                    nouns.append(one)
                if not before and one.pos == "NOUN" and one.text.islower():
                    whom.append(one)
                if not before.isdisjoint(words.ways):
                    ways.append(one.index)
        set_aside = frozenset([parse.tokens[one].text for one in slight | addressed])
        return cls(
            tuple(verbs),
            tuple(adverbs),
            tuple(whom),
            tuple(nouns),
            frozenset(ways),
            tuple(only),
            set_aside,
        )


def left_of_several(
    attempt: Attempt, said: Circumstances, parse: Parse, asked: Token | None
) -> tuple[str, ...]:
    """The words that an attempt leaves, though they say which of its values are asked for.

    What lists works, people or places by what they have to do with a name, leaves none, nor does a composed form where
    several are asked for leave any word. Otherwise no adverb is left where there are or may be several, and no way
    where several are asked for.
    """
    reading = attempt.reading
    proposal, name = reading.proposal, reading.candidate
    left = [one for one in reading.unexplained if one not in said.slight]
    many, several = len(attempt.accepted) > 1, asked is not None and asked.number == "plur"
    if many and several and said.only and not any(isinstance(one, Without) for one in walk(attempt.form)):
        return tuple(one.text for one in said.only)
    if proposal is None or name is None:
        if asked is None or not (many and several):
            return ()
        known = {asked.text, *(one.text for one in said.verbs if RELATED in reading.why)}
        known |= {one.text for one in parse.tokens if _describes_named(one, parse)}
        return tuple(one for one in left if one not in known)
    if not many and not several:
        return ()
    listed = proposal.rule.direction == "reverse"
    own = {word.token.index for word in parse.words[name.mention.first : name.mention.last + 1]}
    above = {one for index in own for one in parse.ancestors(index)}

    def passed(one: Token) -> bool:
        within = proposal.span.covers(one.span) and not proposal.spells(one.folded)
        own_head = _is_predicate(one) or _is_of_deed(one, parse) or one.head in own
        return own_head and (one.text in left or within)

    def belongs(one: Token) -> bool:
        """Whether a noun says something of what is done, or is asked for, or of the name as the parser has it."""
        if one.index in above or one.text not in left or not (listed or one.index in said.ways):
            return False
        if not several and any(parse.tokens[below].pos == "PROPN" for below in parse.subtree(one.index)):
            return False  # "по мотивам романа Булгакова" may decorate the one that is asked for
        return one.head in own or (asked is not None and one.head == asked.index) or _is_of_deed(one, parse)

    words = [*filter(passed, said.adverbs)] if listed or several or asked is None else []
    words += [one for one in said.verbs if listed and one.text in left and not reading.likened]
    words += filter(belongs, said.nouns) if listed or (several and many) else ()
    if asked is None and many and CAST in properties(attempt.form):  # but one of them played him
        words += [
            one for one in said.whom if one.text in left and one.index > max(own) and one.index not in above
        ]
    return tuple(one.text for one in words if one.index not in own)


def beside_whom(parse: Parse) -> tuple[Token, ...]:
    """The last word of each name that tells with whom: "в паре с **Нагиевым**"."""
    tokens = parse.tokens
    found = []
    for one in tokens:
        if one.text[:1].isupper() and one.pos == "PROPN" and not WITH.isdisjoint(_prepositions(one, parse)):
            after = (number for number in range(one.index + 1, len(tokens)) if not _goes_on(tokens[number]))
            found.append(tokens[next(after, len(tokens)) - 1])
    return tuple(one for one in found if not parse.quotes_hold(one.span))


def without_those_beside(attempt: Attempt, whom: Sequence[Token], store: Gatherer) -> Attempt:
    """An attempt without whom the question tells of beside those it asks for: nobody is in a pair with himself."""
    name = attempt.reading.candidate
    beside = [one for one in whom if name is None or not name.mention.span.overlaps(one.span)]
    facts = store.gather(lambda: WantedFacts([], about=entity_ids(attempt.accepted))) if beside else None
    if facts is None:
        return attempt
    said = {lemma for one in beside for lemma in lemmas(one.folded)}

    def is_one(value: Value) -> bool:
        label = words_of(facts.label(entity_id(value.value) or "") or "")
        return any(not said.isdisjoint((word, *lemmas(word))) for word in label)

    left = tuple(one for one in attempt.accepted if not is_one(one))
    return replace(attempt, accepted=left, overlooked=() if left else tuple(one.text for one in beside))


def _goes_on(token: Token) -> bool:
    return token.pos == "PROPN" and token.text[:1].isupper()


def is_said_outright(token: Token, parse: Parse) -> bool:
    """Whether a word stands in no clause or apposition that only describes."""
    above = (parse.tokens[one] for one in (token.index, *parse.ancestors(token.index)))
    return not any(
        (one.head != ROOT and one.relation in CLAUSES) or may_be(one.folded, "PRTF") for one in above
    )


def _is_of_deed(token: Token, parse: Parse) -> bool:
    """Whether a word hangs on what the question says is done."""
    return token.head != ROOT and (verb := parse.tokens[token.head]).head == ROOT and verb.pos in DEEDS


def _is_adverb(token: Token, parse: Parse) -> bool:
    if token.pos != "ADV" or token.relation != "advmod" or token.head == ROOT:
        return False
    return _is_of_deed(token, parse) or parse.tokens[token.head].pos == "PROPN"


def _describes_named(token: Token, parse: Parse) -> bool:
    """Whether an adjective describes what is named behind its noun: "**фирменный** поезд «Россия»"."""
    kids = parse.children[token.head] if token.relation == "amod" and token.head != ROOT else ()
    return any(one > token.head and parse.tokens[one].relation == "appos" for one in kids)


def _is_predicate(token: Token) -> bool:
    """Whether an adjective says something, rather than which is meant, or a word compares."""
    if token.features.get("Degree") == "Cmp":
        return True
    return token.pos == "ADJ" and (token.features.get("Variant") == "Short" or token.relation == "xcomp")


def _addressed(parse: Parse) -> set[int]:
    """What is said of whom the question is put to: "какие романы вы знаете", "можете назвать"."""
    tokens = parse.tokens
    second = {one.index for one in tokens if one.features.get("Person") == "2"}
    own = second | {tokens[one].head for one in second if tokens[one].head != ROOT}
    return own | {one.index for one in tokens if one.relation == "xcomp" and one.head in own}


def _is_before_name(token: Token, parse: Parse) -> bool:
    """Whether a word stands right before a name, but for a preposition, and is not denied."""
    behind = (one for one in parse.tokens[token.index + 1 :] if one.pos != "ADP")
    named = next((one.text[:1].isupper() and one.pos == "PROPN" for one in behind), False)
    return named and not (token.index and parse.tokens[token.index - 1].folded == "не")


def _prepositions(noun: Token, parse: Parse) -> frozenset[str]:
    """The prepositions before a noun."""
    children = (parse.tokens[one] for one in parse.children[noun.index])
    return frozenset([one.folded for one in children if one.relation == "case"])
