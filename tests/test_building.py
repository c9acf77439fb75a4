"""Knowledge bases from Wikidata's dumps: every kind of source, what is wrong with them, interruptions, memory."""

from __future__ import annotations

import bz2
import gzip
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest
from backports import zstd
from forms import neighbours
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from waiting import until

from simba import Simba
from simba.building.build import build
from simba.building.work import claimed
from simba.errors import KnowledgeBaseError, SourceError
from simba.kb.folder import STORE, KnowledgeBase
from simba.kb.indexed import IndexedName
from simba.russian.text import shorten

pytestmark = pytest.mark.slow

WIKIDATA = "http://www.wikidata.org/"
LABEL, ALIAS = "http://www.w3.org/2000/01/rdf-schema#label", "http://www.w3.org/2004/02/skos/core#altLabel"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
TEXTS = {"labels": LABEL, "aliases": ALIAS, "descriptions": "http://schema.org/description"}


# --- a tiny Wikidata, as its two dumps have it ---


def snak(kind: str, value: Any, datatype: str) -> dict[str, Any]:
    return {"snaktype": "value", "datatype": datatype, "datavalue": {"type": kind, "value": value}}


def item(number: int) -> dict[str, Any]:
    return snak("wikibase-entityid", {"entity-type": "item", "id": f"Q{number}"}, "wikibase-item")


def date(text: str, *, julian: bool = False, precision: int = 11) -> dict[str, Any]:
    calendar = f"{WIKIDATA}entity/{'Q1985786' if julian else 'Q1985727'}"
    return snak("time", {"time": text, "precision": precision, "calendarmodel": calendar}, "time")


def entity(
    identifier: str, texts: dict[str, dict[str, list[str]]], sitelinks: int = 0, **claims: list[Any]
) -> dict[str, Any]:
    """An entity in JSON; a claim is a snak, or one with its rank."""
    statements = {
        prop: [
            {"mainsnak": one[0], "rank": one[1]}
            if isinstance(one, tuple)
            else {"mainsnak": one, "rank": "normal"}
            for one in snaks
        ]
        for prop, snaks in claims.items()
    }
    made: dict[str, Any] = {"type": "item" if identifier[0] == "Q" else "property", "id": identifier}
    for kind, languages in texts.items():
        made[kind] = {
            language: (
                [{"language": language, "value": text} for text in values]
                if kind == "aliases"
                else {"language": language, "value": values[0]}
            )
            for language, values in languages.items()
        }
    return {**made, "claims": statements, "sitelinks": {f"site{number}": {} for number in range(sitelinks)}}


NONE = {"snaktype": "novalue", "datatype": "time"}
ENTITIES = [
    entity(
        "Q185801",
        {
            "labels": {"ru": ["Михаил Илларионович Кутузов"], "en": ["Mikhail Kutuzov"], "de": ["Kutusow"]},
            "aliases": {"ru": ["Голенищев-Кутузов", 'Кутузов "Смоленский"']},
            "descriptions": {"ru": ["русский полководец"], "fr": ["général"]},
        },
        80,
        P31=[item(5)],
        P569=[date("+1745-09-05T00:00:00Z", julian=True)],
        P119=[(item(1), "normal"), (item(656), "preferred"), (item(2), "deprecated")],
        P20=[NONE],
        P1449=[snak("monolingualtext", {"text": "Михайло", "language": "ru"}, "monolingualtext")],
    ),
    entity(
        "Q656",
        {"labels": {"ru": ["Санкт-Петербург"]}},
        250,
        P31=[item(515)],
        P1082=[snak("quantity", {"amount": "+5601911", "unit": "1"}, "quantity")],
        P625=[
            snak(
                "globecoordinate",
                {"latitude": 59.95, "longitude": 30.3, "globe": f"{WIKIDATA}entity/Q2"},
                "x",
            )
        ],
        P856=[snak("string", "https://www.gov.spb.ru/", "url"), snak("string", "no URL", "url")],
        P571=[date("+1703-00-00T00:00:00Z", precision=9)],
        P18=[snak("string", "Spb 1.jpg", "commonsMedia")],
    ),
    entity("Q515", {"labels": {"ru": ["город"]}}, 200, P279=[item(486972)]),
    entity(
        "Q1048",
        {"labels": {"ru": ["Гай Юлий Цезарь"]}},
        220,
        P570=[date("-0044-03-15T00:00:00Z", julian=True)],
    ),
    entity("Q64", {"labels": {"de": ["Berlin"]}}, 300, P31=[item(515)]),
    entity("P119", {"labels": {"ru": ["место захоронения"]}}),
]
XSD = "http://www.w3.org/2001/XMLSchema#"
CLAIMS = f"""
Q185801 P31 <{WIKIDATA}entity/Q5>
Q185801 P569 "1745-09-16T00:00:00Z"^^<{XSD}dateTime>
Q185801 P119 <{WIKIDATA}entity/Q656>
Q185801 P1449 "Михайло"@ru
Q656 P31 <{WIKIDATA}entity/Q515>
Q656 P1082 "+5601911"^^<{XSD}decimal>
Q656 P625 "Point(30.3 59.95)"^^<http://www.opengis.net/ont/geosparql#wktLiteral>
Q656 P856 <https://www.gov.spb.ru/>
Q656 P571 "1703-01-01T00:00:00Z"^^<{XSD}dateTime>
Q656 P18 <http://commons.wikimedia.org/wiki/Special:FilePath/Spb%201.jpg>
Q515 P279 <{WIKIDATA}entity/Q486972>
Q1048 P570 "-0043-03-13T00:00:00Z"^^<{XSD}dateTime>
Q64 P31 <{WIKIDATA}entity/Q515>
"""
"""What the truthy dump has of the claims above."""


