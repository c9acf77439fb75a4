"""Scoring question answering over Wikidata on RuBQ and QALD.

from simba.evaluation import evaluate
print(evaluate("RuBQ_2.0_test.json", my_system))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simba.evaluation.given import evaluate_answers
    from simba.evaluation.gold import Dataset, Question, read_gold
    from simba.evaluation.results import Evaluation
    from simba.evaluation.runner import evaluate
    from simba.evaluation.scoring import Score, score

__all__ = ["Dataset", "Evaluation", "Question", "Score", "evaluate", "evaluate_answers", "read_gold", "score"]

_HOME = {
    "Dataset": "simba.evaluation.gold",
    "Question": "simba.evaluation.gold",
    "read_gold": "simba.evaluation.gold",
    "Evaluation": "simba.evaluation.results",
    "evaluate": "simba.evaluation.runner",
    "evaluate_answers": "simba.evaluation.given",
    "Score": "simba.evaluation.scoring",
    "score": "simba.evaluation.scoring",
}


def __getattr__(name: str) -> Any:
    """Import the public names when they are first used: the command line lists `eval` without loading it."""
    if name not in _HOME:
        raise AttributeError(f"module 'simba.evaluation' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOME[name]), name)
