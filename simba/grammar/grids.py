"""Grids: constructions of Russian that make a rule's phrases from its slots, the same for all properties.

A rule says its words (``verbs: снял[а | и]``), a construction how Russian asks with them
(``{кто или какой} ... {verbs} [{of}]``). A construction holds where its slots are given and the rule's values are of
its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, cast

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from simba.grammar.files import AnswerType, Slot

ANYTHING: AnswerType = "thing"
"""What a rule that does not say what its values are counts as."""
SAID: tuple[Slot, ...] = ("verbs", "weak", "nouns", "deeds", "kinds", "of", "asks")
"""Slots, what is most telling first."""
_SLOT = re.compile(r"\{([a-z]+)\}")
_INNERMOST = re.compile(r"([(\[])([^()\[\]]*)([)\]])")
_HIDDEN = str.maketrans("()[]|", "\ue000\ue001\ue002\ue003\ue005")
_SHOWN = str.maketrans("\ue000\ue001\ue002\ue003\ue005", "()[]|")
_MISSING = "\ue004"
"""Stands for what needs a slot that is not given."""


class Construction(BaseModel):
    """Как спрашивают словами, которые правило назвало в своих графах."""

    model_config = ConfigDict(extra="forbid", frozen=True, title="конструкция")

    phrase: Annotated[
        str, Field(title="фраза", description="фраза, в которой {verbs}, {nouns}, ... — слова правила")
    ]
    answer: Annotated[
        list[AnswerType],
        Field(
            title="вид ответа",
            description="для правил, у которых этот вид ответа первый; без этого ключа — для всех",
        ),
    ] = []
    examples: Annotated[
        list[str],
        Field(title="примеры", min_length=1, description="вопросы, которые она делает понятными"),
    ]

    def expand(self, slots: Mapping[Slot, str], answer: Sequence[AnswerType]) -> str:
        """The phrase with a rule's words; empty where it does not hold for such a rule."""
        kind = next(iter(answer), ANYTHING)
        holds = not self.answer or kind in self.answer
        return _filled(self.phrase, slots) if holds else ""

    def main_slot(self, slots: Mapping[Slot, str]) -> Slot:
        """Of the slots that a rule has, the first that the phrase says, where its mistakes are told of."""
        return next(slot for slot in SAID if slot in slots and f"{{{slot}}}" in self.phrase)


CONSTRUCTIONS = TypeAdapter(list[Construction])


def expansions(
    constructions: Sequence[Construction],
    slots: Mapping[Slot, str],
    answer: Sequence[AnswerType],
) -> Iterator[tuple[Construction, str]]:
    """Each construction that holds for a rule, with the phrase that it makes."""
    for one in constructions:
        if phrase := one.expand(slots, answer):
            yield one, phrase


def _filled(phrase: str, slots: Mapping[Slot, str]) -> str:
    """The phrase with each slot's words; what needs a slot that is not given is left out, or else all of it."""
    marked = _SLOT.sub(lambda match: match[0] if match[1] in slots else _MISSING, phrase)
    while bracket := _INNERMOST.search(marked):
        opening, inner, closing = bracket.groups()
        left = [part for part in inner.split("|") if _MISSING not in part]
        instead = f"{opening}{'|'.join(left)}{closing}".translate(_HIDDEN)
        if not left:
            instead = "" if opening == "[" else _MISSING
        marked = marked[: bracket.start()] + instead + marked[bracket.end() :]
    if _MISSING in marked:
        return ""
    shown = " ".join(marked.translate(_SHOWN).split())
    return _SLOT.sub(lambda match: f"({slots[cast(Slot, match[1])]})", shown)
