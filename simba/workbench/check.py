"""``simba rules check``: everything that is wrong with files of rules, all at once."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click

from simba.errors import Problem, RuleError
from simba.grammar.compiling import compile_pattern
from simba.grammar.files import INTERROGATIVES, files_of, layers, unread_files
from simba.grammar.patterns import TIME_LIMIT
from simba.grammar.written import WrittenRule, WrittenRules, read_all
from simba.grammar.yamlfile import Document, read_document
from simba.stages.interrogative import DICTIONARY, dictionary_path, filled_patterns
from simba.workbench.findings import Finding, from_problem
from simba.workbench.rule_options import rules_option

_MANY = 400
"""Expressions from which on a second process pays."""


@click.command("check")
@rules_option
@click.option(
    "--kb",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Check that this knowledge base has the properties.",
)
@click.option("--notes", is_flag=True, help="Show the notes too, not only their number.")
@click.option("--fix", is_flag=True, help="First put the files into their usual order and form.")
def check_command(rules: Path | None, kb: Path | None, notes: bool, fix: bool) -> int:
    """Check every file of rules.

    Exit code 0: clean, or notes only; 1: warnings (the rules work, but not as they say); 2: errors (they cannot
    be used).

    A comment "# ok" at the end of a line silences the warnings and notes on it.
    """
    from simba.display import output_console
    from simba.workbench.findings_report import print_findings, shown_path

    folders = layers(rules)
    files = files_of(folders[-1:])
    if fix:
        from simba.workbench.fix import fix_file, refuse_installed

        refuse_installed(folders[-1])
        for path in files:
            if fix_file(path):
                click.echo(f"{shown_path(path)}: formatted")
    with _working():
        result = check(folders, kb)
    console = output_console()
    print_findings((one for one in result.findings if notes or one.level != "note"), console)
    console.print(result.summary(len(files), notes), soft_wrap=True)
    sys.stdout.flush()
    return result.exit_code


@dataclass(frozen=True, slots=True)
class Result:
    """What a check found, in order of file and line, and how much it looked at."""

    findings: tuple[Finding, ...]
    rules: int
    expressions: int

    @property
    def exit_code(self) -> int:
        """0: clean or notes only, 1: warnings, 2: errors."""
        levels = {finding.level for finding in self.findings}
        return 2 if "error" in levels else 1 if "warning" in levels else 0

    def summary(self, files: int, notes_shown: bool) -> str:
        """One line for the end."""
        counts = Counter(finding.level for finding in self.findings)
        found = [_counted(counts[level], level) for level in ("error", "warning", "note")]
        hint = " (--notes shows them)" if counts["note"] and not notes_shown else ""
        looked = ", ".join(
            _counted(*pair)
            for pair in ((files, "file"), (self.rules, "rule"), (self.expressions, "expression"))
        )
        return f"{looked}: {', '.join(found)}{hint}"


def check(folders: Sequence[Path], kb: Path | None = None) -> Result:
    """Check the last of the folders, which lies over the others; raises `SimbaError` where there are no rules."""
    from simba.workbench.overlaps import overlaps, replaced
    from simba.workbench.unfinished import todos, too_few

    below = read_all(folders[:-1], tested=folders[:-1]) if len(folders) > 1 else None
    reading = read_all(folders[-1:], below)
    files = set(files_of(folders[-1:]))
    own = [rule for rule in reading.rules if rule.path in files]
    others = [rule for rule in reading.rules if rule.path not in files]
    findings = [from_problem(problem) for problem in reading.problems if problem.path in files]
    findings += _unread(folders[-1])
    findings += _dictionary(folders)
    findings += _wording(own, reading, files)
    findings += overlaps(own, others)
    findings += replaced(own, below.rules if below else ())
    findings += _unused_fragments(own, reading, files)
    findings += too_few(own)
    findings += todos(files)
    if kb is not None:
        from simba.workbench.known import unknown_properties

        findings += unknown_properties(own, kb)
    findings += _tried(own, others, folders)
    findings += _unformatted(files)
    kept = _not_silenced(dict.fromkeys(findings))
    return Result(
        tuple(sorted(kept, key=lambda finding: finding.place)),
        len(own),
        sum(len(rule.expressions) for rule in own),
    )


def _tried(own: list[WrittenRule], others: list[WrittenRule], folders: Sequence[Path]) -> list[Finding]:
    """The findings of compiling and running the rules: file by file, on all processors where they are many."""
    from simba.workbench.example_checks import spoken, try_rules

    dictionary = _usable_dictionary(folders)
    if dictionary is None or not own:
        return []
    questions = [
        (spoken(text), rule.text.property) for rule in (*own, *others) for text in rule.text.examples
    ]
    parts = [list(rules) for _, rules in groupby(sorted(own, key=_path), key=_path)]
    parts.sort(key=lambda rules: -sum(len(rule.expressions) for rule in rules))
    processes = min(os.cpu_count() or 1, len(parts))
    if processes == 1 or sum(len(rule.expressions) for rule in own) < _MANY:
        return [finding for rules in parts for finding in try_rules(rules, dictionary, questions)]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        tasks = [pool.submit(try_rules, rules, dictionary, questions) for rules in parts]
        return [finding for task in tasks for finding in task.result()]


def _path(rule: WrittenRule) -> Path:
    return rule.path


def _usable_dictionary(folders: Sequence[Path]) -> tuple[Path, ...] | None:
    """The folders up to the last one whose dictionary of interrogatives can be used."""
    from simba.workbench.example_checks import load_dictionary

    for stop in range(len(folders), 0, -1):
        try:
            load_dictionary(tuple(folders[:stop]))
        except RuleError:
            continue
        return tuple(folders[:stop])
    return None


def _dictionary(folders: Sequence[Path]) -> Iterator[Finding]:
    """What is wrong with the last folder's dictionary of interrogatives, if it has one."""
    from simba.workbench.backtracking import hard_texts, longest_time
    from simba.workbench.example_checks import slowness
    from simba.workbench.signs import remarks

    path = folders[-1] / INTERROGATIVES
    if dictionary_path(folders) != path or path not in files_of(folders[-1:]):
        return
    try:
        document = read_document(path, DICTIONARY)
        patterns = filled_patterns(document)
    except RuleError as error:
        yield from map(from_problem, error.problems)
        return
    for pattern in patterns:
        for remark in remarks("patterns", pattern.text):
            if pattern.location[0] == "fragments" and remark.check == "never matches":
                continue  # a piece of a pattern may end with a space
            problem = document.problem(pattern.location, remark.message, offset=remark.offset)
            yield Finding("warning", remark.check, problem, remark.advice)
        seconds = longest_time(compile_pattern(pattern.regex), hard_texts(pattern.regex, ()))
        if seconds > TIME_LIMIT:
            message, advice = slowness(seconds)
            yield Finding("warning", "slow", document.problem(pattern.location, message), advice)
    texts = [pattern.text for pattern in patterns]
    yield from _unused(document, document.content.fragments, texts, "fragments")


