"""Values as Wikidata has them, from its JSON dump and from its full RDF: `tests/values` says the same in both."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from servers import MISSING, is_installed, server

from simba import Simba
from simba.building.build import build
from simba.building.records import Statements
from simba.building.wikibase_statements import nodes_of
from simba.cli.commands import main
from simba.common.vocabulary import PREFIXES
from simba.endpoint import EndpointStore
from simba.kb.folder import STORE, KnowledgeBase
from simba.kb.fullvalues import Known
from simba.query import Entity, Hop, Qualifier, Statement, path

JSON, FULL = (Path(__file__).parent / "values" / name for name in ("dump.json", "full.ttl"))
VALUE = "http://www.wikidata.org/value/"
ASKED = {
    "Какая высота Белозора?": "29 031,7 фута",
    "Какое население Нововежска?": "1200",
    "Когда родился Боян Заречный?": "XVIII век",
    "В каком году родился Боян Заречный?": "XVIII век",
    "Когда умер Боян Заречный?": "май 1812 года",
    "В каком году умер Боян Заречный?": "1812 год",
    "Где умер Боян Заречный?": None,
    "Когда основан Старовежск?": "1840-е годы",
    "В каком году основан Старовежск?": "1840-е годы",
    "Когда основан Древлесвет?": "I век до н. э.",
    "Когда основано Позднегорье?": "44 год до н. э.",
    "Когда основан Нововежск?": "15 марта 44 года до н. э.",
    "Когда родился Тихон Верховский?": "5 сентября 1745 года по юлианскому календарю",
    "Где умер Тихон Верховский?": "Нововежск",
    "Когда Тихон Верховский стал посадником Нововежска?": "март 1790 года",
    "Кто дети Тихона Верховского?": "Любава Верховская",
    "Когда родилась Любавушка?": "1 января 1901 года",
    "Сколько лет прожил Боян Заречный?": None,
    "Сколько лет прожил Тихон Верховский?": "54 года",
}
"""Among them: an unknown value, the best rank, a qualifier, a claim that points to a merged item, its old name,
and an age that cannot be told of somebody born in some century."""


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Knowledge bases from each source, and from the full RDF in N-Triples."""
    folder = tmp_path_factory.mktemp("values")
    triples = ox.parse(path=FULL, format=ox.RdfFormat.TURTLE)
    (folder / "full.nt").write_bytes(ox.serialize(triples, format=ox.RdfFormat.N_TRIPLES) or b"")
    made: dict[str, tuple[Path, Statements]] = {
        "json": (JSON, "needed"),
        "all": (JSON, "all"),
        "none": (JSON, "none"),
        "turtle": (FULL, "needed"),
        "n-triples": (folder / "full.nt", "all"),
        "truthy": (folder / "full.nt", "none"),
    }
    for name, (source, statements) in made.items():
        build([source], folder / name, statements=statements)
    return {name: folder / name for name in made}


def answers(folder: Path) -> dict[str, str | None]:
    simba = Simba(folder)
    found = {question: simba.answer(question) for question in ASKED}
    return {
        question: ", ".join(value.label or value.value for value in one.values).replace("\xa0", " ") or None
        for question, one in found.items()
    }


@pytest.mark.parametrize("source", ["json", "all", "turtle", "n-triples"])
@pytest.mark.slow
def test_units_precision_calendar_rank_and_qualifiers_are_told(source: str, folders: dict[str, Path]) -> None:
    assert answers(folders[source]) == ASKED


def test_the_command_line_builds_and_tells_them(tmp_path: Path) -> None:
    run = CliRunner()
    built = run.invoke(main, ["build", str(JSON), "--to", str(tmp_path / "kb"), "--lang", "ru"])
    assert built.exit_code == 0, built.output
    asked = run.invoke(
        main, ["ask", "Когда родился Тихон Верховский?", "--kb", str(tmp_path / "kb"), "--json"]
    )
    (value,) = json.loads(asked.stdout)["answers"]
    assert value == {
        "type": "literal",
        "value": "1745-09-16T00:00:00Z",
        "datatype": "http://www.w3.org/2001/XMLSchema#dateTime",
        "label": "5 сентября 1745 года по юлианскому календарю",
        "precision": "day",
        "calendar": "julian",
    }
    assert KnowledgeBase(tmp_path / "kb").store.label("P20") == "место смерти"