def json_dump(entities: Iterable[dict[str, Any]] = ENTITIES) -> bytes:
    lines = [json.dumps(one, ensure_ascii=False) for one in entities]
    return ("[\n" + ",\n".join(lines) + "\n]\n").encode()


def truthy_dump() -> bytes:
    """The same in N-Triples, with what else stands in Wikidata's."""
    lines = []
    for one in ENTITIES:
        node = f"<{WIKIDATA}entity/{one['id']}>"
        about = f"<https://www.wikidata.org/wiki/Special:EntityData/{one['id']}>"
        lines.append(f"{about} <http://schema.org/about> {node} .")
        lines.append(f'{about} <http://schema.org/version> "7"^^<{XSD}integer> .')
        for kind, predicate in TEXTS.items():
            for language, values in one.get(kind, {}).items():
                for value in values if isinstance(values, list) else [values]:
                    text = value["value"].replace('"', '\\"')
                    lines.append(f'{node} <{predicate}> "{text}"@{language} .')
                    if kind == "labels":
                        lines.append(f'{node} <http://schema.org/name> "{text}"@{language} .')
        if one["type"] == "item":
            count = len(one["sitelinks"])
            lines.append(f'{node} <http://wikiba.se/ontology#sitelinks> "{count}"^^<{XSD}integer> .')
    for claim in CLAIMS.strip().splitlines():
        subject, prop, value = claim.split(" ", 2)
        lines.append(f"<{WIKIDATA}entity/{subject}> <{WIKIDATA}prop/direct/{prop}> {value} .")
    lines.append(f"<{WIKIDATA}entity/Q185801> <{TYPE}> <{WIKIDATA}prop/novalue/P20> .")
    return "".join(f"{line}\n" for line in lines).encode()


def turtle_dump() -> bytes:
    """The same as RuWikidata8M has it, in one file."""
    triples = ox.parse(truthy_dump(), ox.RdfFormat.N_TRIPLES)
    prefixes = {
        "wd": f"{WIKIDATA}entity/",
        "wdt": f"{WIKIDATA}prop/direct/",
        "rdfs": LABEL.removesuffix("label"),
    }
    return ox.serialize(triples, format=ox.RdfFormat.TURTLE, prefixes=prefixes) or b""


DUMPS = {".nt": truthy_dump, ".ttl": turtle_dump, ".json": json_dump}
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".zst": zstd.compress,
}
KEYS = (
    "михаил илларионович кутузов",
    "кутузов",
    "кутузов смоленский",
    "санкт петербург",
    "город",
    "berlin",
    "mikhail kutuzov",
)


def known(folder: Path) -> dict[str, list[tuple[str, str, str, int, tuple[str, ...], str]]]:
    """What the index has for some names."""

    def plain(named: IndexedName) -> tuple[str, str, str, int, tuple[str, ...], str]:
        return named.id, named.name, named.kind, named.sitelinks, named.classes, named.description

    index = KnowledgeBase(folder).index
    return {key: [plain(named) for named in index.find("lemma", key)] for key in KEYS}


