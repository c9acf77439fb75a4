"""What a better reading asked in vain, a worse one of the same thing does not answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from simba.common.vocabulary import INSTANCE_OF, SUBCLASS_OF, entity_id
from simba.query import Form, Hop, entities
from simba.russian.morphology import may_be
from simba.russian.text import Span, fold
from simba.stages.attempts import CLASSED, Attempt
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import Lexicon
from simba.stages.ranking import Reading
from simba.stages.signs import Usual, usual_of_reading

OFTEN = 0.1
"""The share of things of a kind from which on they often have a date."""


def without_companies(tried: Sequence[Attempt], interrogative: Interrogative) -> tuple[Attempt, ...]:
    """The attempts, but at "who" none with the companies of a thing of which a better one found no people.

    Where a film's director is not known, its studio is no answer to who made it.
    """
    if interrogative.type != "person":
        return tuple(tried)
    nobody: set[str] = set()
    companies: set[Form] = set()
    for one in tried:
        reading = one.reading
        if reading.proposal is not None and reading.candidate is not None:
            entity, kinds = reading.candidate.entity.id, reading.proposal.rule.answer
            if kinds == {"person"} and not one.values:
                nobody.add(entity)
            elif kinds and "person" not in kinds and entity in nobody:
                companies.add(one.form)  # by whatever words they are found
    return tuple(replace(one, accepted=()) if one.form in companies else one for one in tried)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the guards look at beside the attempts."""

    interrogative: Interrogative
    lexicon: Lexicon
    usual: Usual


def to_the_verb(
    tried: Sequence[Attempt], interrogative: Interrogative, lexicon: Lexicon, usual: Usual
) -> Iterator[Attempt]:
    """The attempts, without an answer where one before asked of the same thing in vain what this one passes over.

    Which country won is not told by where it was played, nor where a poet married by where his namesake, a town, lies.
    """
    asked = _Asked(interrogative, lexicon, usual)
    seen: list[Attempt] = []
    for one in tried:
        yield replace(one, accepted=()) if any(guard(one, seen, asked) for guard in GUARDS) else one
        seen.append(one)


def _asked_in_vain(one: Attempt, before: Sequence[Attempt], asked: _Asked) -> bool:
    """Whether a rule that does not know what is asked comes after one of the same thing that knows the asked noun, and
    found nothing: "какая наука изучает атмосферу и её состав" does not ask what that is composed of.
    """
    interrogative, reading = asked.interrogative, one.reading
    noun, candidate, proposal = interrogative.noun, reading.candidate, reading.proposal
    if one.of_class or noun is None or candidate is None or proposal is None:
        return False
    who = interrogative.type == "person" and interrogative.covers(
        noun.span
    )  # "какой писатель написал": no composer
    if proposal.explains(noun.span) or (proposal.asks and not who and interrogative.type != "group"):
        return False
    says = proposal.asks and proposal.says_what(interrogative)  # "имя какого композитора носит": no composer
    return any(
        other.reading.candidate is not None
        and other.reading.proposal is not None
        and other.reading.candidate.entity.id == candidate.entity.id
        and other.reading.proposal.explains(noun.span)
        and other.reading.proposal.rule.property != proposal.rule.property
        and not (says and _is_within(other.reading.proposal.span, proposal.span))
        and not other.values
        for other in before
    )


def _is_within(part: Span, whole: Span) -> bool:
    return part != whole and whole.covers(part)


def _only_asks(one: Attempt, before: Sequence[Attempt], asked: _Asked) -> bool:
    """Whether a reading that tells where a thing lies explains but asking words, at "where", and leaves a verb that one
    of the same thing explained in vain, or that better goes with a namesake. What is of one group may be told of one
    another: who makes it, by its country.
    """
    candidate, proposal = one.reading.candidate, one.reading.proposal
    if asked.interrogative.type != CLASSED or proposal is None or candidate is None:
        return False
    rule = proposal.rule
    if rule.direction != "forward" or rule.property not in asked.lexicon.sets.locations:
        return False
    verbs = {*filter(_is_deed, one.reading.unexplained)}
    if not verbs or proposal.says_more(asked.interrogative):
        return False
    for other in before:
        start, theirs = other.reading.candidate, other.reading.proposal
        if start is None or theirs is None or other.values:
            continue
        if start.entity.id != candidate.entity.id:
            if start.mention == candidate.mention:
                return True
        elif not verbs.issubset(other.reading.unexplained):
            sisters = asked.lexicon.groups.of_step(theirs.rule.property, theirs.rule.direction)
            return all(sister.property != rule.property for sister in sisters)
    return False


