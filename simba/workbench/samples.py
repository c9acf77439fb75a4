"""Texts that a pattern matches, one of each shape: with them one pattern is compared with another."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from itertools import product
from typing import Any

with warnings.catch_warnings():  # public as sre_parse until Python 3.11
    warnings.simplefilter("ignore", DeprecationWarning)
    try:
        import re._parser as sre  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        import sre_parse as sre  # type: ignore[no-redef, unused-ignore]


ANY = "ъ"
"""Stands for any letter; no word holds two of it in a row."""
_LONG = 4
"""How often what repeats without bound is repeated."""


class _UnknownError(Exception):
    """The pattern has a construct whose texts cannot be listed, or too many of them."""


def samples(pattern: str, limit: int = 400) -> frozenset[str] | None:
    """A text of every shape that the pattern matches: each alternative, what is optional with and without, and what
    repeats as seldom and as often as it may.

    None where there are more than ``limit``, or where what a part matches depends on what stands around it.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = sre.parse(pattern.replace("?P<gap>", ""))  # `re` refuses a name used twice
    except Exception:  # a construct that only the `regex` package knows
        return None
    try:
        return frozenset(_sequence(tree, limit))
    except _UnknownError:
        return None


def _sequence(tree: Iterable[Any], limit: int) -> list[str]:
    texts = [""]
    for operator, argument in tree:
        ends = _texts(str(operator), argument, limit)
        if len(texts) * len(ends) > limit:
            raise _UnknownError
        texts = [start + end for start, end in product(texts, ends)]
    return texts


def _texts(operator: str, argument: Any, limit: int) -> list[str]:
    if operator == "LITERAL":
        return [chr(argument)]
    if operator == "IN":
        return _members(argument)
    if operator == "SUBPATTERN":
        return _sequence(argument[-1], limit)
    if operator == "BRANCH":
        return list(dict.fromkeys(text for branch in argument[1] for text in _sequence(branch, limit)))
    if operator in {"MAX_REPEAT", "MIN_REPEAT"}:
        least, most, inside = argument
        texts = _sequence(inside, limit)
        most = max(least, min(int(most), _LONG))
        if most > 1 and len(texts) > _LONG:
            raise _UnknownError
        found = []
        for times in dict.fromkeys((least, min(1, most) if least == 0 else least, most)):
            if len(texts) ** times > limit:
                raise _UnknownError
            found += ["".join(chosen) for chosen in product(texts, repeat=times)]
        return list(dict.fromkeys(found))
    raise _UnknownError


def _members(argument: Any) -> list[str]:
    members = []
    for operator, value in argument:
        name = str(operator)
        if name == "LITERAL":
            members.append(chr(value))
        elif name == "RANGE":
            members += [chr(value[0]), chr(value[1])]
        elif name == "CATEGORY" and str(value) in {"CATEGORY_WORD", "CATEGORY_DIGIT", "CATEGORY_NOT_WORD"}:
            members.append(
                {"CATEGORY_WORD": ANY, "CATEGORY_DIGIT": "7", "CATEGORY_NOT_WORD": " "}[str(value)]
            )
        else:
            raise _UnknownError
    return members
