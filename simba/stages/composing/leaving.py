"""What one-hop readings leave out of the question, though it belongs to what is asked."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from simba.query import Form, properties
from simba.stages.answer_type import LITERALS
from simba.stages.composing.question.scene import PERSON, Scene
from simba.stages.composing.question.wordforms import is_animate
from simba.stages.composing.refusing import likeness
from simba.stages.parse import ROOT, Token
from simba.stages.ranking import Reading

ARGUMENTS = frozenset({"nsubj", "nsubj:pass", "obj", "iobj", "obl"})
"""What a noun phrase is to the verb that tells something of it."""
NOUNS = frozenset({"NOUN", "PROPN"})
WITHIN = frozenset({"nmod", "appos", "flat", "flat:name", "flat:foreign", "compound"})
"""How the words of a name hang on what it names: "роль агента Кея"."""
PREDICATES = frozenset({"VERB", "NOUN", "ADJ"})
"""What the root of a question is where it tells something of its subject."""
NAMES = frozenset({"P734", "P735"})
"""What is a name and asks for no more than who somebody is: "фамилия режиссёра, который снял X"."""


def leaves_step(scene: Scene, reading: Reading, whole: Form) -> bool:
    """Whether a one-hop reading leaves out a verb that asks for a further step of what was wholly understood."""
    rule = reading.proposal.rule if reading.proposal is not None else None
    if rule is None or (rule.answer and rule.answer <= LITERALS):
        return False  # nothing has a step from a date or a number
    verbs = {index for index in _left(scene, reading) - _aside(scene) if _says(scene.tokens[index])}
    verbs = {index for index in verbs if scene.tokens[index].lemma not in scene.words.having}
    if not verbs:
        return False
    further = set(properties(whole)) - {rule.property}
    return any(one.rule.property in further and verbs & one.words for one in scene.fired)


def _says(token: Token) -> bool:
    """Whether a word is a verb, or an adjective in its place: "женат"."""
    return token.pos == "VERB" or (token.pos == "ADJ" and token.head == ROOT)


class Leaving:
    """What one-hop readings of one question leave out."""

    def __init__(self, scene: Scene, naming: frozenset[int]) -> None:
        """Take a question and its words that ask what is called so, if it does."""
        self._scene = scene
        tokens = scene.tokens
        self._aside = _aside(scene)
        self._doers = [
            token
            for token in tokens
            if token.relation == "nsubj"
            and token.features.get("Case") == "Nom"
            and scene.named_outright(token.index)
            and tokens[token.head].pos == "VERB"
        ]
        """The names of those who did what a verb says."""
        self._offered = [
            token
            for token in tokens
            if token.relation == "conj"
            and scene.named_outright(token.index)
            and any(tokens[kid].folded in scene.words.either for kid in scene.parse.children[token.index])
        ]
        """The names that "или" joins to another."""
        self._joined = [
            token
            for token in tokens
            if token.relation == "conj"
            and token.pos in NOUNS
            and tokens[token.head].pos in NOUNS
            and not tokens[token.head].relation.startswith("nsubj")
            and any(
                tokens[kid].relation == "cc" and tokens[kid].folded not in scene.words.either
                for kid in scene.parse.children[token.index]
            )
        ]
        """The nouns that "и" joins to another; not as subjects, of which each may have something of its own."""
        self._naming = frozenset(index for index in naming if tokens[index].pos == "VERB")

    def amiss(self, readings: Iterable[Reading]) -> frozenset[Form]:
        """The readings that are no answer, for what they leave out belongs to what is asked."""
        known: dict[Hashable, bool] = {}  # those by a property and its sisters leave the same
        found: set[Form] = set()
        for reading in readings:
            alike = likeness(self._scene, reading), reading.unexplained
            if alike not in known:
                known[alike] = self._is_amiss(reading)
            if known[alike]:
                found.add(reading.form)
        return frozenset(found)

    def picking(self, readings: Iterable[Reading]) -> frozenset[Form]:
        """The readings that leave out whose things are asked for or, though they take a verb's words, the name of whom
        or what it does: "сыграл Кея в «Людях»". Such a name picks one of several.
        """
        return frozenset(one.form for one in readings if self._leaves_object(one) or self._leaves_owner(one))

    def _leaves_object(self, reading: Reading) -> bool:
        if reading.proposal is None or reading.candidate is None or not reading.unexplained:
            return False
        scene, left, name = self._scene, _left(self._scene, reading), _tokens_of(self._scene, reading)
        spelt = scene.around.spelt(reading.proposal)
        for token in scene.tokens:
            if token.relation == "obj" and token.head in spelt:
                inside = self._named_in(token.index)
                names = {one for one in inside if scene.tokens[one].pos == "PROPN"}
                if names and names <= left and name.isdisjoint(inside):
                    return True
        return False

    def _named_in(self, index: int) -> set[int]:
        """A noun and the names that hang on it without a preposition."""
        scene, found, ahead = self._scene, {index}, [index]
        while ahead:
            for kid in scene.parse.children[ahead.pop()]:
                apart = any(scene.tokens[one].relation == "case" for one in scene.parse.children[kid])
                if scene.tokens[kid].relation in WITHIN and not apart and kid not in found:
                    found.add(kid)
                    ahead.append(kid)
        return found

    def _is_amiss(self, reading: Reading) -> bool:
        left = _left(self._scene, reading)
        if left and (
            self._leaves_holder(reading, left)
            or self._leaves_doer(reading, left)
            or self._leaves_condition(reading, left)
            or self._leaves_either(left)
            or self._leaves_joined(reading, left)
            or self._tells_aside(reading, left)
            or self._leaves_name(reading, left)
            or self._leaves_choice(reading, left)
            or self._leaves_helper(reading, left)
        ):
            return True
        return self._skips_clause(reading)

    def _leaves_holder(self, reading: Reading, left: set[int]) -> bool:
        """Whether a reading about what many share, as an award, leaves out whom the verb tells something of."""
        scene = self._scene
        if reading.candidate is None or not scene.is_a(reading.candidate.entity.classes, scene.sets.shared):
            return False
        for index in left - self._aside:
            token = scene.tokens[index]
            if token.relation not in ARGUMENTS:
                continue
            for candidate, inside, _ in scene.covering.get(index, ()):
                named = scene.named_outright(index) and token.relation in {"nsubj", "nsubj:pass"}
                if (
                    candidate.score > scene.weights.linked
                    and (named or len(inside) > 1)
                    and all(one in left for one in inside if scene.word(scene.tokens[one]))
                    and not _stands_beside(scene, inside, reading)
                ):
                    return True
        return False

    def _leaves_doer(self, reading: Reading, left: set[int]) -> bool:
        """Whether a reading takes a verb's words, but another name than that of who did it: "выиграла Италия"."""
        doers = [token for token in self._doers if token.index in left]
        if not doers or reading.proposal is None or reading.candidate is None:
            return False
        scene, name = self._scene, _tokens_of(self._scene, reading)
        spelt = scene.around.spelt(reading.proposal)
        return any(map(scene.case, name)) and any(
            token.head in spelt and name.isdisjoint(scene.parse.subtree(token.index)) for token in doers
        )

    def _leaves_condition(self, reading: Reading, left: set[int]) -> bool:
        """Whether a reading that lists things leaves all that a clause tells of them: "мост, названный X".

        Beside an interrogative a clause often merely describes: "какая река, по которой проводят границу".
        """
        scene, proposal = self._scene, reading.proposal
        if scene.noun is not None or proposal is None or proposal.rule.direction != "reverse":
            return False
        for head, inside in scene.describing.values():
            told = {index for index in inside if scene.word(scene.tokens[index])}
            named = any(scene.tokens[index].pos == "PROPN" for index in told)
            if named and len(told) > 1 and told <= left and head in scene.around.spelt(proposal):
                return True
        return False

    def _leaves_either(self, left: set[int]) -> bool:
        """Whether a reading leaves both of two names that "или" offers: "Ока — приток Волги или Камы"."""
        return any(token.index in left and token.head in left for token in self._offered)

    def _leaves_joined(self, reading: Reading, left: set[int]) -> bool:
        """Whether a reading takes one of two names that "и" joins, and leaves the other: "сын Гелиоса и Климены"."""
        if reading.candidate is None or not self._joined:
            return False
        scene, own = self._scene, _tokens_of(self._scene, reading)
        for token in self._joined:
            second = {*scene.parse.subtree(token.index)}
            first = {*scene.parse.subtree(token.head)} - second
            for mine, other in ((first, second), (second, first)):
                names = {
                    one for one in other if scene.tokens[one].pos == "PROPN" or scene.named_outright(one)
                }
                if names and names <= left and own & mine and not own & other:
                    return True
        return False

    def _leaves_choice(self, reading: Reading, left: set[int]) -> bool:
        """Whether a reading leaves what picks some of many: "кто из жён Булгакова пережил его"."""
        scene = self._scene
        verbs = {
            one for one in left if scene.tokens[one].pos in PREDICATES and scene.tokens[one].head == ROOT
        }
        if not verbs or reading.proposal is None:
            return False
        spelt = scene.around.spelt(reading.proposal)  # "кто из архитекторов" asks for nobody's architects
        return any(
            token.index in spelt
            and token.pos == "NOUN"
            and any(scene.named_outright(kid) and not scene.case(kid) for kid in scene.children(token.index))
            and token.features.get("Number") == "Plur"
            and scene.case(token.index) in scene.words.among
            and (token.head == ROOT or scene.asks(token.head) or token.head in verbs)
            for token in scene.tokens
        )

    def _leaves_helper(self, reading: Reading, left: set[int]) -> bool:
        """Whether a reading tells whose somebody is instead of who that is: "советник президента Франции"."""
        scene = self._scene
        if reading.proposal is None:
            return False
        spelt = scene.around.spelt(reading.proposal)
        return any(
            token.pos == "NOUN"
            and token.relation in {"nmod", "obj"}  # the parser errs where no verb is
            and token.features.get("Case") == "Gen"
            and token.head in left
            and scene.case(token.index) is None
            and not scene.asks(token.index)
            and token.head != scene.noun
            and is_animate(scene.tokens[token.head])
            and not scene.named_outright(token.head)
            for token in map(scene.tokens.__getitem__, spelt)
        )

    def _leaves_owner(self, reading: Reading) -> bool:
        """Whether a reading leaves out the person whose things are asked for: "какие фильмы Михалкова озвучил X"."""
        scene, left = self._scene, _left(self._scene, reading)
        return any(
            token.relation == "nmod"
            and token.head == scene.noun
            and token.index in left
            and token.pos == "PROPN"
            and token.features.get("Case") == "Gen"
            and scene.case(token.index) is None
            and any(
                scene.is_a(one.entity.classes, [PERSON]) for one, _, _ in scene.covering.get(token.index, ())
            )
            for token in scene.tokens
        )

    def _leaves_name(self, reading: Reading, left: set[int]) -> bool:
        """Whether a reading leaves the verb by which it is asked what is called so, and that name."""
        scene, verbs = self._scene, self._naming & left
        if not verbs or reading.candidate is None:
            return False
        own = _tokens_of(scene, reading)
        return any(
            index
            and scene.tokens[index].text[:1].isupper()
            and own.isdisjoint({index - 1, index + 1})
            and not verbs.isdisjoint(scene.parse.ancestors(index))
            for index in left
        )

    def _tells_aside(self, reading: Reading, left: set[int]) -> bool:
        """Whether a reading takes up only what describes a noun: "когда родился человек, написавший «Обломова»".

        It leaves out a verb that rules know, or of which that noun is an object, so that something else is asked for.
        """
        scene, proposal, aside = self._scene, reading.proposal, self._aside
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

    def _skips_clause(self, reading: Reading) -> bool:
        """Whether a reading takes its name from a clause about somebody else: "когда умер сменивший X".

        What it asks for is asked of whom the clause describes, or it answers the clause and not what is asked of him.
        """
        scene, proposal, candidate = self._scene, reading.proposal, reading.candidate
        if proposal is None or candidate is None or not scene.describing:
            return False
        name = _tokens_of(scene, reading)
        spelt = {
            t.index
            for t in scene.tokens
            if proposal.explains(t.span) and scene.word(t) and t.index not in name
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
