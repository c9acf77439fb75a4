"""How the label index grows: build rate, size, memory, linking time and accuracy among N labels.

    python benchmarks/scale.py measure 100000 [--folder DIR] [--jobs 2] [--memory 2G]     (needs ../shared)
    python benchmarks/scale.py page                      writes docs/scale.md and docs/scale.svg from what was measured

A dump shaped as Wikidata's (truthy N-Triples, gzip) is made around the snapshot's entities: most of its labels are
people, works and places whose words have Zipf's frequencies, so that homonyms are many; each entity has labels in
languages that nobody wants, a description, a class, sitelinks. It is built with --index-only, and the dev questions
are linked in it. The measurements are kept beside the dumps, which are large, and only the figures go into the page.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import psutil
from common import REPOSITORY, SHARED, SNAPSHOT, simba, size_of, write

from simba.common.resources import data_path
from simba.kb.folder import KnowledgeBase
from simba.stages.interrogative import InterrogativeDictionary
from simba.stages.lexicon import Lexicon
from simba.stages.linking import Linker
from simba.stages.linking.lookup import IndexNames
from simba.stages.mentions import find_mentions
from simba.stages.parse import Parser

DEV = SHARED / "rubq" / "dev.json"
PAGE, PLOT = REPOSITORY / "docs" / "scale.md", REPOSITORY / "docs" / "scale.svg"
RDFS, SKOS = "http://www.w3.org/2000/01/rdf-schema#label", "http://www.w3.org/2004/02/skos/core#altLabel"
SCHEMA, WIKIBASE = "http://schema.org/description", "http://wikiba.se/ontology#sitelinks"
INTEGER = "http://www.w3.org/2001/XMLSchema#integer"
OTHERS = ("en", "de", "fr", "es", "zh", "ja", "ar", "nl", "it", "sv")
"""Languages whose labels are in the dump and not wanted."""
VOWELS, CONSONANTS = "аеиоуыя", "бвгджзклмнпрстфхцчш"
FIRST_ID = 200_000_000
"""Made-up items are numbered from here on."""


# --- a dump ---


class Words:
    """Russian words with Zipf's frequencies: those of the snapshot's names first, then made-up ones."""

    def __init__(self, known: list[str], count: int, seed: int, endings: tuple[str, ...] = ("",)) -> None:
        chance = random.Random(seed)
        words = dict.fromkeys(known)
        while len(words) < count:
            syllables = chance.choices((1, 2, 3, 4), (1, 6, 5, 1))[0]
            stem = "".join(chance.choice(CONSONANTS) + chance.choice(VOWELS) for _ in range(syllables))
            words[(stem + chance.choice(CONSONANTS) + chance.choice(endings)).capitalize()] = None
        self._words = list(words)
        weights = 1 / np.arange(10, len(self._words) + 10)
        self._sums = np.cumsum(weights / weights.sum())
        self._random = np.random.default_rng(seed)
        self._ready: list[str] = []

    def __call__(self) -> str:
        """The next word."""
        if not self._ready:
            places = np.searchsorted(self._sums, self._random.random(100_000)).clip(max=len(self._words) - 1)
            self._ready = [self._words[place] for place in places]
        return self._ready.pop()


def snapshot() -> tuple[list[str], dict[str, list[str]]]:
    """The snapshot's lines, and the words of its names: of people, of other things."""
    with gzip.open(SNAPSHOT, "rt", encoding="utf-8") as stream:
        lines = stream.readlines()
    people = {line.split()[0] for line in lines if "direct/P31> " in line and "/Q5>" in line}
    words: dict[str, list[str]] = {"given": [], "family": [], "other": []}
    for line in lines:
        if f"<{RDFS}>" not in line or not line.endswith("@ru .\n"):
            continue
        name = line.split('"')[1]
        parts = re.findall(r"[А-ЯЁа-яё]{2,}", name)
        if line.split()[0] in people and len(parts) > 1:
            words["given"].append(parts[0])
            words["family"].append(parts[-1])
        else:
            words["other"] += parts
    return lines, words


