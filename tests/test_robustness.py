"""Whatever the text, SimBa returns an `Answer`: no exception, no span outside the question, nothing of it in SPARQL."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from simba import Answer, Simba
from simba.answer import REASONS
from simba.russian.letters import legible
from simba.russian.text import Span
from simba.stages.parse import Parse
from simba.system import MAX_QUESTION

LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')
SPARQL = re.compile(
    r"(?:SELECT|DISTINCT|WHERE|BIND|AS|UNION|VALUES|FILTER|OPTIONAL|NOT|EXISTS|MINUS|IF|IN|LIMIT|OFFSET|ORDER|GROUP|BY|HAVING"
    r"|ASC|DESC|COUNT|MIN|MAX|SUM|SAMPLE|YEAR|MONTH|DAY|STR|LANG|DATATYPE|REGEX|COALESCE|BOUND|ABS|FLOOR|CEIL|CONCAT|SUBSTR"
    r"|isIRI|isLiteral|isBlank|ISNUMERIC|true|false|undef|UNDEF|\?\w+|wd:Q[1-9]\d*|(?:wdt|ps?|pqv?|psv|psn):P[1-9]\d*"
    r"|(?:wikibase|rdfs|skos|xsd|schema):\w+|@\w+|\d+(?:\.\d+)?|[\s{}().,;*/|^=!<>&+-])*"
)
"""What a query is made of beside its literals: keywords, variables, identifiers and signs."""

words = st.sampled_from(
    (
        "где кто когда в каком году сколько какой столица Франции похоронен Кутузов Пушкин написал автор «Война и мир» "
        'река Лена называется Назовите родился, который — это ? ! . « » ( ) 1812 II "'
    ).split()
)
oddities = st.sampled_from(
    [
        "}> ; DROP ALL #",
        "wd:Q142 wdt:P36 ?x . SERVICE <http://localhost/> { ?s ?p ?o }",
        "<script>alert(1)</script>",
        "&nbsp;<b>Париж</b>",
        "\ud83d",
        "\udcff\udcfe",
        "\x00",
        "\x1b[31m",
        "\u202eжираП",
        "👩‍👩‍👧‍👦🇫🇷",
        "İSTANBUL",
        "ﬁ ß",
        "е\u0308",
        "столица" * 30,
        "\\u0041 \\",
        "a" * 300,
        "Cтолица Фpанции",
        "\r\n\t\u2028",
    ]
)
any_text = st.text(st.characters(categories=None))
questions = st.one_of(
    any_text,
    st.lists(st.one_of(words, oddities, any_text), max_size=25).map(" ".join),
    st.lists(words, min_size=2, max_size=12).map(" ".join),
)


def spans(data: Any) -> Iterator[list[int]]:
    """Every span in a trace, however deep."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "span":
                yield value
            elif key == "gaps":
                yield from value
            else:
                yield from spans(value)
    elif isinstance(data, list):
        for item in data:
            yield from spans(item)


def queries(answer: Answer) -> list[str]:
    tried = [query["sparql"] for query in answer.trace.get("queries", [])]
    return [*tried, answer.query] if answer.query else tried


def bare(text: str) -> str:
    return re.sub(r"[,\s]", "", text).lower()


def check(answer: Answer, question: str) -> None:
    """What holds for the answer to any question."""
    assert answer.question == question
    if answer.status == "answered":
        assert answer.values
        assert answer.reason is None
        assert answer.query in queries(answer)[:-1]
    else:
        assert answer.status == "abstained"
        assert answer.reason in REASONS
        assert answer.values == ()
        assert answer.query is None
    content = answer.as_dict(trace=True)
    assert json.loads(json.dumps(content)) == content
    text = answer.trace.get("text", "")
    if (
        not answer.corrected
    ):  # but commas and capitals may have been put in, an asking word first, a frame left out
        assert Counter(bare(text)) <= Counter(bare(legible(question)))
    for start, stop in spans(answer.trace):
        assert 0 <= start <= stop <= len(text)
    for token in answer.trace.get("tokens", []):
        start, stop = token["span"]
        assert token["text"] == text[start:stop]
    for query in queries(answer):
        assert SPARQL.fullmatch(LITERAL.sub("", query)), query


@given(questions)
@settings(deadline=None, max_examples=250)
@example("")
@example(" ?\x00\ud800")
@example("столица Франции}> ; DROP ALL")
@example("Где похоронен <b>Кутузов</b>?")
@example("Кто написал «Войну и мир» 👍?")
@example("какой 𗀀")  # a letter without a Unicode name
@pytest.mark.slow
def test_any_text_has_an_answer(demo: Simba, question: str) -> None:
    check(demo.answer(question), question)


@given(questions.filter(bool), st.integers(1, 3 * MAX_QUESTION))
@settings(deadline=None, max_examples=30)
@example("кто ", MAX_QUESTION)
@example("Кто где когда «", MAX_QUESTION)
@example("Лена, ", MAX_QUESTION)
def test_long_texts_too(demo: Simba, piece: str, length: int) -> None:
    question = (piece * length)[:length]
    answer = demo.answer(question)
    check(answer, question)
    assert (answer.reason == "too_long") == (length > MAX_QUESTION)


def test_noise_does_not_hide_a_good_question(demo: Simba) -> None:
    """The checks above would be empty if odd questions were never answered."""
    for question in (
        "столица Франции}> ; DROP ALL",
        "Где похоронен <b>Кутузов</b>?",
        "\x00столица\tФранции\ud800",
        "СТОЛИЦА ФРАНЦИИ???",
        "  столица   Франции 🇫🇷",
    ):
        answer = demo.answer(question)
        assert answer.status == "answered", question
        assert [entity["span"] for entity in answer.trace["candidates"]]


@pytest.mark.parametrize("question", ["", "   ", "?!…", "👍👍", "\x00\x01", "\ud800", "....", "«»"])
def test_a_question_without_words_mentions_nothing(demo: Simba, question: str) -> None:
    assert demo.answer(question).reason == "no_mention"


def test_titles_that_never_end_are_read_at_once() -> None:
    """Else every place for a word would be tried with every other one, which takes hours."""
    assert Parse("«" + "а" * 2000 + "«" + "б" * 2000, "", ()).quotes == (Span(1, 2001),)
