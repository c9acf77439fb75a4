"""A knowledge base folder from somebody else: opening it runs nothing, whatever its files say."""

from __future__ import annotations

import pickle
import shutil
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from whoosh.filedb.filestore import FileStorage
from whoosh.filedb.filetables import OrderedHashReader, OrderedHashWriter

from simba.errors import KnowledgeBaseError
from simba.kb.folder import KnowledgeBase


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
