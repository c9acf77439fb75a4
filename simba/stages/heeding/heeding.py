"""Stage 6, last: what the question says that changes its answer, and a reading passes over, leaves no answer.

"Какая валюта была в Германии до введения евро?" does not ask for the currency, nor "предпоследний фильм" for all films.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from simba.common.vocabulary import entity_id
from simba.kb.facts import FactStore, Gatherer, WantedFacts, entity_ids
from simba.kb.indexed import HUMAN
from simba.query import And, Class, Exists, Form, Hop, entities, expression
from simba.russian.text import Span, fold
from simba.stages.asked_class import AskedClass
from simba.stages.attempts import Attempt, chosen
from simba.stages.heeding.bearing import untrue_kind, untrue_titles, untrue_trade, without_others
from simba.stages.heeding.circumstances import (
    Circumstances,
    beside_whom,
    left_of_several,
    without_those_beside,
)
from simba.stages.heeding.citizens import at_home
from simba.stages.heeding.claiming import is_denial, is_of_two_kinds, is_unsure, left_of_claim
from simba.stages.heeding.dying import untrue_death
from simba.stages.heeding.kinship import untrue_kin
from simba.stages.heeding.left_out import left_out
from simba.stages.heeding.limiting import (
    are_more,
    called_women,
    counted,
    is_of_circle,
    is_whole_circle,
    limiting,
    number_of,
    of_women,
    passed_over,
    some_of,
    told_so,
)
from simba.stages.heeding.timely import not_of_year, not_then, said_year, year_of
from simba.stages.heeding.whence import from_there, said_whence
from simba.stages.heeding.whose import of_another, of_the_asked, owned
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import Heeded, Lexicon, Words
from simba.stages.linking import Linker
from simba.stages.links import Candidate
from simba.stages.parse import Parse, Token
from simba.stages.ranking import Reading


@dataclass(frozen=True, slots=True)
class Demands:
    """What a question says that its answer must heed, and the names by which its entities may be meant."""

    question: str
    said: tuple[tuple[Heeded, Span], ...]
    named: tuple[tuple[str, Span], ...]
    """Entities, each with the words that may name it, or are a title before its name: what stands inside asks for
    nothing.
    """

    @classmethod
    def of(cls, parse: Parse, candidates: Iterable[Candidate], words: Words) -> Demands:
        """Those of a question."""
        text = fold(parse.text)
        said = [(words.heeded[match.pattern], match.span) for match in words.heeding.finditer(text)]
        named = [
            (one.entity.id, span)
            for one in (candidates if said else ())
            for span in (one.mention.span, *_title(one, parse))
        ]
        return cls(parse.text, tuple(said), tuple(named))

    def overlooked(self, form: Form, found: int) -> tuple[str, ...]:
        """The words that a form with so many values passes over."""
        passed = (
            span
            for one, span in self.said
            if not (
                (one.single and found <= 1) or one.said_by(expression(form)) or self._in_name(one, span, form)
            )
        )
        said = [word for span in passed for word in self.question[span.start : span.stop].split()]
        return tuple(dict.fromkeys(said))

    def _in_name(self, heeded: Heeded, span: Span, form: Form) -> bool:
        """Whether a name of the form has the words: all of them, where no form heeds them."""
        of_form = set(entities(form))
        return any(
            entity in of_form and (name.overlaps(span) if heeded.by else name.covers(span))
            for entity, name in self.named
        )


def _title(named: Candidate, parse: Parse) -> Iterator[Span]:
    """The words of the title that somebody bears before the name: "**первый президент** России Борис Ельцин"."""
    name = parse.words[named.mention.first].token
    if HUMAN not in named.entity.classes or name.relation != "appos" or not 0 <= name.head < name.index:
        return
    noun, first = parse.tokens[name.head], parse.tokens[min(parse.children[name.head])]
    if first.relation == "amod" and noun.features.get("Case") == name.features.get("Case"):
        yield Span(first.span.start, noun.span.stop)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question, and what tells whether an attempt heeds it."""

    parse: Parse
    interrogative: Interrogative
    candidates: Sequence[Candidate]
    lexicon: Lexicon
    fillers: Collection[str]
    linker: Linker
    store: Gatherer
    places: Mapping[str, str]
    asked_class: Callable[[], AskedClass | None]
    composed: Sequence[Reading]


