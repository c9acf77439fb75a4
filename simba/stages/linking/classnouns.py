"""The words around a name that may say what it is: "роман «Идиот»", "титаник фильм", "«Солярис», фильм Тарковского"."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import takewhile

from simba.stages.interrogative import Interrogative
from simba.stages.mentions import Mention
from simba.stages.parse import Parse, Token


def class_noun(parse: Parse, mention: Mention, naming: Collection[str]) -> Token | None:
    """The common noun before the name; quotes and words that merely say that a name follows may stand between."""
    index = parse.words[mention.first].token.index - 1
    while index >= 0 and (parse.tokens[index].folded == '"' or parse.tokens[index].folded in naming):
        index -= 1
    if index >= 0 and parse.tokens[index].pos == "NOUN" and not parse.tokens[index].text[:1].isupper():
        return parse.tokens[index]
    if index == 0 and parse.tokens[0].pos == "NOUN":
        return parse.tokens[0]
    return None


def class_before_whose(parse: Parse, mention: Mention) -> tuple[Token, ...]:
    """The common nouns before the name of those whose it is: "роман Стивенсона «...»", "песня группы Queen «...»"."""
    before = [
        token for token in parse.tokens[: parse.words[mention.first].token.index] if token.folded != '"'
    ]
    whose = len(before)
    while whose and before[whose - 1].text[:1].isupper():
        whose -= 1
    if mention.source != "quote" or whose == len(before):
        return ()
    return tuple(takewhile(lambda token: token.pos == "NOUN", reversed(before[max(0, whose - 2) : whose])))


def class_after(parse: Parse, interrogative: Interrogative, mention: Mention) -> tuple[Token, ...]:
    """The common noun right after the name, as in a search box: "титаник фильм", "пушкин поэт"."""
    index = parse.words[mention.last].token.index + 1
    if mention.source == "quote" and index < len(parse.tokens) and parse.tokens[index].folded == '"':
        index += 1
    noun = parse.tokens[index] if index < len(parse.tokens) else None
    if noun is None or noun.pos != "NOUN" or noun.folded != noun.lemma or interrogative.covers(noun.span):
        return ()
    return (noun,) if noun.text.islower() else ()


def class_told(parse: Parse, mention: Mention) -> Iterator[Token]:
    """The common nouns set off behind the name that say what it is: "«Солярис», фильм Тарковского"."""
    inside = {word.token.index for word in parse.words[mention.first : mention.last + 1]}
    for index, name in parse.told.items():
        if name in inside and parse.tokens[index].head == name and index not in inside:
            yield parse.tokens[index]


def deed(parse: Parse, mention: Mention) -> tuple[Token, ...]:
    """The verb that the name is the subject of, which may say what it is: what flows is a river."""
    inside = {word.token.index for word in parse.words[mention.first : mention.last + 1]}
    heads = (
        parse.tokens[index].head
        for index in sorted(inside)
        if parse.tokens[index].relation.startswith("nsubj") and parse.tokens[index].head not in inside
    )
    return tuple(parse.tokens[head] for head in heads if head >= 0 and parse.tokens[head].pos == "VERB")[:1]
