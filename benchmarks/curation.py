"""Does `simba curate` mend what was damaged on purpose, and leave the rest alone? Writes a table into docs/results.md.

    python benchmarks/curation.py [--only SET]        (needs ../shared; no question of the sets is copied)

With ``--only`` the figures of one set and its first seed are printed, and nothing is written.

The healthy set: the queries as they are, with the answers that the knowledge base gives and the metadata that they
tell. The damage: of the entities of the questions one in ten moved (all its facts and labels are another's now, and
``owl:sameAs`` leads there); of their properties one in ten replaced everywhere by one whose label contains the old one
or is contained in it; of the queries three in ten declare prefixes of their own, and a third of these lost one (half of
them one that no other query declares); of the questions one in ten has a field of metadata falsified. A first
suggestion is right if its query returns, in the damaged knowledge base, what the undamaged query returned in the
undamaged one; for answers that moved, if it has their new names; for metadata alone, if it is the true value.
Two further rows take traces away that a curator may follow: the redirects, and the reference answers.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pyoxigraph as ox
from common import SHARED, SNAPSHOT, WORLD, share, write

from simba.building.build import build
from simba.common.vocabulary import ENTITY, LABEL, is_property_id
from simba.curation.asking import FolderAsker, Results, as_plain
from simba.curation.curator import Curator, Examined
from simba.curation.entries import read_set
from simba.curation.metadata import metadata
from simba.curation.rewriting import parsed, tokens
from simba.evaluation.sparql_json import as_results
from simba.evaluation.sparql_reading import PREDECLARED
from simba.kb.folder import KnowledgeBase

SETS = {
    "dev": ("rubq/dev", (SNAPSHOT,)),
    "dev2": ("rubq/dev2", (SNAPSHOT,)),
    "complex": ("complex/dev", (SNAPSHOT, WORLD)),
}
SEEDS = (7, 11)
MANY = 2_000
"""Questions that are curated in one go, for the time it takes."""
SHARE = 0.1
FIRST_MADE = 800_000_001
"""Identifiers of entities and properties that facts moved to."""
ROLES = tuple(iri for iri in PREDECLARED.values() if iri.startswith(PREDECLARED["p"]))
SAME_AS = ox.NamedNode(f"{PREDECLARED['owl']}sameAs")
TYPES = ("boolean", "date", "number", "resource", "string")
KINDS = (
    "entity moved",
    "predicate replaced",
    "prefix dropped",
    "several",
    "answers moved",
    "metadata falsified",
)
Item = dict[str, Any]


class Harder(NamedTuple):
    """What is taken away beside: traces that a curator may follow."""

    redirects: bool = False
    """Entities moved without ``owl:sameAs``: what they are called, and the question, is all that leads to them."""
    answers: bool = False
    """The set has no reference answers: what restores them cannot be seen, only what returns anything."""


PLAIN = Harder()
HARDER = {"without redirects": Harder(redirects=True), "without reference answers": Harder(answers=True)}
Answers = frozenset[str]


@dataclass
class Counts:
    """Of each kind of damage the right first suggestions and all; the healthy questions, and those with suggestions."""

    right: Counter[str] = field(default_factory=Counter)
    damaged: Counter[str] = field(default_factory=Counter)
    healthy: int = 0
    disturbed: int = 0
    worded: int = 0
    """Questions whose wording alone got a suggestion: spelling, a repeated question."""

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.right + other.right,
            self.damaged + other.damaged,
            self.healthy + other.healthy,
            self.disturbed + other.disturbed,
            self.worded + other.worded,
        )


@dataclass(frozen=True)
class World:
    """Damaged triples, and what moved where."""

    triples: list[ox.Triple]
    moved: dict[str, str]
    replaced: dict[str, str]


def main() -> None:
    """Measure all sets, and put the table between the page's marks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=SETS, help="one set, and nothing is written")
    only = parser.parse_args().only
    if only:
        with tempfile.TemporaryDirectory() as name:
            dataset, sources = SETS[only]
            print(_row(only, _measured(_read(dataset), sources, SEEDS[0], Path(name) / "one")[0]))
        return
    lines = [
        "| set | " + " | ".join(KINDS) + " | all | healthy left alone |",
        "|---" * (len(KINDS) + 3) + "|",
    ]
    total = Counts()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for title, (dataset, sources) in SETS.items():
            items = _read(dataset)
            counts = Counts()
            for seed in SEEDS:
                counts += _measured(items, sources, seed, folder / f"{title}-{seed}")[0]
            lines.append(_row(title, counts))
            total += counts
        lines.append(_row("together", total))
        for title, harder in HARDER.items():
            counts = Counts()
            for name, (dataset, sources) in SETS.items():
                folder_ = folder / f"{title}-{name}"
                counts += _measured(_read(dataset), sources, SEEDS[0], folder_, harder)[0]
            lines.append(_row(f"{title} (seed {SEEDS[0]})", counts))
        many = [*_read("rubq/dev"), *_read("rubq/dev2"), *_read("complex/dev"), *_read("written/dev")]
        many = [{**item, "uid": number} for number, item in enumerate((many * 2)[:MANY])]
        _, seconds = _measured(many, (SNAPSHOT, WORLD), SEEDS[0], folder / "many")
    lines += [
        "",
        f"Of {total.healthy} healthy questions {total.worded} got a suggestion on their wording alone.",
        f"{MANY:,} questions, damaged alike, were examined in {seconds:.0f} s (one process, embedded).",
    ]
    write("curation", "\n".join(lines))
    print("\n".join(lines))


