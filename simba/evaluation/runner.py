"""Putting the questions to a system, in this process or in several."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from time import perf_counter

from simba.common.life_signs import advancing
from simba.errors import SimbaError
from simba.evaluation.gold import Dataset, Question, read_gold
from simba.evaluation.intervals import require
from simba.evaluation.judge import Judge, System, simba_of
from simba.evaluation.outcome import Outcome
from simba.evaluation.results import Evaluation, describe
from simba.system import Simba


def evaluate(
    dataset: str | os.PathLike[str] | Dataset | Iterable[Question],
    system: System | None = None,
    *,
    jobs: int = 1,
    name: str | None = None,
    progress: bool = False,
) -> Evaluation:
    """Score a system on a RuBQ or QALD file, or on questions of your own.

    The system is a `Simba` (by default the one with the embedded knowledge base) or any callable from a
    question to its answers: an `Answer`, or one or several of strings, `Value` objects and dicts with
    "type" and "value". A string that is a Q-identifier or an IRI is an entity, any other is a literal. None
    and nothing are an abstention.

    With ``jobs`` above 1 the questions are shared between processes: the callable must then be one that can
    be pickled, and a script must guard its main part with ``if __name__ == "__main__":``.

    The result is called ``name``, else SimBa or as the callable; ``progress`` tells on standard error how far it is.
    Ctrl-C ends it early: the result then has what was done and is marked as partial. An exception of the system is a
    wrong answer. Raises `SimbaError`: a file that cannot be read, a callable that cannot be sent, a missing library.

        from simba.evaluation import evaluate
        result = evaluate("RuBQ_2.0_test.json", my_system)
        print(result)
        result.write_report("report")
    """
    require()
    if isinstance(dataset, str | os.PathLike):
        dataset = read_gold(dataset)
    elif not isinstance(dataset, Dataset):
        dataset = Dataset(name or "questions", "rubq", "", tuple(dataset))
    if jobs < 1:
        raise SimbaError("at least one process is needed (--jobs 1)")
    if system is None:
        system = Simba()
    simba = simba_of(system)
    if simba is not None:
        simba.load()
    start = perf_counter()
    count = len(dataset.questions)
    with advancing("Scoring", count, shown=progress) as advance:
        if jobs == 1 or len(dataset.questions) < 2:
            outcomes = _here(dataset.questions, system, advance)
        else:
            outcomes = _in_processes(
                dataset.questions, _recipe(system), min(jobs, len(dataset.questions)), advance
            )
    return Evaluation(
        dataset,
        describe(system, simba, name),
        tuple(outcomes[number] for number in sorted(outcomes)),
        jobs,
        perf_counter() - start,
    )


def _here(questions: Sequence[Question], system: System, advance: Callable[[], None]) -> dict[int, Outcome]:
    done: dict[int, Outcome] = {}
    try:
        judge = Judge(system)
        for number, question in enumerate(questions):
            done[number] = judge(question)
            advance()
    except KeyboardInterrupt:
        pass
    return done


THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""How many threads NumPy's libraries use, read when they are loaded."""

_judge: Judge | None = None
"""A worker process's own."""


def _begin(recipe: Callable[[], System]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that holds the results
    global _judge
    _judge = Judge(recipe())


def _work(question: Question) -> Outcome:
    assert _judge is not None
    return _judge(question)


@dataclass(frozen=True)
class _Given:
    """A recipe for what can be sent as it is."""

    system: System

    def __call__(self) -> System:
        return self.system


def _recipe(system: System) -> Callable[[], System]:
    """What another process makes the same system from."""
    simba = simba_of(system)
    if simba is not None and (simba is system or getattr(system, "__name__", "") == "answer"):
        return partial(
            Simba,
            simba.folder,
            rules=simba.own_rules,
            endpoint=simba.endpoint_settings,
            linker=simba.linker_settings,
            min_confidence=simba.min_confidence,
        )
    given = _Given(system)
    try:
        pickle.dumps(given)
    except Exception:
        raise SimbaError(
            "this system cannot be sent to other processes: use jobs=1, or a module's function"
        ) from None
    return given


def _in_processes(
    questions: Sequence[Question], recipe: Callable[[], System], jobs: int, advance: Callable[[], None]
) -> dict[int, Outcome]:
    done: dict[int, Outcome] = {}
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(recipe,))
    numbers: dict[Future[Outcome], int] = {}
    try:
        with _inherited():
            for number, question in enumerate(questions):
                numbers[pool.submit(_work, question)] = number
        for future in as_completed(numbers):
            done[numbers[future]] = future.result()
            advance()
    except KeyboardInterrupt:
        pass
    except BrokenProcessPool:
        raise SimbaError("a process ended unexpectedly (out of memory?); try fewer with --jobs") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    for future, number in numbers.items():
        if number not in done and future.done() and not future.cancelled() and future.exception() is None:
            done[number] = future.result()
    return done


@contextmanager
def _inherited() -> Iterator[None]:
    """What new processes take over from this one while they start.

    They ignore Ctrl-C from the first moment on and compute with one thread each: the parser's small matrices
    gain nothing from more, and processes that each use all processors wait for one another (20 times slower).
    """
    new = {name: "1" for name in THREADS if name not in os.environ}
    main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if main else None
    os.environ.update(new)
    try:
        yield
    finally:
        for name in new:
            del os.environ[name]
        if main:
            signal.signal(signal.SIGINT, before)
