"""Near misses: rules that would fire on a question but for one word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from simba.grammar.compiling import compile_pattern
from simba.grammar.literals import spaced
from simba.grammar.patterns import TIME_LIMIT, as_match
from simba.grammar.rules import RuleMatch
from simba.russian.morphology import all_forms, lemmas
from simba.russian.text import fold
from simba.stages.interrogative import Interrogative
from simba.stages.parse import Parse, Token
from simba.stages.properties import Proposals, answers
from simba.workbench.bench import Bench

Change = Literal["without", "instead", "lacking"]
CONTENT = frozenset({"NOUN", "VERB", "ADJ", "ADV", "NUM"})
"""Parts of speech of which a near miss must have matched a word: "кто" alone brings no rule near."""
COST: dict[Change, int] = {"instead": 0, "without": 2, "lacking": 5}
"""What each change takes from a near miss's worth, in letters matched."""
ASKING = frozenset({"кто", "что", "где", "когда", "кем", "кого", "чего", "как", "ак", "чей", "ей", "сколько"})
"""Where one of these is what is lacking ("ак" of "{какой}"), the rule asks otherwise rather than being near."""
MAX_NEAR = 8
MAX_LACKING = 150
SHORTEST = 3
"""Letters of what may be lacking: "к" or "у" stands for too much."""
"""Expressions that are tried with words put in."""
MAX_WITNESSES = 4
"""Words that are tried for one expression."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """An expression that would fire if one word were left out, in another form, or put in."""

    pattern: int
    """The expression's number in `Bench.sources`."""
    change: Change
    word: str
    """The question's word in the way; empty where one is lacking."""
    wanted: tuple[str, ...]
    """The form that would do instead, or strings of which one is lacking."""
    worth: int

    def __str__(self) -> str:
        if self.change == "without":
            return f"сработало бы без слова «{self.word}»"
        if self.change == "instead":
            return f"сработало бы, если бы вместо «{self.word}» стояло «{self.wanted[0]}»"
        return f"не хватает слова из: {', '.join(self.wanted)}"


def near_misses(
    bench: Bench, parse: Parse, interrogative: Interrogative, proposals: Proposals
) -> list[NearMiss]:
    """At most `MAX_NEAR` rules that did not fire but could answer, each by its nearest expression.

    The author's own come first, then those that match the most of the question.
    """
    words = [token for token in parse.tokens if token.is_word]
    fired = {
        (candidate.rule.property, candidate.rule.direction)
        for candidate in (*proposals.candidates, *proposals.unfit)
    }
    content = {
        token.index
        for token in words
        if token.pos in CONTENT and (interrogative.noun is not None or not interrogative.covers(token.span))
    }
    best: dict[tuple[str, str], NearMiss] = {}
    for change, word, wanted, kept, found in _all(bench, words, content):
        key = (found.rule.property, found.rule.direction)
        if key in fired or not answers(found.rule, interrogative):
            continue
        worth = _matched(bench, kept, found, content) - COST[change]
        if worth > 0 and (key not in best or best[key].worth < worth):
            best[key] = NearMiss(found.match.pattern, change, word, wanted, worth)
    return sorted(best.values(), key=lambda miss: (not bench.is_own(miss.pattern), -miss.worth))[:MAX_NEAR]


_Said = list[tuple[str, int | None]]
"""The words of a changed question, each with its token's index, also in another form; None for one put in."""
_Found = tuple[Change, str, tuple[str, ...], _Said, RuleMatch]


def _all(bench: Bench, words: list[Token], content: set[int]) -> Iterator[_Found]:
    said: _Said = [(token.folded, token.index) for token in words]
    for place, token in enumerate(words):
        without = [*said[:place], *said[place + 1 :]]
        for found in bench.rules.match(_text(without)):
            if _spans_place(without, found, place):
                yield "without", token.text, (), without, found
        for form in _other_forms(token):
            instead = [*said[:place], (form, token.index), *said[place + 1 :]]
            for found in bench.rules.match(_text(instead)):
                yield "instead", token.text, (form,), instead, found
    yield from _lacking(bench, words, said, content)


def _lacking(bench: Bench, words: list[Token], said: _Said, content: set[int]) -> Iterator[_Found]:
    """Expressions that hold a content word of the question and all else that they need but one string."""
    text = _text(said)
    contents = [token.folded for token in words if token.index in content]
    near = [
        (pattern, strings)
        for pattern, strings in _lacking_one(bench, text)
        if min(map(len, strings)) >= SHORTEST
        and ASKING.isdisjoint(string.strip() for string in strings)
        and any(_spelled_out(bench, pattern, word) for word in contents)
    ]
    for pattern, strings in near[:MAX_LACKING]:
        rule, _ = bench.sources[pattern]
        for witness in _witnesses(strings, rule.text.examples):
            found = _put_in(bench, pattern, said, witness)
            if found:
                yield "lacking", "", _shown(strings), *found
                break


