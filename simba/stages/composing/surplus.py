"""Lists of more than is asked for: all works for "пьесы", daughters for "сын", whoever died there for Germans."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from simba.query import And, Class, Count, Form, Rank, Where, lists, properties, speaks_of, walk
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.subclauses import may_be_plural
from simba.stages.composing.sets.parts import is_kind
from simba.stages.composing.sets.sexes import SEX
from simba.stages.ranking import Ranking, Reading


def of_no_more(scene: Scene, readings: Sequence[Reading], *, alive: bool) -> tuple[Reading, ...]:
    """The composed readings but those that list more than better ones do; ``alive``: whether the best lead anywhere."""
    bare = _counted_bare(scene, readings)
    kept = [one for one in readings if one.form not in bare and not (alive and _meets_more(readings[0], one))]
    if asks_for_many(scene) and any(not one.unexplained for one in kept):
        # Not all composers who died in Paris are German.
        kept = [one for one in kept if not one.unexplained or not any(map(lists, walk(one.form)))]
    if scene.noun is not None and scene.tokens[scene.noun].lemma in scene.words.sexes:
        # Of one alone it may not be said, but not all who got an award are women.
        kept = [one for one in kept if SEX in properties(one.form) or not any(map(lists, walk(one.form)))]
    return tuple(kept)


def lists_more(composed: Sequence[Reading], ranking: Ranking, *, many: bool) -> frozenset[Form]:
    """The one-hop readings that leave more than a composed one, which takes some of what they list: "старший сын",
    "сыновья", "стихи 1825 года", "немецкие лауреаты".
    """
    picking = [(whole, _picks(whole.form)) for whole in composed]
    return frozenset(
        one.form
        for one in (*ranking.readings, *ranking.decorated)
        if any(
            {*whole.unexplained} <= {*one.unexplained} and speaks_of(whole.form, one.form)
            for whole, picks in picking
            if picks or _picks_some(whole, one, many=many)
        )
    )


def asks_for_many(scene: Scene) -> bool:
    """Whether several are asked for."""
    if scene.noun is not None:
        return scene.tokens[scene.noun].features.get("Number") == "Plur"
    noun = next((one for one in scene.tokens if scene.is_noun(one.index)), None)
    return noun is not None and (
        noun.features.get("Number") == "Plur" or (noun.index == 0 and may_be_plural(noun))
    )


def is_of_a_class(form: Form) -> bool:
    """Whether a form lists what is of a class, which no noun asks for: "реки Германии" are not all that is there."""
    return (
        isinstance(form, And)
        and any(isinstance(one, Class) for one in form.members)
        and any(map(lists, form.members))
    )


def _picks(form: Form) -> bool:
    """Whether a form is of some of what any other may tell, by their order or their sex."""
    return isinstance(form, Rank) or SEX in properties(form)


def _picks_some(composed: Reading, reading: Reading, *, many: bool) -> bool:
    """Whether a composed reading is of some of what another lists, by their time or whatever else is said of many:
    quizzes describe the one that they ask for by what no fact says.
    """
    if reading.proposal is None or reading.proposal.rule.direction != "reverse":
        return False
    form = composed.form
    return isinstance(form, Where) or (many and not composed.unexplained and form != reading.form)


def _meets_more(best: Reading, reading: Reading) -> bool:
    """Whether a reading lists what is in several lists, where the best one asks, with every word, for some of that: a
    chemist born here who died there.
    """
    if not isinstance(best.form, And) or not isinstance(reading.form, And) or best.unexplained:
        return False
    return all(map(lists, reading.form.members)) and {*reading.form.members} < {*best.form.members}


def _counted_bare(scene: Scene, readings: Iterable[Reading]) -> frozenset[Form]:
    """The counts of all that is listed where some count those of a class of that, and of what is but the best known:
    not all that Tchaikovsky composed are ballets.
    """
    counted = [one.form for one in readings if isinstance(one.form, Count)]
    classed = {
        member
        for form in counted
        if isinstance(form.source, And) and any(map(is_kind, form.source.members))
        for member in form.source.members
        if lists(member)
    }
    return frozenset(
        form
        for form in counted
        if form.source in classed or not scene.sets.best_known.isdisjoint(properties(form))
    )
