"""What a change of rules does, as its author asks before keeping it: ``simba rules impact``."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from simba import Simba
from simba.cli.commands import main
from simba.common.vocabulary import ENTITY
from simba.workbench.bench import Bench

pytestmark = pytest.mark.slow

CAPITAL = "{property: P36, name: столица, answer: [place], patterns: ['столиц\\w+']"
"""What the author changes."""


@pytest.fixture
def mine(rules: Path, tmp_path: Path) -> Path:
    """A copy of the few rules, to be changed."""
    return Path(shutil.copytree(rules, tmp_path / "mine"))


def change(folder: Path, old: str, new: str) -> None:
    path = folder / "properties" / "few.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def impact(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["rules", "impact", *map(str, arguments)])


@pytest.fixture
def against(rules: Path, mine: Path) -> Callable[..., Result]:
    """The author's rules against the few rules as they were."""
    return lambda *more: impact("--alone", "--before", rules, "--rules", mine, *more)


def told(result: Result) -> dict[str, Any]:
    content = json.loads(result.stdout)
    assert isinstance(content, dict)
    return content


def test_nothing_changed(against: Callable[..., Result]) -> None:
    result = against()
    assert result.exit_code == 0
    assert "The rules are the same." in result.stdout


def test_what_is_lost_is_told_with_its_place_and_the_exit_code(
    against: Callable[..., Result], mine: Path
) -> None:
    change(mine, CAPITAL, CAPITAL.replace("столиц\\w+", "главный город"))
    result = against()
    assert result.exit_code == 1
    assert "Lost (1)\n  P36 столица\n    столица Франции  (proposed now: nothing; " in result.stdout
    assert "few.yaml:7)" in result.stdout
    (lost,) = told(against("--json"))["examples"]["lost"]
    assert (lost["property"], lost["question"], lost["kind"]) == ("P36", "столица Франции", "example")


def test_a_rule_that_is_gone_has_lost_its_examples(against: Callable[..., Result], mine: Path) -> None:
    change(mine, CAPITAL, CAPITAL.replace("P36", "P1376"))
    result = against()
    assert result.exit_code == 1
    assert "столица Франции  (proposed now: P1376; no longer an example)" in result.stdout


def test_what_is_gained(against: Callable[..., Result], mine: Path) -> None:
    change(mine, CAPITAL, CAPITAL.replace("столиц\\w+'", "столиц\\w+', 'резиденци\\w+'"))
    change(mine, "[столица Франции]", "[столица Франции, резиденция Франции]")
    result = against()
    assert result.exit_code == 0
    assert "1 gained, 0 lost" in result.stdout
    assert "резиденция Франции  (proposed now: P36" in result.stdout


def test_a_counterexample_that_is_now_proposed_is_lost(against: Callable[..., Result], mine: Path) -> None:
    change(
        mine,
        "examples: [На каких языках говорят в Швейцарии?]",
        "examples: [На каких языках говорят в Швейцарии?], counterexamples: [Каково население Франции?]",
    )
    change(mine, "'язык\\w*'", "'язык\\w*', '(?:насел|язык)\\w+'")
    (lost,) = told(against("--json"))["examples"]["lost"]
    assert (lost["property"], lost["kind"]) == ("P37", "counterexample")
    assert {one["property"] for one in lost["proposed"]} == {"P37", "P1082"}


def test_other_rules_questions_are_grouped_by_the_property_that_came_in(
    against: Callable[..., Result], mine: Path
) -> None:
    """The rule of P36 takes a word that every question has: its own examples stay as they are."""
    change(mine, CAPITAL, CAPITAL.replace("answer: [place], ", "").replace("столиц\\w+", "\\w+"))
    shifts = told(against("--json"))["examples"]["changed"]
    assert [(shift["property"], shift["direction"], len(shift["came"])) for shift in shifts] == [
        ("P36", "forward", 4)
    ]
    assert "Где похоронен Кутузов?" in shifts[0]["came"]
    assert "столица Франции" not in shifts[0]["came"]
    short, whole = against().stdout, against("--all").stdout
    assert "P36 столица  +4" in short
    assert "and 1 more (--all)" in short
    assert "more (--all)" not in whole
    assert "+ Каково население Франции?  (of P1082)" in whole


