"""Groups of properties under which Wikidata records one and the same fact (``rules/groups.yaml``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from simba.common.resources import last_file
from simba.grammar.files import GROUPS, Direction
from simba.grammar.yamlfile import read_yaml

Member = Annotated[str, Field(pattern=r"^\^?P[1-9][0-9]{0,9}$")]


class Group(BaseModel):
    """Свойства, под которыми записывают один и тот же факт."""

    model_config = ConfigDict(extra="forbid", frozen=True, title="группа свойств")

    name: Annotated[str, Field(title="название", min_length=1)]
    meaning: Annotated[str, Field(title="смысл", min_length=1)]
    properties: Annotated[list[Member], Field(title="пробуются всегда", min_length=1)]
    of_class: Annotated[list[Member], Field(title="отвечают только значениями спрошенного класса")] = []


class Sister(NamedTuple):
    """Another property that may hold the fact; ``of_class``: only values of the class that is asked for answer."""

    property: str
    direction: Direction
    of_class: bool


GROUPS_FILE: TypeAdapter[list[Group]] = TypeAdapter(list[Group])


@dataclass(frozen=True, slots=True)
class Groups:
    """All groups, by the step that a rule may propose."""

    sisters: dict[tuple[str, Direction], tuple[Sister, ...]]
    places: dict[tuple[str, Direction], int]
    """Where a step stands in the first group that always tries it: the most telling of a group stand first."""
    usual: dict[tuple[str, Direction], frozenset[tuple[str, Direction]]]
    """Of a step that always needs its class to be asked for ("в какой стране"): those of its groups that do not."""

    @classmethod
    def load(cls, folders: Sequence[Path]) -> Groups:
        """Read ``groups.yaml`` of the last folder that has one, else SimBa's own; raises `RuleError`."""
        return cls.of(read_yaml(last_file(folders, GROUPS), GROUPS_FILE))

    @classmethod
    def of(cls, groups: list[Group]) -> Groups:
        """Index groups by their members; of a step in several groups, the sisters in the order of the groups."""
        found: dict[tuple[str, Direction], dict[tuple[str, Direction], bool]] = {}
        usual: dict[tuple[str, Direction], set[tuple[str, Direction]]] = {}
        places: dict[tuple[str, Direction], int] = {}
        for group in groups:
            for place, one in enumerate(group.properties):
                places.setdefault(_step(one), place)
        for group in groups:
            for step in set(map(_step, group.of_class)) - places.keys():
                usual.setdefault(step, set()).update(map(_step, group.properties))
            members = [(_step(one), False) for one in group.properties]
            members += [(_step(one), True) for one in group.of_class]
            for step, restricted in members:
                sisters = found.setdefault(step, {})
                for other, conditional in members:
                    if other != step:
                        only = restricted or conditional
                        sisters[other] = only and sisters.get(other, True)
        return cls(
            {
                step: tuple(Sister(*other, only) for other, only in some.items())
                for step, some in found.items()
            },
            places,
            {step: frozenset(some) for step, some in usual.items()},
        )

    def of_step(self, name: str, direction: Direction) -> tuple[Sister, ...]:
        """The other steps that may hold what this one does not."""
        return self.sisters.get((name, direction), ())


def _step(member: str) -> tuple[str, Direction]:
    return (member[1:], "reverse") if member.startswith("^") else (member, "forward")
