"""The files that rule authors write: their format, and how folders of them lie over one another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from simba.common.cache import cached
from simba.common.resources import data_path
from simba.errors import PatternError, Problem, RuleError
from simba.grammar.fragments import NAME, checked, fragment_name, fragments_in
from simba.grammar.phrases import phrase_to_pattern
from simba.grammar.stray import unread, wrong_place
from simba.grammar.yamlfile import Document, place_of, read_document, read_list, read_text

FRAGMENTS, INTERROGATIVES, PROPERTIES = "fragments.yaml", "interrogatives.yaml", "properties"
WORDS, WEIGHTS = "words.yaml", "weights.yaml"
"""What a folder of rules may hold."""

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
            raise ValueError("a rule needs phrases or patterns")
        return self


RULE = TypeAdapter(RuleText)
RULES: TypeAdapter[list[RuleText | None]] = TypeAdapter(list[RuleText])  # type: ignore[arg-type]
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

    document: Document[list[RuleText | None]]
    number: int
    """Its place in the file, from 0."""
    expressions: tuple[Expression, ...]

    @property
    def text(self) -> RuleText:
        """What its author wrote."""
        text = self.document.content[self.number]
        assert text is not None  # only rules that are as they should be are made
        return text

    @property
    def path(self) -> Path:
        """The file."""
        return self.document.path

    @property
    def complete(self) -> bool:
        """Whether all its expressions could be read (`Reading.rules`)."""
        return len(self.expressions) == len(self.text.phrases) + len(self.text.patterns)

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
            advice = wrong_place(folder, PROPERTIES)
            if not advice and (lost := next(unread_files(folder), None)):
                advice = f"{lost.path.name}: {lost.message.rpartition('; ')[2]}"
            raise RuleError(Problem(folder, f"no rules here; {advice or f'a folder of rules holds {what}'}"))
        files += own
    return files


def unread_files(folder: Path) -> Iterator[Problem]:
    """What looks like a file of rules in a folder and is not read (`files_of`)."""
    return unread(folder, (FRAGMENTS, INTERROGATIVES, WORDS, WEIGHTS), PROPERTIES)


@dataclass(frozen=True, slots=True)
class Reading:
    """What can be read of folders of rules, and all that is wrong with the rest."""

    rules: tuple[WrittenRule, ...] = ()
    """A later folder's replace earlier ones of the same key; expressions that are wrong are left out."""
    fragments: tuple[Document[dict[str, str]], ...] = ()
    """The folders' files of fragments."""
    filled: Mapping[str, str] = field(default_factory=dict)
    """Each fragment with those that it uses filled in."""
    problems: tuple[Problem, ...] = ()


def read_rules(folders: Sequence[Path], known: Iterable[WrittenRule] = ()) -> list[WrittenRule]:
    """The rules of the folders; a later folder's replace earlier ones of the same property and direction.

    A folder's patterns use its own fragments first, then those of the folders before it. A file whose text is that of
    ``known`` rules, read with the same fragments, is not read again.
    Raises `RuleError` with every problem.
    """
    reading = read_all(folders, known=known)
    if reading.problems:
        raise RuleError(*reading.problems)
    return list(reading.rules)


def read_cached(folders: Sequence[Path]) -> list[WrittenRule]:
    """`read_rules`, the first folder's from the user's cache folder where its files are as they were."""
    first = folders[:1]
    files = files_of(first)
    names = map(str, files)  # problems name the files
    known = cached("written-8", files, lambda: read_rules(first), *names)
    return known if len(folders) == 1 else read_rules(folders, known)


