"""What people read of a form is Russian, and says no more than the form does."""

from __future__ import annotations

import pytest
from form_strategies import Forms
from hypothesis import given

from simba.common.vocabulary import NAME_PROPERTIES
from simba.query import (
    IT,
    And,
    Called,
    Class,
    Compares,
    Count,
    Date,
    Difference,
    During,
    Entity,
    Exists,
    Form,
    Has,
    Hop,
    Lacks,
    Member,
    More,
    Named,
    Number,
    Or,
    Part,
    Qualifier,
    Rank,
    Statement,
    Text,
    Where,
    Without,
    Year,
    path,
    words,
)
from simba.russian.declension import genitive

ENDED = Hop(Member(), path("P570|P576"))
LABELS = {
    "Q142": "Франция",
    "Q517": "Наполеон I",
    "Q7200": "Пушкин, Александр Сергеевич",
    "Q45": "Португалия",
    "Q649": "Москва",
    "Q513": "Эверест",
    "Q583": "Монблан",
    "Q2875": "Унесённые ветром",
    "Q8877": "Стивен Спилберг",
    "Q11424": "фильм",
    "Q4022": "река",
    "Q30461": "президент",
    "Q458": "Европейский союз",
    "Q5": "человек",
    "P36": "столица",
    "P19": "место рождения",
    "P17": "государство",
    "P57": "режиссёр",
    "P161": "в главных ролях",
    "P2043": "длина",
    "P40": "дети",
    "P569": "дата рождения",
    "P570": "дата смерти",
    "P39": "занимаемая должность",
    "P580": "дата начала",
    "P582": "дата окончания",
    "P47": "граничит с",
    "P453": "роль",
    "P577": "дата выхода",
    "P131": "административно-территориальная единица",
    "P463": "член",
    "P1082": "население",
    "P26": "супруг(а)",
}
RIVER, FILM, LENGTH = Class("Q4022"), Class("Q11424"), Hop(IT, path("P2043"))
BY_SPIELBERG = Hop(Entity("Q8877"), path("^P57"))


def of(entity: str, steps: str) -> Hop:
    return Hop(Entity(entity), path(steps))


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (of("Q142", "P36"), "столица Франции"),
        (of("Q517", "P19/P17"), "государство места рождения Наполеона I"),
        (of("Q7200", "P26/P19"), "место рождения (супруг(а) Александра Сергеевича Пушкина)"),
        (of("Q2875", "P57"), "режиссёр (Унесённые ветром)"),
        (of("Q2875", "P161"), "в главных ролях (Унесённые ветром)"),
        (of("Q45", "P47"), "граничит с (Португалия)"),
        (of("Q649", "P131+"), "административно-территориальная единица Москвы (любого уровня)"),
        (of("Q142", "P36|P19"), "место рождения Франции или столица Франции"),
        (BY_SPIELBERG, "то, у чего режиссёр — Стивен Спилберг"),
        (And(FILM, BY_SPIELBERG), "фильм, у которого режиссёр — Стивен Спилберг"),
        (
            Where(And(BY_SPIELBERG, FILM), Hop(IT, path("P577")), ">", Year(1990)),
            "фильм, у которого режиссёр — Стивен Спилберг и у которого дата выхода позже 1990 года",
        ),
        (Where(RIVER, LENGTH, ">=", Number(1000)), "река, у которой длина не меньше 1000"),
        (
            Where(RIVER, LENGTH, ">", of("Q517", "P2043")),
            "река, у которой длина больше, чем длина Наполеона I",
        ),
        (Named("Титаник"), "«Титаник»"),
        (Called(of("Q142", "P36")), "название столицы Франции"),
        (
            Without(Or(Called(Entity("Q142")), of("Q142", "|".join(NAME_PROPERTIES))), Text("Франция")),
            "название Франции или имя Франции, кроме: «Франция»",
        ),
        (Entity("Q99"), "Q99"),
        (Or(Entity("Q142"), Entity("Q45")), "Франция или Португалия"),
        (Without(of("Q142", "P36"), Entity("Q649")), "столица Франции, кроме: Москва"),
        (
            Rank(And(RIVER, of("Q142", "^P17")), LENGTH),
            "река, у которой государство — Франция: 1-е место по убыванию длины",
        ),
        (Rank(RIVER, LENGTH, "asc", 2, 3), "река: места 2–4 по возрастанию длины"),
        (Count(of("Q7200", "P40")), "количество детей Александра Сергеевича Пушкина"),
        (Count(And(RIVER, of("Q142", "^P17"))), "количество рек, у которых государство — Франция"),
        (Part(of("Q7200", "P569"), "century"), "век рождения Александра Сергеевича Пушкина"),
        (
            Difference(of("Q517", "P569"), Date(1821, 5, 5), "age"),
            "сколько полных лет: дата рождения Наполеона I — 5 мая 1821 года",
        ),
        (More(LENGTH, "desc", Entity("Q513"), Entity("Q583")), "у чего больше длина: Эверест или Монблан"),
        (
            More(Hop(Member(), path("P569")), "asc", Entity("Q7200"), Entity("Q8877")),
            "у кого раньше дата рождения: Александр Сергеевич Пушкин или Стивен Спилберг",
        ),
        (
            Hop(Without(Entity("Q8877"), Where(Entity("Q8877"), ENDED, "<=", Year(2026))), path("P569")),
            "дата рождения Стивена Спилберга, если здравствует или существует",
        ),
        (
            Hop(Without(Entity("Q8877"), Entity("Q7200")), path("P569")),
            "дата рождения (Стивен Спилберг, кроме: Александр Сергеевич Пушкин)",
        ),
        (Hop(Entity("Q649"), path("P17|P19|P36|P131")), "то, что связано с Москвой"),
        (Exists(And(of("Q45", "P47"), Entity("Q142"))), "верно ли: Франция — граничит с (Португалия)"),
        (
            Statement("P39", value=Entity("Q30461"), conditions=(During(Year(1990)),), take="subject"),
            "то, у чего занимаемая должность — президент [в 1990 году]",
        ),
        (
            And(
                Class("Q5"),
                Statement("P463", value=Entity("Q458"), conditions=(Lacks("P582"),), take="subject"),
            ),
            "человек, у которого член — Европейский союз [до сих пор]",
        ),
        (
            Statement("P1082", Entity("Q649"), conditions=(Compares("P580", "<", Year(-43)),)),
            "население Москвы [дата начала раньше 44 года до н. э.]",
        ),
        (
            Statement("P161", Entity("Q2875"), conditions=(Has("P453", Entity("Q517")),)),
            "в главных ролях (Унесённые ветром) [роль — Наполеон I]",
        ),
        (
            Statement("P463", Entity("Q45"), Entity("Q458"), take=Qualifier("P580")),
            "дата начала (Португалия: член — Европейский союз)",
        ),
    ],
)
def test_a_form_in_words(form: Form, said: str) -> None:
    assert words(form, LABELS.get) == said


