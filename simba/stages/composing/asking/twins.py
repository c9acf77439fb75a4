"""What two verbs, nouns or asking words joined by "и" ask of one: "когда родился и умер X", "когда и где родился X"."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Set
from itertools import product
from typing import NamedTuple

from simba.query import And, Hop, Or, path
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordforms import is_animate
from simba.stages.composing.question.wordings import FiredRule
from simba.stages.composing.sets.parts import Denotation
from simba.stages.parse import Token
from simba.stages.properties import answers

ANEW = frozenset({"date", "place"})
"""What each of two verbs asks for anew."""
ASKED = ANEW | {"person"}
"""What two verbs may ask for; who did both is one."""
TWO = 2
LIKELY = 4
"""Properties of each of the two that are looked at."""


class _Twin(NamedTuple):
    """A property that one of two words asks for, and the words that say so."""

    property: str
    words: frozenset[int]
    counts: bool
    """Whether its values are numbers."""


def twins(question: SpecialQuestion) -> Iterator[Denotation]:
    """What both ask for, where each is known; who is meant by both verbs, or is both, if anybody is."""
    scene = question.scene
    pair = next((two for token in scene.tokens if len(two := joined(scene, token)) == TWO), None)
    if pair is None or scene.noun not in {None, *pair}:
        return
    nouns = scene.tokens[pair[0]].pos == "NOUN"
    person = may_be_one(scene, pair) if nouns else scene.interrogative.type not in ANEW
    joints = {one.index for one in scene.tokens if one.folded in scene.words.joining}
    for one, other in product(*(_asked(scene, one, pair)[:LIKELY] for one in pair)):
        if one.counts and other.counts:
            continue  # two numbers do not say which is which
        for made, ends in _both(question, one, other, joints | question.asking()):
            if person:
                yield made._replace(form=And(*ends), presupposed=None)
            if nouns or not person:
                yield made._replace(score=made.score + scene.weights.doubt) if person else made


def at_once(question: SpecialQuestion) -> Iterator[Denotation]:
    """What two asking words that are joined ask of the same: "когда и где родился X"."""
    scene, beside = question.scene, question.scene.interrogative.beside
    if beside is None:
        return
    second = frozenset(token.index for token in scene.parse.within(beside))
    first = question.asking() - second
    if not first or not second:
        return
    between = frozenset(range(max(first) + 1, min(second)))
    every = frozenset(range(len(scene.tokens)))
    pairs = product(
        *(
            _asked_by(scene, every - between - aside, own)[:LIKELY]
            for own, aside in ((first, second), (second, first))
        )
    )
    for one, other in pairs:
        yield from (made for made, _ in _both(question, one, other, between))


def _both(
    question: SpecialQuestion, one: _Twin, other: _Twin, joints: Set[int]
) -> Iterator[tuple[Denotation, list[Hop]]]:
    """What either of two properties tells, of that of which both are known; and what each of them does."""
    scene = question.scene
    if one.property == other.property:
        return
    own = one.words | other.words | joints
    for source in question.sources(own):
        ends = [Hop(source.form, path(each.property)) for each in (one, other)]
        made = Denotation(
            Or(*ends),
            source.score,
            source.explained | own,
            (*source.why, one.property, other.property),
            dead=not all(scene.leads(source.form, each.property, False) for each in (one, other)),
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


def _asked(scene: Scene, word: int, both: Collection[int]) -> list[_Twin]:
    """What one of two words asks for, as if the other did not stand beside it, likeliest first."""
    aside = frozenset({*both, *_joints(scene, both)}) - {word}
    said = frozenset(range(len(scene.tokens))) - aside
    return _asked_by(scene, said, frozenset({word}), lambda one: _fits(scene, one))


def _asked_by(
    scene: Scene,
    said: frozenset[int],
    own: frozenset[int],
    fits: Callable[[FiredRule], bool] = lambda _: True,
) -> list[_Twin]:
    """What some words ask for, of all that is said the own among them, likeliest first."""
    fired = scene.fire(scene.wording(said))
    asked = [one for one in fired if own <= one.words and not one.reverse and fits(one)]
    best: dict[str, _Twin] = {}
    for one in sorted(asked, key=lambda one: -one.merit):
        twin = _Twin(one.rule.property, one.words, one.rule.answer == {"number"})
        best.setdefault(twin.property, twin)
    return list(best.values())


def _fits(scene: Scene, fired: FiredRule) -> bool:
    """Whether a rule's values are what is asked for; of two asked nouns, each says so itself."""
    kind = scene.interrogative.type
    if scene.noun is not None:
        return True
    return answers(fired.rule, scene.interrogative) and (kind not in ASKED or kind in fired.rule.answer)
