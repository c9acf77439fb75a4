"""Fitting the weights of an answer's signs (``rules/confidence.yaml``) on questions with reference answers.

A logistic regression with a ridge penalty on weights in units of each sign's standard deviation, by SciPy. It is
judged by cross-validation: a question's answers, from whatever knowledge base, are all on the same side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from simba.common.whole import whole_file
from simba.errors import SimbaError
from simba.evaluation.calibration import Judged, calibration
from simba.evaluation.gold import Question
from simba.evaluation.scoring import score
from simba.stages.confidence import Confidence
from simba.stages.signs import Signs
from simba.system import Simba

RIDGE = 10.0
"""The penalty of a squared weight, against a nat of likelihood."""
UNSEEN = 0.2
"""What the logit of an answer's chances loses where nobody has read the question: the questions that one fits on are
those that the rules were written with. Of 0.1.0's answers 90.0 % were right on dev and 87.1 % on unseen ones, which is
0.3; less is lost by now."""
FOLDS = 5
DECIMALS = 2
LEAST = 20
"""Right and wrong answers that a fit needs at least, of each."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What SimBa would answer a question: its signs, and whether it was right."""

    question: str
    signs: Signs
    correct: bool


@dataclass(frozen=True, slots=True)
class Fitted:
    """The fitted weights, on what, and how they did on questions that they were not fitted on."""

    confidence: Confidence
    sets: tuple[tuple[str, int, int], ...]
    """The name of each set, its answers, and how many of them were right."""
    held_out: dict[str, Any]
    """What `simba.evaluation.calibration.calibration` says of the cross-validation."""


def observe(simba: Simba, questions: Iterable[Question]) -> Iterator[Observation]:
    """What SimBa would answer, however unsure; nothing of questions that it finds no answer to."""
    for question in questions:
        answer, reasoning = simba.reason(question.text, min_confidence=0.0)
        if reasoning.trust is not None:
            judged = score(answer.values, question.answers, answerable=question.answerable)
            yield Observation(question.text, reasoning.trust.signs, judged.correct)


def fit(sets: Sequence[tuple[str, Sequence[Observation]]], start: Confidence) -> Fitted:
    """Fit the weights on some sets of observations, each with its name; threshold and meanings stay.

    Raises `SimbaError` where there are too few.
    """
    observed = [one for _, some in sets for one in some]
    right = sum(one.correct for one in observed)
    if min(right, len(observed) - right) < LEAST:
        raise SimbaError(
            f"to fit weights takes at least {LEAST} right and {LEAST} wrong answers; "
            f"these are {right} and {len(observed) - right}"
        )
    folds = np.array([int(sha256(one.question.encode()).hexdigest(), 16) % FOLDS for one in observed])
    judged: list[Judged] = []
    for fold in range(FOLDS):
        chosen = [one for one, place in zip(observed, folds, strict=True) if place != fold]
        weighed = _fitted(chosen, start)
        judged += [
            Judged(weighed.of(one.signs).confidence, one.correct)
            for one, place in zip(observed, folds, strict=True)
            if place == fold
        ]
    held_out = calibration(judged, len(judged), right)
    assert held_out is not None  # there are answers
    names = tuple((name, len(some), sum(one.correct for one in some)) for name, some in sets)
    found = _fitted(observed, start)
    return Fitted(replace(found, bias=round(found.bias - UNSEEN, DECIMALS)), names, held_out)


def _fitted(observed: Sequence[Observation], start: Confidence) -> Confidence:
    """The weights that make these observations likely."""
    from scipy.optimize import minimize

    signs = np.array([one.signs for one in observed], dtype=float)
    correct = np.array([one.correct for one in observed], dtype=float)
    middle, spread = signs.mean(axis=0), signs.std(axis=0)
    spread[spread == 0] = 1.0  # a sign that is always the same gets no weight
    scaled = (signs - middle) / spread

    def loss(weights: np.ndarray[Any, Any]) -> tuple[float, np.ndarray[Any, Any]]:
        logits = weights[0] + scaled @ weights[1:]
        error = 1 / (1 + np.exp(-logits)) - correct
        unlikely = float(np.sum(np.logaddexp(0, logits) - correct * logits))
        slope = np.concatenate(([error.sum()], scaled.T @ error + RIDGE * weights[1:]))
        return unlikely + RIDGE / 2 * float(weights[1:] @ weights[1:]), slope

    found = minimize(loss, np.zeros(signs.shape[1] + 1), jac=True, method="L-BFGS-B").x
    weights = found[1:] / spread
    rounded = Signs(*(round(float(weight), DECIMALS) + 0.0 for weight in weights))
    bias = float(found[0] - weights @ middle)
    return replace(start, bias=round(bias, DECIMALS), weights=rounded)


def written(fitted: Fitted) -> str:
    """The fitted weights as the text of ``rules/confidence.yaml``."""
    confidence = fitted.confidence
    fitted_on = [f"#   {name}: {right} of {count} answers right" for name, count, right in fitted.sets]
    lines = [
        "# How likely an answer is to be right: a logistic function of these signs (simba/stages/signs.py).",
        "# Below the threshold SimBa abstains. Fitted by `simba eval --fit` on",
        *fitted_on,
        f"# with an expected calibration error of {fitted.held_out['ece']:.3f} in cross-validation.",
        "",
        f"bias: {confidence.bias}",
        f"threshold: {confidence.threshold}",
        "signs:",
    ]
    for name, weight in confidence.weights._asdict().items():
        told = confidence.told[name]
        lines += [
            f"  {name}:",
            f"    weight: {weight}",
            f"    name: {_quoted(told.name)}",
            f"    meaning: {_quoted(told.meaning)}",
        ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return yaml.safe_dump(text, allow_unicode=True, width=10_000, default_style="'").strip()


def write(fitted: Fitted, path: Path) -> None:
    """Write the weights, whole or not at all; raises `SimbaError` where that cannot be done."""
    with whole_file(path, SimbaError) as file:
        file.write(written(fitted).encode())
