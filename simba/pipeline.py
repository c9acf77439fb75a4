"""The stages, in the order of the paper (RuBQ 2.0, section 5), and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from simba.common.timelimit import time_left
from simba.common.timings import Stopwatch
from simba.grammar.rules import RuleBase
from simba.kb.facts import FactStore, Gatherer, WantedFacts
from simba.kb.validity import KnownKinds
from simba.reasoning import Reasoning
from simba.stages.abstaining import abstain
from simba.stages.answer_type import AnswerTypes
from simba.stages.answering import answer, wanted
from simba.stages.companions import accompany
from simba.stages.composing import Composer, Composition
from simba.stages.confidence import Confidence, weigh
from simba.stages.heeding import heed
from simba.stages.interrogative import InterrogativeDictionary
from simba.stages.lexicon import Lexicon
from simba.stages.likening import Inquiry, inquiry_of, likely, liken
from simba.stages.linking import Linker
from simba.stages.linking.kinnames import with_kin
from simba.stages.linking.knownnames import with_known
from simba.stages.mending import mended
from simba.stages.mentions import find_mentions
from simba.stages.parse import Parse, Parser
from simba.stages.properties import propose
from simba.stages.ranking import rank
from simba.stages.relating import relate
from simba.stages.signs import Usual
from simba.stages.tellingapart import tell_apart

if TYPE_CHECKING:
    from simba.stages.asked_class import AskedClass
    from simba.stages.likening.nearness import Vocabularies
    from simba.stages.links import Links


@dataclass(frozen=True, slots=True)
class Resources:
    """What the stages work with: models, rules, words and weights, names and facts."""

    parser: Parser
    interrogatives: InterrogativeDictionary
    linker: Linker
    rules: RuleBase
    lexicon: Lexicon
    composer: Composer
    types: AnswerTypes
    store: FactStore
    confidence: Confidence
    usual: Usual
    kinds: KnownKinds | None
    """What kinds of facts there are; None where no knowledge base of one's own tells."""
    vocabularies: Vocabularies


def _parsed(so_far: Reasoning, use: Resources) -> Parse:
    """The parse of what is asked, with its slips mended."""
    framing = use.interrogatives.framing
    core = use.parser.parse(framing.core(so_far.question))
    return mended(core, use.parser, use.rules, framing.asks, use.linker.names, use.lexicon.words)


def _linked(so_far: Reasoning, use: Resources) -> Links:
    """The links, of names that are known beforehand to what they are known to mean."""
    found = use.linker.link(so_far.parse, so_far.interrogative, so_far.mentions)
    known = with_known(so_far.parse, found, so_far.known, use.store)
    return with_kin(so_far.parse, known, use.lexicon.words.close_kin, use.store)


def _accompanied(so_far: Reasoning, use: Resources) -> Links:
    """The links with what the names of the question tell of each other."""

    def by(gatherer: Gatherer) -> Links:
        parse, called = so_far.parse, use.linker.names.called
        apart = tell_apart(parse, so_far.links, gatherer.joined, called, use.lexicon)
        return accompany(parse, so_far.interrogative, apart, gatherer.joined, use.lexicon)

    use.store.foresee(by)
    return by(use.store)


def _asked(so_far: Reasoning, use: Resources) -> AskedClass | None:
    """The class that is asked for."""
    return use.types.asked(so_far.interrogative, so_far.links.asked)


def _inquiry(so_far: Reasoning, use: Resources) -> Inquiry | None:
    """What is compared where only the likeness of words may tell the property."""
    return inquiry_of(
        so_far.parse,
        so_far.interrogative,
        so_far.candidates,
        use.interrogatives.fillers,
        _asked(so_far, use),
        use.lexicon,
    )


def _wanted(so_far: Reasoning, use: Resources, composition: Composition) -> WantedFacts:
    """What the stages after composing want to know at once."""
    asked = _asked(so_far, use)
    return wanted(
        use.types,
        so_far.ranking,
        composition,
        so_far.interrogative,
        asked,
        so_far.links.candidates,
        lambda: likely(use.types, use.vocabularies, _inquiry(so_far, use), use.lexicon),
        use.lexicon.sets.placing,
    )


