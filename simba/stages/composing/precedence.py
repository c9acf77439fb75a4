"""Which of the composed readings go before those of one hop, and which of these they do not let pass.

Who asks for more than one fact is not answered by one of them, nor is a composed reading tried where one fact is asked
for in a way that a rule spells out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from simba.common.lazy import cached_property
from simba.query import And, Class, Count, Entity, Form, Hop, Part, Path, Step, properties, walk
from simba.stages.composing.asking.belonging import BELONGS
from simba.stages.composing.asking.counting import counted_noun, sex_of
from simba.stages.composing.asking.credits import CREDITED
from simba.stages.composing.choosing import Selection, is_simple, of_subclasses
from simba.stages.composing.composition import Composition
from simba.stages.composing.leaving import Leaving
from simba.stages.composing.onefact import is_number
from simba.stages.composing.onesided import HOLDING, asks_plainly, is_of_both, leaves_subject, of_one_side
from simba.stages.composing.question.constructions import Kind
from simba.stages.composing.question.occurrences import Occurrence
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.climbing import COUNTRY
from simba.stages.composing.sets.nouns import OF_PLACE
from simba.stages.composing.surplus import asks_for_many, is_of_a_class, lists_more, of_no_more
from simba.stages.lexicon import Lexicon
from simba.stages.parse import Parse, Token
from simba.stages.ranking import Ranking, Reading

ALONE: frozenset[Kind] = frozenset(
    {"claim", "gap", "growth", "between", "elapsed", "age_at", "number", "tenure", "lifespan"}
)
"""Kinds of questions that no single fact answers."""


class Precedence:
    """Puts the composed readings of one question beside those of one hop."""

    def __init__(
        self,
        scene: Scene,
        kinds: Mapping[Kind, Occurrence],
        selection: Selection,
        ranking: Ranking,
        leaving: Leaving,
        lexicon: Lexicon,
    ) -> None:
        """Take the question, what it asks for, the readings of both sorts, what those of one hop leave, and weights."""
        self._lexicon = lexicon
        self._scene, self._kinds, self._ranking, self._leaving = scene, kinds, ranking, leaving
        self._alive = selection.alive
        self._every = (*ranking.readings, *ranking.decorated)
        kept = [one for one in selection.readings if not leaving.knows_order(one, ranking.readings)]
        self._had_by = [one for one in kept if BELONGS in one.why and _asks_who_has(scene)]
        bearing = _of_its_bearer(self._had_by, kept)
        kept = [one for one in kept if one.form not in bearing]
        self._kept = self._of_two_sides(of_no_more(scene, kept, alive=selection.alive))

    def _of_two_sides(self, kept: Sequence[Reading]) -> tuple[Reading, ...]:
        """The readings, where something holds since or until when, that say so of one side."""
        if self._kinds.keys().isdisjoint(HOLDING):
            return tuple(kept)
        aside = of_one_side(self._scene, self._kinds, kept)
        return tuple(one for one in kept if not is_of_both(one.form) and one.form not in aside)

    def composition(self) -> Composition:
        """The composed readings that are tried, and which of one hop they refuse."""
        if not self._kept:
            return self._beside_nothing()
        plain = self._plain()
        simple = plain.index(True) if True in plain else len(plain)
        return self._of_one_fact() if simple == 0 else self._of_more(plain, simple)

    def _beside_nothing(self) -> Composition:
        """Where nothing is composed: what only more than one fact answers, is not answered by one."""
        scene, kinds, ranking, every = self._scene, self._kinds, self._ranking, self._every
        if scene.interrogative.polar or kinds.keys() & ALONE or _chooses(scene):
            # How many there are is no growth, but what the base calls so may be.
            all_of_them = every if "growth" in kinds else ranking.readings
            return Composition(refused=frozenset(one.form for one in all_of_them))
        held = not kinds.keys().isdisjoint(HOLDING)
        more = self._leaving.judge(ranking.readings, "beside_true" if held else "alone")
        stale = (form for form, one in more.items() if one == "more")
        timed = frozenset(
            one.form
            for one in ranking.readings  # "фильмы Рязанова, ... в 1977 году" are not all of them
            if more[one.form] == "one" and one.proposal and one.proposal.rule.direction == "reverse"
        )
        one_sided = of_one_side(scene, kinds, every if asks_plainly(scene, kinds) else ())
        apart = (one.form for one in every if held and leaves_subject(scene, one))
        return Composition(refused=frozenset((*stale, *apart)) | one_sided, picked=timed)

    @cached_property
    def _asked(self) -> set[Form] | None:
        """What rules of one hop ask for and explain whole, where a clause describes something."""
        if not self._scene.describing:
            return None
        readings = self._ranking.readings
        # What a composed reading of one fact takes for mere description, those of one hop may leave.
        told = {one.form for one in self._kept if not one.unexplained and is_simple(one.form)}
        return {one.form for one in readings if not one.unexplained} | told.intersection(
            map(_whole, readings)
        )

    def _plain(self) -> list[bool]:
        """Of each composed reading whether it asks for one fact, which is left to the rules of one hop."""
        scene = self._scene
        # Rules of one hop do not tell "вантовые мосты" from all.
        return [
            not scene.narrowing
            and not (scene.noun is None and is_of_a_class(one.form))
            and _is_asked(one, self._asked)
            for one in self._kept
        ]

    def _of_one_fact(self) -> Composition:
        """Where the best composed reading asks for one fact: that is left to rules, and others as good go on."""
        scene, kept, ranking = self._scene, self._kept, self._ranking
        near = [one for one in kept if one.score > kept[0].score - scene.weights.near and not one.unexplained]
        further = tuple(one for one in near if not _is_asked(one, self._asked))
        first = any(_goes_on(scene, one.form, ranking) or _is_of_some(one.form) for one in further[:1])
        one_sided = of_one_side(scene, self._kinds, ranking.readings)
        refused = lists_more(near, ranking, many=False) | one_sided
        if kinds_of := tuple(one for one in near if of_subclasses(one.form)):
            # Rules of one hop do not tell which elements are noble gases.
            further, first = (*kinds_of, *further), True
            refused |= self._leaving_noun()
        return Composition(further, refused, first=first)

    def _leaving_noun(self) -> frozenset[Form]:
        """The one-hop readings that leave the asked noun."""
        scene = self._scene
        noun = scene.tokens[scene.noun].text if scene.noun is not None else ""
        return frozenset(one.form for one in self._every if noun in one.unexplained)

    def _of_more(self, plain: Sequence[bool], simple: int) -> Composition:
        """Where the best composed readings, up to a ``simple`` one, ask for more than one fact."""
        scene, kept, ranking = self._scene, self._kept, self._ranking
        # Where each of a reading's steps leads somewhere, but all of them together nowhere, the question is wrong in
        # something; where one is not even known of, the words for it may be mere decoration.
        left = self._leaving.judge(ranking.readings, "beside_true" if self._alive else "beside")
        refused = frozenset(left) if self._needs_more() else self._refused(left)
        if not kept[0].unexplained and kept[0].score > -scene.weights.alive:
            refused |= {one.form for one in ranking.readings if self._leaving.skips_step(one, kept[0].form)}
        refused |= _of_its_bearer(self._had_by, ranking.readings)
        refused |= of_one_side(scene, self._kinds, self._every)
        picked = frozenset(form for form, more in left.items() if more == "one")
        # What one fact answers is left to the readings of one hop, but not where none of them may: then others go on.
        some = kept[:simple]
        if simple < len(kept) and kept[simple].form in refused:
            some = tuple(one for one, alike in zip(kept, plain, strict=True) if not alike)
        return Composition(some, refused, picked, first=self._goes_first(kept[0].form))

    def _needs_more(self) -> bool:
        """Whether no single fact answers: it is claimed, compared, or of some sex ("какие женщины")."""
        scene, kinds = self._scene, self._kinds
        held = any(kind in one.why for one in self._kept for kind in HOLDING)
        sexed = scene.noun is not None and scene.tokens[scene.noun].lemma in scene.words.sexes
        return bool(scene.interrogative.polar or kinds.keys() & ALONE or held or sexed) or _chooses(scene)

    def _refused(self, left: Mapping[Form, str | None]) -> frozenset[Form]:
        """The one-hop readings that leave too much, list more than is asked for, or do not count what is."""
        scene, best, ranking = self._scene, self._kept[0], self._ranking
        refused = frozenset(form for form, more in left.items() if more == "more")
        if self._alive:
            refused |= lists_more(self._kept, ranking, many=asks_for_many(scene))
        if isinstance(best.form, Count):
            whole = not best.unexplained
            refused |= {
                one.form
                for one in ranking.readings
                if not is_number(one)
                or (
                    whole
                    and (_leaves_words(self._lexicon, one) or not _spells_counted(scene, one, self._kinds))
                )
            }
        return refused

    def _goes_first(self, best: Form) -> bool:
        """Whether the composed readings are tried first: not beside a rule that counts, or spells out what is asked."""
        scene, ranking = self._scene, self._ranking
        if isinstance(best, Count) and ranking.readings:
            return False
        chained = isinstance(best, Hop | And) and len(set(properties(best))) > 1
        spelt = _is_spelt_out(scene, ranking) and not _goes_on(scene, best, ranking)
        return not (chained and spelt and not _is_of_some(best))


def _goes_on(scene: Scene, form: Form, ranking: Ranking) -> bool:
    """Whether a form goes on to the country of what the best reading asks for: "в какой стране родился"."""
    best = ranking.readings[0].form if ranking.readings else None
    match form:
        case Hop(Entity() as thing, Path((Step(name) as first, Step() as up))) if up == Step(COUNTRY):
            return name not in scene.sets.locations and best == Hop(thing, Path((first,)))
    return False


def _is_of_some(form: Form) -> bool:
    """Whether what is asked for is asked of things of a class, not of what is named: "премию получил фильм Формана"."""
    return any(
        isinstance(one, Hop)
        and isinstance(one.source, And)
        and any(isinstance(member, Class) for member in one.source.members)
        for one in walk(form)
    )


def _is_spelt_out(scene: Scene, ranking: Ranking) -> bool:
    """Whether a rule of one hop spells out all but the name, the asked noun too: "на каком языке говорят жители X"."""
    noun = scene.noun
    return noun is not None and any(
        not one.unexplained
        and one.proposal is not None
        and one.proposal.rule.direction == "forward"
        and noun in scene.around.spelt(one.proposal)
        for one in ranking.readings
    )


def of_one_verb(parse: Parse, noun: Token | None, readings: Sequence[Reading]) -> frozenset[Form]:
    """The readings that leave out what is said of what is asked for: one of two verbs that "и" joins, or the only one.

    Of all that Germany borders on some like beer, and of all that Dostoevsky wrote some was burnt; but what form of
    government is established somewhere, is all that there is of it.
    """
    joined = {
        verb
        for token in parse.tokens
        if token.pos == "VERB" and token.relation == "conj" and parse.tokens[token.head].pos == "VERB"
        for verb in (token.text, parse.tokens[token.head].text)
    }
    among = noun is not None and noun.head >= 0 and parse.tokens[noun.head].pos == "PRON"  # "кто из детей"
    subject = parse.tokens[noun.head] if among and noun is not None else noun
    of_subject: set[str] = set()
    if (
        subject is not None
        and subject.relation.startswith("nsubj")
        and parse.tokens[subject.head].pos == "VERB"
    ):
        of_subject.add(parse.tokens[subject.head].text)
    return frozenset(
        one.form
        for one in readings
        if not joined.isdisjoint(one.unexplained)
        or (not of_subject.isdisjoint(one.unexplained) and (among or not _names_values(one, noun)))
    )


def _names_values(reading: Reading, noun: Token | None) -> bool:
    """Whether the asked noun is what a rule asks for of the name: "форма правления", not whatever somebody wrote."""
    rule = reading.proposal
    return (
        noun is not None
        and rule is not None
        and rule.rule.direction == "forward"
        and rule.explains(noun.span)
    )


def _asks_who_has(scene: Scene) -> bool:
    """Whether it is asked who has something: "у кого", "у какого писателя"."""
    asking = (
        [scene.noun] if scene.noun is not None else [t.index for t in scene.tokens if scene.asks(t.index)]
    )
    return any(scene.case(one) in scene.words.had_by for one in asking)


def _of_its_bearer(composed: Sequence[Reading], readings: Iterable[Reading]) -> frozenset[Form]:
    """The readings of what somebody named has, where it is asked who has him: "у кого была дочь Ольга"."""
    owned = [one.form for one in composed if not one.unexplained]
    turned = {(source, not inverse, name) for form in owned for source, inverse, name in _steps(form)}
    return frozenset(one.form for one in readings if turned and not turned.isdisjoint(_steps(one.form)))


def _steps(form: Form) -> Iterator[tuple[Form, bool, str]]:
    """The first steps of a form, each with what it starts from and whether it is inverse."""
    for part in walk(form):
        if isinstance(part, Hop) and isinstance(step := part.path.steps[0], Step):
            yield part.source, step.inverse, step.property


def _leaves_words(lexicon: Lexicon, reading: Reading) -> bool:
    """Whether a one-hop reading leaves more than what describes its name: "в норвежском Стортинге"."""
    weights = lexicon.weights
    return -reading.addends.unexplained > weights.ranking.unexplained * weights.unexplained.describing


def _spells_counted(scene: Scene, reading: Reading, kinds: Mapping[Kind, Occurrence]) -> bool:
    """Whether a one-hop reading's rule asks for the number of just what is counted, not of anything."""
    if "count" not in kinds or reading.proposal is None:
        return True
    noun = counted_noun(scene, scene.whole.tokens(kinds["count"].span, kinds["count"].gaps))
    property = reading.proposal.rule.property
    if noun is None or noun.lemma in scene.words.units:
        return True
    if sex_of(scene, noun) is not None:
        return False  # the number of children is none of daughters
    return any(one.rule.property == property and noun.index in one.words for one in scene.fired)


def _chooses(scene: Scene) -> bool:
    """Whether the question compares what it names: "что выше: Монблан или Эльбрус", "сравни ..."."""
    known = scene.constructions.comparatives.keys() | scene.words.degrees
    two = bool(scene.of_two()) or scene.set_beside() is not None
    two = two or not scene.forms.isdisjoint(scene.words.either)
    return two and not scene.forms.isdisjoint(known)


def _whole(reading: Reading) -> Form:
    """A one-hop reading's form; of a date, all of it."""
    return reading.form.source if isinstance(reading.form, Part) else reading.form


def _is_asked(reading: Reading, readings: Collection[Form] | None) -> bool:
    """Whether a reading asks for one fact that, where a clause describes something, one of one hop asks for too."""
    form = reading.form
    members = form.members if isinstance(form, And) else (form,)
    if not {BELONGS, CREDITED, OF_PLACE}.isdisjoint(reading.why):
        return False  # rules of one hop neither turn round what a noun asks for nor know adjectives
    return is_simple(form) and (readings is None or any(one in readings for one in members))
