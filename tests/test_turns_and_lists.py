"""Characters by their surnames, who was before or after another, lists of the first few, ages and durations."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru . wd:Q11424 rdfs:label "фильм"@ru . wd:Q15773347 rdfs:label "киноперсонаж"@ru .
wd:Q8502 rdfs:label "гора"@ru . wd:Q6256 rdfs:label "страна"@ru . wd:Q515 rdfs:label "город"@ru .
wd:Q4164871 rdfs:label "должность"@ru .
wd:Q1 rdfs:label "Белый олень"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q2 ; wdt:P161 wd:Q3, wd:Q4 ; p:P161 s:Q1-1 ;
  wdt:P577 "1949-01-01T00:00:00Z"^^xsd:dateTime ; wdt:P2047 "90"^^xsd:decimal .
s:Q1-1 wikibase:rank wikibase:NormalRank ; ps:P161 wd:Q3 ; pq:P453 wd:Q5001 .
wd:Q6 rdfs:label "Синий дым"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q2 ;
  wdt:P577 "1961-01-01T00:00:00Z"^^xsd:dateTime ; wdt:P2047 "115"^^xsd:decimal .
wd:Q5001 rdfs:label "Отто Вальденов"@ru ; wdt:P31 wd:Q15773347 .
wd:Q2 rdfs:label "Эдвин Лайнев"@ru ; wdt:P31 wd:Q5 . wd:Q3 rdfs:label "Тауно Палов"@ru ; wdt:P31 wd:Q5 .
wd:Q4 rdfs:label "Анна Иконен"@ru ; wdt:P31 wd:Q5 ; wdt:P26 wd:Q2, wd:Q3 ; p:P26 s:Q4-1, s:Q4-2 ;
  wdt:P569 "1910-03-01T00:00:00Z"^^xsd:dateTime ; wdt:P570 "1960-05-01T00:00:00Z"^^xsd:dateTime .
s:Q4-1 wikibase:rank wikibase:NormalRank ; ps:P26 wd:Q2 ; pq:P580 "1930-01-01T00:00:00Z"^^xsd:dateTime .
s:Q4-2 wikibase:rank wikibase:NormalRank ; ps:P26 wd:Q3 ; pq:P580 "1940-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q7 rdfs:label "Берталия"@ru ; wdt:P31 wd:Q6256 ; wdt:P36 wd:Q8 ; wdt:P38 wd:Q9 .
wd:Q8 rdfs:label "Гертон"@ru ; wdt:P31 wd:Q515 ; wdt:P2044 "100"^^xsd:decimal .
wd:Q9 rdfs:label "талер"@ru ; wdt:P31 wd:Q8142 . wd:Q8142 rdfs:label "валюта"@ru .
wd:Q10 rdfs:label "Лисс"@ru ; wdt:P31 wd:Q515 ; wdt:P2044 "300"^^xsd:decimal .
wd:Q11 rdfs:label "Алая"@ru ; wdt:P31 wd:Q8502 ; wdt:P17 wd:Q7 ; wdt:P2044 "900"^^xsd:decimal .
wd:Q12 rdfs:label "Бурая"@ru ; wdt:P31 wd:Q8502 ; wdt:P17 wd:Q7 ; wdt:P2044 "800"^^xsd:decimal .
wd:Q13 rdfs:label "Серая"@ru ; wdt:P31 wd:Q8502 ; wdt:P17 wd:Q7 ; wdt:P2044 "700"^^xsd:decimal .
wd:Q14 rdfs:label "каменная стена Гертона"@ru ; wdt:P170 wd:Q2 ; wdt:P180 wd:Q3, wd:Q4 .
wd:Q15 rdfs:label "президент Берталии"@ru ; wdt:P31 wd:Q4164871 . wd:Q3 wdt:P39 wd:Q15 .
wd:Q2 wdt:P570 "1970-06-01T00:00:00Z"^^xsd:dateTime ; wdt:P166 wd:Q22 ; p:P166 s:Q2-1, s:Q2-2 .
s:Q2-1 wikibase:rank wikibase:NormalRank ; ps:P166 wd:Q22 ; pq:P585 "1950-01-01T00:00:00Z"^^xsd:dateTime .
s:Q2-2 wikibase:rank wikibase:NormalRank ; ps:P166 wd:Q22 ; pq:P585 "1951-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q22 rdfs:label "Золотая Берталия"@ru ; skos:altLabel "Берталия"@ru ; wdt:P31 wd:Q618779 .
wd:Q618779 rdfs:label "награда"@ru . wd:Q23 rdfs:label "Песнь"@ru ; wdt:P86 wd:Q2 .
wd:Q24 rdfs:label "Виктор Лайнев"@ru ; wdt:P31 wd:Q5 ; wdt:P22 wd:Q2 ;
  wdt:P569 "1940-01-01T00:00:00Z"^^xsd:dateTime ; wdt:P570 "1990-06-01T00:00:00Z"^^xsd:dateTime .
wd:Q20 rdfs:label "Говард Шор"@ru ; wdt:P31 wd:Q5 ; wdt:P569 "1970-01-01T00:00:00Z"^^xsd:dateTime ; wdt:P26 wd:Q21 ;
  p:P26 s:Q20-1 ; wdt:P39 wd:Q15 ; p:P39 s:Q20-2 .
s:Q20-1 wikibase:rank wikibase:NormalRank ; ps:P26 wd:Q21 ; pq:P580 "2001-01-01T00:00:00Z"^^xsd:dateTime .
s:Q20-2 wikibase:rank wikibase:NormalRank ; ps:P39 wd:Q15 ; pq:P580 "2002-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q24 wdt:P39 wd:Q15 ; p:P39 s:Q24-1 .
s:Q24-1 wikibase:rank wikibase:NormalRank ; ps:P39 wd:Q15 ; pq:P580 "1980-01-01T00:00:00Z"^^xsd:dateTime ;
  pq:P582 "1990-03-01T00:00:00Z"^^xsd:dateTime .
wd:Q25 rdfs:label "Павел Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P39 wd:Q15 ; p:P39 s:Q25-1 .
s:Q25-1 wikibase:rank wikibase:NormalRank ; ps:P39 wd:Q15 ; pq:P580 "1990-03-01T00:00:00Z"^^xsd:dateTime ;
  pq:P582 "2001-12-01T00:00:00Z"^^xsd:dateTime .
wd:Q21 rdfs:label "Вера Шор"@ru ; wdt:P31 wd:Q5 .
"""


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Кто сыграл Вальденова в «Белом олене»?", {"Тауно Палов"}),
        ("Кто сыграл в «Белом олене» Вальденова?", {"Тауно Палов"}),
        ("За кем Анна Иконен была замужем до Палова?", {"Эдвин Лайнев"}),
        ("Кто был мужем Анны Иконен после Лайнева?", {"Тауно Палов"}),
        ("За кем сначала была замужем Анна Иконен?", {"Эдвин Лайнев"}),
        ("За кого вышла Анна Иконен после развода с Лайневым?", {"Тауно Палов"}),
        ("Кто ушёл с поста президента Берталии в 1990 году?", {"Виктор Лайнев"}),
        ("Кто покинул пост президента Берталии в 1990 году?", {"Виктор Лайнев"}),
        ("топ-2 самых высоких гор Берталии", {"Алая", "Бурая"}),
        ("Назови топ-2 самых высоких гор Берталии", {"Алая", "Бурая"}),
        ("Какая столица у Берталии и какая там валюта?", {"Гертон", "талер"}),
        ("Какая столица и какая валюта у Берталии?", {"Гертон", "талер"}),
        ("какая столица у берталии и какая там валюта", {"Гертон", "талер"}),
        ("Кто высечен на каменной стене Гертона?", {"Тауно Палов", "Анна Иконен"}),  # and not by whom
    ],
)
def test_who_is_meant_and_which_of_several(asked: Simba, question: str, labels: set[str]) -> None:
    answer = asked.answer(question)
    assert {value.label for value in answer.values} == labels, answer.form


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("Когда умерла Анна Иконен и сколько ей было лет?", {"1960-05-01", "50"}),
        ("На ком женат Говард Шор и с какого года?", {"Вера Шор", "2001-01-01"}),
    ],
)
def test_when_is_told_too(asked: Simba, question: str, values: set[str]) -> None:
    answer = asked.answer(question)
    found = {one.label if one.type == "uri" else one.value.partition("T")[0] for one in answer.values}
    assert found == values, answer.form


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Когда умерла Анна Иконен, сколько ей было лет?", "50"),
        ("Сколько ей было лет, когда умерла Анна Иконен?", "50"),
        ("На сколько минут «Белый олень» короче «Синего дыма»?", "25"),
        ("Через сколько лет после «Белого оленя» Лайнев снял «Синий дым»?", "12"),
        ("Сколько лет было Виктору Лайневу, когда умер его отец?", "30"),
        ("На сколько лет Виктор Лайнев пережил отца?", "20"),
        ("Сколько «Берталий» у композитора Эдвина Лайнева?", "2"),  # and not how many works
        ("Гертон выше над уровнем моря, чем Лисс?", "false"),
    ],
)
def test_numbers_and_truths(asked: Simba, question: str, value: str) -> None:
    answer = asked.answer(question)
    assert [one.value for one in answer.values] == [value], answer.form


