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
        built = datetime.fromisoformat(simba.kb.manifest.built).strftime("%d.%m.%Y")
    except (SimbaError, ValueError):
        built = ""
    name = f"«{clean(simba.folder.resolve().name)}»" if simba.folder else "встроенный образец"
    return f"{name}, собрана {built}" if built and simba.folder else name
