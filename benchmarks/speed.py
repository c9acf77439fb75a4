"""What a question costs beyond its parse, start-up, and memory.

Each question is first parsed by Natasha alone (segmentation, morphology, syntax), then answered by SimBa, in one
process and one run, so that the ratio of the two totals does not depend on the machine. Each question is seen once:
nothing is warm but the models. Those whose answer (or whose best reading) has one step are told apart from those for
which more was composed, and what compiling the rules' expressions took, once in a process for each, from the rest.

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
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command line does
os.environ.setdefault("OMP_NUM_THREADS", "1")

from common import REPOSITORY, SHARED
from natasha import Doc, NewsEmbedding, NewsMorphTagger, NewsSyntaxParser, Segmenter

from simba import Answer, Simba
from simba.evaluation.datasets import read_questions
from simba.grammar import compiling, patterns
from simba.query import is_plain, parse_expression

DEV = SHARED / "rubq" / "dev.json"
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
    simba.load()
    simba.answer("Где похоронен Кутузов?")

    watch = _Compiling()
    timed: list[_Timed] = []
    for question in questions:
        start = time.process_time()
        doc = Doc(question)
        doc.segment(segmenter)
        doc.tag_morph(tagger)
        doc.parse_syntax(syntax)
        middle = time.process_time()
        watch.seconds = 0.0
        answer = simba.answer(question)
        stop = time.process_time()
        timed.append(_Timed(_is_composed(answer), middle - start, stop - middle, watch.seconds))

    composed = [one for one in timed if one.composed]
    print(
        f"questions                    {len(questions)} of {chosen.questions.name}, {len(composed)} composed"
    )
    _tell("all", timed)
    _tell("one hop (wanted: at most 2.2)", [one for one in timed if not one.composed])
    _tell("composed (wanted: at most 3)", composed)
    print(
        f"resident memory              {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB"
        " (wanted: under 600)"
    )
    print(f"process to first answer      {_start_up():.2f} s, warm (wanted: under 3)")


@dataclass(frozen=True, slots=True)
class _Timed:
    """Seconds of processor time that a question took."""

    composed: bool
    parse: float
    answer: float
    compiling: float
    """Of the answer's: making expressions ready that no question before had needed."""


class _Compiling:
    """Measures what compiling expressions takes."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._compile = compiling.compile_pattern
        vars(patterns)["compile_pattern"] = self._timed

    def _timed(self, pattern: str) -> object:
        start = time.process_time()
        try:
            return self._compile(pattern)
        finally:
            self.seconds += time.process_time() - start


def _is_composed(answer: Answer) -> bool:
    return answer.form is not None and not is_plain(parse_expression(answer.form))


def _tell(name: str, timed: list[_Timed]) -> None:
    if len(timed) < 2:
        return
    parse, answers = sum(one.parse for one in timed), [one.answer for one in timed]
    once = sum(one.compiling for one in timed)
    print(f"{name}: {len(timed)} questions")
    print(f"  Natasha alone              {parse / len(timed) * 1000:.2f} ms a question")
    print(f"  SimBa                      {statistics.mean(answers) * 1000:.2f} ms, median", end=" ")
    print(f"{statistics.median(answers) * 1000:.2f} ms, 95th percentile {_percentile(answers):.2f} ms")
    print(f"  of it compiling            {once / len(timed) * 1000:.2f} ms, once in a process")
    ratio, ready = sum(answers) / parse, (sum(answers) - once) / parse
    print(f"  ratio                      {ratio:.2f}, {ready:.2f} when compiled")


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