@pytest.mark.parametrize(
    "question",
    [
        "Сколько лет Говард Шор женат на Вере Шор?",
        "Сколько лет Говарду Шору?",  # and not what "шору" is a form of
        "Сколько лет Говард Шор занимает пост президента Берталии?",
    ],
)
def test_what_is_so_today_has_lasted_until_now(asked: Simba, question: str) -> None:
    (lasted,) = asked.answer(question).values
    assert int(lasted.value) > 20


def test_the_dead_would_have_an_age(asked: Simba) -> None:
    alive = asked.answer("Сколько лет сейчас Анне Иконен?")
    would = asked.answer("Сколько лет исполнилось бы сейчас Анне Иконен?")
    assert alive.values == ()
    assert would.values


@pytest.mark.parametrize(
    "question",
    [
        "Кто сыграл в «Белом олене» Барабасова?",  # neither who made it nor in it
        "За кем Анна Иконен была замужем до Барабасова?",
        "Сколько президентов высечено на каменной стене Гертона?",  # of the others it is not known
        "На сколько минут Палов старше Иконен?",
        "Сколько лет было Анне Иконен в год смерти матери?",
        "Кто сменил Шора на посту президента Берталии и когда?",
    ],
)
def test_what_is_not_known_is_not_told(asked: Simba, question: str) -> None:
    answer = asked.answer(question)
    assert answer.values == (), answer.form
