"""Where the facts are from: the name and the date of the knowledge base, as readers may know them."""

from __future__ import annotations

from datetime import datetime

from simba.errors import SimbaError
from simba.russian.text import clean
from simba.system import Simba

LIVE = "wikidata.org"


def provenance(simba: Simba) -> str:
    """The knowledge base in words; an endpoint's address is for the log alone."""
    if simba.endpoint is not None:
        return "Викиданные, сегодняшние" if LIVE in simba.endpoint else "SPARQL-сервер"
    try:
        dated, built = _day(simba.kb.store.dated), _day(simba.kb.manifest.built)
    except SimbaError:
        dated = built = ""
    told = ["встроенный образец" if simba.folder is None else f"«{clean(simba.folder.resolve().name)}»"]
    told += [f"сведения на {dated}"] if dated else []
    told += [f"собрана {built}"] if built and simba.folder else []
    return ", ".join(told)


def _day(text: str | None) -> str:
    try:
        return datetime.fromisoformat(text).strftime("%d.%m.%Y") if text else ""
    except ValueError:
        return ""
