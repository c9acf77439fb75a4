"""Which questions no rule covers, and the words that a rule for them would have to know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simba.errors import SourceError
from simba.evaluation.blame import Oracle, diagnose
from simba.evaluation.datasets import read_questions
from simba.evaluation.gold import Question, read_gold
from simba.russian.text import Span
from simba.stages.evidence import Evidence
from simba.stages.interrogative import Interrogative
from simba.stages.mentions import Mention, find_mentions
from simba.stages.parse import Parse, Token
from simba.stages.properties import Proposals, propose
from simba.system import MAX_QUESTION, Simba
from simba.workbench.bench import parse
from simba.workbench.first import likeliest_name

ENOUGH = 0.3
"""Words that weigh less merely describe the entity ("великий русский поэт"); no rule would spell them out."""
CHECKED = frozenset({"person", "place", "group", "date"})
"""Where the noun after "какой" has one of these types, it says what the answer is, not what is asked about."""

Target = tuple[str, str]
"""A property and a direction."""


@dataclass(frozen=True, slots=True)
class Uncovered:
    """A question that no rule covers: what the reference asks for, and the words that call for a rule."""

    id: str
    text: str
    target: Target | None
    words: tuple[str, ...]
    """Lemmas."""
    proposed: tuple[Target, ...]
    """What the rules propose instead."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The uncovered questions of a file, and how many it was about."""

    questions: int
    uncovered: tuple[Uncovered, ...]
    skipped: int
    """Questions that rules cannot help: unanswerable ones, and of those without reference yes-no questions ..."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Uncovered questions that one rule might cover: of one property, or with one word in common."""

    target: Target | None
    name: str | None
    ruled: bool
    """Whether the property has a rule, in whatever direction: one to add phrases to, or to look at."""
    words: tuple[tuple[str, int], ...]
    """Lemmas with the number of questions that have them, most frequent first."""
    questions: tuple[Uncovered, ...]

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "property": self.target and self.target[0],
            "direction": self.target and self.target[1],
            "name": self.name,
            "ruled": self.ruled,
            "count": len(self.questions),
            "words": [{"word": word, "count": count} for word, count in self.words],
            "questions": [
                {
                    "id": one.id,
                    "question": one.text,
                    "words": list(one.words),
                    "proposed": [{"property": prop, "direction": way} for prop, way in one.proposed],
                }
                for one in self.questions
            ],
        }


def questions_of(path: Path, skipped: Any) -> Sequence[Question]:
    """The questions of a RuBQ or QALD file with their reference, or of a text file, one a line, without."""
    if any(question.id_name for question in read_questions(path, skipped=lambda _: None)):
        return read_gold(path).questions
    lines = [question.text for question in read_questions(path, skipped=skipped)]
    found = [Question(str(number), text, ()) for number, text in enumerate(lines, 1) if text.strip()]
    if not found:
        raise SourceError(f"{path}: no questions")
    return found


def coverage(questions: Iterable[Question], simba: Simba) -> Coverage:
    """Put the questions to a system; where there is a reference, its property decides what is covered.

    Without one, a question is covered if a rule explains enough of it for a query, or proposes a property for
    an entity that the knowledge base does not have.
    """
    questions = list(questions)
    simba.load()
    oracle = Oracle(simba.store)
    referenced = any(question.properties or question.answers for question in questions)
    uncovered, skipped = [], 0
    for question in questions:
        if len(question.text) > MAX_QUESTION or (referenced and not question.answerable):
            skipped += 1
            continue
        reading = _Reading(question.text, simba)
        targets = _targets(question, reading.trace, oracle)
        if targets:
            if reading.proposed.isdisjoint(targets):
                uncovered.append(reading.uncovered(question, targets[0]))
        elif reading.covered is None:
            skipped += 1
        elif not reading.covered:
            uncovered.append(reading.uncovered(question, None))
    return Coverage(len(questions), tuple(uncovered), skipped)


def _targets(question: Question, trace: dict[str, Any], oracle: Oracle) -> list[Target]:
    """The properties of the reference, as it names them; in the direction that gives its answer, if one does."""
    both: list[Target] = [(prop, way) for way in ("forward", "reverse") for prop in question.properties]
    diagnosis = diagnose(question, trace, oracle, correct=False)
    if diagnosis is None or not diagnosis.one_hop:
        return both
    right = {(prop, way) for _, prop, way in diagnosis.targets}
    return [target for target in both if target in right] or both


