"""A damaged knowledge base is told: by reading every byte, and by look-ups, which never say "no such name" instead."""

from __future__ import annotations

import json
import random
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import Result
from commands import invoke

from simba.building.build import build
from simba.building.update import update
from simba.errors import KnowledgeBaseError
from simba.kb.folder import MANIFEST, KnowledgeBase, sealed
from simba.kb.mapped import BLOCK, MappedNumbers, block_sums, write_block_sums
from simba.russian.morphology import lemma_keys
from simba.russian.names import words_of

RDFS = "http://www.w3.org/2000/01/rdf-schema#label"
WIKIDATA = "http://www.wikidata.org/"
CLASS = f"<{WIKIDATA}entity/Q1> <{WIKIDATA}prop/direct/P31> <{WIKIDATA}entity/Q5> .\n"
COUNT = 1_500
CHANCE = random.Random(4)


def lines(first: int, count: int) -> str:
    return "".join(
        f'<{WIKIDATA}entity/Q{number}> <{RDFS}> "{name(number)}"@ru .\n'
        for number in range(first, first + count)
    )


def name(number: int) -> str:
    """Some are shared, most are not."""
    return f"Имя {number // 7 if number % 7 < 2 else number} места"


SOME = [key for number in range(0, COUNT + 70, 130) for key in lemma_keys(words_of(name(number + 3)))]
"""Keys of names, the last but nobody's."""
UNBLOCKED = ("changes/gone", "changes/before", "changes/lost")
"""Files without checksums of blocks: their whole is looked at when they are opened."""


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base of files of many blocks, which was updated."""
    folder = tmp_path_factory.mktemp("crowd")
    for part, first, count in (("crowd", 1, COUNT), ("more", COUNT + 1, 19)):
        (folder / f"{part}.nt").write_text(lines(first, count) + CLASS, encoding="utf-8")
    build([folder / "crowd.nt"], folder / "kb")
    update(folder / "kb", added=[folder / "more.nt"])
    return folder / "kb"


def files_in(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def flip(path: Path, place: int, bit: int) -> None:
    with path.open("r+b") as file:
        file.seek(place)
        (byte,) = file.read(1)
        file.seek(place)
        file.write(bytes([byte ^ 1 << bit]))


def told(folder: Path) -> list[str]:
    """What is said of a folder when every byte is read."""
    try:
        return KnowledgeBase(folder).problems()
    except KnowledgeBaseError as error:
        return [str(error)]


def test_every_flipped_bit_is_found(crowd: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(crowd, tmp_path / "kb"))
    assert told(folder) == []
    for file in files_in(folder):
        size = (folder / file).stat().st_size
        count = 200 if file == MANIFEST else 4
        for place in [0, size - 1, *(int(size * CHANCE.random()) for _ in range(count))] if size else ():
            bit = CHANCE.randrange(8)
            flip(folder / file, place, bit)
            (problem,) = told(folder)
            assert (
                MANIFEST in problem or "knowledge base of format" in problem
                if file == MANIFEST
                else (problem == f"{file}: is not as it was built")
            )
            flip(folder / file, place, bit)
    assert told(folder) == []


def test_every_missing_and_every_foreign_file_is_found(crowd: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(crowd, tmp_path / "kb"))
    missing = [file for file in files_in(folder) if file != MANIFEST]
    foreign = ["labels/notes.txt", "new/", "new/empty", "store/000000.sst"]
    (folder / "new").mkdir()
    for file in (file for file in foreign if not file.endswith("/")):
        (folder / file).write_bytes(b"")
    assert told(folder) == [f"{file}: SimBa did not write it" for file in foreign]
    for file in missing:
        (folder / file).rename(tmp_path / "aside")
        assert told(folder)[0] == f"{file}: is missing"
        (tmp_path / "aside").rename(folder / file)
    (folder / "labels" / "ends.npy").unlink()
    (folder / "labels" / "ends.npy").symlink_to(crowd / "labels" / "ends.npy")
    assert told(folder)[0] == "labels/ends.npy: is missing"  # a link is none of SimBa's files


def info(*arguments: str | Path) -> Result:
    return invoke("info", *arguments)


def test_the_command_tells_each_in_a_line(crowd: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(crowd, tmp_path / "kb"))
    whole = info(folder, "--check")
    assert whole.exit_code == 0
    assert whole.stdout.splitlines()[-1] == f"files       {len(files_in(folder))} as they were built"
    (folder / "labels" / "notes.txt").write_text("")
    (folder / "store" / "IDENTITY").unlink()
    assert info(folder).exit_code == 0  # a quick look
    damaged = info(folder, "--check")
    assert damaged.exit_code == 2
    assert [row.strip() for row in damaged.stdout.splitlines()[-2:]] == [
        "files       store/IDENTITY: is missing",
        "labels/notes.txt: SimBa did not write it",
    ]
    assert len(json.loads(info(folder, "--check", "--json").stdout)["problems"]) == 2


def looked_up(folder: Path) -> dict[str, Any]:
    """What look-ups find; those are left out that say that the knowledge base is damaged."""
    found: dict[str, Any] = {}
    with suppress(KnowledgeBaseError):
        index = KnowledgeBase(folder).index
        for key in SOME:
            with suppress(KnowledgeBaseError):
                found[key] = [named.id for named in index.find("lemma", key)]
        with suppress(KnowledgeBaseError):
            found["known"] = index.known(SOME)
        with suppress(KnowledgeBaseError):
            found["free"] = [named.id for named in index.find_free_form(["3", "место"])]
    return found


def test_a_damaged_index_never_says_that_there_is_no_such_name(crowd: Path, tmp_path: Path) -> None:
    """Of large files only pieces are looked at when they are opened: here only one file is."""
    folder = Path(shutil.copytree(crowd, tmp_path / "kb"))
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    del manifest["checksum"]
    few = {name: known for name, known in manifest["files"].items() if name.startswith(UNBLOCKED)}
    (folder / MANIFEST).write_text(sealed({**manifest, "files": few}), encoding="utf-8")
    whole = looked_up(folder)
    assert len(whole) == len(SOME) + 2
    assert [len(whole[key]) for key in SOME].count(0) == 1
    noticed = 0
    for file in (file for file in files_in(folder) if file.startswith(("labels/", "changes/"))):
        size = (folder / file).stat().st_size
        for _ in range(0 if file.startswith(UNBLOCKED) else 3 + size // BLOCK // 4):
            place, bit = CHANCE.randrange(size), CHANCE.randrange(8)
            flip(folder / file, place, bit)
            found = looked_up(folder)
            assert found.items() <= whole.items()
            noticed += len(found) < len(whole)
            flip(folder / file, place, bit)
    assert noticed > 20


def test_a_search_that_a_damaged_number_led_astray_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "numbers.npy"
    numbers = np.arange(1, 20_000, 2, dtype=np.uint64) << np.uint64(40)
    np.save(path, numbers)
    write_block_sums(tmp_path, [path.name])
    sums = block_sums(tmp_path, [path.name])[path.name]
    noticed = 0
    for place in (len(numbers) // 2, len(numbers) // 4, 17):
        flip(path, path.stat().st_size - 8 * (len(numbers) - place) + 7, 6)
        for wanted in numbers[::997]:
            try:
                found = MappedNumbers(path, sums).hold(np.array([wanted, wanted + np.uint64(1)])).tolist()
            except ValueError:
                noticed += 1
            else:
                assert found == [True, False]
        np.save(path, numbers)
    assert 3 < noticed < 33
