"""Questions after a question: "а когда он умер?", "а его жена?", "а в Италии?"."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from handful import knowing
from hypothesis import given, settings
from hypothesis import strategies as st

from simba import Context, Simba, SimbaError
from simba.answer import REASONS
from simba.context import MAX_TEXT, MAX_VALUES, Naming
from simba.errors import ContextError

PUSHKIN, FRANCE, NOVEL = "Когда родился Пушкин?", "Какая столица Франции?", "Кто написал «Войну и мир»?"
TALKS = [
    # A pronoun stands for what agrees with it, be it the name or the answer.
    (PUSHKIN, "а когда он умер?", "10 февраля 1837 года"),
    (NOVEL, "сколько ему было лет, когда он умер?", "82 года"),
    (FRANCE, "какая её площадь?", "643 801 км²"),
    (FRANCE, "сколько в нём жителей?", "2 145 906"),
    (NOVEL, "А кто его жена?", "Софья Андреевна Толстая"),
    ("Кто жена Льва Толстого?", "а её муж?", "Лев Толстой"),
    ("Какая высота Эвереста?", "в какой стране он находится?", "Китайская Народная Республика, Непал"),
    ("Какие города в Италии?", "а какая столица в этой стране?", "Рим"),
    # What is left out is the earlier question's.
    (PUSHKIN, "а где?", "Москва"),
    (PUSHKIN, "А когда умер?", "10 февраля 1837 года"),
    (NOVEL, "а когда?", "1869 год"),
    (FRANCE, "а население?", "68 042 591"),
    (FRANCE, "а какая площадь?", "643 801 км²"),
    (PUSHKIN, "а его мать?", "2 июля 1775 года"),
    # A part of the same kind is put into the place of another.
    (FRANCE, "а в Италии?", "Рим"),
    (FRANCE, "а Германия?", "Берлин"),
    (PUSHKIN, "а Ахматова?", "23 июня 1889 года"),
    (NOVEL, "а «Евгения Онегина»?", "Александр Сергеевич Пушкин"),
    ("Кто был президентом США в 1990 году?", "а в 2000-м?", "Билл Клинтон"),
    ("Сколько лет прожил Пушкин?", "а Лермонтов?", "26 лет"),
    (FRANCE, "А что насчёт Италии?", "Рим"),
    (FRANCE, "Тот же вопрос про Италию", "Рим"),
    (NOVEL, "А «Евгения Онегина»?", "Александр Сергеевич Пушкин"),
    # A city has no place of birth and no profession: asked is about the poet.
    ("Где родился Пушкин?", "Место рождения?", "Москва"),
    ("Где родился Пушкин?", "Дата его смерти?", "10 февраля 1837 года"),
    ("Где родился Пушкин?", "А его год рождения?", "6 июня 1799 года"),
    # A request alone asks as little as a noun.
    (FRANCE, "Назови население", "68 042 591"),
    ("Куда впадает Волга?", "А какой она длины?", "3530 км"),
    # What a question went through may be meant: the writer, and not his novel or his city.
    ("Где родился автор романа «Преступление и наказание»?", "А когда он умер?", "9 февраля 1881 года"),
    ("Где родился автор романа «Преступление и наказание»?", "А где умер?", "Санкт-Петербург"),
    # Another deed, another work, another interrogative in the place of the earlier one.
    ("Где родился Пушкин?", "А умер?", "Санкт-Петербург"),
    ("Когда родился автор «Мцыри»?", "А автор «Войны и мира»?", "9 сентября 1828 года"),
    (PUSHKIN, "А где Лермонтов?", "Москва"),
    ("Где родился Пушкин?", "А когда это было?", "6 июня 1799 года"),
    ("Какие книги написал Толстой?", "А какие у Достоевского?", "Преступление и наказание"),
    # What was put to the test is asked for.
    ("Пушкин родился в Париже?", "А где?", "Москва"),
    ("Правда ли, что Пушкин родился в Париже?", "Тогда где?", "Москва"),
    ("Умер ли Пушкин в Москве?", "А где же?", "Санкт-Петербург"),
    ("«Мцыри» написал Пушкин?", "А кто?", "Михаил Юрьевич Лермонтов"),
    ("Лион — столица Франции?", "А какой город?", "Париж"),
    ("Граничит ли Португалия с Францией?", "А с кем?", "Испания"),
    ("Пушкин родился в Париже?", "А в Москве?", "да"),
    # From a list to how many, and back.
    ("Какие города в Италии?", "А сколько?", "5"),
    ("Какие города в Италии?", "Сколько их?", "5"),
    ("Со сколькими странами граничит Португалия?", "А какие это страны?", "Испания"),
    # One of a list, and the first in another order.
    ("Какие города в Италии?", "А какой из них самый большой?", "Рим"),
    ("Какие романы написал Толстой?", "А какой первый?", "Война и мир"),
    ("Какие страны граничат с Францией?", "Самая большая из них?", "Бразилия"),
    ("Какая самая высокая гора в мире?", "А самая низкая?", "Везувий"),
    ("Какой первый роман написал Толстой?", "А последний?", "Анна Каренина"),
    # The earlier question is put right.
    (PUSHKIN, "Нет, я про Лермонтова", "15 октября 1814 года"),
    (PUSHKIN, "Не Пушкин, а Лермонтов", "15 октября 1814 года"),
    (PUSHKIN, "Лермонтов, я имел в виду", "15 октября 1814 года"),
    (PUSHKIN, "То же самое для Лермонтова", "15 октября 1814 года"),
    # "Этом" is "этот", too.
    ("Какое население Парижа?", "Какова площадь этого города?", "105,4 км²"),
    ("Какое население Парижа?", "В какой стране этот город?", "Франция"),
]


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(("first", "then", "expected"), TALKS)
def test_a_question_takes_up_the_one_before(demo: Simba, first: str, then: str, expected: str) -> None:
    answer = demo.answer(then, after=demo.answer(first))
    assert plain(", ".join(value.label or "" for value in answer.values)) == expected
    assert answer.question == then
    assert answer.understood
    assert answer.understood.endswith("?")


@pytest.mark.parametrize(("first", "then", "expected"), TALKS)
def test_what_it_was_understood_as_is_a_question_of_its_own(
    demo: Simba, first: str, then: str, expected: str
) -> None:
    understood = demo.answer(then, after=demo.answer(first)).understood
    answer = demo.answer(understood or "")
    assert plain(", ".join(value.label or "" for value in answer.values)) == expected


def test_a_talk_goes_on_from_each_answer_to_the_next(demo: Simba) -> None:
    answer = demo.answer(NOVEL)
    said = []
    for then in ("а когда он родился?", "а Пушкин?", "а где?", "а Ахматова?"):
        answer = demo.answer(then, after=answer)
        said.append(answer.understood)
    assert said == [
        "Когда Лев Толстой родился?",
        "Когда Александр Сергеевич Пушкин родился?",
        "Где Александр Сергеевич Пушкин родился?",
        "Где Анна Андреевна Ахматова родилась?",
    ]


def test_between_two_that_may_be_meant_the_reader_chooses(demo: Simba) -> None:
    first = demo.answer("Кто старше: Пушкин или Лермонтов?")
    unclear = demo.answer("а когда он умер?", after=first)
    assert (unclear.status, unclear.reason, unclear.values) == ("abstained", "unclear", ())
    assert {one.id for one in unclear.namesakes} == {"Q7200", "Q46599"}
    assert "Александр Сергеевич Пушкин или Михаил Юрьевич Лермонтов" in str(unclear)
    chosen = demo.answer("а когда он умер?", after=first, entity="Q46599")
    assert [value.label for value in chosen.values] == ["27 июля 1841 года"]
    later = demo.answer("а Толстой?", after=first)
    assert later.reason == "unclear"
    assert "Кто старше: Лев Толстой или Лермонтов?" in str(later)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Какие страны граничат с Францией?", "Какие ещё?"),  # all that are known were told
        ("Какая столица Франции?", "Когда она умерла?"),  # a city is not born and does not die
    ],
)
def test_what_has_no_answer_is_not_guessed(demo: Simba, first: str, then: str) -> None:
    assert demo.answer(then, after=demo.answer(first)).values == ()


def test_somebody_did_it_to_what_is_left_out(tmp_path: Path) -> None:
    """ "Основали" says nothing of those who did: the name need not be a plural one."""
    simba = knowing(FIRM, tmp_path)
    first = simba.answer("Из какой страны компания «Вертопрах»?")
    assert [value.label for value in first.values] == ["Антарские острова"]
    unclear = simba.answer("А когда основали?", after=first)
    assert (unclear.reason, {one.id for one in unclear.namesakes}) == ("unclear", {"Q2", "Q3"})


def test_the_noun_before_a_name_tells_its_gender(tmp_path: Path) -> None:
    simba = knowing(FIRM, tmp_path)
    first = simba.answer("Из какой страны компания «Вертопрах»?")
    assert [value.label for value in simba.answer("А когда она основана?", after=first).values] == [
        "1911 год"
    ]


FIRM = """
wd:Q1 rdfs:label "компания"@ru .
wd:Q4 rdfs:label "страна"@ru .
wd:P571 rdfs:label "дата основания"@ru .
wd:Q2 rdfs:label "Вертопрах"@ru ; wdt:P31 wd:Q1 ; wdt:P17 wd:Q3 ; wdt:P571 "1911-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q3 rdfs:label "Антарские острова"@ru ; wdt:P31 wd:Q4 ; wdt:P571 "1802-01-01T00:00:00Z"^^xsd:dateTime .
"""


@pytest.mark.parametrize(
    "question",
    ["Какая столица Италии?", "Столица Италии", "Какая столица у Италии?", "а какая столица Италии?"],
)
def test_a_question_that_is_whole_takes_nothing_up(demo: Simba, question: str) -> None:
    answer = demo.answer(question, after=demo.answer(PUSHKIN))
    assert (answer.understood, [value.label for value in answer.values]) == (None, ["Рим"])


def test_a_question_that_needs_another_has_no_answer_without_it(demo: Simba) -> None:
    assert [demo.answer(then).values for _, then, _ in TALKS if then.lower().startswith("а ")].count(()) > 10


def test_the_context_travels_as_small_json(demo: Simba) -> None:
    first = demo.answer(FRANCE)
    assert first.as_dict()["context"] == {
        "question": FRANCE,
        "names": [{"text": "Франции", "entity": "Q142"}],
        "values": ["Q90"],
    }
    sent = json.loads(json.dumps(first.as_dict()))["context"]
    assert Context.of_object(sent) == first.context == Context.of_text(Context.of_object(sent).as_text())
    answer = demo.answer("а в Италии?", after=Context.of_object(sent))
    assert answer == demo.answer("а в Италии?", after=first)
    assert answer.as_dict()["understood"] == "Какая столица Италии?"
    assert answer.context
    assert answer.context.question == "Какая столица Италии?"


@pytest.mark.parametrize(
    "sent",
    [
        None,
        [],
        {},
        {"question": 1},
        {"question": " "},
        {"question": "a" * (MAX_TEXT + 1)},
        {"question": "q", "names": {}},
        {"question": "q", "names": ["q"]},
        {"question": "q", "names": [{"text": "q", "entity": "Q1} UNION {"}]},
        {"question": "q", "names": [{"text": "z", "entity": "Q1"}]},
        {"question": "q", "names": [{"text": "", "entity": "Q1"}]},
        {"question": "q", "values": ["http://www.wikidata.org/entity/Q1"]},
        {"question": "q", "values": ["Q1"] * (MAX_VALUES + 1)},
        {"question": "q", "values": "Q1"},
    ],
)
def test_what_is_no_context_is_refused_by_one_line(sent: object) -> None:
    with pytest.raises(SimbaError) as error:
        Context.of_object(sent)
    assert len(str(error.value).splitlines()) == 1
    with pytest.raises(ContextError):
        Context.of_text(json.dumps(sent))


@given(st.text(max_size=60))
def test_no_text_is_a_context_unless_it_was_one(text: str) -> None:
    with pytest.raises(ContextError):
        Context.of_text(text)


@settings(max_examples=60, deadline=None)
@given(
    question=st.text(min_size=1, max_size=40).filter(str.strip),
    follow=st.one_of(
        st.text(max_size=40),
        st.lists(
            st.sampled_from("а и он его там где когда жена в Италии 1990 этот город умер «x»".split())
        ).map(" ".join),
    ),
    entities=st.lists(st.sampled_from(["Q7200", "Q142", "Q999999999", "P31"]), max_size=3),
)
def test_whatever_a_client_sends_there_is_an_answer_or_a_reason(
    demo: Simba, question: str, follow: str, entities: list[str]
) -> None:
    context = Context(question, tuple(Naming(question, one) for one in entities), tuple(entities))
    answer = demo.answer(follow, after=Context.of_object(context.as_dict()))
    assert answer.status == "answered" or answer.reason in REASONS
    assert answer.question == follow
