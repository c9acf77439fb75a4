"""The report folder: a page that needs nothing else (index.html), results.json and results.md."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simba.common.pages import templates
from simba.common.place import FolderKind, having
from simba.common.whole import workplace
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

PAGE, DATA, TABLES = "index.html", "results.json", "results.md"
TEMPLATE = "report.html.jinja"


REPORT = FolderKind(
    "a report",
    re.compile(r"index\.html|results\.(json|md)"),
    having(DATA, "format", "dataset", "system", "summary"),
    SourceError,
)


def write_report(files: Mapping[str, str], folder: Path, kind: FolderKind = REPORT) -> Path:
    """Write the files, by their names, into a folder that appears whole or not at all and replaces an earlier report.

    Returns its path without links and dots. Raises `SourceError` where the folder holds anything that SimBa did not
    write, or cannot be written.
    """
    folder = check_folder(folder, kind)
    with workplace(folder, SourceError) as work:
        new = work / "new"
        try:
            new.mkdir()
            for name, content in files.items():
                (new / name).write_text(content, encoding="utf-8", errors="replace", newline="\n")
            kind.put(new, folder, work / "old")
        except OSError as error:
            raise SourceError(f"{folder}: cannot be written: {error.strerror}") from None
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
    environment = templates(Path(__file__).parent)
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


WIDTH, HEIGHT = 560, 260
LEFT, BOTTOM, TOP, RIGHT = 46, 34, 12, 24
POINTS = 60
"""About so many points of the line tell their threshold."""


def _x(share: float) -> float:
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def _y(share: float) -> float:
    return round(TOP + (1 - share) * (HEIGHT - TOP - BOTTOM), 1)


def abstention_plot(summary: dict[str, Any]) -> dict[str, Any]:
    """Share of questions abstained from (x) against the precision of what is answered (y), in pixels."""
    points = summary["calibration"]["curve"] if summary["calibration"] else []
    precision = summary["precision"]["share"]
    return {
        "line": " ".join(f"{_x(point['abstained'])},{_y(point['precision'])}" for point in points),
        "points": [
            {"x": _x(point["abstained"]), "y": _y(point["precision"]), **point}
            for point in points[:: max(1, len(points) // POINTS)]
        ],
        "here": {"x": _x(summary["abstained"]["share"]), "y": _y(precision)}
        if precision is not None
        else None,
        "x_ticks": [{"at": _x(number / 5), "text": f"{20 * number} %"} for number in range(6)],
        "y_ticks": [{"at": _y(number / 5), "text": f"{20 * number} %"} for number in range(6)],
        "bottom": _y(0),
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "width": WIDTH,
        "height": HEIGHT,
    }
