"""The command line."""

from simba.cli.commands import main

__all__ = ["main"]
