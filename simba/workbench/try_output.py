"""A trial in the terminal, in the manner of ``simba ask --trace``."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from simba.display.facts import abstention, value_lines
from simba.display.reasoning import Table, tables
from simba.display.terminal import print_line, print_question, print_table, print_title
from simba.text import clean
from simba.workbench.trial import Fired, Place, Trial

LONGEST = 80
"""Characters of an expression that are shown; the file has the rest."""


def print_trial(trial: Trial, console: Console) -> None:
    """Print what became of a question."""
    print_question(trial.answer, console)
    shown = {table.title: table for table in tables(trial.answer)}
    mention = _taken(trial)
    for table in (
        shown.get("Вопросительное слово"),
        Table("Упоминание", (), ((mention,),)) if mention else None,
        _fired("Сработали", trial.ranked, "№"),
        _fired("Сработали, но отброшены", trial.dropped, "почему") if trial.dropped else None,
        _near(trial) if trial.near else None,
        shown.get("Запросы"),
    ):
        if table is not None:
            print_table(table, console)
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


def _fired(title: str, fired: tuple[Fired, ...], last: str) -> Table:
    rows = []
    for one in fired:
        told = (one.place.title(), f"«{one.words}»", where(one.place), _shortened(one.place.expression))
        rows.append((str(one.rank), *told) if last == "№" else (*told[:2], one.dropped or "", *told[2:]))
    columns = ("свойство", "на словах", "где написано", "выражение")
    if last == "№":
        return Table(title, ("№", *columns), tuple(rows), frozenset({0}))
    return Table(title, (*columns[:2], last, *columns[2:]), tuple(rows))


def _near(trial: Trial) -> Table:
    rows = tuple(
        (near.place.title(), near.how, where(near.place), _shortened(near.place.expression))
        for near in trial.near
    )
    return Table("Чуть не сработали", ("свойство", "чего не хватило", "где написано", "выражение"), rows)


def where(place: Place) -> str:
    """File and line; the file from the current folder on where it lies there."""
    path = Path(place.file)
    here = Path.cwd()
    return f"{path.relative_to(here) if path.is_relative_to(here) else path}:{place.line}"


def _shortened(expression: str) -> str:
    text = clean(expression)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
