"""What composing knows beside the question: rules, constructions, classes, words and weights, what leads anywhere."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from simba.grammar.rules import RuleBase
from simba.kb.classes import Classes
from simba.stages.composing.question.constructions import Constructions
from simba.stages.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The same for all questions."""

    rules: RuleBase
    constructions: Constructions
    lexicon: Lexicon
    fillers: Collection[str]
    """Words that say nothing."""
    hierarchy: Classes
    classes_named: Callable[[str], frozenset[str]]
    """The classes of a name."""
    beginning: Callable[[str], tuple[tuple[str, tuple[str, ...]], ...]]
    """The entities whose names begin with a noun, each with its classes, the best known first."""
    leads: Callable[[str, str, bool], bool]
    """Whether a property of an entity, or the other way round to it, leads anywhere; unknown: yes."""
    leading: Callable[[str, Collection[tuple[str, bool]]], list[tuple[str, bool]]]
    """Which of many such steps from an entity lead anywhere."""
