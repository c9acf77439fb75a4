"""What a misspelt word may have meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simba import Simba
from simba.display.narration import question_pieces
from simba.russian.spelling import LONGEST, SHORTEST, SHORTEST_EDITED, heard_alike, is_slip, near_spellings

WORDS = st.text(alphabet="абвгдежзийклмнопрстуфхцчшщъыьэюя", min_size=SHORTEST_EDITED, max_size=12)


@given(WORDS, st.data())
def test_a_word_is_near_to_what_one_slip_of_the_finger_makes_of_it(word: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(3, len(word) - 1))
    letter = data.draw(st.sampled_from("абвгдежзиклмнопрст"))
    slips = [word[:place] + letter + word[place:], word[:place] + letter + word[place + 1 :]]
    slips += [one for one in [word[:place] + word[place + 1 :]] if len(one) >= SHORTEST_EDITED]
    assert all(word in near_spellings(slip) for slip in slips)


@given(WORDS, st.data())
def test_the_first_letters_may_be_swapped_missing_or_hit_twice(word: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(word) - 2))
    swapped = word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    slips = [swapped, word[: place + 1] + word[place:]]
    slips += [one for one in [word[: place + 1] + word[place + 2 :]] if len(one) >= SHORTEST]
    assert all(word in near_spellings(slip) for slip in slips)
    assert "пушкин" in near_spellings("пцшкин") & near_spellings("пкшкин")  # keys beside the right ones
    assert "пушкин" not in near_spellings("пбшкин")


def test_another_ending_may_make_another_word() -> None:
    assert is_slip("убийцца", "убийца")
    assert is_slip("универитет", "университет")
    assert is_slip("ленивуы", "ленивцы")
    assert not is_slip("программистка", "программиста")


def test_a_word_is_near_to_what_is_heard() -> None:
    for heard, meant in [
        ("мацарт", "моцарт"),
        ("росини", "россини"),
        ("пикасо", "пикассо"),
        ("грип", "грипп"),
    ]:
        assert meant in near_spellings(heard)
        assert meant in heard_alike(heard)
    assert "ренуар" not in near_spellings("ринуалд")
    assert "карелин" in near_spellings("карелия") - heard_alike("карелия")


@given(st.text(max_size=2 * LONGEST))
def test_few_spellings_are_near_to_any_word(word: str) -> None:
    near = near_spellings(word)
    assert len(near) < 12_000
    assert (word in near) == (SHORTEST <= len(word) <= LONGEST)


@pytest.mark.parametrize(
    ("question", "plain", "corrected"),
    [
        ("какая сталица у Германии", "какая столица у Германии", [["сталица", "столица"]]),
        ("Каково насиление Германии?", "Каково население Германии?", [["насиление", "население"]]),
        ("Кто призидент Франции?", "Кто президент Франции?", [["призидент", "президент"]]),
        ("каая столица у Германии", "какая столица у Германии", [["каая", "какая"]]),  # it has four letters
        (
            "в каком гооде родился Кутузов",
            "в каком городе родился Кутузов",
            [["гооде", "городе"]],
        ),  # "годе" is rare
        (
            "Где родился Михаилл Кутузов?",
            "Где родился Михаил Кутузов?",
            [["Михаилл", "Михаил"]],
        ),  # a given name
        (
            "Как наывается столица Германии?",
            "Как называется столица Германии?",
            [["наывается", "называется"]],
        ),
        ("кто президенрт франции", "кто президент Франции", [["президенрт", "президент"]]),
    ],
)
def test_a_misspelt_word_of_asking_is_put_right_and_told(
    demo: Simba, question: str, plain: str, corrected: list[list[str]]
) -> None:
    answer, expected = demo.answer(question), demo.answer(plain)
    assert answer.as_dict()["corrected"] == corrected
    assert (answer.status, answer.values, answer.form) == (expected.status, expected.values, expected.form)
    assert answer.question == question
    assert answer.trace["text"] == plain
    assert "".join(piece.text for piece in question_pieces(answer)) == plain


@pytest.mark.parametrize("name", ["Германи", "Герании", "Гермнии"])
def test_a_name_by_itself_is_not_taken_for_a_given_name(demo: Simba, name: str) -> None:
    answer, expected = demo.answer(f"Сколько жителей в {name}?"), demo.answer("Сколько жителей в Германии?")
    assert answer.values == expected.values != ()
    assert answer.corrected == ((name, "Германия"),)


@pytest.mark.parametrize(
    "question", ["Кто снял «Сталица»?", "Где Сталица?", "столица Германии", "сколько у квокки лап"]
)
def test_names_quotes_and_words_of_the_dictionary_are_left_alone(demo: Simba, question: str) -> None:
    assert demo.answer(question).trace["text"] == question
