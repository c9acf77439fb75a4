"""The dictionary of what asks in Russian, and for what (``interrogatives.yaml``): its format and patterns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from simba.errors import PatternError, Problem, RuleError
from simba.grammar.compiling import checked
from simba.grammar.files import INTERROGATIVES, AnswerType, ClassId
from simba.grammar.fragments import fragment_name
from simba.grammar.yamlfile import Document, Location

ExpectedType = Literal[
    "person", "group", "place", "date", "number", "text", "thing", "name", "reason", "manner"
]


class AskingWords(BaseModel):
    """Вопросительные слова, после которых ждут ответа одного вида."""

    model_config = ConfigDict(extra="forbid", title="вопросительное слово")

    type: Annotated[
        ExpectedType | Literal["noun"],
        Field(title="вид ответа", description="noun: вид ответа называет существительное («какая река»)"),
    ]
    name: Annotated[str, Field(title="название", description="как это слово зовётся в разборе вопроса")]
    patterns: Annotated[
        list[str], Field(title="образцы", min_length=1, description="регулярные выражения, как в правилах")
    ]


class DictionaryText(BaseModel):
    """Чем и о чём спрашивают по-русски."""

    model_config = ConfigDict(extra="forbid")

    fragments: Annotated[
        dict[str, str], Field(title="фрагменты", description="части образцов этого файла, {так}")
    ]
    interrogatives: Annotated[list[AskingWords], Field(title="вопросительные слова", min_length=1)]
    requests: Annotated[
        list[str], Field(title="просьбы", description="образцы слов, за которыми следует вопрос: «назовите»")
    ]
    closings: Annotated[
        list[str], Field(title="просьбы после вопроса", description="образцы слов за ним: «не знаете?»")
    ] = []
    tags: Annotated[
        list[str], Field(title="переспросы", description="образцы слов за утверждением: «не так ли?»")
    ] = []
    pleas: Annotated[
        list[str], Field(title="вежливость", description="образцы слов за вопросом и без знака: «плиз»")
    ] = []
    last: Annotated[
        list[str],
        Field(title="спрашивают и в конце", description="образцы слов, которые переносятся в начало"),
    ] = []
    nouns: Annotated[
        dict[AnswerType, list[str]],
        Field(title="существительные", description="существительные после «какой» по видам ответа"),
    ]
    classes: Annotated[
        dict[AnswerType, list[ClassId]],
        Field(title="классы", description="классы Викиданных (P31/P279*) по видам ответа"),
    ]
    fillers: Annotated[
        list[str], Field(title="пустые слова", description="слова, которые ничего не говорят о вопросе")
    ]


FRAMES = ("requests", "closings", "tags", "pleas", "last")
"""What of the dictionary stands around a question."""
DICTIONARY = TypeAdapter(DictionaryText)


@dataclass(frozen=True, slots=True)
class DictionaryPattern:
    """A pattern of the dictionary: where it stands, as its author wrote it, and with its fragments filled in."""

    location: Location
    text: str
    regex: str


def dictionary_path(folders: Sequence[Path]) -> Path:
    """The dictionary that holds: that of the last folder that has one."""
    paths = [folder / INTERROGATIVES for folder in folders]
    return next((path for path in reversed(paths) if path.exists() or path.is_symlink()), paths[0])


def filled_patterns(document: Document[DictionaryText]) -> list[DictionaryPattern]:
    """The dictionary's fragments and patterns; raises `RuleError` with all that are wrong."""
    fragments: dict[str, str] = {}
    patterns: list[DictionaryPattern] = []
    problems: list[Problem] = []

    def add(source: str, *location: int | str) -> str:
        try:
            patterns.append(DictionaryPattern(location, source, checked(source, fragments)))
        except PatternError as error:
            problems.append(
                document.problem(
                    location, f"образец «{source}»: {error}", offset=error.start, advice=error.advice
                )
            )
            return ""
        return patterns[-1].regex

    for name, source in document.content.fragments.items():
        fragments[fragment_name(name)] = f"(?:{add(source, 'fragments', name)})"
    for number, entry in enumerate(document.content.interrogatives):
        for place, source in enumerate(entry.patterns):
            add(source, "interrogatives", number, "patterns", place)
    for key in FRAMES:
        for place, source in enumerate(getattr(document.content, key)):
            add(source, key, place)
    if problems:
        raise RuleError(*problems)
    return patterns
