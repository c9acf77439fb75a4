"""Which candidates a likelier one hides: in a crowd of namesakes one of them always has something to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from simba.stages.lexicon import LinkingWeights
from simba.stages.links import Candidate

ROMAN = frozenset("IVXLC")


def overshadowed(candidates: list[Candidate], weights: LinkingWeights) -> list[Candidate]:
    """The candidates, best first, marked where a likelier namesake is of the same class, or what a longer name means.

    What is not known of that one is not to be told of another: where every name has namesakes, one of them always has
    something to say. A namesake of another class may well be meant.
    """
    best: dict[tuple[int, int, str], float] = {}
    whole = {
        (one.mention.first, one.mention.last, kind, one.entity.id)
        for one in candidates
        if one.route in {"exact", "lemma"} and _is_full_name(one)
        for kind in one.entity.classes
    }
    numbered = {
        one.mention.span for one in candidates if one.route in {"exact", "lemma"} and _is_numbered(one)
    }
    twice = _named_twice(candidates)
    marked = []
    for one in candidates:
        first, last = one.mention.first, one.mention.last
        kinds = [(first, last, kind) for kind in one.entity.classes]
        ahead = max((best.get(kind, 0.0) for kind in kinds), default=0.0)
        inside = any(
            kind in one.entity.classes
            and start <= first
            and last <= stop
            and (start, stop) != (first, last)
            and entity != one.entity.id
            for start, stop, kind, entity in whole
        )
        # A town Petra is never meant by Peter III.
        inside = inside or any(
            span != one.mention.span and span.covers(one.mention.span) for span in numbered
        )
        behind = inside or ahead > one.score + weights.apart
        behind = behind or twice.get((first, last), one.entity.id) != one.entity.id
        marked.append(one if one.overshadowed == behind else replace(one, overshadowed=behind))
        for kind in kinds:
            best.setdefault(kind, one.score)
    return marked


def _named_twice(candidates: Sequence[Candidate]) -> dict[tuple[int, int], str]:
    """The only thing that some words name that other words name, too: "Гугун, Запретный город"."""
    sure = [one for one in candidates if one.route in {"exact", "lemma"}]
    spans = {(one.mention.first, one.mention.last) for one in sure}
    names: dict[str, dict[tuple[int, int], Candidate]] = {}
    for one in sure:
        first, last = one.mention.first, one.mention.last
        if not any(
            start <= first and last <= stop and (start, stop) != (first, last) for start, stop in spans
        ):
            names.setdefault(one.entity.id, {})[first, last] = one
    found: dict[tuple[int, int], set[str]] = {}
    for entity, some in names.items():
        for (first, last), one in some.items():
            for (start, stop), other in some.items():
                if (stop < first or last < start) and one.entity.name != other.entity.name:
                    found.setdefault((first, last), set()).add(entity)
    return {span: next(iter(some)) for span, some in found.items() if len(some) == 1}


def _is_full_name(candidate: Candidate) -> bool:
    """Whether each of several words of a name has a capital, here and in the index: "Владимир Даль" is not Дали."""
    words = [*candidate.mention.text.split(), *candidate.entity.name.split()]
    return len(candidate.mention.words) > 1 and all(word[:1].isupper() for word in words)


def _is_numbered(candidate: Candidate) -> bool:
    """Whether a name ends with a Roman numeral: "Пётр III"."""
    words = candidate.mention.text.split()
    return len(words) > 1 and ROMAN.issuperset(words[-1])
