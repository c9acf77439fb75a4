"""``simba rules impact``: what a change of rules does to the examples of all rules and to a question set."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simba.errors import RuleError, SimbaError
from simba.grammar.files import layers
from simba.workbench.rule_options import kb_option, rules_option

if TYPE_CHECKING:
    from simba.evaluation import Evaluation
    from simba.evaluation.gold import Dataset
    from simba.workbench.answers import NewAnswers
    from simba.workbench.changes import Changes, Overtaken, Turned
    from simba.workbench.first import Key

LOST = 1
"""The exit code where something was lost."""
FEW, GROUPS = 3, 15
"""Questions of a property, and properties, that are shown without ``--all``."""
GONE = "no longer an example"
FIGURES = ("Answerable", "Unanswerable", "Total")


@dataclass(frozen=True, slots=True)
class Sides:
    """Two sets of rules, and what people call them."""

    before: tuple[Path, ...]
    after: tuple[Path, ...]
    before_name: str
    after_name: str


@dataclass(frozen=True, slots=True)
class Found:
    """What the change does: to the examples, and to the questions of a dataset with a reference or without."""

    changes: Changes
    same: bool
    """Whether nothing changed at all."""
    evaluations: tuple[Evaluation, Evaluation] | None = None
    answers: NewAnswers | None = None

    @property
    def lost(self) -> bool:
        """Whether its author should think again."""
        lost = self.changes.lost or self.changes.overtaken
        return bool(lost or (self.evaluations and _comparison(self.evaluations)["broken"]))


@click.command("impact")
@click.option("--since", metavar="REV", help="Compare with the rules at this git revision (by default HEAD).")
@click.option(
    "--before",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Compare with the rules of this folder, over those that come with SimBa.",
)
@rules_option
@click.option("--alone", is_flag=True, help="The folders are whole sets: SimBa's own rules are left out.")
@click.option(
    "--dataset",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Also put the questions of a RuBQ or QALD file to the whole system, with both sets; of a text file, "
    "one question a line, it is told which answers change.",
)
@kb_option
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    metavar="N",
    help="Processes that share the questions of a RuBQ or QALD file.",
)
@click.option("--all", "everything", is_flag=True, help="Show every changed question, not the first few.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def command(
    since: str | None,
    before: Path | None,
    rules: Path | None,
    alone: bool,
    dataset: Path | None,
    kb: Path | None,
    jobs: int,
    everything: bool,
    as_json: bool,
) -> int:
    """Show what a change of rules does to all examples, and to a question set.

    \b
    simba rules impact                            what you changed in SimBa's rules since the last commit
    simba rules impact --since v1.0               ... since a git revision
    simba rules impact --rules DIR                what your own rules do, over those of SimBa
    simba rules impact --rules DIR --since HEAD   what you changed in them, DIR being in git
    simba rules impact --before A --rules B       B against A

    Exit code 0: nothing was lost, 1: something was, or another property now comes first for an example, 2: an error.

    Which property comes first is told without a knowledge base: by the words of the question that the rules
    explain, their priority and the length of what they match.
    """
    if since is not None and before is not None:
        raise click.UsageError("--since and --before both name the rules before; give one of them")
    if alone and (rules is None or before is None) and since is None:
        raise click.UsageError("--alone needs two whole sets: --before DIR --rules DIR")
    if kb is not None and dataset is None:
        raise click.UsageError("--kb is for the questions of a --dataset FILE")
    with _sides(since, before, rules, alone=alone) as sides:
        found = _compared(sides, dataset, kb, jobs)
    if as_json:
        click.echo(json.dumps(_document(sides, found), ensure_ascii=False, indent=1))
    else:
        _Report(everything).show(sides, found)
    return LOST if found.lost else 0


@contextmanager
def _sides(since: str | None, before: Path | None, rules: Path | None, *, alone: bool) -> Iterator[Sides]:
    """The two sets; that of a revision lies in a temporary folder as long as the block runs."""

    def whole(folder: Path | None) -> tuple[Path, ...]:
        return (folder,) if alone and folder is not None else layers(folder)

    after = whole(rules)
    after_name = "SimBa's rules" if rules is None else str(rules)
    if before is not None:
        yield Sides(whole(before), after, str(before), after_name)
        return
    if rules is not None and since is None:
        yield Sides(layers(None), after, "SimBa's rules alone", f"with {rules}")
        return
    from simba.workbench.revision import rules_at

    revision = "HEAD" if since is None else since
    with rules_at(after[-1], revision) as found:
        name = f"{after_name} at {revision} ({found.short})"
        try:
            yield Sides((*after[:-1], found.folder), after, name, f"{after_name} as they are")
        except RuleError as error:
            said = str(error)
            if str(found.folder) not in said:
                raise
            said = said.replace(f"{found.folder}{os.sep}", "")
            raise SimbaError(f"the rules at {revision} are not ones that this SimBa reads: {said}") from None


def _compared(sides: Sides, dataset: Path | None, kb: Path | None, jobs: int) -> Found:
    from simba.workbench.changes import same_rules

    same = same_rules(sides.before, sides.after)  # by their bytes: before anything is compiled
    if dataset is None:
        return Found(_examples(sides, same=same), same)
    # Whatever is wrong is said before the long part.
    from simba.system import Simba
    from simba.workbench.answers import new_answers, plain_questions

    plain = plain_questions(dataset)
    Simba(kb)
    if plain is None:
        from simba.evaluation.gold import read_gold
        from simba.evaluation.intervals import require

        require()
        gold = read_gold(dataset)
        return Found(_examples(sides, same=same), same, _evaluations(gold, sides, kb, jobs))
    changes = _examples(sides, same=same)
    before, after = (Simba(kb, rules=folders) for folders in (sides.before, sides.after))
    return Found(changes, same, answers=new_answers(dataset.name, plain, before, after, _tracked))


def _examples(sides: Sides, *, same: bool) -> Changes:
    from simba.workbench.bench import Bench
    from simba.workbench.changes import Changes, compare_examples

    after = Bench(sides.after)
    if same:
        return Changes(len({example.question for example in after.examples}))
    _ = after.interrogatives
    before = Bench(sides.before)
    _ = before.interrogatives
    return compare_examples(before, after, _tracked)


def _evaluations(gold: Dataset, sides: Sides, kb: Path | None, jobs: int) -> tuple[Evaluation, Evaluation]:
    from simba.evaluation.runner import evaluate
    from simba.system import Simba

    results = []
    for folders in (sides.before, sides.after):
        result = evaluate(gold, Simba(kb, rules=folders), jobs=jobs, progress=True)
        if result.partial:
            raise KeyboardInterrupt
        results.append(result)
    earlier, later = results
    return earlier, later.compared(earlier.as_dict(traces=False))


def _tracked(questions: list[str]) -> Iterable[str]:
    """The questions, with a bar on a terminal's standard error."""
    from rich.console import Console
    from rich.progress import track

    shown = sys.stderr is not None and sys.stderr.isatty()
    return track(questions, "Reading", console=Console(stderr=True), transient=True, disable=not shown)


