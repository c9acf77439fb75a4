"""Stage 5: rules propose candidate properties, each with the words that fired it (the paper's section 5, regex rules)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from simba.interrogative import Interrogative
from simba.parse import Parse, Spoken
from simba.rules import Rule, RuleBase
from simba.text import Span

COMPATIBLE: dict[str, frozenset[str]] = {
    "person": frozenset({"person", "group"}),
    "group": frozenset({"group", "thing", "place"}),
    "place": frozenset({"place", "group"}),
    "date": frozenset({"date"}),
    "number": frozenset({"number"}),
    "text": frozenset({"text", "thing", "person"}),
    "thing": frozenset({"thing", "group", "place", "text"}),
}
"""Answer types of a rule that satisfy what the interrogative expects ("где учился" is answered by a university)."""


@dataclass(frozen=True, slots=True)
class PropertyCandidate:
    """A property that a rule proposes, the spans of the words that fired it, and what lies between them."""

    rule: Rule
    span: Span
    gaps: tuple[Span, ...]

    def explains(self, span: Span) -> bool:
        """Whether the match spelled this word out, rather than passing over it."""
        return self.span.covers(span) and not any(gap.overlaps(span) for gap in self.gaps)


def propose(rules: RuleBase, parse: Parse, interrogative: Interrogative) -> list[PropertyCandidate]:
    """All properties whose rules fire and whose answer type the interrogative allows."""
    found: dict[PropertyCandidate, None] = {}
    for spoken in _views(parse, interrogative):
        for fired in rules.match(spoken.text):
            gaps = tuple(spoken.span(gap) for gap in fired.match.gaps if gap.stop > gap.start)
            candidate = PropertyCandidate(fired.rule, spoken.span(fired.match.span), gaps)
            if _allowed(candidate, interrogative):
                found[candidate] = None
    return list(found)


def _views(parse: Parse, interrogative: Interrogative) -> list[Spoken]:
    """The question, and the question without the adjectives of "в каком старинном русском городе"."""
    views = [Spoken(parse.tokens)]
    noun = interrogative.noun
    if noun is not None:
        adjectives = {
            token.index
            for phrase in interrogative.removed
            for token in parse.within(phrase)
            if token.index < noun.index and token.pos in {"ADJ", "NUM", "PROPN"}
        }
        if adjectives:
            views.append(Spoken(token for token in parse.tokens if token.index not in adjectives))
    return views


def _allowed(candidate: PropertyCandidate, interrogative: Interrogative) -> bool:
    """Whether the rule answers what is asked; a pattern that spells the interrogative out knows best itself."""
    expected = interrogative.type
    if expected is None or expected == "name" or not candidate.rule.answer:
        return expected not in {"reason", "manner"} or _asks(candidate, interrogative)
    if expected in {"reason", "manner"}:
        return _asks(candidate, interrogative)
    return bool(candidate.rule.answer & COMPATIBLE[expected]) or (
        expected not in {"date", "number"} and _asks(candidate, interrogative)
    )


def _asks(candidate: PropertyCandidate, interrogative: Interrogative) -> bool:
    return any(candidate.explains(phrase) for phrase in interrogative.removed)


def properties_of(candidates: Iterable[PropertyCandidate]) -> list[str]:
    """The different properties among candidates, in their order."""
    return list(dict.fromkeys(candidate.rule.property for candidate in candidates))
