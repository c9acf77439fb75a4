"""Noun phrases: the set that a noun with all that hangs on it denotes.

A name is its entity. A noun that asks for a property and governs a name is itself a question ("жена" in "Где родилась
жена Петра I?"). Any other noun is a class or an occupation, and what hangs on it are conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from simba.query import Class, Entity, Has, Hop, Lacks, Member, Or, Without, path
from simba.russian.morphology import gender, readings
from simba.stages.composing.offices import holders
from simba.stages.composing.parts import Denotation, FiredRule, Link, anchored, step
from simba.stages.composing.ranks import superlatives
from simba.stages.composing.scene import OCCUPATION, PERSON, POSITIONS, PROFESSIONS, Scene, inflected

BEAM = 10
"""Readings kept of a noun phrase."""
DEAD = 3
"""Readings kept though they lead nowhere: they say what was asked."""
DESCRIBING = 0.1
"""Against each word that merely describes a name."""
UNCLASSED = 0.1
"""Against taking the asked noun's class on trust."""
SEXES = {"male": "Q6581097", "female": "Q6581072"}
NAMING = frozenset({"appos", "flat", "flat:name", "flat:foreign", "compound", "nmod", "parataxis"})
OUTSIDE = frozenset({"conj", "acl", "acl:relcl", "nsubj", "nsubj:pass"})
"""What hangs on a noun without saying whose it is."""
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


ANYTHING = Member()
"""Stands for all there is, until some condition takes its place."""

ClauseReader = Callable[[int, int], list[Denotation]]


def clash(scene: Scene, part: Denotation, words: frozenset[int]) -> bool:
    """Whether words would be a name's and a rule's at once; the noun before a name may be both ("фильма «Идиот»")."""
    shared = part.explained & words
    if isinstance(part.form, Entity):
        return any(scene.named_outright(index) for index in shared) or bool(
            shared and shared == part.explained
        )
    return bool(shared)


