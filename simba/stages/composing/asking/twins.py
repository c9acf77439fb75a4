"""What two verbs, nouns or asking words joined by "и" ask of one: "когда родился и умер X", "когда и где родился X"."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from itertools import product
from typing import NamedTuple

from simba.query import And, Difference, Entity, Form, Hop, Or, path
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.asking.stand_for import (
    gender_of,
    gender_of_word,
    may_stand_for,
    pronouns_among,
)
from simba.stages.composing.question.constructions import Kind
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordforms import is_animate
from simba.stages.composing.question.wordings import FiredRule
from simba.stages.composing.sets.parts import Denotation
from simba.stages.composing.sets.scales import is_measure
from simba.stages.interrogative import Interrogative
from simba.stages.parse import Token
from simba.stages.properties import answers

ANEW = frozenset({"date", "place"})
"""What each of two verbs asks for anew."""
ASKED = ANEW | {"person"}
"""What two verbs may ask for; who did both is one."""
TOLD = ASKED | {"number"}
"""What the type of an asking phrase says of a property's values."""
MOST = 3
"""So many words may be joined."""
AGES: frozenset[Kind] = frozenset({"age", "age_at"})
BORN = "P569"
LIKELY = 4
"""Properties of each of the two that are looked at."""


class Twin(NamedTuple):
    """A property that one of two words asks for, and the words that say so."""

    property: str
    words: frozenset[int]


def twins(question: SpecialQuestion) -> Iterator[Denotation]:
    """What both ask for, where each is known; who is meant by both verbs, or is both, if anybody is."""
    scene = question.scene
    row = next((row for token in scene.tokens if 1 < len(row := joined(scene, token)) <= MOST), None)
    if row is None or scene.noun not in {None, *row}:
        return
    nouns = scene.tokens[row[0]].pos == "NOUN"
    person = may_be_one(scene, row) if nouns else scene.interrogative.type not in ANEW
    joints = scene.with_form(scene.words.joining)
    for asked in product(*(_asked(scene, one, row)[:LIKELY] for one in row)):
        for made, ends in _all(question, asked, joints | question.asking()):
            if person:
                yield made._replace(form=And(*ends), presupposed=None)
            if nouns or not person:
                yield made._replace(score=made.score + scene.weights.doubt) if person else made


class _Side(NamedTuple):
    """One of two asking phrases, and what stands on its side of "и"."""

    interrogative: Interrogative
    asking: frozenset[int]
    words: frozenset[int]
    kinds: frozenset[int]
    """Those of the words that merely say what a name is of."""
    said: frozenset[int]
    """Those that say something: neither these nor names."""


def at_once(question: SpecialQuestion) -> Iterator[Denotation]:
    """What two asking phrases that are joined ask of the same: "когда и где родился X", "кто снял и когда вышел X"."""
    scene, second = question.scene, question.scene.interrogative.second
    if second is None:
        return
    other = frozenset(token.index for span in second.removed for token in scene.parse.within(span))
    one = question.asking() - other
    joints = [i for i in range(min(other, default=0)) if scene.tokens[i].folded in scene.words.joining]
    if not one or not joints:
        return
    left = _side(scene, scene.interrogative, one, range(joints[-1]))
    right = _side(scene, second, other, range(joints[-1] + 1, len(scene.tokens)))
    if left.interrogative.type == "date" and _asks_age(scene, right):
        yield from _with_age(question, left, right, joints[-1])
        return
    if _may_be_another(scene, left, right):
        return
    asked = (_asked_beside(scene, *sides)[:LIKELY] for sides in ((left, right), (right, left)))
    names = frozenset(token.index for token in scene.tokens if scene.named_outright(token.index))
    plain = {joints[-1]} | scene.with_lemma(scene.words.adding)
    found: list[tuple[Denotation, Form, tuple[str, str]]] = []
    for first, last in product(*asked):
        for made, (end, _) in _all(question, (first, last), plain):
            whole = names | left.kinds | right.kinds <= made.explained
            named = names | _naming(scene, end.source, made.explained)
            if whole and left.said <= first.words | named and right.said <= last.words | named:
                found.append((made, end.source, (first.property, last.property)))
    best = max((made.score for made, *_ in found if not made.dead), default=0.0)
    told = [(source, names) for made, source, names in found if not made.dead and made.score == best]
    # A novel tells its author, the film of that name its composer: who knows which of them was meant.
    unclear = all(len(set(some)) > 1 for some in zip(*told, strict=True)) if told else False
    yield from (made for made, *_ in found if made.dead or not unclear)


