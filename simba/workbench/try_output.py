"""A trial in the terminal, in the manner of ``simba ask --trace``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from simba.display.narration import Table, tables
from simba.display.plain import abstention, value_lines
from simba.display.terminal import print_line, print_question, print_table, print_title
from simba.russian.text import clean
from simba.workbench.trial import Fired, Place, Trial

LONGEST = 80
"""Characters of an expression that are shown; the file has the rest."""
SKIPPED = "  остальные номера — те же правила с другой сущностью"
"""Why numbers are left out: a rule is shown by the first of its queries."""


def print_trial(trial: Trial, console: Console) -> None:
    """Print what became of a question."""
    print_question(trial.answer, console)
    shown = {table.title: table for table in tables(trial.answer)}
    mention = _taken(trial)
    _print_table(shown.get("Вопросительное слово"), console)
    if mention:
        print_table(Table("Упоминание", (), ((mention,),)), console)
    _print_rules("Сработали", [(_ranked(fired), fired.place) for fired in trial.ranked], console)
    if _skips(trial.ranked):
        print_line(SKIPPED, console, "dim")
    if trial.dropped:
        dropped = [(_dropped(fired), fired.place) for fired in trial.dropped]
        _print_rules("Сработали, но отброшены", dropped, console)
    if trial.near:
        near = [(f"{near.place.title()}: {near.how}", near.place) for near in trial.near]
        _print_rules("Чуть не сработали", near, console)
    _print_table(shown.get("Запросы"), console)
    print_title("Ответ", console)
    for line in value_lines(trial.answer) or [abstention(trial.answer)]:
        print_line(line, console)


def _taken(trial: Trial) -> str:
    """What the linker took out of the question before the queries, and what for."""
    candidates = trial.answer.trace.get("candidates", ())
    entity = trial.answer.entity
    for candidate in candidates:
        if entity is None or candidate["entity"] == entity.id:
            name = clean(candidate["label"] or candidate["name"])
            return f"«{clean(candidate['mention'])}»: {name} ({candidate['entity']})"
    return ""


def _print_table(table: Table | None, console: Console) -> None:
    if table is not None:
        print_table(table, console)


def _print_rules(title: str, rules: Sequence[tuple[str, Place]], console: Console) -> None:
    """Each rule with its place on a line of its own: there a narrow terminal does not break it."""
    print_title(title, console)
    for told, place in rules:
        print_line(f"  {told}", console, "")
        print_line(f"      {where(place)}  {_shortened(place.expression)}", console, "dim")
    if not rules:
        print_line("  нет", console, "dim")


def _ranked(fired: Fired) -> str:
    return f"{fired.rank}  {_told(fired)}, оценка {fired.score:.2f}"


def _dropped(fired: Fired) -> str:
    return f"{_told(fired)}; {fired.dropped}"


def _told(fired: Fired) -> str:
    return f"{fired.place.title()}  на словах «{fired.words}», приоритет {fired.priority}"


def _skips(ranked: Sequence[Fired]) -> bool:
    """Whether some ranks are not those of a rule's first query."""
    return bool(ranked) and ranked[-1].rank != len(ranked)


def where(place: Place) -> str:
    """File and line; the file from the current folder on where it lies there."""
    path = Path(place.file)
    here = Path.cwd()
    return f"{path.relative_to(here) if path.is_relative_to(here) else path}:{place.line}"


def _shortened(expression: str) -> str:
    text = clean(expression)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
