"""When Python looks for garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

YOUNG = 10_000
"""Objects made, beyond those given up again, after which the collector looks for garbage. A question makes some
thousands, hardly one of which only the collector could free; by Python's 700 it looked through them many times over."""


@contextmanager
def lasting() -> Iterator[None]:
    """Make in the ``with`` block what stays for good.

    The collector rests meanwhile, which saves a third of the time, and need not look through it ever after; only
    the first time in a process, for what is frozen is never freed, even if it was opened to be closed again.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
        _freeze_once()
        young, *older = gc.get_threshold()
        if young:  # 0: somebody does without a collector
            gc.set_threshold(max(young, YOUNG), *older)
    finally:
        if was_on:
            gc.enable()


@lru_cache(maxsize=1)
def _freeze_once() -> None:
    if not gc.get_freeze_count():  # counts all that is frozen, one by one
        gc.freeze()
