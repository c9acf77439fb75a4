"""The command line's ``simba build``."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from simba.cli.group import notice
from simba.cli.options import PATH
from simba.common.life_signs import is_terminal, working
from simba.errors import KnowledgeBaseError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from simba.building.progress import Progress
    from simba.building.records import Statements
    from simba.kb.folder import Manifest

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
LANGUAGE = re.compile(r"[a-z]{2,}(-[a-z0-9]+)*")


def _bytes(context: click.Context, parameter: click.Parameter, text: str) -> int:
    size = re.fullmatch(r"(\d+(?:\.\d+)?)([KMG]?)B?", text.upper())
    if size is None:
        raise click.BadParameter(f"{text!r} is no size; write it like 500M or 2G")
    return int(float(size[1]) * UNITS[size[2]])


def _languages(context: click.Context, parameter: click.Parameter, text: str) -> tuple[str, ...]:
    languages = tuple(dict.fromkeys(filter(None, re.split(r"[\s,]+", text.lower()))))
    wrong = [language for language in languages if not LANGUAGE.fullmatch(language)]
    if wrong or not languages:
        raise click.BadParameter(f"{text!r} names no languages; write them like ru,en")
    return languages


@click.command("build")
@click.argument("sources", nargs=-1, type=PATH, metavar="SOURCE...")
@click.option("--to", "folder", required=True, type=PATH, metavar="DIR", help="The new folder.")
@click.option("--index-only", is_flag=True, help="Names and classes without facts, for use with --endpoint.")
@click.option(
    "--lang",
    "languages",
    default="ru,mul",
    show_default=True,
    metavar="LANGUAGES",
    callback=_languages,
    help="Languages that names are told in, the preferred first; mul is Wikidata's name for all.",
)
@click.option(
    "--found-by",
    metavar="LANGUAGES",
    callback=lambda context, parameter, text: text and _languages(context, parameter, text),
    help="Languages whose names find what has one of those, too.  [default: en; with another --lang, none]",
)
@click.option(
    "--statements",
    type=click.Choice(["none", "needed", "all"]),
    default="needed",
    show_default=True,
    help="Statements kept with qualifiers, units and precision: those that say more than their plain value, or all.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes that share the work; by default, processors.",
)
@click.option(
    "--memory",
    default="2G",
    show_default=True,
    metavar="SIZE",
    callback=_bytes,
    help="What sorting may take in memory, of all processes together.",
)
@click.option(
    "--master",
    metavar="URL",
    help="Read on a Spark cluster: spark://HOST:7077, yarn ...; local[2]: here.  [extra: spark]",
)
@click.option("--resume", is_flag=True, help="Go on with a build that was interrupted.")
@click.option(
    "--update",
    "added",
    multiple=True,
    type=PATH,
    metavar="ADDED",
    help="Instead of building: triples that came, to be put into the knowledge base that is there.",
)
@click.option(
    "--remove",
    "removed",
    multiple=True,
    type=PATH,
    metavar="REMOVED",
    help="Triples that went, to be taken out of it first.",
)
@click.pass_context
def build_command(
    context: click.Context,
    sources: tuple[Path, ...],
    folder: Path,
    index_only: bool,
    languages: tuple[str, ...],
    found_by: tuple[str, ...] | None,
    statements: Statements,
    jobs: int | None,
    memory: int,
    master: str | None,
    resume: bool,
    added: tuple[Path, ...],
    removed: tuple[Path, ...],
) -> None:
    """Build a knowledge base folder from Wikidata's dumps, or from other files of triples.

    A SOURCE is N-Triples (the truthy dump), Turtle (RuWikidata8M) or Wikidata's JSON dump: .nt, .ttl or .json, plain or
    .gz or .bz2 or .zst; or a named pipe, or "-", standard input. Each is read once. Bad lines are counted and left out;
    more than ten of them that are more than a tenth of a source are an error.

    DIR may be a knowledge base that SimBa has built, which is replaced when the new one is whole. With --update or
    --remove it is changed by what came and what went, in a fraction of the time, and answers as one that was built
    from the changed sources; each may be given several times. With --master all machines of the cluster must see it
    and the sources under the same paths.
    """
    if added or removed:
        _refuse_with_update(context)
        given = context.get_parameter_source("statements") is not ParameterSource.DEFAULT
        _update(folder, added, removed, statements if given else None, jobs, memory)
        return
    if not sources:
        raise click.UsageError("name a SOURCE; or --update or --remove, for a knowledge base that is there")
    start = perf_counter()
    with _telling_what_stays(folder):
        with working("Starting"):
            from simba.building.build import build, suitable_jobs
            from simba.building.work import left_behind
            from simba.kb.folder import KIND

        replaces = KIND.is_one(folder)
        if resume and not replaces and left_behind(folder) is None:
            notice("there is nothing to resume; building from the start")
        with _cluster(master) as spark, _progress() as progress:
            manifest = build(
                sources,
                folder,
                languages=languages,
                found_by=found_by,
                facts=not index_only,
                statements=statements,
                jobs=jobs or suitable_jobs(sources, memory),
                memory=memory,
                resume=resume,
                progress=progress,
                spark=spark,
            )
    replaced = ", in place of an earlier one" if replaces else ""
    _tell_built(folder, manifest, f"built in {perf_counter() - start:.1f} s{replaced}")


@contextmanager
def _cluster(master: str | None) -> Iterator[SparkSession | None]:
    """A session at the master of a cluster, if one is named."""
    with ExitStack() as open_ones:
        spark = None
        if master is not None:
            with working("Starting Spark"):
                from simba.spark.sessions import session

                spark = open_ones.enter_context(session(master))
        yield spark


@contextmanager
def _telling_what_stays(folder: Path) -> Iterator[None]:
    """Where the block fails, say what is kept of the build."""
    try:
        yield
    except KnowledgeBaseError:
        raise  # the folder is not this build's
    except BaseException as error:
        from simba.building.work import left_behind

        if work := left_behind(folder):
            notice(f"what was read stays in {work}; --resume goes on from there")
        elif isinstance(error, KeyboardInterrupt):
            notice("stopped; nothing is kept of this build (what was read would be, once a minute)")
        raise


def _tell_built(folder: Path, manifest: Manifest, how: str) -> None:
    from simba.building.labels import MAX_NAMES

    click.echo(f"{folder}: {manifest.triples:,} triples, {manifest.labels:,} names, {how}")
    if manifest.unindexed:
        notice(
            f"{manifest.unindexed:,} names are not in the index: of an entity, the first {MAX_NAMES:,} are"
        )
    _tell_what_was_read(manifest.reading)


def _refuse_with_update(context: click.Context) -> None:
    """Raise where an option is given that only a build has."""
    for name, option in (
        ("sources", "a SOURCE"),
        ("index_only", "--index-only"),
        ("languages", "--lang"),
        ("found_by", "--found-by"),
        ("master", "--master"),
        ("resume", "--resume"),
    ):
        if context.params[name] and context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"--update and --remove change what is there: they go without {option}")


def _update(
    folder: Path,
    added: tuple[Path, ...],
    removed: tuple[Path, ...],
    statements: Statements | None,
    jobs: int | None,
    memory: int,
) -> None:
    start = perf_counter()
    with working("Starting"):
        from simba.building.build import suitable_jobs
        from simba.building.update import update
        from simba.russian.text import shorten
    with _progress() as progress:
        done = update(
            folder,
            added=added,
            removed=removed,
            statements=statements,
            jobs=jobs or suitable_jobs([*added, *removed], memory),
            memory=memory,
            progress=progress,
        )
    changed = f"{done.added:,} triples added, {done.removed:,} removed"
    made = f"{done.manifest.triples:,} triples, {done.manifest.labels:,} names"
    click.echo(f"{folder}: {changed}; {made}, updated in {perf_counter() - start:.1f} s")
    if done.missing:
        notice(f"{done.missing:,} triples to be removed are not there; the first: {shorten(done.example)}")
    _tell_what_was_read([asdict(summary) for summary in done.reading])


def _tell_what_was_read(reading: Sequence[dict[str, Any]]) -> None:
    for summary in reading:
        counts = f"{summary['read']:,} read, {summary['dropped']:,} dropped, {summary['bad']:,} bad"
        click.echo(f"{summary['file']}: {counts}, {summary['kept']:,} triples kept")
        for line, reason in summary["examples"]:
            click.echo(f"{summary['file']}:{line}: {reason}", err=True)


def _progress() -> AbstractContextManager[Progress]:
    if not is_terminal(sys.stderr):
        from simba.building.progress import Lines

        return Lines()
    from simba.building.bars import Bars

    return Bars()
