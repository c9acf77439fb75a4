"""``simba rules doc``: all rules on one page that needs nothing else, told in words and searchable."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from simba.common.life_signs import working
from simba.common.pages import templates
from simba.common.whole import whole_file
from simba.errors import SimbaError
from simba.grammar.files import AREA_TITLES, AREAS, FRAGMENT_TEXTS, FRAGMENTS, Wording, layers
from simba.grammar.rules import anchors
from simba.grammar.written import Expression, WrittenRule, read_rules
from simba.grammar.yamlfile import read_document, read_yaml
from simba.russian.text import clean
from simba.workbench.console import rules_option
from simba.workbench.explain import Told, explain
from simba.workbench.findings import where

FOLDER = Path(__file__).parent / "page"
STYLE, SCRIPT, TEMPLATE = FOLDER / "rules.css", FOLDER / "rules.js", FOLDER / "rules.html.jinja"
ASSETS = (STYLE, SCRIPT, TEMPLATE)
"""What the page is made from beside the rules."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule as the page shows it."""

    anchor: str
    rule: WrittenRule
    expressions: tuple[tuple[tuple[Told, str | None], ...], ...]
    """Of each expression the parts, with the anchor of what is a fragment."""
    subject: tuple[tuple[str, str], ...]
    """Identifier and name of each class of the subject."""

    @property
    def place(self) -> str:
        """File and line."""
        one = next(iter(self.rule.written), None)
        return where(self.rule, *((one.kind, one.number) if one else ()))


@click.command("doc")
@rules_option
@click.option(
    "--to",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("rules.html"),
    metavar="ФАЙЛ",
    help="Куда записать страницу; иначе в rules.html.",
)
@click.option("--home", metavar="URL", help="Ссылка на страницу, где задают вопросы.")
def doc_command(rules: Path | None, file: Path, home: str | None) -> None:
    """Собрать все правила на одну страницу с поиском; других файлов ей не нужно."""
    with working("Собираю страницу"):
        write_page(page_of_rules(layers(rules), home=home, label=_label), file)
    click.echo(f"{file}: {file.stat().st_size:,} байт".replace(",", " "))


def _label(identifier: str) -> str | None:
    """What the embedded knowledge base calls a class."""
    from simba.building.embedded import embedded
    from simba.kb.folder import KnowledgeBase

    return KnowledgeBase(embedded()).store.label(identifier)


def page_of_rules(folders: Sequence[Path], *, home: str | None, label: Callable[[str], str | None]) -> str:
    """The page's HTML; ``home`` is the address of the page that answers, ``label`` names classes.

    Raises `RuleError`, and `SimbaError` where Jinja2 is missing.
    """
    try:
        from markupsafe import Markup
    except ModuleNotFoundError:
        raise SimbaError("странице правил нужна Jinja2: pip install '.[web]' в папке SimBa") from None
    from simba.display.narration import TYPES
    from simba.display.plain import PAGE

    def cleaned(value: Any) -> Any:
        return clean(value) if isinstance(value, str) and not isinstance(value, Markup) else value

    written = read_rules(folders)
    known, fragments = _fragments(folders)
    return (
        templates(FOLDER, cleaned)
        .get_template(TEMPLATE.name)
        .render(
            style=Markup(STYLE.read_text(encoding="utf-8")),  # noqa: S704 (our own file)
            script=Markup(SCRIPT.read_text(encoding="utf-8")),  # noqa: S704 (our own file)
            home=home,
            page=PAGE,
            types=TYPES,
            rules=len(written),
            properties=len({rule.text.property for rule in written}),
            areas=_areas(written, folders, known, label),
            fragments=fragments,
        )
    )


def write_page(text: str, file: Path) -> None:
    """Write the page, whole or not at all; raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(file) as stream:
        stream.write(text.encode("utf-8", "replace"))


def _areas(
    written: Sequence[WrittenRule],
    folders: Sequence[Path],
    known: Mapping[Path, Mapping[str, str]],
    label: Callable[[str], str | None],
) -> list[tuple[str, list[Entry]]]:
    """Title and rules of each file, by title."""
    titles: dict[str, str] = {}
    for folder in (*layers(None), *folders):
        if (folder / AREAS).is_file():
            called: dict[str, str] = read_yaml(folder / AREAS, AREA_TITLES)
            titles |= called
    named = anchors([rule.key for rule in written])
    files: dict[Path, list[Entry]] = {}
    for rule, anchor in zip(written, named, strict=True):
        own = known[rule.path.parent.parent]
        told = tuple(_said(one, own) for one in rule.written)
        subject = tuple((name, label(name) or name) for name in rule.text.subject)
        files.setdefault(rule.path, []).append(Entry(anchor, rule, told, subject))
    areas = [(titles.get(path.stem, path.stem), entries) for path, entries in files.items()]
    return sorted(areas, key=lambda area: area[0].lower())


def _fragments(folders: Sequence[Path]) -> tuple[dict[Path, dict[str, str]], list[tuple[str, str, Any]]]:
    """For each folder the anchors of the fragments that its rules mean; and anchor, name and parts of all."""
    found: list[tuple[str, str, Any]] = []
    known: dict[Path, dict[str, str]] = {}
    anchors: dict[str, str] = {}
    for folder in folders:
        if (folder / FRAGMENTS).exists():
            own = dict(anchors)
            for name, pattern in read_document(folder / FRAGMENTS, FRAGMENT_TEXTS).content.items():
                own[name] = f"f{len(found) + 1}"
                found.append((own[name], name, _told("patterns", pattern, own)))
            anchors = own
        known[folder] = anchors
    return known, found


def _said(one: Expression, anchors: Mapping[str, str]) -> tuple[tuple[Told, str | None], ...]:
    """An expression in words, after the name of the slot that it stands in."""
    told = _told(one.kind, one.text, anchors)
    if one.is_written:
        return told
    return ((Told("text", f"{Wording.model_fields[one.kind].title}: "), None), *told)


def _told(kind: str, text: str, anchors: Mapping[str, str]) -> tuple[tuple[Told, str | None], ...]:
    """An expression in words, with the anchors of the fragments in it."""
    return tuple(
        (one, anchors.get(one.text) if one.kind == "fragment" else None) for one in explain(kind, text)
    )
