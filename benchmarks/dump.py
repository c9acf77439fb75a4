"""A made-up dump in the exact form of Wikidata's JSON dump, and what building from it costs.

``python benchmarks/dump.py write N FILE`` writes so many entities (.json, or packed as the name says);
``python benchmarks/dump.py measure N`` builds from it with `--statements none`, `needed` and `all`, and prints a table;
``python benchmarks/dump.py stages N`` tells the processor time of unpacking, parsing and loading one packed by bzip2;
``python benchmarks/dump.py cluster N`` builds in one process and on Spark, which has to make the same, and prints one.
Names and facts are dice; kinds of entities, their statements, qualifiers, references and the languages of their labels
are about as frequent and as large as in Wikidata: 15 KB an entity.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import io
import json
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, cast
from uuid import UUID

import pyoxigraph as ox
from common import simba, size_of

FIRST = 10_000
"""Number of the first made-up item; what all point to (classes, units, places) is below."""
LANGUAGES = (
    "en nl de fr es it sv pt pl ru uk ca cs fi da nb hu tr ro ar zh ja ko fa he sq ast ga sl sr hr eu gl bg el id vi "
    "th ms bn hi ta te ml ur ka hy az kk uz be lt lv et mk sk bs cy br is fo lb af sw eo la war ceb arz tt ba mul"
).split()
WORLD = "http://www.wikidata.org/entity/"
GREGORIAN, JULIAN = f"{WORLD}Q1985727", f"{WORLD}Q1985786"
UNITS = ("Q11573", "Q828224", "Q712226", "Q3710", "Q1051665", "Q22137107")
SYLLABLES = "ба ве ги до жу за ки ло ма но по ра се та ус фо ха це чу ша эл ю я ор ин ан ев ск ов ич".split()
Made = dict[str, Any]


class Maker:
    """Makes entities, always the same ones."""

    def __init__(self, count: int) -> None:
        """So many are to be made, which point to each other."""
        self._dice = random.Random(11)
        self._count = count

    def entities(self) -> Iterator[Made]:
        """All of them, kinds mixed."""
        kinds: dict[Callable[[str], Made], float] = {
            self._article: 38,
            self._human: 12,
            self._place: 13,
            self._star: 8,
            self._taxon: 8,
            self._work: 6,
            self._page: 15,
        }
        makers = self._dice.choices(list(kinds), list(kinds.values()), k=self._count)
        for number, make in enumerate(makers, FIRST):
            yield make(f"Q{number}")

    # --- kinds ---

    def _article(self, one: str) -> Made:
        claims = [
            self._item(one, "P31", "Q13442814"),
            self._text(one, "P1476", self._name(9), "monolingualtext"),
        ]
        claims += [self._time(one, "P577", 1950, 2025), self._item(one, "P1433", self._any())]
        claims += [
            self._text(one, prop, str(self._dice.randint(1, 9999))) for prop in ("P478", "P433", "P304")
        ]
        claims += [self._id(one, prop) for prop in ("P356", "P698", "P932")]
        for place in range(self._few(7)):
            order = self._snak("P1545", "string", str(place + 1), "string")
            claims.append(self._text(one, "P2093", self._name(2), qualifiers=[order]))
        claims += [self._item(one, "P2860", self._any()) for _ in range(self._few(9))]
        return self._entity(one, 2, 12, claims, links=0)

    def _human(self, one: str) -> Made:
        claims = [self._item(one, "P31", "Q5"), self._item(one, "P21", "Q6581097")]
        claims += [
            self._item(one, prop, self._any()) for prop in ("P27", "P19", "P106", "P735", "P734", "P69")
        ]
        claims += [
            self._time(one, "P569", 1600, 2000),
            *([self._time(one, "P570", 1650, 2025)] * self._dice.randint(0, 1)),
        ]
        claims += [self._held(one, "P39") for _ in range(self._few(0.6))] + [
            self._held(one, "P166") for _ in range(self._few(0.5))
        ]
        claims += [self._id(one, f"P{prop}") for prop in self._dice.sample(range(200, 9000), self._few(9))]
        return self._entity(one, 14, 14, claims, links=self._few(2))

    def _place(self, one: str) -> Made:
        claims = [self._item(one, prop, self._any()) for prop in ("P31", "P17", "P131", "P421")]
        where: Made = {"latitude": self._dice.uniform(-80, 80), "longitude": self._dice.uniform(-180, 180)}
        where |= {"altitude": None, "precision": 0.0001, "globe": f"{WORLD}Q2"}
        claims.append(self._claim(one, self._snak("P625", "globecoordinate", where, "globe-coordinate")))
        counted = [[self._when("P585", 1900, 2025, 11)] for _ in range(self._few(1.2))]
        claims += [self._number(one, "P1082", None, when) for when in counted]
        claims += [self._number(one, "P2046", "Q712226"), self._number(one, "P2044", "Q11573")]
        claims += [self._time(one, "P571", 900, 1990)] * self._dice.randint(0, 1)
        claims += [self._id(one, f"P{prop}") for prop in self._dice.sample(range(200, 9000), self._few(5))]
        return self._entity(one, 18, 18, claims, links=self._few(5))

    def _star(self, one: str) -> Made:
        claims = [self._item(one, "P31", "Q318"), self._item(one, "P59", self._any()), self._id(one, "P528")]
        for prop in ("P1215", "P1090", "P2216", "P6257", "P6258", "P2215"):
            band = self._snak("P1227", *self._to(self._any()))
            claims.append(
                self._number(one, prop, self._dice.choice(UNITS), [band] * self._dice.randint(0, 1))
            )
        return self._entity(one, 3, 25, claims, links=1)

    def _taxon(self, one: str) -> Made:
        claims = [self._item(one, prop, self._any()) for prop in ("P31", "P105", "P171")]
        claims.append(self._text(one, "P225", self._name(2), qualifiers=[self._when("P574", 1750, 2020, 9)]))
        claims += [self._id(one, f"P{prop}") for prop in self._dice.sample(range(200, 9000), self._few(9))]
        return self._entity(one, 20, 40, claims, links=3)

    def _work(self, one: str) -> Made:
        claims = [
            self._item(one, prop, self._any()) for prop in ("P31", "P57", "P495", "P136", "P364", "P162")
        ]
        for _ in range(self._few(5)):
            role = self._snak("P453", *self._to(self._any()))
            claims.append(self._item(one, "P161", self._any(), [role] * self._dice.randint(0, 1)))
        claims += [self._time(one, "P577", 1920, 2025), self._number(one, "P2047", "Q7727")]
        claims += [self._id(one, f"P{prop}") for prop in self._dice.sample(range(200, 9000), self._few(6))]
        return self._entity(one, 12, 30, claims, links=self._few(5))

    def _page(self, one: str) -> Made:
        return self._entity(one, 8, 50, [self._item(one, "P31", "Q4167836")], links=self._few(2))

    # --- parts ---

    def _few(self, mean: float) -> int:
        return min(200, int(self._dice.expovariate(1 / mean) + 0.5))

    def _any(self) -> str:
        return f"Q{FIRST + int(self._count * self._dice.random() ** 3)}"

    def _name(self, words: int) -> str:
        return " ".join("".join(self._dice.choices(SYLLABLES, k=3)).capitalize() for _ in range(words))

    def _hash(self, digits: int = 40) -> str:
        return f"{self._dice.getrandbits(4 * digits):0{digits}x}"

    def _snak(self, prop: str, kind: str, value: Any, datatype: str) -> Made:
        datavalue = {"value": value, "type": kind}
        return {
            "snaktype": "value",
            "property": prop,
            "hash": self._hash(),
            "datavalue": datavalue,
            "datatype": datatype,
        }

    def _to(self, item: str) -> tuple[str, Made, str]:
        return (
            "wikibase-entityid",
            {"entity-type": "item", "numeric-id": int(item[1:]), "id": item},
            "wikibase-item",
        )

    def _when(self, prop: str, first: int, last: int, precision: int) -> Made:
        year, month, day = (
            self._dice.randint(first, last),
            self._dice.randint(1, 12),
            self._dice.randint(1, 28),
        )
        text = f"+{year:04}-{month if precision > 9 else 0:02}-{day if precision > 10 else 0:02}T00:00:00Z"
        model = JULIAN if year < 1700 and precision == 11 else GREGORIAN
        value = {
            "time": text,
            "timezone": 0,
            "before": 0,
            "after": 0,
            "precision": precision,
            "calendarmodel": model,
        }
        return self._snak(prop, "time", value, "time")

    def _claim(self, one: str, snak: Made, qualifiers: list[Made] | None = None) -> Made:
        claim: Made = {"mainsnak": snak, "type": "statement"}
        if qualifiers:
            grouped: dict[str, list[Made]] = {}
            for qualifier in qualifiers:
                grouped.setdefault(qualifier["property"], []).append(qualifier)
            claim |= {"qualifiers": grouped, "qualifiers-order": list(grouped)}
        claim |= {"id": f"{one}${str(UUID(int=self._dice.getrandbits(128))).upper()}", "rank": "normal"}
        if self._dice.random() < 0.02:
            claim["rank"] = self._dice.choice(("preferred", "deprecated"))
        if self._dice.random() < 0.4:
            snaks = [self._snak("P248", *self._to(self._any())), self._when("P813", 2014, 2025, 11)]
            grouped = {snak["property"]: [snak] for snak in snaks}
            claim["references"] = [{"hash": self._hash(), "snaks": grouped, "snaks-order": list(grouped)}]
        return claim

    def _item(self, one: str, prop: str, to: str, qualifiers: list[Made] | None = None) -> Made:
        return self._claim(one, self._snak(prop, *self._to(to)), qualifiers)

    def _text(
        self, one: str, prop: str, text: str, kind: str = "string", qualifiers: list[Made] | None = None
    ) -> Made:
        value = text if kind == "string" else {"text": text, "language": "en"}
        return self._claim(one, self._snak(prop, kind, value, kind), qualifiers)

    def _id(self, one: str, prop: str) -> Made:
        return self._claim(one, self._snak(prop, "string", self._hash(10), "external-id"))

    def _time(self, one: str, prop: str, first: int, last: int) -> Made:
        return self._claim(
            one, self._when(prop, first, last, self._dice.choices((11, 10, 9, 8, 7), (60, 5, 29, 2, 4))[0])
        )

    def _number(self, one: str, prop: str, unit: str | None, qualifiers: list[Made] | None = None) -> Made:
        value = {"amount": f"+{self._dice.randint(1, 99999)}", "unit": WORLD + unit if unit else "1"}
        return self._claim(one, self._snak(prop, "quantity", value, "quantity"), qualifiers)

    def _held(self, one: str, prop: str) -> Made:
        return self._item(
            one, prop, self._any(), [self._when("P580", 1900, 1980, 11), self._when("P582", 1980, 2025, 9)]
        )

    def _entity(self, one: str, labels: int, descriptions: int, claims: list[Made], links: int) -> Made:
        name, about = self._name(2), self._name(3)
        grouped: dict[str, list[Made]] = {}
        for claim in claims:
            grouped.setdefault(claim["mainsnak"]["property"], []).append(claim)

        def texts(count: int, text: str) -> Made:
            chosen = self._dice.sample(LANGUAGES, min(count, len(LANGUAGES)))
            return {language: {"language": language, "value": text} for language in chosen}

        return {
            "type": "item",
            "id": one,
            "labels": texts(labels, name),
            "descriptions": texts(descriptions, about),
            "aliases": {"ru": [{"language": "ru", "value": self._name(2)}]}
            if self._dice.random() < 0.2
            else {},
            "claims": grouped,
            "sitelinks": {
                f"{language}wiki": {"site": f"{language}wiki", "title": name, "badges": []}
                for language in LANGUAGES[:links]
            },
            "pageid": int(one[1:]),
            "ns": 0,
            "title": one,
            "lastrevid": 1,
            "modified": "2026-01-01T00:00:00Z",
        }


def _opened(path: Path) -> IO[bytes]:
    if path.suffix == ".bz2":
        return bz2.open(path, "wb")
    if path.suffix == ".gz":
        return cast(IO[bytes], gzip.open(path, "wb", compresslevel=1))
    return path.open("wb")


def write(count: int, path: Path) -> int:
    """Write a dump; returns its bytes before they are packed."""
    size = 0
    with _opened(path) as file:
        file.write(b"[\n")
        for place, entity in enumerate(Maker(count).entities()):
            line = (b",\n" if place else b"") + json.dumps(entity, separators=(",", ":")).encode()
            size += file.write(line)
        file.write(b"\n]\n")
    return size + 5


def measure(count: int, folder: Path, jobs: int) -> None:
    """Build from a dump with each choice of statements, and print what that takes."""
    dump = folder / f"{count}.json.gz"
    told(count, dump)
    print("| `--statements` | triples | store | built in |", "|---|---|---|---|", sep="\n")
    for statements in ("none", "needed", "all"):
        kb = folder / f"{statements}.kb"
        seconds = simba("build", dump, "--to", kb, "--statements", statements, "--jobs", jobs).seconds
        store = size_of(kb / "store")
        triples = json.loads((kb / "manifest.json").read_text())["triples"]
        print(f"| {statements} | {triples:,} | {store / 1e6:,.1f} MB | {seconds:,.1f} s |", flush=True)


def cluster(count: int, folder: Path, master: str) -> None:
    """Build from a .bz2 by itself and on a cluster, and print what that takes, and would for the real dump."""
    dump = folder / f"{count}.json.bz2"
    told(count, dump)
    ways = {"one process": ("--jobs", "1"), master: ("--jobs", "1", "--master", master)}
    print(
        "| read by | built in | entities a second | 110 million, extrapolated |",
        "|---|---|---|---|",
        sep="\n",
    )
    made: list[Made] = []
    for way, options in ways.items():
        kb = folder / f"{len(made)}.kb"
        seconds = simba("build", dump, "--to", kb, *options).seconds
        made.append(json.loads((kb / "manifest.json").read_text()))
        hours = seconds / count * 110e6 / 3600
        print(f"| {way} | {seconds:,.0f} s | {count / seconds:,.0f} | {hours:,.0f} h |", flush=True)
    assert [(one["triples"], one["labels"], one["reading"]) for one in made[1:]] == [
        (made[0]["triples"], made[0]["labels"], made[0]["reading"])
    ]


def stages(count: int, folder: Path) -> None:
    """Print the processor time of each stage of reading a .bz2, which other work on the machine changes little."""
    from simba.building import wikidata_json
    from simba.building.blocks import blocks
    from simba.building.build import LANGUAGES as KEPT
    from simba.building.records import Wanted

    dump = folder / f"{count}.json.bz2"
    told(count, dump)
    spent = dict.fromkeys(("unpacked", "parsed", "loaded"), 0.0)
    clock = time.process_time()

    def stop(stage: str) -> None:
        nonlocal clock
        now = time.process_time()
        spent[stage] += now - clock
        clock = now

    with TemporaryDirectory(dir=folder) as place, bz2.open(dump) as file:
        store = ox.Store(place)
        for block in blocks(io.BufferedReader(cast(io.RawIOBase, file))):
            stop("unpacked")
            parsed = wikidata_json.parse_block((block, Wanted(KEPT, facts=True)))
            stop("parsed")
            store.bulk_load(parsed.triples, format=ox.RdfFormat.N_TRIPLES)
            stop("loaded")
        del store
    print("| stage | a thousand entities | 110 million, extrapolated |", "|---|---|---|", sep="\n")
    for stage, seconds in spent.items():
        print(f"| {stage} | {seconds / count * 1000:.2f} s | {seconds / count * 110e6 / 3600:,.0f} h |")


def told(count: int, dump: Path) -> None:
    """Write a dump, unless it is there, and print its size."""
    dump.parent.mkdir(parents=True, exist_ok=True)
    about = dump.with_suffix(".size")
    if not about.is_file():
        about.write_text(str(write(count, dump)))
    size = int(about.read_text())
    print(
        f"{count:,} entities, {size / 1e6:,.0f} MB of JSON, {size / count / 1000:.1f} KB an entity",
        flush=True,
    )


def main() -> None:
    """Run the command that is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    writing, measuring, comparing = map(commands.add_parser, ("write", "measure", "cluster"))
    staging = commands.add_parser("stages")
    for one in (writing, measuring, comparing, staging):
        one.add_argument("count", type=int)
    writing.add_argument("file", type=Path)
    for one in (measuring, comparing, staging):
        one.add_argument("--folder", type=Path, default=Path("/tmp/simba-dump"))
    comparing.add_argument("--master", default="local[2]")
    measuring.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.command == "write":
        print(f"{write(chosen.count, chosen.file):,} bytes")
    elif chosen.command == "stages":
        stages(chosen.count, chosen.folder)
    elif chosen.command == "cluster":
        cluster(chosen.count, chosen.folder, chosen.master)
    else:
        measure(chosen.count, chosen.folder, chosen.jobs)


if __name__ == "__main__":
    main()
