"""`cached_property` without a lock, as Python 3.12 and later have it.

Before, threads that compute the same property, of whatever object, wait for one another; and a process that forks while
one of them does waits for ever.
"""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property
else:

    class cached_property(functools.cached_property):  # noqa: N801
        """An attribute that is computed when it is first read; two threads may both compute it."""

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            # setdefault: all threads see the value of the first
            return instance.__dict__.setdefault(self.attrname, self.func(instance))


__all__ = ["cached_property"]
