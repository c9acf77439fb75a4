"""What a noun's own words tell of which is meant: participles before it, what it is said to be, what picks one."""

from __future__ import annotations

import pytest

from simba import Simba
from simba.russian.attributes import behind_nouns

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q515 rdfs:label "город"@ru .
wd:Q11344 rdfs:label "химический элемент"@ru ; skos:altLabel "элемент"@ru .
wd:Q36180 rdfs:label "писатель"@ru .
wd:Q39631 rdfs:label "врач"@ru ; wdt:P31 wd:Q28640 . wd:Q28640 rdfs:label "профессия"@ru .
wd:Q6581072 rdfs:label "женский пол"@ru . wd:Q6581097 rdfs:label "мужской пол"@ru .
wd:Q1 rdfs:label "Глеб Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ; wdt:P106 wd:Q36180 ; wikibase:sitelinks 20 ;
  wdt:P19 wd:Q62 ; wdt:P119 wd:Q63 ; wdt:P40 wd:Q3 , wd:Q4 .
wd:Q2 rdfs:label "Яна Ольх"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581072 ; wikibase:sitelinks 20 ;
  wdt:P106 wd:Q36180 , wd:Q39631 ; wdt:P19 wd:Q63 ; wdt:P119 wd:Q63 .
wd:Q3 rdfs:label "Марк Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ; wdt:P39 wd:Q70 ;
  wikibase:sitelinks 5 ; wdt:P40 wd:Q6 .
wd:Q4 rdfs:label "Инна Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581072 ; wikibase:sitelinks 5 .
wd:Q6 rdfs:label "Лев Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ; wikibase:sitelinks 5 .
wd:Q70 rdfs:label "царь"@ru ; wdt:P31 wd:Q4164871 ; wikibase:sitelinks 20 . wd:Q4164871 rdfs:label "должность"@ru .
wd:Q62 rdfs:label "Зурбаган"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 40 .
wd:Q63 rdfs:label "Лисс"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 40 .
wd:Q20 rdfs:label "грейий"@ru ; wdt:P31 wd:Q11344 ; wdt:P61 wd:Q1 , wd:Q2 ; wdt:P1086 "20"^^xsd:decimal ;
  wdt:P2067 "40"^^xsd:decimal ; wikibase:sitelinks 20 .
wd:Q21 rdfs:label "ассолий"@ru ; wdt:P31 wd:Q11344 ; wdt:P61 wd:Q1 ; wdt:P1086 "30"^^xsd:decimal ;
  wdt:P2067 "65"^^xsd:decimal ; wikibase:sitelinks 20 .
wd:Q22 rdfs:label "лонгренит"@ru ; wdt:P31 wd:Q11344 ; wdt:P1086 "50"^^xsd:decimal ;
  wdt:P2067 "90"^^xsd:decimal ; wikibase:sitelinks 20 .
wd:Q11424 rdfs:label "фильм"@ru . wd:Q33999 rdfs:label "актёр"@ru ; wdt:P31 wd:Q28640 .
wd:Q6256 rdfs:label "страна"@ru .
wd:Q30 rdfs:label "Алые паруса"@ru ; wdt:P31 wd:Q11424 ; wdt:P577 "1961-01-01T00:00:00Z"^^xsd:dateTime ;
  wdt:P57 wd:Q1 ; wdt:P161 wd:Q40 , wd:Q41 ; wikibase:sitelinks 20 .
wd:Q31 rdfs:label "Бегущая по волнам"@ru ; wdt:P31 wd:Q11424 ; wdt:P577 "1967-01-01T00:00:00Z"^^xsd:dateTime ;
  wdt:P57 wd:Q2 ; wdt:P161 wd:Q40 ; wikibase:sitelinks 20 .
wd:Q40 rdfs:label "Артур Грэй"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q33999 ; wdt:P19 wd:Q62 ; wikibase:sitelinks 20 .
wd:Q41 rdfs:label "Томас Гарвей"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q33999 ; wdt:P19 wd:Q63 ; wikibase:sitelinks 20 .
wd:Q50 rdfs:label "Берталия"@ru ; wdt:P31 wd:Q6256 ; wdt:P47 wd:Q51 , wd:Q52 ; wdt:P1082 "900000"^^xsd:decimal ;
  wdt:P30 wd:Q46 ; wikibase:sitelinks 40 .
wd:Q51 rdfs:label "Гаммерия"@ru ; wdt:P31 wd:Q6256 ; wdt:P47 wd:Q50 , wd:Q52 ; wdt:P1082 "60000000"^^xsd:decimal ;
  wdt:P30 wd:Q46 ; wikibase:sitelinks 40 .
wd:Q52 rdfs:label "Дельтия"@ru ; wdt:P31 wd:Q6256 ; wdt:P47 wd:Q50 , wd:Q51 , wd:Q53 ;
  wdt:P1082 "70000000"^^xsd:decimal ; wdt:P30 wd:Q46 ; wikibase:sitelinks 40 .
wd:Q53 rdfs:label "Эпсилия"@ru ; wdt:P31 wd:Q6256 ; wdt:P47 wd:Q52 ; wdt:P1082 "500000"^^xsd:decimal ;
  wdt:P30 wd:Q46 ; wikibase:sitelinks 40 .
