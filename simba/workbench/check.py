"""``simba rules check``: everything that is wrong with files of rules, all at once."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path

import click

from simba.common.life_signs import working
from simba.common.processes import processors
from simba.errors import RuleError, SimbaError
from simba.grammar.files import PROPERTIES, files_of, layers, unread_files
from simba.grammar.written import WrittenRule, read_all
from simba.workbench.console import rules_option
from simba.workbench.findings import Finding, Level, from_problem

_MANY = 6
"""Files from which on several processes pay."""
_SILENT = "# ok"
"""What a line ends in whose warnings and notes its author has seen."""
_COUNTED: dict[Level, str] = {
    "ошибка": "ошибок",
    "предупреждение": "предупреждений",
    "замечание": "замечаний",
}


@click.command("check")
@click.argument("files", metavar="[ФАЙЛ]...", nargs=-1, type=click.Path(path_type=Path))
@rules_option
@click.option(
    "--kb",
    type=click.Path(path_type=Path),
    metavar="ПАПКА",
    help="Проверить, что эта база знаний знает свойства.",
)
@click.option("--notes", is_flag=True, help="Показать и замечания, а не только их число.")
def check_command(files: tuple[Path, ...], rules: Path | None, kb: Path | None, notes: bool) -> int:
    """Проверить все файлы с правилами или только названные: это быстрее.

    Код выхода 0: чисто или одни замечания; 1: есть предупреждения (правила работают, но не так, как сказано);
    2: есть ошибки (правилами нельзя пользоваться).

    «# ok» в конце строки снимает с неё предупреждения и замечания.
    """
    from simba.display import output_console
    from simba.workbench.console import print_findings

    folders = layers(rules)
    with working("Проверяю правила"):
        result = check(folders, kb, only=files)
    console = output_console()
    print_findings((one for one in result.findings if notes or one.level != "замечание"), console)
    console.print(result.summary(notes), soft_wrap=True)
    sys.stdout.flush()
    return result.exit_code


@dataclass(frozen=True, slots=True)
class Result:
    """What a check found, in order of file and line, and how much it looked at."""

    findings: tuple[Finding, ...]
    files: int
    rules: int
    expressions: int

    @property
    def exit_code(self) -> int:
        """0: clean or notes only, 1: warnings, 2: errors."""
        levels = {finding.level for finding in self.findings}
        return 2 if "ошибка" in levels else 1 if "предупреждение" in levels else 0

    def summary(self, notes_shown: bool) -> str:
        """One line for the end; of the notes it tells how many there are of each kind."""
        counts = Counter(finding.level for finding in self.findings)
        kinds = Counter(finding.check for finding in self.findings if finding.level == "замечание")
        listed = ", ".join(f"{kind} — {count}" for kind, count in kinds.most_common())
        hint = f" ({listed}{'' if notes_shown else '; показать: --notes'})" if kinds else ""
        found = ", ".join(f"{name} {counts[level]}" for level, name in _COUNTED.items())
        return f"файлов {self.files}, правил {self.rules}, выражений {self.expressions}: {found}{hint}"


def check(
    folders: Sequence[Path], kb: Path | None = None, *, only: Sequence[Path] = (), jobs: int | None = None
) -> Result:
    """Check the last of the folders, which lies over the others, in so many processes, by default one a processor.

    With ``only``, no more than these files of it; with ``kb``, the properties must be in that knowledge base.
    Raises `SimbaError` where there are no rules, or a file is none of them.
    """
    from simba.workbench.data_checks import data_files

    files = files_of(folders[-1:])
    every = [*files, *data_files(folders[-1])]
    chosen = {path for path in every if not only or any(_same(path, one) for one in only)}
    if strange := next((one for one in only if not any(_same(path, one) for path in every)), None):
        elsewhere = strange.is_file() and strange.parent.name == PROPERTIES
        hint = f"; назовите и папку: --rules {strange.parent.parent}" if elsewhere else ""
        raise SimbaError(f"{strange}: среди правил в {folders[-1]} такого файла нет{hint}")
    jobs = min(jobs or processors(), len(chosen)) if len(chosen) >= _MANY else 1
    # Of many files no more is compiled than is tried; if that fails, all is, and every mistake told.
    found = _check(folders, files, chosen, kb, jobs, compiled=False) if len(files) >= _MANY else None
    return found or _check(folders, files, chosen, kb, 1, compiled=True) or Result((), 0, 0, 0)


def _same(path: Path, other: Path) -> bool:
    return path.absolute() == other.absolute()


def _check(
    folders: Sequence[Path],
    files: list[Path],
    chosen: set[Path],
    kb: Path | None,
    jobs: int,
    *,
    compiled: bool,
) -> Result | None:
    """The result; None where the expressions were not ``compiled`` when they were read, and one cannot be."""
    from simba.workbench.data_checks import data_findings
    from simba.workbench.example_checks import compiles
    from simba.workbench.overlaps import overlaps, replaced
    from simba.workbench.wording import dictionary_findings, rule_findings

    below = read_all(folders[:-1], tested=folders[:-1]) if len(folders) > 1 else None
    reading = read_all(folders[-1:], below, tested=() if compiled else folders[-1:])
    own = [rule for rule in reading.rules if rule.path in files]
    rules = [rule for rule in own if rule.path in chosen]
    if not compiled and not compiles(reading.filled.values()):
        return None
    tried = _tried(rules, folders, jobs)
    if tried is None:
        return None
    findings = [from_problem(problem) for problem in reading.problems]
    findings += [from_problem(one, "предупреждение", "не читается") for one in unread_files(folders[-1])]
    findings += data_findings(folders[-1], reading.filled)
    findings += dictionary_findings(folders)
    findings += rule_findings(own, reading, files)
    findings += overlaps(own, [rule for rule in reading.rules if rule.path not in files])
    findings += replaced(own, below.rules if below else ())
    findings += _unknown_properties(rules, kb) if kb is not None else ()
    findings += tried
    whole = chosen.issuperset(files)
    kept = (
        one
        for one in _not_silenced(dict.fromkeys(findings))
        if one.problem.path in chosen or (whole and one.problem.path.is_relative_to(folders[-1]))
    )
    return Result(
        tuple(sorted(kept, key=lambda finding: finding.place)),
        len(chosen),
        len(rules),
        sum(len(rule.expressions) for rule in rules),
    )


def _tried(own: Sequence[WrittenRule], folders: Sequence[Path], jobs: int) -> list[Finding] | None:
    """The findings of running rules, file by file; None where something in them cannot be compiled."""
    from simba.workbench.example_checks import try_rules

    dictionary = _usable_dictionary(folders)
    parts = [list(rules) for _, rules in groupby(own, key=lambda rule: rule.path)] if dictionary else []
    parts.sort(key=lambda rules: -sum(len(rule.expressions) for rule in rules))
    if jobs == 1:
        found = [try_rules(rules, dictionary) for rules in parts]
    else:
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            tasks = [pool.submit(try_rules, rules, dictionary) for rules in parts]
            found = [task.result() for task in tasks]
    return None if None in found else [finding for some in found for finding in some or ()]


def _usable_dictionary(folders: Sequence[Path]) -> tuple[Path, ...]:
    """The folders up to the last one whose dictionary of interrogatives can be used."""
    from simba.workbench.example_checks import load_dictionary

    for stop in range(len(folders), 0, -1):
        try:
            load_dictionary(tuple(folders[:stop]))
        except RuleError:
            continue
        return tuple(folders[:stop])
    return ()


def _unknown_properties(rules: Iterable[WrittenRule], kb: Path) -> Iterator[Finding]:
    """Rules for properties without label and claims in a knowledge base; raises `KnowledgeBaseError`."""
    from simba.kb.folder import KnowledgeBase
    from simba.workbench.findings import of_rule

    store = KnowledgeBase(kb).store
    for rule in rules:
        prop = rule.text.property
        if store.label(prop) is None and not store.has_claims(prop):
            message = f"в базе {kb} у {prop} нет ни названия, ни утверждений"
            advice = "напишите номер нужного свойства (его страница — на www.wikidata.org)"
            yield of_rule(rule, "неизвестное свойство", message, advice, "property")


def _not_silenced(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings but for warnings and notes on a line whose author has seen them."""
    lines: dict[Path, list[str]] = {}
    for finding in findings:
        problem = finding.problem
        if finding.level != "ошибка" and problem.line:
            if problem.path not in lines:
                lines[problem.path] = problem.path.read_text("utf-8-sig").split("\n")
            if lines[problem.path][problem.line - 1].rstrip().endswith(_SILENT):
                continue
        yield finding
