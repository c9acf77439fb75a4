"""One question as composition sees it: its tree, the names linked in it, what rules and constructions find there."""

from __future__ import annotations

import copy
import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from simba.common.lazy import cached_property
from simba.query import Entity, Form
from simba.query.forms import DatePart
from simba.russian.morphology import lemma, lemmas, readings
from simba.russian.numerals import ordinal
from simba.stages.composing.question.constructions import KIN
from simba.stages.composing.question.covering import cover, is_name
from simba.stages.composing.question.hollow import is_hollow
from simba.stages.composing.question.knowledge import Knowledge
from simba.stages.composing.question.sentence import Sentence
from simba.stages.composing.question.subclauses import find_describing
from simba.stages.composing.question.wordforms import is_animate, is_common, longer_name
from simba.stages.composing.question.wordings import FiredRule, Phrasing
from simba.stages.heeding.limiting import limits
from simba.stages.interrogative import Interrogative
from simba.stages.links import Candidate
from simba.stages.parse import ROOT, Parse, Token
from simba.stages.ranking.words_around import WordsAround

FIRST = re.compile(r"(?:(?<![/\w])|(?<=\*/))(\^?)(P[0-9]+)")
"""The steps that a path of alternatives may begin with; what is taken any number of times may not be taken at all."""
PERSON, OCCUPATION, THING = "Q5", "P106", "Q35120"


class Worth(dict[frozenset[int], float]):
    """How much tokens matter together, summed once: parts of a question that explain the same words are compared."""

    def __init__(self, weights: Sequence[float]) -> None:
        super().__init__()
        self._weights = weights

    def __missing__(self, explained: frozenset[int]) -> float:
        self[explained] = worth = sum(map(self._weights.__getitem__, explained))
        return worth


