"""What is wrong with the content of a file, as pydantic finds it, said to people who write rules and not Python."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

import regex
from pydantic import TypeAdapter

NO_LIST = "здесь нужен список: каждый пункт на своей строке после «- »"
_PAIRS = "здесь нужны строки вида «ключ: значение»"
_SAID = {
    "extra_forbidden": "такого ключа здесь нет",
    "missing": "этот ключ обязателен",
    "list_type": NO_LIST,
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type", "mapping_type"), _PAIRS),
    "too_short": "нужен хотя бы один пункт",
    **dict.fromkeys(("int_parsing", "int_from_float", "int_type"), "здесь нужно целое число"),
    **dict.fromkeys(("float_parsing", "float_type"), "здесь нужно число"),
    **dict.fromkeys(("set_type", "frozen_set_type"), NO_LIST),
}


_FEW = 20
"""Keys that are listed where none looks like the one that is written."""


class Said(NamedTuple):
    """What is wrong, and what to do about it where that can be told."""

    message: str
    advice: str = ""


def said(error: Any, adapter: TypeAdapter[Any]) -> Said:
    """One of the errors of a pydantic `ValidationError`, in plain Russian."""
    kind, given, key = error["type"], error["input"], error["loc"][-1] if error["loc"] else ""
    context = error.get("ctx", {})
    if kind == "extra_forbidden":
        keys = dict.fromkeys(_keys(adapter))
        listed = f"здесь бывают {', '.join(keys)}" if len(keys) <= _FEW else ""
        return Said(_SAID[kind], _nearest(str(key), list(keys)) or listed)
    if key == "property" and kind in {"string_type", "string_pattern_mismatch"}:
        number = regex.fullmatch(r"[PpРр]?([1-9]\d{0,9})", str(given))
        cyrillic = ", а Р здесь русская" if str(given)[:1] in {"Р", "р"} else ""
        like = f"P{number[1]}" if number else "его так: P36"
        return Said(f"свойство — это латинская P и номер{cyrillic}", f"напишите {like}")
    if kind == "string_pattern_mismatch" and "P[" in context.get("pattern", ""):
        return Said("свойство — это латинская P и номер", "напишите его так: P36, в обратную сторону ^P36")
    if kind == "string_pattern_mismatch":
        return Said("класс пишется своим номером", "напишите его так: Q5")
    if kind == "string_type":
        return (
            Said("здесь пусто", "удалите пункт")
            if given is None
            else Said("здесь нужен текст", "поставьте кавычки")
        )
    if kind == "string_too_short":
        return Said("здесь пусто", "напишите что-нибудь")
    if kind == "list_type" and isinstance(given, str) and given.startswith("-"):
        return Said("здесь нужен список", "поставьте пробел после каждого дефиса")
    if (
        kind in {"list_type", "set_type", "frozen_set_type"}
        and isinstance(given, str)
        and regex.fullmatch(r"\w+", given)
    ):
        return Said(NO_LIST, f"или в скобках: [{given}]")
    if kind == "literal_error":
        allowed = [str(word) for word in regex.findall("'([^']*)'", context["expected"])]
        near = _nearest(str(given), allowed)
        return Said(f"здесь может стоять только {', '.join(allowed)}", f"напишите {near}" if near else "")
    if kind in {"greater_than_equal", "less_than_equal"}:
        bound = f"не меньше {context['ge']}" if kind == "greater_than_equal" else f"не больше {context['le']}"
        return Said(f"это число должно быть {bound}")
    return Said(_SAID.get(kind, error["msg"].removeprefix("Value error, ")))


def location_name(location: Sequence[int | str]) -> str:
    """A part of a file as people call it: keys, and items by their number from 1."""
    return ": ".join(part if isinstance(part, str) else f"пункт {part + 1}" for part in location) or "файл"


def _keys(adapter: TypeAdapter[Any]) -> list[str]:
    schema = adapter.json_schema()
    parts = [schema, *schema.get("$defs", {}).values()]
    return [name for part in parts for name in part.get("properties", ())]


def _nearest(word: str, known: Sequence[str]) -> str:
    """The known word that looks most like another, if any does."""
    return next(iter(get_close_matches(word, known, 1)), "")
