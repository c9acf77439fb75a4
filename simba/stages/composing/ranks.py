"""Superlatives and ordinals: "самая длинная река", "последний фильм", "второй по площади", "раньше всех"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from simba.query import IT, Difference, Form, Hop, Number, Qualifier, Rank, Where, path
from simba.russian.morphology import ORDINALS, readings
from simba.stages.composing.constructions import Measure
from simba.stages.composing.parts import Denotation, both
from simba.stages.composing.scene import Scene

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


@dataclass(frozen=True, slots=True)
class Superlative:
    """What picks one of many, or the first few: the measures it may mean, the place in their order, and its words."""

    measures: list[tuple[Measure, bool]]
    words: frozenset[int]
    position: int
    lemma: str
    limit: int = 1

    def counted(self, scene: Scene, inside: list[int]) -> Superlative:
        """With the number of those that are asked for ("три самых длинных")."""
        for index in inside:
            number = scene.words.numerals.get(scene.tokens[index].lemma)
            if number and index < min(self.words):
                return replace(self, limit=number, words=self.words | {index})
        return self


def find(scene: Scene, within: Iterable[int]) -> Superlative | None:
    """The superlative or ordinal among some tokens."""
    inside = sorted(within)
    known = scene.constructions
    for index in inside:
        token = scene.tokens[index]
        lemma, supreme = _adjective(scene, token.folded, token.lemma)
        words = {index}
        most = [
            one
            for one in inside
            if scene.words.most & {lemma for lemma, _ in readings(scene.tokens[one].folded)}
        ]
        if token.pos in {"ADJ", "DET", "VERB", "NOUN", "PROPN"} and lemma in known.superlatives:
            near = [one for one in most if abs(one - index) <= 2]
            if not (supreme or lemma in scene.words.outright or near):
                continue
            words.update(near)
            measures = known.superlatives[lemma]
            position, extra = _ordinal(scene, index, inside)
            words |= extra
            measures, more = _by(scene, inside, measures)
            return Superlative(measures, frozenset(words | more), position, lemma).counted(scene, inside)
        if token.folded in known.comparatives or token.folded == "больше":
            after = [
                one
                for one in inside
                if index < one <= index + 3 and scene.tokens[one].folded in scene.words.all
            ]
            if after:
                words.update(after)
                measures = known.comparatives.get(token.folded, [])
                measures, more = _by(scene, inside, measures)
                return Superlative(measures, frozenset(words | more), 1, token.folded)
        if lemma in ORDINALS[1:] and any(scene.tokens[one].folded == "по" for one in inside if one > index):
            measures, more = _by(scene, [one for one in inside if one > index], [])
            if measures:
                words |= {one for one in inside if scene.tokens[one].lemma in scene.words.ranking}
                return Superlative(measures, frozenset(words | more), ORDINALS.index(lemma) + 1, lemma)
        if lemma in ORDINALS[1:] and token.pos == "ADJ":
            return Superlative(
                known.superlatives.get("первый", []), frozenset(words), ORDINALS.index(lemma) + 1, "первый"
            )
    return None


def _adjective(scene: Scene, word: str, lemma: str) -> tuple[str, bool]:
    """The adjective's lemma, and whether the form itself is superlative."""
    known = scene.constructions.superlatives
    for found, tag in readings(word)[:3]:
        if "ADJF" in tag and "Supr" in tag:
            return found, True
    found = next((one for one, _ in readings(word)[:4] if one in known), lemma)
    return found, word.startswith("наи")


def _ordinal(scene: Scene, index: int, inside: list[int]) -> tuple[int, set[int]]:
    for one in (index - 1, index - 2):
        if one in inside and scene.tokens[one].lemma in ORDINALS[1:]:
            return ORDINALS.index(scene.tokens[one].lemma) + 1, {one}
    return 1, set()


def _by(
    scene: Scene, inside: list[int], measures: list[tuple[Measure, bool]]
) -> tuple[list[tuple[Measure, bool]], set[int]]:
    """The measures that "по площади" leaves, and its words."""
    for index in inside:
        if scene.tokens[index].folded != "по" or index + 1 >= len(scene.tokens):
            continue
        noun = scene.tokens[index + 1]
        pair = f"{noun.lemma} {scene.tokens[index + 2].folded}" if index + 2 < len(scene.tokens) else ""
        most = measures[0][1] if measures else True
        found = [
            (one, most) for one in scene.constructions.measures if noun.lemma in one.noun or pair in one.noun
        ]
        if found:
            words = {index, index + 1} | ({index + 2} if any(pair in one.noun for one, _ in found) else set())
            return found, words
    return measures, set()


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


def compared(scene: Scene, part: Denotation, noun: int | None) -> Iterator[Denotation]:
    """The members above or below a number: "выше 100 метров"."""
    for token in scene.tokens:
        if (
            token.index in part.explained
            or token.folded not in scene.constructions.comparatives.keys() | scene.words.over
        ):
            continue
        number, words = number_after(scene, token.index + 1)
        if number is None:
            continue
        measures = list(scene.constructions.comparatives.get(token.folded, []))
        most = measures[0][1] if measures else token.folded != "менее"
        named = [
            (measure, t.index)
            for t in scene.tokens
            for measure in scene.constructions.measures
            if t.lemma in measure.noun and not scene.named_outright(t.index)
        ]
        own = {token.index, *words, *(index for _, index in named)}
        if named:
            own |= {t.index for t in scene.tokens if t.lemma in scene.words.having}
            measures = [(measure, most) for measure, _ in named]
        classes = scene.classes(noun) if noun is not None else ()
        fit = [
            one
            for one, _ in measures
            if not one.date and (not one.of or (classes and scene.is_a(classes, one.of)))
        ]
        for place, measure in enumerate(fit[:MAX_MEASURES]):
            form = Where(part.form, measured(measure), ">" if most else "<", Number(number))
            yield replace(
                part,
                form=form,
                link=None,
                rest=(),
                score=part.score - 0.03 * place,
                explained=part.explained | own,
                why=(*part.why, f"{token.folded} {number}: {measure.name}"),
            )


def number_after(scene: Scene, index: int) -> tuple[int | None, set[int]]:
    """The number that begins at a token, with its words and its unit's."""
    digits, words, factor = "", set(), 1
    while index < len(scene.tokens):
        token = scene.tokens[index]
        if token.folded in scene.words.than and not digits:
            words.add(index)
        elif token.folded.isdecimal():
            digits += token.folded
            words.add(index)
        elif digits and token.lemma in scene.words.scales:
            factor *= scene.words.scales[token.lemma]
            words.add(index)
        elif digits and token.lemma in scene.words.units:
            words.add(index)
        else:
            break
        index += 1
    return (int(digits) * factor, words) if digits else (None, set())