def facts(folder: Path) -> set[str]:
    """What the store says, without the names of full values' and unknown values' nodes."""
    store = ox.Store.read_only(str(folder / STORE))

    def told(node: object) -> str:
        if isinstance(node, ox.BlankNode):
            return "somebody"
        if isinstance(node, ox.NamedNode) and node.value.startswith(VALUE):
            return " ".join(sorted(f"{quad.predicate} {quad.object}" for quad in about(node)))
        return str(node)

    def about(node: ox.NamedNode) -> list[ox.Quad]:
        return list(store.quads_for_pattern(node, None, None))

    return {
        f"{told(quad.subject)} {quad.predicate} {told(quad.object)}"
        for quad in store
        if quad.subject.value.startswith("http://www.wikidata.org/entity/")
    }


def test_the_json_dump_and_full_rdf_make_the_same_facts(folders: dict[str, Path]) -> None:
    expected = facts(folders["n-triples"])
    assert sum("/prop/statement/value/" in fact for fact in expected) == 11
    assert facts(folders["all"]) == expected == facts(folders["turtle"])
    assert facts(folders["none"]) == facts(folders["truthy"])
    assert facts(folders["none"]) < facts(folders["json"]) < expected


def test_an_update_keeps_the_statements_that_the_build_kept(folders: dict[str, Path], tmp_path: Path) -> None:
    kb = Path(shutil.copytree(folders["none"], tmp_path / "kb"))
    came = tmp_path / "came.json"
    came.write_text(next(line for line in JSON.open(encoding="utf-8") if "29031.7" in line), encoding="utf-8")
    run = CliRunner()

    def updated(*options: str) -> Result:
        return run.invoke(main, ["build", "--update", str(came), "--to", str(kb), *options])

    refused = updated("--statements", "all")
    assert refused.exit_code == 2
    assert "was built with --statements none, and cannot be updated with all" in refused.output
    assert updated("--statements", "none").exit_code == updated().exit_code == 0
    assert not any("/prop/statement/" in fact for fact in facts(kb))
    assert "none (--statements)" in run.invoke(main, ["info", str(kb)]).output
    replace(KnowledgeBase(kb).manifest, statements="").write(kb)  # as an earlier version has it
    assert "not told" in run.invoke(main, ["info", str(kb)]).output
    assert updated("--statements", "all").exit_code == 0
    assert any("/prop/statement/" in fact for fact in facts(kb))


def test_what_is_not_needed_is_left_out(folders: dict[str, Path]) -> None:
    said = "\n".join(facts(folders["json"]))
    assert "DeprecatedRank" not in said
    assert "Q7001-A-1" not in said  # an instance of something, by a statement without qualifiers
    assert {f"Q7003-A-{number}" for number in (3, 4, 6)} <= set(
        said.replace(">", " ").replace("/", " ").split()
    )
    kept = {name: len(ox.Store.read_only(str(folder / STORE))) for name, folder in folders.items()}
    assert kept["none"] < kept["json"] < kept["all"]
    store = ox.Store.read_only(str(folders["turtle"] / STORE))
    subjects = {quad.subject.value for quad in store}
    assert {KnowledgeBase(folders[one]).store.dated for one in ("turtle", "truthy")} == {"2026-01-02"}
    assert not any("/reference/" in one or "wikipedia" in one for one in subjects)