def _asks_age(scene: Scene, side: _Side) -> bool:
    """Whether it asks how old somebody was, whom it does not name: "и сколько ему было лет"."""
    text = " ".join(scene.tokens[i].folded for i in sorted(side.words) if scene.tokens[i].is_word)
    kinds = scene.constructions.asked(text)
    return not AGES.isdisjoint(kinds) and not any(map(scene.named_outright, side.words))


def _with_age(question: SpecialQuestion, left: _Side, right: _Side, joint: int) -> Iterator[Denotation]:
    """When something was with somebody, and how old they were then: "когда умер X и сколько ему было лет"."""
    for asked in _asked_beside(question.scene, left, right)[:LIKELY]:
        if asked.property == BORN:
            continue
        own = asked.words | right.words | {joint}
        for source in question.sources(own):
            if not may_stand_for(question.scene, right.words, source.form):
                continue
            date, born = Hop(source.form, path(asked.property)), Hop(source.form, path(BORN))
            known = all(question.scene.leads(source.form, name, False) for name in (asked.property, BORN))
            yield Denotation(
                Or(date, Difference(born, date, "age")),
                source.score,
                source.explained | own,
                (*source.why, asked.property),
                dead=not known,
            )


def _naming(scene: Scene, source: Form, explained: frozenset[int]) -> frozenset[int]:
    """The words that name an entity, and a noun that says who it is: one that says what it is may not be true of it."""
    if not isinstance(source, Entity):
        return explained
    names = [
        inside
        for some in scene.covering.values()
        for candidate, inside, _ in some
        if candidate.entity.id == source.id and inside <= explained
    ]
    return frozenset({*min(names, key=len), *(i for i in explained if is_animate(scene.tokens[i]))})


def _side(scene: Scene, interrogative: Interrogative, asking: frozenset[int], words: Iterable[int]) -> _Side:
    own = frozenset(words)
    classes = {
        candidate.class_noun.index
        for some in scene.covering.values()
        for candidate, _, _ in some
        if candidate.class_noun is not None
    }
    own_words = own - asking - classes - scene.with_lemma(scene.words.adding)
    said = {i for i in own_words if scene.word(scene.tokens[i]) and not scene.named_outright(i)}
    return _Side(interrogative, asking, own, own & classes, frozenset(said))


def _may_be_another(scene: Scene, left: _Side, right: _Side) -> bool:
    """Whether one may be asked of what the other tells, and not of what is named: "как зовут жену X и где она
    родилась", "какую премию и когда получил X".
    """
    tokens = scene.tokens
    if not (left.said and right.said):  # they share a verb
        for side, other in ((left, right), (right, left)):
            object_of = side.interrogative.noun and not any(tokens[i].pos == "ADP" for i in side.asking)
            if object_of and other.interrogative.type in ANEW:
                return True
    if any(scene.named_outright(i) for i in right.words):
        return False
    asked = left.interrogative.noun
    if asked is not None and any(
        gender_of(one) & gender_of_word(asked) for one in pronouns_among(scene, right.words)
    ):
        # "Какая столица у X и какое у неё население"; but an area has no population.
        return not is_measure(scene, asked.index)
    nouns = left.interrogative.noun is not None or any(tokens[i].pos == "NOUN" for i in left.said)
    return nouns and any(tokens[i].pos == "VERB" for i in right.said)


def _asked_beside(scene: Scene, side: _Side, beside: _Side) -> list[Twin]:
    """What an asking phrase asks for with the words on its side or, where these say nothing, with those beside it."""
    words = side.words if side.said else (side.words | beside.words) - beside.asking
    said, kind, noun = side.said or beside.said, side.interrogative.type, side.interrogative.noun

    def fits(fired: FiredRule) -> bool:
        if said and said.isdisjoint(fired.words):
            return False
        if noun is not None and noun.index in fired.words:
            return True
        answer = fired.rule.answer or {kind}
        return kind in answer if kind in TOLD else not side.asking.isdisjoint(fired.words)

    asked = _asked_by(scene, words, frozenset(), fits)
    return [one._replace(words=one.words | side.asking) for one in asked]


def asked_behind(
    scene: Scene, interrogative: Interrogative, asking: frozenset[int], words: Iterable[int]
) -> list[Twin]:
    """What the second of two asking phrases asks for with the words behind "и"."""
    side = _side(scene, interrogative, asking, words)
    return _asked_beside(scene, side, side) if side.said else []


