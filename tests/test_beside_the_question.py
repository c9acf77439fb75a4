"""What is near what was asked, and known, is no answer where what was asked is not."""

from __future__ import annotations

import pytest
from handful import knowing

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q515 rdfs:label "город"@ru ; wdt:P1552 wd:Q90 ; wikibase:sitelinks 50 . wd:Q90 rdfs:label "застава"@ru .
wd:Q6256 rdfs:label "страна"@ru . wd:Q4022 rdfs:label "река"@ru . wd:Q165 rdfs:label "море"@ru .
wd:Q8261 rdfs:label "роман"@ru . wd:Q11424 rdfs:label "фильм"@ru . wd:Q3305213 rdfs:label "картина"@ru .
wd:Q43229 rdfs:label "союз"@ru . wd:Q8502 rdfs:label "гора"@ru . wd:Q95074 rdfs:label "персонаж"@ru .
wd:Q178561 rdfs:label "битва"@ru . wd:Q33506 rdfs:label "музей"@ru .
wd:Q1 rdfs:label "Глеб Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P40 wd:Q2 ; wdt:P20 wd:Q21 ;
  wdt:P69 wd:Q34 ; wikibase:sitelinks 20 .
wd:Q2 rdfs:label "Марк Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P22 wd:Q1 ; wdt:P21 wd:Q6581097 ;
  wdt:P19 wd:Q21 ; wikibase:sitelinks 9 .
wd:Q3 rdfs:label "Яков Ольх"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q21 ; wikibase:sitelinks 20 .
wd:Q10 rdfs:label "Берталия"@ru ; wdt:P31 wd:Q6256 ; wdt:P527 wd:Q11 , wd:Q12 ; wikibase:sitelinks 40 .
wd:Q11 rdfs:label "Верхняя Берталия"@ru ; wikibase:sitelinks 9 .
wd:Q12 rdfs:label "Нижняя Берталия"@ru ; wikibase:sitelinks 9 .
wd:Q20 rdfs:label "Северный союз"@ru ; wdt:P31 wd:Q43229 ; wdt:P17 wd:Q10 ; wikibase:sitelinks 50 .
wd:Q21 rdfs:label "Великий Зурбаган"@ru ; skos:altLabel "Зурбаган"@ru ; wdt:P31 wd:Q515 ;
  wdt:P17 wd:Q10 ; wdt:P206 wd:Q23 ;
  wdt:P571 "1401-01-01T00:00:00Z"^^xsd:dateTime ; wdt:P37 wd:Q91 ; wikibase:sitelinks 60 .
wd:Q91 rdfs:label "бертальский язык"@ru . wd:Q93 rdfs:label "лихорадка"@ru . wd:Q22 wdt:P2044 "206"^^xsd:decimal .
wd:Q1 wdt:P509 wd:Q93 . wd:Q20 wdt:P1075 wd:Q2 ; wdt:P127 wd:Q3 .
wd:Q22 rdfs:label "Лисс"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q10 ;
  wdt:P571 "1502-01-01T00:00:00Z"^^xsd:dateTime ; wikibase:sitelinks 60 .
wd:Q23 rdfs:label "Лавровое море"@ru ; wdt:P31 wd:Q165 ; wikibase:sitelinks 40 .
wd:Q24 rdfs:label "Омега"@ru ; wdt:P31 wd:Q4022 ; wdt:P403 wd:Q23 ; wikibase:sitelinks 40 .
wd:Q25 rdfs:label "Сигма"@ru ; wdt:P31 wd:Q8502 ; wdt:P2044 "3100"^^xsd:decimal ; wikibase:sitelinks 40 .
wd:Q30 rdfs:label "Туманный берег"@ru ; wdt:P31 wd:Q8261 ; wdt:P840 wd:Q22 ; wdt:P50 wd:Q3 ;
  wdt:P407 wd:Q91 ; wikibase:sitelinks 30 .
wd:Q31 rdfs:label "Дальний причал"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q3 ; wdt:P161 wd:Q2 ;
  wdt:P2047 "90"^^xsd:decimal ;
  wdt:P577 "1980-05-01T00:00:00Z"^^xsd:dateTime ; wikibase:sitelinks 30 .
wd:Q32 rdfs:label "Полуденный сон"@ru ; wdt:P31 wd:Q3305213 ; wdt:P170 wd:Q3 ;
  wdt:P180 wd:Q92 ; wdt:P276 wd:Q34 ; wikibase:sitelinks 30 .
