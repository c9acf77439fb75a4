"""Where no rule knows the wording, the property is found whose words are most like the question's.

The words beside the best linked name are compared with the vocabularies of all rules whose values could answer
(`simba.stages.likening.nearness`). The nearest that leads somewhere from there is taken: surer the farther it is ahead
of the next, and the fewer properties are nearer that lead nowhere, of which the question may well ask for one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from simba.common.vocabulary import entity_id
from simba.kb.facts import Facts, FactStore, WantedFacts
from simba.query import Form, Part
from simba.stages.answer_type import DATES, AnswerTypes, is_elsewhere
from simba.stages.answering.in_vain import without_companies
from simba.stages.answering.one_hop import too_many
from simba.stages.answering.placing import is_smaller
from simba.stages.attempts import Attempt, chosen
from simba.stages.lexicon import Lexicon
from simba.stages.likening.doubts import Doubts, doubts_of
from simba.stages.likening.inquiry import Inquiry, NearProperty, nearest
from simba.stages.likening.unlike import (
    asked_otherwise,
    asks_who_did,
    compares,
    contradicted,
    is_of_another,
    known_wording,
    leaves_name,
)
from simba.stages.parse import Parse
from simba.stages.ranking import RankScore, Reading
from simba.stages.signs import Usual

if TYPE_CHECKING:
    from simba.stages.likening.nearness import Vocabularies


def liken(
    store: FactStore,
    types: AnswerTypes,
    vocabularies: Vocabularies,
    parse: Parse,
    inquire: Callable[[], Inquiry | None],
    attempts: tuple[Attempt, ...],
    lexicon: Lexicon,
    usual: Usual,
    refused: Collection[Form] = frozenset(),
) -> tuple[Attempt, ...]:
    """The attempts and, where none answers, one by the property whose words are most like the question's.

    ``inquire`` says what is compared, if anything. The refused forms are no answer: the question asks for more than
    they say.
    """
    if chosen(attempts) is not None or compares(attempts):
        return attempts
    inquiry, weights = inquire(), lexicon.weights.likening
    if inquiry is None or Doubts.fewest(inquiry, attempts, weights).weighed(weights) > weights.most:
        return attempts
    near = nearest(vocabularies, types, inquiry, lexicon)
    if not near:
        return attempts
    facts = store.gather(lambda: WantedFacts([one.form for one in near], named=inquiry.asked is not None))
    tried = [(one, _tried(one, inquiry, facts, types, lexicon)) for one in near]
    found = [(one, attempt) for one, attempt in tried if attempt.accepted]
    if not found or found[0][0].form in refused or asked_otherwise(found[0][0].form, attempts):
        return attempts
    likest, attempt = found[0]
    listed = inquiry.interrogative.noun if likest.proposal.rule.direction == "reverse" else None
    if contradicted(parse, likest, inquiry, vocabularies, lexicon) or parse.says_more_than(
        inquiry.linked.mention.span, listed, len(attempt.accepted)
    ):
        return attempts
    doubts = doubts_of(near, found, inquiry, attempts, facts, usual)
    doubt = doubts.weighed(weights)
    if doubt > weights.most:
        return attempts
    told = _told(likest, attempt, doubt, inquiry, vocabularies)
    if (
        is_of_another(parse, inquiry.linked)
        or leaves_name(inquiry, told)
        or known_wording(attempts, inquiry, told.reading.unexplained, usual, met=doubts.met)
        or asks_who_did(parse, inquiry, {word for word, _ in told.reading.likened})
    ):
        return attempts
    return without_companies((*attempts, told), inquiry.interrogative)


def likely(
    types: AnswerTypes, vocabularies: Vocabularies, inquiry: Inquiry | None, lexicon: Lexicon
) -> list[Form]:
    """What `liken` would ask for: so that a store that is far away can be asked for it beside the rest."""
    return [one.form for one in nearest(vocabularies, types, inquiry, lexicon)] if inquiry is not None else []


def _tried(
    near: NearProperty, inquiry: Inquiry, facts: Facts, types: AnswerTypes, lexicon: Lexicon
) -> Attempt:
    """What the property's query returns, and what of that can answer."""
    found = facts.values(near.form)
    accepted = types.acceptable(
        found.values, facts, inquiry.interrogative, near.proposal, year=isinstance(near.form, Part)
    )
    accepted = tuple(value for value in accepted if entity_id(value.value) not in inquiry.named)
    asked = inquiry.asked
    if inquiry.interrogative.noun is not None and inquiry.interrogative.type is None:
        accepted = tuple(
            value for value in accepted if value.datatype not in DATES
        )  # what is asked for is no time
    if asked is not None and (
        too_many(accepted, inquiry.interrogative, asked)
        or (asked.exact and asked.is_another(accepted, facts))
        or is_elsewhere(accepted, facts, inquiry.interrogative, near.proposal.rule.answer, asked)
        or is_smaller(near.form, accepted, asked, facts, inquiry.interrogative, lexicon)
    ):
        accepted = ()
    if inquiry.interrogative.type == "person":  # no author said that these answer "who": a religion is nobody
        accepted = types.somebody(accepted, facts)
    linked = inquiry.linked
    reading = Reading(near.form, linked.score, RankScore(linked.score, 0.0, 0.0, 0.0), linked, None, ())
    return Attempt(reading, near.form, found.values, accepted, True, found.truncated)


def _told(
    near: NearProperty, attempt: Attempt, doubt: float, inquiry: Inquiry, vocabularies: Vocabularies
) -> Attempt:
    """The attempt with what led to it: which words are like those that the property is asked with."""
    alike = [(token, vocabularies.like(token.lemma, near.number)) for token in inquiry.words]
    reading = Reading(
        near.form,
        inquiry.linked.score,
        RankScore(-doubt, 0.0, 0.0, 0.0),
        inquiry.linked,
        None,
        tuple(token.text for token, one in alike if one is None),
        likened=tuple((token.text, one) for token, one in alike if one is not None),
    )
    return Attempt(reading, near.form, attempt.values, attempt.accepted, True, attempt.truncated)
