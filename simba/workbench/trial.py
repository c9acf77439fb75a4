"""``simba rules try``: what the rules make of one question, again whenever a file of them is saved."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simba.common.life_signs import working
from simba.errors import RuleError, SimbaError
from simba.russian.text import shorten
from simba.workbench.console import Printer, kb_option, property_title, rules_option, shown_path
from simba.workbench.findings import line_of

if TYPE_CHECKING:
    from simba.answer import Answer
    from simba.stages.interrogative import Interrogative
    from simba.stages.properties import PropertyCandidate
    from simba.system import Simba
    from simba.workbench.bench import Bench, Key

LOOK = 1000
"""Milliseconds between looks at the files where the system reports no change (network folders)."""
LONGEST = 80
"""Characters of an expression that are shown; the file has the rest."""


@dataclass(frozen=True, slots=True)
class Place:
    """An expression with its rule's property and where it is written."""

    property: str
    name: str
    direction: str
    file: str
    line: int
    expression: str


@dataclass(frozen=True, slots=True)
class Fired:
    """A rule that fired: on which words, and the rank and score of its first query, or why it has none."""

    place: Place
    words: str
    rank: int | None = None
    score: float | None = None
    dropped: str | None = None


@dataclass(frozen=True, slots=True)
class Near:
    """A rule that would fire but for one word."""

    place: Place
    how: str


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of one question: the rules in the order of their queries, then those without, and what is near."""

    answer: Answer
    fired: tuple[Fired, ...]
    near: tuple[Near, ...]
    proposes: bool
    """Whether some rule fired that can answer."""

    @property
    def ranked(self) -> list[Fired]:
        """What led to queries, in the order in which these are tried."""
        return [one for one in self.fired if one.rank]

    @property
    def dropped(self) -> list[Fired]:
        """What led to none."""
        return [one for one in self.fired if not one.rank]

    def as_dict(self) -> dict[str, Any]:
        """The trial as plain data; ``answer`` is that of ``simba ask --json --trace``."""
        return {
            "question": self.answer.question,
            "ranked": [asdict(one) for one in self.ranked],
            "dropped": [asdict(one) for one in self.dropped],
            "near": [asdict(one) for one in self.near],
            "answer": self.answer.as_dict(trace=True),
        }


@click.command("try")
@click.argument("question", metavar="ВОПРОС")
@rules_option
@kb_option
@click.option("--endpoint", metavar="URL", help="Откуда брать факты: SPARQL-служба вместо базы знаний.")
@click.option("--watch", is_flag=True, help="Пробовать заново после каждого сохранения; Ctrl-C — конец.")
@click.option("--json", "as_json", is_flag=True, help="Напечатать строку JSON.")
def try_command(
    question: str, rules: Path | None, kb: Path | None, endpoint: str | None, watch: bool, as_json: bool
) -> int:
    """Показать, что правила делают с ВОПРОСОМ: какие сработали, где они написаны и какие чуть не сработали.

    Код выхода 0: какое-то правило сработало, 1: ни одно, 2: ошибка.
    """
    from simba.grammar.files import layers
    from simba.system import Simba
    from simba.workbench.bench import Bench

    if not any(map(str.isalnum, question)):
        raise click.UsageError("вопрос пуст")
    folders = layers(rules)

    def attempt() -> Trial:
        return try_question(Bench(folders), Simba(kb, rules=rules, endpoint=endpoint), question)

    if not watch:
        with working("Пробую", lines=False):
            trial = attempt()
        _show(trial, as_json)
        return 0 if trial.proposes else 1
    for number, _ in enumerate(_versions(folders)):
        try:
            outcome: Trial | SimbaError = attempt()
        except SimbaError as error:
            outcome = error
        if number and not as_json:
            click.clear()  # only a terminal
            click.echo(f"\n— {datetime.now():%H:%M:%S}: правила изменились —\n")
        _show(outcome, as_json)
    return 0


def try_question(bench: Bench, simba: Simba, question: str) -> Trial:
    """Answer a question by a system with the bench's rules, and look at what the rules did."""
    from simba.russian.text import clean
    from simba.trace import without_gaps
    from simba.workbench.near import near_misses

    answer = simba.answer(question)
    parsed, interrogative, proposals = bench.read(question)
    ranks: dict[Key, dict[str, Any]] = {}
    for query in answer.trace.get("queries", ()):
        ranks.setdefault((query["property"], query["direction"]), query)
    best: dict[Key, Fired] = {}
    for candidate in (*proposals.candidates, *proposals.unfit):
        key = candidate.rule.property, candidate.rule.direction
        words, query = clean(without_gaps(parsed.text, candidate.span, candidate.gaps)), ranks.get(key)
        why = (
            None if query else _why(answer, interrogative, candidate, fits=candidate in proposals.candidates)
        )
        rank, score = (query["rank"], query["score"]) if query else (None, None)
        place = _place(bench, candidate.pattern)
        fired = Fired(place, words, rank, score, why)
        best[key] = max(best.get(key, fired), fired, key=lambda one: len(one.words))
    near = near_misses(bench, parsed, interrogative, proposals)
    return Trial(
        answer,
        tuple(sorted(best.values(), key=lambda one: one.rank or sys.maxsize)),
        tuple(Near(_place(bench, miss.pattern), clean(miss.how)) for miss in near),
        bool(proposals.candidates),
    )


