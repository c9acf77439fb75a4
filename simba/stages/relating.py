"""The asked class finds the relation, where no rule knows the wording ("какой браузер вышел из мастерских ...").

Among all statements about the entity, either way, those count that lead to values of the class that is asked for. Where
they lead to the same values, by one property or by several, these are the answer; where they differ, nothing says which
is meant. What the wording may contradict is not tried: negations, ranks, dates, counts, and what a rule understood.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass
from itertools import takewhile

from simba.answer import Value
from simba.common.vocabulary import ENTITY, SUBCLASS_OF
from simba.kb.classes import Classes
from simba.kb.facts import FactStore, Neighbour, found
from simba.query import And, Class, Entity, Form, Hop, Or, Path, Step
from simba.russian.morphology import is_comparative
from simba.stages.asked_class import AskedClass
from simba.stages.attempts import CLASSED, LITERALS_ASKED, Attempt, chosen
from simba.stages.companions import MIN_LINKED
from simba.stages.idsets import Sets
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import Lexicon
from simba.stages.links import Candidate
from simba.stages.parse import Parse, Token
from simba.stages.ranking import Ranking, RankScore, Reading
from simba.stages.signs import Usual, usual_of_reading

RELATED = "спрошенный класс"
"""Why a reading came about that no rule worded: by the class that is asked for."""
COMMON = 0.5
"""The share of things of a kind from which on it says nothing that one of them has a property."""
OCCUPATION = Path((Step("P106", inverse=True),))


@dataclass(frozen=True, slots=True)
class _Lead:
    """A step that leads from a candidate to values of the asked class, and to others."""

    candidate: Candidate
    step: Step
    values: frozenset[str]
    by_tree: bool
    others: bool
    answers: frozenset[str]
    """What the query returns: all that the step leads to or, of others too, what is of the class by the tree."""

    @property
    def hop(self) -> Hop:
        """The step as a form."""
        return Hop(Entity(self.candidate.entity.id), Path((self.step,)))

    def form(self, asked: AskedClass, *, person: bool) -> Form | None:
        """The query for the values; None where their class is only known by what they are called."""
        if not self.others:
            return self.hop
        if not self.by_tree:
            return None
        classes = sorted(asked.classes)
        members = [Entity(one) for one in classes]
        working = Hop(Or(*members) if len(members) > 1 else members[0], OCCUPATION)
        return And(self.hop, Or(Class(*classes), working) if person else Class(*classes))


def relate(
    store: FactStore,
    parse: Parse,
    interrogative: Interrogative,
    candidates: Sequence[Candidate],
    ranking: Ranking,
    attempts: tuple[Attempt, ...],
    fillers: Collection[str],
    asked: AskedClass | None,
    lexicon: Lexicon,
    usual: Usual,
    refused: Collection[Form] = frozenset(),
) -> tuple[Attempt, ...]:
    """The attempts and, where none answers, one by the relation that the asked class finds, if there is one.

    The refused forms are no answer: the question asks for more than they say.
    """
    if asked is None or interrogative.several or interrogative.polar or interrogative.type in LITERALS_ASKED:
        return attempts
    if chosen(attempts) is not None or _understood(parse, ranking) or any(map(_composed, attempts)):
        return attempts
    starts = _starts(candidates, asked.hierarchy, lexicon)
    starts = [one for one in starts if not _contradicted(parse, interrogative, one, lexicon)]
    if not starts or _names_what_is_not_known(parse, candidates):
        return attempts
    if _is_of_the_asked(parse, interrogative, starts[0]):
        return attempts
    leads = _leads(store, starts, {one.entity.id for one in candidates}, asked, lexicon.sets)
    if not leads or len({lead.values for lead in leads}) > 1:
        return attempts
    most = max(len(lead.answers) for lead in leads)
    listed = interrogative.noun if any(lead.step.inverse for lead in leads) else None
    if parse.says_more_than(starts[0].mention.span, listed, most):
        return attempts
    if not asked.classes.isdisjoint(lexicon.sets.countries) and any(_by_chance(one, usual) for one in leads):
        return attempts
    if _noun_in_vain(attempts, starts[0], interrogative, usual):
        return attempts
    if _made_else(attempts, starts[0], parse):
        return attempts
    if any(lead.hop in refused for lead in leads):
        return attempts
    forms = ((lead, lead.form(asked, person=interrogative.type == "person")) for lead in leads)
    told = next(((lead, form) for lead, form in forms if form is not None), None)
    return attempts if told is None else (*attempts, _attempt(*told, parse, interrogative, fillers))


def _attempt(
    lead: _Lead, form: Form, parse: Parse, interrogative: Interrogative, fillers: Collection[str]
) -> Attempt:
    score, left = lead.candidate.score, _left(parse, interrogative, lead.candidate, fillers)
    reading = Reading(
        form,
        score,
        RankScore(score, 0.0, 0.0),
        lead.candidate,
        None,
        tuple(token.text for token in left),
        why=(RELATED,),
    )
    values = found([Value("uri", f"{ENTITY}{one}", None, None) for one in lead.answers]).values
    return Attempt(reading, form, values, values, True)


def _by_chance(lead: _Lead, usual: Usual) -> bool:
    """Whether nearly any such thing leads to something so: to a country as its own, whatever is asked of countries."""
    step, classes = lead.step, lead.candidate.entity.classes
    share = usual(classes, step.property, step.inverse)
    return share is not None and share > COMMON


def _noun_in_vain(
    attempts: Sequence[Attempt], start: Candidate, interrogative: Interrogative, usual: Usual
) -> bool:
    """Whether a rule knew what the asked noun asks for of such a thing, and that is what is missing.

    Of places, what one property does not tell another may.
    """
    noun = interrogative.noun
    return (
        noun is not None
        and interrogative.type != CLASSED
        and any(
            (one.values, one.reading.sister) == ((), False)
            and one.reading.proposal is not None
            and one.reading.proposal.explains(noun.span)
            and one.reading.candidate is not None
            and one.reading.candidate.entity.id == start.entity.id
            and usual_of_reading(one.reading, usual) != 0
            for one in attempts
        )
    )


def _made_else(attempts: Sequence[Attempt], start: Candidate, parse: Parse) -> bool:
    """Whether a rule knew the verb, and what somebody did so is of another kind, or not known: the elements named in
    honour of one who discovered none are not what "какие элементы открыл" asks for.
    """
    verbs = [token for token in parse.tokens if token.pos == "VERB"]
    return any(
        one.reading.proposal is not None
        and one.reading.proposal.rule.direction == "reverse"
        and one.reading.candidate is not None
        and one.reading.candidate.entity.id == start.entity.id
        and any(one.reading.proposal.explains(verb.span) for verb in verbs)
        for one in attempts
    )


def _composed(attempt: Attempt) -> bool:
    """Whether a larger question was understood to the last word, of which no single relation is the answer."""
    return attempt.reading.proposal is None and not attempt.reading.unexplained


def _understood(parse: Parse, ranking: Ranking) -> bool:
    """Whether the best reading leaves nothing unexplained, or explains the verb."""
    if not ranking.readings:
        return False
    left = set(ranking.readings[0].unexplained)
    verbs = {token.text for token in parse.tokens if token.pos == "VERB"}
    return not left or bool(verbs - left)


def _starts(candidates: Sequence[Candidate], hierarchy: Classes, lexicon: Lexicon) -> list[Candidate]:
    """The best candidate of the only name; of several, the one that is left out may be what is asked about."""
    taken: set[int] = set()
    free: list[Candidate] = []
    for one in candidates:
        mention = one.mention
        words = set(range(mention.first, mention.last + 1))
        proper = mention.source == "quote" or (mention.text[:1].isupper() and one.entity.name[:1].isupper())
        if words & taken or one.score < MIN_LINKED or not proper:
            continue
        taken |= words
        free.append(one)
    if len(free) != 1 or free[0].score < lexicon.weights.ranking.related_from:
        return []
    sets = lexicon.sets
    above = hierarchy.above(free[0].entity.classes)
    return free if (sets.countries | sets.continents).isdisjoint(above) else []


def _contradicted(parse: Parse, interrogative: Interrogative, candidate: Candidate, lexicon: Lexicon) -> bool:
    """Whether some word outside the name negates, picks one of many, or counts."""
    words = lexicon.words
    return any(
        token.folded in words.negations
        or words.picks.fullmatch(token.folded)
        or (token.pos == "ADJ" and is_comparative(token.folded))
        for token in parse.tokens
        if not candidate.mention.span.overlaps(token.span)
    )


def _names_what_is_not_known(parse: Parse, candidates: Sequence[Candidate]) -> bool:
    """Whether some name was not linked: it takes part in what is asked ("сопроводил переход через Рубикон")."""
    return any(
        token.pos == "PROPN"
        and token.index
        and token.text[:1].isupper()
        and not any(one.mention.span.overlaps(token.span) for one in candidates)
        for token in parse.tokens
    )


def _is_of_the_asked(parse: Parse, interrogative: Interrogative, start: Candidate) -> bool:
    """Whether the name says whose the asked noun is, and a verb says more: "в каких странах ЕС ездят слева"."""
    noun = interrogative.noun
    if noun is None or noun.head < 0 or parse.tokens[noun.head].pos != "VERB":
        return False
    name = parse.words[start.mention.first].token
    above = parse.ancestors(name.index)
    between = [name.index, *takewhile(lambda index: index != noun.index, above)]
    return (
        noun.index in above
        and parse.tokens[between[-1]].features.get("Case") == "Gen"
        and all(parse.tokens[index].pos != "VERB" for index in between)
    )


def _left(
    parse: Parse, interrogative: Interrogative, candidate: Candidate, fillers: Collection[str]
) -> list[Token]:
    return [
        token
        for token in parse.tokens
        if token.is_word
        and token.pos in {"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "X"}
        and token.lemma not in fillers
        and not candidate.mention.span.overlaps(token.span)
        and not interrogative.covers(token.span)
    ]


def _leads(
    store: FactStore, starts: Sequence[Candidate], named: Set[str], asked: AskedClass, sets: Sets
) -> list[_Lead]:
    """The steps from these candidates to values of the asked class, those told by the class tree first.

    What the question itself names, or a namesake of that, is not what it asks for.
    """
    neighbours = store.neighbours([start.entity.id for start in starts])
    beside = [
        one
        for one in neighbours.found
        if one.property not in sets.everywhere
        and one.property not in (sets.locations if one.reverse else sets.of_kind)
        and one.property != SUBCLASS_OF  # the kinds of what is named are of its kind themselves
    ]
    asked.hierarchy.prepare(above for one in beside for above in one.classes)
    by_tree = {one.entity for one in beside if asked.has(one.classes)}
    unsure = {one.entity for one in beside} - by_tree
    texts = neighbours.texts
    met = by_tree | {one for one in unsure if asked.called(texts.label(one), texts.description(one))}
    steps: dict[tuple[str, str, bool], list[Neighbour]] = {}
    for one in beside:
        steps.setdefault((one.source, one.property, one.reverse), []).append(one)
    leads = []
    for start in starts:
        for (source, name, reverse), some in steps.items():
            values = frozenset(one.entity for one in some if one.entity in met) - named
            if source == start.entity.id and values:
                others = len(values) < len(some)
                reached = {one.entity for one in some}
                answers = frozenset(reached & by_tree if others else reached)
                step = Step(name, inverse=reverse)
                leads.append(_Lead(start, step, values, values <= by_tree, others, answers))
    return sorted(leads, key=lambda lead: (not lead.by_tree, lead.others, lead.step.inverse))
