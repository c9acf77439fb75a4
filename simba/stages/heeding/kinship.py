"""Whether who is asked about is whose kin the question says: "Александр, брат Ленина" is no Alexander of others."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial

from simba.kb.facts import Gatherer, WantedFacts
from simba.kb.indexed import HUMAN
from simba.query import Entity, Hop, path
from simba.stages.attempts import Attempt
from simba.stages.links import Candidate
from simba.stages.mentions import Mention
from simba.stages.parse import Parse, Token

KIN = path("P22|P25|P26|P40|P3373")
"""Father, mother, spouse, child and sibling."""


def untrue_kin(
    attempt: Attempt, parse: Parse, candidates: Sequence[Candidate], close: Collection[str], store: Gatherer
) -> tuple[str, ...]:
    """The noun that says whose kin somebody is, and that name, if kin of one of them is known, but not so."""
    name = attempt.reading.candidate
    if name is None or HUMAN not in name.entity.classes:
        return ()
    for noun, owner in _said(parse, name.mention, close):
        people = (one for one in candidates if HUMAN in one.entity.classes)
        owners = {one.entity.id for one in people if one.mention.span.overlaps(owner.span)}
        if not owners or name.entity.id in owners:
            continue
        pairs = [(name.entity.id, one) for one in sorted(owners)]
        if store.joined(pairs):
            continue
        known = [Hop(Entity(one), KIN) for one in (name.entity.id, *sorted(owners))]
        facts = store.gather(partial(WantedFacts, known))
        if any(facts.values(one).values for one in known):
            return noun.text, owner.text
    return ()


def _said(parse: Parse, name: Mention, close: Collection[str]) -> Iterator[tuple[Token, Token]]:
    """The nouns of kin that stand in apposition with a name, each with whose kin that is."""
    first = parse.words[name.first].token
    own = {parse.words[number].token.index for number in range(name.first, name.last + 1)}
    for noun in parse.tokens:
        if noun.lemma not in close or noun.index in own:
            continue
        for kid in parse.children[noun.index]:
            owner = parse.tokens[kid]
            if owner.relation != "nmod" or owner.index in own:
                continue
            apart = first.head == noun.index or first.features.get("Case") != owner.features.get("Case")
            behind = first.relation in {"appos", "flat:name"} and first.head in {noun.index, owner.index}
            if (behind and apart) or (noun.relation == "appos" and noun.head in own):
                yield noun, owner
