"""However a fact is asked for, the answer is the same: frames around one question do not change it."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = {
    ("в каком городе", "город", "город", "в котором", "родился Жюль Верн"): "Нант",
    ("в какой стране", "страна", "страну", "в которой", "находится Канберра"): "Австралия",
    ("на каком кладбище", "кладбище", "кладбище", "на котором", "похоронен Гагарин"): None,
    ("какой режиссёр", "режиссёр", "режиссёра", "который", "снял «Титаник»"): "Джеймс Кэмерон",
    ("какой писатель", "писатель", "писателя", "который", "написал «Анну Каренину»"): "Лев Толстой",
}
"""What asks; the noun that is asked for, also as an object; what looks back at it; the clause. With the answer."""
AROUND = (
    "{ask} {clause}?",
    "А {ask} {clause}?",
    "Скажи, {ask} {clause}?",
    "Подскажите, пожалуйста, {ask} {clause}",
    "Не знаете, {ask} {clause}?",
    "Кто-нибудь знает, {ask} {clause}?",
    "Хочу узнать, {ask} {clause}",
    "Напомните, {ask} {clause}.",
    "Не могли бы вы сказать, {ask} {clause}?",
    "Добрый день! Как думаете, {ask} {clause}?",
    "Не помню, {ask} {clause}",
    "{ask} {clause}, не знаете?",
    "{ask} {clause}? Спасибо!",
    "{ask} {clause}, подскажите пожалуйста",
    "Ребят, {ask} {clause}?",
    "Кто знает {ask} {clause}",
    "{ask} {clause} плиз",
    "{name}, {back} {clause}?",
    "Назовите {object}, {back} {clause}.",
    "Помогите вспомнить {object}, {back} {clause}",
    "Что за {noun}, {back} {clause}?",
    "{Noun}, {back} {clause}",
)


@pytest.mark.parametrize("frame", AROUND)
@pytest.mark.parametrize("fact", FACTS)
def test_a_frame_does_not_change_the_answer(demo: Simba, fact: tuple[str, ...], frame: str) -> None:
    ask, noun, named, back, clause = fact
    person = back == "который"
    name = f"Как звали {named}" if person else f"Как называется {noun}"
    words = frame.format(
        ask=ask, noun=noun, Noun=noun.capitalize(), object=named, back=back, clause=clause, name=name
    )
    answer = demo.answer(words[0].upper() + words[1:])
    expected = FACTS[fact]
    assert [value.label for value in answer.values] == ([expected] if expected else [])


@pytest.mark.parametrize("question", ["Кто знает эсперанто?", "Люди какой профессии строят мосты?"])
def test_what_frames_some_questions_is_asked_in_others(demo: Simba, question: str) -> None:
    assert demo.answer(question).trace["text"] == question
    assert demo.answer(question).trace["interrogative"]["removed"][0]["text"] in {"Кто", "какой профессии"}


def test_an_initial_asks_nothing(demo: Simba) -> None:
    assert demo.answer("А. С. Пушкин место смерти").trace["interrogative"]["removed"] == []


def test_who_this_is_may_be_asked_last(demo: Simba) -> None:
    assert demo.answer("Жюль Верн кто это").trace["text"] == "Кто это Жюль Верн"


@pytest.mark.parametrize("fact", FACTS)
def test_neither_do_letters_that_are_all_large_or_all_small(demo: Simba, fact: tuple[str, ...]) -> None:
    question = f"{fact[0]} {fact[-1]}?"
    labels = [[value.label for value in demo.answer(one).values] for one in (question, question.upper())]
    assert labels == [[FACTS[fact]] if FACTS[fact] else []] * 2


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("Когда родился Жюль Верн?", "Жюль Верн родился когда?"),
        ("Кто написал «Анну Каренину»?", "«Анну Каренину» написал кто?"),
        ("Как называется столица Казахстана?", "Столица Казахстана как называется?"),
        ("Сколько официальных языков в Швейцарии?", "Официальных языков в Швейцарии сколько?"),
    ],
)
def test_nor_that_the_asking_word_stands_last(demo: Simba, first: str, last: str) -> None:
    one, other = demo.answer(first), demo.answer(last)
    assert one.status == other.status == "answered"
    assert one.values == other.values


@pytest.mark.parametrize(
    "frame",
    [
        "{claim}?",
        "Правда ли, что {claim}?",
        "Скажи, {claim}?",
        "А {claim}?",
        "{claim}? Да или нет?",
        "{claim}, верно?",
        "{claim} — правда ли это?",
        "Так ли это, что {claim}?",
    ],
)
def test_a_claim_is_weighed_however_it_is_put(demo: Simba, frame: str) -> None:
    claims = ("Жюль Верн родился в Нанте", "Жюль Верн родился в Париже")
    assert [demo.answer(frame.format(claim=one)).values[0].value for one in claims] == ["true", "false"]