def _wording(own: list[WrittenRule], reading: WrittenRules, files: set[Path]) -> Iterator[Finding]:
    from simba.workbench.findings import of_expression, of_rule
    from simba.workbench.signs import mixed, remarks

    for rule in own:
        for one in rule.expressions:
            for remark in remarks(one.kind, one.text):
                yield of_expression(
                    rule, one, "warning", remark.check, remark.message, remark.advice, remark.offset
                )
        for key in ("examples", "counterexamples"):
            for number, text in enumerate(getattr(rule.text, key)):
                for remark in mixed(text):
                    yield of_rule(
                        rule,
                        "warning",
                        remark.check,
                        remark.message,
                        remark.advice,
                        key,
                        number,
                        offset=remark.offset,
                    )
    for document in reading.fragments:
        if document.path in files:
            for name, text in document.content.items():
                for remark in mixed(name):
                    place = document.key(name)
                    problem = Problem(document.path, remark.message, place[0], place[1] + remark.offset)
                    yield Finding("warning", remark.check, problem, remark.advice)
                for remark in remarks("patterns", text):
                    if remark.check in {"name", "mixed letters"}:
                        problem = document.problem((name,), remark.message, offset=remark.offset)
                        yield Finding("warning", remark.check, problem, remark.advice)


def _unused_fragments(own: list[WrittenRule], reading: WrittenRules, files: set[Path]) -> Iterator[Finding]:
    if any(problem.path in files for problem in reading.problems):
        return  # what could not be read may use them
    texts = [one.text for rule in own for one in rule.expressions]
    for document in reading.fragments:
        if document.path in files:
            yield from _unused(document, document.content, [*texts, *document.content.values()])


def _unused(
    document: Document[Any], names: Iterable[str], texts: Iterable[str], *location: str
) -> Iterator[Finding]:
    from simba.grammar.fragments import fragment_name, fragments_in
    from simba.grammar.phrases import GAPS

    used = {name for text in texts for name in fragments_in(text)} | {gap.strip("{}") for gap in GAPS}
    for name in names:
        if fragment_name(name) not in used:
            problem = document.problem((*location, name), f"no pattern uses the fragment {{{name}}}")
            yield Finding("warning", "unused fragment", problem, "nothing here: delete it")


def _unread(folder: Path) -> Iterator[Finding]:
    for problem in unread_files(folder):
        error = from_problem(problem)
        yield Finding("warning", "not read", error.problem, error.advice)


def _unformatted(files: Iterable[Path]) -> Iterator[Finding]:
    from simba.workbench.fix import unformatted

    for path in files:
        if unformatted(path):
            problem = Problem(path, "this file is not in the usual order and form")
            yield Finding("note", "form", problem, "simba rules check --fix")


def _not_silenced(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings but for warnings and notes on a line that ends in "# ok"."""
    lines: dict[Path, list[str]] = {}
    for finding in findings:
        problem = finding.problem
        if finding.level != "error" and problem.line:
            if problem.path not in lines:
                lines[problem.path] = problem.path.read_text("utf-8-sig").split("\n")
            if lines[problem.path][problem.line - 1].rstrip().endswith("# ok"):
                continue
        yield finding


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _working() -> AbstractContextManager[object]:
    """A sign of life on a terminal's standard error."""
    if sys.stderr is None or not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True, markup=False, highlight=False).status("Checking the rules ...")
