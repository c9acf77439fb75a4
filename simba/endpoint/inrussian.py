"""What entities among a request's values are called in Russian, in the rows that tell of the values."""

from __future__ import annotations

from simba.common.vocabulary import DESCRIPTION, LABEL
from simba.endpoint.client import Row
from simba.endpoint.gatheredtexts import GatheredTexts
from simba.russian.text import shorten


def russian(variable: str, text: str, predicate: str = LABEL) -> str:
    """The part of a pattern that binds the Russian label of what a variable stands for, if there is one."""
    return f'OPTIONAL {{ {variable} <{predicate}> {text} FILTER(LANG({text}) = "ru") }}'


def russian_texts(variable: str) -> str:
    """The part of a pattern that binds ?label and ?description."""
    return f" {russian(variable, '?label')} {russian(variable, '?description', DESCRIPTION)}"


def read_russian(texts: GatheredTexts, row: Row, identifier: str | None, above: str | None = None) -> None:
    """Take the texts of an entity and the label of its class from a row."""
    for known, entity, name in (
        (texts.labels, identifier, "label"),
        (texts.labels, above, "above"),
        (texts.descriptions, identifier, "description"),
    ):
        if entity is not None and name in row:
            text = shorten(row[name]["value"])
            known[entity] = min(text, known.get(entity, text))
