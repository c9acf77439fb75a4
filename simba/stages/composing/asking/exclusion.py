"""What else there is beside what the question names: "кроме Германии", "вместе с Кюри", "с кем, помимо X"."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from itertools import pairwise

from simba.query import And, Choice, Entity, Form, Hop, Or, Step, Without, path
from simba.stages.composing.question.scene import PERSON, Scene
from simba.stages.composing.sets.named import named_things
from simba.stages.composing.sets.nouns import Nouns
from simba.stages.composing.sets.parts import Denotation, anchored

Reader = Callable[[Scene], list[Denotation]]
"""Reads a question without some of its words: the sets that it may ask for."""
MAX_EXCEPTED = 6
"""Nouns that "кроме" is tried with."""
SOME = 3
"""Readings of an excepted phrase."""


def excepted(scene: Scene, words: frozenset[int]) -> list[int]:
    """What follows "кроме": a noun and all that "и" joins to it; an adjective may be a noun here ("кроме финского")."""
    found: list[int] = []
    tokens = scene.tokens
    for index in range(max(words) + 1, len(tokens)):
        token = tokens[index]
        if scene.is_nominal(index) or (token.pos == "ADJ" and index in scene.covering):
            if found and not _joined(scene, found[-1], index):
                break
            found.append(index)
        elif found and token.pos in {"VERB", "AUX"}:
            break
    return found


def _joined(scene: Scene, first: int, second: int) -> bool:
    """Whether only a comma, "и" or a word of the same name stands between two; a comma where the tree joins them."""
    between, joined = scene.tokens[first + 1 : second], scene.tokens[second]
    same = any(first in inside for _, inside, _ in scene.covering.get(second, ()))
    return same or (
        bool(between)
        and all(
            not token.is_word or token.folded in scene.words.joining | scene.words.either for token in between
        )
        and (any(token.is_word for token in between) or joined.relation == "conj")
    )


def phrase(scene: Scene, heads: list[int]) -> frozenset[int]:
    """All words of the excepted things."""
    found = set(heads)
    for head in heads:
        found |= {i for _, inside, _ in scene.covering.get(head, ())[:1] for i in inside}
        kids = [k for k in scene.children(head) if k > head and scene.tokens[k].relation in {"nmod", "flat"}]
        found |= {
            i
            for kid in kids
            for i in scene.parse.subtree(kid)
            if not any(scene.tokens[one].pos == "VERB" for one in range(head, i))
        }
    return frozenset(i for i in found if not scene.asks(i))


def excepting(scene: Scene, words: frozenset[int], nouns: Nouns, read: Reader) -> Iterator[Denotation]:
    """The sets that a question asks for, without what "кроме" (these words) excepts; its noun phrases are known."""
    heads = excepted(scene, words)[:MAX_EXCEPTED]
    if not heads:
        return
    more = frozenset(
        t.index for t in scene.tokens if t.folded in scene.words.more and not scene.named_outright(t.index)
    )
    own = words | phrase(scene, heads) | more
    joints = frozenset(i for i in range(min(own), max(own)) if scene.tokens[i].folded in scene.words.joining)
    parts = read(scene.without(own | joints))
    shared = any(scene.tokens[i].folded in scene.words.at_once for i in words)
    if shared:  # who else got an award, is not who got it together with somebody
        parts = [
            part for part in parts if part.link is None or part.link.property not in scene.sets.occasions
        ]
    for other in _together(scene, heads, nouns):
        for part in parts:
            made = _of_both(scene, part, other) if shared and part.link is not None else None
            made = part.but(other) if made is None else made
            yield Denotation(
                made.form,
                made.score,
                made.explained | own,
                (*part.why, "кроме", *other.why),
                dead=part.dead,
                presupposed=made.presupposed,
                asks=part.asks,
            )


def _of_both(scene: Scene, part: Denotation, other: Denotation) -> Denotation | None:
    """What two did together, where that is asked for: "какие газы открыл X вместе с Y"."""
    link = part.link
    if link is None or not link.reverse or not isinstance(link.source, Entity):
        return None
    if not isinstance(other.form, Entity) or not scene.leads(other.form, link.property, True):
        return None
    return part.also(other._replace(form=Hop(other.form, path(f"^{link.property}"))))


def _together(scene: Scene, heads: list[int], nouns: Nouns) -> Iterator[Denotation]:
    """What the excepted phrases denote, taken together."""
    read = {head: nouns.parts(head)[:SOME] for head in heads}
    if not read[heads[0]]:
        return
    for first in read[heads[0]]:
        forms: list[Form] = [first.form]
        explained, score = first.explained, first.score
        for head in heads[1:]:
            if head in explained:
                continue
            other = next((one for one in read[head] if not one.explained & explained), None)
            if other is None:
                break
            forms.append(other.form)
            explained, score = explained | other.explained, score + other.score
        form = forms[0] if len(forms) == 1 else Or(*forms)
        yield Denotation(form, score, explained, first.why)


def lacking(scene: Scene, nouns: Nouns, read: Reader) -> Iterator[Denotation]:
    """What has no such thing: "фильмы без Никулина", "в каком фильме нет Никулина"."""
    noun, words = scene.noun, scene.words.lacking
    for token in scene.tokens:
        if noun is None or token.folded not in words or scene.named_outright(token.index):
            continue
        kid = next((i for i in range(token.index + 1, len(scene.tokens)) if scene.is_nominal(i)), None)
        if kid is None or kid == noun:
            continue
        own = phrase(scene, [kid]) | {token.index}
        for part in read(scene.without(own)):
            if anchored(part.form):
                conditions = nouns.conditions
                yield from (
                    made.with_words(own)
                    for made in (
                        *conditions.through(part, noun, kid),
                        *conditions.related(part, noun, kid, words[token.folded], negated=True),
                    )
                )


def others(scene: Scene, parts: list[Denotation]) -> Iterator[Denotation]:
    """The sets that a question may ask for, and these without what it names: "что ещё написал автор «Обломова»".

    Who goes from a book to its author and on to the author's books asks for the others in any case. Where a name
    stands unexplained among the values of a property, the others are asked for: "с какой страной Италия делит Монблан".
    """
    more = scene.with_form(scene.words.more)
    told = scene.embedded(range(len(scene.tokens)))
    whom = scene.constructions.tells(scene.whole.text)  # "кого сыграл X" asks for no other actors
    names = [
        (form, inside, score, inside.isdisjoint(told) and _is_of_asked_kind(scene, classes))
        for form, classes, inside, score in named_things(scene)
        if scene.words.bounds.keys().isdisjoint(
            map(scene.case, inside)
        )  # "до Анны" is no other than her, but earlier
    ]
    for part in parts:
        back, forward = turns_back(part.form), _is_forward(part)
        if not back:
            yield part
        elif (common := _common_start(scene, part)) is not None:
            yield part.but(Denotation(common, 0.0, more))._replace(link=None)
        for form, inside, score, asked in names if back or forward else ():
            known = inside <= part.explained
            if form == part.form or (not known and not inside.isdisjoint(part.explained)):
                continue
            if back if known else forward and asked and not whom:
                made = part.but(
                    Denotation(form, 0.0 if known else score + scene.weights.doubt, inside | more)
                )
                yield made._replace(link=None)


def _common_start(scene: Scene, part: Denotation) -> Entity | None:
    """What a part starts from, where that is named by a common noun: "какие ещё элементы открыл открыватель хлора"."""
    form = part.form
    if isinstance(form, And):
        form = next((one for one in form.members if turns_back(one)), form)
    while isinstance(form, Hop):
        form = form.source
    if not isinstance(form, Entity):
        return None
    words = (
        inside for some in scene.covering.values() for one, inside, _ in some if one.entity.id == form.id
    )
    named = [inside for inside in words if inside <= part.explained]
    return form if named and not any(map(scene.named_outright, frozenset().union(*named))) else None


def _is_forward(part: Denotation) -> bool:
    """Whether a set is the values that one thing has."""
    link = part.link
    return link is not None and not link.reverse and not link.conditions and isinstance(link.source, Entity)


def _is_of_asked_kind(scene: Scene, classes: Collection[str]) -> bool:
    """Whether a thing of these classes might be asked for as well."""
    if scene.interrogative.type == "person":
        return scene.is_a(classes, {PERSON})
    return scene.noun is not None and scene.is_a(classes, scene.classes(scene.noun))


def _ways(steps: tuple[Step | Choice, ...]) -> Iterator[tuple[Step | Choice, ...]]:
    """The ways among which steps leave the choice: "соавтор" is who wrote or directed the same."""
    return (way.steps for one in steps if isinstance(one, Choice) for way in one.options)


@lru_cache(maxsize=4_096)
def turns_back(form: Form) -> bool:
    """Whether some step of a form goes back on the one before it."""
    if isinstance(form, Hop):
        steps, start = form.path.steps, form.source
        while isinstance(start, Hop):
            steps, start = start.path.steps + steps, start.source
        back = any(b == a.reversed() for way in (steps, *_ways(steps)) for a, b in pairwise(way))
        return back or (not isinstance(start, Entity) and turns_back(start))
    if isinstance(form, And | Or):
        return any(map(turns_back, form.members))
    return isinstance(form, Without) and turns_back(form.source)
