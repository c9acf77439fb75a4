"""The command line's ``simba info``: what a knowledge base is, and whether it is whole."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simba.cli.group import FAILED
from simba.cli.options import PATH, opened
from simba.common.life_signs import working

if TYPE_CHECKING:
    from simba.kb.folder import KnowledgeBase, Manifest

PARTS = {"index": "names", "classes": "classes", "store": "facts"}
"""What a knowledge base opens, and how it is called here."""
GOOD, NONE = "ok", "none"


@click.command("info")
@click.argument("folder", required=False, type=PATH, metavar="[KB]")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON, the build's whole manifest with it.")
@click.option(
    "--check", is_flag=True, help="Read every byte: tell each file that is damaged, missing or foreign."
)
def info_command(folder: Path | None, as_json: bool, check: bool) -> int:
    """Say what a knowledge base was built from, when, with which versions and how much it holds, and check it.

    KB is its folder; else $SIMBA_KB, else the embedded one. Exit code 0: it is whole, 2: it is not; without --check a
    quick look tells that.
    """
    with working("Opening the knowledge base"):
        from simba.opening import ENVIRONMENT, folder_of

        named = folder_of(folder, ENVIRONMENT)
        kb = opened(folder)
    problems = _problems(kb) if check else None
    checks, size = _checks(kb), _size(kb.folder)
    if as_json:
        import json

        document = {"folder": str(kb.folder), "embedded": not named, "bytes": size, "checks": checks}
        document |= {"problems": problems} if check else {}
        click.echo(json.dumps({**document, **asdict(kb.manifest)}, ensure_ascii=False, indent=1))
    else:
        what = kb.folder if named else f"the embedded knowledge base, a small sample ({kb.folder})"
        rows = _rows(kb.manifest, size, checks)
        if problems is not None:
            count = len(kb.manifest.sums) + 1
            rows += [("files", f"{count} as they were built" if not problems else problems[0])]
            rows += [("", problem) for problem in problems[1:]]
        width = max(len(name) for name, _ in rows) + 2
        click.echo(str(what))
        click.echo("\n".join(f"{name:{width}}{text}" for name, text in rows))
    whole = not problems and all(state in {GOOD, NONE} for state in checks.values())
    return 0 if whole else FAILED


def _rows(manifest: Manifest, size: int, checks: dict[str, str]) -> list[tuple[str, str]]:
    from rich.filesize import decimal

    sources = (
        f"{one['file']} ({decimal(int(one['bytes']))})" if "bytes" in one else str(one["file"])
        for one in manifest.sources
    )
    rows = [("built", _moment(manifest.built))]
    rows += [("from", ", ".join(sources))]
    for source in manifest.reading:
        counts = (f"{source[name]:,} {name}" for name in ("read", "kept", "dropped", "bad"))
        rows.append(("", f"{source['file']}: {', '.join(counts)}"))
    for update in manifest.updates:
        files = ", ".join(str(one["file"]) for one in update["sources"])
        changed = f"{update['added']:,} triples added, {update['removed']:,} removed"
        rows.append(("updated", f"{_moment(update['updated'])}: {changed} ({files})"))
    facts = f"{manifest.triples:,} triples, " if manifest.facts else "no facts (an endpoint has them), "
    rows.append(("holds", f"{facts}{manifest.labels:,} names ({_languages(manifest)})"))
    if manifest.facts:
        kept = manifest.statements or "not told by the version that built it"
        rows.append(("statements", f"{kept} (--statements)" if manifest.statements else kept))
    if manifest.unindexed:
        rows.append(("", f"{manifest.unindexed:,} more names of entities that have too many are left out"))
    rows.append(("on disk", f"{decimal(size)}, format {manifest.format}"))
    rows.append(("versions", ", ".join(f"{name} {number}" for name, number in manifest.versions.items())))
    return [*rows, ("checks", ", ".join(f"{name}: {state}" for name, state in checks.items()))]


def _languages(manifest: Manifest) -> str:
    told = ", ".join(manifest.languages)
    return f"{told}; found by those in {', '.join(manifest.found_by)}, too" if manifest.found_by else told


def _moment(text: str) -> str:
    return text.replace("T", " ").replace("+00:00", " UTC")


def _checks(kb: KnowledgeBase) -> dict[str, str]:
    """Of each part, whether its files are as they were built and it opens."""
    from simba.common.vocabulary import INSTANCE_OF
    from simba.errors import SimbaError

    def state(part: str) -> str:
        if part == "store" and not kb.manifest.facts:
            return NONE
        try:
            opened: Any = getattr(kb, part)
            if part == "store" and kb.manifest.triples and not opened.has_claims(INSTANCE_OF):
                return "it has no classes: no entity has a P31"
        except SimbaError as error:
            return str(error).removeprefix(f"{kb.folder}: ")
        return GOOD

    return {name: state(part) for part, name in PARTS.items()}


def _problems(kb: KnowledgeBase) -> list[str]:
    """A line for each file that is not as it was built; every byte is read."""
    from simba.errors import SimbaError

    try:
        with working("Reading every file"):
            return kb.problems()
    except SimbaError as error:
        return [str(error).removeprefix(f"{kb.folder}: ")]


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
