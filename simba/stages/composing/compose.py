"""Composes a question's readings, beside those of one hop, where it asks for more than one fact."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from simba.grammar.rules import RuleBase
from simba.kb.classes import Classes
from simba.kb.facts import StepLookup, WantedFacts
from simba.query import And, Date, Form
from simba.stages.composing.asking.and_of_it import and_of_it
from simba.stages.composing.asking.and_when import and_when
from simba.stages.composing.asking.likewise import sharing
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.asking.renamed import may_rename
from simba.stages.composing.asking.shapes import ASIDE, parts, starts_nowhere
from simba.stages.composing.asking.stating import may_state, states
from simba.stages.composing.asking.twins import at_once
from simba.stages.composing.choosing import choose
from simba.stages.composing.composition import NOTHING_COMPOSED, Composition
from simba.stages.composing.leaving import Leaving
from simba.stages.composing.onefact import asks_one_fact, leaving_part, tells_how_much
from simba.stages.composing.precedence import Precedence, of_one_verb
from simba.stages.composing.question.constructions import Constructions, Kind
from simba.stages.composing.question.furthernames import FurtherNames
from simba.stages.composing.question.knowledge import Knowledge
from simba.stages.composing.question.occurrences import Occurrence
from simba.stages.composing.question.predicates import attributed
from simba.stages.composing.question.reattaching import reattached
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.sentence import Sentence
from simba.stages.composing.sets.clauses import Clauses
from simba.stages.composing.sets.parts import Denotation
from simba.stages.composing.sets.superlatives import beginnings
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import Lexicon
from simba.stages.linking import Linker
from simba.stages.links import Candidate
from simba.stages.parse import Parse
from simba.stages.ranking import Ranking

MAX_TOKENS = 50
"""Longest question that is composed: the work grows faster than its length, and nobody asks so long a question."""


class Composer:
    """Composes readings; may be shared between threads."""

    def __init__(
        self,
        rules: RuleBase,
        constructions: Constructions,
        linker: Linker,
        hierarchy: Classes,
        fillers: Collection[str],
        lexicon: Lexicon,
        *,
        leading: StepLookup,
        today: Callable[[], Date],
    ) -> None:
        """Take what the stages before know, which steps lead anywhere, and the clock that ages need."""
        self._constructions = constructions
        self.places = constructions.adjectives
        self._further = FurtherNames(linker, hierarchy, lexicon, constructions.words)
        self._lexicon, self._today, self._leading = lexicon, today, leading
        self._knowledge = Knowledge(
            rules,
            constructions,
            lexicon,
            fillers,
            hierarchy,
            classes_named=linker.classes_named,
            beginning=linker.beginning,
            leads=leading.leads,
            leading=leading.leading,
        )

    def compose(
        self,
        parse: Parse,
        interrogative: Interrogative,
        candidates: Sequence[Candidate],
        ranking: Ranking,
        classes: Collection[str],
        wanted: Callable[[Composition], WantedFacts],
    ) -> Composition:
        """The composed readings of a question, whose asked noun names ``classes``, beside its readings of one hop.

        What is ``wanted`` of them may be asked for ahead.
        """
        return self._leading.settled(
            lambda: self._composed(parse, interrogative, candidates, ranking, classes), wanted
        )

    def _composed(
        self,
        parse: Parse,
        interrogative: Interrogative,
        candidates: Sequence[Candidate],
        ranking: Ranking,
        classes: Collection[str],
    ) -> Composition:
        if not 0 < len(parse.tokens) <= MAX_TOKENS:
            return NOTHING_COMPOSED
        if interrogative.several:
            return self._at_once(parse, interrogative, candidates)
        text = " ".join(token.folded for token in parse.tokens if token.is_word)
        if interrogative.type == "reason" and not self._constructions.tells(text):
            return NOTHING_COMPOSED  # no set is a reason, but a statement may tell one
        kinds = self._constructions.asked(text)
        claims = interrogative.polar or "claim" in kinds
        shares = not claims and self._lexicon.words.shares.search(text) is not None
        unasked = may_state(parse, interrogative)
        otherwise = "naming" in kinds and may_rename(interrogative, candidates, self._knowledge.hierarchy)
        aside = ASIDE | {"count"} if tells_how_much(parse, ranking, self._leading.leads) else ASIDE
        asks = unasked or otherwise or not kinds.keys() <= aside or self._constructions.turns(text)
        if not (asks or shares) and asks_one_fact(
            parse, interrogative, ranking, self._constructions, self._lexicon, self._leading, classes
        ):
            return Composition(refused=leaving_part(parse, interrogative, ranking))
        words = self._constructions.words
        joined = {parse.words[number].token.index for one in candidates for number in one.companions}
        polar = self._lexicon.words.polar
        known = self._constructions
        parse = reattached(parse, known.nouns, words.offices, words.playing, joined, polar, known.through)
        parse = attributed(parse, interrogative.noun, self._constructions)
        noun = interrogative.noun
        if noun is not None and parse.tokens[noun.index] is not noun:
            interrogative = replace(interrogative, noun=parse.tokens[noun.index])
        candidates = [*candidates, *self._further.link(parse, interrogative, candidates)]
        if not (candidates or unasked) and self._starts_nowhere(parse, interrogative, kinds):
            return NOTHING_COMPOSED
        scene = Scene(parse, interrogative, candidates, self._knowledge)
        if shares:  # no property of who is named tells who has the same
            own = choose(scene, sharing(SpecialQuestion(Clauses(scene), kinds, self._today)), candidates)
            every = frozenset(one.form for one in (*ranking.readings, *ranking.decorated))
            return Composition(own.readings, every, first=True)
        if unasked and states(SpecialQuestion(Clauses(scene), kinds, self._today)):
            scene = scene.asking(replace(interrogative, polar=True))
        selection = choose(scene, parts(scene, kinds, self._today), candidates)
        one_hop = (*ranking.readings, *ranking.decorated)
        if not (selection.readings or one_hop):
            return NOTHING_COMPOSED
        naming, moment = (
            scene.whole.tokens(said.span, said.gaps) if (said := kinds.get(kind)) else frozenset[int]()
            for kind in ("known_as", "moment")
        )
        leaving = Leaving(scene, naming, moment)
        composition = Precedence(scene, kinds, selection, ranking, leaving, self._lexicon).composition()
        never = leaving.judge(one_hop, "always")
        return replace(
            composition,
            readings=tuple(one for one in composition.readings if not _narrows(one.form, ranking.turned)),
            refused=composition.refused | {form for form, more in never.items() if more == "more"},
            picked=composition.picked
            | {form for form, more in never.items() if more == "one"}
            | of_one_verb(parse, interrogative.noun, one_hop),
        )

    def _starts_nowhere(
        self, parse: Parse, interrogative: Interrogative, kinds: Mapping[Kind, Occurrence]
    ) -> bool:
        """Whether a question without linked names can have no reading, as its words tell at a glance."""
        sentence = Sentence(parse, interrogative, self._constructions)
        return starts_nowhere(sentence, kinds) and not beginnings(sentence)

    def _at_once(
        self, parse: Parse, interrogative: Interrogative, candidates: Sequence[Candidate]
    ) -> Composition:
        """What is asked of one thing by two words at once, if it is so: "когда и где родился X"."""
        scene = Scene(parse, interrogative, candidates, self._knowledge)
        question = SpecialQuestion(Clauses(scene), {}, self._today)
        both = choose(scene, and_of_it(scene, self._alone), candidates).readings
        if not both:
            both = choose(scene, at_once(question), candidates).readings
        if not both:
            both = choose(scene, and_when(scene, self._alone), candidates).readings
        return Composition(both, first=True)

    def _alone(self, scene: Scene) -> Iterable[Denotation]:
        """The parts of a question without what its scene hides."""
        words = (token for token in scene.tokens if token.is_word and token.index not in scene.hidden)
        kinds = self._constructions.asked(" ".join(token.folded for token in words))
        return parts(scene, kinds, self._today)


def _narrows(form: Form, refused: Collection[Form]) -> bool:
    """Whether a form narrows one that is refused: "какого химика открыл X" asks for no chemist that found X."""
    return isinstance(form, And) and any(one in refused for one in form.members)
