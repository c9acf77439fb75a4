"""A name that nobody here has is not another's: what a part of it finds does not answer."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q1 rdfs:label "Глеб Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q20 ; wdt:P106 wd:Q33 ; wikibase:sitelinks 20 .
wd:Q2 rdfs:label "Мия Дельтина"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q20 ; wikibase:sitelinks 20 .
wd:Q4 rdfs:label "Олег Ильич Даль"@ru ; wikibase:sitelinks 3 .
wd:Q7 rdfs:label "Анастасия Гаммина"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q20 ; wikibase:sitelinks 20 .
wd:Q6 rdfs:label "Мирон Дали"@ru ; skos:altLabel "Дали"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q20 ; wikibase:sitelinks 90 .
wd:Q3 rdfs:label "Семён"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q20 ; wikibase:sitelinks 20 .
wd:Q10 rdfs:label "Алый парус и весло"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q1 ; wdt:P577 "1901-01-01"^^xsd:date ;
  wikibase:sitelinks 20 .
wd:Q11 rdfs:label "Весло"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q2 ; wdt:P577 "1902-01-01"^^xsd:date ;
  wikibase:sitelinks 20 .
wd:Q8 rdfs:label "Яков Ильич Ромин"@ru ; skos:altLabel "Яков Ильич"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q20 ;
  wikibase:sitelinks 20 .
wd:Q60 rdfs:label "Финал кубка Гертона 2020"@ru ; wdt:P31 wd:Q61 ; wdt:P276 wd:Q20 ; wikibase:sitelinks 20 .
wd:Q61 rdfs:label "финал"@ru .
wd:Q20 rdfs:label "Гертон"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q21 ; wikibase:sitelinks 20 .
wd:Q21 rdfs:label "Зурбагания"@ru ; wdt:P31 wd:Q6256 .
wd:Q28640 rdfs:label "профессия"@ru ; wdt:P31 wd:Q24017414 .
wd:Q1420 rdfs:label "автомобиль"@ru ; wikibase:sitelinks 100 .
wd:Q50 rdfs:label "Вихрь"@ru ; wdt:P31 wd:Q4830453 ; wdt:P1056 wd:Q1420 .
wd:Q5 rdfs:label "человек"@ru .
wd:Q33 rdfs:label "кожевник"@ru ; wdt:P31 wd:Q28640 .
wd:Q515 rdfs:label "город"@ru .
wd:Q8261 rdfs:label "роман"@ru .
wd:Q6256 rdfs:label "страна"@ru .
wd:Q4830453 rdfs:label "компания"@ru .
wd:Q24017414 rdfs:label "метакласс"@ru .
"""


@pytest.mark.parametrize(
    "question",
    [
        "Где родился Иван Беталин?",
        "где родился иван беталин",
        "Где родился Семён Тимохин?",  # nor is another Semyon meant
        "Где родился Олег Даль?",  # of whom that is not known
        "Где родилась Анна Гаммина?",  # who is no Anastasia
        "Кем по профессии был Иван Беталин?",  # nor all professions
        "В какой стране находится Новый Гертон?",
        "Кто написал роман «Синее весло»?",
        "Кто написал роман «Алый парус и небо»?",
        "Какая компания производит автомобили Лорвекс?",
        "Что производит Вихрь 2?",
        "Кто написал «Весло» II?",
        "Кто является автором «Романа II»?",  # which is not the second of all novels
        "Где родился Яков Ильич Ольшин?",  # that another is called so by given name and patronymic, says nothing
        "В каком городе состоялся финал кубка Гертона 2022?",
    ],
)
def test_a_part_of_an_unknown_name_answers_nothing(asked: Simba, question: str) -> None:
    assert asked.answer(question).status == "abstained"


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("Где родился Глеб Беталин?", "(hop Q1 P19)"),
        ("Где родился Беталин?", "(hop Q1 P19)"),
        ("Где родился Глеб Петрович Беталин?", "(hop Q1 P19)"),
        ("Где родился Яков Ильич?", "(hop Q8 P19)"),
        ("Где родился Яков Ильич Ромин?", "(hop Q8 P19)"),
        ("В каком городе состоялся финал кубка Гертона 2020?", "(hop Q60 P276)"),
        ("Где родилась Миа Дельтина?", "(hop Q2 P19)"),  # spelt otherwise
        ("Где родился Семён?", "(hop Q3 P19)"),
        ("В какой стране находится Гертон?", "(hop Q20 P17)"),
        ("Кто написал роман «Весло»?", "(hop Q11 P50)"),
        ("Какая компания производит автомобили?", "(hop Q1420 ^P1056)"),
    ],
)
def test_what_is_called_so_answers(asked: Simba, question: str, form: str) -> None:
    answer = asked.answer(question)
    assert (answer.status, form in (answer.form or "")) == ("answered", True)
