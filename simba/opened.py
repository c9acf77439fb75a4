"""What a SimBa has opened: knowledge base or endpoint, rules, models and texts, each when it is first needed."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from simba.building.embedded import embedded
from simba.common.lazy import cached_property
from simba.common.locks import ForkSafeLock
from simba.common.memory import lasting
from simba.dialogue.words import DialogueWords, load_dialogue_words
from simba.grammar.files import PROPERTIES, layers
from simba.grammar.read_once import shared
from simba.grammar.rules import RuleBase
from simba.kb.classes import Classes
from simba.kb.facts import FactStore, StepLookup
from simba.kb.folder import KnowledgeBase
from simba.opening import SimbaSettings
from simba.pipeline import Resources
from simba.query import Date
from simba.stages.answer_type import AnswerTypes
from simba.stages.composing import Composer, Constructions
from simba.stages.confidence import Confidence
from simba.stages.interrogative import InterrogativeDictionary
from simba.stages.lexicon import Lexicon
from simba.stages.linking import Linker
from simba.stages.linking.lookup import IndexNames, Names
from simba.stages.parse import Parser

if TYPE_CHECKING:
    from simba.endpoint import EndpointSettings, EndpointStore
    from simba.texts.hybrid import Hybrid
    from simba.texts.supporting import SupportingTexts

_rules = shared(RuleBase.load, f"{PROPERTIES}/*.yaml")
_interrogatives = shared(InterrogativeDictionary.load)
_lexicon = shared(Lexicon.load)
_dialogue = shared(load_dialogue_words)
_constructions = shared(Constructions.load)
_confidence = shared(Confidence.load)


class OpenedParts:
    """The parts that answers come from; may be shared between threads."""

    def __init__(self, settings: SimbaSettings) -> None:
        """Raises `KnowledgeBaseError` where a folder is named that is no knowledge base, and `EndpointError`."""
        self.settings = settings
        self._named = KnowledgeBase(settings.kb) if settings.kb is not None else None
        self._remote = _remote(settings.endpoint) if settings.endpoint is not None else None
        self._parser = Parser()
        self._lock = ForkSafeLock()
        self._resources: Resources | None = None

    # Facts and names

    @property
    def folder(self) -> Path | None:
        """The knowledge base folder that was named; None: the embedded one, if any."""
        return self._named.folder if self._named else None

    @property
    def is_sample(self) -> bool:
        """Whether it answers from the embedded knowledge base alone."""
        settings = self.settings
        return self._named is None and settings.endpoint is None and settings.linker is None

    @cached_property
    def kb(self) -> KnowledgeBase:
        """The knowledge base."""
        return self._named or KnowledgeBase(embedded())

    @property
    def store(self) -> FactStore:
        """Where facts, labels and classes come from: the endpoint if there is one, else the knowledge base."""
        return self.kb.store if self._remote is None else self._remote

    @property
    def hierarchy(self) -> Classes:
        """The class hierarchy: the knowledge base's or, where none is needed, the endpoint's."""
        if self._remote is not None and self.settings.linker is not None and self._named is None:
            return self._remote.hierarchy
        return self.kb.classes

    @cached_property
    def _linker(self) -> Linker:
        words = self.lexicon.words
        wiki = self.settings.linker
        names = IndexNames(self.kb.index, words) if wiki is None else _search(wiki, self._remote)
        # A wiki would be searched for each of the classes that a noun may mean.
        kinds = words.kinds if wiki is None else {}
        weights = self.lexicon.weights.linking
        return Linker(names, self.hierarchy, weights, kinds, words.naming, words.within, words.about)

    @cached_property
    def _leading(self) -> StepLookup:
        """What knows which steps lead anywhere."""
        if self._remote is None:
            return self.kb.store
        from simba.endpoint.leading import Leading

        return Leading(self._remote.leading)

    def _usual(self, classes: Collection[str], prop: str, reverse: bool) -> float | None:
        """How usual a property is of a kind: by the folder's own facts, so that no endpoint need be asked."""
        return self.kb.store.usual(classes, prop, reverse=reverse)

    # Rules and words

    @property
    def own_rules(self) -> Path | tuple[Path, ...] | None:
        """The folder of the user's own rules, or the folders of a whole set."""
        return self.settings.rules

    @cached_property
    def rules(self) -> RuleBase:
        """The property rules."""
        return _rules(layers(self.own_rules))

    @cached_property
    def interrogatives(self) -> InterrogativeDictionary:
        """The interrogative dictionary."""
        return _interrogatives(layers(self.own_rules))

    @cached_property
    def lexicon(self) -> Lexicon:
        """Words and weights."""
        return _lexicon(layers(self.own_rules))

    @cached_property
    def dialogue(self) -> DialogueWords:
        """The words by which a question takes up the one before."""
        return _dialogue(layers(self.own_rules))

    @cached_property
    def _constructions(self) -> Constructions:
        return _constructions(layers(self.own_rules))

    @cached_property
    def _confidence(self) -> Confidence:
        return _confidence(layers(self.own_rules))

    # Texts

    @cached_property
    def texts(self) -> SupportingTexts | None:
        """The texts that are searched beside the knowledge base, if any."""
        if self.settings.texts is None:
            return None
        from simba.texts.supporting import SupportingTexts

        return SupportingTexts.open(
            self.settings.texts, self.store.select, self.rules, self.lexicon, self._parser
        )

    @cached_property
    def hybrid(self) -> Hybrid | None:
        """What reads these texts, if there are any."""
        if self.texts is None:
            return None
        from simba.texts.hybrid import Hybrid

        return Hybrid.load(self.texts, layers(self.own_rules), self.rules, self.interrogatives.fillers)

    # All of it

    def prepare(self) -> None:
        """Load what needs no knowledge base, and compile every rule, for the processes forked from this one to share.

        No thread is started and no store opened. Raises `SimbaError`.
        """
        with self._lock, lasting():
            self.rules.compile()
            _ = self.interrogatives, self.lexicon, self._constructions, self._confidence
            self._parser.load()

    def load(self) -> None:
        """Load rules, models and knowledge base now rather than with the first question, and for many: the facts of a
        small knowledge base stay in memory.
        """
        _ = self.resources
        if self._remote is None:
            with self._lock:
                self.kb.hold()

    def use(self, rules: RuleBase, interrogatives: InterrogativeDictionary) -> None:
        """Answer by these rules from now on; not while another thread asks."""
        self.rules, self.interrogatives = rules, interrogatives
        self._resources = None

    @property
    def resources(self) -> Resources:
        """What the stages work with, loaded."""
        if self._resources is None:
            with self._lock, lasting():
                self._resources = self._gathered()
                self._parser.load()
                _ = self.texts, self.hybrid if self.settings.hybrid else None
        return self._resources

    def _gathered(self) -> Resources:
        # It needs NumPy, which only those who answer wait for.
        from simba.stages.likening.nearness import Vocabularies

        own = self.kb.store if self._remote is None or self._named is not None else None
        composer = Composer(
            self.rules,
            self._constructions,
            self._linker,
            self.hierarchy,
            self.interrogatives.fillers,
            self.lexicon,
            today=self._day,
            leading=self._leading,
        )
        return Resources(
            rules=self.rules,
            interrogatives=self.interrogatives,
            lexicon=self.lexicon,
            linker=self._linker,
            composer=composer,
            store=self.store,
            confidence=self._confidence,
            usual=self._usual,
            kinds=own,
            vocabularies=Vocabularies(self.rules, self.lexicon.weights.likening),
            types=AnswerTypes(
                self.hierarchy,
                self.interrogatives.classes,
                self.lexicon.words.kinds,
                self.lexicon.words.exact,
                self.lexicon.words.sorts,
            ),
            parser=self._parser,
        )

    def _day(self) -> Date:
        """The day that ages are told for."""
        now = self.settings.today or date.today()
        return Date(now.year, now.month, now.day)


def _remote(settings: EndpointSettings) -> EndpointStore:
    from simba.endpoint import EndpointStore

    return EndpointStore(settings)


def _search(wiki: EndpointSettings, store: EndpointStore | None) -> Names:
    from simba.endpoint.search import EntitySearch
    from simba.endpoint.search_names import SearchNames

    return SearchNames(EntitySearch(wiki), store.called if store is not None else None)
