"""What is told of a crew's ship, of a film by its year, of a name beside a quoted one; and what tells nothing."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru . wd:Q11424 rdfs:label "фильм"@ru . wd:Q95074 rdfs:label "персонаж"@ru .
wd:Q8 rdfs:label "пилотируемый полёт"@ru . wd:Q618779 rdfs:label "награда"@ru . wd:Q43229 rdfs:label "союз"@ru .
wd:Q41298 rdfs:label "журнал"@ru . wd:Q9 rdfs:label "литературный журнал"@ru . wd:Q515 rdfs:label "город"@ru .
wd:Q16560 rdfs:label "дворец"@ru . wd:Q33506 rdfs:label "музей"@ru . wd:Q5398426 rdfs:label "телесериал"@ru .
wd:Q1 rdfs:label "Павел Зорин"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 40 .
wd:Q2 rdfs:label "Альфа-3"@ru ; wdt:P31 wd:Q8 ; wdt:P1029 wd:Q1 ; wdt:P1427 wd:Q3 ; wikibase:sitelinks 20 ;
  wdt:P619 "1971-05-02T00:00:00Z"^^xsd:dateTime ; wdt:P620 "1971-05-09T00:00:00Z"^^xsd:dateTime .
wd:Q3 rdfs:label "Берталь"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 20 .
wd:Q10 rdfs:label "Хрустальный ключ"@ru ; wdt:P31 wd:Q11424 ; wikibase:sitelinks 40 ; wdt:P161 wd:Q13 ;
  p:P161 s:a ; wdt:P577 "1966-01-01T00:00:00Z"^^xsd:dateTime ;
  wdt:P2130 "50"^^xsd:decimal ; wdt:P2142 "90"^^xsd:decimal .
s:a wikibase:rank wikibase:NormalRank ; ps:P161 wd:Q13 ; pq:P453 wd:Q12 .
wd:Q11 rdfs:label "Хрустальный ключ"@ru ; wdt:P31 wd:Q11424 ; wikibase:sitelinks 30 ; wdt:P161 wd:Q14 , wd:Q15 ;
  p:P161 s:b , s:c ; wdt:P577 "2011-01-01T00:00:00Z"^^xsd:dateTime .
s:b wikibase:rank wikibase:NormalRank ; ps:P161 wd:Q14 ; pq:P453 wd:Q12 .
s:c wikibase:rank wikibase:NormalRank ; ps:P161 wd:Q15 .
wd:Q12 rdfs:label "Мирон Гаммер"@ru ; wdt:P31 wd:Q95074 ; wikibase:sitelinks 10 .
wd:Q13 rdfs:label "Олег Ясный"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 10 .
wd:Q14 rdfs:label "Антон Крутой"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 10 .
wd:Q15 rdfs:label "Ирина Тихая"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 10 .
wd:Q20 rdfs:label "Медный колос"@ru ; wdt:P31 wd:Q618779 ; wdt:P1027 wd:Q22 ; wikibase:sitelinks 60 .
wd:Q21 rdfs:label "Медный колос Дельта"@ru ; wdt:P31 wd:Q618779 ; wdt:P1027 wd:Q23 ; wikibase:sitelinks 10 .
wd:Q22 rdfs:label "Союз пахарей"@ru ; wdt:P31 wd:Q43229 . wd:Q23 rdfs:label "Дельта"@ru ; wdt:P31 wd:Q43229 .
wd:Q30 rdfs:label "Северные листки"@ru ; wdt:P31 wd:Q41298 ; wikibase:sitelinks 5 .
wd:Q31 rdfs:label "Северные листки"@ru ; wdt:P31 wd:Q9 ; wikibase:sitelinks 20 ; wdt:P98 wd:Q1 ;
  wdt:P576 "1884-01-01T00:00:00Z"^^xsd:dateTime .
wd:Q40 rdfs:label "Липовский дворец"@ru ; wdt:P31 wd:Q16560 ; wdt:P466 wd:Q41 ; wikibase:sitelinks 20 .
wd:Q41 rdfs:label "Музей ремёсел"@ru ; wdt:P31 wd:Q33506 ; wikibase:sitelinks 20 .
wd:Q60 rdfs:label "Синтофон"@ru ; wdt:P31 wd:Q4830453 ; wdt:P159 wd:Q61 ; wdt:P740 wd:Q3 ; wikibase:sitelinks 20 .
wd:Q4830453 rdfs:label "фирма"@ru . wd:Q61 rdfs:label "Каперна"@ru ; wikibase:sitelinks 20 .
wd:Q215380 rdfs:label "музыкальная группа"@ru . wd:Q639669 rdfs:label "музыкант"@ru ; wdt:P31 wd:Q28640 .
wd:Q70 rdfs:label "Каменный дождь"@ru ; wdt:P31 wd:Q215380 ; wdt:P527 wd:Q13 , wd:Q14 , wd:Q71 ; wikibase:sitelinks 20 .
wd:Q71 rdfs:label "Ян Громкий"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q639669 ; wdt:P463 wd:Q70 ; wikibase:sitelinks 10 .
wd:Q72 rdfs:label "Кот Громкий"@ru ; wikibase:sitelinks 1 . wd:Q28640 rdfs:label "профессия"@ru .
wd:Q73 rdfs:label "Медный дождь"@ru ; wdt:P31 wd:Q215380 ; wdt:P527 wd:Q71 , wd:Q72 ; wikibase:sitelinks 20 .
wd:Q11344 rdfs:label "химический элемент"@ru .
wd:Q80 rdfs:label "дельтий"@ru ; wdt:P31 wd:Q11344 ; wdt:P1086 "27"^^xsd:decimal ; wdt:P2067 "58.9"^^xsd:decimal ;
  wdt:P2101 "900"^^xsd:decimal ; wikibase:sitelinks 20 .
wd:Q81 rdfs:label "гаммий"@ru ; wdt:P31 wd:Q11344 ; wdt:P1086 "28"^^xsd:decimal ; wdt:P2067 "58.7"^^xsd:decimal ;
  wikibase:sitelinks 20 .
wd:Q82 rdfs:label "Сан-Лисс"@ru ; wdt:P31 wd:Q16560 ; wdt:P84 wd:Q13 ; wikibase:sitelinks 20 .
wd:Q50 rdfs:label "Большой вечер"@ru ; wdt:P31 wd:Q5398426 ; wdt:P371 wd:Q1 ; wikibase:sitelinks 20 .
"""


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Когда полетел в космос Павел Зорин?", {"2 мая 1971 года"}),
        ("Когда приземлился Павел Зорин?", {"9 мая 1971 года"}),
        ("С какого космодрома стартовал Павел Зорин?", {"Берталь"}),
        ("Когда стартовала «Альфа-3»?", {"2 мая 1971 года"}),
        ("Кто играл Мирона Гаммера в «Хрустальном ключе» 2011 года?", {"Антон Крутой"}),
        ("Кто играл Мирона Гаммера в фильме «Хрустальный ключ» 1966 года?", {"Олег Ясный"}),
        ("Кто вручает «Медный колос»?", {"Союз пахарей"}),
        ("Кто вручает «Медный колос» Дельта?", {"Дельта"}),
        ("В каком году закрыли журнал «Северные листки»?", {"1884 год"}),
        ("Какой музей сейчас в Липовском дворце?", {"Музей ремёсел"}),
        ("Кто вёл «Большой вечер»?", {"Павел Зорин"}),
        ("Что тяжелее — дельтий или гаммий?", {"дельтий"}),  # though its number is less
        ("кто архитектор сан лисс", {"Олег Ясный"}),
        ("Сколько человек входило в группу «Каменный дождь»?", {"3"}),
        (
            "В каком городе находится штаб-квартира фирмы «Синтофон»?",
            {"Каперна"},
        ),  # of that no class is known
    ],
)
def test_what_is_known_is_told(asked: Simba, question: str, labels: set[str]) -> None:
    answer = asked.answer(question)
    assert {value.label for value in answer.values} == labels, answer.form


@pytest.mark.parametrize(
    "question",
    [
        "Когда впервые полетел в космос Павел Зорин?",  # another flight may have been the first
        "Во сколько раз бюджет «Хрустального ключа» меньше сборов «Хрустального ключа»?",  # not the budget than itself
        "Сколько заработал «Хрустальный ключ» сверх бюджета?",  # not all that it earned
        "На сколько градусов дельтий плавится горячее гаммия?",  # not at how many
        "Кто вёл «Большой вечер» до Ольгина?",  # not who did so at any time
        "Сколько музыкантов в группе «Медный дождь»?",  # of one it is not told what he is
    ],
)
def test_the_rest_is_not_answered(asked: Simba, question: str) -> None:
    answer = asked.answer(question)
    assert answer.values == (), answer.form
