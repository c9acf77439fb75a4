"""SimBa: rule-based question answering over Wikidata for Russian (RuBQ 2.0, ESWC 2021)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simba.version import __version__

if TYPE_CHECKING:
    from simba.answer import Answer, Value
    from simba.context import Context
    from simba.errors import SimbaError
    from simba.judging import Judgement
    from simba.system import Simba

__all__ = ["Answer", "Context", "Judgement", "Simba", "SimbaError", "Value", "__version__"]

_HOME = {
    "Simba": "simba.system",
    "Answer": "simba.answer",
    "Context": "simba.context",
    "Judgement": "simba.judging",
    "Value": "simba.answer",
    "SimbaError": "simba.errors",
}


def __getattr__(name: str) -> Any:
    """Import the public names when they are first used, so that importing the package costs nothing."""
    if name not in _HOME:
        raise AttributeError(f"module 'simba' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOME[name]), name)
