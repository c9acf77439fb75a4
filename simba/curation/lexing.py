"""The tokens of a SPARQL query, none left out: what is not told to change stays as it was written.

The terminals are those of SPARQL 1.1's grammar (productions 139 to 170). A name or an IRI within a string or a comment
is part of that token, so that no rewriting can hit it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import regex

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
