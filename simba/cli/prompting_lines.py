"""Where typed questions come from: a terminal, with history and completion by prompt_toolkit, or a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from simba.cli.group import bytes_of

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.history import History

PROMPT = "? "
MAX_LINE = 1 << 20
"""Bytes that are read of a line; a question has a thousand characters."""


def piped_lines() -> Iterator[str]:
    """The lines of standard input; what is no UTF-8 is replaced."""
    stream = bytes_of(sys.stdin, "standard input")
    while line := stream.readline(MAX_LINE):
        yield line.decode("utf-8-sig", errors="replace").rstrip("\r\n")


def typed_lines(complete: Callable[[], Sequence[str]], history: Path | None) -> Iterator[str]:
    """What a person types, edited and completed, up to Ctrl-D; Ctrl-C empties the line.

    ``complete`` are the words and lines that may be meant now; ``history`` is a file that earlier lines are taken
    from and these are added to, None for none.
    """
    from prompt_toolkit import PromptSession
    from prompt_toolkit.auto_suggest import AutoSuggestFromHistory

    session: PromptSession[str] = PromptSession(
        PROMPT,
        history=_history(history),
        completer=_completer(complete),
        complete_while_typing=False,
        auto_suggest=AutoSuggestFromHistory(),
    )
    while True:
        try:
            yield session.prompt()
        except KeyboardInterrupt:
            continue
        except EOFError:
            return


def history_file() -> Path:
    """Where earlier lines are kept, for this user alone."""
    from platformdirs import user_state_path

    return user_state_path("simba") / "chat_history"


def _history(path: Path | None) -> History:
    """The history in a file; in memory where none is wanted or the file cannot be written."""
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    if path is not None:
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_APPEND | os.O_CREAT | os.O_WRONLY, 0o600))
            return FileHistory(str(path))
    return InMemoryHistory()


def _completer(complete: Callable[[], Sequence[str]]) -> Completer:
    from prompt_toolkit.completion import WordCompleter, merge_completers

    def commands() -> list[str]:
        return [one for one in complete() if one.startswith("/")]

    def names() -> list[str]:
        return [one for one in complete() if not one.startswith("/")]

    return merge_completers(
        [WordCompleter(commands, sentence=True), WordCompleter(names, ignore_case=True, match_middle=False)]
    )