wd:Q92 rdfs:label "верблюд"@ru ; wikibase:sitelinks 30 .
wd:Q33 rdfs:label "Фома Дельтин"@ru ; wdt:P31 wd:Q95074 ; wdt:P170 wd:Q3 ; wikibase:sitelinks 20 .
wd:Q34 rdfs:label "Лисский музей"@ru ; wdt:P31 wd:Q33506 ; wdt:P131 wd:Q22 ; wikibase:sitelinks 30 .
wd:Q35 rdfs:label "битва при Омеге"@ru ; wdt:P31 wd:Q178561 ; wdt:P580 "1812-06-01T00:00:00Z"^^xsd:dateTime ;
  wdt:P582 "1812-09-01T00:00:00Z"^^xsd:dateTime ; wikibase:sitelinks 30 .
"""


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Simba:
    """SimBa over a handful of things that no other knowledge base has."""
    return knowing(FACTS, tmp_path_factory.mktemp("beside"))


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Кто сын Глеба Гаммера?", {"Марк Гаммер"}),
        ("Чей сын Марк Гаммер?", {"Глеб Гаммер"}),
        ("Куда течёт река Омега?", {"Лавровое море"}),
        ("Какая высота горы Сигма?", {"3100"}),
        ("В каком городе происходит действие романа «Туманный берег»?", {"Лисс"}),
        ("Кто написал картину «Полуденный сон»?", {"Яков Ольх"}),
        ("Что изображено на картине «Полуденный сон»?", {"верблюд"}),
        ("Где находится картина «Полуденный сон»?", {"Лисский музей"}),
        ("Кто придумал персонажа Фома Дельтин?", {"Яков Ольх"}),
        ("В какой стране Северный союз?", {"Берталия"}),
        ("В каком городе умер Глеб Гаммер?", {"Великий Зурбаган"}),
        ("На каком море стоит Великий Зурбаган?", {"Лавровое море"}),
        ("Сколько длится фильм «Дальний причал»?", {"90"}),
        ("Отчего умер Глеб Гаммер?", {"лихорадка"}),
        ("На сколько метров над уровнем моря лежит город Лисс?", {"206"}),
        ("Кто ректор Северного союза?", {"Марк Гаммер"}),
        ("Кому принадлежит Северный союз?", {"Яков Ольх"}),
    ],
)
def test_what_is_known_is_told(asked: Simba, question: str, labels: set[str]) -> None:
    assert {value.label or value.value for value in asked.answer(question).values} == labels


@pytest.mark.parametrize(
    "question",
    [
        "Чей сын Глеб Гаммер?",
        "В какой области течёт река Омега?",
        "Какая относительная высота горы Сигма?",
        "В каком городе издан роман «Туманный берег»?",
        "Кому принадлежит картина «Полуденный сон»?",
        "Кому посвящена картина «Полуденный сон»?",
        "Где написана картина «Полуденный сон»?",
        "Кто отец персонажа Фома Дельтин?",
        "Какие страны входят в Северный союз?",
        "В какой больнице умер Глеб Гаммер?",
        "На какой реке стоит Великий Зурбаган?",
        "Как раньше назывался Великий Зурбаган?",
        "Чем знаменит город Лисс?",
        "Какая зарплата в Берталии?",
        "Какой второй город Берталии?",
        "Как называют жителей города Зурбаган?",
        "Какой святой родился в городе Зурбаган?",
        "На какие языки перевели «Туманный берег»?",
        "Кто написал продолжение «Туманного берега»?",
        "Сколько лет снимали «Дальний причал»?",
        "Когда начали снимать «Дальний причал»?",
        "В каком году Зурбаган стал столицей?",
        "На что похож «Дальний причал»?",
        "Чему учил Глеб Гаммер?",
        "Кто из актёров фильма «Дальний причал» получил премию?",
        "Сколько длилась битва при Омеге?",
        "Какие языки изучают в Зурбагане?",
        "Отчего умерла мать Глеба Гаммера?",
        "Чем известен сын Глеба Гаммера?",
        "Сколько станций метро в городе Лисс?",
        "Кто первый ректор Северного союза?",
        "Кому раньше принадлежал Северный союз?",
    ],
)
def test_what_is_beside_it_is_no_answer(asked: Simba, question: str) -> None:
    assert asked.answer(question).values == ()
