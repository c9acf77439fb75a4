"""A question of a special kind: its constructions' words, its noun phrases, what its words say of two things."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from simba.query import IT, Date, Entity, Form, Hop, Where, Without, path
from simba.query.forms import Order
from simba.stages.composing.question.constructions import Kind
from simba.stages.composing.question.occurrences import Occurrence
from simba.stages.composing.question.wordforms import is_animate
from simba.stages.composing.question.wordings import FiredRule
from simba.stages.composing.sets.arguments import arguments
from simba.stages.composing.sets.clauses import Clauses
from simba.stages.composing.sets.offices import posts
from simba.stages.composing.sets.parts import Denotation, anchored
from simba.stages.composing.sets.periods import times

STARTS, ENDS = ("P580", "P585"), ("P582",)
"""When a statement began and ceased to hold."""
OFFICE, MEMBER, SPOUSE = "P39", "P463", "P26"


TWO = 2
NAMESAKES = 4
"""Entities that a noun phrase of a question about two things may be: only those count that the relation holds of."""


@dataclass(frozen=True, slots=True)
class Held:
    """A relation that the question's words name, and these words."""

    property: str
    words: frozenset[int]
    path: str | None
    """What it also is, as a path from the subject: a birth in a city is one in its country."""
    values: frozenset[str]
    """Classes of its values."""


def _apart(groups: list[list[int]]) -> list[int]:
    """The noun phrases of a clause; of two that "и" joins, each on its own where there is no other."""
    if len(groups) == 1 and len(groups[0]) == TWO:
        return groups[0]
    return [group[0] for group in groups if len(group) == 1]


