"""Questions for more than one fact, as people put them: what somebody was in a work, whose successor, by whose work."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q11424 rdfs:label "фильм"@ru .
wd:Q8261 rdfs:label "роман"@ru .
wd:Q4164871 rdfs:label "должность"@ru .
wd:Q990 rdfs:label "вокзал"@ru .
wd:Q41176 rdfs:label "здание"@ru .
wd:Q1 rdfs:label "Глеб Гаммер"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q2 rdfs:label "Семён Шварцман"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q3 rdfs:label "Марк Донцев"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q4 rdfs:label "Кобо Рэ"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 ;
    wdt:P570 "1950-02-03T00:00:00Z"^^xsd:dateTime .
wd:Q6 rdfs:label "Яков Ольх"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q10 rdfs:label "Синий дым"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q1 ; wdt:P58 wd:Q1 ; wdt:P161 wd:Q1 , wd:Q2 , wd:Q3 ;
    wdt:P144 wd:Q20 ; wdt:P86 wd:Q6 ; wdt:P2047 "90"^^xsd:decimal ; wikibase:sitelinks 20 .
wd:Q11 rdfs:label "Белый дым"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q1 ; wdt:P161 wd:Q2 ;
    wdt:P2047 "120"^^xsd:decimal ; wikibase:sitelinks 20 .
wd:Q12 rdfs:label "Серый дым"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q3 ; wdt:P161 wd:Q1 ; wikibase:sitelinks 20 .
wd:Q13 rdfs:label "Тихий дым"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q1 ; wdt:P161 wd:Q3 ;
    wdt:P2047 "80"^^xsd:decimal ; wikibase:sitelinks 20 .
wd:Q20 rdfs:label "Дальний порт"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q2 ; wikibase:sitelinks 20 ;
    wdt:P577 "1866-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q21 rdfs:label "Ближний порт"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q2 ; wikibase:sitelinks 20 ;
    wdt:P577 "1869-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q22 rdfs:label "Ассоль Рогова"@ru ; wdt:P1441 wd:Q21 ; wdt:P170 wd:Q2 ; wikibase:sitelinks 20 .
wd:Q30 rdfs:label "бургомистр Зурбагана"@ru ; wdt:P31 wd:Q4164871 ; wikibase:sitelinks 20 .
wd:Q3 p:P39 [ ps:P39 wd:Q30 ; pq:P1365 wd:Q2 ; pq:P1366 wd:Q1 ] ; wdt:P39 wd:Q30 .
wd:Q7 rdfs:label "Олег Рейнер"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q8 rdfs:label "Антон Рейдин"@ru ; skos:altLabel "Антон Рейдин (отец)"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 ;
    wdt:P570 "1960-02-03T00:00:00Z"^^xsd:dateTime .
wd:Q23 rdfs:label "Тёмный порт"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q7 ; wikibase:sitelinks 20 ;
    wdt:P577 "1900-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q40 rdfs:label "Каменный вокзал"@ru ; wdt:P31 wd:Q990 ; wdt:P84 wd:Q3 ; wikibase:sitelinks 20 .
"""


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        # What somebody was in works, all that the question says.
        ("В каких фильмах Глеб Гаммер был и режиссёром, и актёром?", {"Синий дым"}),
        ("В каком фильме Глеб Гаммер выступил и режиссёром, и актёром?", {"Синий дым"}),
        ("В каком фильме Глеб Гаммер выступил актёром?", {"Синий дым", "Серый дым"}),
        ("В каких фильмах Глеб Гаммер был режиссёром?", {"Синий дым", "Белый дым", "Тихий дым"}),
        ("В каких фильмах Глеба Гаммера не играл Марк Донцев?", {"Белый дым"}),
        # Works of a year, without a verb that says which date is meant.
        ("Какие романы Шварцмана 1866 года вы знаете?", {"Дальний порт"}),
        # Whose successor or predecessor somebody was.
        ("Чьим преемником на посту бургомистра Зурбагана был Донцев?", {"Семён Шварцман"}),
        ("Чьим предшественником на посту бургомистра Зурбагана был Донцев?", {"Глеб Гаммер"}),
        # Whose it is, of which a verb tells something.
        ("По чьему роману снят фильм «Синий дым»?", {"Семён Шварцман"}),
        # "Которого" looks back at the work, not at whose work it is.
        ("Назовите роман Шварцмана, героем которого является Ассоль Рогова", {"Ближний порт"}),
        # A noun that asks, a pronoun that asks for it, and a clause behind what it asks of.
        ("Кто режиссёр фильма, в котором снялся Семён Шварцман?", {"Глеб Гаммер"}),
        ("Кто композитор фильма, где снялись Семён Шварцман и Марк Донцев?", {"Яков Ольх"}),
        # How long a film is, said by a verb.
        ("Какой фильм Гаммера идёт дольше всех?", {"Белый дым"}),
        # A station is a building.
        ("Какие здания построил Марк Донцев?", {"Каменный вокзал"}),
    ],
)
def test_more_than_one_fact_is_read(asked: Simba, question: str, answers: set[str]) -> None:
    answer = asked.answer(question)
    assert {value.label for value in answer.values} == answers, answer.form


@pytest.mark.parametrize(
    "question",
    [
        "Когда умер отец Кобо Рэ?",  # an indeclinable name is not what his father is called
        "Когда умер отец Антона Рейдина?",  # though he is called "(отец)" himself
        "Какой роман Олега Рейнера 1871 года вы читали?",  # one of another year is none
        "Кто оператор-постановщик «Синего дыма»?",  # he is not its director
    ],
)
def test_what_is_asked_further_is_not_left_out(asked: Simba, question: str) -> None:
    answer = asked.answer(question)
    assert answer.values == (), answer.form
