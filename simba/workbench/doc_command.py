"""``simba rules doc``: all rules on one page."""

from __future__ import annotations

from pathlib import Path

import click

from simba.workbench.rule_options import rules_option


@click.command("doc")
@rules_option
@click.option(
    "--to",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("rules.html"),
    show_default=True,
    metavar="FILE",
    help="The page, which needs no other file.",
)
@click.option("--home", metavar="URL", help="A link to the page that answers questions.")
def doc_command(rules: Path | None, file: Path, home: str | None) -> None:
    """Write a searchable page (in Russian) of all rules: in words, with examples and what else fires on them."""
    from simba.grammar.files import layers
    from simba.workbench.bench import Bench
    from simba.workbench.doc import page_of_rules, require, write_page

    require()
    bench = Bench(layers(rules))
    write_page(page_of_rules(bench, home=home, label=_label), file)
    click.echo(f"{file}: {len(bench.written)} rules, {file.stat().st_size:,} bytes")


def _label(identifier: str) -> str | None:
    """What the embedded knowledge base calls a class."""
    from simba.building.embedded import embedded
    from simba.kb.folder import KnowledgeBase

    return KnowledgeBase(embedded()).store.label(identifier)