def entities(count: int, known: dict[str, list[str]]) -> Iterator[tuple[str, list[str], str, str]]:
    """(label, aliases, class, description) of made-up entities, until they have so many labels and aliases."""
    chance = random.Random(7)
    size = max(3_000, count // 8)
    given = Words(known["given"], 4_000, 1, ("", "а", "ий"))
    family = Words(known["family"], size, 2, ("ов", "ова", "ин", "ский", "енко", "ер", "дзе"))
    other = Words(known["other"], size, 3, ("", "а", "ия", "ый", "ск", "ость", "о", "ание"))
    made = 0
    while made < count:
        kind = chance.random()
        aliases: list[str] = []
        if kind < 0.40:  # people
            first, last, father = given(), family(), given() + "ович"
            label = f"{first} {last}" if chance.random() < 0.55 else f"{last}, {first} {father}"
            if chance.random() < 0.3:
                aliases = [f"{first} {father} {last}"]
            classes, description = (
                "Q5",
                f"{other().lower()}ский {other().lower()}, {chance.randint(1700, 2010)}",
            )
        elif kind < 0.65:  # places
            label = (
                other()
                if chance.random() < 0.6
                else f"{other()} {chance.choice(('район', 'река', 'сельсовет'))}"
            )
            classes, description = (
                chance.choice(("Q486972", "Q4022", "Q3957")),
                f"населённый пункт, {other()}",
            )
        elif kind < 0.85:  # works
            label = " ".join([other(), *(other().lower() for _ in range(chance.choice((0, 1, 1, 2, 3, 5))))])
            aliases = (
                [f"{label} ({chance.choice(('фильм', 'роман', 'песня'))})"] if chance.random() < 0.2 else []
            )
            classes, description = (
                chance.choice(("Q11424", "Q7725634")),
                f"фильм {chance.randint(1900, 2025)} года",
            )
        else:  # taxa, galaxies, laws
            label = f"{other()} {other().lower()} {chance.randint(1, 9999)}"
            classes, description = chance.choice(("Q16521", "Q318")), ""
        if chance.random() < 0.1:
            aliases.append(f"{label} {other()}")
        made += 1 + len(aliases)
        yield label, aliases, classes, description


def write_dump(path: Path, count: int) -> dict[str, int]:
    """Write a gzipped dump with so many Russian labels and aliases besides the snapshot's; returns its counts."""
    lines, known = snapshot()
    chance = random.Random(11)
    counts = {"labels": 0, "entities": 0, "lines": len(lines), "bytes": 0}
    new = path.with_suffix(".new")
    with gzip.open(new, "wb", compresslevel=1) as file:
        file.write("".join(lines).encode())
        for number, (label, aliases, classes, description) in enumerate(entities(count, known), FIRST_ID):
            node = f"<http://www.wikidata.org/entity/Q{number}>"
            text = [f'{node} <{RDFS}> "{label}"@{language} .\n' for language in OTHERS]
            text += [f'{node} <{RDFS}> "{label}"@ru .\n']
            text += [f'{node} <{SKOS}> "{alias}"@ru .\n' for alias in aliases]
            text += [f'{node} <{SCHEMA}> "{description}"@ru .\n'] if description else []
            text += [
                f"{node} <http://www.wikidata.org/prop/direct/P31> <http://www.wikidata.org/entity/{classes}> .\n"
            ]
            sitelinks = min(300, int(chance.paretovariate(1.1)) - 1)
            text += [f'{node} <{WIKIBASE}> "{sitelinks}"^^<{INTEGER}> .\n']
            content = "".join(text).encode()
            file.write(content)
            counts["labels"] += 1 + len(aliases)
            counts["entities"] += 1
            counts["lines"] += len(text)
            counts["bytes"] += len(content)
    new.rename(path)
    return counts


# --- measuring ---


def measure(count: int, folder: Path, jobs: int, memory: str, *, again: bool) -> dict[str, Any]:
    """Make the dump (once), build (unless linking is to be measured again), open, link; returns the figures."""
    folder.mkdir(parents=True, exist_ok=True)
    dump, about = folder / f"{count}.nt.gz", folder / f"{count}.counts.json"
    if not about.is_file():
        about.write_text(json.dumps(write_dump(dump, count)))
    counts = json.loads(about.read_text())
    kb, measured = folder / f"{count}.kb", folder / f"{count}.figures.json"
    if again and measured.is_file():
        figures: dict[str, Any] = json.loads(measured.read_text())
    else:
        options = ("--index-only", "--lang", "ru,en", "--jobs", jobs, "--memory", memory)
        spent = simba("build", dump, "--to", kb, *options)
        built = {"build_seconds": spent.seconds, "build_cpu": spent.cpu, "build_peak": spent.memory}
        names = json.loads((kb / "manifest.json").read_text())["labels"]
        figures = {**counts, "names": names, "dump_bytes": dump.stat().st_size, **built, "size": size_of(kb)}
        figures |= {"jobs": jobs, "memory": memory}
    figures |= {**run_apart("open", kb), **run_apart("link", kb)}
    measured.write_text(json.dumps(figures, indent=1))
    return figures


def run_apart(task: str, kb: Path) -> dict[str, Any]:
    """One of the tasks below in a process of its own."""
    command = [sys.executable, __file__, f"_{task}", str(kb)]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)  # type: ignore[no-any-return]


