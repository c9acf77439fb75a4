"""Scores of spans that a reader found for questions, as RuBQ 2.0 has them (section 5.2, Table 4).

A span is compared with each of an answer's labels and aliases, and the best counts: F1 over the bags of their tokens;
the same over lemmas, which the paper trusts most; F1 from the longest common subsequence of their characters. Each is
averaged over the questions; one without a span scores 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import orjson

from simba.errors import SourceError
from simba.russian.morphology import lemma
from simba.russian.names import words_of
from simba.russian.text import fold

MAX_SPAN = 400
"""Characters of a span, and of a name, that are compared."""
TABLE_4 = {
    "mBERT, SQuAD": (0.54, 0.70, 0.76),
    "mBERT, SberQuAD": (0.48, 0.62, 0.70),
    "mBERT, TyDi QA (ru)": (0.51, 0.67, 0.73),
}
"""The paper's: tokens, lemmas, common subsequence; on RuBQ's questions, which these may not be."""
COLUMNS = ("tokens", "lemmas", "subsequence")


@dataclass(frozen=True, slots=True)
class ReadingQuestion:
    """A question as a dataset has it."""

    uid: str
    names: tuple[str, ...]
    """All that its answers are called; none of one that has no answer."""
    text: str = ""
    paragraphs: tuple[int, ...] = ()
    """The numbers of those that answer it, where the dataset tells."""
    half: str | None = None
    """The part of the dataset that it belongs to, where it has parts."""


@dataclass(frozen=True, slots=True)
class ReadingScores:
    """What the spans score on average over the questions that have an answer."""

    tokens: float
    lemmas: float
    subsequence: float
    questions: int
    """With an answer."""
    given: int
    """Of these, with a span."""
    unanswerable: int
    """Questions that have no answer."""
    given_unanswerable: int
    """Of these, with a span all the same."""

    def __str__(self) -> str:
        return table({"these spans": self})

    def counts(self) -> str:
        """How many spans there are for how many questions."""
        counts = f"{self.given} spans for {self.questions} questions with an answer"
        counts += (
            f", {self.given_unanswerable} for {self.unanswerable} without one" if self.unanswerable else ""
        )
        return counts

    def as_dict(self) -> dict[str, Any]:
        """The scores as JSON, with the paper's Table 4."""
        own = asdict(self)
        paper = {name: dict(zip(COLUMNS, row, strict=True)) for name, row in TABLE_4.items()}
        return {**own, "paper": paper}


def table(scores: Mapping[str, ReadingScores]) -> str:
    """Scores beside the paper's, a named row each."""
    head = f"{'':28}{'tokens':>10}{'lemmas':>10}{'subsequence':>13}"
    rows = [_row(name, (one.tokens, one.lemmas, one.subsequence)) for name, one in scores.items()]
    rows += [_row(f"paper: {name}", row) for name, row in TABLE_4.items()]
    own = [one.counts() if len(scores) == 1 else f"{name}: {one.counts()}" for name, one in scores.items()]
    return "\n".join([head, *rows, "", *own])


def _row(name: str, row: Sequence[float]) -> str:
    return f"{name:28}{row[0]:10.2f}{row[1]:10.2f}{row[2]:13.2f}"


def score_spans(questions: Iterable[ReadingQuestion], spans: Mapping[str, str | None]) -> ReadingScores:
    """Score spans by their questions' numbers; one that is missing, None or empty is none."""
    sums, answerable, given, unanswerable, wrongly = [0.0, 0.0, 0.0], 0, 0, 0, 0
    for question in questions:
        span = spans.get(question.uid) or ""
        if not question.names:
            unanswerable += 1
            wrongly += bool(span)
            continue
        answerable += 1
        given += bool(span)
        for place, best in enumerate(span_scores(span, question.names)):
            sums[place] += best
    tokens, lemmas, common = (one / max(answerable, 1) for one in sums)
    return ReadingScores(tokens, lemmas, common, answerable, given, unanswerable, wrongly)


def span_scores(span: str, names: Iterable[str]) -> tuple[float, float, float]:
    """The best F1 of a span against any of the names: over tokens, lemmas, and of the common subsequence."""
    rows = [(_bags(span, name), _bags(span, name, lemma), _common(span, name)) for name in names]
    if not span or not rows:
        return 0.0, 0.0, 0.0
    tokens, lemmas, common = (max(column) for column in zip(*rows, strict=True))
    return tokens, lemmas, common


