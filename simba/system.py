"""What people import: a system that answers questions, and what it loads for that."""

from __future__ import annotations

import os
from collections.abc import Collection, Generator, Iterable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simba.answer import Answer
from simba.building.embedded import embedded
from simba.common.lazy import cached_property
from simba.common.locks import ForkSafeLock
from simba.common.memory import lasting
from simba.common.parallel import in_order
from simba.common.timelimit import time_limit
from simba.common.timings import Stopwatch
from simba.common.vocabulary import is_entity_id
from simba.context import Context, Naming
from simba.dialogue import take_up
from simba.dialogue.words import DialogueWords, load_dialogue_words
from simba.display import ShownAnswer
from simba.errors import OutOfTimeError, QuestionError, SimbaError
from simba.grammar.files import layers
from simba.grammar.rules import RuleBase
from simba.judging import Judgement, judgement_of
from simba.kb.classes import Classes
from simba.kb.facts import FactStore
from simba.kb.folder import KnowledgeBase
from simba.pipeline import Resources, reason
from simba.query import Date
from simba.reasoning import Reasoning
from simba.stages.abstaining import Abstention
from simba.stages.answer_type import AnswerTypes
from simba.stages.composing import Composer, Constructions
from simba.stages.confidence import Confidence
from simba.stages.interrogative import InterrogativeDictionary
from simba.stages.lexicon import Lexicon
from simba.stages.linking import Linker
from simba.stages.lookup import IndexNames, Names
from simba.stages.parse import Parser
from simba.telling import answer_of

if TYPE_CHECKING:
    from simba.endpoint import EndpointSettings, EndpointStore
    from simba.endpoint.leading import Leading
    from simba.texts.hybrid import Hybrid
    from simba.texts.supporting import SupportingTexts

MAX_QUESTION = 1000
"""Longest question, in characters."""
TIME_LIMIT = 30.0
"""Seconds for a question where nothing else is said; one that asks no endpoint takes a fraction of one."""
ENVIRONMENT = "SIMBA_KB"
"""The environment variable that names a knowledge base folder."""
TEXTS = "SIMBA_TEXT"
"""The environment variable that names a folder of texts."""
HYBRID = "SIMBA_HYBRID"
"""The environment variable by which, where it is 1, texts are read where the facts have no answer."""
TODAY = "SIMBA_TODAY"
"""The environment variable that names the day that ages are told for."""


