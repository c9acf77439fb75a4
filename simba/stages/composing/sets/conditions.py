"""What hangs on a noun as conditions: clauses, adjectives, other nouns with their prepositions.

"Фильмы Рязанова с Мягковым, вышедшие в 1977 году" are films under three conditions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from simba.query import Entity, Form, Has, Hop, Lacks, Member, path
from simba.russian.text import fold
from simba.stages.composing.question.constructions import Relation
from simba.stages.composing.question.scene import PERSON, THING, Scene
from simba.stages.composing.question.wordforms import is_animate
from simba.stages.composing.question.wordings import FiredRule
from simba.stages.composing.sets.beam import best
from simba.stages.composing.sets.joining import Along, Parts, together
from simba.stages.composing.sets.parts import Denotation, anchored
from simba.stages.composing.sets.periods import dated_by, in_turn, of_year
from simba.stages.composing.sets.ranks import superlatives
from simba.stages.composing.sets.stepping import along_path, along_rule
from simba.stages.composing.sets.strays import Stray, strays
from simba.stages.composing.sets.superlatives import picked
from simba.stages.parse import Token

COORDINATION = frozenset(
    {
        "nsubj",
        "nsubj:pass",
        "conj",
        "cc",
        "punct",
        "case",
        "det",
        "mark",
        "fixed",
        "cop",
        "aux",
        "aux:pass",
        "nummod",
        "nummod:gov",
        "expl",
    }
)
"""What hangs on a noun without being a condition on it."""
NARROW, WIDE = 3, 6
"""Relations that are tried with a noun whose class is known, and with another."""
CLAUSES, KEPT = 4, 4
"""Readings of a clause that are tried, and of a noun under a condition that are kept."""

ANYTHING = Member()
"""Stands for all there is, until some condition takes its place."""


Clause = Callable[[int, int], list[Denotation]]
"""What a clause, by the word that leads it, says of a noun."""


@dataclass(frozen=True, slots=True)
class Hanging:
    """What may be conditions on a noun, whatever that denotes."""

    kids: tuple[int, ...]
    strays: tuple[Stray, ...]


@dataclass(frozen=True, slots=True)
class Readers:
    """How the parts of a noun phrase are read."""

    parts: Parts
    rules_on: Callable[[int], list[FiredRule]]
    """The rules that fire on a noun alone."""
    clause: Clause
    touched: Clause
    """What has to do with all that the clause names."""


class Conditions:
    """Puts the sets of nouns under the conditions that hang on them."""

    def __init__(self, scene: Scene, readers: Readers) -> None:
        self._scene, self._readers = scene, readers
        self.inner = frozenset(i for _, inside in scene.describing.values() for i in inside)
        """The words of the clauses that describe nouns."""
        self._on: dict[int, Hanging] = {}
        self._relations: dict[tuple[int, str | None], list[Relation]] = {}

    def modified(
        self, part: Denotation, head: int, used: frozenset[int] = frozenset()
    ) -> Iterator[Denotation]:
        """The part with what else hangs on its noun as conditions."""
        scene = self._scene
        now = [part]
        own = {head, *(one for one in part.explained if one > head and scene.named_outright(one))}
        for verb in [verb for one in own for verb in scene.clauses_on(one)]:
            if scene.describing[verb][1] & part.explained:
                continue
            clauses = self._readers.clause(verb, head)[:CLAUSES]
            if part.form != ANYTHING and not isinstance(part.form, Entity):
                clauses = clauses + self._readers.touched(verb, head)
            further = [met for one in now for clause in clauses for met in self.under(one, clause)]
            inside = scene.describing[verb][1]
            further += [met for one in now if one.form != ANYTHING for met in dated_by(scene, one, inside)]
            if further:
                now = best(scene, [*further, *now], KEPT)
        hanging = self._hanging_on(head)
        for kid in hanging.kids:
            if kid in used or kid in part.explained:
                continue
            further = [
                met for one in now for met in self._with(one, head, kid) if met.explained != one.explained
            ]
            if further:
                now = best(scene, [*further, *now], KEPT)
        for stray in hanging.strays:
            further = [
                met.with_words(stray.words)
                for one in now
                if not {stray.head, *stray.words} & one.explained - {head} and stray.head not in used
                for met in self._by_preposition(one, head, stray.head, negated=stray.negated)
            ]
            if further:
                now = best(scene, [*further, *now], KEPT)
        if timed := [met for one in now for met in in_turn(scene, one, head)]:
            now = best(scene, [*timed, *now], KEPT)
        orders = picked(scene) is not None
        for one in now:
            yield one
            if orders and one.form != ANYTHING:
                yield from superlatives(scene, one, head)

    def _hanging_on(self, head: int) -> Hanging:
        """What hangs on a noun, or would if a parser had not erred."""
        if head not in self._on:
            scene, inner = self._scene, self.inner
            kids = [
                kid
                for kid in scene.children(head)
                if (kid not in inner or head in inner)
                and scene.tokens[kid].relation not in COORDINATION
                and scene.tokens[kid].is_word
            ]
            self._on[head] = Hanging(tuple(kids), tuple(strays(scene, head)))
        return self._on[head]

    def under(self, part: Denotation, condition: Denotation) -> Iterator[Denotation]:
        """The part under a condition; the class stays the narrower one's link where the part has none."""
        if condition.negated:
            if part.form != ANYTHING:
                yield part.but(condition)
        elif part.form == ANYTHING:
            yield condition._replace(
                score=condition.score + part.score,
                explained=condition.explained | part.explained,
                kinds=condition.kinds | part.kinds,
            )
        elif part.link is None and condition.link is not None:
            yield condition.also(part)
        else:
            yield part.also(condition)

    def _together(self, kid: int, along: Along) -> Iterator[Denotation]:
        return together(self._scene, kid, self._readers.parts, along)

    def _with(self, part: Denotation, head: int, kid: int) -> Iterator[Denotation]:
        """The part under the condition that one word below its noun stands for."""
        scene = self._scene
        token = scene.tokens[kid]
        when = self._in_time(part, token)
        if when is not None:
            yield when
            return
        dates = token.lemma in scene.words.periods and part.form != ANYTHING
        if dates and not (scene.is_asked(head) or self._in_name(head)):
            yield from of_year(scene, part, kid)
        yield from self._from_place(part, head, token)
        if token.lemma in scene.words.sex and (sex := self._sex(kid)) is not None:
            yield from self.under(part, sex)
            return
        if not scene.is_nominal(kid):
            return
        before = scene.case(kid)
        if before is None and token.relation == "amod" and token.pos == "ADJ":
            return  # it agrees with the noun rather than standing in the genitive
        if token.relation == "appos" or (before is None and token.relation == "parataxis"):
            for source in self._readers.parts(kid):
                if not isinstance(source.form, Entity) and not source.explained & part.explained:
                    yield from self.under(part, source)
            if token.relation == "appos" and not self._stands_in_genitive(head, token):
                return
        if before is None:
            for fired in self._readers.rules_on(head):
                if fired.reverse:
                    for made in self._together(
                        kid, partial(along_rule, scene, fired=fired, apart=part.explained)
                    ):
                        yield from self.under(part, made)
        yield from self._by_preposition(part, head, kid)
        yield from self.through(part, head, kid)

    def _by_preposition(
        self, part: Denotation, head: int, kid: int, *, negated: bool = False
    ) -> Iterator[Denotation]:
        """The part under what its preposition, or the genitive, says of a noun; "без" says what is not so."""
        before = self._scene.case(kid)
        instead = self._scene.words.lacking.get(before or "")
        yield from self.related(part, head, kid, instead or before, negated=negated != (instead is not None))

    def through(self, part: Denotation, head: int, kid: int) -> Iterator[Denotation]:
        """The part under what a preposition says together with its noun: "с музыкой X", "без участия X".

        Another one may follow that: "со столицей в X".
        """
        scene = self._scene
        before, lemma = self._scene.case(kid) or "", scene.tokens[kid].lemma
        instead = scene.words.lacking.get(before)
        said = scene.constructions.through.get((instead or before, lemma))
        behind = [one for one in scene.children(head) if one == kid + 2 and scene.case(one)]
        for below in (*scene.children(kid), *behind) if said is not None else ():
            after = scene.case(below)
            whole = said if after is None else f"{said} {after}"  # "со столицей в Софии"
            if scene.is_nominal(below) and (after is None or scene.constructions.governing(whole)):
                for made in self.related(part, head, below, whole, negated=instead is not None):
                    yield made.with_words({kid})

    def _stands_in_genitive(self, head: int, token: Token) -> bool:
        """Whether a name stands in the genitive, unlike its noun: a parser errs that takes it for an apposition."""
        case = self._scene.tokens[head].features.get("Case")
        scene = self._scene
        if not scene.named_outright(token.index) or case in {"Gen", None}:
            return False
        # A tagger errs on names: what is no form that the thing goes by is inflected.
        names = [one.entity.name for one, inside, _ in scene.covering[token.index] if len(inside) == 1]
        inflected = bool(names) and token.folded not in map(fold, names)
        return inflected or token.features.get("Case") == "Gen"

    def related(
        self, part: Denotation, head: int, kid: int, before: str | None, *, negated: bool = False
    ) -> Iterator[Denotation]:
        """The part under what a preposition, or the genitive, with another noun says of its own."""
        scene = self._scene
        relations = self._governing(head, before)
        if not any(
            anchored(source.form) and part.explained.isdisjoint(source.explained)
            for source in (self._readers.parts(kid) if relations else ())
        ):
            return
        most = NARROW if scene.classes(head) else WIDE
        tried: Counter[Form] = Counter()  # of each thing, the relations to it that lead somewhere
        for relation in relations:

            def along(
                source: Denotation,
                to: str = relation.path,
                name: str = relation.name,
                named: bool = THING in relation.of,
            ) -> Denotation | None:
                if named and not isinstance(source.form, Entity):
                    return None
                number = tried[source.form]
                if number >= most or source.explained & part.explained or not anchored(source.form):
                    return None
                made = along_path(scene, source, to, frozenset(), name, scene.weights.later * (number + 1))
                tried[source.form] += not made.dead
                return made

            for made in self._together(kid, along):
                yield from self.under(part, made._replace(negated=True) if negated else made)

    def _governing(self, head: int, before: str | None) -> list[Relation]:
        """The relations that what a noun calls may have to another by a preposition, or by the genitive."""
        key = head, before
        if key not in self._relations:
            of = self._scene.classes(head)
            governing = self._scene.constructions.governing(before)
            self._relations[key] = [one for one in governing if self._fits(one.of, head, of)]
        return self._relations[key]

    def _in_time(self, part: Denotation, token: Token) -> Denotation | None:
        """The former one, or the one of today."""
        words, own = self._scene.words, frozenset({token.index})
        if token.lemma in words.former:
            return part.under(Has("P582"), explained=own, why=token.lemma)
        if token.lemma in words.current:
            return part.under(Lacks("P582"), explained=own, why=token.lemma)
        return None

    def _in_name(self, head: int) -> bool:
        """Whether a noun may belong to a name of several words: "премия по химии 1911 года"."""
        return any(len(inside) > 1 for _, inside, _ in self._scene.covering.get(head, ()))

    def _sex(self, noun: int) -> Denotation | None:
        """Those of the sex that an adjective says: "женского пола"."""
        scene = self._scene
        for kid in scene.children(noun):
            if (sex := scene.words.of_sex.get(scene.tokens[kid].lemma)) is not None:
                own = frozenset({noun, kid})
                return Denotation(Hop(Entity(sex), path("^P21")), 0.0, own, (scene.tokens[kid].lemma,))
        return None

    def _from_place(self, part: Denotation, head: int, token: Token) -> Iterator[Denotation]:
        """What an adjective of a place says: "французский актёр"."""
        scene = self._scene
        entity = scene.constructions.adjectives.get(token.lemma)
        if not entity or token.pos not in {"ADJ", "PROPN", "NOUN"}:
            return
        if scene.named_outright(head) and scene.named_outright(token.index):
            return  # "Ленинградский вокзал" is in Moscow
        source = Denotation(Entity(entity), 0.0, frozenset({token.index}), (token.lemma,))
        for relation in scene.constructions.relations:
            if relation.adjective and self._fits(relation.of, head, scene.classes(head)):
                made = along_path(scene, source, relation.path, frozenset(), relation.name, 0.0)
                yield from self.under(part, made)
                return

    def _fits(self, allowed: list[str], head: int, classes: tuple[str, ...]) -> bool:
        """Whether a relation holds of what a noun calls."""
        scene = self._scene
        token = scene.tokens[head]
        if not allowed:
            return True
        if is_animate(token):  # what nothing is known of, a mere genitive does not tell: "няня Пушкина"
            return PERSON in allowed and (bool(classes) or token.lemma in scene.words.offices)
        if THING in allowed:
            some = scene.is_asked(head) and not any(head in one.words for one in scene.fired)
            leading = [
                some and scene.leads(Entity(one), "P31", True) for one in classes
            ]  # all, for one request
            return any(leading)
        if not classes:  # a code is nobody, whatever else it may be
            return allowed != [PERSON] or token.features.get("Animacy") != "Inan"
        return scene.is_kind(token, classes, allowed)
