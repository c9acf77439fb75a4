"""The files that rule authors write: their format, and how folders of them lie over one another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from simba.errors import PatternError, Problem, RuleError
from simba.fragments import checked
from simba.phrases import phrase_to_pattern
from simba.resources import data_path
from simba.yamlfile import Document, place_of, read_document, read_text

FRAGMENTS, INTERROGATIVES, PROPERTIES = "fragments.yaml", "interrogatives.yaml", "properties"
"""What a folder of rules may hold."""

Direction = Literal["forward", "reverse"]
AnswerType = Literal["person", "group", "place", "date", "number", "text", "thing"]
Kind = Literal["phrases", "patterns"]
PropertyId = Annotated[str, Field(pattern=r"^P[1-9][0-9]{0,9}$")]
ClassId = Annotated[str, Field(pattern=r"^Q[1-9][0-9]{0,11}$")]


class RuleText(BaseModel):
    """Как по-русски спрашивают об одном свойстве Викиданных."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    property: Annotated[PropertyId, Field(description="свойство Викиданных, например P36")]
    name: Annotated[str, Field(min_length=1, description="русское название свойства")]
    direction: Annotated[
        Direction,
        Field(description="reverse: ответ — субъект («какие романы написал Толстой» — P50 наоборот)"),
    ] = "forward"
    answer: Annotated[
        list[AnswerType],
        Field(description="чем бывают значения свойства; без этого ключа — чем угодно"),
    ] = []
    subject: Annotated[
        list[ClassId],
        Field(description="классы (P31/P279*), одному из которых принадлежит субъект"),
    ] = []
    priority: Annotated[
        int, Field(ge=-5, le=5, description="выбор между правилами, которые объясняют вопрос одинаково")
    ] = 0
    phrases: Annotated[
        list[str],
        Field(description="фразы: слова, <лемма>, {фрагмент}, [необязательное], (одно | другое), слов*, ..."),
    ] = []
    patterns: Annotated[
        list[str], Field(description="регулярные выражения: то же, что не выразить фразой")
    ] = []
    examples: Annotated[
        list[str], Field(min_length=1, description="вопросы, на которых правило должно сработать")
    ]
    counterexamples: Annotated[
        list[str], Field(description="похожие вопросы, на которых правило не должно сработать")
    ] = []

    @model_validator(mode="after")
    def _matches_something(self) -> RuleText:
        if not self.phrases and not self.patterns:
            raise ValueError("a rule needs phrases or patterns")
        return self


RULES = TypeAdapter(list[RuleText])
FRAGMENT_TEXTS = TypeAdapter(dict[str, str])


@dataclass(frozen=True, slots=True)
class Expression:
    """One phrase or pattern of a rule: as its author wrote it, and as the regular expression that it becomes."""

    kind: Kind
    number: int
    """Its place, from 0, among the rule's expressions of this kind."""
    text: str
    regex: str


@dataclass(frozen=True, slots=True)
class WrittenRule:
    """A rule with the file that it stands in."""

    document: Document[list[RuleText]]
    number: int
    """Its place in the file, from 0."""
    expressions: tuple[Expression, ...]

    @property
    def text(self) -> RuleText:
        """What its author wrote."""
        return self.document.content[self.number]

    @property
    def path(self) -> Path:
        """The file."""
        return self.document.path

    @property
    def key(self) -> tuple[str, Direction]:
        """What a rule of a later folder replaces."""
        return self.text.property, self.text.direction

    def line(self, expression: Expression) -> int:
        """The line of the file, from 1, that an expression stands in."""
        return place_of(self.document.node, (self.number, expression.kind, expression.number))[0]

    def problem(self, message: str, *location: int | str, offset: int = 0) -> Problem:
        """A problem with a part of the rule, such as ``"patterns", 2``."""
        return self.document.problem(
            (self.number, *location), f"{self.text.property}: {message}", offset=offset
        )


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
            what = f"{PROPERTIES}/*.yaml, and {FRAGMENTS} and {INTERROGATIVES} if it likes"
            raise RuleError(Problem(folder, f"no rules here; a folder of rules holds {what}"))
        files += own
    return files