class Simba:
    """Answers Russian questions from a knowledge base; may be shared between threads.

    Nothing is loaded before the first question: that takes about a second.
    """

    def __init__(
        self,
        kb: str | os.PathLike[str] | None = None,
        *,
        rules: str | os.PathLike[str] | tuple[Path, ...] | None = None,
        endpoint: str | EndpointSettings | None = None,
        linker: str | EndpointSettings | None = None,
        time_limit: float | None = None,
        today: date | None = None,
        min_confidence: float | None = None,
        texts: str | os.PathLike[str] | None = None,
        hybrid: bool | None = None,
    ) -> None:
        """Take a knowledge base folder (by default ``$SIMBA_KB``, then the embedded one) and a folder of rules.

        Those rules add to the built-in ones, or override them by property. A tuple of folders is a whole set of
        its own, each folder over those before it.

        With ``endpoint``, the URL of a SPARQL endpoint or its `EndpointSettings`, only names come from the folder:
        facts, labels and classes come from there, and whatever asks for them raises `EndpointError` where it cannot be
        reached. With a URL alone, the environment says the rest ($SIMBA_ENDPOINT_TOKEN, $SIMBA_ENDPOINT_CONTACT ...).

        With ``linker``, names are not looked up in a folder but in a wiki's search: "wikidata", or the URL (or the
        settings) of another Wikibase's api.php. With both, no folder is needed.

        ``time_limit`` is what a question may take, in seconds: by default what the settings say, else `TIME_LIMIT`.

        ``today`` is the day that ages are told for: by default what $SIMBA_TODAY says (2001-12-31), else the clock's.

        ``min_confidence``, 0 to 1, is how sure an answer must be to be given: by default the threshold in
        ``rules/confidence.yaml``. With 0 it answers with whatever it found.

        ``texts`` is a folder of ``simba build-text``, by default ``$SIMBA_TEXT``: then answers of one fact come with
        the sentence there that says the same, as their ``evidence``. With ``hybrid``, by default where
        ``$SIMBA_HYBRID`` is 1, these texts are read where it abstains: what they say is the answer's ``read``.

        Raises `KnowledgeBaseError` at once where the folder is not a knowledge base, `TextError` where the other is
        none of texts, `EndpointError` for a wrong URL, `SimbaError` for a time limit or a confidence that is none.
        """
        if time_limit is not None and not time_limit > 0:
            raise SimbaError(f"a time limit is a number of seconds above 0, not {time_limit:g}")
        self._time_limit = time_limit
        self._today = today or _day(os.environ.get(TODAY))
        self.min_confidence = _share(min_confidence)
        chosen = kb or os.environ.get(ENVIRONMENT) or None
        self._lock = ForkSafeLock()
        self._opened = KnowledgeBase(Path(chosen)) if chosen else None
        self.own_rules = rules if isinstance(rules, tuple) else Path(rules) if rules else None
        self._parser = Parser()
        self.endpoint_settings = _settings(endpoint, time_limit) if endpoint is not None else None
        self._resources: Resources | None = None
        self._remote = _remote(self.endpoint_settings) if self.endpoint_settings else None
        self._leading = _leading(self._remote) if self._remote is not None else None
        self._text_folder = _text_folder(texts)
        self._hybrid = (
            os.environ.get(HYBRID) == "1" and self._text_folder is not None if hybrid is None else hybrid
        )
        if self._hybrid and self._text_folder is None:
            raise SimbaError(
                "there are no texts to read: --hybrid needs --text DIR (simba build-text makes one)"
            )
        self.linker_settings = _linker_settings(linker, self.endpoint_settings) if linker else None

    @property
    def opening(self) -> dict[str, Any]:
        """The arguments that open another one like it."""
        return {
            "kb": self.folder,
            "rules": self.own_rules,
            "endpoint": self.endpoint_settings,
            "linker": self.linker_settings,
            "time_limit": self._time_limit,
            "today": self._today,
            "min_confidence": self.min_confidence,
            "texts": self._text_folder,
            "hybrid": self._hybrid,
        }

    def __reduce__(self) -> tuple[Any, ...]:
        """To another process travels how it was opened, not what it has loaded; there it is opened anew."""
        return partial(Simba, **self.opening), ()

    @property
    def endpoint(self) -> str | None:
        """The endpoint's URL as people may see it."""
        return self.endpoint_settings.shown if self.endpoint_settings else None

    @property
    def time_limit(self) -> float:
        """Seconds that a question may take; it ends between two stages, or where an endpoint is waited for."""
        settings = self.endpoint_settings or self.linker_settings
        return self._time_limit or (settings.time_limit if settings else TIME_LIMIT)

    @cached_property
    def kb(self) -> KnowledgeBase:
        """The knowledge base."""
        return self._opened or KnowledgeBase(embedded())

    @property
    def folder(self) -> Path | None:
        """The knowledge base folder that was named; None: the embedded one, if any."""
        return self._opened.folder if self._opened else None

    @property
    def is_sample(self) -> bool:
        """Whether it answers from the embedded knowledge base alone."""
        return self._opened is None and self.endpoint_settings is None and self.linker_settings is None

    @property
    def store(self) -> FactStore:
        """Where facts, labels and classes come from: the endpoint if there is one, else the knowledge base."""
        return self.kb.store if self._remote is None else self._remote

    @cached_property
    def rules(self) -> RuleBase:
        """The property rules."""
        return RuleBase.load(layers(self.own_rules))

    @cached_property
    def interrogatives(self) -> InterrogativeDictionary:
        """The interrogative dictionary."""
        return InterrogativeDictionary.load(layers(self.own_rules))

    @property
    def hierarchy(self) -> Classes:
        """The class hierarchy: the knowledge base's or, where none is needed, the endpoint's."""
        if self._remote is not None and self.linker_settings is not None and self._opened is None:
            return self._remote.hierarchy
        return self.kb.classes

    @cached_property
    def lexicon(self) -> Lexicon:
        """Words and weights."""
        return Lexicon.load(layers(self.own_rules))

    @cached_property
    def _dialogue(self) -> DialogueWords:
        return load_dialogue_words(layers(self.own_rules))

    @cached_property
    def _constructions(self) -> Constructions:
        return Constructions.load(layers(self.own_rules))

    @cached_property
    def _confidence(self) -> Confidence:
        return Confidence.load(layers(self.own_rules))

    @cached_property
    def _linker(self) -> Linker:
        names = (
            IndexNames(self.kb.index, self.lexicon.words)
            if self.linker_settings is None
            else _search(self.linker_settings, self._remote)
        )
        # A wiki would be searched for each of the classes that a noun may mean.
        kinds = self.lexicon.words.kinds if self.linker_settings is None else {}
        naming = self.lexicon.words.naming
        return Linker(names, self.hierarchy, self.lexicon.weights.linking, kinds, naming)

    @cached_property
    def texts(self) -> SupportingTexts | None:
        """The texts that are searched beside the knowledge base, if any."""
        if self._text_folder is None:
            return None
        from simba.texts.supporting import SupportingTexts

        return SupportingTexts.open(
            self._text_folder, self.store.select, self.rules, self.lexicon, self._parser
        )

    @cached_property
    def hybrid(self) -> Hybrid | None:
        """What reads these texts where the facts have no answer, if anything does."""
        if self.texts is None or not self._hybrid:
            return None
        from simba.texts.hybrid import Hybrid

        fillers = self.interrogatives.fillers
        return Hybrid.load(self.texts, layers(self.own_rules), self.rules, fillers)

    def use(self, rules: RuleBase, interrogatives: InterrogativeDictionary) -> None:
        """Answer by these rules from now on; not while another thread asks."""
        self.rules, self.interrogatives = rules, interrogatives
        self._resources = None

    def _usual(self, classes: Collection[str], prop: str, reverse: bool) -> float | None:
        """How usual a property is of a kind: by the folder's own facts, so that no endpoint need be asked."""
        return self.kb.store.usual(classes, prop, reverse=reverse)

    def _day(self) -> Date:
        """The day that ages are told for."""
        now = self._today or date.today()
        return Date(now.year, now.month, now.day)

    def prepare(self) -> None:
        """Load what needs no knowledge base, and compile every rule, for the processes forked from this one to share.

        No thread is started and no store opened. Raises `SimbaError`.
        """
        with self._lock, lasting():
            self.rules.compile()
            _ = self.interrogatives, self.lexicon, self._constructions, self._confidence
            self._parser.load()

    def load(self) -> None:
        """Load rules, models and knowledge base now rather than with the first question."""
        with self._lock:
            self._loaded()

    def _loaded(self) -> Resources:
        if self._resources is None:
            # It needs NumPy, which only those who answer wait for.
            from simba.stages.nearness import Vocabularies

            with self._lock, lasting():
                self._resources = Resources(
                    rules=self.rules,
                    interrogatives=self.interrogatives,
                    lexicon=self.lexicon,
                    linker=self._linker,
                    composer=Composer(
                        self.rules,
                        self._constructions,
                        self._linker,
                        self.hierarchy,
                        self.interrogatives.fillers,
                        self.lexicon,
                        today=self._day,
                        leading=self.kb.store if self._leading is None else self._leading,
                    ),
                    store=self.store,
                    confidence=self._confidence,
                    usual=self._usual,
                    kinds=self.kb.store if self._remote is None or self._opened is not None else None,
                    vocabularies=Vocabularies(self.rules, self.lexicon.weights.likening),
                    types=AnswerTypes(
                        self.hierarchy,
                        self.interrogatives.classes,
                        self.lexicon.words.kinds,
                        self.lexicon.words.exact,
                    ),
                    parser=self._parser,
                )
                self._parser.load()
                _ = self.texts, self.hybrid
        return self._resources

    def answer_many(self, questions: Iterable[str], *, jobs: int = 1) -> Generator[Answer, None, None]:
        """The answers, in order, as they are ready; the questions may be endless.

        With several ``jobs`` so many threads share the questions, which pays where an endpoint is waited for: then a
        few more questions are taken than answers are given, at most 4 a job. A question that the endpoint fails,
        or that takes too long, has the status "error", the `QuestionError` in ``error`` and its kind as the reason; the
        others are answered all the same. Closing the generator stops the work on all that is under way.
        """
        return in_order(self._answer_or_error, questions, jobs=jobs)

    def _answer_or_error(self, question: str) -> Answer:
        try:
            return self.answer(question)
        except QuestionError as error:
            return ShownAnswer(question, "error", error.kind, error=error, timings=error.timings)

    def answer(
        self,
        question: str,
        *,
        after: Answer | Context | None = None,
        entity: str | None = None,
        form: str | None = None,
        min_confidence: float | None = None,
    ) -> Answer:
        """Answer one question of any content, or abstain with a reason.

        ``after`` is the answer, or its `Context`, that the question may take up ("А когда он умер?"); nothing of it is
        kept here. ``understood`` of the answer is the whole question that it was taken for; where more than one thing
        may be meant, the reason is ``unclear``, and ``namesakes`` are what ``entity`` may choose.

        With ``entity`` ("Q7947") only that candidate's queries are tried: a reader's choice between namesakes. With
        ``form`` ("(hop Q7947 P17)", a ``reading`` of the trace) only that reading is, however unsure; one that is none
        of the question's readings chooses nothing. ``min_confidence`` is how sure this answer must be, if not as all.

        Raises TypeError for what is no str, `SimbaError` for a confidence that is none, `OutOfTimeError` after
        `time_limit` seconds, and `EndpointError`.
        """
        if not isinstance(question, str):
            raise TypeError(f"a question is a str, not {type(question).__name__}")
        self._loaded()  # however long that takes, the question has its time
        context = after.context if isinstance(after, Answer) else after
        with time_limit(self.time_limit):
            if context is None or len(question) > MAX_QUESTION:
                return self.reason(question, entity=entity, form=form, min_confidence=min_confidence)[0]

            def ask(whole: str, known: Sequence[Naming] = (), *, chosen: bool = True) -> Answer:
                choice = entity if chosen else None
                return self.reason(
                    whole, entity=choice, form=form, min_confidence=min_confidence, known=known
                )[0]

            return take_up(question, context, self._loaded(), self._dialogue, ask, entity)

    def reason(
        self,
        question: str,
        *,
        entity: str | None = None,
        form: str | None = None,
        min_confidence: float | None = None,
        known: Sequence[Naming] = (),
    ) -> tuple[Answer, Reasoning]:
        """`answer`, with the stages' own results beside it: for whoever wants to know more than the trace tells.

        ``known`` are words whose entities are known beforehand.
        """
        required = self.min_confidence if min_confidence is None else _share(min_confidence)
        reasoning = Reasoning(
            question, entity, form, required, known=tuple(known), abstention=Abstention("too_long")
        )
        watch = Stopwatch()
        try:
            if len(question) <= MAX_QUESTION:
                reasoning = reason(reasoning, self._loaded(), watch)
            if reasoning.chosen is not None:
                watch.begin("labels")
            answer = answer_of(reasoning, self.store, self.rules.names)
            if self.texts is not None:
                watch.begin("texts")
                answer = replace(answer, evidence=self.texts.evidence(reasoning, answer))
            if self.hybrid is not None:
                watch.begin("reading")
                answer = replace(answer, read=self.hybrid.read(reasoning))
        except QuestionError as error:
            error.timings = watch.stop()
            raise
        except TimeoutError:
            late = OutOfTimeError(self.time_limit)
            late.timings = watch.stop()
            raise late from None
        return replace(answer, timings=watch.stop(), sample=self.is_sample), reasoning

    def judge(
        self, question: str, candidate: str, *, entity: str | None = None, form: str | None = None
    ) -> Judgement:
        """Whether a candidate ("Q649") answers a question: yes, no or unknown, with the path that says so.

        What SimBa answers decides; where it abstains, a reading that joins the candidate with what the question names.
        ``entity`` and ``form`` are as for `answer`. Raises as it does, and `SimbaError` for what is no identifier.
        """
        if not is_entity_id(candidate):
            raise SimbaError(f"a candidate is an identifier such as Q649, not {candidate[:40]!r}")
        self._loaded()
        with time_limit(self.time_limit):
            try:
                answer, reasoning = self.reason(question, entity=entity, form=form)
                return judgement_of(answer, reasoning, candidate, self.store, self.rules.names)
            except TimeoutError:
                raise OutOfTimeError(self.time_limit) from None


