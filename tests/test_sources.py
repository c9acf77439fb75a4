"""Sources as they come: with a byte order mark, a bad byte, mostly rubbish, or made to bring a build down."""

from __future__ import annotations

import gzip
import resource
import subprocess
import sys
from codecs import BOM_UTF8
from pathlib import Path

import pytest

from simba.building.build import build
from simba.building.labels import MAX_NAMES
from simba.errors import SourceError
from simba.kb.folder import KnowledgeBase

LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
ITEM = "http://www.wikidata.org/entity/Q"
PREFIXES = f"@prefix wd: <{ITEM[:-1]}> .\n@prefix rdfs: <{LABEL[:-5]}> .\n"
NAMES = ("Альфа", "Бета", "Гамма")
TURTLE = PREFIXES + "".join(
    f'wd:Q{number} rdfs:label "{name}"@ru .\n' for number, name in enumerate(NAMES, 1)
)
SOURCES = {
    ".nt": "".join(f'<{ITEM}{number}> <{LABEL}> "{name}"@ru .\n' for number, name in enumerate(NAMES, 1)),
    ".ttl": TURTLE,
    ".json": "".join(
        f'{{"id": "Q{number}", "labels": {{"ru": {{"language": "ru", "value": "{name}"}}}}}}\n'
        for number, name in enumerate(NAMES, 1)
    ),
}


def names_in(folder: Path, names: tuple[str, ...] = NAMES) -> list[str]:
    """Those of the names that a knowledge base has, in its index and in its store."""
    base = KnowledgeBase(folder)
    known = {base.store.label(f"Q{number}") for number in range(1, 10)}
    return [name for name in names if base.index.find("lemma", name.lower()) and name in known]


def simba(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "simba", *map(str, arguments)], capture_output=True, text=True, check=False
    )


# --- byte order marks ---


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("kind", SOURCES)
def test_a_byte_order_mark_takes_nothing_away(kind: str, packed: bool, tmp_path: Path) -> None:
    content = BOM_UTF8 + SOURCES[kind].encode()
    source = tmp_path / f"dump{kind}{'.gz' if packed else ''}"
    source.write_bytes(gzip.compress(content) if packed else content)
    (summary,) = build([source], tmp_path / "kb").reading
    assert summary["bad"] == 0
    assert names_in(tmp_path / "kb") == list(NAMES)


@pytest.mark.slow
@pytest.mark.parametrize("kind", SOURCES)
def test_a_byte_order_mark_does_not_hide_what_comes_through_a_pipe(kind: str, tmp_path: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-m", "simba", "build", "-", "--to", str(tmp_path / "kb")],
        input=BOM_UTF8 + SOURCES[kind].encode(),
        capture_output=True,
        check=False,
    )
    assert (process.returncode, process.stderr) == (0, b"")
    assert names_in(tmp_path / "kb") == list(NAMES)


# --- bad bytes in Turtle ---


@pytest.mark.parametrize("place", ["text", "address", "name", "comment", "cut letter"])
def test_a_bad_byte_in_turtle_spoils_one_statement(place: str, tmp_path: Path) -> None:
    bad = {
        "text": b'wd:Q4 rdfs:label "\xcf\xee-\xf0\xf3\xf1\xf1\xea\xe8"@ru .\n',
        "address": b"wd:Q4 rdfs:label <http://\xcf> .\n",
        "name": b'wd:Q4\xff rdfs:label "x" .\n',
        "comment": b"# \xcf\xee-\xf0\xf3\xf1\xf1\xea\xe8\n",
        "cut letter": b'wd:Q4 rdfs:label "\xd0"@ru .\n',
    }[place]
    lines = TURTLE.encode().splitlines(keepends=True)
    (tmp_path / "dump.ttl").write_bytes(b"".join([*lines[:3], bad, *lines[3:]]))
    (summary,) = build([tmp_path / "dump.ttl"], tmp_path / "kb").reading
    assert names_in(tmp_path / "kb") == list(NAMES)
    assert summary["examples"] == ([(4, "not UTF-8")] if place != "comment" else [])


def test_a_text_without_an_end_that_takes_the_rest_of_a_file_with_it_is_told(tmp_path: Path) -> None:
    rest = "".join(f"wd:Q{number} rdfs:label wd:Q1 .\n" for number in range(1, 200))
    (tmp_path / "dump.ttl").write_text(TURTLE + 'wd:Q4 rdfs:label "Дельта .\n' + rest)
    with pytest.raises(SourceError, match=r"dump\.ttl:6: not valid Turtle: a text or a bracket begins here"):
        build([tmp_path / "dump.ttl"], tmp_path / "kb")


# --- what would bring a build down ---

DEEP = {
    "nested nodes": b"wd:Q1 wd:P1 " + b"[ wd:P1 " * 5_000_000,
    "nested lists": b"wd:Q1 wd:P1 " + b"( " * 10_000_000,
    "nested triples": b"wd:Q1 wd:P1 " + b"<<( wd:Q1 wd:P1 " * 300_000 + b"wd:Q1" + b" )>>" * 300_000 + b" .",
    "closed in comments": b"wd:Q1 wd:P1 " + b"[ wd:P1 # ]\n" * 4_000_000,
    "closed in texts": b"wd:Q1 wd:P1 " + b'[ wd:P1 "]" , ' * 4_000_000,
    "closed in addresses": b"wd:Q1 wd:P1 " + b"[ wd:P1 <]> , " * 4_000_000,
}


