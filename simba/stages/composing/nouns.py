"""Noun phrases: the set that a noun with all that hangs on it denotes.

A name is its entity. A noun that asks for a property and governs a name is itself a question ("жена" in "Где родилась
жена Петра I?"). Any other noun is a class or an occupation, and what hangs on it are conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from simba.query import Class, Entity, Hop, Or, Without, path
from simba.russian.morphology import gender, readings
from simba.stages.composing.beam import best
from simba.stages.composing.conditions import ANYTHING, Conditions, Readers, clash
from simba.stages.composing.constructions import Relation
from simba.stages.composing.offices import holders
from simba.stages.composing.parts import Denotation, FiredRule, Link, anchored, step
from simba.stages.composing.scene import OCCUPATION, POSITIONS, PROFESSIONS, Scene
from simba.stages.composing.wordforms import inflected

DESCRIBING = 0.1
"""Against each word that merely describes a name."""
RELATED, LATER = 0.05, 0.02
"""For a noun that asks for what another has, and against each sense of it after the first."""
WIDER = 0.06
"""Against taking an office for all its kinds."""
UNSEXED = 0.08
"""Against a relative of whom no sex is known."""
UNTOLD = 0.07
"""Against leaving a noun's class to the clause that describes it."""
UNCLASSED = 0.1
"""Against taking the asked noun's class on trust."""
SEXES = {"male": "Q6581097", "female": "Q6581072"}
NAMING = frozenset({"appos", "flat", "flat:name", "flat:foreign", "compound", "nmod", "parataxis"})
OUTSIDE = frozenset({"conj", "acl", "acl:relcl", "nsubj", "nsubj:pass"})
"""What hangs on a noun without saying whose it is."""
Along = Callable[[Denotation], Denotation | None]


