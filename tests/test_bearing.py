"""Nobody is told by a title that he does not bear."""

from __future__ import annotations

import pytest

from simba import Simba

FACTS = """
wd:Q5 rdfs:label "человек"@ru . wd:Q6256 rdfs:label "страна"@ru . wd:Q515 rdfs:label "город"@ru .
wd:Q41614 rdfs:label "конституционная монархия"@ru . wd:Q49892 rdfs:label "президентская республика"@ru .
wd:Q1 rdfs:label "Глеб Гаммер"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q2 rdfs:label "Яков Ольх"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q3 rdfs:label "Карл Омегин"@ru ; wdt:P31 wd:Q5 ; wdt:P39 wd:Q33 ; wikibase:sitelinks 20 .
wd:Q20 rdfs:label "Берталия"@ru ; wdt:P31 wd:Q6256 ; wdt:P122 wd:Q49892 ;
  wdt:P35 wd:Q1 ; wdt:P6 wd:Q1 ; wikibase:sitelinks 40 .
wd:Q21 rdfs:label "Гаммерия"@ru ; wdt:P31 wd:Q6256 ; wdt:P122 wd:Q41614 ; wdt:P35 wd:Q2 ; wikibase:sitelinks 40 .
wd:Q22 rdfs:label "Ольховия"@ru ; wdt:P31 wd:Q6256 ; wdt:P35 wd:Q3 ; wdt:P6 wd:Q1 ; wikibase:sitelinks 40 .
wd:Q23 rdfs:label "Зурбаган"@ru ; wdt:P31 wd:Q515 ; wdt:P6 wd:Q2 ; wikibase:sitelinks 40 .
wd:Q33 rdfs:label "султан Ольховии"@ru . wd:Q34 rdfs:label "президент Аланды"@ru ; wdt:P31 wd:Q4164871 .
wd:Q24 rdfs:label "Аланда"@ru ; wdt:P31 wd:Q6256 ; wdt:P35 wd:Q4 ; wdt:P1906 wd:Q34 ; wikibase:sitelinks 40 .
wd:Q4 rdfs:label "Лев Дельтин"@ru ; wdt:P31 wd:Q5 ; wdt:P39 wd:Q34 ; wdt:P26 wd:Q6 ; p:P39 wds:s4 .
wds:s4 ps:P39 wd:Q34 ; pq:P580 "2000-01-01T00:00:00Z"^^xsd:dateTime ; wikibase:rank wikibase:NormalRank .
wd:Q6 rdfs:label "Анна Дельтина"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 10 .
wd:Q11424 rdfs:label "фильм"@ru . wd:Q7725634 rdfs:label "литературное произведение"@ru .
wd:Q50 rdfs:label "Синий порт"@ru ; wdt:P31 wd:Q11424 ; wdt:P577 "1970-01-01T00:00:00Z"^^xsd:dateTime ;
  wikibase:sitelinks 20 .
wd:Q900 rdfs:label "повар"@ru ; wdt:P31 wd:Q28640 . wd:Q901 rdfs:label "плотник"@ru ; wdt:P31 wd:Q28640 .
wd:Q902 rdfs:label "столяр"@ru ; wdt:P31 wd:Q28640 . wd:Q28640 rdfs:label "профессия"@ru .
wd:Q910 wdt:P31 wd:Q5 ; wdt:P106 wd:Q900 . wd:Q911 wdt:P31 wd:Q5 ; wdt:P106 wd:Q900 .
wd:Q912 wdt:P31 wd:Q5 ; wdt:P106 wd:Q900 . wd:Q913 wdt:P31 wd:Q5 ; wdt:P106 wd:Q900 .
wd:Q914 wdt:P31 wd:Q5 ; wdt:P106 wd:Q902 , wd:Q901 . wd:Q915 wdt:P31 wd:Q5 ; wdt:P106 wd:Q902 , wd:Q901 .
wd:Q916 wdt:P31 wd:Q5 ; wdt:P106 wd:Q902 . wd:Q917 wdt:P31 wd:Q5 ; wdt:P106 wd:Q902 .
wd:Q920 rdfs:label "Иван Тетин"@ru ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q901 ; wikibase:sitelinks 20 .
wd:Q921 rdfs:label "Каменный мост"@ru ; wdt:P31 wd:Q12280 ; wdt:P84 wd:Q920 ; wikibase:sitelinks 20 .
wd:Q922 rdfs:label "Новый мост"@ru ; wdt:P31 wd:Q12280 ; wdt:P84 wd:Q2 ; wikibase:sitelinks 20 .
wd:Q12280 rdfs:label "мост"@ru .
wd:Q51 rdfs:label "Дальний берег"@ru ; wdt:P31 wd:Q7725634 ; wdt:P50 wd:Q2 ; wikibase:sitelinks 20 .
"""
FACTS += " ".join(f"wd:Q{number} wdt:P31 wd:Q5 ; wdt:P106 wd:Q901 ." for number in range(940, 960))
FACTS += " wd:Q940 wdt:P106 wd:Q900 ."  # one of many carpenters is a cook as well


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("Кто президент Берталии?", "Глеб Гаммер"),
        ("король Гаммерии", "Яков Ольх"),
        ("Кто султан Ольховии?", "Карл Омегин"),
        ("Кто правит Ольховией?", "Карл Омегин"),
        ("премьер-министр Ольховии", "Глеб Гаммер"),
        ("мэр Зурбагана", "Яков Ольх"),
        ("жена президента Аланды", "Анна Дельтина"),
        ("Какой плотник построил Каменный мост?", "Иван Тетин"),
        ("Какой столяр построил Каменный мост?", "Иван Тетин"),  # some have both trades
        ("Какой повар построил Новый мост?", "Яков Ольх"),  # of whom no trade is known
    ],
)
def test_heads_are_told_by_their_titles(asked: Simba, question: str, label: str) -> None:
    assert [value.label for value in asked.answer(question).values] == [label]


@pytest.mark.parametrize(
    "question",
    [
        "король Берталии",
        "Кто президент Гаммерии?",
        "Кто король Ольховии?",
        "мэр Ольховии",
        "Кто премьер-министр Берталии?",
        # Nor do those who headed it, or who are only counted, nor anybody's wife.
        "Кто был последним императором Аланды?",
        "Какие короли были у Аланды?",
        "Сколько султанов было в Аланде?",
        "жена короля Аланды",
        "Какой повар построил Каменный мост?",  # cooks are no carpenters
        # Of those who take turns, only today's is told outright.
        "Сколько президентов было в Берталии?",
    ],
)
def test_nobody_is_told_by_a_title_that_another_bears(asked: Simba, question: str) -> None:
    assert not asked.answer(question).values


def test_a_work_is_of_the_kind_that_it_is_said_to_be(asked: Simba) -> None:
    def told(question: str) -> list[str | None]:
        return [value.label for value in asked.answer(question).values]

    assert told("В каком году вышел фильм «Синий порт»?") == ["1970 год"]
    assert told("В каком году вышел роман «Синий порт»?") == []  # a film
    assert told("Кто автор романа «Дальний берег»?") == ["Яков Ольх"]  # what is literary may be one
    assert told("Кто автор песни «Дальний берег»?") == []
