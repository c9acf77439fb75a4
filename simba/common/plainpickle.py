"""Pickles of plain data, which run nothing when they are read, whoever wrote them."""

from __future__ import annotations

import pickle
from typing import Any, BinaryIO


def load(file: BinaryIO) -> Any:
    """The numbers, texts, bytes, lists, tuples or dictionaries that a pickle holds; reads no further than its end.

    Raises `pickle.UnpicklingError` where it names anything else, EOFError at the end of the file, and ValueError and
    others for a damaged pickle.
    """
    return _Unpickler(file).load()


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        """Refuse: what a pickle names is code."""
        raise pickle.UnpicklingError(f"{module}.{name} in a pickle of plain data")
