"""The report folder: a page that needs nothing else (index.html), results.json and results.md."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simba.errors import SourceError
from simba.evaluation import plots
from simba.evaluation.blame import RECALLS, STAGES
from simba.evaluation.outcome import Outcome
from simba.evaluation.printing import (
    comparison_lines,
    done,
    expected,
    failures,
    heading,
    interval,
    notes,
    percent,
)

if TYPE_CHECKING:
    from simba.evaluation.results import Evaluation

PAGE, DATA, TABLES = "index.html", "results.json", "results.md"
TEMPLATE = "report.html.jinja"


def write_report(evaluation: Evaluation, folder: Path) -> Path:
    """Write the three files into a folder that appears whole or not at all and replaces an earlier report.

    Raises `SourceError` where the folder holds something else or cannot be written.
    """
    check_folder(folder)
    files = {DATA: evaluation.to_json(), TABLES: evaluation.to_markdown(), PAGE: page(evaluation)}
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        raise SourceError(f"{folder}: cannot be written: {error.strerror}") from None
    try:
        work.chmod(0o755)
        new, old = work / "new", work / "old"
        new.mkdir()
        for name, content in files.items():
            (new / name).write_text(content, encoding="utf-8", errors="replace", newline="\n")
        if folder.exists():
            os.rename(folder, old)
        try:
            os.rename(new, folder)
        except OSError:
            if old.exists():
                os.rename(old, folder)
            raise
    except OSError as error:
        raise SourceError(f"{folder}: cannot be written: {error.strerror}") from None
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return folder


def check_folder(folder: Path) -> None:
    """Refuse a folder that is there and is neither empty nor an earlier report; raises `SourceError`."""
    try:
        if not folder.exists():
            near = next(parent for parent in folder.absolute().parents if parent.exists())
            if not near.is_dir() or not os.access(near, os.W_OK):
                raise SourceError(f"{folder}: cannot be written: {near} is no folder to write into")
        elif not folder.is_dir() or {path.name for path in folder.iterdir()} - {PAGE, DATA, TABLES}:
            raise SourceError(f"{folder}: is there and holds more than a report; name another folder")
    except OSError as error:
        raise SourceError(f"{folder}: cannot be read: {error.strerror}") from None


def page(evaluation: Evaluation) -> str:
    """The page; everything that comes from questions, answers or systems is escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(percent=percent, interval=interval)
    timings = evaluation.timings()
    return environment.get_template(TEMPLATE).render(
        heading=heading(evaluation),
        notes=notes(evaluation),
        evaluation=evaluation,
        summary=evaluation.summary,
        comparison=evaluation.comparison,
        comparison_lines=comparison_lines(evaluation.comparison) if evaluation.comparison else [],
        published=_published(evaluation.summary),
        timings=timings,
        abstention=plots.abstention(evaluation.summary),
        times=plots.times(timings["questions_ms"]),
        failures=[(label, [_failure(outcome) for outcome in group]) for label, group in failures(evaluation)],
        stages=STAGES,
        recalls=RECALLS,
        questions=[_question(outcome) for outcome in evaluation.outcomes],
    )


def _published(summary: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys(system for row in summary["rows"] for system in row["published"] or ()))


def _failure(outcome: Outcome) -> dict[str, str]:
    question = outcome.question
    return {"id": question.id, "text": question.text, "done": done(outcome), "expected": expected(outcome)}


def _question(outcome: Outcome) -> dict[str, Any]:
    """What the page's list shows of a question."""
    kept = outcome.as_dict()
    wrong = "wrong" if outcome.answered or outcome.error else "abstained"
    return {
        "id": kept["id"],
        "text": kept["question"],
        "tags": kept["tags"],
        "verdict": "correct" if outcome.score.correct else wrong,
        "stage": STAGES.get(outcome.stage or "", None),
        "also": [STAGES[stage] for stage in kept["failing"][1:]],
        "done": done(outcome),
        "expected": expected(outcome),
        "query": kept["query"],
        "gold": kept["gold"]["query"],
        "ms": round(1000 * outcome.seconds, 1),
        "trace": kept["trace"],
    }
