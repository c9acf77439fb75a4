"""Clauses with one place left open: the sets for it that rules lead to from what fills the other places."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, product

from simba.query import Entity, Hop, Or, path
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordforms import is_animate
from simba.stages.composing.question.wordings import FiredRule
from simba.stages.composing.sets.arguments import arguments
from simba.stages.composing.sets.beam import best
from simba.stages.composing.sets.kinds import CITIZENS
from simba.stages.composing.sets.nouns import Nouns
from simba.stages.composing.sets.numbered import numbered
from simba.stages.composing.sets.parts import Denotation, Link, anchored, both, step
from simba.stages.composing.sets.periods import at_time, times, untimed
from simba.stages.composing.sets.qualifying import qualified, qualifying
from simba.stages.composing.sets.stepping import by_sisters, clash
from simba.stages.parse import ROOT, Token

PARTY = "P102"
OFFICE, OFFICES = "P39", 2
"""Who held an office, and how many such readings are tried before what rules make of a phrase."""
MAX_OPTIONS, MAX_COMBINATIONS, MAX_TOGETHER = 8, 48, 6
MAX_LAYOUTS = 6
MAX_SOURCES = 5


class Filling:
    """Fills the places of the clauses of one question."""

    def __init__(self, scene: Scene, nouns: Nouns) -> None:
        self._scene, self.nouns = scene, nouns
        self._anchored: dict[int, tuple[list[Denotation], list[Denotation]]] = {}

    def constrained(
        self,
        tokens: frozenset[int],
        fired: list[FiredRule],
        wordings: list[str],
        joints: frozenset[int] = frozenset(),
    ) -> list[Denotation]:
        """The sets for the open place that the clause's noun phrases and times allow, best first."""
        scene = self._scene
        said = times(scene, tokens)
        tokens = tokens - frozenset(word for time in said for word in time.words)
        verbs = frozenset(one for one in tokens if scene.tokens[one].pos in {"VERB", "AUX", "ADJ", "ADV"})
        found: list[Denotation] = []
        known: dict[tuple[int, ...], list[Denotation]] = {}
        for groups in self._layouts(tokens, fired, wordings)[:MAX_LAYOUTS]:
            for group in groups:  # the ways of taking the phrases have most of them in common
                if tuple(group) not in known:
                    known[tuple(group)] = self._options(group, fired)
            if groups:
                found += self._filled(groups, [known[tuple(group)] for group in groups], wordings)
        found = list(numbered(scene, found))
        for time in said:
            found = [
                met for part in untimed(scene, found, time) for met in at_time(scene, part, time, verbs)
            ] + found
        if joints:
            found = [part.with_words(joints) for part in found]
        return best(scene, found, 24)

    def _layouts(
        self, tokens: frozenset[int], fired: list[FiredRule], wordings: list[str]
    ) -> list[list[list[int]]]:
        """The ways of taking a clause's noun phrases: all of them, or without the nouns that a rule spells out."""
        scene = self._scene
        plain = arguments(scene, tokens)
        layouts = {tuple(map(tuple, plain)): plain}
        if (apart := _by_names(scene, plain)) != plain:  # "«Оскар» за мужскую роль" is one name
            layouts.setdefault(tuple(map(tuple, apart)), apart)
        nouns = frozenset(word for word in tokens if scene.tokens[word].pos == "NOUN")
        said = (qualifying(scene, wordings), *(one.words for one in fired))
        for spelt in filter(None, dict.fromkeys(words & nouns for words in said)):
            absorbed = arguments(scene, tokens, spelt)
            layouts.setdefault(tuple(map(tuple, absorbed)), absorbed)
        return list(layouts.values())

    def _filled(
        self, groups: list[list[int]], every: list[list[Denotation]], wordings: list[str]
    ) -> list[Denotation]:
        options = list(filter(None, every))
        found = list(_combined(self._scene, options)) if options else []
        if len(groups) > 1:
            for option in options:
                found += option[:4]
        stated = qualified(self._scene, groups, wordings, self.anchored)
        return best(self._scene, found, 12) + best(self._scene, stated, 16)

    def _options(self, group: list[int], fired: list[FiredRule]) -> list[Denotation]:
        """What the rules lead to from an argument, or from all that "и" joins."""
        predicated = list(self._predicated(group))
        found = list(predicated)
        for one in fired:
            along = [self._along(member, one, alone=len(group) == 1) for member in group]
            if not all(along):
                continue
            if len(group) == 1:
                found += along[0]
            else:
                steps = [next((one for one in some if not one.dead), some[0]) for some in along]
                found += self._of_all(group, one, steps)
        held = [one for one in predicated if one.link is not None and one.link.property == OFFICE]
        options = best(self._scene, found, MAX_OPTIONS)
        return options if any(one in options for one in held) else held[:OFFICES] + options

    def _along(self, member: int, fired: FiredRule, *, alone: bool) -> list[Denotation]:
        """What a rule leads to from an argument; a preposition that the rule spells out must be the argument's."""
        scene = self._scene
        prepositions = fired.words & scene.prepositions
        if prepositions and any(self._is_of_another(one, member, fired) for one in prepositions):
            return []
        if fired.turned and self._is_whose(member, fired):
            return []
        sources = self.anchored(member)
        if shared := [part for part in sources if not fired.over.isdisjoint(part.explained)]:
            sources = [part for part in sources if not clash(scene, part, fired.over)]
            sources += [part for part in shared if isinstance(part.form, Entity) and _begins(part, fired)]
        asks = fired.rule.answer if asks_itself(scene, fired) else frozenset[str]()
        name, reverse, why = fired.rule.property, fired.reverse, fired.why
        along = [
            step(
                source,
                name,
                reverse=reverse,
                score=fired.merit,
                explained=fired.words,
                why=why,
                named=source.explained,
                dead=not scene.leads(source.form, name, reverse),
                asks=asks,
            )
            for source in sources
        ]
        if alone and not fired.turned:
            for source, made in zip(sources, along[:], strict=True):
                if made.dead or scene.dated:  # else it leads there itself, and may say when
                    along += by_sisters(scene, source, fired, made)
        between = (scene.sets.wider if reverse else scene.sets.through).get(name)
        if between is not None:
            along += [
                _by_way_of(source, fired, between, scene.weights.doubt)
                for source in sources
                if scene.leads_along(source.form, between)  # else it is the same
            ]
        return along

    def _is_whose(self, member: int, fired: FiredRule) -> bool:
        """Whether an argument, or what it tells of, is in the genitive below a rule's noun: "отец Пушкина" names whose
        father is asked for, not who the father is.
        """
        tokens = self._scene.tokens
        above = [member, *self._scene.parse.ancestors(member)]
        one = next((tokens[index] for index in above if tokens[index].relation != "appos"), tokens[member])
        below = one.relation == "nmod" and one.head in fired.words and tokens[one.head].pos == "NOUN"
        return below and one.features.get("Case") == "Gen" and self._scene.case(member) is None

    def _is_of_another(self, preposition: int, member: int, fired: FiredRule) -> bool:
        """Whether a preposition belongs to a phrase beside an argument: "через" to "Дунай" beside "в Будапеште"."""
        scene = self._scene
        other = scene.tokens[preposition].head
        if other in {ROOT, member, scene.noun} or other in fired.words or not scene.is_nominal(other):
            return False
        same = any(member in inside and other in inside for _, inside, _ in scene.covering.get(member, ()))
        within = other in scene.parse.subtree(member) or member in scene.parse.subtree(other)
        said = scene.tokens[preposition].folded
        return not (same or within or said in {scene.case(member), _word_before(scene, member)})

    def _of_all(self, group: list[int], fired: FiredRule, steps: list[Denotation]) -> Iterator[Denotation]:
        """What a rule leads to from all or any of the things that "и" or "или" joins."""
        scene = self._scene
        said = any(scene.tokens[i].pos in {"VERB", "AUX", "ADJ"} for i in fired.words)
        kids = [scene.tokens[kid].folded for member in group for kid in scene.children(member)]
        either = not scene.words.either.isdisjoint(kids)
        between = (token.folded for token in scene.tokens[min(group) : max(group)])
        neither = not scene.words.negations.isdisjoint(between)  # "не входят ни в X, ни в Y": in none of them
        if either and not said:
            return  # "столица Франции или Италии" leaves open whose
        forms = [one.form for one in steps]
        yield Denotation(
            Or(*forms) if either or neither else both(*forms),
            sum(one.score for one in steps) / len(steps),
            frozenset(word for one in steps for word in one.explained),
            tuple(why for one in steps for why in one.why),
            dead=any(one.dead for one in steps),
            named=frozenset(word for one in steps for word in one.named),
        )

    def anchored(self, member: int) -> list[Denotation]:
        """The sets that a noun phrase may denote, those that start from something named, be it a people."""
        parts = self.nouns.parts(member)
        of, some = self._anchored.get(member, (None, []))
        if of is not parts:
            some = [part for part in parts if anchored(part.form) or _is_people(part)][:MAX_SOURCES]
            self._anchored[member] = parts, some
        return some

    def _predicated(self, group: list[int]) -> Iterator[Denotation]:
        """Who is what the predicate says: "стал императором", "возглавлял НАСА", "сидел в кресле мэра"."""
        scene = self._scene
        token = scene.tokens[group[0]]
        verb = scene.copula(token.index) or (scene.tokens[token.head] if token.head != ROOT else None)
        noun = scene.tokens[scene.noun] if scene.noun is not None else None
        told = noun is not None and is_said_of(scene, token, noun)
        above = noun is not None and token.index in scene.parse.ancestors(noun.index)
        if len(group) != 1 or (above and not told):
            return  # "режиссёром каких фильмов был Гайдай": it is said of him
        case = token.features.get("Case")
        if verb is None:
            equated, held = told and case == "Nom", False  # "кто из детей X режиссёр"
        else:
            equated = verb.lemma in scene.words.copulas and case == "Ins" and not scene.case(group[0])
            held = verb.lemma in scene.words.tenure
        if not equated and not held:
            return
        own = frozenset({verb.index} if verb is not None else ())
        for part in self.nouns.parts(group[0]):
            if equated and isinstance(part.form, Entity) and scene.leads(part.form, PARTY, True):
                link = Link(PARTY, part.form, True)  # "были либералами"
                yield part._replace(form=link.form(), link=link, explained=part.explained | own)
            office = part.link is not None and part.link.property == OFFICE and part.link.reverse
            if not isinstance(part.form, Entity) and (equated or office):
                yield part.with_words(own)