def _comparison(evaluations: tuple[Evaluation, Evaluation]) -> dict[str, Any]:
    comparison = evaluations[1].comparison
    assert comparison is not None
    return comparison


def _document(sides: Sides, found: Found) -> dict[str, Any]:
    return {
        "before": sides.before_name,
        "after": sides.after_name,
        "lost": found.lost,
        "examples": found.changes.as_dict(),
        "dataset": None if found.evaluations is None else _dataset(found.evaluations),
        "answers": None if found.answers is None else found.answers.as_dict(),
    }


def _dataset(evaluations: tuple[Evaluation, Evaluation]) -> dict[str, Any]:
    before, after = evaluations
    comparison = _comparison(evaluations)
    return {
        "name": after.dataset.name,
        "figures": _figures(evaluations),
        "mcnemar_p": comparison["mcnemar_p"],
        "gained": comparison["fixed"],
        "lost": comparison["broken"],
        "changed": comparison["changed"],
        "questions": [
            {
                "id": was.question.id,
                "question": was.question.text,
                "answerable": was.question.answerable,
                "before": _told(was.as_dict()),
                "after": _told(now.as_dict()),
            }
            for was, now in zip(before.outcomes, after.outcomes, strict=True)
        ],
    }


def _told(outcome: dict[str, Any]) -> dict[str, Any]:
    return {key: outcome[key] for key in ("correct", "answers", "reason", "entity", "property", "direction")}


def _figures(evaluations: tuple[Evaluation, Evaluation]) -> dict[str, dict[str, int]]:
    """How many are right before and after, of how many."""
    rows: list[dict[str, Any]] = [
        {row["label"]: row for row in evaluation.summary["rows"]} for evaluation in evaluations
    ]
    return {
        label.lower(): {
            "before": rows[0][label]["count"],
            "after": rows[1][label]["count"],
            "of": rows[0][label]["of"],
        }
        for label in FIGURES
        if label in rows[0]
    }


