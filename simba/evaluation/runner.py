"""Putting the questions to a system, in this process or in several."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from time import perf_counter

from simba.common.life_signs import advancing
from simba.common.processes import in_order_by_processes
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
            outcomes = _in_processes(dataset.questions, system, min(jobs, len(dataset.questions)), advance)
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


def _judging(system: System) -> Callable[[list[Question]], Iterator[Outcome]]:
    return partial(map, Judge(system))


def _in_processes(
    questions: Sequence[Question], system: System, jobs: int, advance: Callable[[], None]
) -> dict[int, Outcome]:
    begin = partial(_judging, system)
    try:
        pickle.dumps(begin)
    except Exception:
        raise SimbaError(
            "this system cannot be sent to other processes: use jobs=1, or a module's function"
        ) from None
    done: dict[int, Outcome] = {}
    # Not forked: a system of somebody else's may hold what a fork breaks.
    with closing(in_order_by_processes(begin, questions, jobs=jobs, parcel=1)) as outcomes:
        try:
            for number, outcome in enumerate(outcomes):
                done[number] = outcome
                advance()
        except KeyboardInterrupt:
            pass
        except ChildProcessError as error:
            raise SimbaError(str(error)) from None
    return done
