"""The command line's ``simba serve``."""

from __future__ import annotations

import threading

import click

from simba.cli.group import notice
from simba.cli.options import Sources, sources
from simba.common.life_signs import working
from simba.errors import SimbaError

ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104
"""Addresses that a server listens on, and what a browser on the same machine calls them."""


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0: any that is free."
)
@click.option("--open", "opens", is_flag=True, help="Open the page in your browser.")
@sources
def serve_command(host: str, port: int, opens: bool, sources: Sources) -> None:
    """Serve the web page and its JSON interface."""
    with working("Starting"):
        try:
            import flask  # noqa: F401
        except ModuleNotFoundError:
            raise SimbaError(
                "the web page needs Flask; install it in the checkout: pip install '.[web]'"
            ) from None
        from simba.web import create_app
        from simba.web.development import server as listening

        simba = sources.simba()
        if sources.rules is not None:
            # What may be wrong with them is said here rather than to the page's readers.
            _ = simba.rules, simba.interrogatives
    server = listening(host, port, create_app(simba))
    server.log_startup()
    if opens:
        name = ANYWHERE.get(host, f"[{host}]" if ":" in host else host)
        threading.Thread(target=_open, args=(f"http://{name}:{server.port}/",), daemon=True).start()
    server.serve_forever()


def _open(address: str) -> None:
    """Open a page in the user's browser; the server listens already, and answers when it can."""
    import webbrowser

    if not webbrowser.open(address):
        notice(f"no browser could be started; open {address}")
