"""Contrast: "а в Италии?", "а Лермонтов?", "а в 1990 году?" put a part of the same kind into the earlier question."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from simba.context import Context, Naming
from simba.dialogue.confirming import head_of, named_parts
from simba.dialogue.editing import (
    ENDS,
    Edit,
    WholeQuestion,
    agreed,
    agreement_of,
    edited,
    place_of,
    predicate,
    rewritten,
    verb_of,
    without_end,
)
from simba.dialogue.heard import Heard
from simba.dialogue.referents import described
from simba.dialogue.words import DialogueWords
from simba.kb.facts import FactStore
from simba.kb.indexed import HUMAN
from simba.russian.morphology import inflections
from simba.russian.text import Span, fold
from simba.stages.links import Candidate
from simba.stages.parse import ROOT, Parse

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
    return rewritten(parse.text, [edit], kept)


def another_verb(follow: Heard, earlier: Heard, context: Context) -> WholeQuestion | None:
    """The same asked of another deed: "Где родился Пушкин?", "А умер?"."""
    said, before = follow.content, predicate(earlier.parse)
    if len(said) != 1 or before is None or not agreement_of(said[0]):
        return None
    return rewritten(earlier.parse.text, [Edit(before.span, said[0].text)], context.names)


def another_phrase(follow: Heard, earlier: Heard, context: Context) -> WholeQuestion | None:
    """What belongs to another name instead: "Где родился автор «Мцыри»?", "А автор «Евгения Онегина»?"."""
    parse = earlier.parse
    named = bool(follow.own or follow.parse.quotes)
    if not named or any(one.pos in {"VERB", "AUX"} for one in follow.content):
        return None
    head = next((one for one in follow.content if one.head == ROOT and one.pos == "NOUN"), None)
    same = next((one for one in parse.tokens if head is not None and one.lemma == head.lemma), None)
    if head is None or same is None or parse.quotes_hold(same.span):
        return None
    stops = [one.span.stop for one in named_parts(parse, context) if one.span.stop > same.span.stop]
    if not stops:
        return None
    case = same.case
    form = next(iter(inflections(head.text, {case}, "NOUN")), head.text) if case != "nomn" else head.text
    said = edited(follow.parse.text, [Edit(head.span, form)])[head.span.start :].rstrip(f"{ENDS}\n\t")
    kept = tuple(one for one in context.names if one.text in parse.text[: same.span.start])
    return rewritten(parse.text, [Edit(Span(same.span.start, max(stops)), said)], kept)


def another_name(
    follow: Heard, earlier: Heard, context: Context, store: FactStore
) -> tuple[WholeQuestion, ...]:
    """The earlier question about another entity, for each part of it that is of the same kind as the new one.

    It may ask otherwise, too: "Где родился Пушкин?", "А когда Лермонтов?".
    """
    candidates = _named(follow)
    if not candidates:
        return ()
    classes = {
        one.entity: one.classes
        for one in described(dict.fromkeys((n.entity for n in context.names), False), store)
    }
    own = any(token.pos == "ADP" for token in follow.parse.tokens)
    adverbial = [one.name for one in named_parts(earlier.parse, context) if one.adverbial]
    places = [name for name in context.names if name in adverbial] if own and follow.asking is None else []
    found = []
    for name in places or context.names:
        one = _alike(candidates, classes.get(name.entity, frozenset()))
        if one is not None and one.entity.id != name.entity:
            found.append((name, one))
    if not found and follow.asking is None:
        person = HUMAN in candidates[0].entity.classes
        others = [
            one
            for one in places or _in_case_of(follow, earlier, context)
            if not classes.get(one.entity) or (HUMAN in classes[one.entity]) == person
        ]
        if len(others) == 1 and candidates[0].entity.id != others[0].entity:
            found = [(others[0], candidates[0])]
    made = (_swapped(follow, earlier, context, name, one, store) for name, one in found[:MAX_SWAPPED])
    return tuple(one for one in made if one is not None)


def _in_case_of(follow: Heard, earlier: Heard, context: Context) -> Sequence[Naming]:
    """The names that stand in the case of the fragment's, where there are several."""
    if len(context.names) < 2:
        return context.names
    case = head_of(follow.content).features.get("Case")
    return [part.name for part in named_parts(earlier.parse, context) if part.name and part.case == case]


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
    place = place_of(name, parse)
    new = described({one.entity.id: False}, store)
    if place is None or not new:
        return None
    _, inside = place
    span = Span(inside[0].span.start, inside[-1].span.stop)
    before = parse.tokens[inside[0].index - 1] if inside[0].index else None
    own = next((token for token in follow.parse.tokens if token.pos == "ADP"), None)
    case = head_of(inside).case
    edits: list[Edit]
    if own is not None and before is not None and before.pos == "ADP":
        text, known = _said(follow.parse), one.mention.text
        edits = [Edit(Span(before.span.start, span.stop), text)]
    else:
        text, known = new[0].text(case)
        edits = [Edit(span, text)]
    if follow.asking is not None and (asked := earlier.asking) is not None:
        said = follow.parse.text[follow.asking.start : follow.asking.stop]
        if not fold(parse.text[asked.start : asked.stop]).startswith(fold(said)):
            edits.append(Edit(asked, said))
    if case == "nomn":
        edits += agreed(verb_of(parse, head_of(inside)), new[0].agrees)
    names = (*(other for other in context.names if other is not name), Naming(known, one.entity.id))
    return rewritten(parse.text, edits, names)


def _said(parse: Parse) -> str:
    return parse.text[: without_end(parse)].strip()
