"""The report folder: a page that needs nothing else (index.html), results.json and results.md."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simba.errors import SourceError
from simba.evaluation.blame import STAGES
from simba.evaluation.cells import (
    Document,
    comparison_lines,
    done,
    expected,
    heading,
    interval,
    notes,
    percent,
)
from simba.evaluation.plot import abstention_plot

PAGE, DATA, TABLES = "index.html", "results.json", "results.md"
TEMPLATE = "report.html.jinja"


def write_report(files: Mapping[str, str], folder: Path) -> Path:
    """Write the files, by their names, into a folder that appears whole or not at all and replaces an earlier report.

    Raises `SourceError` where the folder holds something else or cannot be written.
    """
    check_folder(folder)
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


def page(document: Document) -> str:
    """The page's HTML, which loads nothing; everything that comes from questions, answers or systems is escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(percent=percent, interval=interval)
    summary, comparison = document["summary"], document["comparison"]
    return environment.get_template(TEMPLATE).render(
        document,
        heading=heading(document),
        notes=notes(document),
        comparison_lines=comparison_lines(comparison) if comparison else [],
        published=list(dict.fromkeys(system for row in summary["rows"] for system in row["published"] or ())),
        abstention=abstention_plot(summary),
        listed=[
            _listed(item, ms)
            for item, ms in zip(document["questions"], document["timings"]["questions_ms"], strict=True)
        ],
    )


def _listed(item: dict[str, Any], milliseconds: float) -> dict[str, Any]:
    """What the page's list shows of a question."""
    wrong = "wrong" if item["status"] == "answered" or item["error"] else "abstained"
    return {
        "id": item["id"],
        "text": item["question"],
        "tags": item["tags"],
        "verdict": "correct" if item["correct"] else wrong,
        "stage": STAGES.get(item["stage"]),
        "also": [STAGES[stage] for stage in item["failing"][1:]],
        "done": done(item),
        "expected": expected(item),
        "query": item["query"],
        "gold": item["gold"]["query"],
        "ms": round(milliseconds, 1),
        "trace": item["trace"],
    }
