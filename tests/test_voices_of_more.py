"""More voices of questions for more than one fact: over a handful of things that no other base has."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru . wd:Q515 rdfs:label "город"@ru . wd:Q4022 rdfs:label "река"@ru .
wd:Q6256 rdfs:label "страна"@ru , "государство"@ru . wd:Q11424 rdfs:label "фильм"@ru .
wd:Q8261 rdfs:label "роман"@ru . wd:Q618779 rdfs:label "награда"@ru . wd:Q7278 rdfs:label "партия"@ru .
wd:Q928830 rdfs:label "станция метро"@ru . wd:Q4164871 rdfs:label "должность"@ru . wd:Q43229 rdfs:label "союз"@ru .
wd:Q2020153 rdfs:label "конференция"@ru . wd:Q8142 rdfs:label "валюта"@ru .
wd:Q52 rdfs:label "комедия"@ru ; wdt:P31 wd:Q483394 . wd:Q483394 rdfs:label "жанр"@ru .
wd:Q28640 rdfs:label "профессия"@ru . wd:Q36180 rdfs:label "писатель"@ru ; wdt:P31 wd:Q28640 .

wd:Q10 rdfs:label "Глеб Гаммер"@ru ; skos:altLabel "Гаммер"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 50 ;
  wdt:P569 "1900-05-01T00:00:00Z"^^xsd:dateTime ; wdt:P166 wd:Q31 , wd:Q32 ; p:P166 s:Q10-1 , s:Q10-3 ;
  wdt:P26 wd:Q13 , wd:Q14 ; wdt:P106 wd:Q36180 ;
  wdt:P40 wd:Q15 , wd:Q16 ; wdt:P39 wd:Q61 , wd:Q62 ; p:P39 s:Q10-2 , s:Q10-4 ;
  wdt:P102 wd:Q40 .
s:Q10-1 wikibase:rank wikibase:NormalRank ; ps:P166 wd:Q31 ; pq:P1686 wd:Q50 ;
  pq:P585 "1950-01-01T00:00:00Z"^^xsd:dateTime .
s:Q10-3 wikibase:rank wikibase:NormalRank ; ps:P166 wd:Q32 ; pq:P1686 wd:Q51 ;
  pq:P585 "1960-01-01T00:00:00Z"^^xsd:dateTime .
s:Q10-4 wikibase:rank wikibase:NormalRank ; ps:P39 wd:Q62 ; pq:P580 "1930-06-01T00:00:00Z"^^xsd:dateTime ;
  pq:P582 "1937-06-01T00:00:00Z"^^xsd:dateTime .
s:Q10-2 wikibase:rank wikibase:NormalRank ; ps:P39 wd:Q61 ; pq:P1365 wd:Q11 ;
  pq:P580 "1940-06-01T00:00:00Z"^^xsd:dateTime ; pq:P582 "1944-06-01T00:00:00Z"^^xsd:dateTime .
wd:Q11 rdfs:label "Семён Донцев"@ru ; skos:altLabel "Донцев"@ru ; wdt:P31 wd:Q5 ;
  wikibase:sitelinks 50 ; wdt:P39 wd:Q61 ; p:P39 s:Q11-1 .
s:Q11-1 wikibase:rank wikibase:NormalRank ; ps:P39 wd:Q61 ; pq:P1366 wd:Q10 .
wd:Q12 rdfs:label "Марк Рейнер"@ru ; skos:altLabel "Рейнер"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 50 .
wd:Q13 rdfs:label "Анна Ольх"@ru ; wdt:P31 wd:Q5 . wd:Q14 rdfs:label "Вера Ольх"@ru ; wdt:P31 wd:Q5 .
wd:Q15 rdfs:label "Клим Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q36180 .
wd:Q16 rdfs:label "Нина Гаммер"@ru ; wdt:P31 wd:Q5 .
wd:Q30 rdfs:label "Омега"@ru ; wdt:P31 wd:Q618779 ; wikibase:sitelinks 50 .
wd:Q31 rdfs:label "премия «Омега» за роль"@ru ; wdt:P31 wd:Q618779 ; wdt:P361 wd:Q30 .
wd:Q32 rdfs:label "премия «Омега» за смех"@ru ; wdt:P31 wd:Q618779 ; wdt:P361 wd:Q30 .
wd:Q62 rdfs:label "мэр Лисса"@ru ; wdt:P31 wd:Q4164871 .
wd:Q95 rdfs:label "Лунные лисы"@ru ; wdt:P31 wd:Q215380 ; wikibase:sitelinks 50 ; wdt:P527 wd:Q13 , wd:Q14 .
wd:Q215380 rdfs:label "музыкальная группа"@ru .
wd:Q14 wdt:P463 wd:Q95 ; wdt:P21 wd:Q6581072 ; wdt:P19 wd:Q63 ; wdt:P106 wd:Q36180 .
wd:Q13 wdt:P21 wd:Q6581072 ; wdt:P19 wd:Q63 . wd:Q63 rdfs:label "Лисс"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 50 .
wd:Q98 rdfs:label "Глеб Роза"@ru ; wdt:P31 wd:Q5 ; wdt:P21 wd:Q6581097 ; wdt:P19 wd:Q63 ; wdt:P106 wd:Q36180 .
wd:Q8502 rdfs:label "гора"@ru . wd:Q99 rdfs:label "Белый пик"@ru ; wdt:P31 wd:Q8502 ; wdt:P2044 5000 ;
  wikibase:sitelinks 50 .
wd:Q55 wdt:P50 wd:Q11 . wd:Q56 rdfs:label "Ближний порт"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q11 .
wd:Q6581072 rdfs:label "женский пол"@ru . wd:Q6581097 rdfs:label "мужской пол"@ru .
wd:Q40 rdfs:label "Партия Дельты"@ru ; wdt:P31 wd:Q7278 .
wd:Q41 rdfs:label "Лисская конференция"@ru ; wdt:P31 wd:Q2020153 ; wdt:P710 wd:Q10 .
wd:Q50 rdfs:label "Синий дым"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q12 ; wdt:P136 wd:Q52 ; wdt:P161 wd:Q10 ;
  wikibase:sitelinks 50 .
wd:Q51 rdfs:label "Серый дым"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q12 ; wdt:P136 wd:Q52 ; wdt:P161 wd:Q12 ;
  wikibase:sitelinks 50 .
wd:Q55 rdfs:label "Дальний порт"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q11 , wd:Q12 ; wikibase:sitelinks 50 .
wd:Q61 rdfs:label "премьер-министр Берталии"@ru ; wdt:P31 wd:Q4164871 ; wdt:P1001 wd:Q21 .

wd:Q20 rdfs:label "Северный союз"@ru ; wdt:P31 wd:Q43229 ; wikibase:sitelinks 50 .
wd:Q21 rdfs:label "Берталия"@ru ; wdt:P31 wd:Q6256 ; wdt:P463 wd:Q20 ; wdt:P47 wd:Q22 , wd:Q23 ; wdt:P38 wd:Q25 ;
  wdt:P474 "+991" ; wikibase:sitelinks 50 .
wd:Q22 rdfs:label "Гаммерия"@ru ; wdt:P31 wd:Q6256 ; wikibase:sitelinks 50 ; wdt:P474 "+992" .
wd:Q23 rdfs:label "Дельтия"@ru ; wdt:P31 wd:Q6256 ; wikibase:sitelinks 50 .
wd:Q23 wdt:P1082 80000 , 100000 ; p:P1082 s:Q23-1 , s:Q23-2 .
s:Q23-1 wikibase:rank wikibase:NormalRank ; ps:P1082 100000 ; pq:P585 "2001-01-01T00:00:00Z"^^xsd:dateTime .
s:Q23-2 wikibase:rank wikibase:NormalRank ; ps:P1082 80000 ; pq:P585 "2011-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q11344 rdfs:label "элемент"@ru . wd:Q70 rdfs:label "летучие газы"@ru , "минерал"@ru ; wdt:P279 wd:Q11344 .
wd:Q71 rdfs:label "альфий"@ru ; wdt:P31 wd:Q11344 ; wdt:P279 wd:Q70 ; wdt:P61 wd:Q12 ; wikibase:sitelinks 50 .
wd:Q72 rdfs:label "беттий"@ru ; wdt:P31 wd:Q11344 ; wdt:P61 wd:Q12 ; wikibase:sitelinks 50 .
wd:Q50 wdt:P674 wd:Q97 . wd:Q97 rdfs:label "Том Крот"@ru ; wdt:P31 wd:Q95074 . wd:Q95074 rdfs:label "персонаж"@ru .
wd:Q25 rdfs:label "талер"@ru ; wdt:P31 wd:Q8142 .
wd:Q80 rdfs:label "Тибра"@ru ; wdt:P31 wd:Q4022 ; wdt:P17 wd:Q21 , wd:Q22 ; wikibase:sitelinks 50 .
wd:Q90 rdfs:label "Лунная линия"@ru ; wikibase:sitelinks 50 ; wdt:P1619 "1950-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q91 rdfs:label "Арка"@ru ; wdt:P31 wd:Q928830 ; wdt:P81 wd:Q90 ; wdt:P1619 "1950-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q92 rdfs:label "Мель"@ru ; wdt:P31 wd:Q928830 ; wdt:P81 wd:Q90 ; wdt:P1619 "1954-01-01T00:00:00Z"^^xsd:dateTime .
"""


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("С кем граничит Берталия, если исключить Гаммерию?", {"Дельтия"}),
        ("С кем граничит Берталия, не учитывая Гаммерию?", {"Дельтия"}),
        ("комедии рейнера с глебом гаммером", {"Синий дым"}),
        ("станции Лунной линии, открытые в 1954 году", {"Мель"}),  # not stations of a line that was
        ("Государства на Тибре, не входящие в Северный союз", {"Гаммерия"}),
        ("Какие государства на Тибре не входят в Северный союз?", {"Гаммерия"}),
        ("какой валютой расплачиваются в стране с телефонным кодом +991", {"талер"}),
        ("Кто соавтор Донцева по «Дальнему порту»?", {"Марк Рейнер"}),
        ("соавторы Рейнера", {"Семён Донцев"}),
        ("Кто снял фильм, за который Глеб Гаммер получил «Омегу»?", {"Марк Рейнер"}),
        ("Кто снял фильм, принёсший Глебу Гаммеру «Омегу»?", {"Марк Рейнер"}),
        ("Кто получил «Омегу» за «Синий дым»?", {"Глеб Гаммер"}),
        ("Членом какой партии был преемник Донцева на посту премьера?", {"Партия Дельты"}),  # no conference
        ("за какой фильм Гаммер получил свою вторую «Омегу»", {"Серый дым"}),
        ("В каком году Гаммер получил вторую «Омегу»?", {"1960 год"}),
        ("Фильмы Рейнера, в которых он снялся", {"Серый дым"}),
        ("В каких фильмах Рейнера он сам сыграл?", {"Серый дым"}),
        ("Дети Глеба Гаммера, ставшие писателями", {"Клим Гаммер"}),
        ("Сколько лет пробыл премьером Глеб Гаммер?", {"4"}),  # not as long as he was mayor
        ("Сколько лет был премьером Глеб Гаммер?", {"4"}),  # nor how old he was
        ("Сколько участников в «Лунных лисах»?", {"2"}),  # though but one of them names the group
        ("Летучие газы, которые открыл Марк Рейнер", {"альфий"}),  # a kind of them, not all he found
        ("Какой минерал открыл Марк Рейнер?", {"альфий"}),
        ("Население Дельтии уменьшилось с 2001 по 2011 год на сколько?", {"20\xa0000"}),
        ("На сколько население Дельтии уменьшилось с 2001 по 2011 год?", {"20\xa0000"}),
        ("Какие женщины-писатели родились в Лиссе?", {"Вера Ольх"}),  # neither all women nor all writers
        ("писатели женского пола, родившиеся в Лиссе", {"Вера Ольх"}),
        ("Кому Донцев передал власть?", {"Глеб Гаммер"}),
        ("Сколько раз Гаммер возглавлял правительство?", {"1"}),
        ("Сколько наследников оставил Глеб Гаммер?", {"2"}),
        ("Сколько лет было Гаммеру, когда его избрали премьер-министром?", {"40 лет"}),
    ],
)
def test_other_voices_are_heard(asked: Simba, question: str, labels: set[str]) -> None:
    answer = asked.answer(question)
    assert {value.label for value in answer.values} == labels, answer.form


