"""Trees that remember their hash: forms are looked up again and again, and a hash walks the whole of one."""

from __future__ import annotations

from typing import Any, TypeVar

One = TypeVar("One", bound="Hashed")


class Hashed:
    """What `hashed_once` needs a place in."""

    __slots__ = ("_hash",)
    _hash: int


def hashed_once(kind: type[One]) -> type[One]:
    """Let the objects of a class that never change work out their hash once."""
    work_out: Any = kind.__hash__

    def remembered(self: One) -> int:
        try:
            return self._hash
        except AttributeError:
            found: int = work_out(self)
            object.__setattr__(self, "_hash", found)
            return found

    kind.__hash__ = remembered  # type: ignore[method-assign, assignment]
    return kind