class Nouns:
    """Reads noun phrases; clauses that describe a noun are read by what `clause` says."""

    def __init__(self, scene: Scene, clause: ClauseReader) -> None:
        self._scene, self._clause = scene, clause
        self._known: dict[int, list[Denotation]] = {}

    def parts(self, head: int) -> list[Denotation]:
        """The sets that the phrase of a noun may denote, best first."""
        if head not in self._known:
            self._known[head] = []  # a parser's tree may hold a cycle
            found = [*self._names(head), *self._related(head), *self._kind(head)]
            found += [one for part in holders(self._scene, head) for one in self._modified(part, head, set())]
            self._known[head] = self.best(found)
        return self._known[head]

    def best(self, parts: list[Denotation], beam: int = BEAM) -> list[Denotation]:
        """The best different ones: those that explain more, and have less against them."""
        worth = {id(part): part.score + self.worth(part.explained) for part in parts}
        found: dict[object, Denotation] = {}
        for part in sorted(parts, key=lambda part: -worth[id(part)]):
            found.setdefault((part.form, part.explained), part)
        kept = list(found.values())
        return [*(one for one in kept if not one.dead)][:beam] + [one for one in kept if one.dead][:DEAD]

    def worth(self, explained: frozenset[int]) -> float:
        """What it is worth to explain these tokens."""
        return 0.5 * sum(self._scene.weight(self._scene.tokens[index]) for index in explained)

    # names

    def _names(self, head: int) -> Iterator[Denotation]:
        scene = self._scene
        for candidate, inside, score in scene.covering.get(head, ()):
            if head == scene.noun:
                continue
            explained, cost = self._described(inside)
            part = Denotation(Entity(candidate.entity.id), score - cost, explained, (candidate.entity.name,))
            yield from self._modified(part, head, set(inside)) if scene.clauses_on(head) else [part]
            yield from self._holders(candidate.entity.classes, part)
        if scene.tokens[head].pos != "NOUN" or scene.named_outright(head):
            return
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
                yield Denotation(link.form(), part.score, part.explained, (*part.why, name), link)

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
        scene = self._scene
        token = scene.tokens[head]
        if scene.named_outright(head):
            return
        rules = self.rules_on(head)
        relations = scene.constructions.nouns.get(token.lemma, [])
        kind = next(self._classes(head), None)
        for kid in self._sources(head):
            if kid == head:
                continue
            for source in self.parts(kid):
                if head in source.explained or not anchored(source.form):
                    continue
                for fired in rules:
                    if clash(scene, source, fired.words):
                        continue
                    part = step(
                        source,
                        fired.rule.property,
                        reverse=fired.reverse,
                        score=fired.merit / 2 - 0.1,
                        explained=fired.words,
                        why=fired.why,
                        dead=not scene.leads(source.form, fired.rule.property, fired.reverse),
                    )
                    if fired.reverse and kind is not None:
                        part = part.also(kind)
                    yield from self._modified(part, head, {kid})
                for number, relation in enumerate(relations):
                    explained = {head}
                    if relation.beside:
                        found = scene.constructions.beside[relation.name].find(scene.whole.text)
                        if not found:
                            continue
                        explained |= scene.whole.tokens(found.span, found.gaps)
                    if relation.adjectives:
                        some = [
                            one
                            for one in scene.children(head)
                            if scene.tokens[one].lemma in relation.adjectives
                        ]
                        if not some:
                            continue
                        explained |= {one for i in some for one in scene.parse.subtree(i)}
                    part = self._along(
                        source, relation.path, frozenset(explained), relation.name, 0.05 - 0.02 * number
                    )
                    if relation.sex:
                        sexed = part.also(Denotation(Hop(Entity(SEXES[relation.sex]), path("^P21"))))
                        yield from self._modified(sexed, head, {kid})
                        other = SEXES["female" if relation.sex == "male" else "male"]
                        kept = Without(part.form, Hop(Entity(other), path("^P21")))
                        part = Denotation(kept, part.score - 0.08, part.explained, part.why)
                    yield from self._modified(part, head, {kid})

    def _along(
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
        )

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
            yield Denotation(forms[0] if len(forms) == 1 else Or(*forms), 0.0, own, (token.lemma,), link)
        else:
            yield Denotation(Class(*ids[:4]), 0.0, own, (token.lemma,))

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
            if ids := scene.named(name):
                return tuple(sorted(ids, key=lambda one: (len(one), one))), frozenset({head, kid})
        return None

    def _kind(self, head: int) -> Iterator[Denotation]:
        scene = self._scene
        if scene.tokens[head].pos != "NOUN" and head != scene.noun:
            return
        kinds = list(self._classes(head))
        for part in kinds:
            yield from self._modified(part, head, set())
        token = scene.tokens[head]
        asks = token.lemma in scene.constructions.nouns or self.rules_on(head)
        if not kinds and not asks and token.pos == "NOUN" and not scene.named_outright(head):
            # A noun that names no class: what hangs on it must do.
            nothing = Denotation(ANYTHING, -UNCLASSED, frozenset({head}), (scene.tokens[head].lemma,))
            for part in self._modified(nothing, head, set()):
                if part.form != ANYTHING:
                    yield part
        for source, inside, score in scene.covering.get(head, ()):
            for part in self._holders(
                source.entity.classes,
                Denotation(Entity(source.entity.id), score, inside, (source.entity.name,)),
            ):
                yield from self._modified(part, head, set(inside))

    def modified(self, part: Denotation, head: int) -> list[Denotation]:
        """A set that is known otherwise, under the conditions that hang on its noun."""
        return list(self._modified(part, head, set()))

    def _modified(self, part: Denotation, head: int, used: set[int]) -> Iterator[Denotation]:
        """The part with what else hangs on its noun as conditions."""
        scene = self._scene
        now = [part]
        own = {head, *(one for one in part.explained if one > head and scene.named_outright(one))}
        for verb in [verb for one in own for verb in scene.clauses_on(one)]:
            if scene.describing[verb][1] & part.explained:
                continue
            further = [self._with(one, clause) for one in now for clause in self._clause(verb, head)[:4]]
            if further:
                now = self.best([*further, *now], 4)
        inner = {i for _, inside in scene.describing.values() for i in inside}
        for kid in scene.children(head):
            token = scene.tokens[kid]
            if kid in inner and head not in inner:
                continue
            if kid in used or kid in part.explained or token.relation in COORDINATION or not token.is_word:
                continue
            further = [
                met
                for one in now
                for met in self._conditions(one, head, kid)
                if met.explained != one.explained
            ]
            if further:
                now = self.best([*further, *now], 4)
        for one in now:
            yield one
            if one.form != ANYTHING:
                yield from superlatives(scene, one, head)

    def _conditions(self, part: Denotation, head: int, kid: int) -> Iterator[Denotation]:
        scene = self._scene
        token = scene.tokens[kid]
        of = scene.classes(head)
        if token.lemma in scene.words.former:
            met = part.under(Has("P582"), explained=frozenset({kid}), why=token.lemma)
            if met is not None:
                yield met
            return
        if token.lemma in scene.words.current:
            met = part.under(Lacks("P582"), explained=frozenset({kid}), why=token.lemma)
            if met is not None:
                yield met
            return
        entity = scene.constructions.adjectives.get(token.lemma)
        if entity and token.pos in {"ADJ", "PROPN", "NOUN"}:
            source = Denotation(Entity(entity), 0.0, frozenset({kid}), (token.lemma,))
            for relation in scene.constructions.relations:
                if relation.adjective and self._fits(relation.of, head, of):
                    yield self._with(
                        part, self._along(source, relation.path, frozenset(), relation.name, 0.0)
                    )
                    break
        if not scene.is_nominal(kid):
            return
        before = scene.case(kid)
        for source in self.parts(kid):
            if source.explained & part.explained:
                continue
            if token.relation != "appos" and not anchored(source.form):
                continue
            if token.relation == "appos" or (before is None and token.relation in {"parataxis"}):
                if not isinstance(source.form, Entity):
                    yield self._with(part, source)
                continue
            if before is None:
                for fired in self.rules_on(head):
                    if fired.reverse and not clash(scene, source, fired.words):
                        yield self._with(
                            part,
                            step(
                                source,
                                fired.rule.property,
                                reverse=True,
                                score=fired.merit / 2 - 0.1,
                                explained=fired.words,
                                why=fired.why,
                                dead=not scene.leads(source.form, fired.rule.property, True),
                            ),
                        )
            tried = 0
            for relation in scene.constructions.relations:
                if (
                    tried < (3 if of else 6)
                    and self._fits(relation.of, head, of)
                    and ((relation.genitive and before is None) or before in relation.before)
                ):
                    along = self._along(
                        source, relation.path, frozenset(), relation.name, -0.05 * (tried + 1)
                    )
                    tried += not along.dead
                    yield self._with(part, along)

    def _with(self, part: Denotation, condition: Denotation) -> Denotation:
        """The part under a condition; the class stays the narrower one's link where the part has none."""
        if part.form == ANYTHING:
            return replace(
                condition, score=condition.score + part.score, explained=condition.explained | part.explained
            )
        return (
            condition.also(part) if part.link is None and condition.link is not None else part.also(condition)
        )

    def _fits(self, allowed: list[str], head: int, classes: tuple[str, ...]) -> bool:
        scene = self._scene
        if not allowed or not classes:
            return True
        tags = [
            tag for lemma, tag in readings(scene.tokens[head].folded) if lemma == scene.tokens[head].lemma
        ]
        if tags and "NOUN,anim" in tags[0]:
            return PERSON in allowed
        return scene.is_a(classes, allowed)
