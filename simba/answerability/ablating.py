"""Making a benchmark of answerability: from a question set and a knowledge base to a folder with both, reduced."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from simba.answerability.construction import SHARES, Constructed, construct
from simba.answerability.figures import Figures, figures, markdown, notes, size, tables
from simba.answerability.formats import dropped, qald_item, rubq_item
from simba.answerability.mirrors import learned
from simba.answerability.reduced import KINDS, Kind, ReducedBase
from simba.building.build import build
from simba.building.runs import SortedRuns
from simba.common.place import FolderKind, having
from simba.common.whole import workplace
from simba.errors import SimbaError, SourceError
from simba.evaluation.datasets import asked, items_of
from simba.evaluation.gold import Dataset, read_gold
from simba.evaluation.jsonfile import parse_json, read_bytes
from simba.evaluation.printing import plain_tables
from simba.kb.folder import KIND, STORE, KnowledgeBase
from simba.version import __version__

FORMAT = 1
SETTINGS, DROPPED, RUBQ, QALD, STATISTICS, TRIPLES, BASE = (
    "ablation.json",
    "dropped.jsonl",
    "questions.rubq.json",
    "questions.qald.json",
    "statistics.md",
    "kb.nt.gz",
    "kb",
)


SORTING, MEMORY = "sorting", 1 << 29
"""Where triples are sorted, with so many bytes in memory at a time."""


_FILES = "|".join(map(re.escape, (SETTINGS, DROPPED, RUBQ, QALD, STATISTICS, TRIPLES)))
ABLATION = FolderKind(
    "a benchmark",
    re.compile(rf"{_FILES}|{BASE}/({KIND.paths.pattern})?"),
    having(SETTINGS, "format", "dataset", "shares", "statistics"),
    SourceError,
)
"""What there is in a benchmark's folder."""


@dataclass(frozen=True, slots=True)
class Ablation:
    """A benchmark that was made; its text is its statistics."""

    folder: Path
    construction: Constructed
    figures: Figures

    def __str__(self) -> str:
        return "\n".join([plain_tables(tables(self.figures)), *notes(self.figures)])


def ablate(
    dataset: str | os.PathLike[str],
    kb: str | os.PathLike[str] | Sequence[Path],
    to: str | os.PathLike[str],
    *,
    shares: Mapping[Kind, float] = SHARES,
    seed: int = 0,
    mirrors: bool = True,
    advance: Callable[[], object] = lambda: None,
) -> Ablation:
    """Make a benchmark of answerability of a RuBQ or QALD file and a knowledge base.

    ``kb`` is a knowledge base folder, or a list of files to build one from. ``to`` is a new folder, or an earlier
    benchmark, which is replaced when the new one is whole. ``shares`` says for "class", "relation", "entity" and
    "fact" which part of the questions, 0 to 1, their dropping is to make unanswerable; a kind that it does not name
    is not dropped. ``mirrors`` says whether facts and relations take with them what tells the same from the other
    side. The same ``seed``, files and settings make the same benchmark everywhere. ``advance`` is called after each
    question that is read and each element that is dropped.

    Raises `SourceError` for a file that cannot be read, a folder in the way, or no question that the knowledge base
    answers; `KnowledgeBaseError` for a folder that is no knowledge base or has no facts; `SimbaError` for shares that
    are none.
    """
    _check_shares(shares)
    dataset, folder = Path(dataset), Path(os.path.realpath(to))
    gold = read_gold(dataset)
    ABLATION.check(folder)
    with workplace(folder, SourceError) as work:
        opened = _opened(kb, work)
        store = ox.Store(str(work / STORE))
        base = ReducedBase(store, learned(store) if mirrors else {})
        before = size(store, base.schema())
        made = construct(gold.questions, base, shares=shares, seed=seed, advance=advance)
        if not made.questions:
            raise SourceError(
                f"{dataset}: none of its questions is answered by the knowledge base; nothing to ablate"
            )
        found = figures(made, before, size(store, base.schema()))
        new = work / "new"
        new.mkdir()
        _write_triples(store, new / TRIPLES, work / SORTING)
        del store, base.store
        build(
            [new / TRIPLES],
            new / BASE,
            languages=opened.manifest.languages,
            found_by=opened.manifest.found_by,
            schema=base.schema(),
        )
        _write_questions(new, dataset, gold, made)
        chosen = {
            "seed": seed,
            "shares": {kind: shares.get(kind, 0) for kind in KINDS},
            "mirrors": {name: list(others) for name, others in base.mirrors.items()} if mirrors else None,
        }
        _write_json(new / SETTINGS, _settings(gold, opened, chosen, made, found))
        title = f"Answerability: {gold.name}, seed {seed}"
        (new / STATISTICS).write_text(markdown(title, found), encoding="utf-8", newline="\n")
        ABLATION.put(new, folder, work / "old")
    return Ablation(folder, made, found)


