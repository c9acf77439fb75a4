"""What a change of rules does to the examples of all rules: gained, lost, and other properties that come or go."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simba.workbench.bench import Bench, Example

Key = tuple[str, str]
"""A property and a direction."""
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
    """File and line; None where it is no longer an example."""
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
            "proposed": [{"property": prop, "direction": way} for prop, way in self.proposed],
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
    names = {**before.rules.names(), **after.rules.names()}
    was: dict[str, frozenset[Key]] = {}
    now: dict[str, frozenset[Key]] = {}
    came: dict[Key, list[str]] = {}
    went: dict[Key, list[str]] = {}
    for question in progress(list(owners)):
        was[question], now[question] = before.proposed(question), after.proposed(question)
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
            place = _place(example) if stays else None
            proposed = tuple(sorted(now[question]))
            name = example.rule.text.name
            turned.append(Turned(key, name, question, example.positive, place, satisfied[1], proposed))
    shifts = [
        Shift(key, names[key[0]], tuple(came.get(key, ())), tuple(went.get(key, ())))
        for key in {**came, **went}
    ]
    return Changes(
        len(owners),
        tuple(one for one in turned if one.gained),
        tuple(one for one in turned if not one.gained),
        tuple(sorted(shifts, key=lambda shift: (-len(shift.came) - len(shift.went), shift.key))),
        failing,
        {question: tuple(keys) for question, keys in owners.items()},
    )


def same_rules(before: Bench, after: Bench) -> bool:
    """Whether the two have the same files with the same content."""
    from simba.cache import digest
    from simba.rulefiles import files_of

    return digest(files_of(before.folders)) == digest(files_of(after.folders))


def shown_path(path: Path) -> str:
    """A path as it is shortest from here."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def _place(example: Example) -> str:
    kind = "examples" if example.positive else "counterexamples"
    problem = example.rule.problem("", kind, example.number)
    return f"{shown_path(problem.path)}:{problem.line}"


def _named(key: Key, name: str) -> dict[str, Any]:
    return {"property": key[0], "direction": key[1], "name": name}