def _put_in(bench: Bench, pattern: int, said: _Said, witness: str) -> tuple[_Said, RuleMatch] | None:
    """The question with a word put in, or in place of one of its own, where that makes the rule fire."""
    for place in range(len(said) + 1):
        for stop in (place, place + 1):
            changed = [*said[:place], (witness, None), *said[stop:]]
            match = next(_matches(bench, pattern, _text(changed)), None)
            if match:
                return changed, match
    return None


def _matches(bench: Bench, pattern: int, text: str) -> Iterator[RuleMatch]:
    """The matches of one expression that are not empty."""
    _, expression = bench.sources[pattern]
    try:
        for match in compile_pattern(expression.regex).finditer(text, timeout=TIME_LIMIT):
            if match.end() > match.start():
                yield RuleMatch(bench.owners[pattern], as_match(pattern, match))
    except TimeoutError:
        return


def _lacking_one(bench: Bench, folded: str) -> Iterator[tuple[int, frozenset[str]]]:
    """The expressions that lack one of the several things that they require, each with the strings that would do."""
    text = spaced(folded)
    for index, sets in enumerate(bench.required):
        required = [part for strings in sets for part in _single_words(strings)]
        if len(required) > 1:
            missing = [strings for strings in required if not any(literal in text for literal in strings)]
            if len(missing) == 1:
                yield index, missing[0]


def _single_words(strings: frozenset[str]) -> list[frozenset[str]]:
    """A literal of several words as several requirements."""
    return [frozenset({word}) for word in next(iter(strings)).split()] if len(strings) == 1 else [strings]


def _spelled_out(bench: Bench, pattern: int, word: str) -> bool:
    """Whether an expression requires a part of the word, rather than letting any word stand there."""
    return any(
        any(part in word for string in strings for part in string.split() if len(part) >= SHORTEST)
        for strings in bench.required[pattern]
    )


def _witnesses(strings: Iterable[str], examples: Iterable[str]) -> list[str]:
    """Whole words that hold one of the strings: as the rule's own examples have them, else the strings themselves."""
    wanted = sorted(strings)
    spoken = [" ".join(word.strip('.,!?:;"()') for word in fold(text).split()) for text in examples]
    found = dict.fromkeys(
        text[text.rfind(" ", 0, at + 1) + 1 : _end_of_word(text, at + len(string))].strip()
        for text in spoken
        for string in wanted
        if (at := text.find(string)) >= 0
    )
    return [word for word in (*found, *(string.strip() for string in wanted)) if word][:MAX_WITNESSES]


def _end_of_word(text: str, at: int) -> int:
    stop = text.find(" ", at)
    return len(text) if stop < 0 else stop


def _shown(strings: frozenset[str]) -> tuple[str, ...]:
    """Strings as beginnings of words, shortest list first; a few stand for many."""
    shown = sorted({f"{string.strip()}…" for string in strings})
    return tuple(shown[:6]) + (("…",) if len(shown) > 6 else ())


def _other_forms(token: Token) -> list[str]:
    """The other forms of a word's likeliest lemma, a verb's participles among them."""
    if not token.folded.isalpha() or token.pos not in CONTENT | {"PROPN", "DET", "PRON"}:
        return []
    return [form for form in all_forms(lemmas(token.folded)[0]) if form != token.folded]


def _text(said: _Said) -> str:
    return " ".join(word for word, _ in said)


def _places(said: _Said) -> Iterator[tuple[str, int, int, int | None]]:
    start = 0
    for word, index in said:
        yield word, start, start + len(word), index
        start += len(word) + 1


def _spans_place(said: _Said, found: RuleMatch, place: int) -> bool:
    """Whether the match reaches over the place of the word left out, or ends there."""
    start = len(_text(said[:place]))
    span = found.match.span
    return span.start <= start + 1 and start <= span.stop


def _matched(bench: Bench, said: _Said, found: RuleMatch, content: set[int]) -> int:
    """Letters of the question's content words that the expression spells out."""
    span, gaps = found.match.span, found.match.gaps
    return sum(
        stop - start
        for word, start, stop, index in _places(said)
        if index in content
        and span.start <= start
        and stop <= span.stop
        and not any(gap.start <= start and stop <= gap.stop for gap in gaps)
        and _spelled_out(bench, found.match.pattern, word)
    )
