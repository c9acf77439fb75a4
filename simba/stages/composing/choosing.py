"""From the parts of a question to its readings, best first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from simba.query import (
    And,
    Class,
    Count,
    Difference,
    Entity,
    Exists,
    Form,
    Hop,
    More,
    Or,
    Rank,
    Step,
    Where,
    Without,
    entities,
    path,
)
from simba.query import Part as DatePart
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.parts import Denotation, anchored, is_kind
from simba.stages.links import Candidate
from simba.stages.parse import Token
from simba.stages.ranking import RankScore, Reading

MAX_READINGS = 24
SUBCLASSES = path("^P279")
TINY = 1e-9
"""More than what rounding adds to a sum of weights."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The readings worth trying, best first."""

    readings: tuple[Reading, ...]
    alive: bool
    """Whether some reading as good as the best leads somewhere, each of its steps taken alone."""


def choose(scene: Scene, parts: Iterable[Denotation], candidates: Sequence[Candidate]) -> Selection:
    """The readings of parts that leave no more than decoration unexplained."""
    known = {one.entity.id: one for one in reversed(candidates)}  # of each entity the first
    found = [(reading, part.dead) for part in parts if (reading := _reading(scene, part, known)) is not None]
    found.sort(key=lambda one: -one[0].score)
    best = found[0][0].score if found else 0.0
    # What leads nowhere gives way to what explains every word about as well, and leads somewhere.
    whole = (
        one[0].score for one in found if not one[1] and not one[0].unexplained and not is_simple(one[0].form)
    )
    if next(whole, -10.0) >= best - scene.weights.alive:
        found.sort(key=lambda one: one[1] and not one[0].unexplained)
    distinct: dict[Form, Reading] = {}
    for number, (reading, dead) in enumerate(found):
        # One that leads nowhere is not asked for; the best is kept all the same, to say what was asked.
        if reading.score >= best - scene.weights.margin and (not dead or not number):
            distinct.setdefault(reading.form, reading)
    alive = any(
        not dead and (reading.presupposed is None or _is_order(reading))
        for reading, dead in found
        if reading.score >= best - scene.weights.alive
    )
    return Selection(tuple(distinct.values())[:MAX_READINGS], alive)


def is_simple(form: Form) -> bool:
    """Whether a form asks for one fact of one entity."""
    if isinstance(form, DatePart):
        form = form.source
    if isinstance(form, And):
        if any(isinstance(one, Or) and is_kind(one) and not _has_subclasses(one) for one in form.members):
            return False  # rules of one hop know no forms of works: "какие оперы написал X"
        others = [one for one in form.members if not is_kind(one)]
        form = others[0] if len(others) == 1 else form
    return (
        isinstance(form, Hop)
        and isinstance(form.source, Entity)
        and len(form.path.steps) == 1
        and isinstance(form.path.steps[0], Step)
    )


def of_subclasses(form: Form) -> bool:
    """Whether a form tells of what kind its members are by a class with its subclasses: "благородные газы"."""
    return isinstance(form, And) and any(isinstance(one, Or) and _has_subclasses(one) for one in form.members)


def _has_subclasses(form: Or) -> bool:
    ways = [one.path for one in form.members if isinstance(one, Hop)]
    return is_kind(form) and bool(ways) and all(way == SUBCLASSES for way in ways)


def _narrows(token: Token) -> bool:
    """Whether a word left over would narrow the set that is counted, picked from or compared."""
    return token.pos == "ADJ" and token.relation == "amod"


def _is_of_asked(scene: Scene, token: Token) -> bool:
    """Whether a word left over narrows what is asked for, or is a title: "государства с левосторонним движением"."""
    if scene.quoted(token):
        return True
    return _narrows(token) and scene.noun is not None and scene.noun in scene.parse.ancestors(token.index)


def _is_title_of(scene: Scene, token: Token, part: Denotation) -> bool:
    """Whether a word left over is the title of what a part takes for one of a kind."""
    if not scene.quoted(token) or token.head not in part.kinds:
        return False
    return token.relation == "appos" and scene.named_outright(token.index)