class _Reading:
    """One question, as the rules and the linker read it."""

    def __init__(self, text: str, simba: Simba) -> None:
        self.answer = simba.answer(text)
        self.trace = self.answer.trace
        self._simba = simba
        self._parse: Parse = parse(text)
        self._interrogative: Interrogative = simba.interrogatives.find(self._parse)
        self._proposals: Proposals = propose(simba.rules, self._parse, self._interrogative)
        self.proposed = {(one.rule.property, one.rule.direction) for one in self._proposals.candidates}

    @property
    def covered(self) -> bool | None:
        """Whether a rule explains the question; None where no rule can: a yes-no question, one that names nothing."""
        if self._interrogative.polar or self._interrogative.several or self.answer.reason == "no_mention":
            return None
        return bool(self.trace["queries"]) or (self.answer.reason == "no_entity" and bool(self.proposed))

    def uncovered(self, question: Question, target: Target | None) -> Uncovered:
        """The question with the words that call for a rule.

        Where the reference tells that all rules which fired are wrong, these are all words beside the name; else
        those that no rule spells out, if there are any.
        """
        content = self._content(question)
        if target is None:
            rules = self._proposals.candidates
            content = [
                token for token in content if not any(one.explains(token.span) for one in rules)
            ] or content
        words = dict.fromkeys(token.lemma for token in content) or [self._interrogative.name or "-"]
        return Uncovered(question.id, question.text, target, tuple(words), tuple(sorted(self.proposed)))

    def _content(self, question: Question) -> list[Token]:
        asked, noun = self._interrogative, self._interrogative.noun
        evidence = Evidence(
            self._parse,
            asked,
            self._proposals.relational,
            self._simba.interrogatives.fillers,
            self._simba.lexicon,
            class_known=True,
        )
        mention = self._mention(question)
        weighed = evidence.beyond(mention, None) if mention else []
        content = [token for token, weight in weighed if weight >= ENOUGH]
        if noun is not None and asked.type not in CHECKED and noun not in content:
            content.append(noun)
        return content

    def _mention(self, question: Question) -> Mention | None:
        """The name that the question is about: the reference entity's, else that of the best query or candidate."""
        candidates, queries = self.trace["candidates"], self.trace["queries"]
        wanted = [*question.entities, *(query["entity"] for query in queries[:1])]
        ordered = [one for entity in wanted for one in candidates if one["entity"] == entity] + candidates
        mentions = find_mentions(self._parse, self._interrogative)
        spans = [Span(*one["span"]) for one in ordered[:1]]
        return next((one for one in mentions if one.span in spans), None) or likeliest_name(mentions)


def gaps_of(uncovered: Sequence[Uncovered], names: Mapping[str, str], ruled: Collection[str]) -> list[Gap]:
    """The questions grouped by property, the rest by their most frequent words; the largest group first.

    ``ruled`` are the properties that have a rule.
    """
    by_target: dict[Target, list[Uncovered]] = {}
    for one in uncovered:
        if one.target is not None:
            by_target.setdefault(one.target, []).append(one)
    gaps = [
        _gap(target, names.get(target[0]), target[0] in ruled, found) for target, found in by_target.items()
    ]
    gaps += [
        _gap(None, None, False, found) for found in _by_word([one for one in uncovered if one.target is None])
    ]
    return sorted(gaps, key=lambda gap: (-len(gap.questions), gap.target is None, gap.target or ("", "")))


def _gap(target: Target | None, name: str | None, ruled: bool, questions: Sequence[Uncovered]) -> Gap:
    return Gap(target, name, ruled, tuple(_counted(questions)), tuple(questions))


def _counted(questions: Iterable[Uncovered]) -> list[tuple[str, int]]:
    counts = Counter(word for one in questions for word in one.words)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _by_word(questions: list[Uncovered]) -> Iterator[list[Uncovered]]:
    """Groups of questions that share a word, the most frequent word first; each question is in one."""
    while questions:
        word = _counted(questions)[0][0]
        yield [one for one in questions if word in one.words]
        questions = [one for one in questions if word not in one.words]
