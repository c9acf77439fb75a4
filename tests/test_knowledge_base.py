"""Knowledge base folders: built from files, whole or not at all, and read by many."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path

import pyoxigraph as ox
import pytest

from simba import Simba, __version__
from simba.building.build import build
from simba.building.embedded import embedded
from simba.errors import KnowledgeBaseError, SourceError
from simba.kb.folder import FORMAT, MANIFEST, KnowledgeBase, Manifest

QUESTION, PARIS = "столица Франции", "http://www.wikidata.org/entity/Q90"
OTHER = """
<http://www.wikidata.org/entity/Q142> <http://www.w3.org/2000/01/rdf-schema#label> "Франция"@ru .
<http://www.wikidata.org/entity/Q142> <http://www.wikidata.org/prop/direct/P36> <http://www.wikidata.org/entity/Q288> .
"""
"""A world in which France's capital is Tours."""


@pytest.fixture
def capital(rules: Path) -> Callable[[Path], str]:
    """What a knowledge base says of France's capital."""

    def capital(folder: Path) -> str:
        (value,) = Simba(folder, rules=rules).answer(QUESTION).values
        return value.value

    return capital


def run(code: str, *arguments: str | Path, **environment: str) -> subprocess.Popen[str]:
    """Run Python in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, **environment},
    )


def others_beside(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.parent.iterdir() if path != folder)


# --- building ---


def test_the_manifest_says_from_what_when_and_with_what_it_was_built(kb: Path, world: Path) -> None:
    manifest = json.loads((kb / MANIFEST).read_text(encoding="utf-8"))
    assert manifest["format"] == FORMAT
    assert manifest["sources"] == [{"file": "world.ttl", "bytes": world.stat().st_size}]
    age = datetime.now(timezone.utc) - datetime.fromisoformat(manifest["built"])
    assert 0 <= age.total_seconds() < 3600
    assert manifest["versions"]["simba"] == __version__
    assert {"pyoxigraph", "Whoosh-Reloaded", "pymorphy2-dicts-ru"} < set(manifest["versions"])
    assert manifest["triples"] == len(list(ox.parse(world.read_bytes(), ox.RdfFormat.TURTLE)))
    assert manifest["labels"] >= 12
    del manifest["checksum"]
    assert KnowledgeBase(kb).manifest == Manifest(**manifest)


@pytest.mark.slow
def test_a_rebuilt_folder_replaces_the_old_one_which_its_readers_keep(
    world: Path, tmp_path: Path, rules: Path, capital: Callable[[Path], str]
) -> None:
    folder, other = tmp_path / "kb", tmp_path / "other.nt"
    other.write_text(OTHER, encoding="utf-8")
    build([world], folder)
    reader = Simba(folder, rules=rules)
    reader.load()
    build([other], folder)
    assert capital(folder).endswith("Q288")
    assert [value.value for value in reader.answer(QUESTION).values] == [PARIS]
    assert others_beside(folder) == ["other.nt"]


def test_a_small_one_that_is_held_in_memory_finds_the_same_in_the_same_order() -> None:
    """By samples, which go by that order, it is told how sure an answer is."""
    on_disk, held = KnowledgeBase(embedded()), KnowledgeBase(embedded())
    held.hold()
    for query in (
        "SELECT ?one WHERE { ?one wdt:P31 wd:Q5 }",
        "SELECT ?one WHERE { wd:Q159 wdt:P47 ?one }",
        "SELECT ?one WHERE { wd:Q159 ?how ?one }",
        "SELECT ?one WHERE { ?one wdt:P17 wd:Q159 . ?one wdt:P31 ?kind }",
    ):
        found = held.store.select(query)
        assert found == on_disk.store.select(query), query
        assert len(found) > 2, query
    for name in ("P36", "P19", "P1082"):
        shares = [base.store.usual(["Q515", "Q5"], name, reverse=False) for base in (held, on_disk)]
        assert shares[0] == shares[1], name


def test_of_two_builds_at_once_the_first_may_stay(
    world: Path, tmp_path: Path, capital: Callable[[Path], str]
) -> None:
    """So the embedded one is built, which other processes may be about to open."""
    folder, other = tmp_path / "kb", tmp_path / "other.nt"
    other.write_text(OTHER, encoding="utf-8")
    build([world], folder)
    build([other], folder, replace=False)
    assert capital(folder) == PARIS
    assert others_beside(folder) == ["other.nt"]


def test_a_folder_that_is_something_else_is_left_alone(world: Path, tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat.jpg").write_bytes(b"cat")
    (tmp_path / "file").write_bytes(b"text")
    for name in ("photos", "file"):
        with pytest.raises(KnowledgeBaseError, match=f"{name}: is there and is not a knowledge base"):
            build([world], tmp_path / name)
    assert (tmp_path / "photos" / "cat.jpg").read_bytes() == b"cat"
    assert (tmp_path / "file").read_bytes() == b"text"
    assert len(list(tmp_path.iterdir())) == 2


def test_an_empty_folder_may_become_one(world: Path, tmp_path: Path, capital: Callable[[Path], str]) -> None:
    (tmp_path / "kb").mkdir()
    build([world], tmp_path / "kb")
    assert capital(tmp_path / "kb") == PARIS


def test_a_place_that_cannot_be_written_is_told(world: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(KnowledgeBaseError, match="cannot be written: "):
        build([world], tmp_path / "file" / "kb")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("bad.ttl", b"\n<html>\n", r"bad\.ttl:2: not valid Turtle"),
        ("bad.nt", b"<http://a> oops\n", r"bad\.nt: not N-Triples; a file is read as what its name says"),
        ("latin.nt", '<http://a> <http://b> "й" .\n'.encode("cp1251"), r"latin\.nt"),
        ("page.json", b"<html>\n", r"page\.json: not Wikidata's JSON"),
        ("other.json", b'{"name": "a"}\n', r"other\.json:1: not valid Wikidata's JSON: not a Wikidata entity"),
        ("cut.nt.gz", gzip.compress(b"<http://a> <http://b> <http://c> .\n" * 99)[:-9], r"cut\.nt\.gz: cannot be read"),
        ("plain.nt.gz", b"<http://a> <http://b> <http://c> .\n", r"plain\.nt\.gz: cannot be read"),
        ("plain.nt.bz2", b"<http://a> <http://b> <http://c> .\n", r"plain\.nt\.bz2: cannot be read"),
        ("table.csv", b"a,b\n", r"table\.csv: unknown kind of file; SimBa reads \.nt and \.ttl"),
    ],
    ids=lambda value: value if isinstance(value, str) and "\\" not in value else "",
)  # fmt: skip
def test_a_broken_file_is_named_with_its_line(
    name: str, content: bytes, message: str, world: Path, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SourceError, match=message) as caught:
        build([world, tmp_path / name], tmp_path / "kb")
    assert len(str(caught.value).splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"none\.nt: no such file"):
        build([tmp_path / "none.nt"], tmp_path / "kb")


KILLED = """
import os, signal, sys
from pathlib import Path
from simba.building.build import build
from simba.kb.folder import Manifest
Manifest.describe = lambda *arguments, **numbers: os.kill(os.getpid(), signal.SIGKILL)
build([Path(sys.argv[1])], Path(sys.argv[2]))
"""


def test_a_killed_build_leaves_nothing_under_the_final_name(
    world: Path, tmp_path: Path, capital: Callable[[Path], str]
) -> None:
    folder = tmp_path / "kb"
    process = run(KILLED, world, folder)
    process.communicate()
    assert process.returncode == -9
    assert not folder.exists()
    build([world], folder)
    assert capital(folder) == PARIS


# --- opening ---


def test_what_is_no_knowledge_base_says_so_and_how_to_build_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for folder, words in (
        (tmp_path / "none", "no such knowledge base folder"),
        (tmp_path / "file", "no such knowledge base folder"),
        (tmp_path, "not a SimBa knowledge base"),
    ):
        with pytest.raises(
            KnowledgeBaseError, match=f"{folder}: {words}.*simba build SOURCE... --to {folder}"
        ):
            Simba(folder)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "its manifest.json is unreadable"),
        ('{"format": 1', "its manifest.json is unreadable"),
        ("[]", "its manifest.json is unreadable"),
        ('{"name": "some web page"}', "its manifest.json is unreadable"),
        (
            '{"format": 999, "sources": [], "built": "", "versions": {}, "labels": 0, "triples": 0}',
            f"knowledge base of format 999, this SimBa reads 7, 8, 9 and {FORMAT}",
        ),
    ],
)
def test_a_manifest_that_does_not_fit(content: str, words: str, tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(content, encoding="utf-8")
    with pytest.raises(KnowledgeBaseError, match=f"{words}.*simba build"):
        Simba(tmp_path)


def test_a_newer_format_may_have_other_fields(kb: Path, tmp_path: Path) -> None:
    manifest = json.loads((kb / MANIFEST).read_text(encoding="utf-8"))
    (tmp_path / MANIFEST).write_text(json.dumps({**manifest, "format": 999, "shards": 4}), encoding="utf-8")
    with pytest.raises(KnowledgeBaseError, match="knowledge base of format 999"):
        Simba(tmp_path)


def test_a_damaged_folder_says_how_to_rebuild_it(kb: Path, tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_bytes((kb / MANIFEST).read_bytes())
    with pytest.raises(KnowledgeBaseError, match=r"damaged knowledge base \(.+\); rebuild it: simba build"):
        Simba(tmp_path).answer(QUESTION)


READ = """
import sys
from simba import Simba
simba = Simba(sys.argv[1], rules=sys.argv[2])
for _ in range(20):
    print(*(value.value for value in simba.answer(sys.argv[3]).values))
