"""Clauses that a one-hop reading passes over, or takes for the question: "когда умер сменивший X"."""

from __future__ import annotations

from simba.stages.answer_type import LITERALS
from simba.stages.composing.leftnames import Own
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.subclauses import may_be_plural
from simba.stages.parse import ROOT, Token
from simba.stages.properties import PropertyCandidate

NAMES = frozenset({"P734", "P735"})
"""What is a name and asks for no more than who somebody is: "фамилия режиссёра, который снял X"."""


def is_some(scene: Scene, own: Own, over: set[int]) -> bool:
    """Whether a clause says of which of a kind it is asked, not of the kind: "персонажа, которого сыграл X"."""
    if not scene.describing or len(own.said) > 1 or any(map(scene.named_outright, own.said)):
        return False  # "сонная болезнь, которую разносит X" is one already
    return any(
        head in own.name and any(scene.named_outright(one) or one in scene.unknown for one in inside & over)
        for head, inside in scene.describing.values()
    )


def tells_more(scene: Scene, proposal: PropertyCandidate, over: set[int]) -> bool:
    """Whether a verb tells more of what is listed: "актёры «Семи», которые родились в 1959 году"."""
    listed = scene.around.spelt(proposal) | {scene.noun}
    clauses = [
        (verb, inside)
        for verb, (head, inside) in scene.describing.items()
        if head in listed
        and _tells_of_many(scene.tokens[verb], scene.tokens[head])
        and not is_literal(proposal)
    ]
    if proposal.rule.direction == "reverse":
        clauses += [
            (token.head, frozenset(over.intersection((token.head, *scene.parse.children[token.head]))))
            for token in scene.tokens
            if token.index in listed
            and token.relation.startswith("nsubj")
            and scene.tokens[token.head].head == ROOT
        ]
    for verb, inside in clauses:
        told = {one for one in inside if scene.word(scene.tokens[one])}
        picks = any(one in scene.dated or scene.is_nominal(one) for one in told)
        if verb in told and picks and len(told) > 1 and told <= over:
            return True
    return False


def passes_name(scene: Scene, own: Own, over: set[int]) -> bool:
    """Whether a list leaves a clause on what it is of that names another: "повесть X, экранизированную Y"."""
    return any(
        own.name.isdisjoint(inside)
        and not scene.named_outright(head)
        and verb in over
        and any(scene.named_outright(one) for one in inside & over)
        for verb, (head, inside) in scene.describing.items()
    )


def passes_clause(scene: Scene, own: Own, proposal: PropertyCandidate, over: set[int]) -> bool:
    """Whether a reading takes its name from a clause about somebody else: "когда умер сменивший X".

    What it asks for is asked of whom the clause describes, or it answers the clause and not what is asked of him.
    """
    name = own.name
    spelt = {one for one in scene.around.spelt(proposal) - name if scene.word(scene.tokens[one])}
    # When a novel came out is not asked of the film that a clause says was made of it: "фильм, снятый по роману X".
    literal, classes = is_literal(proposal), scene.classes_of(own.candidate)
    for head, inside in scene.describing.values():
        if not name <= inside or head == scene.noun or scene.named_outright(head):
            continue
        told = {i for i in inside - name if scene.word(scene.tokens[i]) and i not in scene.relative}
        # Nor is the line of a station that of another, from which one changes to it.
        another = literal or scene.is_a(classes, scene.classes(head))
        if (
            (not told and head not in over)
            or (head in spelt and not (another and told and told.isdisjoint(spelt)))
            or "naming" in scene.constructions.asked(scene.wording(inside).text)
        ):
            continue
        if spelt and (spelt.isdisjoint(inside) or (head in over and not spelt <= inside)):
            return True
        above = {head, *scene.parse.ancestors(head)} - inside
        further = [
            one.words
            for one in scene.fired
            if one.rule.property not in NAMES
            and one.words & above - {head}
            and not one.words & (spelt | inside)
        ]
        if spelt <= inside and any(not words <= {head} for words in further):
            return True
    return False


def _tells_of_many(verb: Token, noun: Token) -> bool:
    """Whether a clause describes several: taggers may take "страны", which begins a question, for the genitive."""
    number = noun.features.get("Number")
    return number == "Plur" or (verb.features.get("Number") == "Plur" and may_be_plural(noun))


def is_literal(proposal: PropertyCandidate) -> bool:
    """Whether a rule's values are dates or numbers only."""
    return bool(proposal.rule.answer) and proposal.rule.answer <= LITERALS
