"""Whether a one-hop reading may leave the words that it leaves: what they are, and what they say of its name."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from typing import Literal

from simba.common.lazy import cached_property
from simba.query import Form, Rank, properties
from simba.russian.numerals import ordinal
from simba.stages.composing.asking.twins import joined, may_be_one
from simba.stages.composing.leftclauses import is_literal, is_some, passes_clause, passes_name, tells_more
from simba.stages.composing.leftnames import (
    Own,
    decorates,
    is_bound,
    is_of_another,
    is_one_of_two,
    is_part,
    joined_names,
    stands_below,
    stands_beside,
    tells_whose,
)
from simba.stages.composing.leftover import FORBIDDEN, ONE, Roles, Traits, asked_phrase
from simba.stages.composing.question.scene import PERSON, Scene
from simba.stages.composing.question.wordforms import is_animate
from simba.stages.links import Candidate
from simba.stages.parse import ROOT, Token
from simba.stages.properties import PropertyCandidate
from simba.stages.ranking import Reading

More = Literal["more", "one"]
"""What a reading is for the words that it leaves: no answer, or none where it has several values."""
Level = Literal["always", "alone", "beside", "beside_true"]
"""How much is asked of a reading: whatever else there is, where nothing is composed, beside a composed reading, and
beside one whose steps lead somewhere.
"""


class Leaving:
    """What one-hop readings of one question leave over."""

    def __init__(self, scene: Scene, naming: frozenset[int], moment: frozenset[int]) -> None:
        """Take a question, its words that ask what is called so, if it does, and those that say when: "когда"."""
        self._scene = scene
        asides = (frozenset(aside) for aside in scene.around.asides)
        self._timing = frozenset[int]().union(*(aside for aside in asides if not moment.isdisjoint(aside)))
        self._naming = frozenset(index for index in naming if scene.tokens[index].pos == "VERB")
        self._asking = asked_phrase(scene)
        self._roles = Roles(scene)
        self._known: dict[Hashable, More | None] = {}
        self._anyway: dict[Hashable, More | None] = {}
        self._owned: dict[int, Own] = {}

    @cached_property
    def _joined(self) -> list[tuple[int, int, bool]]:
        return joined_names(self._scene)

    @cached_property
    def _twins(self) -> frozenset[int]:
        """The nouns that ask as much as one that "и" joins to them: "столица и валюта"; but who is both, is one."""
        scene = self._scene
        nouns = [joined(scene, token) for token in scene.tokens if token.pos == "NOUN"]
        return frozenset(row[0] for row in nouns if len(row) > 1 and not may_be_one(scene, row))

    def judge(self, readings: Iterable[Reading], level: Level) -> dict[Form, More | None]:
        """What readings of one hop are, for the words that they leave.

        Those by a property and its sisters leave the same: of all that are alike, one is looked at.
        """
        found: dict[Form, More | None] = {}
        for one in readings:
            assert one.candidate is not None
            assert one.proposal is not None  # it is of one hop
            alike = _likeness(self._scene, one.candidate, one.proposal)
            if (level, alike) not in self._known:
                self._known[level, alike] = self._judge(one.candidate, one.proposal, level, alike)
            found[one.form] = self._known[level, alike]
        return found

    def _own(self, candidate: Candidate) -> Own:
        if id(candidate) in self._owned:
            return self._owned[id(candidate)]
        scene, words, mention = self._scene, self._scene.parse.words, candidate.mention
        said = frozenset(word.token.index for word in words[mention.first : mention.last + 1])
        name = said if candidate.class_noun is None else said | {candidate.class_noun.index}
        described = (
            scene.around.describing(mention, agreeing=True) - self._asking - scene.dated - self._timing
        )
        described -= {token.index for token in scene.predicates}
        described = {one for one in described if "told" not in self._roles[one]}
        described |= {words[number].token.index for number in candidate.companions}
        for other, inside, _ in scene.covering.get(min(said), ()):
            if other.entity.id == candidate.entity.id:
                described |= inside
        for head, inside in scene.describing.values():
            if head in name:  # "мэр Петербурга, основанного в 1703 году"
                described |= inside & scene.dated
        classes = candidate.entity.classes
        if classes and not scene.is_a(classes, [PERSON]):
            described -= {one for one in scene.parse.ancestors(min(said)) if self._is_asker(one)}
        own = self._owned[id(candidate)] = Own(candidate, said, name, frozenset(described))
        return own

    @cached_property
    def _listed(self) -> frozenset[int]:
        """The noun that says what is listed, where at most "назовите" asks: "города-призраки Италии" are not all."""
        scene = self._scene
        if scene.noun is not None or scene.interrogative.type is not None:
            return frozenset()
        nouns = (
            token for token in scene.tokens if token.pos == "NOUN" and not scene.named_outright(token.index)
        )
        return frozenset(one.index for one in nouns if one.head == ROOT or scene.asks(one.head))

    @cached_property
    def _likewise_asked(self) -> frozenset[int]:
        """The nouns that say what else is who is asked for: "какой писатель, врач по профессии"."""
        scene = self._scene
        nouns = (token for token in scene.tokens if token.pos == "NOUN" and token.head == scene.noun)
        return frozenset(
            one.index for one in nouns if one.relation in {"conj", "appos"} and not scene.quoted(one)
        )

    def _narrows(self, over: Collection[int]) -> bool:
        """Whether a phrase with a preposition narrows several that are asked for: "картины Малевича с крестом"."""
        scene = self._scene
        noun = scene.tokens[scene.noun] if scene.noun is not None else None
        many = noun.features.get("Number") == "Plur" if noun is not None else bool(self._listed)
        return many and any(
            scene.tokens[one].pos == "NOUN" and scene.case(one) is not None and one not in scene.dated
            for one in {*over} - self._asking - self._timing
        )

    def _lies_outside(self, own: Own, spelt: frozenset[int]) -> bool:
        """Whether what is listed lies but near what is named, for all that the rule spelled out: "возле Эрмитажа"."""
        scene, first = self._scene, min(own.name)
        before = [scene.tokens[one] for one in range(max(0, first - 2), first)]
        return any(one.folded in scene.words.outside and one.index not in spelt for one in before)

    def _is_asker(self, index: int) -> bool:
        """Whether a noun for people asks for a property: "первооткрывателя Урана" says whose it is, not what."""
        token = self._scene.tokens[index]
        return token.lemma in self._scene.constructions.nouns and is_animate(token)

    def _judge(
        self, candidate: Candidate, proposal: PropertyCandidate, level: Level, alike: Hashable
    ) -> More | None:
        scene, rule, own = self._scene, proposal.rule, self._own(candidate)
        if level == "always":
            over = scene.left(own.name | scene.around.spelt(proposal))
            always = rule.property in scene.sets.numbered or not scene.words.outside.isdisjoint(scene.forms)
            if not (over or scene.describing or always):
                return None
        if alike not in self._anyway:
            self._anyway[alike] = self._whatever_else(own, proposal)
        found = self._anyway[alike]
        if found == "more" or level == "always":
            return found
        explained = own.name | own.described | self._known_words(proposal)
        left = scene.left(explained - scene.excepted)
        verb = any(token.pos == "VERB" for token in left)
        traits = Traits(
            lists=rule.direction == "reverse",
            holds_now=rule.property in scene.sets.numbered,
            for_a_time=rule.property in scene.sets.terms,
            beside=level != "alone",
            beside_true=level == "beside_true" or (level == "beside" and verb),
            classed=scene.noun is not None,
        )
        for token in left:
            roles = self._roles[token.index]
            forbidden = {role for role in roles if role in FORBIDDEN and FORBIDDEN[role](traits)}
            if "may_pick" in roles and token.head not in explained - self._asking:
                return "more"
            if forbidden == {"name"} and decorates(scene, token, own, self._asking, explained, left):
                continue
            if forbidden == {"unknown"} and tells_whose(scene, token, own):
                continue
            if forbidden:
                return "more"
            if roles & ONE or ("may_pick" in roles and traits.lists):
                found = "one"
        return found

    def _whatever_else(self, own: Own, proposal: PropertyCandidate) -> More | None:
        """What a reading is, whatever else there is."""
        scene, rule = self._scene, proposal.rule
        spelt = scene.around.spelt(proposal)
        over = {token.index for token in scene.left(own.name | spelt)}
        if (
            is_part(scene, own, over)
            or is_of_another(scene, self._naming, own, over)
            or is_bound(scene, own, spelt)
            or is_some(scene, own, over)
            or is_one_of_two(self._joined, own, over)
            or stands_below(scene, own, self._asking, spelt, over)
            or stands_beside(scene, own, spelt, over)
            or passes_clause(scene, own, proposal, over)
            or (is_literal(proposal) and self._begins_with_kind(over))
            or tells_more(scene, proposal, over)
            or not over.isdisjoint(self._twins)
            or (rule.direction == "reverse" and not over.isdisjoint(self._listed | self._likewise_asked))
            or (rule.direction == "reverse" and self._lies_outside(own, spelt))
            or (rule.direction == "reverse" and self._narrows(over - own.described))
            or (rule.property in scene.sets.numbered and are_many(scene.tokens, proposal))
        ):
            return "more"
        passes = rule.direction == "reverse" and passes_name(scene, own, over)
        return "one" if passes or any("maker" in self._roles[one] for one in over) else None

    def _begins_with_kind(self, over: set[int]) -> bool:
        """Whether a bare phrase begins with what is asked for, which is no number or date: "гора, уступающая X"."""
        scene = self._scene
        bare = scene.noun is None and scene.interrogative.type is None and not scene.interrogative.removed
        first = scene.tokens[0]
        return bare and 0 in over and bool(scene.classes_named(first.lemma))

    def _known_words(self, proposal: PropertyCandidate) -> frozenset[int]:
        """The words that a rule knows: times, and what picks, it only matched as any word."""
        scene = self._scene
        spelt = scene.around.spelt(proposal) - scene.dated
        return frozenset(
            one
            for one in spelt
            if self._roles[one].isdisjoint({"may_pick", "whose", "narrows"})
            or proposal.spells(scene.tokens[one].folded)
        )

    def knows_order(self, ranked: Reading, plain: Iterable[Reading]) -> bool:
        """Whether a rule spells out, as a part of the deed, the ordinal by which a composed reading ranks who did it:
        who was the first to discover something, discovered it.
        """
        return isinstance(ranked.form, Rank) and any(
            one.form == ranked.form.source
            and not one.unexplained
            and one.proposal is not None
            and one.proposal.rule.direction == "forward"
            and any(map(self._goes_with_deed, self._known_words(one.proposal)))
            for one in plain
        )

    def _goes_with_deed(self, index: int) -> bool:
        """Whether a word is an ordinal that hangs on a verb, or on who did it: "первым открыл", "кто первый открыл"."""
        token, tokens = self._scene.tokens[index], self._scene.tokens
        if ordinal([token.lemma]) is None or token.head == ROOT:
            return False
        return tokens[token.head].pos == "VERB" or tokens[token.head].pos == "PRON"

    def skips_step(self, reading: Reading, whole: Form) -> bool:
        """Whether it leaves out a verb that asks for a further step of what was wholly understood."""
        scene, proposal = self._scene, reading.proposal
        assert reading.candidate is not None
        assert proposal is not None  # it is of one hop
        if is_literal(proposal):
            return False  # nothing has a step from a date or a number
        further = set(properties(whole)) - {proposal.rule.property}
        asking = [one.words for one in scene.fired if one.rule.property in further]
        if not asking:
            return False
        aside = {index for _, inside in scene.describing.values() for index in inside}
        over = scene.left(self._own(reading.candidate).name | scene.around.spelt(proposal) | aside)
        verbs = {
            one.index
            for one in over
            if (one.pos == "VERB" or (one.pos == "ADJ" and one.head == ROOT))
            and one.lemma not in scene.words.having
        }
        return not all(map(verbs.isdisjoint, asking))


def _likeness(scene: Scene, candidate: Candidate, proposal: PropertyCandidate) -> tuple[Hashable, ...]:
    """What decides whether a reading leaves too much: its entity, its rule's words, what is known of its property."""
    rule, sets = proposal.rule, scene.sets
    turns = rule.property in sets.numbered, rule.property in sets.terms
    source = proposal.source.text if proposal.source is not None else None
    literal = is_literal(proposal)
    return id(candidate), proposal.span, proposal.gaps, source, rule.direction, literal, *turns


def are_many(tokens: Iterable[Token], proposal: PropertyCandidate) -> bool:
    """Whether a rule spelled out a noun for several people: "президенты США" are all who were, not who is."""
    return any(
        one.pos == "NOUN"
        and one.features.get("Number") == "Plur"
        and is_animate(one)
        and proposal.explains(one.span)
        for one in tokens
    )
