"""What a change of rules does to the examples of all rules: gained, lost, and other properties that come or go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simba.workbench.bench import Bench, Example
from simba.workbench.first import Key

Progress = Callable[[list[str]], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Turned:
    """An example that one of the two sets satisfies and the other does not."""

    key: Key
    name: str
    question: str
    positive: bool
    """Whether the rule must propose its property there, or must not."""
    place: str | None
    """File and line; None where it is no longer written there."""
    replaced: bool
    """Whether it is an example no longer, though it stands there: another rule replaces its own."""
    gained: bool
    proposed: tuple[Key, ...]
    """What the rules propose now."""

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            **_named(self.key, self.name),
            "question": self.question,
            "kind": "example" if self.positive else "counterexample",
            "place": self.place,
            "replaced": self.replaced,
            "proposed": [{"property": prop, "direction": way} for prop, way in self.proposed],
        }


@dataclass(frozen=True, slots=True)
class Overtaken:
    """An example whose own property came first before, and is now proposed behind another."""

    key: Key
    name: str
    question: str
    place: str | None
    """As in `Turned`."""
    first: Key
    first_name: str

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            **_named(self.key, self.name),
            "question": self.question,
            "place": self.place,
            "first": _named(self.first, self.first_name),
        }


@dataclass(frozen=True, slots=True)
class Shift:
    """The questions for which a property newly came in or went away, beside those whose own rule it is."""

    key: Key
    name: str
    came: tuple[str, ...]
    went: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {**_named(self.key, self.name), "came": list(self.came), "went": list(self.went)}


@dataclass(frozen=True, slots=True)
class Changes:
    """All of it; ``failing`` counts the examples that neither set satisfies."""

    questions: int
    gained: tuple[Turned, ...] = ()
    lost: tuple[Turned, ...] = ()
    overtaken: tuple[Overtaken, ...] = ()
    shifts: tuple[Shift, ...] = ()
    failing: int = 0
    owners: dict[str, tuple[Key, ...]] | None = None
    """Whose examples each question is."""

    @property
    def changed(self) -> int:
        """How many questions have other properties than before."""
        return len({question for shift in self.shifts for question in (*shift.came, *shift.went)})

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "questions": self.questions,
            "gained": [one.as_dict() for one in self.gained],
            "lost": [one.as_dict() for one in self.lost],
            "overtaken": [one.as_dict() for one in self.overtaken],
            "changed": [shift.as_dict() for shift in self.shifts],
            "failing": self.failing,
        }


def compare_examples(before: Bench, after: Bench, progress: Progress = iter) -> Changes:
    """Put every example and counterexample of both sets to both.

    Where an example of one set is a counterexample in the other, the set after the change says what is right.
    """
    expected: dict[tuple[Key, str], tuple[Example, bool]] = {}
    for bench in (before, after):
        for example in bench.examples:
            expected[example.rule.key, example.question] = example, bench is after
    owners: dict[str, list[Key]] = {}
    for key, question in expected:
        owners.setdefault(question, []).append(key)
    names = {**before.names, **after.names}
    was: dict[str, frozenset[Key]] = {}
    now: dict[str, frozenset[Key]] = {}
    firsts: dict[str, tuple[Key | None, Key | None]] = {}
    came: dict[Key, list[str]] = {}
    went: dict[Key, list[str]] = {}
    for question in progress(list(owners)):
        (was[question], earlier), (now[question], later) = before.weighed(question), after.weighed(question)
        firsts[question] = earlier, later
        for keys, into in (
            (now[question] - was[question], came),
            (was[question] - now[question], went),
        ):
            for key in sorted(keys.difference(owners[question])):
                into.setdefault(key, []).append(question)
    turned, failing = [], 0
    for (key, question), (example, stays) in expected.items():
        satisfied = [(key in proposed[question]) == example.positive for proposed in (was, now)]
        failing += not any(satisfied)
        if satisfied[0] != satisfied[1]:
            turned.append(
                Turned(
                    key,
                    example.rule.text.name,
                    question,
                    example.positive,
                    _place(example, after),
                    not stays and _stands(example, after),
                    satisfied[1],
                    tuple(sorted(now[question])),
                )
            )
    shifts = [
        Shift(key, names[key[0]], tuple(came.get(key, ())), tuple(went.get(key, ())))
        for key in {**came, **went}
    ]
    return Changes(
        len(owners),
        tuple(one for one in turned if one.gained),
        tuple(one for one in turned if not one.gained),
        tuple(_overtaken([example for example, _ in expected.values()], firsts, now, names, after)),
        tuple(sorted(shifts, key=lambda shift: (-len(shift.came) - len(shift.went), shift.key))),
        failing,
        {question: tuple(keys) for question, keys in owners.items()},
    )


def _overtaken(
    examples: Iterable[Example],
    firsts: dict[str, tuple[Key | None, Key | None]],
    now: dict[str, frozenset[Key]],
    names: dict[str, str],
    after: Bench,
) -> Iterator[Overtaken]:
    """Examples whose rule came first and is behind one now whose example the question is not; none that are lost."""
    positive = [example for example in examples if example.positive]
    right = {(example.rule.key, example.question) for example in positive}
    for example in positive:
        key, question = example.rule.key, example.question
        earlier, later = firsts[question]
        if earlier == key and key in now[question] and later and (later, question) not in right:
            yield Overtaken(
                key, example.rule.text.name, question, _place(example, after), later, names[later[0]]
            )


def same_rules(before: Sequence[Path], after: Sequence[Path]) -> bool:
    """Whether two sets of folders have the same files with the same content."""
    from simba.common.cache import digest
    from simba.grammar.files import files_of

    return digest(files_of(before)) == digest(files_of(after))


def shown_path(path: Path) -> str:
    """A path as it is shortest from here."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def _stands(example: Example, after: Bench) -> bool:
    """Whether it is written in a file of the rules after the change."""
    return example.rule.path.parent.parent in after.folders


def _place(example: Example, after: Bench) -> str | None:
    if not _stands(example, after):
        return None
    kind = "examples" if example.positive else "counterexamples"
    problem = example.rule.problem("", kind, example.number)
    return f"{shown_path(problem.path)}:{problem.line}"


def _named(key: Key, name: str) -> dict[str, Any]:
    return {"property": key[0], "direction": key[1], "name": name}