class Scene(Sentence):
    """The question's tokens, with what hangs together and what is linked."""

    def __init__(
        self,
        parse: Parse,
        interrogative: Interrogative,
        candidates: Sequence[Candidate],
        knowledge: Knowledge,
        said: dict[int, str] | None = None,
    ) -> None:
        super().__init__(parse, interrogative, knowledge.constructions)
        self._candidates, self._knowledge = candidates, knowledge
        self.fillers = knowledge.fillers
        self.weights = knowledge.lexicon.weights.composing
        self.sets, self.groups = knowledge.lexicon.sets, knowledge.lexicon.groups
        self.whether = knowledge.lexicon.words.polar
        """Particles that ask for a yes or no."""
        self.said = said or {}
        self._hollow = frozenset(token.index for token in self.tokens if is_hollow(self, token))
        self.narrowing = self._find_narrowing()
        """The adjective in the asked phrase that with its noun names a class of its own: "какие вантовые мосты"."""
        self._weights = [self._weigh(token) for token in self.tokens]
        self.worth = Worth(self._weights)
        """How much some tokens matter together."""
        self._classes: dict[int, tuple[str, ...]] = {}
        self._cases: dict[int, str | None] = {}
        self.covering = cover(self, candidates, self.weights, knowledge.lexicon.words.kin)
        for index in self._describe_known() | self._number_named():
            self._weights[index] = 0.0
        self._names = self._find_names()
        self._kin_names = self._names | self.with_lemma(self.words.elders)
        self.describing = find_describing(self)
        """The clauses that describe a noun: for the word that leads each, that noun and the clause's tokens."""
        self.referring = self._find_referring()
        """The pronouns that stand for the person named elsewhere: "фильмы Рязанова, в которых он снялся"."""
        for index in self.referring:
            self._weights[index] = knowledge.lexicon.weights.unexplained.word
        self._total = sum(self._weights)
        self._content = [token for token in self.tokens if self.word(token)]
        self.standing = frozenset(
            head for head, _ in self.describing.values() if self.tokens[head].lemma in self.words.standing
        )
        """The pronouns that stand for what a clause says: "тот, кто"."""
        self.doubtful = self._find_doubtful()
        """Words that patterns may pass over as "any word"."""
        self.whole = Phrasing((token.folded, token.index) for token in self.tokens if token.is_word)
        self._phrasings: dict[tuple[tuple[str, int | None], ...], Phrasing] = {}
        self._wordings: dict[frozenset[int], Phrasing] = {}
        self._heard: dict[Phrasing, list[FiredRule]] = {}
        self.hidden: frozenset[int] = frozenset()
        """Words that are accounted for otherwise: the question is read as if it did not have them."""

    def without(self, words: frozenset[int]) -> Scene:
        """The same question without some of its words ("кроме Германии")."""
        if not words:
            return self
        other = copy.copy(self)
        other.hidden = self.hidden | words
        other.describing = {
            verb: (head, inside - words)
            for verb, (head, inside) in self.describing.items()
            if not words & {verb, head}
        }
        for one in ("fired", "alone", "nominal"):  # they were of all words
            vars(other).pop(one, None)
        other._cases = {}
        return other

    @cached_property
    def prepositions(self) -> frozenset[int]:
        """The prepositions."""
        return frozenset(token.index for token in self.tokens if token.pos == "ADP")

    @cached_property
    def around(self) -> WordsAround:
        """How the words stand to names and rules of one hop."""
        return WordsAround(self.parse, self.interrogative)

    @cached_property
    def fired(self) -> list[FiredRule]:
        """The rules that fire on the words in their order and, where "и ... и" stands between, without these."""
        fired = self.fire(self.wording(range(len(self.tokens))))
        both = {i for i in range(len(self.tokens)) if self.correlates(i)}
        if both:
            known = {(one.rule.property, one.rule.direction, one.words) for one in fired}
            others = self.fire(self.wording(i for i in range(len(self.tokens)) if i not in both))
            fired += [o for o in others if (o.rule.property, o.rule.direction, o.words) not in known]
        return fired

    @cached_property
    def unknown(self) -> frozenset[int]:
        """The proper names that nothing is linked to, that no rule spells out, and that neither describe nor date."""
        spelt = frozenset().union(*[one.over for one in self.fired])
        return frozenset(
            token.index
            for token in self._content
            if token.pos == "PROPN"
            and token.index not in self.dated
            and token.index not in self.covering
            and token.index not in spelt
            and not is_common(token.folded)
            and not any(self.tokens[one].relation == "amod" for one in self.parse.ancestors(token.index))
        )

    @cached_property
    def alone(self) -> frozenset[int]:
        """The nouns that a rule spells out with no more than their adjectives and what asks: "кто основатель"."""
        found: set[int] = set()
        for words in {one.words for one in self.fired}:
            said = {index for index in words if not self.asks(index)}
            nouns = {index for index in said if self.tokens[index].pos == "NOUN"}
            if len(nouns) == 1 and all(self.tokens[one].head in nouns for one in said - nouns):
                found |= nouns
        return frozenset(found)

    def negates(self, index: int) -> bool:
        """Whether a word turns a question into one about all that is not so."""
        token = self.tokens[index]
        if token.folded not in self.words.negations or self.interrogative.covers(token.span):
            return False  # "не знаете ли"
        return not self.named_outright(index)

    def excepts(self, index: int) -> bool:
        """Whether a word sets something apart from what is asked for: "кроме", "без"."""
        return self.tokens[index].folded in self.words.excluding and not self.named_outright(index)

    @cached_property
    def excepted(self) -> frozenset[int]:
        """The words that set something apart."""
        return frozenset(token.index for token in self.tokens if self.excepts(token.index))

    @cached_property
    def asked_part(self) -> DatePart | None:
        """The part of a date that is asked for: "в каком году", "с какого года", "в каком веке"."""
        return next(
            (part for one in self.tokens if (part := self.part_of_date(one)) and self.asks(one.index)), None
        )

    def part_of_date(self, token: Token) -> DatePart | None:
        """The part of a date that a word names: "год", "век"."""
        return self._knowledge.lexicon.words.date_parts.get(token.lemma)

    def asking(self, interrogative: Interrogative, said: dict[int, str] | None = None) -> Scene:
        """The same question, taken to ask otherwise; ``said`` replaces words where rules read them."""
        return Scene(self.parse, interrogative, self._candidates, self._knowledge, said)

    def leads(self, form: Form, name: str, reverse: bool) -> bool:
        """Whether a step from a form may lead anywhere; unknown: yes."""
        return not isinstance(form, Entity) or self._knowledge.leads(form.id, name, reverse)

    def leads_along(self, form: Form, to: str) -> bool:
        """Whether one of the steps that a path may begin with may lead anywhere."""
        if not isinstance(form, Entity):
            return True
        return any([self._knowledge.leads(form.id, name, reverse) for name, reverse in _first(to)])  # noqa: C419 (all are asked for at once)

    def leading(self, form: Entity, names: Iterable[str]) -> list[str]:
        """The steps of these properties from a thing, either way, that may lead anywhere."""
        steps = [(name, reverse) for name in sorted(names) for reverse in (False, True)]
        return [f"^{name}" if reverse else name for name, reverse in self._knowledge.leading(form.id, steps)]

    def sisters(self, name: str, *, reverse: bool) -> list[tuple[str, bool, bool]]:
        """The other steps that may hold what a step of a property does not: property, whether back, only of a class."""
        some = self.groups.of_step(name, "reverse" if reverse else "forward")
        return [(one.property, one.direction == "reverse", one.of_class) for one in some]

    def named_outright(self, index: int) -> bool:
        """Whether the token belongs to a linked name with capitals or quotes."""
        return index in self._names

    def _find_names(self) -> frozenset[int]:
        return frozenset(
            index
            for index, some in self.covering.items()
            for candidate, _, _ in some
            if is_name(self, candidate.mention) and candidate.mention.span.overlaps(self.tokens[index].span)
        )

    def _find_referring(self) -> frozenset[int]:
        """They are taken for the one person that the question names; of several it leaves open who is meant."""
        pronouns = [t.index for t in self.tokens if t.pos == "PRON" and t.lemma in self.words.personal]
        if not pronouns:
            return frozenset()
        within = {index for _, inside in self.describing.values() for index in inside}
        led = next((t.index for t in self.tokens if t.pos == "SCONJ"), len(self.tokens))
        asked = {one for one in pronouns if one and self.asks(one - 1) and one - 1 != self.noun}  # "кто он"
        found = {one for one in pronouns if one in within or one < led} - self.relative - asked
        if not found:
            return frozenset()
        people = {
            inside: [one for one in self.covering[min(inside)] if one[1] == inside]
            for index in self._names
            for candidate, inside, _ in self.covering[index]
            if self.is_a(candidate.entity.classes, [PERSON])
        }
        longest = [one for one in people if not any(one < other for other in people)]
        if len(longest) != 1 or found & longest[0]:
            return frozenset()
        for index in found:
            self.covering[index] = [(one, frozenset({index}), score) for one, _, score in people[longest[0]]]
        return frozenset(found)

    def _describe_known(self) -> frozenset[int]:
        """The adjectives of who is named right after his title: "последний русский царь Николай II" is Nicholas II."""
        titles = {
            min(inside)
            for some in self.covering.values()
            for candidate, inside, _ in some
            if candidate.mention.source != "quote"
            and min(inside) < self.parse.words[candidate.mention.first].token.index
            and is_animate(self.tokens[min(inside)])
            and self.tokens[min(inside)].lemma not in self.constructions.kin  # "первого сына Павла I" is his
            and self.is_a(candidate.entity.classes, [PERSON])
        }
        return frozenset(
            one.index
            for one in self.tokens
            if one.head in titles
            and one.index < one.head
            and one.relation == "amod"
            and not self.asks(one.index)
        )

    def _number_named(self) -> frozenset[int]:
        """The number of what is named in quotes anyway: "персонаж двух романов: «...» и «...»"."""
        quoted = len(self.parse.quotes)
        return frozenset(
            one.index for one in self.tokens if quoted > 1 and self.words.numerals.get(one.lemma) == quoted
        )

    def is_nominal(self, index: int) -> bool:
        """Whether the token can be the head of a noun phrase."""
        return index in self.nominal

    @cached_property
    def nominal(self) -> frozenset[int]:
        """The tokens that can be heads of noun phrases."""
        return self._nominal - self.hidden

    @cached_property
    def _nominal(self) -> frozenset[int]:
        """Hidden ones too."""
        return frozenset(
            token.index
            for token in self.tokens
            if (
                token.pos in {"NOUN", "PROPN", "X"}
                or self.named_outright(token.index)
                or token.index in self.standing
                or token.index in self.referring
            )
            and token.index not in self._hollow
            and (not self.asks(token.index) or token is self.interrogative.noun)
        )

    def is_noun(self, index: int) -> bool:
        """Whether the token is a common noun; at the start a tagger takes it for a name."""
        token = self.tokens[index]
        begins = token.pos == "PROPN" and not index and not self.named_outright(index)
        return token.pos == "NOUN" or (begins and is_common(token.folded))

    def is_asked(self, head: int) -> bool:
        """Whether a noun is what is asked for: the asked one or, where nothing asks, one that hangs on no other."""
        if self.noun is not None or self.interrogative.name is not None:
            return head == self.noun
        return not any(self.is_nominal(up) for up in self.parse.ancestors(head) if up != head)

    def children(self, index: int) -> tuple[int, ...]:
        """The tokens that hang on one."""
        if not self._hollow and not self.hidden:
            return self.parse.children[index]
        return tuple(
            one
            for kid in self.parse.children[index]
            for one in (self.parse.children[kid] if kid in self._hollow else (kid,))
            if one not in self.hidden and (kid == one or self.tokens[one].pos != "ADP")
        )

    def embedded(self, within: Collection[int]) -> frozenset[int]:
        """Tokens of the clauses within a clause that describe its nouns."""
        if not self.describing:
            return frozenset()
        return frozenset(
            index
            for verb, (head, inside) in self.describing.items()
            if verb in within and head in within
            for index in inside
        )

    def clauses_on(self, head: int) -> list[int]:
        """What leads the clauses that describe a noun, or the name that it is part of."""
        return [verb for verb, (noun, _) in self.describing.items() if noun == head]

    def word(self, token: Token) -> bool:
        """Whether a token is a content word that must be explained."""
        return self._weights[token.index] > 0

    def weight(self, token: Token) -> float:
        """How much it matters that a token is explained."""
        return self._weights[token.index]

    def unexplained(self, explained: frozenset[int]) -> float:
        """How much all tokens but these matter together."""
        return self._total - self.worth[explained]

    def _weigh(self, token: Token) -> float:
        index, folded, known = token.index, token.folded, self._knowledge.lexicon
        if not token.is_word or index in self._hollow or self.correlates(index):
            return 0.0
        unexplained, asks = known.weights.unexplained, self.asks(index)
        if index in self.narrowing:
            return unexplained.word
        if asks and token.pos == "ADJ":
            if index and token.text[:1].isupper():
                return unexplained.word  # "из Великих озёр"
            if self._places(token):
                return unexplained.light  # "какой будапештский мост"
            if self._picks_first(token):
                return self.weights.picking
        if not asks and folded in self.constructions.comparatives and folded not in self.fillers:
            return self.weights.picking  # "крупнее" is more than "крупный"
        if not asks and index in self._supreme and self.constructions.orders(folded):
            return self.weights.picking  # "крупнейший" picks one, though "крупный" merely describes
        if token.lemma in self.fillers or folded in self.fillers:
            return 0.0
        if folded in self.words.excluding:
            return self.weights.negation
        if asks and index != self.noun:
            return unexplained.light if limits(token, self.parse, self.interrogative, self.fillers) else 0.0
        if folded in known.words.negations:
            return self.weights.negation
        if index in self.dated:
            return self.weights.digits
        if token.pos in {"ADJ", "NUM", "ADV"} and (
            known.words.picks.fullmatch(folded) or self.picks(token) or self._most(token)
        ):
            return self.weights.picking
        short = token.pos == "ADJ" and "ADJS" in readings(folded)[0][1]
        if short and token.head == ROOT and not self.interrogative.polar:
            return unexplained.word  # "женат" says what a verb does
        return unexplained.of(token.pos)

    def _find_narrowing(self) -> frozenset[int]:
        if not self.noun:
            return frozenset()
        noun, before = self.tokens[self.noun], self.tokens[self.noun - 1]
        after = self.tokens[self.noun + 1] if self.noun + 1 < len(self.tokens) else noun
        longer = {}
        if before.pos == "ADJ" and before.head == self.noun and self.asks(before.index):
            said = f"{before.folded} {noun.folded}"  # a class may be called by its plural
            named = self._knowledge.classes_named(said)
            longer[before.index] = said if named else longer_name(before, noun)
        if after.relation == "nmod" and after.head == self.noun:
            longer[after.index] = f"{noun.lemma} {after.folded}"  # "регион России"
        if not longer:
            return frozenset()
        among = self._knowledge.classes_named(noun.lemma)  # "космический аппарат" is all of its kind
        return frozenset(index for index, name in longer.items() if among and self._has_members(name))

    @cached_property
    def limiting(self) -> frozenset[int]:
        """The adjectives of the asked phrase that say of which the asked noun calls one: "какая тропическая река"."""
        return frozenset(
            token.index
            for token in self.tokens
            if token.pos == "ADJ"
            and token.head == self.noun
            and self.asks(token.index)
            and {token.folded, token.lemma}.isdisjoint(self.fillers)
        )

    def _has_members(self, name: str) -> bool:
        ways = ("P31", "P279")
        named = self._knowledge.classes_named(name)
        return any(self._knowledge.leads(one, way, True) for one in named for way in ways)

    def _picks_first(self, token: Token) -> bool:
        """Whether an adjective picks the first in an order, be it in the asked phrase: "какая самая длинная река"."""
        if token.lemma in self.words.next_to or ordinal([token.lemma]) is not None:
            return True
        if not self.constructions.orders(token.folded):
            return False
        picks = self._knowledge.lexicon.words.picks.fullmatch(token.folded)
        return self._most(token) or picks is not None

    def _most(self, token: Token) -> bool:
        """Whether "самый" stands before a word."""
        before = self.tokens[token.index - 1].folded if token.index else ""
        return not self.words.most.isdisjoint(lemma for lemma, _ in readings(before))

    def picks(self, token: Token) -> bool:
        """Whether a word picks one of many."""
        known = self.constructions
        return token.folded in known.comparatives or token.folded in self.words.picking

    def left(self, explained: frozenset[int], within: Iterable[int] | None = None) -> list[Token]:
        """The content words that are not explained."""
        if within is None:
            return [token for token in self._content if token.index not in explained]
        return [self.tokens[i] for i in within if i not in explained and self._weights[i] > 0]

    def wording(self, indexes: Iterable[int]) -> Phrasing:
        """The words at these places, in order."""
        places = frozenset(indexes) - self.hidden
        wording = self._wordings.get(places)
        if wording is None:
            other = self.said
            said = [(other[i] if i in other else self.tokens[i].folded, i) for i in sorted(places)]
            wording = self._wordings[places] = self.respoken([one for one in said if one[0]])
        return wording

    def respoken(self, pieces: Iterable[tuple[str, int | None]]) -> Phrasing:
        """Words put otherwise."""
        said = tuple([piece for piece in pieces if piece[1] is None or self.tokens[piece[1]].is_word])
        phrasing = self._phrasings.get(said)
        if phrasing is None:
            phrasing = self._phrasings[said] = Phrasing(said, self.doubtful)
        return phrasing

    def _places(self, token: Token) -> bool:
        """Whether an adjective says where something is or is from, be it in the asked phrase."""
        return token.pos == "ADJ" and token.lemma in self.constructions.adjectives

    def _find_doubtful(self) -> frozenset[int]:
        return frozenset(
            token.index
            for token in self.tokens
            if token.pos in {"ADJ", "NUM", "ADV", "NOUN", "X", "DET"}
            and (
                not self.asks(token.index)
                or self._places(token)
                or token.index in self.narrowing
                or self.picks_asked(token.index)
                or limits(token, self.parse, self.interrogative, self.fillers)
            )
        )

    def picks_asked(self, index: int) -> bool:
        """Whether a word of the asked phrase picks one of many, which no rule tells: "какой второй фильм"."""
        token = self.tokens[index]
        picks = self._knowledge.lexicon.words.picks
        if token.pos != "ADJ" or not self.asks(index):
            return False
        return picks.fullmatch(token.folded) is not None or self._most(token)

    def fire(self, wording: Phrasing) -> list[FiredRule]:
        """The rules that fire on a wording; names are passed over, even where a pattern takes any word."""
        if wording not in self._heard:  # clauses share wordings
            heard = self._heard[wording] = []
            for one in wording.fire(self._knowledge.rules, self._knowledge.lexicon.weights.ranking):
                words = one.words - (self._kin_names if one.rule.property in KIN else self._names)
                if not words <= self._supreme:
                    heard.append(one if words == one.words else one._replace(words=words))
        return list(self._heard[wording])

    @cached_property
    def _supreme(self) -> frozenset[int]:
        """The superlatives that are one word: they pick one, whatever property an adjective may name ("длиннейший")."""
        return frozenset(
            t.index
            for t in self.tokens
            if t.pos == "ADJ" and any("Supr" in tag for _, tag in readings(t.folded))
        )

    def classes(self, index: int) -> tuple[str, ...]:
        """The classes that a noun names."""
        if index not in self._classes:
            self._classes[index] = self._find_classes(index)
        return self._classes[index]

    def _find_classes(self, index: int) -> tuple[str, ...]:
        token = self.tokens[index]
        if not self.is_noun(index) and index != self.noun and token.pos == "PROPN":
            return ()
        known = dict.fromkeys((token.lemma, *lemmas(token.folded)))  # "политика" may be a politician's
        called = (self.classes_named(lemma) - self.proper(index) for lemma in known)
        return tuple(sorted(next(filter(None, called), ()), key=lambda one: (len(one), one)))

    def proper(self, index: int) -> frozenset[str]:
        """What a token is linked to that bears a name of its own, rather than being a class."""
        found = (candidate.entity for candidate, _, _ in self.covering.get(index, ()))
        return frozenset(one.id for one in found if one.name[:1].isupper())

    def classes_named(self, name: str) -> frozenset[str]:
        """The classes of a name."""
        return self._knowledge.classes_named(name)

    def classes_of(self, candidate: Candidate) -> tuple[str, ...]:
        """The classes of what is linked; where none are known, its name or its holders may tell an office."""
        entity = candidate.entity
        if entity.classes:
            return entity.classes
        office = lemma(entity.name.split(" ", 1)[0].lower()) in self.words.offices
        office = office or self._knowledge.leads(entity.id, "P39", True)
        return tuple(sorted(self.sets.positions)) if office else ()

    def called_so(self, noun: str, of: Iterable[str] | None = ()) -> list[str]:
        """The entities of some classes whose names begin with a noun, best known first.

        Where no classes are given, they are of none at all; None: of any.
        """
        fits = (one for one, own in self._knowledge.beginning(noun) if self._fits(own, of))
        return list(dict.fromkeys(fits))

    def _fits(self, own: tuple[str, ...], of: Iterable[str] | None) -> bool:
        return of is None or (self.is_a(own, of) if of else not own)

    def is_a(self, classes: Iterable[str], of: Iterable[str]) -> bool:
        """Whether one of the classes lies below one of the others."""
        return not self._knowledge.hierarchy.above(classes).isdisjoint(of)

    def is_kind(self, noun: Token | None, classes: Iterable[str], of: Collection[str]) -> bool:
        """Whether what a noun calls is of some classes: by the class tree, or by the noun, where that is flat."""
        if self.is_a(classes, of):
            return True
        called = self.constructions.kinds_called.get(noun.lemma) if noun is not None else None
        return called is not None and not called.isdisjoint(of)

    def is_one(self, noun: Token, classes: Iterable[str]) -> bool:
        """Whether a thing of some classes may be called by a noun."""
        above = self._knowledge.hierarchy.above(classes)
        called = self.constructions.kinds_called.get(noun.lemma, ())
        return not (above.isdisjoint(self.classes(noun.index)) and above.isdisjoint(called))

    def copula(self, index: int) -> Token | None:
        """The verb that says of something that it is what a noun says: "был премьер-министром"."""
        kids = (self.tokens[kid] for kid in self.parse.children[index])
        return next((kid for kid in kids if kid.relation == "cop" and kid.lemma in self.words.copulas), None)

    @cached_property
    def owned(self) -> Token | None:
        """The thing of which "чей" asks whose it is, where a verb tells something of it: "по чьему роману снят"."""
        whose = next((t for t in self.tokens if self.asks(t.index) and t.lemma in self.words.whose), None)
        if whose is None or self.noun is not None or whose.head != whose.index + 1:
            return None
        thing = self.tokens[whose.head]
        verbs = any(t.pos == "VERB" and not self.quoted(t) for t in self.tokens)
        return thing if verbs and self.is_noun(thing.index) and not is_animate(thing) else None

    @cached_property
    def predicates(self) -> tuple[Token, ...]:
        """The nouns in the instrumental for what somebody was: that with the copula, and those that "и" joins to it."""
        told = [
            token
            for token in self.tokens
            if token.pos == "NOUN"
            and token.features.get("Case") == "Ins"
            and (is_animate(token) or any(one in self.words.offices for one, _ in readings(token.folded)))
            and not self.asks(token.index)
        ]
        first = next((token for token in told if self.equating(token) is not None), None)
        return () if first is None else (first, *(one for one in told if one.head == first.index))

    def equating(self, token: Token) -> Token | None:
        """The verb that says that somebody was what a noun in the instrumental says, on whichever of them hangs the
        other: "был режиссёром", "выступил режиссёром".
        """
        above = self.tokens[token.head] if token.head != ROOT else None
        if above is not None and above.pos == "VERB" and above.lemma in self.words.copulas:
            return above if self.case(token.index) is None else None
        return self.copula(token.index)

    def case(self, index: int) -> str | None:
        """The preposition of a noun phrase, with all its words."""
        if index not in self._cases:
            self._cases[index] = self._find_case(index)
        return self._cases[index]

    def _find_case(self, index: int) -> str | None:
        words = [
            self.tokens[i].folded
            for i in self.children(index)
            if self.tokens[i].relation in {"case", "mark", "fixed"}
        ]
        above = self.tokens[index].head
        if not words and above in self._hollow:
            return self.case(above)
        return " ".join(words) or None


@lru_cache(maxsize=1_000)
def _first(to: str) -> tuple[tuple[str, bool], ...]:
    """The steps that a path may begin with."""
    return tuple(dict.fromkeys((step.group(2), bool(step.group(1))) for step in FIRST.finditer(to)))
