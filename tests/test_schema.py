"""The JSON Schemas that editors read: up to date, and every file that comes with SimBa is valid by them."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema_rs
import pytest
import yaml

from simba.common.resources import data_path
from simba.grammar.files import files_of
from simba.workbench.schema import schemas

RULES = data_path("rules")
REPOSITORY = Path(__file__).parent.parent


@pytest.mark.parametrize("name", sorted(schemas()))
def test_the_published_schema_is_that_of_the_code(name: str) -> None:
    assert (RULES / "schema" / name).read_text(encoding="utf-8") == schemas()[name], "run: simba rules schema"


@pytest.mark.parametrize(
    "path", sorted({*files_of([RULES]), *RULES.glob("*.yaml")}), ids=lambda path: path.stem
)
def test_every_file_is_valid(path: Path) -> None:
    kind = "properties" if path.parent.name == "properties" else path.stem
    validator = jsonschema_rs.validator_for(json.loads(schemas()[f"{kind}.json"]))
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert [error.message for error in validator.iter_errors(content)] == []


@pytest.mark.parametrize(
    "change",
    [{"nam": "x"}, {"answer": ["town"]}, {"property": "Q1"}, {"patterns": None}, {"subject": ["P1"]}, {"examples": []}],
)  # fmt: skip
def test_what_the_reader_refuses_the_schema_refuses(change: dict[str, object]) -> None:
    rule = {"property": "P1", "name": "x", "patterns": ["x"], "examples": ["x"]}
    validator = jsonschema_rs.validator_for(json.loads(schemas()["properties.json"]))
    assert validator.is_valid([rule])
    assert not validator.is_valid([{**rule, **change}])


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("words", {"picking": []}),
        ("weights", {"linking": {"exact": {"value": "much", "meaning": "x"}}}),
        ("weights", {"linking": {"exact": {"value": 1}}}),
        ("areas", {"film": 1}),
        ("confidence", {"threshold": 2}),
    ],
)
def test_the_other_files_have_schemas_that_refuse_too(name: str, wrong: dict[str, object]) -> None:
    validator = jsonschema_rs.validator_for(json.loads(schemas()[f"{name}.json"]))
    right = yaml.safe_load((RULES / f"{name}.yaml").read_text(encoding="utf-8"))
    assert validator.is_valid(right)
    assert not validator.is_valid({**right, **wrong})


def test_editors_find_the_schemas() -> None:
    for settings in (".vscode/settings.json", ".idea/jsonSchemas.xml"):
        text = (REPOSITORY / settings).read_text(encoding="utf-8")
        assert all(f"rules/schema/{name}" in text for name in schemas())
