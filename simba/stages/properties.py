"""Stage 5: regex rules propose candidate properties, each with the words that fired it (the paper's section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from simba.grammar.rules import Rule, RuleBase, RuleMatch, RulePlace
from simba.russian.morphology import may_be
from simba.russian.text import Span, fold
from simba.stages.interrogative import Interrogative
from simba.stages.parse import EndFirst, Parse, Spoken, Token

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


EXACT = frozenset({"date", "number", "manner", "reason"})
"""Expected types that only a rule which names them can overrule ("каким методом", "на какой площади")."""
MAX_PROPOSALS = 100
"""Matches of rules that are looked at, the longest; an ordinary question has a dozen."""
MIN_SAID = 3
"""Letters that say more than a preposition does."""
NONSENSE = "щъщъ"
"""A word that no pattern spells out."""


STEM = 4
"""Letters by which a word is known in an expression."""


@dataclass(frozen=True, slots=True)
class PropertyCandidate:
    """A property that a rule proposes, the spans of the words that fired it, and what lies between them."""

    rule: Rule
    span: Span
    gaps: tuple[Span, ...]
    asks: bool
    """Whether the match spells the interrogative out: then the rule itself knows that its values answer it."""
    pattern: int = field(compare=False)
    """The rule base's number of the expression that fired: of several on the same words the first."""
    source: RulePlace | None = field(default=None, compare=False, repr=False)
    """Where that stands; None where no expression fired."""

    def explains(self, span: Span) -> bool:
        """Whether the match spelled this word out, rather than passing over it."""
        return self.span.covers(span) and not any(gap.overlaps(span) for gap in self.gaps)

    def spells(self, word: str) -> bool:
        """Whether the expression that fired has a word, rather than anything in its place."""
        return self.source is None or word[:STEM] in self.source.text

    def is_named_by(self, lemma: str) -> bool:
        """Whether a noun heads the property's name, so that its values are such: a town is a "порт приписки"."""
        return self.rule.direction == "forward" and fold(self.rule.name).partition(" ")[0] == lemma

    def says_what(self, interrogative: Interrogative) -> bool:
        """Whether the match spells out more than what asks: "чья музыка", "на чём играл", but not "откуда" alone."""
        return self.rule.direction != "reverse" and self.says_more(interrogative)

    def says_more(self, interrogative: Interrogative) -> bool:
        """Whether the match, whatever its direction, spells out more than what asks."""
        passed = {letter for gap in self.gaps for letter in range(gap.start, gap.stop)}
        asking = sum(
            len({*range(one.start, one.stop)} - passed)
            for one in interrogative.removed
            if self.span.covers(one)
        )
        return self.span.stop - self.span.start - len(passed) - asking > MIN_SAID


@dataclass(frozen=True, slots=True)
class Proposals:
    """What the rules say of a question: the candidates that can answer it, and all words that ask for some property."""

    candidates: tuple[PropertyCandidate, ...]
    relational: frozenset[int]
    """Nouns that alone made a rule fire ("жена", "автор"), whether or not that rule can answer."""
    unfit: tuple[PropertyCandidate, ...] = ()
    """What fired, but whose values are not what the interrogative expects."""


NOTHING_PROPOSED = Proposals((), frozenset())


def propose(rules: RuleBase, parse: Parse, interrogative: Interrogative) -> Proposals:
    """All properties whose rules fire and whose answer type the interrogative allows."""
    found: dict[PropertyCandidate, None] = {}
    unfit: dict[PropertyCandidate, None] = {}
    relational = set()
    for spoken in views(parse, interrogative):
        for fired in _longest(rules.match(spoken.text)):
            if _splits_person(spoken.text, fired):
                continue
            span, gaps = spoken.placed(fired.match.span, fired.match.gaps)
            noun = interrogative.noun if interrogative.noun and span.covers(interrogative.noun.span) else None
            if noun is not None and _any_noun_would_do(rules, fired, spoken, noun):
                gaps, noun = (*gaps, noun.span), None
            asks = any(
                span.covers(phrase) and not any(gap.covers(phrase) for gap in gaps)
                for phrase in interrogative.removed
            ) and (noun is interrogative.noun or not _contradicted(fired.rule, interrogative))
            if not asks and isinstance(spoken, EndFirst):
                continue
            pattern = fired.match.pattern
            candidate = PropertyCandidate(fired.rule, span, gaps, asks, pattern, rules.sources[pattern])
            words = [token for token in parse.within(span) if token.is_word]
            if len(words) == 1 and words[0].pos == "NOUN":
                relational.add(words[0].index)
            fits = answers(fired.rule, interrogative) or (asks and not _only_asks(candidate, interrogative))
            (found if fits else unfit).setdefault(candidate)
    return Proposals(tuple(found), frozenset(relational), tuple(unfit))