def _all(
    question: SpecialQuestion, asked: Sequence[Twin], joints: Set[int]
) -> Iterator[tuple[Denotation, list[Hop]]]:
    """What either of some properties tells, of that of which all are known; and what each of them does."""
    scene = question.scene
    names = [one.property for one in asked]
    if len({*names}) < len(names):
        return
    own = frozenset(joints).union(*(one.words for one in asked))
    for source in question.sources(own):
        ends = [Hop(source.form, path(name)) for name in names]
        made = Denotation(
            Or(*ends),
            source.score,
            source.explained | own,
            (*source.why, *names),
            dead=not all(scene.leads(source.form, name, False) for name in names),
            presupposed=And(*(Hop(end, end.path.reversed()) for end in ends)),
        )
        yield made, ends


def joined(scene: Scene, token: Token) -> list[int]:
    """A verb or noun with those that "и" joins to it, where rules know another property by each; else it alone."""
    if token.pos == "VERB":
        others = _verbs_beside(scene, token) if scene.interrogative.type in ASKED else []
    else:
        others = _nouns_beside(scene, token) if token.pos == "NOUN" else []
    both = [token.index, *others]
    alone = [_asked(scene, one, both) for one in both] if others else []
    names = [{one.property for one in some} for some in alone]
    apart = all(names) and all(map(names[0].isdisjoint, names[1:])) if names else False
    return both if apart else [token.index]


def _verbs_beside(scene: Scene, verb: Token) -> list[int]:
    kids = (kid for kid in scene.children(verb.index) if scene.tokens[kid].relation == "conj")
    tree = [*kids, *([verb.head] if verb.relation == "conj" else [])]
    beside = [  # parsers may hang them apart
        verb.index + 2 * way
        for way in (-1, 1)
        if 0 <= verb.index + 2 * way < len(scene.tokens)
        and scene.tokens[verb.index + way].folded in scene.words.joining
    ]
    return sorted({one for one in (*tree, *beside) if scene.tokens[one].pos == "VERB"})


def _nouns_beside(scene: Scene, noun: Token) -> list[int]:
    """The nouns that "и" joins to one, none of which names anything or says but how: "столица, валюта и язык"."""
    tokens, row = scene.tokens, [noun.index]
    for index in scene.parse.ancestors(noun.index):
        if tokens[row[0]].relation != "conj" or tokens[index].pos != "NOUN":  # it may hang on "кто"
            break
        row = [index]
    for one in row:
        kids = (kid for kid in scene.children(one) if kid not in row and tokens[kid].relation == "conj")
        row += [kid for kid in kids if tokens[kid].pos == "NOUN"]
    if len(row) == 1 or not _joints(scene, row):
        return []
    if any(scene.named_outright(one) or scene.case(one) is not None for one in row):
        return []
    return [index for index in row if index != noun.index]


def may_be_one(scene: Scene, nouns: Collection[int]) -> bool:
    """Whether somebody may be all that joined nouns say: "режиссёр и сценарист", but not "автор и персонажи"."""
    tokens = [scene.tokens[one] for one in nouns]
    return all(is_animate(token) and token.features.get("Number") == "Sing" for token in tokens)


def _joints(scene: Scene, pair: Iterable[int]) -> frozenset[int]:
    """The words that join two."""
    return frozenset(
        kid for one in pair for kid in scene.children(one) if scene.tokens[kid].folded in scene.words.joining
    )


def _asked(scene: Scene, word: int, both: Collection[int]) -> list[Twin]:
    """What one of two words asks for, as if the other did not stand beside it, likeliest first."""
    aside = frozenset({*both, *_joints(scene, both)}) - {word}
    said = frozenset(range(len(scene.tokens))) - aside
    return _asked_by(scene, said, frozenset({word}), lambda one: _fits(scene, one))


def _asked_by(
    scene: Scene,
    said: frozenset[int],
    own: frozenset[int],
    fits: Callable[[FiredRule], bool] = lambda _: True,
) -> list[Twin]:
    """What some words ask for, of all that is said the own among them, likeliest first: of a group, in its order."""
    places = scene.groups.places
    fired = scene.fire(scene.wording(said))
    asked = [one for one in fired if own <= one.words and not one.reverse and fits(one)]
    best: dict[str, Twin] = {}
    for one in sorted(asked, key=lambda one: (-one.merit, places.get((one.rule.property, "forward"), 0))):
        best.setdefault(one.rule.property, Twin(one.rule.property, one.words))
    return list(best.values())


def _fits(scene: Scene, fired: FiredRule) -> bool:
    """Whether a rule's values are what is asked for; of two asked nouns, each says so itself."""
    kind = scene.interrogative.type
    if scene.noun is not None:
        return True
    return answers(fired.rule, scene.interrogative) and (kind not in ASKED or kind in fired.rule.answer)
