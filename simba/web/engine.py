"""SimBa behind a server: loaded in the background, several questions at once, each within a time limit."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from time import monotonic, perf_counter

from flask import current_app, g

from simba.answer import Answer
from simba.errors import SimbaError
from simba.pipeline import Simba
from simba.vocabulary import entity_id

MAX_DESCRIBED = 24
"""Answers that get a description on the page; a country's thousand rivers do not."""

log = logging.getLogger("simba.web")


class Unavailable(SimbaError):
    """No answer now; perhaps later."""


class Loading(Unavailable):
    """The rules, models and the knowledge base are still being loaded."""


class Failed(Unavailable):
    """They could not be loaded."""


class Busy(Unavailable):
    """Too many questions at once."""


class TooSlow(Unavailable):
    """The question took longer than the time limit."""


class Engine:
    """Answers questions in its own threads, so that a slow one can be given up."""

    def __init__(self, simba: Simba, *, seconds: float, threads: int) -> None:
        self.simba = simba
        self.seconds = seconds
        self.error: Exception | None = None
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="simba-answer")
        self._loaded = threading.Event()
        threading.Thread(target=self._load, name="simba-load", daemon=True).start()

    def _load(self) -> None:
        start = perf_counter()
        try:
            self.simba.load()
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

    def answer(
        self, question: str, *, entity: str | None = None, trace: bool = False, patience: float | None = None
    ) -> Answer:
        """Answer a question within the time limit; with ``trace``, its reasoning is made within it too.

        ``patience`` is how many seconds to wait while SimBa is loading, by default all of the time limit.
        Raises `Loading`, `Failed`, `Busy` or `TooSlow`.
        """
        deadline = monotonic() + self.seconds
        if not self._loaded.wait(self.seconds if patience is None else patience):
            raise Loading("SimBa is being loaded")
        if self.error:
            raise Failed("SimBa could not be loaded")
        start = perf_counter()
        future = self._pool.submit(self._work, question, entity, trace)
        try:
            return self._result(future, deadline)
        finally:
            g.timings = {**getattr(g, "timings", {}), "answer": perf_counter() - start}

    def _work(self, question: str, entity: str | None, trace: bool) -> Answer:
        answer = self.simba.answer(question, entity=entity)
        if trace:
            _ = answer.trace
        return answer

    def _result(self, future: Future[Answer], deadline: float) -> Answer:
        try:
            return future.result(max(0.0, deadline - monotonic()))
        except FutureTimeout:
            if future.cancel():
                raise Busy("too many questions at once") from None
            raise TooSlow(f"no answer within {self.seconds:g} s") from None

    def describe(self, answer: Answer) -> dict[str, str | None]:
        """What the knowledge base says about the entities among the answers, by identifier."""
        found = [entity_id(value.value) for value in answer.values[:MAX_DESCRIBED]]
        return {
            identifier: self.simba.kb.store.description(identifier) for identifier in found if identifier
        }


def engine() -> Engine:
    """The engine of the application that handles this request."""
    found: Engine = current_app.extensions["simba"]
    return found
