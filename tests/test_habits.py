"""What helps the next person says what is so."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
import yaml

from simba import __version__
from simba.pipeline import STAGES

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
LAYOUT = (ROOT / "docs" / "layout.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`((?:simba|rules|benchmarks|scripts|tests)/[\w/]+(?:\.\w+)?)`")
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


def parts() -> list[str]:
    """The parts of the package as the page lists them, from the top."""
    table = LAYOUT.partition("## The parts")[2]
    return [Path(name).stem for name in re.findall(r"^\| `(simba/[\w/.]+)`", table, re.MULTILINE)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_modules_that_a_page_names_exist(page: Path) -> None:
    names = NAMED.findall(page.read_text(encoding="utf-8"))
    assert [name for name in names if not (ROOT / name).exists()] == []


def test_the_layout_lists_all_parts_in_the_order_that_the_linter_holds() -> None:
    configuration = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = configuration["tool"]["importlinter"]["contracts"][0]["layers"]
    assert parts() == [layer for layer in layers if layer != "__main__"]


def test_every_module_of_the_steps_is_in_the_layout() -> None:
    modules = {path.name for path in (ROOT / "simba" / "stages").glob("[!_]*")}
    assert modules == set(re.findall(r"`simba/stages/([\w.]+)`", LAYOUT)) != set()


@pytest.mark.parametrize(
    "name", ["answering", "framing", "heeding", "interrogative", "likening", "linking", "parse", "ranking"]
)
def test_the_folder_of_a_step_says_what_its_modules_are_for(name: str) -> None:
    folder = ROOT / "simba" / "stages" / name
    said = (folder / "__init__.py").read_text(encoding="utf-8").split('"""')[1]
    assert {path.stem for path in folder.glob("[!_]*.py")} == set(re.findall(r"`(\w+)`", said))


@pytest.mark.parametrize(
    "path", [form for form in FORMS if form.stem != "config"], ids=lambda path: path.stem
)
def test_forms_of_issues_are_forms(path: Path) -> None:
    """As GitHub wants them; it shows a form with a mistake to nobody."""
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert {"name", "description", "body"} <= form.keys()
    fields = [item for item in form["body"] if item["type"] != "markdown"]
    assert {item["type"] for item in fields} <= {"input", "textarea", "dropdown", "checkboxes"}
    assert all(item["attributes"]["label"] for item in fields)
    assert len({item["id"] for item in fields}) == len(fields) > 0


def test_both_readmes_tell_the_measured_figures() -> None:
    """Those of docs/results.md, which benchmarks/results.py writes."""
    english, russian = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.ru.md"))
    results = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    measured = dict(
        re.findall(r"^\| (Answerable|Unanswerable) \|.*?\| (\d+\.\d) % \|", results, re.MULTILINE)
    )
    for share in measured.values():
        assert f"{share} %" in english
        assert f"{share.replace('.', ',')} %" in russian
    assert len(measured) == 2


def test_both_readmes_name_the_same_steps() -> None:
    steps = [
        re.findall(r"^\d\. ", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
        for name in ("README.md", "README.ru.md")
    ]
    assert steps[0] == steps[1] != []


def test_the_layout_lists_the_steps_as_they_run() -> None:
    assert re.findall(r"^\| \d\. (\w+) \|", LAYOUT, re.MULTILINE) == [stage.name for stage in STAGES]


def test_hooks_run_tools_of_the_environment() -> None:
    """The same as `make lint` does, so that nothing is downloaded and both say the same."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
    assert [repository["repo"] for repository in hooks] == ["local"]
    entries = [hook["entry"].split()[0] for hook in hooks[0]["hooks"]]
    assert {entry.partition("/")[0] for entry in entries} == {".venv"}
    lint = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\nlint:")[2].partition("\n\n")[0]
    tools = set(re.findall(r"\$\(BIN\)/([\w-]+)", lint))
    assert tools <= {Path(entry).name for entry in entries}


def test_the_version_to_cite_is_the_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == __version__
