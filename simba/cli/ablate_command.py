"""The command line's ``simba ablate``."""

from __future__ import annotations

from pathlib import Path

import click

from simba.cli.options import PATH, kb_option, opened
from simba.common.life_signs import advancing, working


def _share(kind: str) -> click.Option:
    return click.Option(
        [f"--{kind}-share"],
        type=click.FloatRange(0, 1),
        metavar="0..1",
        help=f"The same for {kind} drops alone.",
    )


@click.command("ablate")
@click.argument("dataset", type=PATH, metavar="DATASET")
@click.argument("sources", nargs=-1, type=PATH, metavar="[SOURCE]...")
@kb_option()
@click.option("--to", "folder", required=True, type=PATH, metavar="FOLDER", help="The new folder.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Of what is drawn.")
@click.option(
    "--share",
    type=click.FloatRange(0, 1),
    metavar="0..1",
    help="Of the questions that each kind of element is to make unanswerable (default: 0.0825).",
)
@click.option(
    "--mirrors/--no-mirrors",
    default=True,
    show_default=True,
    help="Drop with a fact or relation what tells the same from the other side, as a marriage of the other spouse.",
)
def ablate_command(
    dataset: Path,
    sources: tuple[Path, ...],
    kb: Path | None,
    folder: Path,
    seed: int,
    share: float | None,
    mirrors: bool,
    **of_kinds: float | None,
) -> None:
    """Make a benchmark of answerability of a DATASET, a RuBQ or QALD file in JSON.

    Classes, relations, entities and facts are dropped out of the knowledge base, in this order, each until its share
    of the questions cannot be answered any more; as GrailQAbility does (ACL 2023). FOLDER gets the reduced knowledge
    base, what was dropped, the questions in both formats, and statistics.

    The knowledge base is a folder, or is built from each SOURCE, files as `simba build` reads them.
    """
    if sources and kb is not None:
        raise click.UsageError("either --kb or SOURCE, not both")
    with working("Starting"):
        from simba.answerability.ablating import ablate
        from simba.answerability.construction import SHARE
        from simba.answerability.reduced import KINDS

    shares = {}
    for kind in KINDS:
        own = of_kinds[f"{kind}_share"]
        shares[kind] = own if own is not None else SHARE if share is None else share
    with advancing("Ablating", None) as advance:
        made = ablate(
            dataset,
            sources or opened(kb).folder,
            folder,
            shares=shares,
            seed=seed,
            mirrors=mirrors,
            advance=advance,
        )
    click.echo(str(made))
    click.echo(f"benchmark: {made.folder}", err=True)


ablate_command.params += [_share(kind) for kind in ("class", "relation", "entity", "fact")]