def test_an_example_for_which_another_property_now_comes_first(
    against: Callable[..., Result], mine: Path
) -> None:
    """The rule of P1082 takes a word of another rule's example, and its priority puts it before that rule."""
    change(mine, "answer: [number], patterns: ['населени\\w+'", "patterns: ['населени\\w+', 'язык\\w*'")
    assert "another property now comes first: 0" in against().stdout
    change(mine, "{property: P1082,", "{priority: 5, property: P1082,")
    result = against()
    assert result.exit_code == 1
    assert "another property now comes first: 1" in result.stdout
    assert "На каких языках говорят в Швейцарии?  (first now: P1082 население; " in result.stdout
    content = told(against("--json"))
    assert content["lost"] is True
    (one,) = content["examples"]["overtaken"]
    assert (one["property"], one["first"]["property"]) == ("P37", "P1082")
    assert "few.yaml:" in one["place"]


def test_what_explains_more_of_the_question_stays_first(against: Callable[..., Result], mine: Path) -> None:
    """The rule of P36 takes a word that every question has, but leaves the others unexplained."""
    change(mine, CAPITAL, CAPITAL.replace("answer: [place], ", "").replace("столиц\\w+", "каких|столица"))
    content = told(against("--json"))["examples"]
    assert content["changed"]
    assert content["overtaken"] == []