def details(folder: Path) -> list[int]:
    """How fully things with these names are described."""
    index = KnowledgeBase(folder).index
    return [named.detail for key in KEYS for named in index.find("lemma", key)]


def facts(folder: Path) -> set[str]:
    """What the store has, but for the noise that only N-Triples and Turtle can bring in."""
    store = ox.Store.read_only(str(folder / STORE))
    return {
        str(quad) for quad in store if WIKIDATA in quad.subject.value and "schema.org/name" not in str(quad)
    }


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base from the truthy dump, checked below to be as it should."""
    folder = tmp_path_factory.mktemp("expected")
    (folder / "truthy.nt").write_bytes(truthy_dump())
    build([folder / "truthy.nt"], folder / "kb")
    return folder / "kb"


def test_the_truthy_dump_is_known_by_its_names_and_facts(expected: Path) -> None:
    found = known(expected)
    kutuzov = ("Q185801", "Михаил Илларионович Кутузов", "label", 80, ("Q5",), "русский полководец")
    assert found["михаил илларионович кутузов"] == [kutuzov]
    assert [one[1:3] for one in found["кутузов"]] == [("Кутузов", "short")]
    assert [one[1:3] for one in found["mikhail kutuzov"]] == [("Mikhail Kutuzov", "alias")]
    assert [one[0] for one in found["город"]] == ["Q515"]
    assert found["berlin"] == []
    assert KnowledgeBase(expected).classes.above(["Q515"]) == {"Q515", "Q486972"}
    assert [one.detail for one in KnowledgeBase(expected).index.find("lemma", "кутузов")] == [
        3
    ]  # of 4 claims
    store = KnowledgeBase(expected).store
    assert [value.value for value in neighbours(store, "Q185801", "P119")] == [f"{WIKIDATA}entity/Q656"]
    assert (store.label("P119"), store.label("Q64")) == ("место захоронения", None)
    assert not any("schema.org/version" in fact or "schema.org/about" in fact for fact in facts(expected))


@pytest.mark.parametrize("packing", PACKERS)
@pytest.mark.parametrize("kind", DUMPS)
def test_every_kind_of_source_makes_the_same_knowledge_base(
    kind: str, packing: str, expected: Path, tmp_path: Path
) -> None:
    source = tmp_path / f"dump{kind}{packing}"
    source.write_bytes(PACKERS[packing](DUMPS[kind]()))
    build([source], tmp_path / "kb", statements="none")
    assert known(tmp_path / "kb") == known(expected)
    assert details(tmp_path / "kb") == details(expected)
    assert facts(tmp_path / "kb") == facts(expected)


def test_what_is_spread_over_files_comes_together(expected: Path, tmp_path: Path) -> None:
    lines = truthy_dump().splitlines(keepends=True)
    (tmp_path / "names.nt").write_bytes(
        b"".join(line for line in lines if b"#label" in line or b"altLabel" in line)
    )
    (tmp_path / "rest.nt.gz").write_bytes(
        gzip.compress(b"".join(line for line in lines if not (b"#label" in line or b"altLabel" in line)))
    )
    build([tmp_path / "rest.nt.gz", tmp_path / "names.nt"], tmp_path / "kb")
    assert known(tmp_path / "kb") == known(expected)
    assert facts(tmp_path / "kb") == facts(expected)


@pytest.mark.parametrize("facts_too", [True, False], ids=["facts", "index only"])
def test_n_triples_need_not_be_written_as_wikidata_writes_them(
    facts_too: bool, expected: Path, tmp_path: Path
) -> None:
    dump = truthy_dump().replace(b" .\n", b".\r\n").replace(b"> <", b">\t<")
    (tmp_path / "dump.nt").write_bytes(b"# a comment\n\n" + dump.rstrip())
    (summary,) = build([tmp_path / "dump.nt"], tmp_path / "kb", facts=facts_too).reading
    assert summary["bad"] == 0
    assert known(tmp_path / "kb") == known(expected)


@pytest.mark.parametrize("packing", PACKERS)
@pytest.mark.parametrize("kind", DUMPS)
def test_a_pipe_needs_no_name(kind: str, packing: str, expected: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=[PACKERS[packing](DUMPS[kind]())])
    writer.start()
    build([pipe], tmp_path / "kb", facts=False)
    writer.join()
    assert known(tmp_path / "kb") == known(expected)


def command(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "simba", *map(str, arguments)], input=stdin, capture_output=True, check=False
    )


def test_standard_input_is_a_source_and_bad_lines_are_told(expected: Path, tmp_path: Path) -> None:
    dump = truthy_dump() + b'<http://www.wikidata.org/entity/Q1> <http://oops "x"@ru .\n'
    done = command("build", "-", "--to", tmp_path / "kb", stdin=dump)
    assert done.returncode == 0
    lines = dump.count(b"\n")
    assert f"standard input: {lines} read" in done.stdout.decode()
    assert ", 1 bad, " in done.stdout.decode()
    assert done.stderr.decode().startswith(f"standard input:{lines}: Parser error")
    assert known(tmp_path / "kb") == known(expected)


# --- names without facts ---


def test_an_index_without_facts_has_the_same_names_and_wants_an_endpoint(
    expected: Path, tmp_path: Path
) -> None:
    (tmp_path / "dump.nt").write_bytes(truthy_dump())
    manifest = build([tmp_path / "dump.nt"], tmp_path / "kb", facts=False)
    assert set(details(tmp_path / "kb")) == {0}  # nothing is counted that is not kept
    assert (manifest.triples, (tmp_path / "kb" / STORE).exists()) == (0, False)
    assert known(tmp_path / "kb") == known(expected)
    message = r"kb: has names but no facts \(it was built with --index-only\): give an --endpoint"
    with pytest.raises(KnowledgeBaseError, match=message):
        Simba(tmp_path / "kb").answer("Где похоронен Кутузов?")
    done = command("ask", "Где похоронен Кутузов?", "--kb", tmp_path / "kb")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_only_the_chosen_languages_are_linked_to(tmp_path: Path) -> None:
    (tmp_path / "dump.json").write_bytes(json_dump())
    build([tmp_path / "dump.json"], tmp_path / "kb", languages=["de"])
    found = known(tmp_path / "kb")
    assert [one[0] for one in found["berlin"]] == ["Q64"]
    assert found["михаил илларионович кутузов"] == []
    with pytest.raises(SourceError, match=r"no label or alias in fi of any item in: dump\.json"):
        build([tmp_path / "dump.json"], tmp_path / "none", languages=["fi"])


FOREIGN = [
    entity(
        "Q1", {"labels": {"en": ["Springfield"], "ru": ["Спрингфилд"]}, "aliases": {"en": ["Shelbyville"]}}, 9
    ),
    entity("Q2", {"labels": {"en": ["Shelbyville"]}, "descriptions": {"en": ["town"]}}, 9),
    entity("Q3", {"labels": {"mul": ["Kwik-E-Mart"], "en": ["Quick mart"]}}, 9),
]


@pytest.mark.parametrize("kind", [".json", ".nt", ".ttl"])
def test_nothing_is_told_in_a_fallback_language_unless_it_is_asked_for(kind: str, tmp_path: Path) -> None:
    (tmp_path / "dump.json").write_text("".join(f"{json.dumps(one)}\n" for one in FOREIGN), encoding="utf-8")
    build([tmp_path / "dump.json"], tmp_path / "asked", languages=["ru", "mul", "en"])
    source = tmp_path / f"dump{kind}"
    if kind != ".json":
        triples = ox.Store.read_only(str(tmp_path / "asked" / STORE))
        source.write_bytes(triples.dump(format=ox.RdfFormat.N_TRIPLES, from_graph=ox.DefaultGraph()) or b"")
    manifest = build([source], tmp_path / "kb")
    assert (manifest.languages, manifest.found_by) == (["ru", "mul"], ["en"])

    def found(folder: Path) -> dict[str, list[str]]:
        index = KnowledgeBase(folder).index
        return {
            name: [one.id for one in index.find("lemma", name)] for name in ("springfield", "shelbyville")
        }

    def told(folder: Path) -> list[str | None]:
        store = KnowledgeBase(folder).store
        return [store.label(one["id"]) for one in FOREIGN] + [store.description("Q2")]

    assert found(tmp_path / "kb") == {"springfield": ["Q1"], "shelbyville": ["Q1"]}
    assert told(tmp_path / "kb") == ["Спрингфилд", None, "Kwik-E-Mart", None]
    assert told(tmp_path / "asked") == ["Спрингфилд", "Shelbyville", "Kwik-E-Mart", "town"]
    assert found(tmp_path / "asked")["shelbyville"] == ["Q1", "Q2"]
    build([source], tmp_path / "strict", languages=["ru"], facts=False)
    assert found(tmp_path / "strict") == {"springfield": [], "shelbyville": []}


# --- what is wrong with sources ---

BAD_LINES = {
    ".nt": f'<{WIKIDATA}entity/Q1> <{LABEL}> "'.encode() + b'\xff\x00"@ru .\n',
    ".json": b'{"id": "Q1", "labels": {"ru": {\n',
    ".ttl": b"wd:Q1 <oops> .\n",
}


@pytest.mark.parametrize("facts_too", [True, False], ids=["facts", "index only"])
@pytest.mark.parametrize("kind", BAD_LINES)
def test_bad_lines_are_counted_and_left_out(
    kind: str, facts_too: bool, expected: Path, tmp_path: Path
) -> None:
    lines = DUMPS[kind]().splitlines(keepends=True)
    middle = next(
        number for number, line in enumerate(lines) if number > 3 and line.rstrip().endswith((b".", b","))
    )
    source = tmp_path / f"dump{kind}"
    source.write_bytes(b"".join([*lines[: middle + 1], BAD_LINES[kind], *lines[middle + 1 :]]))
    (summary,) = build([source], tmp_path / "kb", facts=facts_too).reading
    assert summary["bad"] >= 1
    assert summary["examples"][0][0] == middle + 2
    assert known(tmp_path / "kb") == known(expected)


@pytest.mark.parametrize("packing", [".gz", ".bz2", ".zst"])
@pytest.mark.parametrize("kind", DUMPS)
def test_a_truncated_archive_is_an_error(kind: str, packing: str, tmp_path: Path) -> None:
    source = tmp_path / f"dump{kind}{packing}"
    source.write_bytes(PACKERS[packing](DUMPS[kind]())[:-20])
    with pytest.raises(SourceError, match=rf"dump\{kind}\{packing}: cannot be read: "):
        build([source], tmp_path / "kb")
    assert list(tmp_path.iterdir()) == [source]


@pytest.mark.parametrize("kind", DUMPS)
@pytest.mark.parametrize("other", DUMPS)
def test_a_file_that_is_not_what_its_name_says_is_an_error(kind: str, other: str, tmp_path: Path) -> None:
    if kind == other or (kind, other) == (".ttl", ".nt"):  # N-Triples are Turtle too
        return
    source = tmp_path / f"dump{kind}"
    source.write_bytes(DUMPS[other]())
    for facts_too in (True, False):
        with pytest.raises(SourceError, match=rf"dump\{kind}"):
            build([source], tmp_path / "kb", facts=facts_too)


MALICIOUS = {
    "deep JSON": b"[" * 200_000,
    "deep entity": b'{"id": "Q1", "labels": ' * 50_000,
    "NUL bytes": b"\0" * 5_000,
    "not an entity": b'{"id": ["Q1"], "labels": 7}',
    "a list": b'["Q1"]',
    "path-like": b'{"type": "item", "id": "../../etc/passwd", "labels": {"ru": {"language": "ru", "value": "x"}}}',
    "claims of no kind": b'{"type": "item", "id": "Q1", "labels": {}, "claims": {"P31": [{"rank": "normal"}]}}',
}


@pytest.mark.parametrize("line", MALICIOUS.values(), ids=MALICIOUS)
def test_a_malicious_line_is_a_bad_line(line: bytes, expected: Path, tmp_path: Path) -> None:
    lines = json_dump().splitlines(keepends=True)
    (tmp_path / "dump.json").write_bytes(b"".join([lines[0], line, b"\n", *lines[1:]]))
    (summary,) = build([tmp_path / "dump.json"], tmp_path / "kb").reading
    assert summary["bad"] == 1
    assert summary["examples"][0][0] == 2
    assert known(tmp_path / "kb") == known(expected)


def test_names_that_look_like_paths_or_markup_are_only_names(tmp_path: Path) -> None:
    names = ["../../etc/passwd", "[bold]Имя[/bold]", "Имя\0с нулём", "'; DROP TABLE имена"]
    entities = [entity(f"Q{number}", {"labels": {"ru": [name]}}) for number, name in enumerate(names, 1)]
    (tmp_path / "dump.json").write_bytes(json_dump(entities))
    build([tmp_path / "dump.json"], tmp_path / "a" / "kb")
    index = KnowledgeBase(tmp_path / "a" / "kb").index
    assert [named.name for named in index.find("lemma", "etc passwd")] == [names[0]]
    assert [named.name for named in index.find("lemma", "имя с нуль")] == [names[2]]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "dump.json"]


TEXT = st.text(st.characters(codec="utf-8"), min_size=1, max_size=60) | st.sampled_from(
    ["\t", '"', "\\", "a\nb", "a\r\nb", "😀 Смайл", "слово " * 150, "я" * 900, "﻿имя", "І і Ї", "1 мировая"]
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(names=st.lists(TEXT, min_size=1, max_size=8, unique=True))
def test_odd_labels_come_through_every_format(
    names: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("odd")
    names = ["Кутузов", *names]
    entities = [entity(f"Q{number}", {"labels": {"ru": [name]}}) for number, name in enumerate(names, 1)]
    (folder / "dump.json").write_bytes(json_dump(entities))
    triples = [
        ox.Triple(
            ox.NamedNode(f"{WIKIDATA}entity/Q{number}"), ox.NamedNode(LABEL), ox.Literal(name, language="ru")
        )
        for number, name in enumerate(names, 1)
    ]
    (folder / "dump.nt").write_bytes(ox.serialize(triples, format=ox.RdfFormat.N_TRIPLES) or b"")
    for kind in ("json", "nt"):
        (summary,) = build([folder / f"dump.{kind}"], folder / kind).reading
        assert summary["bad"] == 0
        base = KnowledgeBase(folder / kind)
        labels = [base.store.label(f"Q{number}") for number in range(1, len(names) + 1)]
        assert labels == [shorten(name) for name in names]
    one, other = (KnowledgeBase(folder / kind).index for kind in ("json", "nt"))
    assert one.find("lemma", "кутузов") == other.find("lemma", "кутузов") != ()


# --- interruptions ---

INTERRUPTED = """
import os, signal, sys
from pathlib import Path
from simba.building.build import build
from simba.building import blocks, reading, turtle
reading.CHECKPOINT_SECONDS, blocks.BLOCK, turtle.BATCH = -1.0, 200, 3
save, saves = reading.Reader._save, []
def counted(self):
    save(self)
    saves.append(1)
    if len(saves) == int(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)
