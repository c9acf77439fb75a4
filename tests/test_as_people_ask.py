"""How people word what they ask: the asking word last, an adjective for the country, small letters, no verb."""

from __future__ import annotations

import pytest

from simba import Simba
from simba.russian.tagging import checked
from simba.russian.text import Span
from simba.stages.parse import EndFirst, Parser

FACTS = """
wd:Q142 rdfs:label "Франция"@ru ; wdt:P31 wd:Q6256 ; wdt:P36 wd:Q90 ; wdt:P35 wd:Q1 ; wdt:P37 wd:Q150 ;
    wdt:P172 wd:Q16 ; wikibase:sitelinks 160 .
wd:Q90 rdfs:label "Париж"@ru ; wdt:P31 wd:Q5119 ; wdt:P17 wd:Q142 ; wikibase:sitelinks 160 .
wd:Q12 rdfs:label "Лютеция"@ru ; wdt:P31 wd:Q5119 ; wdt:P17 wd:Q142 .
wd:Q150 rdfs:label "французский язык"@ru ; wdt:P31 wd:Q315 .
wd:Q1 rdfs:label "Глеб Беталин"@ru ; wdt:P31 wd:Q5 ; wdt:P509 wd:Q2 ; wdt:P20 wd:Q90 ; wdt:P26 wd:Q3 ;
    wikibase:sitelinks 20 .
wd:Q2 rdfs:label "бугорчатка"@ru .
wd:Q3 rdfs:label "Анна Гаммер"@ru ; wdt:P31 wd:Q5 .
wd:Q4 rdfs:label "Жена"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q1 ; wikibase:sitelinks 20 .
wd:Q6 rdfs:label "Беталин"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 10 .
wd:Q7 rdfs:label "берталий"@ru ; wdt:P31 wd:Q11344 ; wdt:P462 wd:Q8 ; wikibase:sitelinks 20 .
wd:Q8 rdfs:label "берталиевый цвет"@ru ; skos:altLabel "берталий"@ru ; wdt:P31 wd:Q1075 ; wikibase:sitelinks 30 .
wd:Q9 rdfs:label "Синелесье"@ru ; wdt:P31 wd:Q515 ; wdt:P6 wd:Q1 ; wikibase:sitelinks 20 .
wd:Q10 rdfs:label "мэр Синелесья"@ru ; wdt:P31 wd:Q4164871 .
wd:Q13 rdfs:label "Мой синий зверь"@ru ; wdt:P31 wd:Q11424 ; wdt:P272 wd:Q14 ; wikibase:sitelinks 20 .
wd:Q14 rdfs:label "Дельтафильм"@ru .
wd:Q15 rdfs:label "пельмени"@ru ; wdt:P527 wd:Q16 ; wikibase:sitelinks 20 .
wd:Q16 rdfs:label "тесто"@ru .
wd:Q17 rdfs:label "телефон"@ru ; wdt:P527 wd:Q16 ; wikibase:sitelinks 90 .
wd:Q18 rdfs:label "Тихий ветер"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q1 ; wikibase:sitelinks 30 .
wd:Q19 rdfs:label "Тихий ветер"@ru ; wdt:P31 wd:Q11424 ; wdt:P58 wd:Q3 ; wikibase:sitelinks 20 .
wd:Q20 rdfs:label "Антон Ли"@ru ; wdt:P31 wd:Q5 ; wdt:P20 wd:Q90 ; wikibase:sitelinks 20 .
wd:Q21 rdfs:label "Олег Рыжин"@ru ; skos:altLabel "князь Олег Рыжин"@ru ; wdt:P31 wd:Q5 ; wdt:P1884 wd:Q22 ;
    wdt:P1449 "Тишейший" ; wikibase:sitelinks 20 .
wd:Q22 rdfs:label "рыжий"@ru ; wdt:P31 wd:Q1075 .
wd:Q1075 rdfs:label "цвет"@ru .
wd:Q21 wdt:P157 wd:Q24 ; wdt:P22 wd:Q24 ; wdt:P40 wd:Q25 , wd:Q26 .
wd:Q24 rdfs:label "Игнат Тихов"@ru ; wdt:P31 wd:Q5 .
wd:Q25 rdfs:label "Павел Чернов"@ru ; wdt:P31 wd:Q5 .
wd:Q26 rdfs:label "Ольга Белова"@ru ; wdt:P31 wd:Q5 .
wd:Q27 rdfs:label "Фома Ветров"@ru ; wdt:P31 wd:Q5 ; wdt:P40 wd:Q25 ; wikibase:sitelinks 20 .
wd:Q28 rdfs:label "Синий гном"@ru ; wdt:P31 wd:Q11424 ; wdt:P170 wd:Q29 ; wikibase:sitelinks 20 .
wd:Q29 rdfs:label "Эдуард Гаммер"@ru .
wd:Q33 rdfs:label "Синий погост"@ru ; wdt:P31 wd:Q39614 .
wd:Q27 wdt:P119 wd:Q33 .
wd:Q27 wdt:P54 wd:Q31 , wd:Q32 .
wd:Q31 rdfs:label "Торпеда"@ru ; wdt:P31 wd:Q476028 .
wd:Q32 rdfs:label "Синелесец"@ru ; wdt:P31 wd:Q476028 .
wd:Q476028 rdfs:label "футбольный клуб"@ru .
wd:Q30 rdfs:label "Закат над Синелесьем"@ru ; wdt:P31 wd:Q3305213 ; wdt:P170 wd:Q27 ; wikibase:sitelinks 20 .
wd:Q3305213 rdfs:label "картина"@ru .
wd:Q23 rdfs:label "Тина Марич"@ru ; wdt:P31 wd:Q5 ; wdt:P1340 wd:Q22 .
wd:Q5 rdfs:label "человек"@ru .
wd:Q8261 rdfs:label "роман"@ru .
wd:Q315 rdfs:label "язык"@ru .
wd:Q515 rdfs:label "город"@ru .
wd:Q5119 rdfs:label "столица"@ru .
wd:Q6256 rdfs:label "страна"@ru .
wd:Q11424 rdfs:label "фильм"@ru .
"""


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("французская столица", "Париж"),
        ("Кто французский президент?", "Глеб Беталин"),
        ("французский президент кто", "Глеб Беталин"),
        ("Глеб Беталин умер от чего", "бугорчатка"),
        ("жена беталина", "Анна Гаммер"),
        ("какого цвета берталий", "берталиевый цвет"),
        ("кто мэр синелесья", "Глеб Беталин"),
        ("какая студия сняла мой синий зверь", "Дельтафильм"),
        ("Автор сценария «Тихий ветер»", "Анна Гаммер"),  # and not of the better known novel
        ("Сценаристом каких фильмов была Анна Гаммер?", "Тихий ветер"),  # and these no writers
        ("антон ли где умер", "Париж"),  # no question for a yes or no
        ("ли антон город смерти", "Париж"),
        ("франция язык", "французский язык"),
        ("Какого цвета волосы у Олега Рыжина?", "рыжий"),
        ("На каком погосте спит Фома Ветров?", "Синий погост"),
        ("Чья рука оборвала жизнь Олега Рыжина?", "Игнат Тихов"),
        ("Кто придумал «Синего гнома»?", "Эдуард Гаммер"),
        ("Что нарисовал Фома Ветров?", "Закат над Синелесьем"),
        ("Кто отец Олега Рыжина?", "Игнат Тихов"),
        ("Кто дочь Олега Рыжина?", "Ольга Белова"),  # of what sex either child is, only its name says
        ("Кто сын Олега Рыжина?", "Павел Чернов"),
        ("Как в народе звали князя Олега Рыжина?", "Тишейший"),  # not what he is called here already
    ],
)
def test_any_wording_is_understood(asked: Simba, question: str, label: str) -> None:
    answer = asked.answer(question)
    assert [value.label for value in answer.values] == [label], answer.reason


