"""One question tried on the rules: what fired and where it is written, what became of it, and what came close."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from simba.answer import Answer
from simba.display.narration import DIRECTIONS, TYPES
from simba.reasoning import Reasoning
from simba.russian.text import clean
from simba.stages.properties import PropertyCandidate, propose
from simba.system import Simba
from simba.trace import without_gaps
from simba.workbench.bench import Bench
from simba.workbench.near import near_misses


@dataclass(frozen=True, slots=True)
class Place:
    """An expression with its rule's property and where it is written."""

    property: str
    name: str
    direction: str
    file: str
    line: int
    expression: str

    def title(self) -> str:
        """The property as people read it."""
        reverse = f", {DIRECTIONS['reverse']}" if self.direction == "reverse" else ""
        return f"{clean(self.name)} ({self.property}){reverse}"


@dataclass(frozen=True, slots=True)
class Fired:
    """A rule that fired: on which words, and the rank and score of its first query or why it has none."""

    place: Place
    words: str
    priority: int
    rank: int | None
    score: float | None
    """What the rank is by: also of queries that were not tried, as one before them had an answer."""
    dropped: str | None


@dataclass(frozen=True, slots=True)
class Near:
    """A rule that would fire but for one word."""

    place: Place
    how: str


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of one question."""

    answer: Answer
    ranked: tuple[Fired, ...]
    """What led to queries, in the order in which these are tried."""
    dropped: tuple[Fired, ...]
    near: tuple[Near, ...]
    fired: bool
    """Whether some rule fired that can answer."""

    def as_dict(self) -> dict[str, Any]:
        """The trial as plain data; ``answer`` is that of ``simba ask --json --trace``."""
        return {
            "question": self.answer.question,
            "ranked": [asdict(fired) for fired in self.ranked],
            "dropped": [asdict(fired) for fired in self.dropped],
            "near": [asdict(near) for near in self.near],
            "answer": self.answer.as_dict(trace=True),
        }


def try_question(bench: Bench, simba: Simba, question: str) -> Trial:
    """Answer a question by the bench's rules, and look at what the rules did."""
    simba.use(bench.rules, bench.interrogatives)
    answer, reasoning = simba.reason(question)
    parse, interrogative = reasoning.parse, reasoning.interrogative
    proposals = propose(bench.rules, parse, interrogative)  # also where no name was found to ask about
    found: dict[tuple[str, int, str], Fired] = {}
    for candidate in (*proposals.candidates, *proposals.unfit):
        words = without_gaps(parse.text, candidate.span, candidate.gaps)
        unfit = candidate in proposals.unfit
        rank, score = (None, None) if unfit else _rank(reasoning, candidate)
        why = None if rank else _misfit(reasoning, candidate) if unfit else _why(answer, reasoning, candidate)
        place = _place(bench, candidate.pattern)
        fired = Fired(place, clean(words), candidate.rule.priority, rank, score, why)
        found.setdefault((candidate.rule.property, candidate.pattern, words), fired)
    ranked = sorted((fired for fired in found.values() if fired.rank), key=lambda fired: fired.rank or 0)
    return Trial(
        answer,
        tuple(ranked),
        tuple(fired for fired in found.values() if not fired.rank),
        tuple(
            Near(_place(bench, miss.pattern), clean(str(miss)))
            for miss in near_misses(bench, parse, interrogative, proposals)
        ),
        bool(proposals.candidates),
    )


def _place(bench: Bench, pattern: int) -> Place:
    rule, expression = bench.sources[pattern]
    text = rule.text
    return Place(
        text.property, text.name, text.direction, str(rule.path), rule.line(expression), expression.text
    )


def _rank(reasoning: Reasoning, candidate: PropertyCandidate) -> tuple[int, float] | tuple[None, None]:
    for number, query in enumerate(reasoning.ranking.readings, 1):
        if query.proposal == candidate:
            return number, round(query.score, 3)
    return None, None


def _misfit(reasoning: Reasoning, candidate: PropertyCandidate) -> str:
    expected = reasoning.interrogative.type
    wanted = TYPES.get(expected, expected) if expected else "что угодно"
    values = ", ".join(TYPES[kind] for kind in sorted(candidate.rule.answer)) or "что угодно"
    return f"спрашивается: {wanted}; значения правила: {values}"


def _why(answer: Answer, reasoning: Reasoning, candidate: PropertyCandidate) -> str:
    """Why a rule that can answer led to no query."""
    if not reasoning.candidates:
        return "не нашлось сущности, о которой спросить"
    if reasoning.interrogative.several or reasoning.interrogative.polar:
        return "вопрос не об одном факте"
    rule = candidate.rule
    for query in reasoning.ranking.readings:
        other = query.proposal.rule if query.proposal else None
        if other and (other.property, other.direction) == (rule.property, rule.direction):
            return "у того же свойства есть совпадение лучше"
    for linked, proposal, reason in reasoning.ranking.left_out:  # the likeliest entity comes first
        if proposal == candidate:
            if reason == "inside":
                return f"сработало внутри названия «{clean(linked.mention.text)}»"
            return "слишком много слов вопроса осталось не объяснено"
    return "проигрывает лучшему запросу"
