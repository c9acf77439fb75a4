"""Whether a candidate answers the question: judgements, and the files, scores and predictions of TextGraphs-17."""

from __future__ import annotations

import csv
import json
import random
from html import unescape
from pathlib import Path
from typing import Any

import networkx as nx
import pyoxigraph as ox
import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from web_support import UNLIMITED

from simba import Simba
from simba.cli.commands import main
from simba.common.vocabulary import DIRECT, ENTITY
from simba.endpoint import EndpointStore
from simba.errors import SimbaError, SourceError
from simba.evaluation import read_gold
from simba.judging import Connection, KnownConnections, StoredConnections, witness
from simba.kb.facts import MAX_NEIGHBOURS
from simba.kb.store import Store
from simba.query import parse_expression
from simba.verification.baselines import BASELINES, linearised
from simba.verification.file_base import spelled
from simba.verification.making import SampleMaker
from simba.verification.shortest_paths import Surroundings
from simba.verification.task_file import FIELDS, NamedEntities, Sample, read_samples, write_samples
from simba.verification.task_graph import ASKED_ABOUT, CANDIDATE, INTERNAL, GraphNode, TaskGraph
from simba.verification.task_scores import PUBLISHED, TaskScores
from simba.web import create_app

CAPITAL, BORN = "столица Франции", "Где родился автор романа «Преступление и наказание»?"
NEIGHBOURS = "Какие страны граничат с Францией и Германией?"
ELDEST = "Как звали старшую дочь Николая II?"


def item(number: int, text: str, query: str | None, *answers: str, **more: Any) -> dict[str, Any]:
    values = [{"type": "uri", "value": f"{ENTITY}{one}"} for one in answers]
    return {"uid": number, "question_text": text, "query": query, "answers": values, "tags": [], **more}


QUESTIONS = [
    item(
        1,
        CAPITAL,
        "SELECT ?answer WHERE { wd:Q142 wdt:P36 ?answer }",
        "Q90",
        question_eng="What is the capital of France?",
    ),
    item(2, BORN, "SELECT ?answer WHERE { wd:Q165318 wdt:P50/wdt:P19 ?answer }", "Q649"),
    item(3, NEIGHBOURS, "SELECT ?answer WHERE { ?answer wdt:P47 wd:Q142, wd:Q183 }", "Q31", "Q32", "Q39"),
    item(4, "Кто съел последний пряник?", None),
]
RIGHT = {CAPITAL: {"Q90"}, BORN: {"Q649"}, NEIGHBOURS: {"Q31", "Q32", "Q39"}}


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("verification") / "questions.json"
    path.write_text(json.dumps(QUESTIONS), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def task(dataset: Path) -> Path:
    path = dataset.with_name("task.tsv")
    made = run("graphs", dataset, "--to", path)
    assert made.exit_code == 0, made.stderr
    assert "32 samples of 3 questions" in made.stderr
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, arguments)])


def fails(result: Result, *words: str) -> None:
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert all(word in result.stderr for word in words), result.stderr


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


# Judging


FORMS = {
    ("(hop Q142 P36)", "Q90"): "Q142 P36 Q90",
    ("(hop Q142 ^P36)", "Q90"): None,  # the direction is part of the question
    ("(hop Q90 ^P36)", "Q142"): "Q142 P36 Q90",
    ("(hop Q142 P47)", "Q90"): None,  # and so is the property
    ("(hop Q165318 P50/P19)", "Q649"): "Q165318 P50 Q991, Q991 P19 Q649",
    ("(and (hop Q142 P47) (hop Q183 P47))", "Q31"): "Q142 P47 Q31, Q183 P47 Q31",
    ("(and (hop Q142 P47) (hop Q183 P47))", "Q29"): None,  # Spain has one of the neighbours
    ("(without (hop Q142 P47) (hop Q183 P47))", "Q29"): "Q142 P47 Q29",
    ("(without (hop Q142 P47) (hop Q183 P47))", "Q31"): None,
    ("(and (class Q515) (hop Q142 P36))", "Q90"): "Q90 P31 Q515, Q142 P36 Q90",
    ("(and (class Q8502) (hop Q142 P36))", "Q90"): None,  # Paris is no mountain
    ("(hop (hop Q90 ^P36) P47)", "Q31"): "Q142 P36 Q90, Q142 P47 Q31",
    ("(hop (and (class Q6256) (hop Q90 ^P36)) P47)", "Q31"): "Q142 P31 Q6256, Q142 P36 Q90, Q142 P47 Q31",
    ("(count (hop Q142 P47))", "Q31"): None,  # a candidate is no number
}


