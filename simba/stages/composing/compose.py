"""From the parts of a question to its readings, best first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import dropwhile
from typing import Literal

from simba.grammar.rules import RuleBase
from simba.kb.classes import Classes
from simba.query import (
    And,
    Class,
    Count,
    Date,
    Entity,
    Form,
    Hop,
    Or,
    Step,
    entities,
    path,
    properties,
)
from simba.query import Part as DatePart
from simba.russian.text import Span
from simba.stages.composing.beam import best
from simba.stages.composing.clauses import Clauses
from simba.stages.composing.constructions import Constructions, Kind, Occurrence
from simba.stages.composing.exclusion import excepting
from simba.stages.composing.nouns import Nouns
from simba.stages.composing.parts import Denotation, anchored, both
from simba.stages.composing.periods import at_time, times
from simba.stages.composing.questions import NAMES, Questions
from simba.stages.composing.ranks import TERMS, compared, find, ranked
from simba.stages.composing.scene import Scene
from simba.stages.interrogative import NO_INTERROGATIVE, Interrogative
from simba.stages.lexicon import Lexicon
from simba.stages.linking import Candidate, Linker
from simba.stages.mentions import Mention
from simba.stages.parse import ROOT, Parse
from simba.stages.ranking import Ranking, RankScore, Reading

MAX_ROUNDS = 6
"""Times that what was not known of an endpoint's facts is found out; the next composing seldom wants more."""
MAX_TOKENS = 50
"""Longest question that is composed: the work grows faster than its length, and nobody asks so long a question."""
MAX_LEFT = 0.65
"""More than this left unexplained, in weights of words: the question asks for something else."""
LEFT = 0.5
"""What a unit of unexplained words costs."""
MAX_READINGS = 24
ALIVE = 0.2
"""A reading that scores this much less than the best is as good a guess at what was asked."""
CLIMB = 0.08
"""Against looking for the asked kind of place above the place that the property names."""
PLACE_VALUED = frozenset(
    {
        "P19",
        "P20",
        "P131",
        "P276",
        "P159",
        "P740",
        "P840",
        "P915",
        "P551",
        "P119",
        "P706",
        "P1071",
        "P189",
        "P4647",
        "P937",
        "P195",
        "P669",
        "P291",
        "P495",
        "P361",
        "P115",
    }
)
"""Properties that name places."""
MARGIN, NEAR = 0.45, 0.12
"""A reading that scores this much less than the best is another question."""

PLACES = frozenset({"Q2221906", "Q27096213", "Q618123", "Q6256", "Q515", "Q486972", "Q56061", "Q82794"})
"""What may merely say where the asked thing is: "в каком городе Бразилии"."""


def mention_of(parse: Parse, first: int, last: int) -> Mention:
    """The words from one to another as a mention."""
    span = Span(parse.words[first].span.start, parse.words[last].span.stop)
    folded = tuple(word.folded for word in parse.words[first : last + 1])
    return Mention(span, parse.text[span.start : span.stop], folded, first, last, "subtree")


@dataclass(frozen=True, slots=True)
class Composition:
    """The composed readings, best first, and what the one-hop readings leave that asks for more than they say."""

    readings: tuple[Reading, ...] = ()
    refused: frozenset[Form] = frozenset()
    """One-hop readings that are no answer where a composed one is the better reading."""
    dated: frozenset[Form] = frozenset()
    """Those that leave out when it was: no answer where they have several values."""
    first: bool = False
    """Whether the composed readings are tried before those of one hop."""


