"""Keeping question sets alive: each kind of suggestion on a small world in which things have moved."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from commands import invoke
from handful import knowing
from hypothesis import given, settings
from hypothesis import strategies as st

from simba.curation.rewriting import expanded, iris, joined, replaced, tokens, turned, without_service
from simba.evaluation.sparql_reading import read_query

pytest.importorskip("jinja2", reason="the extra curate is not installed")

ENTITY = "http://www.wikidata.org/entity/"
DIRECT = "http://www.wikidata.org/prop/direct/"
XSD = "http://www.w3.org/2001/XMLSchema#"
WORLD = """
wd:P36 rdfs:label "столица"@ru . wd:P9036 rdfs:label "столица государства"@ru . wd:P35 rdfs:label "глава"@ru .
wd:P1082 rdfs:label "население"@ru . wd:P40 rdfs:label "дети"@ru . wd:P19 rdfs:label "место рождения"@ru .
wd:P919 rdfs:label "рождения"@ru . wd:P26 rdfs:label "супруг"@ru .

wd:Q142 rdfs:label "Франция"@ru ; wdt:P9036 wd:Q90 ; wdt:P1082 68373433 .
wd:Q183 rdfs:label "Германия"@ru ; wdt:P9036 wd:Q64 ; wdt:P35 wd:Q2 .
wd:Q38 rdfs:label "Италия"@ru ; wdt:P1082 58900000 .
wd:Q999 owl:sameAs wd:Q38 .
wd:Q90 rdfs:label "Париж"@ru . wd:Q64 rdfs:label "Берлин"@ru . wd:Q2 rdfs:label "Президент"@ru .
wd:Q5001 rdfs:label "Иоганн Бах"@ru .
wd:Q5002 rdfs:label "Иоганн Бах"@ru ; wdt:P919 wd:Q64 ; wdt:P26 wd:Q5003 .
wd:Q5003 rdfs:label "Мария Бах"@ru ; wdt:P40 wd:Q5004 .
wd:Q5004 rdfs:label "Карл Бах"@ru ; wdt:P40 wd:Q5002 .
"""


def asked(
    number: int | str, query: str | None, answers: list[Any] | bool | None = None, text: str = "", **rest: Any
) -> dict[str, Any]:
    """A question of QALD; answers are entities, numbers, or a truth."""
    item: dict[str, Any] = {
        "id": number,
        "question": [{"language": "ru", "string": text or f"Вопрос {number}"}],
        "query": {"sparql": query} if query else {},
        **rest,
    }
    if isinstance(answers, bool):
        item["answers"] = [{"head": {}, "boolean": answers}]
    elif answers is not None:
        rows = [
            {"x": {"type": "uri", "value": ENTITY + one}}
            if isinstance(one, str)
            else {"x": {"type": "literal", "value": str(one), "datatype": f"{XSD}integer"}}
            for one in answers
        ]
        item["answers"] = [{"head": {"vars": ["x"]}, "results": {"bindings": rows}}]
    return item


HEALTHY = asked(1, "SELECT ?x { wd:Q142 wdt:P1082 ?x }", [68373433])


@pytest.fixture(scope="module")
def moved_on(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base that has moved on since the questions were asked."""
    folder = tmp_path_factory.mktemp("curation")
    knowing(WORLD, folder)
    return folder / "kb"


@pytest.fixture
def curate(moved_on: Path, tmp_path: Path) -> Callable[..., Result]:
    """Curate a file of these questions by the command, in a folder of the test's own."""

    def run(questions: list[Any], *arguments: str | Path, **options: Any) -> Result:
        path = tmp_path / "set.json"
        if not path.exists():
            path.write_text(json.dumps({"questions": questions}, ensure_ascii=False), encoding="utf-8")
        command = ["curate", path, "--kb", moved_on, "--by", "Анна", *arguments]
        return invoke(*command, **options)

    return run


@pytest.fixture
def after(curate: Callable[..., Result], tmp_path: Path) -> Callable[..., dict[str, Any]]:
    """A question after these answers on the terminal."""

    def run(question: dict[str, Any], *said: str, arguments: tuple[str, ...] = ()) -> dict[str, Any]:
        out = tmp_path / "out.json"
        outcome = curate([question], "--ask", "--to", out, *arguments, input="\n".join((*said, "")))
        assert outcome.exit_code == 0, outcome.output
        made: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))["questions"][0]
        return made

    return run


