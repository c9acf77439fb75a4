"""The command line's ``simba build-text``."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import click

from simba.cli.options import PATH, kb_option, opened
from simba.common.life_signs import working


@click.command("build-text")
@click.argument("sources", nargs=-1, required=True, type=PATH, metavar="SOURCE...")
@click.option("--to", "folder", required=True, type=PATH, metavar="DIR", help="The new folder.")
@kb_option("Knowledge base whose names the pages are found by")
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Processes that share the work; by default, processors.",
)
def build_text_command(sources: tuple[Path, ...], folder: Path, kb: Path | None, jobs: int | None) -> None:
    """Index paragraphs, for --text of simba ask and simba serve.

    A SOURCE is RuBQ's file of paragraphs (a JSON array of uid, ru_wiki_pageid and text), JSON lines of title and text
    as wikiextractor writes them, or plain text with empty lines between paragraphs; plain or .gz or .bz2 or .zst.

    DIR may be a folder of texts that SimBa has built, which is replaced when the new one is whole.
    """
    start = perf_counter()
    with working("Indexing paragraphs"):
        from simba.texts.text_building import build_text

        manifest = build_text(sources, folder, opened(kb), jobs=jobs)
    seconds = perf_counter() - start
    known = f"{manifest.linked:,} of them on pages of known entities"
    click.echo(f"{folder}: {manifest.paragraphs:,} paragraphs, {known}, built in {seconds:.1f} s")
