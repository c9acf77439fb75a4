"""Whose a quoted work is said to be: "«Парус» Пушкина" is another's, and when it was written asks nothing of him."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from simba.kb.facts import Gatherer, WantedFacts, entity_ids
from simba.kb.indexed import HUMAN
from simba.query import Entity, Hop, entities, path
from simba.russian.names import words_of
from simba.russian.text import Span
from simba.stages.attempts import Attempt
from simba.stages.links import Candidate
from simba.stages.parse import Parse, Token

FEW = 3
"""Works found that are looked at."""
SHARED = 4
"""Letters by which a name in any case is known again."""


@dataclass(frozen=True, slots=True)
class Owned:
    """A quoted title, and the name in the genitive right beside it."""

    title: Span
    name: tuple[Token, ...]

    @property
    def span(self) -> Span:
        """The name."""
        return Span(self.name[0].span.start, self.name[-1].span.stop)


def owned(parse: Parse) -> list[Owned]:
    """The quoted titles beside which the question says whose they are."""
    return [Owned(title, name) for title in parse.quotes for name in _beside(parse.tokens, title) if name]


def _beside(tokens: Sequence[Token], title: Span) -> Iterator[tuple[Token, ...]]:
    after = [token for token in tokens if token.span.start >= title.stop][1:]
    before = [token for token in tokens if token.span.stop <= title.start][:-1]
    if not before or before[-1].features.get("Animacy") != "Anim":
        yield _name(after)  # but "автора «Троицы» Рублёва" has him for the author
    yield _name(before[::-1])[::-1]


def _name(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The capitalised words in the genitive from the first token on."""
    found: list[Token] = []
    for token in tokens:
        if not token.text[:1].isupper() or token.features.get("Case") != "Gen":
            break
        found.append(token)
    return tuple(found)


def of_another(
    attempt: Attempt,
    said: Sequence[Owned],
    candidates: Sequence[Candidate],
    makers: Set[str],
    store: Gatherer,
) -> tuple[str, ...]:
    """The words that an attempt passes over: a title, where it asks of whom that is, or whose a title is said to be;
    ``makers``: the properties by each of which a work is its maker's, and no other's.
    """
    start, reading = attempt.reading.candidate, attempt.reading
    for one in said:
        names = [word for token in one.name for word in token.text.split()]
        if start is not None and one.span.covers(start.mention.span):
            left = words_of(" ".join(reading.unexplained))
            if any(word in left for word in _titled(one, candidates)):
                return tuple(reading.unexplained)
            continue
        of_form = set(entities(attempt.form))
        if any(one.span.covers(c.mention.span) and c.entity.id in of_form for c in candidates):
            continue  # it is heeded: "кто сыграл в «Чужих» Рипли"
        works = {c.entity.id for c in candidates if c.mention.span == one.title and c.entity.id in of_form}
        if len(works) == 1 and _is_anothers(Entity(works.pop()), one.name, candidates, makers, store):
            return tuple(names)
    return ()


def of_the_asked(
    attempt: Attempt,
    parse: Parse,
    noun: Token,
    candidates: Sequence[Candidate],
    makers: Set[str],
    store: Gatherer,
) -> tuple[str, ...]:
    """Whose the asked work is, right behind its noun, where an attempt leaves that out and finds another's: "какая
    опера Штрауса написана на либретто X" asks for none of Verdi's.
    """
    left, name = attempt.reading.unexplained, _name(parse.tokens[noun.index + 1 :])
    if not left or not name or not all(word in left for token in name for word in token.text.split()):
        return ()
    found = set(entity_ids(attempt.accepted))
    others = found and all(
        _is_anothers(Entity(one), name, candidates, makers, store) for one in sorted(found)[:FEW]
    )
    return tuple(token.text for token in name) if others else ()


def _titled(one: Owned, candidates: Sequence[Candidate]) -> list[str]:
    """The words of a title, if something is called so."""
    return next((words_of(some.mention.text) for some in candidates if some.mention.span == one.title), [])


def _is_anothers(
    work: Entity, name: Sequence[Token], candidates: Sequence[Candidate], makers: Set[str], store: Gatherer
) -> bool:
    """Whether a work was made by others only, and who is said to have made it made others, or is no person known."""
    said = Span(name[0].span.start, name[-1].span.stop)
    people = {c.entity.id for c in candidates if said.covers(c.mention.span) and HUMAN in c.entity.classes}
    made = {step: Hop(work, path(step)) for step in sorted(makers)}
    making = {
        step: [Hop(Entity(person), path(f"^{step}")) for person in sorted(people)] for step in sorted(makers)
    }
    wanted = [*made.values(), *(form for some in making.values() for form in some)]
    facts = store.gather(lambda: WantedFacts(wanted, named=True))
    by = {step: facts.values(one).values for step, one in made.items()}
    called = {
        step: [words_of(label) for label in map(facts.label, entity_ids(some)) if label]
        for step, some in by.items()
    }
    if not people:
        if any(said.overlaps(c.mention.span) and _may_be_person(c) for c in candidates):
            return False  # a part of a known name: "Винсента Ван Гога"
        return any(called.values()) and not any(_is_called(some, name) for some in called.values())
    return any(
        some and not _is_called(some, name[-1:]) and any(facts.values(form).values for form in making[step])
        for step, some in called.items()
    )


def _may_be_person(candidate: Candidate) -> bool:
    classes = candidate.entity.classes
    return not classes or HUMAN in classes


def _is_called(makers: Sequence[Sequence[str]], name: Sequence[Token]) -> bool:
    """Whether a word of a maker's name begins as one of these."""
    begins = tuple(token.folded[:SHARED] for token in name)
    return any(word.startswith(begins) for words in makers for word in words)
