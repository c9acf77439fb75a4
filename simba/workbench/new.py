"""``simba rules new``: a first rule for a property, printed, to be made better by hand."""

from __future__ import annotations

from pathlib import Path

import click

from simba.common.vocabulary import is_property_id
from simba.errors import SimbaError
from simba.russian.morphology import gender
from simba.workbench.console import kb_option

TEMPLATE = Path(__file__).parent / "template.yaml"
WHICH = {"femn": "Какая", "neut": "Какое"}
"""What asks with a noun of this gender, where "какой" does not."""


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
    words = "".join(char if char.isalpha() or char == "-" else " " for char in name.lower()).split()
    phrase = " ".join(words) or "…"
    sexes = (gender(word, "NOUN", "sing", "nomn") for word in words)
    which = WHICH.get(next(filter(None, sexes), ""), "Какой")
    text = TEMPLATE.read_text(encoding="utf-8")
    quoted = name.replace("'", "''")
    click.echo(text.format(property=prop, name=quoted, phrase=phrase, question=f"{which} {phrase}"), nl=False)


def _label(prop: str, kb: Path | None) -> str | None:
    from simba.system import Simba

    return Simba(kb).store.label(prop)
