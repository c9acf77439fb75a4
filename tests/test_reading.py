"""One fact: which property holds it, whether the asked class is met, and what the words that are left forbid."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import made_once

from simba import Simba
from simba.building.build import build
from simba.common.vocabulary import PREFIXES, entity_id

NAMES = {
    "Q515": "город",
    "Q6256": "страна",
    "Q8502": "гора",
    "Q8072": "вулкан",
    "Q11424": "фильм",
    "Q6368": "браузер",
    "Q4830453": "компания",
    "Q3918": "университет",
    "Q593644": "химик",
    "Q5": "человек",
    "Q900": "Лесной вальс",
    "Q901": "Заречинск",
    "Q902": "Лукомория",
    "Q903": "Берендеев холм",
    "Q904": "Василёк",
    "Q905": "Паутина",
    "Q906": "Пётр Медников",
    "Q907": "Заречинский университет",
    "Q908": "Анна Стекольщикова",
    "Q909": "Морская тишина",
    "Q29168811": "анимационный фильм",
    "Q5398426": "телесериал",
    "Q910": "Рябина",
    "Q911": "Рябина",
    "Q912": "Иван Кузнечиков",
    "Q913": "Мария Гончарова",
    "Q7725634": "литературное произведение",
    "Q8261": "роман",
    "Q914": "Долгая зима",
    "Q12280": "мост",
    "Q915": "Кузнечный мост",
    "Q916": "Кузнечный мост",
    "Q917": "Степан Кирпичников",
    "Q918": "Олег Лодочников",
    "Q919": "Быстрянка",
    "Q920": "Тихоня",
    "Q921": "За синим перевалом",
}
FACTS = """
wd:Q900 wdt:P31 wd:Q11424 ; wdt:P915 wd:Q901 ; wdt:P57 wd:Q908 .
wd:Q909 wdt:P31 wd:Q11424 ; wdt:P915 wd:Q903 .
wd:Q901 wdt:P31 wd:Q515 ; wdt:P17 wd:Q902 .
wd:Q902 wdt:P31 wd:Q6256 .
wd:Q903 wdt:P31 wd:Q8502 ; wdt:P17 wd:Q902 .
wd:Q904 wdt:P31 wd:Q4830453 .
wd:Q905 wdt:P31 wd:Q6368 ; wdt:P178 wd:Q904 ; wdt:P1324 wd:Q904 .
wd:Q906 wdt:P31 wd:Q5 ; wdt:P106 wd:Q593644 ; wdt:P69 wd:Q907 ; wdt:P27 wd:Q902 .
wd:Q907 wdt:P31 wd:Q3918 .
wd:Q910 wdt:P31 wd:Q29168811 ; wdt:P57 wd:Q912 .
wd:Q911 wdt:P31 wd:Q5398426 ; wdt:P57 wd:Q913 .
wd:Q912 wdt:P31 wd:Q5 .
wd:Q913 wdt:P31 wd:Q5 .
wd:Q8261 wdt:P279 wd:Q7725634 .
wd:Q914 wdt:P31 wd:Q7725634 ; wdt:P50 wd:Q906 .
wd:Q915 wdt:P31 wd:Q12280 ; wdt:P84 wd:Q917 ; wdt:P177 wd:Q919 .
wd:Q916 wdt:P31 wd:Q12280 ; wdt:P84 wd:Q918 ; wdt:P177 wd:Q920 .
wd:Q921 wdt:P31 wd:Q11424 ; wdt:P57 wd:Q912 .
wd:Q917 wdt:P31 wd:Q5 .
wd:Q918 wdt:P31 wd:Q5 .
wd:Q908 wdt:P31 wd:Q5 ; wdt:P27 wd:Q902 ; wdt:P19 wd:Q901 ; wdt:P20 wd:Q901 ; wdt:P551 wd:Q901 .
"""


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Simba:
    """A made-up country, with all rules."""

    def make(folder: Path) -> None:
        source = folder.with_suffix(".ttl")
        prefixes = "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in PREFIXES.items())
        labels = "".join(f'wd:{one} rdfs:label "{name}"@ru .\n' for one, name in NAMES.items())
        source.write_text(prefixes + labels + FACTS, encoding="utf-8")
        build([source], folder)

    return Simba(made_once(tmp_path_factory, "reading", make))


def answered(simba: Simba, question: str) -> set[str | None]:
    return {entity_id(value.value) for value in simba.answer(question).values}


def test_a_fact_is_found_under_another_property_of_its_group(reader: Simba) -> None:
    answer = reader.answer("В каком городе происходит действие фильма «Лесной вальс»?")
    assert answer.property is not None
    assert (answer.property.id, answer.values[0].label) == ("P915", "Заречинск")


def test_the_other_properties_of_a_group_answer_only_by_the_class_that_is_asked_for(reader: Simba) -> None:
    """The film was made on a hill, which is no town."""
    assert reader.answer("В каком городе происходит действие фильма «Морская тишина»?").status == "abstained"


@pytest.mark.parametrize(
    ("question", "found"),
    [("Какая гора находится в Лукомории?", {"Q903"}), ("Какой вулкан находится в Лукомории?", set())],
)
def test_values_of_another_class_are_no_answer(reader: Simba, question: str, found: set[str]) -> None:
    assert answered(reader, question) == found


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Какой браузер смастерила компания «Василёк»?", {"Q905"}),  # by two properties, the same one
        ("В каком университете набирался премудрости Пётр Медников?", {"Q907"}),
        ("Какой химик протирал штаны на скамьях Заречинского университета?", {"Q906"}),  # by occupation
    ],
)
def test_the_asked_class_finds_the_relation(reader: Simba, question: str, found: set[str]) -> None:
    answer = reader.answer(question)
    assert {entity_id(value.value) for value in answer.values} == found
    assert answer.unexplained, "the verb is nobody's"
    assert answer.query in {query["sparql"] for query in answer.trace["queries"]}


def test_where_no_rule_knows_the_wording_the_likest_words_find_the_property(reader: Simba) -> None:
    answer = reader.answer("Какой город снимали в фильме «Лесной вальс», весёлом и шумном?")
    assert {entity_id(value.value) for value in answer.values} == {"Q901"}
    assert answer.likened == (("снимали", "снимать"),)
    assert "«снимали» — «снимать»" in answer.warnings[-1]
    (tried,) = (query for query in answer.trace["queries"] if query["sparql"] == answer.query)
    assert tried["likened"] == [["снимали", "снимать"]]


@pytest.mark.parametrize(
    "question",
    [
        "Какой город не снимали в фильме «Лесной вальс», весёлом и шумном?",
        "Какой первый город снимали в фильме «Лесной вальс», весёлом и шумном?",
        "Какую страну снимали в фильме «Лесной вальс», весёлом и шумном?",  # filmed in a town
    ],
)
def test_likeness_finds_nothing_where_the_question_asks_for_something_else(
    reader: Simba, question: str
) -> None:
    assert reader.answer(question).status == "abstained"


@pytest.mark.parametrize(
    "question",
    [
        "Какой браузер не смастерила компания «Василёк»?",
        "Какой первый браузер смастерила компания «Василёк»?",
        "Какой вулкан смастерила компания «Василёк»?",
        "Какой браузер смастерила Лукомория?",
    ],
)
def test_it_does_not_where_the_wording_forbids_it_or_nothing_is_of_that_class(
    reader: Simba, question: str
) -> None:
    assert reader.answer(question).status == "abstained"


def test_it_does_not_where_the_fact_that_a_rule_understood_is_missing(reader: Simba) -> None:
    """Where the chemist was born is not known; that he studied somewhere is no answer."""
    assert reader.answer("В каком университете преподавал Пётр Медников?").status == "abstained"


def test_other_participants_and_asides_do_not_keep_a_sure_answer_back(reader: Simba) -> None:
    answer = reader.answer(
        "Кто поставил для старого приятеля, соседа по даче и двух любопытных журналистов фильм «Лесной вальс»?"
    )
    assert [value.label for value in answer.values] == ["Анна Стекольщикова"]
    assert {"приятеля", "журналистов"} <= set(answer.unexplained)


def test_a_date_is_no_place_and_that_somebody_is_human_answers_nothing(reader: Simba) -> None:
    assert reader.answer("В каком году родилась Анна Стекольщикова?").status == "abstained"
    assert reader.answer("Кем была Анна Стекольщикова?").status == "abstained"


@pytest.mark.parametrize(
    ("question", "found"),
    [("рябина мультик режиссер", {"Q912"}), ("рябина сериал режиссер", {"Q913"})],
)
def test_the_everyday_word_for_a_class_after_a_name_tells_namesakes_apart(
    reader: Simba, question: str, found: set[str]
) -> None:
    assert answered(reader, question) == found


def test_what_is_only_known_to_be_of_a_wider_class_may_be_of_the_one_asked_for(reader: Simba) -> None:
    assert answered(reader, "Какой роман написал Пётр Медников?") == {"Q914"}
    assert not answered(reader, "Какой фильм написал Пётр Медников?")


def test_what_an_aside_about_the_name_denies_is_not_what_is_asked(reader: Simba) -> None:
    """About the asked noun it is: "какой город, не лежащий на реке" asks for others."""
    assert answered(reader, "Кто снял «Лесной вальс», ни разу не показанный по телевизору?") == {"Q908"}
    assert not answered(reader, "Какой город, не стоящий на реке, показан в фильме «Лесной вальс»?")


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Через какую реку перекинут Кузнечный мост, творение Степана Кирпичникова?", {"Q919"}),
        ("Через какую реку перекинут Кузнечный мост, творение Олега Лодочникова?", {"Q920"}),
    ],
)
def test_a_name_that_a_statement_joins_tells_which_namesake_is_meant(
    reader: Simba, question: str, found: set[str]
) -> None:
    assert answered(reader, question) == found


def test_a_title_may_begin_with_a_preposition_without_quotes(reader: Simba) -> None:
    assert answered(reader, "кто режиссер фильма за синим перевалом") == {"Q912"}
