"""One suggestion after another on the terminal: yes, no or edit; Ctrl-C, like "quit", leaves the rest for next time."""

from __future__ import annotations

import json
from typing import Any

import click

from simba.curation.asking import Asker, Failure, Results
from simba.curation.curator import Examined
from simba.curation.entries import METADATA, flag
from simba.curation.rewriting import parsed
from simba.curation.session import Ruling
from simba.curation.suggestion import Suggestion
from simba.evaluation.sparql_json import bindings
from simba.evaluation.sparql_reading import UnreadableQueryError
from simba.russian.text import clean, shorten

CHOICES = {"y": "yes", "n": "no", "e": "edit", "s": "skip", "q": "quit"}
SHOWN = 5
"""Values shown of what a query returns."""


class QuitError(Exception):
    """Whoever decides has had enough for today."""


class TerminalJudge:
    """Asks whoever sits at the terminal."""

    def __init__(self, asker: Asker, total: int) -> None:
        """Take what runs edited queries, and the number of questions."""
        self._asker, self._total = asker, total
        self._shown: int | None = None

    def __call__(self, examined: Examined, suggestion: Suggestion) -> Ruling | None:
        """Show a suggestion, and ask until there is an answer that can be used; raises `QuitError`."""
        entry = examined.entry
        if self._shown != entry.place:
            self._shown = entry.place
            click.echo()
            _say(f"[{entry.place}/{self._total}] {entry.id}: {entry.text}", bold=True)
            for finding in examined.findings:
                _say(f"  {finding.kind}: {finding.message}", fg="yellow")
        self._show(examined, suggestion)
        while True:
            choice = click.prompt(
                "  [y]es, [n]o, [e]dit, [s]kip, [q]uit",
                type=click.Choice(list(CHOICES), case_sensitive=False),
                show_choices=False,
            ).lower()
            if choice == "q":
                raise QuitError
            if choice == "s":
                return None
            if choice in "yn":
                return Ruling("yes" if choice == "y" else "no")
            edited = self._edited(suggestion)
            if edited is not None:
                return Ruling("edit", edited)

    def _show(self, examined: Examined, suggestion: Suggestion) -> None:
        for change in suggestion.changes:
            _say(f"  {change}", fg="cyan")
        if suggestion.field == "query":
            _say(f"  - {_line(examined.entry.query or '')}", fg="red")
            _say(f"  + {_line(suggestion.value)}", fg="green")
            _say(
                f"  returns {told(suggestion.results)}"
                + (": what the set says" if suggestion.restores else "")
            )
        elif suggestion.field == "text":
            _say(f"  + {suggestion.value}", fg="green")

    def _edited(self, suggestion: Suggestion) -> Any:
        """What someone makes of a suggestion; None where it cannot be used, and why was said."""
        value, field = suggestion.value, suggestion.field
        if field == "query":
            text = click.edit(value, extension=".rq")
            return None if text is None else self._query(text.strip())
        if field == "answers":
            text = click.edit(json.dumps(value, ensure_ascii=False, indent=1), extension=".json")
            return None if text is None else _answers(text)
        text = click.prompt("  new value", default=str(value))
        if field in METADATA and isinstance(value, bool):
            if flag(text) is None:
                _say("  true or false", fg="red")
            return flag(text)
        return text

    def _query(self, text: str) -> str | None:
        try:
            parsed(text)
        except UnreadableQueryError as error:
            _say(f"  {error}", fg="red")
            return None
        outcome = self._asker.ask(text)
        if isinstance(outcome, Failure):
            _say(f"  {outcome.message}", fg="red")
            return None
        _say(f"  returns {told(outcome)}")
        return text


def told(results: Results | None) -> str:
    """What a query returns, shortened."""
    if results is None:
        return "nothing known"
    values = [value.value for value in results.values]
    more = f" and {len(values) - SHOWN} more" if len(values) > SHOWN else ""
    return (", ".join(values[:SHOWN]) or "nothing") + more


def _answers(text: str) -> list[dict[str, Any]] | None:
    """Answers as someone wrote them, if they are a QALD file's."""
    try:
        answers: list[dict[str, Any]] = json.loads(text)
        list(bindings(answers))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        _say("  no list of SPARQL results in JSON", fg="red")
        return None
    return answers


def _line(query: str) -> str:
    return " ".join(query.split())


def _say(text: str, **style: Any) -> None:
    click.echo(click.style(shorten(clean(text)), **style))
