"""What the signs of a span weigh: ``rules/reading_signs.yaml``, fitted by ``benchmarks/reading.py``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from simba.common.resources import last_file
from simba.errors import Problem, RuleError
from simba.grammar.files import READING_SIGNS
from simba.grammar.yamlfile import read_yaml
from simba.texts.clues import Clues


class ReadingWeightsText(BaseModel):
    """Файл весов чтения."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    absent: Annotated[float, Field(allow_inf_nan=False, title="за то, что ответа в тексте нет")]
    threshold: Annotated[float, Field(ge=0, le=1, title="наименьшая уверенность")]
    signs: Annotated[Mapping[str, Annotated[float, Field(allow_inf_nan=False)]], Field(title="веса знаков")]


READING_SIGNS_FILE = TypeAdapter(ReadingWeightsText)


@dataclass(frozen=True, slots=True)
class ReadingWeights:
    """The weights of the signs, of no answer at all, and below which confidence nothing is read."""

    weights: Clues
    absent: float
    threshold: float

    @classmethod
    def load(cls, folders: Sequence[Path]) -> ReadingWeights:
        """From the last of these folders that has the file, else SimBa's own; raises `RuleError`."""
        path = last_file(folders, READING_SIGNS)
        read = read_yaml(path, READING_SIGNS_FILE)
        wrong = read.signs.keys() ^ set(Clues._fields)
        if wrong:
            raise RuleError(Problem(path, f"знак не найден или лишний: {', '.join(sorted(wrong))}"))
        return cls(Clues(**read.signs), read.absent, read.threshold)

    def of(self, clues: Clues) -> float:
        """How good a span with these signs is."""
        return sum(weight * clue for weight, clue in zip(self.weights, clues, strict=True))