def open_index(kb: Path) -> dict[str, float]:
    """Seconds to open the index and to make the first look-up, imports aside."""
    start = time.perf_counter()
    index = KnowledgeBase(kb).index
    index.find("lemma", "пушкин")
    return {"open_seconds": time.perf_counter() - start}


def link(kb: Path) -> dict[str, Any]:
    """Times of linking the dev questions, and where the gold entity is among the candidates."""
    base = KnowledgeBase(kb)
    lexicon = Lexicon.load([data_path("rules")])
    weights, words = lexicon.weights.linking, lexicon.words
    names = IndexNames(base.index, words)
    linker = Linker(names, base.classes, weights, words.kinds, words.naming, words.within, words.about)
    interrogatives = InterrogativeDictionary.load([data_path("rules")])
    parser = Parser()
    parser.load()
    parser.parse("Где похоронен Кутузов?")
    questions = json.loads(DEV.read_text(encoding="utf-8"))
    parses = []
    for question in questions:
        start = time.process_time()
        parse = parser.parse(question["question_text"])
        interrogative = interrogatives.find(parse)
        parses.append((parse, interrogative, time.process_time() - start))
    times: dict[str, list[float]] = {"cold": [], "warm": []}
    ranks = []
    for state in times:
        base.index.find.cache_clear()
        for question, (parse, interrogative, _) in zip(questions, parses, strict=True):
            start = time.perf_counter() if state == "cold" else time.process_time()
            candidates = linker.link(parse, interrogative, find_mentions(parse, interrogative)).candidates
            stop = time.perf_counter() if state == "cold" else time.process_time()
            times[state].append(stop - start)
            if state == "warm" and question.get("question_uris"):
                gold = {uri.rsplit("/", 1)[-1] for uri in question["question_uris"]}
                order = list(dict.fromkeys(candidate.entity.id for candidate in candidates))
                ranks.append(next((rank for rank, one in enumerate(order) if one in gold), None))
    whole = [
        parse_time + link_time for (_, _, parse_time), link_time in zip(parses, times["warm"], strict=True)
    ]
    return {
        **{f"link_{name}": value for name, value in spread(times["warm"]).items()},
        **{f"cold_{name}": value for name, value in spread(times["cold"]).items()},
        **{f"whole_{name}": value for name, value in spread(whole).items()},
        "questions": len(questions),
        "gold": len(ranks),
        "top1": sum(rank == 0 for rank in ranks),
        "top5": sum(rank is not None and rank < 5 for rank in ranks),
        "found": sum(rank is not None for rank in ranks),
        "resident": psutil.Process().memory_info().rss,
    }