def _is_of_name(scene: Scene, token: Token, part: Denotation) -> bool:
    """Whether an adjective left over makes a name of the noun that a part takes for a class: "Альпийские горы"."""
    return (
        token.relation == "amod"
        and token.head in part.kinds
        and any(
            token.head in inside and candidate.entity.name[:1].isupper()
            for candidate, inside, _ in scene.covering.get(token.index, ())
        )
    )


def _is_other_of_two(scene: Scene, token: Token, part: Denotation) -> bool:
    """Whether a word left over is joined by "и" to the only name that a part has: "французский и клингонский"."""
    if token.relation != "conj" or token.pos == "VERB":
        return False
    return token.head in part.named and scene.tokens[token.head].relation != "amod"


def _connects(scene: Scene, part: Denotation, left: Sequence[Token]) -> bool:
    """Whether all that is left over is a verb that says how things are connected that the part connects anyway."""
    if len(left) != 1 or left[0].pos != "VERB" or isinstance(part.form, Count | Rank | Exists | More):
        return False
    own = set(entities(part.form))
    outright = {
        inside
        for index in part.explained
        if scene.named_outright(index)
        for candidate, inside, _ in scene.covering.get(index, ())
        if inside <= part.explained and candidate.entity.id in own
    }
    apart = [
        one for one in outright if not any(one < other for other in outright)
    ]  # "США" is in "президент США"
    return len(apart) + bool(scene.dated & part.explained) > 1


def _reading(scene: Scene, part: Denotation, candidates: Mapping[str, Candidate]) -> Reading | None:
    weights = scene.weights
    verified = part.presupposed is not None and not isinstance(part.form, Exists) and not _is_order(part)
    most = weights.max_left_verified if verified else weights.max_left
    if scene.unexplained(part.explained) > max(most, weights.max_left_verb) + TINY:
        return None  # as most parts do; nothing else of them matters
    if isinstance(part.form, Class) or (
        not anchored(part.form) and isinstance(part.form, Hop | Or | Without)
    ):
        return None  # all members of a class are no answer
    left = scene.left(part.explained)
    if _connects(scene, part, left):
        most = max(most, weights.max_left_verb)
    if isinstance(part.form, And) and any(isinstance(one, Entity) for one in part.form.members[1:]):
        return None  # what the question names as its answer's condition is no answer
    weight = sum(scene.weight(token) for token in left)
    if weight > most or (
        isinstance(part.form, Entity | Rank | Count | More | Where | Exists) and any(map(_narrows, left))
    ):
        return None
    if isinstance(part.form, Rank) and not scene.limiting <= part.explained:
        return None  # the longest of all rivers may be no tropical one
    if isinstance(part.form, Without) and any(_is_of_asked(scene, token) for token in left):
        return None
    if verified and any(token.lemma in scene.constructions.kin for token in left):
        return None  # "свёкор X" is no other of theirs
    if any(_is_title_of(scene, token, part) or _is_of_name(scene, token, part) for token in left):
        return None  # "фильм «Отверженные» с Хью Джекманом" is not whatever he played in
    if any(_is_other_of_two(scene, token, part) for token in left):
        return None  # where French is spoken, Klingon need not be
    candidate = next((candidates[name] for name in entities(part.form) if name in candidates), None)
    cost = weights.left * weight
    return Reading(
        part.form,
        part.score + cost,
        RankScore(part.score, cost, 0.0),
        candidate,
        None,
        tuple(token.text for token in left),
        part.why,
        part.presupposed,
        part.asks,
        _relates(scene, part),
    )


def _is_order(one: Denotation | Reading) -> bool:
    """Whether what is presupposed is but which of two comes first: half of all do, so that it speaks for nothing."""
    return isinstance(one.form, Difference) and isinstance(one.presupposed, Where)


def _relates(scene: Scene, part: Denotation) -> bool:
    """Whether a part takes the asked noun for what its members are to something, rather than for their class."""
    noun = scene.noun
    related = noun is not None and scene.tokens[noun].lemma in scene.constructions.nouns
    return related and noun in part.explained - part.kinds
