"""What a knowledge base folder costs beyond its making: updating it, checking it, and checking what is read of it.

    python benchmarks/folder.py [ENTITIES] [--share SHARE...] [--jobs N]

A made-up base of so many entities is built, and updated by triples that came and went, drawn at random: in all 1 % of
its triples, then 2 %. Each is timed as a command of its own, in wall time and processor time, so that the ratio of the
two does not depend on the machine. Each updated folder is compared with one that is built from the changed sources, by
what it answers to some thousand names. Then names are looked up with the blocks' checksums and, in a copy of the index,
without any.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pyoxigraph as ox
from common import simba, size_of

from simba.kb.folder import CHANGES, LABELS, STORE, KnowledgeBase
from simba.kb.index import LabelIndex
from simba.kb.mapped import BLOCK_SUMS
from simba.russian.morphology import lemma_keys
from simba.russian.names import words_of

WIKIDATA = "http://www.wikidata.org/"
LABEL, ALIAS = "http://www.w3.org/2000/01/rdf-schema#label", "http://www.w3.org/2004/02/skos/core#altLabel"
DESCRIPTION, SITELINKS = "http://schema.org/description", "http://wikiba.se/ontology#sitelinks"
INTEGER = "http://www.w3.org/2001/XMLSchema#integer"
VOWELS, CONSONANTS = "аеиоуыя", "бвгджзклмнпрстфхцчш"
LOOKED_UP = 2_000
"""Names that are asked for."""


def world(count: int) -> list[str]:
    """The lines of a base of so many entities: each of them has names, a class, sitelinks and some facts."""
    chance = random.Random(1)

    def made_up() -> str:
        syllables = range(chance.randint(2, 4))
        return "".join(chance.choice(CONSONANTS) + chance.choice(VOWELS) for _ in syllables)

    words = [made_up() + chance.choice(CONSONANTS) for _ in range(max(200, count // 8))]

    def word() -> str:
        return words[min(len(words) - 1, int(chance.paretovariate(0.4)) - 1)].capitalize()

    lines: dict[str, None] = {}
    for number in range(1_000, 1_000 + count):
        node = f"<{WIKIDATA}entity/Q{number}>"
        person = chance.random() < 0.4
        label = f"{word()} {word()}" if person or chance.random() < 0.6 else word()
        texts = [(LABEL, label, "ru")]
        texts += [(LABEL, f"{label} en", "en")] if chance.random() < 0.5 else []
        texts += [(ALIAS, f"{word()} {word()}", "ru")] if chance.random() < 0.4 else []
        texts += [(DESCRIPTION, f"{word()} {number % 300}", "ru")] if chance.random() < 0.6 else []
        for predicate, text, language in texts:
            lines[f'{node} <{predicate}> "{text}"@{language} .'] = None
        sitelinks = int(chance.paretovariate(1.1)) - 1
        lines[f'{node} <{SITELINKS}> "{sitelinks}"^^<{INTEGER}> .'] = None
        kind = 5 if person else chance.randint(1_000, 1_050)
        facts = [
            ("P31", kind),
            *(
                (f"P{chance.randint(40, 90)}", 1_000 + chance.randrange(count))
                for _ in range(chance.randint(2, 12))
            ),
        ]
        facts += [("P279", chance.randint(1_000, number))] if number < 3_000 else []
        for prop, value in facts:
            lines[f"{node} <{WIKIDATA}prop/direct/{prop}> <{WIKIDATA}entity/Q{value}> ."] = None
    return list(lines)


def some_names(lines: Sequence[str]) -> list[str]:
    """Keys of some of the names."""
    names = [line.split('"')[1] for line in lines if f"<{LABEL}>" in line or f"<{ALIAS}>" in line]
    chosen = random.Random(3).sample(names, min(LOOKED_UP, len(names)))
    return [key for name in chosen for key in lemma_keys(words_of(name))]


def answers(folder: Path, keys: Sequence[str]) -> list[object]:
    """What a knowledge base knows by these keys, and of what."""
    base = KnowledgeBase(folder)
    found = [base.index.find("lemma", key) for key in keys]
    every = sorted({named.id for names in found for named in names})[:LOOKED_UP]
    store = ox.Store.read_only(str(folder / STORE))
    triples = [
        sorted(map(str, store.quads_for_pattern(ox.NamedNode(f"{WIKIDATA}entity/{one}"), None, None)))
        for one in every
    ]
    counts = (base.manifest.labels, base.manifest.triples)
    return [
        found,
        triples,
        [sorted(base.classes.above([one])) for one in every],
        base.index.known(keys),
        counts,
    ]


def written(path: Path, lines: Sequence[str]) -> Path:
    """Write a source."""
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return path


def measure_updates(folder: Path, lines: list[str], shares: Sequence[float], jobs: Sequence[str]) -> None:
    """Build, update, build from the changed sources, compare; one line a share."""
    chance = random.Random(2)
    for share in shares:
        picked = chance.sample(range(len(lines)), int(share * len(lines)))
        came, went = set(picked[::2]), set(picked[1::2])
        old = written(folder / "old.nt", [line for number, line in enumerate(lines) if number not in came])
        new = written(folder / "new.nt", [line for number, line in enumerate(lines) if number not in went])
        added = written(folder / "added.nt", [lines[number] for number in sorted(came)])
        removed = written(folder / "removed.nt", [lines[number] for number in sorted(went)])
        kb, anew = folder / "kb", folder / "anew"
        simba("build", old, "--to", kb, *jobs)
        update = simba("build", "--update", added, "--remove", removed, "--to", kb)
        build = simba("build", new, "--to", anew, *jobs)
        keys = some_names(lines)
        same = answers(kb, keys) == answers(anew, keys)
        print(
            f"{share:.0%} of {len(lines):,} triples came or went: updated in"
            f" {update.seconds:.1f} s ({update.cpu:.1f} s CPU),"
            f" built anew in {build.seconds:.1f} s ({build.cpu:.1f} s): {update.seconds / build.seconds:.1%}"
            f" ({update.cpu / build.cpu:.1%});"
            f" {'the same' if same else 'OTHER'} answers"
        )
        assert same
    start, start_cpu = time.perf_counter(), time.process_time()
    assert KnowledgeBase(kb).problems() == []
    check, check_cpu = time.perf_counter() - start, time.process_time() - start_cpu
    print(f"--check of {size_of(kb) / 1e6:,.0f} MB: {check:.2f} s ({check_cpu:.2f} s CPU), beside the start")


def measure_look_ups(folder: Path, lines: list[str]) -> None:
    """Microseconds a look-up in an index just opened, with checksums and without."""
    keys = some_names(lines)
    plain = folder / "plain"
    shutil.copytree(folder / "anew" / LABELS, plain)
    (plain / BLOCK_SUMS).unlink()
    indexes: dict[str, Callable[[], LabelIndex]] = {
        "with checksums": lambda: LabelIndex(folder / "anew" / LABELS),
        "without": lambda: LabelIndex(plain),
        "with changes, too": lambda: LabelIndex(folder / "kb" / LABELS, changes=folder / "kb" / CHANGES),
    }
    best: dict[str, list[float]] = {}
    for _ in range(5):
        for name, opened in indexes.items():
            index, times = opened(), []
            for _ in ("first", "again"):
                start = time.process_time()
                for key in keys:
                    index.find("lemma", key)
                index.known(keys)
                times.append((time.process_time() - start) / len(keys) * 1e6)
                index.find.cache_clear()
            best[name] = [min(pair) for pair in zip(times, best.get(name, times), strict=True)]
    for name, (first, again) in best.items():
        print(f"a look-up {name}: {first:.1f} µs in an index just opened, {again:.1f} µs later on")


def main() -> None:
    """Print the figures."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("entities", nargs="?", type=int, default=200_000)
    arguments.add_argument(
        "--share", type=float, nargs="*", default=[0.01, 0.02], help="of triples that change"
    )
    arguments.add_argument("--jobs", help="of the builds, as `simba build` takes it")
    chosen = arguments.parse_args()
    lines = world(chosen.entities)
    with tempfile.TemporaryDirectory(prefix="simba-folder-") as folder:
        jobs = ["--jobs", chosen.jobs] if chosen.jobs else []
        measure_updates(Path(folder), lines, chosen.share, jobs)
        measure_look_ups(Path(folder), lines)


if __name__ == "__main__":
    main()