def _row(title: str, counts: Counts) -> str:
    cells = [share(counts.right[kind], counts.damaged[kind]) for kind in KINDS]
    cells.append(share(sum(counts.right.values()), sum(counts.damaged.values())))
    cells.append(f"{counts.healthy - counts.disturbed} of {counts.healthy}")
    return f"| {title} | " + " | ".join(cells) + " |"


def _read(dataset: str) -> list[Item]:
    items: list[Item] = json.loads((SHARED / f"{dataset}.json").read_text(encoding="utf-8"))
    return items


def _measured(
    items: list[Item], sources: Sequence[Path], seed: int, folder: Path, harder: Harder = PLAIN
) -> tuple[Counts, float]:
    """How a damaged set is curated, and the seconds that it takes."""
    draw = random.Random(seed)
    triples = [triple for source in sources for triple in _triples(source)]
    asker = _asker(triples)
    healthy = [_with_own_prefixes(_healthy(item, asker), draw) for item in items]
    world = _damaged(triples, healthy, draw)
    gone = [
        triple
        for triple in world.triples
        if not (harder.redirects and triple.predicate.value == SAME_AS.value)
    ]
    folder.mkdir(parents=True)
    source = folder / "damaged.nt.gz"
    content = ox.serialize(gone, format=ox.RdfFormat.N_TRIPLES) or b""
    source.write_bytes(gzip.compress(content, compresslevel=1))
    build([source], folder / "kb")
    falsified = [_falsified(_without_prefix(item, draw), draw) for item in healthy]
    if harder.answers:
        falsified = [
            {key: value for key, value in item.items() if key != "answers"} if item["query"] else item
            for item in falsified
        ]
    path = folder / "damaged.json"
    path.write_text(json.dumps({"questions": falsified}, ensure_ascii=False), encoding="utf-8")
    kb = KnowledgeBase(folder / "kb")
    asker = FolderAsker(kb.store, 60.0)
    start = time.perf_counter()
    questions = read_set(path)
    curator = Curator(questions, asker, kb.index)
    every = [curator.examine(entry) for entry in questions.entries]
    seconds = time.perf_counter() - start
    counts = Counts()
    for before, after, examined in zip(healthy, falsified, every, strict=True):
        _count(counts, before, after, examined, world, asker, harder)
    return counts, seconds


