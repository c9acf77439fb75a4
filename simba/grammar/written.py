"""Rule files, read: each rule's phrases and patterns as regular expressions, and folders laid over one another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from simba.errors import PatternError, Problem, RuleError
from simba.grammar.compiling import checked
from simba.grammar.files import (
    FRAGMENT_TEXTS,
    FRAGMENTS,
    PROPERTIES,
    RULE,
    Direction,
    Kind,
    RuleText,
    files_of,
    layers,
)
from simba.grammar.fragments import NAME, fill_in, fragment_name, fragments_in
from simba.grammar.phrases import phrase_to_pattern
from simba.grammar.yamlfile import Document, read_document, read_list

_KINDS: dict[Kind, str] = {"phrases": "фраза", "patterns": "образец"}


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
    def key(self) -> tuple[str, Direction]:
        """What a rule of a later folder replaces."""
        return self.text.property, self.text.direction


@dataclass(frozen=True, slots=True)
class WrittenRules:
    """What can be read of folders of rules, and all that is wrong with the rest."""

    rules: tuple[WrittenRule, ...] = ()
    """A later folder's replace earlier ones of the same key; expressions that are wrong are left out."""
    fragments: tuple[Document[dict[str, str]], ...] = ()
    """The folders' files of fragments."""
    filled: Mapping[str, str] = field(default_factory=dict)
    """Each fragment with those that it uses filled in."""
    problems: tuple[Problem, ...] = ()


def read_rules(folders: Sequence[Path]) -> list[WrittenRule]:
    """The rules of the folders; a later folder's replace earlier ones of the same property and direction.

    A folder's patterns use its own fragments first, then those of the folders before it. SimBa's own rules are not
    compiled, which takes seconds and is what ``simba rules check`` and the tests do.
    Raises `RuleError` with every problem.
    """
    reading = read_all(folders, tested=layers(None))
    if reading.problems:
        raise RuleError(*reading.problems)
    return list(reading.rules)


def read_all(
    folders: Sequence[Path], below: WrittenRules | None = None, *, tested: Collection[Path] = ()
) -> WrittenRules:
    """`read_rules` as far as it goes, over what was read before; raises `RuleError` for a folder without rules.

    Each expression is compiled once, but for those of the folders ``tested``.
    """
    below = below or WrittenRules()
    fragments = _Fragments(dict(below.filled))
    documents = list(below.fragments)
    rules: dict[tuple[str, Direction], list[WrittenRule]] = {}
    problems = list(below.problems)
    for rule in below.rules:
        rules.setdefault(rule.key, []).append(rule)
    for folder in folders:
        files_of([folder])
        fill = fill_in if folder in tested else checked
        try:
            documents += fragments.read(folder / FRAGMENTS, fill, problems)
        except RuleError as error:
            fragments.unread = True
            problems += error.problems
        own: dict[tuple[str, Direction], list[WrittenRule]] = {}
        for path in sorted((folder / PROPERTIES).glob("*.yaml")):
            try:
                for rule in _rules_in(path, fragments, fill, problems):
                    own.setdefault(rule.key, []).append(rule)
            except RuleError as error:
                problems += error.problems
        rules.update(own)
    written = tuple(rule for some in rules.values() for rule in some)
    return WrittenRules(written, tuple(documents), fragments.known, tuple(problems))


_Fill = Callable[[str, Mapping[str, str]], str]
"""`fill_in` or `checked`."""


@dataclass(slots=True)
class _Fragments:
    """The fragments of all folders so far, and those of which nobody can tell what they are."""

    known: dict[str, str] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    unread: bool = False

    def read(self, path: Path, fill: _Fill, problems: list[Problem]) -> list[Document[dict[str, str]]]:
        """Add those of a file, if it is there; raises `RuleError` where it cannot be read."""
        if not path.exists() and not path.is_symlink():
            return []
        document = read_document(path, FRAGMENT_TEXTS)
        own: dict[str, str] = {}
        for written, pattern in document.content.items():
            name = fragment_name(written)
            try:
                if not NAME.fullmatch(name):
                    problems.append(
                        Problem(
                            path,
                            f"фрагмент {{{written}}} нельзя использовать",
                            *document.key(written),
                            advice="составьте его название из русских букв, пробелов и дефисов",
                        )
                    )
                own[name] = f"(?:{fill(pattern, {**self.known, **own})})"
            except PatternError as error:
                if not self.excuse(pattern):
                    message = f"фрагмент {{{written}}}: {error}"
                    problems.append(
                        document.problem((written,), message, offset=error.start, advice=error.advice)
                    )
                self.broken.add(name)
        self.known |= own
        return [document]

    def excuse(self, source: str) -> bool:
        """Whether what is wrong with a text may be a fragment's fault, which was told of before."""
        return any(
            name in self.broken or (self.unread and name not in self.known) for name in fragments_in(source)
        )


def _rules_in(
    path: Path, fragments: _Fragments, fill: _Fill, problems: list[Problem]
) -> Iterator[WrittenRule]:
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
                    regex = _regex(kind, source, fragments.known, fill)
                    expressions.append(Expression(kind, place, source, regex))
                except PatternError as error:
                    message = f"{text.property}: {_KINDS[kind]} «{_shortened(source)}»: {error}"
                    problems.append(
                        document.problem(
                            (number, kind, place), message, offset=error.start, advice=error.advice
                        )
                    )
        yield WrittenRule(document, number, tuple(expressions))


def _regex(kind: Kind, source: str, fragments: Mapping[str, str], fill: _Fill) -> str:
    """The filled-in expression; a mistake in a phrase's fragment or lemma is placed in the phrase."""
    if kind == "patterns":
        return fill(source, fragments)
    pattern = phrase_to_pattern(source)
    try:
        return fill(pattern, fragments)
    except PatternError as error:
        piece = pattern[error.start : error.stop]
        start = max(0, source.lower().replace("ё", "е").find(piece))
        raise PatternError(str(error), start, start + len(piece), advice=error.advice) from None


def _shortened(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}..."
