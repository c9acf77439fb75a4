"""All rules on one page that needs nothing else: told in words, searchable, with what else fires on their examples."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from simba.display.narration import TYPES
from simba.display.plain import PAGE
from simba.errors import SimbaError
from simba.grammar.files import FRAGMENT_TEXTS, FRAGMENTS, WrittenRule
from simba.grammar.yamlfile import read_document
from simba.russian.text import clean
from simba.workbench.bench import Bench
from simba.workbench.explain import Piece, explain, explain_pattern

FOLDER = Path(__file__).parent / "page"
STYLE, SCRIPT, TEMPLATE = FOLDER / "rules.css", FOLDER / "rules.js", FOLDER / "rules.html.jinja"
ASSETS = (STYLE, SCRIPT, TEMPLATE)
"""What the page is made from beside the rules."""
GAPS = frozenset({"слова", "любые слова"})
"""Fragments that are shown as an ellipsis."""
MAX_OTHERS = 8
"""Other rules that are named where an example makes them fire too."""
AREAS = {
    "astronomy": "Астрономия",
    "biography": "Жизнь человека",
    "buildings": "Здания и сооружения",
    "characters": "Персонажи",
    "events": "События",
    "family": "Семья",
    "film": "Кино",
    "food": "Еда",
    "games": "Игры",
    "general": "Общее",
    "geography": "География",
    "media": "Пресса и вещание",
    "medicine": "Медицина",
    "military": "Армия",
    "music": "Музыка",
    "nature": "Природа",
    "organisations": "Организации",
    "people": "Люди",
    "politics": "Политика",
    "religion": "Религия",
    "science": "Наука",
    "sport": "Спорт",
    "technology": "Техника",
    "works": "Произведения",
}
"""Titles of the areas by the names of their files; another file's name is its own title."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A piece of an explanation with its fragment's anchor."""

    kind: str
    text: str
    anchor: str | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """An expression in words or, where it has none, as code."""

    pieces: tuple[Shown, ...]
    code: str | None


@dataclass(frozen=True, slots=True)
class Other:
    """Another rule that fires on examples, and on how many."""

    anchor: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule as the page shows it."""

    anchor: str
    property: str
    name: str
    place: str
    link: str
    reverse: bool
    answer: str
    subject: tuple[tuple[str, str, str], ...]
    """Identifier, name and page of each class of the subject."""
    priority: str
    expressions: tuple[Told, ...]
    examples: tuple[str, ...]
    counterexamples: tuple[str, ...]
    others: tuple[Other, ...]


@dataclass(frozen=True, slots=True)
class Fragment:
    """A fragment with its anchor."""

    anchor: str
    name: str
    told: Told


def page_of_rules(bench: Bench, *, home: str | None = None, label: Callable[[str], str | None]) -> str:
    """The page's HTML; ``home`` is the address of the page that answers, ``label`` names classes.

    Raises `SimbaError` where Jinja2 is missing.
    """
    require()
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    fragments, known = _fragments(bench.folders)
    areas = _areas(bench, known, label)
    return environment.get_template(TEMPLATE.name).render(
        style=Markup(STYLE.read_text(encoding="utf-8")),  # noqa: S704 (our own file)
        script=Markup(SCRIPT.read_text(encoding="utf-8")),  # noqa: S704 (our own file)
        home=home,
        areas=areas,
        fragments=fragments,
        properties=len({rule.text.property for rule in bench.written}),
        rules=len(bench.written),
    )


def require() -> None:
    """Raise `SimbaError` where Jinja2 is missing."""
    try:
        import jinja2  # noqa: F401
    except ModuleNotFoundError:
        message = "the page of rules needs Jinja2; install it in the checkout: pip install '.[web]'"
        raise SimbaError(message) from None