def _count(
    counts: Counts,
    before: Item,
    after: Item,
    examined: Examined,
    world: World,
    asker: FolderAsker,
    harder: Harder,
) -> None:
    kind = _kind(before, after, world, asker, harder)
    about = [one for one in examined.suggestions if one.field not in {"text", "duplicate", "keywords"}]
    if harder.answers:  # that they are missing is told of every question
        about = [one for one in about if one.field != "answers"]
    if kind is None:
        counts.healthy += 1
        counts.disturbed += bool(about)
        counts.worded += bool(examined.suggestions) and not about
        if about:
            print("disturbed", before["id"], [str(change) for change in about[0].changes])
        return
    counts.damaged[kind] += 1
    wanted = _moved(before["gold"], world)
    right = False
    if about and kind == "metadata falsified":
        right = before[about[0].field] == about[0].value
    elif about and about[0].results is not None:
        right = _answers(about[0].results) == wanted
    counts.right[kind] += right
    if not right:
        told = [str(change) for change in about[0].changes] if about else "nothing"
        print("not mended", kind, before["id"], told, after["query"].get("sparql"))


def _kind(before: Item, after: Item, world: World, asker: FolderAsker, harder: Harder) -> str | None:
    """What was done to a question that it notices; None: nothing."""
    query = before["query"].get("sparql")
    found: list[str] = []
    if query:
        read = parsed(query)
        if set(read.entities) & world.moved.keys():
            found.append("entity moved")
        if set(read.properties) & world.replaced.keys() and _now(query, asker) != _moved(
            before["gold"], world
        ):
            found.append("predicate replaced")
        if after["query"]["sparql"] != query:
            found.append("prefix dropped")
        if not found and not harder.answers and _now(query, asker) != before["gold"]:
            found.append("answers moved")
    if not found:
        changed = any(
            before[name] != after.get(name, before[name])
            for name in before
            if name not in {"query", "gold", "own"}
        )
        return "metadata falsified" if changed else None
    return found[0] if len(found) == 1 else "several"


def _now(query: str, asker: FolderAsker) -> Answers | None:
    found = asker.ask(query)
    return _answers(found) if isinstance(found, Results) else None


def _answers(results: Results) -> Answers:
    return frozenset(value.value for value in results.values)


def _moved(answers: Answers, world: World) -> Answers:
    """Answers, entities by their new names."""
    return frozenset(
        ENTITY + world.moved.get(one.removeprefix(ENTITY), one.removeprefix(ENTITY))
        if one.startswith(ENTITY)
        else one
        for one in answers
    )


# The healthy set


def _healthy(item: Item, asker: FolderAsker) -> Item:
    """A question of RuBQ in QALD's form, with what the knowledge base answers and the metadata of that."""
    query = item.get("query") or ""
    wording = [{"language": "ru", "string": item["question_text"]}]
    made: Item = {
        "id": item["uid"],
        "question": wording,
        "query": {},
        "answers": [as_results(())],
        "gold": frozenset(),
    }
    results = asker.ask(query) if query.strip() else None
    if isinstance(results, Results):
        made |= {"query": {"sparql": query}, "answers": as_plain(results), "gold": _answers(results)}
        made |= {"outofscope": False, **metadata(query, results)}
    else:
        made |= {"outofscope": True}
    return made


def _with_own_prefixes(item: Item, draw: random.Random) -> Item:
    """Three queries in ten name entities, or direct claims, by a prefix of their author's."""
    query = item["query"].get("sparql", "")
    short = draw.choice(("wd", "wdt"))
    own = draw.choice(({"wd": "item", "wdt": "claim"}[short], f"n{draw.randrange(10**6)}"))
    used = any(token.text.startswith(f"{short}:") and token.text != f"{short}:" for token in tokens(query))
    if draw.random() >= 3 * SHARE or not used:
        return item
    rest = [
        f"{own}:{token.text.partition(':')[2]}"
        if token.kind == "name" and token.text.startswith(f"{short}:") and token.text != f"{short}:"
        else token.text
        for token in tokens(query)
    ]
    return {**item, "query": {"sparql": f"PREFIX {own}: <{PREDECLARED[short]}>\n{''.join(rest)}"}, "own": own}


