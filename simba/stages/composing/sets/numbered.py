"""Which of several is meant that somebody was given one after the other: "за что X получил свой второй «Оскар»"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from simba.query import And, Difference, Form, Part, Qualifier, Rank, Statement
from simba.russian.numerals import ordinal
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.parts import Denotation

COUNTING = frozenset({"amod", "nummod", "nummod:gov"})
"""What an ordinal is to the noun that it counts off."""


def numbered(scene: Scene, parts: Iterable[Denotation]) -> Iterable[Denotation]:
    """The parts, and what is told of the first or the second of what somebody was given."""
    said = _said(scene)
    return _numbered(scene, parts, said) if said else parts


def _numbered(
    scene: Scene, parts: Iterable[Denotation], said: tuple[tuple[int, int, int], ...]
) -> Iterator[Denotation]:
    for part in parts:
        yield part
        for index, head, number in said:
            if index in part.explained or head not in part.explained:
                continue
            if (form := _in_order(scene, part.form, number)) is not None:
                explained, why = part.explained | {index}, (*part.why, f"{number}-й")
                yield part._replace(form=form, link=None, rest=(), explained=explained, why=why)


@lru_cache(maxsize=8)
def _said(scene: Scene) -> tuple[tuple[int, int, int], ...]:
    """The ordinals before nouns, with these and their numbers."""
    counting = [token for token in scene.tokens if token.relation in COUNTING]
    found = [(token, ordinal([token.lemma])) for token in counting]
    return tuple([(token.index, token.head, number[0]) for token, number in found if number is not None])


def _in_order(scene: Scene, form: Form, number: int) -> Form | None:
    """A form with the one of such a number for all that somebody was given; None where nothing was."""
    starts = scene.sets.starts
    match form:
        case Statement(name) if name in scene.sets.occasions and name in starts and form.take != "subject":
            return Rank(form, Qualifier(starts[name]), "asc", number)
        case And(members):
            some = [_in_order(scene, one, number) or one for one in members]
            return And(*some) if some != list(members) else None
        case Part(source, part):
            inner = _in_order(scene, source, number)
            return Part(inner, part) if inner is not None else None
        case Difference(first, second, unit):
            inner = _in_order(scene, second, number)
            return Difference(first, inner, unit) if inner is not None else None
    return None