@pytest.mark.parametrize("source", ["json", "turtle"])
def test_merged_items_are_what_they_are_now(source: str, folders: dict[str, Path]) -> None:
    base = KnowledgeBase(folders[source])
    (named,) = base.index.find("lemma", "любавушка")
    assert (named.id, named.kind, named.classes) == ("Q7020", "alias", ("Q5",))
    assert (base.store.label("Q7020"), base.store.label("Q7099")) == ("Любава Верховская", None)
    (child,) = base.store.values(Hop(Entity("Q7003"), path("P40"))).values
    assert child.value.endswith("/Q7020")


def test_redirects_are_followed_to_their_end_and_not_in_circles(tmp_path: Path) -> None:
    names = {1: "Первый", 2: "Второй", 3: "Третий", 4: "Четвёртый", 5: "Пятый"}
    lines = [
        f'{{"id":"Q{number}","labels":{{"ru":{{"language":"ru","value":"{name}"}}}}}}'
        for number, name in names.items()
    ]
    lines += [f'{{"entity":"Q{old}","redirect":"Q{new}"}}' for old, new in ((1, 2), (2, 3), (4, 5), (5, 4))]
    lines.append('{"entity":"Q6","redirect":"../../Q3"}')
    (tmp_path / "dump.json").write_text("\n".join(lines), encoding="utf-8")
    (summary,) = build([tmp_path / "dump.json"], tmp_path / "kb").reading
    assert summary["bad"] == 1
    index = KnowledgeBase(tmp_path / "kb").index
    found = {
        number: index.find("lemma", name.lower().replace("ё", "е"))[0].id for number, name in names.items()
    }
    assert found == {1: "Q3", 2: "Q3", 3: "Q3", 4: "Q4", 5: "Q5"}


ODD = st.text(st.characters(codec="utf-8"), max_size=20) | st.sampled_from(
    ['a" .\n<x> <y> "', "\\", "> <", "\r\n"]
)


@settings(max_examples=50, deadline=None)
@given(text=ODD, name=ODD, unit=ODD)
def test_no_text_of_a_statement_becomes_another_triple(text: str, name: str, unit: str) -> None:
    snaks: dict[str, Any] = {
        "P1": {"type": "string", "value": text},
        "P2": {"type": "quantity", "value": {"amount": text, "unit": unit}},
        "P3": {"type": "wikibase-entityid", "value": {"id": f"Q{text}"}},
        "P4": {"type": "monolingualtext", "value": {"text": text, "language": name}},
    }
    said = [{"snaktype": "value", "datavalue": value} for value in snaks.values()]
    qualifiers = {prop: [snak] for prop, snak in zip(snaks, said, strict=True)}
    claims = [{"mainsnak": snak, "rank": "normal", "id": name, "qualifiers": qualifiers} for snak in said]
    lines = "".join(nodes_of("Q1", "P1", claims, "all"))
    triples = list(ox.parse(lines, format=ox.RdfFormat.N_TRIPLES))
    assert len(triples) == lines.count("\n")
    values = [triple.object for triple in triples if triple.predicate.value == f"{PREFIXES['ps']}P1"]
    assert ox.Literal(text) in values
    for triple in triples:
        assert triple.subject.value.startswith("http://www.wikidata.org/")
        assert triple.predicate.value.startswith((PREFIXES["p"], PREFIXES["wikibase"]))


@pytest.mark.parametrize("name", ["oxigraph", "virtuoso"])
@pytest.mark.slow
def test_servers_tell_full_values_as_the_store_does(
    name: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    if not is_installed(name):
        pytest.skip(MISSING[name])
    office = Statement("P39", Entity("Q7003"), Entity("Q7010"), take=Qualifier("P580"))
    forms = [
        Hop(Entity(one), path(two)) for one, two in (("Q7001", "P2044"), ("Q7003", "P569"), ("Q7006", "P571"))
    ]
    store = KnowledgeBase(folders["turtle"]).store
    with server(name, FULL, tmp_path) as url:
        far = EndpointStore(url)
        for form in (*forms, office):
            near = store.full_values(form)
            assert near.units or near.times
            assert far.full_values(form) == near
        assert far.full_values(office).times == {"1790-03-01T00:00:00Z": {Known("month")}}
