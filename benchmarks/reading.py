"""What the hybrid reader reads in a collection of paragraphs and questions, and the weights of its signs.

    python benchmarks/reading.py tests/texts/questions.json --text DIR            # figures on both halves, apart
    python benchmarks/reading.py tests/texts/questions.json --text DIR --fit      # first fits rules/reading_signs.yaml

DIR is made by ``simba build-text tests/texts/paragraphs.jsonl --to DIR``. Weights are fitted on the half "learn"
alone; the threshold stays what it is. A span is right whose lemmas have an F1 of at least 0.5 with an answer's.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from simba import Simba
from simba.common.resources import data_path
from simba.grammar.files import READING_SIGNS
from simba.russian.text import fold
from simba.texts.clues import Clues
from simba.texts.reader import Rival, TextReader, likeness, span_lemmas
from simba.texts.reading_weights import ReadingWeights

Floats = NDArray[np.float64]
RIDGE = 0.5
"""The penalty of a squared weight in units of its sign's standard deviation, against a nat of likelihood."""
RIGHT = 0.5
"""The F1 over lemmas from which on a span is right."""
SHARPNESS = 3
"""To which power likeness to the answer counts: of a span that is half right little is learnt."""
HEAD = """# Веса знаков, по которым отрывок текста — ответ на вопрос (simba/texts/clues.py)
# и видов отрывков (simba/texts/spans.py). Подобраны командой
# benchmarks/reading.py --fit на половине learn собрания tests/texts.

"""


@dataclass(frozen=True, slots=True)
class Tried:
    """A question with all spans that the reader considers."""

    half: str
    answers: tuple[frozenset[str], ...]
    """Their lemmas; none where no paragraph answers."""
    found: bool
    """Whether a paragraph that answers is among those that are read."""
    abstained: bool
    """Whether the facts have no answer: only then hybrid answers are given."""
    rivals: list[Rival]
    seconds: float
    """What reading took."""

    def likeness(self, span: frozenset[str]) -> float:
        """How like a span is to the answer."""
        return max((likeness(span, one) for one in self.answers), default=0.0)


def tried(simba: Simba, questions: Iterable[dict[str, Any]]) -> Iterator[Tried]:
    """Every question through SimBa, then read."""
    simba.load()
    hybrid = simba.hybrid
    assert hybrid is not None
    for question in questions:
        answer, reasoning = simba.reason(question["question"])
        paragraphs = hybrid.paragraphs(reasoning)
        uids = {one.uid for one in paragraphs}
        begin = perf_counter()
        rivals = hybrid.rivals(reasoning, paragraphs)
        yield Tried(
            question["half"],
            tuple(span_lemmas(fold(one)) for one in question["answers"]),
            not uids.isdisjoint(question["paragraphs"]),
            answer.status == "abstained",
            rivals,
            perf_counter() - begin,
        )


