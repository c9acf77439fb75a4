"""Which one-hop readings are no answer: those that leave something of the question that asks for more."""

from __future__ import annotations

from itertools import dropwhile, takewhile
from typing import Literal

from simba.stages.composing.ranks import TERMS
from simba.stages.composing.scene import Scene
from simba.stages.composing.superlatives import ordered
from simba.stages.ranking import Reading

PLACES = frozenset({"Q2221906", "Q27096213", "Q618123", "Q6256", "Q515", "Q486972", "Q56061", "Q82794"})
"""What may merely say where the asked thing is: "в каком городе Бразилии"."""


def asks_more(
    scene: Scene, reading: Reading, *, times_only: bool = False, strict: bool = True
) -> Literal["more", "time"] | None:
    """Whether a one-hop reading leaves something that picks, negates, dates, or asks for another property."""
    parse, candidate, proposal = scene.parse, reading.candidate, reading.proposal
    assert candidate is not None  # it is of one hop
    words = parse.words[candidate.mention.first : candidate.mention.last + 1]
    explained = {word.token.index for word in words}
    first = min(explained)
    if strict and not times_only and _within_another(scene, first):
        return "more"
    dates = {token.index for token in parse.tokens if any(map(str.isdigit, token.folded))} - explained
    beside_it = dates & {max(explained) + 1}  # "Изгой 2000": a year right after a title belongs to it
    explained, dates = explained | beside_it, dates - beside_it
    if proposal is not None:
        explained |= {token.index for token in parse.tokens if proposal.explains(token.span)} - dates
    for other, inside, _ in scene.covering.get(first, ()):
        if other.entity.id == candidate.entity.id:
            explained |= inside
    if candidate.class_noun is not None:
        explained.add(candidate.class_noun.index)
    asking = set(parse.subtree(scene.noun)) if scene.noun is not None else set()
    found: Literal["time"] | None = None
    # A noun that asks for a property, above the clause with the name ("столица страны, где родился Моцарт").
    higher = dropwhile(lambda index: parse.tokens[index].pos != "VERB", parse.ancestors(first))
    alone = frozenset(index for one in scene.fired if len(one.words) == 1 for index in one.words)
    explained |= (
        scene.evidence.describing(candidate.mention, agreeing=True) - asking - alone.intersection(higher)
    ) - dates
    # A noun that asks for a property, right above the name ("основатель компании «Форд»").
    nouns = list(takewhile(lambda index: parse.tokens[index].pos != "VERB", parse.ancestors(first)))
    above_name = alone.intersection(nouns)
    left = scene.left(frozenset(explained))
    strict = strict or any(token.pos == "VERB" for token in left)
    for token in left:
        if any(char.isdigit() for char in token.folded):
            found = "time"
            if proposal is not None and proposal.rule.property in TERMS:
                return "more"  # what holds for a time, is asked for that time
        elif times_only:
            continue
        elif scene.weight(token) >= 1.4 and (
            ordered(scene, token.index) or not (token.pos == "ADJ" and token.head in explained - asking)
        ):
            return "more"
        relational = token.lemma in scene.constructions.nouns or token.index in above_name
        if relational and token.index not in asking:
            return "more"
        if scene.named_outright(token.index) and strict:
            kinds = {one for c, _, _ in scene.covering[token.index] for one in c.entity.classes}
            above = next((up for up in parse.ancestors(token.index) if scene.is_nominal(up)), None)
            beside = above is not None and (
                (above in explained and above not in asking)
                or (above in parse.ancestors(first) and scene.tokens[above].pos == "NOUN")
            )
            if not scene.is_a(kinds, PLACES) and not beside:
                return "more"
    return found


def _within_another(scene: Scene, index: int) -> bool:
    """Whether a clause with a name describes another noun than the asked one: "страна, где родился Моцарт"."""
    return scene.noun is not None and any(
        index in inside and head != scene.noun and scene.noun not in inside
        for head, inside in scene.describing.values()
    )
