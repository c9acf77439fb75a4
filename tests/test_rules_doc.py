"""`simba rules doc`: all rules on one page that people read and search."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
from commands import invoke
from rule_folders import CAPITAL, folder_of
from web_support import hostile_folder

from simba.common.resources import data_path
from simba.grammar import files as rulefiles
from simba.grammar.written import read_rules
from simba.workbench.doc import page_of_rules
from simba.workbench.explain import explain


def in_words(pattern: str) -> str:
    """A pattern as the page tells it; fragments in braces, lemmas in angle brackets."""
    signs = {"fragment": "{%s}", "lemma": "<%s>"}
    told = explain("patterns", pattern)
    return "".join(signs.get(one.kind, "%s") % one.text for one in told)


class Reader(HTMLParser):
    """The page's elements, its text, and what it would fetch or run."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.fetched: list[str] = []
        self.handlers: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name == "href" and tag == "a":
                self.targets.append(value or "")
            elif name in {"src", "href", "action"}:
                self.fetched.append(value or "")
            elif name.startswith("on"):
                self.handlers.append(name)

    def handle_data(self, data: str) -> None:
        self.text += data


def page(folder: Path, home: str | None = None) -> Reader:
    return Reader(page_of_rules([folder], home=home, label={"Q6256": "страна"}.get))


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (r"(?:{какой} )?столиц\w+", "[{какой}] столиц…"),
        (r"<написать> (?:книг\w*|роман)", "<написать> (книг… | роман)"),
        (r"кто{слова} построил", "кто… построил"),
        (r"постро(?:ен|ил)\w*", "постро(ен | ил)…"),
        (r"как\w+ \w+ стоит", "как… любое слово стоит"),
        (r"родил(?:ся|ась)?", "родил[ся | ась]"),
        (r"(?<!не )люб(?!им)\w+", "(перед этим не: не) люб (дальше не: им)…"),
        (r"год\w*(?=\W*$)", "год… (дальше: $)"),
        (r"^(?:с |до )?ког[дт]а", "^ [с | до] ког(д | т)а"),
    ],
)
def test_patterns_are_told_in_words(pattern: str, words: str | None) -> None:
    assert in_words(pattern) == words


@pytest.mark.slow
def test_every_rule_that_comes_with_simba_is_told_in_words() -> None:
    signs = {
        one.text: [
            sign
            for sign in ("(?", "\\", "{0")
            if any(sign in told.text for told in explain(one.kind, one.text))
        ]
        for rule in read_rules([data_path("rules")])
        for one in rule.expressions
    }
    assert {text: found for text, found in signs.items() if found} == {}


def test_the_page_tells_all_about_a_rule(tmp_path: Path) -> None:
    shown = page(folder_of(tmp_path / "rules", CAPITAL))
    text = " ".join(shown.text.split())
    for part in (
        "столица P36",
        "ответ: место · субъект: страна · geography.yaml:3",
        "[какой город] любая форма слова «являться» столиц…",
        "Какой город является столицей Китая?",
        "Не срабатывает Кто построил цирк?",
        "обратное: ответ — субъект",
    ):
        assert part in text
    inside = [target for target in shown.targets if target.startswith("#")]
    assert {"#fragments", "#area-1"} <= set(inside)
    assert {"P36", "P17"} <= set(shown.ids)
    assert [target for target in inside if target[1:] not in shown.ids] == []
    assert len(set(shown.ids)) == len(shown.ids)


def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    shown = page(folder_of(tmp_path / "rules", CAPITAL))
    assert shown.fetched == ["data:,"]


def test_hostile_rules_are_only_text(tmp_path: Path) -> None:
    kind = page(folder_of(tmp_path / "kind", CAPITAL))
    shown = page(hostile_folder(tmp_path / "hostile"))
    assert shown.handlers == []
    assert shown.tags.count("script") == kind.tags.count("script") == 1
    assert not {"img", "svg", "iframe"} & set(shown.tags)
    assert "document.title='hacked'" in shown.text
    assert [
        target for target in shown.targets if not target.startswith(("#", "https://www.wikidata.org/"))
    ] == []


def test_the_command_writes_the_page_or_says_why_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folder_of(tmp_path / "rules", CAPITAL)
    monkeypatch.setattr(rulefiles, "data_path", lambda name: folder)
    done = invoke("rules", "doc", "--to", tmp_path / "new" / "page.html", "--home", "/ask")
    assert done.exit_code == 0, done.output
    assert "page.html: " in done.output
    written = Reader((tmp_path / "new" / "page.html").read_text(encoding="utf-8"))
    assert "/ask" in written.targets
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["page.html"]
    failed = invoke("rules", "doc", "--to", folder / "fragments.yaml" / "page.html")
    assert failed.exit_code == 2
    assert len(failed.stderr.splitlines()) == 1


SLOTS = """
- {property: P36, name: столица чего, direction: reverse, phrases: ['столица ... страны'],
   examples: [столица какой страны Париж]}
- {property: P36, name: столица, patterns: ['столиц\\w+', 'главн\\w+ город'],
   examples: [столица Франции, главный город Франции]}
"""


def test_what_fired_is_on_the_page_with_its_file_and_line(tmp_path: Path) -> None:
    from simba.grammar.rules import RuleBase, prepare

    folder = folder_of(tmp_path / "rules", SLOTS)
    base = RuleBase(prepare(read_rules([folder])))
    fired = {
        question: [base.sources[one.match.pattern] for one in base.match(question)]
        for question in ("столица франции", "главный город франции", "столица какой страны париж")
    }
    told = {
        question: {(one.anchor, one.part, one.file, one.line, one.text) for one in found}
        for question, found in fired.items()
    }
    first = ("P36", 1, "geography.yaml", 4, "столиц\\w+")
    assert told["столица франции"] == {first}
    assert told["главный город франции"] == {("P36", 2, "geography.yaml", 4, "главн\\w+ город")}
    assert told["столица какой страны париж"] == {
        first,
        ("P36-2", 1, "geography.yaml", 2, "столица ... страны"),
    }
    ids = Reader(page_of_rules([folder], home=None, label=lambda _: None)).ids
    assert {f"{one.anchor}.{one.part}" for found in fired.values() for one in found} <= set(ids)


def test_every_expression_of_the_rules_has_its_place() -> None:
    from simba.grammar.files import layers
    from simba.grammar.rules import RuleBase

    sources = RuleBase.load(layers(None)).sources
    lines = {
        path.name: path.read_text(encoding="utf-8").splitlines()
        for path in (data_path("rules") / "properties").iterdir()
    }
    assert len({(one.anchor, one.part) for one in sources}) > 3000
    assert all(1 <= one.line <= len(lines[one.file]) for one in sources)
    words = [one for one in sources if one.part and one.text.isalpha()]
    assert [one for one in words if one.text not in lines[one.file][one.line - 1]] == []
