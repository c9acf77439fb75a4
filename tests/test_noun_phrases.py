"""Questions that are a noun with what hangs on it: "название реки, на которой стоит X", "город в Y, где родился Z"."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q515 rdfs:label "город"@ru .
wd:Q6256 rdfs:label "страна"@ru .
wd:Q5119 rdfs:label "столица"@ru .
wd:Q8072 rdfs:label "вулкан"@ru .
wd:Q36180 rdfs:label "писатель"@ru .
wd:Q4022 rdfs:label "река"@ru . wd:Q90 rdfs:label "Река"@ru ; wdt:P31 wd:Q11424 . wd:Q11424 rdfs:label "фильм"@ru .
wd:Q8502 rdfs:label "гора"@ru .
wd:Q1402561 rdfs:label "полководец"@ru .
wd:Q6581097 rdfs:label "мужской пол"@ru .
wd:Q189 rdfs:label "Исландия"@ru ; wdt:P31 wd:Q6256 ; wdt:P36 wd:Q3 ; wdt:P610 wd:Q9 ; wikibase:sitelinks 40 .
wd:Q2 rdfs:label "Зурбаган"@ru ; wdt:P31 wd:Q515 , wd:Q5119 ; wdt:P17 wd:Q189 ; wdt:P206 wd:Q6 ; wdt:P138 wd:Q10 ;
    wikibase:sitelinks 30 .
wd:Q3 rdfs:label "Лисс"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q189 ; wdt:P1376 wd:Q189 ; wikibase:sitelinks 30 .
wd:Q6 rdfs:label "Каперна"@ru ; wdt:P31 wd:Q4022 ; wdt:P17 wd:Q189 ; wdt:P2043 "300"^^xsd:decimal ;
    wikibase:sitelinks 20 .
wd:Q7 rdfs:label "Руанда-река"@ru ; wdt:P31 wd:Q4022 ; wdt:P17 wd:Q189 ; wdt:P2043 "100"^^xsd:decimal ;
    wikibase:sitelinks 10 .
wd:Q9 rdfs:label "Пик Грэя"@ru ; wdt:P31 wd:Q8502 ; wdt:P17 wd:Q189 ; wikibase:sitelinks 20 .
wd:Q10 rdfs:label "Гектор Зурба"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q1402561 ; wdt:P21 wd:Q6581097 ; wdt:P40 wd:Q11 ;
    wdt:P27 wd:Q61 ;
    wdt:P570 "1812-09-24T00:00:00Z"^^xsd:dateTime ; wikibase:sitelinks 20 .
wd:Q11 rdfs:label "Марк Зурба"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ; wdt:P40 wd:Q12 ; wikibase:sitelinks 20 .
wd:Q61 rdfs:label "Гринландия"@ru ; wdt:P31 wd:Q6256 .
wd:Q15 rdfs:label "Грэйя"@ru ; wdt:P31 wd:Q8072 ; wdt:P17 wd:Q189 ; wdt:P2044 "900"^^xsd:decimal .
wd:Q16 rdfs:label "Дрэйя"@ru ; wdt:P31 wd:Q8072 ; wdt:P17 wd:Q189 .
wd:Q65 rdfs:label "город-порт"@ru . wd:Q66 rdfs:label "Гель-Гью"@ru ; wdt:P31 wd:Q65 ; wdt:P17 wd:Q189 .
wd:Q70 rdfs:label "президент Исландии"@ru ; wdt:P31 wd:Q4164871 ; wdt:P17 wd:Q189 ; wikibase:sitelinks 20 .
wd:Q4164871 rdfs:label "должность"@ru . wd:Q10 wdt:P39 wd:Q70 . wd:Q11 wdt:P39 wd:Q70 . wd:Q189 wdt:P35 wd:Q11 .
wd:Q80 rdfs:label "Анна Зурба"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581072 ; wdt:P22 wd:Q11 ; wikibase:sitelinks 20 ;
    wdt:P569 "1790-01-01T00:00:00Z"^^xsd:dateTime . wd:Q6581072 rdfs:label "женский пол"@ru .
wd:Q12 wdt:P569 "1795-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q81 rdfs:label "Лев Ольх"@ru ; wdt:P31 wd:Q5 ; wdt:P40 wd:Q80 .
wd:Q12 rdfs:label "Артур Зурба"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ; wdt:P19 wd:Q2 ; wikibase:sitelinks 20 .
"""


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        # The name of something is asked for as the thing is.
        ("Название реки, на которой стоит Зурбаган", {"Каперна"}),
        ("название столицы Исландии", {"Лисс"}),
        ("Название самой длинной реки Исландии", {"Каперна"}),
        # Whom a clause describes has something of his own.
        ("Дата смерти полководца, в честь которого назван Зурбаган", {"24 сентября 1812 года"}),
        ("Когда умер полководец, в честь которого назван Зурбаган?", {"24 сентября 1812 года"}),
        # A clause looks back beyond a name, which needs none.
        ("Как называется город в Исландии, где родился Артур Зурба?", {"Зурбаган"}),
        ("Назовите город в Исландии, в котором родился Артур Зурба", {"Зурбаган"}),
        # A bare phrase lists what is of its kind, or all who held an office.
        ("реки Исландии", {"Каперна", "Руанда-река"}),
        ("города Исландии", {"Зурбаган", "Лисс"}),
        ("города-порты Исландии", {"Гель-Гью"}),
        ("президенты Исландии", {"Гектор Зурба", "Марк Зурба"}),
        ("Назови президентов Исландии", {"Гектор Зурба", "Марк Зурба"}),
        ("Кто президент Исландии?", {"Марк Зурба"}),
        # Kin through several steps, whatever the sentence.
        ("Кто был внуком Гектора Зурбы?", {"Артур Зурба"}),
        ("Внук Гектора Зурбы — кто он?", {"Артур Зурба"}),
        ("У кого был сын Марк Зурба?", {"Гектор Зурба"}),
        # A capital that lies in the country is not yet hers.
        ("Зурбаган — столица Исландии?", {"нет"}),
        ("Верно ли, что столица Исландии — Лисс?", {"да"}),
    ],
)
def test_what_hangs_on_a_noun_is_read(asked: Simba, question: str, answers: set[str]) -> None:
    assert {value.label or value.value for value in asked.answer(question).values} == answers


