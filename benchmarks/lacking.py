"""Ask for what a knowledge base lacks: nearly every answer is wrong, and silence is right.

    python benchmarks/lacking.py [--kb DIR] [--seed N] [--each N] [--only KIND] [--show]      (else needs ../shared)

`lacking.yaml` has the questions by kind of thing: those for a property are asked of things that do not have it, others
ask for what no property tells. The things are drawn at random, of those that have statements enough and share their
names with nothing else. Without ``--kb`` the snapshot of ../shared is built.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml
from common import SNAPSHOT, share, simba
from rich.console import Console
from rich.table import Table

from simba import Answer, Simba
from simba.common.vocabulary import ALIAS, DIRECT, ENTITY, INSTANCE_OF, LABEL, SUBCLASS_OF
from simba.russian.declension import genitive, natural_order
from simba.russian.text import fold

QUESTIONS = Path(__file__).with_suffix(".yaml")
SEED, EACH = 1, 3
KNOWN = 5
"""Properties that a thing has at least: of what is hardly known nobody would ask."""
MOST = 100_000
"""Rows of a query: more than any of these has."""


@dataclass(frozen=True, slots=True)
class Lacking:
    """A question for what is not there."""

    kind: str
    path: str | None
    """What would tell it; None: nothing would."""
    text: str


def main() -> None:
    """Ask, and print by kind how many were answered."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kb", type=Path, help="a knowledge base instead of the snapshot")
    parser.add_argument("--seed", type=int, default=SEED, help="which things are drawn")
    parser.add_argument("--each", type=int, default=EACH, help="things that each question is asked of")
    parser.add_argument("--only", help="one kind of thing")
    parser.add_argument("--show", action="store_true", help="tell also what was answered")
    chosen = parser.parse_args()
    if chosen.kb is None and not SNAPSHOT.exists():
        sys.exit(f"skipped: no {SNAPSHOT} here; --kb names another knowledge base")
    with tempfile.TemporaryDirectory() as name:
        if chosen.kb is None:
            simba("build", SNAPSHOT, "--to", Path(name) / "kb")
        system = Simba(chosen.kb or Path(name) / "kb")
        asked = questions(system, chosen.seed, chosen.each, chosen.only)
        report([(one, system.answer(one.text)) for one in asked], show=chosen.show)


def questions(system: Simba, seed: int, each: int, only: str | None = None) -> Iterator[Lacking]:
    """The questions, for so many things each as there are."""
    dice = random.Random(seed)
    shared = _shared(system)
    for kind, group in yaml.safe_load(QUESTIONS.read_text(encoding="utf-8")).items():
        if only not in {None, kind}:
            continue
        known = {
            one: name for one, name in _things(system, group["class"]).items() if fold(name) not in shared
        }
        templates: list[tuple[str | None, str]]
        templates = [(path, text) for path, texts in group["asked"].items() for text in texts]
        templates += [(None, text) for text in group.get("untold", ())]
        for path, text in templates:
            having = _having(system, path) if path else set()
            without = [name for one, name in sorted(known.items()) if one not in having]
            for name in dice.sample(without, min(each, len(without))):
                of = genitive(name)
                if of or "{of}" not in text:
                    yield Lacking(kind, path, text.format(name=natural_order(name), of=of))


def report(answers: list[tuple[Lacking, Answer]], *, show: bool) -> None:
    """What was answered, if it shall be shown, and how many of each kind."""
    console = Console()
    for one, answer in answers if show else ():
        if answer.values:
            labels = ", ".join(value.label or value.value for value in answer.values[:4])
            told = f"{one.path or 'untold'}  {one.text}  {labels}  {answer.form}"
            console.print(told, markup=False, highlight=False, soft_wrap=True)
    table = Table("kind", "answered: not known", "not told by any property")
    for kind in dict.fromkeys(one.kind for one, _ in answers):
        table.add_row(kind, *_shares(pair for pair in answers if pair[0].kind == kind))
    table.add_row("all", *_shares(answers))
    console.print(table)


def _shares(answers: Iterable[tuple[Lacking, Answer]]) -> Iterator[str]:
    """How many were answered of those that some property would tell, and of the others."""
    some = list(answers)
    for told in (True, False):
        found = [bool(answer.values) for one, answer in some if (one.path is not None) is told]
        yield share(sum(found), len(found))


def _things(system: Simba, classes: str) -> dict[str, str]:
    """What is of these classes and has statements enough, with its Russian label."""
    kinds = " ".join(f"<{ENTITY}{one}>" for one in classes.split("|"))
    rows = _rows(
        system,
        f"SELECT ?one ?name WHERE {{ VALUES ?kind {{ {kinds} }} "
        f"?one <{DIRECT}{INSTANCE_OF}>/<{DIRECT}{SUBCLASS_OF}>* ?kind ; <{LABEL}> ?name ; ?said ?value "
        f"FILTER(LANG(?name) = 'ru' && STRSTARTS(STR(?said), '{DIRECT}')) }} "
        f"GROUP BY ?one ?name HAVING(COUNT(DISTINCT ?said) >= {KNOWN})",
    )
    return {row[0]: row[1] for row in rows}


def _shared(system: Simba) -> set[str]:
    """The folded names that several things go by."""
    query = (
        f"SELECT DISTINCT ?one ?name WHERE {{ ?one <{LABEL}>|<{ALIAS}> ?name FILTER(LANG(?name) = 'ru') }}"
    )
    bearers = Counter(name for _, name in {(row[0], fold(row[1])) for row in _rows(system, query)})
    return {name for name, number in bearers.items() if number > 1}


def _having(system: Simba, path: str) -> set[str]:
    """What has any of the properties."""
    steps = "|".join(
        f"^<{DIRECT}{one[1:]}>" if one.startswith("^") else f"<{DIRECT}{one}>" for one in path.split("|")
    )
    return {one for (one,) in _rows(system, f"SELECT DISTINCT ?one WHERE {{ ?one {steps} ?any }}")}


def _rows(system: Simba, query: str) -> list[tuple[str, ...]]:
    found = system.kb.store.results(query, MOST)
    if isinstance(found, bool):  # of an ASK query alone
        return []
    return [tuple(one.value for one in row if one is not None) for row in found[1]]


if __name__ == "__main__":
    main()
