"""Rewriting a query token by token: its prefixes, its IRIs, the order within a triple; the rest stays as written.

The tokens are the terminals of SPARQL 1.1's grammar (productions 139 to 170), none left out. A name or an IRI within a
string or a comment is part of that token, so that no rewriting can hit it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import regex

from simba.evaluation.sparql_reading import PREDECLARED, ReadQuery, read_query

_UNWRITTEN = frozenset({"space", "comment"})


@dataclass(frozen=True, slots=True)
class Prologue:
    """What a query declares: its prefixes with their IRIs, and where its tokens go on."""

    prefixes: Mapping[str, str]
    end: int
    base: str = ""
    """The base, as it is written, by which relative IRIs are read."""


def prologue(some: tuple[SparqlToken, ...]) -> Prologue:
    """The declarations that a query begins with; what is malformed ends them."""
    prefixes: dict[str, str] = {}
    written = [place for place, token in enumerate(some) if token.kind not in _UNWRITTEN]
    end, base = 0, ""
    while written:
        if some[written[0]].upper == "BASE" and len(written) > 1 and some[written[1]].kind == "iri":
            base, taken = some[written[1]].text, 2
        elif some[written[0]].upper == "PREFIX" and len(written) > 2 and some[written[2]].kind == "iri":
            prefixes[some[written[1]].text.removesuffix(":")] = some[written[2]].text[1:-1]
            taken = 3
        else:
            break
        end = written[taken - 1] + 1
        written = written[taken:]
    return Prologue(prefixes, end, base)


def undeclared(query: str) -> dict[str, tuple[str, ...]]:
    """The prefixes that a query uses without declaring them, Wikidata's own apart, each with its local names."""
    some = tokens(query)
    known = {**PREDECLARED, **prologue(some).prefixes}
    found: dict[str, dict[str, None]] = {}
    for token in some[prologue(some).end :]:
        if token.kind == "name":
            prefix, _, local = token.text.partition(":")
            if prefix not in known:
                found.setdefault(prefix, {})[local] = None
    return {prefix: tuple(names) for prefix, names in found.items()}


def with_prefixes(query: str, declared: Mapping[str, str]) -> str:
    """The query with declarations before its own."""
    return "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in declared.items()) + query


def expanded(query: str) -> str:
    """The query with its names written as whole IRIs, so that every server reads it alike, prefixes known or not."""
    some = tokens(query)
    own = prologue(some)
    known = {**PREDECLARED, **own.prefixes}
    kept = f"BASE {own.base}\n" if own.base else ""
    rest = (
        SparqlToken("iri", f"<{iri}>") if (iri := _iri(token, known)) else token for token in some[own.end :]
    )
    return kept + joined(rest).strip()


def parsed(query: str) -> ReadQuery:
    """`read_query` of the query with whole IRIs: rdflib forgets one of two prefixes that have the same IRI.

    Raises `UnreadableQueryError`.
    """
    return read_query(expanded(query))


def replaced(query: str, new: Mapping[str, str], only: Callable[[int], bool] = lambda place: True) -> str:
    """The query with IRIs put in the place of others, written by its own prefixes where it has one for them.

    ``only`` says of which occurrences, by their number from 0 among those that are to be replaced.
    """
    some = tokens(query)
    own = prologue(some)
    known = {**PREDECLARED, **own.prefixes}
    found, result = -1, list(some[: own.end])
    for token in some[own.end :]:
        iri = _iri(token, known)
        if iri in new:
            found += 1
            if only(found):
                token = _written(new[iri or ""], known, like=token)
        result.append(token)
    return joined(result)


def iris(query: str) -> Iterator[str]:
    """The IRIs of a query below its declarations, in order, as often as they occur."""
    some = tokens(query)
    own = prologue(some)
    known = {**PREDECLARED, **own.prefixes}
    yield from (iri for token in some[own.end :] if (iri := _iri(token, known)))


def turned(query: str) -> Iterator[tuple[str, str]]:
    """The query with one property taken the other way round (``^``), for each place; with that property's IRI.

    SPARQL's inverse path asks for the triple with subject and object exchanged, wherever the property stands.
    """
    some = tokens(query)
    own = prologue(some)
    known = {**PREDECLARED, **own.prefixes}
    for place, token in enumerate(some):
        iri = _iri(token, known) if place >= own.end else None
        if iri is None or not iri.startswith(PREDECLARED["wdt"]):
            continue
        before = place - 1
        if before >= 0 and some[before].text == "^":
            yield joined((*some[:before], *some[place:])), iri
        else:
            yield joined((*some[:place], SparqlToken("mark", "^"), *some[place:])), iri


