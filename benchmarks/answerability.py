"""Make benchmarks of answerability of dev, dev2 and complex with three seeds, and tell what they are made of.

python benchmarks/answerability.py [--to FOLDER] [--only SET] [--seed N] [--write]      (needs ../shared)

The benchmarks go into FOLDER/SET-SEED (else they vanish); what is there already is not made again. With
``--write`` the table goes into docs/results.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parent.parent
SHARED = REPOSITORY.parent / "shared"
SNAPSHOT, WORLD = SHARED / "kb" / "snapshot.nt.gz", SHARED / "complex" / "world.nt.gz"
PAGE = REPOSITORY / "docs" / "results.md"
SETS: dict[str, tuple[str, str, tuple[Path, ...]]] = {
    "dev": ("rubq/dev.json", "kb-snapshot", (SNAPSHOT,)),
    "dev2": ("rubq/dev2.json", "kb-snapshot", (SNAPSHOT,)),
    "complex": ("complex/dev.json", "kb-complex", (SNAPSHOT, WORLD)),
}
SEEDS = (1, 2, 3)
CATEGORIES = ("class", "relation", "entity-mentioned", "entity-other", "fact")
MARKS = "<!-- ablations -->\n", "<!-- end of ablations -->"
Statistics = dict[str, Any]


def main() -> None:
    """Make what is asked for, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, help="keep the benchmarks there")
    parser.add_argument("--only", choices=SETS, help="one of the sets")
    parser.add_argument("--seed", type=int, help="one seed")
    parser.add_argument("--write", action="store_true", help="put the table into docs/results.md")
    chosen = parser.parse_args()
    sets = [chosen.only] if chosen.only else list(SETS)
    seeds = SEEDS if chosen.seed is None else (chosen.seed,)
    with tempfile.TemporaryDirectory() as name:
        folder = chosen.to or Path(name)
        rows = [(one, seed, _made(one, seed, folder / f"{one}-{seed}")) for one in sets for seed in seeds]
    text = _table(rows)
    print(text)
    if chosen.write:
        page = PAGE.read_text(encoding="utf-8")
        before, rest = page.split(MARKS[0])
        PAGE.write_text(
            f"{before}{MARKS[0]}{text}\n{''.join(rest.partition(MARKS[1])[1:])}", encoding="utf-8"
        )


def _made(name: str, seed: int, folder: Path) -> Statistics:
    """The statistics of a benchmark, which is made if it is not there."""
    settings = folder / "ablation.json"
    if not settings.exists():
        dataset, kb, sources = SETS[name]
        base = folder.with_name(kb)
        if not (base / "manifest.json").exists():
            _simba("build", *sources, "--to", base)
        _simba("ablate", SHARED / dataset, "--kb", base, "--to", folder, "--seed", seed)
    found: Statistics = json.loads(settings.read_text(encoding="utf-8"))["statistics"]
    return found


def _simba(*arguments: str | Path | int) -> None:
    command = [sys.executable, "-m", "simba", *map(str, arguments)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def _table(rows: list[tuple[str, int, Statistics]]) -> str:
    """A row a benchmark: its questions by what was done to them, and what is left of the knowledge base."""
    header = ["set", "seed", "questions", "answerable (with other answers)", *CATEGORIES, "NK", "NA"]
    header += ["classes", "relations", "entities", "facts dropped"]
    lines = [f"| {' | '.join(header)} |", f"|{'---|' * len(header)}"]
    for name, seed, found in rows:
        questions, base = found["questions"], found["knowledge_base"]
        by_name = {row["category"]: row for row in found["categories"]}
        cells = [name, seed, questions["all"], f"{questions['answerable']} ({questions['other_answers']})"]
        cells += [by_name[one]["questions"] for one in CATEGORIES]
        cells += [sum(row[status] for row in by_name.values()) for status in ("NK", "NA")]
        for one in ("classes", "relations", "entities", "facts"):
            cells.append(f"{base['before'][one] - base['after'][one]:,} of {base['before'][one]:,}")
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