def _settings(
    gold: Dataset, opened: KnowledgeBase, chosen: Mapping[str, Any], made: Constructed, found: Figures
) -> dict[str, Any]:
    """What a benchmark was made of, how, and what came of it."""
    return {
        "format": FORMAT,
        "simba": __version__,
        "dataset": {"file": gold.name, "sha256": gold.digest},
        "knowledge_base": opened.manifest.sources,
        **chosen,
        "statistics": found,
        "left_out": [{"id": one.id, "reason": one.reason} for one in made.left_out],
    }


def _check_shares(shares: Mapping[Kind, float]) -> None:
    for kind, share in shares.items():
        if kind not in KINDS:
            raise SimbaError(f"{kind!r} is none of {', '.join(KINDS)}")
        if not 0 <= share <= 1:
            raise SimbaError(f"the share of a {kind} is a number from 0 to 1, not {share:g}")
    if sum(shares.values()) > 1:
        raise SimbaError(
            f"the shares are {sum(shares.values()):g} together, which is more than all questions"
        )


def _opened(kb: str | os.PathLike[str] | Sequence[Path], work: Path) -> KnowledgeBase:
    """The whole knowledge base, with a store to be changed put into the work folder."""
    if not isinstance(kb, str | os.PathLike):
        build(list(kb), work / BASE)
        kb = work / BASE
    opened = KnowledgeBase(Path(kb))
    opened.check()
    opened.store  # noqa: B018 - says what is to be done where there are no facts
    try:
        shutil.copytree(opened.folder / STORE, work / STORE, copy_function=shutil.copyfile)
        (work / STORE).chmod(0o700)
    except OSError as error:
        raise SourceError(f"{work}: the facts cannot be copied there: {error}") from None
    return opened


def _write_triples(store: ox.Store, path: Path, sorting: Path) -> None:
    """All triples, sorted, and the same bytes each time; what memory does not hold is sorted in a folder."""
    lines: SortedRuns[bytes] = SortedRuns(sorting, MEMORY)
    for quad in store:
        line = f"{quad.triple} .\n".encode()
        lines.add([line], sys.getsizeof(line))
    with path.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        for line in lines:
            packed.write(line)


def _write_questions(new: Path, dataset: Path, gold: Dataset, made: Constructed) -> None:
    """The questions in both formats, and what was dropped."""
    kind, items = items_of(dataset, parse_json(dataset, read_bytes(dataset)))
    read = ((asked(dataset, kind, number, item), item) for number, item in enumerate(items, 1))
    originals = {str(one.id): item for one, item in read if one is not None}
    pairs = [(one, originals[one.question.id]) for one in made.questions]
    _write_json(new / RUBQ, [rubq_item(one, original, kind) for one, original in pairs])
    name = f"{Path(gold.name).stem}-ablated"
    questions = [qald_item(one, original, kind) for one, original in pairs]
    _write_json(new / QALD, {"dataset": {"id": name}, "questions": questions})
    lines = (json.dumps(line, ensure_ascii=False) + "\n" for line in dropped(made.drops, made.questions))
    (new / DROPPED).write_text("".join(lines), encoding="utf-8", newline="\n")


def _write_json(path: Path, content: Any) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8", newline="\n")
