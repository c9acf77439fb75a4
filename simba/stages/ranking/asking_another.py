"""Whether a question asks just what a rule knows, and of the entity: not what somebody does to something else.

"Кто написал медведей на картине ..." is not who painted it, nor "кто убил главного героя" who the hero is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from simba.common.lazy import cached_property
from simba.russian.morphology import readings
from simba.russian.text import Span
from simba.stages.idsets import Sets
from simba.stages.interrogative import Interrogative
from simba.stages.links import Candidate
from simba.stages.mentions import Mention
from simba.stages.parse import Parse, Token
from simba.stages.properties import PropertyCandidate, Proposals
from simba.stages.ranking.evidence import Explained, Weighed
from simba.stages.ranking.words_around import WordsAround


class AskingAnother:
    """What the words of one question ask beside the readings' entities and properties."""

    def __init__(
        self,
        parse: Parse,
        interrogative: Interrogative,
        around: WordsAround,
        proposals: Proposals,
        fillers: Collection[str],
        sets: Sets,
    ) -> None:
        """Take how words stand to names, what the rules say, and the words that say nothing about what is asked."""
        self._parse = parse
        self._interrogative = interrogative
        self._relational, self._proposals = proposals.relational, proposals.candidates
        self._fillers = fillers
        self._sets = sets
        self._around = around

    def is_for(self, mention: Mention) -> bool:
        """Whether a thing is for the name, in the dative: where a monument to Pushkin stands is asked of no Pushkin."""
        words = self._parse.words
        name, before = words[mention.first].token, words[mention.first - 1].token
        return (
            mention.first > 0
            and name.head == before.index
            and name.features.get("Case") == "Dat"
            and not any("gent" in tag for _, tag in readings(name.folded))
            and before.relation.startswith("nsubj")
            and before.pos == "NOUN"
            and before.features.get("Animacy") == "Inan"
        )

    def is_somebodys(self, mention: Mention, named: Collection[int]) -> bool:
        """Whether a word that is a rule's by itself belongs to another name: the homeland of Dracula is no village of
        that name, be it written with a capital.
        """
        word, tokens, children = self._parse.words[mention.first], self._parse.tokens, self._parse.children
        if mention.first != mention.last or not mention.text[:1].isupper() or mention.source == "quote":
            return False
        owners = [
            one for one in children[word.token.index] if one in named and tokens[one].relation == "nmod"
        ]
        return any(one.span == word.span for one in self._proposals) and any(
            all(tokens[kid].relation != "case" for kid in children[one]) for one in owners
        )

    def asks_beside(self, proposal: PropertyCandidate) -> bool:
        """Whether a noun that names the answers is not what is asked for: "что гибнет в фильме Гайдая", "чем написаны
        стихи Есенина".
        """
        removed = self._interrogative.removed
        if self._acts_on(proposal):
            return True
        if proposal.asks or proposal.rule.direction != "reverse" or not removed:
            return False
        nouns = [self._parse.tokens[one] for one in self._around.spelt(proposal) & self._relational]
        return any(
            not self._interrogative.covers(noun.span)
            and (
                any(self._parse.tokens[kid].relation == "case" for kid in self._parse.children[noun.index])
                or (noun.relation.startswith("nsubj") and self._is_oblique(removed))
            )
            for noun in nouns
        )

    def asks_another(
        self, candidate: Candidate, proposal: PropertyCandidate, explained: Explained, beyond: Weighed
    ) -> bool:
        """Whether the words left say that just this is not asked of the entity: who of a cast played somebody, what
        another's name is, who wrote the script rather than the music.
        """
        spelt, name = explained.words, proposal.rule.property
        if self._done_to_another(candidate, spelt) or self._is_of_another(candidate, spelt):
            return True
        objects = {noun for verb, noun in self._objects if verb in spelt} - spelt
        if not objects and name not in self._sets.own_names and name not in self._sets.played:
            return False
        left = explained.left_of(beyond)
        if any(token.index in objects for token in left):
            return True
        if name in self._sets.own_names:
            others = (self._around.spelt(one) for one in self._proposals if one.rule.property != name)
            known = self._relational.union(*others)  # "как звали лошадь X" asks for no name of X
            first = self._parse.words[candidate.mention.first].token
            return not self._around.governing(candidate.mention).isdisjoint(
                token.index
                for token in left
                if token.index in known and token.pos == "NOUN" and not _is_itself(token, first)
            )
        return name in self._sets.played and self._names_role(candidate, spelt, left)

    def _done_to_another(self, candidate: Candidate, spelt: frozenset[int]) -> bool:
        """Whether who is asked for does what the rule knows, but to something else than the name: "кто написал медведей
        на картине «Утро в лесу»", "кто написал сценарий «Цирка»".
        """
        done = [token for token in self._done if token.head in spelt and token.index not in spelt]
        if not done:
            return False
        mention = candidate.mention
        above, beside = self._around.governing(mention), self._around.describing(mention)
        tokens, first = self._parse.tokens, self._parse.words[mention.first].token
        oblique = any(tokens[kid].relation == "case" for kid in self._parse.children[first.index])
        if mention.first and not oblique:  # a class unknown to the knowledge base: "короткометражку «Казаки»"
            beside.add(self._parse.words[mention.first - 1].token.index)

        def is_another(token: Token) -> bool:
            if oblique and first.head == token.head:
                return True  # "кто написал рецензию на «Цирк»", "кто музыку написал к «Цирку»"
            animate = token.features.get("Animacy") == "Anim"
            return (token.index in above or animate) and token.span.stop <= mention.span.start

        return any(
            token.index not in beside and token is not candidate.class_noun and is_another(token)
            for token in done
        )

    def is_turned_round(self, candidate: Candidate, proposal: PropertyCandidate) -> bool:
        """Whether the name does to what is asked for what the rule knows to be done to the name, or the other way: who
        asks what company BMW founded asks for no founder of BMW, nor who taught Repin for his pupils.
        """
        rule = proposal.rule
        forward = rule.direction == "forward"
        if forward and rule.property in self._sets.doers:
            return self._acts
        if rule.property not in (self._sets.done if forward else self._sets.doers):
            return False
        return self._suffers(candidate.mention)

    @cached_property
    def _acts(self) -> bool:
        """Whether a verb that some rule knows tells what the name does to what is asked for."""
        return self._is_known(acting(self._parse, self._interrogative))

    def _suffers(self, mention: Mention) -> bool:
        """Whether a verb that some rule knows tells what who is asked for does to the name: "кто учил Репина"."""
        tokens = self._parse.tokens
        asked = asked_token(self._parse, self._interrogative)
        if self._interrogative.type != "person" or asked is None or not asked.relation.startswith("nsubj"):
            return False
        inside = [word.token for word in self._parse.words[mention.first : mention.last + 1]]
        return any(
            one.relation == "obj"
            and one.head == asked.head
            and all(tokens[kid].relation != "case" for kid in self._parse.children[one.index])
            for one in inside
        ) and self._is_known(asked.head)

    def _is_known(self, verb: int | None) -> bool:
        """Whether some rule spells out a verb."""
        return verb is not None and any(verb in self._around.spelt(one) for one in self._proposals)

    def _is_of_another(self, candidate: Candidate, spelt: frozenset[int]) -> bool:
        """Whether a verb that the rule knows is said of something for the name, or on it: what a ticket for a film cost
        is not what the film did.
        """
        tokens, children, mention = self._parse.tokens, self._parse.children, candidate.mention
        inside = [word.token for word in self._parse.words[mention.first : mention.last + 1]]
        head = next((one for one in inside if all(one.head != other.index for other in inside)), None)
        if (
            head is None
            or head.head < 0
            or all(tokens[kid].relation != "case" for kid in children[head.index])
        ):
            return False
        noun = tokens[head.head]
        return (
            noun.relation.startswith("nsubj")
            and noun.index not in spelt
            and noun.head in spelt
            and tokens[noun.head].pos == "VERB"
            and noun is not candidate.class_noun
            and not self._interrogative.covers(noun.span)
        )

    @cached_property
    def _done(self) -> list[Token]:
        """The objects of what is done by whom "кто" asks for."""
        if self._interrogative.type != "person" or self._interrogative.noun is not None:
            return []
        return [
            token
            for token in self._parse.tokens
            if token.relation == "obj"
            and token.pos == "NOUN"
            and token.head in self._around.doing
            and token.lemma not in self._fillers
        ]

    def _acts_on(self, proposal: PropertyCandidate) -> bool:
        """Whether who is asked for does to the answers what no rule knows: "кто убил главного героя"."""
        tokens, spelt = self._parse.tokens, self._around.spelt(proposal)
        return self._interrogative.type == "person" and any(
            tokens[one].relation == "obj" and tokens[one].head in self._around.doing - spelt for one in spelt
        )

    def _is_oblique(self, removed: Sequence[Span]) -> bool:
        asking = [token for one in removed for token in self._parse.within(one) if token.pos == "PRON"]
        return any(token.features.get("Case") in {"Ins", "Dat", "Gen"} for token in asking)

    @cached_property
    def _objects(self) -> list[tuple[int, int]]:
        """The verbs with their objects that some rule spells out together: "написал сценарий"."""
        tokens = self._parse.tokens
        pairs = [
            (token.head, token.index)
            for token in tokens
            if token.relation == "obj" and token.pos == "NOUN" and tokens[token.head].pos == "VERB"
        ]
        return [
            pair for pair in pairs if any(self._around.spelt(one).issuperset(pair) for one in self._proposals)
        ]

    def _names_role(self, candidate: Candidate, spelt: frozenset[int], left: Collection[Token]) -> bool:
        """Whether somebody among the words left is played: "кто сыграл Шурика", "роль Шурика" ask for no whole cast."""
        above = self._around.above(candidate.mention)
        if candidate.class_noun is not None:
            spelt -= {candidate.class_noun.index}
        return any(
            token.features.get("Animacy") == "Anim"
            and token.index not in above
            and (token.relation == "obj" or (token.relation == "nmod" and token.head in spelt))
            for token in left
        )


