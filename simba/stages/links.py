"""Candidates: the entities that a mention may mean, and what adds up to the score of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from simba.kb.indexed import IndexedName
from simba.stages.mentions import Mention
from simba.stages.parse import Token

Route = Literal["exact", "lemma", "bag", "edition", "surname", "free", "typo"]
"""How a mention found an entity's name, in the order of the paper's section 5."""
ROUTES: tuple[Route, ...] = get_args(Route)


class LinkScore(NamedTuple):
    """What adds up to a candidate's score; ``rules/weights.yaml`` says what each means."""

    route: float
    short_name: float
    source: float
    popularity: float
    capitals: float
    inside: float
    part_of_speech: float
    described: float
    class_noun: float
    companions: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entity that a mention may mean, and why it is ranked where it is."""

    mention: Mention
    entity: IndexedName
    route: Route
    score: float
    addends: LinkScore
    class_noun: Token | None
    """The noun before or after the name that says what the entity is; of an edition, its year, wherever that stands."""
    companions: frozenset[int] = frozenset()
    """Words (numbers in `Parse.words`) of other names in the question that a statement joins it to."""
    company: frozenset[str] = frozenset()
    """The entities that these name."""
    overshadowed: bool = False
    """Whether a namesake of the same class is likelier: then this one is taken only if a reader chooses it."""


@dataclass(frozen=True, slots=True)
class Links:
    """The entities that mentions may mean, best first, and the classes that the asked noun names ("какая **река**")."""

    candidates: tuple[Candidate, ...] = ()
    asked: frozenset[str] = frozenset()


NOTHING_LINKED = Links()
