"""Does SimBa's verifier tell right candidates from hard negatives, beside the baselines? Writes into docs/results.md.

    python benchmarks/verification.py [--only SET]        (needs ../shared; no question of the sets is copied)

Of each question set a task file is made (`simba verify graphs`). The verifier judges each by its graphs alone and by
the facts of the knowledge base; the baselines learn from one of the files and judge the others, of which the best
counts. With ``--only`` one set is made and judged, nothing is learnt, and nothing is written.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from common import SHARED, SNAPSHOT, WORLD, write

from simba import Simba
from simba.building.build import build
from simba.evaluation import read_gold
from simba.verification.baselines import BASELINES, Baseline, Predict, learnt
from simba.verification.file_base import build_file_base
from simba.verification.making import Made, SampleMaker
from simba.verification.task_file import Sample, read_samples, write_samples
from simba.verification.task_scores import TaskScores
from simba.verification.verifier import Verifier

SETS = {
    "dev": ("rubq/dev", (SNAPSHOT,)),
    "dev2": ("rubq/dev2", (SNAPSHOT,)),
    "complex": ("complex/dev", (SNAPSHOT, WORLD)),
    "written": ("written/dev", (SNAPSHOT,)),
}
LEARNT_FROM = ("dev", "dev2", "complex")


class Times(dict[str, float]):
    """Seconds of processor time of each piece of work."""

    @contextmanager
    def of(self, work: str) -> Iterator[None]:
        """Add what the block takes."""
        begun = time.process_time()
        yield
        self[work] = self.get(work, 0.0) + time.process_time() - begun


def main() -> None:
    """Make the files, judge them, and write the tables between the page's marks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=SETS)
    only = parser.parse_args().only
    made, costs = {}, {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = {one: folder / f"{one}.tsv" for one in SETS if only in {None, one}}
        verified: dict[str, dict[str, TaskScores]] = {}
        for one, file in files.items():
            dataset, sources = SETS[one]
            kb = folder / f"kb-{len(sources)}"
            if not kb.exists():
                build(sources, kb)
            times = costs[one] = Times()
            made[one] = _make(SHARED / f"{dataset}.json", kb, file, times)
            verified[one] = {"facts": _verify(file, kb, times, by_graph=False)}
            (folder / one).mkdir()
            with times.of("judging by graphs"):
                own = build_file_base(read_samples(file), folder / one)
            verified[one]["graphs"] = _verify(file, own, times, by_graph=True)
            print(
                one, made[one], *(f"{how}: {scores.row}" for how, scores in verified[one].items()), sep="\n"
            )
        if only:
            return
        every = {one: list(read_samples(file)) for one, file in files.items()}
        models = {
            (baseline, one): learnt(baseline, every[one]) for baseline in BASELINES for one in LEARNT_FROM
        }
        lines = [
            f"| {one} | {made[one].questions} | {made[one].samples} | {_cells(verified[one], models, some, one)} |"
            for one, some in every.items()
        ]
    header = (
        "| file | questions | samples | verifier, by facts: P | R | F1 | by graphs: P | R | F1"
        " | text + graph F1 | graph | text | constant |"
    )
    most = max(made, key=lambda one: made[one].questions)
    told = "; ".join(f"{work} {seconds:.0f} s" for work, seconds in costs[most].items())
    size = f"{made[most].questions} questions with {made[most].samples:,} candidates (`{most}`)"
    cost = f"{size}, one process, processor time: {told}."
    write("verification", "\n".join((header, f"|{'---|' * 13}", *lines, "", cost)))


def _make(dataset: Path, kb: Path, file: Path, times: Times) -> Made:
    simba = Simba(kb)
    with times.of("making"):
        maker = SampleMaker(simba.store, simba.rules.names)
        write_samples(file, maker.samples(read_gold(dataset).questions))
    return maker.made


def _verify(file: Path, kb: Path, times: Times, *, by_graph: bool) -> TaskScores:
    simba = Simba(kb)
    simba.load()
    verifier = Verifier(simba, by_graph=by_graph)
    truths, found = {}, {}
    with times.of("judging by graphs" if by_graph else "judging by facts"):
        for sample in read_samples(file):
            truths[sample.id] = bool(sample.correct)
            found[sample.id] = verifier.judge(sample).prediction
    return TaskScores.of(truths, found)


def _cells(
    verified: dict[str, TaskScores],
    models: dict[tuple[Baseline, str], Predict],
    samples: list[Sample],
    judged: str,
) -> str:
    cells = [f"{100 * one:.1f}" for how in ("facts", "graphs") for one in verified[how].row[:3]]
    for baseline in reversed(BASELINES):
        others = [one for one in LEARNT_FROM if one != judged]
        best, source = max((_f1(models[baseline, one], samples), one) for one in others)
        cells.append(f"{100 * best:.1f}" + (f" ({source})" if baseline != "constant" else ""))
    return " | ".join(cells)


def _f1(predict: Predict, samples: list[Sample]) -> float:
    found = {sample.id: one for sample, one in zip(samples, predict(samples), strict=True)}
    return TaskScores.of({sample.id: bool(sample.correct) for sample in samples}, found).f1


if __name__ == "__main__":
    main()
