"""From a follow-up to the whole questions that it may stand for, the likeliest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from simba.context import Context
from simba.dialogue.editing import WholeQuestion
from simba.dialogue.ellipsis import asked_otherwise, instead, owned, with_argument
from simba.dialogue.heard import Heard, heard
from simba.dialogue.pronouns import resolved, slots
from simba.dialogue.referents import Referent, referents
from simba.dialogue.swapping import another_name, another_year
from simba.dialogue.words import DialogueWords
from simba.kb.usual import RARE
from simba.pipeline import Resources
from simba.stages.parse import Token

Tier = tuple[WholeQuestion, ...]
"""Ways to understand a follow-up that are as likely."""


@dataclass(frozen=True, slots=True)
class Followed:
    """What a question takes up: nothing where it has no tiers."""

    tiers: tuple[Tier, ...] = ()
    needy: bool = False
    """Whether it means nothing by itself: it has a pronoun, or begins as a follow-up does."""


NOTHING_FOLLOWED = Followed()


def follow_up(text: str, context: Context, resources: Resources, words: DialogueWords) -> Followed:
    """What a question may mean after another; nothing where it is whole by itself."""
    follow = heard(text, resources, words)
    if follow.reasoning.interrogative.polar and not follow.opened and not slots(follow.parse, words):
        return NOTHING_FOLLOWED
    some = referents(context, resources.store)
    fill = _Filling(follow, context, resources, words, some)
    found = slots(follow.parse, words)
    if found:
        if _named_before(follow, found[0].span.start):
            return NOTHING_FOLLOWED
        return Followed(tuple(fill.likely(tier) for tier in fill.pronouns() if tier), True)
    return Followed(tuple(fill.likely(tier) for tier in fill.ellipsis() if tier), follow.opened)


def _named_before(follow: Heard, place: int) -> bool:
    """Whether a name stands before a pronoun, which then means that."""
    return any(
        token.pos == "PROPN" and not follow.interrogative.covers(token.span)
        for token in follow.parse.tokens
        if token.span.stop <= place
    ) or any(quote.stop <= place for quote in follow.parse.quotes)


@dataclass(frozen=True, slots=True)
class _Filling:
    follow: Heard
    context: Context
    resources: Resources
    words: DialogueWords
    some: Sequence[Referent]

    @property
    def earlier(self) -> Heard:
        return heard(self.context.question, self.resources, self.words)

    def pronouns(self) -> Iterator[Tier]:
        parse = self.follow.parse
        for tier in resolved(parse, slots(parse, self.words), self.some, self.fits):
            yield self.belonging(tier) if self.is_noun_alone else tier

    def likely(self, tier: Tier) -> Tier:
        """The ways but those about what never has what is asked for, if others are: a city has no place of birth."""
        if len(tier) < 2:
            return tier
        known = [max(map(self._known(whole), whole.referents), default=0) for whole in tier]
        return tuple(whole for whole, one in zip(tier, known, strict=True) if one == max(known))

    def _known(self, whole: WholeQuestion) -> Callable[[Referent], int]:
        """How surely such things as one have what is asked for: 0 if they never do, 1 if nothing tells, else 2."""
        rules = heard(whole.text, self.resources, self.words).spelt_best
        steps = [(rule.property, rule.direction == "reverse") for rule in rules]
        if self.is_noun_alone:  # "место рождения": whose, and not whose place it is
            steps = [step for step in steps if not step[1]] or steps

        def known(one: Referent) -> int:
            shares = [self.resources.usual(one.classes, name, reverse) for name, reverse in steps]
            return max((1 if share is None else 2 if share > RARE else 0 for share in shares), default=1)

        return known

    def ellipsis(self) -> Iterator[Tier]:
        follow = self.follow
        if follow.asking is not None:
            if not follow.content:
                otherwise = asked_otherwise(follow, self.earlier, self.context, self.words)
                yield (otherwise,) if otherwise is not None else ()
            if not follow.own:
                yield from with_argument(follow, self.some, self.named, self.words)
            return
        year = another_year(follow, self.earlier, self.context, self.words)
        if year is not None:
            yield (year,)
            return
        if self.is_noun_alone and not follow.own:
            yield self.belonging(owned(follow, self.named))
        else:
            yield another_name(follow, self.earlier, self.context, self.resources.store)

    @property
    def is_noun_alone(self) -> bool:
        """Whether the follow-up is a noun with what belongs to it: "его жена"."""
        follow = self.follow
        verbs = any(token.pos in {"VERB", "AUX"} for token in follow.content)
        return follow.asking is None and bool(follow.nouns) and not verbs and not follow.names

    @property
    def named(self) -> list[Referent]:
        """What the earlier question named, and an answer of another kind than all of that."""
        kinds = {one.human for one in self.some if not one.answered}
        return [one for one in self.some if not one.answered or one.human not in kinds]

    def belonging(self, tier: Tier) -> Tier:
        """What belongs to something: asked for by itself or, of a person, put into the earlier question."""
        earlier, head = self.earlier, self.follow.nouns[0]
        if head.features.get("Animacy") != "Anim" or earlier.interrogative.type in {"person", None}:
            return tier
        return tuple(self.put(whole, head, earlier) for whole in tier)

    def put(self, whole: WholeQuestion, head: Token, earlier: Heard) -> WholeQuestion:
        if any(one.answered or not one.human or not one.bends for one in whole.referents):
            return whole
        return instead(whole, head, earlier, self.context) or whole

    def fits(self, one: Referent, noun: Token) -> bool:
        """Whether "этот город" may be this."""
        if one.human:
            return noun.lemma in self.words.human or noun.features.get("Animacy") == "Anim"
        linker = self.resources.linker
        return not linker.classes_named(noun.lemma).isdisjoint(linker.above(one.classes))