def without_service(query: str, name: str) -> str:
    """The query without its calls of a service, by the IRI of that service."""
    some = list(tokens(query))
    known = {**PREDECLARED, **prologue(tuple(some)).prefixes}
    kept: list[SparqlToken] = []
    place = 0
    while place < len(some):
        end = _call_end(some, place, name, known)
        if end is None:
            kept.append(some[place])
            place += 1
        else:
            place = end
    return joined(kept)


def asks(query: str) -> bool:
    """Whether it is an ASK query."""
    some = tokens(query)
    return next((token.upper for token in some[prologue(some).end :] if token.kind == "word"), "") == "ASK"


def services(query: str) -> bool:
    """Whether a query calls a service of another server, or reads a graph by its address."""
    return any(token.upper in {"SERVICE", "FROM"} for token in tokens(query))


def _call_end(some: list[SparqlToken], place: int, name: str, known: Mapping[str, str]) -> int | None:
    """Where a call of the service ends that begins at a place; None where none does."""
    if some[place].upper != "SERVICE":
        return None
    written = [at for at in range(place + 1, len(some)) if some[at].kind not in _UNWRITTEN]
    if not written or _iri(some[written[0]], known) != name:
        return None
    depth = 0
    for at in written[1:]:
        depth += {"{": 1, "}": -1}.get(some[at].text, 0)
        if depth == 0:
            return at + 1
    return None


def _iri(token: SparqlToken, known: Mapping[str, str]) -> str | None:
    """The IRI that a token names; None where it names none, or by a prefix that is not known."""
    if token.kind == "iri":
        return token.text[1:-1]
    if token.kind != "name":
        return None
    prefix, _, local = token.text.partition(":")
    return known[prefix] + local.replace("\\", "") if prefix in known else None


def _written(iri: str, known: Mapping[str, str], *, like: SparqlToken) -> SparqlToken:
    """An IRI as a token, in the way of the one whose place it takes."""
    if like.kind == "name":
        prefix = like.text.partition(":")[0]
        for name in (prefix, *known):
            local = iri.removeprefix(known[name])
            if len(local) < len(iri) and local.isalnum() and local.isascii():
                return SparqlToken("name", f"{name}:{local}")
    return SparqlToken("iri", f"<{iri}>")


Kind = Literal["space", "comment", "string", "iri", "blank", "name", "variable", "word", "mark"]
_LETTER = r"[\p{L}\p{Nl}]"
_WORD = r"[\p{L}\p{Nl}\p{N}_·\p{M}‿⁀-]"
_LOCAL_ESCAPED = r"(?:%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?#@%])"
_TOKEN = regex.compile(
    rf"""
      (?P<space>\s+)
    | (?P<comment>\#[^\r\n]*)
    | (?P<string>'''(?:'{{0,2}}(?:[^'\\]|\\.))*+'''|\"\"\"(?:"{{0,2}}(?:[^"\\]|\\.))*+\"\"\"
        |'(?:[^'\\\r\n]|\\.)*+'|"(?:[^"\\\r\n]|\\.)*+")
    | (?P<iri><[^<>"{{}}|^`\\\x00-\x20]*>)
    | (?P<variable>[?$](?:{_LETTER}|[0-9_]){_WORD}*)
    | (?P<blank>_:(?:{_LETTER}|[0-9_])(?:(?:{_WORD}|\.)*{_WORD})?)
    | (?P<name>(?:{_LETTER}(?:(?:{_WORD}|\.)*{_WORD})?)?:
        (?:(?:{_LETTER}|[0-9_:]|{_LOCAL_ESCAPED})(?:(?:{_WORD}|[.:]|{_LOCAL_ESCAPED})*(?:{_WORD}|:|{_LOCAL_ESCAPED}))?)?)
    | (?P<word>@?[\p{{L}}_][\p{{L}}\p{{N}}_-]*|[0-9]+(?:\.[0-9]+)?)
    | (?P<mark>.)
    """,
    regex.VERBOSE | regex.DOTALL,
)


@dataclass(frozen=True, slots=True)
class SparqlToken:
    """A piece of a query, as it is written there."""

    kind: Kind
    text: str

    @property
    def upper(self) -> str:
        """A keyword as the grammar writes it; "" of what is none."""
        return self.text.upper() if self.kind == "word" else ""


def tokens(query: str) -> tuple[SparqlToken, ...]:
    """The query's tokens; joined they are the query."""
    return tuple(SparqlToken(match.lastgroup, match[0]) for match in _TOKEN.finditer(query))  # type: ignore[arg-type]


def joined(some: Iterable[SparqlToken]) -> str:
    """The text of tokens."""
    return "".join(token.text for token in some)