class SpecialQuestion:
    """What the readings of one special question share."""

    def __init__(self, clauses: Clauses, kinds: Mapping[Kind, Occurrence], today: Callable[[], Date]) -> None:
        self.clauses, self.scene, self.nouns = clauses, clauses.scene, clauses.nouns
        self.kinds, self.today = kinds, today

    def words(self, kind: Kind) -> frozenset[int]:
        """The tokens of a construction."""
        return self.scene.whole.tokens(self.kinds[kind].span, self.kinds[kind].gaps)

    def arguments(self, without: frozenset[int], absorbed: frozenset[int] = frozenset()) -> list[list[int]]:
        """The question's noun phrases beside a construction's words; those nouns are a relation's ("в состав")."""
        scene = self.scene
        tokens = self.clauses.main - without - scene.interrogatives
        timed = frozenset(word for time in times(scene, tokens) for word in time.words)
        return arguments(self.scene, tokens - timed, absorbed)

    def sources(self, without: frozenset[int]) -> Iterator[Denotation]:
        """The one noun phrase that the question is about: not all who have an occupation."""
        for group in self.arguments(without):
            if len(group) == 1:
                yield from (part for part in self.nouns.parts(group[0])[:4] if anchored(part.form))

    def pairs(self, without: frozenset[int]) -> Iterator[tuple[Denotation, Denotation, str, frozenset[int]]]:
        """Two things and a property that may hold of them, by the question's words, with these words."""
        scene = self.scene
        said = [(held.property, held.words, False) for held in self.held(lasting=True)]
        known = {name for name, _, _ in said}
        # "С какого года Путин президент", "... Польша в НАТО": these need no verb.
        said += [(name, frozenset(), False) for name in (OFFICE, MEMBER) if name not in known]
        said += [(one.rule.property, one.words, True) for one in self.stated()]
        tokens = self.clauses.main - without - self.asking()
        tokens -= frozenset(word for time in times(scene, tokens) for word in time.words)
        for name, words, ruled in said:
            own = words - frozenset(i for i in words if scene.named_outright(i))
            nouns = frozenset(i for i in own if scene.tokens[i].pos == "NOUN")
            groups = _apart(arguments(self.scene, tokens, nouns))
            for first, second in ((a, b) for a in groups for b in groups if a != b):
                for subject, value in product(self.entities(first)[:NAMESAKES], self._valued(second, name)):
                    if subject.explained & value.explained:
                        continue
                    if ruled and own & (subject.explained | value.explained):
                        continue
                    if not words and not self._is_plain(name, second, value):
                        continue
                    if all([scene.leads(subject.form, name, False), scene.leads(value.form, name, True)]):
                        yield subject, value, name, own - subject.explained - value.explained
                    elif name in scene.sets.former and self._may_have_had(subject, value, name):
                        past = value._replace(score=value.score + scene.weights.doubt)
                        yield subject, past, name, own - subject.explained - value.explained

    def _may_have_had(self, subject: Denotation, value: Denotation, name: str) -> bool:
        """Whether a value that nothing has today may be a former one: an office is none of a party or a spouse."""
        if not self.scene.leads(subject.form, name, False):
            return False
        return name == OFFICE or not (self.classes(value) and self.is_office(value))

    def _is_plain(self, name: str, head: int, value: Denotation) -> bool:
        """Whether a value says by itself what it is to somebody: an office, or "в" with what has members."""
        if name == OFFICE:
            return self.is_office(value)
        return isinstance(value.form, Entity) and self.scene.case(head) in self.scene.words.placing_world

    def is_office(self, value: Denotation) -> bool:
        """Whether a part is an office."""
        classes = self.classes(value)
        return not isinstance(value.form, Entity) or (
            bool(classes) and self.scene.is_a(classes, self.scene.sets.positions)
        )

    def is_governed(self, part: Denotation) -> bool:
        """Whether a preposition stands before what a part is told by."""
        return any(self.scene.case(index) is not None for index in part.explained)

    def _valued(self, head: int, name: str) -> list[Denotation]:
        """What a noun phrase may be as the value of a property."""
        named = self.entities(head)[:NAMESAKES]
        wide = self.scene.sets.wider.get(name)
        if wide is not None and name != OFFICE:
            wider = [
                one._replace(form=Hop(one.form, path(wide)), score=one.score + self.scene.weights.doubt)
                for one in named
            ]
            named += wider
        return named + list(posts(self.scene, head)) if name == OFFICE else named

    def entities(self, head: int) -> list[Denotation]:
        """The entities that a noun phrase may be."""
        return [part for part in self.nouns.parts(head) if isinstance(part.form, Entity)]

    def held(self, *, lasting: bool = False) -> list[Held]:
        """The relations whose words stand in the question; those too that only tell when something was."""
        scene = self.scene
        found = []
        for one, pattern in scene.constructions.holds.within(scene.whole.text):
            if (lasting or not one.lasting) and (places := pattern.all(scene.whole.text)):
                words = frozenset(i for place in places for i in scene.whole.tokens(place.span, place.gaps))
                found.append(Held(one.property, words, one.path, frozenset(one.values)))
        return found

    def turn(self) -> tuple[Order | None, frozenset[int]]:
        """Which of several times is meant, the first or the last, and the words that say so."""
        turns: tuple[tuple[Kind, Order], ...] = (("first", "asc"), ("last", "desc"))
        for kind, order in turns:
            if kind in self.kinds and not any(map(self.scene.named_outright, self.words(kind))):
                return order, self.words(kind)
        return None, frozenset()

    def married(self) -> frozenset[int]:
        """The words that say that somebody married."""
        return frozenset(i for held in self.held() if held.property == SPOUSE for i in held.words)

    def parted(self, dates: Form, subject: Form, name: str) -> Form:
        """When a marriage ended; where a divorce is asked for, not by a death."""
        lemmas = {token.lemma for token in self.scene.tokens} if name == SPOUSE else set()
        if self.scene.words.divorcing.isdisjoint(lemmas):
            return dates
        return Without(dates, Hop(subject, path(f"P570|{SPOUSE}/P570")))

    def alive(self, form: Form) -> Form:
        """Who or what has not come to an end by today."""
        return Without(form, Where(form, Hop(IT, path("P570|P576")), "<=", self.today()))

    def living(self, form: Form, then: Form) -> Form:
        """Who had not died before a date: the dead have no age."""
        return Without(form, Where(form, Hop(IT, path("P570")), "<", then))

    def enthroned(self) -> frozenset[int]:
        """The words that say that somebody came into an office that is not named: "взошёл на престол"."""
        words = frozenset(i for held in self.held() if held.property == OFFICE for i in held.words)
        said = {self.scene.tokens[index].lemma for index in words}
        return frozenset() if said.isdisjoint(self.scene.words.thrones) else words

    def stated(self) -> list[FiredRule]:
        """The rules that fire on the question, and on it as a question about its subject."""
        scene = self.scene
        asking = self.asking()
        rest = sorted(self.clauses.main - asking - scene.with_form(scene.whether))
        fired = list(scene.fired)
        fired += scene.fire(scene.wording(rest))
        subjects = [i for i in rest if scene.tokens[i].relation.startswith("nsubj") and scene.is_nominal(i)]
        for subject in subjects[:1]:
            inside = next((inside for _, inside, _ in scene.covering.get(subject, ())), frozenset({subject}))
            if not scene.named_outright(subject):  # "столица Хорватии", "человек, снявший X"
                inside = frozenset((subject, *scene.parse.subtree(subject)))
            others = [i for i in rest if i not in inside]
            named = scene.named_outright(subject) or is_animate(scene.tokens[subject])
            who = "кто" if named else "что"
            fired += scene.fire(scene.respoken([(who, None), *((scene.tokens[i].folded, i) for i in others)]))
            noun = "страна"
            fired += scene.fire(
                scene.respoken(
                    [("какая", None), (noun, None), *((scene.tokens[i].folded, i) for i in others)]
                )
            )
        best: dict[tuple[str, bool], FiredRule] = {}
        for one in sorted(fired, key=lambda one: -(len(one.words) + one.merit)):
            best.setdefault((one.rule.property, one.reverse), one)
        return list(best.values())[:10]

    def classes(self, part: Denotation) -> frozenset[str]:
        """The classes of the entity that a part is."""
        if not isinstance(part.form, Entity):
            return frozenset()
        identifier = part.form.id
        return frozenset(
            one
            for some in self.scene.covering.values()
            for candidate, _, _ in some
            if candidate.entity.id == identifier
            for one in self.scene.classes_of(candidate)
        )

    def made(self, part: Denotation, form: Form, kind: Kind) -> Denotation:
        """A form made of a part by a construction."""
        return Denotation(form, part.score, part.explained | self.words(kind), (*part.why, kind))

    def paired(
        self, subject: Denotation, value: Denotation, form: Form, words: frozenset[int], kind: Kind
    ) -> Denotation:
        """A form made of two parts by a construction."""
        return subject.with_other(value, form, words | self.words(kind), why=(kind,))

    def asking(self) -> frozenset[int]:
        """The tokens of the interrogative."""
        return self.scene.interrogatives
