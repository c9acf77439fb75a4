"""A clause that describes a noun, as the question it answers: "сменивший Черчилля" as "кто сменил Черчилля"."""

from __future__ import annotations

from simba.russian.morphology import gender, readings
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordforms import agreeing, inflected, is_animate, is_passive
from simba.stages.composing.question.wordings import Phrasing
from simba.stages.parse import Token

PHRASE = 2
"""A noun with the preposition after it."""


_Said = list[tuple[str, int | None]]
"""Words, each with the token that it is of, if any."""


def as_question(
    scene: Scene, verb: int, head: int, tokens: frozenset[int]
) -> list[tuple[Phrasing, frozenset[int]]]:
    """The clause as the questions that it answers, and the tokens that these turn into asking words."""
    noun = scene.tokens[head]
    ordered = sorted(one for one in tokens if scene.tokens[one].is_word and not scene.correlates(one))
    relative = next((one for one in ordered if one in scene.relative and scene.tokens[one].looks_back), None)
    if relative is not None:
        wordings = _which(scene, verb, noun, ordered, relative)
        return [(Phrasing(some), frozenset({relative})) for some in wordings]
    if any(lemma in scene.words.whose for one in ordered[:3] for lemma, _ in _read(scene, one)):
        whose = next(one for one in ordered if one in scene.relative)
        text = [(scene.tokens[one].folded, None if one == whose else one) for one in ordered]
        return [(Phrasing(text), frozenset({whose}))]
    place = next((one for one in ordered if scene.tokens[one].folded in scene.words.places), None)
    if place is not None:
        before, which, case = scene.words.places[scene.tokens[place].folded]
        rest: _Said = [(scene.tokens[one].folded, one) for one in ordered if one != place]
        there: _Said = [(before, None), (which, None), (inflected(noun.lemma, case), None), *rest]
        return [(Phrasing(some), frozenset({place})) for some in (there, [("где", None), *rest])]
    if any(scene.tokens[one].folded == "кто" for one in ordered):
        return [(Phrasing((scene.tokens[one].folded, one) for one in ordered), frozenset())]
    return [(Phrasing(some), frozenset()) for some in _by_participle(scene, verb, noun, ordered)]


def _which(scene: Scene, verb: int, noun: Token, ordered: list[int], relative: int) -> list[_Said]:
    """What a clause with "который" answers: "который снял X" is "какой режиссёр снял X" and "кто снял X"."""
    token = scene.tokens[relative]
    case = token.case
    which = "как" + token.folded.removeprefix("котор").replace("ый", "ой").replace("ы", "и")
    asks: _Said = [(which, None), (inflected(noun.lemma, case, token.number), None)]

    def asking(order: list[int]) -> _Said:
        return [
            piece
            for one in order
            for piece in (asks if one == relative else [(scene.tokens[one].folded, one)])
        ]

    person, thing = scene.words.asking[case]
    who = person if is_animate(noun) else thing
    alone: _Said = [(who, None) if one == relative else (scene.tokens[one].folded, one) for one in ordered]
    said = [asking(ordered), alone]
    if case == "nomn" and (active := _active(scene, verb)) is not None:
        # "которые сняты Рязановым" are what he made: "какие фильмы снял Рязанов"
        rest = [piece for piece in asking(ordered) if piece[1] != verb]
        said.insert(0, [*rest[:2], (active, verb), *rest[2:]])
    if (behind := _behind_verb(scene, relative, ordered, verb)) is not None:
        said.append(asking(behind))
    if case == "gent" and (owned := _owned(scene, relative, ordered)):
        said.append(owned)
    return said


def _by_participle(scene: Scene, verb: int, noun: Token, ordered: list[int]) -> list[_Said]:
    """What a participle with what hangs on it answers: "снявший X" is "какой режиссёр снял X" and "кто снял X"."""
    finite, passive = _finite(scene.tokens[verb], noun)
    rest: _Said = [(scene.tokens[one].folded, one) for one in ordered if one != verb]
    which = agreeing(scene.words.which, noun, "nomn")
    asks: _Said = [(which, None), (inflected(noun.lemma, "nomn", noun.number), None)]
    spoken: _Said = [*asks, (finite, verb), *rest]
    if not passive:
        return [spoken, [("кто", None), (finite, verb), *rest]]
    active = _active(scene, verb)
    if active is None:
        return [spoken]
    # "снятый Рязановым" is what he made: "какой фильм снял Рязанов"
    return [[*asks, (active, verb), *rest], spoken]


def _behind_verb(scene: Scene, relative: int, ordered: list[int], verb: int) -> list[int] | None:
    """The clause with the object that it begins with behind its verb: "музыку к которым написал X"."""
    place = ordered.index(relative)
    before = ordered[:place]
    if len(before) != PHRASE or verb not in ordered[place:] or scene.tokens[before[1]].pos != "ADP":
        return None
    if scene.tokens[before[0]].pos != "NOUN":
        return None
    rest = [*before[1:], *ordered[place:]]
    rest.insert(rest.index(verb) + 1, before[0])
    return rest


def _read(scene: Scene, index: int) -> tuple[tuple[str, str], ...]:
    return readings(scene.tokens[index].folded) if index in scene.relative else ()


def _active(scene: Scene, verb: int) -> str | None:
    """A passive participle as the verb of who did it, where somebody is said to have done it."""
    if not is_passive(scene.tokens[verb]):
        return None
    inside = map(scene.tokens.__getitem__, scene.describing[verb][1])
    done_by = (
        one.features.get("Case") == "Ins"
        or (one.index in scene.standing and any("ablt" in tag for _, tag in readings(one.folded)))
        for one in inside
    )
    if not any(done_by):
        return None
    return inflected(scene.tokens[verb].folded, "VERB", "past", "sing", "masc")


def _owned(scene: Scene, relative: int, ordered: list[int]) -> _Said | None:
    """The clause with the asking possessive: "по проекту которого построен" as "по чьему проекту построен"."""
    noun = scene.tokens[relative - 1] if relative - 1 in ordered else None
    if noun is None or noun.pos != "NOUN":
        return None
    whose = agreeing(next(iter(scene.words.whose)), noun)
    said: _Said = []
    for one in ordered:
        if one == noun.index:
            said.append((whose, None))
        if one != relative:
            said.append((scene.tokens[one].folded, one))
    return said


def _finite(token: Token, noun: Token) -> tuple[str, bool]:
    """A participle as the verb of a question, and whether it is passive: "снявший" снял, "снятый" снят."""
    for _, tag in readings(token.folded):
        if not tag.startswith("PRTF"):
            continue
        agreement = ["plur"] if noun.number == "plur" else ["sing", gender(noun.lemma, "NOUN") or "masc"]
        if "pssv" in tag:
            return inflected(token.folded, "PRTS", *agreement), True
        if "pres" in tag:
            return inflected(token.folded, "VERB", "pres", "3per", noun.number), False
        return inflected(token.folded, "VERB", "past", *agreement), False
    return token.folded, False
