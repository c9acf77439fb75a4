"""The sets that a question may ask for: what its clause leaves open, what its noun names, what picks from them."""

from __future__ import annotations

from simba.query import Entity
from simba.stages.composing.amounts import most
from simba.stages.composing.beam import best
from simba.stages.composing.clauses import Clauses
from simba.stages.composing.climbing import climbing
from simba.stages.composing.offices import by_office
from simba.stages.composing.parts import Denotation, anchored
from simba.stages.composing.periods import at_time, times
from simba.stages.composing.ranks import ranked
from simba.stages.composing.scene import Scene
from simba.stages.composing.superlatives import find
from simba.stages.composing.thresholds import compared
from simba.stages.parse import ROOT


def asked_sets(clauses: Clauses, without: frozenset[int] = frozenset()) -> list[Denotation]:
    """The sets that the question may ask for; some of its words are accounted for otherwise."""
    scene, nouns = clauses.scene, clauses.nouns
    said = clauses.asked(without)
    found: list[Denotation] = []
    noun = scene.noun
    negated = frozenset(one for one in clauses.main if scene.negates(one))
    if noun is None:
        heads = [
            one
            for one in sorted(clauses.main)
            if scene.is_nominal(one)
            and not any(
                up != one and up in clauses.main and scene.is_nominal(up) for up in scene.parse.ancestors(one)
            )
        ]
        verbs = [
            t
            for t in scene.tokens
            if t.pos == "VERB"
            and t.index in clauses.main
            and t.lemma not in scene.fillers
            and not scene.asks(t.index)
        ]
        asking = frozenset(i for i in clauses.main if scene.asks(i))
        if (picked_by := find(scene, clauses.main - asking)) is not None:
            heads += [i for i in sorted(clauses.main - picked_by.words) if scene.is_nominal(i)]
        if not verbs:
            for head in dict.fromkeys(heads):
                found += [part for part in nouns.parts(head) if not isinstance(part.form, Entity)]
        found += said
        result = found
    else:
        kinds = nouns.parts(noun)
        result = list(kinds)
        for part in said:
            if negated:
                for kind in kinds:
                    if not anchored(kind.form):
                        continue
                    result.append(kind.but(part._replace(explained=part.explained | negated)))
                continue
            for kind in kinds:
                if not kind.explained & part.explained - {noun}:
                    result.append(part.also(kind) if part.link is not None else kind.also(part))
            if noun in part.explained:
                result.append(part._replace(score=part.score + scene.weights.own_noun))
            elif not kinds:
                result.append(
                    part._replace(
                        explained=part.explained | {noun}, score=part.score + scene.weights.classless
                    )
                )
    if scene.interrogative.type == "place" and noun is not None:
        result += [part for one in said for part in climbing(scene, one, noun, nouns)]
    main = [
        one
        for one in range(len(scene.tokens))
        if not scene.asks(one) and not _describes_another(scene, one, noun)
    ]
    result += [met for part in result for met in compared(scene, part, noun)]
    result += [held for part in result if (held := by_office(scene, part)) is not None]
    for time in times(scene, clauses.main):
        result += [
            met
            for part in result
            if not time.words & part.explained
            for met in at_time(scene, part, time, clauses.main)
        ]
    picked: list[Denotation] = []
    for part in result:
        superlative = find(scene, [one for one in main if one not in part.explained])
        if superlative is not None:
            picked += ranked(scene, part, superlative, noun, person=scene.interrogative.type == "person")
    picked += most(scene, result)
    return best(scene, picked + result, 40)


def _describes_another(scene: Scene, index: int, noun: int | None) -> bool:
    """Whether an adjective belongs to another noun than the one that is asked for."""
    token = scene.tokens[index]
    if token.relation != "amod" or token.head == ROOT:
        return False
    above = scene.tokens[token.head]
    if any(above.lemma in measure.noun for measure in scene.constructions.measures):
        return False  # "имеет самую большую площадь"
    return scene.is_nominal(above.index) and above.index != noun and above.head != ROOT