# The damage


def _damaged(triples: list[ox.Triple], healthy: Iterable[Item], draw: random.Random) -> World:
    queries = [parsed(item["query"]["sparql"]) for item in healthy if item["query"]]
    entities = sorted({one for query in queries for one in query.entities if not is_property_id(one)})
    labels = {
        triple.subject.value.removeprefix(ENTITY): triple.object.value
        for triple in triples
        if triple.predicate.value == LABEL
        and isinstance(triple.subject, ox.NamedNode)
        and isinstance(triple.object, ox.Literal)
        and triple.subject.value.startswith(f"{ENTITY}P")
    }
    properties = sorted({one for query in queries for one in query.properties if one in labels})
    gone = draw.sample(entities, round(len(entities) * SHARE))
    moved = {one: f"Q{FIRST_MADE + number}" for number, one in enumerate(gone)}
    old = draw.sample(properties, max(1, round(len(properties) * SHARE)))
    replaced = {one: f"P{FIRST_MADE + number}" for number, one in enumerate(old)}
    new = {ENTITY + one: ENTITY + other for one, other in moved.items()}
    new |= {role + one: role + other for one, other in replaced.items() for role in ROLES}

    def node(term: Any) -> Any:
        return ox.NamedNode(new[term.value]) if isinstance(term, ox.NamedNode) and term.value in new else term

    made = [ox.Triple(*(node(term) for term in triple)) for triple in triples]
    made += [
        ox.Triple(ox.NamedNode(ENTITY + one), SAME_AS, ox.NamedNode(ENTITY + other))
        for one, other in moved.items()
    ]
    made += [
        ox.Triple(
            ox.NamedNode(ENTITY + other),
            ox.NamedNode(LABEL),
            ox.Literal(_like(labels[one], draw), language="ru"),
        )
        for one, other in replaced.items()
    ]
    return World(made, moved, replaced)


def _like(label: str, draw: random.Random) -> str:
    """A label that contains another, or is contained in it."""
    words = label.split()
    ways = [f"{label} (по данным источника)", f"основное значение: {label}", f"{label} объекта"]
    if len(words) > 1:
        ways += [" ".join(words[:-1]), " ".join(words[1:])]
    return draw.choice([way for way in ways if len(way) > 3])


def _without_prefix(item: Item, draw: random.Random) -> Item:
    """A third of the queries with prefixes of their own lost them."""
    if "own" not in item or draw.random() >= 1 / 3:
        return item
    return {**item, "query": {"sparql": item["query"]["sparql"].partition("\n")[2]}}


def _falsified(item: Item, draw: random.Random) -> Item:
    """One in ten questions says something else of itself than is so."""
    kept = {key: value for key, value in item.items() if key not in {"gold", "own"}}
    names = [name for name in ("answertype", "aggregation", "onlywd") if name in kept]
    if not names or draw.random() >= SHARE:
        return kept
    name = draw.choice(names)
    value = kept[name]
    wrong = not value if isinstance(value, bool) else draw.choice([one for one in TYPES if one != value])
    return {**kept, name: wrong}


def _triples(source: Path) -> Iterator[ox.Triple]:
    for quad in ox.parse(gzip.decompress(source.read_bytes()), format=ox.RdfFormat.N_TRIPLES):
        yield quad.triple


def _asker(triples: Iterable[ox.Triple]) -> FolderAsker:
    from simba.kb.store import Store

    store = ox.Store()
    store.bulk_extend(ox.Quad(*triple) for triple in triples)
    return FolderAsker(Store(store), 60.0)


if __name__ == "__main__":
    main()