def _text_folder(folder: str | os.PathLike[str] | None) -> Path | None:
    """The folder of texts, if any; raises `TextError` at once where it is none, and where its engine is missing."""
    chosen = folder or os.environ.get(TEXTS) or None
    if chosen is None:
        return None
    from simba.texts.text_folder import TextManifest, engine

    engine()
    TextManifest.read(Path(chosen))
    return Path(chosen)


def _day(text: str | None) -> date | None:
    """A day as $SIMBA_TODAY has it."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise SimbaError(f"${TODAY} is a day such as 2001-12-31, not {text!r}") from None


def _share(confidence: float | None) -> float | None:
    if confidence is not None and not 0 <= confidence <= 1:
        raise SimbaError(f"a confidence is a number from 0 to 1, not {confidence:g}")
    return confidence


def _settings(endpoint: str | EndpointSettings, time_limit: float | None) -> EndpointSettings:
    from simba.endpoint.client import endpoint_settings

    settings = endpoint_settings(endpoint)
    # What a question may take is also what each of its requests may.
    return settings if time_limit is None else replace(settings, time_limit=time_limit)


def _remote(settings: EndpointSettings) -> EndpointStore:
    from simba.endpoint import EndpointStore

    return EndpointStore(settings)


def _leading(store: EndpointStore) -> Leading:
    from simba.endpoint.leading import Leading

    return Leading(store.leading)


def _linker_settings(
    linker: str | EndpointSettings, endpoint: EndpointSettings | None
) -> EndpointSettings | None:
    from simba.endpoint.search import linker_settings

    return linker_settings(linker, endpoint)


def _search(settings: EndpointSettings, store: EndpointStore | None) -> Names:
    from simba.endpoint.search import EntitySearch
    from simba.endpoint.search_names import SearchNames

    return SearchNames(EntitySearch(settings), store.called if store is not None else None)
