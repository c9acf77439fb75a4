"""Where things lie: what is told of a thing is the place that is known of such things, if it is known of this one."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q46 rdfs:label "Европа"@ru ; wdt:P31 wd:Q5107 .
wd:Q5107 rdfs:label "континент"@ru .
wd:Q6256 rdfs:label "страна"@ru .
wd:Q515 rdfs:label "город"@ru .
wd:Q33506 rdfs:label "музей"@ru .
wd:Q4022 rdfs:label "река"@ru .
wd:Q10 rdfs:label "Берталия"@ru ; skos:altLabel "Берталийская Федерация"@ru ;
    wdt:P31 wd:Q6256 ; wdt:P30 wd:Q46 ; wikibase:sitelinks 80 ;
    wdt:P571 "1919-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q7270 rdfs:label "республика"@ru . wd:Q15 rdfs:label "Эта"@ru ; wdt:P31 wd:Q7270 .
wd:Q11 rdfs:label "Дельтоград"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q10 ; wikibase:sitelinks 60 .
wd:Q12 rdfs:label "Музей ветра"@ru ; wdt:P31 wd:Q33506 ; wdt:P131 wd:Q11 ; wdt:P17 wd:Q10 ; wikibase:sitelinks 20 .
wd:Q14 rdfs:label "Глеб Ясенин"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q11 ; wdt:P27 wd:Q20 ; wikibase:sitelinks 20 .
wd:Q16 rdfs:label "Анна Ясенина"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q17 ; wikibase:sitelinks 20 .
wd:Q17 rdfs:label "Зетаград"@ru .
wd:Q18 rdfs:label "Марк Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P119 wd:Q19 ; wikibase:sitelinks 20 .
wd:Q19 rdfs:label "Тихий предел"@ru .
wd:Q5 rdfs:label "человек"@ru .
wd:Q13 rdfs:label "Музей тумана"@ru ; wdt:P31 wd:Q33506 ; wdt:P17 wd:Q10 ; wikibase:sitelinks 20 .
"""
FACTS += "".join(
    f"""
wd:Q2{number} rdfs:label "Страна {number}"@ru ; wdt:P31 wd:Q6256 ; wdt:P30 wd:Q46 .
wd:Q3{number} rdfs:label "Город {number}"@ru ; wdt:P31 wd:Q515 ; wdt:P131 wd:Q2{number} ; wdt:P17 wd:Q2{number} .
wd:Q4{number} rdfs:label "Музей {number}"@ru ; wdt:P31 wd:Q33506 ; wdt:P131 wd:Q3{number} ; wdt:P17 wd:Q2{number} .
"""
    for number in range(5)
)
"""Enough of each kind to tell what such things have: countries no higher unit, museums a town."""
FACTS += 'wd:Q45 rdfs:label "Музей 5"@ru ; wdt:P31 wd:Q33506 ; wdt:P276 wd:Q30 .'


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Где находится Берталия?", ["Европа"]),  # a country has neither a building nor a district to lie in
        ("Берталия где находится?", ["Европа"]),
        ("Где находится Музей ветра?", ["Дельтоград", "Берталия"]),  # few museums lie in a building
    ],
)
def test_where_a_thing_lies_is_told_by_what_such_things_have(
    asked: Simba, question: str, expected: list[str]
) -> None:
    assert [value.label for value in asked.answer(question).values] == expected


def test_where_the_usual_place_is_not_known_the_country_alone_is_not_told(asked: Simba) -> None:
    answer = asked.answer("Где находится Музей тумана?")
    assert (answer.status, answer.reason, answer.form) == ("abstained", "no_fact", "(hop Q13 P131)")


@pytest.mark.parametrize("question", ["Где похоронен Дельтоград?", "Где похоронен Музей ветра?"])
def test_where_somebody_is_buried_is_not_where_a_namesake_lies(asked: Simba, question: str) -> None:
    assert asked.answer(question).values == ()


def test_the_country_of_a_thing_is_asked_by_a_bare_phrase(asked: Simba) -> None:
    assert [value.label for value in asked.answer("страна Дельтограда").values] == ["Берталия"]


@pytest.mark.parametrize("asking", ["В какой стране родился", "В каком государстве появился на свет"])
def test_the_country_of_birth_is_that_of_the_place(asked: Simba, asking: str) -> None:
    assert [value.label for value in asked.answer(f"{asking} Глеб Ясенин?").values] == ["Берталия"]


def test_what_is_not_known_to_be_a_country_is_none(asked: Simba) -> None:
    assert [value.label for value in asked.answer("Где родилась Анна Ясенина?").values] == ["Зетаград"]
    assert asked.answer("В какой стране родилась Анна Ясенина?").values == ()


@pytest.mark.parametrize("asking", ["В какой области", "В каком крае", "В каком штате", "В какой губернии"])
def test_what_is_not_known_to_be_a_region_is_rather_a_town(asked: Simba, asking: str) -> None:
    assert asked.answer(f"{asking} родилась Анна Ясенина?").status == "abstained"
    assert [value.label for value in asked.answer("В каком селе родилась Анна Ясенина?").values] == [
        "Зетаград"
    ]


def test_a_spot_that_is_not_known_to_be_a_town_is_none(asked: Simba) -> None:
    assert [value.label for value in asked.answer("Где похоронен Марк Гаммер?").values] == ["Тихий предел"]
    assert asked.answer("В каком городе похоронен Марк Гаммер?").values == ()


def test_what_lies_beside_a_place_is_not_what_lies_in_it(asked: Simba) -> None:
    museums = asked.answer("Какие музеи находятся в Дельтограде?").values
    assert [value.label for value in museums] == ["Музей ветра"]
    for beside in ("возле Дельтограда", "рядом с Дельтоградом", "перед Дельтоградом"):
        assert asked.answer(f"Какие музеи находятся {beside}?").values == ()


def test_a_town_is_no_floor(asked: Simba) -> None:
    for asking in ("На каком этаже", "В какой семье", "Под каким знаком"):
        assert asked.answer(f"{asking} родилась Анна Ясенина?").values == ()


def test_a_name_between_a_kind_and_what_is_of_it_says_whose_that_is(asked: Simba) -> None:
    assert [one.label for one in asked.answer("Год основания Берталии").values] == ["1919 год"]
    assert asked.answer("Год основания города Берталийской Федерации Дельтограда").values == ()
