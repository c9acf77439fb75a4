"""``simba rules schema``: JSON Schemas of the files of rules, with which an editor completes and explains them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from pydantic import TypeAdapter

from simba.common.resources import data_path
from simba.grammar.files import FRAGMENT_TEXTS, RULES
from simba.stages.interrogative import DICTIONARY

FOLDER = "schema"
"""Where in a folder of rules the schemas stand."""


@click.command("schema")
@click.option(
    "--to",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where to write them; else rules/schema of the checkout.",
)
def schema_command(folder: Path | None) -> None:
    """Write the JSON Schemas of properties/*.yaml, fragments.yaml and interrogatives.yaml."""
    folder = folder or data_path("rules") / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in schemas().items():
        (folder / name).write_text(text, encoding="utf-8")
        click.echo(folder / name)


def schemas() -> dict[str, str]:
    """The text of each schema, by the name of its file."""
    kinds: list[tuple[str, str, TypeAdapter[Any]]] = [
        ("properties", "Правила о свойствах Викиданных", RULES),
        ("fragments", "Фрагменты: именованные части образцов", FRAGMENT_TEXTS),
        ("interrogatives", "Вопросительные слова", DICTIONARY),
    ]
    return {f"{name}.json": _text(title, adapter) for name, title, adapter in kinds}


def _text(title: str, adapter: TypeAdapter[Any]) -> str:
    schema = adapter.json_schema()
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": title}
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"