def spread(times: list[float]) -> dict[str, float]:
    """Milliseconds: median, 95th percentile, the worst, mean."""
    return {
        "median": statistics.median(times) * 1000,
        "p95": statistics.quantiles(times, n=20)[-1] * 1000,
        "worst": max(times) * 1000,
        "mean": statistics.mean(times) * 1000,
    }


# --- the page ---


def write_page(folder: Path) -> None:
    """Write the figures that were measured into the page, and their plot beside it."""
    found = [json.loads(path.read_text()) for path in folder.glob("*.figures.json")]
    found.sort(key=lambda figures: figures["labels"])
    rows = [
        "| labels | names indexed | built in (CPU) | peak memory | index | opened | link: median, 95 %, worst |"
        " cold: 95 % | with the parse: 95 % | gold first | in the first 5 | a process holds |",
        "|" + "---|" * 12,
    ]
    for one in found:
        cells = (
            f"{one['labels']:,}",
            f"{one['names']:,}",
            f"{one['build_seconds']:,.0f} s ({one['build_cpu']:,.0f} s)",
            f"{one['build_peak'] / 1e9:.2f} GB",
            f"{one['size'] / 1e6:,.0f} MB",
            f"{one['open_seconds']:.2f} s",
            f"{one['link_median']:.1f}, {one['link_p95']:.1f}, {one['link_worst']:.0f} ms",
            f"{one['cold_p95']:.1f} ms",
            f"{one['whole_p95']:.1f} ms",
            f"{one['top1'] / one['gold']:.1%}",
            f"{one['top5'] / one['gold']:.1%}",
            f"{one['resident'] / 1e6:.0f} MB",
        )
        rows.append(f"| {' | '.join(cells)} |")
    rows += ["", "![linking time, build time and accuracy over the number of labels](scale.svg)"]
    write("figures", "\n".join(rows), PAGE)
    plot([one for one in found if one["labels"]])


def plot(found: list[dict[str, Any]]) -> None:
    """Three panels over the number of labels: linking time, build time, accuracy."""
    from matplotlib import pyplot

    pyplot.rcParams["svg.fonttype"] = "none"  # text stays text
    labels = [one["labels"] for one in found]
    figure, panels = pyplot.subplots(1, 3, figsize=(12, 3.4), layout="constrained")
    for panel, title, lines in (
        (panels[0], "linking a question, ms CPU", {"median": "link_median", "95 %": "link_p95"}),
        (panels[1], "building, seconds", {"CPU, all processes": "build_cpu", "wall": "build_seconds"}),
        (panels[2], "gold entity among candidates, %", {"first": "top1", "first five": "top5"}),
    ):
        share = panel is panels[2]
        for name, key in lines.items():
            values = [100 * one[key] / one["gold"] if share else one[key] for one in found]
            panel.plot(labels, values, marker="o", label=name)
        panel.set(title=title, xlabel="labels and aliases", xscale="log", yscale="linear" if share else "log")
        panel.set_ylim(0, 100) if share else None
        panel.grid(alpha=0.3)
        panel.legend()
    figure.savefig(PLOT, metadata={"Date": None})


def main() -> None:
    """Run the command that is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    measuring = commands.add_parser("measure")
    measuring.add_argument("labels", type=int, nargs="+")
    page = commands.add_parser("page")
    for one in (measuring, page):
        one.add_argument("--folder", type=Path, default=Path("/tmp/simba-scale"))
    measuring.add_argument("--jobs", type=int, default=2)
    measuring.add_argument("--memory", default="2G")
    measuring.add_argument("--again", action="store_true", help="link in what was built before")
    for task in ("_open", "_link"):
        commands.add_parser(task).add_argument("kb", type=Path)
    chosen = parser.parse_args()
    if chosen.command == "measure":
        for count in chosen.labels:
            print(
                json.dumps(
                    measure(count, chosen.folder, chosen.jobs, chosen.memory, again=chosen.again), indent=1
                )
            )
    elif chosen.command == "page":
        write_page(chosen.folder)
    else:
        print(json.dumps({"_open": open_index, "_link": link}[chosen.command](chosen.kb)))


if __name__ == "__main__":
    main()
