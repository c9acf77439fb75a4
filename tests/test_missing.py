"""What an abstention says is missing: which reading's fact, or that there can be no such fact."""

from __future__ import annotations

import pytest

from simba import Simba
from simba.kb.nowhere import leads_nowhere
from simba.query import parse_expression

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q6256 rdfs:label "страна"@ru .
wd:Q8261 rdfs:label "роман"@ru .
wd:Q11424 rdfs:label "фильм"@ru .
wd:Q11446 rdfs:label "корабль"@ru ; wdt:P31 wd:Q2424752 .
wd:Q14 rdfs:label "кастрюля"@ru ; wdt:P31 wd:Q2424752 ; wdt:P1716 wd:Q12 .
wd:Q41176 rdfs:label "здание"@ru .
wd:Q3305213 rdfs:label "картина"@ru .
wd:Q12 rdfs:label "Пётр Дельтин"@ru ; wdt:P31 wd:Q5 .
wd:Q3 rdfs:label "Глеб Беталин"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q4 rdfs:label "Башня"@ru ; wdt:P31 wd:Q41176 ; wikibase:sitelinks 20 .
wd:Q7 rdfs:label "Берталия"@ru ; wdt:P31 wd:Q6256 ; wikibase:sitelinks 40 .
wd:Q8 rdfs:label "Алый парус"@ru ; wdt:P31 wd:Q8261 ; wdt:P495 wd:Q7 ; wikibase:sitelinks 10 .
wd:Q9 rdfs:label "Алый парус"@ru ; wdt:P31 wd:Q11446 ; wikibase:sitelinks 12 .
wd:Q71 rdfs:label "берталий"@ru ; wdt:P61 wd:Q3 .
wd:Q72 rdfs:label "самолий"@ru ; wdt:P61 wd:Q3 .
wd:Q80 rdfs:label "Синяя тень"@ru ; wdt:P31 wd:Q11424 ; wdt:P161 wd:Q12 .
wd:Q81 rdfs:label "Белая тень"@ru ; wdt:P31 wd:Q11424 ; wdt:P161 wd:Q3 .
wd:Q82 rdfs:label "Закат"@ru ; wdt:P31 wd:Q3305213 ; wdt:P170 wd:Q12 .
wd:Q23397 rdfs:label "озеро"@ru .
wd:Q30 rdfs:label "Зурба"@ru ; wdt:P31 wd:Q23397 .
wd:Q90 rdfs:label "дворец"@ru ; wdt:P31 wd:Q41176 .
wd:Q40 wdt:P840 wd:Q20 .
wd:Q91 rdfs:label "Летний дворец"@ru ; wdt:P31 wd:Q41176 .
"""
FACTS += "".join(
    f"""
wd:Q2{number} rdfs:label "Страна {number}"@ru ; wdt:P31 wd:Q6256 .
wd:Q4{number} rdfs:label "Роман {number}"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q12 ; wdt:P495 wd:Q7 .
wd:Q3{number}0 rdfs:label "Озеро {number}"@ru ; wdt:P31 wd:Q23397 ; wdt:P{205 if number else 17} wd:Q2{number} .
wd:Q5{number} rdfs:label "Корабль {number}"@ru ; wdt:P31 wd:Q11446 ; wdt:P17 wd:Q2{number} .
wd:Q6{number} rdfs:label "Здание {number}"@ru ; wdt:P31 wd:Q41176 ; wdt:P84 wd:Q12 ; wdt:P17 wd:Q2{number} .
"""
    for number in range(5)
)
"""Enough of each kind to tell what such things have."""


@pytest.mark.parametrize(
    ("question", "reason", "form"),
    [
        # ships have no authors, but the novel of that name has
        ("Кто написал «Алый парус»?", "no_fact", "(hop Q8 P50)"),
        # a palace in Bertalia is not meant where one is called so
        ("Кто построил Летний дворец в Берталии?", "no_fact", "(hop Q91 P84)"),
        # there is nothing with both, be it a film or not
        (
            "В каком фильме Беталин снялся с Дельтиным?",
            "no_fact",
            "(and (class Q11424) (hop Q12 ^P161) (hop Q3 ^P161))",
        ),
        ("В какой стране находится Башня?", "no_fact", "(hop Q4 P17)"),
        # in which country it was written does not tell where its action is
        (
            "В какой стране происходит действие романа Петра Дельтина «Алый парус»?",
            "no_fact",
            "(hop Q8 P840)",
        ),
        # where few such things have what is asked, another property that nothing has may be meant
        ("Внутри какой страны находится Зурба?", "no_property", "(hop Q30 P501)"),
        ("Внутри какой страны находится Башня?", "no_fact", "(hop Q4 P17)"),
        # what an unknown maker makes is asked of him, not of all ships
        ("Какая страна выпускает корабли марки Zarvox?", "no_entity", None),
        # but what is called Black Tower is nothing that is known
        ("В какой стране находится Чёрная Башня?", "no_entity", None),
        # what he discovered is known, and what a halogen is is not
        ("Какой галоген открыл Глеб Беталин?", "no_property", None),
    ],
)
def test_an_abstention_tells_what_is_missing(
    asked: Simba, question: str, reason: str, form: str | None
) -> None:
    answer = asked.answer(question)
    assert (answer.status, answer.reason, answer.form) == ("abstained", reason, form)


@pytest.mark.parametrize(
    ("form", "alone", "stated"),
    [
        ("(hop Q7 P36)", True, True),
        ("(statement P36 (subject Q7) value)", False, True),
        ("(statement P17 (subject Q7) value)", False, False),
        ("(statement P17 (subject Q7) (value Q8) value)", False, True),
        ("(statement P17 (subject Q7) (value (hop Q7 P36)) value)", False, True),
        ("(and (class Q5) (statement P36 (subject Q7) value))", False, True),
        ("(without (hop Q7 P17) (statement P36 (subject Q7) value))", False, False),
    ],
)
def test_statements_lead_nowhere_where_they_are_looked_up_too(form: str, alone: bool, stated: bool) -> None:
    def leads(entity: str, name: str, reverse: bool) -> bool:
        return (entity, name, reverse) == ("Q7", "P17", False)

    assert leads_nowhere(parse_expression(form), leads) == alone
    assert leads_nowhere(parse_expression(form), leads, stated=True) == stated