def write_page(text: str, file: Path) -> None:
    """Write the page, whole or not at all; raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace", newline="\n") as stream:
            stream.write(text)
        os.chmod(name, 0o644)
        os.replace(name, file)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _areas(
    bench: Bench, known: Mapping[Path, Mapping[str, str]], label: Callable[[str], str | None]
) -> list[tuple[str, str, list[Entry]]]:
    """Anchor, title and rules of each area, by title."""
    anchors = _anchors(bench.written)
    names: dict[tuple[str, str], str] = {rule.key: rule.text.name for rule in bench.written}
    first: dict[tuple[str, str], str] = {rule.key: anchors[id(rule)] for rule in reversed(bench.written)}
    by_file: dict[Path, list[Entry]] = {}
    for rule in bench.written:
        others: Counter[tuple[str, str]] = Counter(
            key for question in rule.text.examples for key in bench.proposed(question) if key != rule.key
        )
        common = sorted(others.items(), key=lambda item: (-item[1], item[0]))[:MAX_OTHERS]
        entry = _entry(
            rule,
            anchors[id(rule)],
            known.get(rule.path.parent.parent, {}),
            tuple(Other(first[key], clean(names[key]), count) for key, count in common),
            label,
        )
        by_file.setdefault(rule.path, []).append(entry)
    titles = {path: AREAS.get(path.stem, clean(path.stem)) for path in by_file}
    ordered = sorted(by_file, key=lambda path: (titles[path].lower(), path))
    return [(f"area-{number}", titles[path], by_file[path]) for number, path in enumerate(ordered, 1)]


def _anchors(rules: Iterable[WrittenRule]) -> dict[int, str]:
    """P36 for the property's first rule (a forward one if there is any), then P36-2 and so on."""
    count: Counter[str] = Counter()
    anchors = {}
    for rule in sorted(rules, key=lambda rule: rule.text.direction):
        prop = rule.text.property
        count[prop] += 1
        anchors[id(rule)] = prop if count[prop] == 1 else f"{prop}-{count[prop]}"
    return anchors


def _entry(
    rule: WrittenRule,
    anchor: str,
    fragments: Mapping[str, str],
    others: tuple[Other, ...],
    label: Callable[[str], str | None],
) -> Entry:
    text = rule.text
    return Entry(
        anchor,
        text.property,
        clean(text.name),
        clean(f"{rule.path.name}:{rule.line(rule.expressions[0])}"),
        f"{PAGE}Property:{text.property}",
        text.direction == "reverse",
        ", ".join(TYPES[kind] for kind in text.answer) or "что угодно",
        tuple((name, clean(label(name) or name), PAGE + name) for name in text.subject),
        f"{text.priority:+d}".replace("-", "−") if text.priority else "",
        tuple(_told(explain(expression), expression.text, fragments) for expression in rule.expressions),
        tuple(clean(question) for question in text.examples),
        tuple(clean(question) for question in text.counterexamples),
        others,
    )


def _fragments(folders: Sequence[Path]) -> tuple[list[Fragment], dict[Path, dict[str, str]]]:
    """All fragments, and for each folder the anchors of those that its rules mean."""
    found: list[Fragment] = []
    known: dict[Path, dict[str, str]] = {}
    anchors: dict[str, str] = {}
    for folder in folders:
        path = folder / FRAGMENTS
        if path.exists():
            own = dict(anchors)
            for name, pattern in read_document(path, FRAGMENT_TEXTS).content.items():
                own[name] = f"f{len(found) + 1}"
                found.append(Fragment(own[name], clean(name), _told(explain_pattern(pattern), pattern, own)))
            anchors = own
        known[folder] = anchors
    return found, known


def _told(pieces: Sequence[Piece] | None, code: str, anchors: Mapping[str, str]) -> Told:
    if pieces is None:
        return Told((), clean(code))
    shown = tuple(
        Shown(
            "gap" if piece.kind == "fragment" and piece.text in GAPS else piece.kind,
            clean(piece.text),
            anchors.get(piece.text) if piece.kind == "fragment" else None,
        )
        for piece in pieces
    )
    return Told(shown, None)
