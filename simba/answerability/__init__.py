"""Benchmarks of answerability: does a system know that it cannot know?

As GrailQAbility does (Patidar et al., ACL 2023), `ablate` drops classes, relations, entities and facts out of a
knowledge base until a share of a set's questions has become unanswerable. In the order in which they are needed:
`fact_triples` (facts and their triples), `routes` and `answer_paths` (how an answer comes about), `reduced` (the
knowledge base and what goes with an element), `ablated`, `construction`, `figures` and `formats`,
`ablating`. Scoring a system on one: `benchmark_labels`, `said`, `knowing`, `confidence_thresholds`.

from simba.answerability import ablate
print(ablate("RuBQ_2.0_dev.json", "kb/", "benchmark/", seed=1))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simba.answerability.ablating import Ablation, ablate

__all__ = ["Ablation", "ablate"]


def __getattr__(name: str) -> Any:
    """Import the public names when they are first used: the command line lists `ablate` without loading it."""
    if name not in __all__:
        raise AttributeError(f"module 'simba.answerability' has no attribute {name!r}")
    from simba.answerability import ablating

    return getattr(ablating, name)
