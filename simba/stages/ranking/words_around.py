"""How words stand to a name in the tree: what governs it, describes it, is set beside it or apart."""

from __future__ import annotations

from collections.abc import Collection
from collections.abc import Set as AbstractSet
from itertools import pairwise

from simba.common.lazy import cached_property
from simba.russian.morphology import readings
from simba.russian.text import Span
from simba.stages.interrogative import Interrogative
from simba.stages.mentions import Mention
from simba.stages.parse import ROOT, Parse, Token
from simba.stages.properties import PropertyCandidate

MODIFIERS = frozenset({"amod", "acl", "acl:relcl"})
COORDINATION = frozenset({"conj", "cc"})
APPOSITIONS = frozenset({"appos", "flat", "flat:name", "flat:foreign", "compound"})
SET_OFF = frozenset(",-()")
QUOTE = '"'


class WordsAround:
    """The words of one question, as they stand to its names, to what rules match and what it asks; as indexes."""

    def __init__(self, parse: Parse, interrogative: Interrogative) -> None:
        """Look at a parsed question."""
        self._parse = parse
        self._interrogative = interrogative
        self._spelt: dict[tuple[Span, tuple[Span, ...]], frozenset[int]] = {}

    def spelt(self, proposal: PropertyCandidate) -> frozenset[int]:
        """The tokens that a rule's match spelled out; several rules may match the same words."""
        key = proposal.span, proposal.gaps
        if key not in self._spelt:
            within = self._parse.within(proposal.span)
            self._spelt[key] = frozenset([one.index for one in within if proposal.explains(one.span)])
        return self._spelt[key]

    @cached_property
    def restricting(self) -> set[int]:
        """What hangs on the noun that is asked for and follows it: "в каком городе Самарской области"."""
        parse, noun = self._parse, self._interrogative.noun
        if noun is None:
            return set()
        return {
            index
            for child in parse.children[noun.index]
            if child > noun.index and parse.tokens[child].relation.startswith("nmod")
            for index in parse.subtree(child)
        }

    @cached_property
    def asides(self) -> list[range]:
        """The stretches between commas, dashes and brackets that hold neither the interrogative nor the root."""
        tokens = self._parse.tokens
        marks = [-1, *(token.index for token in tokens if token.folded in SET_OFF), len(tokens)]
        stretches = [range(start + 1, stop) for start, stop in pairwise(marks) if stop - start > 1]
        return [
            stretch
            for stretch in stretches
            if len(stretches) > 1
            and not any(
                self._interrogative.covers(tokens[index].span)
                or (tokens[index].head == ROOT and tokens[index].pos == "VERB")
                or self._is_denied_too(tokens[index], stretch)
                for index in stretch
            )
        ]

    def _is_denied_too(self, token: Token, stretch: range) -> bool:
        """Whether a verb says beside the root's what is not so: "граничат с Германией, но не входят в НАТО"."""
        parse = self._parse
        beside = token.pos == "VERB" and token.relation == "conj" and token.head >= 0
        return (
            beside
            and parse.tokens[stretch.start].pos == "CCONJ"
            and parse.tokens[token.head].head == ROOT
            and any(parse.tokens[kid].pos == "PART" and kid in stretch for kid in parse.children[token.index])
        )

    @cached_property
    def apart(self) -> set[int]:
        """Words of the asides, but not after the asked noun, where they tell of it ("какие страны, не имеющие ...")."""
        noun = self._interrogative.noun
        end = max((one.stop for one in self._interrogative.removed), default=0)
        last = max((token.index for token in self._parse.tokens if token.span.start < end), default=-1)
        asked = {last + 1, last + 2} if noun is None else {noun.index + 1, noun.index + 2, last + 1, last + 2}
        return {index for aside in self.asides if aside.start not in asked for index in aside}

    def is_told(self, mention: Mention, names: Collection[int]) -> bool:
        """Whether a mention stands in what is said of one of these names: "Ботсвана, государство в Южной Африке"."""
        words = self._parse.words
        return any(
            self._parse.told.get(words[number].token.index) in names
            for number in (mention.first, mention.last)
        )

    def is_where(self, mention: Mention, names: AbstractSet[int], within: Collection[str]) -> bool:
        """Whether a name tells where what is named before it lies, behind what that is: "город Орлеан в США"."""
        parse = self._parse
        inside = {word.token.index for word in parse.words[mention.first : mention.last + 1]}
        head = next(
            (parse.tokens[one] for one in sorted(inside) if parse.tokens[one].head not in inside), None
        )
        return (
            head is not None
            and head.relation == "nmod"
            and head.head + 1 < head.index - 1
            and parse.tokens[head.head].pos == "NOUN"
            and parse.tokens[head.head].text.islower()
            and names >= {*range(head.head + 1, head.index - 1)}
            and all(parse.tokens[one].text[:1].isupper() for one in range(head.head + 1, head.index - 1))
            and any(parse.tokens[kid].folded in within for kid in parse.children[head.index])
        )

    def circles(self, among: Collection[str]) -> frozenset[int]:
        """What says among whom is asked, right behind what asks: "кто из детей Пеле" asks nothing of children, and "кто
        из «Битлз»" of none but these.
        """
        tokens = self._parse.tokens
        return frozenset(
            [
                token.index + (2 if tokens[token.index + 1].folded == QUOTE else 1)
                for token in tokens[1:-1]
                if token.folded in among and self._interrogative.covers(tokens[token.index - 1].span)
            ]
        )

    def tells(self, proposal: PropertyCandidate) -> bool:
        """Whether a rule's words, but for those that ask, are what is said of a name: "Ока, правый приток Волги"."""
        spelt = (self._parse.tokens[one] for one in self.spelt(proposal))
        said = {one.index for one in spelt if one.is_word and not self._interrogative.covers(one.span)}
        return bool(said) and said <= self._parse.told.keys()

    @cached_property
    def doing(self) -> frozenset[int]:
        """The verbs whose subject is asked for."""
        return frozenset(
            token.head
            for one in self._interrogative.removed
            for token in self._parse.within(one)
            if token.relation.startswith("nsubj") and self._parse.tokens[token.head].pos == "VERB"
        )

    def governing(self, mention: Mention) -> set[int]:
        """The nouns above the mention in the tree, up to the first verb."""
        return set(self.above(mention))

    def above(self, mention: Mention) -> list[int]:
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

    def coordinated(self, mention: Mention) -> set[int]:
        """Nouns that "и" or "или" sets beside the name: the question is about both ("столица Грузии и Армении")."""
        parse = self._parse
        inside = {word.token.index for word in parse.words[mention.first : mention.last + 1]}
        head = next((index for index in sorted(inside) if parse.tokens[index].head not in inside), None)
        if head is None:
            return set()
        beside = {child for child in parse.children[head] if parse.tokens[child].relation == "conj"}
        if parse.tokens[head].relation == "conj":
            beside.add(parse.tokens[head].head)
            head = parse.tokens[head].head
        if not _has_conjunction(parse, head):
            return set()
        return {index for index in beside - inside if parse.tokens[index].pos in {"NOUN", "PROPN"}}

    def named_by(self, mention: Mention) -> set[int]:
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
                (parse.tokens[child].relation in APPOSITIONS and parse.quotes_hold(parse.tokens[child].span))
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
        joined = _has_conjunction(parse, head.index)
        found = {
            index
            for child in parse.children[head.index]
            if (named and (parse.tokens[child].relation not in COORDINATION or not joined))
            or parse.tokens[child].relation in MODIFIERS
            for index in parse.subtree(child)
        }
        if not named and parse.told:
            found.update(index for index, name in parse.told.items() if name == head.index)
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
            found.update(index for aside in self.asides if not inside & set(aside) for index in aside)
        return found - inside


def _has_conjunction(parse: Parse, head: int) -> bool:
    """Whether "и" or "или" joins what a noun is joined to; a comma alone sets off the same thing by another name."""
    return any(
        parse.tokens[below].relation == "cc"
        for child in parse.children[head]
        if parse.tokens[child].relation == "conj"
        for below in parse.children[child]
    )


def _agree(name: Token, noun: Token) -> bool:
    """Whether a noun may stand in apposition to a name: a first name in another case belongs elsewhere."""
    cases = {name.features.get("Case"), noun.features.get("Case")} - {None}
    animate = name.features.get("Animacy") == "Anim"
    if animate and cases == {"Gen", "Acc"}:  # one form may be either: "жена лидера Даниэля Ортеги"
        tags = [tag for lemma, tag in readings(noun.folded) if lemma == noun.lemma]
        return all(any(f"sing,{case}" in tag for tag in tags) for case in ("gent", "accs"))
    return len(cases) < 2 or not animate
