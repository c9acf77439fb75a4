"""Clauses that describe a noun, read as the questions they answer: "сменивший Черчилля" as "кто сменил Черчилля".

So the property rules, which were written for questions, serve at every depth.
"""

from __future__ import annotations

from collections.abc import Collection

from simba.russian.morphology import readings
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordforms import is_passive
from simba.stages.composing.question.wordings import FiredRule, Phrasing, distinct
from simba.stages.composing.sets.arguments import arguments, is_above
from simba.stages.composing.sets.beam import best
from simba.stages.composing.sets.claimed import claimed
from simba.stages.composing.sets.climbing import above
from simba.stages.composing.sets.filling import Filling
from simba.stages.composing.sets.having import owners
from simba.stages.composing.sets.parts import Denotation
from simba.stages.composing.sets.rewording import as_question
from simba.stages.composing.sets.roles import told_without
from simba.stages.composing.sets.touching import touching
from simba.stages.composing.sets.widening import denied


class Describing:
    """Reads the clauses that describe the nouns of one question."""

    def __init__(self, scene: Scene, filling: Filling) -> None:
        self._scene, self._filling = scene, filling
        self._known: dict[tuple[int, int], list[Denotation]] = {}

    def read(self, verb: int, head: int) -> list[Denotation]:
        """What a relative or participle clause says of the noun that it hangs on."""
        key = (verb, head)
        if key not in self._known:
            self._known[key] = []  # a parser's tree may hold a cycle
            self._known[key] = self._read(verb, head)
        return self._known[key]

    def touched(self, verb: int, head: int) -> list[Denotation]:
        """What has to do with all that the clause names, where nothing that it is read as may be so."""
        scene = self._scene
        tokens = scene.describing[verb][1]
        if any(not one.dead and not scene.left(one.explained, tokens) for one in self.read(verb, head)):
            return []
        return list(touching(scene, tokens - scene.embedded(tokens) - scene.relative, self._filling.anchored))

    def _read(self, verb: int, head: int) -> list[Denotation]:
        scene = self._scene
        whole = scene.describing[verb][1]
        tokens = whole - scene.embedded(whole)
        negations = frozenset(i for i in tokens if scene.negates(i))
        if len(negations) > 1:
            return []
        tokens -= negations
        fired: list[FiredRule] = []
        joints: set[int] = set()
        made: set[str] = set()
        questions = as_question(scene, verb, head, tokens)
        # "фильмы, которые снял режиссёр «Сталкера»": the verb alone says enough, the noun is part of whom it tells of.
        owners_of = frozenset(i for i in tokens if is_above(scene, i))
        plain = as_question(scene, verb, head, tokens - owners_of) if owners_of - {verb} else []
        for wording, said in (*questions, *plain):
            some = scene.fire(wording)
            if made:  # "фильмы, снятые мужем X" are what he made, as the first wording says, not where
                some = [one for one in some if verb not in one.words or one.rule.property in made]
            elif is_passive(scene.tokens[verb]) and not self._oblique(tokens):
                made = {one.rule.property for one in some if one.reverse and verb in one.words}
            fired += some
            joints |= said
        equating = self._equating(verb) | {head}
        fired = [
            one._replace(words=one.words - {head})
            for one in fired
            if one.words - equating  # "дочери, ставшие ..." asks for no daughters
            and (one.reverse or one.rule.property not in made)  # nor who made him
        ]
        fired += claimed(scene, tokens)
        own = frozenset(tokens - scene.relative)
        parts = self._filling.constrained(
            own, distinct(fired, owners_of), [wording.text for wording, _ in questions], frozenset(joints)
        )
        held = self._filling.nouns.in_role(tokens)
        parts = told_without(parts, held) + held
        parts += self._having(tokens)
        parts += [found for one in parts if (found := above(scene, one, head)) is not None]
        told = negations | self._function(tokens)
        if negations:
            parts = denied(scene, parts)
        # A construction may have words of the main clause as well.
        own = whole.union({head}, *(inside for _, inside in scene.describing.values()))
        said_so = (
            one._replace(explained=one.explained & own | told, negated=bool(negations)) for one in parts
        )
        return best(scene, said_so)

    def _equating(self, verb: int) -> frozenset[int]:
        """The verb of a clause, if it says no more than that its noun is something."""
        lemmas = {lemma for lemma, _ in readings(self._scene.tokens[verb].folded)}
        return frozenset() if lemmas.isdisjoint(self._scene.words.copulas) else frozenset({verb})

    def _oblique(self, tokens: frozenset[int]) -> bool:
        """Whether the noun is not what a clause's verb is said of: "в честь которого назван X" is not what is named."""
        cases = {self._scene.tokens[one].features.get("Case") for one in tokens & self._scene.relative}
        return bool(cases - {None, "Nom"})

    def _having(self, tokens: frozenset[int]) -> list[Denotation]:
        """What a clause says of something that its noun has: "столица которой — Варшава", "чей герой Базаров"."""
        scene = self._scene
        relative = next((i for i in tokens if i in scene.relative), None)
        if relative is None:
            return []
        whose = any(lemma in scene.words.whose for lemma, _ in readings(scene.tokens[relative].folded))
        if not whose and scene.tokens[relative].features.get("Case") not in {"Gen", "Loc"}:
            return []
        near = range(relative + 1, relative + 4) if whose else (relative - 1,)
        thing = next((i for i in near if i in tokens and scene.is_nominal(i)), None)
        if thing is None or scene.named_outright(thing):
            return []
        own = frozenset({relative, thing})
        own |= {i for i in scene.children(thing) if scene.tokens[i].relation in {"amod", "det"}}
        copulas = {i for i in tokens if scene.tokens[i].lemma in scene.words.copulas}
        verbs = {i for i in tokens if scene.tokens[i].pos == "VERB"} - copulas
        if not verbs:
            told = [
                part
                for group in arguments(self._scene, tokens - own)
                if len(group) == 1
                for part in self._filling.anchored(group[0])
                if not part.explained & own
            ]
        else:
            which = [
                (("какой " if i == thing else "") + scene.tokens[i].folded, i)
                for i in sorted(tokens - {relative})
                if scene.tokens[i].is_word
            ]
            fired = distinct(scene.fire(Phrasing(which)))
            told = self._filling.constrained(tokens - own, fired, [])
        words = own | frozenset(copulas)
        score = scene.weights.later if verbs else scene.weights.marked  # nothing else that a rule may read
        return [one for part in told for one in owners(scene, part, thing, words, score)]

    def _function(self, tokens: Collection[int]) -> frozenset[int]:
        return frozenset(one for one in tokens if self._scene.tokens[one].folded in self._scene.words.equals)
