"""What one-hop readings leave out of the question, though it belongs to what is asked."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from simba.query import Entity, Form, properties
from simba.stages.answer_type import LITERALS
from simba.stages.composing.asides import (
    leaves_condition,
    leaves_described,
    mixes_clause,
    name_of,
    skips_clause,
    tells_aside,
    told_aside,
)
from simba.stages.composing.question.scene import PERSON, Scene
from simba.stages.composing.question.wordforms import is_animate
from simba.stages.composing.refusing import likeness
from simba.stages.linking import Candidate
from simba.stages.parse import ROOT, Token
from simba.stages.ranking import Reading

ARGUMENTS = frozenset({"nsubj", "nsubj:pass", "obj", "iobj", "obl"})
"""What a noun phrase is to the verb that tells something of it."""
NOUNS = frozenset({"NOUN", "PROPN"})
WITHIN = frozenset({"nmod", "appos", "flat", "flat:name", "flat:foreign", "compound"})
"""How the words of a name hang on what it names: "роль агента Кея"."""
PREDICATES = frozenset({"VERB", "NOUN", "ADJ"})
"""What the root of a question is where it tells something of its subject."""
PHRASE = 2
"""A noun and its owner."""


def leaves_step(scene: Scene, reading: Reading, whole: Form) -> bool:
    """Whether a one-hop reading leaves out a verb that asks for a further step of what was wholly understood."""
    rule = reading.proposal.rule if reading.proposal is not None else None
    if rule is None or (rule.answer and rule.answer <= LITERALS):
        return False  # nothing has a step from a date or a number
    verbs = {index for index in _left(scene, reading) - told_aside(scene) if _says(scene.tokens[index])}
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
        self._aside = told_aside(scene)
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
        scene, left, name = self._scene, _left(self._scene, reading), name_of(self._scene, reading)
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
            or leaves_condition(self._scene, reading, left)
            or self._leaves_either(left)
            or self._leaves_joined(reading, left)
            or tells_aside(self._scene, reading, left, self._aside)
            or self._leaves_name(reading, left)
            or self._leaves_choice(reading, left)
            or self._leaves_helper(reading, left)
            or self._leaves_predicate(reading, left)
            or leaves_described(self._scene, reading, left)
            or self._leaves_listed(left)
            or self._leaves_alternatives(left)
            or self._leaves_asked(reading, left)
            or mixes_clause(self._scene, reading, left)
            or self._leaves_named(reading, left)
        ):
            return True
        return skips_clause(self._scene, reading, left) or self._skips_step(reading)

    def _skips_step(self, reading: Reading) -> bool:
        """Whether a rule takes for the class of what is named a noun that says whose it is: "когда вышла экранизация
        романа «X»" does not ask when the novel came out.
        """
        scene, proposal = self._scene, reading.proposal
        rule = proposal.rule if proposal is not None else None
        if proposal is None or rule is None or rule.direction != "forward" or not rule.answer:
            return False
        if not rule.answer <= LITERALS or reading.candidate is None:
            return False
        name = name_of(scene, reading)
        return any(
            scene.tokens[kid].relation == "nmod"
            and scene.tokens[kid].features.get("Case") == "Gen"
            and scene.case(kid) is None
            and not name.isdisjoint((kid, *scene.parse.subtree(kid)))
            for index in scene.around.spelt(proposal) - name
            if scene.tokens[index].pos == "NOUN" and self._leads(reading.candidate, scene.tokens[index])
            for kid in scene.children(index)
        )

    def _leads(self, candidate: Candidate, noun: Token) -> bool:
        """Whether what a noun asks of others is known of an entity."""
        known = self._scene.constructions.nouns.get(noun.lemma, ())
        return any(self._scene.leads_along(Entity(candidate.entity.id), one.path) for one in known)

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
        scene, name = self._scene, name_of(self._scene, reading)
        spelt = scene.around.spelt(reading.proposal)
        return any(map(scene.case, name)) and any(
            token.head in spelt and name.isdisjoint(scene.parse.subtree(token.index)) for token in doers
        )

    def _leaves_either(self, left: set[int]) -> bool:
        """Whether a reading leaves both of two names that "или" offers: "Ока — приток Волги или Камы"."""
        return any(token.index in left and token.head in left for token in self._offered)

    def _leaves_joined(self, reading: Reading, left: set[int]) -> bool:
        """Whether a reading takes one of two names that "и" joins, and leaves the other: "сын Гелиоса и Климены"."""
        if reading.candidate is None or not self._joined:
            return False
        scene, own = self._scene, name_of(self._scene, reading)
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

    def _leaves_named(self, reading: Reading, left: set[int]) -> bool:
        """Whether a reading takes whose something is for what stands named behind it: "столица штата США Техаса"."""
        if reading.candidate is None:
            return False
        scene, own = self._scene, name_of(self._scene, reading)
        kind, behind = min(own) - 1, max(own) + 1
        if kind < 0 or behind not in left or scene.quoted(scene.tokens[behind]):
            return False
        called = scene.classes(kind) if scene.is_noun(kind) else ()
        classes = reading.candidate.entity.classes
        if (
            not called
            or not classes
            or scene.is_a(classes, called)
            or not scene.tokens[behind].text.istitle()
        ):
            return False  # "центр Закарпатской области Украины"
        named = [one.entity.classes for one, _, _ in scene.covering.get(behind, ())]
        return not named or any(scene.is_a(one, called) for one in named)

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

    def _leaves_listed(self, left: set[int]) -> bool:
        """Whether a reading leaves what is asked for where nothing else asks: "фильмы режиссёра, снявшего X"."""
        scene, asked = self._scene, self._scene.interrogative
        if asked.noun is not None or asked.type is not None:
            return False
        start = sum(map(asked.covers, (t.span for t in scene.tokens)))  # a request stands before it
        if start not in left or start + PHRASE > len(scene.tokens):
            return False
        noun, owner = scene.tokens[start : start + PHRASE]
        return (
            noun.pos == "NOUN"
            and owner.pos == "NOUN"
            and owner.features.get("Case") == "Gen"
            and is_animate(owner)
        )

    def _leaves_asked(self, reading: Reading, left: set[int]) -> bool:
        """Whether a reading is about what the asked noun is of, and leaves that noun: "какие соседи страны X", or
        about what a preposition says of another with a noun: "население страны со столицей в X".
        """
        scene = self._scene
        if reading.candidate is None:
            return False
        name = name_of(scene, reading)
        noun = scene.noun
        if noun is not None and noun in left and any(noun in one.words for one in scene.fired):
            for kid in map(scene.tokens.__getitem__, scene.children(noun)):
                owns = kid.relation == "nmod" and kid.features.get("Case") == "Gen"
                if (
                    owns
                    and scene.case(kid.index) is None
                    and name & {kid.index, *scene.parse.subtree(kid.index)}
                ):
                    return True
        return any(
            self._tells_further(reading, one) and min(name) == one + (2 if scene.case(min(name)) else 1)
            for one in left
        )

    def _tells_further(self, reading: Reading, index: int) -> bool:
        """Whether a noun with its preposition says what another has to do with what a reading is about."""
        known = self._scene.constructions
        said = known.through.get((self._scene.case(index) or "", self._scene.tokens[index].lemma))
        rule = reading.proposal.rule if reading.proposal is not None else None
        if said is None or rule is None:
            return False
        return not any(rule.property in one.path for one in known.governing(said))

    def _leaves_alternatives(self, left: set[int]) -> bool:
        """Whether a reading leaves both names beside "или", of which one is the answer."""
        scene = self._scene
        for joint in (
            t.index for t in scene.tokens if t.folded in scene.words.either and not scene.quoted(t)
        ):
            before = next((i for i in range(joint - 1, -1, -1) if scene.tokens[i].is_word), None)
            after = next(
                (t.index for t in scene.tokens[joint + 1 :] if t.is_word and t.pos not in {"ADP", "NOUN"}),
                None,
            )
            if before in left and after in left and all(map(scene.named_outright, (before, after))):
                return True
        return False

    def _leaves_predicate(self, reading: Reading, left: set[int]) -> bool:
        """Whether a list leaves what is said of all in it: "какие страны граничат со страной, где стоит X"."""
        scene, proposal = self._scene, reading.proposal
        if scene.noun is None or proposal is None or proposal.rule.direction != "reverse":
            return False
        noun = scene.tokens[scene.noun]
        if not noun.relation.startswith("nsubj") or noun.head not in left or scene.asks(noun.head):
            return False
        verb = scene.tokens[noun.head]
        told = any(
            one in left and scene.is_nominal(one)
            for one in scene.parse.children[verb.index]
            if one != noun.index
        )
        known = any(verb.index in one.words for one in scene.fired)
        return told and known and verb.pos == "VERB" and verb.head == ROOT

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
        own = name_of(scene, reading)
        return any(
            index
            and scene.tokens[index].text[:1].isupper()
            and own.isdisjoint({index - 1, index + 1})
            and not verbs.isdisjoint(scene.parse.ancestors(index))
            for index in left
        )


def _left(scene: Scene, reading: Reading) -> set[int]:
    """The tokens that a reading leaves unexplained."""
    return {token.index for token in scene.tokens if token.text in reading.unexplained}


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
