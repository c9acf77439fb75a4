"""The models that parse a question, run as one, give what Slovnet's own do."""

from __future__ import annotations

import pytest
from natasha import NewsEmbedding, NewsMorphTagger, NewsSyntaxParser

from simba.russian.vectors import embedding
from simba.stages.parse.models import Models

SENTENCES = [
    ["Кто", "написал", "«", "Мцыри", "»", "?"],
    ["Скажите", ",", "в", "каком", "городе", "родился", "Бородин", "?"],
    ["Почему"],
    ["В", "1825", "году", "IBM", "\u200b", "х" * 300, "?!", "🙂"],
]


@pytest.mark.parametrize("words", SENTENCES, ids=["quoted", "comma", "one word", "odd words"])
@pytest.mark.slow
def test_parses_are_slovnets_own(words: list[str]) -> None:
    words_known = NewsEmbedding()
    tagger, parser = NewsMorphTagger(words_known).infer, NewsSyntaxParser(words_known).infer
    (morphology,), (syntax,) = tagger([words]), parser([words])
    own = [
        (word.pos, word.feats, int(arc.head_id), arc.rel)
        for word, arc in zip(morphology.tokens, syntax.tokens, strict=True)
    ]
    assert [tuple(word) for word in Models(embedding())([words])[0]] == own


def test_sentences_together_are_parsed_as_each_alone() -> None:
    models = Models(embedding())
    assert models(SENTENCES) == [models([words])[0] for words in SENTENCES]
