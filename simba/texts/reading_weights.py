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
from simba.texts.spans import SpanKind

_Weight = Annotated[float, Field(allow_inf_nan=False)]


class ReadingWeightsText(BaseModel):
    """Файл весов чтения."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    absent: Annotated[float, Field(allow_inf_nan=False, title="за то, что ответа в тексте нет")]
    threshold: Annotated[float, Field(ge=0, le=1, title="наименьшая уверенность")]
    signs: Annotated[Mapping[str, _Weight], Field(title="веса знаков")]
    answers: Annotated[
        Mapping[str, Mapping[SpanKind, _Weight]],
        Field(title="чем бывает ответ", description="вид того, о чём спрашивают: вид отрывка и его вес"),
    ]


READING_SIGNS_FILE = TypeAdapter(ReadingWeightsText)


@dataclass(frozen=True, slots=True)
class ReadingWeights:
    """The weights of the signs, of no answer at all, and below which confidence nothing is read."""

    weights: Clues
    absent: float
    threshold: float
    answers: Mapping[str, Mapping[SpanKind, float]]
    """By what is asked for, the kinds of spans that may answer, and what that weighs."""

    @classmethod
    def load(cls, folders: Sequence[Path]) -> ReadingWeights:
        """From the last of these folders that has the file, else SimBa's own; raises `RuleError`."""
        path = last_file(folders, READING_SIGNS)
        read = read_yaml(path, READING_SIGNS_FILE)
        wrong = read.signs.keys() ^ set(Clues._fields)
        if wrong:
            raise RuleError(Problem(path, f"знак не найден или лишний: {', '.join(sorted(wrong))}"))
        return cls(Clues(**read.signs), read.absent, read.threshold, read.answers)

    def of(self, asked: str, kind: SpanKind, clues: Clues) -> float:
        """How good a span of a kind with these signs is where something is asked for."""
        return self.answers[asked][kind] + sum(
            weight * clue for weight, clue in zip(self.weights, clues, strict=True)
        )