def suggested(outcome: Result) -> list[str]:
    return [line.strip() for line in outcome.output.splitlines() if line.startswith("  ? ")]


def test_a_healthy_set_gets_no_suggestion(curate):
    outcome = curate(
        [
            HEALTHY,
            asked(2, "ASK { wd:Q183 wdt:P35 wd:Q2 }", True),
            asked(3, None, []),
            asked(4, "SELECT ?x { wd:Q38 wdt:P36 ?x }", []),
        ]
    )
    assert outcome.output == "set.json: 4 questions, 4 healthy, 0 with open suggestions\n"
    assert outcome.exit_code == 0


# A suggestion of each kind, and what the query is after a yes


@pytest.mark.parametrize(
    ("query", "answers", "mended"),
    [
        pytest.param(
            "SELECT ?x { wd:Q142 foaf:name ?x } # dbo:a",
            None,
            "PREFIX foaf: <http://xmlns.com/foaf/0.1/>\nSELECT ?x { wd:Q142 foaf:name ?x } # dbo:a",
            id="a prefix that everybody knows",
        ),
        pytest.param(
            "SELECT ?x { e:Q142 d:P1082 ?x }",
            [68373433],
            f"PREFIX e: <{ENTITY}>\nPREFIX d: <{DIRECT}>\nSELECT ?x {{ e:Q142 d:P1082 ?x }}",
            id="prefixes of the author's own, told by their names",
        ),
        pytest.param(
            'SELECT ?x { wd:Q142 wdt:P36 ?x FILTER(STR(?x) != "wdt:P36") }',
            ["Q90"],
            'SELECT ?x { wd:Q142 wdt:P9036 ?x FILTER(STR(?x) != "wdt:P36") }',
            id="another predicate at the known subject",
        ),
        pytest.param(
            "SELECT ?x { ?x wdt:P36 wd:Q64 }",
            ["Q183"],
            "SELECT ?x { ?x wdt:P9036 wd:Q64 }",
            id="another predicate at the known object",
        ),
        pytest.param(
            "SELECT ?x { wd:Q5004 wdt:P40/wdt:P19 ?x }",
            ["Q64"],
            "SELECT ?x { wd:Q5004 wdt:P40/wdt:P919 ?x }",
            id="another predicate through the triples before, with a shorter label",
        ),
        pytest.param(
            "SELECT (COUNT(?x) AS ?n) { ?x <http://www.wikidata.org/prop/direct/P36> ?y }",
            [2],
            "SELECT (COUNT(?x) AS ?n) { ?x <http://www.wikidata.org/prop/direct/P9036> ?y }",
            id="nothing counted is nothing found",
        ),
        pytest.param(
            "SELECT ?x { wd:Q999 wdt:P1082 ?x }",
            [58900000],
            "SELECT ?x { wd:Q38 wdt:P1082 ?x }",
            id="a redirect",
        ),
        pytest.param(
            "SELECT ?x { wd:Q5001 wdt:P26 ?x }",
            ["Q5003"],
            "SELECT ?x { wd:Q5002 wdt:P26 ?x }",
            id="an entity of the same label",
        ),
        pytest.param(
            "SELECT ?x { wd:Q5001 wdt:P19 ?x . wd:Q142 wdt:P36 ?y }",
            None,
            None,
            id="more is wrong than is mended",
        ),
        pytest.param(
            "SELECT ?x { wd:Q90 wdt:P9036 ?x }",
            ["Q142"],
            "SELECT ?x { wd:Q90 ^wdt:P9036 ?x }",
            id="a triple the other way round",
        ),
    ],
)
@pytest.mark.slow
def test_a_query_is_mended_after_a_yes(after, query, answers, mended):
    done = after(asked(1, query, answers), *(["y"] if mended else []))
    assert done["query"]["sparql"] == (mended or query)
    if mended:
        made = done["curation"]["decisions"][0]
        assert made["decision"] == "yes"
        assert made["by"] == "Анна"
        assert made["old"] == query
        assert made["when"].startswith("20")


