"""How much of a question a mention and a rule explain together.

A content word that neither accounts for is evidence that something else, or more than one fact, is asked. How strong,
depends on what the word does: one that merely describes the entity ("великий русский поэт Пушкин") says little; one
that asks for a property of its own ("жена" in "Где родилась жена Петра I?"), or picks one of many ("первый",
"крупнейший"), says a lot.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import inf

from simba.common.lazy import cached_property
from simba.russian.morphology import in_dictionary
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import Lexicon
from simba.stages.mentions import Mention
from simba.stages.parse import ROOT, Parse, Token
from simba.stages.properties import PropertyCandidate, Proposals
from simba.stages.ranking.words_around import WordsAround

CHECKED = frozenset({"person", "place", "group", "date", "number"})
"""Answer types that the answer-type check accounts for, so that the noun after "какой" need not be."""
UNIT = 1.0
"""What a noun weighs that nothing accounts for (`unexplained.word` of ``rules/weights.yaml``)."""
Weighed = list[tuple[Token, float]]
"""Words with what they weigh."""


@dataclass(frozen=True, slots=True)
class Explained:
    """The words that a rule explains, and a factor on the weight of the content words that it does not."""

    words: frozenset[int]
    factor: float
    longer: frozenset[int] = frozenset()
    """Words that another rule spells out with all of these: they do not merely describe."""

    def left(self, beyond: Weighed, most: float = inf) -> float:
        """The weight of what is left of the words beyond a mention; the sum ends where it is over the most allowed."""
        weight = 0.0
        for token, more in beyond:
            if token.index not in self.words:
                weight += max(more, UNIT) if token.index in self.longer else more
                if weight * self.factor > most:
                    break
        return self.factor * weight

    def left_of(self, beyond: Weighed) -> list[Token]:
        """The words that are left."""
        return [token for token, _ in beyond if token.index not in self.words]


class Evidence:
    """The content words of one question, and what they are evidence of."""

    def __init__(
        self,
        parse: Parse,
        interrogative: Interrogative,
        around: WordsAround,
        proposals: Proposals,
        fillers: Collection[str],
        lexicon: Lexicon,
        *,
        names: Collection[Mention] = (),
        class_known: bool,
    ) -> None:
        """Take how words stand to names, what the rules say, the words that say nothing about what is asked, words and
        weights, what is named by all of its words, and whether the knowledge base has a class of the name that the
        interrogative's noun is.
        """
        self._names = names
        self._around = around
        self._words, self._weights = lexicon.words, lexicon.weights.unexplained
        self._parse = parse
        self._interrogative = interrogative
        self._relational, self._proposals = proposals.relational, proposals.candidates
        self._fillers = fillers
        self._class_known = class_known
        self._beyond: dict[tuple[int, int, int | None, frozenset[int]], Weighed] = {}

    @cached_property
    def _content(self) -> Weighed:
        return [(token, weight) for token in self._parse.tokens if (weight := self._weight(token))]

    def _weight(self, token: Token) -> float:
        weights = self._weights
        asked = self._interrogative
        negates = token.folded in self._words.negations and not asked.covers(token.span)
        if negates or self._wants_advice(token):
            return weights.forbids
        weight = weights.word if token.folded.isdecimal() else weights.of(token.pos)
        if not weight or not token.is_word or token.lemma in self._fillers:
            return 0.0
        picks = token.pos == "ADJ" and self._words.picks.fullmatch(token.folded)
        if asked.covers(token.span) and (token is not asked.noun or asked.type in CHECKED) and not picks:
            return 0.0
        if token is asked.noun and not self._class_known:
            return weight * weights.heavy
        return weight * weights.heavy if picks else weight

    def _wants_advice(self, token: Token) -> bool:
        """Whether a word asks where to do something: "где купить дымковскую игрушку" does not ask where it is from."""
        asked, head = self._interrogative, token.head
        if asked.type != "place" or token.features.get("VerbForm") != "Inf" or asked.covers(token.span):
            return False
        return head == ROOT or asked.covers(self._parse.tokens[head].span)

    def explained(self, proposal: PropertyCandidate) -> Explained:
        """The content words that a rule's match spelled out, and how much the others matter beside it."""
        factor = self._weights.light if self._names_property(proposal) else 1.0
        words = self._around.spelt(proposal) - self._circled
        longer = (other for one in self._proposals if words < (other := self._around.spelt(one)))
        return Explained(words, factor, frozenset().union(*longer) - words)

    def beyond(
        self, mention: Mention, class_noun: Token | None, companions: frozenset[int] = frozenset()
    ) -> Weighed:
        """The content words outside a mention and the class noun beside it, weighed by what they do to it; its
        companions, numbers in `Parse.words`, merely describe it.
        """
        key = (mention.first, mention.last, None if class_noun is None else class_noun.index, companions)
        if key not in self._beyond:
            self._beyond[key] = list(self._weighed(mention, class_noun, companions))
        return self._beyond[key]

    def _weighed(
        self, mention: Mention, class_noun: Token | None, companions: frozenset[int]
    ) -> Iterator[tuple[Token, float]]:
        joined = {self._parse.words[number].token.index for number in companions}
        describing = self._around.describing(mention) | self._around.restricting | joined
        describing -= self._named_with(mention)
        beside = describing & self._around.apart
        describing -= self._makers(mention)
        coordinated, meant = self._around.coordinated(mention), self._around.named_by(mention)
        meant |= self._asked_of_it(mention) | self._begun_with | self._named_behind(mention) | self._circled
        asking = self._around.restricting & self._relational
        if asking:  # "население столицы Канады" is none of Canada's, but "актёр Марк Винсент" is he
            meant |= asking.intersection(self._around.above(mention)) - self._told_by(mention)
        for token, weight in self._content:
            if mention.span.overlaps(token.span) or token is class_noun:
                if _is_half(mention, token):
                    yield token, self._weights.forbids
                continue
            if token.index in beside and token.pos == "PART":
                continue  # what an aside denies is not what is asked
            if token.index in meant:
                weight = self._weights.forbids
            elif token.index in coordinated:
                weight = self._weights.coordinated
            elif token.folded in self._words.negations or token.folded.isdecimal():
                pass
            elif token.index in describing:
                weight *= self._weights.describing
            elif token.index in self._relational:
                weight *= self._weights.heavy
            yield token, weight

    def _named_with(self, mention: Mention) -> set[int]:
        """The words of a longer name that holds the mention: «Оскар» за лучшую мужскую роль is no award in general."""
        words = self._parse.words
        longer = (
            one
            for one in self._names
            if one.first <= mention.first and mention.last <= one.last and one.words != mention.words
        )
        return {word.token.index for one in longer for word in words[one.first : one.last + 1]}

    def _named_behind(self, mention: Mention) -> set[int]:
        """The words of a name in the nominative right behind a common noun, which says what is meant: nothing is asked
        of birds in "птица священный ибис".
        """
        words = self._parse.words
        noun = words[mention.first].token
        if mention.first != mention.last or mention.source == "quote" or noun.pos != "NOUN":
            return set()
        for name in self._names:
            own = [word.token for word in words[name.first : name.last + 1]]
            if name.first == mention.last + 1 and own[0].index == noun.index + 1 and _is_nominative(own):
                return {token.index for token in own}
        return set()

    def _makers(self, mention: Mention) -> set[int]:
        """The person's noun that asks for something of a title right below it: "режиссёр «Титаник»"."""
        if mention.source != "quote":
            return set()
        tokens = self._parse.tokens
        heads = {
            tokens[word.token.index].head for word in self._parse.words[mention.first : mention.last + 1]
        }
        return {
            one
            for one in heads & self._relational
            if tokens[one].pos == "NOUN" and tokens[one].features.get("Animacy") == "Anim"
        }

    def fired_inside(self, mention: Mention, proposal: PropertyCandidate) -> bool:
        """Whether a name's own words fired the rule ("Кто написал «Столицу»?" does not ask for a capital).

        The first word of a name may belong to both: "архитектор храма Христа Спасителя".
        """
        if not mention.span.overlaps(proposal.span) or any(gap.covers(mention.span) for gap in proposal.gaps):
            return False
        tokens = self._parse.tokens
        words = [tokens[index] for index in sorted(self._around.spelt(proposal)) if tokens[index].is_word]
        shared = [token for token in words if mention.span.overlaps(token.span)]
        first = self._parse.words[mention.first].token
        beside = [
            token for token in words if token is not first and not self._interrogative.covers(token.span)
        ]
        # "Как звали жену Толстого" asks for her, though "жена Толстого" is a name of hers.
        begins_the_name = (
            shared == [first] and mention.first < mention.last and words[0] is not first and beside
        )
        return bool(shared) and not begins_the_name

    def fired_among(self, companions: frozenset[int], proposal: PropertyCandidate) -> bool:
        """Whether only words of other names fired the rule (companions: numbers in `Parse.words`).

        A common noun that asks for something is no name, though something may be called so: "жена Чехова".
        """
        if not companions:
            return False
        spelt = self._around.spelt(proposal)
        said = {number for number, word in enumerate(self._parse.words) if word.token.index in spelt}
        alone = {one for one in said if not {one - 1, one + 1} & companions}
        return bool(said) and said <= companions and not (alone == said and all(map(self._is_common, said)))

    def _is_common(self, number: int) -> bool:
        """Whether a word asks for something by itself, and is not written as a name."""
        token = self._parse.words[number].token
        quoted = self._parse.quotes_hold(token.span)
        return token.index in self._relational and token.text.islower() and not quoted

    def is_decorated(self, mention: Mention, left: Collection[Token]) -> bool:
        """Whether a name is set apart by quotes or a capital, and the words left are other participants, times, asides.

        What negates, picks one of many, has the asked noun below it ("вдова какого поэта"), asks for something of
        the name ("жена Петра"), begins a question that nothing else asks, or is a name that it is about, is not.
        """
        begins = self._parse.words[mention.first].token.index == 0
        apart = mention.source == "quote" or (mention.text[:1].isupper() and not begins)
        if not apart:
            return False
        words, noun = self._words, self._interrogative.noun
        asking = self._around.governing(mention).intersection(self._relational)
        if self._parse.quotes and mention.source != "quote":
            told = self._around.describing(mention)
            if any(token.index not in told and self._parse.quotes_hold(token.span) for token in left):
                return False
        return not any(
            (noun is not None and token.index == noun.head and token.pos == "NOUN")
            or token.index in asking
            or token.index in self._begun_with
            or token.folded in words.negations
            or words.picks.fullmatch(token.folded)
            or (token.pos == "PROPN" and token.relation.startswith("nsubj"))
            for token in left
        )

    def _names_property(self, proposal: PropertyCandidate) -> bool:
        noun = self._interrogative.noun
        return (
            proposal.asks
            and noun is not None
            and self._interrogative.type not in {"place", "person", "date", "number"}
            and proposal.explains(noun.span)
        )

    @cached_property
    def _circled(self) -> frozenset[int]:
        """The names among whose bearers or members is asked, whatever a rule's fragment makes of them."""
        tokens = self._parse.tokens
        return frozenset(
            [
                one
                for one in self._around.circles(self._words.among)
                if one < len(tokens) and tokens[one].text[:1].isupper()
            ]
        )

    @cached_property
    def _begun_with(self) -> set[int]:
        """What a question without asking words asks for, the noun that it begins with and that another's follows:
        "любимое блюдо полководца, в честь которого названа операция" does not ask for him.
        """
        tokens = self._parse.tokens
        first = next((token for token in tokens if token.pos not in {"ADJ", "DET"}), None)
        if (
            self._interrogative.removed
            or first is None
            or first.pos != "NOUN"
            or first.index + 1 >= len(tokens)
        ):
            return set()
        after = tokens[first.index + 1]
        owned = after.pos == "NOUN" and after.head == first.index and after.features.get("Case") == "Gen"
        return {first.index} if owned else set()

    def _told_by(self, mention: Mention) -> set[int]:
        """The nouns that say what is named, to which the name is an apposition."""
        named = (word.token for word in self._parse.words[mention.first : mention.last + 1])
        return {token.head for token in named if token.relation == "appos"}

    def _asked_of_it(self, mention: Mention) -> set[int]:
        """What is asked without asking words of the noun above the mention: "зарплата тренера «Янкиз»" does not ask who
        trains them.
        """
        tokens = self._parse.tokens
        return {
            tokens[index].head
            for index in ([] if self._interrogative.removed else self._around.above(mention))
            if index in self._relational and tokens[index].relation == "nmod"
        }


def _is_nominative(phrase: Sequence[Token]) -> bool:
    nouns = [token for token in phrase if token.pos in {"NOUN", "PROPN"}]
    if not nouns:
        return False
    guessed = len(phrase) == 1 and not in_dictionary(nouns[0].folded)  # "чай ройбос"
    return guessed or nouns[0].features.get("Case") == "Nom"


def _is_half(mention: Mention, token: Token) -> bool:
    """Whether a mention is one of two names that a hyphen joins to that of another thing: "Австро-Венгрия"."""
    if mention.span.covers(token.span) or not mention.span.overlaps(token.span):
        return False
    return sum(part[:1].isupper() for part in token.text.split("-")) > 1
