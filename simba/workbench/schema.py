"""``simba rules schema``: JSON Schemas of the files of rules, with which an editor completes and explains them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from pydantic import TypeAdapter

from simba.common.resources import data_path
from simba.dialogue.words import DIALOGUE_FILE
from simba.grammar.askingwords import DICTIONARY
from simba.grammar.files import AREA_TITLES, FRAGMENT_TEXTS, RULES
from simba.grammar.grids import CONSTRUCTIONS
from simba.stages.confidence import CONFIDENCE_FILE
from simba.stages.idsets import SETS_FILE
from simba.stages.lexicon import WEIGHTS_FILE, WORDS_FILE
from simba.stages.sisters import GROUPS_FILE
from simba.texts.reading_weights import READING_SIGNS_FILE
from simba.texts.reading_words import READING_FILE

KINDS: dict[str, tuple[str, TypeAdapter[Any]]] = {
    "properties": ("Правила о свойствах Викиданных", RULES),
    "grids": ("Конструкции, которые делают фразы из слов правил", CONSTRUCTIONS),
    "fragments": ("Фрагменты: именованные части образцов", FRAGMENT_TEXTS),
    "interrogatives": ("Вопросительные слова", DICTIONARY),
    "words": ("Слова, которые меняют смысл вопроса", WORDS_FILE),
    "weights": ("Веса, каждый с объяснением", WEIGHTS_FILE),
    "areas": ("Названия областей: файлов с правилами", AREA_TITLES),
    "groups": ("Группы свойств, которые пробуются вместе", GROUPS_FILE),
    "sets": ("Множества классов и свойств, которые этапы различают", SETS_FILE),
    "dialogue": ("Слова, которыми вопрос продолжает предыдущий", DIALOGUE_FILE),
    "confidence": ("Веса знаков верного ответа", CONFIDENCE_FILE),
    "reading": ("Что в тексте бывает ответом", READING_FILE),
    "reading_signs": ("Веса знаков ответа, прочитанного в тексте", READING_SIGNS_FILE),
}
"""Title and type of each kind of file."""


@click.command("schema")
@click.option(
    "--to",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="ПАПКА",
    help="Куда их записать; иначе в rules/schema.",
)
def schema_command(folder: Path | None) -> None:
    """Записать JSON-схемы файлов с правилами, по которым подсказывает редактор."""
    folder = folder or data_path("rules") / "schema"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in schemas().items():
        (folder / name).write_text(text, encoding="utf-8")
        click.echo(folder / name)


def schemas() -> dict[str, str]:
    """The text of each schema, by the name of its file."""
    found = {}
    for name, (title, adapter) in KINDS.items():
        draft = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
        schema = {**draft, **adapter.json_schema(), "title": title}
        found[f"{name}.json"] = json.dumps(schema, ensure_ascii=False, indent=2) + "\n"
    return found
