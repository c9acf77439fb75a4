"""The command line's ``simba serve``."""

from __future__ import annotations

import click

from simba.cli.group import FAILED
from simba.cli.options import Sources, sources
from simba.cli.streams import spinner
from simba.errors import SimbaError


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@sources
def serve_command(host: str, port: int, sources: Sources) -> int | None:
    """Serve the web page and its JSON interface."""
    try:
        import flask  # noqa: F401
    except ModuleNotFoundError:
        raise SimbaError(
            "the web page needs Flask; install it in the checkout: pip install '.[web]'"
        ) from None
    from simba.web import create_app

    simba = sources.simba()
    if sources.rules is not None:
        # What may be wrong with them is said here rather than to the page's readers.
        with spinner("Reading the rules ..."):
            _ = simba.rules, simba.interrogatives
    try:
        create_app(simba).run(host=host, port=port, debug=False)
    except SystemExit:  # the server has said why it cannot start
        return FAILED
    return None
