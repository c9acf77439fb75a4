"""Questions for more than one fact mean the same in whatever order, and with whatever title, people say them."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q6581097 rdfs:label "мужской пол"@ru .
wd:Q6581072 rdfs:label "женский пол"@ru .
wd:Q11 rdfs:label "Глеб Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ; wikibase:sitelinks 20 ;
    wdt:P19 wd:Q42 ; wdt:P26 wd:Q15 ; p:P26 wd:Q11-a ; wdt:P40 wd:Q12 , wd:Q13 ;
    wdt:P569 "1801-02-03T00:00:00Z"^^xsd:dateTime ; wdt:P570 "1861-05-03T00:00:00Z"^^xsd:dateTime .
wd:Q11-a ps:P26 wd:Q15 ; pq:P580 "1825-05-06T00:00:00Z"^^xsd:dateTime .
wd:Q12 rdfs:label "Лев Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ;
    wdt:P569 "1834-01-02T00:00:00Z"^^xsd:dateTime .
wd:Q13 rdfs:label "Ян Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ;
    wdt:P569 "1832-01-02T00:00:00Z"^^xsd:dateTime .
wd:Q15 rdfs:label "Ольга Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581072 ; wikibase:sitelinks 20 ;
    wdt:P26 wd:Q11 ; wdt:P19 wd:Q43 ; wdt:P569 "1803-02-03T00:00:00Z"^^xsd:dateTime .
wd:Q17 rdfs:label "Анна Сигмина"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581072 ; wikibase:sitelinks 20 ; wdt:P26 wd:Q18 .
wd:Q24 rdfs:label "Олег Путин"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ; wikibase:sitelinks 200 ; wdt:P26 wd:Q15 .
wd:Q25 rdfs:label "Анна Путина"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581072 ; wikibase:sitelinks 2 ; wdt:P26 wd:Q18 .
wd:Q18 rdfs:label "Иван Сигмин"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ; wikibase:sitelinks 20 ; wdt:P26 wd:Q15 .
wd:Q16 rdfs:label "Пётр Дельтин"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q2526255 ; wikibase:sitelinks 20 ;
    wdt:P19 wd:Q42 ; wdt:P570 "1880-05-03T00:00:00Z"^^xsd:dateTime .
wd:Q2526255 rdfs:label "режиссёр"@ru .
wd:Q482980 rdfs:label "автор"@ru ; wdt:P31 wd:Q28640 .
wd:Q28640 rdfs:label "профессия"@ru .
wd:Q11424 rdfs:label "фильм"@ru .
wd:Q21 rdfs:label "Тень о солнце"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q16 ; wdt:P495 wd:Q31 ;
    wikibase:sitelinks 20 ; wdt:P577 "1850-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q22 rdfs:label "Море ветрам не верит"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q16 ; wdt:P495 wd:Q31 ;
    wikibase:sitelinks 20 ; wdt:P577 "1860-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q8261 rdfs:label "роман"@ru .
wd:Q23 rdfs:label "Тёмные и светлые"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q11 ; wikibase:sitelinks 20 .
wd:Q6256 rdfs:label "страна"@ru .
wd:Q31 rdfs:label "Гаммия"@ru ; wdt:P31 wd:Q6256 ; wdt:P47 wd:Q32 , wd:Q33 ; wdt:P36 wd:Q42 ;
    wdt:P1082 7000000 ; wikibase:sitelinks 20 .
wd:Q32 rdfs:label "Дельтия"@ru ; wdt:P31 wd:Q6256 ; wdt:P47 wd:Q31 , wd:Q33 ; wikibase:sitelinks 20 .
wd:Q33 rdfs:label "Сигмия"@ru ; wdt:P31 wd:Q6256 ; wdt:P47 wd:Q31 , wd:Q32 ; wikibase:sitelinks 20 .
wd:Q34 rdfs:label "Омегия"@ru ; wdt:P31 wd:Q6256 ; wdt:P47 wd:Q31 ; wikibase:sitelinks 20 .
wd:Q515 rdfs:label "город"@ru .
wd:Q42 rdfs:label "Бетаполь"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q31 ; wdt:P1082 50000 ; wikibase:sitelinks 20 .
wd:Q43 rdfs:label "Дельтаполь"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q32 ; wikibase:sitelinks 20 .
"""


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # what asks stands last, or the name inside what asks
        ("Глеб Беталин умер в каком возрасте?", {"60 лет"}),
        ("Глеб Беталин умер во сколько лет?", {"60 лет"}),
        ("Сколько Глебу Беталину было лет на момент смерти?", {"60 лет"}),
        # whose kin are asked for
        ("У Глеба Беталина жена где родилась?", {"Дельтаполь"}),
        ("Где у Глеба Беталина жена родилась?", {"Дельтаполь"}),
        ("У Глеба Беталина как звали старшего сына?", {"Ян Беталин"}),
        ("Кто был первенцем Глеба Беталина?", {"Ян Беталин"}),
        ("Есть ли у Глеба Беталина сын?", {"да"}),
        # titles that are no plain names, or are not inflected
        ("Где родился режиссёр «Тень о солнце»?", {"Бетаполь"}),
        ("Когда умер режиссёр «Тень о солнце»?", {"3 мая 1880 года"}),
        ("В каком году умер режиссёр фильма «Море ветрам не верит»?", {"3 мая 1880 года"}),
        ("Место рождения режиссёра фильма «Тень о солнце»?", {"Бетаполь"}),
        ("Где родился автор, который написал роман «Тёмные и светлые»?", {"Бетаполь"}),
        # what lies beyond a property is counted and told too
        ("Сколько жителей в столице Гаммии?", {"50\xa0000"}),
        ("Сколько человек живёт в столице Гаммии?", {"50\xa0000"}),
        ("Страна рождения Ольги Гаммер?", {"Дельтия"}),
        # a surname is a man's or a woman's
        ("Кто муж Путиной?", {"Иван Сигмин"}),
        ("Кто жена Путина?", {"Ольга Гаммер"}),
        # the topic first, then a pronoun for it
        ("Фильм «Тень о солнце»: где родился его режиссёр?", {"Бетаполь"}),
        ("Глеб Беталин — сколько у него детей?", {"2"}),
        ("Глеб Беталин: где родилась его жена?", {"Дельтаполь"}),
        ("Фильм «Тень о солнце» — кто его снял?", {"Пётр Дельтин"}),
        ("Фильм «Тень о солнце». Кто его снял?", {"Пётр Дельтин"}),
        # a sentence of its own introduces it
        ("Есть такой фильм — «Тень о солнце». Кто его режиссёр?", {"Пётр Дельтин"}),
        ("Вчера я посмотрела фильм «Тень о солнце». Кто его снял?", {"Пётр Дельтин"}),
        ("«Тень о солнце» — фильм Петра Дельтина, снятый в Гаммии. Кто его режиссёр?", {"Пётр Дельтин"}),
        ("Глеб Беталин — знаменитый в Гаммии поэт, автор «Тени». Когда он умер?", {"3 мая 1861 года"}),
        ("Есть такой поэт — Глеб Беталин. Назовите дату его смерти.", {"3 мая 1861 года"}),
        ("Всем известен поэт Глеб Беталин. Сколько у него детей?", {"2"}),
        # when something else was
        ("Когда умер Глеб Беталин, сколько лет было Ольге Гаммер?", {"58 лет"}),
        ("Фильмы Петра Дельтина, вышедшие в 1850 году", {"Тень о солнце"}),
        # by how much
        ("Глеб Беталин старше Ольги Гаммер на сколько лет?", {"2 года"}),
        # which of two
        ("Из Глеба Беталина и Ольги Гаммер кто родился раньше?", {"Глеб Беталин"}),
        ("Кто из Глеба Беталина и Ольги Гаммер моложе?", {"Ольга Гаммер"}),
        ("Глеб Беталин или Ольга Гаммер родился раньше?", {"Глеб Беталин"}),
        ("Глеб Беталин или Ольга Гаммер старше?", {"Глеб Беталин"}),
        ("Какой фильм старше: «Море ветрам не верит» или «Тень о солнце»?", {"Тень о солнце"}),
        ("Глеб Беталин старше Ольги Гаммер?", {"да"}),
        # what holds both ways
        ("Дельтия и Гаммия граничат?", {"да"}),
        ("Дельтия и Омегия граничат между собой?", {"нет"}),
        ("Дельтия и Гаммия — соседи?", {"да"}),
        ("Имеют ли Дельтия и Омегия общую границу?", {"нет"}),
        ("Были ли Глеб Беталин и Ольга Гаммер женаты?", {"да"}),
        ("Иван Сигмин — муж Анны Сигминой?", {"да"}),
        ("Анна Сигмина — жена Ивана Сигмина?", {"да"}),
        ("Когда поженились Глеб Беталин и Ольга Гаммер?", {"6 мая 1825 года"}),
        ("Глеб Беталин и Ольга Гаммер поженились в каком году?", {"1825 год"}),
        ("Когда состоялась свадьба Глеба Беталина и Ольги Гаммер?", {"6 мая 1825 года"}),
    ],
)
def test_it_means_the_same(asked: Simba, question: str, expected: set[str]) -> None:
    assert {value.label for value in asked.answer(question).values} == expected
