"""``simba rules new``: a first rule for a property, printed, to be made better by hand."""

from __future__ import annotations

import json
from pathlib import Path

import click

from simba.common.vocabulary import is_property_id
from simba.errors import SimbaError
from simba.workbench.console import kb_option

TEMPLATE = Path(__file__).parent / "template.yaml"


@click.command("new")
@click.argument("prop", metavar="СВОЙСТВО")
@click.argument("name", metavar="[НАЗВАНИЕ]", required=False)
@kb_option
def new_command(prop: str, name: str | None, kb: Path | None) -> None:
    """Напечатать заготовку правила: simba rules new P1419 форма >> мои/properties/форма.yaml.

    Без НАЗВАНИЯ оно берётся из базы знаний, если она знает имена свойств.
    """
    prop = prop.upper()
    if not is_property_id(prop):
        raise SimbaError(f"{prop} — не свойство; оно пишется как P1303")
    name = " ".join((name or _label(prop, kb) or "").split())
    if not name:
        raise SimbaError(
            f"база знаний не знает, как называется {prop}; напишите: simba rules new {prop} НАЗВАНИЕ"
        )
    phrase = "".join(char for char in name.lower() if char.isalpha() or char in " -")
    text = TEMPLATE.read_text(encoding="utf-8")
    quoted = json.dumps(name, ensure_ascii=False)  # a string of JSON is one of YAML
    example = json.dumps(f"Какой {phrase} у …?", ensure_ascii=False)
    click.echo(
        text.format(property=prop, name=quoted, phrase=phrase.replace("'", ""), example=example), nl=False
    )


def _label(prop: str, kb: Path | None) -> str | None:
    from simba.system import Simba

    return Simba(kb).store.label(prop)
