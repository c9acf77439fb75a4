"""Whether two things have the same: "родились в одном городе", "умерли в один и тот же день"."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import product

from simba.query import And, Exists, Form, Hop, Part, path
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.question.wordforms import inflected, is_animate
from simba.stages.composing.question.wordings import FiredRule
from simba.stages.composing.sets.arguments import arguments
from simba.stages.composing.sets.parts import Denotation


def same(question: SpecialQuestion, words: frozenset[int]) -> Iterator[Denotation]:
    """Whether both have the same of what a noun after "один и тот же" asks for."""
    scene = question.scene
    own = one_and_the_same(question, scene.words.same)
    if not own:
        return
    noun = next((i for i in range(max(own) + 1, len(scene.tokens)) if scene.tokens[i].pos == "NOUN"), None)
    if noun is None:
        return
    rest = question.clauses.main - words - own
    groups = [group for group in arguments(scene, rest, frozenset({noun})) if len(group) == 2]
    for first, second in groups[:1]:
        for one, other in product(question.entities(first)[:2], question.entities(second)[:2]):
            names = one.explained | other.explained
            if one.explained & other.explained or noun in names:
                continue
            for fired in asked_of_both(question, noun, rest - names):
                yield from _both(question, one, other, fired, own | {noun} | words)


def one_and_the_same(question: SpecialQuestion, lemmas: Collection[str]) -> frozenset[int]:
    """The words that say that it is one and the same, by those that may begin them."""
    scene = question.scene
    for token in scene.tokens:
        if token.lemma in lemmas and not scene.named_outright(token.index):
            found = {token.index}
            while (after := max(found) + 1) < len(scene.tokens) and (
                scene.tokens[after].folded in scene.words.joining
                or scene.tokens[after].lemma in scene.words.very
            ):
                found.add(after)
            return frozenset(found)
    return frozenset()


def asked_of_both(question: SpecialQuestion, noun: int, rest: frozenset[int]) -> list[FiredRule]:
    """The properties that "в каком городе родились" would ask for."""
    scene = question.scene
    token = scene.tokens[noun]
    case = token.case
    before = next(
        (scene.tokens[i].folded for i in scene.children(noun) if scene.tokens[i].pos == "ADP"), None
    )
    which = inflected(scene.words.which, case)
    asking = [*([before] if before else []), which, token.folded]
    said = [
        (scene.tokens[i].folded, i)
        for i in sorted(rest)
        if scene.tokens[i].is_word
        and i != noun
        and (scene.tokens[i].head != noun or scene.tokens[i].pos == "VERB")
    ]
    fired = scene.fire(scene.respoken([*((word, None) for word in asking), *said]))
    kind = "date" if token.lemma in scene.words.periods else "person" if is_animate(token) else None
    return [one for one in fired if not one.reverse and _may_tell(one.rule.answer, kind)][:3]


def _may_tell(answer: frozenset[str], kind: str | None) -> bool:
    """Whether such values may be what a noun asks for: "умерли в одной стране" asks for no date."""
    return not answer or (kind in answer if kind is not None else not answer <= {"date", "person"})


def _both(
    question: SpecialQuestion, one: Denotation, other: Denotation, fired: FiredRule, words: frozenset[int]
) -> Iterator[Denotation]:
    scene = question.scene
    noun = max(words & _nouns(question), default=None)
    lemma = scene.tokens[noun].lemma if noun is not None else ""
    to = fired.rule.property
    country = lemma in scene.words.countries
    above = f"{to}/P17|{to}/P131/P17"
    wide = f"{to}|{above}" if country else to
    forms: list[Form] = [Hop(part.form, path(wide)) for part in (one, other)]
    known = forms
    if country and to in scene.sets.place_valued:  # in which country a village lies need not be known
        known = [Hop(part.form, path(above)) for part in (one, other)]
    part = scene.part_of_date(scene.tokens[noun]) if noun is not None else None
    if part is not None:
        known = forms = [Part(form, part) for form in forms]
    yield one._replace(
        form=Exists(And(*forms), known[0]),
        score=one.score + other.score + fired.merit,
        explained=one.explained | other.explained | fired.words | words,
        why=(*one.why, *other.why, fired.why),
        presupposed=known[1],
    )


def _nouns(question: SpecialQuestion) -> frozenset[int]:
    return frozenset(t.index for t in question.scene.tokens if t.pos == "NOUN")
