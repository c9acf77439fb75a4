"""What is not known is not answered by something else that is: by another deed, another kind of fact, half a name."""

from __future__ import annotations

from pathlib import Path

import pytest
from handful import knowing

from simba import Simba
from simba.kb.usual import RARE, Usual

FACTS = """
wd:Q5 rdfs:label "человек"@ru .
wd:Q11424 rdfs:label "фильм"@ru .
wd:Q7366 rdfs:label "песня"@ru .
wd:Q188451 rdfs:label "рок"@ru .
wd:Q2 rdfs:label "Берталь"@ru .
wd:Q3 rdfs:label "Анна Беталина"@ru ; wdt:P31 wd:Q5 ; wdt:P20 wd:Q2 ; wdt:P136 wd:Q188451 ; wikibase:sitelinks 20 .
wd:Q4 rdfs:label "Белая тень"@ru ; wdt:P31 wd:Q11424 ; wdt:P161 wd:Q3 ; wdt:P272 wd:Q16 .
wd:Q16 rdfs:label "Альфафильм"@ru ; wdt:P31 wd:Q375336 .
wd:Q375336 rdfs:label "киностудия"@ru .
wd:Q2085381 rdfs:label "издательство"@ru .
wd:Q17 rdfs:label "Дельтаград"@ru ; wdt:P31 wd:Q515 ; wikibase:sitelinks 40 .
wd:Q18 rdfs:label "Джек Дельтаград"@ru ; wdt:P31 wd:Q5 ; wdt:P1412 wd:Q1860 ; wikibase:sitelinks 30 .
wd:Q515 rdfs:label "город"@ru .
wd:Q24384 rdfs:label "сезон"@ru .
wd:Q19 rdfs:label "зима"@ru ; wdt:P31 wd:Q24384 .
wd:Q20 rdfs:label "Бетальский дворец"@ru ; wdt:P31 wd:Q41176 ; wdt:P84 wd:Q6 ; wikibase:sitelinks 20 .
wd:Q41176 rdfs:label "здание"@ru .
wd:Q21 rdfs:label "Пётр Дельтин"@ru ; wdt:P31 wd:Q11424 .
wd:Q22 rdfs:label "Алая тень"@ru ; wdt:P31 wd:Q8261 ; wdt:P50 wd:Q6 .
wd:Q8261 rdfs:label "книга"@ru .
wd:Q1860 rdfs:label "английский язык"@ru ; wdt:P31 wd:Q34770 .
wd:Q34770 rdfs:label "язык"@ru .
wd:Q6 rdfs:label "Пётр Дельтин"@ru ; wdt:P31 wd:Q5 ; wdt:P509 wd:Q12152 ; wdt:P410 wd:Q8 ; wdt:P135 wd:Q15 .
wd:Q12152 rdfs:label "инфаркт"@ru .
wd:Q15 rdfs:label "модернизм"@ru .
wd:Q8 rdfs:label "майор"@ru .
wd:Q9 rdfs:label "Синяя тень"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q6 .
wd:Q10 rdfs:label "Тихая песня"@ru ; wdt:P31 wd:Q7366 ; wdt:P86 wd:Q6 .
wd:Q11 rdfs:label "Ромул Старший"@ru ; wdt:P31 wd:Q5 ; wikibase:sitelinks 20 .
wd:Q13 rdfs:label "Ромул"@ru ; wdt:P31 wd:Q5 ; wdt:P25 wd:Q14 ; wikibase:sitelinks 90 .
wd:Q14 rdfs:label "Альфина"@ru ; wdt:P31 wd:Q5 .
wd:Q523 rdfs:label "звезда"@ru .
wd:Q25 rdfs:label "Бетария"@ru ; wdt:P31 wd:Q523 ; wikibase:sitelinks 20 .
wd:Q26 rdfs:label "Глеб Гаммин"@ru ; wdt:P31 wd:Q5 ; wdt:P569 "1883-04-13T00:00:00Z"^^xsd:dateTime .
wd:Q6256 rdfs:label "страна"@ru .
wd:Q27 rdfs:label "Гаммария"@ru ; wdt:P31 wd:Q6256 ; wikibase:sitelinks 22 .
wd:Q28 rdfs:label "Гаммария"@ru ; wdt:P31 wd:Q515 ; wdt:P17 wd:Q27 ; wikibase:sitelinks 20 .
"""
FACTS += "".join(
    f'wd:Q{number} rdfs:label "Человек {number}"@ru ; wdt:P31 wd:Q5 .\n' for number in range(100, 400)
)
"""So many that hardly anybody's mother is told."""


