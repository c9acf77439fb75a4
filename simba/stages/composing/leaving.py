"""Whether a one-hop reading may leave the words that it leaves: what they are, and what they say of its name."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from itertools import pairwise
from typing import Literal, NamedTuple

from simba.common.lazy import cached_property
from simba.query import Form, Rank, properties
from simba.russian.numerals import ordinal
from simba.stages.answer_type import LITERALS
from simba.stages.composing.leftover import FORBIDDEN, ONE, Role, Traits, asked_phrase, roles_of
from simba.stages.composing.question.scene import PERSON, Scene
from simba.stages.composing.question.subclauses import may_be_plural
from simba.stages.composing.question.wordforms import is_animate
from simba.stages.links import Candidate
from simba.stages.parse import ROOT, Token
from simba.stages.properties import PropertyCandidate
from simba.stages.ranking import Reading

STEM = 4
"""Letters by which an expression that says an ordinal is known."""
NAMES = frozenset({"P734", "P735"})
"""What is a name and asks for no more than who somebody is: "фамилия режиссёра, который снял X"."""

More = Literal["more", "one"]
"""What a reading is for the words that it leaves: no answer, or none where it has several values."""
Level = Literal["always", "alone", "beside", "beside_true"]
"""How much is asked of a reading: whatever else there is, where nothing is composed, beside a composed reading, and
beside one whose steps lead somewhere.
"""


class Own(NamedTuple):
    """What of a question belongs to the name that a reading starts from."""

    candidate: Candidate
    said: frozenset[int]
    """The name alone."""
    name: frozenset[int]
    """The name with the noun of its class."""
    described: frozenset[int]
    """What else says what it is, or which of its namesakes is meant."""


class Leaving:
    """What one-hop readings of one question leave over."""

    def __init__(self, scene: Scene, naming: frozenset[int], moment: frozenset[int]) -> None:
        """Take a question, its words that ask what is called so, if it does, and those that say when: "когда"."""
        self._scene = scene
        asides = (frozenset(aside) for aside in scene.around.asides)
        self._timing = frozenset[int]().union(*(aside for aside in asides if not moment.isdisjoint(aside)))
        self._naming = frozenset(index for index in naming if scene.tokens[index].pos == "VERB")
        self._asking = asked_phrase(scene)
        self._known: dict[Hashable, More | None] = {}
        self._owned: dict[int, Own] = {}

    @cached_property
    def _roles(self) -> dict[int, frozenset[Role]]:
        return roles_of(self._scene)

    def judge(self, readings: Iterable[Reading], level: Level) -> dict[Form, More | None]:
        """What readings of one hop are, for the words that they leave.

        Those by a property and its sisters leave the same: of all that are alike, one is looked at.
        """
        found: dict[Form, More | None] = {}
        for one in readings:
            assert one.candidate is not None
            assert one.proposal is not None  # it is of one hop
            alike = level, *_likeness(self._scene, one.candidate, one.proposal)
            if alike not in self._known:
                self._known[alike] = self._judge(self._own(one.candidate), one.proposal, level)
            found[one.form] = self._known[alike]
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
        described = {one for one in described if "told" not in self._roles.get(one, ())}
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
        """The noun that says what is listed, where nothing asks: "города-призраки Италии" are not all towns of hers."""
        scene = self._scene
        if scene.noun is not None or scene.interrogative.type is not None:
            return frozenset()
        tops = (token for token in scene.tokens if token.head == ROOT and token.pos == "NOUN")
        return frozenset(token.index for token in tops if not scene.named_outright(token.index))

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

    def _judge(self, own: Own, proposal: PropertyCandidate, level: Level) -> More | None:
        scene, rule = self._scene, proposal.rule
        spelt = scene.around.spelt(proposal)
        over = {token.index for token in scene.left(own.name | spelt)}
        always = rule.property in scene.sets.numbered or not scene.words.outside.isdisjoint(scene.forms)
        if level == "always" and not (over or scene.describing or always):
            return None
        if (
            self._is_of_another(own, over)
            or self._is_bound(own, spelt)
            or self._is_some(own, over)
            or self._is_one_of_two(own, over)
            or self._stands_below(own, spelt, over)
            or self._passes_clause(own, proposal, over)
            or self._tells_more(proposal, over)
            or (rule.direction == "reverse" and not over.isdisjoint(self._listed))
            or (rule.direction == "reverse" and self._lies_outside(own, spelt))
            or (rule.direction == "reverse" and self._narrows(over - own.described))
            or (rule.property in scene.sets.numbered and are_many(scene.tokens, proposal))
        ):
            return "more"
        found: More | None = "one" if any("maker" in self._roles[one] for one in over) else None
        if level == "always":
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
            if forbidden == {"name"} and self._decorates(token, own, explained, left):
                continue
            if forbidden == {"unknown"} and self._tells_whose(token, own):
                continue
            if forbidden:
                return "more"
            if roles & ONE or ("may_pick" in roles and traits.lists):
                found = "one"
        return found

    def _known_words(self, proposal: PropertyCandidate) -> frozenset[int]:
        """The words that a rule knows: times, and what picks, it only matched as any word."""
        scene = self._scene
        spelt, source = scene.around.spelt(proposal) - scene.dated, proposal.source
        return frozenset(
            one
            for one in spelt
            if source is None
            or self._roles.get(one, frozenset()).isdisjoint({"may_pick", "whose", "narrows"})
            or scene.tokens[one].folded[:STEM] in source.text
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

    def _decorates(self, token: Token, own: Own, explained: frozenset[int], left: list[Token]) -> bool:
        """Whether another name only says more of what a reading explains, or where that was."""
        scene, ancestors = self._scene, self._scene.parse.ancestors
        above = next((up for up in ancestors(token.index) if scene.is_nominal(up)), None)
        if above is not None and (
            above in explained - self._asking
            or (above in ancestors(min(own.said)) and scene.tokens[above].pos == "NOUN")
        ):
            return True
        verbs = {one.index for one in left if one.pos == "VERB"}
        if above is None and not verbs.isdisjoint(ancestors(token.index)):
            return False  # a verb of its own tells something of a place: "родились в России"
        kinds = {kind for one, _, _ in scene.covering.get(token.index, ()) for kind in one.entity.classes}
        return scene.is_a(kinds, scene.sets.places)

    def _tells_whose(self, token: Token, own: Own) -> bool:
        """Whether a name that nothing is known by says whose a named thing is: "роман «Дракула» Брэма Стокера"."""
        named = any(
            self._scene.named_outright(one) or self._scene.tokens[one].text[:1].isupper() for one in own.said
        )
        return named and not own.name.isdisjoint(self._scene.parse.ancestors(token.index))

    def _stands_below(self, own: Own, spelt: frozenset[int], over: set[int]) -> bool:
        """Whether a noun has what is named, or what is told of it: "учитель Капицы", "советник президента Франции"."""
        scene, first = self._scene, min(own.said)
        if first - 1 in over - self._asking and scene.tokens[first - 1].lemma in scene.constructions.kin:
            return True
        for owner, noun in map(self._pair, pairwise((first, *scene.parse.ancestors(first)))):
            if noun.pos != "NOUN" or not is_animate(noun):
                continue
            if noun.index in spelt - own.name - self._asking and self._is_told_of(noun, over):
                return True
            if noun.index not in over:
                continue
            if owner.features.get("Case") != "Gen" or scene.case(owner.index) is not None:
                continue
            told = owner.index in spelt and owner.pos == "NOUN" and not scene.asks(owner.index)
            if (
                told and noun.index != scene.noun and owner.relation in {"nmod", "obj"}
            ):  # where no verb is, parsers err
                return True
            if (
                owner.relation == "nmod"
                and noun.features.get("Case") not in {None, "Gen"}
                and noun.features.get("Number") != "Plur"
                and noun.index in scene.alone - self._asking - own.described
            ):
                return True
        return False

    def _is_told_of(self, noun: Token, over: set[int]) -> bool:
        """Whether a verb that rules know tells something of a noun: "за кого вышла замуж вдова X"."""
        verb = self._scene.tokens[noun.head]
        return (
            noun.relation == "nsubj"
            and verb.index in over
            and verb.pos == "VERB"
            and verb.head == ROOT
            and any(verb.index in one.words for one in self._scene.fired)
        )

    def _pair(self, indexes: tuple[int, int]) -> tuple[Token, Token]:
        return self._scene.tokens[indexes[0]], self._scene.tokens[indexes[1]]

    @cached_property
    def _pairs(self) -> list[tuple[int, int, bool]]:
        """The names between which "и" or "или" stands, be it with prepositions, and whether it is "или"."""
        scene, found = self._scene, []
        for joint in scene.tokens:
            either = joint.folded in scene.words.either
            if scene.quoted(joint) or not (either or joint.folded in scene.words.joining):
                continue
            before = next((one.index for one in reversed(scene.tokens[: joint.index]) if one.is_word), None)
            after = next(
                (
                    one.index
                    for one in scene.tokens[joint.index + 1 :]
                    if one.is_word and (self._is_named(one.index) or not _may_stand_before(one))
                ),
                None,
            )
            if before is not None and after is not None and all(map(self._is_named, (before, after))):
                found.append((before, after, either))
        return found

    def _is_named(self, index: int) -> bool:
        token = self._scene.tokens[index]
        return token.pos == "PROPN" or self._scene.named_outright(index) or self._scene.quoted(token)

    def _is_one_of_two(self, own: Own, over: set[int]) -> bool:
        """Whether a reading is of one of two names and leaves the other, or leaves both that "или" offers."""
        return any(
            (one in over and other in over and either)
            or (one in own.name and other in over)
            or (other in own.name and one in over)
            for one, other, either in self._pairs
        )

    def _is_of_another(self, own: Own, over: set[int]) -> bool:
        """Whether it is asked what is called so, or what stands named behind the name: "столица штата США Техаса"."""
        scene, verbs = self._scene, self._naming & over
        if verbs and any(
            index
            and scene.tokens[index].text[:1].isupper()
            and own.said.isdisjoint({index - 1, index + 1})
            and not verbs.isdisjoint(scene.parse.ancestors(index))
            for index in over
        ):
            return True
        kind, behind = min(own.said) - 1, max(own.said) + 1
        if kind < 0 or behind not in over or scene.quoted(scene.tokens[behind]):
            return False
        called = scene.classes(kind) if scene.is_noun(kind) else ()
        classes = own.candidate.entity.classes
        if (
            not called
            or not classes
            or scene.is_a(classes, called)
            or not scene.tokens[behind].text.istitle()
        ):
            return False  # "центр Закарпатской области Украины"
        named = [one.entity.classes for one, _, _ in scene.covering.get(behind, ())]
        return not named or any(scene.is_a(one, called) for one in named)

    def _is_bound(self, own: Own, spelt: frozenset[int]) -> bool:
        """Whether a name only says when: "жена X до Y" is not asked of Y, nor "Олимпиада после игр X" of these."""
        tokens, bounds = self._scene.tokens, self._scene.words.bounds
        inside = own.said if own.candidate.route == "edition" else frozenset[int]()
        before = min(own.name) - 1
        near = {*inside, before} - spelt if before >= 0 else inside - spelt
        return any(tokens[index].folded in bounds for index in near)

    def _is_some(self, own: Own, over: set[int]) -> bool:
        """Whether a clause says of which of a kind it is asked, not of the kind: "персонажа, которого сыграл X"."""
        if not self._scene.describing or len(own.said) > 1 or not own.candidate.entity.name.islower():
            return False  # "сонная болезнь, которую разносит X" is one already
        return any(
            head in own.name and verb in over and any(map(self._scene.named_outright, inside & over))
            for verb, (head, inside) in self._scene.describing.items()
        )

    def _tells_more(self, proposal: PropertyCandidate, over: set[int]) -> bool:
        """Whether a verb tells more of what is listed: "актёры «Семи», которые родились в 1959 году"."""
        scene = self._scene
        listed = scene.around.spelt(proposal) | {scene.noun}
        clauses = [
            (verb, inside)
            for verb, (head, inside) in scene.describing.items()
            if head in listed
            and _tells_of_many(scene.tokens[verb], scene.tokens[head])
            and not _is_literal(proposal)
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

    def skips_step(self, reading: Reading, whole: Form) -> bool:
        """Whether it leaves out a verb that asks for a further step of what was wholly understood."""
        scene, proposal = self._scene, reading.proposal
        assert reading.candidate is not None
        assert proposal is not None  # it is of one hop
        if _is_literal(proposal):
            return False  # nothing has a step from a date or a number
        further = set(properties(whole)) - {proposal.rule.property}
        aside = {index for _, inside in scene.describing.values() for index in inside}
        over = scene.left(self._own(reading.candidate).name | scene.around.spelt(proposal) | aside)
        verbs = {
            one.index
            for one in over
            if (one.pos == "VERB" or (one.pos == "ADJ" and one.head == ROOT))
            and one.lemma not in scene.words.having
        }
        return any(one.rule.property in further and verbs & one.words for one in scene.fired)

    def _passes_clause(self, own: Own, proposal: PropertyCandidate, over: set[int]) -> bool:
        """Whether a reading takes its name from a clause about somebody else: "когда умер сменивший X".

        What it asks for is asked of whom the clause describes, or it answers the clause and not what is asked of him.
        """
        scene, name = self._scene, own.name
        spelt = {one for one in scene.around.spelt(proposal) - name if scene.word(scene.tokens[one])}
        # When a novel came out is not asked of the film that a clause says was made of it: "фильм, снятый по роману X".
        literal = _is_literal(proposal)
        for head, inside in scene.describing.values():
            if not name <= inside or head == scene.noun or scene.named_outright(head):
                continue
            told = {i for i in inside - name if scene.word(scene.tokens[i]) and i not in scene.relative}
            if (
                (not told and head not in over)
                or (head in spelt and not (literal and told.isdisjoint(spelt)))
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


def _may_stand_before(token: Token) -> bool:
    """Whether a word may stand between "и" and a name: a preposition, or a noun that says what it is."""
    return token.pos == "ADP" or (token.pos == "NOUN" and token.features.get("Case") in {"Gen", "Ins"})


def _is_literal(proposal: PropertyCandidate) -> bool:
    """Whether a rule's values are dates or numbers only."""
    return bool(proposal.rule.answer) and proposal.rule.answer <= LITERALS


def _likeness(scene: Scene, candidate: Candidate, proposal: PropertyCandidate) -> tuple[Hashable, ...]:
    """What decides whether a reading leaves too much: its entity, its rule's words, what is known of its property."""
    rule, sets = proposal.rule, scene.sets
    turns = rule.property in sets.numbered, rule.property in sets.terms
    source = proposal.source.text if proposal.source is not None else None
    literal = _is_literal(proposal)
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