NOTHING_COMPOSED = Composition()


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
        leads: Callable[[str, str, bool], bool] = lambda entity, name, reverse: True,
        settle: Callable[[], bool] | None = None,
        today: Callable[[], Date] = lambda: _today(),
    ) -> None:
        """Take what the stages before know.

        ``leads`` tells whether a step from an entity leads anywhere, as far as that is known; ``settle`` finds out what
        it did not know, and says whether that makes a difference. ``today`` is the clock that ages need.
        """
        self._rules, self._constructions, self._linker = rules, constructions, linker
        self._hierarchy, self._fillers, self._lexicon = hierarchy, fillers, lexicon
        self._today, self._leads, self._settle = today, leads, settle

    def compose(
        self, parse: Parse, interrogative: Interrogative, candidates: Sequence[Candidate], ranking: Ranking
    ) -> Composition:
        """The composed readings of a question, beside its readings of one hop."""
        composition = self._composed(parse, interrogative, candidates, ranking)
        for _ in range(MAX_ROUNDS if self._settle is not None else 0):
            if self._settle is None or not self._settle():
                break
            composition = self._composed(parse, interrogative, candidates, ranking)
        return composition

    def _composed(
        self, parse: Parse, interrogative: Interrogative, candidates: Sequence[Candidate], ranking: Ranking
    ) -> Composition:
        if not 0 < len(parse.tokens) <= MAX_TOKENS or interrogative.several:
            return NOTHING_COMPOSED
        spoken = " ".join(token.folded for token in parse.tokens if token.is_word)
        kinds = self._constructions.asked(spoken)
        if not kinds and _is_answered(interrogative, ranking) and not self._picks(parse):
            return NOTHING_COMPOSED
        candidates = [*candidates, *self._asked_names(parse, interrogative)]
        scene = self._scene(parse, interrogative, candidates)
        parts = list(self._parts(scene, kinds, candidates))
        found = [
            (reading, part.dead)
            for part in parts
            if (reading := self._reading(scene, part, candidates)) is not None
        ]
        found.sort(key=lambda one: -one[0].score)
        best = found[0][0].score if found else 0.0
        distinct: dict[Form, Reading] = {}
        for number, (reading, dead) in enumerate(found):
            # One that leads nowhere is not asked for; the best is kept all the same, to say what was asked.
            if reading.score >= best - MARGIN and (not dead or not number):
                distinct.setdefault(reading.form, reading)
        kept = list(distinct.values())[:MAX_READINGS]
        simple = next((place for place, one in enumerate(kept) if _is_simple(one.form)), len(kept))
        if not kept:
            stale = (
                one.form for one in ranking.readings if self.asks_more(scene, one, times_only=True) == "more"
            )
            return Composition(refused=frozenset(stale))
        if simple == 0:
            near = [one for one in kept if one.score > best - NEAR and not one.unexplained]
            return Composition(tuple(one for one in near if not _is_simple(one.form)))
        numbers = isinstance(kept[0].form, Count) and bool(ranking.readings)
        # Where each of a reading's steps leads somewhere, but all of them together nowhere, the question is wrong in
        # something; where one is not even known of, the words for it may be mere decoration.
        strict = any(not dead for reading, dead in found if reading.score >= best - ALIVE)
        left = {one.form: self.asks_more(scene, one, strict=strict) for one in ranking.readings}
        refused = frozenset(form for form, more in left.items() if more == "more")
        dated = frozenset(form for form, more in left.items() if more == "time")
        if interrogative.polar or "claim" in kinds:
            refused = frozenset(left)
        return Composition(tuple(kept[:simple]), refused, dated, first=not numbers)

    def _picks(self, parse: Parse) -> bool:
        """Whether some word picks one of many or says when."""
        picks = self._lexicon.words.picks
        known = self._constructions
        return any(
            any(map(str.isdigit, token.folded))
            or token.lemma in known.superlatives
            or token.folded in known.comparatives
            or picks.fullmatch(token.folded)
            for token in parse.tokens
        )

    def _scene(
        self,
        parse: Parse,
        interrogative: Interrogative,
        candidates: Sequence[Candidate],
        said: dict[int, str] | None = None,
    ) -> Scene:
        return Scene(
            parse,
            interrogative,
            candidates,
            self._rules,
            self._constructions,
            self._linker.classes_named,
            self._hierarchy,
            self._fillers,
            self._lexicon,
            said,
            self._leads,
        )

    def _parts(
        self, scene: Scene, kinds: dict[Kind, Occurrence], candidates: Sequence[Candidate]
    ) -> Iterator[Denotation]:
        clauses = Clauses(scene)
        questions = Questions(clauses, kinds, self._today)
        asked = scene.interrogative

        def plain(without: frozenset[int]) -> list[Denotation]:
            return answer_parts(clauses, without)

        if any(token.folded == "или" for token in scene.tokens) and not asked.polar:
            yield from questions.choice(plain)
            return
        particle = frozenset(token.index for token in scene.tokens if token.folded == "ли")
        stated = asked.name is None and scene.parse.folded.rstrip().endswith("?") and questions.comparative()
        if "claim" in kinds or asked.polar or stated:
            yield from questions.claim(
                particle | (questions.words("claim") if "claim" in kinds else frozenset())
            )
            return
        for kind, readings in (
            ("gap", questions.gap),
            ("lifespan", questions.lifespan),
            ("age_at", questions.age_at),
            ("duration", questions.duration),
            ("tenure", questions.tenure),
            ("age", questions.age),
        ):
            if kind in kinds:
                found = list(readings())
                if found:
                    yield from found
                    return
        if "count" in kinds:
            yield from self._counted(scene, questions.words("count"), candidates)
            return
        if "identity" in kinds:
            yield from questions.identity()
        if "real_name" in kinds:
            yield from questions.names("real_name", "P1477|P1559")
        if "pen_name" in kinds:
            yield from questions.names("pen_name", "P742")
        if "other_name" in kinds:
            yield from questions.names("other_name", NAMES)
        if "known_as" in kinds:
            yield from questions.known_as()
        for kind in ("since", "until"):
            if kind in kinds:
                yield from questions.since(kind)
        if "except" in kinds:
            yield from excepting(scene, questions.words("except"), read_again)
            return
        yield from plain(frozenset())

    def _counted(
        self, scene: Scene, words: frozenset[int], candidates: Sequence[Candidate]
    ) -> Iterator[Denotation]:
        """How many of a noun there are: what "какие" would ask, counted."""
        last = max(words)
        noun = next(
            (
                t
                for t in scene.tokens[last + 1 : last + 6]
                if t.pos == "NOUN" or scene.named_outright(t.index)
            ),
            None,
        )
        if noun is None:
            return
        if noun.lemma == "раз":  # how many times something was so: how many statements say it
            times_over = self._scene(
                scene.parse, replace(scene.interrogative, noun=None, type=None), candidates
            )
            clauses = Clauses(times_over)
            asked = self._constructions.asked(times_over.whole.text)
            for part in Questions(clauses, asked, self._today).terms():
                yield replace(part, explained=part.explained | words | {noun.index})
            for part in answer_parts(clauses):
                if part.link is not None:
                    statement = replace(part.link.statement(), take="statement")
                    yield Denotation(
                        Count(statement),
                        part.score,
                        part.explained | words | {noun.index},
                        (*part.why, "раз"),
                    )
            return
        asking = next(
            (index for index in sorted(words) if scene.tokens[index].folded.startswith("скольк")), None
        )
        said = (
            {} if asking is None else {asking: scene.words.counted.get(scene.tokens[asking].folded, "какие")}
        )
        removed = tuple(scene.interrogative.removed) or (
            Span(scene.tokens[min(words)].span.start, scene.tokens[last].span.stop),
        )
        counted = self._scene(
            scene.parse, replace(scene.interrogative, noun=noun, type=None, removed=removed), candidates, said
        )
        numbers = set(self._constructions.words.open) | {
            one.rule.property
            for one in counted.fired
            if one.rule.answer and one.rule.answer <= {"number", "date"}
        }
        for part in answer_parts(Clauses(counted)):
            if not isinstance(part.form, Entity) and not numbers & set(properties(part.form)):
                yield Denotation(Count(part.form), part.score, part.explained | words, (*part.why, "сколько"))

    def asks_more(
        self, scene: Scene, reading: Reading, *, times_only: bool = False, strict: bool = True
    ) -> Literal["more", "time"] | None:
        """Whether a one-hop reading leaves something that picks, negates, dates, or asks for another property."""
        parse, candidate, proposal = scene.parse, reading.candidate, reading.proposal
        assert candidate is not None  # it is of one hop
        words = parse.words[candidate.mention.first : candidate.mention.last + 1]
        explained = {word.token.index for word in words}
        first = min(explained)
        dates = {token.index for token in parse.tokens if any(map(str.isdigit, token.folded))} - explained
        beside_it = dates & {max(explained) + 1}  # "Изгой 2000": a year right after a title belongs to it
        explained, dates = explained | beside_it, dates - beside_it
        if proposal is not None:
            explained |= {token.index for token in parse.tokens if proposal.explains(token.span)} - dates
        for other, inside, _ in scene.covering.get(first, ()):
            if other.entity.id == candidate.entity.id:
                explained |= inside
        if candidate.class_noun is not None:
            explained.add(candidate.class_noun.index)
        asking = set(parse.subtree(scene.noun)) if scene.noun is not None else set()
        found: Literal["time"] | None = None
        # A noun that asks for a property, above the clause with the name ("столица страны, где родился Моцарт").
        higher = dropwhile(lambda index: parse.tokens[index].pos != "VERB", parse.ancestors(first))
        alone = frozenset(index for one in scene.fired if len(one.words) == 1 for index in one.words)
        explained |= (
            scene.evidence.describing(candidate.mention, agreeing=True) - asking - alone.intersection(higher)
        ) - dates
        left = scene.left(frozenset(explained))
        strict = strict or any(token.pos == "VERB" for token in left)
        for token in left:
            if any(char.isdigit() for char in token.folded):
                found = "time"
                if proposal is not None and proposal.rule.property in TERMS:
                    return "more"  # what holds for a time, is asked for that time
            elif times_only:
                continue
            elif scene.weight(token) >= 1.4 and not (token.pos == "ADJ" and token.head in explained - asking):
                return "more"
            if token.lemma in self._constructions.nouns and token.index not in asking:
                return "more"
            if scene.named_outright(token.index) and strict:
                kinds = {one for c, _, _ in scene.covering[token.index] for one in c.entity.classes}
                above = next((up for up in parse.ancestors(token.index) if scene.is_nominal(up)), None)
                beside = above is not None and (
                    (above in explained and above not in asking)
                    or (above in parse.ancestors(first) and scene.tokens[above].pos == "NOUN")
                )
                if not scene.is_a(kinds, PLACES) and not beside:
                    return "more"
        return found

    def _asked_names(self, parse: Parse, interrogative: Interrogative) -> list[Candidate]:
        """What the asked noun names together with what follows it: "какие министры иностранных дел СССР"."""
        noun = interrogative.noun
        if noun is None:
            return []
        words = [number for number, word in enumerate(parse.words) if word.token.index >= noun.index]
        below = set(parse.subtree(noun.index))
        last = words[0] if words else 0
        while (
            last + 1 < len(parse.words) and parse.words[last + 1].token.index in below and last - words[0] < 6
        ):
            last += 1
        mentions = [mention_of(parse, words[0], end) for end in range(last, words[0], -1)] if words else []
        if not mentions:
            return []
        return [
            one for one in self._linker.link(parse, NO_INTERROGATIVE, mentions).candidates if one.score > 0.5
        ]

    def _reading(self, scene: Scene, part: Denotation, candidates: Sequence[Candidate]) -> Reading | None:
        left = scene.left(part.explained)
        if isinstance(part.form, Class) or (not anchored(part.form) and isinstance(part.form, Hop | Or)):
            return None  # all members of a class are no answer
        weight = sum(scene.weight(token) for token in left)
        if weight > MAX_LEFT:
            return None
        named = entities(part.form)
        candidate = next((one for name in named for one in candidates if one.entity.id == name), None)
        cost = -LEFT * weight
        return Reading(
            part.form,
            part.score + cost,
            RankScore(part.score, cost, 0.0, 0.0),
            candidate,
            None,
            tuple(token.text for token in left),
            part.why,
            part.presupposed,
            part.asks,
        )