def heed(
    parse: Parse,
    interrogative: Interrogative,
    attempts: tuple[Attempt, ...],
    candidates: Sequence[Candidate],
    lexicon: Lexicon,
    fillers: Collection[str],
    linker: Linker,
    store: FactStore,
    places: Mapping[str, str],
    asked_class: Callable[[], AskedClass | None],
    composed: Sequence[Reading],
) -> tuple[Attempt, ...]:
    """The attempts, those that pass over what must be heeded without an answer; ``places``: those of adjectives."""
    if not any(one.accepted for one in attempts):
        return attempts
    asked = _Asked(
        parse, interrogative, candidates, lexicon, fillers, linker, store, places, asked_class, composed
    )
    store.foresee(lambda gatherer: _foreseen(replace(asked, store=gatherer), attempts))
    for guard in GUARDS:
        attempts = _heeded(guard, asked, attempts)
    return attempts


def _heeded(guard: _Guard, asked: _Asked, attempts: tuple[Attempt, ...]) -> tuple[Attempt, ...]:
    heeding = guard(asked, attempts)
    if heeding is None:
        return attempts
    return tuple([heeding(one) if one.accepted else one for one in attempts])


def _foreseen(asked: _Asked, attempts: tuple[Attempt, ...]) -> None:
    """Let every guard look at the attempts as they are, each as if the others took no answer away; beside what they
    gather comes what is shown of the answer.
    """
    best = chosen(attempts)
    if best is not None:
        shown = [*entity_ids(best.accepted), *(one.entity.id for one in asked.candidates)]
        asked.store.gather(lambda: WantedFacts([best.form], about=shown))
    for guard in GUARDS:
        _heeded(guard, asked, attempts)


_Heeding = Callable[[Attempt], Attempt]
"""What becomes of an attempt that has an answer."""
_Guard = Callable[[_Asked, Sequence[Attempt]], _Heeding | None]
"""What looks for something in a question, and how that is heeded; None where it is not said."""


def _which_of_several(asked: _Asked, attempts: Sequence[Attempt]) -> _Heeding | None:
    which = limiting(asked.parse, asked.interrogative, asked.fillers)
    words, noun = asked.lexicon.words, asked.interrogative.noun
    if asked.interrogative.type == "person" or (
        noun is not None and is_of_circle(noun, asked.parse, words.among)
    ):
        noun = None

    def told(one: Attempt) -> Attempt:
        left = passed_over(one, which, noun, words.says_whence)
        return told_so(one, left, asked.store) if left else one

    return told if which else None


def _so_many(asked: _Asked, attempts: Sequence[Attempt]) -> _Heeding | None:
    noun = asked.interrogative.noun
    number = number_of(noun, asked.parse) if noun is not None else None
    if number is None:
        return None
    return lambda one: _beside(one, (number.text,) if are_more(one, number) else ())


def _some_counted(asked: _Asked, attempts: Sequence[Attempt]) -> _Heeding | None:
    if asked.interrogative.type != "number" or (noun := counted(asked.parse, asked.interrogative)) is None:
        return None
    return lambda one: _beside(one, some_of(noun, one, asked.parse, asked.fillers))


def _in_what_way(asked: _Asked, attempts: Sequence[Attempt]) -> _Heeding | None:
    noun = asked.interrogative.noun
    if (noun is None or noun.number != "plur") and all(len(one.accepted) <= 1 for one in attempts):
        return None
    said = Circumstances.of(asked.parse, asked.interrogative, asked.fillers, asked.lexicon.words)
    return lambda one: _beside(one, left_of_several(one, said, asked.parse, noun))