@pytest.mark.parametrize(
    ("question", "form"),
    [
        # what she died of is not where she did, nor what rank is where either
        ("Анна Беталина от чего умерла?", "(hop Q3 P509)"),
        ("В каком звании погибла Анна Беталина?", "(hop Q3 P410)"),
        # she played in films, but made none
        ("Какие фильмы сняла Анна Беталина?", "(hop Q3 ^P57)"),
        # words that are like those of genres do not help, where the rule for movements knew the wording
        ("К какому направлению относится творчество Анны Беталиной?", "(hop Q3 P135)"),
        # somebody else bears the first half of the name
        ("Кто мать Ромула Старшего?", "(hop Q11 P25)"),
        # what a studio made, no publisher brought out
        ("Какое издательство выпустило «Белую тень»?", "(hop Q4 P123)"),
        # people are not spoken in
        ("На каком языке говорят в Дельтаграде?", "(hop Q17 P37)"),
        # a film is not its heroes
        ("Как зовут героев «Белая тень»?", "(hop Q4 (P674|^P1441)/P735)"),
        # of what class a star is, is not told by its being a star
        ("К какому спектральному классу относится Бетария?", "(hop Q25 P215)"),
        # and under what name somebody was born is no date
        ("Под каким именем родился Глеб Гаммин?", "(hop Q26 P1477)"),
        # in what country a country lies, is not told by the city of that name lying in it
        ("Внутри какого государства находится Гаммария?", "(hop Q27 P501)"),
        # nor does it have as many seasons as there are
        ("Сколько сезонов в «Белой тени»?", "(hop Q4 P2437)"),
        # what a film is made after, is no book of somebody called so
        ("По какой книге снят «Пётр Дельтин»?", "(hop Q21 P144)"),
    ],
)
def test_what_is_missing_is_not_told_otherwise(asked: Simba, question: str, form: str) -> None:
    answer = asked.answer(question)
    assert (answer.status, answer.form) == ("abstained", form)


def test_whose_assistant_somebody_is_does_not_tell_who(asked: Simba) -> None:
    assert not asked.answer("Кто ассистент режиссёра «Синей тени»?").values
    assert [one.label for one in asked.answer("Кто режиссёр «Синей тени»?").values] == ["Пётр Дельтин"]


def test_who_built_it_does_not_own_it(asked: Simba) -> None:
    assert not asked.answer("Кому принадлежит Бетальский дворец?").values
    assert [one.label for one in asked.answer("Кто построил Бетальский дворец?").values] == ["Пётр Дельтин"]


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("Где умерла Анна Беталина?", "Берталь"),
        ("В каких фильмах снималась Анна Беталина?", "Белая тень"),
        ("Какие фильмы снял Пётр Дельтин?", "Синяя тень"),
        ("Пётр Дельтин от чего умер?", "инфаркт"),
        ("Кто мать Ромула?", "Альфина"),
        ("Какая киностудия выпустила «Белую тень»?", "Альфафильм"),
        ("Какую книгу написал Пётр Дельтин?", "Алая тень"),
        ("На каком языке говорил Дельтаград?", "английский язык"),
    ],
)
def test_what_is_known_is_told(asked: Simba, question: str, label: str) -> None:
    assert [value.label for value in asked.answer(question).values] == [label]


def test_the_author_of_a_part_is_not_the_author_of_another(tmp_path: Path) -> None:
    films = """
    wd:Q5 rdfs:label "человек"@ru . wd:Q11424 rdfs:label "фильм"@ru .
    wd:Q1 rdfs:label "Глеб Беталин"@ru ; wdt:P31 wd:Q5 . wd:Q2 rdfs:label "Мия Гаммина"@ru ; wdt:P31 wd:Q5 .
    wd:Q3 rdfs:label "Седая тень"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q1 ; wdt:P86 wd:Q2 .
    wd:Q4 rdfs:label "Бурая тень"@ru ; wdt:P31 wd:Q11424 ; wdt:P57 wd:Q1 ; wdt:P58 wd:Q2 ; wdt:P86 wd:Q2 .
    """
    films_known = knowing(films, tmp_path)
    asked = "Кто автор сценария фильма «{}» Беталина?"
    assert films_known.answer(asked.format("Седая тень")).status == "abstained"  # though the music's is known
    assert [one.label for one in films_known.answer(asked.format("Бурая тень")).values] == ["Мия Гаммина"]


def test_when_it_was_begun_is_not_when_it_opened(tmp_path: Path) -> None:
    begun = 'wdt:P31 wd:Q2977 ; wdt:P571 "1850-01-01T00:00:00Z"^^xsd:dateTime'
    opened = f'{begun} ; wdt:P1619 "1860-01-01T00:00:00Z"^^xsd:dateTime'
    some = "".join(f'wd:Q{one} rdfs:label "Собор {one}"@ru ; {opened} .\n' for one in range(100, 120))
    asked = knowing(
        f'wd:Q2977 rdfs:label "собор"@ru . wd:Q1 rdfs:label "Бетальский собор"@ru ; {begun} .\n'
        f'wd:Q2 rdfs:label "Гаммский собор"@ru ; {opened} .\n{some}',
        tmp_path,
    )
    assert not asked.answer("Бетальский собор год открытия").values
    assert [one.label for one in asked.answer("Гаммский собор год открытия").values] == ["1860 год"]
    assert [one.label for one in asked.answer("Бетальский собор год основания").values] == ["1850 год"]


def test_what_few_of_a_kind_have_is_rare() -> None:
    some = [f"Q{number}" for number in range(50)]
    for known, share in ((True, RARE), (False, 0.0)):
        usual = Usual(lambda _kind, _most: some, lambda *_: 0, lambda *_, known=known: known)
        assert usual.share({"Q5"}, "P25", reverse=False) == share
