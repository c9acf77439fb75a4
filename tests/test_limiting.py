"""What is said of several that are asked for is heeded, or none of them is told."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru . wd:Q11424 rdfs:label "фильм"@ru . wd:Q8072 rdfs:label "вулкан"@ru .
wd:Q33999 rdfs:label "актёр"@ru . wd:Q6256 rdfs:label "страна"@ru . wd:Q1860 rdfs:label "бертальский язык"@ru .
wd:Q1861 rdfs:label "гаммерский язык"@ru .
wd:Q1 rdfs:label "Глеб Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q33999 ; wikibase:sitelinks 20 .
wd:Q2 rdfs:label "Яков Ольх"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q33999 ; wikibase:sitelinks 20 .
wd:Q41 rdfs:label "Берия"@ru ; wdt:P31 wd:Q6256 ; wikibase:sitelinks 40 . wd:Q11344 rdfs:label "металл"@ru .
wd:Q42 rdfs:label "берий"@ru ; wdt:P31 wd:Q11344 ; wdt:P61 wd:Q1 ; wikibase:sitelinks 20 .
wd:Q30 rdfs:label "Зурбаган"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 40 . wd:Q515 rdfs:label "город"@ru .
wd:Q6581072 rdfs:label "женский пол"@ru ; skos:altLabel "женщина"@ru . wd:Q1 wdt:P19 wd:Q30 . wd:Q2 wdt:P19 wd:Q30 .
wd:Q3 rdfs:label "Анна Ольх"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581072 ; wdt:P19 wd:Q30 ;
  schema:description "маршал"@ru .
wd:Q10 rdfs:label "Серый день"@ru ; wdt:P31 wd:Q11424 ; wdt:P161 wd:Q1 , wd:Q2 ; wdt:P57 wd:Q2 ; wikibase:sitelinks 20 .
wd:Q11 rdfs:label "Бурый день"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q2 ; wikibase:sitelinks 20 .
wd:Q20 rdfs:label "Берталия"@ru ; wdt:P31 wd:Q6256 ; wdt:P37 wd:Q1860 , wd:Q1861 ; wikibase:sitelinks 40 .
wd:Q23 rdfs:label "Старая Берталия"@ru ; wdt:P31 wd:Q6256 ; wdt:P2046 "900"^^xsd:decimal ;
  wdt:P576 "1900-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q24 rdfs:label "Гаммерия"@ru ; wdt:P31 wd:Q6256 ; wdt:P2046 "500"^^xsd:decimal .
wd:Q20 wdt:P2046 "400"^^xsd:decimal .
wd:Q21 rdfs:label "Лисья сопка"@ru ; wdt:P31 wd:Q8072 ; wdt:P17 wd:Q20 .
wd:Q484652 rdfs:label "международная организация"@ru ; wdt:P279 wd:Q43229 . wd:Q43229 rdfs:label "организация"@ru .
wd:Q60 rdfs:label "Союз Ветра"@ru ; wdt:P31 wd:Q484652 . wd:Q61 rdfs:label "Союз Луны"@ru ; wdt:P31 wd:Q484652 .
wd:Q62 rdfs:label "Общество рыбаков"@ru ; wdt:P31 wd:Q43229 . wd:Q20 wdt:P463 wd:Q60 , wd:Q61 , wd:Q62 .
wd:Q3 wdt:P135 wd:Q70 . wd:Q70 rdfs:label "гаммаизм-арт"@ru .
wd:Q22 rdfs:label "Волчья сопка"@ru ; wdt:P31 wd:Q8072 ; wdt:P17 wd:Q20 .
"""


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Какие известные актёры снимались в «Сером дне»?", {"Глеб Гаммер", "Яков Ольх"}),
        ("Какие официальные языки в Берталии?", {"бертальский язык", "гаммерский язык"}),
        ("Какие действующие вулканы есть в Берталии?", {"Лисья сопка", "Волчья сопка"}),
        ("Какие люди родились в Зурбагане?", {"Глеб Гаммер", "Яков Ольх", "Анна Ольх"}),
        ("Какие маршалы родились в Зурбагане?", {"Анна Ольх"}),
        ("Какая страна самая большая?", {"Гаммерия"}),
        ("Какая страна самая большая в истории?", {"Старая Берталия"}),
        ("фильмы Якова Ольха", {"Серый день", "Бурый день"}),
        ("В каких международных организациях состоит Берталия?", {"Союз Ветра", "Союз Луны"}),
        ("Представительницей какого направления является Анна Ольх?", {"гаммаизм-арт"}),  # no woman
    ],
)
def test_what_says_no_more_is_passed_over(asked: Simba, question: str, labels: set[str]) -> None:
    assert {value.label for value in asked.answer(question).values} == labels


@pytest.mark.parametrize(
    "question",
    [
        "Какие рыжие актёры снимались в «Сером дне»?",
        "назови рыжих актёров «Серого дня»",
        "Какие потухшие вулканы есть в Берталии?",
        "чёрно-белые фильмы Якова Ольха",
        "незаконченные фильмы Якова Ольха",
        "Какие импрессионисты родились в Зурбагане?",
        "Какие актёры-комики родились в Зурбагане?",
        "кто из женщин-пилотов родился в Зурбагане",
        "Какой фильм Яков Ольх снял после каторги?",
        "Кто снимался в «Сером дне» вместо Глеба Гаммера?",
    ],
)
def test_not_all_are_told_where_some_are_asked_for(asked: Simba, question: str) -> None:
    assert not asked.answer(question).values


def test_a_capital_is_no_common_noun(asked: Simba) -> None:
    assert [value.label for value in asked.answer("кто открыл берий").values] == ["Глеб Гаммер"]
    assert not asked.answer("Кто первооткрыватель Берии?").values