@pytest.mark.parametrize(
    "question",
    [
        "где французский государственный язык",  # a language is nowhere
        "сколько народу во Франции",  # peoples are no inhabitants
        "сколько калорий в пельменях",  # parts are no calories
        "номер телефона Беталина",  # parts of a telephone are no number
        "Кто дочь Фомы Ветрова?",
        "Какая вещь экранизирована в «Жене»?",  # not its director
        "Персонажем чего является Синий гном?",  # not of whom
        "За какие клубы играл в детстве Фома Ветров?",  # not for all that he ever played for
        "Какая студия придумала «Синего гнома»?",  # by the name of who did it, that is somebody
        "Кому подарил Фома Ветров картину?",  # not what he painted
        "Кто крёстный отец Олега Рыжина?",
        "Кто был духовным отцом Олега Рыжина?",
        "Какого цвета глаза у Олега Рыжина?",  # hair is another colour
    ],
)
def test_what_is_not_known_is_not_told(asked: Simba, question: str) -> None:
    answer = asked.answer(question)
    assert answer.status == "abstained", answer


def test_an_end_that_asks_is_heard_first() -> None:
    parse = Parser().parse("Пушкин умер от чего?")
    turned = EndFirst(parse.tokens, 2)
    assert turned.text == "от чего пушкин умер"
    name = Span(turned.text.index("пушкин"), turned.text.index(" умер"))
    span, gaps = turned.placed(Span(0, len(turned.text)), [name])
    assert parse.text[span.start : span.stop] == "умер от чего"
    assert gaps == ()
    span, gaps = turned.placed(Span(0, name.stop), [])
    assert [parse.text[gap.start : gap.stop] for gap in gaps] == ["умер"]
    assert parse.text[span.start : span.stop] == "Пушкин умер от чего"


def test_letters_are_no_punctuation() -> None:
    assert checked("ват", "PUNCT", {}) == ("X", {})
    assert checked("?", "PUNCT", {}) == ("PUNCT", {})
