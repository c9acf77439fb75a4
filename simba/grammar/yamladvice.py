"""What is wrong with a text that is no YAML, said to people who write rules and not YAML."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import regex
import yaml

from simba.errors import Problem
from simba.russian.letters import sign_name

_INDENT = "проверьте пробелы перед этой строкой: у «- property» их нет, у остальных ключей 2, у пунктов 4"
_QUOTES = "возьмите весь текст в 'одинарные кавычки'"
_UNCLOSED = "кавычка, которая здесь открывается, не закрыта; поставьте такую же в конце текста"
_NOT_YAML = "непонятный YAML"
TOO_DEEP = "слишком много списков в списках", "вид файла правил — в docs/rules.ru.md"
"""What is wrong with lists within one another without end, and what to do."""


def explain(path: Path, text: str, error: Exception) -> Problem:
    """The problem that an error of the YAML parser tells of, at the place where its cause is."""
    if isinstance(error, yaml.reader.ReaderError):
        return _unreadable(path, text, error)
    mark: Any = getattr(error, "problem_mark", None)
    said = getattr(error, "problem", None) or " ".join(str(error).split())
    if mark is None:
        return Problem(path, f"{_NOT_YAML}: {said}")
    if "maximum nesting depth" in said:  # PyYAML 6.0.4 on: its own limit, met before ours
        return Problem(path, TOO_DEEP[0], mark.line + 1, mark.column + 1, TOO_DEEP[1])
    cause: Any = getattr(error, "context_mark", None) or mark
    lines = text.split("\n")
    advice, at_cause = _advice(said, str(getattr(error, "context", "")), _rest(lines, cause), lines, mark)
    place = cause if at_cause else mark
    message = _NOT_YAML if advice else f"{_NOT_YAML}: {said}"
    return Problem(path, message, place.line + 1, place.column + 1, advice)


def _unreadable(path: Path, text: str, error: Exception) -> Problem:
    match = yaml.reader.Reader.NON_PRINTABLE.search(text)
    if match is None:
        return Problem(path, f"{_NOT_YAML}: {' '.join(str(error).split())}")
    before = text[: match.start()]
    line, column = before.count("\n") + 1, match.start() - before.rfind("\n")
    return Problem(path, f"{_NOT_YAML}: {sign_name(match[0])} не допускается", line, column, "удалите его")


def _advice(said: str, context: str, cause: str, lines: list[str], mark: Any) -> tuple[str, bool]:
    """What to do, and whether to point to where the parser began to read what went wrong (``cause``)."""
    rest = _rest(lines, mark)
    before = lines[mark.line][: mark.column] if mark.line < len(lines) else ""
    if rest.startswith("\t") or "tab character" in said:
        return "отступы делайте пробелами, а не табуляцией", False
    if rest[:1].isspace() and rest[:1] != " ":
        return f"для YAML {sign_name(rest[0])} — не пробел; отступы делайте обычными пробелами", False
    if "unknown escape" in said:
        return "в двойных кавычках \\ значит другое; возьмите 'одинарные кавычки'", False
    if "quoted scalar" in context:
        return _UNCLOSED, True
    if "cannot start any token" in said or regex.search("an? (alias|anchor|tag|block scalar)", context):
        return f"{cause[:1]} в начале текста имеет особый смысл; {_QUOTES}", True
    if "constructor for the tag" in said:
        return "метки вида !имя не поддерживаются; удалите её", False
    if "expected ':'" in said:
        return _no_colon(cause), True
    if "flow sequence" in context or "flow mapping" in context:
        return f"скобка {cause[:1]}, которая здесь открывается, не закрыта; закройте её или {_QUOTES}", True
    if "mapping values are not allowed" in said:
        return (f"{_QUOTES}: в нём есть «: »" if ": " in before else _INDENT), False
    if "expected '-'" in said or "expected key" in said or "expected <block end>" in said:
        return (_QUOTES if before.strip() else _INDENT), False
    return "", False


def _no_colon(cause: str) -> str:
    if cause[:1] in "'\"":
        return _UNCLOSED
    if cause[:1] == "-":
        return "поставьте пробел после дефиса"
    if cause[:1] in "–—":
        return "начните пункт дефисом и пробелом: «- »"
    if cause.startswith("<<<<<<<"):
        return "две версии файла не объединены; оставьте одну, без строк из <, = и >"
    return "поставьте пробел после двоеточия" if ":" in cause else "поставьте двоеточие после ключа"


def _rest(lines: list[str], mark: Any) -> str:
    return lines[mark.line][mark.column :] if mark.line < len(lines) else ""
