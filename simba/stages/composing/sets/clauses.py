"""The question's own clause: the set that it denotes with the asked place left open ("кто снял «Гараж»")."""

from __future__ import annotations

from functools import cached_property

from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordings import FiredRule, Phrasing, distinct
from simba.stages.composing.sets.arguments import is_above
from simba.stages.composing.sets.claimed import COPULAS, claimed
from simba.stages.composing.sets.describing import Describing
from simba.stages.composing.sets.filling import Filling, asks_itself
from simba.stages.composing.sets.nouns import Nouns
from simba.stages.composing.sets.parts import Denotation
from simba.stages.composing.sets.periods import dated_by, times
from simba.stages.composing.sets.qualifying import qualifying
from simba.stages.composing.sets.superlatives import picked
from simba.stages.composing.sets.touching import touching
from simba.stages.composing.sets.widening import denied
from simba.stages.parse import ROOT
from simba.stages.properties import answers


class Clauses:
    """Reads the clauses of one question."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.nouns = Nouns(
            scene,
            lambda verb, head: self._describing.read(verb, head),
            lambda verb, head: self._describing.touched(verb, head),
        )
        self._filling = Filling(scene, self.nouns)
        self._describing = Describing(scene, self._filling)

    def asked(self, without: frozenset[int] = frozenset()) -> list[Denotation]:
        """What the question's main clause says of what is asked for, without what hangs on the asked noun."""
        scene = self.scene
        tokens = self.main - without
        beside = self._beside(tokens)
        tokens -= frozenset(index for _, inside in beside for index in inside)
        asking, plainly = self._asking(), self._plainly_asking()
        fit = self._fitting(tokens, tokens & asking - plainly)
        wordings = [scene.wording(tokens).text]
        found = self._filling.constrained(tokens - asking, fit, wordings)
        if scene.noun in qualifying(scene, wordings) and asking & tokens > plainly:
            # "какую роль в экипаже «Союза-11» исполнял X": what hangs on the asked noun is told of as well
            found += self._filling.constrained(tokens - plainly, [], wordings)
        for verb, inside in beside:
            others = self._second(verb, inside)
            if not found:  # "родились после 1950 года и играли X"
                found = [met for one in others[:6] for met in dated_by(scene, one, tokens - asking)]
                continue
            when = [met for one in found[:6] for met in dated_by(scene, one, inside)]
            both = [one.also(other) for one in found[:6] for other in others[:4]]
            # A number that the second writes out is not known here: "впадает в Каспий и имеет длину 3530 километров".
            found = when + both + ([] if any(not one.dead for one in others) else found)
        return found

    def _fitting(self, tokens: frozenset[int], hung: frozenset[int]) -> list[FiredRule]:
        """The rules that fire on the main clause, those last that ask for something else than the question; ``hung``
        is what hangs on the asked noun.
        """
        scene = self.scene
        above = {i for i in tokens if i != scene.noun and is_above(scene, i)}
        fired = [one for one in self._fired(tokens, above, hung) if not _picks(scene, one)]
        if scene.parse.told:
            fired = [one for one in fired if not _tells(scene, one)]
        asked = scene.tokens[scene.noun].lemma if scene.noun is not None else None
        if asked in scene.constructions.nouns and any(map(scene.is_nominal, hung)):
            # "кто из детей X был царём" asks for no child of a tsar
            own = self._plainly_asking() | scene.prepositions
            fired = [one for one in fired if not one.words <= own]
        heads = above | {head for head, _ in scene.describing.values()}
        fit = [
            one if self._answers(one) else one._replace(merit=one.merit + scene.weights.unfit)
            for one in distinct(fired, frozenset(heads))
        ]
        # "имеет официальный язык финский": the value is named, not asked; but "в честь кого" asks for it
        fit += [
            one.turn(scene.weights.doubt)
            for one in fit
            if not (one.reverse or scene.noun in one.words or asks_itself(scene, one))
        ]
        return fit if scene.noun is None else fit + claimed(scene, tokens, COPULAS)

    def _fired(self, tokens: frozenset[int], above: set[int], hung: frozenset[int]) -> list[FiredRule]:
        """The rules that fire on the main clause's words, in the orders and without the words that may hide them;
        what those ``above`` others are need not be said.
        """
        scene = self.scene
        fired = [one for one in scene.fired if one.words <= tokens]
        if len(tokens) < len(scene.tokens) - 2:
            fired += scene.fire(scene.wording(tokens))
        if (turned := self._verb_before(tokens)) is not None:
            fired += scene.fire(turned)
        if above and not self._merely_is(tokens):
            # "какие фильмы снял режиссёр «Таксиста»": the verb alone says enough
            fired += scene.fire(scene.wording(tokens - above))
        placed = {i for i in hung if scene.tokens[i].head != scene.noun or scene.is_nominal(i)}
        if prepositions := placed & scene.prepositions:
            # "какие города на Волге основал X": the verb tells nothing of the river; but "на какой высоте над уровнем
            # моря" a rule spells out.
            whole = {one: scene.tokens[one].head for one in prepositions}
            fired = [one for one in fired if all(whole[i] in one.words for i in prepositions & one.words)]
            fired += scene.fire(scene.wording(tokens - placed))
        return fired

    def _merely_is(self, tokens: frozenset[int]) -> bool:
        """Whether a clause's verbs say no more than what something is, or is called."""
        words = (self.scene.tokens[index] for index in tokens)
        verbs = [token.lemma for token in words if token.pos in {"VERB", "AUX"}]
        return bool(verbs) and all(one in self.scene.fillers for one in verbs)

    def _verb_before(self, tokens: frozenset[int]) -> Phrasing | None:
        """The clause with its last word, a verb, before what it governs, as rules spell them: "вступили в"."""
        scene = self.scene
        timed = {word for time in times(scene, tokens) for word in time.words}
        words = [one for one in sorted(tokens - timed) if scene.tokens[one].is_word]
        if not words or scene.tokens[words[-1]].pos != "VERB":
            return None
        asking = [one for one in words if scene.asks(one) or one == scene.noun]
        rest = words[len(asking) :]
        if len(rest) < 3 or asking != words[: len(asking)]:
            return None
        order = (*asking, rest[-1], *rest[:-1])
        return scene.respoken([(scene.tokens[one].folded, one) for one in order])

    def describing(self, noun: int) -> list[Denotation]:
        """What the clauses that describe a noun say of it."""
        verbs = (verb for verb, (head, _) in self.scene.describing.items() if head == noun)
        return [part for verb in verbs for part in self._describing.read(verb, noun)]

    def touched(self) -> list[Denotation]:
        """What has to do with all of several things that the main clause names."""
        tokens = self.main - self._asking()
        return list(touching(self.scene, tokens, self._filling.anchored, least=2))

    def open(self, tokens: frozenset[int], wordings: list[Phrasing]) -> list[Denotation]:
        """What a statement of these tokens says of a thing that it leaves open; as the questions that ask for that."""
        scene = self.scene
        fired = distinct([one for wording in wordings for one in scene.fire(wording)])
        fired += [one.turn(scene.weights.doubt) for one in fired if not one.reverse]
        return self._filling.constrained(tokens, fired, [wording.text for wording in wordings])

    def _beside(self, tokens: frozenset[int]) -> list[tuple[int, frozenset[int]]]:
        """The clauses that "и" sets beside the main verb's: "родился в Москве и умер в Париже"."""
        scene = self.scene
        found = []
        for token in scene.tokens:
            if (
                token.index in tokens
                and token.relation == "conj"
                and token.pos == "VERB"
                and token.head != ROOT
            ):
                above = scene.tokens[token.head]
                # What follows the second verb is its own, though a parser hang it on the first.
                behind = (kid for kid in scene.children(above.index) if kid > token.index)
                joints = (kid for kid in scene.children(token.index) if scene.tokens[kid].relation == "cc")
                first = next(joints, 0)  # nor is its own what stands before "и"
                inside = tokens.intersection(
                    i for one in (token.index, *behind) for i in scene.parse.subtree(one) if i >= first
                )
                if above.pos == "VERB" and len(inside) > 1 and not any(map(scene.asks, inside)):
                    found.append((token.index, inside))
        return found

    def _second(self, verb: int, inside: frozenset[int]) -> list[Denotation]:
        """What the second of two joined clauses says of what is asked for."""
        scene = self.scene
        negations = frozenset(one for one in inside if scene.negates(one))
        if len(negations) > 1:
            return []
        inside -= negations
        rest = [(scene.tokens[one].folded, one) for one in sorted(inside) if scene.tokens[one].is_word]
        asking = [
            (scene.tokens[one].folded, None) for one in range(verb) if scene.asks(one) or one == scene.noun
        ]
        wordings = [scene.respoken([*asking, *rest]), scene.respoken(rest)]
        fired = distinct([one for wording in wordings for one in scene.fire(wording)])
        both_ways = fired + [one.turn(scene.weights.doubt) for one in fired if not one.reverse]
        found = self._filling.constrained(inside, both_ways, [wordings[0].text])
        if not negations:
            return found
        told = denied(scene, found)
        return [one._replace(explained=one.explained | negations, negated=True) for one in told]

    @cached_property
    def denied_beside(self) -> frozenset[int]:
        """The negations of clauses beside the main verb's: "граничат с Германией, но не входят в НАТО"."""
        return frozenset(
            one
            for verb, inside in self._beside(self.main)
            for one in inside
            if self.scene.negates(one) and any(not part.dead for part in self._second(verb, inside))
        )

    @property
    def main(self) -> frozenset[int]:
        """The tokens outside all clauses that describe nouns."""
        scene = self.scene
        everything = frozenset(range(len(scene.tokens))) - scene.hidden
        return everything - scene.embedded(everything) if scene.describing else everything

    def _plainly_asking(self) -> frozenset[int]:
        scene = self.scene
        return scene.interrogatives if scene.noun is None else scene.interrogatives | {scene.noun}

    def _asking(self) -> frozenset[int]:
        """The asked noun with what hangs on it, and the rest of the interrogative."""
        scene = self.scene
        asking = self._plainly_asking()
        if scene.noun is not None and scene.tokens[scene.noun].relation not in {"root"}:
            below = set(scene.parse.subtree(scene.noun))
            verbs = {one for one in below if scene.tokens[one].pos == "VERB"}
            # A subtree may be wrong: a finite verb's arguments do not hang on the noun.
            asking |= {one for one in below if verbs.isdisjoint((one, *scene.parse.ancestors(one)))}
        elif scene.noun is not None:
            asking |= {scene.noun}
            for kid in scene.children(scene.noun):
                if scene.tokens[kid].relation in {"nmod", "amod", "det", "case"}:
                    asking |= set(scene.parse.subtree(kid))
        return asking

    def _answers(self, fired: FiredRule) -> bool:
        return answers(fired.rule, self.scene.interrogative) or asks_itself(self.scene, fired)


def _tells(scene: Scene, fired: FiredRule) -> bool:
    """Whether a rule's words, but for those that ask, are what marks set off behind a name: nothing is asked so."""
    said = {one for one in fired.words if scene.tokens[one].is_word and not scene.asks(one)}
    return bool(said) and said <= scene.parse.told.keys()


def _picks(scene: Scene, fired: FiredRule) -> bool:
    """Whether a rule's only words pick by what it asks for: "самой длинной реки" asks for no length."""
    by = picked(scene) if fired.rule.answer == {"number"} else None
    return by is not None and fired.words <= by.words
