"""What hangs on a noun as conditions: clauses, adjectives, other nouns with their prepositions.

"Фильмы Рязанова с Мягковым, вышедшие в 1977 году" are films under three conditions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from simba.query import Entity, Form, Has, Hop, Lacks, Member, Or, path
from simba.russian.morphology import readings
from simba.stages.composing.beam import best
from simba.stages.composing.parts import Denotation, FiredRule, anchored, both, step
from simba.stages.composing.ranks import superlatives
from simba.stages.composing.scene import PERSON, Scene
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
LATER = 0.05
"""Against each relation that was tried before."""
UNION = 0.12
"""Against taking "и" for "what either has" rather than "what both have"."""
CLAUSES, KEPT = 4, 4
"""Readings of a clause that are tried, and of a noun under a condition that are kept."""

ANYTHING = Member()
"""Stands for all there is, until some condition takes its place."""


@dataclass(frozen=True, slots=True)
class Readers:
    """How the parts of a noun phrase are read."""

    parts: Callable[[int], list[Denotation]]
    """The sets that the phrase of a noun may denote."""
    rules_on: Callable[[int], list[FiredRule]]
    """The rules that fire on a noun alone."""
    clause: Callable[[int, int], list[Denotation]]
    """What a clause, by the word that leads it, says of a noun."""


class Conditions:
    """Puts the sets of nouns under the conditions that hang on them."""

    def __init__(self, scene: Scene, readers: Readers) -> None:
        self._scene, self._readers = scene, readers

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
            further = [met for one in now for clause in clauses for met in self.under(one, clause)]
            if further:
                now = best(scene, [*further, *now], KEPT)
        inner = {i for _, inside in scene.describing.values() for i in inside}
        for kid in scene.children(head):
            token = scene.tokens[kid]
            if kid in inner and head not in inner:
                continue
            if kid in used or kid in part.explained or token.relation in COORDINATION or not token.is_word:
                continue
            further = [
                met for one in now for met in self._hanging(one, head, kid) if met.explained != one.explained
            ]
            if further:
                now = best(scene, [*further, *now], KEPT)
        for one in now:
            yield one
            if one.form != ANYTHING:
                yield from superlatives(scene, one, head)

    def under(self, part: Denotation, condition: Denotation) -> Iterator[Denotation]:
        """The part under a condition; the class stays the narrower one's link where the part has none."""
        if condition.negated:
            if part.form != ANYTHING:
                yield part.but(condition)
        elif part.form == ANYTHING:
            yield replace(
                condition,
                score=condition.score + part.score,
                explained=condition.explained | part.explained,
                kinds=condition.kinds | part.kinds,
            )
        elif part.link is None and condition.link is not None:
            yield condition.also(part)
        else:
            yield part.also(condition)

    def along(
        self, source: Denotation, to: str, explained: frozenset[int], why: str, score: float
    ) -> Denotation:
        """What a path of the constructions leads to from a part."""
        reverse = to.startswith("^")
        name = to.lstrip("^")
        if name[1:].isdigit():
            dead = not self._scene.leads(source.form, name, reverse)
            return step(source, name, reverse=reverse, score=score, explained=explained, why=why, dead=dead)
        return Denotation(
            Hop(source.form, path(to)),
            source.score + score,
            source.explained | explained,
            (*source.why, why),
            dead=source.dead or not self._scene.leads_along(source.form, to),
            presupposed=source.presupposed,
            kinds=source.kinds,
        )

    def together(self, kid: int, along: Callable[[Denotation], Denotation | None]) -> Iterator[Denotation]:
        """What a step leads to from a noun phrase, or from all that "и" or "или" joins to it.

        Only a noun in the plural names what either has: "столица Грузии или Армении" leaves open whose.
        """
        scene = self._scene
        many = scene.tokens[scene.tokens[kid].head].features.get("Number") == "Plur"
        joined = self._joined(kid)
        firsts = [made for source in self._readers.parts(kid) if (made := along(source)) is not None]
        yield from firsts
        if not joined:
            return
        members = [
            firsts,
            *(
                [made for source in self._readers.parts(other) if (made := along(source)) is not None]
                for other in joined
            ),
        ]
        if not all(members):
            return
        chosen = [next((one for one in some if not one.dead), some[0]) for some in members]
        explained = frozenset(i for one in chosen for i in one.explained)
        if sum(len(one.explained) for one in chosen) > len(explained) + len(chosen):
            return  # some name is among those joined to it
        forms = [one.form for one in chosen]
        made = Denotation(
            both(*forms),
            sum(one.score for one in chosen) / len(chosen),
            explained,
            tuple(why for one in chosen for why in one.why),
            dead=any(one.dead for one in chosen),
            kinds=frozenset(i for one in chosen for i in one.kinds),
        )
        union = replace(made, form=Or(*forms), dead=all(one.dead for one in chosen))
        either = any(
            scene.tokens[i].folded in scene.words.either for other in joined for i in scene.children(other)
        )
        if not either:
            yield made
        if many:
            yield union if either else replace(union, score=union.score - UNION)

    def _joined(self, kid: int) -> list[int]:
        """The nouns that "и" joins to one."""
        scene = self._scene
        found: list[int] = []
        for one in (kid, *(i for _, inside, _ in scene.covering.get(kid, ())[:1] for i in inside)):
            for other in scene.children(one):
                if (
                    scene.tokens[other].relation == "conj"
                    and scene.is_nominal(other)
                    and other not in found
                    and not any(kid in inside for _, inside, _ in scene.covering.get(other, ()))
                ):
                    found.append(other)
        return found

    def _hanging(self, part: Denotation, head: int, kid: int) -> Iterator[Denotation]:
        """The part under the condition that one word below its noun stands for."""
        scene = self._scene
        token = scene.tokens[kid]
        when = self._in_time(part, token)
        if when is not None:
            yield when
            return
        yield from self._from_place(part, head, token)
        if not scene.is_nominal(kid):
            return
        before = scene.case(kid)
        if token.relation == "appos" or (before is None and token.relation == "parataxis"):
            for source in self._readers.parts(kid):
                if not isinstance(source.form, Entity) and not source.explained & part.explained:
                    yield from self.under(part, source)
            if token.relation == "appos":
                return
        if before is None:
            for fired in self._readers.rules_on(head):
                if fired.reverse:
                    for made in self.together(kid, self._by_rule(fired, part)):
                        yield from self.under(part, made)
        instead = scene.words.lacking.get(before or "")
        yield from self.related(part, head, kid, instead or before, negated=instead is not None)

    def related(
        self, part: Denotation, head: int, kid: int, before: str | None, *, negated: bool = False
    ) -> Iterator[Denotation]:
        """The part under what a preposition, or the genitive, with another noun says of its own."""
        scene = self._scene
        of = scene.classes(head)
        most = NARROW if of else WIDE
        tried: Counter[Form] = Counter()  # of each thing, the relations to it that lead somewhere
        for relation in scene.constructions.relations:
            if not self._fits(relation.of, head, of):
                continue
            if not ((relation.genitive and before is None) or before in relation.before):
                continue

            def along(
                source: Denotation, to: str = relation.path, name: str = relation.name
            ) -> Denotation | None:
                number = tried[source.form]
                if number >= most or source.explained & part.explained or not anchored(source.form):
                    return None
                made = self.along(source, to, frozenset(), name, -LATER * (number + 1))
                tried[source.form] += not made.dead
                return made

            for made in self.together(kid, along):
                yield from self.under(part, replace(made, negated=negated))

    def _by_rule(self, fired: FiredRule, part: Denotation) -> Callable[[Denotation], Denotation | None]:
        def along(source: Denotation) -> Denotation | None:
            if source.explained & part.explained or not anchored(source.form):
                return None
            if clash(self._scene, source, fired.words):
                return None
            return step(
                source,
                fired.rule.property,
                reverse=True,
                score=fired.merit / 2 - 0.1,
                explained=fired.words,
                why=fired.why,
                dead=not self._scene.leads(source.form, fired.rule.property, True),
            )

        return along

    def _in_time(self, part: Denotation, token: Token) -> Denotation | None:
        """The former one, or the one of today."""
        words, own = self._scene.words, frozenset({token.index})
        if token.lemma in words.former:
            return part.under(Has("P582"), explained=own, why=token.lemma)
        if token.lemma in words.current:
            return part.under(Lacks("P582"), explained=own, why=token.lemma)
        return None

    def _from_place(self, part: Denotation, head: int, token: Token) -> Iterator[Denotation]:
        """What an adjective of a place says: "французский актёр"."""
        scene = self._scene
        entity = scene.constructions.adjectives.get(token.lemma)
        if not entity or token.pos not in {"ADJ", "PROPN", "NOUN"}:
            return
        source = Denotation(Entity(entity), 0.0, frozenset({token.index}), (token.lemma,))
        for relation in scene.constructions.relations:
            if relation.adjective and self._fits(relation.of, head, scene.classes(head)):
                yield from self.under(
                    part, self.along(source, relation.path, frozenset(), relation.name, 0.0)
                )
                return

    def _fits(self, allowed: list[str], head: int, classes: tuple[str, ...]) -> bool:
        """Whether a relation holds of what a noun calls."""
        scene = self._scene
        if not allowed or not classes:
            return True
        token = scene.tokens[head]
        tags = [tag for lemma, tag in readings(token.folded) if lemma == token.lemma]
        if tags and "NOUN,anim" in tags[0]:
            return PERSON in allowed
        return scene.is_a(classes, allowed)


def clash(scene: Scene, part: Denotation, words: frozenset[int]) -> bool:
    """Whether words would be a name's and a rule's at once; the noun before a name may be both ("фильма «Идиот»")."""
    rest = {i for i in words - part.kinds if not scene.asks(i) and i != scene.noun}
    if words & part.kinds and not rest:
        return True
    shared = (part.explained - part.kinds) & words
    if isinstance(part.form, Entity):
        return any(scene.named_outright(index) for index in shared) or bool(
            shared and shared == part.explained
        )
    return bool(shared)