def limited(source: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """A build that may have 2 GB, most of it what RocksDB's threads reserve and do not use."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))

    command = [sys.executable, "-m", "simba", "build", str(source), "--to", str(folder), "--jobs", "1"]
    return subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limit)


@pytest.mark.slow
@pytest.mark.parametrize("kind", DEEP)
def test_turtle_is_not_nested_without_bound(kind: str, tmp_path: Path) -> None:
    (tmp_path / "deep.ttl").write_bytes(TURTLE.encode() + DEEP[kind])
    done = limited(tmp_path / "deep.ttl", tmp_path / "kb")
    assert done.returncode == 2
    assert "not valid Turtle: more than 200 brackets inside one another" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["deep.ttl"]


@pytest.mark.slow
def test_a_triple_that_holds_triples_is_not_copied_for_each_mention(tmp_path: Path) -> None:
    inside = b"wd:Q1 wd:P1 " + b"<<( wd:Q1 wd:P1 " * 90 + b"wd:Q1" + b" )>>" * 90
    (tmp_path / "copies.ttl").write_bytes(TURTLE.encode() + inside + b" ~" * 40_000 + b" .")
    done = limited(tmp_path / "copies.ttl", tmp_path / "kb")
    assert (done.returncode, done.stderr) == (0, "")
    assert names_in(tmp_path / "kb") == list(NAMES)


@pytest.mark.slow
def test_a_long_address_is_not_copied_for_each_of_its_triples_at_once(tmp_path: Path) -> None:
    # 1.2 GB, if all were; a build has 1.1 of its 2 GB from the first.
    many = f"<http://a/{'x' * 100_000}> wd:P1 " + "wd:Q1 , " * 12_000 + "wd:Q2 .\n"
    (tmp_path / "long.ttl").write_text(TURTLE + many)
    done = limited(tmp_path / "long.ttl", tmp_path / "kb")
    assert (done.returncode, done.stderr) == (0, "")
    assert names_in(tmp_path / "kb") == list(NAMES)


def test_n_triples_are_not_nested_without_bound(tmp_path: Path) -> None:
    deep = (
        b"<http://a> <http://b> "
        + b"<<( <http://a> <http://b> " * 300_000
        + b"<http://a>"
        + b" )>>" * 300_000
    )
    (tmp_path / "deep.nt").write_bytes(SOURCES[".nt"].encode() + deep + b" .\n")
    done = limited(tmp_path / "deep.nt", tmp_path / "kb")
    assert (done.returncode, done.stderr) == (0, "deep.nt:4: triples inside one another\n")
    assert names_in(tmp_path / "kb") == list(NAMES)


def test_brackets_in_names_are_only_letters(tmp_path: Path) -> None:
    (tmp_path / "dump.ttl").write_text(
        PREFIXES
        + "".join(f'wd:Q{number} rdfs:label "Имя{number} :( [ <<("@ru .\n' for number in range(1, 2_000))
    )
    (summary,) = build([tmp_path / "dump.ttl"], tmp_path / "kb").reading
    assert (summary["kept"], summary["bad"]) == (1_999, 0)


# --- rubbish ---


@pytest.mark.slow
@pytest.mark.parametrize("kind", SOURCES)
def test_a_source_that_is_mostly_rubbish_is_an_error(kind: str, tmp_path: Path) -> None:
    rubbish = '{"id": "Q9"\n' if kind == ".json" else "rubbish .\n"
    (tmp_path / f"dump{kind}").write_text(SOURCES[kind] + rubbish * 31)
    done = simba("build", tmp_path / f"dump{kind}", "--to", tmp_path / "kb")
    assert done.returncode == 2
    assert f"dump{kind}: 31 of 34 are bad, more than 10%; the first in line " in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == [f"dump{kind}"]


def test_a_few_bad_lines_are_left_out_and_told(tmp_path: Path) -> None:
    (tmp_path / "dump.nt").write_text(SOURCES[".nt"] + "rubbish .\n" * 10)
    done = simba("build", tmp_path / "dump.nt", "--to", tmp_path / "kb")
    assert done.returncode == 0
    assert "dump.nt: 13 read, 0 dropped, 10 bad, 3 triples kept" in done.stdout
    assert len(done.stderr.splitlines()) == 3


# --- too many names ---


@pytest.mark.slow
def test_names_that_are_too_many_for_the_index_are_told(tmp_path: Path) -> None:
    alias = "http://www.w3.org/2004/02/skos/core#altLabel"
    lines = [f'<{ITEM}1> <{alias}> "имя{number}"@ru .\n' for number in range(MAX_NAMES + 1_000)]
    (tmp_path / "dump.nt").write_text(SOURCES[".nt"] + "".join(lines))
    done = simba("build", tmp_path / "dump.nt", "--to", tmp_path / "kb", "--index-only")
    assert done.returncode == 0
    assert done.stderr == "simba: 1,001 names are not in the index: of an entity, the first 65,536 are\n"
    assert KnowledgeBase(tmp_path / "kb").manifest.unindexed == 1_001
