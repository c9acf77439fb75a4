"""Write the current figures into docs/results.md: every question set of ../shared, and the dev questions in detail.

python benchmarks/results.py [--crowd]        (needs ../shared; no question of the sets is copied)

With ``--crowd`` also those in a crowd of 300,000 made-up entities, which takes ten minutes more.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from common import SHARED, SNAPSHOT, WORLD, evaluated, share, simba, write

KEPT = ("Correct", "Scores", "Abstained", "Stage recall", "Failures, by")
SETS = {
    "rubq/dev": "dev: tuned on",
    "rubq/dev2": "dev2: a third beyond one hop",
    "written/dev": "written: by independent authors",
    "complex/dev": "complex: beyond one fact",
}
PAPER = {
    "Answerable": (1920, 467, 517, 541, 485),
    "1-hop": (1460, 446, 449, 471, 472),
    "1-hop + reverse": (10, 0, 0, 1, 0),
    "1-hop + count": (3, 0, 1, 2, 0),
    "1-hop + exclusion": (17, 0, 1, 1, 0),
    "Multi-constraint": (304, 15, 60, 62, 11),
    "Multi-hop": (55, 2, 6, 3, 1),
    "Qualifier-constraint": (22, 4, 0, 0, 1),
    "Unanswerable": (410, 216, 24, 29, 356),
    "Total": (2330, 683, 541, 570, 841),
}
"""RuBQ 2.0, Table 3: test questions, and those that DeepPavlov, QAnswer (Russian, English) and SimBa got right."""
SEEDS = (7, 11)
"""Of the facts that are taken out."""
CROWD, SIZE = SHARED / "kb" / "crowd.py", 300_000
Scored = dict[str, Any]
"""What `simba eval --json` says of a set."""
Questions = Sequence[dict[str, Any]]


def main() -> None:
    """Replace what stands between the page's marks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crowd", action="store_true", help="also in a crowd of made-up entities (slow)")
    crowded = parser.parse_args().crowd
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plain, world = _built(folder / "plain", SNAPSHOT), _built(folder / "world", SNAPSHOT, WORLD)
        report = folder / "report"
        scored = {
            dataset: evaluated(SHARED / f"{dataset}.json", world if dataset.startswith("complex") else plain)
            for dataset in SETS
        }
        simba("eval", SHARED / "rubq/dev.json", "--kb", plain, "--report", report)
        details = (report / "results.md").read_text(encoding="utf-8")
        missing = [_missing(dataset, seed, folder) for dataset in ("rubq/dev", "rubq/dev2") for seed in SEEDS]
        if crowded:
            write("crowd", _in_a_crowd(folder))
    rows = [_row(title, scored[dataset]["questions"]) for dataset, title in SETS.items()]
    header = (
        "| set | answerable correct | unanswerable abstained | precision | macro F1 |\n|---|---|---|---|---|"
    )
    out = "| facts taken out of | wrong of the questions picked |\n|---|---|"
    write("all sets", "\n".join((header, *rows, "", out, *missing)))
    write("what carries over", _what_carries_over(scored))
    write("table 3", _beside_the_paper([scored["rubq/dev"], scored["rubq/dev2"]]))
    sections = re.split(r"^## ", details, flags=re.MULTILINE)
    tables = [f"### {section.strip()}" for section in sections if section.startswith(KEPT)]
    write("figures", "\n\n".join(tables))


def _built(folder: Path, *sources: Path) -> Path:
    simba("build", *sources, "--to", folder)
    return folder


def _row(title: str, questions: Questions) -> str:
    macro = _mean(one["f1"] for one in questions)
    return f"| {title} | {_figures(questions)} | {macro:.1%} |"


def _figures(questions: Questions) -> str:
    """Three cells: answerable correct, unanswerable abstained, precision."""
    answered = [one for one in questions if one["answers"]]
    cells = []
    for answerable in (True, False):
        some = [one for one in questions if one["answerable"] is answerable]
        cells.append(share(sum(one["correct"] for one in some), len(some)))
    return " | ".join((*cells, share(sum(one["correct"] for one in answered), len(answered))))


def _what_carries_over(scored: dict[str, Scored]) -> str:
    """The parts that were learnt from beside those that were only measured, drawn as they were at the time."""
    one_hop = [one for one in _questions(scored, "rubq/dev2") if not _beyond(one)]
    random.Random(5).shuffle(one_hop)
    written, composed = _questions(scored, "written/dev"), _questions(scored, "complex/dev")
    random.Random(11).shuffle(composed)
    learnt, third = _parted(written, lambda one: one["id"].split("-")[0] in "01")
    parts = {
        "one-hop and unanswerable questions of `dev2`, halves": _halves(one_hop),
        "`written`, two authors and the third": (learnt, third),
        "`complex`, halves": _halves(composed),
    }
    lines = [
        "| part | learnt from: answerable | unanswerable | precision |"
        " only measured: answerable | unanswerable | precision |",
        "|---|---|---|---|---|---|---|",
        *(f"| {title} | {_figures(some)} | {_figures(others)} |" for title, (some, others) in parts.items()),
    ]
    beyond = [one for name in ("rubq/dev", "rubq/dev2") for one in _questions(scored, name) if _beyond(one)]
    right, _, precision = _figures(beyond).split(" | ")
    told = (
        f"Of the answerable questions of `dev` and `dev2` that are tagged beyond one hop, {right} are right"
    )
    return "\n".join((*lines, "", f"{told}; of those answered, {precision}."))


