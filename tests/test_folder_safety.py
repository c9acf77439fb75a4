"""What a build may replace, what it leaves when it is killed, and what readers see meanwhile."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from forms import one_hop

from simba.building.build import build
from simba.building.progress import Progress
from simba.errors import KnowledgeBaseError
from simba.kb.folder import MANIFEST, KnowledgeBase
from simba.kb.intact import WHOLE, check, fingerprints
from simba.kb.store import Store

OTHER = '<http://www.wikidata.org/entity/Q1> <http://www.w3.org/2000/01/rdf-schema#label> "Вселенная"@ru .\n'
"""A world with another name."""


@pytest.fixture
def other(tmp_path: Path) -> Path:
    path = tmp_path / "other.nt"
    path.write_text(OTHER, encoding="utf-8")
    return path


def knows(folder: Path, name: str) -> bool:
    return bool(KnowledgeBase(folder).index.find("lemma", name))


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def beside(folder: Path) -> set[str]:
    return {path.name for path in folder.parent.iterdir() if path != folder}


class Meanwhile(Progress):
    """Does something while a build runs."""

    def __init__(self, action: Callable[[], object]) -> None:
        self.action = action

    def stage(self, text: str) -> None:
        if text == "indexing":
            self.action()


# --- only what SimBa wrote is replaced ---


def web_page(folder: Path) -> None:
    (folder / MANIFEST).write_text('{"name": "my page", "icons": []}')
    (folder / "index.html").write_text("hand-made")


def notes_beside(folder: Path, kb: Path) -> None:
    shutil.copytree(kb, folder, dirs_exist_ok=True)
    (folder / "notes.txt").write_text("hand-made")


def notes_inside(folder: Path, kb: Path) -> None:
    shutil.copytree(kb, folder, dirs_exist_ok=True)
    (folder / "labels" / "notes.txt").write_text("hand-made")


def a_link_inside(folder: Path, kb: Path) -> None:
    shutil.copytree(kb, folder, dirs_exist_ok=True)
    shutil.move(folder / "store", folder.parent / "other disk")
    (folder / "store").symlink_to(folder.parent / "other disk")


@pytest.mark.parametrize("fill", [web_page, notes_beside, notes_inside, a_link_inside])
def test_a_folder_with_what_simba_did_not_write_is_left_alone(
    fill: Callable[..., None], kb: Path, other: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    fill(folder, *([kb] if fill is not web_page else []))
    before = files_in(tmp_path)
    with pytest.raises(
        KnowledgeBaseError, match=r"which SimBa did not write|not a knowledge base that SimBa wrote"
    ):
        build([other], folder)
    assert files_in(tmp_path) == before


def test_the_way_to_a_folder_does_not_hide_what_it_is(other: Path, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "thesis.txt").write_text("years of work")
    for way in ("missing/../docs", "docs/../docs", "./docs/."):
        with pytest.raises(KnowledgeBaseError, match="docs: is there and is not a knowledge base"):
            build([other], tmp_path / way)
    assert files_in(tmp_path / "docs") == {"thesis.txt": b"years of work"}
    assert beside(tmp_path / "docs") == {"other.nt"}


def test_a_folder_that_was_filled_meanwhile_is_left_alone(kb: Path, other: Path, tmp_path: Path) -> None:
    empty, earlier = tmp_path / "empty", tmp_path / "earlier"
    empty.mkdir()
    shutil.copytree(kb, earlier)
    for folder in (empty, earlier, tmp_path / "new"):
        note = folder / "note.txt"

        def fill(note: Path = note) -> None:
            note.parent.mkdir(exist_ok=True)
            note.write_text("hand-made")

        with pytest.raises(KnowledgeBaseError, match=r"; the new one is in .*\.building") as caught:
            build([other], folder, progress=Meanwhile(fill))
        assert note.read_text() == "hand-made"
        assert knows(Path(str(caught.value).rpartition(" ")[2]), "вселенная")
    assert knows(earlier, "франция")


def test_an_empty_work_folder_of_somebody_else_is_no_place_to_work(other: Path, tmp_path: Path) -> None:
    (tmp_path / ".kb.building").mkdir()
    (tmp_path / ".kb.building" / "mine.txt").write_text("hand-made")
    with pytest.raises(KnowledgeBaseError, match=r"\.kb\.building: cannot be removed: holds mine\.txt"):
        build([other], tmp_path / "kb")
    assert (tmp_path / ".kb.building" / "mine.txt").read_text() == "hand-made"


@pytest.mark.parametrize("name", [".kb.building", ".kb.old"])
def test_a_link_or_a_web_page_where_a_build_works_is_left_alone(
    name: str, kb: Path, other: Path, tmp_path: Path
) -> None:
    shutil.copytree(kb, tmp_path / "precious")
    (tmp_path / name).symlink_to(tmp_path / "precious")
    before = files_in(tmp_path / "precious")
    with pytest.raises(KnowledgeBaseError, match=f"{name}: is in the way, and SimBa did not write it"):
        build([other], tmp_path / "kb")
    assert files_in(tmp_path / "precious") == before
    (tmp_path / name).unlink()
    (tmp_path / name).mkdir()
    web_page(tmp_path / name)
    with pytest.raises(KnowledgeBaseError, match=f"{name}: is in the way, and SimBa did not write it"):
        build([other], tmp_path / "kb")
    assert "index.html" in files_in(tmp_path / name)


def test_a_file_of_the_locks_name_stays(other: Path, tmp_path: Path) -> None:
    (tmp_path / ".kb.lock").write_text("hand-made")
    build([other], tmp_path / "kb")
    assert (tmp_path / ".kb.lock").read_text() == "hand-made"


def test_a_link_stays_a_link(kb: Path, other: Path, tmp_path: Path) -> None:
    disk, link = tmp_path / "disk" / "kb", tmp_path / "kb"
    shutil.copytree(kb, disk)
    link.symlink_to(disk)
    build([other], link)
    assert link.is_symlink()
    assert knows(disk, "вселенная")
    (tmp_path / "dangling").symlink_to(tmp_path / "disk" / "new")
    build([other], tmp_path / "dangling")
    assert knows(tmp_path / "disk" / "new", "вселенная")
    assert beside(disk) == {"new"}


def test_a_working_directory_may_be_built_in(
    other: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    build([other], Path())
    assert knows(tmp_path / "here", "вселенная")


def simba(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "simba", *map(str, arguments)], capture_output=True, text=True, check=False
    )


def test_the_command_says_that_it_replaced_something(kb: Path, other: Path, tmp_path: Path) -> None:
    shutil.copytree(kb, tmp_path / "kb")
    assert "built in" in (said := simba("build", other, "--to", tmp_path / "kb").stdout)
    assert ", in place of an earlier one\n" in said
    assert ", in place of" not in simba("build", other, "--to", tmp_path / "new").stdout


def test_resuming_a_finished_one_does_not_build_it_anew(kb: Path, other: Path, tmp_path: Path) -> None:
    shutil.copytree(kb, tmp_path / "kb")
    done = simba("build", other, "--to", tmp_path / "kb", "--resume")
    assert done.returncode == 2
    assert (
        "kb: is finished, there is nothing to resume; build it without --resume to replace it" in done.stderr
    )
    assert knows(tmp_path / "kb", "франция")
    done = simba("build", other, "--to", tmp_path / "new", "--resume")
    assert (done.returncode, done.stderr) == (
        0,
        "simba: there is nothing to resume; building from the start\n",
    )


def test_a_build_that_is_stopped_early_says_that_nothing_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "dump.nt"
    os.mkfifo(pipe)
    command = [sys.executable, "-m", "simba", "build", str(pipe), "--to", str(tmp_path / "kb")]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    with pipe.open("w") as writer:  # it waits for what is read
        writer.write(OTHER)
        writer.flush()
        while not (tmp_path / ".kb.building").exists():
            time.sleep(0.05)
        errors = None
        while (
            errors is None
        ):  # one that comes just before it waits for the pipe is not seen before the pipe moves
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert errors == "simba: stopped; nothing is kept of this build (what was read would be, once a minute)\n"
    assert beside(tmp_path / "kb") == {"dump.nt"}


# --- killed builds ---

KILLED = """
import os, signal, sys
from pathlib import Path
from simba.building.build import build
rename = os.rename
def renames(*names):
    if len(done) == int(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)
    done.append(names)
    rename(*names)
