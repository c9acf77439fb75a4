"""Offices that a question does not name in full: "президент России", "британский премьер", "стал королём"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from simba.query import And, Entity, Form, Hop, Or, path
from simba.russian.morphology import readings
from simba.stages.composing.question.scene import PERSON, Scene
from simba.stages.composing.sets.parts import Denotation, Link
from simba.stages.parse import ROOT

MAX_OFFICES = 30
"""Offices of one name that are taken together."""
LONGEST = 5
"""Words of an office's name after its noun."""
OF_COUNTRY = "^P1001|^P17|P1906|P1313"
"""From a country to its offices: that apply to its jurisdiction, of its head of state, of its head of government."""
HEADS = {"P35": "P1906", "P6": "P1313"}
"""Heads of a country, and the offices that they hold."""


def offices(scene: Scene, head: int) -> Iterator[Denotation]:
    """The offices that a noun may mean: of the country beside it, or, where none is, all that are called so."""
    noun = next(
        (lemma for lemma, _ in readings(scene.tokens[head].folded) if lemma in scene.words.offices), ""
    )
    if scene.named_outright(head):
        return
    below = _headed(scene, head)
    nouns = scene.words.headed[scene.tokens[below].lemma] if below is not None else []
    if below is None and noun:
        nouns = [noun, *scene.words.shortened.get(noun, ())]
    called = [one for name in nouns for one in scene.called_so(name, scene.sets.positions)][:MAX_OFFICES]
    if not called:
        return
    if below is None and (spelt := _spelt(scene, head, noun))[0]:
        yield Denotation(_any_of(spelt[0]), 0.0, spelt[1], (noun,))
    form = _any_of(called)
    own = frozenset({head} if below is None else {head, below})
    countries = [one for noun in sorted(own) for one in _countries(scene, noun)]
    if not countries:
        yield Denotation(form, scene.weights.doubt, own, (noun,))
    for country, words, why in countries:
        of = Hop(Entity(country), path(OF_COUNTRY))
        adjective = why in scene.constructions.adjectives
        named = _named(scene, nouns, words) if below is not None or adjective else []
        if named:
            yield Denotation(_any_of(named), 0.0, own | words, (nouns[0], why))
        yield Denotation(And(of, form), scene.weights.later if named else 0.0, own | words, (nouns[0], why))


def _spelt(scene: Scene, head: int, noun: str) -> tuple[list[str], frozenset[int]]:
    """The offices whose names begin with a noun, its adjective and what follows it: "министр иностранных дел"."""
    tokens, below = scene.tokens, frozenset(scene.parse.subtree(head))
    name, words = noun, {head}
    before = tokens[head - 1] if head else tokens[head]
    if before.pos == "ADJ" and before.head == head and before.lemma not in scene.constructions.adjectives:
        name, words = f"{before.lemma} {noun}", {before.index, head}
    found = scene.called_so(name, scene.sets.positions) if len(words) > 1 else []
    own = frozenset(words)
    for token in tokens[head + 1 : head + 1 + LONGEST]:
        if token.index not in below or not token.is_word:
            break
        name, words = f"{name} {token.folded}", words | {token.index}
        if longer := scene.called_so(name, scene.sets.positions):
            found, own = longer, frozenset(words)
    return found[:MAX_OFFICES], own


def _named(scene: Scene, nouns: Iterable[str], words: frozenset[int]) -> list[str]:
    """The offices that have the country in their names, be it as an adjective; the base may say by nothing else whose
    they are.
    """
    whose = " ".join(scene.tokens[index].folded for index in sorted(words))
    adjectives = {scene.tokens[index].lemma for index in words} & scene.constructions.adjectives.keys()
    names = [f"{name} {whose}" for name in nouns] if not adjectives else []
    names += [f"{adjective} {name}" for adjective in sorted(adjectives) for name in nouns]
    return [one for name in names for one in scene.called_so(name, scene.sets.positions)]


def _any_of(names: list[str]) -> Form:
    return Or(*map(Entity, names)) if len(names) > 1 else Entity(names[0])


def _headed(scene: Scene, head: int) -> int | None:
    """What a noun, or the verb above it, says to have a head: "глава правительства", "возглавил правительство"."""
    words = scene.words
    token = scene.tokens[head]
    if token.lemma in words.leading:
        kids = (kid for kid in scene.children(head) if scene.tokens[kid].lemma in words.headed)
        return next(kids, None)
    if token.lemma not in words.headed or token.head == ROOT:
        return None
    return head if scene.tokens[token.head].lemma in words.leads else None


def holders(scene: Scene, head: int) -> Iterator[Denotation]:
    """Who held an office of a country."""
    for office in posts(scene, head):
        told = scene.tokens[head].lemma in scene.words.posts or scene.copula(head) is not None
        told = told or _headed(scene, head) is not None or head == scene.noun
        if isinstance(office.form, And) or told:
            link = Link("P39", office.form, True)
            explained = office.explained | in_office(scene)
            why = (*office.why, "P39")
            yield Denotation(link.form(), office.score, explained, why, link, named=office.explained)


def in_office(scene: Scene) -> frozenset[int]:
    """The words that say no more than that somebody held an office: "правил", "занимал пост"."""
    return frozenset(
        token.index
        for token in scene.tokens
        if not scene.words.tenure.isdisjoint({token.lemma, *(lemma for lemma, _ in readings(token.folded))})
        and not scene.named_outright(token.index)
    )


def posts(scene: Scene, head: int) -> Iterator[Denotation]:
    """The offices that a noun may mean, or that it says are a post: "на посту президента"."""
    yield from offices(scene, head)
    if scene.tokens[head].lemma not in scene.words.posts:
        return
    for kid in scene.children(head):
        for candidate, inside, score in scene.covering.get(kid, ()):
            if scene.is_a(scene.classes_of(candidate), scene.sets.positions):
                yield Denotation(
                    Entity(candidate.entity.id), score, inside | {head}, (candidate.entity.name,)
                )
        for office in offices(scene, kid):
            yield office.with_words({head})


def by_office(scene: Scene, part: Denotation) -> Denotation | None:
    """Who held the office of a country's head: the same as the country's heads, from the other side."""
    link = part.link
    if link is None or link.reverse or link.conditions or part.rest or link.property not in HEADS:
        return None
    held = Link("P39", Hop(link.source, path(HEADS[link.property])), True)
    dead = not scene.leads(link.source, HEADS[link.property], False)
    score, why = part.score + scene.weights.doubt, (*part.why, "P39")
    return part._replace(form=held.form(), link=held, score=score, why=why, dead=dead)


def _countries(scene: Scene, head: int) -> Iterator[tuple[str, frozenset[int], str]]:
    """The country that hangs on a noun, as a name or as an adjective."""
    for kid in scene.children(head):
        token = scene.tokens[kid]
        if token.relation == "amod" and token.lemma in scene.constructions.adjectives:
            yield scene.constructions.adjectives[token.lemma], frozenset({kid}), token.lemma
        if token.relation == "nmod" and scene.case(kid) is None:
            for candidate, inside, _ in scene.covering.get(kid, ())[:2]:
                if head not in inside and not scene.is_a(candidate.entity.classes, [PERSON]):
                    yield candidate.entity.id, inside, candidate.entity.name
