"""Statements with qualifiers, as constructions ask of them: who played whom where, who came after whom in an office."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product

from simba.query import Entity, Form, Has, Hop, Or, Qualifier, Statement, path
from simba.stages.composing.question.constructions import Qualified
from simba.stages.composing.question.occurrences import Pattern
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.offices import in_office, posts
from simba.stages.composing.sets.parts import Denotation

OFFICE = "P39"
MADE_BY = {"P161": "^P57"}
"""From those for whom somebody did something to what he did it in."""
FEATURED_IN = {"P161": "^P674|P1441"}
"""From a role to what it is in."""


def qualifying(scene: Scene, wordings: list[str]) -> frozenset[int]:
    """The words of constructions on qualifiers, in which nouns are no arguments: "предшественник"."""
    words = [
        _words(scene, construction, pattern)
        for construction, pattern in scene.constructions.qualifying(tuple(wordings))
    ]
    return frozenset(index for some in words for index in some if not scene.named_outright(index))


@lru_cache(maxsize=8)
def may_qualify(scene: Scene) -> frozenset[int]:
    """The words that constructions on qualifiers may have in any wording of the question's words."""
    whole = scene.whole
    return frozenset(
        index
        for _, pattern in scene.constructions.words_qualifying.within(whole.text)
        for place in pattern.all(whole.text)
        for index in whole.tokens(place.span, place.gaps)
    )


def qualified(
    scene: Scene, groups: list[list[int]], wordings: list[str], sources: Callable[[int], list[Denotation]]
) -> Iterator[Denotation]:
    """What constructions ask of statements with qualifiers; two or more of their places are filled."""
    if len(groups) == 1 and len(groups[0]) == 2:  # "брак Ахматовой и Гумилёва"
        groups = [[one] for one in groups[0]]
    if any(len(group) > 1 for group in groups):
        return
    if len(groups) == 1:
        yield from _in_any(scene, groups[0][0], wordings, sources)
    for construction, pattern in scene.constructions.qualifying(tuple(wordings)):
        words = _words(scene, construction, pattern)
        for first, second in ((a[0], b[0]) for a in groups for b in groups if a is not b):
            ones, others = sources(first), sources(second)
            ones = [*_works(scene, first, construction, ones), *ones, *_what_they_have(construction, ones)]
            if construction.property == OFFICE:  # an office, not those who had it
                ones, others = ([one for one in some if not _holds(one)] for some in (ones, others))
                others = others + list(posts(scene, second))
            for one, other in product(ones, others):
                if not one.explained & other.explained:
                    yield _stated(construction, one, other, words, scene)


def _in_any(
    scene: Scene, head: int, wordings: list[str], sources: Callable[[int], list[Denotation]]
) -> Iterator[Denotation]:
    """Who came before or after somebody in an office that the question does not name: "сменивший Кекконена"."""
    for construction, pattern in scene.constructions.qualifying(tuple(wordings)):
        if construction.property in MADE_BY:
            words = _words(scene, construction, pattern)
            known = [one for one in sources(head) if not one.dead]
            yield from _played(scene, construction, known, words)
            yield from _players(scene, construction, known, words)
        if construction.property != OFFICE or construction.inverse is None:
            continue
        words = _words(scene, construction, pattern)
        asked = list(posts(scene, scene.noun)) if scene.noun is not None else []
        for one in sources(head):
            if not isinstance(one.form, Entity) or not scene.leads(one.form, OFFICE, False):
                continue
            for office in asked:  # "какой президент США сменил X"
                if not one.explained & office.explained:
                    yield _stated(construction, one, office, words, scene)
            form = Statement(OFFICE, one.form, None, (), Qualifier(construction.qualifier))
            score, why = one.score + scene.weights.doubt, (*one.why, construction.name)
            yield Denotation(form, score, one.explained | words | _being(scene), why, dead=one.dead)


def _what_they_have(construction: Qualified, parts: list[Denotation]) -> Iterator[Denotation]:
    """The value of which a part is the holders, where these are asked for: "стал лауреатом «Оскара» за фильм"."""
    for part in parts if construction.asks == "subject" else ():
        link = part.link
        if link is not None and link.reverse and link.property == construction.property and not part.rest:
            yield part._replace(form=link.source, link=None)


