"""Clauses: the set that a clause denotes with one place left open, be it asked ("кто снял") or described ("снятый").

A clause that describes a noun is read as the question it answers: "сменивший Черчилля" as "кто сменил Черчилля". So the
property rules, which were written for questions, serve at every depth.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import islice, product

from simba.grammar.rules import Rule
from simba.query import Entity, Form, Has, Hop, Or, Qualifier, Statement, path
from simba.russian.morphology import readings
from simba.stages.composing.arguments import arguments
from simba.stages.composing.beam import best
from simba.stages.composing.conditions import clash
from simba.stages.composing.having import owners
from simba.stages.composing.nouns import Nouns
from simba.stages.composing.offices import posts
from simba.stages.composing.parts import Denotation, FiredRule, Link, Wording, anchored, both, step
from simba.stages.composing.periods import at_time, times
from simba.stages.composing.rewording import as_question
from simba.stages.composing.scene import Scene
from simba.stages.parse import ROOT
from simba.stages.properties import answers

MAX_OPTIONS, MAX_COMBINATIONS = 8, 48
MAX_SOURCES = 5
TURNED = 0.15
"""Against taking a rule that asks for values to tell of which thing it names the value."""
UNFIT = 0.25
"""Against a rule whose values are not what the interrogative expects."""
KINDS = {"P166": "^P361*", "P1411": "^P361*", "P39": "^P279*"}
"""What else an award, an office of a name may be: its parts, its kinds."""
WIDER = 0.1
HAD = 0.02
"""Against a noun that has what its clause tells of ("страна, столица которой"), where a rule says the same."""
HELD = 0.1
"""Against a relation that only words for claims tell ("входит в")."""
QUALIFIED = 0.2
"""For a construction that names all three of a statement's places."""


