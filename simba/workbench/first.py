"""Which property comes first, as far as that can be told without a knowledge base.

An entity's own score is the same for every rule, so that rules are told apart by the rest of a query's score: what
they leave unexplained beside the name, their priority and the length of their match (`simba.stages.ranking`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from simba.stages.evidence import Evidence
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import Lexicon
from simba.stages.mentions import Mention, find_mentions
from simba.stages.parse import Parse
from simba.stages.properties import Proposals
from simba.stages.ranking import merit

Key = tuple[str, str]
"""A property and a direction."""


def comes_first(
    parse: Parse,
    interrogative: Interrogative,
    proposals: Proposals,
    fillers: Collection[str],
    lexicon: Lexicon,
) -> Key | None:
    """The property and direction of the best proposal; of equals the earlier rule's, as the ranking has it."""
    if not proposals.candidates:
        return None
    evidence = Evidence(parse, interrogative, proposals.relational, fillers, lexicon, class_known=True)
    weights = lexicon.weights.ranking
    mention = likeliest_name(find_mentions(parse, interrogative))
    beyond = evidence.beyond(mention, None) if mention else []
    outside = [
        one for one in proposals.candidates if mention is None or not evidence.fired_inside(mention, one)
    ]
    best = max(
        outside or proposals.candidates,
        key=lambda one: merit(one, weights) - weights.unexplained * evidence.explained(one).left(beyond),
    )
    return best.rule.property, best.rule.direction


def likeliest_name(mentions: Sequence[Mention]) -> Mention | None:
    """The first mention that looks like a name, else the first."""
    named = (one for one in mentions if one.source in {"quote", "name"})
    return next(named, None) or next(iter(mentions), None)
