"""The interrogative dictionary: what asks, wherever it stands, and what kind of answer it expects."""

from __future__ import annotations

import pytest

from simba import Simba


def asks(simba: Simba, question: str) -> tuple[str | None, list[str]]:
    """The expected answer type and the phrases taken out of the question."""
    found = simba.answer(question).trace["interrogative"]
    return found["expects"], [phrase["text"] for phrase in found["removed"]]


@pytest.mark.parametrize(
    ("question", "expects", "phrase"),
    [
        # кто and its cases
        ("Кто открыл Америку?", "person", "Кто"),
        ("Кого победил Кутузов?", "person", "Кого"),
        ("Кому посвящена поэма?", "person", "Кому"),
        ("Кем построен собор?", "person", "Кем"),
        ("Кем был построен собор?", "person", "Кем был"),
        ("О ком написан роман?", "person", "О ком"),
        ("У кого учился Серов?", "person", "У кого"),
        ("С кем воевал Наполеон?", "person", "С кем"),
        ("За кого вышла замуж Анна?", "person", "За кого"),
        # чей
        ("Чей сын Александр?", "person", "Чей"),
        ("Чья столица Париж?", "person", "Чья"),
        ("Чьё имя носит университет?", "person", "Чьё"),
        ("В чьей коллекции картина?", "person", "В чьей"),
        ("Чьим учеником был Платон?", "person", "Чьим"),
        # что
        ("Что изобрёл Попов?", "thing", "Что"),
        ("Чего боялся Гоголь?", "thing", "Чего"),
        ("Чему равна высота?", "thing", "Чему"),
        ("Чем знаменит Париж?", "thing", "Чем"),
        ("О чём роман «Идиот»?", "thing", "О чём"),
        ("Из чего делают бумагу?", "thing", "Из чего"),
        ("На чём играл Паганини?", "thing", "На чём"),
        # place
        ("Где находится Лувр?", "place", "Где находится"),
        ("Куда впадает Волга?", "place", "Куда"),
        ("Откуда родом Ломоносов?", "place", "Откуда"),
        ("В каком месте стоит памятник?", "place", "В каком месте"),
        # date
        ("Когда родился Гоголь?", "date", "Когда"),
        ("В каком году основан Омск?", "date", "В каком году"),
        ("В каком веке жил Рублёв?", "date", "В каком веке"),
        ("Какого числа родился Гоголь?", "date", "Какого числа"),
        ("С какого года существует ООН?", "date", "С какого года"),
        ("С каких пор правит Карл?", "date", "С каких пор"),
        ("До какого времени существовала империя?", "date", "До какого времени"),
        ("Во сколько начинается балет?", "date", "Во сколько"),
        ("Во сколько обошёлся мост?", "number", "Во сколько"),
        # number
        ("Сколько лет жил Толстой?", "number", "Сколько лет"),
        ("Скольким странам принадлежит остров?", "number", "Скольким"),
        ("Какое количество жителей в Омске?", "number", "Какое количество"),
        ("Как высоко летают птицы?", "number", "Как высоко"),
        # reason and manner: no fact answers them
        ("Почему небо синее?", "reason", "Почему"),
        ("Зачем Герасим утопил Муму?", "reason", "Зачем"),
        ("По какой причине началась война?", "reason", "По какой причине"),
        ("Как приготовить борщ?", "manner", "Как"),
        ("Каким образом погиб Пушкин?", "manner", "Каким образом"),
        # names
        ("Как зовут жену Петра?", "name", "Как зовут"),
        ("Как звали собаку Павлова?", "name", "Как звали"),
        ("Как называется столица Перу?", "name", "Как называется"),
        ("Как раньше назывался Волгоград?", "name", "Как раньше назывался"),
        ("Под каким именем известен Ульянов?", "name", "Под каким именем"),
        ("Кем работал Чехов?", "name", "Кем работал"),
    ],
)
def test_every_question_word_in_its_cases_with_its_prepositions(
    simba: Simba, question: str, expects: str, phrase: str
) -> None:
    assert asks(simba, question) == (expects, [phrase])


@pytest.mark.parametrize(
    ("question", "expects", "phrase"),
    [
        ("Какой город стоит на Неве?", "place", "Какой город"),
        ("Какая река впадает в Каспий?", "place", "Какая река"),
        ("На какой реке стоит Омск?", "place", "На какой реке"),
        ("В какой стране родился Шопен?", "place", "В какой стране"),
        ("Из какого города родом Гоголь?", "place", "Из какого города"),
        ("Какую высоту имеет Эльбрус?", "number", "Какую высоту"),
        ("Какова площадь Франции?", "number", "Какова площадь"),
        ("Каков рост Петра?", "number", "Каков рост"),
        ("Какой писатель написал «Муму»?", "person", "Какой писатель"),
        ("Какому композитору посвящена опера?", "person", "Какому композитору"),
        ("Какими языками владел Ломоносов?", None, "Какими языками"),
        ("Который из городов древнее?", "place", "Который из городов"),
        ("В каком старинном русском городе родился Минин?", "place", "В каком старинном русском городе"),
        ("На какой Олимпиаде выступал Гаммер?", None, "На какой Олимпиаде"),
        ("На каком Евровидении пел Гаммер?", None, "На каком Евровидении"),
        ("В какие края уехал Гаммер?", "place", "В какие края"),
        ("Какая компания выпускает «Ладу»?", "group", "Какая компания"),
        ("Какой девиз у Великобритании?", "text", "Какой девиз"),
        ("Что за животное живёт в Австралии?", "thing", "Что за животное"),
    ],
)
def test_the_noun_after_what_names_the_kind_of_answer(
    simba: Simba, question: str, expects: str | None, phrase: str
) -> None:
    assert asks(simba, question) == (expects, [phrase])