@pytest.mark.parametrize(
    "question",
    [
        "С кем граничила бы Берталия, если бы не было Гаммерии?",
        "На ком был женат Глеб Гаммер перед смертью?",  # not all his wives
        "На ком был женат Глеб Гаммер в момент смерти?",
        "какой валютой расплачиваются в стране с телефонным кодом +992",
        "Кто снял фильм, за который Марк Рейнер получил «Омегу»?",
        "соавторы Гаммера",
        "За какой фильм Гаммер получил свою третью «Омегу»?",  # he had but two
        "Кто получил первую «Омегу»?",
        "Кем был Глеб Гаммер до того, как стал премьером?",  # not what he was all his life
        "Кто из режиссёров получил «Омегу» дважды?",
        "Назовите роман Донцева, воспетый Глебом Гаммером",
        "Гора, по высоте уступающая только Белому пику",  # how high that is does not name another
        "Население Дельтии выросло с 2001 по 2011 год на сколько?",  # nor how many there were
        "Персонаж Гаммера в «Синем дыме»",  # not all in it
        "В каких фильмах Донцева он сам сыграл?",
        "станции Лунной линии, открытые в 1960 году",
    ],
)
def test_what_is_not_known_stays_untold(asked: Simba, question: str) -> None:
    answer = asked.answer(question)
    assert answer.values == (), answer.form