def is_said_of(scene: Scene, token: Token, noun: Token) -> bool:
    """Whether a predicate tells who the asked ones are, or one of these: "кто из жён X была актрисой"."""
    if not scene.is_noun(token.index) or not is_animate(token) or token.index < noun.index:
        return False
    above = scene.tokens[noun.head] if noun.head != ROOT else noun
    one = above if scene.asks(above.index) and scene.case(noun.index) in scene.words.among else noun
    told = one.relation == "nsubj" and one.head == token.index
    return told or scene.tokens[token.index - 1].folded == "-"


def _by_names(scene: Scene, groups: list[list[int]]) -> list[list[int]]:
    """The noun phrases but those that belong to the name of another one."""
    heads = [group[0] for group in groups]
    within = {
        other
        for one in heads
        if scene.named_outright(one)
        for _, inside, _ in scene.covering.get(one, ())
        for other in heads
        if one < other and other in inside
    }
    return [group for group in groups if within.isdisjoint(group)]


def _word_before(scene: Scene, index: int) -> str:
    """The word right before another, whatever the parser hangs it on: "и за «Аякс», и за «Барселону»"."""
    return next((one.folded for one in reversed(scene.tokens[:index]) if one.is_word), "")


def _is_people(part: Denotation) -> bool:
    """Whether a part is who is of some country: "проектировал француз"."""
    return isinstance(part.form, Hop) and str(part.form.path) == CITIZENS


