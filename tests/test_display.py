"""The answer as text, in a terminal and in a notebook."""

from __future__ import annotations

import io
import pickle
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from rich.console import Console

from simba import Answer, Simba, Value
from simba.answer import REASONS, Labelled
from simba.common.vocabulary import XSD
from simba.display import answer_html, answer_text, print_answer
from simba.display.narration import question_pieces, tables, tree_nodes
from simba.display.plain import facts_of

ENTITY = "http://www.wikidata.org/entity/"


def printed(answer: Answer, *, trace: bool = False, colour: bool = False, width: int = 100) -> str:
    console = Console(
        file=io.StringIO(), force_terminal=colour, width=width, color_system="truecolor" if colour else None
    )
    print_answer(answer, console, trace=trace)
    return console.file.getvalue()  # type: ignore[attr-defined]


def answered(*values: Value, direction: str = "forward") -> Answer:
    entity, prop = Labelled("Q1", "[red]A & B[/]", "<i>описание</i>"), Labelled("P1", "свойство")
    return Answer("вопрос", "answered", None, values, entity, prop, direction, "SELECT 1")


class Reader(HTMLParser):
    """Reads a page's text, and checks that its tags are balanced."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


def test_the_object_shows_itself(simba: Simba) -> None:
    answer = simba.answer("столица Франции")
    assert str(answer) == answer_text(answer)
    assert answer._repr_html_() == answer_html(answer)
    assert printed(answer) == answer_text(answer) + "\n"


def test_a_few_short_values_share_a_line_and_long_ones_do_not() -> None:
    short, long = (
        [Value("literal", letter * length, None, letter * length) for letter in "абвг"] for length in (3, 60)
    )
    assert answer_text(answered(*short[:2])).splitlines()[0] == "ааа, ббб"
    assert answer_text(answered(*long[:2])).splitlines()[:2] == ["а" * 60, "б" * 60]
    assert answer_text(answered(*short)).splitlines()[:4] == ["ааа", "ббб", "ввв", "ггг"]


def test_a_list_that_is_not_whole_says_so_below_it() -> None:
    values = [Value("literal", str(number), None, str(number)) for number in range(1000)]
    whole, cut = answered(*values), replace(answered(*values), truncated=True)
    told = "Список неполон: в нём первые 1000, в базе знаний их больше."
    for show in (answer_text, printed, lambda answer: read(answer_html(answer)).text):
        assert told in show(cut)
        assert told not in show(whole)
    assert answer_text(cut, most=60).splitlines()[60:62] == ["… и ещё 940", told]


def test_what_speaks_against_an_answer_stands_below_it() -> None:
    sure = answered(Value("literal", "Гжель", None, "Гжель"))
    unsure = replace(sure, unexplained=("старый", "<b>"), confidence=0.567)
    told = "Уверенность невелика: 57\N{NO-BREAK SPACE}%."
    assert sure.warnings == ()
    assert unsure.warnings == tuple(unsure.as_dict()["warnings"]) == (told,)
    for show in (answer_text, printed, lambda answer: read(answer_html(answer)).text):
        assert told in show(unsure)
        assert "Слово «<b>» не понято; слово «старый» не учтено." in show(unsure)
        assert "не учтено" not in show(sure)
    assert replace(unsure, values=(), status="abstained").warnings == ()


def test_dates_that_read_the_same_are_told_once() -> None:
    dates = [Value("literal", text, f"{XSD}dateTime", "1900 год") for text in ("1900-01-01", "1900-00-00")]
    assert answer_text(answered(*dates)).splitlines()[0] == "1900 год"


def test_namesakes_and_the_nameless_go_by_their_identifiers() -> None:
    namesakes = [Value("uri", f"{ENTITY}Q{number}", None, "Москва") for number in (2, 3)]
    nameless = Value("uri", f"{ENTITY}Q4", None, None)
    assert answer_text(answered(*namesakes, nameless)).splitlines()[0] == "Москва (Q2), Москва (Q3), Q4"


def test_the_link_leads_to_the_fact() -> None:
    value, other = (Value("uri", f"{ENTITY}Q{number}", None, "x") for number in (2, 3))
    assert answer_text(answered(value)).endswith("/wiki/Q1#P1")
    assert answer_text(answered(value, direction="reverse")).endswith("/wiki/Q2#P1")
    assert answer_text(answered(value, other, direction="reverse")).endswith("/wiki/Q1")


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_is_said(reason: str) -> None:
    answer = Answer("вопрос", "abstained", reason)
    for text in (answer_text(answer), printed(answer, trace=True), read(answer_html(answer)).text):
        assert REASONS[reason] in text


def test_notebook_and_terminal_say_the_same(simba: Simba) -> None:
    for question in (
        "Где похоронен Кутузов?",
        "Столицей какой страны является Париж?",
        "Какая столица Швейцарии?",
    ):
        answer = simba.answer(question)
        page, screen = read(answer_html(answer)).text, printed(answer, trace=True, width=1000)
        cells = [cell for table in tables(answer) for row in table.rows for cell in row]
        words = [word for node in tree_nodes(answer.trace) for word in (node.word, node.gloss)]
        for text in (*cells, *words, answer.query or "", *answer_text(answer).split()):
            assert text in page
            assert text in screen


def test_nothing_that_people_wrote_is_markup() -> None:
    answer = answered(Value("uri", "javascript:alert(1)", None, "<script>[bold]:lion:</script>"))
    page = read(answer_html(answer))
    assert "script" not in page.tags
    assert "javascript" not in answer_html(answer)
    for text in (page.text, printed(answer), printed(answer, colour=True)):
        assert "<script>[bold]:lion:</script>" in text
        assert "[red]A & B[/]" in text
        assert "<i>описание</i>" in text


def test_control_characters_and_lone_surrogates_reach_no_screen(simba: Simba) -> None:
    answer = simba.answer("\x1b[31mГде\x07 похоронен\n\udcff Кутузов?")
    for text in (answer_html(answer), printed(answer, trace=True)):
        text.encode()
        assert not {"\x1b", "\x07", "\udcff"} & set(text)


def test_the_question_shows_what_was_removed_meant_and_matched(simba: Simba) -> None:
    pieces = question_pieces(simba.answer("Где похоронен Кутузов?"))
    assert "".join(piece.text for piece in pieces) == "Где похоронен Кутузов?"
    roles = {piece.text.strip(): piece.roles for piece in pieces if piece.roles}
    assert roles == {"Где": {"removed"}, "похоронен": {"rule"}, "Кутузов": {"mention"}}


def test_the_queries_show_their_order_and_the_one_that_answered(simba: Simba) -> None:
    answer = simba.answer("Где похоронен Кутузов?")
    queries = next(table for table in tables(answer) if table.title == "Запросы")
    assert queries.chosen is not None
    assert queries.rows[queries.chosen][:1] + queries.rows[queries.chosen][2:6] == (
        "1",
        "Михаил Кутузов (Q185801)",
        "место захоронения (P119)",
        "1",
        "1",
    )


def test_a_narrow_terminal_folds_but_loses_nothing(simba: Simba) -> None:
    answer = simba.answer("Где похоронен Кутузов?")
    narrow, wide = (printed(answer, trace=True, colour=False, width=width) for width in (60, 1000))
    letters = sorted(filter(str.isalnum, narrow))
    assert letters == sorted(filter(str.isalnum, wide))


def test_a_tree_with_a_cycle_or_many_levels_is_shown_once() -> None:
    def token(number: int, head: int) -> dict[str, object]:
        return {"id": number, "text": f"w{number}", "head": head, "pos": "X", "relation": "dep", "lemma": "w"}

    cycle = {"tokens": [token(0, 1), token(1, 0)]}
    assert [node.word for node in tree_nodes(cycle)] == ["w0", "w1"]
    deep = Answer(
        "вопрос",
        "abstained",
        "no_fact",
        explain=lambda whole: {"tokens": [token(n, n - 1) for n in range(300)]},
    )
    assert "w299" in answer_html(deep)
    assert "w299" in printed(deep, trace=True, width=20_000)


def test_what_a_rule_passed_over_is_not_marked_as_matched() -> None:
    rule = {
        "property": "P50",
        "name": "автор",
        "direction": "forward",
        "words": "кто … написал",
        "span": [0, 18],
    }
    answer = Answer(
        "кто «Муму» написал",
        "abstained",
        "no_fact",
        explain=lambda whole: {"properties": [{**rule, "gaps": [[3, 10]]}]},
    )
    assert [piece.text for piece in question_pieces(answer) if piece.roles] == ["кто", " написал"]


def test_a_form_of_more_than_one_step_is_told_in_words(demo: Simba) -> None:
    answer = demo.answer("Какие страны граничат с Францией, кроме Германии?")
    reading = "страна, одновременно имеет границы с (Франция), кроме: Германия"
    assert answer.told.words == reading
    for text in (answer_text(answer), printed(answer, width=200), read(answer_html(answer)).text):
        assert "Прочитано как" in text
        assert reading in text
    chosen = next(query for query in answer.trace["queries"] if query["sparql"] == answer.query)
    assert chosen["words"] == reading
    queries = next(table for table in tables(answer) if table.title == "Запросы")
    assert queries.chosen is not None
    assert queries.rows[queries.chosen][2:4] == (reading, answer.form)


def test_what_one_step_asks_is_told_as_ever(demo: Simba) -> None:
    for question in ("Где похоронен Кутузов?", "В каком году родился Пушкин?"):
        answer = demo.answer(question)
        assert answer.told.words is None
        assert [fact.name for fact in facts_of(answer)] == ["Понято как", "Свойство", "Викиданные"]


def test_what_was_repaired_and_who_else_was_meant_is_said_everywhere(demo: Simba) -> None:
    answer = demo.answer("Где родился Пушкен?")
    town, mother = "Пушкин (Q7947)", "Надежда Осиповна Пушкина (Q4133327)"
    for text in (answer_text(answer), printed(answer, width=200), read(answer_html(answer)).text):
        taken = "«Пушкен» понято как «Пушкин»; из тёзок взято «Александр Сергеевич Пушкин» (Q7200)"
        assert f"{taken}, другие: {town}, {mother}." in text
    told = answer.as_dict()
    assert told["corrected"] == [["Пушкен", "Пушкин"]]
    assert [one["id"] for one in told["namesakes"]] == ["Q7947", "Q4133327"]
    assert answer_text(demo.answer("Где похоронен Кутузов?")).count("понято как") == 0


@pytest.mark.parametrize(
    ("question", "reason", "told"),
    [
        (
            "Где родился Ярослав Мудрый?",
            "no_entity",
            "нет того, о чём говорится в вопросе («Ярослав Мудрый»).",
        ),
        ("где живёт пингвен", "no_entity", "Слово «пингвен» не понято."),
        ("Сколько капель в Волге?", "uncountable", "посчитать это по фактам базы знаний нельзя."),
        ("Где родилась жена Пушкина?", "no_fact", "(супруг Александра Сергеевича Пушкина: не указан)."),
    ],
)
def test_an_abstention_says_what_is_missing(demo: Simba, question: str, reason: str, told: str) -> None:
    answer = demo.answer(question)
    assert answer.reason == reason
    for text in (answer_text(answer), printed(answer, width=200), read(answer_html(answer)).text):
        assert told in text


@pytest.mark.slow
def test_the_embedded_knowledge_base_says_that_it_is_a_sample(simba: Simba) -> None:
    asked = "Где родился Ярослав Мудрый?"
    assert "лишь образец" in answer_text(Simba().answer(asked))
    assert "--live" in answer_text(Simba().answer(asked))
    assert "лишь образец" not in answer_text(Simba().answer("Как дела?"))
    assert "лишь образец" not in answer_text(simba.answer(asked))


def test_ages_have_years_and_truths_are_yes_or_no(demo: Simba) -> None:
    assert answer_text(demo.answer("Сколько лет прожил Пушкин?")).splitlines()[0] == "37 лет"
    truths = [demo.answer(f"Граничит ли Франция с {other}?") for other in ("Германией", "Австрией")]
    assert [answer_text(answer).splitlines()[0] for answer in truths] == ["да", "нет"]
    values = [answer.as_dict()["answers"][0] for answer in truths]
    assert [(value["value"], value["datatype"]) for value in values] == [
        ("true", f"{XSD}boolean"),
        ("false", f"{XSD}boolean"),
    ]


def test_an_abstention_says_where_a_chain_stopped(demo: Simba) -> None:
    answer = demo.answer("Где родилась жена Петра I?")
    assert (answer.reason, answer.as_dict()["form"]) == ("no_fact", "(hop Q8479 P26/P19)")
    stopped = "супруг Петра I: Екатерина I; место рождения: не указано"
    for text in (answer_text(answer), printed(answer, width=200), read(answer_html(answer)).text):
        assert stopped in text
    first = demo.answer("В какой стране родилась жена Пушкина?")
    assert first.told.stopped == "супруг Александра Сергеевича Пушкина: не указан"
    assert pickle.loads(pickle.dumps(answer)).told == answer.told


def test_what_is_told_of_a_form_is_no_markup(hostile_simba: Simba) -> None:
    answer = hostile_simba.answer("Где родился Злодеев, кроме Тихого города?")
    assert answer.told.words is not None
    assert "<script>" in answer.told.words
    assert not {"script", "img", "svg"} & set(read(answer_html(answer)).tags)
