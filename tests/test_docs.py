"""The documentation is true: each command that it shows is run, and prints what it shows.

In a ``console`` block, a line that begins with ``$ simba`` is run and its output compared with the lines below it,
up to the next command; ``...`` stands for any text. A ``python`` block with ``>>>`` is a doctest.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent
PAGES = sorted([*REPOSITORY.glob("README*.md"), *(REPOSITORY / "docs").glob("*.md")])
BLOCK = re.compile(r"^```(console|python)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def blocks(kind: str) -> list[object]:
    return [
        pytest.param(
            match[2], id=f"{page.name}:{page.read_text(encoding='utf-8')[: match.start()].count(chr(10)) + 1}"
        )
        for page in PAGES
        for match in BLOCK.finditer(page.read_text(encoding="utf-8"))
        if match[1] == kind
    ]


@pytest.mark.parametrize("block", blocks("console"))
def test_commands_print_what_the_page_shows(block: str, tmp_path: Path) -> None:
    for command, expected in re.findall(r"^\$ (simba .*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
        arguments = shlex.split(command)[1:]
        outcome = subprocess.run(
            [sys.executable, "-m", "simba", *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=tmp_path,
            env={**os.environ, "COLUMNS": "100"},
        )
        printed = outcome.stdout + outcome.stderr
        pattern = ".*?".join(re.escape(part) for part in expected.strip().split("..."))
        assert re.fullmatch(pattern, printed.strip(), re.DOTALL), f"{command} printed:\n{printed}"


@pytest.mark.parametrize("block", [block for block in blocks("python") if ">>>" in block.values[0]])  # type: ignore[attr-defined]
def test_python_examples_run(block: str) -> None:
    example = doctest.DocTestParser().get_doctest(block, {}, "documentation", None, 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert result.failed == 0
