"""Yes or no: whether it is so, "no" only where the subject has other values of the property."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from simba.query import And, Entity, Exists, Hop, More, path
from simba.stages.composing.comparing import comparative
from simba.stages.composing.parts import Denotation
from simba.stages.composing.questions import Question
from simba.stages.composing.ranks import measured


def claim(question: Question, words: frozenset[int]) -> Iterator[Denotation]:
    """Whether it is so; "no" only where the subject has other values of the property."""
    scene = question.scene
    groups = [group[0] for group in question.arguments(words) if len(group) == 1]
    compares = comparative(question)
    fired = question.stated()
    held = question.held()
    for first, second in ((a, b) for a in groups for b in groups if a != b):
        for subject, other in product(question.nouns.parts(first)[:3], question.nouns.parts(second)[:3]):
            if subject.explained & other.explained:
                continue
            explained = subject.explained | other.explained | words
            score = subject.score + other.score
            why = (*subject.why, *other.why)
            if (
                other.link is not None
                and not isinstance(other.form, Entity)
                and isinstance(subject.form, Entity)
            ):
                form = Exists(And(other.form, subject.form), other.form)
                own = frozenset(t.index for t in scene.tokens if t.lemma in scene.words.copulas)
                yield Denotation(form, score + 0.15, explained | own, why)
            if compares is not None:
                if first < second and isinstance(subject.form, Entity):
                    for measure, most, own in compares:
                        more = More(measured(measure), "desc" if most else "asc", subject.form, other.form)
                        form = Exists(And(subject.form, more), more)
                        yield Denotation(form, score - 0.02, explained | own, (*why, measure.name))
                continue
            for one in fired:
                if one.reverse or one.words & (subject.explained | other.explained):
                    continue
                known = Hop(subject.form, path(one.rule.property))
                yield Denotation(
                    Exists(And(known, other.form), known),
                    score + one.merit,
                    explained | one.words,
                    (*why, one.why),
                )
            for one in fired:
                if not one.reverse or one.words & (subject.explained | other.explained):
                    continue
                known = Hop(subject.form, path(one.rule.property))
                yield Denotation(
                    Exists(And(known, other.form), known),
                    score + one.merit - 0.02,
                    explained | one.words,
                    (*why, one.why),
                )
            for name, said in held:
                if not scene.leads(subject.form, name, False):
                    continue
                known = Hop(subject.form, path(name))
                form = Exists(And(known, other.form), known)
                own = said - subject.explained - other.explained
                alive = scene.leads(other.form, name, True)
                yield Denotation(form, score + (0.05 if alive else -0.05), explained | own, (*why, name))
