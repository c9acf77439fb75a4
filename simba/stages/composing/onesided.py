"""Readings that leave out one of the two of which a question asks since or until when something held of them.

Since when Turku is a city does not tell since when it is the capital of Finland, nor when a prize was founded when
somebody got it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from simba.query import And, Form, Hop, Part
from simba.stages.composing.question.constructions import Kind
from simba.stages.composing.question.occurrences import Occurrence
from simba.stages.composing.question.scene import Scene
from simba.stages.ranking import Reading

HOLDING: tuple[Kind, ...] = ("since", "until")
"""Kinds that ask when a fact held: another date of either thing is no answer."""


def is_of_both(form: Form) -> bool:
    """Whether a form asks for a date that two things have in common: when the one was the other's, it does not tell."""
    form = form.source if isinstance(form, Part) else form
    return isinstance(form, And) and sum(isinstance(one, Hop) for one in form.members) > 1


def asks_plainly(scene: Scene, kinds: Mapping[Kind, Occurrence]) -> bool:
    """Whether nothing but the asking words says that it is asked since or until when something held: "с какого года",
    not "в каком году детище Калашникова поступило на вооружение", where a name may be mere decoration.
    """
    said = (scene.whole.tokens(kinds[one].span, kinds[one].gaps) for one in HOLDING if one in kinds)
    return any(all(map(scene.asks, words)) for words in said)


def leaves_subject(scene: Scene, reading: Reading) -> bool:
    """Whether it is another than whom the reading is about that is told of: "когда X стал", "вручение X"."""
    return any(
        token.text in reading.unexplained
        for token in scene.tokens
        if token.pos == "PROPN" and (token.relation == "nsubj" or token.features.get("Case") == "Dat")
    )


def of_one_side(scene: Scene, kinds: Collection[Kind], readings: Sequence[Reading]) -> frozenset[Form]:
    """The readings that leave out one of the two of which is asked since or until when something held of them: of a
    city that it is a capital, of a country that it was called otherwise.
    """
    if set(kinds).isdisjoint(HOLDING):
        return frozenset()
    tokens, refused = scene.tokens, set[Form]()
    for one in readings:
        own = one.candidate.mention.span if one.candidate is not None else None
        if own is None:
            continue
        inside = [token for token in tokens if own.overlaps(token.span)]
        whole = {token.head for token in inside if token.relation.startswith("flat")}
        if any(
            token.text in one.unexplained
            and token.text[:1].isupper()
            and not token.relation.startswith("flat")
            and token.index not in whole
            for token in tokens
        ):
            refused.add(one.form)
    return frozenset(refused)