def read_all(
    folders: Sequence[Path], below: Reading | None = None, known: Iterable[WrittenRule] = ()
) -> Reading:
    """`read_rules` as far as it goes, over what was read before; raises `RuleError` for a folder without rules."""
    below = below or Reading()
    read: dict[Path, list[WrittenRule]] = {}
    for rule in known:
        read.setdefault(rule.path, []).append(rule)
    fragments = _Fragments(dict(below.filled))
    documents = list(below.fragments)
    rules: dict[tuple[str, Direction], list[WrittenRule]] = {}
    problems = list(below.problems)
    for rule in below.rules:
        rules.setdefault(rule.key, []).append(rule)
    for folder in folders:
        files_of([folder])
        try:
            documents += fragments.read(folder / FRAGMENTS, problems)
        except RuleError as error:
            fragments.unread = True
            problems += error.problems
        own: dict[tuple[str, Direction], list[WrittenRule]] = {}
        for path in sorted((folder / PROPERTIES).glob("*.yaml")):
            try:
                for rule in _same(path, read.get(path, [])) or _rules_in(path, fragments, problems):
                    own.setdefault(rule.key, []).append(rule)
            except RuleError as error:
                problems += error.problems
        rules.update(own)
    written = tuple(rule for some in rules.values() for rule in some)
    return Reading(written, tuple(documents), fragments.known, tuple(problems))


def _same(path: Path, known: list[WrittenRule]) -> list[WrittenRule]:
    """The known rules of a file if they are all that it holds."""
    whole = known and len(known) == len(known[0].document.content)
    return known if whole and known[0].document.text == read_text(path) else []


def read_fragments(path: Path, known: Mapping[str, str]) -> dict[str, str]:
    """The named pieces that patterns share, each with those it uses filled in; none where there is no such file."""
    fragments = _Fragments(dict(known))
    problems: list[Problem] = []
    documents = fragments.read(path, problems)
    if problems:
        raise RuleError(*problems)
    names = [fragment_name(name) for document in documents for name in document.content]
    return {name: fragments.known[name] for name in names}


@dataclass(slots=True)
class _Fragments:
    """The fragments of all folders so far, and those of which nobody can tell what they are."""

    known: dict[str, str] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    unread: bool = False

    def read(self, path: Path, problems: list[Problem]) -> list[Document[dict[str, str]]]:
        """Add those of a file, if it is there; raises `RuleError` where it cannot be read."""
        if not path.exists() and not path.is_symlink():
            return []
        document = read_document(path, FRAGMENT_TEXTS)
        own: dict[str, str] = {}
        for written, pattern in document.content.items():
            name = fragment_name(written)
            try:
                if not NAME.fullmatch(name):
                    advice = "make its name of Russian letters, spaces and hyphens"
                    problems.append(
                        Problem(path, f"{{{written}}} cannot be used; {advice}", *document.key(written))
                    )
                own[name] = f"(?:{checked(pattern, {**self.known, **own})})"
            except PatternError as error:
                if not self.excuse(pattern):
                    message = f"fragment {written!r}: {error}"
                    problems.append(document.problem((written,), message, offset=error.start))
                self.broken.add(name)
        self.known |= own
        return [document]

    def excuse(self, source: str) -> bool:
        """Whether what is wrong with a text may be a fragment's fault, which was told of before."""
        return any(
            name in self.broken or (self.unread and name not in self.known) for name in fragments_in(source)
        )


def _rules_in(path: Path, fragments: _Fragments, problems: list[Problem]) -> Iterator[WrittenRule]:
    document, invalid = read_list(path, RULE)
    problems += invalid
    for number, text in enumerate(document.content):
        if text is None:
            continue
        expressions = []
        written: list[tuple[Kind, list[str]]] = [("phrases", text.phrases), ("patterns", text.patterns)]
        for kind, sources in written:
            for place, source in enumerate(sources):
                if fragments.excuse(source):
                    continue
                try:
                    pattern = phrase_to_pattern(source) if kind == "phrases" else source
                    regex = _checked(kind, source, pattern, fragments.known)
                    expressions.append(Expression(kind, place, source, regex))
                except PatternError as error:
                    message = f"{text.property}: {kind[:-1]} {_shortened(source)!r}: {error}"
                    problems.append(document.problem((number, kind, place), message, offset=error.start))
        yield WrittenRule(document, number, tuple(expressions))


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
