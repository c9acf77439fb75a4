"""``simba rules check --fix``: one order and form for all files, and nothing is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simba.cli.commands import main
from simba.workbench.fix import comments_in, fix_file, plain

MESSY = """\
# Where animals live.


# --- dens ---
-   examples: ["Где ночует Барсик?", 'Где нора: у лисы?']   # two
    name: "логово"
    # the property
    property: P99999
    patterns:
    # by night
    - "где ночу[её]т"
    - 'где зимуёт'   # in winter
      # - где живёт
    answer:
        - place
# --- food ---
- {property: P99998, name: корм, phrases: [что ест], examples: [Что ест Барсик?], priority: 1}
# the end
"""


def fixed(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    fix_file(path)
    return path.read_text(encoding="utf-8")


def test_a_file_takes_its_usual_order_and_form(tmp_path: Path) -> None:
    assert (
        fixed(tmp_path / "a.yaml", MESSY)
        == r"""# Where animals live.

# --- dens ---
# the property
- property: P99999
  name: логово
  answer: [place]
  patterns:
    # by night
    - 'где ночует'
    - 'где зимует'  # in winter
    # - где живёт
  examples:  # two
    - Где ночует Барсик?
    - 'Где нора: у лисы?'

# --- food ---
- property: P99998
  name: корм
  priority: 1
  phrases:
    - 'что ест'
  examples:
    - Что ест Барсик?
# the end
"""
    )


def test_what_is_commented_out_after_a_list_keeps_its_place(tmp_path: Path) -> None:
    rule = "- property: P99999\n  name: логово\n  phrases:\n    - 'где ночует'\n  examples:\n    - Где ночует Барсик?\n"
    rule += "    # - Где ночует?\n  # counterexamples:\n  #   - Кто ночует?\n"
    text = f"{rule}\n{rule.replace('P99999', 'P99998')}"
    assert fixed(tmp_path / "a.yaml", text) == text


texts = st.text("абё 'x\"#:-[]{},&*!|>%@`?\\\n\t7.~", min_size=1, max_size=12)
comments = st.one_of(st.just(""), st.text("а #:'-", max_size=8).map(lambda text: f"# {text}".rstrip()))


@st.composite
def files(draw: st.DrawFn) -> str:
    """A file of rules as somebody may write it: keys in any order, lists in either style, comments anywhere."""
    lines = []

    def comment(indent: int) -> None:
        if text := draw(comments):
            lines.append(" " * indent + text)
        lines.extend([""] * draw(st.integers(0, 2)))

    def after() -> str:
        text = draw(comments)
        return f"  {text}" if text else ""

    def quoted(text: str) -> str:
        style = draw(st.sampled_from(["'", '"', None]))
        return (
            yaml.dump(text, default_style=style, allow_unicode=True, width=10_000)
            .removesuffix("...\n")
            .strip()
        )

    for number in range(draw(st.integers(1, 3))):
        keys = draw(st.permutations(["property", "name", "patterns", "examples", "answer", "priority"]))
        comment(draw(st.sampled_from([0, 1, 2, 6])) if number else 0)
        for place, key in enumerate(keys):
            start = "- " if place == 0 else "  "
            if place:
                comment(draw(st.sampled_from([0, 2, 4])))
            if key in {"patterns", "examples", "answer"}:
                values = draw(st.lists(texts.map(quoted), min_size=1, max_size=3))
                if key == "answer":
                    values = ["place", "date"]
                if draw(st.booleans()) and not any("\n" in value for value in values):
                    flow = [
                        value
                        if key == "answer"
                        else yaml.dump(yaml.safe_load(value), default_style='"').strip()
                        for value in values
                    ]
                    lines.append(f"{start}{key}: [{', '.join(flow)}]{after()}")
                    continue
                lines.append(f"{start}{key}:{after()}")
                for value in values:
                    comment(draw(st.sampled_from([2, 4, 6])))
                    lines.append(f"    - {value}{after()}")
            else:
                value = {"property": f"P{number + 1}", "name": "'имя'", "priority": "1"}[key]
                lines.append(f"{start}{key}: {value}{after()}")
    comment(draw(st.sampled_from([0, 1, 2, 4])))
    return "\n".join(lines) + "\n"


@given(files())
@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_nothing_is_lost_and_a_second_time_changes_nothing(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.yaml"
    once = fixed(path, text)
    assert content(once, path) == content(text, path)
    assert comments_in(once) == comments_in(text)
    assert fixed(path, once) == once


def content(text: str, path: Path) -> Any:
    return plain(yaml.safe_load(text), path)


def test_the_command_says_what_it_changed(tmp_path: Path) -> None:
    path = tmp_path / "properties" / "own.yaml"
    path.parent.mkdir()
    path.write_text(MESSY, encoding="utf-8")
    path.chmod(0o640)
    command = ["rules", "check", "--rules", str(tmp_path), "--fix"]
    assert f"{path}: formatted\n" in CliRunner().invoke(main, command).stdout
    assert "formatted" not in CliRunner().invoke(main, command).stdout
    assert path.stat().st_mode & 0o777 == 0o640
    assert [one.name for one in path.parent.iterdir()] == ["own.yaml"]


def test_the_target_of_a_link_is_written(tmp_path: Path) -> None:
    target, link = tmp_path / "target.yaml", tmp_path / "link.yaml"
    target.write_text(MESSY, encoding="utf-8")
    link.symlink_to(target)
    assert fix_file(link)
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") != MESSY


@pytest.mark.parametrize(
    "text", ["", "- [", "- {property: P1}\n", MESSY + "- *x\n", MESSY.replace("  name:", "  nam:")]
)
def test_a_file_with_errors_is_left_alone(tmp_path: Path, text: str) -> None:
    assert fixed(tmp_path / "a.yaml", text) == text