def test_an_entity_that_is_gone_is_looked_for_by_the_names_in_the_question(after):
    question = asked(1, "SELECT ?x { wd:Q777 wdt:P1082 ?x }", [58900000], "Каково население Италии?")
    assert after(question, "y")["query"]["sparql"] == "SELECT ?x { wd:Q38 wdt:P1082 ?x }"


def test_what_is_missing_is_said(curate):
    outcome = curate([asked(1, "SELECT ?x { wd:Q777 wdt:P777 ?x }", ["Q90"])])
    assert "predicate missing: no claim has P777" in outcome.output
    assert "entity missing: there is no fact about Q777" in outcome.output


def test_the_first_suggestion_is_what_the_set_says(curate):
    """Several changes at once, where one alone does not do."""
    outcome = curate([asked(1, "SELECT ?x { wd:Q5001 wdt:P26 ?x . wd:Q999 wdt:P1082 ?y }", ["Q5003"])])
    first = suggested(outcome)[0]
    assert "Q999 → Q38" in first
    assert "Q5001 → Q5002" in first
    assert first.endswith("[restores]")


def test_answers_that_changed_are_suggested(after):
    done = after(asked(1, "SELECT ?x { ?y wdt:P1082 ?x }", [68373433]), "y")
    values = [row["x"]["value"] for row in done["answers"][0]["results"]["bindings"]]
    assert sorted(values) == ["58900000", "68373433"]


def test_an_answer_that_redirects_gets_its_new_name_unasked(curate, tmp_path):
    moved = asked(1, "SELECT ?x { ?x wdt:P1082 58900000 }", ["Q999"])
    curate([moved], "--accept", "safe", "--to", tmp_path / "out.json")
    done = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["questions"][0]
    assert done["answers"][0]["results"]["bindings"][0]["x"]["value"] == f"{ENTITY}Q38"
    assert done["query"] == moved["query"]


def test_metadata_is_set_right(curate, tmp_path):
    wrong = {"answertype": "date", "aggregation": "true", "onlywd": False}
    outcome = curate([HEALTHY | wrong], "--accept", "safe", "--to", tmp_path / "out.json")
    done = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["questions"][0]
    assert (done["answertype"], done["aggregation"], done["onlywd"]) == ("number", False, True)
    assert {one["by"] for one in done["curation"]["decisions"]} == {"simba --accept safe"}
    assert "decided: yes 3" in outcome.output


def test_a_question_that_nothing_answers_is_out_of_scope_if_someone_says_so(after):
    done = after(asked(1, "SELECT ?x { wd:Q2 wdt:P26 ?x }", ["Q90"], outofscope=False), "y")
    assert done["outofscope"] is True


@pytest.mark.slow
def test_missing_keywords_are_made(after):
    question = {**HEALTHY, "question": [{"language": "ru", "string": "Какое население во Франции?"}]}
    done = after(question, "n", "n", "n", "n", "y", arguments=("--complete",))
    assert done["question"][0]["keywords"] == "население, Франции"


@pytest.mark.slow
def test_misspelt_words_are_put_right(after):
    pytest.importorskip("spylls", reason="the extra curate is not installed")
    question = {
        **HEALTHY,
        "question": [{"language": "ru", "string": "Какое оффициальное население Франции?"}],
    }
    assert after(question, "y")["question"][0]["string"] == "Какое официальное население Франции?"


def test_questions_of_other_sets_are_told(curate, tmp_path):
    other = tmp_path / "other.json"
    other.write_text(
        json.dumps([{"uid": 7, "question_text": "«Вопрос»  1?", "answers": []}]), encoding="utf-8"
    )
    assert "the same question as other.json#7" in curate([HEALTHY], "--against", other).output


# Deciding


def test_only_what_is_certain_is_accepted_unasked(curate, tmp_path):
    damaged = [
        asked(1, "SELECT ?x { wd:Q999 wdt:P1082 ?x }", [58900000]),
        asked(2, "SELECT ?x { wd:Q142 wdt:P36 ?x }", ["Q90"]),
    ]
    curate(damaged, "--accept", "safe", "--to", tmp_path / "out.json")
    done = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["questions"]
    assert done[0]["query"]["sparql"] == "SELECT ?x { wd:Q38 wdt:P1082 ?x }"
    assert done[1] == damaged[1]