@pytest.mark.parametrize(("form", "candidate"), FORMS)
def test_a_path_spells_what_a_form_asks(demo: Simba, form: str, candidate: str) -> None:
    found = witness(parse_expression(form), candidate, StoredConnections(demo.store))
    told = FORMS[form, candidate]
    assert (found and {" ".join(one) for one in found.path}) == (told and set(told.split(", ")))


def test_a_graph_leaves_open_what_only_facts_tell() -> None:
    known = KnownConnections([Connection("Q1", "P40", "Q2"), Connection("Q1", "P40", "Q3")])
    eldest = witness(parse_expression("(rank (hop Q1 P40) P569 asc 1 1)"), "Q2", known)
    assert eldest is not None
    assert eldest.open  # Q3 may be older
    of_class = witness(parse_expression("(and (class Q5) (hop Q1 P40))"), "Q2", known)
    assert of_class is not None
    assert (of_class.open, of_class.assumed) == (0, 1)


JUDGED = [
    (CAPITAL, "Q90", "yes", "Q142 P36 Q90"),
    (CAPITAL, "Q64", "no", ""),
    (BORN, "Q649", "yes", "Q165318 P50 Q991, Q991 P19 Q649"),
    ("Кого играл Шон Коннери в «Докторе Ноу»?", "Q2009573", "yes", "Q102754 P161 Q4573, Q4573 P453 Q2009573"),
    ("Какая гора вторая по высоте?", "Q513", "no", ""),
    ("Как дела?", "Q90", "unknown", ""),
    (CAPITAL, "Q99999999", "no", ""),  # which nobody has heard of
]


@pytest.mark.parametrize(("question", "candidate", "verdict", "path"), JUDGED)
def test_simba_judges_a_candidate(
    demo: Simba, question: str, candidate: str, verdict: str, path: str
) -> None:
    found = demo.judge(question, candidate)
    assert (found.verdict, ", ".join(" ".join(one) for one in found.path)) == (verdict, path)
    assert {
        one for connection in found.path for one in (connection.source, connection.target)
    } <= found.labels.keys()


def test_ask_says_unknown() -> None:
    """What else it says stands in docs/verify.md."""
    asked = CliRunner().invoke(main, ["ask", "Как дела?", "--candidate", "Q90", "--json"])
    assert asked.exit_code == 1
    data = json.loads(asked.stdout)
    assert (data["verdict"], data["path"], data["answer"]["status"]) == ("unknown", [], "abstained")


def test_a_candidate_is_an_identifier(demo: Simba) -> None:
    with pytest.raises(SimbaError, match="such as Q649"):
        demo.judge(CAPITAL, "Q1> ?x")


def test_where_simba_abstains_a_path_may_still_decide(demo: Simba) -> None:
    """A reading that is too little to answer from fits the one candidate and not the other."""
    question = "Какой город, по слухам, с недавних пор вовсе не столица Франции?"
    assert demo.answer(question).status == "abstained"
    assert {one: demo.judge(question, one).verdict for one in ("Q90", "Q64")} == {
        "Q90": "yes",
        "Q64": "unknown",
    }


def test_the_page_draws_the_path(demo: Simba, hostile_simba: Simba) -> None:
    pytest.importorskip("flask")
    client = create_app(demo, UNLIMITED).test_client()
    page = unescape(client.get("/", query_string={"q": BORN, "candidate": "Q649"}).get_data(as_text=True))
    section = page.partition('<section class="candidate yes"')[2].partition("</section>")[0]
    assert "Да: Москва (Q649) подходит." in section
    boxes = [name for name in ("автор", "место", "Достоевский", "Москва") if f">{name}</text>" in section]
    assert boxes == ["автор", "место", "Достоевский", "Москва"]
    assert "candidate=Q649" in page.partition('id="permalink"')[0].rpartition("href=")[2]
    plain = client.get("/", query_string={"q": BORN, "candidate": "<b>"}).get_data(as_text=True)
    assert 'class="candidate' not in plain
    hostile = create_app(hostile_simba, UNLIMITED).test_client()
    page = hostile.get("/", query_string={"q": "Где родился Злодеев?", "candidate": "Q103"}).get_data(
        as_text=True
    )
    assert 'class="candidate' in page
    assert "<script>document.title" not in page
    assert "<img src=x" not in page


