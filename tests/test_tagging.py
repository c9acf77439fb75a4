"""Parts of speech: the tagger's word is checked against the dictionary."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simba.russian.tagging import checked
from simba.stages.parse import Parser


@pytest.mark.parametrize(
    ("question", "word", "pos"),
    [
        ("кем был столыпин", "столыпин", "PROPN"),
        ("пудинг сколько варят", "пудинг", "NOUN"),
        ("где родился Суворов", "Суворов", "PROPN"),
        ("где родился суворов", "родился", "VERB"),
        ("каким был печальный рыцарь", "печальный", "ADJ"),
        ("Какие страны, с которыми граничит Финляндия, граничат со Швецией?", "граничат", "VERB"),
        ("Назовите страны-соседи страны, в которой стоит Томск", "страны-соседи", "NOUN"),
    ],
)
def test_a_word_is_no_verb_where_the_dictionary_has_no_such_verb(question: str, word: str, pos: str) -> None:
    tokens = {token.text: token.pos for token in Parser().parse(question).tokens}
    assert tokens[word] == pos


def test_a_noun_has_the_number_that_its_form_says() -> None:
    assert checked("режиссером", "NOUN", {"Case": "Ins", "Number": "Plur"})[1]["Number"] == "Sing"
    assert (
        checked("страны", "NOUN", {"Case": "Gen", "Number": "Plur"})[1]["Number"] == "Plur"
    )  # it may be either


def test_a_pronoun_is_no_conjunction() -> None:
    tokens = Parser().parse("Назовите фильмы, поставленные тем, кто снял «Сталкера»").tokens
    assert next(token for token in tokens if token.text == "тем").lemma == "тот"


@pytest.mark.parametrize("pos", ["NOUN", "PROPN"])
def test_what_is_a_noun_in_its_context_stays_one(pos: str) -> None:
    assert checked("мок", pos, {"Case": "Nom"}) == (pos, {"Case": "Nom"})  # "мокнуть", says the dictionary


@given(st.text(max_size=12), st.sampled_from(["NOUN", "VERB", "ADJ", "NUM", "ADP", "PUNCT", "X", ""]))
def test_any_word_has_some_part_of_speech(word: str, pos: str) -> None:
    checked_pos, features = checked(word, pos, {})
    assert checked_pos in {pos, "NOUN", "PROPN", "ADJ", "VERB", "X"}
    assert checked(word, checked_pos, features)[0] == checked_pos
