"""What a statement tells, and when it was so: "за какой фильм X получил «Оскар» и в каком году это было"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from simba.query import And, Entity, Form, Hop, Or, Qualifier, Statement
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.parts import Denotation


def and_when(scene: Scene, read: Callable[[Scene], Iterable[Denotation]]) -> Iterator[Denotation]:
    """The parts of a question to which another asking phrase adds no more than when; ``read`` tells those of one."""
    second = scene.interrogative.second
    if second is None or second.type != "date":
        return
    asking = frozenset(token.index for span in second.removed for token in scene.parse.within(span))
    joint = min(asking, default=0) - 1
    added = frozenset(range(joint, len(scene.tokens)))
    said = [scene.tokens[index] for index in added - asking if scene.tokens[index].is_word]
    if joint < 0 or any(token.lemma not in scene.words.adding for token in said):
        return
    alone = scene.asking(replace(scene.interrogative, several=False, second=None)).without(added)
    for part in read(alone):
        dated = _dated(part.form, scene.sets.starts)
        if dated is not None:
            form, explained = Or(part.form, dated), part.explained | added
            yield part._replace(
                form=form, explained=explained, link=None, presupposed=part.presupposed or dated
            )


def _dated(form: Form, starts: Mapping[str, str]) -> Form | None:
    """When the statement of a form began to hold; None where it has none, or it is all that is asked for already."""
    if isinstance(form, And):
        statements = (one for one in form.members if isinstance(one, Statement))
        return next((dated for one in statements if (dated := _dated(one, starts)) is not None), None)
    if isinstance(form, Statement) and form.property in starts:
        return replace(form, take=Qualifier(starts[form.property]))
    if isinstance(form, Hop) and isinstance(form.source, Entity) and str(form.path) in starts:
        return Statement(name := str(form.path), form.source, None, (), Qualifier(starts[name]))
    return None