# Files

NAMES = st.text(st.characters(exclude_categories=("C",)), min_size=1, max_size=8)
IDS = st.integers(1, 10**9).map("Q{}".format)


@st.composite
def samples(draw: st.DrawFn) -> Sample:
    ids = draw(st.lists(IDS, min_size=2, max_size=5, unique=True))
    kinds = [ASKED_ABOUT, CANDIDATE, *[INTERNAL] * (len(ids) - 2)]
    nodes = tuple(GraphNode(one, draw(NAMES), kind) for one, kind in zip(ids, kinds, strict=True))
    ends = st.sampled_from(ids)
    properties = {f"P{number}": draw(NAMES) for number in draw(st.sets(st.integers(1, 9), min_size=1))}
    edges = draw(
        st.lists(st.builds(Connection, ends, st.sampled_from(sorted(properties)), ends), unique=True)
    )
    used = {one.property: properties[one.property] for one in edges}
    return Sample(
        draw(st.uuids()).hex,
        draw(NAMES),
        NamedEntities((ids[0],), nodes[0].label),
        ids[1],
        nodes[1].label,
        TaskGraph(nodes, tuple(edges), used),
        NamedEntities((ids[-1],), nodes[-1].label),
        draw(st.booleans()),
    )


@given(st.lists(samples(), min_size=1, max_size=3, unique_by=lambda one: one.id))
@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])  # on a busy machine
def test_files_are_read_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, some: list[Sample]
) -> None:
    path = tmp_path_factory.getbasetemp() / "round.tsv"
    write_samples(path, some)
    assert list(read_samples(path)) == some


@given(samples())
@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])  # on a busy machine
def test_networkx_reads_the_graphs(sample: Sample) -> None:
    graph = nx.node_link_graph(json.loads(sample.graph.as_json()), edges="links")
    assert [(one["name_"], one["label"], one["type"]) for _, one in graph.nodes(data=True)] == [
        tuple(node) for node in sample.graph.nodes
    ]
    names = nx.get_node_attributes(graph, "name_")
    edges = {(names[one], data["name_"], names[other]) for one, other, data in graph.edges(data=True)}
    assert edges == set(sample.graph.edges)
    assert TaskGraph.of_text(repr(json.loads(sample.graph.as_json()))) == sample.graph  # as Python writes it


def test_what_is_no_task_file_is_told_in_a_line(task: Path, tmp_path: Path) -> None:
    header, first, *_ = task.read_text(encoding="utf-8").splitlines()
    wrong = tmp_path / "wrong.tsv"
    for text, words in {
        "": ["no column"],
        header: ["no samples"],
        f"{header}\n{first}\n{first}": [":3", "second sample"],
        f"{header}\n{first.replace('Q61', 'Q61>')}": [":2", "identifier"],
        f"{header}\n{first[: first.index('{')]}x": [":2", "graph"],
        f"{header}\n{first[: first.index('{')]}[1]": [":2", "graph"],
    }.items():
        wrong.write_text(text, encoding="utf-8")
        fails(run("predict", wrong), "wrong.tsv", *words)
    fails(run("predict", tmp_path / "none.tsv"), "no such file")
    fails(run("score", task, "--predictions", task), "no column 'prediction'")
    fails(run("predict", task, "--model", "text"), "--train")
    fails(run("predict", task, "--train", task), "learns from nothing")
    before = set(tmp_path.iterdir())
    fails(run("graphs", wrong, "--to", tmp_path / "new.tsv"), "wrong.tsv")
    assert set(tmp_path.iterdir()) == before


# Making


