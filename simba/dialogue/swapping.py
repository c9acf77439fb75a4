"""Contrast: "а в Италии?", "а Лермонтов?", "а в 1990 году?" put a part of the same kind into the earlier question."""

from __future__ import annotations

import re
from collections.abc import Collection

from simba.context import Context, Naming
from simba.dialogue.editing import Edit, WholeQuestion, agreed, as_question, edited, verb_of, without_end
from simba.dialogue.heard import Heard
from simba.dialogue.pronouns import CASES
from simba.dialogue.referents import described
from simba.dialogue.words import DialogueWords
from simba.kb.facts import FactStore
from simba.russian.text import Span
from simba.stages.linking import Candidate
from simba.stages.parse import Parse, Token

YEAR = re.compile(r"(?<!\d)\d{3,4}(?!\d)")
MAX_SWAPPED = 3
"""Parts that a fragment may stand for; of more, none is told."""


def another_year(
    follow: Heard, earlier: Heard, context: Context, words: DialogueWords
) -> WholeQuestion | None:
    """The earlier question about another year; where it had none, about this one."""
    said = [token for token in follow.parse.tokens if token.is_word and token.pos != "ADP"]
    years = [token for token in said if YEAR.match(token.folded)]
    if len(years) != 1 or any(token.lemma not in words.years for token in said if token is not years[0]):
        return None
    year = YEAR.match(years[0].folded)
    assert year is not None  # it was found above
    parse = earlier.parse
    places = list(YEAR.finditer(parse.text))
    if len(places) > 1:
        return None
    if places:
        edit = Edit(Span(*places[0].span()), year[0])
    else:
        edit = Edit(Span(end := without_end(parse), end), f" {_said(follow.parse)}")
    kept = tuple(one for one in context.names if not YEAR.search(one.text))
    return WholeQuestion(as_question(edited(parse.text, [edit])), kept)


def another_name(
    follow: Heard, earlier: Heard, context: Context, store: FactStore
) -> tuple[WholeQuestion, ...]:
    """The earlier question about another entity, for each part of it that is of the same kind as the new one."""
    candidates = _named(follow)
    if not candidates:
        return ()
    classes = {
        one.entity: one.classes
        for one in described(dict.fromkeys((n.entity for n in context.names), False), store)
    }
    found = []
    for name in context.names:
        one = _alike(candidates, classes.get(name.entity, frozenset()))
        if one is not None and one.entity.id != name.entity:
            found.append((name, one))
    if not found and len(context.names) == 1 and candidates[0].entity.id != context.names[0].entity:
        found = [(context.names[0], candidates[0])]
    made = (_swapped(follow, earlier, context, name, one, store) for name, one in found[:MAX_SWAPPED])
    return tuple(one for one in made if one is not None)


def _named(follow: Heard) -> list[Candidate]:
    """What the fragment names if it is nothing but a name, with a preposition or a noun that says what it is."""
    content = follow.content
    return [
        one
        for one in follow.reasoning.candidates
        if all(one.mention.span.overlaps(token.span) or token is one.class_noun for token in content)
    ]


def _alike(candidates: list[Candidate], classes: Collection[str]) -> Candidate | None:
    """The best candidate that is of the same class as what it stands for."""
    return next((one for one in candidates if not set(classes).isdisjoint(one.entity.classes)), None)


def _swapped(
    follow: Heard, earlier: Heard, context: Context, name: Naming, one: Candidate, store: FactStore
) -> WholeQuestion | None:
    parse = earlier.parse
    start = parse.text.find(name.text)
    inside = [token for token in parse.within(Span(start, start + len(name.text))) if token.is_word]
    new = described({one.entity.id: False}, store)
    if start < 0 or not inside or not new:
        return None
    span = Span(inside[0].span.start, inside[-1].span.stop)
    before = parse.tokens[inside[0].index - 1] if inside[0].index else None
    own = next((token for token in follow.parse.tokens if token.pos == "ADP"), None)
    case = CASES.get(_head(parse, inside).features.get("Case"), "nomn")
    edits: list[Edit]
    if own is not None and before is not None and before.pos == "ADP":
        text, known = _said(follow.parse), one.mention.text
        edits = [Edit(Span(before.span.start, span.stop), text)]
    else:
        text, known = new[0].text(case)
        edits = [Edit(span, text)]
    if case == "nomn":
        edits += agreed(verb_of(parse, _head(parse, inside)), new[0].agrees)
    names = (*(other for other in context.names if other is not name), Naming(known, one.entity.id))
    return WholeQuestion(as_question(edited(parse.text, edits)), names)


def _head(parse: Parse, inside: list[Token]) -> Token:
    """The word of a name that the others depend on."""
    indices = {token.index for token in inside}
    return next((token for token in inside if token.head not in indices), inside[0])


def _said(parse: Parse) -> str:
    return parse.text[: without_end(parse)].strip()
