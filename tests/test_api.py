"""SimBa as a Python library."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import ANY

import forking
import pytest

import simba as package
from simba import Answer, Simba, SimbaError, Value
from simba.common.vocabulary import XSD

QUESTIONS = [
    "Где похоронен Кутузов?",
    "Кто открыл Америку?",
    "столица Франции",
    "Когда родился Кутузов?",
    "На каких языках говорят в Швейцарии?",
    "",
]


@pytest.mark.slow
def test_an_answer_tells_what_was_found_and_how(simba: Simba) -> None:
    answer = simba.answer("Где похоронен Кутузов?")
    assert isinstance(answer, Answer)
    assert answer.question == "Где похоронен Кутузов?"
    assert (answer.status, answer.reason) == ("answered", None)
    assert answer.values == (
        Value("uri", "http://www.wikidata.org/entity/Q656", datatype=None, label="Санкт-Петербург"),
    )
    assert answer.entity
    assert (answer.entity.id, answer.entity.label) == ("Q185801", "Михаил Кутузов")
    assert answer.entity.description == "русский полководец <1745—1813>"
    assert answer.property
    assert (answer.property.id, answer.property.label) == ("P119", "место захоронения")
    assert answer.direction == "forward"
    assert answer.query == "SELECT DISTINCT ?answer WHERE { wd:Q185801 wdt:P119 ?answer }"


def test_its_query_gives_its_values(simba: Simba) -> None:
    for question in QUESTIONS[:5]:
        answer = simba.answer(question)
        if answer.query:
            assert {value.value for value in simba.kb.store.select(answer.query)} == {
                value.value for value in answer.values
            }


def test_a_literal_has_its_datatype_and_a_readable_label(simba: Simba) -> None:
    (value,) = simba.answer("Когда родился Кутузов?").values
    assert value == Value("literal", "1745-09-16T00:00:00Z", f"{XSD}dateTime", "16 сентября 1745 года")


def test_all_values_are_given(simba: Simba) -> None:
    values = simba.answer("На каких языках говорят в Швейцарии?").values
    assert {value.label for value in values} == {
        "немецкий язык",
        "французский язык",
        "итальянский язык",
        "романшский язык",
    }


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("", "no_mention"),
        ("Где похоронен Бармалей?", "no_entity"),
        ("Чем пахнет Кутузов?", "no_property"),
        ("Какая столица Швейцарии?", "no_fact"),
        ("где " * 1000, "too_long"),
    ],
)
def test_an_abstention_has_a_reason(simba: Simba, question: str, reason: str) -> None:
    answer = simba.answer(question)
    assert (answer.status, answer.reason, answer.values, answer.query) == ("abstained", reason, (), None)


def test_the_trace_has_every_stage_in_plain_data(simba: Simba) -> None:
    trace = simba.answer("Где похоронен Кутузов?").trace
    assert (
        list(trace)
        == "text tokens interrogative mentions candidates properties queries confidence labels".split()
    )
    assert all(trace.values())
    assert json.loads(json.dumps(trace)) == trace
    assert trace["interrogative"]["removed"] == [{"span": [0, 3], "text": "Где"}]
    assert {"span": [14, 21], "text": "Кутузов"}.items() <= trace["mentions"][-1].items()
    assert trace["candidates"][0]["entity"] == "Q185801"
    assert trace["properties"][-1]["words"].endswith("похоронен")
    assert (trace["queries"][0]["results"], trace["queries"][0]["accepted"]) == (1, 1)


def test_as_dict_is_the_documented_json(simba: Simba) -> None:
    answer = simba.answer("столица Франции")
    assert answer.as_dict() == {
        "question": "столица Франции",
        "status": "answered",
        "reason": None,
        "answers": [
            {
                "type": "uri",
                "value": "http://www.wikidata.org/entity/Q90",
                "datatype": None,
                "label": "Париж",
            }
        ],
        "entity": {"id": "Q142", "label": "Франция"},
        "property": {"id": "P36", "label": "столица"},
        "direction": "forward",
        "query": "SELECT DISTINCT ?answer WHERE { wd:Q142 wdt:P36 ?answer }",
        "form": "(hop Q142 P36)",
        "confidence": ANY,
        "truncated": False,
        "unexplained": [],
        "corrected": [],
        "namesakes": [],
        "warnings": [],
        "understood": None,
        "context": {
            "question": "столица Франции",
            "names": [{"text": "Франции", "entity": "Q142"}],
            "values": ["Q90"],
        },
    }
    assert answer.as_dict(trace=True)["trace"] == answer.trace


def test_answer_many_keeps_the_order_and_asks_for_no_question_too_early(simba: Simba) -> None:
    taken = []

    def questions() -> Iterator[str]:
        for question in QUESTIONS:
            taken.append(question)
            yield question

    answers = simba.answer_many(questions())
    assert taken == []
    assert next(answers).question == QUESTIONS[0]
    assert taken == QUESTIONS[:1]
    assert [answer.question for answer in answers] == QUESTIONS[1:]
    assert list(simba.answer_many([])) == []


def test_a_reader_may_choose_between_namesakes(simba: Simba) -> None:
    assert simba.answer("столица Франции", entity="Q142").status == "answered"
    assert simba.answer("столица Франции", entity="Q39").reason == "no_entity"


@pytest.mark.slow
def test_eight_threads_get_the_same_answers_as_one(kb: Path, rules: Path) -> None:
    asked = QUESTIONS * 8
    expected = [answer.as_dict(trace=True) for answer in Simba(kb, rules=rules).answer_many(asked)]
    shared = Simba(kb, rules=rules)  # nothing of it is loaded yet: the threads load it at once
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(shared.answer, asked))
        assert [answer.as_dict(trace=True) for answer in answers] == expected


def test_an_answer_travels_between_processes_with_its_trace(simba: Simba) -> None:
    for question in QUESTIONS:
        answer = simba.answer(question)
        for twin in (pickle.loads(pickle.dumps(answer)), copy.deepcopy(answer)):
            assert twin == answer
            assert twin.as_dict(trace=True) == answer.as_dict(trace=True)


def test_a_notebook_shows_it_escaped(simba: Simba) -> None:
    html = simba.answer("<script>: Где похоронен Кутузов?")._repr_html_()
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert "&lt;1745—1813&gt;" in html  # from the entity's description
    assert "Санкт-Петербург" in html


def test_printed_it_is_the_answer(simba: Simba) -> None:
    assert str(simba.answer("столица Франции")).startswith("Париж")


def test_a_folder_that_is_no_knowledge_base_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(SimbaError, match="not a SimBa knowledge base"):
        Simba(tmp_path)


def test_the_environment_names_the_knowledge_base(
    kb: Path, rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMBA_KB", str(kb))
    assert Simba(rules=rules).kb.folder == kb
    monkeypatch.setenv("SIMBA_KB", str(tmp_path))
    assert Simba(kb, rules=rules).kb.folder == kb
    with pytest.raises(SimbaError):
        Simba(rules=rules)


def test_the_public_names() -> None:
    assert {"Simba", "Answer", "Context", "Judgement", "Value", "SimbaError", "__version__"} == set(
        package.__all__
    )
    assert all(getattr(package, name) for name in package.__all__)
    with pytest.raises(AttributeError, match="simba"):
        package.nothing  # noqa: B018
    assert (Path(package.__file__).parent / "py.typed").is_file()


def test_importing_the_package_loads_nothing_slow() -> None:
    code = "import sys; before = set(sys.modules); import simba; print(*sorted(set(sys.modules) - before))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "simba" in loaded
    foreign = {name.split(".")[0] for name in loaded} - {"simba"}
    assert foreign <= set(sys.stdlib_module_names) | {"__future__"}
    assert [name for name in loaded if name.startswith("simba.")] == ["simba.version"]


def test_making_one_loads_no_models() -> None:
    code = (
        "import sys; from simba import Simba; Simba(); "
        "print({'natasha', 'slovnet', 'pymorphy2', 'flask'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("set()", "")


def test_what_is_no_question_is_refused_and_a_long_one_has_a_trace_too(simba: Simba) -> None:
    with pytest.raises(TypeError, match="a question is a str, not int"):
        simba.answer(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="after is an Answer or its Context, not dict"):
        simba.answer("А где?", after={"question": "Как дела?"})  # type: ignore[arg-type]
    long, short = simba.answer("а" * 2000), simba.answer("Как дела?")
    assert long.reason == "too_long"
    assert long.trace.keys() == short.trace.keys()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.slow
def test_a_process_that_forks_while_another_thread_asks_can_ask_too() -> None:
    """The other thread holds the parser's lock most of the time, and is not there in the child to give it back.

    In a process of its own: what other tests have left open in this one would be forked as well.
    """
    done = subprocess.run([sys.executable, forking.__file__], capture_output=True, text=True, timeout=300)
    assert (done.stdout.split(), done.stderr) == (["0"] * forking.CHILDREN, "")