def test_a_file_holds_right_answers_and_hard_negatives(task: Path) -> None:
    found = rows(task)
    assert tuple(found[0]) == FIELDS
    assert [int(row["sample_id"]) for row in found] == list(range(len(found)))
    for question, right in RIGHT.items():
        mine = [row for row in found if row["question"] == question]
        assert {row["answerEntityId"] for row in mine if row["correct"] == "True"} == right
        assert sum(row["correct"] == "False" for row in mine) == 9
        assert all(set(row["groundTruthAnswerEntityId"].split(", ")) == right for row in mine)
    capitals = [row["answerEntity"] for row in found if row["question"] == CAPITAL]
    assert {"Берлин", "Рим", "Париж"} <= set(capitals)  # what is said of them is most alike
    assert {row["questionEntityId"] for row in found} == {"Q142", "Q165318", "Q142, Q183"}


def test_a_graph_is_all_shortest_paths_with_all_edges_among_them(task: Path, demo: Simba) -> None:
    sample = next(one for one in read_samples(task) if one.question == BORN and one.correct)
    assert {node.id for node in sample.graph.nodes} == {"Q165318", "Q991", "Q649"}
    assert Connection("Q165318", "P50", "Q991") in sample.graph.edges
    assert Connection("Q991", "P19", "Q649") in sample.graph.edges
    assert linearised(sample).split("; ")[1:] == [
        "Преступление и наказание, автор, Фёдор Михайлович Достоевский",
        "Фёдор Михайлович Достоевский, место рождения, [SEP] Москва [SEP]",
    ]


def test_an_endpoint_makes_the_same_samples(dataset: Path, task: Path, demo: Simba, endpoint: str) -> None:
    maker = SampleMaker(EndpointStore(endpoint), demo.rules.names)
    made = list(maker.samples(read_gold(dataset).questions[:2]))
    assert made == list(read_samples(task))[: len(made)] != []


def store_of(edges: list[tuple[int, int]]) -> Store:
    store = ox.Store()
    for one, other in edges:
        ends = (ox.NamedNode(f"{ENTITY}Q{number + 1}") for number in (one, other))
        store.add(ox.Quad(next(ends), ox.NamedNode(f"{DIRECT}P1"), next(ends)))
    return Store(store)


@pytest.mark.parametrize("seed", range(8))
def test_the_search_finds_all_shortest_paths(seed: int) -> None:
    drawn = random.Random(seed)
    edges = [(drawn.randrange(14), drawn.randrange(14)) for _ in range(18)]
    around, graph = Surroundings(store_of(edges)), nx.Graph(edges)
    for one in range(5):
        for other in range(5, 14):
            found = around.on_shortest_paths(f"Q{one + 1}", f"Q{other + 1}", 3)
            ways: list[list[int]] = []
            if one in graph and other in graph and nx.has_path(graph, one, other):
                ways = [way for way in nx.all_shortest_paths(graph, one, other) if len(way) <= 4]
            assert found == {f"Q{number + 1}" for way in ways for number in way}


def test_hubs_are_met_but_not_gone_through() -> None:
    hub, many = 1, MAX_NEIGHBOURS + 10
    followers = [(100 + number, hub) for number in range(many)]
    around = Surroundings(store_of([*followers, (100, 3), (101, 4)]))
    assert around.on_shortest_paths("Q101", "Q102") == {"Q101", "Q2", "Q102"}  # both follow it
    assert around.on_shortest_paths("Q4", "Q5", 4) == {"Q4", "Q101", "Q2", "Q102", "Q5"}
    assert around.on_shortest_paths("Q2", "Q4") == {"Q2", "Q101", "Q4"}  # from the other end
    assert around.on_shortest_paths("Q4", "Q5", 3) == set()
    around.among(["Q2", "Q101"])
    assert around.hubs == {"Q2"}
    assert len(around.of("Q2")) == 0


def test_names_are_found_in_other_forms() -> None:
    assert spelled("Где похоронен Кутузов?", "Михаил Илларионович Кутузов") == "Кутузов"
    assert spelled("Кто правил Римской империей?", "Римская империя") == "Римской империей"
    assert spelled("Где похоронен Кутузов?", "Франция") is None


# Predicting and scoring