class Clauses:
    """Reads the clauses of one question."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.nouns = Nouns(scene, self.describing)
        self._described: dict[tuple[int, int], list[Denotation]] = {}

    # the clause that describes a noun

    def describing(self, verb: int, head: int) -> list[Denotation]:
        """What a relative or participle clause says of the noun that it hangs on."""
        key = (verb, head)
        if key not in self._described:
            self._described[key] = []
            scene = self.scene
            whole = scene.describing[verb][1]
            tokens = whole - scene.embedded(whole)
            negations = frozenset(i for i in tokens if scene.negates(i))
            tokens -= negations
            fired: list[FiredRule] = []
            joints: set[int] = set()
            for wording, said in as_question(scene, verb, head, tokens):
                fired += scene.fire(wording)
                joints |= said
            fired = [replace(one, words=one.words - {head}) for one in fired if one.words - {head}]
            fired += self._held(tokens)
            wordings = [wording.text for wording, _ in as_question(scene, verb, head, tokens)]
            skip = {one for one in tokens if one in scene.relative}
            parts = self.constrained(tokens - skip, _distinct(fired), wordings, frozenset(joints))
            parts += self._having(tokens)
            self._described[key] = best(
                self.scene,
                [
                    replace(
                        part,
                        explained=part.explained | self._function(tokens) | negations,
                        negated=bool(negations),
                    )
                    for part in parts
                    if len(negations) < 2
                ],
            )
        return self._described[key]

    def _having(self, tokens: frozenset[int]) -> list[Denotation]:
        """What a clause says of something that its noun has: "столица которой — Варшава", "чей герой Базаров"."""
        scene = self.scene
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
                for group in arguments(self.scene, tokens - own)
                if len(group) == 1
                for part in self._anchored(group[0])
                if not part.explained & own
            ]
        else:
            which = [
                (("какой " if i == thing else "") + scene.tokens[i].folded, i)
                for i in sorted(tokens - {relative})
                if scene.tokens[i].is_word
            ]
            fired = _distinct(scene.fire(Wording(which)))
            told = self.constrained(tokens - own, fired, [], frozenset())
        words = own | frozenset(copulas)
        return [one for part in told for one in owners(scene, part, thing, words, -HAD)]

    def _held(self, tokens: frozenset[int]) -> list[FiredRule]:
        """What a clause's words say that the noun is to what the clause names: "входящие в НАТО" are its members."""
        said = self.scene.wording(tokens)
        found = []
        for one, pattern in self.scene.constructions.holds:
            if place := pattern.find(said.text):
                words = said.tokens(place.span, place.gaps)
                rule = Rule(one.property, one.name, "forward", frozenset(), frozenset(), 0)
                found.append(FiredRule(rule, words, words, -HELD, turned=True))
        return found

    def _function(self, tokens: Collection[int]) -> frozenset[int]:
        return frozenset(one for one in tokens if self.scene.tokens[one].folded in self.scene.words.equals)

    # the question's own clause

    def asked(self, without: frozenset[int] = frozenset()) -> list[Denotation]:
        """What the question's main clause says of what is asked for, without what hangs on the asked noun."""
        scene = self.scene
        tokens = self.main - without
        beside = self._beside(tokens)
        tokens -= frozenset(index for _, inside in beside for index in inside)
        fired = [one for one in scene.fired if one.words <= tokens]
        if len(tokens) < len(scene.tokens) - 2:
            fired += scene.fire(scene.wording(tokens))
        above = {i for i in tokens if self._is_above_another(i, tokens)}
        if above:  # "какие фильмы снял режиссёр «Таксиста»": the verb alone says enough
            fired += scene.fire(scene.wording(tokens - above))
        fit = []
        heads = above | {head for head, _ in scene.describing.values()}
        for one in _distinct(fired, frozenset(heads)):
            if self._answers(one):
                fit.append(one)
                continue
            fit.append(replace(one, merit=one.merit - UNFIT))
        # "имеет официальный язык финский": the value is named, not asked
        fit += [
            replace(one, merit=one.merit - TURNED, turned=True)
            for one in fit
            if not one.reverse and scene.noun not in one.words
        ]
        skip = self._asking()
        found = self.constrained(tokens - skip, fit, [scene.wording(tokens).text], frozenset())
        for verb, inside in beside:
            others = self._second(verb, inside)
            found = [one.also(other) for one in found[:6] for other in others[:4]]
        return found

    def _is_above_another(self, index: int, tokens: frozenset[int]) -> bool:
        """Whether a noun asks for something of another: it is part of what the verb tells of."""
        scene = self.scene
        return (
            index in tokens
            and index != scene.noun
            and scene.is_nominal(index)
            and not scene.named_outright(index)
            and any(scene.is_nominal(kid) and not scene.case(kid) for kid in scene.children(index))
        )

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
                inside = frozenset(scene.parse.subtree(token.index)) & tokens
                if above.pos == "VERB" and len(inside) > 1 and not any(map(scene.asks, inside)):
                    found.append((token.index, inside))
        return found

    def _second(self, verb: int, inside: frozenset[int]) -> list[Denotation]:
        """What the second of two joined clauses says of what is asked for."""
        scene = self.scene
        rest = [(scene.tokens[one].folded, one) for one in sorted(inside) if scene.tokens[one].is_word]
        asking = [
            (scene.tokens[one].folded, None) for one in range(verb) if scene.asks(one) or one == scene.noun
        ]
        wordings = [scene.respoken([*asking, *rest]), scene.respoken(rest)]
        fired = _distinct([one for wording in wordings for one in scene.fire(wording)])
        both_ways = fired + [
            replace(one, merit=one.merit - TURNED, turned=True) for one in fired if not one.reverse
        ]
        return self.constrained(inside, both_ways, [wordings[0].text], frozenset())

    @property
    def main(self) -> frozenset[int]:
        """The tokens outside all clauses that describe nouns."""
        scene = self.scene
        everything = frozenset(range(len(scene.tokens))) - scene.hidden
        return everything - scene.embedded(everything)

    def _asking(self) -> frozenset[int]:
        """The asked noun with what hangs on it, and the rest of the interrogative."""
        scene = self.scene
        asking = frozenset(one for one in range(len(scene.tokens)) if scene.asks(one))
        if scene.noun is not None and scene.tokens[scene.noun].relation not in {"root"}:
            below = set(scene.parse.subtree(scene.noun))
            # A subtree may be wrong: a finite verb's arguments do not hang on the noun.
            asking |= {
                one
                for one in below
                if not any(
                    scene.tokens[up].pos == "VERB" and up in below
                    for up in (one, *scene.parse.ancestors(one))
                )
            }
        elif scene.noun is not None:
            asking |= {scene.noun}
            for kid in scene.children(scene.noun):
                if scene.tokens[kid].relation in {"nmod", "amod", "det", "case"}:
                    asking |= set(scene.parse.subtree(kid))
        return asking

    def _answers(self, fired: FiredRule) -> bool:
        return answers(fired.rule, self.scene.interrogative) or self._asks(fired)

    def _asks(self, fired: FiredRule) -> bool:
        """Whether a rule spelled out the pronoun that asks: then it knows itself what answers ("с кем граничит")."""
        scene = self.scene
        return scene.noun is None and any(scene.asks(one) for one in fired.words)

    # one place open, the others filled

    def constrained(
        self, tokens: frozenset[int], fired: list[FiredRule], wordings: list[str], joints: frozenset[int]
    ) -> list[Denotation]:
        """The sets for the open place that the clause's noun phrases and times allow, best first."""
        scene = self.scene
        said = times(scene, tokens)
        timed = frozenset(word for time in said for word in time.words)
        tokens = tokens - timed
        verbs = frozenset(one for one in tokens if scene.tokens[one].pos in {"VERB", "AUX", "ADJ", "ADV"})
        found: list[Denotation] = []
        layouts: dict[tuple[tuple[int, ...], ...], list[list[int]]] = {}
        plain = arguments(self.scene, tokens)
        layouts[tuple(map(tuple, plain))] = plain
        for words in (self._qualifying(wordings), *(one.words for one in fired)):
            nouns = frozenset(word for word in words if word in tokens and scene.tokens[word].pos == "NOUN")
            if nouns:
                absorbed = arguments(self.scene, tokens, nouns)
                layouts.setdefault(tuple(map(tuple, absorbed)), absorbed)
        for groups in list(layouts.values())[:6]:
            if groups:
                found += self._filled(groups, fired, tokens, wordings)
        for time in said:
            found = [met for part in found for met in at_time(scene, part, time, verbs)] + found
        found = [replace(part, explained=part.explained | joints) for part in found]
        return best(self.scene, found, 24)

    def _qualifying(self, wordings: list[str]) -> frozenset[int]:
        """The words of constructions on qualifiers, in which nouns are no arguments: "предшественник"."""
        scene = self.scene
        places = [
            place
            for _, pattern in scene.constructions.qualified
            if any(pattern.find(text) for text in wordings)
            for place in pattern.all(scene.whole.text)
        ]
        words = (scene.whole.tokens(place.span, place.gaps) for place in places)
        return frozenset(index for some in words for index in some if not scene.named_outright(index))

    def _filled(
        self, groups: list[list[int]], fired: list[FiredRule], tokens: frozenset[int], wordings: list[str]
    ) -> list[Denotation]:
        found: list[Denotation] = []
        options = [self._options(group, fired) for group in groups]
        some = [option for option in options if option]
        if some:
            for chosen in islice(product(*(option[:6] for option in some)), MAX_COMBINATIONS):
                named = frozenset(word for one in chosen for word in one.named)
                if any(named & (one.explained - one.named - one.kinds) for one in chosen):
                    continue  # a word is a name's or a rule's, not both
                part = chosen[0]
                for other in chosen[1:]:
                    part = part.also(other)
                found.append(part)
        if len(groups) > 1:
            for option in some:
                found += option[:4]
        return best(self.scene, found, 12) + best(
            self.scene, list(self._qualified(groups, tokens, wordings)), 16
        )

    def _options(self, group: list[int], fired: list[FiredRule]) -> list[Denotation]:
        """What the rules lead to from an argument, or from all that "и" joins."""
        scene = self.scene
        found: list[Denotation] = list(self._predicated(group))
        for one in fired:
            steps: list[Denotation] = []
            for member in group:
                sources = [part for part in self._anchored(member) if not clash(scene, part, one.over)]
                sources += [
                    part
                    for part in self._anchored(member)
                    if part.explained & one.over and isinstance(part.form, Entity) and self._begins(part, one)
                ]
                if not sources:
                    break
                along = [
                    step(
                        source,
                        one.rule.property,
                        reverse=one.reverse,
                        score=one.merit,
                        explained=one.words,
                        why=one.why,
                        named=source.explained,
                        dead=not scene.leads(source.form, one.rule.property, one.reverse),
                        asks=one.rule.answer if self._asks(one) else frozenset(),
                    )
                    for source in sources
                ]
                if one.reverse and one.rule.property in KINDS:
                    along += [self._kinds(source, one) for source in sources]
                if len(group) == 1:
                    found += along
                else:
                    steps.append(next((one for one in along if not one.dead), along[0]))
            else:
                said = any(scene.tokens[i].pos in {"VERB", "AUX", "ADJ"} for i in one.words)
                if len(group) > 1:
                    either = any(
                        scene.tokens[i].folded in scene.words.either
                        for member in group
                        for i in scene.children(member)
                    )
                    if either and not said:
                        continue  # "столица Франции или Италии" leaves open whose
                    form = Or(*(one.form for one in steps)) if either else both(*(one.form for one in steps))
                    explained = frozenset(word for one in steps for word in one.explained)
                    found.append(
                        Denotation(
                            form,
                            sum(one.score for one in steps) / len(steps),
                            explained,
                            tuple(w for one in steps for w in one.why),
                            dead=any(one.dead for one in steps),
                            named=frozenset(word for one in steps for word in one.named),
                        )
                    )
        return best(self.scene, found, MAX_OPTIONS)

    def _kinds(self, source: Denotation, fired: FiredRule) -> Denotation:
        """The same of all awards that are part of one, of all offices of a kind."""
        wider = Hop(source.form, path(KINDS[fired.rule.property]))
        link = Link(fired.rule.property, wider, True)
        return Denotation(
            link.form(),
            source.score + fired.merit - WIDER,
            source.explained | fired.words,
            (*source.why, fired.why),
            link,
            named=source.explained,
            dead=source.dead,
        )

    def _anchored(self, member: int) -> list[Denotation]:
        return [part for part in self.nouns.parts(member) if anchored(part.form)][:MAX_SOURCES]

    def _predicated(self, group: list[int]) -> Iterator[Denotation]:
        """Who is what the predicate says: "стал императором", "был врачом"."""
        scene = self.scene
        if len(group) != 1 or scene.case(group[0]):
            return
        token = scene.tokens[group[0]]
        verb = scene.tokens[token.head] if token.head != ROOT else None
        if verb is None or verb.lemma not in scene.words.copulas or token.features.get("Case") != "Ins":
            return
        for part in self.nouns.parts(group[0]):
            if not isinstance(part.form, Entity):
                yield replace(part, explained=part.explained | {verb.index})

    def _begins(self, part: Denotation, fired: FiredRule) -> bool:
        """Whether only the first word of a name belongs to both, as in "архитектор храма Христа Спасителя"."""
        shared = part.explained & fired.words
        return (
            len(shared) == 1
            and shared == {min(part.explained)}
            and len(part.explained) > 1
            and min(fired.words) not in shared
        )

    def _qualified(
        self, groups: list[list[int]], tokens: frozenset[int], wordings: list[str]
    ) -> Iterator[Denotation]:
        """What constructions ask of statements with qualifiers; two or more of their places are filled."""
        scene = self.scene
        if len(groups) < 2 or any(len(group) > 1 for group in groups):
            return
        for qualified, pattern in scene.constructions.qualified:
            if not any(pattern.find(text) for text in wordings):
                continue
            place = pattern.all(scene.whole.text)
            if beside := scene.constructions.beside.get(qualified.name):
                place += beside.all(scene.whole.text)
            words = frozenset(token for one in place for token in scene.whole.tokens(one.span, one.gaps))
            for first, second in ((a, b) for a in groups for b in groups if a is not b):
                others = self._anchored(second[0])
                if qualified.property == "P39":
                    others += posts(scene, second[0])
                for one, other in product(self._anchored(first[0]), others):
                    if one.explained & other.explained:
                        continue
                    if qualified.asks == "qualifier":
                        form: Form = Statement(
                            qualified.property, one.form, other.form, (), Qualifier(qualified.qualifier)
                        )
                    elif qualified.asks == "value":
                        form = Statement(
                            qualified.property,
                            one.form,
                            None,
                            (Has(qualified.qualifier, other.form),),
                            "value",
                        )
                    else:
                        form = Statement(
                            qualified.property,
                            None,
                            one.form,
                            (Has(qualified.qualifier, other.form),),
                            "subject",
                        )
                    if qualified.inverse is not None:
                        told = (Has(qualified.inverse, one.form),)
                        form = Or(form, Statement(qualified.property, None, other.form, told, "subject"))
                    forms = [form]
                    wider = KINDS.get(qualified.property)
                    if wider and qualified.asks == "qualifier":
                        forms.append(
                            Statement(
                                qualified.property,
                                one.form,
                                Hop(other.form, path(wider)),
                                (),
                                Qualifier(qualified.qualifier),
                            )
                        )
                    own = frozenset(word for word in words if word not in one.explained | other.explained)
                    for number, what in enumerate(forms):
                        yield Denotation(
                            what,
                            one.score + other.score + QUALIFIED - WIDER * number,
                            one.explained | other.explained | own,
                            (*one.why, *other.why, qualified.name),
                        )


def _distinct(fired: list[FiredRule], nouns: frozenset[int] = frozenset()) -> list[FiredRule]:
    """Of each property and direction what spells out the most words, and what spells out others or not these nouns."""
    kept: list[FiredRule] = []
    for one in sorted(fired, key=lambda one: (-len(one.words), -one.merit)):
        if not any(
            other.rule.property == one.rule.property
            and other.reverse == one.reverse
            and one.words <= other.words
            and not (other.words - one.words) & nouns
            for other in kept
        ):
            kept.append(one)
    return sorted(kept, key=lambda one: -one.merit)
