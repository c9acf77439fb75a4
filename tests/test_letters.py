"""What is wrong with a question's letters and cannot be seen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simba import Simba
from simba.russian.letters import legible, on_russian_keys
from simba.russian.text import clean


@pytest.mark.parametrize(
    "question",
    [
        "Где похо\u00adронен Ку\u00adту\u00adзов?",
        "Где похоро\u0301нен Куту\u0301зов?",
        "\ufeffГде похоронен\u200b Кутузов?",
        "Где пoxopoнeн Kутузoв?",  # with a Latin o, x, p, e and K
        "Ult gj[jhjyty Renepjd?",  # on a keyboard that is left in Latin
    ],
)
def test_a_question_is_read_as_it_looks(demo: Simba, question: str) -> None:
    plain = demo.answer("Где похоронен Кутузов?")
    answer = demo.answer(question)
    assert answer.values == plain.values != ()
    assert answer.question == question
    assert [one["text"] for one in answer.trace["mentions"]] == [
        one["text"] for one in plain.trace["mentions"]
    ]


def test_letters_of_the_other_alphabet_are_put_right_where_the_word_is_of_one() -> None:
    assert legible("столица Pоссии") == "столица России"
    assert legible("Кто основал Nоkia?") == "Кто основал Nokia?"
    assert legible("USB-порт, Кот д'Ивуар, Bogotá, Qазақстан") == "USB-порт, Кот д'Ивуар, Bogotá, Qазақстан"
    assert legible("Толсто\u0438\u0306") == "Толстой"
    assert legible("B кaкoм гoдy ocнoвaн Uber?") == "В каком году основан Uber?"
    assert legible("Kто основал HP?") == "Кто основал HP?"


@pytest.mark.parametrize(
    "text", ["who is Putin?", "Death Stranding", "The Beatles", "X-Men: First Class", "cat", "", "??"]
)
def test_english_is_no_russian_on_a_latin_keyboard(text: str) -> None:
    assert on_russian_keys(text) == text


def test_russian_on_a_latin_keyboard_is_read_as_it_was_meant() -> None:
    assert on_russian_keys("cnjkbwf ,tkjheccbb&") == "столица белоруссии?"
    assert on_russian_keys("gjtplrf d :tytde?") == "поездка в Женеву?"


@given(st.text())
def test_it_is_legible_once_and_for_all(text: str) -> None:
    assert legible(legible(text)) == legible(text)
    assert clean(legible(text)) == legible(text)


@given(st.text(alphabet="абвгджзийклмнпрстуфхцчшщъыьэюяё -,?", max_size=40))
def test_plain_russian_is_left_alone(text: str) -> None:
    assert legible(text) == text


def test_what_was_typed_on_latin_keys_is_told(demo: Simba) -> None:
    answer = demo.answer("ult gj[jhjyty renepjd")
    assert [value.label for value in answer.values] == ["Казанский собор"]
    assert answer.corrected == (("ult gj[jhjyty renepjd", "где похоронен кутузов"),)
    assert "понято как «где похоронен кутузов»" in str(answer)
