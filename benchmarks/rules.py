"""What proposing properties costs a question, beside its parse, and how it grows with the number of patterns.

Each question is parsed, its interrogative found, and its properties proposed, as in real use: the parse has cleared
the processor's caches, and the ratio of proposing to parsing does not depend on the machine. Processor time. Twice:
at first with nothing compiled, so that a question pays for the expressions whose words no question before it had.

    python benchmarks/rules.py [QUESTIONS] [--rules DIR]
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command line does
os.environ.setdefault("OMP_NUM_THREADS", "1")

from rich.console import Console
from rich.table import Table

from simba.evaluation.datasets import read_questions
from simba.grammar.compiling import compile_pattern
from simba.grammar.files import layers
from simba.grammar.rules import RuleBase, prepare
from simba.grammar.written import read_rules
from simba.stages.interrogative import InterrogativeDictionary
from simba.stages.parse import Parser
from simba.stages.properties import propose

DEV = Path(__file__).parent.parent.parent / "shared" / "rubq" / "dev.json"
PARTS = (8, 4, 2, 1)
"""Every eighth rule, every fourth, every second, all."""


def main() -> None:
    """Print a table: for each set of questions, a line for each part of the rules."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("questions", nargs="?", type=Path, default=DEV, help="a RuBQ or QALD file")
    arguments.add_argument("--rules", type=Path, default=None, help="own rules, over the built-in ones")
    chosen = arguments.parse_args()
    folders = layers(chosen.rules)
    written = read_rules(folders)
    interrogatives = InterrogativeDictionary.load(folders)
    parser = Parser()
    parser.load()

    examples = {text for rule in written for text in [*rule.text.examples, *rule.text.counterexamples]}
    sets = {"the rules' examples": sorted(examples)}
    if chosen.questions.exists():
        texts = {question.text for question in read_questions(chosen.questions)}
        sets[chosen.questions.name] = sorted(texts - examples)

    def measure(questions: Sequence[str], rules: RuleBase) -> tuple[list[float], list[float]]:
        """Seconds of parsing, and of proposing, of each question."""
        parsing, proposing = [], []
        for question in questions:
            start = time.thread_time()
            parse = parser.parse(question)
            parsing.append(time.thread_time() - start)
            interrogative = interrogatives.find(parse)
            start = time.thread_time()
            propose(rules, parse, interrogative)
            proposing.append(time.thread_time() - start)
        return parsing, proposing

    columns = ["questions", "properties", "patterns"]
    columns += ["first: median, ms", "95th %", "mean", "again: median, ms", "95th %", "mean", "mean / parse"]
    table = Table(*columns, title="Proposing properties (wanted: under 1 ms)")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, questions in sets.items():
        for part in PARTS:
            some = written[::part]
            rules = RuleBase(prepare(some))
            compile_pattern.cache_clear()
            _, first = measure(questions, rules)
            parsing, again = measure(questions, rules)
            table.add_row(
                f"{len(questions)} of {name}" if part == PARTS[0] else "",
                f"{len({rule.text.property for rule in some})}",
                f"{sum(len(rule.expressions) for rule in some)}",
                *(f"{seconds * 1000:.2f}" for seconds in (*_summary(first), *_summary(again))),
                f"{sum(again) / sum(parsing):.0%}",
                end_section=part == PARTS[-1],
            )
    Console().print(table)


def _summary(seconds: Sequence[float]) -> tuple[float, float, float]:
    """Median, 95th percentile and mean."""
    return statistics.median(seconds), statistics.quantiles(seconds, n=20)[-1], statistics.mean(seconds)


if __name__ == "__main__":
    main()