def _is_deed(word: str) -> bool:
    """Whether a word is a verb, or a participle that says as much: "снят"."""
    return may_be(fold(word), "VERB", 1) or may_be(fold(word), "PRTS")


def _leaves_deed(one: Attempt, before: Sequence[Attempt], asked: _Asked) -> bool:
    """Whether an attempt knows the asked noun but leaves what was done, of which one that knew all but the noun asked
    in vain: which elements are named after people, is not told by what people are made of.

    What is known to be what the noun says, may be meant all the same.
    """
    noun, name = asked.interrogative.noun, one.reading.candidate
    if noun is None or name is None or not one.accepted or not isinstance(one.form, Hop):
        return False
    if not any(map(_is_deed, one.reading.unexplained)):
        return False
    return any(
        not other.values
        and other.reading.proposal is not None
        and other.reading.unexplained == (noun.text,)
        and other.reading.candidate is not None
        and other.reading.candidate.entity.id == name.entity.id
        for other in before
    )


def _is_noun(word: str) -> bool:
    return may_be(fold(word), "NOUN", 1)


def _passes_over(one: Attempt, before: Sequence[Attempt], asked: _Asked) -> bool:
    """Whether a composed reading leaves out a name of which a rule that left out nothing asked in vain: how many
    seasons a series has, is not how many seasons there are.
    """
    return (
        one.reading.proposal is None
        and bool(one.reading.unexplained and one.accepted)
        and any(
            not other.values
            and not other.reading.unexplained
            and not other.reading.sister
            and other.reading.proposal is not None
            and set(entities(other.form)).isdisjoint(entities(one.form))
            for other in before
        )
    )


def _is_part_of(one: Attempt, before: Sequence[Attempt], asked: _Asked) -> bool:
    """Whether an attempt is about a part of a name, and leaves words with which a rule asked of the whole name in vain:
    of what the headquarters of NATO are built, is not told by where NATO has them.
    """
    name, left = one.reading.candidate, one.reading.unexplained
    if not one.accepted or not left or name is None:
        return False
    return any(
        not other.values
        and not other.reading.unexplained
        and other.reading.proposal is not None
        and (whole := other.reading.candidate) is not None
        and _is_within(name.mention.span, whole.mention.span)
        and not {*left} <= {*whole.mention.text.split()}
        for other in before
    )


def _is_but_its_class(one: Attempt, before: Sequence[Attempt], asked: _Asked) -> bool:
    """Whether an attempt is about the noun that says what a name is, of which something was asked in vain: what a city
    is known for, is not told by what cities have.
    """
    start = one.reading.candidate
    return (
        bool(one.accepted)
        and start is not None
        and any(
            (name := other.reading.candidate) is not None
            and name.class_noun is not None
            and name.class_noun.span == start.mention.span
            for other in before
        )
    )


def _is_told_apart(one: Attempt, before: Sequence[Attempt], asked: _Asked) -> bool:
    """Whether an attempt tells of a namesake, where another name of the question says which is meant, and that one was
    asked about in vain: who built the Golden Gate in Kiev, is not told by who built the bridge.
    """
    start = one.reading.candidate
    if start is None or not one.accepted:
        return False
    namesakes = [
        other
        for other in before
        if (candidate := other.reading.candidate) is not None
        and candidate.company
        and candidate.entity.id != start.entity.id
        and candidate.mention.span == start.mention.span
        and candidate.company.isdisjoint(start.company)
    ]
    return bool(namesakes) and any(True for _ in _in_vain(namesakes, asked.usual))


def _tells_but_the_kind(one: Attempt, before: Sequence[Attempt], asked: _Asked) -> bool:
    """Whether an attempt says of what kind a thing is, where something else was asked of it or a namesake in vain.

    To what spectral class the Sun belongs, is not told by its being a star, nor what a star is by a film of that name.
    """
    proposal = one.reading.proposal
    if not one.accepted or proposal is None or not isinstance(one.form, Hop):
        return False
    rule = proposal.rule
    if rule.direction == "reverse" or rule.property not in {INSTANCE_OF, SUBCLASS_OF}:
        return False
    kin = {sister.property for sister in asked.lexicon.groups.of_step(rule.property, rule.direction)}
    return any(
        other.reading.proposal is not None and other.reading.proposal.rule.property not in kin
        for other in _in_vain(before, asked.usual)
    )


