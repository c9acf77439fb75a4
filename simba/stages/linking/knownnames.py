"""Stage 4, for follow-ups: names whose entities are known beforehand are linked to these and to nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from simba.context import Naming
from simba.kb.facts import FactStore
from simba.kb.indexed import IndexedName
from simba.russian.names import exact_key, words_of
from simba.russian.text import Span
from simba.stages.links import Candidate, Links, LinkScore
from simba.stages.mentions import Mention, mention_at
from simba.stages.parse import Parse

KNOWN = LinkScore(1.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
"""What links a name that need not be looked for: as well as the best known bearer of a name is linked by it."""


def with_known(parse: Parse, links: Links, known: Sequence[Naming], store: FactStore) -> Links:
    """The links where the words that are known stand for their entities alone; best first."""
    if not known:
        return links
    mentions = [(mention, one.entity) for one in known for mention in _mentions(parse, one.text)]
    own = {one.entity.id: one.entity for one in reversed(links.candidates)}
    missing = {entity for _, entity in mentions if entity not in own}
    texts = store.describe(missing) if missing else store
    found = [
        Candidate(
            mention,
            own.get(entity) or _entity(entity, texts.label(entity) or mention.text, store),
            "exact",
            sum(KNOWN),
            KNOWN,
            None,
        )
        for mention, entity in mentions
    ]
    others = [
        one
        for one in links.candidates
        if not any(one.mention.span.overlaps(mention.span) for mention, _ in mentions)
    ]
    return replace(links, candidates=tuple(sorted([*found, *others], key=lambda one: -one.score)))


def _mentions(parse: Parse, text: str) -> Iterator[Mention]:
    """Where the text stands in the question as whole words."""
    start = parse.text.find(text)
    while start >= 0:
        span = Span(start, start + len(text))
        inside = [number for number, word in enumerate(parse.words) if span.covers(word.span)]
        if inside:
            quoted = parse.quotes_hold(span)
            yield mention_at(parse, inside[0], inside[-1], "quote" if quoted else "name")
        start = parse.text.find(text, span.stop)


def _entity(identifier: str, label: str, store: FactStore) -> IndexedName:
    classes = tuple(sorted(store.classes(identifier)))
    return IndexedName(identifier, label, "label", 0, classes, "", exact_key(words_of(label)))