reading.Reader._save = counted
build([Path(name) for name in sys.argv[4:]], Path(sys.argv[1]), facts=sys.argv[2] == "facts")
"""


def interrupt(folder: Path, saves: int, *sources: Path, facts_too: str = "facts") -> None:
    arguments = [folder, facts_too, saves, *sources]
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, *map(str, arguments)], check=False)
    assert done.returncode == -signal.SIGKILL


@pytest.mark.parametrize("kind", DUMPS)
def test_a_killed_build_is_resumed_where_it_was(kind: str, expected: Path, tmp_path: Path) -> None:
    source = tmp_path / f"dump{kind}.gz"
    source.write_bytes(gzip.compress(DUMPS[kind]()))
    interrupt(tmp_path / "kb", 2, source)
    left = tmp_path / ".kb.building"
    assert json.loads((left / "checkpoint.json").read_text())["position"] > 0
    manifest = build([source], tmp_path / "kb", resume=True)
    build([source], tmp_path / "whole")
    assert known(tmp_path / "kb") == known(expected)
    assert facts(tmp_path / "kb") == facts(tmp_path / "whole")
    assert manifest.reading == json.loads((tmp_path / "whole" / "manifest.json").read_text())["reading"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [source.name, "kb", "whole"]


def test_a_source_that_was_read_is_not_read_again(expected: Path, tmp_path: Path) -> None:
    lines = truthy_dump().splitlines(keepends=True)
    half = len(lines) // 2
    (tmp_path / "one.nt").write_bytes(b"".join(lines[:half]))
    (tmp_path / "two.nt").write_bytes(b"".join(lines[half:]))
    sources = [tmp_path / "one.nt", tmp_path / "two.nt"]
    pieces = -(-len(b"".join(lines[:half])) // 200)
    interrupt(tmp_path / "kb", pieces + 1, *sources)
    state = sources[0].stat()
    sources[0].write_bytes(b"?" * state.st_size)  # reading it would fail
    os.utime(sources[0], ns=(state.st_atime_ns, state.st_mtime_ns))
    build(sources, tmp_path / "kb", resume=True)
    assert known(tmp_path / "kb") == known(expected)


WHILE_WRITING = """
import os, signal, sys
from pathlib import Path
from simba.building.build import build
from simba.building import reading
from simba.kb.folder import Manifest
reading.CHECKPOINT_SECONDS = -1.0
Manifest.describe = lambda *arguments, **content: os.kill(os.getpid(), signal.SIGKILL)
build([Path(sys.argv[2])], Path(sys.argv[1]))
"""


def test_a_build_that_was_killed_while_writing_has_not_to_read_again(expected: Path, tmp_path: Path) -> None:
    source = tmp_path / "dump.nt"
    source.write_bytes(truthy_dump())
    state = source.stat()
    subprocess.run([sys.executable, "-c", WHILE_WRITING, tmp_path / "kb", source], check=False)
    source.write_bytes(b"?" * state.st_size)
    os.utime(source, ns=(state.st_atime_ns, state.st_mtime_ns))
    build([source], tmp_path / "kb", resume=True)
    assert known(tmp_path / "kb") == known(expected)
    assert facts(tmp_path / "kb") == facts(expected)


STOPPED = """
import os, signal, sys
from simba.building import reading
from simba.cli.commands import main
reading.CHECKPOINT_SECONDS = -1.0
save = reading.Reader._save
def then_stop(self):
    save(self)
    os.kill(os.getpid(), signal.SIGINT)
