"""Write the current figures into docs/results.md: every question set of ../shared, and the dev questions in detail.

python benchmarks/results.py        (needs ../shared; no question of the sets is copied)
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parent.parent
SHARED = REPOSITORY.parent / "shared"
SNAPSHOT, WORLD = SHARED / "kb" / "snapshot.nt.gz", SHARED / "complex" / "world.nt.gz"
PAGE = REPOSITORY / "docs" / "results.md"
KEPT = ("Correct", "Scores", "Abstained", "Stage recall", "Failures, by")
SETS = {
    "rubq/dev": "dev: tuned on",
    "rubq/dev2": "dev2: a third beyond one hop",
    "written/dev": "written: by independent authors",
    "complex/dev": "complex: beyond one fact",
}
SEEDS = (7, 11)
"""Of the facts that are taken out."""


def main() -> None:
    """Replace what stands between the page's marks."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plain, world = _built(folder / "plain", SNAPSHOT), _built(folder / "world", SNAPSHOT, WORLD)
        report = folder / "report"
        rows = [
            _row(title, _scored(dataset, world if dataset.startswith("complex") else plain, folder))
            for dataset, title in SETS.items()
        ]
        _simba("eval", str(SHARED / "rubq/dev.json"), "--kb", str(plain), "--report", str(report))
        details = (report / "results.md").read_text(encoding="utf-8")
        missing = [_missing(dataset, seed, folder) for dataset in ("rubq/dev", "rubq/dev2") for seed in SEEDS]
    header = (
        "| set | answerable correct | unanswerable abstained | precision | macro F1 |\n|---|---|---|---|---|"
    )
    out = "| facts taken out of | wrong of the questions picked |\n|---|---|"
    _write("all sets", "\n".join((header, *rows, "", out, *missing)))
    sections = re.split(r"^## ", details, flags=re.MULTILINE)
    tables = [f"### {section.strip()}" for section in sections if section.startswith(KEPT)]
    _write("figures", "\n\n".join(tables))


def _built(folder: Path, *sources: Path) -> Path:
    _simba("build", *map(str, sources), "--to", str(folder))
    return folder


def _scored(dataset: str, kb: Path, folder: Path) -> dict[str, Any]:
    """What `simba eval` says of a set."""
    path = folder / f"{dataset.replace('/', '-')}.json"
    with path.open("w", encoding="utf-8") as file:
        command = ("eval", str(SHARED / f"{dataset}.json"), "--kb", str(kb), "--json")
        subprocess.run([sys.executable, "-m", "simba", *command], check=True, stdout=file)
    scored: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return scored


def _row(title: str, scored: dict[str, Any]) -> str:
    rows = {row["label"]: row for row in scored["summary"]["rows"]}
    questions = scored["questions"]
    answered = [one for one in questions if one["answers"]]
    right = sum(one["correct"] for one in answered)
    macro = _mean(one["f1"] for one in questions)
    cells = [_share(rows[name]["count"], rows[name]["of"]) for name in ("Answerable", "Unanswerable")]
    return f"| {title} | {' | '.join(cells)} | {_share(right, len(answered))} | {macro:.1%} |"


def _missing(dataset: str, seed: int, folder: Path) -> str:
    """The share of wrong answers where the asked fact is not in the knowledge base."""
    reduced, pick = folder / f"out-{seed}.nt.gz", folder / f"pick-{seed}.json"
    questions = SHARED / f"{dataset}.json"
    script = [sys.executable, str(SHARED / "kb" / "take_out.py"), str(questions), str(SNAPSHOT)]
    subprocess.run([*script, str(reduced), str(pick), str(seed)], check=True)
    kb = _built(folder / f"out-{dataset.replace('/', '-')}-{seed}", reduced)
    scored, picked = _scored(dataset, kb, folder)["questions"], json.loads(pick.read_text(encoding="utf-8"))
    wrong = sum(bool(scored[place]["answers"]) and not scored[place]["correct"] for place in picked)
    return f"| {dataset.removeprefix('rubq/')}, seed {seed} | {_share(wrong, len(picked))} |"


def _share(count: int, of: int) -> str:
    return f"{count} of {of} ({count / of:.1%})" if of else "-"


def _mean(numbers: Iterable[float]) -> float:
    found = list(numbers)
    return sum(found) / len(found) if found else 0.0


def _write(mark: str, text: str) -> None:
    """Put a text between two marks of the page."""
    page = PAGE.read_text(encoding="utf-8")
    start, end = f"<!-- {mark} -->\n", f"<!-- end of {mark} -->"
    before, rest = page.split(start)
    PAGE.write_text(f"{before}{start}{text}\n{end}{rest.partition(end)[2]}", encoding="utf-8")


def _simba(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "simba", *arguments], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
