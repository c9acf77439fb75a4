"""A form as the page draws it: what is known, what is done with it, and how the parts hang together."""

from __future__ import annotations

from dataclasses import dataclass

from simba.query import (
    IT,
    And,
    Called,
    Class,
    Date,
    Difference,
    Entity,
    Exists,
    Form,
    Hop,
    Labels,
    Member,
    More,
    Named,
    Number,
    Or,
    Qualifier,
    Statement,
    Step,
    Text,
    Year,
    added,
    parts,
    words,
)
from simba.query import Path as PropertyPath
from simba.russian.text import clean


@dataclass(frozen=True, slots=True)
class FormNode:
    """A set in words: of a property, what it leads to from the set below it; ``reverse``: from value to subject."""

    text: str
    kind: str
    below: tuple[FormNode, ...] = ()
    reverse: bool = False

    @property
    def known(self) -> bool:
        """Whether it starts from nothing else."""
        return not self.below


def drawn(form: Form, labels: Labels) -> FormNode:
    """The form as nodes, the answer's on top."""

    def below(*forms: Form) -> tuple[FormNode, ...]:
        return tuple(drawn(one, labels) for one in forms)

    match form:
        case Entity() | Named() | Member() | Qualifier() | Number() | Year() | Date() | Text():
            return FormNode(clean(words(form, labels)), "entity")
        case Class():
            return FormNode(clean(words(form, labels)), "class")
        case Hop(source, path):
            found = drawn(source, labels)
            for step in path.steps:
                reverse = isinstance(step, Step) and step.inverse
                name = words(Hop(IT, PropertyPath((step.reversed() if reverse else step,))), labels)
                found = FormNode(clean(name), "property", (found,), reverse)
            return found
        case Called(source):
            return FormNode(words(Called(IT), labels), "property", below(source))
        case Statement(_, subject, value, take=take):
            known = below(*(end for end in (subject, value) if end is not None))
            return FormNode(clean(added(form, labels)), "property", known, take == "subject")
        case And(members) | Or(members) | More(members=members):
            return FormNode(clean(added(form, labels)), "operation", below(*members))
        case Difference(first, second):
            return FormNode(clean(added(form, labels)), "operation", below(first, second))
        case Exists(And(members)):
            return FormNode(clean(added(form, labels)), "operation", below(*members))
    # Of conditions, counts and ranks the set that they are about; what they say of it is in words.
    return FormNode(clean(added(form, labels)), "operation", below(parts(form)[0]))