def _splits_person(text: str, fired: RuleMatch) -> bool:
    """Whether a match takes only the latter half of who somebody is: "оператор-постановщик" is no "постановщик"."""
    if "-" not in text:
        return False
    starts = [fired.match.span.start, *(gap.stop for gap in fired.match.gaps)]
    return any(
        start > 1 and text[start - 1] == "-" and may_be(text[: start - 1].rsplit(" ", 1)[-1], "NOUN,anim", 2)
        for start in starts
    )


def _longest(matches: Sequence[RuleMatch]) -> Sequence[RuleMatch]:
    """The matches in their order; of very many, the longest `MAX_PROPOSALS`."""
    if len(matches) <= MAX_PROPOSALS:
        return matches
    by_length = sorted(range(len(matches)), key=lambda number: -_length(matches[number]))
    return [matches[number] for number in sorted(by_length[:MAX_PROPOSALS])]


def _length(fired: RuleMatch) -> int:
    return fired.match.span.stop - fired.match.span.start


def _any_noun_would_do(rules: RuleBase, fired: RuleMatch, spoken: Spoken, noun: Token) -> bool:
    r"""Whether the rule fires on "какой \w+": then it explains nothing of the noun that is asked for."""
    matched = spoken.text[fired.match.span.start : fired.match.span.stop]
    return rules.fits(fired, matched.replace(noun.folded, NONSENSE, 1))


def views(parse: Parse, interrogative: Interrogative) -> list[Spoken]:
    """The question, without the adjectives of "в каком старинном русском городе", and as if the end that asks ("X умер
    от чего") stood first.
    """
    views = [Spoken(parse.tokens)]
    noun = interrogative.noun
    words = [token for token in parse.tokens if token.is_word]
    asking = [token for token in words if interrogative.covers(token.span)]
    if len(interrogative.removed) == 1 and len(asking) < len(words) and words[-len(asking) :] == asking:
        views.append(EndFirst(parse.tokens, asking[0].index))
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


def _contradicted(rule: Rule, interrogative: Interrogative) -> bool:
    """Whether the asked noun, which a rule does not know, says that another kind of thing is asked for."""
    if interrogative.type in EXACT:
        return True
    return rule.answer == {"person"} and (interrogative.type == "group" or _asks_for_a_thing(interrogative))


def _asks_for_a_thing(interrogative: Interrogative) -> bool:
    """Whether the asked noun, of which the dictionary knows no kind, is no living being: "какая вещь"."""
    noun = interrogative.noun
    return interrogative.type is None and noun is not None and noun.features.get("Animacy") == "Inan"


def _only_asks(proposal: PropertyCandidate, interrogative: Interrogative) -> bool:
    """Whether a rule for things spells out no more than the "кем был" of who did what follows."""
    return interrogative.agent and not proposal.says_more(interrogative)


def answers(rule: Rule, interrogative: Interrogative) -> bool:
    """Whether values of the rule's answer types are what the interrogative expects."""
    expected = interrogative.type
    if expected in {"reason", "manner"}:
        return False
    if expected is None and rule.answer == {"person"} and interrogative.noun is not None:
        return not _asks_for_a_thing(interrogative)
    if expected is None or expected == "name" or not rule.answer:
        return True
    if expected == "place" and "person" in rule.answer:
        return False
    return bool(rule.answer & COMPATIBLE[expected])
