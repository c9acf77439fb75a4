"""How much of a question a mention and a rule explain together.

A content word that neither accounts for is evidence that something else, or more than one fact, is asked. How strong,
depends on what the word does: one that merely describes the entity ("великий русский поэт Пушкин") says little; one
that asks for a property of its own ("жена" in "Где родилась жена Петра I?"), or picks one of many ("первый",
"крупнейший"), says a lot.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from simba.common.lazy import cached_property
from simba.russian.morphology import readings
from simba.russian.text import Span
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import Lexicon
from simba.stages.linking import Candidate
from simba.stages.mentions import Mention
from simba.stages.parse import ROOT, Parse, Token
from simba.stages.properties import PropertyCandidate, Proposals

CHECKED = frozenset({"person", "place", "group", "date", "number"})
"""Answer types that the answer-type check accounts for, so that the noun after "какой" need not be."""
MODIFIERS = frozenset({"amod", "acl", "acl:relcl"})
COORDINATION = frozenset({"conj", "cc"})
APPOSITIONS = frozenset({"appos", "flat", "flat:name", "flat:foreign", "compound"})
SET_OFF = frozenset(",-()")
Weighed = list[tuple[Token, float]]
"""Words with what they weigh."""


@dataclass(frozen=True, slots=True)
class Explained:
    """The words that a rule explains, and a factor on the weight of the content words that it does not."""

    words: frozenset[int]
    factor: float

    def left(self, beyond: Weighed, most: float = inf) -> float:
        """The weight of what is left of the words beyond a mention; the sum ends where it is over the most allowed."""
        weight = 0.0
        for token, more in beyond:
            if token.index not in self.words:
                weight += more
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
        proposals: Proposals,
        fillers: Collection[str],
        lexicon: Lexicon,
        *,
        class_known: bool,
    ) -> None:
        """Take what the rules say, the words that say nothing about what is asked, words and weights, and whether the
        knowledge base has a class of the name that the interrogative's noun is.
        """
        self._words, self._weights, self._sets = lexicon.words, lexicon.weights.unexplained, lexicon.sets
        self._parse = parse
        self._interrogative = interrogative
        self._relational, self._proposals = proposals.relational, proposals.candidates
        self._fillers = fillers
        self._class_known = class_known
        self._beyond: dict[tuple[int, int, int | None, frozenset[int]], Weighed] = {}
        self._spelt: dict[tuple[Span, tuple[Span, ...]], frozenset[int]] = {}

    @cached_property
    def _content(self) -> Weighed:
        return [(token, weight) for token in self._parse.tokens if (weight := self._weight(token))]

    @cached_property
    def _restricting(self) -> set[int]:
        return _restricting(self._parse, self._interrogative)

    @cached_property
    def _asides(self) -> list[range]:
        return _asides(self._parse, self._interrogative)

    @cached_property
    def _apart(self) -> set[int]:
        return _apart(self._parse, self._interrogative, self._asides)

    def _weight(self, token: Token) -> float:
        weights = self._weights
        if token.folded in self._words.negations or self._wants_advice(token):
            return weights.forbids
        weight = weights.word if token.folded.isdecimal() else weights.of(token.pos)
        if not weight or not token.is_word or token.lemma in self._fillers:
            return 0.0
        asked = self._interrogative
        picks = token.pos == "ADJ" and self._words.picks.fullmatch(token.folded)
        if asked.covers(token.span) and (token is not asked.noun or asked.type in CHECKED) and not picks:
            return 0.0
        if token is asked.noun and not self._class_known:
            return weight * weights.heavy
        return weight * weights.heavy if picks else weight

    def _wants_advice(self, token: Token) -> bool:
        """Whether a word asks where to do something: "где купить дымковскую игрушку" does not ask where it is from."""
        asked, head = self._interrogative, token.head
        if asked.type != "place" or token.features.get("VerbForm") != "Inf":
            return False
        return head == ROOT or asked.covers(self._parse.tokens[head].span)

    def explained(self, proposal: PropertyCandidate) -> Explained:
        """The content words that a rule's match spelled out, and how much the others matter beside it."""
        factor = self._weights.light if self._names_property(proposal) else 1.0
        return Explained(self.spelt(proposal), factor)

    def spelt(self, proposal: PropertyCandidate) -> frozenset[int]:
        """The tokens that a rule's match spelled out; several rules may match the same words."""
        key = proposal.span, proposal.gaps
        if key not in self._spelt:
            tokens = self._parse.tokens
            self._spelt[key] = frozenset(one.index for one in tokens if proposal.explains(one.span))
        return self._spelt[key]

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
        describing = self.describing(mention) | self._restricting | joined
        beside = describing & self._apart
        self._governing(mention)
        coordinated, meant = self._coordinated(mention), self._named_by(mention)
        meant |= self._asked_of_it(mention)
        for token, weight in self._content:
            if mention.span.overlaps(token.span) or token is class_noun:
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

    def fired_inside(self, mention: Mention, proposal: PropertyCandidate) -> bool:
        """Whether a name's own words fired the rule ("Кто написал «Столицу»?" does not ask for a capital).

        The first word of a name may belong to both: "архитектор храма Христа Спасителя".
        """
        if not mention.span.overlaps(proposal.span) or any(gap.covers(mention.span) for gap in proposal.gaps):
            return False
        tokens = self._parse.tokens
        words = [tokens[index] for index in sorted(self.spelt(proposal)) if tokens[index].is_word]
        shared = [token for token in words if mention.span.overlaps(token.span)]
        first = self._parse.words[mention.first].token
        begins_the_name = shared == [first] and mention.first < mention.last and words[0] is not first
        return bool(shared) and not begins_the_name

    def fired_among(self, companions: frozenset[int], proposal: PropertyCandidate) -> bool:
        """Whether only words of other names fired the rule (companions: numbers in `Parse.words`)."""
        if not companions:
            return False
        spelt = self.spelt(proposal)
        said = {number for number, word in enumerate(self._parse.words) if word.token.index in spelt}
        return bool(said) and said <= companions

    def is_decorated(self, mention: Mention, left: Collection[Token]) -> bool:
        """Whether a name is set apart by quotes or a capital, and the words left are other participants, times, asides.

        What negates, picks one of many, has the asked noun below it ("вдова какого поэта"), asks for something of
        the name ("жена Петра"), or is a name that the question is about, is not.
        """
        begins = self._parse.words[mention.first].token.index == 0
        apart = mention.source == "quote" or (mention.text[:1].isupper() and not begins)
        if not apart:
            return False
        words, noun = self._words, self._interrogative.noun
        asking = self._governing(mention).intersection(self._relational)
        return not any(
            (noun is not None and token.index == noun.head and token.pos == "NOUN")
            or token.index in asking
            or token.folded in words.negations
            or words.picks.fullmatch(token.folded)
            or (token.pos == "PROPN" and token.relation.startswith("nsubj"))
            for token in left
        )

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

    def asks_beside(self, proposal: PropertyCandidate) -> bool:
        """Whether a noun that names the answers is not what is asked for: "что гибнет в фильме Гайдая", "чем написаны
        стихи Есенина".
        """
        removed = self._interrogative.removed
        if self._acts_on(proposal):
            return True
        if proposal.asks or proposal.rule.direction != "reverse" or not removed:
            return False
        nouns = [self._parse.tokens[one] for one in self.spelt(proposal) & set(self._relational)]
        return any(
            not self._interrogative.covers(noun.span)
            and (
                any(self._parse.tokens[kid].relation == "case" for kid in self._parse.children[noun.index])
                or (noun.relation.startswith("nsubj") and self._is_oblique(removed))
            )
            for noun in nouns
        )

    def _done_to_another(self, candidate: Candidate, spelt: frozenset[int]) -> bool:
        """Whether who is asked for does what the rule knows, but to something else than the name: "кто написал медведей
        на картине «Утро в лесу»", "кто написал сценарий «Цирка»".
        """
        done = [token for token in self._done if token.head in spelt and token.index not in spelt]
        if not done:
            return False
        mention = candidate.mention
        above, beside = self._governing(mention), self.describing(mention)
        if mention.first:  # a class of which the knowledge base does not know: "короткометражку «Казаки»"
            beside.add(self._parse.words[mention.first - 1].token.index)
        return any(
            token.index not in beside
            and (token.index in above or token.features.get("Animacy") == "Anim")
            and token.span.stop <= mention.span.start
            and token is not candidate.class_noun
            for token in done
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
            and token.head in self._doing
            and token.lemma not in self._fillers
        ]

    @cached_property
    def _doing(self) -> frozenset[int]:
        return doers_verbs(self._parse, self._interrogative)

    def _acts_on(self, proposal: PropertyCandidate) -> bool:
        """Whether who is asked for does to the answers what no rule knows: "кто убил главного героя"."""
        tokens, spelt = self._parse.tokens, self.spelt(proposal)
        return self._interrogative.type == "person" and any(
            tokens[one].relation == "obj" and tokens[one].head in self._doing - spelt for one in spelt
        )

    def _is_oblique(self, removed: Sequence[Span]) -> bool:
        asking = [token for one in removed for token in self._parse.within(one) if token.pos == "PRON"]
        return any(token.features.get("Case") in {"Ins", "Dat", "Gen"} for token in asking)

    def asks_another(
        self, candidate: Candidate, proposal: PropertyCandidate, explained: Explained, beyond: Weighed
    ) -> bool:
        """Whether the words left say that just this is not asked of the entity: who of a cast played somebody, what
        another's name is, who wrote the script rather than the music.
        """
        spelt, name = explained.words, proposal.rule.property
        if self._done_to_another(candidate, spelt):
            return True
        objects = {noun for verb, noun in self._objects if verb in spelt} - spelt
        if not objects and name not in self._sets.own_names and name not in self._sets.played:
            return False
        left = explained.left_of(beyond)
        if any(token.index in objects for token in left):
            return True
        if name in self._sets.own_names:
            return not self._governing(candidate.mention).isdisjoint(
                token.index for token in left if token.index in self._relational
            )
        return name in self._sets.played and self._names_role(candidate, spelt, left)

    @cached_property
    def _objects(self) -> list[tuple[int, int]]:
        """The verbs with their objects that some rule spells out together: "написал сценарий"."""
        tokens = self._parse.tokens
        pairs = [
            (token.head, token.index)
            for token in tokens
            if token.relation == "obj" and token.pos == "NOUN" and tokens[token.head].pos == "VERB"
        ]
        return [pair for pair in pairs if any(self.spelt(one).issuperset(pair) for one in self._proposals)]

    def _names_role(self, candidate: Candidate, spelt: frozenset[int], left: Collection[Token]) -> bool:
        """Whether somebody among the words left is played: "кто сыграл Шурика", "роль Шурика" ask for no whole cast."""
        above = self._above(candidate.mention)
        if candidate.class_noun is not None:
            spelt -= {candidate.class_noun.index}
        return any(
            token.features.get("Animacy") == "Anim"
            and token.index not in above
            and (token.relation == "obj" or (token.relation == "nmod" and token.head in spelt))
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

    def _governing(self, mention: Mention) -> set[int]:
        """The nouns above the mention in the tree, up to the first verb."""
        return set(self._above(mention))

    def _above(self, mention: Mention) -> list[int]:
        """The same, nearest first."""
        parse = self._parse
        inside = {word.token.index for word in parse.words[mention.first : mention.last + 1]}
        found: list[int] = []
        for index in parse.ancestors(parse.words[mention.first].token.index):
            if parse.tokens[index].pos == "VERB":
                break
            if index not in inside:
                found.append(index)
        return found

    def _asked_of_it(self, mention: Mention) -> set[int]:
        """What is asked without asking words of the noun above the mention: "зарплата тренера «Янкиз»" does not ask who
        trains them.
        """
        tokens = self._parse.tokens
        return {
            tokens[index].head
            for index in ([] if self._interrogative.removed else self._above(mention))
            if index in self._relational and tokens[index].relation == "nmod"
        }

    def _named_by(self, mention: Mention) -> set[int]:
        """The words of a quoted name that goes on beyond the mention or, beside a common noun, says what is meant: not
        about songs is asked in "песня «Yesterday»".
        """
        parse = self._parse
        around = next((quote for quote in parse.quotes if quote.covers(mention.span)), None)
        if around is not None:
            return {one.index for one in parse.tokens if around.covers(one.span)}
        if mention.text[:1].isupper():
            return set()
        inside = {word.token.index for word in parse.words[mention.first : mention.last + 1]}
        return {
            child
            for index in inside
            for child in parse.children[index]
            if child > index
            and (
                (
                    parse.tokens[child].relation in APPOSITIONS
                    and any(quote.covers(parse.tokens[child].span) for quote in parse.quotes)
                )
                or (parse.tokens[child].relation == "nmod" and self._is_whose(parse.tokens[child]))
            )
        } - inside

    def _is_whose(self, token: Token) -> bool:
        """Whether a word is a name in the genitive without a preposition: "портрет Сталина"."""
        return (
            token.pos == "PROPN"
            and token.text[:1].isupper()
            and token.features.get("Case") == "Gen"
            and not any(
                self._parse.tokens[kid].relation == "case" for kid in self._parse.children[token.index]
            )
        )

    def _coordinated(self, mention: Mention) -> set[int]:
        """Nouns that "и" or "или" sets beside the name: the question is about both ("столица Грузии и Армении")."""
        parse = self._parse
        inside = {word.token.index for word in parse.words[mention.first : mention.last + 1]}
        head = next((index for index in sorted(inside) if parse.tokens[index].head not in inside), None)
        if head is None:
            return set()
        beside = {child for child in parse.children[head] if parse.tokens[child].relation == "conj"}
        if parse.tokens[head].relation == "conj":
            beside.add(parse.tokens[head].head)
        return {index for index in beside - inside if parse.tokens[index].pos in {"NOUN", "PROPN"}}

    def describing(self, mention: Mention, *, agreeing: bool = False) -> set[int]:
        """Tokens that describe the entity: what its name stands in apposition to, its modifiers, what commas set off.

        A noun that governs the name ("отец Пушкина") asks, so it is not among them. With
        ``agreeing``, a name in another case than the noun belongs elsewhere: parsers err.
        """
        parse = self._parse
        inside = {word.token.index for word in parse.words[mention.first : mention.last + 1]}
        head = next(
            (parse.tokens[index] for index in sorted(inside) if parse.tokens[index].head not in inside), None
        )
        if head is None:
            return set()
        # A question's first word has a capital anyway: "Брат режиссёра Конрада Вольфа" is of no film.
        first = parse.words[mention.first].token
        begins = first.index == 0 and mention.first == mention.last and first.pos == "NOUN"
        named = mention.source == "quote" or (mention.text[:1].isupper() and not begins)
        found = {
            index
            for child in parse.children[head.index]
            if (named and parse.tokens[child].relation not in COORDINATION)
            or parse.tokens[child].relation in MODIFIERS
            for index in parse.subtree(child)
        }
        below = head
        for index in parse.ancestors(head.index):
            above = parse.tokens[index]
            if below.relation not in APPOSITIONS or above.pos not in {"NOUN", "PROPN"}:
                break
            if mention.source != "quote" and not _agree(
                below, above
            ):  # the parser errs: "жена режиссёра Владимира Бортко"
                break
            below = parse.tokens[index]
            found.update(parse.subtree(index))
        if named:
            found.update(index for aside in self._asides if not inside & set(aside) for index in aside)
        return found - inside


def _agree(name: Token, noun: Token) -> bool:
    """Whether a noun may stand in apposition to a name: a first name in another case belongs elsewhere."""
    cases = {name.features.get("Case"), noun.features.get("Case")} - {None}
    animate = name.features.get("Animacy") == "Anim"
    if animate and cases == {"Gen", "Acc"}:  # one form may be either: "жена лидера Даниэля Ортеги"
        tags = [tag for lemma, tag in readings(noun.folded) if lemma == noun.lemma]
        return all(any(f"sing,{case}" in tag for tag in tags) for case in ("gent", "accs"))
    return len(cases) < 2 or not animate


def doers_verbs(parse: Parse, interrogative: Interrogative) -> frozenset[int]:
    """The verbs whose subject is asked for."""
    return frozenset(
        token.head
        for one in interrogative.removed
        for token in parse.within(one)
        if token.relation.startswith("nsubj") and parse.tokens[token.head].pos == "VERB"
    )


def _restricting(parse: Parse, interrogative: Interrogative) -> set[int]:
    """What hangs on the noun that is asked for and follows it: "в каком городе Самарской области"."""
    noun = interrogative.noun
    if noun is None:
        return set()
    return {
        index
        for child in parse.children[noun.index]
        if child > noun.index and parse.tokens[child].relation.startswith("nmod")
        for index in parse.subtree(child)
    }


def _asides(parse: Parse, interrogative: Interrogative) -> list[range]:
    """The stretches between commas, dashes and brackets that hold neither the interrogative nor the question's root."""
    marks = [-1, *(token.index for token in parse.tokens if token.folded in SET_OFF), len(parse.tokens)]
    stretches = [range(start + 1, stop) for start, stop in pairwise(marks) if stop - start > 1]
    return [
        stretch
        for stretch in stretches
        if len(stretches) > 1
        and not any(
            interrogative.covers(parse.tokens[index].span)
            or (parse.tokens[index].head == ROOT and parse.tokens[index].pos == "VERB")
            for index in stretch
        )
    ]


def _apart(parse: Parse, interrogative: Interrogative, asides: Sequence[range]) -> set[int]:
    """Words of the asides, but not after the asked noun, where they tell of it ("какие страны, не имеющие ...")."""
    noun = interrogative.noun
    end = max((one.stop for one in interrogative.removed), default=0)
    last = max((token.index for token in parse.tokens if token.span.start < end), default=-1)
    asked = {last + 1, last + 2} if noun is None else {noun.index + 1, noun.index + 2, last + 1, last + 2}
    return {index for aside in asides if aside.start not in asked for index in aside}
