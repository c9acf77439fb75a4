"""What is wrong with a text that is no YAML, said to people who write rules and not YAML."""

from __future__ import annotations

from typing import Any, NamedTuple

import regex
import yaml

from simba.russian.letters import sign_name

_INDENT = "check the spaces before this line: '- property' has none, the other keys have 2, items 4"
_QUOTES = "put the whole text into 'single quotes'"


class Advice(NamedTuple):
    """What to tell, and the line and column from 1."""

    message: str
    line: int | None = None
    column: int | None = None


def explain(text: str, error: Exception) -> Advice:
    """The message for an error of the YAML parser, at the place where its cause is."""
    if isinstance(error, yaml.reader.ReaderError):
        return _unreadable(text, error)
    mark: Any = getattr(error, "problem_mark", None)
    said = getattr(error, "problem", None) or " ".join(str(error).split())
    if mark is None:
        return Advice(f"not valid YAML: {said}")
    cause: Any = getattr(error, "context_mark", None) or mark
    lines = text.split("\n")
    advice, at_cause = _advice(said, str(getattr(error, "context", "")), _rest(lines, cause), lines, mark)
    place = cause if at_cause else mark
    return Advice(
        f"not valid YAML: {said}" + (f"; {advice}" if advice else ""), place.line + 1, place.column + 1
    )


def _unreadable(text: str, error: Exception) -> Advice:
    match = yaml.reader.Reader.NON_PRINTABLE.search(text)
    if match is None:
        return Advice(f"not valid YAML: {' '.join(str(error).split())}")
    before = text[: match.start()]
    line, column = before.count("\n") + 1, match.start() - before.rfind("\n")
    return Advice(f"not valid YAML: {sign_name(match[0])} is not allowed; delete it", line, column)


def _advice(said: str, context: str, cause: str, lines: list[str], mark: Any) -> tuple[str, bool]:
    """What to do, and whether to point to where the parser began to read what went wrong (``cause``)."""
    rest = _rest(lines, mark)
    before = lines[mark.line][: mark.column] if mark.line < len(lines) else ""
    if rest.startswith("\t") or "tab character" in said:
        return "indent with spaces, not tabs", False
    if rest[:1].isspace() and rest[:1] != " ":
        return f"{sign_name(rest[0])} is no space to YAML; indent with plain spaces", False
    if "unknown escape" in said:
        return "a \\ means something else in double quotes; use 'single quotes'", False
    if "quoted scalar" in context:
        return "the quote that opens here is not closed; write the same quote at the end of the text", True
    if "cannot start any token" in said or regex.search("an? (alias|anchor|tag|block scalar)", context):
        return f"{cause[:1]!r} has a meaning at the start; {_QUOTES}", True
    if "expected ':'" in said:
        return _no_colon(cause), True
    if "flow sequence" in context or "flow mapping" in context:
        return f"the {cause[:1]} that opens here is not closed; close it, or {_QUOTES}", True
    if "mapping values are not allowed" in said:
        return (f"{_QUOTES}: it has ': '" if ": " in before else _INDENT), False
    if "expected '-'" in said or "expected key" in said or "expected <block end>" in said:
        return (_QUOTES if before.strip() else _INDENT), False
    return "", False


def _no_colon(cause: str) -> str:
    if cause[:1] in "'\"":
        return "the quote that opens here is not closed; write the same quote at the end of the text"
    if cause[:1] == "-":
        return "put a space after the hyphen"
    if cause[:1] in "–—":
        return "begin an item with a hyphen and a space: '- '"
    if cause.startswith("<<<<<<<"):
        return "two versions were not merged; keep one of them, without the lines of <, = and >"
    return "put a space after the colon" if ":" in cause else "write a colon after the key"


def _rest(lines: list[str], mark: Any) -> str:
    return lines[mark.line][mark.column :] if mark.line < len(lines) else ""
