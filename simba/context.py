"""What the next question may take up of an answer: small enough for a client to keep, and to send back.

Nothing of it is kept here. What a client sends may be anything, so that `Context.of_object` believes none of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simba.common.vocabulary import is_entity_id
from simba.errors import ContextError

MAX_TEXT = 1000
"""Characters of the question that is taken up."""
MAX_NAMES, MAX_VALUES = 10, 10
"""Names of the question and values of its answer that are kept; more make no follow-up clearer."""
MAX_ENCODED = 8000
"""Characters of a context as JSON; an ordinary one has two hundred."""


@dataclass(frozen=True, slots=True)
class Naming:
    """Words of a question, as they stand there, and the entity that they were taken to name."""

    text: str
    entity: str

    @classmethod
    def of_object(cls, value: Any) -> Naming:
        """From a JSON object; raises `ContextError`."""
        if not isinstance(value, Mapping):
            raise ContextError("a name of a context is an object")
        text, entity = value.get("text"), value.get("entity")
        if not isinstance(text, str) or not text.strip() or len(text) > MAX_TEXT:
            raise ContextError("a name's text must be words of the question")
        return cls(text, _identifier(entity))


@dataclass(frozen=True, slots=True)
class Context:
    """A question as it was understood, whole; what its words named; and the entities that answered it."""

    question: str
    names: tuple[Naming, ...] = ()
    values: tuple[str, ...] = ()
    """Identifiers of the first answers; none where the answers are no entities."""

    def as_dict(self) -> dict[str, Any]:
        """What a client sends back, as JSON."""
        return {
            "question": self.question,
            "names": [{"text": one.text, "entity": one.entity} for one in self.names],
            "values": list(self.values),
        }

    def as_text(self) -> str:
        """The same as a line of JSON, for an address or a form's field."""
        return json.dumps(self.as_dict(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def of_object(cls, value: Any) -> Context:
        """From a JSON object that a client sent; raises `ContextError` with one line for whatever is no context."""
        if not isinstance(value, Mapping):
            raise ContextError("a context is a JSON object")
        question = value.get("question")
        if not isinstance(question, str) or not question.strip() or len(question) > MAX_TEXT:
            raise ContextError(f"a context's question is a text of at most {MAX_TEXT} characters")
        names = tuple(map(Naming.of_object, _some(value, "names", MAX_NAMES)))
        if any(one.text not in question for one in names):
            raise ContextError("a name's text must be words of the question")
        return cls(question, names, tuple(map(_identifier, _some(value, "values", MAX_VALUES))))

    @classmethod
    def of_text(cls, text: str) -> Context:
        """From what `as_text` gave; raises `ContextError`."""
        if len(text) > MAX_ENCODED:
            raise ContextError(f"a context has at most {MAX_ENCODED} characters")
        try:
            return cls.of_object(json.loads(text))
        except (ValueError, RecursionError):
            raise ContextError("a context is JSON") from None


def _some(value: Mapping[str, Any], name: str, most: int) -> list[Any]:
    some = value.get(name, [])
    if not isinstance(some, list) or len(some) > most:
        raise ContextError(f"a context's {name} are a list of at most {most}")
    return some


def _identifier(value: Any) -> str:
    if not isinstance(value, str) or not is_entity_id(value):
        raise ContextError("an entity of a context must be an identifier like Q42")
    return value