def test_nothing_is_changed_where_nobody_is_asked(curate, tmp_path):
    damaged = [asked(1, "SELECT ?x { wd:Q999 wdt:P1082 ?x }", [58900000]), {"id": 2}, "rubbish"]
    outcome = curate(damaged, "--to", tmp_path / "out.json")
    done = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["questions"]
    assert done[0] == damaged[0]
    assert "malformed: question 2" in outcome.output
    assert not (tmp_path / "set.decisions.jsonl").exists()


def test_a_session_goes_on_where_it_was_left(curate, tmp_path):
    damaged = [asked(n, "SELECT ?x { wd:Q142 wdt:P36 ?x }", ["Q90"], f"Номер {n}") for n in range(1, 4)]
    stopped = curate(damaged, "--ask", "--to", tmp_path / "out.json", input="y\nn\nq\n")
    assert stopped.exit_code == 130
    assert "the same command goes on there" in stopped.output
    done = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["questions"]
    assert [bool("P9036" in one["query"]["sparql"]) for one in done] == [True, False, False]
    rest = curate(damaged, "--ask", input="y\n")
    assert "Номер 3" in rest.output
    assert "Номер 1" not in rest.output
    assert rest.exit_code == 0


def test_a_line_that_a_kill_cut_short_is_decided_again(curate, tmp_path):
    damaged = [asked(n, "SELECT ?x { wd:Q142 wdt:P36 ?x }", ["Q90"], f"Номер {n}") for n in range(1, 3)]
    curate(damaged, "--ask", input="y\ny\n")
    kept = tmp_path / "set.decisions.jsonl"
    whole = kept.read_bytes()
    kept.write_bytes(whole[:-20])
    again = curate(damaged, "--ask", input="y\n")
    assert "Номер 2" in again.output
    assert "Номер 1" not in again.output
    assert [json.loads(line).get("place") for line in kept.read_bytes().splitlines()] == [None, 1, 2]


def test_an_edited_query_is_run_before_it_is_taken(curate, tmp_path, monkeypatch):
    editor = tmp_path / "editor.sh"
    editor.write_text('#!/bin/sh\necho "SELECT ?x { wd:Q183 wdt:P9036 ?x }" > "$1"\n', encoding="utf-8")
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    monkeypatch.delenv("VISUAL", raising=False)
    question = asked(1, "SELECT ?x { wd:Q142 wdt:P36 ?x }", ["Q90"])
    outcome = curate([question], "--ask", "--to", tmp_path / "out.json", input="e\ns\n")
    assert f"returns {ENTITY}Q64" in outcome.output
    done = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["questions"][0]
    assert done["query"]["sparql"] == "SELECT ?x { wd:Q183 wdt:P9036 ?x }"
    assert done["curation"]["decisions"][0]["decision"] == "edit"


def test_decisions_on_another_set_are_refused(curate, tmp_path):
    curate([asked(1, "SELECT ?x { wd:Q999 wdt:P1082 ?x }", [58900000])], "--accept", "safe")
    (tmp_path / "set.json").write_text(json.dumps({"questions": [HEALTHY]}), encoding="utf-8")
    outcome = curate([])
    assert outcome.exit_code == 2
    assert "holds decisions on another set" in outcome.output


