"""Stage: how likely the answer that was found is to be right, and whether that is enough to give it.

"Tried in order until one returns something" is the paper's method; where the fact that is asked for is missing, some
other query always finds something. So the signs of an answer (`simba.stages.signs`) are weighed by a logistic
function, whose weights are data: ``rules/confidence.yaml``, fitted by ``simba eval --fit``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from simba.common.resources import last_file
from simba.errors import Problem, RuleError
from simba.grammar.files import CONFIDENCE
from simba.grammar.yamlfile import read_yaml
from simba.stages.attempts import Attempt, chosen
from simba.stages.interrogative import Interrogative
from simba.stages.links import Candidate, Links
from simba.stages.signs import Signs, Usual, signs_of

MAX_LOGIT = 50.0
"""Sums beyond this are as good as certain; their exponentials would overflow."""


class SignText(BaseModel):
    """Вес знака, как он называется по-русски и что значит."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(min_length=1)]
    weight: Annotated[float, Field(allow_inf_nan=False)]
    meaning: Annotated[str, Field(min_length=1)]


class ConfidenceText(BaseModel):
    """Файл весов уверенности."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    bias: Annotated[float, Field(allow_inf_nan=False)]
    threshold: Annotated[float, Field(ge=0, le=1)]
    signs: dict[str, SignText]


class SignWords(NamedTuple):
    """What people read of a sign."""

    name: str
    """In Russian."""
    meaning: str


CONFIDENCE_FILE = TypeAdapter(ConfidenceText)


@dataclass(frozen=True, slots=True)
class Trust:
    """How sure the answer is: its signs, what each adds to the logit of the confidence, and what is required."""

    confidence: float
    """The estimated probability, 0 to 1, that the answer is right."""
    required: float
    """Below this confidence SimBa abstains."""
    signs: Signs
    weighed: Confidence
    """By which weights."""

    @property
    def enough(self) -> bool:
        """Whether the answer is given."""
        return self.confidence >= self.required

    @property
    def addends(self) -> Signs:
        """What each sign adds to the logit."""
        return Signs(*(sign * weight for sign, weight in zip(self.signs, self.weighed.weights, strict=True)))


@dataclass(frozen=True, slots=True)
class Confidence:
    """The weights of the signs, and below which confidence SimBa abstains."""

    bias: float
    weights: Signs
    threshold: float
    told: Mapping[str, SignWords]
    """What each sign is called and means."""

    @classmethod
    def load(cls, folders: Sequence[Path]) -> Confidence:
        """From the last of these folders of rules that has the file, else SimBa's own; raises `RuleError`."""
        path = last_file(folders, CONFIDENCE)
        read = read_yaml(path, CONFIDENCE_FILE)
        wrong = read.signs.keys() ^ set(Signs._fields)
        if wrong:
            raise RuleError(Problem(path, f"знак не найден или лишний: {', '.join(sorted(wrong))}"))
        weights = Signs(*(read.signs[name].weight for name in Signs._fields))
        told = {name: SignWords(one.name, one.meaning) for name, one in read.signs.items()}
        return cls(read.bias, weights, read.threshold, told)

    def of(self, signs: Signs, required: float | None = None) -> Trust:
        """How sure an answer with these signs is; ``required`` is the threshold, by default the file's."""
        logit = self.bias + sum(weight * sign for weight, sign in zip(self.weights, signs, strict=True))
        probability = 1 / (1 + exp(-max(-MAX_LOGIT, min(MAX_LOGIT, logit))))
        return Trust(probability, self.threshold if required is None else required, signs, self)


def weigh(
    confidence: Confidence,
    usual: Usual,
    attempts: Sequence[Attempt],
    candidates: Sequence[Candidate],
    links: Links,
    interrogative: Interrogative,
    required: float | None,
) -> Trust | None:
    """How sure the attempt is that would answer; None where there is none."""
    attempt = chosen(attempts)
    if attempt is None:
        return None
    signs = signs_of(
        attempt,
        attempts,
        candidates,
        links,
        interrogative,
        usual,
    )
    return confidence.of(signs, required)
