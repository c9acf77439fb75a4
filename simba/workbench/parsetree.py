"""Python's own parse of a regular expression, for what is told of patterns in words and samples."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

with warnings.catch_warnings():  # public as sre_parse until Python 3.11
    warnings.simplefilter("ignore", DeprecationWarning)
    try:
        import re._parser as sre  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        import sre_parse as sre  # type: ignore[no-redef, unused-ignore]


def parse_tree(pattern: str) -> Iterable[Any]:
    """A pattern as (operator, argument) pairs; raises ``re.error`` and others where Python has no such construct."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree: Iterable[Any] = sre.parse(pattern.replace("?P<gap>", ""))  # `re` refuses a name used twice
    return tree
