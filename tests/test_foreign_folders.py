"""A knowledge base folder from somebody else: opening it runs nothing, whatever its files say."""

from __future__ import annotations

import json
import pickle
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from whoosh.filedb.filestore import FileStorage
from whoosh.filedb.filetables import OrderedHashReader, OrderedHashWriter

from simba.building.build import build
from simba.errors import KnowledgeBaseError, SimbaError
from simba.kb.folder import KnowledgeBase, sealed
from simba.kb.mapped import write_block_sums
from simba.kb.segment import FILES


class Evil:
    """Makes a file when it is unpickled."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.trace,)


def in_the_table_of_contents(labels: Path, evil: Evil) -> None:
    """As Whoosh writes it: numbers that say which Whoosh it was, the fields in a pickle, the files in another."""
    with FileStorage(str(labels)).create_file("_MAIN_0.toc") as toc:
        for size in (4, 8, 4):
            toc.write_varint(size)
        toc.write_int(-12345)
        toc.write_int(-111)
        for number in (2, 7, 5):
            toc.write_varint(number)
        toc.write_string(pickle.dumps(evil))
        toc.write_int(0)
        toc.write_int(0)
        toc.write_pickle([evil])


def at_the_end_of_the_terms(labels: Path, evil: Evil) -> None:
    (path,) = labels.glob("*.trm")
    content = path.read_bytes()
    (length,) = struct.unpack("!i", content[-4:])
    end = pickle.dumps(evil)
    path.write_bytes(content[: -4 - length] + end + struct.pack("!i", len(end)))


def as_postings_in_the_terms(labels: Path, evil: Evil) -> None:
    """A term whose first byte says that its postings follow as a pickle."""
    (path,) = labels.glob("*.trm")
    storage = FileStorage(str(labels))
    old = OrderedHashReader.open(storage, path.name)
    new = OrderedHashWriter(storage.create_file("new"))
    new.extras["fieldmap"] = old.extras["fieldmap"]
    for key, value in old:
        new.add(key, b"\1" + value[1:-12] + pickle.dumps(evil))
    new.close()
    (labels / "new").replace(path)


@pytest.mark.parametrize(
    "hide", [in_the_table_of_contents, at_the_end_of_the_terms, as_postings_in_the_terms]
)
def test_a_pickle_in_a_knowledge_base_runs_nothing(
    hide: Callable[[Path, Evil], None], kb: Path, tmp_path: Path
) -> None:
    folder, trace = tmp_path / "kb", tmp_path / "the pickle was run"
    shutil.copytree(kb, folder)
    hide(folder / "labels", Evil(trace))
    try:
        KnowledgeBase(folder).index.find("lemma", "франция")
    except KnowledgeBaseError as error:
        assert "damaged knowledge base" in str(error)  # noqa: PT017 (or it is found all the same)
    assert not trace.exists()


def test_what_is_pickled_as_an_array_is_refused(kb: Path, tmp_path: Path) -> None:
    folder, trace = tmp_path / "kb", tmp_path / "the pickle was run"
    for name in ("classes.npy", "labels/ends.npy", "labels/checksums.npy"):
        shutil.copytree(kb, folder)
        (folder / name).write_bytes(pickle.dumps(Evil(trace)))
        opened = KnowledgeBase(folder)
        with pytest.raises(KnowledgeBaseError, match="damaged knowledge base"):
            _ = opened.index, opened.classes
        shutil.rmtree(folder)
    assert not trace.exists()


INTERRUPTED = """
import os, signal, sys
from pathlib import Path
from simba.building.build import build
from simba.building import reading
reading.CHECKPOINT_SECONDS = -1.0

save = reading.Reader._save
def then_stop(self):
    save(self)
    os.kill(os.getpid(), signal.SIGKILL)
reading.Reader._save = then_stop
build([Path(sys.argv[1])], Path(sys.argv[2]))
"""


def test_a_pickle_in_what_an_interrupted_build_left_runs_nothing(world: Path, tmp_path: Path) -> None:
    trace = tmp_path / "the pickle was run"
    subprocess.run([sys.executable, "-c", INTERRUPTED, world, tmp_path / "kb"], check=False)
    (run,) = (tmp_path / ".kb.building" / "gathered").glob("*.run")
    run.write_bytes(pickle.dumps([Evil(trace)]))
    with pytest.raises(SimbaError, match=r"000000\.run: damaged .+; build without --resume"):
        build([world], tmp_path / "kb", resume=True)
    assert not trace.exists()


def test_an_entry_that_names_no_entity_is_damage(kb: Path, tmp_path: Path) -> None:
    """What the index holds goes into SPARQL; here with a manifest that fits."""
    folder = tmp_path / "kb"
    shutil.copytree(kb, folder)
    entries = folder / "labels" / "entries.json"
    entries.write_bytes(entries.read_bytes().replace(b'"Q142"', b'"}}#Q"'[:6]))
    manifest = json.loads((folder / "manifest.json").read_text())
    del manifest["checksum"]
    (folder / "manifest.json").write_text(sealed({**manifest, "files": {}}))
    write_block_sums(folder / "labels", FILES)
    with pytest.raises(KnowledgeBaseError, match="damaged knowledge base"):
        KnowledgeBase(folder).index.find("lemma", "франция")
