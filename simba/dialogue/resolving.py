"""From a follow-up to the whole questions that it may stand for, the likeliest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from simba.context import Context
from simba.dialogue.confirming import asked_of_claim, named_parts
from simba.dialogue.editing import WholeQuestion
from simba.dialogue.ellipsis import asked_otherwise, instead, owned, with_argument
from simba.dialogue.heard import Heard, heard
from simba.dialogue.listing import counted, listed, says
from simba.dialogue.picking import picked
from simba.dialogue.pronouns import resolved, slots
from simba.dialogue.referents import Referent, agreement, referents
from simba.dialogue.swapping import another_name, another_phrase, another_verb, another_year
from simba.dialogue.words import Agreement, DialogueWords
from simba.kb.facts import WantedFacts
from simba.kb.indexed import HUMAN
from simba.kb.usual import RARE
from simba.pipeline import Resources
from simba.query import Count, Entity, Exists, Form, Hop, path
from simba.russian.text import Span
from simba.stages.parse import Token

PEOPLE = frozenset({HUMAN})
UNKNOWN = RARE / 2
"""The share of things that have something, where nothing tells."""
FAR_RARER = 5
"""How many times as usual something else has to be for the other not to be asked about."""
Tier = tuple[WholeQuestion, ...]
"""Ways to understand a follow-up that are as likely."""


@dataclass(frozen=True, slots=True)
class Followed:
    """What a question takes up: nothing where it has no tiers."""

    tiers: tuple[Tier, ...] = ()
    needy: bool = False
    """Whether it means nothing by itself: it has a pronoun, or begins as a follow-up does."""


NOTHING_FOLLOWED = Followed()


def follow_up(
    text: str,
    context: Context,
    resources: Resources,
    words: DialogueWords,
    asked_before: Callable[[], Form | None],
) -> Followed:
    """What a question may mean after another; nothing where it is whole by itself.

    ``asked_before`` tells what the earlier question was taken to ask.
    """
    follow = heard(text, resources, words)
    found = slots(follow.parse, words)
    if not follow.opened and not found and (follow.interrogative.polar or follow.is_whole):
        return NOTHING_FOLLOWED
    earlier, form = heard(context.question, resources, words), asked_before()
    fill = _Filling(follow, earlier, context, form, resources, words)
    whole = fill.listing() or fill.picking()
    if whole is not None:
        return Followed(((whole,),), True)
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


@dataclass(frozen=True)
class _Filling:
    follow: Heard
    earlier: Heard
    context: Context
    form: Form | None
    resources: Resources
    words: DialogueWords

    @cached_property
    def some(self) -> Sequence[Referent]:
        found = referents(self.context, self.form, self.resources.store)
        return tuple(replace(one, agrees=one.agrees | self.kind_said(one)) for one in found)

    def kind_said(self, one: Referent) -> frozenset[Agreement]:
        """What the noun agrees with that says before its name what it is: "клуб «Бавария»"."""
        parse = self.earlier.parse
        said = next((name.text for name in self.context.names if name.entity == one.entity), "")
        start = parse.text.find(said)
        before = [token for token in parse.tokens if token.is_word and token.span.start < start]
        if one.human or not before or before[-1].pos != "NOUN":
            return frozenset()
        quoted = parse.quotes_hold(Span(start, start + len(said)))
        return agreement(before[-1].lemma) if quoted or self.fits(one, before[-1]) else frozenset()

    def pronouns(self) -> Iterator[Tier]:
        parse = self.follow.parse
        for tier in resolved(parse, slots(parse, self.words), self.some, self.fits):
            yield self.belonging(tier) if self.is_noun_alone else tier

    def likely(self, tier: Tier) -> Tier:
        """The ways but those about what never has what is asked for, or less surely than others: a city is not born."""
        known = [max(map(self._known(whole), whole.referents), default=UNKNOWN) for whole in tier]
        least = max(known) / FAR_RARER
        ways = [whole for whole, one in zip(tier, known, strict=True) if one >= least and one >= 0]
        aside = [whole for whole in ways if any(map(self.is_aside, whole.referents))]
        return tuple(ways if len(aside) == len(ways) else (one for one in ways if one not in aside))

    def is_aside(self, one: Referent) -> bool:
        """Whether it only helped to tell what the earlier question was about: "Мцыри" of the author of «Мцыри»."""
        if isinstance(self.form, Exists):
            parts = named_parts(self.earlier.parse, self.context)
            return any(part.adverbial and part.name.entity == one.entity for part in parts if part.name)
        return any(other.between for other in self.some) and not one.between and not one.answered

    def _known(self, whole: WholeQuestion) -> Callable[[Referent], float]:
        """How usually such things as one have what is asked for; -1 of a thing, if only people do: no city is born."""
        rules = heard(whole.text, self.resources, self.words).spelt_best
        steps = [(rule.property, rule.direction == "reverse") for rule in rules]
        if self.is_noun_alone:  # "место рождения": whose, and not whose place it is
            steps = [step for step in steps if not step[1]] or steps

        def share(classes: frozenset[str]) -> float:
            shares = [self.resources.usual(classes, name, reverse) for name, reverse in steps]
            return max((UNKNOWN if one is None else one for one in shares), default=UNKNOWN)

        def known(one: Referent) -> float:
            usual = share(one.classes)
            if usual > RARE or one.human:
                return usual
            if share(PEOPLE) > RARE:
                return -1
            forms = [
                Hop(Entity(one.entity), path(f"^{name}" if reverse else name)) for name, reverse in steps
            ]
            facts = self.resources.store.gather(lambda: WantedFacts(forms))
            return 1 if any(facts.values(form).values for form in forms) else usual

        return known

    def listing(self) -> WholeQuestion | None:
        """How many of what was listed, or which those are that were counted."""
        if isinstance(self.form, Count):
            if says(self.follow, self.words.listing):
                return listed(self.earlier, self.context, self.words)
        elif self.context.values and says(self.follow, self.words.counting):
            return counted(self.earlier, self.context, self.words, len(self.context.values))
        return None

    def picking(self) -> WholeQuestion | None:
        """Which is the first in the order that the question says."""
        known = self.resources.lexicon.words
        return picked(self.follow, self.earlier, self.context, self.words, known)

    def ellipsis(self) -> Iterator[Tier]:
        follow, earlier, context = self.follow, self.earlier, self.context
        store = self.resources.store
        if follow.asking is not None:
            if follow.is_bare(self.words):
                if follow.wants_more(self.words):  # all was told that is known
                    return
                if isinstance(self.form, Exists):
                    people = {one.entity for one in self.some if one.human}
                    particles = self.resources.lexicon.words.polar
                    yield asked_of_claim(follow, earlier, context, self.words, particles, people)
                    return
                otherwise = asked_otherwise(follow, earlier, context, self.words)
                yield (otherwise,) if otherwise is not None else ()
                if follow.content:  # "когда это было" asks nothing of a thing
                    return
            if not follow.own:
                yield from with_argument(follow, self.some, self.named, self.words)
            else:
                yield another_name(follow, earlier, context, store)
            return
        other = (
            another_year(follow, earlier, context, self.words)
            or another_verb(follow, earlier, context)
            or another_phrase(follow, earlier, context)
        )
        if other is not None:
            yield (other,)
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
        somewhere = any(one.pos == "ADP" for one in follow.parse.tokens[:1])  # "в Чёрное море"
        return not (follow.asking or verbs or somewhere or follow.names) and bool(follow.nouns)

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

    def fits(self, one: Referent, noun: Token | None) -> bool:
        """Whether "этот город" may be this; without a noun, "там"."""
        if noun is None:
            places = self.resources.interrogatives.classes["place"]
            return not places.isdisjoint(self.resources.linker.above(one.classes))
        if one.human:
            return noun.lemma in self.words.human or noun.features.get("Animacy") == "Anim"
        linker = self.resources.linker
        return not linker.classes_named(noun.lemma).isdisjoint(linker.above(one.classes))