def _goes_back(one: Attempt, before: Sequence[Attempt], asked: _Asked) -> bool:
    """Whether an attempt answers with nothing but a namesake that was asked about in vain: in what country San Marino
    lies, is not told by the city of that name lying in it.

    What is called so among other names is no mere namesake: what Persia is called now, is Iran.
    """
    start = one.reading.candidate
    if one.reading.proposal is None or start is None or not one.accepted:
        return False
    said = fold(start.mention.text)
    told = {entity_id(value.value) for value in one.accepted}
    namesakes = [
        other
        for other in before
        if (candidate := other.reading.candidate) is not None
        and candidate.entity.id in told
        and candidate.mention.span == start.mention.span
        and candidate.entity.kind == "label"
        and fold(candidate.entity.name) == said
    ]
    if not namesakes:  # as nearly always
        return False
    rest = one.reading.unexplained
    vain = namesakes if any(map(_is_deed, rest)) else _in_vain(namesakes, asked.usual)
    return told == {
        other.reading.candidate.entity.id
        for other in vain
        if not other.values and other.reading.candidate is not None
    }


def _tells_another_date(one: Attempt, before: Sequence[Attempt], asked: _Asked) -> bool:
    """Whether a sister of an asked date tells another one, where such things often have one of their own that is not
    known here: when a cathedral was begun is not when it opened.
    """
    reading, proposal = one.reading, one.reading.proposal
    if not (reading.sister and one.accepted) or proposal is None or proposal.rule.answer != {"date"}:
        return False
    return any(
        other.reading.candidate is reading.candidate
        and not other.reading.sister
        and other.reading.proposal is not None
        and other.reading.proposal.rule.answer == {"date"}
        and (usual_of_reading(other.reading, asked.usual) or 0.0) > OFTEN
        for other in _in_vain(before, asked.usual)
    )


def _in_vain(before: Sequence[Attempt], usual: Usual) -> Iterator[Attempt]:
    """The attempts of one hop that found nothing, but those that ask for what such things never have."""
    for one in before:
        reading = one.reading
        asks = not one.values and reading.proposal is not None and reading.candidate is not None
        if asks and usual_of_reading(reading, usual) != 0:
            yield one


def said_in_vain(attempts: Sequence[Attempt], entity: str, left: Collection[str]) -> Iterator[Reading]:
    """The readings that say by a rule what is asked of an entity, with no fewer words than what leaves these, and
    found nothing.
    """
    for one in attempts:
        reading = one.reading
        if one.values or reading.proposal is None or reading.sister:
            continue
        if not {*reading.unexplained} <= {*left}:
            continue
        if reading.candidate is not None and reading.candidate.entity.id == entity:
            yield reading


def _tells_something_else(one: Attempt, before: Sequence[Attempt], asked: _Asked) -> bool:
    """Whether it tells something else than one before (`_tells_another`)."""
    return any(_tells_another(one, other, asked.interrogative, asked.usual) for other in before)


def _tells_another(one: Attempt, other: Attempt, interrogative: Interrogative, usual: Usual) -> bool:
    """Whether an attempt leaves out what a better one of the same name knew to be asked, in vain, and tells another.

    Who asks from what somebody died does not ask where, nor who asks for films that somebody made for those where he
    played, nor who asks for a screenplay's author for any author. What such things never have does not count, nor
    whether there is a word for what it is called.
    """
    reading, before = one.reading, other.reading
    ours, theirs = reading.proposal, before.proposal
    if (
        other.values
        or not one.accepted
        or ours is None
        or theirs is None
        or reading.candidate is None
        or before.candidate is None
        or reading.candidate.mention.span != before.candidate.mention.span
        or interrogative.type == "name"
        or not {*before.unexplained}.issubset(reading.unexplained)
    ):
        return False
    left = {*reading.unexplained}.difference(before.unexplained)
    kinds = ours.rule.answer
    if ours.rule.direction == "reverse" and any(map(_is_deed, left)):
        another = True
    else:
        of_class = interrogative.noun is not None and one.of_class
        another = not of_class and kinds.isdisjoint({interrogative.type, "text"})
        another = another and bool(kinds and theirs.rule.answer) and kinds.isdisjoint(theirs.rule.answer)
        more = (theirs.asks and not ours.asks) or _is_within(ours.span, theirs.span)
        another = another and (bool(left) or more)
        whole = interrogative.noun is None and theirs.span.covers(ours.span)
        another = another or (whole and any(map(_is_noun, left)))
    return another and usual_of_reading(before, usual) != 0


GUARDS: tuple[Callable[[Attempt, Sequence[Attempt], _Asked], bool], ...] = (
    _only_asks,
    _asked_in_vain,
    _tells_something_else,
    _leaves_deed,
    _passes_over,
    _is_part_of,
    _is_but_its_class,
    _is_told_apart,
    _tells_but_the_kind,
    _goes_back,
    _tells_another_date,
)
"""Each says of an attempt, by those before it, whether it is none of an answer."""