def _works(
    scene: Scene, head: int, construction: Qualified, makers: list[Denotation]
) -> Iterator[Denotation]:
    """What somebody made, where one who acted in it is said to have done so for him: "играл у Гайдая"."""
    to = MADE_BY.get(construction.property)
    for maker in makers if to and scene.case(head) in scene.words.had_by else ():
        if isinstance(maker.form, Entity):
            dead = maker.dead or not scene.leads_along(maker.form, to or "")
            yield maker._replace(form=Hop(maker.form, path(to or "")), dead=dead)


def _played(
    scene: Scene, construction: Qualified, parts: list[Denotation], words: frozenset[int]
) -> Iterator[Denotation]:
    """In what roles somebody was, in anything: "кого играл Леонов"."""
    name, qualifier = construction.property, construction.qualifier
    for one in parts if construction.asks == "qualifier" else ():
        if scene.leads(one.form, name, True):
            form = Statement(name, None, one.form, (), Qualifier(qualifier))
            why = (*one.why, construction.name)
            yield Denotation(form, one.score + scene.weights.doubt, one.explained | words, why)


def _players(
    scene: Scene, construction: Qualified, parts: list[Denotation], words: frozenset[int]
) -> Iterator[Denotation]:
    """Who was in a role, in whatever it is in: "кто сыграл Штирлица"."""
    name, where = construction.property, FEATURED_IN[construction.property]
    words |= scene.with_lemma(scene.words.playing)
    for one in parts if construction.asks == "value" else ():
        if isinstance(one.form, Entity) and scene.leads_along(one.form, where):
            role = (Has(construction.qualifier, one.form),)
            form = Statement(name, Hop(one.form, path(where)), None, role, "value")
            why = (*one.why, construction.name)
            yield Denotation(form, one.score + scene.weights.doubt, one.explained | words, why)


def _being(scene: Scene) -> frozenset[int]:
    """The words that say no more than that somebody was in an office: "правил", "стал"."""
    return in_office(scene) | scene.with_lemma(scene.words.copulas)


def _holds(part: Denotation) -> bool:
    """Whether a part is who had some office."""
    return part.link is not None and part.link.property == OFFICE and part.link.reverse


def _words(scene: Scene, construction: Qualified, pattern: Pattern) -> frozenset[int]:
    """The tokens of a construction, with those that may stand beside it."""
    places = pattern.all(scene.whole.text)
    if beside := scene.constructions.beside.get(construction.name):
        places += beside.all(scene.whole.text)
    return frozenset(token for one in places for token in scene.whole.tokens(one.span, one.gaps))


def _stated(
    construction: Qualified,
    one: Denotation,
    other: Denotation,
    words: frozenset[int],
    scene: Scene,
) -> Denotation:
    """The statement about two things, be it of a kind or a part of what they name."""
    weights, wider = scene.weights, scene.sets.wider.get(construction.property)
    if construction.property == OFFICE:
        words |= _being(scene)
    back = construction.asks == "subject"
    dead = construction.inverse is None and not scene.leads(one.form, construction.property, back)
    # Nobody has what is no such value: "«Оскар»" is a tale as well.
    value = one.form if construction.asks == "subject" else other.form
    if wider is None or not isinstance(value, Entity) or not scene.leads_along(value, wider):
        wider = None
        if construction.asks == "qualifier" and construction.inverse is None:
            dead = dead or not scene.leads(value, construction.property, True)
    form = _form(construction, one.form, other.form, wider)
    made = one.with_other(other, form, words, weights.likely, (construction.name,))
    return made._replace(dead=dead or one.dead or other.dead)


def _form(construction: Qualified, one: Form, other: Form, wider: str | None) -> Form:
    """The statement of two things, with the wider ones that the value may be in."""
    name, qualifier = construction.property, construction.qualifier
    if wider is not None and construction.asks == "subject":
        one = Hop(one, path(wider))
    elif wider is not None and construction.asks == "qualifier":
        other = Hop(other, path(wider))
    told = (Has(qualifier, other),)
    if construction.asks == "qualifier":
        form: Form = Statement(name, one, other, (), Qualifier(qualifier))
    elif construction.asks == "value":
        form = Statement(name, one, None, told, "value")
    else:
        form = Statement(name, None, one, told, "subject")
    if construction.inverse is not None:
        turned = (Has(construction.inverse, one),)
        form = Or(form, Statement(name, None, other, turned, "subject"))
    return form
