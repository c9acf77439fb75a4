"""What is not known is not told by half of a name, by a namesake, or by whatever is worded alike."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q699 rdfs:label "сказка"@ru .
wd:Q11424 rdfs:label "фильм"@ru .
wd:Q515 rdfs:label "город"@ru .
wd:Q6256 rdfs:label "страна"@ru .
wd:Q215380 rdfs:label "музыкальная группа"@ru ; skos:altLabel "группа"@ru .
wd:Q188451 rdfs:label "музыкальный жанр"@ru .
wd:Q11399 rdfs:label "рок"@ru ; wdt:P31 wd:Q188451 .
wd:Q482 rdfs:label "шансон"@ru ; wdt:P31 wd:Q188451 .
wd:Q27914 rdfs:label "тенор"@ru ; wikibase:sitelinks 90 . wd:Q31687 rdfs:label "баритон"@ru ; wikibase:sitelinks 60 .
wd:Q12136 rdfs:label "болезнь"@ru . wd:Q12152 rdfs:label "инфаркт"@ru ; wdt:P31 wd:Q12136 .
wd:Q1 rdfs:label "Глеб Гаммер"@ru ; wdt:P31 wd:Q5 ; wdt:P136 wd:Q11399 , wd:Q482 ; wdt:P509 wd:Q12152 ;
  wikibase:sitelinks 60 .
wd:Q2 rdfs:label "Марк Ольх"@ru ; wdt:P31 wd:Q5 ; wdt:P412 wd:Q27914 ; wikibase:sitelinks 20 .
wd:Q3 rdfs:label "Ян Бетов"@ru ; wdt:P31 wd:Q5 ; wdt:P1050 wd:Q12153 ; wikibase:sitelinks 10 .
wd:Q12153 rdfs:label "подагра"@ru .
wd:Q10 rdfs:label "Грош-Тень"@ru ; wdt:P31 wd:Q11424 ; wikibase:sitelinks 9 .
wd:Q11 rdfs:label "Тень"@ru ; wdt:P31 wd:Q699 ; wdt:P50 wd:Q2 ; wikibase:sitelinks 60 .
wd:Q20 rdfs:label "Лунный дворец"@ru ; skos:altLabel "Гаммун"@ru ; wdt:P31 wd:Q16560 ; wikibase:sitelinks 30 .
wd:Q21 rdfs:label "Гаммун"@ru ; wdt:P31 wd:Q33506 ; wdt:P131 wd:Q22 ; wikibase:sitelinks 20 .
wd:Q16560 rdfs:label "дворец"@ru . wd:Q33506 rdfs:label "музей"@ru .
wd:Q22 rdfs:label "Берталь"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 40 .
wd:Q30 rdfs:label "Серый день"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q2 ; wikibase:sitelinks 20 .
wd:Q32 rdfs:label "Красный день"@ru ; wdt:P31 wd:Q5398426 ; wdt:P170 wd:Q2 , wd:Q3 ; wikibase:sitelinks 20 .
wd:Q5398426 rdfs:label "телесериал"@ru ; skos:altLabel "сериал"@ru .
wd:Q31 rdfs:label "Бурый день"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q2 ; wdt:P161 wd:Q3 ; wikibase:sitelinks 20 .
"""
FACTS += "".join(
    f'wd:Q{number} rdfs:label "Человек {number}"@ru ; wdt:P31 wd:Q5 ; wdt:P1050 wd:Q12153 .\n'
    for number in range(100, 130)
)
"""So many that it is known that people have illnesses."""


@pytest.mark.parametrize(
    "question",
    [
        "Кто написал сказку «Грош-Тень»?",  # who wrote "Тень" did not write that
        "В каком городе стоит Гаммун, Лунный дворец?",  # the museum of that name is another
        "В какой группе пел Глеб Гаммер?",  # a genre is no group, though there are groups that play rock
        "Каким хроническим недугом страдал свергнутый мэр Берталя Глеб Гаммер?",  # what he died of is another thing
        "ян бетоф баритон или тенор",  # who else is one of these is not asked
        "Кто режиссёр советской версии «Серого дня»?",  # whether it is that, nobody says
        "красный день сериал сколько серий",  # its makers are no episodes
        "Какая из картин Яна Бетова собрала в прокате больше всего?",  # where he is known by other films
    ],
)
def test_what_is_missing_is_not_told_by_what_is_near(asked: Simba, question: str) -> None:
    assert asked.answer(question).status == "abstained"


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Кто написал сказку «Тень»?", ["Марк Ольх"]),
        ("В каком городе находится Гаммун?", ["Берталь"]),
        ("В каком жанре пел Глеб Гаммер?", ["шансон", "рок"]),
        ("Каким недугом страдал Ян Бетов?", ["подагра"]),
        ("Марк Ольх — баритон или тенор?", ["тенор"]),
        ("Кто режиссёр «Серого дня»?", ["Марк Ольх"]),
        ("Сколько человек создали сериал «Красный день»?", ["2"]),
    ],
)
def test_what_is_known_is_told(asked: Simba, question: str, labels: list[str]) -> None:
    assert [value.label for value in asked.answer(question).values] == labels