def test_the_questions_of_a_replaced_rule_still_stand_in_its_file(
    rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simba.grammar.files.data_path", lambda _: rules)
    own = tmp_path / "own" / "properties" / "mine.yaml"
    own.parent.mkdir(parents=True)
    own.write_text(
        "- {property: P36, name: столица, phrases: [главный город], examples: [главный город Франции]}\n",
        encoding="utf-8",
    )
    result = impact("--rules", tmp_path / "own")
    assert result.exit_code == 1
    (line,) = (line for line in result.stdout.splitlines() if "столица Франции" in line)
    assert "(proposed now: nothing; no longer an example: its rule is replaced; " in line
    assert line.endswith("few.yaml:7)")


# --- with a question set ---


def question(uid: int, text: str, *answers: str) -> dict[str, Any]:
    return {
        "uid": uid,
        "question_text": text,
        "answers": [{"type": "uri", "value": ENTITY + answer} for answer in answers],
        "tags": ["1-hop"] if answers else ["no-answer"],
    }


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    path = tmp_path / "questions.json"
    questions = [
        question(1, "Столица Франции?", "Q90"),
        question(2, "Главный город Франции?", "Q90"),
        question(3, "Главный город Швейцарии?"),
        question(4, "Какой язык в Швейцарии?", "Q188"),
    ]
    path.write_text(json.dumps(questions, ensure_ascii=False), encoding="utf-8")
    return path


@pytest.mark.slow
def test_a_question_set_is_put_to_the_whole_system_twice(
    against: Callable[..., Result], mine: Path, kb: Path, dataset: Path
) -> None:
    change(mine, CAPITAL, CAPITAL.replace("столиц\\w+", "главный город"))
    change(mine, "[столица Франции]", "[главный город Франции]")
    change(mine, "examples: [Столицей какой", "counterexamples: [столица Франции], examples: [Столицей какой")
    result = against("--dataset", dataset, "--kb", kb)
    assert result.exit_code == 1
    assert "1 gained, 1 lost, 0 changed; McNemar's exact test: p = 1.0000" in result.stdout
    assert "answerable        2 ->     2 of 3 (+0)" in result.stdout
    scored = told(against("--dataset", dataset, "--kb", kb, "--json"))["dataset"]
    assert [change["id"] for change in scored["lost"]] == ["1"]
    assert [change["id"] for change in scored["gained"]] == ["2"]
    assert scored["figures"]["unanswerable"] == {"before": 1, "after": 1, "of": 1}
    before_after = [(one["before"]["correct"], one["after"]["correct"]) for one in scored["questions"]]
    assert before_after == [(True, False), (False, True), (True, True), (True, True)]


def test_a_wrong_answer_that_becomes_another_is_changed(
    against: Callable[..., Result], mine: Path, kb: Path, tmp_path: Path
) -> None:
    path = tmp_path / "one.json"
    path.write_text(json.dumps([question(1, "Столица Франции?", "Q64")]), encoding="utf-8")
    change(mine, CAPITAL, CAPITAL.replace("столиц\\w+", "столицею"))
    change(mine, "['столицей", "['столица', 'столицей")
    scored = told(against("--dataset", path, "--kb", kb, "--json"))["dataset"]
    assert scored["gained"] == scored["lost"] == []
    (changed,) = scored["changed"]
    assert changed["correct"] is False
    assert changed["before"] == "Париж"


def test_of_plain_questions_it_is_told_which_answers_change(
    against: Callable[..., Result], mine: Path, kb: Path, tmp_path: Path
) -> None:
    path = tmp_path / "questions.txt"
    path.write_text("Каково население Франции?\n\nГлавный город Франции?\n", encoding="utf-8")
    change(mine, CAPITAL, CAPITAL.replace("столиц\\w+'", "столиц\\w+', 'главный город'"))
    result = against("--dataset", path, "--kb", kb)
    assert result.exit_code == 0
    tail = (
        "questions.txt: 1 of 2 answers changed\n  3: Главный город Франции?\n    no answer -> Париж (P36)\n"
    )
    assert result.stdout.endswith(tail)
    answers = told(against("--dataset", path, "--kb", kb, "--json"))["answers"]
    (changed,) = answers["changed"]
    assert (answers["asked"], changed["line"]) == (2, 3)
    assert (changed["before"]["status"], changed["after"]["status"]) == ("abstained", "answered")
    path.write_text("\n", encoding="utf-8")
    assert "questions.txt: no questions" in against("--dataset", path).stderr


def test_the_knowledge_base_is_for_a_dataset(kb: Path) -> None:
    result = impact("--kb", kb)
    assert result.exit_code == 2
    assert "--dataset" in result.stderr


def test_a_whole_set_of_rules_of_ones_own(rules: Path, kb: Path) -> None:
    assert Simba(kb, rules=(rules,)).answer("столица Франции").values
    assert len(Simba(kb, rules=(rules,)).rules.rules) < 10


# --- since a git revision ---


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", folder, *identity, *arguments], check=True, capture_output=True)


@pytest.fixture
def checkout(mine: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of SimBa whose own rules are the few; all is committed."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    git(mine.parent, "init", "--quiet")
    git(mine.parent, "add", "mine")
    git(mine.parent, "commit", "--quiet", "--message", "Start")
    monkeypatch.setattr("simba.grammar.files.data_path", lambda _: mine)
    return mine


def test_since_the_last_commit(checkout: Path) -> None:
    change(checkout, CAPITAL, CAPITAL.replace("столиц\\w+", "главный город"))
    result = impact()
    assert result.exit_code == 1
    assert "before: SimBa's rules at HEAD (" in result.stdout
    assert "столица Франции  (proposed now: nothing; " in result.stdout
    assert str(checkout) in result.stdout, "the place is in the file that was changed"
    git(checkout, "commit", "--all", "--quiet", "--message", "Change")
    assert impact().exit_code == 0
    assert impact("--since", "HEAD~1").exit_code == 1
    assert impact("--since", "HEAD~1", "--rules", checkout, "--alone").exit_code == 1


def test_in_a_hook_git_says_where_its_own_repository_is(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other.git"))
    assert impact().exit_code == 0


@pytest.mark.parametrize("revision", ["nothing", "", "--output=stolen", "HEAD:mine", "HEAD\0", "HEAD; true"])
def test_a_revision_that_does_not_exist(
    checkout: Path, revision: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    result = impact(f"--since={revision}")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "no such revision of " in result.stderr
    assert sorted(tmp_path.rglob("*")) == before


def test_a_folder_outside_git(rules: Path) -> None:
    result = impact("--since", "HEAD", "--rules", rules, "--alone")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "in no git repository" in result.stderr
    assert "--before DIR" in result.stderr


def test_a_revision_whose_rules_this_simba_cannot_read(checkout: Path) -> None:
    change(checkout, "patterns: ['язык", "regexes: ['язык")
    git(checkout, "commit", "--all", "--quiet", "--message", "Another format")
    change(checkout, "regexes: ['язык", "patterns: ['язык")
    result = impact()
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "the rules at HEAD are not ones that this SimBa reads: properties/few.yaml:" in result.stderr


def test_a_link_in_an_old_revision_leads_nowhere(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("secret", encoding="utf-8")
    (checkout / "properties" / "more.yaml").symlink_to(tmp_path / "secret.yaml")
    git(checkout, "add", "properties/more.yaml")
    git(checkout, "commit", "--quiet", "--message", "Link")
    (checkout / "properties" / "more.yaml").unlink()
    assert impact().exit_code == 0


@pytest.mark.parametrize(
    "wrong", [["--since", "HEAD", "--before", "a"], ["--alone"], ["--alone", "--rules", "a"]]
)
def test_options_that_do_not_go_together(wrong: list[str]) -> None:
    result = impact(*wrong)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


def test_equal_rules_in_two_places_are_each_in_their_own(rules: Path, mine: Path) -> None:
    """What was compiled of one folder serves for the other, but not its paths."""
    for folder in (rules, mine, rules):
        assert {rule.path.parents[1] for rule in Bench([folder]).written} == {folder}
    change(mine, CAPITAL, CAPITAL.replace("столиц\\w+", "главный город"))
    bench = Bench([mine])
    assert {rule.path.parents[1] for rule in bench.written} == {mine}
    assert bench.proposed("столица Франции") == frozenset()
    assert bench.proposed("Каково население Франции?") == {("P1082", "forward")}
