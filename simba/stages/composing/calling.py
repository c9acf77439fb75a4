"""What is called by a name that stands beside words of calling: "Сагарматхой её зовут", "прозвище Айк", "знали как".

The words of calling and the name that belongs to them are enough; who calls it so, and where, is told beside.
"""

from __future__ import annotations

from collections.abc import Iterator

from simba.query import Entity, Named
from simba.russian.morphology import readings
from simba.stages.composing.covering import is_name
from simba.stages.composing.parts import Denotation
from simba.stages.composing.questions import SpecialQuestion
from simba.stages.composing.scene import PERSON, Scene
from simba.stages.composing.wordforms import is_animate
from simba.stages.linking import Candidate
from simba.stages.parse import ROOT, Token

LITERAL = frozenset({"number", "date"})
"""Kinds of answers that are no things."""
BESIDE = frozenset({"ADV", "PART", "PRON", "DET", "ADP", "CCONJ"})
"""What may stand between a word of calling and the name."""


def called_by(question: SpecialQuestion) -> Iterator[Denotation]:
    """The entities whose name stands beside a word of calling."""
    scene = question.scene
    calling = calling_words(scene)
    if not calling or scene.interrogative.type in LITERAL:
        return
    noun = _asked(scene, calling)
    for candidate, inside, score in _mentions(scene):
        if noun is not None and noun in inside and not _is_quoted(candidate):
            continue
        if not inside & calling and _is_called(scene, inside, calling, noun):
            yield from _entity(scene, candidate, inside, score, noun, calling)
    yield from _quoted_with_noun(scene, noun, calling)


def told_what(question: SpecialQuestion) -> Iterator[Denotation]:
    """The entity of a name of which only is asked who or what it is: "Айк — это чьё прозвище", "что за озеро Леман"."""
    scene = question.scene
    calling = calling_words(scene)
    asks = frozenset(t.index for t in scene.tokens if scene.asks(t.index) or t.lemma in scene.words.whose)
    asks |= frozenset() if scene.noun is None else frozenset({scene.noun})
    if not asks:
        return
    equates = frozenset(t.index for t in scene.tokens if t.folded in scene.words.equating)
    titles = _of_lemmas(scene, scene.words.titles)
    titled = bool(equates or titles) and not _asks_name(scene)
    another = _asks_other_name(scene, calling)
    mentions = _mentions(scene)
    labels = {inside for candidate, inside, _ in mentions if candidate.entity.kind == "label"}
    for candidate, inside, score in mentions:
        first, last = min(inside), max(inside)
        kind = frozenset(
            i for i in range(first) if i in titles or (scene.is_noun(i) and _is_a(scene, candidate, i))
        )
        # What goes by the name outright is asked for its other names: "как по-другому называют глюкозу".
        other = candidate.entity.kind == "alias" and inside not in labels and _is_subject(scene, inside)
        other = other and (another or _is_called_now(scene, candidate, calling))
        opens = titled and first == len(kind) <= 1 and min(asks) > last
        if inside & asks or not (opens or other):
            continue
        told = inside | asks | equates | calling | (kind if opens else _class_before(scene, first))
        beside = frozenset(t.index for t in scene.left(told) if other and t.pos in {"ADV", "ADJ"})
        if scene.left(told | beside) or not (other or _is_asked_kind(scene, candidate)):
            continue
        yield Denotation(
            Entity(candidate.entity.id), score + scene.weights.marked, told | beside, (candidate.entity.name,)
        )


def _asks_other_name(scene: Scene, calling: frozenset[int]) -> bool:
    """Whether it is asked what is better known by another name: "под каким именем известно", "как расшифровать"."""
    known = _of_lemmas(scene, scene.words.known) & calling
    under = any(scene.case(i) in scene.words.calling for i in _of_lemmas(scene, scene.words.titles))
    return bool(known and under) or bool(_of_lemmas(scene, scene.words.shortened))


def _is_called_now(scene: Scene, candidate: Candidate, calling: frozenset[int]) -> bool:
    """Whether it is asked how a thing is called that has another name: a person's name would be asked so."""
    if not (_asks_name(scene) and calling) or not is_name(scene, candidate.mention):
        return False
    if _of_lemmas(scene, scene.words.hailing):
        return False
    return not scene.is_a(candidate.entity.classes, [PERSON])


