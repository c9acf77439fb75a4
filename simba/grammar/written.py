"""Rule files, read: each rule's phrases and patterns as regular expressions, and folders laid over one another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from simba.errors import PatternError, Problem, RuleError
from simba.grammar.compiling import checked
from simba.grammar.files import (
    FRAGMENT_TEXTS,
    FRAGMENTS,
    GRIDS,
    PROPERTIES,
    RULE,
    Direction,
    Kind,
    RuleText,
    Wording,
    files_of,
    layers,
)
from simba.grammar.fragments import NAME, fill_in, fragment_name, fragments_in
from simba.grammar.grids import CONSTRUCTIONS, Construction, expansions
from simba.grammar.phrases import phrase_to_pattern
from simba.grammar.yamlfile import Document, Location, read_document, read_list, read_yaml

_KINDS: dict[Kind, str] = {"phrases": "фраза", "patterns": "образец"}
WRITTEN: tuple[Kind, ...] = ("phrases", "patterns")
"""What an author writes out; all else are slots."""


@dataclass(frozen=True, slots=True)
class Expression:
    """One phrase or pattern of a rule: as its author wrote it or as a construction makes it of the rule's slots, and as
    the regular expression that it becomes.
    """

    kind: Kind
    """Of a construction's, the slot that says most."""
    number: int
    """Its place, from 0, among the rule's expressions of this kind."""
    text: str
    regex: str
    construction: Construction | None = field(default=None, compare=False)
    """What made it, if its author did not."""

    @property
    def is_written(self) -> bool:
        """Whether the rule's author wrote it out."""
        return self.kind in WRITTEN


@dataclass(frozen=True, slots=True)
class WrittenRule:
    """A rule with the file that it stands in."""

    document: Document[list[RuleText | None]]
    number: int
    """Its place in the file, from 0."""
    text: RuleText
    """What its author wrote."""
    expressions: tuple[Expression, ...]
    part: tuple[str, ...] = ()
    """Where in the rule of that number it stands: nowhere deeper, or under ``reverse``."""

    @property
    def location(self) -> Location:
        """Where it stands in its file."""
        return (self.number, *self.part)

    @property
    def written(self) -> tuple[Expression, ...]:
        """What its author wrote: phrases, patterns, and the words of each slot, whose regular expression is empty."""
        whole = self.document.content[self.number]
        own = whole.reverse if whole is not None and self.part else whole
        slots = own.slots.items() if own is not None else ()
        phrases = (one for one in self.expressions if one.is_written)
        return (*(Expression(slot, 0, words, "") for slot, words in slots), *phrases)

    @property
    def questions(self) -> Iterator[tuple[str, int, str]]:
        """Its examples, then its counterexamples: under which key each stands, its place there from 0, and the text."""
        for key, texts in (("examples", self.text.examples), ("counterexamples", self.text.counterexamples)):
            for number, text in enumerate(texts):
                yield key, number, text

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
    constructions: tuple[Construction, ...] = ()
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
    constructions = list(below.constructions)
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
        if (folder / GRIDS).exists():
            try:
                own_constructions: list[Construction] = read_yaml(folder / GRIDS, CONSTRUCTIONS)
                constructions += own_constructions
            except RuleError as error:
                problems += error.problems
        own: dict[tuple[str, Direction], list[WrittenRule]] = {}
        for path in sorted((folder / PROPERTIES).glob("*.yaml")):
            try:
                for rule in _rules_in(path, _Making(fragments, tuple(constructions), fill), problems):
                    own.setdefault(rule.key, []).append(rule)
            except RuleError as error:
                problems += error.problems
        rules.update(own)
    written = tuple(rule for some in rules.values() for rule in some)
    return WrittenRules(written, tuple(documents), fragments.known, tuple(constructions), tuple(problems))


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


@dataclass(frozen=True, slots=True)
class _Making:
    """What expressions are made with."""

    fragments: _Fragments
    constructions: tuple[Construction, ...]
    fill: _Fill

    def regex(self, kind: Kind, source: str) -> str | None:
        """The regular expression; None where a fragment in it is broken. Raises `PatternError`."""
        if self.fragments.excuse(source):
            return None
        return _regex(kind, source, self.fragments.known, self.fill)


def _rules_in(path: Path, making: _Making, problems: list[Problem]) -> Iterator[WrittenRule]:
    document, invalid = read_list(path, RULE)
    problems += invalid
    for number, text in enumerate(document.content):
        if text is None:
            continue
        known = len(problems)
        for part in ((), ("reverse",)) if text.reverse is not None else ((),):
            rule = _rule(document, text, number, part, making, problems)
            usable = len(problems) == known and bool(rule.text.slots)  # of a mistake, one word is enough
            made = _made(rule, making, problems) if usable else ()
            yield replace(rule, expressions=(*rule.expressions, *made))


def _rule(
    document: Document[list[RuleText | None]],
    whole: RuleText,
    number: int,
    part: tuple[str, ...],
    making: _Making,
    problems: list[Problem],
) -> WrittenRule:
    """One of the rules that an entry of a file holds: what it says itself, or under ``reverse``."""
    own: Wording = whole.reverse if part and whole.reverse is not None else whole
    text = whole.turned() if part else whole
    sources: list[tuple[Kind, int, str]] = [("phrases", *one) for one in enumerate(own.phrases)]
    sources += [("patterns", *one) for one in enumerate(own.patterns)]
    slots: list[tuple[Kind, int, str]] = [(slot, 0, words) for slot, words in own.slots.items()]
    expressions = []
    for kind, place, source in (*slots, *sources):
        try:
            regex = making.regex(kind, source)
        except PatternError as error:
            message = f"{text.property}: {_KINDS.get(kind, kind)} «{_shortened(source)}»: {error}"
            location = (number, *part, kind, place)
            problems.append(document.problem(location, message, offset=error.start, advice=error.advice))
        else:
            if regex is not None and kind in WRITTEN:
                expressions.append(Expression(kind, place, source, regex))
    return WrittenRule(document, number, text, tuple(expressions), part)


def _made(rule: WrittenRule, making: _Making, problems: list[Problem]) -> Iterator[Expression]:
    """What the constructions make of a rule's slots."""
    text = rule.text
    for number, (one, phrase) in enumerate(expansions(making.constructions, text.slots, text.answer)):
        slot = one.main_slot(text.slots)
        try:
            if regex := making.regex(slot, phrase):
                yield Expression(slot, number, phrase, regex, one)
        except PatternError as error:
            message = f"{text.property}: {slot} в конструкции «{one.phrase}»: {error}"
            problems.append(rule.document.problem((*rule.location, slot), message, advice=error.advice))


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
