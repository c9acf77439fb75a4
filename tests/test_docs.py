"""The documentation is true: each command that it shows is run, and prints what it shows.

In a ``console`` block, a line that begins with ``$ simba`` is run and its output compared with the lines below it,
up to the next command; ``...`` stands for any text, and spaces for any number of spaces. A ``python`` block with
``>>>`` is a doctest. A block whose first line names a file, such as ``yaml my/properties/form.yaml``, is that file: it
is there when the page's commands run. Rules that a page shows propose what their examples say.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from commands import invoke

from simba import Simba
from simba.common.resources import data_path
from simba.display.plain import distinct_values
from simba.grammar.compiling import checked, compile_pattern
from simba.grammar.phrases import phrase_to_pattern
from simba.grammar.written import read_all
from simba.workbench.bench import Bench

pytestmark = pytest.mark.slow

REPOSITORY = Path(__file__).parent.parent
PAGES = sorted([*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").glob("*.md")])
GUIDE = REPOSITORY / "docs" / "rules.ru.md"
BLOCK = re.compile(r"^```(console|python)\n(.*?)^```", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"^```\w+ (\S+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
SAME = doctest.OutputChecker()
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")


def blocks(kind: str, pages: list[Path] = PAGES) -> list[object]:
    return [
        pytest.param(
            match[2],
            id=f"{page.name}:{page.read_text(encoding='utf-8')[: match.start()].count(chr(10)) + 1}",
            marks=[pytest.mark.slow] if "simba rules impact" in match[2] else [],
        )
        for page in pages
        for match in BLOCK.finditer(page.read_text(encoding="utf-8"))
        if match[1] == kind
    ]


@contextmanager
def chdir(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


SIGN_OF_LIFE = re.compile(r"^.* \(\d+ s\)\n", re.MULTILINE)
"""What a command says where it takes more than a second."""


def write_files(page: Path, folder: Path) -> None:
    """Write the files that a page shows."""
    for name, content in FILE.findall(page.read_text(encoding="utf-8")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")


def run_and_compare(block: str, folder: Path) -> None:
    for command, expected in re.findall(r"^\$ (simba .*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
        arguments = shlex.split(command)[1:]
        with chdir(folder):  # in this process, where the models are loaded already
            outcome = invoke(*arguments, env={"COLUMNS": "100"})
        printed = outcome.stdout + SIGN_OF_LIFE.sub("", outcome.stderr)
        wanted = "...".join(" ".join(part.split()) for part in expected.split("..."))
        assert SAME.check_output(wanted, printed, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE), (
            f"{command} printed:\n{printed}"
        )


@pytest.mark.parametrize("block", blocks("console", [page for page in PAGES if page != GUIDE]))
def test_commands_print_what_the_page_shows(block: str, tmp_path: Path) -> None:
    for page in PAGES:
        if block in page.read_text(encoding="utf-8"):
            write_files(page, tmp_path)
    run_and_compare(block, tmp_path)


def shapes(page: str) -> list[tuple[str, str]]:
    """The questions and answers of a table of shapes of questions."""
    text = (REPOSITORY / page).read_text(encoding="utf-8")
    return re.findall(r"^\| [^|]*\| ([^|]+\?) \| ([^|]+) \|$", text, re.MULTILINE)


@pytest.mark.parametrize(("question", "answer"), shapes("README.md"))
def test_each_shape_of_question_is_answered_as_the_page_says(demo: Simba, question: str, answer: str) -> None:
    assert ", ".join(text for text, _ in distinct_values(demo.answer(question))) == answer


def test_both_readmes_show_the_same_questions() -> None:
    assert shapes("README.md") == shapes("README.ru.md") != []


@pytest.mark.parametrize("block", blocks("console", [GUIDE]))
def test_commands_of_the_guide_to_rules_print_what_it_shows(block: str, tmp_path: Path) -> None:
    write_files(GUIDE, tmp_path)
    run_and_compare(block, tmp_path)


@pytest.mark.parametrize(("folder", "rules"), [("мои", 1), ("ключи", 4)])
def test_rules_of_the_guide_propose_what_their_examples_say(folder: str, rules: int, tmp_path: Path) -> None:
    write_files(GUIDE, tmp_path)
    bench = Bench([data_path("rules"), tmp_path / folder])
    own = [example for example in bench.examples if example.rule.path.parts[-3] == folder]
    assert len({example.rule.key for example in own}) == rules
    wrong = [
        (example.rule.key, example.question)
        for example in own
        if (example.rule.key in bench.proposed(example.question)) is not example.positive
    ]
    assert wrong == []


def test_phrases_of_the_guide_match_what_it_says() -> None:
    fragments = read_all([data_path("rules")], tested=[data_path("rules")]).filled
    rows = [
        [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[2:5]]
        for line in GUIDE.read_text(encoding="utf-8")
        .partition("| совпадает |")[2]
        .partition("\n\n")[0]
        .splitlines()[2:]
    ]
    assert len(rows) > 8
    for cell, matching, others in rows:
        pattern = compile_pattern(checked(phrase_to_pattern(cell.strip("`")), fragments))
        assert [text for text in matching.split("; ") if not pattern.fullmatch(text)] == [], cell
        assert [text for text in others.split("; ") if pattern.fullmatch(text)] == [], cell


def test_fragments_of_the_guide_exist() -> None:
    fragments = read_all([data_path("rules")], tested=[data_path("rules")]).filled
    named = set(re.findall(r"\{([а-я ]+)\}", GUIDE.read_text(encoding="utf-8")))
    assert named - set(fragments) == {"фрагмент", "одежда"}, (
        "a placeholder, and the guide's example of a mistake"
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("block", [block for block in blocks("python") if ">>>" in block.values[0]])  # type: ignore[attr-defined]
def test_python_examples_run(block: str) -> None:
    example = doctest.DocTestParser().get_doctest(block, {}, "documentation", None, 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert result.failed == 0