def _beside_whom(asked: _Asked, attempts: Sequence[Attempt]) -> _Heeding | None:
    whom = beside_whom(asked.parse)
    return (lambda one: without_those_beside(one, whom, asked.store)) if whom else None


def _one_of_a_circle(asked: _Asked, attempts: Sequence[Attempt]) -> _Heeding | None:
    noun, parse = asked.interrogative.noun, asked.parse
    if noun is None or not is_of_circle(noun, parse, asked.lexicon.words.among):
        return None
    return lambda one: replace(one, accepted=()) if is_whole_circle(one, parse, noun) else one


def _women(asked: _Asked, attempts: Sequence[Attempt]) -> _Heeding | None:
    women = called_women(asked.parse, asked.lexicon.words.of_women)
    return (lambda one: of_women(one, women, asked.interrogative.noun, asked.store)) if women else None


def _titles(asked: _Asked, attempts: Sequence[Attempt]) -> _Heeding | None:
    best = chosen(attempts)
    if best is None:
        return None
    wrong = untrue_titles(best, asked.parse.tokens, asked.lexicon.words.titles, asked.store)
    wrong = wrong or untrue_trade(best, asked.parse, asked.linker, asked.store)
    wrong = wrong or untrue_kind(best, asked.parse, asked.lexicon.words.works, asked.store)
    wrong = wrong or untrue_death(best, asked.parse, asked.lexicon.words.deaths, asked.store)
    wrong = wrong or untrue_kin(
        best, asked.parse, asked.candidates, asked.lexicon.words.close_kin, asked.store
    )
    return (lambda one: _beside(one, wrong)) if wrong else None


def _trades(asked: _Asked, attempts: Sequence[Attempt]) -> _Heeding | None:
    noun, titles = asked.interrogative.noun, asked.lexicon.words.titles
    if asked.interrogative.type != "person" or noun is None or _is_of_something(noun, asked.parse):
        return None
    known = asked.asked_class()
    if known is None or not known.classes or any(noun.lemma in one.called for one in titles):
        return None
    several = noun.features.get("Number") == "Plur"
    best = chosen(attempts)
    if (
        best is not None
        and not without_others(best, known, asked.linker, asked.store, several=several).accepted
    ):
        return lambda one: replace(one, accepted=())  # who made the film is no cosmonaut, nor is its company
    return lambda one: without_others(one, known, asked.linker, asked.store, several=several)


def _is_of_something(noun: Token, parse: Parse) -> bool:
    """Whether another noun says whose it is: "певец Клондайка" may be called so for what he wrote."""
    return any(one.head == noun.index and one.pos in {"NOUN", "PROPN"} for one in parse.tokens)


def _what_is_named(asked: _Asked, attempts: Sequence[Attempt]) -> _Heeding | None:
    question, candidates = asked.parse.text, asked.candidates
    if not asked.lexicon.words.either.isdisjoint(fold(question).split()):
        return None
    hasty = question.islower()
    return lambda one: replace(one, accepted=()) if _is_said(one, candidates, hasty=hasty) else one


def _denied(asked: _Asked, attempts: Sequence[Attempt]) -> _Heeding | None:
    if not any(map(is_denial, attempts)):
        return None
    unsure = is_unsure(attempts, asked.candidates, asked.store)
    return lambda one: (
        replace(one, accepted=()) if is_denial(one) and (unsure or is_of_two_kinds(one)) else one
    )


def _affirmed(asked: _Asked, attempts: Sequence[Attempt]) -> _Heeding | None:
    if not any(isinstance(one.form, Exists) and one.accepted for one in attempts):
        return None
    return lambda one: _beside(one, left_of_claim(one, asked.parse, asked.lexicon.words))


def _whose(asked: _Asked, attempts: Sequence[Attempt]) -> _Heeding | None:
    parse, noun, candidates = asked.parse, asked.interrogative.noun, asked.candidates
    makers, said = asked.lexicon.sets.makers, owned(parse)
    if not said and noun is None:
        return None

    def left(one: Attempt) -> tuple[str, ...]:
        passed = of_another(one, said, candidates, makers, asked.store) if said else ()
        return passed or (of_the_asked(one, parse, noun, candidates, makers, asked.store) if noun else ())

    return lambda one: _beside(one, left(one))


