"""Property paths, what leads from one set to another: `P36`, `^P50`, `P20/P17`, `P131*`, `P131|P276`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from simba.common.vocabulary import is_property_id
from simba.query.hashing import Hashed, hashed_once

_TOKEN = re.compile(r"[()/|^*+]|[^()/|^*+]+")
MAX_LENGTH = 300
"""Characters of a path."""


@dataclass(frozen=True, slots=True)
class Step:
    """One property, from subject to value; `inverse`: from value to subject; `transitive`: any number of times."""

    property: str
    inverse: bool = False
    transitive: bool = False

    def __post_init__(self) -> None:
        if not is_property_id(self.property):
            raise ValueError(f"not a Wikidata property: {self.property!r}")

    def reversed(self) -> Step:
        """The same step the other way."""
        return Step(self.property, not self.inverse, self.transitive)

    def __str__(self) -> str:
        return f"{'^' * self.inverse}{self.property}{'*' * self.transitive}"


@dataclass(frozen=True, slots=True)
class Choice:
    """Any of several paths, which it keeps in order, each once; `transitive`: any number of times."""

    options: tuple[Path, ...]
    transitive: bool = False

    def __post_init__(self) -> None:
        options = _alternatives(self.options)
        if len(options) < 2:
            raise ValueError("a choice is between at least two paths")
        object.__setattr__(self, "options", options)

    def reversed(self) -> Choice:
        """The same choice the other way."""
        return Choice(tuple(option.reversed() for option in self.options), self.transitive)

    def __str__(self) -> str:
        return f"({'|'.join(map(str, self.options))}){'*' * self.transitive}"


@hashed_once
@dataclass(frozen=True, slots=True)
class Path(Hashed):
    """Steps, one after the other."""

    steps: tuple[Step | Choice, ...]

    def __post_init__(self) -> None:
        if not self.steps:
            raise ValueError("a path has at least one step")

    def reversed(self) -> Path:
        """The same path the other way: `P20/P17` is `^P17/^P20`."""
        return Path(tuple(step.reversed() for step in reversed(self.steps)))

    def __add__(self, other: Path) -> Path:
        return Path(self.steps + other.steps)

    def __str__(self) -> str:
        return "/".join(map(str, self.steps))


def _alternatives(options: Iterable[Path]) -> tuple[Path, ...]:
    """The options in order, each once, with the options of those that are choices themselves."""
    flat: set[Path] = set()
    for option in options:
        match option.steps:
            case (Choice(inner, False),):
                flat.update(inner)
            case _:
                flat.add(option)
    return tuple(sorted(flat, key=str))


@lru_cache(maxsize=10_000)
def path(text: str) -> Path:
    """The path of a text in the syntax of SPARQL; `P131+` is `P131/P131*`. Raises ValueError."""
    if len(text) > MAX_LENGTH:
        raise ValueError(f"a path has at most {MAX_LENGTH} characters, this one {len(text)}")
    tokens = _TOKEN.findall(text)[::-1]
    found = _choice(tokens, text)
    if tokens:
        raise _not_a_path(text)
    return found


def _choice(tokens: list[str], text: str) -> Path:
    options = [_sequence(tokens, text)]
    while tokens and tokens[-1] == "|":
        tokens.pop()
        options.append(_sequence(tokens, text))
    different = _alternatives(options)
    return different[0] if len(different) == 1 else Path((Choice(different),))


def _sequence(tokens: list[str], text: str) -> Path:
    found = _step(tokens, text)
    while tokens and tokens[-1] == "/":
        tokens.pop()
        found += _step(tokens, text)
    return found


def _step(tokens: list[str], text: str) -> Path:
    sign = tokens.pop() if tokens else ""
    if sign == "^":
        return _step(tokens, text).reversed()
    if sign == "(":
        found = _choice(tokens, text)
        if not tokens or tokens.pop() != ")":
            raise _not_a_path(text)
    elif is_property_id(sign):
        found = Path((Step(sign),))
    else:
        raise _not_a_path(text)
    if tokens and tokens[-1] in "*+":
        repeated = _repeated(found, text)
        found = repeated if tokens.pop() == "*" else found + repeated
    return found


def _repeated(found: Path, text: str) -> Path:
    match found.steps:
        case (Step(name, inverse, False),):
            return Path((Step(name, inverse, True),))
        case (Choice(options, False),):
            return Path((Choice(options, True),))
    raise ValueError(f"only a property or a choice can be repeated: {text!r}")


def _not_a_path(text: str) -> ValueError:
    return ValueError(f"not a property path: {text!r}")
