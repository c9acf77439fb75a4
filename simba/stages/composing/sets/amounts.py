"""What there may be most of: "больше всего спутников", "наибольшее число голов", "больше фильмов снял"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from simba.query import IT, And, Class, Count, Form, Hop, Qualifier, Rank, path
from simba.query.forms import Order
from simba.stages.composing.question.constructions import Kind, Measure
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordforms import inflected
from simba.stages.composing.sets.lasting import lasting
from simba.stages.composing.sets.parts import Denotation, both
from simba.stages.composing.sets.ranks import beside, measured
from simba.stages.composing.sets.scales import by_words
from simba.stages.parse import Token

NEAR = 3
"""Tokens within which the noun follows "больше всего"."""
MAX_AMOUNTS = 4
KINDS: tuple[tuple[Kind, Order], ...] = (("most", "desc"), ("least", "asc"))


@dataclass(frozen=True, slots=True)
class Amount:
    """A measure of how many, or how much, of something there is; its order, and its words."""

    form: Form
    order: Order
    words: frozenset[int]


def amounts(scene: Scene, names: frozenset[int] = frozenset(), *, of_all: bool = False) -> Iterator[Amount]:
    """What the question may ask the most or the least of, beside the names of its own.

    ``of_all``: only where it says that it asks for the most of all, as "больше всего" does and "больше" does not.
    """
    kinds = scene.constructions.asked(scene.whole.text)
    for kind, order in KINDS:
        if kind not in kinds:
            continue
        own = scene.whole.tokens(kinds[kind].span, kinds[kind].gaps)
        after = scene.tokens[max(own) + 1 : max(own) + 1 + NEAR]
        noun = next((one for one in after if one.pos == "NOUN" and one.index not in names), None)
        if noun is None or scene.named_outright(noun.index) or noun.lemma in scene.words.scales:
            continue
        if any(token.text[:1].isdigit() for token in after) or (of_all and len(own) < 2):
            continue  # "больше 100 метров"
        if lowers(scene, max(own)):
            order = "asc" if order == "desc" else "desc"
        having = scene.with_lemma(scene.words.having)
        for form, words in amounts_of(scene, noun, names):
            yield Amount(form, order, own | words | having | _name(scene, noun))


def _name(scene: Scene, noun: Token) -> frozenset[int]:
    """A noun with its adjectives, where they belong to the name of its class: "химических элементов"."""
    classes = scene.classes(noun.index)
    named = (inside for one, inside, _ in scene.covering.get(noun.index, ()) if one.entity.id in classes)
    return frozenset({noun.index}).union(*named)


def lowers(scene: Scene, degree: int) -> bool:
    """Whether a degree belongs to an adjective that says little: "при более низкой температуре"."""
    after = scene.tokens[degree + 1 : degree + 2]
    return scene.tokens[degree].folded in scene.words.degrees and any(
        token.pos == "ADJ" and token.lemma in scene.words.lesser for token in after
    )


def amounts_of(scene: Scene, noun: Token, names: frozenset[int]) -> Iterator[tuple[Form, frozenset[int]]]:
    """The measures that a noun may mean: a quantity, or how many things are so related."""
    quantities = [one for one in scene.constructions.measures if noun.lemma in one.noun]
    if quantities:
        for quantity in quantities:
            yield _quantity(quantity), beside(scene, quantity)
        return
    for relation in scene.constructions.nouns.get(noun.lemma, [])[:1]:
        yield Count(Hop(IT, path(relation.path))), frozenset()
    beside_it = [noun.index, *(t.index for t in scene.tokens if t.pos == "VERB" and t.index not in names)]
    for scale, words in by_words(scene, beside_it, "number"):  # "вмещает больше зрителей"
        yield measured(scale), words
    asking = next(iter(scene.words.counted.values()))
    things = inflected(noun.lemma, "nomn", "plur")
    verb = next((t for t in scene.tokens if t.pos == "VERB" and t.index not in names), None)
    pieces: list[tuple[str, int | None]] = [(asking, None), (things, noun.index)]
    pieces.append((verb.folded, verb.index) if verb is not None else ("у", None))
    classes = scene.classes(noun.index)
    for one in scene.fire(scene.respoken(pieces)):
        if verb is not None and verb.lemma not in scene.words.having and verb.index not in one.words:
            continue
        if not one.reverse and noun.index in one.words:
            yield Count(Hop(IT, path(one.rule.property))), one.words
        elif one.reverse and classes:
            yield Count(And(Class(*classes[:4]), Hop(IT, path(f"^{one.rule.property}")))), one.words


def _doers(amount: Amount) -> Form | None:
    """All who did what is counted to some of its class: "кто открыл больше всего элементов"."""
    form = amount.form
    if not isinstance(form, Count) or not isinstance(form.source, And):
        return None
    kind, made = form.source.members
    if not isinstance(kind, Class) or not isinstance(made, Hop) or made.source != IT:
        return None
    return Hop(kind, made.path.reversed())


def _quantity(measure: Measure) -> Form:
    return Qualifier(measure.path) if measure.qualifier else measured(measure)


def most(scene: Scene, parts: list[Denotation]) -> Iterator[Denotation]:
    """The members of each part that have the most, or the least, of something."""
    for tried, amount in enumerate(list(amounts(scene, of_all=True))[:MAX_AMOUNTS]):
        if (
            scene.noun is None
            and scene.interrogative.type == "person"
            and (doers := _doers(amount)) is not None
        ):
            yield Denotation(
                Rank(doers, amount.form, amount.order),
                scene.weights.later * tried,
                amount.words,
                ("больше всего",),
            )
        for part in parts:
            source = lasting(scene, part.form)
            if isinstance(amount.form, Qualifier):
                if part.link is None or part.is_of_several():
                    continue
                source = both(part.link.statement(), *part.rest)
            form = Rank(source, amount.form, amount.order)
            yield part.turned_into(form, amount.words, scene.weights.later * tried, "больше всего")