def _is_asked_kind(scene: Scene, candidate: Candidate) -> bool:
    """Whether an entity is known to be what is asked for, be it who or what alone."""
    noun = scene.noun
    if noun is None or noun in _of_lemmas(scene, scene.words.titles):
        return _is_of(scene, candidate, None)
    works = is_animate(scene.tokens[noun]) and scene.is_a(candidate.entity.classes, [PERSON])
    return works or _is_a(scene, candidate, noun)


def _asks_name(scene: Scene) -> bool:
    return scene.interrogative.type in {"name", "manner"}


def _is_a(scene: Scene, candidate: Candidate, noun: int) -> bool:
    """Whether an entity is known to be what a noun says."""
    return scene.is_a(candidate.entity.classes, scene.classes(noun))


def _is_subject(scene: Scene, inside: frozenset[int]) -> bool:
    """Whether a name is what is told of: the subject, or whom others call so."""
    head = next((i for i in inside if scene.tokens[i].head not in inside), min(inside))
    return not scene.case(head) and scene.tokens[head].features.get("Case") in {"Nom", "Acc", None}


def _class_before(scene: Scene, first: int) -> frozenset[int]:
    """The noun before a name that says what it is: "сокращение", "озеро"."""
    return frozenset({first - 1}) if first and scene.is_noun(first - 1) else frozenset()


def calling_words(scene: Scene) -> frozenset[int]:
    """The words that say that something is called so."""
    words = scene.words
    return _of_lemmas(scene, words.calls | words.known | words.titles)


def _of_lemmas(scene: Scene, lemmas: frozenset[str]) -> frozenset[int]:
    return frozenset(
        token.index
        for token in scene.tokens
        if not lemmas.isdisjoint({token.lemma, *(lemma for lemma, _ in readings(token.folded)[:2])})
        and not scene.named_outright(token.index)
        and not scene.quoted(token)
    )


def _mentions(scene: Scene) -> list[tuple[Candidate, frozenset[int], float]]:
    """What is linked, each mention's entities once, without the nouns that say what they are."""
    found: dict[tuple[str, frozenset[int]], tuple[Candidate, frozenset[int], float]] = {}
    for some in scene.covering.values():
        for candidate, inside, score in some:
            own = frozenset(i for i in inside if candidate.mention.span.overlaps(scene.tokens[i].span))
            found.setdefault((candidate.entity.id, own), (candidate, own, score))
    return list(found.values())


def _asked(scene: Scene, calling: frozenset[int]) -> int | None:
    """The noun for what is so called: the asked one, else the one that the question is made of."""
    if scene.noun is not None and scene.noun not in calling:
        return scene.noun
    nouns = (t for t in scene.tokens if scene.is_noun(t.index) and not scene.named_outright(t.index))
    return next(
        (
            t.index
            for t in nouns
            if t.index not in calling
            and scene.classes(t.index)
            and (t.head == ROOT or t.features.get("Case") == "Nom")
        ),
        None,
    )


def _is_called(scene: Scene, inside: frozenset[int], calling: frozenset[int], noun: int | None) -> bool:
    """Whether a name belongs to a word of calling: it follows it, or is in the case that says what one is called."""
    first = min(inside)
    before = first - 1
    while before >= 0 and (
        scene.tokens[before].pos in BESIDE
        or not scene.tokens[before].is_word
        or scene.tokens[before].folded in scene.words.calling
        or scene.tokens[before].features.get("Case") == "Dat"
    ):
        if scene.tokens[before].folded == ",":
            return False
        before -= 1
    head = next((i for i in inside if scene.tokens[i].head not in inside), first)
    instrumental = _is_instrumental(scene, head)
    if _goes_on(scene, inside):
        return False
    if before in calling:
        last = next(i for i in range(first - 1, -1, -1) if scene.tokens[i].is_word)
        as_such = scene.tokens[last].folded in scene.words.calling
        quoted = scene.quoted(scene.tokens[first])
        naming = scene.tokens[before].pos == "NOUN" and not _asks_name(scene)
        naming = naming and scene.tokens[head].features.get("Case") != "Gen"
        naming = naming or scene.tokens[before].lemma in scene.words.shortened
        direct = noun is not None and noun < before and before in _of_lemmas(scene, scene.words.calls)
        return as_such or quoted or naming or instrumental or (direct and not scene.case(head))
    return instrumental and bool(_of_lemmas(scene, scene.words.calls))


