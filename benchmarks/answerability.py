"""Make benchmarks of answerability of dev, dev2 and complex with three seeds, and score SimBa on them.

python benchmarks/answerability.py [--to FOLDER] [--only SET] [--seed N] [--write]      (needs ../shared)

They are made both ways: what tells a dropped fact or relation from the other side goes too, or stays. The
benchmarks go into FOLDER/SET-SEED and FOLDER/SET-SEED-mirrors-stay (else they vanish); what is there already is not
made again. With ``--write`` the tables go into docs/results.md.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

from common import SHARED, SNAPSHOT, WORLD, evaluated, simba, write

SETS: dict[str, tuple[str | Path, str | Path, tuple[Path, ...]]] = {
    "dev": ("rubq/dev.json", "kb-snapshot", (SNAPSHOT,)),
    "dev2": ("rubq/dev2.json", "kb-snapshot", (SNAPSHOT,)),
    "complex": ("complex/dev.json", "kb-complex", (SNAPSHOT, WORLD)),
}
SEEDS = (1, 2, 3)
WAYS: dict[str, tuple[str, tuple[str, ...]]] = {
    "": ("What tells a dropped fact or relation from the other side goes with it (the default).", ()),
    "-mirrors-stay": ("It stays (`--no-mirrors`), as in the paper's construction.", ("--no-mirrors",)),
}
"""The ways of making them: what is added to a folder's name, what is said of it, and the options."""
CATEGORIES = ("class", "relation", "entity-mentioned", "entity-other", "fact")
SCORES = "f1_lenient", "f1_regular", "exact_match", "exact_match_without_classes"
TIARA = {
    "all": ("81.7", "81.1", "72.6"),
    "answerable": ("", "76.0", "74.0"),
    "unanswerable": ("93.3", "91.3", "69.8"),
    "class": ("", "88.9", "80.3"),
    "relation": ("", "90.9", "77.1"),
    "entity-mentioned": ("", "94.7", "84.6"),
    "entity-other": ("", "91.6", "53.2"),
    "fact": ("", "92.6", "53.4"),
}
"""TIARA+T on GrailQAbility: F1(L), F1(R), EM (Patidar et al., ACL 2023); another set over another knowledge base."""
Statistics = dict[str, Any]


def main() -> None:
    """Make what is asked for, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, help="keep the benchmarks there")
    parser.add_argument("--only", choices=SETS, help="one of the sets")
    parser.add_argument("--seed", type=int, help="one seed")
    parser.add_argument("--dataset", type=Path, help="a question set of yours instead, with --kb")
    parser.add_argument("--kb", type=Path, help="its knowledge base")
    parser.add_argument("--write", action="store_true", help="put the table into docs/results.md")
    chosen = parser.parse_args()
    if chosen.dataset is not None:
        SETS.clear()
        SETS[chosen.dataset.stem] = (chosen.dataset.resolve(), chosen.kb.resolve(), ())
    sets = [chosen.only] if chosen.only else list(SETS)
    seeds = SEEDS if chosen.seed is None else (chosen.seed,)
    with tempfile.TemporaryDirectory() as name:
        folder = chosen.to or Path(name)
        texts = []
        for way, (said, options) in WAYS.items():
            folders = {(one, seed): folder / f"{one}-{seed}{way}" for one in sets for seed in seeds}
            rows = [(*key, _made(*key, place, options)) for key, place in folders.items()]
            texts.append(f"{said}\n\n{_table(rows)}\n\n{_pooled(list(map(_scored, folders.values())))}")
    text = "\n\n".join(texts)
    print(text)
    if chosen.write:
        write("ablations", text)


def _made(name: str, seed: int, folder: Path, options: tuple[str, ...]) -> Statistics:
    """The statistics of a benchmark, which is made if it is not there."""
    settings = folder / "ablation.json"
    if not settings.exists():
        dataset, kb, sources = SETS[name]
        base = folder.parent / kb
        if not (base / "manifest.json").exists():
            simba("build", *sources, "--to", base)
        simba("ablate", SHARED / dataset, "--kb", base, "--to", folder, "--seed", seed, *options)
    found: Statistics = json.loads(settings.read_text(encoding="utf-8"))["statistics"]
    return found


def _scored(folder: Path) -> Statistics:
    """What `simba eval` says of SimBa's answerability on a benchmark."""
    found: Statistics = evaluated(folder / "questions.rubq.json", folder / "kb")["answerability"]
    return found


def _pooled(scores: list[Statistics]) -> str:
    """All benchmarks together, a question each time it is asked; the paper's best system beside."""
    header = ["questions", "of", "F1(L)", "F1(R)", "EM", "EM, no classes", "TIARA+T: F1(L)", "F1(R)", "EM"]
    lines = [f"| {' | '.join(header)} |", f"|{'---|' * len(header)}"]
    for label in [row["label"] for row in scores[0]["rows"]]:
        rows = [row for found in scores for row in found["rows"] if row["label"] == label]
        cells = [label, str(sum(row["of"] for row in rows))]
        for score in SCORES:
            of = [row["of_exact_match" if score.startswith("exact") else "of"] for row in rows]
            total = sum((row[score] or 0.0) * number for row, number in zip(rows, of, strict=True))
            cells.append(f"{100 * total / sum(of):.1f}%" if sum(of) else "")
        lines.append(f"| {' | '.join([*cells, *TIARA.get(label, ('', '', ''))])} |")
    told = [(row, found) for found in scores for row in found["confusion"] if row["status"] in {"NK", "NA"}]
    right = sum(row[row["status"]] for row, _ in told)
    silent = sum(row["NK"] + row["NA"] for row, _ in told)
    lines += [
        "",
        f"Of {silent} correct abstentions {right} tell NK and NA apart ({100 * right / silent:.1f}%).",
    ]
    return "\n".join(lines)


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
