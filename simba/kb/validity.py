"""Whether a knowledge base knows of what a form names: its properties and classes (GrailQAbility, section 3)."""

from __future__ import annotations

from typing import Protocol

from simba.query import Choice, Class, Entity, Form, Hop, Or, Path, parts, properties


class Schema(Protocol):
    """The properties and classes that a knowledge base knows of, whether or not it has facts for them."""

    def has_property(self, name: str, /) -> bool:
        """Whether it knows a property."""

    def has_class(self, name: str, /) -> bool:
        """Whether it knows a class."""


class KnownKinds(Schema, Protocol):
    """A schema told by facts, which tell of kinds of things too."""

    @property
    def has_facts(self) -> bool:
        """Whether there are any."""

    def knowable(self, entity: str, name: str, reverse: bool, /) -> bool:
        """Whether an entity, or anything of its kind, has a property or, in reverse, is a value of it."""


def is_valid(form: Form, schema: Schema) -> bool:
    """Whether a form names nothing else, but for alternatives to what is known."""
    match form:
        case Entity():
            return True
        case Or(members):
            return any(is_valid(member, schema) for member in members)
        case Class(ids):
            return any(map(schema.has_class, ids))
        case Hop(source, path):
            return _is_known(path, schema) and is_valid(source, schema)
    own = {*properties(form)}.difference(*map(properties, parts(form)))
    return all(map(schema.has_property, own)) and all(is_valid(part, schema) for part in parts(form))


def _is_known(path: Path, schema: Schema) -> bool:
    return all(
        any(_is_known(option, schema) for option in step.options)
        if isinstance(step, Choice)
        else schema.has_property(step.property)
        for step in path.steps
    )
