"""What a curator may do to a question: suggestions with their reasons, and findings that are only told."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Literal

from simba.curation.asking import Results

Kind = Literal[
    "prefix", "predicate", "entity", "permuted", "answers", "metadata", "keywords", "spelling", "duplicate"
]
"""In the order of QUANT (Gusmita et al. 2019), whose permutation of triples is the fourth."""
KINDS: tuple[Kind, ...] = Kind.__args__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is put in the place of another, and why."""

    kind: Kind
    old: str
    new: str
    why: str

    def __str__(self) -> str:
        return (
            f"{self.kind}: {self.old} → {self.new} ({self.why})" if self.old else f"{self.kind}: {self.why}"
        )


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A new value for one field of a question; nothing is changed before someone says yes."""

    field: str
    """"query", "answers", "text", "keywords", "duplicate" or the name of a field of metadata."""
    value: Any
    """The field's new value, in plain data."""
    changes: tuple[Change, ...]
    safe: bool = False
    """Whether it is certain: prefixes, redirects, and metadata that the query itself tells."""
    results: Results | None = None
    """What the new query returns, of a query."""
    restores: bool = False
    """Whether that is what the set says."""

    @property
    def kind(self) -> Kind:
        """The kind of its first change."""
        return self.changes[0].kind

    @property
    def key(self) -> str:
        """What tells it from other suggestions for the same question, at every run."""
        told = json.dumps([self.field, self.value], ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Defect:
    """What is wrong and cannot be mended by a suggestion."""

    kind: str
    """"unreadable", "failed", "predicate missing", "entity missing", "prefix missing", "no query" or "malformed"."""
    message: str