def _place(bench: Bench, pattern: int) -> Place:
    rule, one = bench.sources[pattern]
    text = rule.text
    return Place(
        text.property,
        text.name,
        text.direction,
        str(rule.path),
        line_of(rule, one.kind, one.number),
        one.text,
    )


def _why(answer: Answer, interrogative: Interrogative, candidate: PropertyCandidate, *, fits: bool) -> str:
    """Why a rule that fired led to no query."""
    from simba.display.narration import TYPES

    if not fits:
        expected = interrogative.type
        wanted = TYPES.get(expected, expected) if expected else "что угодно"
        values = ", ".join(TYPES[kind] for kind in sorted(candidate.rule.answer)) or "что угодно"
        return f"спрашивается: {wanted}; значения правила: {values}"
    if not answer.trace.get("candidates"):
        return "не нашлось сущности, о которой спросить"
    if interrogative.several or interrogative.polar:
        return "вопрос не об одном факте"
    return "такой запрос хуже других или оставляет слишком много слов вопроса не объяснёнными"


def _versions(folders: Sequence[Path]) -> Iterator[str]:
    """A mark of the files' content now, and another after each change of it, without end."""
    from watchfiles import watch

    from simba.common.cache import digest
    from simba.grammar.files import files_of

    def mark() -> str:
        try:
            return digest(files_of(folders))
        except (OSError, RuleError) as error:
            return str(error)

    files_of(folders)  # a wrong folder is said at once
    seen = mark()
    yield seen
    for _ in watch(*folders, rust_timeout=LOOK, yield_on_timeout=True, step=50):
        now = mark()
        if now != seen:
            seen = now
            yield now


def _show(outcome: Trial | SimbaError, as_json: bool) -> None:
    """Print a trial, or all that is wrong with the rules."""
    from simba.common.lines import json_line, write_line

    problems: list[str] = []
    if isinstance(outcome, SimbaError):
        problems = [str(problem) for problem in getattr(outcome, "problems", ())] or [str(outcome)]
    if as_json:
        content = outcome.as_dict() if isinstance(outcome, Trial) else {"error": problems}
        write_line(sys.stdout.buffer, json_line(content))
    elif isinstance(outcome, Trial):
        _print(outcome, Printer())
    else:
        for problem in problems:
            Printer().line(problem, "red")
    sys.stdout.flush()


def _print(trial: Trial, out: Printer) -> None:
    """The trial in the manner of ``simba ask --trace``."""
    from simba.display.narration import Table, tables
    from simba.display.plain import no_answer, value_lines
    from simba.display.terminal import print_question, print_table

    shown = {table.title: table for table in tables(trial.answer)}
    print_question(trial.answer, out.console)
    if asked := shown.get("Вопросительное слово"):
        print_table(asked, out.console)
    if mention := _mention(trial.answer):
        print_table(Table("Упоминание", (), ((mention,),)), out.console)
    ranked = [(f"{one.rank}  {_told(one)}, оценка {one.score:.2f}", one.place) for one in trial.ranked]
    _print_rules("Сработали", ranked, out)
    if trial.dropped:
        dropped = [(f"{_told(one)}; {one.dropped}", one.place) for one in trial.dropped]
        _print_rules("Сработали, но отброшены", dropped, out)
    if trial.near:
        _print_rules(
            "Чуть не сработали", [(f"{_titled(one.place)}: {one.how}", one.place) for one in trial.near], out
        )
    if queries := shown.get("Запросы"):
        print_table(queries, out.console)
    out.title("Ответ", "blue")
    for line in value_lines(trial.answer) or [no_answer(trial.answer)]:
        out.line(line, "bold")


def _mention(answer: Answer) -> str:
    """What was taken out of the question before the queries, and what for."""
    for one in answer.trace.get("candidates", ()):
        if answer.entity is None or one["entity"] == answer.entity.id:
            return f"«{one['mention']}»: {one['label'] or one['name']} ({one['entity']})"
    return ""


def _print_rules(title: str, rules: Sequence[tuple[str, Place]], out: Printer) -> None:
    """Each rule with its place on a line of its own: there a narrow terminal does not break it."""
    out.title(title, "blue")
    for told, place in rules:
        short = shorten(place.expression, LONGEST)
        out.line(f"  {told}")
        out.line(f"      {shown_path(Path(place.file))}:{place.line}  {short}", "dim")
    if not rules:
        out.line("  нет", "dim")


def _told(one: Fired) -> str:
    return f"{_titled(one.place)}  на словах «{one.words}»"


def _titled(place: Place) -> str:
    return property_title((place.property, place.direction), place.name)
