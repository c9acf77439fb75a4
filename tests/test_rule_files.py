"""A broken rule file is told to its author in one line: which file, which line, what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from rule_folders import folder_of

from simba import Simba
from simba.errors import RuleError
from simba.grammar.fragments import fill_in
from simba.grammar.rules import RuleBase

GOOD = """\
- property: P36
  name: столица
  patterns:
    - 'столиц\\w+'
  examples:
    - столица Франции
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of rules with one good file, ``a.yaml``."""
    return folder_of(tmp_path, GOOD, "a.yaml")


def complaint(folder: Path) -> str:
    """What loading the rules complains about: one line, without the folder's name."""
    with pytest.raises(RuleError) as caught:
        RuleBase.load([folder])
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    assert message.startswith(str(folder))
    return message.removeprefix(f"{folder}/properties/").removeprefix(f"{folder}/").removeprefix(str(folder))


def with_line(number: int, line: str) -> str:
    """The good file with another line in place of one of its own."""
    lines = GOOD.splitlines()
    lines[number - 1] = line
    return "\n".join(lines) + "\n"


def test_a_good_file_loads(folder: Path) -> None:
    rules = RuleBase.load([folder])
    assert [rule.property for rule in rules.rules] == ["P36"]
    assert [fired.rule.property for fired in rules.match("столица франции")] == ["P36"]
    assert [rule.name for rule in rules.rules] == ["столица"]


def test_yo_is_e_in_patterns_as_in_questions(folder: Path) -> None:
    (folder / "properties" / "a.yaml").write_text(with_line(4, "    - 'актёр\\w*'"), encoding="utf-8")
    assert RuleBase.load([folder]).match("актеры фильма")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (with_line(4, "    - 'столиц('"), "a.yaml:4: P36: образец «столиц(»: скобка ( не закрыта; закройте"),
        (with_line(4, "    - '[столиц'"), "a.yaml:4: P36: образец «[столиц»: набор букв не закрыт; закройте"),
        (with_line(4, "    - '{городок} столиц'"), "в fragments.yaml нет фрагмента {городок}"),
        (with_line(4, "    - 36"), "a.yaml:4: пункт 1: patterns: пункт 1: здесь нужен текст"),
        (with_line(1, "- property: Q36"), "a.yaml:1: пункт 1: property: "),
        (with_line(1, "- property: P036"), "a.yaml:1: пункт 1: property: "),
        (with_line(2, "  name: ''"), "a.yaml:2: пункт 1: name: "),
        (with_line(2, "  nama: столица"), "a.yaml:1: пункт 1: name: этот ключ обязателен"),
        (GOOD + "  patern: x\n", "a.yaml:7: пункт 1: patern: такого ключа здесь нет; patterns"),
        (GOOD + "  direction: back\n", "a.yaml:7: пункт 1: direction: "),
        (GOOD + "  answer: [place, town]\n", "a.yaml:7: пункт 1: answer: пункт 2: "),
        (GOOD + "  counterexamples: [x\n", "непонятный YAML"),
        (GOOD + GOOD.replace("- property: P36", "- property: P 36"), "a.yaml:7: пункт 2: property: "),
        ("- P36\n", "a.yaml:1: пункт 1: "),
    ],
)
def test_what_is_wrong_is_named_with_its_line(folder: Path, text: str, message: str) -> None:
    (folder / "properties" / "a.yaml").write_text(text, encoding="utf-8")
    assert complaint(folder).startswith("a.yaml")
    assert message in complaint(folder)


def test_no_rules_at_all(folder: Path) -> None:
    (folder / "properties" / "a.yaml").unlink()
    (folder / "fragments.yaml").unlink()
    (folder / "interrogatives.yaml").unlink()
    assert complaint(folder).startswith(": здесь нет правил; в папке правил лежат ")


# --- fragments ---


def test_a_fragment_may_use_those_above_it(folder: Path) -> None:
    (folder / "fragments.yaml").write_text("что: 'река|озеро'\nгде: '{что} там'\n", encoding="utf-8")
    (folder / "properties" / "a.yaml").write_text(with_line(4, "    - '{где}'"), encoding="utf-8")
    assert RuleBase.load([folder]).match("озеро там")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "что: 'река|озеро'\nгде: '{когда} там'\n",
            "fragments.yaml:2: фрагмент {где}: в fragments.yaml нет",
        ),
        (
            "где: '{что} там'\nчто: 'река'\n",
            "fragments.yaml:1: фрагмент {где}: в fragments.yaml нет фрагмента {что}",
        ),
        ("что: 'река'\nгде: '(там'\n", "fragments.yaml:2: фрагмент {где}: скобка ( не закрыта"),
        ("что: [река]\n", "fragments.yaml:1: что: "),
        ("что: 'река'\nчто: 'озеро'\n", "fragments.yaml:2: ключ что стоит дважды"),
    ],
)
def test_a_broken_fragment_is_named_with_its_line(folder: Path, text: str, message: str) -> None:
    (folder / "fragments.yaml").write_text(text, encoding="utf-8")
    assert complaint(folder).startswith(message)


def test_fragments_cannot_grow_without_bound(folder: Path) -> None:
    text = "а: 'слово'\n" + "".join(
        f"{new}: '{{{old}}}{{{old}}}{{{old}}}{{{old}}}'\n"
        for old, new in zip("абвгдежз", "бвгдежзи", strict=True)
    )
    (folder / "fragments.yaml").write_text(text, encoding="utf-8")
    assert "длиннее 4000 знаков" in complaint(folder)


def test_a_quantifier_is_no_fragment() -> None:
    assert fill_in(r"\w{2,3}", {}) == r"\w{2,3}"


# --- the dictionary of interrogatives ---


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("interrogatives:\n", "interogatives:\n", "interrogatives.yaml:"),
        ("type: date\n", "type: data\n", "interrogatives.yaml:"),
        ("    name: когда\n", "    name: когда\n    name: что\n", "ключ name стоит дважды"),
    ],
)
def test_a_broken_dictionary_is_named_with_its_line(
    folder: Path, few_rules: Path, old: str, new: str, message: str
) -> None:
    path = folder / "interrogatives.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RuleError, match=r"interrogatives\.yaml:\d+: ") as caught:
        Simba(rules=folder).interrogatives  # noqa: B018 (read on first use)
    assert message in str(caught.value)


def test_changed_rules_are_read_anew(folder: Path, few_rules: Path) -> None:
    """What was compiled from a file is not used for another of the same name."""
    assert Simba(rules=folder).rules.match("столица франции")
    (folder / "properties" / "a.yaml").write_text(with_line(4, "    - 'город\\w+'"), encoding="utf-8")
    assert not Simba(rules=folder).rules.match("столица франции")
