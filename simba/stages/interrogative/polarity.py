"""Whether a question wants a yes or no: "Правда ли, что ...", "Пушкин родился в Москве?"."""

from __future__ import annotations

from collections.abc import Sequence

from simba.russian.text import Span
from simba.stages.lexicon import Words
from simba.stages.parse import ROOT, Parse, Token


def is_polar(parse: Parse, removed: Sequence[Span], words: Words, *, asks: bool) -> bool:
    """A question with "ли" outside its request, or with a finite verb, a question mark, and no interrogative."""
    if any(
        token.folded in words.polar
        and not token.text.istitle()  # "Роберт Ли"
        and not any(span.overlaps(token.span) for span in (*removed, *parse.quotes))
        for token in parse.tokens
    ):
        return True
    marked = parse.folded.rstrip().endswith("?")
    return (
        not asks
        and marked
        and any(_is_predicate(parse, token, words.either) for token in _roots(parse))
        and not any(_is_offered(parse, token, words.either) for token in parse.tokens)
    )


def _is_offered(parse: Parse, token: Token, either: frozenset[str]) -> bool:
    """Whether "или" joins a name to the one that the question is about: "Бах или Гендель родился раньше?"."""
    return (
        token.relation == "conj"
        and token.pos == "PROPN"
        and parse.tokens[token.head].relation.startswith("nsubj")
        and any(parse.tokens[kid].folded in either for kid in parse.children[token.index])
    )


def _roots(parse: Parse) -> Sequence[Token]:
    """The roots of the tree; all tokens where a parser's tree is but a cycle."""
    return [token for token in parse.tokens if token.head == ROOT] or parse.tokens


def _is_predicate(parse: Parse, root: Token, either: frozenset[str]) -> bool:
    """Whether the root says something of a subject: a finite verb, a short form, what somebody "was"."""
    copulas = (parse.tokens[kid] for kid in parse.children[root.index] if parse.tokens[kid].relation == "cop")
    verb = root if root.pos == "VERB" else next(copulas, None)
    if verb is not None and verb.features.get("VerbForm") == "Fin":
        return True
    short = root.pos in {"ADV", "ADJ"} or root.features.get("Variant") == "Short"  # "родом", "основан"
    subject = any(parse.tokens[kid].relation.startswith("nsubj") for kid in parse.children[root.index])
    return short and subject and not any(token.folded in either for token in parse.tokens)