@pytest.mark.parametrize(
    ("question", "expects", "phrase"),
    [
        ("Столица Франции — это какой город?", "place", "какой город"),
        ("Пушкин родился когда?", "date", "Когда"),
        ("Пушкин в каком году родился?", "date", "в каком году"),
        ("Роман «Идиот» написал кто?", "person", "Кто"),
        ("Волга, куда впадает?", "place", "куда"),
        ("Волга, куда она впадает?", "place", "Куда"),
        ("Столица Перу как называется?", "name", "Как называется"),
    ],
)
def test_the_question_word_may_stand_in_the_middle_or_at_the_end(
    simba: Simba, question: str, expects: str, phrase: str
) -> None:
    """At the end, a single word is read as if it stood first."""
    assert asks(simba, question) == (expects, [phrase])


@pytest.mark.parametrize(
    ("question", "expects", "phrases"),
    [
        ("Назовите автора «Муму»", None, ["Назовите"]),
        ("Назови столицу Перу", None, ["Назови"]),
        ("Укажите дату рождения Гоголя", None, ["Укажите"]),
        ("Скажи, кто написал «Муму»", "person", ["Кто"]),
        ("Подскажите, пожалуйста, где родился Гоголь", "place", ["Где"]),
        ("Не знаете, в каком году основан Омск?", "date", ["В каком году"]),
        ("Интересно, сколько лет прожил Толстой?", "number", ["Сколько лет"]),
        ("А кто открыл Америку?", "person", ["Кто"]),
    ],
)
def test_a_request_asks_too(simba: Simba, question: str, expects: str | None, phrases: list[str]) -> None:
    assert asks(simba, question) == (expects, phrases)


@pytest.mark.parametrize(
    "question",
    ["столица Туркмении", "автор «Муму»", "Высота Эльбруса", "«Кто виноват?»", "роман «Что делать?»"],
)
def test_a_bare_phrase_asks_for_anything(simba: Simba, question: str) -> None:
    assert asks(simba, question) == (None, [])


@pytest.mark.parametrize(
    ("question", "expects", "phrase"),
    [
        ("Кто режиссёр фильма, который вышел в 1999 году?", "person", "Кто"),
        ("Как называется «Что делать?» по-английски?", "name", "Как называется"),
        ("Человек, который открыл Америку, родился где?", "place", "где"),
        ("Кто написал «Кому на Руси жить хорошо»?", "person", "Кто"),
    ],
)
def test_relative_clauses_and_titles_do_not_ask(
    simba: Simba, question: str, expects: str, phrase: str
) -> None:
    assert asks(simba, question) == (expects, [phrase])


@pytest.mark.parametrize(
    ("question", "expects", "noun"),
    [
        ("Как называется город, где родился Гоголь?", "place", "город"),
        ("Как звали великого поэта, воссоздавшего «Лачплесис»?", "person", "поэт"),
        ("Назовите год, в котором началась война", "date", "год"),
        ("Город, в котором родился Гоголь", "place", "город"),
        ("Назовите имя режиссёра, который снял «Сталкера»", "person", "режиссер"),
        ("Стекловидное тело, где находится?", "place", None),
        ("Человек, который открыл Америку, родился где?", "place", None),
    ],
)
def test_a_noun_with_a_clause_is_asked_for(
    simba: Simba, question: str, expects: str, noun: str | None
) -> None:
    found = simba.answer(question).trace["interrogative"]
    assert (found["expects"], found["noun"]) == (expects, noun)


def test_what_asks_is_no_mention(simba: Simba) -> None:
    trace = simba.answer("Кутузов в каком году родился?").trace
    mentions = [mention["text"] for mention in trace["mentions"]]
    assert "Кутузов" in mentions
    assert not [text for text in mentions if "году" in text or "каком" in text]


def test_as_words_inside_words_nothing_asks(simba: Simba) -> None:
    """ "Чемпион" is no "чем", "кактус" no "как", "Чтобы" no "что"."""
    for question in ("чемпион мира", "кактус", "когдатошний", "гдекто"):
        assert asks(simba, question) == (None, [])


@pytest.mark.parametrize(
    ("question", "core"),
    [
        ("Кто основал газету «Правда»?", "Кто основал газету «Правда»?"),
        ('Кто поёт в группе "Спасибо"?', 'Кто поёт в группе "Спасибо"?'),
        ("Кто основал «Правду», не знаете?", "Кто основал «Правду»?"),
        ("Скажи, Гоголь родился в Москве, верно?", "Правда ли, что Гоголь родился в Москве?"),
        ("Лев Толстой родился когда?", "Когда Лев Толстой родился?"),
    ],
)
def test_a_frame_is_left_out_and_no_name(simba: Simba, question: str, core: str) -> None:
    assert simba.answer(question).trace["text"] == core