"""


@pytest.mark.slow
def test_several_processes_read_one_folder(kb: Path, rules: Path) -> None:
    processes = [run(READ, kb, rules, QUESTION) for _ in range(4)]
    for process in processes:
        output, errors = process.communicate()
        assert (output.split(), errors) == ([PARIS] * 20, "")


# --- the embedded one ---

PREPARE = (
    "from simba.building.embedded import embedded; from simba.kb.folder import KnowledgeBase;"
    "f = embedded(); KnowledgeBase(f).store; print(f)"
)


@pytest.mark.slow
def test_processes_that_prepare_the_embedded_one_at_once_agree(tmp_path: Path) -> None:
    processes = [run(PREPARE, XDG_CACHE_HOME=str(tmp_path)) for _ in range(3)]
    outputs = [process.communicate() for process in processes]
    assert [errors for _, errors in outputs] == [""] * 3
    (folder,) = {Path(output.strip()) for output, _ in outputs}
    assert tmp_path in folder.parents
    assert (folder / MANIFEST).is_file()
    assert others_beside(folder) == []


def test_the_embedded_one_is_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = embedded()
    state = (folder / MANIFEST).stat()
    monkeypatch.setattr("simba.building.build.build", None)  # calling it would fail
    assert embedded() == folder
    assert (folder / MANIFEST).stat().st_mtime_ns == state.st_mtime_ns


@pytest.mark.slow
def test_without_a_cache_folder_the_embedded_one_stands_in_a_private_temporary_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    nowhere = str(tmp_path / "file" / "cache")
    output, errors = run(PREPARE, XDG_CACHE_HOME=nowhere, TMPDIR=str(tmp_path)).communicate()
    assert errors == ""
    private = tmp_path / f"simba-{os.getuid()}"
    assert Path(output.strip()).parent == private
    assert private.stat().st_mode & 0o777 == 0o700


@pytest.mark.slow
def test_the_embedded_one_is_built_anew_where_it_is_damaged(tmp_path: Path) -> None:
    folder = Path(run(PREPARE, XDG_CACHE_HOME=str(tmp_path)).communicate()[0].strip())
    (folder / "labels" / "ends.npy").write_bytes(b"")
    output, errors = run(PREPARE, XDG_CACHE_HOME=str(tmp_path)).communicate()
    assert (output.strip(), errors) == (str(folder), "")
    assert KnowledgeBase(folder).index.find("lemma", "москва")


def test_a_temporary_folder_that_others_can_write_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / f"simba-{os.getuid()}").mkdir()
    (tmp_path / f"simba-{os.getuid()}").chmod(0o777)
    nowhere = str(tmp_path / "file" / "cache")
    process = run(PREPARE, XDG_CACHE_HOME=nowhere, TMPDIR=str(tmp_path))
    assert "set XDG_CACHE_HOME or use --kb DIR" in process.communicate()[1].splitlines()[-1]
