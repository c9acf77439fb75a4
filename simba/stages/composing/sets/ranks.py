"""Sets in the order of a measure: the longest river, the last film, the second largest lake."""

from __future__ import annotations

from collections.abc import Iterator

from simba.query import IT, Difference, Form, Has, Hop, Lacks, Qualifier, Rank, Text, path
from simba.query.forms import Order
from simba.russian.morphology import readings
from simba.stages.composing.question.constructions import Measure
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.lasting import lasting
from simba.stages.composing.sets.offices import in_office
from simba.stages.composing.sets.parts import Denotation, anchored, both
from simba.stages.composing.sets.scales import by_words
from simba.stages.composing.sets.superlatives import Superlative, everywhere, find, kind_noun

NUMBER = "P1545"
BIRTH = "P569"
MAX_MEASURES = 4


def superlatives(scene: Scene, part: Denotation, head: int) -> Iterator[Denotation]:
    """The part with the superlative that hangs on its noun."""
    kids = [
        one
        for one in scene.children(head)
        if scene.tokens[one].relation
        in {"amod", "nmod", "det", "nummod", "obl", "advmod", "appos", "nummod:gov"}
    ]
    inside: set[int] = set()
    for kid in kids:
        if (
            scene.tokens[kid].lemma in scene.words.numerals
            or scene.tokens[kid].pos in {"ADJ", "DET", "PROPN", "ADV", "NUM"}
            or scene.case(kid) == "по"
        ):
            inside.update(scene.parse.subtree(kid))
    inside -= part.explained
    superlative = find(scene, inside) if inside else None
    if superlative is not None:
        yield from ranked(scene, part, superlative, head, person=_animate(scene, head))


def _animate(scene: Scene, head: int) -> bool:
    token = scene.tokens[head]
    return any("NOUN,anim" in tag for lemma, tag in readings(token.folded)[:1])


def ranked(
    scene: Scene, part: Denotation, superlative: Superlative, noun: int | None, *, person: bool
) -> Iterator[Denotation]:
    """The part's first by each measure that fits its class, or that the words beside it name."""
    if superlative.of_few and not anchored(part.form):
        return
    noun = kind_noun(scene, part, noun)
    yield from _in_turn(scene, part, superlative)
    yield from _longest(scene, part, superlative)
    if aged := list(_by_age(scene, part, superlative)):
        yield from aged
        return
    fit = [*_told(scene, part, superlative), *_fitting(scene, superlative, noun, person=person)]
    of_all = everywhere(scene) - superlative.words
    alive = lasting(scene, part.form)
    for tried, (measure, most, also) in enumerate(fit[:MAX_MEASURES], 1):
        order: Order = "desc" if most else "asc"
        ranked = part.form if measure.date else alive
        form = Rank(ranked, measured(measure), order, superlative.position, superlative.limit)
        words, why = superlative.words | also | of_all, f"{superlative.lemma}: {measure.name}"
        yield part.turned_into(form, words, scene.weights.later * tried, why)


def _in_turn(scene: Scene, part: Denotation, superlative: Superlative) -> Iterator[Denotation]:
    """Of what holds in turn, who was the first, the last or the sixteenth: by number where it is told, else by time."""
    dated = next((one for one in superlative.measures if one[0].date), None)
    if part.link is None or dated is None or part.link.property not in scene.sets.starts:
        return
    if superlative.measures and superlative.lemma not in scene.words.outright - scene.words.elders:
        return
    property = part.link.property
    numbered = superlative.counted_off and property in scene.sets.numbered
    if numbered:
        number = Has(NUMBER, Text(str(superlative.position)))
        met = part.under(
            number, score=scene.weights.hint, explained=superlative.words, why=f"{superlative.position}-й"
        )
        if met is not None:
            yield met._replace(link=None, rest=())
    if part.is_of_several():
        return
    link = (
        part.link if not numbered else part.link._replace(conditions=(*part.link.conditions, Lacks(NUMBER)))
    )
    form = Rank(
        both(link.statement(), *part.rest),
        Qualifier(scene.sets.starts[property]),
        "desc" if dated[1] else "asc",
        superlative.position,
    )
    score = scene.weights.hint * (1 if property != "P50" else -2)
    yield part.remade(form, superlative.words, score, f"{superlative.lemma}: {scene.sets.starts[property]}")