class _Report:
    """The comparison for people."""

    def __init__(self, everything: bool) -> None:
        from simba.display import output_console

        self._everything = everything
        self._console = output_console()

    def show(self, sides: Sides, found: Found) -> None:
        """Print it."""
        self._line(f"before: {sides.before_name}")
        self._line(f"after:  {sides.after_name}")
        if found.same:
            self._line("The rules are the same.")
        else:
            self._examples(found.changes)
        if found.evaluations is not None:
            self._dataset(found.evaluations)
        if found.answers is not None:
            self._answers(found.answers)

    def _examples(self, changes: Changes) -> None:
        self._title(
            f"{changes.questions} examples and counterexamples: {len(changes.gained)} gained, "
            f"{len(changes.lost)} lost, {changes.changed} with other properties; "
            f"another property now comes first: {len(changes.overtaken)}"
        )
        self._turned("Lost", changes.lost, "red")
        self._overtaken(changes.overtaken)
        self._turned("Gained", changes.gained, "green")
        if changes.shifts:
            self._title("Other properties that came in (+) or went away (-)")
        owners = changes.owners or {}
        for shift in self._first(changes.shifts, GROUPS):
            counts = [f"+{len(shift.came)}"] * bool(shift.came) + [f"-{len(shift.went)}"] * bool(shift.went)
            self._line(f"  {_property(shift.key, shift.name)}  {' '.join(counts)}", "bold")
            for sign, questions in (("+", shift.came), ("-", shift.went)):
                for question in self._first(questions, FEW):
                    of = ", ".join(_property(key) for key in owners[question])
                    self._line(f"    {sign} {question}  (of {of})")
                self._rest(questions, FEW, "    ")
        self._rest(changes.shifts, GROUPS, "  ", "properties")
        if changes.failing:
            self._line(f"{changes.failing} examples fail with both sets: simba rules check", "dim")

    def _turned(self, title: str, turned: Sequence[Turned], style: str) -> None:
        if not turned:
            return
        self._title(f"{title} ({len(turned)})", style)
        rules: dict[Key, list[Turned]] = {}
        for one in turned:
            rules.setdefault(one.key, []).append(one)
        lost = not turned[0].gained  # what was lost is shown to the last
        for key, examples in rules.items() if lost else self._first([*rules.items()], GROUPS):
            self._line(f"  {_property(key, examples[0].name)}", "bold")
            for one in examples if lost else self._first(examples, FEW):
                place = _place(one)
                kind = "" if one.positive else "counterexample: "
                now = ", ".join(map(_property, one.proposed)) or "nothing"
                self._line(f"    {kind}{one.question}  (proposed now: {now}; {place})")
            if not lost:
                self._rest(examples, FEW, "    ")
        if not lost:
            self._rest([*rules], GROUPS, "  ", "properties")

    def _overtaken(self, overtaken: Sequence[Overtaken]) -> None:
        if not overtaken:
            return
        self._title(f"Another property now comes first ({len(overtaken)})", "red")
        rules: dict[Key, list[Overtaken]] = {}
        for one in overtaken:
            rules.setdefault(one.key, []).append(one)
        for key, examples in self._first([*rules.items()], GROUPS):
            self._line(f"  {_property(key, examples[0].name)}", "bold")
            for one in self._first(examples, FEW):
                first, place = _property(one.first, one.first_name), one.place or GONE
                self._line(f"    {one.question}  (first now: {first}; {place})")
            self._rest(examples, FEW, "    ")
        self._rest([*rules], GROUPS, "  ", "properties")

    def _dataset(self, evaluations: tuple[Evaluation, Evaluation]) -> None:
        comparison = _comparison(evaluations)
        self._title(
            f"{evaluations[1].dataset.name}: {len(comparison['fixed'])} gained, "
            f"{len(comparison['broken'])} lost, {len(comparison['changed'])} changed; "
            f"McNemar's exact test: p = {comparison['mcnemar_p']:.4f}"
        )
        for label, row in _figures(evaluations).items():
            difference = row["after"] - row["before"]
            self._line(
                f"  {label:<12}  {row['before']:>5} -> {row['after']:>5} of {row['of']} ({difference:+d})"
            )
        titles = (("broken", "Lost", "red"), ("fixed", "Gained", "green"), ("changed", "Changed", "yellow"))
        for key, title, style in titles:
            if comparison[key]:
                self._title(f"{title} ({len(comparison[key])})", style)
            for change in comparison[key]:
                expected = change["expected"] or "no answer"
                still = "" if key != "changed" else "right; " if change["correct"] else "wrong; "
                self._line(f"  {change['id']}: {change['question']}")
                self._line(f"    {change['before']} -> {change['now']}  ({still}expected: {expected})")

    def _answers(self, answers: NewAnswers) -> None:
        from simba.workbench.answers import told

        self._title(f"{answers.name}: {len(answers.changed)} of {answers.questions} answers changed")
        for one in answers.changed:
            self._line(f"  {one.line}: {one.after.question}")
            self._line(f"    {told(one.before)} -> {told(one.after)}")

    def _first(self, items: Sequence[Any], most: int) -> Sequence[Any]:
        return items if self._everything else items[:most]

    def _rest(self, items: Sequence[Any], most: int, indent: str, what: str = "") -> None:
        if len(items) > most and not self._everything:
            self._line(f"{indent}and {len(items) - most} more {what}".rstrip() + " (--all)", "dim")

    def _title(self, text: str, style: str = "") -> None:
        self._console.print()
        self._line(text, f"bold {style}".strip())

    def _line(self, text: str, style: str = "") -> None:
        from rich.text import Text

        from simba.russian.text import clean

        self._console.print(Text(clean(text), style=style), soft_wrap=True)


def _place(one: Turned) -> str:
    if one.place is None:
        return GONE
    return f"{GONE}: its rule is replaced; {one.place}" if one.replaced else one.place


def _property(key: Key, name: str = "") -> str:
    turned = " (reverse)" if key[1] == "reverse" else ""
    return f"{key[0]} {name}".rstrip() + turned
