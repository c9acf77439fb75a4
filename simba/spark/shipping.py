"""What travels to workers as an archive: rules, what is compiled of them and, where that is wanted, a knowledge base.

Compiled rules are what a first start takes most of its time for, so no worker has to compile them that runs the same
versions of Python and of SimBa as the driver; others do that by themselves.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from simba.building.embedded import embedded
from simba.common.cache import private_folder, private_folders
from simba.grammar.compiling import keep_compiled
from simba.grammar.files import layers
from simba.grammar.programs import programs_name
from simba.grammar.rules import RuleBase

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from simba.system import Simba

CACHE, RULES, KB = "cache", "rules", "kb"
"""The folders of an archive."""


def ship(spark: SparkSession, simba: Simba, *, kb: bool) -> str:
    """Send an archive to all executors, those of later too; the name of the folder that they unpack it to."""
    folder = Path(tempfile.mkdtemp(prefix="simba-spark-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    name = f"simba-{uuid4().hex}"
    with zipfile.ZipFile(folder / f"{name}.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for path, inside in _contents(simba, kb):
            archive.write(path, inside)
    spark.sparkContext.addArchive(f"{folder / name}.zip#{name}")
    return name


def rules_folders(simba: Simba) -> list[Path]:
    """The folders of rules of the user's own."""
    rules = simba.own_rules
    return [] if rules is None else list(rules) if isinstance(rules, tuple) else [rules]


def _contents(simba: Simba, kb: bool) -> Iterator[tuple[Path, str]]:
    """Files, with their paths in the archive."""
    yield from _below(kept(simba), CACHE)
    for number, folder in enumerate(rules_folders(simba)):
        yield from ((path, f"{RULES}/{number}/{path.relative_to(folder)}") for path in folder.rglob("*.yaml"))
    if kb and simba.folder is not None:
        yield from _below([simba.folder], KB, named=False)


def kept(simba: Simba) -> list[Path]:
    """What the cache folder keeps of the rules, compiled here if it was not, and the embedded knowledge base."""
    simba.prepare()
    # What was loaded may have been read so long ago that nothing is left of it there.
    RuleBase.load(layers(simba.own_rules))
    keep_compiled()
    found = [embedded()] if simba.folder is None else []
    for name in (programs_name(), RuleBase.kept_name(layers(simba.own_rules))):
        paths = (folder / name for folder in private_folders())
        found += [path for path in paths if path.is_file()][:1]
    return found


def _below(paths: list[Path], inside: str, *, named: bool = True) -> Iterator[tuple[Path, str]]:
    for path in paths:
        place = f"{inside}/{path.name}" if named else inside
        if path.is_file():
            yield path, place
        for one in path.rglob("*") if path.is_dir() else ():
            if one.is_file():
                yield one, f"{place}/{one.relative_to(path)}"


def take_in(archive: Path) -> None:
    """On a worker: put what was compiled where SimBa looks for it; what is there already stays.

    Where the user has no folder to write to, that is a folder beside the archive's.
    """
    try:
        folder = private_folder()
    except OSError:
        os.environ["XDG_CACHE_HOME"] = str(archive)
        folder = private_folder()
    for source in (archive / CACHE).iterdir():
        if (folder / source.name).exists():
            continue
        new = folder / f".new-{source.name}-{uuid4().hex}"
        if source.is_dir():
            shutil.copytree(source, new)
        else:
            shutil.copyfile(source, new)
            new.chmod(0o600)  # only what nobody else can write is believed
        with suppress(OSError):  # another worker was quicker
            os.rename(new, folder / source.name)
        shutil.rmtree(new, ignore_errors=True)