def _further_asking(asked: _Asked, attempts: Sequence[Attempt]) -> _Heeding:
    kin = asked.lexicon.words.kin
    return lambda one: _beside(one, left_out(one, asked.parse, asked.interrogative, asked.fillers, kin))


def _year(asked: _Asked, attempts: Sequence[Attempt]) -> _Heeding | None:
    year = said_year(asked.parse, asked.candidates, asked.lexicon.words)
    return None if year is None else lambda one: not_then(one, year, asked.lexicon.sets, asked.store)


def _of_a_year(asked: _Asked, attempts: Sequence[Attempt]) -> _Heeding | None:
    said = year_of(asked.parse, asked.lexicon.words)
    return (lambda one: not_of_year(one, said, asked.parse, asked.store)) if said else None


def _citizens(asked: _Asked, attempts: Sequence[Attempt]) -> _Heeding | None:
    return (lambda one: at_home(one, asked.composed, asked.store)) if asked.composed else None


def _whence(asked: _Asked, attempts: Sequence[Attempt]) -> _Heeding | None:
    said = said_whence(asked.parse, asked.interrogative.noun, asked.places)
    return (lambda one: from_there(one, said, asked.lexicon.sets, asked.store)) if said else None


def _demands(asked: _Asked, attempts: Sequence[Attempt]) -> _Heeding | None:
    demands = Demands.of(asked.parse, asked.candidates, asked.lexicon.words)
    if not demands.said:
        return None
    kind = asked.asked_class()

    def said(one: Attempt) -> Form:
        """Its form; that of the asked class too, where every value is shown to be of it."""
        if kind is None or not kind.classes:
            return one.form
        facts = asked.store.gather(lambda: WantedFacts([one.form], named=True))
        return one.form if kind.unmet(one.accepted, facts) else And(one.form, Class(*sorted(kind.classes)))

    return lambda one: _beside(one, demands.overlooked(said(one), len(one.accepted)))


GUARDS: tuple[_Guard, ...] = (
    _which_of_several,
    _so_many,
    _some_counted,
    _in_what_way,
    _beside_whom,
    _one_of_a_circle,
    _women,
    _titles,
    _trades,
    _what_is_named,
    _denied,
    _affirmed,
    _whose,
    _further_asking,
    _year,
    _of_a_year,
    _citizens,
    _whence,
    _demands,
)
"""What each looks for in a question, in the order in which they take answers away; None where there is nothing."""


def _is_said(attempt: Attempt, candidates: Sequence[Candidate], *, hasty: bool) -> bool:
    """Whether a reading tells what the question names, beside what it starts from: whom one of a cast played is not
    asked of the cast, nor in what district of Moscow somebody was born answered by Moscow. In a question without
    capitals, what is known with one is a name.
    """
    start, form = attempt.reading.candidate, attempt.form
    if not isinstance(form, Hop | And):
        return False
    of_form = set(entities(form))
    own = [one for one in candidates if one is start or one.entity.id in of_form]
    said = {
        one.entity.id
        for one in candidates
        if one.entity.id not in of_form
        and not any(
            one.mention.span.overlaps(other.mention.span)
            and (other is start or one.entity.name != other.entity.name)  # a namesake is said as well
            for other in own
        )
        and (
            one.mention.text[:1].isupper()
            or one.mention.source == "quote"
            or (hasty and one.entity.name[:1].isupper())
        )
        and len(one.entity.name.split()) == len(one.mention.words)
    }
    return not said.isdisjoint(entity_id(value.value) or "" for value in attempt.accepted)


def _beside(attempt: Attempt, overlooked: tuple[str, ...]) -> Attempt:
    """An attempt that passes over some words, if any: no answer."""
    return replace(attempt, accepted=(), overlooked=overlooked) if overlooked else attempt
