"""Whether what is told can have been so in the year that a question says: nobody was in a party founded later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import regex

from simba.answer import Value
from simba.common.vocabulary import entity_id
from simba.kb.facts import Facts, Gatherer, WantedFacts, entity_ids
from simba.query import And, Entity, Form, Hop, Path, Step, expression, path
from simba.russian.text import Span, fold
from simba.stages.attempts import Attempt
from simba.stages.heeding.circumstances import is_said_outright
from simba.stages.idsets import Sets
from simba.stages.lexicon import Words
from simba.stages.links import Candidate
from simba.stages.parse import Parse
from simba.stages.relating import RELATED

BEGAN, ENDED = "P569|P571", "P576"
"""When somebody was born, or something founded; and when that ended."""
CAME = "P577|P1191|P585"
"""When a work came out, or something took place: by that year it is told from its namesakes."""
SLACK = 3
"""Years by which sources differ about when something was made."""


@dataclass(frozen=True, slots=True)
class SaidYear:
    """The only year that a question says, and the words for it."""

    year: int
    words: tuple[str, ...]


def said_year(parse: Parse, candidates: Iterable[Candidate], words: Words) -> SaidYear | None:
    """The year in which a question says that something was so, unless a name has it, or what only tells more of one."""
    question = parse.text
    found = [*words.in_years.finditer(fold(question))]
    if len(found) != 1:
        return None
    start, stop = found[0].span("year")
    if any(one.mention.span.start < stop and start < one.mention.span.stop for one in candidates):
        return None
    if not all(is_said_outright(one, parse) for one in parse.within(Span(start, stop))):
        return None
    return SaidYear(int(found[0]["year"]), (question[start:stop].strip(),))


def not_then(attempt: Attempt, said: SaidYear, sets: Sets, store: Gatherer) -> Attempt:
    """An attempt without the values that were not there in the year that its form passes over; without any where they
    take turns, or where what they are told of was not there.
    """
    if RELATED in attempt.reading.why:
        return _without(attempt, said, ())  # by its kind alone nothing is known to have been so in a year
    step = _step(attempt.form)
    if step is None or str(said.year) in expression(attempt.form):
        return attempt
    source, name = step
    if name in sets.turning | sets.terms:
        return _without(attempt, said, ())
    things = entity_ids(attempt.accepted)
    known = {one: (Hop(Entity(one), path(BEGAN)), Hop(Entity(one), path(ENDED))) for one in (*things, source)}
    facts = store.gather(lambda: WantedFacts([form for forms in known.values() for form in forms]))
    lasting = name in sets.lasting

    def was_there(one: str) -> bool:
        began, ended = (_years(facts, form) for form in known[one])
        return not (began and min(began) > said.year) and not (lasting and ended and max(ended) < said.year)

    if when := sets.made.get(name) or sets.dated.get(name):
        dated = Hop(Entity(source), path(when))
        since = _years(store.gather(lambda: WantedFacts([dated])), dated)
        # Nobody discovers what has been known for decades.
        late = bool(since) and said.year > max(since) + SLACK
        if late or (since and name in sets.dated and said.year < min(since) - SLACK):
            return _without(attempt, said, ())
    if lasting and not was_there(source):
        return _without(attempt, said, ())
    left = [one for one in attempt.accepted if (of := entity_id(one.value)) is None or was_there(of)]
    return attempt if len(left) == len(attempt.accepted) else _without(attempt, said, left)


def year_of(parse: Parse, words: Words) -> tuple[int, Span] | None:
    """The only year that a question says something is of, with its words: "«Левиафан» 2014 года"."""
    found = [*words.of_years.finditer(fold(parse.text))]
    return (int(found[0]["year"]), Span(*found[0].span())) if len(found) == 1 else None


def not_of_year(attempt: Attempt, said: tuple[int, Span], parse: Parse, store: Gatherer) -> Attempt:
    """An attempt without an answer where what it is asked of is named beside a year, and is known to be of another."""
    (year, of), name, source = said, attempt.reading.candidate, attempt.form
    if name is None or not isinstance(source, Hop) or not isinstance(source.source, Entity):
        return attempt
    named = name.mention.span
    between = (
        parse.text[of.stop : named.start] if of.stop <= named.start else parse.text[named.stop : of.start]
    )
    if of.overlaps(named) or any(map(str.isalpha, between)) or str(year) in expression(attempt.form):
        return attempt
    dated = Hop(source.source, path(CAME))
    known = _years(store.gather(lambda: WantedFacts([dated])), dated)
    if not known or str(year) in name.entity.name or min(abs(one - year) for one in known) < SLACK:
        return attempt
    return replace(attempt, accepted=(), overlooked=tuple(parse.text[of.start : of.stop].split()))


def _step(form: Form) -> tuple[str, str] | None:
    """The named thing that a form of one step is about, and its property."""
    for one in form.members if isinstance(form, And) else (form,):
        match one:
            case Hop(Entity(source), Path((Step(name, inverse=False),))):
                return source, name
    return None


def _years(facts: Facts, form: Form) -> list[int]:
    found = (regex.match(r"-?\d+(?=-)", value.value) for value in facts.values(form).values)
    return [int(one[0]) for one in found if one is not None]


def _without(attempt: Attempt, said: SaidYear, left: Sequence[Value]) -> Attempt:
    return replace(attempt, accepted=tuple(left), overlooked=() if left else said.words)