def _is_answered(interrogative: Interrogative, ranking: Ranking) -> bool:
    """Whether the best one-hop reading explains every word; of a place, the asked kind may lie above its value."""
    above = interrogative.type == "place" and interrogative.noun is not None
    return bool(ranking.readings) and not ranking.readings[0].unexplained and not above


def _is_simple(form: Form) -> bool:
    """Whether a form asks for one fact of one entity."""
    if isinstance(form, DatePart):
        form = form.source
    if isinstance(form, And):
        others = [one for one in form.members if not isinstance(one, Class)]
        form = others[0] if len(others) == 1 else form
    return (
        isinstance(form, Hop)
        and isinstance(form.source, Entity)
        and len(form.path.steps) == 1
        and isinstance(form.path.steps[0], Step)
    )


def _describes_another(scene: Scene, index: int, noun: int | None) -> bool:
    """Whether an adjective belongs to another noun than the one that is asked for."""
    token = scene.tokens[index]
    if token.relation != "amod" or token.head == ROOT:
        return False
    above = scene.tokens[token.head]
    return scene.is_nominal(above.index) and above.index != noun and above.head != ROOT


def climbing(scene: Scene, part: Denotation, noun: int, nouns: Nouns) -> Iterator[Denotation]:
    """The asked kind of place that a place lies in: "в каком штате родился"."""
    if (
        part.link is None
        or part.link.reverse
        or part.rest
        or part.link.conditions
        or noun in part.explained - {noun}
    ):
        return
    name = part.link.property
    if name not in PLACE_VALUED:
        return
    explained = part.explained | {noun}
    if scene.tokens[noun].lemma in scene.words.countries:
        if name != "P17":
            form = Hop(part.link.source, path(f"{name}/P17"))
            yield Denotation(form, part.score - CLIMB, explained, (*part.why, "страна"), dead=part.dead)
        return
    form = Hop(part.link.source, path(f"{name}/(P131|P276)*"))
    for kind in nouns.parts(noun)[:2]:
        yield Denotation(
            both(form, kind.form),
            part.score - CLIMB + kind.score,
            explained | kind.explained,
            (*part.why, "где это"),
            dead=part.dead,
        )


