"""Lists are cut at one length, whatever store they come from, and whoever reads them is told so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from servers import MISSING, is_installed, server

from simba import Simba
from simba.building.build import build
from simba.display import answer_text
from simba.kb.facts import MAX_VALUES
from simba.web import create_app
from simba.web.configuration import Settings

WD, WDT = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
LANGUAGES = [f"<{WD}Q{number}>" for number in range(1000, 1000 + MAX_VALUES + 1)]
SPOKEN = {
    ("Q1", "Франция"): LANGUAGES[:-1],
    ("Q2", "Швейцария"): LANGUAGES,
    ("Q3", "Италия"): [*LANGUAGES[:-1], "_:unknown"],
    ("Q4", "Испания"): LANGUAGES[:2],
}
QUESTION = "На каких языках говорят {}?"


@pytest.fixture(scope="module")
def countries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("source") / "countries.nt"
    facts = [
        f'<{WD}{country}> <{LABEL}> "{name}"@ru .\n'
        + "".join(f"<{WD}{country}> <{WDT}P37> {one} .\n" for one in spoken)
        for (country, name), spoken in SPOKEN.items()
    ]
    path.write_text("".join(facts), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def embedded_store(countries: Path, rules: Path) -> Simba:
    build([countries], countries.parent / "kb")
    return Simba(countries.parent / "kb", rules=rules)


@pytest.fixture(
    scope="module", params=["embedded", "oxigraph", pytest.param("virtuoso", marks=pytest.mark.slow)]
)
def simba(
    request: pytest.FixtureRequest,
    embedded_store: Simba,
    countries: Path,
    rules: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Simba]:
    with ExitStack() as servers:
        if request.param == "embedded":
            yield embedded_store
            return
        if not is_installed(request.param):
            pytest.skip(MISSING[request.param])
        url = servers.enter_context(server(request.param, countries, tmp_path_factory.mktemp(request.param)))
        yield Simba(embedded_store.folder, rules=rules, endpoint=url)


@pytest.mark.parametrize(
    ("where", "number", "truncated"),
    [
        ("во Франции", MAX_VALUES, False),
        ("в Швейцарии", MAX_VALUES, True),
        ("в Испании", 2, False),
    ],
)
@pytest.mark.slow
def test_a_list_is_cut_and_says_so_exactly_where_there_is_more(
    simba: Simba, embedded_store: Simba, where: str, number: int, truncated: bool
) -> None:
    answer = simba.answer(QUESTION.format(where))
    assert (len(answer.values), answer.truncated) == (number, truncated)
    assert answer.as_dict()["truncated"] is truncated
    (tried,) = [query for query in answer.trace["queries"] if query["accepted"]]
    assert (tried["results"], tried["truncated"]) == (number, truncated)
    if not truncated:
        assert answer == embedded_store.answer(QUESTION.format(where))


def test_a_value_that_nobody_knows_is_one_more(simba: Simba) -> None:
    """Only all rows together tell whether there are more: the unknown one may be any of them."""
    assert simba.answer(QUESTION.format("в Италии")).truncated


def test_the_reader_is_told(embedded_store: Simba) -> None:
    embedded_store.load()
    client = create_app(embedded_store, Settings(rate="", batch_rate="")).test_client()
    told = "Список неполон: в нём первые 1000, в базе знаний их больше."
    for where, truncated in (("во Франции", False), ("в Швейцарии", True)):
        question = QUESTION.format(where)
        found = json.loads(client.get("/api/answer", query_string={"question": question}).data)
        page = client.get("/", query_string={"q": question})
        assert found["truncated"] is truncated
        assert (told in page.text) is truncated
        assert len(page.data) < 60_000
        assert (told in answer_text(embedded_store.answer(question))) is truncated