def _is_instrumental(scene: Scene, head: int) -> bool:
    """Whether a name is in the instrumental; parsers know few names at the start."""
    token = scene.tokens[head]
    tags = [tag for _, tag in readings(token.folded)]
    may = not head and any("ablt" in tag for tag in tags) and not any("nomn" in tag for tag in tags)
    known = bool(tags) and not any("ablt" in tag for tag in tags)
    return (may or (token.features.get("Case") == "Ins" and not known)) and not scene.case(head)


def _goes_on(scene: Scene, inside: frozenset[int]) -> bool:
    """Whether a name is part of a longer one: "Лисом" of "Лисом пустыни", "царством" of "Московским царством"."""
    first, last = min(inside), max(inside)
    after = scene.tokens[last + 1] if last + 1 < len(scene.tokens) else None
    before = scene.tokens[first - 1] if first else None
    return (after is not None and after.pos in {"NOUN", "PROPN"} and after.features.get("Case") == "Gen") or (
        before is not None and before.pos == "ADJ" and before.head in inside
    )


def _entity(
    scene: Scene,
    candidate: Candidate,
    inside: frozenset[int],
    score: float,
    noun: int | None,
    calling: frozenset[int],
) -> Iterator[Denotation]:
    if not _is_of(scene, candidate, noun):
        return
    weights = scene.weights
    own = inside | calling | (frozenset() if noun is None else frozenset({noun}))
    beside = frozenset(t.index for t in scene.left(own) if _is_told_beside(scene, t))
    set_apart = is_name(scene, candidate.mention) or len(inside) > 1
    yield Denotation(
        Entity(candidate.entity.id),
        score
        + (weights.marked if set_apart else weights.unmarked)
        + weights.unchecked * sum(scene.weight(scene.tokens[i]) for i in beside),
        own | beside,
        (candidate.entity.name,),
    )


def _is_told_beside(scene: Scene, token: Token) -> bool:
    """Whether a word may say who calls it so, where, and what it is besides; not what picks another thing."""
    return token.pos != "VERB" and scene.weight(token) < scene.weights.picks and not token.folded.isdecimal()


def _is_of(scene: Scene, candidate: Candidate, noun: int | None) -> bool:
    """Whether an entity may be of the kind that is asked for: it is of it, or nothing is known."""
    classes = candidate.entity.classes
    if not classes or (noun is None and scene.interrogative.type is None):
        return True
    person = scene.is_a(classes, [PERSON])
    if noun is None:
        return scene.interrogative.type != "person" or person
    token = scene.tokens[noun]
    if is_animate(token) and token.lemma not in scene.words.kinds:
        return person
    of = scene.classes(noun)
    return not of or scene.is_a(classes, of)


def _is_quoted(candidate: Candidate) -> bool:
    return candidate.mention.source == "quote"


def _quoted_with_noun(scene: Scene, noun: int | None, calling: frozenset[int]) -> Iterator[Denotation]:
    """What is called by quoted words with the asked noun: "о какой войне говорят «Ганнибалова»"."""
    if noun is None:
        return
    for quote in scene.parse.quotes:
        inside = frozenset(t.index for t in scene.tokens if quote.covers(t.span) and t.is_word)
        if (
            not inside
            or any(map(scene.named_outright, inside))
            or not _is_called(scene, inside, calling, noun)
        ):
            continue
        text = scene.parse.text[quote.start : quote.stop].strip(' «»"„“')
        own = inside | calling | {noun}
        name = f"{text} {scene.tokens[noun].lemma}"
        yield Denotation(Named(name), scene.weights.marked + scene.weights.unlinked, own, (name,))