wd:Q46 rdfs:label "Европа"@ru ; wdt:P31 wd:Q5107 ; wikibase:sitelinks 90 . wd:Q5107 rdfs:label "часть света"@ru .
wd:Q618779 rdfs:label "награда"@ru .
wd:Q80 rdfs:label "Золотой фрегат"@ru ; wdt:P31 wd:Q618779 ; wikibase:sitelinks 20 .
wd:Q41 wdt:P166 wd:Q80 . wd:Q40 wdt:P166 wd:Q80 .
wd:Q212 rdfs:label "Украина"@ru ; wdt:P31 wd:Q6256 ; wikibase:sitelinks 90 . wd:Q1 wdt:P27 wd:Q212 .
"""


@pytest.mark.parametrize(
    ("question", "read"),
    [
        (
            "Какой из открытых Гаммером химических элементов самый лёгкий?",
            "Какой из химических элементов, открытых Гаммером, самый лёгкий?",
        ),
        (
            "Кто из похороненных на Старом кладбище писателей родился в Лиссе?",
            "Кто из писателей, похороненных на Старом кладбище, родился в Лиссе?",
        ),
        ("Какие не входящие в ЕС страны состоят в НАТО?", "Какие страны, не входящие в ЕС, состоят в НАТО?"),
        ("Столица граничащей с Россией страны", "Столица страны, граничащей с Россией"),
        ("Снятый Ольх в 1968 году фильм «Лисс»", "Фильм «Лисс», снятый Ольх в 1968 году"),
        # There it stands already, or nothing hangs on it, or it belongs to a name.
        ("Какой из элементов, открытых Гаммером, самый лёгкий?", None),
        ("Какие открытые элементы названы в честь Гаммера?", None),
        ("Кто автор романа, вышедшего в Лиссе книгой?", None),
        ("На каком острове высятся буреющие в засуху Шоколадные холмы?", None),
        (
            "Как называются лежащие у Лисса Шоколадные холмы?",
            "Как называются Шоколадные холмы, лежащие у Лисса?",
        ),
        ("Кто снял фильм «Пришедшие в Лисс корабли»?", None),
    ],
)
def test_participles_stand_behind_their_noun(question: str, read: str | None) -> None:
    assert behind_nouns(question) == (read or question)


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Какой из открытых Гаммером элементов самый тяжёлый?", {"ассолий"}),
        ("Какой самый тяжёлый элемент открыл Гаммер?", {"ассолий"}),
        ("Какой элемент имеет наибольшую атомную массу?", {"лонгренит"}),
        ("У какого из элементов, открытых Гаммером, наибольшая атомная масса?", {"ассолий"}),
        ("Какой элемент из открытых Гаммером самый тяжёлый?", {"ассолий"}),
        ("Какой элемент имеет наибольший атомный номер?", {"лонгренит"}),
        ("Писатель, открывший ассолий, родился где?", {"Зурбаган"}),
        ("Кто из похороненных в Лиссе писателей родился в Зурбагане?", {"Глеб Гаммер"}),
        ("Кто из открывателей грейия был врачом?", {"Яна Ольх"}),
        ("Кто из открывателей грейия — врач?", {"Яна Ольх"}),
        ("Кто из детей Глеба Гаммера — женщина?", {"Инна Гаммер"}),
        ("Кто из детей Глеба Гаммера был царём?", {"Марк Гаммер"}),
    ],
)
def test_one_of_them_is_told(asked: Simba, question: str, labels: set[str]) -> None:
    assert {value.label for value in asked.answer(question).values} == labels


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        # What is denied of another is said with the verb that was left out, and nobody means the thing itself.
        ("Какие страны граничат с Дельтией, но не с Берталией?", {"Эпсилия"}),
        ("Какие страны граничат с Дельтией, а с Берталией — нет?", {"Эпсилия"}),
        ("Назовите страны, граничащие с Дельтией, но не граничащие с Берталией", {"Эпсилия"}),
        ("Кто снялся в «Алых парусах», но не в «Бегущей по волнам»?", {"Томас Гарвей"}),
        # The year belongs to the noun, and so does the clause behind it.
        ("Фильм 1961 года, в котором сыграл Артур Грэй", {"Алые паруса"}),
        ("Кто снял фильм 1961 года, в котором сыграл Артур Грэй?", {"Глеб Гаммер"}),
        # Who has the same as another.
        ("Какие актёры родились в том же городе, что и Глеб Гаммер?", {"Артур Грэй"}),
        ("Какие актёры родились в одном городе с Глебом Гаммером?", {"Артур Грэй"}),
        ("Родился ли Артур Грэй в том же городе, что и Глеб Гаммер?", {"да"}),
        ("Родился ли Артур Грэй там же, где и Яна Ольх?", {"нет"}),
        # What a number bounds is not that number.
        ("Какие страны Европы с населением менее миллиона человек?", {"Берталия", "Эпсилия"}),
        ("Какие страны Европы с населением больше 65 миллионов?", {"Дельтия"}),
        ("Какие ещё элементы открыл первооткрыватель грейия?", {"ассолий"}),
    ],
)
def test_what_else_is_said_is_a_condition(asked: Simba, question: str, labels: set[str]) -> None:
    assert {value.label for value in asked.answer(question).values} == labels


def test_several_of_unknown_states_are_not_all_of_one(asked: Simba) -> None:
    assert asked.answer("Какой украинский актёр получил «Золотого фрегата»?").values == ()
