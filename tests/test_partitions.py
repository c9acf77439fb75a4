"""A build that reads on Spark makes the same knowledge base as one that does not, also when it was interrupted."""

from __future__ import annotations

import bz2
import json
import os
import pickle
import shutil
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest
from backports import zstd
from click.testing import Result
from commands import invoke

from simba.building import partitions
from simba.building.build import build
from simba.common.vocabulary import LABEL
from simba.errors import SourceError
from simba.kb.folder import STORE, KnowledgeBase

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("pyspark") is None, reason="no pyspark here: pip install -e '.[spark]'"),
    pytest.mark.skipif(
        not os.environ.get("JAVA_HOME") and shutil.which("java") is None, reason="Spark needs Java 17"
    ),
]
LINES = 4_000
BAD = {1_000: '{"id": "Q1', 2_500: '{"id": "../etc"}', 3_900: "rubbish"}


@pytest.fixture(scope="module")
def dump(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A packed dump of several blocks, with bad lines in different ones."""
    folder = tmp_path_factory.mktemp("dump")
    lines = ["["]
    for number in range(2, LINES):
        label = {"language": "ru", "value": f"Имя {number * 7919 % 10_007} {number:o}"}
        height = {"type": "quantity", "value": {"amount": f"+{number}", "unit": "1"}}
        claims = {
            "P2044": [
                {
                    "mainsnak": {"snaktype": "value", "datavalue": height},
                    "rank": "normal",
                    "id": f"Q{number}$x",
                }
            ]
        }
        entity = {
            "type": "item",
            "id": f"Q{number}",
            "labels": {"ru": label},
            "claims": claims,
            "sitelinks": {},
        }
        lines.append(BAD.get(number) or json.dumps(entity) + ",")
    path = folder / "dump.json.bz2"
    path.write_bytes(bz2.compress(("\n".join([*lines, "]"]) + "\n").encode(), compresslevel=1))
    build([path], folder / "kb")
    return path


@pytest.fixture
def on_spark(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """The command with a cluster of two, whose partitions are small."""
    monkeypatch.setattr(partitions, "PARTITION", 20_000)
    options = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
    monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", f'--driver-java-options "{options}" pyspark-shell')

    def run(*arguments: str | Path) -> Result:
        return invoke("build", *arguments, "--master", "local[2]")

    return run


def known(folder: Path) -> tuple[set[str], list[Any], list[Any]]:
    """The facts, some names, and what is told of the source."""
    base = KnowledgeBase(folder)
    names = [base.index.find("lemma", f"имя {number}") for number in range(0, 10_007, 97)]
    facts = {str(quad) for quad in ox.Store.read_only(str(folder / STORE))}
    return facts, names, base.manifest.reading


def test_the_same_knowledge_base_is_made_and_an_interrupted_one_goes_on(
    dump: Path, on_spark: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = known(dump.parent / "kb")
    assert [line for line, _ in expected[2][0]["examples"]] == list(BAD)
    taken = partitions.Partitions.read

    def interrupted(*arguments: Any) -> Iterator[Any]:
        yield next(iter(taken(*arguments)))
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(partitions.Partitions, "read", interrupted)
        assert on_spark(dump, "--to", tmp_path / "kb").exit_code != 0
    parts = sorted((tmp_path / ".kb.building" / "partitions" / "0000").iterdir())
    assert len(parts) > 2
    parts[1].unlink()
    # What stands in a partition's file is taken as it is: this one has a triple that is not in the dump.
    with parts[-1].open("ab") as file:
        more = f'<http://www.wikidata.org/entity/Q2> <{LABEL}> "ещё"@ru .\n'.encode()
        pickle.dump((1, 0, 0, 0, 0, [], [], zstd.compress(more)), file)
    done = on_spark(dump, "--to", tmp_path / "kb", "--resume")
    assert done.exit_code == 0, done.output
    facts, names, reading = known(tmp_path / "kb")
    assert [fact for fact in facts - expected[0] if "ещё" in fact]
    assert (len(facts) - 1, names, reading) == (len(expected[0]), *expected[1:])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kb"]
    assert sorted(path.name for path in (tmp_path / "kb").iterdir()) == [
        "classes.npy",
        "labels",
        "manifest.json",
        "store",
    ]


def test_a_folder_of_parts_is_a_source(dump: Path, tmp_path: Path) -> None:
    lines = bz2.decompress(dump.read_bytes()).splitlines(keepends=True)
    (tmp_path / "parts").mkdir()
    for number in range(2):
        (tmp_path / "parts" / f"{number}.json").write_bytes(b"".join(lines[number::2]))
    build([tmp_path / "parts"], tmp_path / "kb")
    assert known(tmp_path / "kb")[:2] == known(dump.parent / "kb")[:2]
    (tmp_path / "none").mkdir()
    with pytest.raises(SourceError, match="none: an empty folder"):
        build([tmp_path / "none"], tmp_path / "kb")


def test_what_a_cluster_cannot_read_is_told(on_spark: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "few.ttl").write_text("<a:b> <c:d> <e:f> .")
    refused = on_spark(tmp_path / "few.ttl", "--to", tmp_path / "none")
    assert refused.exit_code != 0
    assert (
        "few.ttl: a cluster reads files of lines: N-Triples or Wikidata's JSON"
        in str(refused.exception) + refused.output
    )
    assert [path.name for path in tmp_path.iterdir()] == ["few.ttl"]
