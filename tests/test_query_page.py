"""The page on logical forms is true: question, s-expression, SPARQL and words of each block belong together."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from simba.query import Form, expression, parse_expression, sparql, walk, words

PAGE = (Path(__file__).parent.parent / "docs" / "forms.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```text\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
LABELS = {
    "Q142": "Франция",
    "Q183": "Германия",
    "Q230": "Грузия",
    "Q45": "Португалия",
    "Q15": "Африка",
    "Q517": "Наполеон I",
    "Q853": "Андрей Арсеньевич Тарковский",
    "Q7251": "Алан Тьюринг",
    "Q7200": "Александр Сергеевич Пушкин",
    "Q583": "Монблан",
    "Q43105": "Эльбрус",
    "Q621": "Версаль",
    "Q11424": "фильм",
    "Q4022": "река",
    "Q8502": "гора",
    "Q36784": "регион Франции",
    "Q458": "Европейский союз",
    "Q11696": "президент США",
    "P36": "столица",
    "P19": "место рождения",
    "P17": "государство",
    "P57": "режиссёр",
    "P131": "административно-территориальная единица",
    "P47": "граничит с",
    "Q33": "Финляндия",
    "P2044": "высота над уровнем моря",
    "P2043": "длина",
    "P30": "континент",
    "P463": "член",
    "P580": "дата начала",
    "P39": "занимаемая должность",
    "P40": "дети",
    "P569": "дата рождения",
    "P570": "дата смерти",
}


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.partition("\n")[0])
def test_a_block_belongs_together(block: str) -> None:
    question, text, *query, said = block.splitlines()
    form = parse_expression(text)
    assert re.search("[а-яё]", question)
    assert expression(form) == text
    assert sparql(form) == " ".join(query)
    assert words(form, LABELS.get) == said


def test_the_page_shows_each_form() -> None:
    shown = {type(part) for block in BLOCKS for part in walk(parse_expression(block.splitlines()[1]))}
    missing = {kind.__name__ for kind in set(get_args(Form)) - shown}
    assert missing <= {"Date", "Text"}, "days and texts are told of in words"
