"""What one-hop readings leave out of the question, though it belongs to what is asked."""

from __future__ import annotations

from simba.query import Form, properties
from simba.stages.answer_type import LITERALS
from simba.stages.composing.scene import Scene
from simba.stages.parse import ROOT, Token
from simba.stages.ranking import Reading

ARGUMENTS = frozenset({"nsubj", "nsubj:pass", "obj", "iobj", "obl"})
"""What a noun phrase is to the verb that tells something of it."""
NAMES = frozenset({"P734", "P735"})
"""What is a name and asks for no more than who somebody is: "фамилия режиссёра, который снял X"."""


def leaves_step(scene: Scene, reading: Reading, whole: Form) -> bool:
    """Whether a one-hop reading leaves out a verb that asks for a further step of what was wholly understood."""
    rule = reading.proposal.rule if reading.proposal is not None else None
    if rule is None or (rule.answer and rule.answer <= LITERALS):
        return False  # nothing has a step from a date or a number
    verbs = {index for index in _left(scene, reading) - _aside(scene) if _says(scene.tokens[index])}
    if not verbs:
        return False
    further = set(properties(whole)) - {rule.property}
    return any(one.rule.property in further and verbs & one.words for one in scene.fired)


def _says(token: Token) -> bool:
    """Whether a word is a verb, or an adjective in its place: "женат"."""
    return token.pos == "VERB" or (token.pos == "ADJ" and token.head == ROOT)


def leaves_holder(scene: Scene, reading: Reading) -> bool:
    """Whether a one-hop reading about what many share, as an award, leaves out whom the verb tells something of."""
    if reading.candidate is None or not scene.is_a(reading.candidate.entity.classes, scene.sets.shared):
        return False
    left = _left(scene, reading)
    aside = _aside(scene)
    for index, some in scene.covering.items():
        token = scene.tokens[index]
        if index in aside or index not in left or token.relation not in ARGUMENTS:
            continue
        for candidate, inside, _ in some:
            named = scene.named_outright(index) and token.relation in {"nsubj", "nsubj:pass"}
            if (
                candidate.score > scene.weights.linked
                and (named or len(inside) > 1)
                and all(one in left for one in inside if scene.word(scene.tokens[one]))
                and not _stands_beside(scene, inside, reading)
            ):
                return True
    return False


def leaves_doer(scene: Scene, reading: Reading) -> bool:
    """Whether a one-hop reading takes a verb's words, but another name than that of who did it: "выиграла Италия"."""
    if reading.proposal is None or reading.candidate is None:
        return False
    left, name = _left(scene, reading), _tokens_of(scene, reading)
    spelt = scene.evidence.spelt(reading.proposal)
    return any(
        index in left
        and scene.named_outright(index)
        and token.relation == "nsubj"
        and token.features.get("Case") == "Nom"
        and scene.tokens[token.head].pos == "VERB"
        and token.head in spelt
        and name.isdisjoint(scene.parse.subtree(index))
        and any(scene.case(one) for one in name)
        for index, token in enumerate(scene.tokens)
    )


def leaves_condition(scene: Scene, reading: Reading) -> bool:
    """Whether a one-hop reading that lists things leaves all that a clause tells of them: "мост, названный X".

    Beside an interrogative a clause often merely describes: "какая река, по которой проводят границу".
    """
    proposal = reading.proposal
    if scene.noun is not None or proposal is None or proposal.rule.direction != "reverse":
        return False
    left, spelt = _left(scene, reading), scene.evidence.spelt(proposal)
    for head, inside in scene.describing.values():
        told = {index for index in inside if scene.word(scene.tokens[index])}
        named = any(scene.tokens[index].pos == "PROPN" for index in told)
        if head in spelt and named and len(told) > 1 and told <= left:
            return True
    return False


