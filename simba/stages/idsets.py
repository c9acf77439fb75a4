"""Sets of Wikidata's classes and properties that the stages treat alike (``rules/sets.yaml``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from simba.common.resources import last_file
from simba.errors import Problem, RuleError
from simba.grammar.files import SETS, ClassId, PropertyId
from simba.grammar.yamlfile import read_yaml


class _Set(BaseModel):
    """A set of classes or of properties, and what it is for."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    meaning: Annotated[str, Field(min_length=1)]
    ids: Annotated[frozenset[ClassId | PropertyId], Field(min_length=1)]


class _Paths(BaseModel):
    """A path for each of some properties, and what it is for."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    meaning: Annotated[str, Field(min_length=1)]
    paths: Annotated[dict[PropertyId, str], Field(min_length=1)]


SETS_FILE: TypeAdapter[dict[str, _Set | _Paths]] = TypeAdapter(dict[str, _Set | _Paths])


@dataclass(frozen=True, slots=True)
class Sets:
    """All of them; what each is for, says the file."""

    places: frozenset[str]
    countries: frozenset[str]
    continents: frozenset[str]
    settlements: frozenset[str]
    professions: frozenset[str]
    positions: frozenset[str]
    shared: frozenset[str]
    of_kind: frozenset[str]
    everywhere: frozenset[str]
    locations: frozenset[str]
    placing: frozenset[str]
    touching: frozenset[str]
    place_valued: frozenset[str]
    spots: frozenset[str]
    towns: frozenset[str]
    occasions: frozenset[str]
    former: frozenset[str]
    terms: frozenset[str]
    in_turn: frozenset[str]
    turning: frozenset[str]
    lasting: frozenset[str]
    numbered: frozenset[str]
    mutual: frozenset[str]
    own_names: frozenset[str]
    played: frozenset[str]
    best_known: frozenset[str]
    some_of_many: frozenset[str]
    makers: frozenset[str]
    doers: frozenset[str]
    done: frozenset[str]
    starts: Mapping[str, str]
    made: Mapping[str, str]
    dated: Mapping[str, str]
    wider: Mapping[str, str]
    through: Mapping[str, str]

    @classmethod
    def load(cls, folders: Sequence[Path]) -> Sets:
        """Those of the last folder that has them, else SimBa's own; raises `RuleError`."""
        path = last_file(folders, SETS)
        read = read_yaml(path, SETS_FILE)
        values = {name: one.ids if isinstance(one, _Set) else one.paths for name, one in read.items()}
        known = {one.name for one in fields(cls)}
        if further := read.keys() - known:
            raise RuleError(Problem(path, f"лишнее множество: {min(further)}"))
        if missing := known - read.keys():
            raise RuleError(Problem(path, f"нет множества {min(missing)}"))
        return cls(**values)  # type: ignore[arg-type]
