"""The task's baselines: they tell nothing of a question's meaning, and show what the texts alone give away.

Where the task has MPNet, here is logistic regression over TF-IDF of lemmas and of character n-grams, of the very same
inputs. Right candidates are few: each class weighs the same in learning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, get_args

from simba.errors import SourceError
from simba.verification.task_file import Sample
from simba.verification.task_graph import CANDIDATE
from simba.verification.texts import lemma_words

Baseline = Literal["constant", "text", "graph", "text+graph"]
BASELINES: tuple[Baseline, ...] = get_args(Baseline)
CHARACTERS = (2, 4)
"""Letters of the character n-grams."""


SEPARATOR = "[SEP]"


def linearised(sample: Sample) -> str:
    """The edges in the order of a walk from the question's entities towards the candidate, each "h, r, t".

    The candidate is set off by separators; of a graph without edges there are the names of the nodes.
    """
    graph = sample.graph
    types = {node.id: node.type for node in graph.nodes}
    names = {
        node.id: f"{SEPARATOR} {node.label} {SEPARATOR}" if node.type == CANDIDATE else node.label
        for node in graph.nodes
    }
    walked = list(dict.fromkeys(one for one in sample.asked_about.ids if one in types))
    left = dict.fromkeys(graph.edges)
    told: list[str] = []
    for entity in walked:  # grows as the walk goes on
        for edge in [one for one in left if entity in (one.source, one.target)]:
            del left[edge]
            told.append(f"{names[edge.source]}, {graph.label_of(edge.property)}, {names[edge.target]}")
            other = edge.target if edge.source == entity else edge.source
            if other not in walked and types[other] != CANDIDATE:
                walked.append(other)
    told += [f"{names[one.source]}, {graph.label_of(one.property)}, {names[one.target]}" for one in left]
    return "; ".join(told or names.values())


def _text(sample: Sample) -> str:
    return f"{sample.question} {SEPARATOR} {sample.candidate_name}"


INPUTS: dict[Baseline, Callable[[Sample], str]] = {
    "text": _text,
    "graph": linearised,
    "text+graph": lambda sample: f"{_text(sample)} {SEPARATOR} {linearised(sample)}",
}
"""What each baseline sees of a sample."""


Predict = Callable[[Iterable[Sample]], list[bool]]


def learnt(baseline: Baseline, samples: Iterable[Sample]) -> Predict:
    """What predicts for other samples, after a baseline has learnt from these; the constant one learns nothing.

    Raises `SourceError` where there is nothing to learn from: samples with both truths are needed.
    """
    if baseline == "constant":
        return lambda others: [True for _ in others]
    told = INPUTS[baseline]
    known = [(told(sample), sample.correct) for sample in samples if sample.correct is not None]
    if len({correct for _, correct in known}) < 2:
        raise SourceError(
            "the baselines learn from samples that are told to be correct and others that are not"
        )
    model = _model()
    model.fit([text for text, _ in known], [correct for _, correct in known])
    return lambda others: [bool(one) for one in model.predict(list(map(told, others)))]


def _model() -> Any:
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline, make_union

    features = make_union(
        TfidfVectorizer(analyzer=lemma_words, sublinear_tf=True),
        TfidfVectorizer(analyzer="char_wb", ngram_range=CHARACTERS, min_df=2, sublinear_tf=True),
    )
    return make_pipeline(
        features, LogisticRegression(class_weight="balanced", solver="liblinear", random_state=0)
    )