def acting(parse: Parse, interrogative: Interrogative) -> int | None:
    """The verb that tells what is done to what is asked for, by somebody: "какую фирму **основал** X", but not "какого
    художника пригласили", nor "кого X считал учителем", which says more of whom it is done to.
    """
    tokens = parse.tokens
    asked = asked_token(parse, interrogative)
    if asked is None or asked.head < 0 or not _is_object(asked):
        return None
    verb, below = tokens[asked.head], [tokens[kid] for kid in parse.children[asked.head]]
    if verb.pos != "VERB" or verb.features.get("VerbForm") != "Fin":
        return None

    def alone(one: Token) -> bool:
        return all(tokens[kid].relation != "case" for kid in parse.children[one.index])

    called = any(one.features.get("Case") == "Ins" and alone(one) for one in below)
    by_somebody = verb.features.get("Number") == "Sing" or any(
        one.relation.startswith("nsubj") and one is not asked for one in below
    )
    return verb.index if by_somebody and alone(asked) and not called else None


def asked_token(parse: Parse, interrogative: Interrogative) -> Token | None:
    """The noun that is asked for, or the pronoun that asks."""
    pronouns = (token for one in interrogative.removed for token in parse.within(one) if token.pos == "PRON")
    return interrogative.noun or next(pronouns, None)


def _is_object(noun: Token) -> bool:
    """Whether a noun or pronoun stands in the accusative, of which no form may be a subject."""
    tags = [tag for _, tag in readings(noun.folded)]
    oblique = noun.features.get("Case") in {"Dat", "Ins", "Loc"}
    return not oblique and any("accs" in tag for tag in tags) and not any("nomn" in tag for tag in tags)


def _is_itself(noun: Token, name: Token) -> bool:
    """Whether a noun says who is named, as both are in the nominative: "автор «Алых парусов» Александр Грин"."""
    return noun.features.get("Case") == name.features.get("Case") == "Nom"
