"""The files that rule authors write: where they lie, and what a rule holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from simba.common.resources import data_path
from simba.errors import Problem, RuleError
from simba.grammar.stray import unread, wrong_place

FRAGMENTS, INTERROGATIVES, PROPERTIES = "fragments.yaml", "interrogatives.yaml", "properties"
GRIDS = "constructions/grids.yaml"
WORDS, WEIGHTS, CONFIDENCE, DIALOGUE = "words.yaml", "weights.yaml", "confidence.yaml", "dialogue.yaml"
GROUPS, SETS, AREAS = "groups.yaml", "sets.yaml", "areas.yaml"
READING, READING_SIGNS = "reading.yaml", "reading_signs.yaml"
"""What a folder of rules may hold; the areas are titles of its files of properties."""

Direction = Literal["forward", "reverse"]
AnswerType = Literal["person", "group", "place", "date", "number", "text", "thing"]
Slot = Literal["asks", "verbs", "weak", "nouns", "deeds", "kinds", "of"]
SLOTS: tuple[Slot, ...] = get_args(Slot)
"""Where a rule says its words, for constructions to make phrases of (`simba.grammar.grids`)."""
Kind = Literal["phrases", "patterns", "asks", "verbs", "weak", "nouns", "deeds", "kinds", "of"]
"""What an expression of a rule is written as."""
PropertyId = Annotated[str, Field(pattern=r"^P[1-9][0-9]{0,9}$")]
ClassId = Annotated[str, Field(pattern=r"^Q[1-9][0-9]{0,11}$")]


_Words = Annotated[str, Field(min_length=1)]


class Wording(BaseModel):
    """Как спрашивают о свойстве в одном направлении."""

    model_config = ConfigDict(extra="forbid", frozen=True, title="обратное направление")

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
    asks: Annotated[
        _Words | None, Field(title="чем спрашивают", description="«на {какой} язык*», «у кого»")
    ] = None
    verbs: Annotated[
        _Words | None,
        Field(
            title="сказуемые", description="«снял[а | и] | поставил*»: понятны и без вопросительного слова"
        ),
    ] = None
    weak: Annotated[
        _Words | None,
        Field(title="слабые сказуемые", description="«сделал*»: только вместе с вопросительным словом"),
    ] = None
    nouns: Annotated[
        _Words | None, Field(title="имена ответа", description="«режиссер*», «столиц*», «дат* рождения»")
    ] = None
    deeds: Annotated[
        _Words | None,
        Field(title="чьё это", description="«режиссур* | фильм*»: чей фильм, под чьей режиссурой"),
    ] = None
    kinds: Annotated[
        _Words | None,
        Field(title="род ответа", description="что стоит за «какой»: «[кино]режиссер* | мастер*»"),
    ] = None
    of: Annotated[
        _Words | None,
        Field(title="о чём речь", description="родовые слова того, о чём спрашивают: «{фильм}»"),
    ] = None
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

    @property
    def slots(self) -> dict[Slot, str]:
        """The slots that are filled."""
        filled: dict[Slot, str | None] = {slot: getattr(self, slot) for slot in SLOTS}
        return {slot: words for slot, words in filled.items() if words is not None}


class RuleText(Wording):
    """Как по-русски спрашивают об одном свойстве Викиданных."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        title="правило",
        json_schema_extra={"anyOf": [{"required": [key]} for key in ("phrases", "patterns", *SLOTS)]},
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
    reverse: Annotated[
        Wording | None,
        Field(title="обратное направление", description="то же свойство, когда ответ — субъект"),
    ] = None

    @model_validator(mode="after")
    def _matches_something(self) -> RuleText:
        if not self.phrases and not self.patterns and not self.slots:
            raise ValueError("правилу нужны слова: phrases, patterns или графа (verbs, nouns …)")
        if self.reverse is not None and self.direction == "reverse":
            raise ValueError("у правила с direction: reverse не бывает reverse:")
        return self

    def turned(self) -> RuleText:
        """The rule in the reverse direction, if the text has it: there what names the answer names what is asked about,
        and the reverse; slots of its own stand in place of these.
        """
        own = dict(self.reverse or {})
        derived = {"verbs": self.verbs, "deeds": self.nouns, "kinds": self.of, "of": self.kinds}
        own |= {slot: words for slot, words in derived.items() if own.get(slot) is None}
        return RuleText.model_construct(
            **own, property=self.property, name=self.name, direction="reverse", reverse=None
        )


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
        named = [folder / FRAGMENTS, folder / INTERROGATIVES, folder / GRIDS]
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
        folder,
        (
            FRAGMENTS,
            INTERROGATIVES,
            WORDS,
            WEIGHTS,
            CONFIDENCE,
            DIALOGUE,
            GROUPS,
            SETS,
            AREAS,
            READING,
            READING_SIGNS,
        ),
        PROPERTIES,
    )
