"""Stage 4: kin who are named by first name alone, among those that the facts tell: "сын Елизаветы II Чарльз"."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from simba.context import Naming
from simba.kb.facts import FactStore
from simba.kb.indexed import HUMAN
from simba.russian.declension import natural_order
from simba.russian.morphology import CASES, is_given_name, lemmas, readings
from simba.russian.names import words_of
from simba.stages.linking.knownnames import with_known
from simba.stages.links import Candidate, Links
from simba.stages.parse import Parse, Token

KIN = frozenset({"P22", "P25", "P26", "P40", "P3373"})
"""Father, mother, spouse, child and sibling."""
NAMESAKES = 3
"""Bearers of a name whose kin are looked at."""


def with_kin(parse: Parse, links: Links, close: Collection[str], store: FactStore) -> Links:
    """The links, where "сын X" with a first name behind it is the only one of X's kin who is called so."""
    named = [
        Naming(parse.text[noun.span.start : name.span.stop], kin)
        for noun, owners, name in _said(parse, links.candidates, close)
        if (kin := _called(name, owners, store)) is not None
    ]
    return with_known(parse, links, named, store)


def _said(
    parse: Parse, candidates: Sequence[Candidate], close: Collection[str]
) -> Iterator[tuple[Token, list[str], Token]]:
    """The nouns of kin, who may be meant by the name of whose kin that is, and the first name behind that."""
    for place, word in enumerate(parse.words):
        if word.token.lemma not in close:
            continue
        for number in range(place + 2, len(parse.words)):
            name = parse.words[number].token
            if not _is_first_name(parse, number) or not _agree(word.token, name):
                continue
            owners = [
                one.entity.id
                for one in candidates
                if (one.mention.first, one.mention.last) == (place + 1, number - 1)
                and HUMAN in one.entity.classes
            ]
            if owners:
                yield word.token, owners[:NAMESAKES], name


def _is_first_name(parse: Parse, number: int) -> bool:
    """Whether a word is a first name with no surname behind it."""
    token = parse.words[number].token
    after = parse.words[number + 1].token if number + 1 < len(parse.words) else None
    alone = after is None or after.index > token.index + 1 or not after.text[:1].isupper()
    return alone and token.text[:1].isupper() and is_given_name(token.folded)


def _agree(noun: Token, name: Token) -> bool:
    """Whether a name may stand in the case of the noun for whom it names."""
    tags = [tag for lemma, tag in readings(noun.folded) if lemma == noun.lemma]
    names = [tag for _, tag in readings(name.folded) if "Name" in tag]
    return any(case in tag and any(case in one for one in names) for tag in tags for case in CASES)


def _called(name: Token, owners: Collection[str], store: FactStore) -> str | None:
    """The only one of their kin whose first name it is."""
    neighbours = store.neighbours(owners)
    first = frozenset(lemmas(name.folded))
    found = set()
    for one in neighbours.found:
        words = words_of(natural_order(neighbours.texts.label(one.entity) or ""))
        if one.property in KIN and words and not first.isdisjoint(lemmas(words[0])):
            found.add(one.entity)
    return found.pop() if len(found) == 1 else None
