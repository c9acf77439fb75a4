"""However a fact is asked for, the answer is the same: frames around one question do not change it."""

from __future__ import annotations

from pathlib import Path

import pytest
from handful import knowing

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
    "Внимание, вопрос: {ask} {clause}?",
    "Проверьте свою эрудицию: {ask} {clause}?",
    "Вопрос на засыпку: {ask} {clause}?",
    "Следующий вопрос: {ask} {clause}?",
    "Сможете ли вы ответить, {ask} {clause}?",
    "Как по-вашему, {ask} {clause}?",
    "Вы случайно не знаете, {ask} {clause}?",
    "{ask} {clause}, если не секрет?",
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


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Где волею судеб родился Жюль Верн?", "Где родился Жюль Верн?"),
        ("Где родился, как известно, Жюль Верн?", "Где родился Жюль Верн?"),
        ("Кто, по преданию, основал Рим?", "Кто основал Рим?"),
        ("По преданию, кто основал Рим?", "Кто основал Рим?"),
        ("Кто основал Рим, как известно?", "Кто основал Рим?"),
        ("Кто снял «Волею судеб»?", "Кто снял «Волею судеб»?"),
        ("Кто живёт в Риме, по праву названном вечным?", "Кто живёт в Риме, по праву названном вечным?"),
    ],
)
def test_set_phrases_that_ask_nothing_are_left_out(demo: Simba, question: str, text: str) -> None:
    assert demo.answer(question).trace["text"] == text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Где родился писатель-моряк Жюль Верн?", "Где родился писатель Жюль Верн?"),
        # Not every writer is a sailor: what nothing is called stays.
        ("Какой писатель-моряк написал «Анну Каренину»?", "Какой писатель-моряк написал «Анну Каренину»?"),
        ("Какая бизнес-леди родилась в Нанте?", "Какая бизнес-леди родилась в Нанте?"),
        ("Какой премьер-министр родился в Нанте?", "Какой премьер-министр родился в Нанте?"),
        ("Кому удалось открыть кислород?", "Кому открыл кислород?"),
    ],
)
def test_what_somebody_also_is_asks_nothing(demo: Simba, question: str, text: str) -> None:
    assert demo.answer(question).trace["text"] == text


def test_a_trade_before_who_has_it_asks_for_nobody_elses(tmp_path: Path) -> None:
    known = knowing(
        """
        wd:Q5 rdfs:label "человек"@ru . wd:Q188784 rdfs:label "супергерой"@ru . wd:Q11424 rdfs:label "фильм"@ru .
        wd:Q1 rdfs:label "Глеб Беталин"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
        wd:Q2 rdfs:label "Стрелок"@ru ; wdt:P31 wd:Q188784 ; wdt:P175 wd:Q1 .
        wd:Q3 rdfs:label "Седая тень"@ru ; wdt:P31 wd:Q11424 ; wdt:P161 wd:Q1 .
        """,
        tmp_path,
    )
    for name in ("Глеб Беталин", "актёр Глеб Беталин", "загадочный актёр Глеб Беталин"):
        answer = known.answer(f"Какого супергероя сыграл {name}?")
        assert [value.label for value in answer.values] == ["Стрелок"]


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


@pytest.mark.parametrize(
    ("row", "one"),
    [
        ("Когда родился Пушкин? Где?", "Когда и где родился Пушкин?"),
        ("Где родился Пушкин? А когда он умер?", "Где родился и когда умер Пушкин?"),
        ("Подскажите, какова площадь Германии? Каково её население?", "Каковы площадь и население Германии?"),
        ("Привет, как дела? Где родился Пушкин?", "Где родился Пушкин?"),
    ],
)
def test_two_questions_in_a_row_are_asked_at_once(demo: Simba, row: str, one: str) -> None:
    asked, joined = demo.answer(row), demo.answer(one)
    assert asked.status == "answered"
    assert {value.value for value in asked.values} == {value.value for value in joined.values}


def test_of_two_things_they_ask_for_nothing_that_is_true_of_both(demo: Simba) -> None:
    answer = demo.answer("Где родился Пушкин? Где родился Достоевский?")
    assert (answer.reason, answer.values) == ("not_simple", ())
    assert (
        demo.answer("Кто написал «Кто виноват? Что делать?»").reason != "not_simple"
    )  # a title asks nothing