# What is wrong is told for each question, and loses nothing


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (asked(1, "SELECT ?x { wd:Q142 wdt:P36 "), "unreadable: does not parse"),
        (asked(1, "SELECT ?x { my:thing wdt:P36 ?x }"), "prefix missing: declared nowhere: my:"),
        (asked(1, "SELECT ?x { SERVICE <http://127.0.0.1:9/> { ?x ?y ?z } }"), "failed: asks another server"),
        (asked(1, None, ["Q90"]), "no query: has answers but no query"),
        ({"id": 1, "question": [{"language": "ru", "string": 5}]}, "malformed: question 1"),
        ({"question": []}, "malformed: question 1"),
        (asked(1, "SELECT ?x {}") | {"answers": {"x": 1}}, 'malformed: question 1: "answers" is not a list'),
    ],
)
@pytest.mark.slow
def test_a_question_that_cannot_be_run_is_told(curate, tmp_path, question, told):
    outcome = curate([question, HEALTHY], "--to", tmp_path / "out.json")
    assert told in outcome.output
    assert "2 questions, 1 healthy" in outcome.output
    kept = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["questions"][0]
    assert {key: value for key, value in kept.items() if key != "curation"} == question


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"questions": 1}', "\xff"])
def test_a_file_that_is_no_set_is_refused_in_a_line(tmp_path, moved_on, content):
    path = tmp_path / "set.json"
    path.write_text(content, encoding="latin-1")
    outcome = invoke("curate", path, "--kb", moved_on)
    assert outcome.exit_code == 2
    assert outcome.output.count("\n") == 1


def test_neither_the_set_nor_a_foreign_file_is_overwritten(curate, tmp_path):
    (tmp_path / "mine.json").write_text("{}", encoding="utf-8")
    for name in ("set.json", "mine.json"):
        outcome = curate([HEALTHY], "--to", tmp_path / name)
        assert outcome.exit_code == 2, name
    assert (tmp_path / "mine.json").read_text(encoding="utf-8") == "{}"


def test_a_set_of_rubq_becomes_qald_and_keeps_what_it_had(moved_on, tmp_path):
    item = {
        "uid": 5,
        "question_text": "Столица Франции?",
        "question_eng": "Capital of France?",
        "query": "SELECT ?answer WHERE { wd:Q142 wdt:P36 ?answer }",
        "answers": [{"type": "uri", "value": f"{ENTITY}Q90"}],
        "tags": ["1-hop"],
        "RuBQ_version": "2.0",
    }
    (tmp_path / "rubq.json").write_text(json.dumps([item]), encoding="utf-8")
    command = ["curate", tmp_path / "rubq.json", "--kb", moved_on, "--ask", "--to", tmp_path / "out.json"]
    invoke(*command, input="y\n")
    done = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["questions"][0]
    assert done["query"]["sparql"] == "SELECT ?answer WHERE { wd:Q142 wdt:P9036 ?answer }"
    assert [one["language"] for one in done["question"]] == ["ru", "en"]
    assert done["rubq"] == {"tags": ["1-hop"], "RuBQ_version": "2.0"}


def test_the_page_shows_queries_side_by_side_and_escapes_what_it_shows(curate, tmp_path):
    attack = "<script>alert(1)</script>"
    question = asked(1, f'SELECT ?x {{ wd:Q142 wdt:P36 ?x FILTER("{attack}" != "") }}', ["Q90"], f"{attack}?")
    curate([question], "--report", tmp_path / "report")
    page = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert attack not in page
    assert "<del>wdt:P36</del>" in page
    assert "<ins>wdt:P9036</ins>" in page
    again = curate([question], "--report", tmp_path / "report")
    assert again.exit_code == 0, "a report of our own is replaced"
    (tmp_path / "report" / "mine.txt").touch()
    assert curate([question], "--report", tmp_path / "report").exit_code == 2


def test_an_endpoint_is_asked_as_a_folder_is(world_endpoint, tmp_path):
    questions = [
        asked(1, "SELECT ?x { wd:Q142 wdt:P36 ?x }", ["Q90"]),
        asked(2, "ASK { wd:Q142 wdt:P36 wd:Q90 }", True),
        asked(3, "SELECT ?x { wd:Q90 wdt:P36 ?x }", ["Q142"]),
        asked(4, "SELECT ?x { wd:Q142 wdt:P36 ", ["Q90"]),
    ]
    path = tmp_path / "set.json"
    path.write_text(json.dumps({"questions": questions}), encoding="utf-8")
    outcome = invoke("curate", path, "--endpoint", world_endpoint)
    assert outcome.exit_code == 0, outcome.output
    assert "4 questions, 2 healthy" in outcome.output
    assert "P36 → ^P36" in outcome.output
    assert "unreadable: does not parse" in outcome.output


