"""How what is measured again and again changed: "на сколько выросло население Латвии с 2001 по 2011 год"."""

from __future__ import annotations

from collections.abc import Iterator

from simba.query import IT, Difference, During, Exists, Form, Statement, Where, Year
from simba.query.forms import Comparison
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.sets.parts import Denotation
from simba.stages.composing.sets.periods import times


def growth(question: SpecialQuestion, words: frozenset[int]) -> Iterator[Denotation]:
    """By how much it changed from one year to another; where a yes or no is asked for, whether it did.

    Beside these ``words``, a verb or a noun says which way; what went the other way has no such number.
    """
    scene = question.scene
    said = next((one for one in times(scene, question.clauses.main) if one.exact), None)
    ways: tuple[tuple[frozenset[str], Comparison | None], ...] = (
        (scene.words.growing, ">"),
        (scene.words.shrinking, "<"),
        (scene.words.changing, None),
    )
    told = [(t.index, to) for t in scene.tokens for verbs, to in ways if t.lemma in verbs]
    if said is None or len(told) != 1 or not (isinstance(said.first, Year) and isinstance(said.last, Year)):
        return
    index, to = told[0]
    polar = scene.interrogative.polar or "claim" in question.kinds
    for part in question.sources(words | {index}):
        if part.link is not None and part.link.conditions and part.explained & said.words:
            part = part._replace(link=part.link._replace(conditions=()))  # it was taken for what it was then
        first, last = (_in_year(part, year) for year in (said.first, said.last))
        if first is None or last is None or (polar and to is None):
            continue
        changed: Form = Difference(first, last if to is None else Where(last, IT, to, first), "amount")
        if polar and to is not None:
            changed = Exists(Where(last, IT, to, first), Difference(first, last, "amount"))
        yield part.remade(changed, words | said.words | {index}, why="рост")


def _in_year(part: Denotation, year: Year) -> Form | None:
    """How much it was in a year, where the part is what one thing has of some measure."""
    if part.link is None or part.link.reverse or part.rest or part.link.conditions:
        return None
    return Statement(part.link.property, part.link.source, None, (During(year, year),), "value")
