"""Commands of SimBa's in the process of the tests."""

from __future__ import annotations

from typing import Any

from click.testing import CliRunner, Result

from simba.cli.commands import main


def invoke(*arguments: object, **options: Any) -> Result:
    """Run a command with these arguments; options, such as ``input``, as click's `CliRunner` takes them."""
    return CliRunner().invoke(main, [str(one) for one in arguments], **options)
