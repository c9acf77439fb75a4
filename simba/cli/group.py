"""The group of all commands: every error is one line on standard error, every end an exit code; their streams."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, BinaryIO, TextIO

import click

from simba.errors import SimbaError

ABSTAINED, FAILED, PARTLY, INTERRUPTED, BROKEN_PIPE = 1, 2, 3, 130, 141
"""Exit codes; 0 is an answer, or a task that was done."""


NoArguments: type[click.UsageError] | tuple[()] = getattr(click.exceptions, "NoArgsIsHelpError", ())
"""A group without a subcommand; before 8.2, click prints the help itself."""


class Commands(click.Group):
    """The commands, with every error as one line on standard error and exit code 2."""

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **options: Any
    ) -> Any:
        """Run a command and leave the process with its exit code, or return it with ``standalone_mode=False``."""
        try:
            code = super().main(args, prog_name, **{**options, "standalone_mode": False})
        except click.exceptions.Abort:
            code = INTERRUPTED
        except NoArguments as error:  # its message is the whole help
            click.echo(error.format_message(), err=True)
            code = FAILED
        except click.UsageError as error:
            path = error.ctx.command_path if error.ctx else "simba"
            see = getattr(error, "see", "see")
            code = _fail(f"{error.format_message()} ({see} {path} --help)")
        except click.ClickException as error:
            code = _fail(error.format_message())
        if not options.get("standalone_mode", True):
            return code
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, context: click.Context) -> Any:
        """Run a command; what goes wrong in it becomes an exit code."""
        try:
            return super().invoke(context)
        except (click.ClickException, click.exceptions.Exit, click.exceptions.Abort):
            raise
        except KeyboardInterrupt:
            return INTERRUPTED
        except BrokenPipeError:  # the reader has seen enough
            _discard_output()
            return BROKEN_PIPE
        except SimbaError as error:
            return _fail(str(error))
        except OSError as error:
            return _fail(
                f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error)
            )
        except Exception as error:
            if os.environ.get("SIMBA_DEBUG"):
                raise
            return _fail(f"internal error: {error!r}; SIMBA_DEBUG=1 shows where")


def _fail(message: str) -> int:
    with suppress(OSError):
        notice(" ".join(message.split()))
    return FAILED


def notice(text: str) -> None:
    """Tell something beside the output, in a line on standard error."""
    click.echo(f"simba: {text}", err=True)


def _discard_output() -> None:
    """Point standard output at nothing, so that Python's last flush does not complain."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def bytes_of(stream: TextIO | None, name: str) -> BinaryIO:
    """The bytes below a standard stream of that name; raises `SimbaError` where it is closed."""
    if stream is None:
        raise SimbaError(f"{name} is closed")
    return stream.buffer
