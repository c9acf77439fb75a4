"""A clause that describes a noun, as the question it answers: "сменивший Черчилля" as "кто сменил Черчилля"."""

from __future__ import annotations

from simba.russian.morphology import gender, readings
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordforms import CASES, inflected, is_animate
from simba.stages.composing.question.wordings import Phrasing
from simba.stages.parse import Token


def as_question(
    scene: Scene, verb: int, head: int, tokens: frozenset[int]
) -> list[tuple[Phrasing, frozenset[int]]]:
    """The clause as the questions that it answers, and the tokens that these turn into asking words."""
    noun = scene.tokens[head]
    number = "plur" if noun.features.get("Number") == "Plur" else "sing"
    ordered = sorted(one for one in tokens if scene.tokens[one].is_word and not scene.correlates(one))
    relative = next(
        (one for one in ordered if one in scene.relative and scene.tokens[one].lemma == "который"), None
    )
    if relative is not None:
        token = scene.tokens[relative]
        case = CASES.get(token.features.get("Case", ""), "nomn")
        number = "plur" if token.features.get("Number") == "Plur" else "sing"
        form = inflected(noun.lemma, case, number)
        pieces: list[tuple[str, int | None]] = []
        for one in ordered:
            if one == relative:
                pieces += [
                    (
                        "как" + token.folded.removeprefix("котор").replace("ый", "ой").replace("ы", "и"),
                        None,
                    ),
                    (form, None),
                ]
            else:
                pieces.append((scene.tokens[one].folded, one))
        person, thing = scene.words.asking[case]
        who = person if is_animate(noun) else thing
        alone = [(who if one == relative else scene.tokens[one].folded, one) for one in ordered]
        said = [pieces, [(word, None if one == relative else one) for word, one in alone]]
        if case == "gent" and (owned := _owned(scene, relative, ordered)):
            said.append(owned)
        return [(Phrasing(some), frozenset({relative})) for some in said]
    if any(lemma in scene.words.whose for one in ordered[:3] for lemma, _ in _read(scene, one)):
        whose = next(one for one in ordered if one in scene.relative)
        text = [(scene.tokens[one].folded, None if one == whose else one) for one in ordered]
        return [(Phrasing(text), frozenset({whose}))]
    place = next((one for one in ordered if scene.tokens[one].folded in scene.words.places), None)
    if place is not None:
        before, which, case = scene.words.places[scene.tokens[place].folded]
        form = inflected(noun.lemma, case)
        rest = [(scene.tokens[one].folded, one) for one in ordered if one != place]
        return [
            (Phrasing([(before, None), (which, None), (form, None), *rest]), frozenset({place})),
            (Phrasing([("где", None), *rest]), frozenset({place})),
        ]
    if any(scene.tokens[one].folded == "кто" for one in ordered):
        return [(Phrasing((scene.tokens[one].folded, one) for one in ordered), frozenset())]
    finite, passive = _finite(scene.tokens[verb], noun, number)
    rest = [(scene.tokens[one].folded, one) for one in ordered if one != verb]
    which = {"plur": "какие", "femn": "какая", "neut": "какое"}.get(
        "plur" if number == "plur" else str(gender(noun.lemma, "NOUN")), "какой"
    )
    spoken: list[tuple[str, int | None]] = [
        (which, None),
        (inflected(noun.lemma, "nomn", number), None),
        (finite, verb),
        *rest,
    ]
    wordings = [Phrasing(spoken)]
    if not passive:
        wordings.append(Phrasing([("кто", None), (finite, verb), *rest]))
    elif any(scene.tokens[one].features.get("Case") == "Ins" for one in ordered):
        # "снятый Рязановым" is what he made: "какой фильм снял Рязанов"
        active = inflected(scene.tokens[verb].folded, "VERB", "past", "sing", "masc")
        wordings.append(Phrasing([*spoken[:2], (active, verb), *rest]))
    return [(wording, frozenset()) for wording in wordings]


def _read(scene: Scene, index: int) -> tuple[tuple[str, str], ...]:
    return readings(scene.tokens[index].folded) if index in scene.relative else ()


def _owned(scene: Scene, relative: int, ordered: list[int]) -> list[tuple[str, int | None]] | None:
    """The clause with the asking possessive: "по проекту которого построен" as "по чьему проекту построен"."""
    noun = scene.tokens[relative - 1] if relative - 1 in ordered else None
    if noun is None or noun.pos != "NOUN":
        return None
    number = "plur" if noun.features.get("Number") == "Plur" else "sing"
    case = CASES.get(noun.features.get("Case", ""), "nomn")
    sex = () if number == "plur" else (gender(noun.lemma, "NOUN") or "masc",)
    whose = inflected(next(iter(scene.words.whose)), case, number, *sex)
    said: list[tuple[str, int | None]] = []
    for one in ordered:
        if one == noun.index:
            said.append((whose, None))
        if one != relative:
            said.append((scene.tokens[one].folded, one))
    return said


def _finite(token: Token, noun: Token, number: str) -> tuple[str, bool]:
    """A participle as the verb of a question, and whether it is passive: "снявший" снял, "снятый" снят."""
    for _, tag in readings(token.folded)[:3]:
        if not tag.startswith("PRTF"):
            continue
        agreement = ["plur"] if number == "plur" else ["sing", gender(noun.lemma, "NOUN") or "masc"]
        if "pssv" in tag:
            return inflected(token.folded, "PRTS", *agreement), True
        if "pres" in tag:
            return inflected(token.folded, "VERB", "pres", "3per", number), False
        return inflected(token.folded, "VERB", "past", *agreement), False
    return token.folded, False