reading.Reader._save = then_stop
main()
"""


def test_a_build_that_is_stopped_says_where_it_may_go_on(expected: Path, tmp_path: Path) -> None:
    (tmp_path / "dump.nt").write_bytes(truthy_dump())
    arguments = ["build", tmp_path / "dump.nt", "--to", tmp_path / "kb"]
    done = subprocess.run(
        [sys.executable, "-c", STOPPED, *arguments], capture_output=True, text=True, check=False
    )
    left = tmp_path / ".kb.building"
    assert done.returncode == 130
    assert done.stderr == f"simba: what was read stays in {left}; --resume goes on from there\n"
    assert command(*arguments, "--resume").returncode == 0
    assert known(tmp_path / "kb") == known(expected)


def test_the_workers_of_a_killed_build_end_too(tmp_path: Path) -> None:
    pipe = tmp_path / "dump.nt"
    os.mkfifo(pipe)
    arguments = ["build", pipe, "--to", tmp_path / "kb", "--index-only", "--jobs", "2"]
    process = subprocess.Popen([sys.executable, "-m", "simba", *map(str, arguments)])
    with pipe.open("wb") as writer:
        writer.write(truthy_dump() * 5_000)  # some blocks, and no end
        writer.flush()
        children: list[Path] = []

        def at_work() -> bool:
            assert process.poll() is None
            found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            children[:] = [Path("/proc", child) for child in found]
            return len(children) >= 3  # two workers, and what looks after their semaphores

        until(at_work)
        time.sleep(1)  # the workers have begun, most likely; they have to end in any case
        process.kill()
        process.wait()
        until(lambda: not any(child.exists() for child in children))


def test_what_another_build_is_working_on_is_left_to_it(tmp_path: Path) -> None:
    source = tmp_path / "dump.nt"
    source.write_bytes(truthy_dump())
    interrupt(tmp_path / "kb", 1, source)
    left = tmp_path / ".kb.building"
    with claimed(tmp_path / "kb"):
        for resume in (True, False):
            with pytest.raises(KnowledgeBaseError, match="kb: another build of it is at work; wait for it"):
                build([source], tmp_path / "kb", resume=resume)
        assert (left / "checkpoint.json").is_file()


def test_what_was_interrupted_is_resumed_with_the_same_sources_and_options_only(tmp_path: Path) -> None:
    source = tmp_path / "dump.nt"
    source.write_bytes(truthy_dump())
    interrupt(tmp_path / "kb", 1, source)
    with pytest.raises(KnowledgeBaseError, match="an interrupted build of other sources or options"):
        build([source], tmp_path / "kb", resume=True, facts=False)
    assert (tmp_path / ".kb.building").is_dir()
    build([source], tmp_path / "kb")  # begins anew, and clears away what was left
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dump.nt", "kb"]


def test_resuming_where_nothing_was_interrupted_builds(expected: Path, tmp_path: Path) -> None:
    (tmp_path / "dump.nt").write_bytes(truthy_dump())
    build([tmp_path / "dump.nt"], tmp_path / "kb", resume=True)
    assert known(tmp_path / "kb") == known(expected)


# --- size ---


def test_each_of_many_names_is_found(tmp_path: Path) -> None:
    names = [f"Имя{number} {chr(1072 + number % 32) * (1 + number % 7)}" for number in range(3_000)]
    entities = [
        entity(f"Q{number}", {"labels": {"ru": [name]}}, number % 9) for number, name in enumerate(names, 1)
    ]
    (tmp_path / "dump.json").write_bytes(json_dump(entities))
    build([tmp_path / "dump.json"], tmp_path / "kb", facts=False)
    index = KnowledgeBase(tmp_path / "kb").index
    for number, name in enumerate(names, 1):
        assert f"Q{number}" in {named.id for named in index.find("exact", name.lower())}
    assert len(index.known([f"имя{number} нет" for number in range(3_000)])) == 0
    places = [named.sitelinks for named in index.find_free_form(["имя7", "з"])]
    assert places == sorted(places, reverse=True) != []


def test_several_processes_build_the_same(expected: Path, tmp_path: Path) -> None:
    (tmp_path / "dump.nt").write_bytes(truthy_dump())
    done = command("build", tmp_path / "dump.nt", "--to", tmp_path / "kb", "--jobs", "2")
    assert (done.returncode, done.stderr) == (0, b"")
    assert known(tmp_path / "kb") == known(expected)
    assert facts(tmp_path / "kb") == facts(expected)


def test_too_little_memory_is_told(tmp_path: Path) -> None:
    (tmp_path / "dump.nt").write_bytes(truthy_dump())
    done = command("build", tmp_path / "dump.nt", "--to", tmp_path / "kb", "--jobs", "2", "--memory", "100M")
    assert done.returncode == 2
    assert (
        done.stderr.decode()
        == "simba: 2 jobs need 600 MB of memory at least; give them more, or take fewer\n"
    )


PEAK = """
import re, sys
from pathlib import Path
from simba.building.build import build
build([Path(sys.argv[1])], Path(sys.argv[2]), facts=False, memory=int(sys.argv[3]) << 20)
# what getrusage tells is at least what the process had that started this one
print(int(re.search(r"VmHWM:[ \\t]*([0-9]+)", Path("/proc/self/status").read_text())[1]) // 1024)
"""


def test_memory_is_bounded(tmp_path: Path) -> None:
    """What is sorted in memory with plenty of it is sorted on disk with little."""
    lines = []
    for number in range(1, 90_001):
        node = f"<{WIKIDATA}entity/Q{number}>"
        lines.append(f'{node} <{LABEL}> "Имя {number:06} {"слово " * 20}"@ru .\n')
        lines.append(f'{node} <{TEXTS["descriptions"]}> "описание {"слово " * 40}"@ru .\n')
        lines.append(f"{node} <{WIKIDATA}prop/direct/P31> <{WIKIDATA}entity/Q5> .\n")
    (tmp_path / "dump.nt").write_text("".join(lines), encoding="utf-8")
    del lines
    # A sort may take 66 MB of the 400, beside what the process has: 205 MB. All of it sorted in memory takes 300.
    done = subprocess.run(
        [sys.executable, "-c", PEAK, tmp_path / "dump.nt", tmp_path / "kb400", "400"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) < 250
    index = KnowledgeBase(tmp_path / "kb400").index
    assert index.find("exact", f"имя 000777 {'слово ' * 20}".strip())[0].id == "Q777"


def test_a_bomb_of_one_line_is_a_bad_line(tmp_path: Path) -> None:
    dump = json_dump().splitlines(keepends=True)
    with gzip.open(tmp_path / "dump.json.gz", "wb", compresslevel=1) as file:
        file.write(dump[0])
        for _ in range(600):
            file.write(b" " * (1 << 20))
        file.write(b"\n" + b"".join(dump[1:]))
    done = subprocess.run(
        [sys.executable, "-c", PEAK, tmp_path / "dump.json.gz", tmp_path / "kb", "600"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) < 400
    manifest = KnowledgeBase(tmp_path / "kb").manifest
    assert manifest.reading[0]["examples"] == [[2, "longer than 32 MB"]]
    assert KnowledgeBase(tmp_path / "kb").index.find("lemma", "санкт петербург")