@dataclass(frozen=True, slots=True)
class Stage:
    """A step: its name, what it adds to the reasoning, and how it finds that."""

    name: str
    result: str
    run: Callable[[Reasoning, Resources], Any]
    unless_picked: bool = False
    """Whether it has nothing to do where a reader chose the reading."""

    def __call__(self, so_far: Reasoning, use: Resources) -> Reasoning:
        """The reasoning with what it adds."""
        if self.unless_picked and so_far.picked:
            return so_far
        return so_far.having(self.result, self.run(so_far, use))


STAGES = (
    Stage("parse", "parse", _parsed),
    Stage("interrogative", "interrogative", lambda so_far, use: use.interrogatives.find(so_far.parse)),
    Stage("mentions", "mentions", lambda so_far, use: find_mentions(so_far.parse, so_far.interrogative)),
    Stage("linking", "links", _linked),
    Stage("companions", "links", _accompanied),
    Stage(
        "properties", "proposals", lambda so_far, use: propose(use.rules, so_far.parse, so_far.interrogative)
    ),
    Stage(
        "ranking",
        "ranking",
        lambda so_far, use: rank(
            so_far.parse,
            so_far.interrogative,
            so_far.candidates,
            so_far.proposals,
            use.interrogatives.fillers,
            use.lexicon,
            class_known=bool(so_far.links.asked),
        ),
    ),
    Stage(
        "composing",
        "composition",
        lambda so_far, use: use.composer.compose(
            so_far.parse,
            so_far.interrogative,
            so_far.candidates,
            so_far.ranking,
            so_far.links.asked,
            partial(_wanted, so_far, use),
        ),
    ),
    Stage(
        "queries",
        "attempts",
        lambda so_far, use: answer(
            use.store,
            use.types,
            *so_far.offered,
            so_far.interrogative,
            _asked(so_far, use),
            partial(_wanted, so_far, use, so_far.composition),
            use.lexicon,
            use.usual,
        ),
    ),
    Stage(
        "relating",
        "attempts",
        lambda so_far, use: relate(
            use.store,
            so_far.parse,
            so_far.interrogative,
            so_far.candidates,
            so_far.ranking,
            so_far.attempts,
            use.interrogatives.fillers,
            _asked(so_far, use),
            use.lexicon,
            use.usual,
            so_far.composition.refused,
        ),
        unless_picked=True,
    ),
    Stage(
        "likening",
        "attempts",
        lambda so_far, use: liken(
            use.store,
            use.types,
            use.vocabularies,
            so_far.parse,
            partial(_inquiry, so_far, use),
            so_far.attempts,
            use.lexicon,
            use.usual,
            so_far.composition.refused | so_far.ranking.refused,
        ),
        unless_picked=True,
    ),
    Stage(
        "heeding",
        "attempts",
        lambda so_far, use: heed(
            so_far.parse,
            so_far.interrogative,
            so_far.attempts,
            so_far.candidates,
            use.lexicon,
            use.interrogatives.fillers,
            use.linker,
            use.store,
            use.composer.places,
            partial(_asked, so_far, use),
            so_far.composition.readings,
        ),
        unless_picked=True,
    ),
    Stage(
        "confidence",
        "trust",
        lambda so_far, use: weigh(
            use.confidence,
            use.usual,
            so_far.attempts,
            so_far.candidates,
            so_far.links,
            so_far.interrogative,
            0.0 if so_far.picked else so_far.min_confidence,
        ),
    ),
    Stage(
        "abstaining",
        "abstention",
        lambda so_far, use: abstain(
            so_far.parse,
            so_far.interrogative,
            so_far.mentions,
            so_far.candidates,
            so_far.proposals,
            so_far.ranking,
            so_far.composition,
            so_far.attempts,
            so_far.trust,
            use.usual,
            use.kinds,
        ),
    ),
)
BESIDE_WORDS = frozenset({"companions"})
"""Stages before the properties that ask for facts."""


def read(so_far: Reasoning, resources: Resources) -> Reasoning:
    """Run the stages that look at a question's words and names alone, up to its properties."""
    for stage in STAGES:
        if stage.name not in BESIDE_WORDS:
            so_far = stage(so_far, resources)
        if stage.name == "properties":
            break
    return so_far


def reason(so_far: Reasoning, resources: Resources, watch: Stopwatch) -> Reasoning:
    """Run all stages on a question; raises TimeoutError between two of them where its time is over."""
    for stage in STAGES:
        time_left()
        watch.begin(stage.name)
        so_far = stage(so_far, resources)
    return so_far
