"""A small file of rules can ask for gigabytes or hours: it is told at once what is too much, in little memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from simba.errors import PatternError
from simba.grammar.compiling import checked

SECONDS, MEGABYTES = 1.0, 100
"""What telling a bomb may take, in processor time and memory on top of what Python and SimBa take anyway."""

READ = """
import json, resource, sys, time
from pathlib import Path
from simba.errors import RuleError
from simba.grammar.rules import RuleBase
from simba.stages.interrogative import InterrogativeDictionary
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
for folder in map(Path, sys.argv[1:]):
    def memory():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    before, start = memory(), time.process_time()
    try:
        RuleBase.load([folder]).match("какая столица " * 70)
        said = ""
    except RuleError as error:
        said = str(error)
    print(json.dumps([said, time.process_time() - start, memory() - before]), flush=True)
"""


@dataclass(frozen=True)
class Bomb:
    """An expression, what is said of it (nothing: it can be used), and the fragments that it uses."""

    expression: str
    said: str = ""
    fragments: Iterable[tuple[str, str]] = ()
    kind: str = "patterns"

    def write(self, folder: Path) -> Path:
        (folder / "properties").mkdir(parents=True)
        quoted = json.dumps(self.expression, ensure_ascii=False)
        rule = f"- {{property: P36, name: столица, {self.kind}: [{quoted}], examples: [столица]}}\n"
        (folder / "properties" / "bomb.yaml").write_text(rule, encoding="utf-8")
        fragments = "".join(f"{name}: {json.dumps(text)}\n" for name, text in self.fragments)
        (folder / "fragments.yaml").write_text(fragments or "а: а\n", encoding="utf-8")
        return folder


TOO_MUCH = "со всеми повторами и формами это больше"
BOMBS = {
    "counts within counts": Bomb("(?:(?:(?:а{500}){500}){500})", TOO_MUCH),
    "at least so often": Bomb("(?:(?:(?:а{500,}){500,}){500,})", TOO_MUCH),
    "a range": Bomb("(?:(?:а{400,500}){400,500}){400,500}", TOO_MUCH),
    "one count": Bomb("а{100000000}", TOO_MUCH),
    "of what is nothing": Bomb("(?:(?:(?:а?){500}){500}){500}", TOO_MUCH),
    "lazy and possessive": Bomb("(?:(?:(?:а{500}?){500}+){500}?)", TOO_MUCH),
    "in a lookbehind": Bomb("(?<!(?:(?:а{500}){500}){500})столица", TOO_MUCH),
    "beside a comment with a bracket": Bomb("(?:(?:(?:а{500}(?#()){500}){500})", TOO_MUCH),
    "beside a set with a bracket": Bomb("(?:(?:(?:а{500}[)(]){500}){500})", TOO_MUCH),
    "through fragments": Bomb(
        "{г}{99}", TOO_MUCH, [("а", "а{99}"), ("б", "{а}{9}"), ("в", "{б}{9}"), ("г", "{в}")]
    ),
    "of a word's forms": Bomb("(?:<строить> ?){999}", TOO_MUCH),
    "spaced by the flag x": Bomb("(?x)(?:(?:(?:а{500} ) {500} ) {500} )", "флаг x в образцах не допускается"),
    "sets within sets": Bomb("(?V1)(?:[[а])]а{500}){500}", "флаг V в образцах не допускается"),
    "recursion": Bomb("(?R)а", "рекурсия в образцах не допускается"),
    "numbered recursion": Bomb("(а|(?1)(?1))+", "рекурсия в образцах не допускается"),
    "named recursion": Bomb("(?P<x>а|(?&x)(?&x))", "рекурсия в образцах не допускается"),
    "brackets": Bomb("(" * 900 + "а" + ")" * 900, "скобок в скобках"),
    "brackets in fragments": Bomb(
        "{д}",
        "",
        [
            ("а", "(" * 40 + "а" + ")" * 40),
            *((new, "(" * 40 + f"{{{old}}}" + ")" * 40) for old, new in zip("абвг", "бвгд", strict=True)),
        ],
    ),
    "many words": Bomb("<строить> " * 190, TOO_MUCH, kind="phrases"),
    "mistakes allowed for": Bomb("(?b)(?:(?:с|ст|сто)+лицца){e<=9}"),
    "repetition without bound": Bomb(r"(?:(?:(?:\w+)+)+)+ъ"),
    "a lookbehind without bound": Bomb(r"(?<=(?:\w|\w\w)+)ъ"),
    "all letters": Bomb(r"(?i)[\x00-\U0010FFFF]+" * 80),
    "alternatives": Bomb("|".join(["столица"] * 240)),
    "alternatives within alternatives": Bomb("(?:а|" * 45 + "б" + ")" * 45),
}


@cache
def told(folder: Path) -> dict[str, tuple[str, float, float]]:
    """What is said of each bomb, and the seconds and megabytes that it took."""
    folders = [str(bomb.write(folder / str(number))) for number, bomb in enumerate(BOMBS.values())]
    done = subprocess.run([sys.executable, "-c", READ, *folders], capture_output=True, text=True, check=True)
    return dict(zip(BOMBS, map(json.loads, done.stdout.splitlines()), strict=True))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bombs")


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_told_at_once(name: str, folder: Path) -> None:
    said, seconds, megabytes = told(folder)[name]
    bomb = BOMBS[name]
    assert bomb.said in said
    assert bool(said) == bool(bomb.said), said
    assert len(said) < 500
    assert seconds < SECONDS
    assert megabytes < MEGABYTES


@pytest.mark.parametrize(
    ("pattern", "place"),
    [("{а} (?:слово{100000})", 12), ("{а} (?R)", 4), ("{а}{500}{а}", 3), ("<строить>{2}(?:{а}{9}){20}", 22)],
)
def test_the_place_is_that_of_the_repetition(pattern: str, place: int) -> None:
    with pytest.raises(PatternError) as caught:
        checked(pattern, {"а": f"(?:{'слово' * 100})"})
    assert caught.value.start == place