def fitted(all_tried: Sequence[Tried], start: ReadingWeights) -> ReadingWeights:
    """The weights by which right spans are likely, and no span where none is right."""
    pairs = [(asked, kind) for asked, kinds in start.answers.items() for kind in kinds]
    column = {pair: len(Clues._fields) + number for number, pair in enumerate(pairs)}
    rows, right, sizes, has = [], [], [], []
    for one in all_tried:
        if not one.rivals:
            continue
        merits = np.array([one.likeness(rival.lemmas) for rival in one.rivals])
        has.append(merits.max() >= RIGHT)
        right.append(merits**SHARPNESS * has[-1])
        sizes.append(len(merits))
        for rival in one.rivals:
            row = np.zeros(len(Clues._fields) + len(pairs))
            row[: len(Clues._fields)] = rival.clues
            row[column[rival.asked, rival.kind]] = 1.0
            rows.append(row)
    signs, target, answered = np.array(rows), np.concatenate(right), np.array(has)
    spread = signs.std(axis=0)
    spread[len(Clues._fields) :] = 1.0
    spread[spread == 0] = 1.0
    signs /= spread
    owner = np.repeat(np.arange(len(sizes)), sizes)
    first = np.concatenate(([0], np.cumsum(sizes)[:-1]))

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores, absent = signs @ weights[1:], weights[0]
        top = np.maximum(np.maximum.reduceat(scores, first), absent)
        chances, none = np.exp(scores - top[owner]), np.exp(absent - top)
        total = np.add.reduceat(chances, first) + none
        chances, none = chances / total[owner], none / total
        good = np.add.reduceat(chances * target, first) + 1e-12
        unlikely = -np.where(answered, np.log(good), np.log(none + 1e-12)).sum()
        pull = chances - np.where(answered[owner], chances * target / good[owner], 0.0)
        slope = np.concatenate(([(none - ~answered).sum()], signs.T @ pull + RIDGE * weights[1:]))
        return float(unlikely + RIDGE / 2 * weights[1:] @ weights[1:]), slope

    found = minimize(loss, np.zeros(signs.shape[1] + 1), jac=True, method="L-BFGS-B").x
    own = [round(float(weight), 2) + 0.0 for weight in found[1:] / spread]
    kinds = {
        asked: {kind: own[column[asked, kind]] for kind in some} for asked, some in start.answers.items()
    }
    weights = Clues(*own[: len(Clues._fields)])
    return replace(start, weights=weights, absent=round(float(found[0]), 2), answers=kinds)


def written(weights: ReadingWeights) -> str:
    """The weights as their file has them."""
    lines = [f"absent: {weights.absent}", f"threshold: {weights.threshold}", "signs:"]
    lines += [f"  {name}: {weight}" for name, weight in weights.weights._asdict().items()]
    lines += ["answers:"]
    for asked, kinds in weights.answers.items():
        lines.append(f"  {asked}: {{{', '.join(f'{kind}: {weight}' for kind, weight in kinds.items())}}}")
    return HEAD + "\n".join(lines) + "\n"


def report(name: str, some: Sequence[Tried], reader: TextReader) -> None:
    """Print what is read of some questions."""
    if not some:
        return
    best = [reader.best(one.rivals) for one in some]
    merits = [
        0.0 if b is None else one.likeness(span_lemmas(fold(b.text)))
        for one, b in zip(some, best, strict=True)
    ]
    answerable = [place for place, one in enumerate(some) if one.answers]
    given = [
        place for place, b in enumerate(best) if b is not None and b.confidence >= reader.weights.threshold
    ]
    print(f"{name}: {len(some)} questions, {len(some) - len(answerable)} without an answer")
    print(f"  paragraph among the best: {np.mean([some[n].found for n in answerable]):.1%}")
    print(f"  F1 over lemmas of the likeliest span: {np.mean([merits[n] for n in answerable]):.3f}")
    print(f"  read at the threshold {reader.weights.threshold}: {len(given)} ({len(given) / len(some):.1%})")
    print(
        f"    right: {np.mean([merits[n] >= RIGHT for n in given]):.1%}, F1 {np.mean([merits[n] for n in given]):.3f}"
    )
    print(f"  reading takes {np.median([one.seconds for one in some]) * 1000:.0f} ms (median)")


def main() -> None:
    """Fit where that is wanted; print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("questions", type=Path)
    parser.add_argument("--text", type=Path, required=True, help="folder of simba build-text")
    parser.add_argument("--fit", action="store_true", help="fit rules/reading_signs.yaml on the half learn")
    given = parser.parse_args()
    simba = Simba(texts=given.text, hybrid=False)
    results = list(tried(simba, json.loads(given.questions.read_text(encoding="utf-8"))))
    assert simba.hybrid is not None
    reader = simba.hybrid.reader
    if given.fit:
        reader.weights = fitted([one for one in results if one.half == "learn"], reader.weights)
        (data_path("rules") / READING_SIGNS).write_text(written(reader.weights), encoding="utf-8")
    for half in ("learn", "held"):
        own = [one for one in results if one.half == half]
        report(half, own, reader)
        report(f"{half}, where the facts have no answer", [one for one in own if one.abstained], reader)


if __name__ == "__main__":
    main()
