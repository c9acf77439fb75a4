"""SimBa behind a server: loaded in the background, several questions at once, each within a time limit."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass, field, replace
from time import monotonic, perf_counter

from flask import current_app, g

from simba.answer import Answer
from simba.common.timelimit import time_limit
from simba.errors import OutOfTimeError, QuestionError, SimbaError
from simba.judging import Judgement
from simba.kb.facts import WantedFacts, entity_ids
from simba.system import Simba
from simba.web.beside import Facts, forms, subject
from simba.web.metrics import observe_stages
from simba.web.otherwise import untried
from simba.web.webquestion import Asked

MAX_DESCRIBED = 24
"""Answers that get a description on the page; a country's thousand rivers do not."""

PATIENCE = 60.0
"""Seconds that a program's question waits for SimBa to be loaded, so that none is lost while workers are restarted."""


@dataclass(frozen=True, slots=True)
class Described:
    """What the knowledge base says of an answer beside it."""

    descriptions: Mapping[str, str | None] = field(default_factory=dict)
    """Of entities among the answers, by their identifiers."""
    subject: str | None = None
    """What the answer is about."""
    facts: Facts = field(default_factory=dict)
    """About that."""
    found: frozenset[str] = frozenset()
    """Other readings of the question that lead to something else, as s-expressions."""
    judgement: Judgement | None = None
    """What is said of a candidate that was asked about."""


Taken = dict[str, float]
"""The seconds of a question's stages, entered as they end."""
Made = tuple[Answer, Described]
Work = Callable[[Taken], Made]
"""What a thread does for a question."""

log = logging.getLogger("simba.web")


class EngineError(SimbaError):
    """No answer now; perhaps later."""


class LoadingError(EngineError):
    """The rules, models and the knowledge base are still being loaded."""


class FailedError(EngineError):
    """They could not be loaded."""


class BusyError(EngineError):
    """Too many questions at once."""


class TooSlowError(EngineError):
    """The question took longer than the time limit."""


class Engine:
    """Answers questions in its own threads, so that a slow one can be given up."""

    def __init__(self, simba: Simba, *, seconds: float, threads: int) -> None:
        """Take a SimBa, of which nothing need be loaded; nor is it before `begin`."""
        self.simba = simba
        self.seconds = seconds
        self.error: Exception | None = None
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="simba-answer")
        self._loaded = threading.Event()
        self._begun = False

    def prepare(self) -> None:
        """Load what processes forked from this one can share; what is wrong is told by each when it loads the rest."""
        try:
            self.simba.prepare()
        except SimbaError as error:
            log.error("SimBa cannot be loaded: %s", error)

    def begin(self) -> None:
        """Load the rest in the background, in the process that calls this; called again, nothing happens."""
        if not self._begun:
            self._begun = True
            threading.Thread(target=self._load, name="simba-load", daemon=True).start()

    def _load(self) -> None:
        start = perf_counter()
        try:
            self.simba.load()
        except SimbaError as error:
            log.error("SimBa cannot be loaded: %s", error)
            self.error = error
        except Exception as error:
            log.exception("SimBa cannot be loaded")
            self.error = error
        else:
            log.info("loaded in %.1f s", perf_counter() - start)
        self._loaded.set()

    @property
    def state(self) -> str:
        """How far the loading is: loading, ready or failed."""
        if not self._loaded.is_set():
            return "loading"
        return "failed" if self.error else "ready"

    def answer(self, asked: Asked) -> Answer:
        """Answer a question within the time limit; its reasoning, where that is wanted, is made within it too.

        Raises `LoadingError`, `FailedError`, `BusyError` or `TooSlowError`.
        """
        return self._within_limit(lambda taken: self._answer(asked, taken, described=False), PATIENCE)[0]

    def explain(self, asked: Asked, *, patience: float) -> Made:
        """Answer with the reasoning, all of it or in short, and with what stands beside the answer on the page.

        A candidate is judged too. While SimBa is being loaded, ``patience`` seconds are waited. Raises as `answer`.
        """
        return self._within_limit(lambda taken: self._answer(asked, taken, described=True), patience)

    def _within_limit(self, work: Work, patience: float) -> Made:
        if not self._loaded.wait(patience):
            raise LoadingError("SimBa is being loaded")
        if self.error:
            raise FailedError("SimBa could not be loaded")
        deadline = monotonic() + self.seconds
        taken: Taken = {}
        try:
            return self._result(self._pool.submit(self._timed, work, taken, deadline), deadline)
        finally:
            _add(taken)

    def _answer(self, asked: Asked, taken: Taken, *, described: bool) -> Made:
        choice = {"entity": asked.entity, "form": asked.form}
        judgement = None
        try:
            if asked.candidate is not None and asked.context is None:
                judgement = self.simba.judge(asked.question, asked.candidate, **choice)
                answer = judgement.answer
            else:
                answer = self.simba.answer(
                    asked.question, after=asked.context, min_confidence=asked.min_confidence, **choice
                )
        except QuestionError as error:
            taken.update(error.timings)
            raise
        taken.update(answer.timings)
        if not asked.trace and not described:
            return answer, Described()
        start = perf_counter()
        try:
            _ = answer.trace if asked.trace else answer.outline, answer.told
            return answer, replace(self._describe(answer), judgement=judgement) if described else Described()
        finally:
            taken["trace"] = perf_counter() - start

    def _timed(self, work: Work, taken: Taken, deadline: float) -> Made:
        """Let no work outlive its question: its thread is wanted for the next one.

        The stages count in the metrics also where nobody waits for the answer any more: the slowest are wanted there.
        """
        left = deadline - monotonic()
        taken["wait"] = self.seconds - left
        try:
            with time_limit(left):
                return work(taken)
        except (OutOfTimeError, TimeoutError):
            raise self._too_slow() from None
        finally:
            observe_stages(taken)

    def _result(self, future: Future[Made], deadline: float) -> Made:
        try:
            return future.result(max(0.0, deadline - monotonic()))
        except FutureTimeout:
            if future.cancel():
                raise BusyError("too many questions at once") from None
            raise self._too_slow() from None

    def _too_slow(self) -> TooSlowError:
        return TooSlowError(f"no answer within {self.seconds:g} s")

    def _describe(self, answer: Answer) -> Described:
        values = answer.values[:MAX_DESCRIBED]
        found = entity_ids(values)
        texts = self.simba.store.describe(found)
        descriptions = {identifier: texts.description(identifier) for identifier in found}
        about = subject(answer)
        asked, others = forms(about) if about else {}, untried(answer)
        if not asked and not others:
            return Described(descriptions)
        facts = self.simba.store.gather(lambda: WantedFacts([*asked.values(), *others.values()]))
        told = {value.value for value in answer.values}
        return Described(
            descriptions,
            about,
            {name: facts.values(form).values for name, form in asked.items()},
            frozenset(
                reading
                for reading, form in others.items()
                if not told.issuperset(value.value for value in facts.values(form).values)
            ),
        )


def _add(taken: Taken) -> None:
    """Keep a question's times for the log line of its request, which may hold many questions."""
    timings: Taken = g.setdefault("timings", {})
    for (
        stage,
        seconds,
    ) in taken.copy().items():  # the thread of a question that was given up may still enter some
        timings[stage] = timings.get(stage, 0.0) + seconds


def engine() -> Engine:
    """The engine of the application that handles this request."""
    found: Engine = current_app.extensions["simba"]
    return found