class Nouns:
    """Reads noun phrases; clauses that describe a noun are read by what `clause` says."""

    def __init__(self, scene: Scene, clause: Callable[[int, int], list[Denotation]]) -> None:
        self._scene = scene
        self.conditions = Conditions(scene, Readers(self.parts, self.rules_on, clause))
        self._known: dict[int, list[Denotation]] = {}

    def parts(self, head: int) -> list[Denotation]:
        """The sets that the phrase of a noun may denote, best first."""
        if head not in self._known:
            self._known[head] = []  # a parser's tree may hold a cycle
            found = [*self._names(head), *self._related(head), *self._kind(head)]
            for part in holders(self._scene, head):
                found += self.conditions.modified(part, head, part.explained)
            self._known[head] = best(self._scene, found)
        return self._known[head]

    # names

    def _names(self, head: int) -> Iterator[Denotation]:
        scene = self._scene
        for candidate, inside, score in scene.covering.get(head, ()):
            if head == scene.noun or (scene.clauses_on(head) and not scene.named_outright(head)):
                continue  # "страна, в которой": one of its kind
            explained, cost = self._described(inside)
            part = Denotation(Entity(candidate.entity.id), score - cost, explained, (candidate.entity.name,))
            if scene.clauses_on(head):
                yield from self.conditions.modified(part, head, inside)
            else:
                yield part
            yield from self._holders(candidate.entity.classes, part)
        if not scene.is_noun(head) or scene.named_outright(head):
            return
        if scene.tokens[head].lemma in scene.constructions.nouns:
            return  # "жена режиссёра Бортко" is no name of his
        for kid in scene.children(head):
            if scene.tokens[kid].relation not in NAMING or scene.case(kid):
                continue
            for candidate, inside, score in scene.covering.get(kid, ()):
                if (
                    head in inside
                    or self._gap(head, inside)
                    or not (candidate.class_noun is scene.tokens[head] or scene.named_outright(kid))
                ):
                    continue
                agrees = candidate.class_noun is scene.tokens[head]
                if (
                    not agrees
                    and scene.tokens[kid].relation == "nmod"
                    and candidate.mention.source != "quote"
                ):
                    continue
                explained, cost = self._described(inside | {head})
                yield Denotation(
                    Entity(candidate.entity.id),
                    score - cost - (0.0 if agrees else 0.1),
                    explained,
                    (candidate.entity.name,),
                )

    def _gap(self, noun: int, name: frozenset[int]) -> bool:
        """Whether words lie between a noun and a name, or before the noun."""
        tokens = self._scene.tokens[noun + 1 : min(name)]
        return noun > min(name) or any(token.is_word for token in tokens)

    def _described(self, inside: frozenset[int]) -> tuple[frozenset[int], float]:
        """The name with the words that merely describe it, and what speaks against that."""
        scene = self._scene
        explained, cost = inside, 0.0
        for index in inside:
            for kid in scene.children(index):
                token = scene.tokens[kid]
                if kid in explained or token.relation not in {
                    "amod",
                    "appos",
                    "acl",
                    "acl:relcl",
                    "flat",
                    "nmod",
                }:
                    continue
                below = frozenset(scene.parse.subtree(kid))
                picks = token.relation == "amod" and scene.tokens[index].lemma not in scene.words.parts
                heavy = [
                    one
                    for one in below
                    if scene.weight(scene.tokens[one]) > 1.2 and not scene.named_outright(one) and not picks
                ]
                if heavy or (any(scene.named_outright(one) for one in below) and token.relation != "appos"):
                    continue
                if token.relation == "nmod" and scene.tokens[kid].pos != "NOUN":
                    continue
                cost += DESCRIBING * sum(scene.word(scene.tokens[one]) for one in below)
                explained |= below
        return explained, cost

    def _holders(self, classes: Collection[str], part: Denotation) -> Iterator[Denotation]:
        """Who has the office or occupation of that name."""
        entity = part.form
        for of, name in ((POSITIONS, "P39"), (PROFESSIONS, OCCUPATION)):
            if classes and self._scene.is_a(classes, of):
                link = Link(name, entity, True)
                held = Denotation(link.form(), part.score, part.explained, (*part.why, name), link)
                yield held
                if name == "P39":  # "император": of Russia, of France
                    wider = Link(name, Hop(entity, path("^P279*")), True)
                    yield replace(held, form=wider.form(), link=wider, score=part.score - WIDER)

    # nouns that ask for a property

    def rules_on(self, head: int) -> list[FiredRule]:
        """The rules that fire on the noun, with nothing but its own words."""
        scene = self._scene
        own = frozenset(scene.parse.subtree(head))
        if head != scene.noun:
            own = own - {i for i in own if scene.asks(i)}
        else:
            own = own | {i for i in range(len(scene.tokens)) if scene.asks(i)}
        found: dict[tuple[str, bool], FiredRule] = {}
        for fired in scene.fired:
            if (
                head in fired.words
                and fired.over <= own
                and not any(scene.tokens[one].pos in {"VERB", "AUX"} for one in fired.words)
            ):
                found.setdefault((fired.rule.property, fired.reverse), fired)
        return list(found.values())[:6]

    def _related(self, head: int) -> Iterator[Denotation]:
        """What the noun asks of those that hang on it: "жена" of Peter, "столицы" of France and Italy."""
        scene = self._scene
        if scene.named_outright(head):
            return
        kind = next(self._classes(head), None)
        for kid in self._sources(head):
            for fired in self.rules_on(head):
                for part in self.conditions.together(kid, self._by_rule(fired, head)):
                    if fired.reverse and kind is not None:
                        part = part.also(kind)
                    yield from self.conditions.modified(part, head, frozenset({kid}))
            for number, relation in enumerate(scene.constructions.nouns.get(scene.tokens[head].lemma, [])):
                explained = self._said(relation, head)
                if not explained:
                    continue
                along = self._by_relation(relation, head, explained, RELATED - LATER * number)
                for part in self.conditions.together(kid, along):
                    for one in self._of_sex(part, relation.sex):
                        yield from self.conditions.modified(one, head, frozenset({kid}))

    def _by_rule(self, fired: FiredRule, head: int) -> Along:
        def along(source: Denotation) -> Denotation | None:
            if head in source.explained or not anchored(source.form):
                return None
            if clash(self._scene, source, fired.words):
                return None
            return step(
                source,
                fired.rule.property,
                reverse=fired.reverse,
                score=fired.merit / 2 - 0.1,
                explained=fired.words,
                why=fired.why,
                dead=not self._scene.leads(source.form, fired.rule.property, fired.reverse),
            )

        return along

    def _by_relation(self, relation: Relation, head: int, explained: frozenset[int], score: float) -> Along:
        def along(source: Denotation) -> Denotation | None:
            if head in source.explained or not anchored(source.form):
                return None
            return self.conditions.along(source, relation.path, explained, relation.name, score)

        return along

    def _said(self, relation: Relation, head: int) -> frozenset[int]:
        """The words that say a relation, none where some that it needs are missing."""
        scene = self._scene
        explained = {head}
        if relation.beside:
            found = scene.constructions.beside[relation.name].find(scene.whole.text)
            if not found:
                return frozenset()
            explained |= scene.whole.tokens(found.span, found.gaps)
        if relation.adjectives:
            some = [one for one in scene.children(head) if scene.tokens[one].lemma in relation.adjectives]
            if not some:
                return frozenset()
            explained |= {one for i in some for one in scene.parse.subtree(i)}
        return frozenset(explained)

    def _of_sex(self, part: Denotation, sex: str | None) -> Iterator[Denotation]:
        """Those of a sex; as well those of whom it is not said."""
        if sex is None:
            yield part
            return
        yield part.also(Denotation(Hop(Entity(SEXES[sex]), path("^P21"))))
        other = SEXES["female" if sex == "male" else "male"]
        kept = Without(part.form, Hop(Entity(other), path("^P21")))
        yield Denotation(kept, part.score - UNSEXED, part.explained, part.why)

    def _sources(self, head: int) -> list[int]:
        """The noun phrases that hang on a noun."""
        scene = self._scene
        found = []
        inner = {i for _, inside in scene.describing.values() for i in inside}
        for kid in scene.children(head):
            token = scene.tokens[kid]
            if kid in inner and head not in inner:
                continue
            if scene.is_nominal(kid) and token.relation not in OUTSIDE and not scene.asks(kid):
                found.append(kid)
        return found

    # classes and conditions

    def _classes(self, head: int) -> Iterator[Denotation]:
        scene = self._scene
        token = scene.tokens[head]
        own = frozenset({head})
        ids, own = self._longer_class(head) or (scene.classes(head), own)
        if not ids:
            return
        tags = [tag for lemma, tag in readings(token.folded) if lemma == token.lemma]
        if tags and "NOUN,anim" in tags[0] and token.lemma not in scene.words.kinds:
            if token.lemma in scene.constructions.nouns:
                return
            own |= frozenset(
                i
                for kid in scene.children(head)
                if scene.tokens[kid].lemma in scene.words.professions and scene.case(kid) == "по"
                for i in scene.parse.subtree(kid)
            )
            forms = [Hop(Entity(one), path(f"^{OCCUPATION}")) for one in ids[:3]]
            link = Link(OCCUPATION, Entity(ids[0]), True) if len(ids) == 1 else None
            yield Denotation(
                forms[0] if len(forms) == 1 else Or(*forms), 0.0, own, (token.lemma,), link, kinds=own
            )
            if len(ids) == 1:  # a chemist is a scientist
                wider = Link(OCCUPATION, Hop(Entity(ids[0]), path("^P279*")), True)
                yield Denotation(wider.form(), -WIDER, own, (token.lemma,), wider, kinds=own)
        else:
            yield Denotation(Class(*ids[:4]), 0.0, own, (token.lemma,), kinds=own)

    def _longer_class(self, head: int) -> tuple[tuple[str, ...], frozenset[int]] | None:
        """A class of two words: "химический элемент", "станция метро"."""
        scene = self._scene
        token = scene.tokens[head]
        for kid in scene.children(head):
            other = scene.tokens[kid]
            if abs(kid - head) > 1 or scene.named_outright(kid):
                continue
            if kid > head and other.relation == "nmod" and other.pos == "NOUN":
                name = f"{token.lemma} {other.folded}"
            elif kid < head and other.relation == "amod" and other.pos == "ADJ":
                name = (
                    f"{inflected(other.lemma, 'nomn', gender(token.lemma, 'NOUN') or 'masc')} {token.lemma}"
                )
            else:
                continue
            if ids := scene.classes_named(name):
                return tuple(sorted(ids, key=lambda one: (len(one), one))), frozenset({head, kid})
        return None

    def _kind(self, head: int) -> Iterator[Denotation]:
        scene = self._scene
        if not scene.is_noun(head) and head != scene.noun:
            return
        kinds = list(self._classes(head))
        for part in kinds:
            yield from self.conditions.modified(part, head)
        if kinds and not scene.is_asked(head) and scene.clauses_on(head):
            # What the clause says may be enough: "города, где родился Моцарт" the base may not know for one.
            own = frozenset({head})
            untold = Denotation(ANYTHING, -UNTOLD, own, (scene.tokens[head].lemma,), kinds=own)
            yield from (
                part
                for part in self.conditions.modified(untold, head)
                if part.form != ANYTHING and anchored(part.form)
            )
        token = scene.tokens[head]
        asks = token.lemma in scene.constructions.nouns or self.rules_on(head)
        if not kinds and not asks and scene.is_noun(head) and not scene.named_outright(head):
            # A noun that names no class: what hangs on it must do.
            nothing = Denotation(ANYTHING, -UNCLASSED, frozenset({head}), (scene.tokens[head].lemma,))
            for part in self.conditions.modified(nothing, head):
                if part.form != ANYTHING:
                    yield part
        for source, inside, score in scene.covering.get(head, ()):
            for part in self._holders(
                source.entity.classes,
                Denotation(Entity(source.entity.id), score, inside, (source.entity.name,)),
            ):
                yield from self.conditions.modified(part, head, inside)