def read_rules(folders: Sequence[Path], known: Iterable[WrittenRule] = ()) -> list[WrittenRule]:
    """The rules of the folders; a later folder's replace earlier ones of the same property and direction.

    A folder's patterns use its own fragments first, then those of the folders before it. A file whose text is that of
    ``known`` rules, read with the same fragments, is not read again.
    Raises `RuleError` with every problem of the first folder that has any.
    """
    fragments: dict[str, str] = {}
    read: dict[Path, list[WrittenRule]] = {}
    for rule in known:
        read.setdefault(rule.path, []).append(rule)
    rules: dict[tuple[str, Direction], list[WrittenRule]] = {}
    for folder in folders:
        files_of([folder])
        fragments = {**fragments, **read_fragments(folder / FRAGMENTS, fragments)}
        own: dict[tuple[str, Direction], list[WrittenRule]] = {}
        problems: list[Problem] = []
        for path in sorted((folder / PROPERTIES).glob("*.yaml")):
            try:
                for rule in _same(path, read.get(path, [])) or _rules_in(path, fragments):
                    own.setdefault(rule.key, []).append(rule)
            except RuleError as error:
                problems.extend(error.problems)
        if problems:
            raise RuleError(*problems)
        rules.update(own)
    return [rule for some in rules.values() for rule in some]


def _same(path: Path, known: list[WrittenRule]) -> list[WrittenRule]:
    """The known rules of a file if they are all that it holds."""
    whole = known and len(known) == len(known[0].document.content)
    return known if whole and known[0].document.text == read_text(path) else []


def read_fragments(path: Path, known: Mapping[str, str]) -> dict[str, str]:
    """The named pieces that patterns share, each with those it uses filled in; none where there is no such file."""
    if not path.exists() and not path.is_symlink():
        return {}
    document = read_document(path, FRAGMENT_TEXTS)
    fragments: dict[str, str] = {}
    problems = []
    for name, pattern in document.content.items():
        try:
            fragments[name] = f"(?:{checked(pattern, {**known, **fragments})})"
        except PatternError as error:
            problems.append(document.problem((name,), f"fragment {name!r}: {error}", offset=error.start))
    if problems:
        raise RuleError(*problems)
    return fragments


def _rules_in(path: Path, fragments: Mapping[str, str]) -> Iterator[WrittenRule]:
    document = read_document(path, RULES)
    problems: list[Problem] = []
    rules = []
    for number, text in enumerate(document.content):
        expressions = []
        written: list[tuple[Kind, list[str]]] = [("phrases", text.phrases), ("patterns", text.patterns)]
        for kind, sources in written:
            for place, source in enumerate(sources):
                try:
                    pattern = phrase_to_pattern(source) if kind == "phrases" else source
                    regex = _checked(kind, source, pattern, fragments)
                    expressions.append(Expression(kind, place, source, regex))
                except PatternError as error:
                    message = f"{text.property}: {kind[:-1]} {_shortened(source)!r}: {error}"
                    problems.append(document.problem((number, kind, place), message, offset=error.start))
        rules.append(WrittenRule(document, number, tuple(expressions)))
    if problems:
        raise RuleError(*problems)
    yield from rules


def _checked(kind: Kind, source: str, pattern: str, fragments: Mapping[str, str]) -> str:
    """The filled-in pattern; a mistake in a phrase's fragment or lemma is placed in the phrase."""
    try:
        return checked(pattern, fragments)
    except PatternError as error:
        if kind == "patterns":
            raise
        piece = pattern[error.start : error.stop]
        start = max(0, source.lower().replace("ё", "е").find(piece))
        raise PatternError(str(error), start, start + len(piece)) from None


def _shortened(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}..."