def answer_parts(clauses: Clauses, without: frozenset[int] = frozenset()) -> list[Denotation]:
    """The sets that the question may ask for; some of its words are accounted for otherwise."""
    scene, nouns = clauses.scene, clauses.nouns
    said = clauses.asked(without)
    found: list[Denotation] = []
    noun = scene.noun
    negated = frozenset(one for one in clauses.main if scene.negates(one))
    if noun is None:
        root = next((token.index for token in scene.tokens if token.head == ROOT and token.is_word), None)
        heads = [root] if root is not None else []
        heads += [
            i
            for i in clauses.main
            if scene.tokens[i].relation in {"nsubj", "nmod", "appos", "parataxis"}
            and root is not None
            and scene.tokens[i].head == root
        ]
        verbs = [
            t
            for t in scene.tokens
            if t.pos == "VERB"
            and t.index in clauses.main
            and t.lemma not in scene.fillers
            and not scene.asks(t.index)
        ]
        if not verbs:
            for head in heads:
                if scene.is_nominal(head):
                    found += [part for part in nouns.parts(head) if not isinstance(part.form, Entity)]
        found += said
        result = found
    else:
        kinds = nouns.parts(noun)
        result = list(kinds)
        for part in said:
            if negated:
                for kind in kinds:
                    if not anchored(kind.form):
                        continue
                    result.append(kind.but(replace(part, explained=part.explained | negated)))
                continue
            for kind in kinds:
                if not kind.explained & part.explained - {noun}:
                    result.append(part.also(kind) if part.link is not None else kind.also(part))
            if noun in part.explained:
                result.append(replace(part, score=part.score - 0.05))
            elif not kinds:
                result.append(replace(part, explained=part.explained | {noun}, score=part.score - 0.12))
    if scene.interrogative.type == "place" and noun is not None:
        result += [part for one in said for part in climbing(scene, one, noun, nouns)]
    main = [
        one
        for one in range(len(scene.tokens))
        if not scene.asks(one) and not _describes_another(scene, one, noun)
    ]
    result += [met for part in result for met in compared(scene, part, noun)]
    for time in times(scene, clauses.main):
        result += [
            met
            for part in result
            if not time.words & part.explained
            for met in at_time(scene, part, time, clauses.main)
        ]
    picked: list[Denotation] = []
    for part in result:
        superlative = find(scene, [one for one in main if one not in part.explained])
        if superlative is not None:
            classes = scene.classes(noun) if noun is not None else ()
            picked += ranked(scene, part, superlative, classes, person=scene.interrogative.type == "person")
    return best(scene, picked + result, 40)


def read_again(scene: Scene) -> tuple[list[Denotation], Callable[[int], list[Denotation]]]:
    """The sets that a question may ask for, and those that its noun phrases denote."""
    clauses = Clauses(scene)
    return answer_parts(clauses), clauses.nouns.parts


def _today() -> Date:
    now = date.today()
    return Date(now.year, now.month, now.day)
