"""The report folder: a page that needs nothing else (index.html), results.json and results.md."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from simba.common.place import FolderKind
from simba.errors import SourceError
from simba.evaluation.blame import STAGES
from simba.evaluation.cells import (
    Document,
    calibration_tables,
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


def _is_report(folder: Path) -> bool:
    """Whether SimBa wrote the folder, by its results.json."""
    try:
        content = json.loads((folder / DATA).read_bytes())
        return isinstance(content["format"], int) and {"dataset", "system", "summary"} <= content.keys()
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return False


REPORT = FolderKind("a report", re.compile(r"index\.html|results\.(json|md)"), _is_report, SourceError)


def write_report(files: Mapping[str, str], folder: Path, kind: FolderKind = REPORT) -> Path:
    """Write the files, by their names, into a folder that appears whole or not at all and replaces an earlier report.

    Returns its path without links and dots. Raises `SourceError` where the folder holds anything that SimBa did not
    write, or cannot be written.
    """
    folder = check_folder(folder, kind)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        raise SourceError(f"{folder}: cannot be written: {error.strerror}") from None
    new = work / "new"
    try:
        new.mkdir()
        for name, content in files.items():
            (new / name).write_text(content, encoding="utf-8", errors="replace", newline="\n")
        kind.put(new, folder, work / "old")
    except OSError as error:
        raise SourceError(f"{folder}: cannot be written: {error.strerror}") from None
    finally:
        shutil.rmtree(new, ignore_errors=True)
        with suppress(OSError):  # holds the earlier report where something else came into that
            work.rmdir()
    return folder


def check_folder(folder: Path, kind: FolderKind = REPORT) -> Path:
    """The folder's path without links and dots.

    Raises `SourceError` where it is neither free, empty nor an earlier report, or where it could not be written.
    """
    folder = Path(os.path.realpath(folder))
    kind.check(folder)
    near = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if not near.is_dir() or not os.access(near, os.W_OK):
        raise SourceError(f"{folder}: cannot be written: {near} is no folder to write into")
    return folder


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
        calibration=calibration_tables(summary["calibration"]) if summary["calibration"] else [],
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
