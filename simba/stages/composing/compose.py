"""Composes a question's readings, beside those of one hop, where it asks for more than one fact."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from simba.grammar.rules import RuleBase
from simba.kb.classes import Classes
from simba.kb.facts import StepLookup, WantedFacts
from simba.query import (
    And,
    Class,
    Count,
    Date,
    Entity,
    Form,
    Hop,
    Part,
    Path,
    Step,
    properties,
    walk,
)
from simba.stages.composing.asking.belonging import BELONGS
from simba.stages.composing.asking.counting import counted_noun, sex_of
from simba.stages.composing.asking.credits import CREDITED
from simba.stages.composing.asking.questions import SpecialQuestion
from simba.stages.composing.asking.renamed import may_rename
from simba.stages.composing.asking.shapes import parts
from simba.stages.composing.asking.stating import may_state, states
from simba.stages.composing.choosing import choose, is_simple
from simba.stages.composing.leaving import Leaving, are_many
from simba.stages.composing.onesided import HOLDING, asks_plainly, is_of_both, leaves_subject, of_one_side
from simba.stages.composing.question.constructions import Constructions, Kind
from simba.stages.composing.question.furthernames import FurtherNames
from simba.stages.composing.question.knowledge import Knowledge
from simba.stages.composing.question.occurrences import Occurrence
from simba.stages.composing.question.predicates import attributed
from simba.stages.composing.question.reattaching import reattached
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.question.wordforms import is_participle
from simba.stages.composing.sets.clauses import Clauses
from simba.stages.composing.sets.climbing import COUNTRY
from simba.stages.composing.sets.nouns import OF_PLACE
from simba.stages.composing.surplus import asks_for_many, is_of_a_class, lists_more, of_no_more
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import Lexicon
from simba.stages.linking import Linker
from simba.stages.links import Candidate
from simba.stages.parse import Parse, Token
from simba.stages.ranking import Ranking, Reading

MAX_TOKENS = 50
"""Longest question that is composed: the work grows faster than its length, and nobody asks so long a question."""


WHOLE = 3
"""One-hop readings that are looked at for one that lists what has some value."""
ALONE: frozenset[Kind] = frozenset(
    {"claim", "gap", "growth", "between", "age_at", "number", "tenure", "lifespan"}
)
"""Kinds of questions that no single fact answers."""
ASIDE: frozenset[Kind] = frozenset({"naming", "moment", "first", "last"})
"""What only matters beside another kind."""


@dataclass(frozen=True, slots=True)
class Composition:
    """The composed readings, best first, and what the one-hop readings leave that asks for more than they say."""

    readings: tuple[Reading, ...] = ()
    refused: frozenset[Form] = frozenset()
    """One-hop readings that are no answer where a composed one is the better reading."""
    picked: frozenset[Form] = frozenset()
    """Those that leave out what picks one, as when it was: no answer where they have several values."""
    first: bool = False
    """Whether the composed readings are tried before those of one hop."""


NOTHING_COMPOSED = Composition()


class Composer:
    """Composes readings; may be shared between threads."""

    def __init__(
        self,
        rules: RuleBase,
        constructions: Constructions,
        linker: Linker,
        hierarchy: Classes,
        fillers: Collection[str],
        lexicon: Lexicon,
        *,
        leading: StepLookup,
        today: Callable[[], Date],
    ) -> None:
        """Take what the stages before know, which steps lead anywhere, and the clock that ages need."""
        self._constructions = constructions
        self._further = FurtherNames(linker, hierarchy, lexicon, constructions.words)
        self._lexicon, self._today, self._leading = lexicon, today, leading
        self._knowledge = Knowledge(
            rules,
            constructions,
            lexicon,
            fillers,
            hierarchy,
            classes_named=linker.classes_named,
            beginning=linker.beginning,
            leads=leading.leads,
            leading=leading.leading,
        )

    def compose(
        self,
        parse: Parse,
        interrogative: Interrogative,
        candidates: Sequence[Candidate],
        ranking: Ranking,
        wanted: Callable[[Composition], WantedFacts],
    ) -> Composition:
        """The composed readings of a question, beside its readings of one hop, and what is ``wanted`` of them."""
        return self._leading.settled(
            lambda: self._composed(parse, interrogative, candidates, ranking), wanted
        )

    def _composed(
        self, parse: Parse, interrogative: Interrogative, candidates: Sequence[Candidate], ranking: Ranking
    ) -> Composition:
        if not 0 < len(parse.tokens) <= MAX_TOKENS or interrogative.several:
            return NOTHING_COMPOSED
        text = " ".join(token.folded for token in parse.tokens if token.is_word)
        if interrogative.type == "reason" and not self._constructions.tells(text):
            return NOTHING_COMPOSED  # no set is a reason, but a statement may tell one
        kinds = self._constructions.asked(text)
        claims = interrogative.polar or "claim" in kinds
        if not claims and self._lexicon.words.shares.search(text):
            return Composition(refused=frozenset(one.form for one in (*ranking.readings, *ranking.decorated)))
        unasked = may_state(parse, interrogative)
        otherwise = "naming" in kinds and may_rename(interrogative, candidates, self._knowledge.hierarchy)
        aside = ASIDE | {"count"} if _tells_how_much(parse, ranking) else ASIDE
        asks = unasked or otherwise or not kinds.keys() <= aside or self._constructions.turns(text)
        whole = not asks and _is_answered(interrogative, ranking) and not self._of_many(parse, ranking)
        if whole and not self._picks(parse, interrogative, ranking.readings[0]):
            return Composition(refused=_in_part(parse, interrogative, ranking))
        parse = reattached(parse, self._constructions.nouns)
        parse = attributed(parse, interrogative.noun, self._constructions)
        if interrogative.noun is not None:
            interrogative = replace(interrogative, noun=parse.tokens[interrogative.noun.index])
        candidates = [*candidates, *self._further.link(parse, interrogative, candidates)]
        scene = Scene(parse, interrogative, candidates, self._knowledge)
        if unasked and states(SpecialQuestion(Clauses(scene), kinds, self._today)):
            interrogative = replace(interrogative, polar=True)
            scene = scene.asking(interrogative)
        naming, moment = (
            scene.whole.tokens(said.span, said.gaps) if (said := kinds.get(kind)) else frozenset[int]()
            for kind in ("known_as", "moment")
        )
        leaving = Leaving(scene, naming, moment)
        composition = self._judged(scene, kinds, candidates, ranking, leaving)
        one_hop = (*ranking.readings, *ranking.decorated)
        never = leaving.judge(one_hop, "always")
        return replace(
            composition,
            refused=composition.refused | {form for form, more in never.items() if more == "more"},
            picked=composition.picked
            | {form for form, more in never.items() if more == "one"}
            | _of_one_verb(parse, interrogative.noun, one_hop),
        )

    def _judged(
        self,
        scene: Scene,
        kinds: Mapping[Kind, Occurrence],
        candidates: Sequence[Candidate],
        ranking: Ranking,
        leaving: Leaving,
    ) -> Composition:
        """The composed readings, and which of one hop they refuse."""
        parse, interrogative = scene.parse, scene.interrogative
        choice = choose(scene, parts(scene, kinds, self._today), candidates)
        kept = tuple(one for one in choice.readings if not leaving.knows_order(one, ranking.readings))
        had_by = [one for one in kept if BELONGS in one.why and _asks_who_has(scene)]
        bearing = _of_its_bearer(had_by, kept)
        kept = of_no_more(scene, [one for one in kept if one.form not in bearing], alive=choice.alive)
        if not kinds.keys().isdisjoint(HOLDING):
            aside = of_one_side(scene, kinds, kept)
            kept = tuple(one for one in kept if not is_of_both(one.form) and one.form not in aside)
        if not kept:
            if interrogative.polar or kinds.keys() & ALONE or _chooses(parse, scene):
                grown = ranking.decorated if "growth" in kinds else ()  # how many there are is no growth
                return Composition(refused=frozenset(one.form for one in (*ranking.readings, *grown)))
            held = not kinds.keys().isdisjoint(HOLDING)
            more = leaving.judge(ranking.readings, "beside_true" if held else "alone")
            stale = (form for form, one in more.items() if one == "more")
            timed = frozenset(
                one.form
                for one in ranking.readings  # "фильмы Рязанова, ... в 1977 году" are not all of them
                if more[one.form] == "one" and one.proposal and one.proposal.rule.direction == "reverse"
            )
            every = (*ranking.readings, *ranking.decorated)
            one_sided = of_one_side(scene, kinds, every if asks_plainly(scene, kinds) else ())
            apart = (one.form for one in every if held and leaves_subject(scene, one))
            return Composition(refused=frozenset((*stale, *apart)) | one_sided, picked=timed)
        explained = {one.form for one in ranking.readings if not one.unexplained}
        # What a composed reading of one fact takes for mere description, those of one hop may leave.
        told = {one.form for one in kept if not one.unexplained and is_simple(one.form)}
        asked = explained | told.intersection(map(_whole, ranking.readings)) if scene.describing else None
        # Rules of one hop do not tell "вантовые мосты" from all.
        plain = [
            not scene.narrowing
            and not (scene.noun is None and is_of_a_class(one.form))
            and _is_asked(one, asked)
            for one in kept
        ]
        simple = plain.index(True) if True in plain else len(kept)
        if simple == 0:
            near = [
                one for one in kept if one.score > kept[0].score - scene.weights.near and not one.unexplained
            ]
            further = tuple(one for one in near if not _is_asked(one, asked))
            first = any(_goes_on(scene, one.form, ranking) or _is_of_some(one.form) for one in further[:1])
            one_sided = of_one_side(scene, kinds, ranking.readings)
            refused = lists_more(near, ranking, many=False) | one_sided
            return Composition(further, refused, first=first)
        # Where each of a reading's steps leads somewhere, but all of them together nowhere, the question is wrong in
        # something; where one is not even known of, the words for it may be mere decoration.
        left = leaving.judge(ranking.readings, "beside_true" if choice.alive else "beside")
        refused = frozenset(form for form, more in left.items() if more == "more")
        if choice.alive:
            refused |= lists_more(kept, ranking, many=asks_for_many(scene))
        held = any(kind in one.why for one in kept for kind in HOLDING)
        if interrogative.polar or kinds.keys() & ALONE or _chooses(parse, scene) or held:
            refused = frozenset(left)
        if isinstance(kept[0].form, Count):
            whole = not kept[0].unexplained
            refused |= {
                one.form
                for one in ranking.readings
                if not _is_number(one)
                or (whole and (_leaves_words(self._lexicon, one) or not _spells_counted(scene, one, kinds)))
            }
        if scene.noun is not None and scene.tokens[scene.noun].lemma in scene.words.sexes:
            refused = frozenset(left)  # "какие женщины": not all whom one fact names
        if not kept[0].unexplained and kept[0].score > -scene.weights.alive:
            refused |= {one.form for one in ranking.readings if leaving.skips_step(one, kept[0].form)}
        one_sided = of_one_side(scene, kinds, (*ranking.readings, *ranking.decorated))
        refused |= _of_its_bearer(had_by, ranking.readings) | one_sided
        picked = frozenset(form for form, more in left.items() if more == "one")
        numbers = isinstance(kept[0].form, Count) and bool(ranking.readings)
        # What one fact answers is left to the readings of one hop, but not where none of them may: then others go on.
        some = kept[:simple]
        if simple < len(kept) and kept[simple].form in refused:
            some = tuple(one for one, alike in zip(kept, plain, strict=True) if not alike)
        chained = isinstance(kept[0].form, Hop | And) and len(set(properties(kept[0].form))) > 1
        spelt = _is_spelt_out(scene, ranking) and not _goes_on(scene, kept[0].form, ranking)
        spelt = spelt and not _is_of_some(kept[0].form)
        first = not numbers and not (chained and spelt)
        return Composition(some, refused, picked, first=first)

    def _of_many(self, parse: Parse, ranking: Ranking) -> bool:
        """Whether the best one-hop reading tells who holds an office, where all who held it are asked for."""
        best = ranking.readings[0].proposal
        numbered = best is not None and best.rule.property in self._lexicon.sets.numbered
        return best is not None and numbered and are_many(parse.tokens, best)

    def _picks(self, parse: Parse, interrogative: Interrogative, best: Reading) -> bool:
        """Whether some word beside the name and its class picks one of many, says when, excepts, or leads a clause."""
        picks = self._lexicon.words.picks
        known = self._constructions
        apart = known.words.excluding | known.words.more | known.words.at_first | known.words.outside
        return any(
            any(map(str.isdigit, token.folded))
            or token.lemma in known.superlatives
            or token.folded in known.comparatives
            or picks.fullmatch(token.folded)
            or token.folded in apart
            or token.lemma == "который"
            or token.lemma in known.words.whose
            or is_participle(token)
            or _tells_of_another(parse, token)
            or token.lemma in known.sexed
            or token.lemma in known.further
            or (token.lemma in known.nouns and _stands_between(parse, interrogative, token))
            for token in parse.tokens
            if not _is_named(best, token)
        )


def _is_named(reading: Reading, token: Token) -> bool:
    """Whether a word belongs to the name that a reading starts from, or says what that is: "роман «Имя розы»"."""
    one = reading.candidate
    return one is not None and (token is one.class_noun or one.mention.span.overlaps(token.span))


def _tells_how_much(parse: Parse, ranking: Ranking) -> bool:
    """Whether the best one-hop reading answers "сколько", and nothing beside its name could be counted: "сколько весит
    «Союз»".
    """
    best = next(iter(ranking.readings), None)
    nouns = (token for token in parse.tokens if token.pos in {"NOUN", "PROPN", "X"})
    return best is not None and _is_number(best) and all(_is_named(best, token) for token in nouns)


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


def _in_part(parse: Parse, interrogative: Interrogative, ranking: Ranking) -> frozenset[Form]:
    """The readings that leave out whose the name is, or what is asked for, though the best one explains it.

    "Кем был отец X" asks nothing of what X himself was, and "в каком городке родился" nothing of when.
    """
    best = ranking.readings[0].proposal if ranking.readings else None
    if best is None:
        return frozenset()
    said = [token for token in parse.tokens if token.pos == "NOUN" and best.explains(token.span)]
    refused: set[Form] = set()
    for one in ranking.readings:
        if one.candidate is None or one.proposal is None or not one.unexplained:
            continue
        above = parse.ancestors(parse.words[one.candidate.mention.first].token.index)
        dated = one.proposal.rule.answer == {"date"}
        for token in said:
            asked = interrogative.noun is not None and token.index == interrogative.noun.index
            if token.text in one.unexplained and ((asked and dated) or (not asked and token.index in above)):
                refused.add(one.form)
    return frozenset(refused)


def _of_one_verb(parse: Parse, noun: Token | None, readings: Sequence[Reading]) -> frozenset[Form]:
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


def _tells_of_another(parse: Parse, token: Token) -> bool:
    """Whether a verb tells something of what another thing has: "снял режиссёр «Таксиста»"."""
    return (
        token.pos == "NOUN"
        and token.relation.startswith("nsubj")
        and parse.tokens[token.head].pos == "VERB"
        and any(parse.tokens[kid].pos in {"NOUN", "PROPN"} for kid in parse.children[token.index])
    )


def _stands_between(parse: Parse, interrogative: Interrogative, token: Token) -> bool:
    """Whether a noun is told of or is another's, and has one of its own: "режиссёр экранизации «Обломова»", not "кто
    автор «Обломова»", nor "приток чего Уссури".
    """
    below = parse.children[token.index]
    if interrogative.noun is None and any(interrogative.covers(parse.tokens[kid].span) for kid in below):
        return False
    of_asked = token.relation == "nsubj" and interrogative.covers(parse.tokens[token.head].span)
    return (
        token.relation in {"nmod", "obj", "obl", "nsubj"}
        and not of_asked
        and any(parse.tokens[kid].relation in {"nmod", "appos"} for kid in below)
    )


def _leaves_words(lexicon: Lexicon, reading: Reading) -> bool:
    """Whether a one-hop reading leaves more than what describes its name: "в норвежском Стортинге"."""
    weights = lexicon.weights
    return -reading.addends.unexplained > weights.ranking.unexplained * weights.unexplained.describing


def _is_number(reading: Reading) -> bool:
    """Whether a one-hop reading answers "сколько"."""
    return reading.proposal is not None and not reading.proposal.rule.answer.isdisjoint({"number", "date"})


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


def _chooses(parse: Parse, scene: Scene) -> bool:
    """Whether the question compares what it names: "что выше: Монблан или Эльбрус", "сравни ..."."""
    known = scene.constructions.comparatives.keys() | scene.words.degrees
    two = bool(scene.of_two()) or scene.set_beside() is not None
    two = two or any(t.folded in scene.words.either for t in parse.tokens)
    return two and any(t.folded in known for t in parse.tokens)


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


def _is_answered(interrogative: Interrogative, ranking: Ranking) -> bool:
    """Whether the best one-hop reading explains every word; of a place, the asked kind may lie above its value."""
    noun = interrogative.noun
    above = interrogative.type == "place" and noun is not None
    if not ranking.readings or ranking.readings[0].unexplained or above:
        return False
    # A noun narrows what a list is of ("какие писатели родились", "назови вулканы Индонезии"), and in the genitive it
    # may have what is told of.
    whole = (one.proposal for one in ranking.readings[:WHOLE] if not one.unexplained)
    listed = any(one is not None and one.rule.direction == "reverse" for one in whole)
    if noun is None:
        return not (listed and interrogative.type is None)
    return not (listed or (noun.features.get("Case") == "Gen" and noun.head >= 0))