done, os.rename = [], renames
build([Path(sys.argv[1])], Path(sys.argv[2]))
"""


def killed_at_rename(number: int, source: Path, folder: Path) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, source, folder, str(number)], check=False)
    assert done.returncode == -signal.SIGKILL


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.slow
def test_whenever_a_build_is_killed_there_is_a_knowledge_base(
    number: int, kb: Path, other: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "kb"
    shutil.copytree(kb, folder)
    killed_at_rename(number, other, folder)
    assert knows(folder, "франция")
    build([other], folder)  # which clears away what was left
    assert knows(folder, "вселенная")
    assert beside(folder) == {"other.nt"}


def test_what_was_put_aside_is_put_back_before_anything_else(
    kb: Path, world: Path, other: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "kb"
    shutil.copytree(kb, folder)
    killed_at_rename(1, other, folder)
    assert not folder.exists()
    other.write_text("no triples")
    with pytest.raises(Exception, match="not N-Triples"):
        build([other], folder)
    assert knows(folder, "франция")
    assert beside(folder) == {"other.nt"}


def test_builds_of_names_that_begin_alike_do_not_meet(other: Path, tmp_path: Path) -> None:
    killed_at_rename(0, other, tmp_path / "kb-old")
    build([other], tmp_path / "kb")
    assert (tmp_path / ".kb-old.building").is_dir()


# --- readers ---


def test_a_reader_that_opens_during_a_swap_reads_one_knowledge_base(
    kb: Path, other: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "kb"
    shutil.copytree(kb, folder)
    reader = KnowledgeBase(folder)
    build([other], folder)
    assert reader.index.find("lemma", "вселенная")  # nothing of the old one was open
    assert reader.manifest.labels == 1
    shutil.rmtree(folder)
    shutil.copytree(kb, folder)
    assert reader.index.find("lemma", "вселенная")  # it is open, and stays so
    with pytest.raises(
        KnowledgeBaseError, match="kb: was built anew while it was being opened; open it anew"
    ):
        _ = reader.store


SWAPS = """
import shutil, sys
from pathlib import Path
from simba.building.build import build
for _ in range(25):
    build([Path(sys.argv[1])], Path(sys.argv[2]))