@pytest.mark.parametrize(
    "question",
    [
        # What a clause describes is not told for what is asked of it.
        "Любимое блюдо полководца, в честь которого назван Зурбаган",
        "Высота самой высокой горы Исландии",
        # Nor is what picks one asked for: that he was born on no floor known, and all rivers' lengths.
        "На каком этаже родился Артур Зурба?",
        "Длина самой высокой реки Исландии",
        # The highest of two is not the only one whose height is known.
        "Какой вулкан Исландии самый высокий?",
        # A kind that nothing is known of is not the whole country's.
        "города-призраки Исландии",
        # A phrase that no reading takes up may narrow what is listed.
        "города Исландии на холмах",
        "реки Исландии с порогами",
        "короли Исландии",
        # Nor are those of another country told, nor men for women.
        "Какие гринландские полководцы родились в Зурбагане?",
        "Какие женщины умерли в Исландии?",
        # The eldest son is no daughter.
        "Кто старший сын Льва Ольха?",
        "старший сын Льва Ольха",
        # Whence somebody is, an adjective says too loosely for a no.
        "Правда ли, что Гектор Зурба — исландский полководец?",
        # Nor does a question for who had her ask for whom she had.
        "У какого писателя был сын Марк Зурба?",
    ],
)
def test_nothing_else_is_told(asked: Simba, question: str) -> None:
    assert asked.answer(question).values == ()


def test_what_is_called_as_a_class_with_a_capital_is_none(asked: Simba) -> None:
    assert asked.answer("Какие реки есть в Исландии?").form == "(and (class Q4022) (hop Q189 ^P17))"
