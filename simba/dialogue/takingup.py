"""A follow-up is answered as the whole question that it stands for, if only one of them has an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from simba.answer import Answer, Labelled, Paraphrase
from simba.context import Context, Naming
from simba.dialogue.editing import WholeQuestion
from simba.dialogue.referents import Referent
from simba.dialogue.resolving import Tier, follow_up
from simba.dialogue.words import DialogueWords
from simba.display import ShownAnswer
from simba.pipeline import Resources
from simba.query import Form, parse_expression

MAX_TRIED = 6
"""Whole questions that a follow-up is tried as."""


class Ask(Protocol):
    """Answers a whole question."""

    def __call__(self, question: str, /, known: Sequence[Naming] = (), *, chosen: bool = True) -> Answer:
        """Its answer; ``known``: what some of its words name; ``chosen``: whether a reader's choice is of it."""


def take_up(
    question: str,
    context: Context,
    resources: Resources,
    words: DialogueWords,
    ask: Ask,
    entity: str | None = None,
) -> Answer:
    """Answer a question after another; one that is whole by itself as if it were the first.

    ``entity`` is a reader's choice: of what the question may be about, if it is one of that, else of a namesake.
    """

    def asked_before() -> Form | None:
        for known in ((), context.names):  # as a question of its own, or with what is known from those before
            again = ask(context.question, known, chosen=False)
            if again.context == context and again.form is not None:
                return parse_expression(again.form)
        return None

    followed = follow_up(question, context, resources, words, asked_before)
    first: Answer | None = None if followed.needy or not followed.tiers else ask(question)
    if first is not None and first.values:
        return first
    tried = 0
    silent: Answer | None = None
    for tier in followed.tiers:
        ways, chosen = _chosen(tier, entity)
        if rivals := _rivals(ways):
            return _unclear(question, context, rivals)
        found: list[tuple[WholeQuestion, Answer]] = []
        for whole in ways[: MAX_TRIED - tried]:
            tried += 1
            answer = replace(
                ask(whole.text, whole.names, chosen=not chosen), question=question, understood=whole.text
            )
            if not answer.values:
                silent = silent or answer
            elif whole.expected in {None, answer.values[0].value}:
                found.append((whole, answer))
        if len(found) > 1:
            return _unclear(
                question,
                context,
                [one for whole, _ in found for one in whole.referents],
                [whole.text for whole, _ in found],
            )
        if found:
            return found[0][1]
    return silent or first or ask(question)


def _chosen(tier: Tier, entity: str | None) -> tuple[Tier, bool]:
    """The ways that are about what a reader chose, if any is."""
    about = tuple(one for one in tier if any(referent.entity == entity for referent in one.referents))
    return (about, True) if about else (tier, False)


def _rivals(tier: Tier) -> list[Referent]:
    """What may be meant as well as each other: people, or things, that a question may as well be about."""
    of_kind: dict[bool, dict[str, Referent]] = {}
    for whole in tier:
        if len(whole.referents) == 1:
            one = whole.referents[0]
            of_kind.setdefault(one.human, {})[one.entity] = one
    return next((list(some.values()) for some in of_kind.values() if len(some) > 1), [])


def _unclear(question: str, context: Context, some: Sequence[Referent], wholes: Sequence[str] = ()) -> Answer:
    """An abstention that says between what a reader has to choose."""
    choices = {one.entity: Labelled(one.entity, one.label) for one in some}
    told = " или ".join([one.label or one.id for one in choices.values()] or wholes)
    tell: Callable[[], Paraphrase] = lambda: Paraphrase(None, told or None)  # noqa: E731
    return ShownAnswer(
        question, "abstained", "unclear", namesakes=tuple(choices.values()), context=context, tell=tell
    )
