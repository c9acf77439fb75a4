"""Questions for more than one fact, in people's own words: over a handful of things that no other base has."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru . wd:Q515 rdfs:label "город"@ru . wd:Q4022 rdfs:label "река"@ru .
wd:Q6256 rdfs:label "страна"@ru . wd:Q11424 rdfs:label "фильм"@ru . wd:Q618779 rdfs:label "награда"@ru .
wd:Q7278 rdfs:label "партия"@ru . wd:Q4164871 rdfs:label "должность"@ru .
wd:Q2526255 rdfs:label "режиссёр"@ru ; wdt:P31 wd:Q28640 . wd:Q28640 rdfs:label "профессия"@ru .
wd:Q8445 rdfs:label "брак"@ru ; wikibase:sitelinks 80 .

wd:Q10 rdfs:label "Глеб Гаммер"@ru ; skos:altLabel "Гаммер"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 50 ;
  wdt:P106 wd:Q2526255 ; wdt:P569 "1900-05-01T00:00:00Z"^^xsd:dateTime ;
  wdt:P26 wd:Q11 , wd:Q12 ; p:P26 s:Q10-1 , s:Q10-2 ; wdt:P166 wd:Q31 , wd:Q32 ; p:P166 s:Q10-3 , s:Q10-4 ;
  wdt:P102 wd:Q40 ; p:P102 s:Q10-5 .
s:Q10-1 wikibase:rank wikibase:NormalRank ; ps:P26 wd:Q11 ; pq:P580 "1920-06-01T00:00:00Z"^^xsd:dateTime ;
  pq:P582 "1930-06-01T00:00:00Z"^^xsd:dateTime .
s:Q10-2 wikibase:rank wikibase:NormalRank ; ps:P26 wd:Q12 ; pq:P580 "1940-06-01T00:00:00Z"^^xsd:dateTime .
s:Q10-3 wikibase:rank wikibase:NormalRank ; ps:P166 wd:Q31 ; pq:P585 "1930-01-01T00:00:00Z"^^xsd:dateTime ;
  pq:P1686 wd:Q50 .
s:Q10-4 wikibase:rank wikibase:NormalRank ; ps:P166 wd:Q32 ; pq:P585 "1950-01-01T00:00:00Z"^^xsd:dateTime .
s:Q10-5 wikibase:rank wikibase:NormalRank ; ps:P102 wd:Q40 ; pq:P580 "1925-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q11 rdfs:label "Анна Ольх"@ru ; wdt:P31 wd:Q5 ; wdt:P26 wd:Q10 ; wikibase:sitelinks 20 .
wd:Q12 rdfs:label "Вера Ольх"@ru ; wdt:P31 wd:Q5 ; wdt:P26 wd:Q10 ; wikibase:sitelinks 20 .
wd:Q30 rdfs:label "Омега"@ru ; wdt:P31 wd:Q618779 ; wikibase:sitelinks 50 .
wd:Q31 rdfs:label "премия «Омега» за фильм"@ru ; wdt:P31 wd:Q618779 ; wdt:P361 wd:Q30 .
wd:Q32 rdfs:label "премия «Омега» за песню"@ru ; wdt:P31 wd:Q618779 ; wdt:P279 wd:Q30 .
wd:Q11 p:P26 s:Q11-1 . s:Q11-1 wikibase:rank wikibase:NormalRank ; ps:P26 wd:Q10 .
wd:Q40 rdfs:label "Партия Дельты"@ru ; wdt:P31 wd:Q7278 ; wikibase:sitelinks 50 .

wd:Q50 rdfs:label "Красная арка"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q10 ; wikibase:sitelinks 50 ;
  wdt:P577 "1930-07-01T00:00:00Z"^^xsd:dateTime .
wd:Q51 rdfs:label "Синяя арка"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q10 ; wikibase:sitelinks 50 ; wdt:P136 wd:Q53 ;
  wdt:P577 "1945-07-01T00:00:00Z"^^xsd:dateTime .
wd:Q52 rdfs:label "комедия"@ru ; wdt:P31 wd:Q483394 . wd:Q483394 rdfs:label "жанр"@ru .
wd:Q53 rdfs:label "кинокомедия"@ru ; wdt:P279 wd:Q52 ; wdt:P31 wd:Q483394 .
wd:Q54 rdfs:label "военный фильм"@ru ; wdt:P31 wd:Q483394 . wd:Q50 wdt:P136 wd:Q54 .
wd:Q13 rdfs:label "Клим Ольх"@ru ; wdt:P31 wd:Q5 ; wdt:P26 wd:Q14 ; p:P26 s:Q13-1 ; wikibase:sitelinks 50 ;
  wdt:P569 "1900-05-01T00:00:00Z"^^xsd:dateTime .
s:Q13-1 wikibase:rank wikibase:NormalRank ; ps:P26 wd:Q14 ; pq:P580 "1920-06-01T00:00:00Z"^^xsd:dateTime ;
  pq:P582 "1950-06-01T00:00:00Z"^^xsd:dateTime .
wd:Q14 rdfs:label "Нина Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P26 wd:Q13 ; wikibase:sitelinks 50 ;
  wdt:P570 "1950-06-01T00:00:00Z"^^xsd:dateTime .

wd:Q60 rdfs:label "Фёдор Зурбан"@ru ; wdt:P31 wd:Q5 ; wdt:P39 wd:Q61 ; p:P39 s:Q60-1 ; wikibase:sitelinks 50 .
s:Q60-1 wikibase:rank wikibase:NormalRank ; ps:P39 wd:Q61 ; pq:P1365 wd:Q62 ;
  pq:P580 "1790-01-01T00:00:00Z"^^xsd:dateTime ;
  pq:P582 "1810-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q61 rdfs:label "король Берталии"@ru ; wdt:P31 wd:Q4164871 .
wd:Q62 rdfs:label "Марк Лозный"@ru ; wdt:P31 wd:Q5 ; wdt:P39 wd:Q61 ; p:P39 s:Q62-1 ; wikibase:sitelinks 50 .
s:Q62-1 wikibase:rank wikibase:NormalRank ; ps:P39 wd:Q61 ; pq:P580 "1780-01-01T00:00:00Z"^^xsd:dateTime ;
  pq:P582 "1790-01-01T00:00:00Z"^^xsd:dateTime ; pq:P1366 wd:Q60 .
wd:Q11 wdt:P106 wd:Q33999 . wd:Q33999 rdfs:label "актёр"@ru ; skos:altLabel "актриса"@ru ; wdt:P31 wd:Q28640 .
wd:Q593644 rdfs:label "химик"@ru ; wdt:P31 wd:Q28640 . wd:Q60 wdt:P106 wd:Q593644 .
wd:Q20 rdfs:label "Северный союз"@ru ; skos:altLabel "Североток"@ru ; wdt:P31 wd:Q43229 ; wikibase:sitelinks 50 .
wd:Q43229 rdfs:label "союз"@ru .
wd:Q21 rdfs:label "Берталия"@ru ; wdt:P31 wd:Q6256 ; wdt:P463 wd:Q20 ; p:P463 s:Q21-1 ; wikibase:sitelinks 50 .
s:Q21-1 wikibase:rank wikibase:NormalRank ; ps:P463 wd:Q20 ; pq:P580 "1990-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q22 rdfs:label "Гаммерия"@ru ; wdt:P31 wd:Q6256 ; wdt:P463 wd:Q20 ; p:P463 s:Q22-1 ; wikibase:sitelinks 50 ;
  wdt:P38 wd:Q25 ; p:P38 s:Q22-2 .
s:Q22-1 wikibase:rank wikibase:NormalRank ; ps:P463 wd:Q20 ; pq:P580 "1995-01-01T00:00:00Z"^^xsd:dateTime .
s:Q22-2 wikibase:rank wikibase:NormalRank ; ps:P38 wd:Q25 ; pq:P580 "1995-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q23 rdfs:label "Дельтия"@ru ; wdt:P31 wd:Q6256 ; wdt:P38 wd:Q25 ; p:P38 s:Q23-2 ; wikibase:sitelinks 50 .
s:Q23-2 wikibase:rank wikibase:NormalRank ; ps:P38 wd:Q25 ; pq:P580 "1990-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q24 rdfs:label "Омегия"@ru ; wdt:P31 wd:Q6256 ; wikibase:sitelinks 50 ; wdt:P463 wd:Q26 ; wdt:P30 wd:Q27 .
wd:Q26 rdfs:label "Южноток"@ru ; wdt:P31 wd:Q43229 ; wikibase:sitelinks 50 .
wd:Q27 rdfs:label "Гондвана"@ru ; wdt:P31 wd:Q5107 ; wikibase:sitelinks 50 . wd:Q5107 rdfs:label "материк"@ru .
wd:Q21 wdt:P30 wd:Q27 . wd:Q23 wdt:P30 wd:Q27 .
wd:Q25 rdfs:label "талер"@ru ; wdt:P31 wd:Q8142 ; wikibase:sitelinks 50 . wd:Q8142 rdfs:label "валюта"@ru .
wd:Q63 rdfs:label "Дан Омегин"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q72 ; wdt:P106 wd:Q593644 ; wdt:P102 wd:Q40 ;
  wikibase:sitelinks 50 .
wd:Q64 rdfs:label "Петр Омегин"@ru ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q72 ; wdt:P106 wd:Q33999 ; wikibase:sitelinks 50 .
wd:Q72 rdfs:label "Зурбаган"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q23 ; wdt:P131 wd:Q23 ; wikibase:sitelinks 50 .
wd:Q36180 rdfs:label "писатель"@ru ; wdt:P31 wd:Q28640 . wd:Q12 wdt:P106 wd:Q36180 .
wd:Q90 rdfs:label "альфий"@ru ; wdt:P31 wd:Q11344 ; wdt:P61 wd:Q63 , wd:Q60 ; wikibase:sitelinks 50 .
wd:Q91 rdfs:label "беттий"@ru ; wdt:P31 wd:Q11344 ; wdt:P61 wd:Q63 ; wikibase:sitelinks 50 .
wd:Q11344 rdfs:label "элемент"@ru .
wd:Q70 rdfs:label "Лисс"@ru ; wdt:P31 wd:Q515 ; wdt:P112 wd:Q60 ; wdt:P206 wd:Q80 ; wikibase:sitelinks 50 .
wd:Q71 rdfs:label "Альфия"@ru ; wdt:P31 wd:Q515 ; wdt:P112 wd:Q60 ; wikibase:sitelinks 50 .
wd:Q80 rdfs:label "Тибра"@ru ; wdt:P31 wd:Q4022 ; wikibase:sitelinks 50 .
wd:Q81 rdfs:label "Мелва"@ru ; wdt:P31 wd:Q4022 ; wikibase:sitelinks 50 .
wd:Q1344 rdfs:label "опера"@ru . wd:Q24354 rdfs:label "театр"@ru .
wd:Q100 rdfs:label "Сила ветра"@ru ; wdt:P31 wd:Q1344 ; wdt:P86 wd:Q60 ; wdt:P4647 wd:Q101 ; wikibase:sitelinks 50 .
wd:Q102 rdfs:label "Времена луны"@ru ; wdt:P86 wd:Q60 ; wikibase:sitelinks 20 .
wd:Q101 rdfs:label "Большая сцена"@ru ; wdt:P31 wd:Q24354 ; wdt:P131 wd:Q72 ; wikibase:sitelinks 20 .
"""


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Сколько было Гаммеру, когда вышла «Красная арка»?", {"30 лет"}),
        ("Сколько лет было Гаммеру, когда он развёлся?", {"30 лет"}),
        ("В скольких браках состоял Глеб Гаммер?", {"2"}),
        ("Кто был женой Глеба Гаммера до Веры Ольх?", {"Анна Ольх"}),  # and not her husband
        ("Сколько раз Глеб Гаммер вступал в брак?", {"2"}),
        ("Сколько раз выходила замуж Анна Ольх?", {"1"}),
        ("Сколько лет прошло между выходом фильмов «Красная арка» и «Синяя арка»?", {"15 лет"}),
        ("Сколько «Омег» получил режиссёр Глеб Гаммер?", {"2"}),  # parts and kinds of an award alike
        ("В каком году Гаммер перешёл в Партию Дельты?", {"1925 год"}),
        ("В каком веке правил Фёдор Зурбан?", {"XVIII век", "XIX век"}),
        ("В каком веке Гаммер вступил в Партию Дельты?", {"XX век"}),
        ("Правда, что «Красную арку» и «Синюю арку» снял один и тот же режиссёр?", {"да"}),
        ("Какие комедии снял Глеб Гаммер?", {"Синяя арка"}),  # of a genre, or of a kind of it
        ("Какой военный фильм снял Гаммер?", {"Красная арка"}),
        ("Какие фильмы Гаммера вышли в сороковые годы?", {"Синяя арка"}),
        ("За какой фильм Гаммер получил «Омегу» в 1930 году?", {"Красная арка"}),
        ("Сколько раз Гаммер получал «Омегу» в тридцатые годы?", {"1"}),
        ("В каком году развелись Глеб Гаммер и Анна Ольх?", {"1930 год"}),
        ("Кто из жён Глеба Гаммера была актрисой?", {"Анна Ольх"}),
        ("Кто из жён Глеба Гаммера — актриса?", {"Анна Ольх"}),
        ("На каком посту Марка Лозного сменил Фёдор Зурбан?", {"король Берталии"}),
        ("Верно ли, что Гаммерия вступила в Северный союз раньше Берталии?", {"нет"}),
        ("Правда ли, что Гаммерия перешла на талер позже, чем Дельтия?", {"да"}),
        ("Кто раньше вступил в Северный союз: Берталия или Гаммерия?", {"Берталия"}),
        ("Какие страны перешли на талер в 1995 году?", {"Гаммерия"}),
        ("Какая страна последней перешла на талер?", {"Гаммерия"}),
        ("Какие химики родились в Дельтии?", {"Дан Омегин"}),  # in a town of hers
        ("Какие элементы открыл Дан Омегин вместе с Фёдором Зурбаном?", {"альфий"}),
        (
            "Кто первым открыл альфий?",
            {"Дан Омегин", "Фёдор Зурбан"},
        ),  # whoever discovers something is the first
        ("В каком городе впервые поставили оперу «Сила ветра»?", {"Зурбаган"}),
        ("В каком городе впервые была поставлена опера Фёдора Зурбана «Сила ветра»?", {"Зурбаган"}),
        ("Кто первый открыл альфий?", {"Дан Омегин", "Фёдор Зурбан"}),
        ("В каком году Фёдор Зурбан сменил Марка Лозного?", {"1790 год"}),
        ("Когда Марка Лозного сменил Фёдор Зурбан?", {"1790 год"}),
        ("Какая страна ввела талер последней?", {"Гаммерия"}),
        ("Какие страны входят в Северный союз, если не считать Берталию?", {"Гаммерия"}),
        ("Какие страны Гондваны не входят ни в Североток, ни в Южноток?", {"Дельтия"}),
        ("Какие города на Тибре основал Фёдор Зурбан?", {"Лисс"}),
    ],
)
def test_all_of_it_is_answered(asked: Simba, question: str, labels: set[str]) -> None:
    answer = asked.answer(question)
    assert {value.label for value in answer.values} == labels, answer.form


