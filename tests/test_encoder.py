"""The convolutions that parse a question give what Slovnet's own do."""

from __future__ import annotations

import pytest
from natasha import NewsEmbedding, NewsMorphTagger, NewsSyntaxParser

from simba.stages.encoder import Encoder

SENTENCES = [
    ["Кто", "написал", "«", "Мцыри", "»", "?"],
    ["Скажите", ",", "в", "каком", "городе", "родился", "Бородин", "?"],
    ["Почему"],
]


@pytest.mark.parametrize("batch", [SENTENCES[:1], SENTENCES], ids=["one", "of different lengths"])
def test_parses_are_slovnets_own(batch: list[list[str]]) -> None:
    embedding = NewsEmbedding()
    for model in (NewsMorphTagger(embedding), NewsSyntaxParser(embedding)):
        own = list(model.infer(batch))
        model.infer.model.encoder = Encoder(model.infer.model.encoder)
        assert list(model.infer(batch)) == own
