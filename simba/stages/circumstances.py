"""How, where and with whom something was done says which of several are asked for: not all books that somebody wrote
are those that he dictated to his wife.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from simba.stages.attempts import Attempt
from simba.stages.interrogative import Interrogative
from simba.stages.parse import ROOT, Parse, Token

CLAUSES = frozenset({"acl", "acl:relcl", "advcl", "appos", "parataxis"})
"""Relations of what says more of a thing, whatever is asked of it."""
DEEDS = frozenset({"VERB", "ADJ"})
GIVEN = frozenset({"iobj", "obl"})
"""Relations of nouns to a verb, which need no preposition: "диктовал жене", "написал маслом"."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The words of a question that say so, in its main clause."""

    verbs: tuple[Token, ...] = ()
    adverbs: tuple[Token, ...] = ()
    """Those of the verb."""
    nouns: tuple[Token, ...] = ()
    """Those that hang on something by a preposition, or by a case that says as much."""
    ways: frozenset[int] = frozenset()
    """Those of the nouns whose preposition does not say where alone: "по реке", "с братом"."""

    @classmethod
    def of(
        cls,
        parse: Parse,
        interrogative: Interrogative,
        fillers: Collection[str],
        prepositions: Collection[str],
    ) -> Circumstances:
        """Those of a question; ``prepositions``: those of ways."""
        verbs, adverbs, nouns, ways = [], [], [], []
        for one in parse.tokens:
            if not one.is_word or one.folded in fillers or one.lemma in fillers:
                continue
            if (
                interrogative.covers(one.span)
                or parse.quotes_hold(one.span)
                or not _is_said_outright(one, parse)
            ):
                continue
            if one.pos == "VERB" and one.head == ROOT:
                verbs.append(one)
            elif one.pos == "ADV" and one.relation == "advmod" and _is_of_deed(one, parse):
                adverbs.append(one)
            elif one.pos in {"NOUN", "PROPN"}:
                before = _prepositions(one, parse)
                if before or one.relation in GIVEN:
                    nouns.append(one)
                if not before.isdisjoint(prepositions):
                    ways.append(one.index)
        return cls(tuple(verbs), tuple(adverbs), tuple(nouns), frozenset(ways))


def left_of_several(
    attempt: Attempt, said: Circumstances, parse: Parse, asked: Token | None
) -> tuple[str, ...]:
    """The words that an attempt leaves, though they say which of its values are asked for.

    What lists works, people or places by what they have to do with a name, leaves none. Otherwise no adverb is left
    where there are or may be several, and where several are asked for no way, nor a verb by a composed form.
    """
    reading = attempt.reading
    proposal, name, left = reading.proposal, reading.candidate, reading.unexplained
    many, several = len(attempt.accepted) > 1, asked is not None and asked.number == "plur"
    if proposal is None or name is None:
        verbs = said.verbs if many and several else ()
        return tuple(one.text for one in verbs if one.text in left)
    if not many and not several:
        return ()
    listed = many and proposal.rule.direction == "reverse"
    own = {word.token.index for word in parse.words[name.mention.first : name.mention.last + 1]}
    above = {one for index in own for one in parse.ancestors(index)}

    def passed(one: Token) -> bool:
        within = proposal.span.covers(one.span) and not proposal.spells(one.folded)
        return one.text in left or within

    def belongs(one: Token) -> bool:
        """Whether a noun says something of what is done, or is asked for, or of the name as the parser has it."""
        if one.index in above or one.text not in left or not (listed or one.index in said.ways):
            return False
        return one.head in own or (asked is not None and one.head == asked.index) or _is_of_deed(one, parse)

    words = [*filter(passed, said.adverbs)] if listed or several or asked is None else []
    words += [one for one in said.verbs if listed and one.text in left]
    words += filter(belongs, said.nouns) if listed or (several and many) else ()
    return tuple(one.text for one in words if one.index not in own)


def _is_said_outright(token: Token, parse: Parse) -> bool:
    """Whether a word stands in no clause or apposition that only describes."""
    above = (parse.tokens[one] for one in (token.index, *parse.ancestors(token.index)))
    return not any(one.head != ROOT and one.relation in CLAUSES for one in above)


def _is_of_deed(token: Token, parse: Parse) -> bool:
    """Whether a word hangs on what the question says is done."""
    return token.head != ROOT and (verb := parse.tokens[token.head]).head == ROOT and verb.pos in DEEDS


def _prepositions(noun: Token, parse: Parse) -> frozenset[str]:
    """The prepositions before a noun."""
    children = (parse.tokens[one] for one in parse.children[noun.index])
    return frozenset([one.folded for one in children if one.relation == "case"])
