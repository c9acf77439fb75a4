"""Files of words, constructions, groups and weights: whether SimBa can use them, with all their patterns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import regex

from simba.dialogue.words import load_dialogue_words
from simba.errors import PatternError, RuleError
from simba.grammar.compiling import checked, compile_pattern
from simba.grammar.files import (
    AREAS,
    CONFIDENCE,
    DIALOGUE,
    GRIDS,
    GROUPS,
    READING,
    READING_SIGNS,
    SETS,
    WEIGHTS,
    WORDS,
)
from simba.grammar.yamlfile import Location, read_raw
from simba.query import path as property_path
from simba.russian.text import fold
from simba.stages.composing import Constructions
from simba.stages.composing.question.constructions import CONSTRUCTIONS
from simba.stages.confidence import Confidence
from simba.stages.idsets import Sets
from simba.stages.lexicon import load_weights, load_words
from simba.stages.sisters import Groups
from simba.texts.reading_weights import ReadingWeights
from simba.texts.reading_words import load_reading_words
from simba.workbench.findings import Finding, from_problem

_LOADS: Mapping[str, Callable[[Sequence[Path]], object]] = {
    WORDS: load_words,
    WEIGHTS: load_weights,
    CONFIDENCE: Confidence.load,
    DIALOGUE: load_dialogue_words,
    GROUPS: Groups.load,
    SETS: Sets.load,
    READING: load_reading_words,
    READING_SIGNS: ReadingWeights.load,
    CONSTRUCTIONS: Constructions.load,
}
"""What reads each; raises `RuleError`."""
_PATTERNS = frozenset({"patterns", "beside", "picking", "sharing", "corrections", "tails"})
_PATHS = frozenset({"path", "until"})
"""Keys of patterns, and of property paths."""

_PATTERNED = ("asking.yaml", "periods.yaml", "qualifiers.yaml", "holds.yaml")
"""Constructions that are found by their patterns alone."""
_TRIED = (
    (
        "examples",
        "пример",
        True,
        "ни один образец не совпадает",
        "напишите образец для него или другой пример",
    ),
    ("counterexamples", "контрпример", False, "образец совпадает и здесь", "сузьте его"),
)
"""What is tried, the name of that check, whether it must be found, and what is said otherwise."""
_SPOKEN = regex.compile(r"[\w-]+")


def data_files(folder: Path) -> list[Path]:
    """The files of a folder of rules that are neither rules nor what these are made of."""
    named = [folder / name for name in (*_LOADS, AREAS) if name != CONSTRUCTIONS]
    built = [path for path in sorted((folder / CONSTRUCTIONS).glob("*.yaml")) if path != folder / GRIDS]
    return [path for path in named if path.is_file()] + built


def data_findings(folder: Path, fragments: Mapping[str, str]) -> Iterator[Finding]:
    """What is wrong with these files; ``fragments`` are those that patterns of constructions may name."""
    wrong: set[Path] = set()
    for path in data_files(folder):
        for finding in _expressions(path, fragments if path.parent.name == CONSTRUCTIONS else {}):
            wrong.add(path)
            yield finding
    for name, load in _LOADS.items():
        own = folder / name
        if own in wrong or not own.exists() or any(path.parent == own for path in wrong):
            continue
        try:
            load((folder,))
        except RuleError as error:
            yield from map(from_problem, error.problems)
            continue
        if name == CONSTRUCTIONS:
            for kind in _PATTERNED:
                yield from _examples(own / kind, fragments)


def _examples(path: Path, fragments: Mapping[str, str]) -> Iterator[Finding]:
    """Constructions that are not found in their examples, or are in their counterexamples."""
    document = read_raw(path)
    for number, entry in enumerate(document.content):
        patterns = [compile_pattern(checked(pattern, fragments)) for pattern in entry["patterns"]]
        for key, check, wanted, message, advice in _TRIED:
            for place, example in enumerate(entry.get(key, ())):
                text = " ".join(_SPOKEN.findall(fold(example)))
                found = any(match for pattern in patterns for match in pattern.finditer(text) if match[0])
                if found is not wanted:
                    problem = document.problem((number, key, place), f"{entry['name']}: {message}: «{text}»")
                    yield Finding(check, problem, advice)


def _expressions(path: Path, fragments: Mapping[str, str]) -> Iterator[Finding]:
    """Patterns that cannot be compiled, and paths that are none."""
    try:
        document = read_raw(path)
    except RuleError as error:
        yield from map(from_problem, error.problems)
        return
    for location, text in _texts(document.content):
        keys = frozenset(location)
        try:
            if keys & _PATTERNS:
                checked(text, fragments)
            elif location[-1] in _PATHS:
                property_path(text)
        except PatternError as error:
            message = f"образец «{text}»: {error}"
            yield from_problem(document.problem(location, message, error.start, advice=error.advice))
        except ValueError:
            message = f"{location[-1]}: {text} — не путь свойств"
            yield from_problem(
                document.problem(location, message, advice="пути пишутся так: P22/P26, ^P50, P22|P25")
            )


def _texts(content: Any, location: Location = ()) -> Iterator[tuple[Location, str]]:
    """The texts in a file, with their places."""
    if isinstance(content, str):
        yield location, content
    elif isinstance(content, (dict, list)):
        for key, part in content.items() if isinstance(content, dict) else enumerate(content):
            yield from _texts(part, (*location, key))
