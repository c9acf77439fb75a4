"""Knowledge bases that are updated by what came and went: they answer as if they were built anew."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest
from click.testing import Result
from commands import invoke
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from simba.building.build import build
from simba.building.update import update
from simba.common.vocabulary import SAME_AS
from simba.errors import KnowledgeBaseError
from simba.kb.folder import CHANGES, STORE, KnowledgeBase
from simba.russian.morphology import lemma_keys
from simba.russian.names import bag_keys, exact_key, words_of

WIKIDATA = "http://www.wikidata.org/"
LABEL, ALIAS = "http://www.w3.org/2000/01/rdf-schema#label", "http://www.w3.org/2004/02/skos/core#altLabel"
DESCRIPTION, SITELINKS = "http://schema.org/description", "http://wikiba.se/ontology#sitelinks"
INTEGER = "http://www.w3.org/2001/XMLSchema#integer"
NAMES = (
    "Иван Петров",
    "Пётр Иванов",
    "Иванов Пётр",
    "Москва",
    "Московский район",
    "река Москва",
    "Битва под Москвой",
    "Тула",
    "Новая Тула",
    "!!!",
    " ".join(["длинное", "имя"] * 8),
)
"""Names that share words, are others' in another order, have no word, or more words than lemmas are kept of; from the
third on, only the few have them."""
FEW, MANY = range(1, 8), range(100, 160)
"""Items that change, and such as do not: with them, what changed is a small share, as it is in the world."""


def line(item: int, predicate: str, value: str) -> str:
    return f"<{WIKIDATA}entity/Q{item}> <{predicate}> {value} ."


def link(item: int, prop: str, value: int | None) -> str:
    node = f"<{WIKIDATA}entity/Q{value}>" if value else "_:unknown"
    return line(item, f"{WIKIDATA}prop/direct/{prop}", node)


def pool() -> list[str]:
    """All that may be said of the few."""
    every = []
    for item in FEW:
        every += [line(item, kind, f'"{name}"@ru') for kind in (LABEL, ALIAS) for name in NAMES]
        every += [
            line(item, LABEL, f'"{name}"@{language}') for name in NAMES[:2] for language in ("en", "de")
        ]
        every += [
            line(item, DESCRIPTION, f'"{text}"@{language}') for text in "аб" for language in ("ru", "en")
        ]
        every += [line(item, SITELINKS, f'"{count}"^^<{INTEGER}>') for count in (0, 7, 50)]
        every += [link(item, prop, other) for prop in ("P31", "P279") for other in (5, 6, 100)]
        every += [link(item, "P36", other) for other in (1, 2, None)]
    return every


POOL = pool()
OTHERS = [
    text
    for item in MANY
    for text in (
        line(item, LABEL, f'"{NAMES[item % 2]} {item}"@ru'),
        line(item, ALIAS, f'"{NAMES[item % 3]}"@ru'),
        line(item, SITELINKS, f'"{item % 50}"^^<{INTEGER}>'),
        link(item, "P31", 5),
        link(item, "P279", item - 1),
    )
]
KEYS = [key for name in (*NAMES, "Иван", "Петров") for key in lemma_keys(words_of(name))]
WORDS = sorted({word for name in NAMES for word in words_of(name)})


def answers(folder: Path) -> dict[str, Any]:
    """What a knowledge base answers to all that may be asked of these names."""
    base = KnowledgeBase(folder)
    index, manifest = base.index, base.manifest
    exact = [exact_key(words_of(name)) for name in NAMES]
    store = ox.Store.read_only(str(folder / STORE))
    return {
        "lemma": {key: index.find("lemma", key) for key in KEYS},
        "bag": {key: index.find("bag", key) for key in bag_keys(KEYS)},
        "exact": {key: index.find("exact", key) for key in exact},
        "known": index.known(KEYS),
        "words": {word: index.has_word(word) for word in WORDS},
        "free": {word: index.find_free_form([word], 100) for word in WORDS},
        "pairs": [index.find_free_form([*pair], 100) for pair in pairwise(WORDS)],
        "classes": {item: sorted(base.classes.above([f"Q{item}"])) for item in (*FEW, *MANY)},
        "triples": sorted(re.sub(r"_:\w+", "_:", str(quad)) for quad in store),
        "counts": (manifest.labels, manifest.unindexed, manifest.triples),
    }


def written(path: Path, lines: Sequence[str]) -> Path:
    path.write_text("".join(f"{text}\n" for text in lines), encoding="utf-8")
    return path


def built(folder: Path, lines: Sequence[str]) -> Path:
    build([written(folder.with_suffix(".nt"), lines)], folder)
    return folder


SOME = st.lists(st.sampled_from(POOL), unique=True, max_size=25)


@settings(max_examples=3, deadline=None, phases=[Phase.generate])  # a smaller example would take minutes
@given(old=SOME, steps=st.lists(st.tuples(SOME, SOME), min_size=1, max_size=3))
@pytest.mark.slow
def test_an_updated_one_answers_as_one_built_anew(
    old: list[str], steps: list[tuple[list[str], list[str]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = tmp_path_factory.mktemp("updated")
    there = dict.fromkeys([*OTHERS, *old])
    kb = built(place / "kb", list(there))
    for removed, added in steps:
        gone = [text for text in removed if text in there]
        came = [text for text in added if "_:" not in text or text not in there]  # else there are two of them
        done = update(
            kb, added=[written(place / "in.nt", came)], removed=[written(place / "out.nt", removed)]
        )
        # Of what is told in English alone only names are kept, by which it is found.
        kept = [text for text in removed if "@de" not in text and not (DESCRIPTION in text and "@en" in text)]
        assert done.removed == len([text for text in kept if text in there])
        assert done.missing == len(kept) - done.removed
        for text in gone:
            del there[text]
        there |= dict.fromkeys(came)
    anew = built(place / "anew", list(there))
    assert answers(kb) == answers(anew)
    assert KnowledgeBase(kb).problems() == []
    shutil.rmtree(place)


# --- the command ---


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("old") / "kb"
    return built(folder, [*OTHERS, line(1, LABEL, '"Тула"@ru'), line(1, SITELINKS, f'"1"^^<{INTEGER}>')])


TULA, ORYOL = line(1, LABEL, '"Тула"@ru'), line(2, LABEL, '"Орёл"@ru')


def command(*arguments: str | Path) -> Result:
    return invoke("build", *arguments)


def knows(base: KnowledgeBase, name: str) -> bool:
    (key, *_) = lemma_keys(words_of(name))
    return bool(base.index.find("lemma", key))


def test_the_command_tells_what_was_changed_while_the_old_folder_is_served(old: Path, tmp_path: Path) -> None:
    kb = Path(shutil.copytree(old, tmp_path / "kb"))
    served = KnowledgeBase(kb)
    assert knows(served, "Тула")
    assert served.store.label("Q1") == "Тула"
    came = written(tmp_path / "came.nt", [ORYOL, TULA.replace('"@ru', '"@de')])
    went = written(tmp_path / "went.nt", [TULA, ORYOL])
    done = command("--update", came, "--remove", went, "--to", kb)
    assert (done.exit_code, done.stdout.splitlines()[0].rpartition(",")[0]) == (
        0,
        f"{kb}: 1 triples added, 1 removed; 302 triples, 121 names",
    )
    assert done.stderr == f"simba: 1 triples to be removed are not there; the first: {ORYOL[:-2]}\n"
    assert "came.nt: 2 read, 1 dropped, 0 bad, 1 triples kept" in done.stdout
    assert knows(served, "Тула")
    assert not knows(served, "Орёл")
    assert served.store.label("Q1") == "Тула"
    served = KnowledgeBase(kb)
    assert knows(served, "Орёл")
    assert not knows(served, "Тула")
    assert served.store.label("Q1") is None
    assert (kb / CHANGES).is_dir()
    told = invoke("info", kb, "--check")
    assert told.exit_code == 0
    assert ": 1 triples added, 1 removed (went.nt, came.nt)" in told.stdout
    assert {path.name for path in tmp_path.iterdir()} == {"kb", "came.nt", "went.nt"}


def test_what_cannot_be_updated_is_told_and_stays(old: Path, tmp_path: Path) -> None:
    came = written(tmp_path / "came.nt", [ORYOL])
    everything = written(tmp_path / "everything.nt", [*OTHERS, TULA])
    kb = Path(shutil.copytree(old, tmp_path / "kb"))
    build([came], tmp_path / "names", facts=False)
    cases = {
        "no such knowledge base folder": ["--update", came, "--to", tmp_path / "none"],
        r"has names but no facts .*build it anew": ["--update", came, "--to", tmp_path / "names"],
        "no label or alias would be left": ["--remove", everything, "--to", kb],
        "they go without a SOURCE": [came, "--update", came, "--to", kb],
        "they go without --index-only": ["--index-only", "--update", came, "--to", kb],
        "they go without --resume": ["--resume", "--remove", came, "--to", kb],
        "none.nt: no such file": ["--update", tmp_path / "none.nt", "--to", kb],
        "not N-Triples": ["--update", written(tmp_path / "bad.nt", ["<a> <b>"] * 200), "--to", kb],
        "name a SOURCE; or --update": ["--to", kb],
        "merged into another": [
            "--update",
            written(tmp_path / "same.nt", [line(1, SAME_AS, f"<{WIKIDATA}entity/Q2>")]),
            "--to",
            kb,
        ],
    }
    for words, arguments in cases.items():
        done = command(*arguments)
        assert done.exit_code == 2
        assert re.search(words, done.stderr)
        assert len(done.stderr.splitlines()) == 1
    assert answers(kb) == answers(old)
    content = bytearray((kb / "labels" / "entries.json").read_bytes())
    content[-3] ^= 1
    (kb / "labels" / "entries.json").write_bytes(content)
    with pytest.raises(
        KnowledgeBaseError, match=r"damaged knowledge base \(.*entries\.json is not as it was"
    ):
        update(kb, added=[came])


KILLED = """
import os, signal, sys
from pathlib import Path
from simba.building import update, work
number, rename, put = int(sys.argv[4]), os.rename, update.fingerprints
def kill(*names):
    os.kill(os.getpid(), signal.SIGKILL)
def renames(*names):
    renames.done += 1
    kill() if renames.done == number else rename(*names)
renames.done = 0
os.rename = renames
if not number:
    update.fingerprints = kill
update.update(Path(sys.argv[1]), added=[Path(sys.argv[2])], removed=[Path(sys.argv[3])])
"""


@pytest.mark.parametrize("number", [0, 2], ids=["with the files written", "between the renames"])
def test_a_killed_update_leaves_the_old_one_whole(number: int, old: Path, tmp_path: Path) -> None:
    kb = Path(shutil.copytree(old, tmp_path / "kb"))
    came, went = written(tmp_path / "came.nt", [ORYOL]), written(tmp_path / "went.nt", [TULA])
    done = subprocess.run([sys.executable, "-c", KILLED, kb, came, went, str(number)], check=False)
    assert done.returncode == -signal.SIGKILL
    base = KnowledgeBase(kb)
    assert base.problems() == []
    assert knows(base, "Тула")
    update(kb, added=[came], removed=[went])  # which clears away what was left
    assert knows(KnowledgeBase(kb), "Орёл")
    assert {path.name for path in tmp_path.iterdir()} == {"kb", "came.nt", "went.nt"}
