"""What people import: a system that answers questions."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simba.answer import Answer
from simba.common.parallel import in_order
from simba.common.timelimit import time_limit
from simba.common.timings import Stopwatch
from simba.common.vocabulary import is_entity_id
from simba.context import Context, Naming
from simba.dialogue import take_up
from simba.display import ShownAnswer
from simba.errors import OutOfTimeError, PatternError, Problem, QuestionError, RuleError, SimbaError
from simba.grammar.files import layers
from simba.judging import Judgement, judgement_of
from simba.opened import OpenedParts
from simba.opening import (
    ENVIRONMENT,
    SimbaSettings,
    confidence,
    day_of,
    endpoint_of,
    folder_of,
    hybrid_of,
    linker_of,
    texts_of,
)
from simba.pipeline import reason
from simba.reasoning import Reasoning
from simba.stages.abstaining import Abstention
from simba.telling import answer_of

if TYPE_CHECKING:
    from simba.endpoint import EndpointSettings

MAX_QUESTION = 1000
"""Longest question, in characters."""


class Simba(OpenedParts):
    """Answers Russian questions from a knowledge base; may be shared between threads.

    Nothing is loaded before the first question: that takes about a second.
    """

    def __init__(
        self,
        kb: str | os.PathLike[str] | None = None,
        *,
        rules: str | os.PathLike[str] | tuple[Path, ...] | None = None,
        endpoint: str | EndpointSettings | None = None,
        linker: str | EndpointSettings | None = None,
        time_limit: float | None = None,
        today: date | None = None,
        min_confidence: float | None = None,
        texts: str | os.PathLike[str] | None = None,
        hybrid: bool | None = None,
    ) -> None:
        """Take a knowledge base folder (by default ``$SIMBA_KB``, then the embedded one) and a folder of rules.

        Those rules add to the built-in ones, or override them by property. A tuple of folders is a whole set of
        its own, each folder over those before it.

        With ``endpoint``, the URL of a SPARQL endpoint or its `EndpointSettings`, only names come from the folder:
        facts, labels and classes come from there, and whatever asks for them raises `EndpointError` where it cannot be
        reached. With a URL alone, the environment says the rest ($SIMBA_ENDPOINT_TOKEN, $SIMBA_ENDPOINT_CONTACT ...).

        With ``linker``, names are not looked up in a folder but in a wiki's search: "wikidata", or the URL (or the
        settings) of another Wikibase's api.php. With both, no folder is needed.

        ``time_limit`` is what a question may take, in seconds: by default what the settings say, else `TIME_LIMIT`.

        ``today`` is the day that ages are told for: by default what $SIMBA_TODAY says (2001-12-31), else the clock's.

        ``min_confidence``, 0 to 1, is how sure an answer must be to be given: by default the threshold in
        ``rules/confidence.yaml``. With 0 it answers with whatever it found.

        ``texts`` is a folder of ``simba build-text``, by default ``$SIMBA_TEXT``: then answers of one fact come with
        the sentence there that says the same, as their ``evidence``. With ``hybrid``, by default where
        ``$SIMBA_HYBRID`` is 1, these texts are read where it abstains: what they say is the answer's ``read``.

        Raises `KnowledgeBaseError` at once where the folder is not a knowledge base, `TextError` where the other is
        none of texts, `EndpointError` for a wrong URL, `SimbaError` for a time limit or a confidence that is none.
        """
        facts, paragraphs = endpoint_of(endpoint, time_limit), texts_of(texts)
        super().__init__(
            SimbaSettings(
                kb=folder_of(kb, ENVIRONMENT),
                rules=rules if isinstance(rules, tuple) else folder_of(rules),
                endpoint=facts,
                linker=linker_of(linker, facts),
                time_limit=time_limit,
                today=day_of(today),
                min_confidence=min_confidence,
                texts=paragraphs,
                hybrid=hybrid_of(hybrid, paragraphs),
            )
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """To another process travels how it was opened, not what it has loaded; there it is opened anew."""
        return partial(Simba, **vars(self.settings)), ()

    @property
    def endpoint(self) -> str | None:
        """The endpoint's URL as people may see it."""
        return self.settings.endpoint.shown if self.settings.endpoint else None

    @property
    def time_limit(self) -> float:
        """Seconds that a question may take; it ends between two stages, or where an endpoint is waited for."""
        return self.settings.seconds

    def parse_ahead(self, questions: Iterable[str]) -> None:
        """Parse the few questions that will be asked next: together that takes less time than one by one."""
        core = self.resources.interrogatives.framing.core
        self.resources.parser.parse_ahead(core(one) for one in questions if len(one) <= MAX_QUESTION)

    def answer_many(self, questions: Iterable[str], *, jobs: int = 1) -> Generator[Answer, None, None]:
        """The answers, in order, as they are ready; the questions may be endless.

        With several ``jobs`` so many threads share the questions, which pays where an endpoint is waited for: then a
        few more questions are taken than answers are given, at most 4 a job. A question that the endpoint fails,
        or that takes too long, has the status "error", the `QuestionError` in ``error`` and its kind as the reason; the
        others are answered all the same. Closing the generator stops the work on all that is under way.
        """
        return in_order(self._answer_or_error, questions, jobs=jobs)

    def _answer_or_error(self, question: str) -> Answer:
        try:
            return self.answer(question)
        except QuestionError as error:
            return ShownAnswer(question, "error", error.kind, error=error, timings=error.timings)

    def answer(
        self,
        question: str,
        *,
        after: Answer | Context | None = None,
        entity: str | None = None,
        form: str | None = None,
        min_confidence: float | None = None,
    ) -> Answer:
        """Answer one question of any content, or abstain with a reason.

        ``after`` is the answer, or its `Context`, that the question may take up ("А когда он умер?"); nothing of it is
        kept here. ``understood`` of the answer is the whole question that it was taken for; where more than one thing
        may be meant, the reason is ``unclear``, and ``namesakes`` are what ``entity`` may choose.

        With ``entity`` ("Q7947") only that candidate's queries are tried: a reader's choice between namesakes. With
        ``form`` ("(hop Q7947 P17)", a ``reading`` of the trace) only that reading is, however unsure; one that is none
        of the question's readings chooses nothing. ``min_confidence`` is how sure this answer must be, if not as all.

        Raises TypeError for what is no str and no answer, `SimbaError` for a confidence that is none, `OutOfTimeError`
        after `time_limit` seconds, and `EndpointError`.
        """
        if not isinstance(question, str):
            raise TypeError(f"a question is a str, not {type(question).__name__}")
        if not (after is None or isinstance(after, (Answer, Context))):
            raise TypeError(f"after is an Answer or its Context, not {type(after).__name__}")
        _ = self.resources  # however long that takes, the question has its time
        context = after.context if isinstance(after, Answer) else after
        with time_limit(self.time_limit):
            if context is None or len(question) > MAX_QUESTION:
                return self.reason(question, entity=entity, form=form, min_confidence=min_confidence)[0]

            def ask(whole: str, known: Sequence[Naming] = (), *, chosen: bool = True) -> Answer:
                choice = entity if chosen else None
                return self.reason(
                    whole, entity=choice, form=form, min_confidence=min_confidence, known=known
                )[0]

            return take_up(question, context, self.resources, self.dialogue, ask, entity)

    def reason(
        self,
        question: str,
        *,
        entity: str | None = None,
        form: str | None = None,
        min_confidence: float | None = None,
        known: Sequence[Naming] = (),
    ) -> tuple[Answer, Reasoning]:
        """`answer`, with the stages' own results beside it: for whoever wants to know more than the trace tells.

        ``known`` are words whose entities are known beforehand.
        """
        required = self.settings.min_confidence if min_confidence is None else confidence(min_confidence)
        reasoning = Reasoning(
            question, entity, form, required, known=tuple(known), abstention=Abstention("too_long")
        )
        watch = Stopwatch()
        try:
            if len(question) <= MAX_QUESTION:
                reasoning = reason(reasoning, self.resources, watch)
            if reasoning.chosen is not None:
                watch.begin("labels")
            answer = answer_of(reasoning, self.store, self.rules.names)
            if self.texts is not None:
                watch.begin("texts")
                answer = replace(answer, evidence=self.texts.evidence(reasoning, answer))
            if self.settings.hybrid and self.hybrid is not None:
                watch.begin("reading")
                answer = replace(answer, read=self.hybrid.read(reasoning))
        except QuestionError as error:
            error.timings = watch.stop()
            raise
        except TimeoutError:
            late = OutOfTimeError(self.time_limit)
            late.timings = watch.stop()
            raise late from None
        except PatternError as error:  # words and constructions compile theirs with the first question
            advice = "какое и где оно стоит, покажет simba rules check"
            problem = Problem(layers(self.own_rules)[-1], f"негодное выражение: {error}", advice=advice)
            raise RuleError(problem) from None
        return replace(answer, timings=watch.stop(), sample=self.is_sample), reasoning

    def judge(
        self, question: str, candidate: str, *, entity: str | None = None, form: str | None = None
    ) -> Judgement:
        """Whether a candidate ("Q649") answers a question: yes, no or unknown, with the path that says so.

        What SimBa answers decides; where it abstains, a reading that joins the candidate with what the question names.
        ``entity`` and ``form`` are as for `answer`. Raises as it does, and `SimbaError` for what is no identifier.
        """
        if not is_entity_id(candidate):
            raise SimbaError(f"a candidate is an identifier such as Q649, not {candidate[:40]!r}")
        _ = self.resources
        with time_limit(self.time_limit):
            try:
                answer, reasoning = self.reason(question, entity=entity, form=form)
                return judgement_of(answer, reasoning, candidate, self.store, self.rules.names)
            except TimeoutError:
                raise OutOfTimeError(self.time_limit) from None
