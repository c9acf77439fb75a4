"""Noun phrases: the set that a noun with all that hangs on it denotes.

A name is its entity. A noun that asks for a property and governs a name is itself a question ("жена" in "Где родилась
жена Петра I?"). Any other noun is a class or an occupation, and what hangs on it are conditions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from itertools import islice, product

from simba.common.lazy import cached_property
from simba.common.vocabulary import INSTANCE_OF
from simba.query import Entity, Form, entities, properties
from simba.stages.composing.question.constructions import Relation
from simba.stages.composing.question.covering import HUMAN
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordforms import is_animate
from simba.stages.composing.question.wordings import FiredRule
from simba.stages.composing.sets.arguments import arguments
from simba.stages.composing.sets.beam import best
from simba.stages.composing.sets.conditions import ANYTHING, Clause, Conditions, Readers
from simba.stages.composing.sets.joining import Along, together
from simba.stages.composing.sets.kinds import kinds
from simba.stages.composing.sets.named import bearers, called, entity, is_name_of_group, members
from simba.stages.composing.sets.offices import holders
from simba.stages.composing.sets.parts import Denotation, anchored
from simba.stages.composing.sets.qualifying import may_qualify, qualified, qualifying
from simba.stages.composing.sets.roles import roles, told_without
from simba.stages.composing.sets.sexes import SEX, of_sex
from simba.stages.composing.sets.stepping import along_path, along_rule
from simba.stages.composing.sets.valued import valued, written_values
from simba.stages.interrogative import NO_INTERROGATIVE
from simba.stages.parse import ROOT, Token
from simba.stages.properties import answers

OF_PLACE = "of_place"
"""What marks a reading that takes an adjective for whose something is: "норвежский премьер"."""
UNTOLD = "untold"
"""What marks a reading of a noun that nothing is called, as in "номер телефона": it asks, but nothing answers."""
PARTS = frozenset({"P361", "P527", "P179"})
"""What says but that a thing is a part of another, or of a series."""
SOURCES = 5
"""Readings of a noun phrase that a statement may be about."""
OUTSIDE = frozenset({"conj", "acl", "acl:relcl", "nsubj", "nsubj:pass"})
"""What hangs on a noun without saying whose it is."""


class Nouns:
    """Reads noun phrases; clauses that describe a noun are read by what `clause` says."""

    def __init__(self, scene: Scene, clause: Clause, touched: Clause) -> None:
        self._scene = scene
        self.conditions = Conditions(scene, Readers(self.parts, self.rules_on, clause, touched))
        self._known: dict[int, list[Denotation]] = {}
        self._of_kind: dict[int, list[Denotation]] = {}
        self._on_noun: dict[int, list[FiredRule]] = {}

    def parts(self, head: int) -> list[Denotation]:
        """The sets that the phrase of a noun may denote, best first."""
        if head not in self._known:
            self._known[head] = []  # a parser's tree may hold a cycle
            found = list(self._of_place(head))
            only = found and not _is_many(self._scene.tokens[head])  # a capital of France is one thing
            found += [*self._names(head), *self._related(head), *(() if only else self._kind(head))]
            found += self._named_behind(head)
            for part in holders(self._scene, head):
                found += self.conditions.modified(part, head, part.explained)
            found += self._stated(head)
            if self._in_roles and self._scene.is_noun(head) and not self._scene.is_asked(head):
                below = frozenset({head, *self._scene.parse.subtree(head)})
                held = [part for part in self.in_role(below) if head in part.explained]
                found = told_without(found, held) + held
            if head != self._scene.noun:
                found += self._valued(head, found)
            self._known[head] = best(self._scene, found)
        return self._known[head]

    def _valued(self, head: int, found: list[Denotation]) -> list[Denotation]:
        """Those that have a value which the phrase writes out: "в стране с телефонным кодом +354"."""
        values = written_values(self._scene)
        after = self._scene.tokens[head + 1 : head + 2] if values else ()
        if not any(token.lemma in self._scene.words.having for token in after):
            return []
        made: list[Denotation] = []
        for value in values:  # whatever a parser hangs them on
            inside = frozenset(range(head, max(value.words) + 1))
            if not any(self._scene.tokens[one].pos in {"VERB", "AUX", "PUNCT"} for one in inside):
                made += [met for part in found for met in valued(self._scene, part, head, value, inside)]
        return made

    # names

    def _names(self, head: int) -> Iterator[Denotation]:
        scene = self._scene
        clauses = scene.clauses_on(head)
        among = scene.case(head) in scene.words.among
        for candidate, inside, score in scene.covering.get(head, ()):
            if among and is_name_of_group(candidate, inside):
                yield from self.conditions.modified(members(scene, candidate, inside, score), head, inside)
            if head == scene.noun or (clauses and not scene.named_outright(head)):
                continue  # "страна, в которой": one of its kind
            part = entity(scene, candidate, inside, score)
            if clauses:
                yield from self.conditions.modified(part, head, inside)
            else:
                yield part
            yield from bearers(scene, scene.classes_of(candidate), part)
        yield from called(scene, head)

    def _named_behind(self, head: int) -> Iterator[Denotation]:
        """Whose name stands behind all else that says who he is: "президента СССР Михаила Горбачёва"."""
        scene, noun = self._scene, self._scene.tokens[head]
        if not is_animate(noun) or scene.named_outright(head) or noun.lemma in scene.constructions.kin:
            return
        kids = (scene.tokens[kid] for kid in scene.children(head) if kid > head + 1)
        names = [kid.index for kid in kids if kid.relation == "appos" and kid.pos == "PROPN"]
        if len(names) != 1 or not scene.named_outright(names[0]):
            return
        told = frozenset({head, *scene.parse.subtree(head)}).difference(scene.parse.subtree(names[0]), names)
        if any(scene.asks(one) or scene.tokens[one].pos == "VERB" for one in told):
            return
        for candidate, inside, score in scene.covering[names[0]]:
            if HUMAN in candidate.entity.classes:
                yield entity(scene, candidate, inside, score).with_words(told, scene.weights.later)

    # nouns that ask for a property

    def rules_on(self, head: int) -> list[FiredRule]:
        """The rules that fire on the noun, with nothing but its own words."""
        if head not in self._on_noun:
            self._on_noun[head] = self._rules_on(head)
        return self._on_noun[head]

    def _rules_on(self, head: int) -> list[FiredRule]:
        scene = self._scene
        own = frozenset(scene.parse.subtree(head))
        if head != scene.noun:
            counts = scene.interrogative.type == "number"  # "сколько жителей"
            own = own - {i for i in own if scene.asks(i) and not (counts and scene.tokens[i].head == head)}
        else:
            own = own | {i for i in range(len(scene.tokens)) if scene.asks(i)}
        found = self._fired_within(head, own) or self._beside_inner(head, own)
        asking = scene.interrogative.polar or scene.interrogative.type == "number"
        if (
            not found and asking
        ):  # "правда ли, что режиссёр ...", "на сколько население": rules take that for theirs
            alone = scene.fire(scene.wording(own - scene.embedded(own)))
            found = [one for one in alone if head in one.words and not self._has_verb(one)][:6]
        return found or self._fired_within(head, own | self._asking_who(head))

    def _has_verb(self, fired: FiredRule) -> bool:
        return any(self._scene.tokens[one].pos in {"VERB", "AUX"} for one in fired.words)

    def _fired_within(self, head: int, own: frozenset[int]) -> list[FiredRule]:
        """The rules that fire on a noun with no other than these words, none of them a verb."""
        scene = self._scene
        found: dict[tuple[str, bool], FiredRule] = {}
        # The words of "год выхода книги, по которой снят фильм" go on in the clause, though it tells of another thing.
        aside = scene.embedded(own) if own else frozenset[int]()
        apart = scene.fire(scene.wording(own - aside)) if aside and head not in aside else []
        for fired in [*apart, *scene.fired]:
            if head in fired.words and fired.over <= own and not self._has_verb(fired):
                found.setdefault((fired.rule.property, fired.reverse), fired)
        return list(found.values())[:6]

    def _asking_who(self, head: int) -> frozenset[int]:
        """The pronoun that asks who or what a noun calls: "кто режиссёр фильма, который ..."."""
        scene, above = self._scene, self._scene.tokens[head].head
        if scene.noun is not None or scene.interrogative.type not in {"person", "group", "thing"}:
            return frozenset()
        return frozenset(
            token.index
            for token in scene.tokens
            if scene.asks(token.index)
            and token.pos == "PRON"
            and (token.head == head or token.index == above)
        )

    def _beside_inner(self, head: int, own: frozenset[int]) -> list[FiredRule]:
        """The rules of a noun alone, where they spell out another's with it: "режиссёр экранизации «Обломова»"."""
        scene = self._scene
        of_another = (
            kid for kid in scene.children(head) if scene.tokens[kid].lemma in scene.constructions.nouns
        )
        inner = {one for kid in of_another if self._sources(kid) for one in scene.parse.subtree(kid)}
        alone = scene.fire(scene.wording(own - inner)) if inner else ()
        return [one for one in alone if head in one.words][:6]

    def _related(self, head: int) -> Iterator[Denotation]:
        """What the noun asks of those that hang on it: "жена" of Peter, "столицы" of France and Italy."""
        scene = self._scene
        if scene.named_outright(head):
            return
        weights = scene.weights
        own = [kid for kid in self._sources(head) if not self._is_himself(head, kid)]
        yield from self._in_common(head, own)
        for fired in self.rules_on(head):
            kind = next(iter(self._kinds(head)), None) if fired.reverse else None
            by_rule = partial(along_rule, scene, fired=fired, apart=frozenset({head}))
            # "автор либретто «Нормы»": of whom it is told hangs on any of the words that the rule spells out.
            inner = (kid for word in sorted(fired.words - {head}) for kid in self._sources(word))
            inner = (kid for kid in inner if kid not in fired.words or self._says_more(kid))
            for kid in [*own, *inner]:
                for part in together(scene, kid, self.parts, by_rule):
                    if kind is not None:
                        part = part.also(kind)
                    yield from self.conditions.modified(part, head, frozenset({kid, *fired.words}))
        for kid in own:
            if (
                scene.tokens[head].lemma in scene.words.members
                and scene.tokens[kid].lemma in scene.words.crews
            ):
                crew = [
                    one for one in self.parts(kid) if anchored(one.form) and not isinstance(one.form, Entity)
                ]
                for part in crew:
                    met = part.with_words({head}, weights.likely)
                    yield from self.conditions.modified(met, head, frozenset({kid}))
            for number, relation in enumerate(scene.constructions.nouns.get(scene.tokens[head].lemma, [])):
                explained = self._said(relation, head)
                if not explained:
                    continue
                along = self._by_relation(relation, head, explained, weights.hint + weights.later * number)
                both = _is_many(scene.tokens[head]) and scene.tokens[head].lemma in scene.words.of_both
                for part in together(scene, kid, self.parts, along):
                    for one in of_sex(scene, part, None if both else relation.sex):
                        yield from self.conditions.modified(one, head, frozenset({kid}))

    def _says_more(self, kid: int) -> bool:
        """Whether a noun that a rule spells out as a class says more: whose it is, or what a clause tells of it."""
        scene = self._scene
        return bool(scene.clauses_on(kid)) or scene.tokens[kid].lemma in scene.constructions.nouns

    def _is_himself(self, head: int, kid: int) -> bool:
        """Whether a trade stands before who has it: "сыграл актёр Тоби Магуайер" asks for nobody's actor."""
        scene = self._scene
        noun, name = scene.tokens[head], scene.tokens[kid]
        case = noun.features.get("Case")
        return (
            case == name.features.get("Case") != "Gen"
            and head < kid
            and is_animate(noun)
            and noun.lemma not in scene.constructions.kin
            and scene.named_outright(kid)
            and all(HUMAN in one.entity.classes for one, *_ in scene.covering[kid])
        )

    def _of_place(self, head: int) -> Iterator[Denotation]:
        """What the noun asks of the place that its adjective says: "норвежский премьер" is Norway's."""
        scene = self._scene
        if scene.named_outright(head) or self._sources(head):
            return
        places = scene.constructions.adjectives
        saying = [t for t in map(scene.tokens.__getitem__, scene.children(head)) if t.lemma in places]
        above = scene.tokens[head].head
        asked = scene.interrogative if above == ROOT or scene.asks(above) else NO_INTERROGATIVE
        score = scene.weights.later if _is_many(scene.tokens[head]) else 0.0
        for token, fired in product(saying, self.rules_on(head) if saying else ()):
            source = Denotation(Entity(places[token.lemma]), 0.0, frozenset({token.index}), (token.lemma,))
            part = None if fired.reverse else along_rule(scene, source, fired, frozenset({head}))
            if part is not None and not part.dead and answers(fired.rule, asked):
                told = part._replace(score=score, why=(*part.why, OF_PLACE))
                yield from self.conditions.modified(told, head, fired.words | {token.index})

    def _in_common(self, head: int, own: list[int]) -> Iterator[Denotation]:
        """What two nouns ask of the same: "режиссёр и сценарист «Сталкера»" is who was both."""
        scene = self._scene
        if own:
            return
        for kid in scene.children(head):
            joined = scene.tokens[kid]
            if joined.relation != "conj" or scene.named_outright(kid) or not is_animate(joined):
                continue
            alone = [one for one in scene.fire(scene.wording(frozenset({head}))) if not one.reverse]
            for source, fired in product(self._sources(kid), alone[:SOURCES]):
                along = partial(along_rule, scene, fired=fired, apart=frozenset({head}))
                for part in best(scene, together(scene, source, self.parts, along), SOURCES):
                    others = (one for one in self.parts(kid) if one.link and one.link.source == _source(part))
                    yield from (part.also(one) for one in islice(others, SOURCES))

    def _by_relation(self, relation: Relation, head: int, explained: frozenset[int], score: float) -> Along:
        def along(source: Denotation) -> Denotation | None:
            if head in source.explained or not anchored(source.form):
                return None
            made = along_path(self._scene, source, relation.path, explained, relation.name, score)
            return made._replace(kinds=made.kinds | self._spoken_of(head, source))

        return along

    def _spoken_of(self, head: int, source: Denotation) -> frozenset[int]:
        """The nouns of classes that a rule may spell out for what it tells of: "вышла экранизация романа «Идиот»"."""
        if is_animate(self._scene.tokens[head]) or not self._calls_some(head):
            return frozenset()
        before = source.explained if isinstance(source.form, Entity) else frozenset[int]()
        scene = self._scene
        return frozenset({head, *(i for i in before if scene.is_noun(i) and not scene.named_outright(i))})

    def _calls_some(self, head: int) -> bool:
        """Whether anything is known to be what a noun says: of that name may be villages as well."""
        named = [one for part in self._kinds(head) for one in entities(part.form)]
        return any([self._scene.leads(Entity(one), INSTANCE_OF, True) for one in named])  # noqa: C419 (all at once)

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

    def _sources(self, head: int) -> list[int]:
        """The noun phrases that hang on a noun."""
        scene = self._scene
        found = []
        inner = self.conditions.inner
        for kid in scene.children(head):
            if kid not in scene.nominal or scene.tokens[kid].relation in OUTSIDE or scene.asks(kid):
                continue
            if kid not in inner or head in inner:
                found.append(kid)
        return found

    def _stated(self, head: int) -> Iterator[Denotation]:
        """What a noun asks of statements with qualifiers: "преемник Черчилля на посту премьер-министра"."""
        scene = self._scene
        if head not in may_qualify(scene) or not scene.is_noun(head) or scene.is_asked(head):
            return
        stretch = frozenset(self._phrase(head))
        wordings = [scene.wording(stretch).text]
        said = qualifying(scene, wordings)
        if head in said:
            groups = arguments(scene, stretch, said)
            yield from qualified(scene, groups, wordings, self._anchored)

    def in_role(self, within: Collection[int]) -> list[Denotation]:
        """Who had a role in a thing, where some of the question's words say so: "командир «Союза-9»"."""
        inside = frozenset(within)
        return [part for part in self._in_roles if part.explained <= inside]

    @cached_property
    def _in_roles(self) -> list[Denotation]:
        return roles(self._scene)

    def _anchored(self, head: int) -> list[Denotation]:
        return [part for part in self.parts(head) if anchored(part.form)][:SOURCES]

    def _phrase(self, head: int) -> Iterator[int]:
        """A noun with the nouns and names that follow it, whatever the tree hangs them on."""
        scene = self._scene
        yield head
        for token in scene.tokens[head + 1 :]:
            if (
                token.pos in {"VERB", "AUX", "PRON", "CCONJ", "SCONJ"}
                or scene.asks(token.index)
                or not (token.is_word or scene.quoted(token) or token.folded in {'"', "."})
            ):
                return
            yield token.index

    # classes and conditions

    def _kinds(self, head: int) -> list[Denotation]:
        if head not in self._of_kind:
            scene = self._scene
            post = scene.tokens[head].lemma in scene.words.posts and head != scene.noun
            none = post or self._named_as_many(head)  # "в кресле мэра" is in office, not in a chair
            self._of_kind[head] = [] if none else list(kinds(scene, head))
        return self._of_kind[head]

    def _named_as_many(self, head: int) -> bool:
        """Whether a noun belongs to the name of many, of whom one is asked for: "из великих озёр"."""
        scene = self._scene
        return scene.case(head) in scene.words.among and any(
            len(inside) > 1 and candidate.entity.name[:1].isupper() and score > scene.weights.doubt
            for candidate, inside, score in scene.covering.get(head, ())
        )

    def _kind(self, head: int) -> Iterator[Denotation]:
        scene = self._scene
        if head in scene.standing:
            anything = Denotation(ANYTHING, 0.0, frozenset({head}), (scene.tokens[head].lemma,))
            yield from (one for one in self.conditions.modified(anything, head) if one.form != ANYTHING)
        if not scene.is_noun(head) and head != scene.noun:
            return
        found = self._kinds(head)
        for part in found:
            yield from self.conditions.modified(part, head)
        token = scene.tokens[head]
        asks = token.lemma in scene.constructions.nouns or self.rules_on(head)
        # "Какие актёры, которые играли в X, снимались в Y"
        only = asks and (not found or token.lemma in scene.constructions.nouns)
        if (found or asks) and (only or not scene.is_asked(head)) and scene.clauses_on(head):
            # What the clause says may be enough: "города, где родился Моцарт" the base may not know for one, nor who
            # wrote something for an author by trade.
            own = frozenset({head})
            untold = Denotation(ANYTHING, scene.weights.later, own, (scene.tokens[head].lemma,), kinds=own)
            yield from (
                part
                for part in self.conditions.modified(untold, head)
                if part.form != ANYTHING and anchored(part.form)
            )
        name = scene.named_outright(head) or any(
            one.entity.name[:1].isupper() for one, *_ in scene.covering.get(head, ())
        )
        if not found and not asks and scene.is_noun(head) and not name and not is_animate(token):
            # A noun that names no class: what hangs on it must do, but not that it lies somewhere or is a part, as
            # anything may, nor of what sex somebody is.
            nothing = Denotation(
                ANYTHING, scene.weights.doubt, frozenset({head}), (scene.tokens[head].lemma,)
            )
            said = token.head != ROOT or scene.interrogative.removed
            anybody = scene.sets.locations | PARTS | {SEX}
            for part in self.conditions.modified(nothing, head):
                if part.form != ANYTHING and anybody.isdisjoint(properties(part.form)):
                    yield part if said else part._replace(why=(*part.why, UNTOLD))
        for source, inside, score in scene.covering.get(head, ()):
            for part in bearers(
                scene,
                scene.classes_of(source),
                Denotation(Entity(source.entity.id), score, inside, (source.entity.name,)),
            ):
                yield from self.conditions.modified(part, head, inside)


def _is_many(token: Token) -> bool:
    """Whether a noun is in the plural."""
    return token.features.get("Number") == "Plur"


def _source(part: Denotation) -> Form | None:
    """What the last step of a part starts from."""
    return part.link.source if part.link is not None else None
