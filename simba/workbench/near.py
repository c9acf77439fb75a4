"""Near misses: rules that would fire on a question but for one word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from simba.grammar.compiling import compile_pattern
from simba.grammar.literals import spaced
from simba.grammar.patterns import TIME_LIMIT, as_match
from simba.grammar.rules import RuleMatch
from simba.russian.morphology import all_forms, lemmas
from simba.russian.text import Span, fold
from simba.stages.interrogative import Interrogative
from simba.stages.parse import Parse, Token
from simba.stages.properties import Proposals, answers
from simba.workbench.bench import Bench, Key, parse

CONTENT = frozenset({"NOUN", "VERB", "ADJ", "ADV", "NUM"})
"""Parts of speech of which a near miss must have matched a word: "кто" alone brings no rule near."""
INFLECTED = CONTENT | {"PROPN", "DET", "PRON"}
INSTEAD, WITHOUT, LACKING = 0, 2, 5
"""What each change takes from a near miss's worth, in letters matched."""
MAX_NEAR = 8
MAX_LACKING = 150
"""Expressions that are tried with a word put in."""
SHORTEST = 3
"""Letters of what may be lacking: "к" or "у" stands for too much."""
SHOWN = 6
"""Strings, of those of which one is lacking, that are shown."""

_Words = list[tuple[str, int]]
"""The words of a changed question, each with its token's index; -1 for one put in."""


@dataclass(frozen=True, slots=True)
class NearRule:
    """An expression that would fire if one word were left out, in another form, or put in."""

    pattern: int
    """The expression's number in `Bench.sources`."""
    how: str
    """The change, as a Russian sentence."""
    worth: int
    """Letters that it matches, less what the change costs."""


def near_misses(
    bench: Bench, parsed: Parse, interrogative: Interrogative, proposals: Proposals
) -> list[NearRule]:
    """At most `MAX_NEAR` rules that did not fire but could answer, each by its nearest expression.

    The author's own come first, then those that match the most of the question.
    """
    tokens = [token for token in parsed.tokens if token.is_word]
    content = {
        token.index
        for token in tokens
        if token.pos in CONTENT and (interrogative.noun is not None or not interrogative.covers(token.span))
    }
    fired = {(one.rule.property, one.rule.direction) for one in (*proposals.candidates, *proposals.unfit)}
    best: dict[Key, NearRule] = {}
    for words, found, cost, how in _changed(bench, tokens, content):
        key = found.rule.property, found.rule.direction
        if key not in fired and answers(found.rule, interrogative):
            worth = _matched(bench, words, found, content) - cost
            if worth > 0 and (key not in best or best[key].worth < worth):
                best[key] = NearRule(found.match.pattern, how, worth)
    return sorted(best.values(), key=lambda miss: (not bench.is_own(miss.pattern), -miss.worth))[:MAX_NEAR]


def _changed(
    bench: Bench, tokens: list[Token], content: set[int]
) -> Iterator[tuple[_Words, RuleMatch, int, str]]:
    """What matches the question with one word changed: its words then, the match, what it costs, how it is told."""
    said: _Words = [(token.folded, token.index) for token in tokens]
    for place, token in enumerate(tokens):
        without = said[:place] + said[place + 1 :]
        gone = len(_text(said[:place]))
        for found in bench.rules.match(_text(without)):
            if found.match.span.start <= gone + 1 and gone <= found.match.span.stop:
                yield without, found, WITHOUT, f"сработало бы без слова «{token.text}»"
        for form in _other_forms(token):
            instead = [*said[:place], (form, token.index), *said[place + 1 :]]
            for found in bench.rules.match(_text(instead)):
                yield (
                    instead,
                    found,
                    INSTEAD,
                    f"сработало бы, если бы вместо «{token.text}» стояло «{form}»",
                )
    yield from _lacking(bench, said, {token.folded for token in tokens if token.index in content})


def _other_forms(token: Token) -> list[str]:
    """The other forms of a word's likeliest lemma, a verb's participles among them."""
    if not token.folded.isalpha() or token.pos not in INFLECTED:
        return []
    return [form for form in all_forms(lemmas(token.folded)[0]) if form != token.folded]


def _lacking(bench: Bench, said: _Words, contents: set[str]) -> Iterator[tuple[_Words, RuleMatch, int, str]]:
    """Expressions that hold a content word of the question and all else that they need but one string."""
    text = spaced(_text(said))
    tried = 0
    alternatives = [(pattern, one) for pattern, some in enumerate(bench.required) for one in some]
    for pattern, ordered in alternatives:
        rule, expression = bench.sources[pattern]
        needed = [part for strings in ordered for part in _apart(strings)]
        missing = [strings for strings in needed if not any(string in text for string in strings)]
        if len(needed) < 2 or len(missing) != 1 or min(map(len, missing[0])) < SHORTEST:
            continue
        if not any(_spelled_out(bench, pattern, word) for word in contents) or _asks(bench, missing[0]):
            continue
        tried += 1
        if tried > MAX_LACKING:
            return
        for word in _words_with(missing[0], rule.text.examples):
            for place in range(len(said) + 1):
                words = [*said[:place], (word, -1), *said[place:]]
                match = compile_pattern(expression.regex).search(_text(words), timeout=TIME_LIMIT)
                if match:
                    found = RuleMatch(bench.owners[pattern], as_match(pattern, match))
                    yield words, found, LACKING, _lacks(missing[0])


def _apart(strings: frozenset[str]) -> list[frozenset[str]]:
    """A string of several words as several requirements."""
    return [frozenset({word}) for word in next(iter(strings)).split()] if len(strings) == 1 else [strings]


def _asks(bench: Bench, strings: frozenset[str]) -> bool:
    """Whether what is lacking is an interrogative: then the rule asks otherwise rather than being near."""
    return any(bench.interrogatives.find(parse(string)).name for string in strings)


def _words_with(strings: frozenset[str], examples: Iterable[str]) -> list[str]:
    """Words of the rule's own examples that hold one of the strings, else the first string itself."""
    words = dict.fromkeys(word.strip('.,!?:;"()') for text in examples for word in fold(text).split())
    found = [word for word in words if any(string.strip() in word for string in strings)]
    return found[:2] or [min(strings).strip()]


def _lacks(strings: frozenset[str]) -> str:
    shown = sorted(f"{string.strip()}…" for string in strings)
    return f"не хватает слова из: {', '.join(shown[:SHOWN] + ['…'] * (len(shown) > SHOWN))}"


def _spelled_out(bench: Bench, pattern: int, word: str) -> bool:
    """Whether an expression requires a part of the word, rather than letting any word stand there."""
    return any(
        any(part in word for string in strings for part in string.split() if len(part) >= SHORTEST)
        for alternative in bench.required[pattern]
        for strings in alternative
    )


def _matched(bench: Bench, words: _Words, found: RuleMatch, content: set[int]) -> int:
    """Letters of the question's content words that the expression spells out."""
    span, gaps = found.match.span, found.match.gaps
    start = worth = 0
    for word, index in words:
        place = Span(start, start + len(word))
        passed = not span.covers(place) or any(gap.covers(place) for gap in gaps)
        if index in content and not passed and _spelled_out(bench, found.match.pattern, word):
            worth += len(word)
        start = place.stop + 1
    return worth


def _text(words: _Words) -> str:
    return " ".join(word for word, _ in words)
