"""What was decided, kept at once in a file beside the set: a line of JSON for each yes, no and edit."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, BinaryIO, Literal

from simba.common.lines import json_line, opened_alone, write_line
from simba.curation.entries import QuestionSet, SetQuestion
from simba.curation.suggestion import Suggestion
from simba.errors import SourceError
from simba.evaluation.sparql_json import as_results, bindings

Verdict = Literal["yes", "no", "edit"]
VERDICTS = ("yes", "no", "edit")
SUFFIX = ".decisions.jsonl"


@dataclass(frozen=True, slots=True)
class Decision:
    """What someone said to a suggestion."""

    place: int
    """The question's number in the set, from 1."""
    id: str
    verdict: Verdict
    field: str
    old: Any
    """The field's value before."""
    value: Any
    """The field's new value, as suggested or as edited."""
    kind: str
    why: str
    suggestion: str
    """The key of the suggestion."""
    by: str
    when: str
    """In ISO 8601, UTC."""

    @classmethod
    def on(
        cls, suggestion: Suggestion, entry: SetQuestion, verdict: Verdict, by: str, edited: Any = None
    ) -> Decision:
        """A decision of now."""
        return cls(
            entry.place,
            entry.id,
            verdict,
            suggestion.field,
            held(entry, suggestion.field),
            edited if verdict == "edit" else suggestion.value,
            suggestion.kind,
            "; ".join(map(str, suggestion.changes)),
            suggestion.key,
            by,
            datetime.now(timezone.utc).isoformat(timespec="seconds"),
        )


class Decisions:
    """The file of decisions on one set, to which one process at a time adds."""

    def __init__(self, path: Path, questions: QuestionSet) -> None:
        """Open the file, or make it with the first decision.

        Raises `SourceError` where it cannot be read, or holds the decisions on another set.
        """
        self.path = path
        self._digest = questions.digest
        self._stream: BinaryIO | None = None
        self._by_place: dict[int, list[Decision]] = defaultdict(list)
        if os.path.lexists(path):
            for decision in self._read():
                self._by_place[decision.place].append(decision)

    def of(self, entry: SetQuestion) -> tuple[Decision, ...]:
        """The decisions on a question, in order."""
        return tuple(self._by_place[entry.place])

    def replayed(self, entry: SetQuestion) -> tuple[SetQuestion, frozenset[str]]:
        """The question as it was decided, and the keys of the suggestions that were declined."""
        for decision in self.of(entry):
            if decision.verdict != "no":
                entry = decided(entry, decision.field, decision.value)
        return entry, frozenset(one.suggestion for one in self.of(entry) if one.verdict != "yes")

    def add(self, decision: Decision) -> None:
        """Keep a decision: it is on disk when this returns, whole or not at all. Raises `SourceError`."""
        try:
            if self._stream is None:
                self._stream = self._opened()
            write_line(self._stream, json_line(asdict(decision)))
        except OSError as error:
            raise SourceError(f"{self.path}: cannot be written: {error.strerror}; see --decisions") from None
        self._by_place[decision.place].append(decision)

    def close(self) -> None:
        """Close the file."""
        if self._stream is not None:
            self._stream.close()

    def _opened(self) -> BinaryIO:
        stream = opened_alone(self.path, SourceError)
        written = self.path.read_bytes()
        stream.truncate(written.rfind(b"\n") + 1)
        if b"\n" not in written:
            write_line(stream, json_line({"set": self._digest}))
        return stream

    def _read(self) -> Iterator[Decision]:
        try:
            lines = self.path.read_bytes().splitlines(keepends=True)
        except OSError as error:
            raise SourceError(f"{self.path}: cannot be read: {error.strerror}") from None
        if lines and not lines[-1].endswith(b"\n"):  # killed within a line, which `add` cuts off
            lines.pop()
        for number, line in enumerate(lines, 1):
            try:
                content = json.loads(line)
                if number == 1:
                    if content["set"] != self._digest:
                        raise SourceError(
                            f"{self.path}: holds decisions on another set, or the set was changed since;"
                            " move it away, or name another file with --decisions"
                        )
                    continue
                decision = Decision(**content)
                if decision.verdict not in VERDICTS or not isinstance(decision.place, int):
                    raise ValueError(decision.verdict)
            except (ValueError, TypeError, KeyError, RecursionError):
                raise SourceError(f"{self.path}:{number}: no decision; move the file away") from None
            yield decision


def beside(path: Path) -> Path:
    """Where the decisions on a set are kept."""
    return path.with_name(path.name.removesuffix(".json") + SUFFIX)


def decided(entry: SetQuestion, name: str, value: Any) -> SetQuestion:
    """The question with a new value of one of its fields (`Suggestion.field`)."""
    if name == "query":
        return replace(entry, query=value)
    if name == "answers":
        return replace(entry, answers=tuple(dict.fromkeys(bindings(value))))
    if name == "text":
        return replace(entry, text=value)
    if name == "duplicate":
        return replace(entry, duplicate=value)
    return replace(entry, fields={**entry.fields, name: value})


def held(entry: SetQuestion, name: str) -> Any:
    """What `decided` would put something else in the place of, in plain data."""
    if name == "answers":
        return [as_results(entry.answers)]
    if name in {"query", "text", "duplicate"}:
        return getattr(entry, name)
    return entry.fields.get(name)