def leaves_name(scene: Scene, reading: Reading, naming: frozenset[int]) -> bool:
    """Whether a one-hop reading leaves the verb by which it is asked what is called so, and that name."""
    if reading.candidate is None:
        return False
    left, own = _left(scene, reading), _tokens_of(scene, reading)
    verbs = {index for index in naming & left if scene.tokens[index].pos == "VERB"}
    return any(
        index in left
        and own.isdisjoint({index - 1, index + 1})
        and scene.tokens[index].text[:1].isupper()
        and not verbs.isdisjoint(scene.parse.ancestors(index))
        for index in range(1, len(scene.tokens))
    )


def leaves_either(scene: Scene, reading: Reading) -> bool:
    """Whether a one-hop reading leaves both of two names that "или" offers: "Ока — приток Волги или Камы"."""
    left = _left(scene, reading)
    return any(
        index in left
        and scene.named_outright(index)
        and scene.tokens[index].relation == "conj"
        and scene.tokens[index].head in left
        and any(scene.tokens[kid].folded in scene.words.either for kid in scene.parse.children[index])
        for index in range(len(scene.tokens))
    )


def tells_aside(scene: Scene, reading: Reading) -> bool:
    """Whether a one-hop reading takes up only what describes a noun: "когда родился человек, написавший «Обломова»".

    It leaves out a verb that rules know, or of which that noun is an object, so that something else is asked for.
    """
    proposal, aside = reading.proposal, _aside(scene)
    if not aside or proposal is None or reading.candidate is None:
        return False
    name = reading.candidate.mention.span
    spelt = {
        index
        for index in scene.evidence.spelt(proposal)
        if scene.word(scene.tokens[index]) and not name.overlaps(scene.tokens[index].span)
    }
    if not spelt or not spelt <= aside:
        return False
    verbs = {
        index
        for index in _left(scene, reading) - aside
        if scene.tokens[index].pos == "VERB" and scene.tokens[index].lemma not in scene.words.copulas
    }
    left = _left(scene, reading)
    told = any(head in left and scene.tokens[head].head in verbs for head, _ in scene.describing.values())
    return told or any(verbs & one.words for one in scene.fired)


def skips_clause(scene: Scene, reading: Reading) -> bool:
    """Whether a one-hop reading takes its name from a clause about somebody else: "когда умер сменивший X".

    What it asks for is asked of whom the clause describes, or it answers the clause and not what is asked of him.
    """
    proposal, candidate = reading.proposal, reading.candidate
    if proposal is None or candidate is None or not scene.describing:
        return False
    name = _tokens_of(scene, reading)
    spelt = {
        t.index for t in scene.tokens if proposal.explains(t.span) and scene.word(t) and t.index not in name
    }
    for head, inside in scene.describing.values():
        if not name <= inside or head == scene.noun or head in spelt or scene.named_outright(head):
            continue
        told = {i for i in inside - name if scene.word(scene.tokens[i]) and i not in scene.relative}
        if not told or "naming" in scene.constructions.asked(scene.wording(inside).text):
            continue
        if spelt and spelt.isdisjoint(inside):
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


def _tokens_of(scene: Scene, reading: Reading) -> set[int]:
    """The tokens of a reading's name."""
    assert reading.candidate is not None
    mention = reading.candidate.mention
    return {word.token.index for word in scene.parse.words[mention.first : mention.last + 1]}


def _left(scene: Scene, reading: Reading) -> set[int]:
    """The tokens that a reading leaves unexplained."""
    return {token.index for token in scene.tokens if token.text in reading.unexplained}


def _aside(scene: Scene) -> set[int]:
    """The tokens of the clauses that describe nouns."""
    return {index for _, inside in scene.describing.values() for index in inside}


def _stands_beside(scene: Scene, words: frozenset[int], reading: Reading) -> bool:
    """Whether words stand right beside a reading's name, and say what that is: "роман Гончарова «Обрыв»"."""
    if reading.candidate is None:
        return False
    own = scene.parse.words[reading.candidate.mention.first : reading.candidate.mention.last + 1]
    first, last = own[0].token.index, own[-1].token.index
    between = (
        scene.tokens[max(words) + 1 : first] if max(words) < first else scene.tokens[last + 1 : min(words)]
    )
    return not any(one.is_word for one in between)
