"""What a question costs beyond its parse, start-up, and memory.

Each question is first parsed by Natasha alone (segmentation, morphology, syntax), then answered by SimBa, in one
process and one run, so that the ratio of the two totals does not depend on the machine. Each question is seen once:
nothing is warm but the models.

    python benchmarks/speed.py [QUESTIONS] [--kb DIR]
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command line does
os.environ.setdefault("OMP_NUM_THREADS", "1")

from natasha import Doc, NewsEmbedding, NewsMorphTagger, NewsSyntaxParser, Segmenter

from simba import Simba
from simba.evaluation.datasets import read_questions

REPOSITORY = Path(__file__).parent.parent
DEV = REPOSITORY.parent / "shared" / "rubq" / "dev.json"
OURS = REPOSITORY / "tests" / "questions" / "answered.yaml"


def main() -> None:
    """Print the figures as one table of lines."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("questions", nargs="?", type=Path, default=DEV if DEV.exists() else OURS)
    arguments.add_argument("--kb", default=None)
    chosen = arguments.parse_args()
    questions = _read(chosen.questions)

    embedding = NewsEmbedding()
    segmenter, tagger, syntax = Segmenter(), NewsMorphTagger(embedding), NewsSyntaxParser(embedding)
    simba = Simba(chosen.kb)
    simba.answer("Где похоронен Кутузов?")

    parse_times, answer_times = [], []
    for question in questions:
        start = time.process_time()
        doc = Doc(question)
        doc.segment(segmenter)
        doc.tag_morph(tagger)
        doc.parse_syntax(syntax)
        middle = time.process_time()
        simba.answer(question)
        stop = time.process_time()
        parse_times.append(middle - start)
        answer_times.append(stop - middle)

    print(f"questions                    {len(questions)} of {chosen.questions.name}")
    print(f"Natasha alone, a question    {statistics.mean(parse_times) * 1000:.2f} ms")
    print(f"SimBa, a question            {statistics.mean(answer_times) * 1000:.2f} ms")
    print(
        f"  median, 95th percentile    {statistics.median(answer_times) * 1000:.2f} ms,"
        f" {_percentile(answer_times):.2f} ms"
    )
    print(f"ratio (wanted: at most 2.0)  {sum(answer_times) / sum(parse_times):.2f}")
    print(
        f"resident memory              {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB"
        " (wanted: under 600)"
    )
    print(f"process to first answer      {_start_up():.2f} s, warm (wanted: under 3)")


def _read(path: Path) -> list[str]:
    if path.suffix == ".yaml":
        import yaml

        return [entry["question"] for entry in yaml.safe_load(path.read_text(encoding="utf-8"))]
    return [question.text for question in read_questions(path)]


def _percentile(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1] * 1000


def _start_up() -> float:
    command = [sys.executable, "-m", "simba", "ask", "Где похоронен Кутузов?", "--json"]
    times = []
    for _ in range(3):
        start = time.perf_counter()
        outcome = subprocess.run(command, capture_output=True, check=True)
        times.append(time.perf_counter() - start)
        assert json.loads(outcome.stdout)["status"] == "answered"
    return min(times)


if __name__ == "__main__":
    main()
