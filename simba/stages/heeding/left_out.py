"""What asks in a question, and a reading of one hop leaves out: it asks something of what the reading tells."""

from __future__ import annotations

from collections.abc import Collection

from simba.russian.morphology import is_given_name, readings
from simba.russian.text import fold
from simba.stages.attempts import Attempt
from simba.stages.interrogative import Interrogative
from simba.stages.parse import ROOT, Parse, Token

CLAUSES = frozenset({"acl:relcl", "advcl"})
PAIR = 2
"""An adjective and its noun."""


def left_out(
    attempt: Attempt,
    parse: Parse,
    interrogative: Interrogative,
    fillers: Collection[str],
    kin: Collection[str],
) -> tuple[str, ...]:
    """The words that ask something else, if any."""
    found = _in_front(attempt, parse, interrogative, fillers)
    if found or not attempt.reading.unexplained:
        return found
    return (
        _beside_clause(attempt, parse, interrogative)
        or _in_chain(attempt, parse, interrogative)
        or _done_by(attempt, parse, interrogative)
        or _of_kin(attempt, parse, kin)
        or _done_to_it(attempt, parse)
    )


def _done_to_it(attempt: Attempt, parse: Parse) -> tuple[str, ...]:
    """What somebody also did to what is named, left over: not all who starred in a film starred "и написали к нему
    сценарий".
    """
    left = attempt.reading.unexplained
    return tuple(
        verb.text
        for one in parse.tokens
        if one.pos == "PRON" and one.features.get("Person") == "3" and not one.relation.startswith("nsubj")
        if (verb := parse.tokens[one.head]).pos == "VERB" and verb.text in left and _is_joined(parse, verb)
    )


def _is_joined(parse: Parse, verb: Token) -> bool:
    """Whether a verb says more of who does what another says."""
    kids = [parse.tokens[one] for one in parse.children[verb.index]]
    joined = any(kid.relation == "cc" for kid in kids)
    return joined and not any(kid.relation.startswith("nsubj") for kid in kids)


def _beside_clause(attempt: Attempt, parse: Parse, interrogative: Interrogative) -> tuple[str, ...]:
    """What asks, where a rule knows but the words of a clause: who reigned when something was invented is not told by
    who invented it.
    """
    proposal, left = attempt.reading.proposal, attempt.reading.unexplained
    clauses = [{*parse.subtree(one.index)} for one in parse.tokens if one.relation in CLAUSES]
    if proposal is None or not clauses:
        return ()
    spelt = {
        one.index
        for one in parse.tokens
        if one.is_word and proposal.explains(one.span) and not interrogative.covers(one.span)
    }
    inside = next((one for one in clauses if spelt and spelt.issubset(one)), None)
    if inside is None or any(interrogative.covers(parse.tokens[one].span) for one in inside):
        return ()
    noun = interrogative.noun
    asking = [one for one in parse.tokens if one is noun or (one.head == ROOT and one.pos == "VERB")]
    return tuple(one.text for one in asking if one.index not in inside and one.text in left)


def _done_by(attempt: Attempt, parse: Parse, interrogative: Interrogative) -> tuple[str, ...]:
    """What is done, left over, by those whom a rule asks for: what a play's characters argue about is not told by who
    they are.
    """
    proposal, left = attempt.reading.proposal, attempt.reading.unexplained
    if proposal is None or proposal.asks or not interrogative.removed:
        return ()
    return tuple(
        parse.tokens[one.head].text
        for one in parse.tokens
        if one.relation == "nsubj"
        and parse.tokens[one.head].pos == "VERB"
        and parse.tokens[one.head].text in left
        and proposal.explains(one.span)
        and not interrogative.covers(one.span)
    )


def _in_chain(attempt: Attempt, parse: Parse, interrogative: Interrogative) -> tuple[str, ...]:
    """A noun left over in a chain of genitives, before the one by which a rule fired or between that and what is named:
    neither a director's namesake nor who directed a film's remake is the film's director.
    """
    proposal, left = attempt.reading.proposal, attempt.reading.unexplained
    if proposal is None:
        return ()
    found = []
    for before, one, after in zip((None, *parse.tokens), parse.tokens, parse.tokens[1:], strict=False):
        if one.text not in left or one is interrogative.noun or not _is_noun(one) or not _is_noun(after):
            continue
        above = not proposal.explains(one.span) and proposal.explains(after.span) and _is_genitive(after)
        between = before is not None and before.pos == "NOUN" and proposal.explains(before.span)
        if above or (between and _is_genitive(one) and _is_genitive(after)):
            found.append(one.text)
    return tuple(found)


def _of_kin(attempt: Attempt, parse: Parse, kin: Collection[str]) -> tuple[str, ...]:
    """Who is somebody's, left over: what somebody's mother died of is not what he died of; nor is "внук Толстого
    Александр" anybody of whom no more than that first name is said.
    """
    name, left = attempt.reading.candidate, attempt.reading.unexplained
    if name is None or attempt.reading.proposal is None or not name.mention.first:
        return ()
    words = parse.words
    place, first = name.mention.first - 1, words[name.mention.first].token
    mere = len(name.mention.words) == 1 and not name.company and is_given_name(first.folded)
    while mere and place and words[place].token.text in left and words[place].token.text[:1].isupper():
        place -= 1
    before = words[place].token
    if before.lemma not in kin or before.text not in left:
        return ()
    if place < name.mention.first - 1:
        return (before.text,)
    inflected = fold(name.mention.text) != fold(name.entity.name)
    return (before.text,) if inflected or first.relation == "nmod" else ()


def _in_front(
    attempt: Attempt, parse: Parse, interrogative: Interrogative, fillers: Collection[str]
) -> tuple[str, ...]:
    """An adjective with which a bare phrase begins, left over: a future president is not the president."""
    if interrogative.type is not None or interrogative.noun is not None or interrogative.removed:
        return ()
    if len(parse.tokens) < PAIR or not _is_noun(parse.tokens[1]):
        return ()
    adjective, proposal = parse.tokens[0], attempt.reading.proposal
    own = {lemma for lemma, tag in readings(adjective.folded) if tag.startswith("ADJF")}
    passed = (
        proposal is not None and proposal.explains(adjective.span) and not proposal.spells(adjective.folded)
    )
    over = bool(own) and (adjective.text in attempt.reading.unexplained or passed) and own.isdisjoint(fillers)
    return (adjective.text,) if over else ()


def _is_noun(token: Token) -> bool:
    """Whether a word is a common noun: with a capital, it is a name."""
    return token.pos == "NOUN" and token.text.islower()


def _is_genitive(token: Token) -> bool:
    return "gent" in readings(token.folded)[0][1]
