"""Reading: the span of a paragraph that answers, its place, and silence where the text does not say."""

from __future__ import annotations

import pytest

from simba import Simba
from simba.grammar.files import layers
from simba.texts.paragraph import Paragraph
from simba.texts.reader import Read, TextReader

ARCHITECT = (
    "Андрей Никифорович Воронихин (28 октября 1759, Новое Усолье — 1814) — русский архитектор и живописец. "
    "Учился живописи в мастерской уральского иконописца Гаврилы Юшкова."
)
BRIDGE = (
    "Мост через Тихую построил инженер Иван Петров. Длина моста составляет 1,5 км. "
    "Он открыт в 1925 году; о нём написана повесть «Белый берег»."
)
PARAGRAPHS = (
    Paragraph(1, "Воронихин, Андрей Никифорович", None, ARCHITECT),
    Paragraph(7, "Тихий мост", None, BRIDGE),
)


class Asking:
    """Puts a question through SimBa, whose embedded knowledge base knows none of this, then reads."""

    def __init__(self) -> None:
        self._simba = Simba()
        self._reader = TextReader.load(layers(None), self._simba.rules, self._simba.interrogatives.fillers)

    def __call__(self, question: str) -> Read | None:
        found = self._simba.reason(question)[1]
        return self._reader.read(found.parse, found.interrogative, found.proposals, PARAGRAPHS)


@pytest.fixture(scope="module")
def ask() -> Asking:
    return Asking()


@pytest.mark.parametrize(
    ("question", "span"),
    [
        ("У какого иконописца учился Воронихин?", "Гаврилы Юшкова"),
        ("Кто возвёл мост через Тихую?", "Иван Петров"),
        ("Какова длина моста через Тихую?", "1,5 км"),
        ("В каком году открыли мост через Тихую?", "1925"),
        ("В каком году родился Андрей Воронихин?", "1759"),
    ],
)
def test_the_span_of_the_asked_kind_is_read(ask: Asking, question: str, span: str) -> None:
    found = ask(question)
    assert found is not None
    assert span in found.text
    assert found.paragraph.text[found.span.start : found.span.stop] == found.text
    assert found.text in found.sentence
    assert found.sentence in found.paragraph.text


@pytest.mark.parametrize(
    "question",
    [
        "Сколько стоил мост через Тихую?",
        "В каком году умер Шекспир?",
        "Кто придумал телескоп?",
        "Почему плачут дети?",
    ],
)
def test_what_the_text_does_not_say_is_not_read(ask: Asking, question: str) -> None:
    assert ask(question) is None