def asks_itself(scene: Scene, fired: FiredRule) -> bool:
    """Whether a rule spelled out the pronoun that asks: then it knows itself what answers ("с кем граничит")."""
    return scene.noun is None and not scene.interrogatives.isdisjoint(fired.words)


def _combined(scene: Scene, options: list[list[Denotation]]) -> Iterator[Denotation]:
    """What all arguments say together, one way of each."""
    given = scene.sets.occasions
    if len(options) == 1:
        yield from options[0][:MAX_TOGETHER]
        return
    for chosen in islice(product(*(option[:MAX_TOGETHER] for option in options)), MAX_COMBINATIONS):
        named = frozenset().union(*[one.named for one in chosen])
        if any(named & (one.explained - one.named - one.kinds) for one in chosen):
            continue  # a word is a name's or a rule's, not both
        ways = {(one.link.property, one.link.reverse) for one in chosen if one.link is not None}
        if any((name, not reverse) in ways for name, reverse in ways if name in given):
            continue  # what is given to somebody is given nothing
        if any(_crossed(scene, one, other) for one, other in combinations(chosen, 2)):
            continue  # "родился в Москве, а умер в Париже"
        part = chosen[0]
        for other in chosen[1:]:
            part = part.also(other)
        yield part


def _crossed(scene: Scene, one: Denotation, other: Denotation) -> bool:
    """Whether of two arguments, each of a verb of its own, each is taken for that of the other's verb."""
    if one.link is None or other.link is None or one.link.property == other.link.property:
        return False
    verbs = [
        {i for i in part.explained - part.named if scene.tokens[i].pos == "VERB"} for part in (one, other)
    ]
    if not all(verbs) or verbs[0] & verbs[1]:
        return False
    own = [
        next((i for i in scene.parse.ancestors(min(part.named)) if scene.tokens[i].pos == "VERB"), ROOT)
        for part in (one, other)
        if part.named
    ]
    return len(own) == len(verbs) and own[0] in verbs[1] and own[1] in verbs[0]


def _by_way_of(source: Denotation, fired: FiredRule, to: str, score: float) -> Denotation:
    """The same of all awards that are part of one, of all offices of a kind, of the ship that somebody flew in."""
    link = Link(fired.rule.property, Hop(source.form, path(to)), fired.reverse)
    return Denotation(
        link.form(),
        source.score + fired.merit + score,
        source.explained | fired.words,
        (*source.why, fired.why),
        link,
        named=source.explained,
        dead=source.dead,
    )


def _begins(part: Denotation, fired: FiredRule) -> bool:
    """Whether only the first word of a name belongs to both, as in "архитектор храма Христа Спасителя"."""
    shared = part.explained & fired.words
    return (
        len(shared) == 1
        and shared == {min(part.explained)}
        and len(part.explained) > 1
        and min(fired.words) not in shared
    )
