"""Ages and durations: what lies between two dates of one thing, or since then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from simba.query import IT, Difference, Form, Hop, Qualifier, Statement, Where, Without, Year, path
from simba.stages.composing.parts import Denotation
from simba.stages.composing.periods import times
from simba.stages.composing.questions import STARTS, Question


def lifespan(question: Question) -> Iterator[Denotation]:
    """How old somebody got."""
    for part in question.sources(question.words("lifespan")):
        form = Difference(Hop(part.form, path("P569")), Hop(part.form, path("P570")), "age")
        yield question.made(part, form, "lifespan")


def duration(question: Question) -> Iterator[Denotation]:
    """How long an event lasted."""
    for part in question.sources(question.words("duration")):
        form = Difference(Hop(part.form, path("P580")), Hop(part.form, path("P582")), "years")
        yield question.made(part, form, "duration")
        lived = Difference(Hop(part.form, path("P571")), Hop(part.form, path("P576")), "years")
        yield replace(question.made(part, lived, "duration"), score=part.score - 0.05)


def age(question: Question) -> Iterator[Denotation]:
    """How old somebody or something is, or was in a year."""
    words = question.words("age")
    said = times(question.scene, question.clauses.main)
    for part in question.sources(words):
        for number, birth in enumerate(("P569", "P571")):
            start = Hop(part.form, path(birth))
            if said and isinstance(said[0].first, Year):
                form: Form = Difference(start, said[0].first, "years")
                explained = said[0].words
            elif said:
                continue
            else:
                over = Where(part.form, Hop(IT, path("P570|P576")), "<=", question.today())
                form = Difference(Hop(Without(part.form, over), path(birth)), question.today(), "age")
                explained = frozenset()
            made = question.made(part, form, "age")
            yield replace(made, score=made.score - 0.05 * number, explained=made.explained | explained)


def age_at(question: Question) -> Iterator[Denotation]:
    """How old somebody was when something of theirs began."""
    for subject, value, name, words in question.pairs(question.words("age_at")):
        for start in STARTS:
            began = Statement(name, subject.form, value.form, (), Qualifier(start))
            form = Difference(Hop(subject.form, path("P569")), began, "age")
            yield question.paired(subject, value, form, words, "age_at")