def _questions(scored: dict[str, Scored], name: str) -> list[dict[str, Any]]:
    return list(scored[name]["questions"])


def _beyond(question: dict[str, Any]) -> bool:
    """Whether an answerable question asks for more than one hop."""
    return bool(question["answerable"]) and question["tags"] != ["1-hop"]


def _halves(questions: Questions) -> tuple[Questions, Questions]:
    half = len(questions) // 2
    return questions[:half], questions[half:]


def _parted(questions: Questions, first: Callable[[dict[str, Any]], bool]) -> tuple[Questions, Questions]:
    return [one for one in questions if first(one)], [one for one in questions if not first(one)]


def _beside_the_paper(sets: list[Scored]) -> str:
    """The paper's Table 3 with our figures on the development questions in a last column."""
    systems = "DeepPavlov | QAnswer, Russian | QAnswer, English | the paper's SimBa"
    lines = [f"| questions | of | {systems} | 0.2 on dev and dev2 |", "|---|---|---|---|---|---|---|"]
    rows = [{row["label"]: row for row in scored["summary"]["rows"]} for scored in sets]
    for label, (of, *counts) in PAPER.items():
        ours = [row[label] for row in rows if label in row]
        cell = share(sum(one["count"] for one in ours), sum(one["of"] for one in ours))
        cells = " | ".join(f"{count} ({count / of:.1%})" for count in counts)
        lines.append(f"| {label} | {of:,} | {cells} | {cell} |")
    return "\n".join(lines)


def _missing(dataset: str, seed: int, folder: Path) -> str:
    """The share of wrong answers where the asked fact is not in the knowledge base."""
    reduced, picked = _taken_out(dataset, seed, folder)
    kb = _built(folder / f"out-{dataset.replace('/', '-')}-{seed}", reduced)
    _, wrong = _without_the_picked(evaluated(SHARED / f"{dataset}.json", kb)["questions"], picked)
    return f"| {dataset.removeprefix('rubq/')}, seed {seed} | {wrong} |"


def _taken_out(dataset: str, seed: int, folder: Path) -> tuple[Path, set[int]]:
    """A snapshot without the facts of half of the questions, and which questions these are."""
    reduced, pick = folder / f"out-{seed}.nt.gz", folder / f"pick-{seed}.json"
    script = [str(SHARED / "kb" / "take_out.py"), str(SHARED / f"{dataset}.json"), str(SNAPSHOT)]
    subprocess.run([sys.executable, *script, str(reduced), str(pick), str(seed)], check=True)
    return reduced, set(json.loads(pick.read_text(encoding="utf-8")))


def _without_the_picked(questions: Questions, picked: set[int]) -> tuple[Questions, str]:
    """The questions whose facts are still there, and the share of the others that is answered wrongly."""
    wrong = sum(bool(questions[place]["answers"]) and not questions[place]["correct"] for place in picked)
    left = [one for place, one in enumerate(questions) if place not in picked]
    return left, share(wrong, len(picked))


def _in_a_crowd(folder: Path) -> str:
    lines = [
        "| set, seed of the crowd | answerable correct | unanswerable abstained | precision"
        " | wrong of the questions picked |",
        "|---|---|---|---|---|",
    ]
    crowds = {seed: folder / f"crowd-{seed}.nt.gz" for seed in (5, 9)}
    for seed, path in crowds.items():
        subprocess.run(
            [sys.executable, str(CROWD), str(SNAPSHOT), str(SIZE), str(path), str(seed)], check=True
        )
    kb = _built(folder / "crowd", SNAPSHOT, crowds[5])
    for dataset in ("rubq/dev", "rubq/dev2"):
        figures = _figures(evaluated(SHARED / f"{dataset}.json", kb)["questions"])
        lines.append(f"| {dataset.removeprefix('rubq/')}, 5 | {figures} | |")
    for dataset, out, seed in (("rubq/dev", 11, 9), ("rubq/dev2", 7, 5)):
        reduced, picked = _taken_out(dataset, out, folder)
        kb = _built(folder / f"crowd-{seed}-out", reduced, crowds[seed])
        left, wrong = _without_the_picked(evaluated(SHARED / f"{dataset}.json", kb)["questions"], picked)
        title = f"{dataset.removeprefix('rubq/')} with facts taken out (seed {out}), {seed}"
        lines.append(f"| {title} | {_figures(left)} | {wrong} |")
    return "\n".join(lines)


def _mean(numbers: Iterable[float]) -> float:
    found = list(numbers)
    return sum(found) / len(found) if found else 0.0


if __name__ == "__main__":
    main()