def _bags(span: str, name: str, form: Callable[[str], str] = str) -> float:
    one, other = (Counter(map(form, words_of(text[:MAX_SPAN]))) for text in (span, name))
    return _f1((one & other).total(), one.total(), other.total())


def _common(span: str, name: str) -> float:
    one, other = fold(span[:MAX_SPAN]).strip(), fold(name[:MAX_SPAN]).strip()
    before = [0] * (len(other) + 1)
    for char in one:
        row = [0]
        for place, letter in enumerate(other):
            row.append(before[place] + 1 if char == letter else max(before[place + 1], row[place]))
        before = row
    return _f1(before[-1], len(one), len(other))


def _f1(shared: int, one: int, other: int) -> float:
    return 2 * shared / (one + other) if shared else 0.0


# Files


def read_reading_questions(path: Path, names: Callable[[str], Sequence[str]]) -> list[ReadingQuestion]:
    """Questions of a JSON array, or of RuBQ's file: each a uid and answers, texts or RuBQ's objects.

    ``names`` tells what an entity is called, by its IRI. Raises `SourceError`.
    """
    content = _json(path)
    items = content.get("dataset", content.get("questions")) if isinstance(content, dict) else content
    if not isinstance(items, list) or not items:
        raise SourceError(f"{path}: no questions; a JSON array of objects with uid and answers is needed")
    found = []
    for number, item in enumerate(items, 1):
        if not isinstance(item, dict) or "uid" not in item or not isinstance(item.get("answers"), list):
            raise SourceError(f"{path}: question {number} has no uid or no list of answers")
        called: dict[str, None] = {}
        for answer in item["answers"]:
            if isinstance(answer, str):
                called[answer] = None
            elif isinstance(answer, dict):
                label, value = answer.get("label"), answer.get("value")
                own = names(value) if isinstance(value, str) and answer.get("type") == "uri" else ()
                literal = [value] if isinstance(value, str) and answer.get("type") != "uri" else []
                called.update(dict.fromkeys([*([label] if isinstance(label, str) else []), *own, *literal]))
        text = item.get("answer_text")
        if called and isinstance(text, str):
            called[text] = None
        asked, half = item.get("question", item.get("question_text")), item.get("half")
        found.append(
            ReadingQuestion(
                str(item["uid"]),
                tuple(name for name in called if name.strip()),
                asked if isinstance(asked, str) else "",
                _paragraphs(item),
                half if isinstance(half, str) else None,
            )
        )
    return found


def _paragraphs(item: Mapping[str, Any]) -> tuple[int, ...]:
    """The numbers of the paragraphs that answer, as RuBQ has them or as a plain list."""
    uids = item.get("paragraphs_uids", item.get("paragraphs"))
    uids = uids.get("with_answer") if isinstance(uids, dict) else uids
    return tuple(one for one in uids if isinstance(one, int)) if isinstance(uids, list) else ()


def read_spans(path: Path) -> dict[str, str | None]:
    """Spans by question: a JSON object of uid and span, or JSON lines with a uid and a span (or null).

    Raises `SourceError`.
    """
    lines = _bytes(path).splitlines()
    content = _loaded(b"\n".join(lines))
    if isinstance(content, dict) and "span" not in content:
        rows = list(content.items())
    else:
        objects = [_loaded(line) for line in lines if line.strip()]
        if not all(isinstance(one, dict) and "uid" in one and "span" in one for one in objects):
            raise SourceError(f"{path}: a span for each question is needed, as JSON lines of uid and span")
        rows = [(one["uid"], one["span"]) for one in objects]
    wrong = next((uid for uid, span in rows if span is not None and not isinstance(span, str)), None)
    if wrong is not None:
        raise SourceError(f"{path}: the span of {str(wrong)[:40]} is no text")
    return {str(uid): span for uid, span in rows}


def _json(path: Path) -> Any:
    content = _loaded(_bytes(path))
    if content is None:
        raise SourceError(f"{path}: no JSON")
    return content


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SourceError(f"{path}: cannot be read: {error.strerror}") from None


def _loaded(content: bytes) -> Any:
    try:
        return orjson.loads(content)
    except orjson.JSONDecodeError:
        return None