"""


@pytest.mark.slow
def test_readers_never_see_half_a_swap(other: Path, tmp_path: Path) -> None:
    folder = tmp_path / "kb"
    build([other], folder)
    process = subprocess.Popen([sys.executable, "-c", SWAPS, other, folder])
    opened = 0
    while process.poll() is None:
        base = KnowledgeBase(folder)
        assert base.index.find("lemma", "вселенная")
        opened += 1
    assert process.returncode == 0
    assert opened > 100


# --- damage ---


def damaged(kb: Path, folder: Path, name: str, damage: Callable[[bytes], bytes]) -> Path:
    shutil.copytree(kb, folder)
    (path,) = folder.glob(name)
    path.write_bytes(damage(path.read_bytes()))
    return folder


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "cut": lambda content: content[: len(content) // 2],
    "zeros at the end": lambda content: content[: len(content) // 2].ljust(len(content), b"\0"),
    "zeros": lambda content: bytes(len(content)),
    "a bit": lambda content: content[:-9] + bytes([content[-9] ^ 4]) + content[-8:],
}
INDEX = ("labels/entries.json", "labels/ends.npy", "labels/checksums.npy", "labels/*.trm", "labels/*.pst")


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", [*INDEX, "classes.npy", "store/MANIFEST-*", "store/CURRENT"])
def test_a_damaged_file_is_told(name: str, damage: str, kb: Path, tmp_path: Path) -> None:
    folder = damaged(kb, tmp_path / "kb", name, DAMAGES[damage])
    base = KnowledgeBase(folder)
    with pytest.raises(
        KnowledgeBaseError, match=r"kb: damaged knowledge base \(.+ is not as it was built\); rebuild"
    ):
        _ = base.index.find("lemma", "франция"), base.classes.above(["Q515"]), base.store.label("Q142")


@pytest.mark.parametrize("name", [*INDEX, "classes.npy"])
def test_a_lost_file_is_told(name: str, kb: Path, tmp_path: Path) -> None:
    folder = damaged(kb, tmp_path / "kb", name, bytes)
    next(folder.glob(name)).unlink()
    base = KnowledgeBase(folder)
    with pytest.raises(KnowledgeBaseError, match=r"kb: damaged knowledge base \(.+ is missing\); rebuild"):
        _ = base.index, base.classes


def test_damage_far_into_a_large_file_is_seen(tmp_path: Path) -> None:
    """Of a large file pieces are looked at: enough for one whose end was lost, or is full of zeros."""
    path = tmp_path / "classes.npy"
    path.write_bytes(os.urandom(WHOLE + 12_345))
    written = fingerprints(tmp_path)
    check(tmp_path, "classes.npy", written)
    for damage in (path.read_bytes()[:-1], path.read_bytes()[:-200_000] + bytes(200_000)):
        path.write_bytes(damage)
        with pytest.raises(ValueError, match=r"classes\.npy is not as it was built"):
            check(tmp_path, "classes.npy", written)


def of_format(number: int, kb: Path, folder: Path) -> Path:
    """As earlier versions built it: 8 without checksums of all, 7 with none, names at random, a table of contents."""
    shutil.copytree(kb, folder)
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    (folder / "labels" / "blocks.npy").unlink()
    del manifest["files"]["labels/blocks.npy"], manifest["sums"], manifest["checksum"]
    if number == 7:
        for path in (folder / "labels").glob("MAIN_names.*"):
            path.rename(path.with_name(path.name.replace("names", "x7ztqv13k0h8p2mc")))
        (folder / "labels" / "_MAIN_0.toc").write_bytes(b"whatever")
        del manifest["files"], manifest["unindexed"]
    (folder / MANIFEST).write_text(json.dumps({**manifest, "format": number}), encoding="utf-8")
    return folder


@pytest.mark.parametrize("number", [7, 8])
def test_a_folder_of_a_format_before_is_read(number: int, kb: Path, tmp_path: Path) -> None:
    folder = of_format(number, kb, tmp_path / "kb")
    assert knows(folder, "франция")
    (folder / "labels" / "entries.json").write_bytes(b"")
    with pytest.raises(KnowledgeBaseError, match="kb: damaged knowledge base"):
        knows(folder, "франция")


ASKED: dict[str, Callable[[Store], object]] = {
    "select": lambda store: store.select("SELECT ?v { wd:Q142 wdt:P36 ?v }"),
    "values": lambda store: store.values(one_hop("Q142", "P36")),
    "leads": lambda store: store.leads("Q142", "P36"),
    "has_claims": lambda store: store.has_claims("P36"),
    "label": lambda store: store.label("Q142"),
    "description": lambda store: store.description("Q142"),
    "classes": lambda store: store.classes("Q142"),
}


@pytest.mark.parametrize("ask", ASKED)
def test_what_the_triple_store_finds_damaged_is_told(ask: str, kb: Path, tmp_path: Path) -> None:
    """It has checksums of its own, and looks at a part of a file when it reads it."""
    shutil.copytree(kb, tmp_path / "kb")
    others = sorted((tmp_path / "kb" / "store").glob("*.sst"))[1:]  # the first is read at opening
    for path in others:
        content = bytearray(path.read_bytes())
        content[:8] = bytes(8)
        path.write_bytes(content)
    store = KnowledgeBase(tmp_path / "kb").store
    with pytest.raises(KnowledgeBaseError, match=r"kb: damaged knowledge base \(.*[Cc]orrupt.*\); rebuild"):
        ASKED[ask](store)


MANIFESTS = {
    "deep": "[" * 100_000,
    "a number as format": '{"format": "\x1b[31m8"}',
    "wrong types": '{"format": 8, "sources": 1, "built": 2, "versions": 3, "labels": 4, "triples": 5, "facts": 6,'
    ' "languages": 7, "reading": 8}',
}


@pytest.mark.parametrize("content", MANIFESTS.values(), ids=MANIFESTS)
def test_an_odd_manifest_is_told(content: str, tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(content)
    with pytest.raises(KnowledgeBaseError, match=r"its manifest\.json is unreadable"):
        KnowledgeBase(tmp_path)


def test_a_pipe_for_a_manifest_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / MANIFEST)
    with pytest.raises(KnowledgeBaseError, match=r"its manifest\.json is unreadable"):
        KnowledgeBase(tmp_path)