FORMS = Forms(["Q142", "Q517", "Q99"], ["Q4022", "Q98"], ["P36", "P161", "P131"], ["P569", "P2043", "P99"])


@given(FORMS.forms)
def test_every_form_has_words(form: Form) -> None:
    said = words(form, LABELS.get)
    assert said
    assert "None" not in said


@pytest.mark.parametrize(
    ("label", "of_it"),
    [
        ("Лев Толстой", "Льва Толстого"),
        ("Пушкин, Александр Сергеевич", "Александра Сергеевича Пушкина"),
        ("Анна Ахматова", "Анны Ахматовой"),
        ("Одри Хепберн", "Одри Хепберн"),
        ("Брэд Питт", "Брэда Питта"),
        ("Эрих Мария Ремарк", "Эриха Марии Ремарка"),
        ("Леонардо да Винчи", "Леонардо да Винчи"),
        ("Пётр I", "Петра I"),
        ("Екатерина Великая", "Екатерины Великой"),
        ("Нью-Йорк", "Нью-Йорка"),
        ("Ростов-на-Дону", "Ростова-на-Дону"),
        ("Соединённые Штаты Америки", "Соединённых Штатов Америки"),
        ("США", "США"),
        ("Токио", "Токио"),
        ("BBC One", "BBC One"),
        ("твёрдость по шкале Мооса", "твёрдости по шкале Мооса"),
        ("место рождения Наполеона", "места рождения Наполеона"),
        ("Война и мир", None),
        ("Унесённые ветром", None),
        ("Преступление и наказание", None),
        ("граничит с", None),
        ("в главных ролях", None),
        ("супруг(а)", None),
        ("", None),
        (" ", None),
        ("— ?", "— ?"),
    ],
)
def test_the_genitive_of_a_label(label: str, of_it: str | None) -> None:
    assert genitive(label) == of_it


@pytest.mark.parametrize(
    ("label", "many"), [("река", "рек"), ("человек", "людей"), ("химический элемент", "химических элементов")]
)
def test_the_genitive_of_many(label: str, many: str) -> None:
    assert genitive(label, "plur") == many
