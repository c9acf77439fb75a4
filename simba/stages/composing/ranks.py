"""Sets in the order of a measure: the longest river, the last film, the second largest lake."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from simba.query import IT, Difference, Form, Hop, Qualifier, Rank, path
from simba.russian.morphology import readings
from simba.stages.composing.constructions import Measure
from simba.stages.composing.parts import Denotation, both
from simba.stages.composing.scene import Scene
from simba.stages.composing.superlatives import Superlative, find

STARTS = {
    "P39": "P580",
    "P35": "P580",
    "P6": "P580",
    "P26": "P580",
    "P36": "P580",
    "P54": "P580",
    "P463": "P580",
    "P69": "P580",
    "P108": "P580",
    "P488": "P580",
    "P169": "P580",
    "P286": "P580",
    "P166": "P585",
    "P1346": "P585",
    "P1308": "P580",
    "P1082": "P585",
    "P50": "P577",
}
"""When a statement of a property began to hold."""
TERMS = frozenset({"P39", "P35", "P6", "P36", "P488", "P169", "P286", "P1308", "P1082"})
"""Of these properties, those whose values take turns: who asks for a year, means that year's."""
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
            or scene.tokens[kid].pos in {"ADJ", "DET", "PROPN", "ADV"}
            or scene.case(kid) == "по"
            or scene.tokens[kid].lemma == "самый"
        ):
            inside.update(scene.parse.subtree(kid))
    inside -= part.explained
    superlative = find(scene, inside) if inside else None
    if superlative is not None:
        yield from ranked(scene, part, superlative, scene.classes(head), person=_animate(scene, head))


def _animate(scene: Scene, head: int) -> bool:
    token = scene.tokens[head]
    return any("NOUN,anim" in tag for lemma, tag in readings(token.folded)[:1])


def ranked(
    scene: Scene,
    part: Denotation,
    superlative: Superlative,
    classes: tuple[str, ...],
    *,
    person: bool,
    beside: frozenset[int] = frozenset(),
) -> Iterator[Denotation]:
    """The part's first by each measure that fits its class."""
    explained = part.explained | superlative.words
    dated = [one for one in superlative.measures if one[0].date]
    if (
        part.link is not None
        and (not superlative.measures or superlative.lemma in scene.words.outright - scene.words.elders)
        and dated
    ):
        start = STARTS.get(part.link.property)
        if start:
            most = dated[0][1]
            form = Rank(
                both(part.link.statement(), *part.rest),
                Qualifier(start),
                "desc" if most else "asc",
                superlative.position,
            )
            yield replace(
                part,
                form=form,
                explained=explained,
                link=None,
                rest=(),
                score=part.score + (0.05 if part.link.property != "P50" else -0.1),
                why=(*part.why, f"{superlative.lemma}: {start}"),
            )
    if part.link is not None and superlative.lemma in scene.words.longest:
        length = Difference(Qualifier("P580"), Qualifier("P582"), "days")
        form = Rank(
            both(part.link.statement(), *part.rest), length, "desc", superlative.position, superlative.limit
        )
        held = {
            t.index
            for t in scene.tokens
            if t.lemma in scene.words.tenure and not scene.named_outright(t.index)
        }
        yield Denotation(form, part.score, explained | held, (*part.why, "дольше"), dead=part.dead)
    fit: list[tuple[int, Measure, bool]] = []
    for measure, most in superlative.measures:
        if person and measure.date and not measure.of:
            continue
        said = superlative.lemma in (*measure.most, *measure.least)
        if measure.needed and not said and not _beside(scene, measure):
            continue
        if measure.of:
            kind = (person and "Q5" in measure.of) or (classes and scene.is_a(classes, measure.of))
            if not kind and classes:
                continue
            fit.append((0 if kind else 2, measure, most))
        else:
            fit.append((1, measure, most))
    words = {one.name: _beside(scene, one) for _, one, _ in fit}
    fit.sort(key=lambda one: (not words[one[1].name], one[0]))
    for tried, (_, measure, most) in enumerate(fit[:MAX_MEASURES], 1):
        also = words[measure.name]
        form = Rank(
            part.form, measured(measure), "desc" if most else "asc", superlative.position, superlative.limit
        )
        yield Denotation(
            form,
            part.score - 0.03 * tried,
            explained | also,
            (*part.why, f"{superlative.lemma}: {measure.name}"),
            dead=part.dead,
        )


def _beside(scene: Scene, measure: Measure) -> frozenset[int]:
    pattern = scene.constructions.beside.get(measure.name)
    found = pattern.all(scene.whole.text) if pattern else []
    return frozenset(token for one in found for token in scene.whole.tokens(one.span, one.gaps))


def measured(measure: Measure) -> Form:
    """A measure as a form about the member."""
    if measure.until is not None:
        return Difference(Hop(IT, path(measure.path)), Hop(IT, path(measure.until)), "days")
    return Hop(IT, path(measure.path))
