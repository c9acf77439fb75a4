"""What a session tells: lines of text, and its report, a page with the queries side by side and its data."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from simba.common.pages import templates
from simba.common.place import FolderKind, having
from simba.curation.curator import Examined
from simba.curation.entries import QuestionSet
from simba.curation.prompting import told
from simba.curation.rewriting import tokens
from simba.curation.session import Curated, without_healthy
from simba.curation.suggestion import KINDS, Suggestion
from simba.errors import SourceError
from simba.evaluation.report import write_report
from simba.russian.text import clean, shorten
from simba.version import __version__

PAGE, DATA, TEMPLATE = "index.html", "curation.json", "curation.html.jinja"
Piece = tuple[str, bool]
"""A piece of a query, and whether the other query does not have it."""


FOLDER = FolderKind(
    "a curation report",
    re.compile(r"index\.html|curation\.json"),
    having(DATA, "simba", "set", "questions"),
    SourceError,
)


def write_page(questions: QuestionSet, every: Sequence[Curated], folder: Path) -> Path:
    """Write the report, whole or not at all, in the place of an earlier one. Raises `SourceError`."""
    document = {
        "simba": __version__,
        "set": questions.path.name,
        "counts": counts(every),
        "questions": [_listed(one) for one in every if without_healthy(one)],
    }
    files = {
        DATA: json.dumps(document, ensure_ascii=False, indent=1) + "\n",
        PAGE: _page(document),
    }
    return write_report(files, folder, FOLDER)


def counts(every: Sequence[Curated]) -> dict[str, Any]:
    """How many questions there were, how many healthy ones, and what was found, suggested first and decided."""
    firsts = Counter(one.first.suggestions[0].kind for one in every if one.first.suggestions)
    return {
        "questions": len(every),
        "healthy": sum(one.first.healthy for one in every),
        "findings": dict(
            sorted(Counter(found.kind for one in every for found in one.first.findings).items())
        ),
        "first": {kind: firsts[kind] for kind in KINDS if firsts[kind]},
        "decided": dict(sorted(Counter(made.verdict for one in every for made in one.decisions).items())),
        "open": sum(bool(one.last.suggestions) for one in every),
    }


def _listed(curated: Curated) -> dict[str, Any]:
    before, now = curated.before.query or "", curated.last.entry.query or ""
    return {
        "place": curated.before.place,
        "id": curated.before.id,
        "text": curated.before.text,
        "query": before,
        "now": now if now != before else None,
        "returns": told(curated.last.results) if curated.last.results else None,
        "findings": [asdict(finding) for finding in curated.first.findings],
        "suggestions": [_suggested(curated.last, one) for one in curated.last.suggestions],
        "decisions": [
            {"verdict": one.verdict, "why": one.why, "by": one.by, "when": one.when}
            for one in curated.decisions
        ],
    }


def _suggested(examined: Examined, suggestion: Suggestion) -> dict[str, Any]:
    value = suggestion.value
    return {
        "kind": suggestion.kind,
        "field": suggestion.field,
        "value": value if isinstance(value, str | bool) else None,
        "from": examined.entry.query if suggestion.field == "query" else None,
        "changes": list(map(str, suggestion.changes)),
        "safe": suggestion.safe,
        "restores": suggestion.restores,
        "returns": told(suggestion.results) if suggestion.results else None,
    }


def beside(old: str, new: str) -> tuple[list[Piece], list[Piece]]:
    """Two queries token by token, each with what the other does not have."""
    from difflib import SequenceMatcher

    one, other = ([token.text for token in tokens(text)] for text in (old, new))
    left: list[Piece] = []
    right: list[Piece] = []
    for kind, start, stop, begin, end in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        left.append(("".join(one[start:stop]), kind != "equal"))
        right.append(("".join(other[begin:end]), kind != "equal"))
    return left, right


def _page(document: dict[str, Any]) -> str:
    """The page's HTML, which loads nothing; whatever comes from the set or the knowledge base is escaped."""
    return templates(Path(__file__).parent).get_template(TEMPLATE).render(document, beside=beside)


def listed(curated: Curated) -> Iterator[str]:
    """The lines about a question; none about a healthy one."""
    if not without_healthy(curated):
        return
    yield _line(f"{curated.before.id}: {curated.before.text}")
    for finding in curated.first.findings:
        yield _line(f"  {finding.kind}: {finding.message}")
    for decision in curated.decisions:
        yield _line(f"  {decision.verdict} ({decision.by}): {decision.why}")
    for suggestion in curated.last.suggestions:
        marks = [
            mark for mark, holds in (("safe", suggestion.safe), ("restores", suggestion.restores)) if holds
        ]
        shown = f" [{', '.join(marks)}]" if marks else ""
        yield _line(f"  ? {'; '.join(map(str, suggestion.changes))}{shown}")


def summary(questions: QuestionSet, every: Sequence[Curated]) -> Iterator[str]:
    """How many of each."""
    told = counts(every)
    yield (
        f"{questions.path.name}: {told['questions']} questions, {told['healthy']} healthy,"
        f" {told['open']} with open suggestions"
    )
    for name in ("first", "findings", "decided"):
        if told[name]:
            listed_ = ", ".join(f"{kind} {count}" for kind, count in told[name].items())
            yield f"{_NAMES[name]}: {listed_}"


_NAMES = {"first": "first suggestions", "findings": "findings", "decided": "decided"}


def _line(text: str) -> str:
    return shorten(
        clean(" ".join(text.split())) if not text.startswith("  ") else "  " + clean(" ".join(text.split()))
    )
