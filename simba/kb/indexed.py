"""What the label index holds of an entity, and of one of its names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import orjson

from simba.russian.names import short_names

NameKind = Literal["label", "alias", "short"]
HUMAN = "Q5"
MAX_DETAIL = 4
"""Of what has eight direct claims or more."""


def detail_of(claims: int) -> int:
    """How fully an item with so many direct claims is described: twice as many are one more, so that it seldom changes
    when one comes or goes.
    """
    return min(claims.bit_length(), MAX_DETAIL)


@dataclass(frozen=True, slots=True)
class IndexedName:
    """An entity under one of its names, as the index holds it."""

    id: str
    """Its identifier: "Q42"."""
    name: str
    kind: NameKind
    """The label, an alias, or a short form of a person's label."""
    sitelinks: int
    """Pages of Wikimedia's wikis about it, by which the best known is told."""
    classes: tuple[str, ...]
    """Identifiers of what it is an instance of (P31)."""
    description: str
    """In the first of the knowledge base's languages that has one; else empty."""
    key: str
    """The exact key of the name."""
    label: str = ""
    """The entity's label, whatever the name; empty where that is not known."""
    detail: int = 0
    """How fully it is described, up to `MAX_DETAIL`; 0 where that is not known."""


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """What the builder gathers about an entity; names are label first."""

    id: str
    label: str | None
    aliases: tuple[str, ...]
    sitelinks: int
    classes: tuple[str, ...]
    description: str = ""
    detail: int = 0

    @property
    def order(self) -> tuple[int, str]:
        """By which the index's entities ascend: the best known first."""
        return -self.sitelinks, self.id

    @property
    def has_names(self) -> bool:
        """Whether it has any; what has none is not in an index."""
        return bool(self.label or self.aliases)

    def names(self) -> list[tuple[str, NameKind]]:
        """The different names; a place's second half is a number in this list."""
        names: dict[str, NameKind] = {self.label: "label"} if self.label else {}
        for alias in self.aliases:
            names.setdefault(alias, "alias")
        if self.label and HUMAN in self.classes:
            for name in short_names(self.label):
                names.setdefault(name, "short")
        return list(names.items())

    def to_bytes(self) -> bytes:
        """The entity as the index's entries have it."""
        fields = (
            self.id,
            self.label,
            self.aliases,
            self.sitelinks,
            self.classes,
            self.description,
            self.detail,
        )
        return memoryview(orjson.dumps(fields)).tobytes()  # what orjson returns holds on to kilobytes

    @classmethod
    def from_bytes(cls, content: bytes | memoryview) -> IndexEntry:
        """What `to_bytes` gave."""
        identifier, label, aliases, sitelinks, classes, *told = orjson.loads(content)
        return cls(identifier, label, tuple(aliases), sitelinks, tuple(classes), *told)
