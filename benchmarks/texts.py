"""How the index of paragraphs grows: build time, memory, size, and look-ups among N paragraphs.

    python benchmarks/texts.py 100000 [--folder DIR] [--jobs 2]
    python benchmarks/texts.py 1000000                          (the issue's size: 40 minutes, 4 GB, 50 ms allowed)

The paragraphs are made up: 62 tokens on average, as RuBQ 2.0's, of the dictionary's Russian words in all their forms
with Zipf's frequencies, on pages of which every twentieth is about an entity of the embedded knowledge base. Look-ups
are questions of 4 to 12 words of the same frequencies, half of them with a name; besides, the paper's ranking of an
answer's words. Memory is that of all processes of the build together.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
from common import simba, size_of

from simba.building.embedded import embedded
from simba.common.processes import processors
from simba.kb.folder import KnowledgeBase
from simba.russian.morphology import _analyzer
from simba.texts.paragraph_index import ParagraphIndex, Weighed
from simba.texts.word_terms import text_terms

WORDS = 200_000
BEGINNINGS = ("бо", "во", "го", "де", "ка", "ле", "ма", "на", "от", "пе", "ре", "со", "то", "уч", "хо", "ча")
"""Of the dictionary's words that are drawn from: some 600,000 forms, quicker than all."""
TOKENS, SPREAD = 62, 25
"""Tokens of a paragraph: their mean, and how far they spread."""
PAGE = 8
"""Paragraphs of a page."""
KNOWN = 20
"""Of so many pages one is about an entity of the knowledge base."""
QUESTIONS = 300


@cache
def vocabulary() -> list[str]:
    """The same words for all, whatever is drawn of them."""
    dictionary = [word for begin in BEGINNINGS for word, _ in _analyzer().dictionary.words.iteritems(begin)]
    words = random.Random(1).sample(dictionary, min(WORDS, len(dictionary)))
    words[:8] = ["в", "и", "на", "год", "быть", "город", "который", "стать"]
    return words


class ZipfWords:
    """Words of the dictionary in all forms, drawn with Zipf's frequencies; the first are its commonest small words."""

    def __init__(self, seed: int) -> None:
        self.words = vocabulary()
        weights = 1 / np.arange(3, len(self.words) + 3)
        self._sums = np.cumsum(weights / weights.sum())
        self._random = np.random.default_rng(seed)

    def some(self, count: int) -> list[str]:
        """So many words."""
        places = np.searchsorted(self._sums, self._random.random(count)).clip(max=len(self.words) - 1)
        return [self.words[place] for place in places]


def names() -> list[str]:
    """The Russian labels of the embedded knowledge base."""
    store = KnowledgeBase(embedded()).store
    found = store.select(
        'SELECT ?name WHERE { ?one rdfs:label ?name . FILTER(LANG(?name) = "ru") } ORDER BY ?name'
    )
    return [value.value for value in found]


def paragraphs(count: int, known: list[str]) -> Iterator[dict[str, str | int]]:
    """The made-up paragraphs, as JSON lines have them."""
    words, chance = ZipfWords(1), random.Random(2)
    lengths = np.random.default_rng(3).normal(TOKENS, SPREAD, count).clip(5, 400).astype(int)
    title = ""
    for uid, length in enumerate(lengths):
        if uid % PAGE == 0:
            title = (
                chance.choice(known) if chance.randrange(KNOWN) == 0 else " ".join(words.some(2)).capitalize()
            )
        text = words.some(int(length))
        for _ in range(chance.randrange(3)):
            text[chance.randrange(len(text))] = chance.choice(known)
        yield {"uid": uid, "title": title, "text": f"{' '.join(text).capitalize()}."}


def look_up(folder: Path, known: list[str]) -> dict[str, list[float]]:
    """Milliseconds of each look-up."""
    index, words, chance = ParagraphIndex(folder), ZipfWords(4), random.Random(5)
    taken: dict[str, list[float]] = {"open question": [], "the paper's ranking": []}
    for number in range(QUESTIONS):
        asked = words.some(chance.randint(4, 12))
        name = chance.choice(known) if number % 2 else ""
        terms = [term for terms in text_terms(" ".join(asked)) for term in terms]
        named = [term for terms in text_terms(name) for term in terms]
        start = time.perf_counter()
        weighed = [Weighed("words", term) for term in terms]
        weighed += [Weighed(field, term, 2.0) for term in named for field in ("words", "names")]
        index.best(weighed, 25)
        taken["open question"].append((time.perf_counter() - start) * 1000)
        start = time.perf_counter()
        index.supporting(named or terms[:2], terms, 25)
        taken["the paper's ranking"].append((time.perf_counter() - start) * 1000)
    return taken


def measure(count: int, folder: Path, jobs: int) -> None:
    """Make, build, look up; print the figures."""
    folder.mkdir(parents=True, exist_ok=True)
    known, source, texts = names(), folder / f"{count}.jsonl", folder / f"{count}.texts"
    if not source.is_file():
        new = source.with_suffix(".new")
        with new.open("w", encoding="utf-8") as stream:
            stream.writelines(json.dumps(one, ensure_ascii=False) + "\n" for one in paragraphs(count, known))
        new.rename(source)
    spent = simba("build-text", source, "--to", texts, "--jobs", jobs)
    print(
        f"{count:,} paragraphs ({source.stat().st_size / 1e6:,.0f} MB): built in {spent.seconds:,.0f} s"
        f" ({spent.cpu:,.0f} s of processors) by {jobs} jobs,"
        f" peak memory {spent.memory / 1e9:.2f} GB, index {size_of(texts) / 1e6:,.0f} MB"
    )
    for name, times in look_up(texts, known).items():
        p95 = statistics.quantiles(times, n=20)[-1]
        print(
            f"{name}: median {statistics.median(times):.1f} ms, 95 % {p95:.1f} ms, worst {max(times):.1f} ms"
        )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("count", type=int, metavar="N")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "simba-texts")
    parser.add_argument("--jobs", type=int, default=processors())
    arguments = parser.parse_args()
    measure(arguments.count, arguments.folder, arguments.jobs)


if __name__ == "__main__":
    main()
