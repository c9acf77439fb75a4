"""Phrases: what a rule author writes without regular expressions, and what it then matches."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from simba.common.resources import data_path
from simba.errors import PatternError
from simba.grammar.compiling import checked, compile_pattern
from simba.grammar.fragments import fill_in
from simba.grammar.phrases import phrase_to_pattern
from simba.grammar.rules import RuleBase
from simba.grammar.written import read_all

FRAGMENTS = read_all([data_path("rules")], tested=[data_path("rules")]).filled


def matches(phrase: str, text: str) -> bool:
    """Whether the phrase matches the whole of a folded text."""
    return compile_pattern(checked(phrase_to_pattern(phrase), FRAGMENTS)).fullmatch(text) is not None


@pytest.mark.parametrize(
    ("phrase", "yes", "no"),
    [
        ("столица", ["столица"], ["столицы", "столица франции"]),
        ("столиц*", ["столица", "столицею", "столиц"], ["столбец"]),
        ("<столица>", ["столица", "столицы", "столицам"], ["столичный", "столиц а"]),
        ("<написать>", ["написал", "написала", "напишет", "написан", "написавший"], ["писал", "надпись"]),
        ("<Ёлка>", ["елка", "елку"], ["ель"]),
        ("{кто} <написать>", ["кто написал", "кем написан"], ["кто-то написал", "кто  написал"]),
        ("[главный] город", ["главный город", "город"], ["главный", "главныйгород", " город"]),
        ("город [на реке] стоит", ["город стоит", "город на реке стоит"], ["город  стоит"]),
        ("стоит [на реке | у моря]", ["стоит", "стоит на реке", "стоит у моря"], ["стоит на реке у моря"]),
        ("(жена | супруга) [и муза]", ["жена", "супруга и муза"], ["жена супруга"]),
        ("жена | муж", ["жена", "муж"], ["жена муж"]),
        ("самый * город", ["самый большой город"], ["самый город", "самый очень большой город"]),
        ("кто ... построил", ["кто построил", "кто из всех их построил"], ["кто а б в г д построил"]),
        ("кто … построил", ["кто и построил"], []),
        ("город [... стоит]", ["город", "город давно стоит"], ["город давно", "город  стоит"]),
        ("[{кто} ...] построил", ["построил", "кто же это построил", "кто построил"], ["же построил"]),
        ("(на ... реке | рядом) город", ["на синей реке город", "рядом город"], ["на город"]),
        ("где (... город | село)", ["где стоит город", "где село"], ["где стоит село"]),
        ("{какой} {любые слова} город", ["какой а б в г д город"], ["какой а б в г д е ж з и к город"]),
        ("написа(л|н)*", ["написал", "написана"], ["написать", "написа"]),
        ("[по|за]ехал[а|и]", ["ехал", "поехала", "заехали"], ["выехал", "по ехал"]),
        ("(город|сел)* [кино]театр", ["города театр", "села кинотеатр"], ["город кино театр"]),
        ("[[очень] большой] дом", ["дом", "большой дом", "очень большой дом"], ["очень дом"]),
    ],
)
def test_what_a_phrase_matches(phrase: str, yes: list[str], no: list[str]) -> None:
    assert [text for text in yes if not matches(phrase, text)] == []
    assert [text for text in no if matches(phrase, text)] == []


@pytest.mark.parametrize(
    ("phrase", "place", "message"),
    [
        ("кто (построил", 4, "скобка ( не закрыта"),
        ("кто построил)", 12, "или нечего закрывать"),
        ("кто построил?", 12, "вопросительного знака не видно"),
        (r"столиц\w+", 6, "регулярные выражения пишутся под ключом patterns:"),
        ("дом, который", 3, "знаков препинания не видно"),
        ("кто {(}", 4, "фрагмент пишется так: {название}"),
        ("кто <написал", 4, "лемма пишется так: <слово>"),
        ("по{город}", 2, "поставьте перед этим пробел"),
        ("[главный город]стоит", 9, "удалите этот или поставьте ещё один перед скобкой"),
        ("(а|{город})а", 3, "у слова не бывает такой части"),
        ("кто...построил", 3, "поставьте перед этим пробел"),
        ("[дом]", 0, "всё здесь необязательно"),
        ("[дом]* стоит", 0, "все части этого слова необязательны"),
        ("[... дом] стоит", 1, "стоит между словами"),
        ("дом [стоит ...]", 11, "стоит между словами"),
        ("дом ...", 4, "стоит между словами"),
        ("", 0, "фраза пуста"),
        ("дом |", 5, "после | ничего нет"),
    ],
)
def test_a_broken_phrase_is_explained_at_its_place(phrase: str, place: int, message: str) -> None:
    with pytest.raises(PatternError) as caught:
        phrase_to_pattern(phrase)
    assert message in f"{caught.value}; {caught.value.advice}"
    assert caught.value.start == place


@pytest.mark.parametrize(
    ("pattern", "place", "message"),
    [
        ("кто <написал>", (4, 13), "не словарная форма; напишите <написать>"),
        ("<бубурандить>", (0, 13), "слова <бубурандить> нет в словаре"),
        ("{кто} {городок}", (6, 15), "нет фрагмента {городок}"),
        ("{кто} (дом", (6, 7), "скобка ( не закрыта"),
    ],
)
def test_a_wrong_lemma_or_fragment_is_explained(pattern: str, place: tuple[int, int], message: str) -> None:
    with pytest.raises(PatternError) as caught:
        checked(pattern, FRAGMENTS)
    assert message in f"{caught.value}; {caught.value.advice}"
    assert caught.value.start == place[0] or message == "скобка ( не закрыта"


def test_signs_of_regular_expressions_are_no_lemmas() -> None:
    assert fill_in(r"(?P<gap>\w+)(?<!а)(?<=б)", {}) == r"(?P<gap>\w+)(?<!а)(?<=б)"


@given(st.text("аб<>{}[]()|*.… -?\\", max_size=14))
def test_any_text_is_a_phrase_or_a_pattern_error(text: str) -> None:
    with suppress(PatternError):
        regex.compile(fill_in(phrase_to_pattern(text), {"аб": "аб", "слова": "(?: а)*"}))


# --- folders over one another ---

OWN = """\
- property: P36
  name: главный город
  phrases: ['<резиденция> {чья}']
  examples: [резиденция чья Франция]
- property: P99999
  name: новое
  phrases: [новое свойство]
  examples: [новое свойство]
"""


def test_own_rules_add_to_the_built_in_ones_and_override_them_by_property(tmp_path: Path) -> None:
    (tmp_path / "properties").mkdir()
    (tmp_path / "properties" / "own.yaml").write_text(OWN, encoding="utf-8")
    (tmp_path / "fragments.yaml").write_text("чья: 'чья|чьей'\n", encoding="utf-8")
    rules = RuleBase.load([data_path("rules"), tmp_path])

    def proposed(text: str) -> set[str]:
        return {fired.rule.property for fired in rules.match(text)}

    assert "P36" in proposed("резиденции чьей")
    assert "P36" not in proposed("столица франции"), "overridden"
    assert "P99999" in proposed("новое свойство")
    assert "P20" in proposed("где умер"), "built in"
    names = [rule.name for rule in rules.rules if (rule.property, rule.direction) == ("P36", "forward")]
    assert names == ["главный город"]
