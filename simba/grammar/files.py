"""The files that rule authors write: where they lie, and what a rule holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from simba.common.resources import data_path
from simba.errors import Problem, RuleError
from simba.grammar.stray import unread, wrong_place

FRAGMENTS, INTERROGATIVES, PROPERTIES = "fragments.yaml", "interrogatives.yaml", "properties"
WORDS, WEIGHTS, CONFIDENCE = "words.yaml", "weights.yaml", "confidence.yaml"
GROUPS, SETS, AREAS = "groups.yaml", "sets.yaml", "areas.yaml"
"""What a folder of rules may hold; the areas are titles of its files of properties."""

Direction = Literal["forward", "reverse"]
AnswerType = Literal["person", "group", "place", "date", "number", "text", "thing"]
Kind = Literal["phrases", "patterns"]
PropertyId = Annotated[str, Field(pattern=r"^P[1-9][0-9]{0,9}$")]
ClassId = Annotated[str, Field(pattern=r"^Q[1-9][0-9]{0,11}$")]


class RuleText(BaseModel):
    """Как по-русски спрашивают об одном свойстве Викиданных."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        title="правило",
        json_schema_extra={"anyOf": [{"required": ["phrases"]}, {"required": ["patterns"]}]},
    )

    property: Annotated[PropertyId, Field(title="свойство", description="свойство Викиданных, например P36")]
    name: Annotated[str, Field(title="название", min_length=1, description="русское название свойства")]
    direction: Annotated[
        Direction,
        Field(
            title="направление",
            description="reverse: ответ — субъект («какие романы написал Толстой» — P50 наоборот)",
        ),
    ] = "forward"
    answer: Annotated[
        list[AnswerType],
        Field(title="вид ответа", description="чем бывают значения свойства; без этого ключа — чем угодно"),
    ] = []
    subject: Annotated[
        list[ClassId],
        Field(
            title="класс субъекта", description="классы (P31/P279*), одному из которых принадлежит субъект"
        ),
    ] = []
    priority: Annotated[
        int,
        Field(
            title="приоритет",
            ge=-5,
            le=5,
            description="выбор между правилами, которые объясняют вопрос одинаково",
        ),
    ] = 0
    phrases: Annotated[
        list[str],
        Field(
            title="фразы",
            description="фразы: слова, <лемма>, {фрагмент}, [необязательное], (одно | другое), слов*, ...",
        ),
    ] = []
    patterns: Annotated[
        list[str], Field(title="образцы", description="регулярные выражения: то же, что не выразить фразой")
    ] = []
    examples: Annotated[
        list[str],
        Field(title="примеры", min_length=1, description="вопросы, на которых правило должно сработать"),
    ]
    counterexamples: Annotated[
        list[str],
        Field(title="контрпримеры", description="похожие вопросы, на которых правило не должно сработать"),
    ] = []

    @model_validator(mode="after")
    def _matches_something(self) -> RuleText:
        if not self.phrases and not self.patterns:
            raise ValueError("правилу нужны phrases или patterns")
        return self


RULE = TypeAdapter(RuleText)
RULES: TypeAdapter[list[RuleText | None]] = TypeAdapter(list[RuleText])  # type: ignore[arg-type]
FRAGMENT_TEXTS = TypeAdapter(dict[str, str])
AREA_TITLES = TypeAdapter(dict[str, str])
"""What the areas of rules, one a file, are called."""


def layers(rules: Path | tuple[Path, ...] | None) -> tuple[Path, ...]:
    """The folders whose rules hold: those that come with SimBa, and over them the author's own; or a whole set."""
    if isinstance(rules, tuple):
        return rules
    return (data_path("rules"),) if rules is None else (data_path("rules"), rules)


def files_of(folders: Sequence[Path]) -> list[Path]:
    """Every file of rules in the folders; raises `RuleError` for a folder without any."""
    files = []
    for folder in folders:
        named = [folder / FRAGMENTS, folder / INTERROGATIVES]
        own = [path for path in named if path.exists() or path.is_symlink()]
        own += sorted((folder / PROPERTIES).glob("*.yaml"))
        if not own:
            advice = wrong_place(folder, PROPERTIES)
            if not advice and (lost := next(unread_files(folder), None)):
                advice = f"{lost.path.name}: {lost.advice}"
            held = f"в папке правил лежат {PROPERTIES}/*.yaml, а по желанию {FRAGMENTS} и {INTERROGATIVES}"
            raise RuleError(Problem(folder, "здесь нет правил", advice=advice or held))
        files += own
    return files


def unread_files(folder: Path) -> Iterator[Problem]:
    """What looks like a file of rules in a folder and is not read (`files_of`)."""
    return unread(
        folder, (FRAGMENTS, INTERROGATIVES, WORDS, WEIGHTS, CONFIDENCE, GROUPS, SETS, AREAS), PROPERTIES
    )