def _longest(scene: Scene, part: Denotation, superlative: Superlative) -> Iterator[Denotation]:
    """Who was something for the longest time, or the shortest."""
    longest, shortest = (superlative.lemma in some for some in (scene.words.longest, scene.words.shortest))
    if part.link is None or part.is_of_several() or not (longest or shortest):
        return
    if part.link.property not in scene.sets.terms | scene.sets.starts.keys():
        return
    length = Difference(Qualifier("P580"), Qualifier("P582"), "days")
    form = Rank(
        both(part.link.statement(), *part.rest),
        length,
        "desc" if longest else "asc",
        superlative.position,
        superlative.limit,
    )
    spans = scene.with_lemma(scene.words.spans | scene.words.thrones)
    words = superlative.words | in_office(scene) | spans
    yield part.turned_into(form, words, why=superlative.lemma)


def _by_age(scene: Scene, part: Denotation, superlative: Superlative) -> Iterator[Denotation]:
    """Of all who held an office the youngest and the oldest are so when they came into it."""
    if part.link is None or part.link.property not in scene.sets.numbered or superlative.counted_off:
        return
    if part.is_of_several():
        return
    for measure, later in superlative.measures:
        if (
            measure.path == BIRTH
            and measure.date
            and not measure.needed
            and superlative.lemma not in scene.words.elders
        ):
            age = Difference(Hop(IT, path(BIRTH)), Qualifier(scene.sets.starts[part.link.property]), "days")
            form = Rank(
                both(part.link.statement(), *part.rest),
                age,
                "asc" if later else "desc",
                superlative.position,
                superlative.limit,
            )
            words = superlative.words | in_office(scene) | everywhere(scene)
            yield part.turned_into(form, words, why=f"{superlative.lemma}: {measure.name}")


def _told(
    scene: Scene, part: Denotation, superlative: Superlative
) -> Iterator[tuple[Measure, bool, frozenset[int]]]:
    """By what the words beside a superlative ask for: "запустили последним" by when it was launched."""
    order = next((most for measure, most in superlative.measures if measure.date), None)
    if order is None or superlative.lemma in scene.words.elders or scene.interrogative.type == "date":
        return  # "когда родился старший сын" does not ask for the eldest by that
    rest = [
        token.index
        for token in scene.left(part.explained | superlative.words)
        if not scene.asks(token.index) and token.index != scene.noun
    ]
    for measure, words in by_words(scene, rest, "date"):
        yield measure, order, words


def _fitting(
    scene: Scene, superlative: Superlative, noun: int | None, *, person: bool
) -> list[tuple[Measure, bool, frozenset[int]]]:
    """The measures that the class may have, with the words beside them; likeliest first."""
    classes = scene.classes(noun) if noun is not None else ()
    token = scene.tokens[noun] if noun is not None else None
    fit: list[tuple[int, Measure, bool]] = []
    for measure, most in superlative.measures:
        if person and measure.date and not measure.of:
            continue
        said = superlative.lemma in (*measure.most, *measure.least)
        if measure.needed and not (said and not measure.date) and not beside(scene, measure):
            continue
        if measure.of:
            kind = (person and "Q5" in measure.of) or scene.is_kind(token, classes, measure.of)
            if not kind and classes:
                continue
            fit.append((0 if kind else 2, measure, most))
        else:
            fit.append((1, measure, most))
    words = {one.name: beside(scene, one) for _, one, _ in fit}
    if superlative.lemma in scene.words.elders or scene.interrogative.type == "date":
        # A verb asks for something of the one that is picked: "когда родился старший сын".
        words = {
            name: frozenset(one for one in said if scene.tokens[one].pos != "VERB")
            for name, said in words.items()
        }
    fit.sort(key=lambda one: (not words[one[1].name], one[0]))
    return [(measure, most, words[measure.name]) for _, measure, most in fit]


def beside(scene: Scene, measure: Measure) -> frozenset[int]:
    """The words that stand beside a measure: "над уровнем моря"."""
    pattern = scene.constructions.beside.get(measure.name)
    found = pattern.all(scene.whole.text) if pattern else []
    return frozenset(token for one in found for token in scene.whole.tokens(one.span, one.gaps))


def measured(measure: Measure) -> Form:
    """A measure as a form about the member."""
    if measure.until is not None:
        return Difference(Hop(IT, path(measure.path)), Hop(IT, path(measure.until)), "days")
    return Hop(IT, path(measure.path))