def test_scores_by_hand(tmp_path: Path) -> None:
    truths = {"a": True, "b": True, "c": True, "d": False, "e": False, "f": False, "g": False}
    said = {"a": True, "b": True, "d": True, "e": False}
    assert TaskScores.of(truths, said).row == pytest.approx((2 / 3, 2 / 3, 2 / 3, 5 / 7))
    assert TaskScores.of(truths, {}).row == pytest.approx((0, 0, 0, 4 / 7))
    constant = TaskScores.of(truths, dict.fromkeys(truths, True))
    assert constant.row == pytest.approx((3 / 7, 1, 0.6, 3 / 7))
    for row in PUBLISHED.values():  # the paper's own F1 follows from its P and R
        assert row[2] == pytest.approx(2 * row[0] * row[1] / (row[0] + row[1]), abs=0.02)


def test_the_verifier_by_the_graphs_and_by_facts(task: Path, tmp_path: Path) -> None:
    by_graph, by_facts = tmp_path / "graph.tsv", tmp_path / "facts.tsv"
    assert run("predict", task, "--to", by_graph).exit_code == 0
    url_free = [row["sample_id"] for row in rows(by_graph) if row["prediction"] == "1"]
    assert url_free == [row["sample_id"] for row in rows(task) if row["correct"] == "True"]
    paths = {row["path"] for row in rows(by_graph) if row["prediction"] == "1"}
    assert "Франция, столица, Париж" in paths
    assert {row["verdict"] for row in rows(by_graph)} <= {"yes", "no", "unknown"}
    scored = run("score", task, "--predictions", by_graph)
    assert scored.stdout.splitlines()[1].split()[2:] == ["100.00"] * 4
    assert "85.90" in scored.stdout
    demo_kb = str(Simba().kb.folder)
    assert run("predict", task, "--kb", demo_kb, "--plain", "--to", by_facts).exit_code == 0
    assert list(rows(by_facts)[0]) == ["sample_id", "prediction"]
    assert [row["prediction"] for row in rows(by_facts)] == [row["prediction"] for row in rows(by_graph)]


def test_no_label_is_looked_at(task: Path, tmp_path: Path) -> None:
    """Without the columns that tell what is right, or a question's other rows, the predictions are the same."""
    columns = [name for name in FIELDS if name != "correct" and not name.startswith("groundTruth")]
    kept = [row for row in rows(task) if row["answerEntityId"] in {"Q649", "Q31", "Q64"}]
    blind = tmp_path / "blind.tsv"
    with blind.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, columns, delimiter="\t", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(kept)
    told = [row["prediction"] for row in rows_of(run("predict", blind, "--plain"))]
    assert told == [str(int(row["correct"] == "True")) for row in kept]
    assert {"0", "1"} == set(told)


def rows_of(result: Result) -> list[dict[str, str]]:
    assert result.exit_code == 0, result.stderr
    return list(csv.DictReader(result.stdout.splitlines(), delimiter="\t"))


def test_english_files_are_made_predicted_and_scored(dataset: Path, task: Path, tmp_path: Path) -> None:
    english = tmp_path / "english.tsv"
    assert run("graphs", dataset, "--to", english, "--language", "en").exit_code == 0
    assert {row["question"] for row in rows(english)} == {"What is the capital of France?"}
    said = run("predict", english)
    assert "reads Russian; 10 of 10" in said.stderr
    assert {row["verdict"] for row in rows_of(said)} == {"unknown"}
    learnt = run("predict", english, "--model", "text+graph", "--train", task, "--to", tmp_path / "p.tsv")
    assert learnt.exit_code == 0, learnt.stderr
    assert (
        json.loads(run("score", english, "--predictions", tmp_path / "p.tsv", "--json").stdout)["samples"]
        == 10
    )


@pytest.mark.parametrize("model", BASELINES)
def test_the_baselines_run(task: Path, model: str) -> None:
    learn = () if model == "constant" else ("--train", task)
    told = [row["prediction"] for row in rows_of(run("predict", task, "--model", model, *learn))]
    assert len(told) == len(rows(task))
    assert set(told) == ({"1"} if model == "constant" else {"0", "1"})


def test_nothing_to_learn_from_is_told(task: Path, tmp_path: Path) -> None:
    lines = task.read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "one.tsv").write_text("".join(lines[:2]), encoding="utf-8")
    fails(run("predict", task, "--model", "text", "--train", tmp_path / "one.tsv"), "learn")
    with pytest.raises(SourceError):
        list(read_samples(tmp_path))
