"""Tokens of a text: Razdel's, whether or not it is asked."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from razdel import tokenize

from simba.russian.segmenting import RawToken, sentences

PIECES = [
    "слово",
    "Word",
    "ёж",
    "а",
    "x",
    "yahoo",
    " ",
    " ",
    "-",
    "—",
    "«",
    "»",
    '"',
    "(",
    ")",
    ",",
    ".",
    "?",
    "!",
]
NUMBERS = ["12", " 1990", " 5, 6", " 3.5", "1/2", "'", ":)"]


def _tokens(text: str) -> list[RawToken]:
    return [token for sentence in sentences(text) for token in sentence]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_plain_words_and_marks_are_the_tokens_of_razdel(text: str) -> None:
    assert _tokens(text) == [(one.start, one.stop, one.text) for one in tokenize(text)]


@given(st.lists(st.sampled_from([" и ", *NUMBERS]), max_size=12).map("".join))
def test_numbers_are_the_tokens_of_razdel(text: str) -> None:
    assert _tokens(text) == [(one.start, one.stop, one.text) for one in tokenize(text)]


def test_letters_and_the_number_behind_them_are_one_word() -> None:
    assert [token.text for token in _tokens("Высота горы К2?")] == ["Высота", "горы", "К2", "?"]


def test_sentences_have_their_own_tokens() -> None:
    assert [[token.text for token in one] for one in sentences("Вот роман. Кто его написал?")] == [
        ["Вот", "роман", "."],
        ["Кто", "его", "написал", "?"],
    ]
