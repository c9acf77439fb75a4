"""The words by which a question follows another: ``rules/dialogue.yaml``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from simba.common.resources import last_file
from simba.grammar.files import DIALOGUE
from simba.grammar.yamlfile import read_yaml
from simba.russian.morphology import Case

Agreement = Literal["masc", "femn", "neut", "plur"]


class Pronoun(BaseModel):
    """Местоимение третьего лица: с чем согласуется и в каком падеже стоит."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    words: Annotated[list[str], Field(title="формы", min_length=1)]
    agrees: Annotated[frozenset[Agreement], Field(title="род или число того, что оно замещает")]
    case: Annotated[Case, Field(title="падеж")]
    possessive: Annotated[bool, Field(title="бывает и притяжательным")] = False


class PlaceAdverb(BaseModel):
    """Предлог и падеж, которые наречие места замещает вместе с именем."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    preposition: Annotated[str, Field(title="предлог")]
    case: Annotated[Case, Field(title="падеж")]


class DialogueWords(BaseModel):
    """Слова, которыми вопрос продолжает предыдущий."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    openers: Annotated[frozenset[str], Field(title="начинают продолжение")]
    about: Annotated[list[str], Field(title="обороты, за которыми стоит лишь новое имя")] = []
    corrections: Annotated[list[str], Field(title="образцы того, за чем стоит поправка")] = []
    tails: Annotated[list[str], Field(title="образцы сказанного позади нового имени")] = []
    pronouns: Annotated[list[Pronoun], Field(title="местоимения", min_length=1)]
    prepositions: Annotated[Mapping[str, Case], Field(title="падежи после предлогов")]
    places: Annotated[Mapping[str, PlaceAdverb], Field(title="наречия места")]
    demonstratives: Annotated[frozenset[str], Field(title="указательные слова")]
    human: Annotated[frozenset[str], Field(title="так зовут любого человека")]
    subjects: Annotated[frozenset[str], Field(title="вопросительные подлежащие")]
    years: Annotated[frozenset[str], Field(title="стоят за числом года")]
    points: Annotated[frozenset[str], Field(title="указывают на сказанное")] = frozenset()
    happened: Annotated[frozenset[str], Field(title="глаголы при указании на сказанное")] = frozenset()
    more: Annotated[frozenset[str], Field(title="просят ещё")] = frozenset()
    counts: Annotated[Mapping[str, str], Field(title="вопросительные слова числа и перечня")] = {}
    shortened: Annotated[Mapping[str, str], Field(title="предлоги перед стечением согласных и без него")] = {}
    counting: Annotated[frozenset[str], Field(title="спрашивают, сколько перечисленного")] = frozenset()
    listing: Annotated[frozenset[str], Field(title="спрашивают, что сосчитано")] = frozenset()
    among: Annotated[list[str], Field(title="обороты, за которыми выбирают из перечисленного")] = []
    which: Annotated[frozenset[str], Field(title="спрашивают о перечне")] = frozenset()
    most: Annotated[frozenset[str], Field(title="леммы слов превосходной степени")] = frozenset()

    @cached_property
    def among_words(self) -> list[list[str]]:
        """The words of each phrase for what was listed."""
        return [phrase.split() for phrase in self.among]

    @cached_property
    def about_words(self) -> list[list[str]]:
        """The words of each phrase before a new name, the longest first."""
        return sorted((phrase.split() for phrase in self.about), key=len, reverse=True)

    @cached_property
    def put_right(self) -> re.Pattern[str]:
        """Matches at the start of a question what is put right there, up to what is meant instead."""
        return re.compile(rf"\W*(?:{'|'.join(self.corrections) or '(?!)'})")

    @cached_property
    def tail(self) -> re.Pattern[str]:
        """Finds what is said behind a new name, with all that follows but for the mark."""
        return re.compile(rf"(?:{'|'.join(self.tails) or '(?!)'})(?=[?!. …]*$)")

    @cached_property
    def by_form(self) -> dict[str, Pronoun]:
        """The pronouns by their folded forms."""
        return {word: one for one in self.pronouns for word in one.words}


DIALOGUE_FILE = TypeAdapter(DialogueWords)


def load_dialogue_words(folders: Sequence[Path]) -> DialogueWords:
    """The words of the last folder that has them, else SimBa's own; raises `RuleError`."""
    return read_yaml(last_file(folders, DIALOGUE), DIALOGUE_FILE)
