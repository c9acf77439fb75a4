"""Words and weights of reading: ``rules/reading.yaml``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated

import regex
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from simba.common.resources import last_file
from simba.grammar.compiling import checked, compile_pattern
from simba.grammar.files import READING
from simba.grammar.fragments import fragment_name
from simba.grammar.yamlfile import read_yaml
from simba.russian.morphology import lemmas
from simba.russian.numerals import cardinal
from simba.russian.text import fold

_DIGITS = regex.compile(r"[0-9]+(?:[.,][0-9]+)?(?:-[а-я]{1,3})?")


class _Units(BaseModel):
    """В каких единицах меряют то, что называют эти существительные."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    nouns: Annotated[frozenset[str], Field(title="что меряют")]
    units: Annotated[frozenset[str], Field(title="единицы")]


class _Kinds(BaseModel):
    """Чем бывает то, что называют эти существительные."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    nouns: Annotated[frozenset[str], Field(title="о чём спрашивают")]
    words: Annotated[frozenset[str], Field(title="чем это бывает")]


class ReadingWords(BaseModel):
    """Что в тексте бывает ответом."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    fragments: Annotated[dict[str, str], Field(title="фрагменты")]
    dates: Annotated[list[str], Field(title="даты", min_length=1)]
    years: Annotated[list[str], Field(title="годы", min_length=1)]
    year_nouns: Annotated[frozenset[str], Field(title="просят год, а не всю дату")]
    magnitudes: Annotated[frozenset[str], Field(title="слова в числах")]
    signs: Annotated[frozenset[str], Field(title="знаки за числом")]
    prepositions: Annotated[Mapping[str, frozenset[str]], Field(title="предлоги перед ответом")]
    titles: Annotated[frozenset[str], Field(title="у чего названия в кавычках")]
    units: Annotated[list[_Units], Field(title="единицы")]
    kinds: Annotated[list[_Kinds], Field(title="чем бывает то, о чём спрашивают")]
    alike: Annotated[list[frozenset[str]], Field(title="говорят об одном и том же")]

    def _compiled(self, patterns: Sequence[str]) -> regex.Pattern[str]:
        known: dict[str, str] = {}
        for name, text in self.fragments.items():
            known[fragment_name(name)] = f"(?:{checked(text, known)})"
        return compile_pattern("|".join(checked(one, known) for one in patterns))

    @cached_property
    def date(self) -> regex.Pattern[str]:
        """Matches a date in folded text."""
        return self._compiled(self.dates)

    @cached_property
    def year(self) -> regex.Pattern[str]:
        """Matches the year in a date."""
        return self._compiled(self.years)

    @cached_property
    def groups(self) -> Mapping[str, frozenset[int]]:
        """The numbers of the groups of words alike, by folded lemma."""
        found: dict[str, set[int]] = {}
        for number, group in enumerate(self.alike):
            for word in group:
                found.setdefault(fold(word), set()).add(number)
        return {word: frozenset(numbers) for word, numbers in found.items()}

    def groups_of(self, words: Iterable[str]) -> frozenset[int]:
        """The groups that any of some lemmas is in."""
        return frozenset(number for word in words for number in self.groups.get(word, ()))

    def units_of(self, noun: str) -> frozenset[str]:
        """The units of what a lemma names; empty where they are not known."""
        return frozenset(unit for one in self.units if noun in one.nouns for unit in one.units)

    def kinds_of(self, nouns: Iterable[str]) -> frozenset[str]:
        """The lemmas of what some lemmas name the kind of."""
        own = frozenset(nouns)
        return frozenset(word for one in self.kinds if not own.isdisjoint(one.nouns) for word in one.words)

    def counts(self, word: str) -> bool:
        """Whether a folded word is a number or part of one."""
        return bool(_DIGITS.fullmatch(word)) or cardinal(word) is not None or self.magnifies(word)

    def magnifies(self, word: str) -> bool:
        """Whether a folded word is part of a number, such as a million or a half."""
        return not self.magnitudes.isdisjoint(lemmas(word))


READING_FILE = TypeAdapter(ReadingWords)


def load_reading_words(folders: Sequence[Path]) -> ReadingWords:
    """The words of the last folder that has them, else SimBa's own; raises `RuleError`."""
    return read_yaml(last_file(folders, READING), READING_FILE)
