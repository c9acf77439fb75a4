"""What one-hop readings leave of the clauses that describe a question's nouns."""

from __future__ import annotations

from simba.stages.answer_type import LITERALS
from simba.stages.composing.question.scene import Scene
from simba.stages.ranking import Reading

NAMES = frozenset({"P734", "P735"})
"""What is a name and asks for no more than who somebody is: "фамилия режиссёра, который снял X"."""


def leaves_condition(scene: Scene, reading: Reading, left: set[int]) -> bool:
    """Whether a reading that lists things leaves all that a clause tells of them: "мост, названный X".

    Beside an interrogative a clause often merely describes: "какая река, по которой проводят границу".
    """
    proposal = reading.proposal
    if scene.noun is not None or proposal is None or proposal.rule.direction != "reverse":
        return False
    for head, inside in scene.describing.values():
        told = {index for index in inside if scene.word(scene.tokens[index])}
        named = any(scene.tokens[index].pos == "PROPN" for index in told)
        if named and len(told) > 1 and told <= left and head in scene.around.spelt(proposal):
            return True
    return False


def leaves_described(scene: Scene, reading: Reading, left: set[int]) -> bool:
    """Whether a list leaves all that a clause says of it: "актёры «Семи», которые родились в 1959 году".

    What rules do not know may merely describe, and so may what is said without a name or a date.
    """
    proposal = reading.proposal
    if proposal is None or (proposal.rule.answer and proposal.rule.answer <= LITERALS):
        return False
    spelt = scene.around.spelt(proposal)
    for verb, (head, inside) in scene.describing.items():
        if head != scene.noun and head not in spelt:
            continue
        told = {i for i in inside if scene.word(scene.tokens[i])}
        picks = any(i in scene.dated or scene.tokens[i].pos == "PROPN" for i in told)
        picks = picks or any(map(scene.named_outright, told))
        many = scene.tokens[head].features.get("Number") == "Plur"
        known = any(verb in one.words for one in scene.fired)
        if many and picks and known and len(told) > 1 and told <= left:
            return True
    return False


def tells_aside(scene: Scene, reading: Reading, left: set[int], aside: set[int]) -> bool:
    """Whether a reading takes up only what describes a noun: "когда родился человек, написавший «Обломова»".

    It leaves out a verb that rules know, or of which that noun is an object, so that something else is asked for.
    """
    proposal = reading.proposal
    if not aside or proposal is None or reading.candidate is None:
        return False
    name = reading.candidate.mention.span
    spelt = {
        index
        for index in scene.around.spelt(proposal)
        if scene.word(scene.tokens[index]) and not name.overlaps(scene.tokens[index].span)
    }
    if not spelt or not spelt <= aside:
        return False
    verbs = {
        index
        for index in left - aside
        if scene.tokens[index].pos == "VERB" and scene.tokens[index].lemma not in scene.words.copulas
    }
    told = any(head in left and scene.tokens[head].head in verbs for head, _ in scene.describing.values())
    return told or any(verbs & one.words for one in scene.fired)


def mixes_clause(scene: Scene, reading: Reading, left: set[int]) -> bool:
    """Whether a rule takes words of a clause that names another: "соседи X, граничащие со столицей Y"."""
    proposal = reading.proposal
    if proposal is None or reading.candidate is None:
        return False
    spelt, name = scene.around.spelt(proposal), name_of(scene, reading)
    return any(
        name.isdisjoint(inside)
        and any(scene.tokens[i].lemma in scene.constructions.nouns for i in spelt & inside)
        and any(i in left and scene.named_outright(i) for i in inside)
        for _, inside in scene.describing.values()
    )


def skips_clause(scene: Scene, reading: Reading, left: set[int]) -> bool:
    """Whether a reading takes its name from a clause about somebody else: "когда умер сменивший X".

    What it asks for is asked of whom the clause describes, or it answers the clause and not what is asked of him.
    """
    proposal, candidate = reading.proposal, reading.candidate
    if proposal is None or candidate is None or not scene.describing:
        return False
    name = name_of(scene, reading)
    for other, inside, _ in scene.covering.get(min(name), ()):
        if other.entity.id == candidate.entity.id:
            name |= inside  # with the noun that says what it is
    spelt = {
        t.index for t in scene.tokens if proposal.explains(t.span) and scene.word(t) and t.index not in name
    }
    # When a novel came out is not asked of the film that a clause says was made of it: "фильм, снятый по роману X".
    literal = bool(proposal.rule.answer) and proposal.rule.answer <= LITERALS
    for head, inside in scene.describing.values():
        if not name <= inside or head == scene.noun or scene.named_outright(head):
            continue
        told = {i for i in inside - name if scene.word(scene.tokens[i]) and i not in scene.relative}
        if (
            (not told and head not in left)
            or (head in spelt and not (literal and told.isdisjoint(spelt)))
            or "naming" in scene.constructions.asked(scene.wording(inside).text)
        ):
            continue
        if spelt and (spelt.isdisjoint(inside) or (head in left and not spelt <= inside)):
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


def name_of(scene: Scene, reading: Reading) -> set[int]:
    """The tokens of a reading's name."""
    assert reading.candidate is not None
    mention = reading.candidate.mention
    return {word.token.index for word in scene.parse.words[mention.first : mention.last + 1]}


def told_aside(scene: Scene) -> set[int]:
    """The tokens of the clauses that describe nouns."""
    return {index for _, inside in scene.describing.values() for index in inside}
