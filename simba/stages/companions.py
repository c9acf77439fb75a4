"""Stage 4, its end: names in a question that a statement joins tell of each other ("мост Шинкеля").

Of namesakes the joined one is likelier to be meant, and its companions merely say more of it: they ask for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TypeAlias

from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import Lexicon
from simba.stages.linking.overshadowing import overshadowed
from simba.stages.links import Candidate, Links
from simba.stages.parse import Parse

Joined: TypeAlias = Callable[[Collection[tuple[str, str]]], Collection[tuple[str, str]]]
"""Which pairs of entities a statement joins, one way or the other."""
MAX_JOINED = 10
"""Likeliest candidates among which companions are looked for: every pair of them is asked about."""
MIN_LINKED = 0.75
"""Linking score of a candidate that may be one."""


def accompany(
    parse: Parse, interrogative: Interrogative, links: Links, joined: Joined, lexicon: Lexicon
) -> Links:
    """The links, with the companions of each candidate that has some, which scores higher."""
    company = _company(parse, interrogative, links.candidates, joined, lexicon.words.apart)
    if not company:
        return links
    weights, noun = lexicon.weights.linking, interrogative.noun
    below = set() if noun is None else set(parse.subtree(noun.index))
    asked = {number for number, word in enumerate(parse.words) if word.token.index in below}
    candidates = [
        _with(one, company[id(one)], asked, weights.apart) if id(one) in company else one
        for one in links.candidates
    ]
    candidates.sort(key=lambda one: -one.score)
    return replace(links, candidates=tuple(overshadowed(candidates, weights)))


def _with(
    candidate: Candidate, company: Sequence[Candidate], asked: Collection[int], worth: float
) -> Candidate:
    """The candidate with its company; what tells of the asked thing ("в каком государстве Азии") is no help."""
    words = {number for one in company for number in range(one.mention.first, one.mention.last + 1)}
    words.difference_update(asked)
    if candidate.mention.first in asked or not words:
        words, worth = set(), 0.0
    return replace(
        candidate,
        score=candidate.score + worth,
        addends=candidate.addends._replace(companions=worth),
        companions=frozenset(words),
        company=frozenset(one.entity.id for one in company),
    )


def _company(
    parse: Parse,
    interrogative: Interrogative,
    candidates: Sequence[Candidate],
    joined: Joined,
    apart: Collection[str],
) -> dict[int, list[Candidate]]:
    """The companions of each candidate, by its identity."""
    asked = _asked(parse, interrogative)
    written = not parse.hasty and any(word.token.text[:1].isupper() for word in parse.words[1:])
    likely = [
        one
        for one in candidates
        if one.score >= MIN_LINKED
        and _is_proper(one, written)
        and not _is_apart(parse, one, apart)
        and one.mention.span.start not in asked
    ][:MAX_JOINED]
    pairs: dict[tuple[str, str], tuple[Candidate, Candidate]] = {}
    for one, other in combinations(likely, 2):
        if one.entity.id != other.entity.id and not one.mention.span.overlaps(other.mention.span):
            # What goes by a name and by its surname is meant by the likelier of these, the whole name.
            pairs.setdefault((one.entity.id, other.entity.id), (one, other))
    company: dict[int, list[Candidate]] = {}
    for pair in joined(pairs.keys()) if pairs else ():
        one, other = pairs[pair]
        company.setdefault(id(one), []).append(other)
        company.setdefault(id(other), []).append(one)
    return company


def _asked(parse: Parse, interrogative: Interrogative) -> set[int]:
    """Where the name begins that is itself asked for, if any: "какой Медичи"."""
    if interrogative.name != "какой" or interrogative.noun is not None:
        return set()
    end = max(one.stop for one in interrogative.removed)
    return {next((token.span.start for token in parse.tokens if token.span.start >= end), -1)}


def _is_proper(candidate: Candidate, written: bool) -> bool:
    """Whether it is a name, by quotes or its capital or, where the question has none, by that in the index."""
    mention = candidate.mention
    name = mention.text if written else candidate.entity.name
    return mention.source == "quote" or name[:1].isupper()


def _is_apart(parse: Parse, candidate: Candidate, apart: Collection[str]) -> bool:
    """Whether words before a name set it apart from what is asked: "после", "вместо", "вслед за"."""
    first = parse.words[candidate.mention.first].token.index
    return any(token.folded in apart for token in parse.tokens[max(0, first - 2) : first])
