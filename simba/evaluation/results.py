"""The result of an evaluation: its document (results.json), its text, its report."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any

from simba.common.lazy import cached_property
from simba.evaluation.compare import compare, read_earlier
from simba.evaluation.gold import Dataset
from simba.evaluation.outcome import Outcome
from simba.evaluation.printing import markdown, plain
from simba.evaluation.report import DATA, PAGE, TABLES, page, write_report
from simba.evaluation.tables import summary
from simba.grammar.files import files_of, layers
from simba.system import Simba
from simba.version import __version__

FORMAT = 1


def describe(system: object, simba: Simba | None, name: str | None) -> dict[str, Any]:
    """What was scored: a SimBa with its rules and knowledge base, or the name of another system."""
    if simba is None:
        return {"name": name or str(getattr(system, "__name__", type(system).__name__))}
    manifest = simba.kb.manifest
    return {
        "name": name or "SimBa",
        "version": __version__,
        "rules": _digest(layers(simba.own_rules)),
        "knowledge_base": {
            "sources": manifest.sources,
            "built": manifest.built,
            "labels": manifest.labels,
            "triples": manifest.triples,
            **({"endpoint": simba.endpoint} if simba.endpoint is not None else {}),
        },
    }


def _digest(folders: Sequence[Path]) -> str:
    """A digest of all rules, by which two evaluations tell whether they had the same."""
    digest = hashlib.sha256()
    for path in files_of(folders):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@dataclass(frozen=True)
class Evaluation:
    """A scored system: tables, every question's outcome, and how to show them."""

    dataset: Dataset
    system: dict[str, Any]
    outcomes: tuple[Outcome, ...]
    jobs: int = 1
    seconds: float = field(default=0.0, compare=False)
    comparison: dict[str, Any] | None = None
    answerability: dict[str, Any] | None = None
    """How it does on a benchmark of answerability (`simba.answerability.knowing`): figures, and "tables" of them."""

    @property
    def partial(self) -> bool:
        """Whether it was interrupted before all questions were asked."""
        return len(self.outcomes) < len(self.dataset.questions)

    @cached_property
    def summary(self) -> dict[str, Any]:
        """All tables in plain data."""
        return summary(self.outcomes)

    def compared(self, earlier: str | os.PathLike[str] | dict[str, Any]) -> Evaluation:
        """The same with a comparison against an earlier results.json (its path, its folder's or its content).

        Raises `SourceError` where that is none or about other questions.
        """
        name = "the earlier results" if isinstance(earlier, dict) else str(earlier)
        content = earlier if isinstance(earlier, dict) else read_earlier(earlier)
        comparison = compare(self.outcomes, content, name)
        return replace(self, comparison=comparison)

    def as_dict(self, *, traces: bool = True) -> dict[str, Any]:
        """The whole evaluation as results.json holds it; only "timings" differs between equal runs."""
        questions = [outcome.as_dict() for outcome in self.outcomes]
        if not traces:
            for question in questions:
                del question["trace"]
        return {
            "format": FORMAT,
            "dataset": {
                "name": self.dataset.name,
                "format": self.dataset.format,
                "sha256": self.dataset.digest,
                "questions": len(self.dataset.questions),
                "skipped": self.dataset.skipped,
            },
            "system": self.system,
            "partial": self.partial,
            "summary": self.summary,
            "comparison": self.comparison,
            "answerability": self.answerability,
            "questions": questions,
            "timings": self.timings(),
        }

    def timings(self) -> dict[str, Any]:
        """What differs from run to run: the machine, seconds in all, milliseconds of each question."""
        seconds = [outcome.seconds for outcome in self.outcomes]
        return {
            "python": platform.python_version(),
            "machine": platform.platform(),
            "jobs": self.jobs,
            "seconds": round(self.seconds, 3),
            "median_ms": round(1000 * median(seconds), 2) if seconds else None,
            "slowest_ms": round(1000 * max(seconds), 2) if seconds else None,
            "questions_ms": [round(1000 * second, 2) for second in seconds],
        }

    def to_json(self, *, traces: bool = True) -> str:
        """`as_dict` as text: one question a line, so that two files compare well."""
        return "".join(_json_lines(self.as_dict(traces=traces)))

    def to_markdown(self) -> str:
        """The tables and the failures in Markdown: results.md."""
        return markdown(self.as_dict(traces=False))

    def write_report(self, folder: str | os.PathLike[str]) -> Path:
        """Write a folder with index.html, results.json and results.md, whole or not at all; returns its path.

        Raises `SourceError` where the folder holds anything but an earlier report, or cannot be written.
        """
        files = {DATA: self.to_json(), TABLES: self.to_markdown(), PAGE: page(self.as_dict())}
        return write_report(files, Path(folder))

    def __str__(self) -> str:
        return plain(self.as_dict(traces=False))


def _json_lines(document: dict[str, Any]) -> Iterator[str]:
    opening = "{\n"
    for key, value in document.items():
        yield f"{opening}{_json(key)}: "
        if key == "questions":
            yield "[\n" + ",\n".join(map(_json, value)) + "\n]"
        else:
            yield _json(value) if key == "timings" else json.dumps(value, ensure_ascii=False, indent=1)
        opening = ",\n"
    yield "\n}\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