@pytest.mark.parametrize(
    "question",
    [
        "Какие города на Мелве основал Фёдор Зурбан?",  # those that he founded stand elsewhere
        "На ком был женат Глеб Гаммер до Анны Ольх?",  # not on whom after her
        "Какие фильмы про войну снял Глеб Гаммер?",  # what they are about is not known
        "Кто из жён Глеба Гаммера была химиком?",  # neither was
        "Кто из жён Глеба Гаммера — химик?",
        "Верно ли, что Дельтия вступила в Северный союз раньше Берталии?",  # it never did
        "Какие писатели родились в Дельтии?",  # none, though others were
        "Кого из сыновей Глеба Гаммера звали Марком?",  # none is known
        "Кто был королём Берталии в начале Красной войны?",
        "Когда Марк Лозный сменил Фёдора Зурбана?",  # it was the other way round
        "Какие страны вступили в Северный союз в 1992 году?",  # who was in it then, need not have come then
        "Кто стал королём Берталии в 1795 году?",
        "Какая страна вступила в Северный союз раньше: Берталия или Дельтия?",  # one of them never did
        "В каком году развелись Клим Ольх и Нина Гаммер?",  # she died
        "Сколько лет было Климу Ольху, когда он развёлся?",
        "Сколько лет было Вере Ольх, когда она развелась?",  # she never did
        "Какие оперы написал Фёдор Зурбан, кроме «Силы ветра»?",  # of the other work it is not known to be one
        "Какие ещё оперы написал автор «Силы ветра»?",
    ],
)
def test_a_part_of_it_is_not(asked: Simba, question: str) -> None:
    answer = asked.answer(question)
    assert answer.values == (), answer.form