def test_an_endpoint_that_nobody_answers_at_is_said_in_a_line(nobody, tmp_path):
    path = tmp_path / "set.json"
    path.write_text(json.dumps({"questions": [HEALTHY]}), encoding="utf-8")
    outcome = invoke("curate", path, "--endpoint", nobody, "--retries", "0")
    assert outcome.exit_code == 2
    assert outcome.output.count("\n") == 1


# Rewriting

PIECES = st.sampled_from(
    [
        *"wd:Q1 wdt:P1 wdt:P12 ?x $y _:b a 42 1.5 ^ / * | + { } . ; , ( ) FILTER < > && = wd: : ' wd:Q1.".split(),
        *(
            f"<{ENTITY}Q1>",
            "PREFIX wd: <x>",
            '"wd:Q1"',
            "'wdt:P1 # <x>'@ru",
            '"""wd:Q1 "" \\" """',
            "'''wd:Q1'''",
        ),
        *('"a\\"wd:Q1"', '"', "\\", "# wd:Q1\n", " ", "\n", "\t", "Ж:б", "é", "\u0301", "\x00"),
    ]
)


@given(st.lists(PIECES, max_size=25).map("".join))
def test_the_tokens_of_any_text_are_the_text(text):
    assert joined(tokens(text)) == text
    assert replaced(text, {}) == text
    assert isinstance(expanded(text), str)
    list(turned(text))
    without_service(text, "x")


@given(st.text())
def test_the_tokens_of_whatever_someone_types_are_the_text(text):
    assert joined(tokens(text)) == text


TERMS = st.sampled_from(["wd:Q1", f"<{ENTITY}Q1>", "wd:Q2", '"wd:Q1"', "'''wdt:P1 <x> '''@ru", "?x", "?y"])
STEPS = st.sampled_from(
    ["wdt:P1", "^wdt:P1", "wdt:P1/wdt:P2", "wdt:P1*", "(wdt:P1|wdt:P2)+", "p:P1", "rdfs:label"]
)
TRIPLES = st.tuples(TERMS.filter(lambda term: '"' not in term and "'" not in term), STEPS, TERMS).map(
    " ".join
)


def patterns(query: str) -> list[str]:
    return sorted(str(one).replace(f"{ENTITY}Q7'", f"{ENTITY}Q1'") for one in read_query(query).patterns)


@settings(deadline=None, max_examples=25)
@given(st.lists(TRIPLES, min_size=1, max_size=4))
def test_a_replaced_iri_is_replaced_everywhere_but_in_strings(triples):
    query = f"SELECT * {{ {' . '.join(triples)} }} # wd:Q1"
    new = {f"{ENTITY}Q1": f"{ENTITY}Q7"}
    changed = replaced(query, new)
    assert [new.get(iri, iri) for iri in iris(query)] == list(iris(changed))
    assert patterns(changed) == patterns(query)
    assert f"{ENTITY}Q1" not in iris(changed)
    assert [token for token in tokens(query) if token.kind in {"string", "comment"}] == [
        token for token in tokens(changed) if token.kind in {"string", "comment"}
    ]


def test_wikidatas_label_service_is_left_out_and_no_other():
    service = 'SERVICE wikibase:label { bd:serviceParam wikibase:language "}ru" . { } }'
    assert without_service(f"SELECT ?x {{ ?x ?y ?z {service} }}", "http://wikiba.se/ontology#label") == (
        "SELECT ?x { ?x ?y ?z  }"
    )
    other = "SELECT ?x { SERVICE <http://a/> { ?x ?y ?z } }"
    assert without_service(other, "http://wikiba.se/ontology#label") == other


def test_what_is_missing_is_told_with_the_extra_that_brings_it(monkeypatch, tmp_path):
    monkeypatch.setattr("simba.evaluation.intervals.find_spec", lambda _: None)
    outcome = invoke("curate", tmp_path / "any.json")
    assert outcome.stderr.endswith("install it in the checkout: pip install '.[curate]'\n")


def test_a_query_without_end_is_given_up_and_the_next_is_run(curate):
    endless = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n1 ?o . ?p ?q ?r }"
    outcome = curate([asked(1, endless, [1]), HEALTHY], "--time-limit", "1")
    assert "failed: takes more than 1 s" in outcome.output
    assert "2 questions, 1 healthy" in outcome.output
