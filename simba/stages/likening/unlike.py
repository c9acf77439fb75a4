"""Questions that ask for something else than what a property tells, however like their words are."""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from typing import TYPE_CHECKING

from simba.query import Count, Entity, Form, Hop, More, Rank, entities, speaks_of, walk
from simba.stages.answering.in_vain import said_in_vain
from simba.stages.attempts import Attempt
from simba.stages.lexicon import Lexicon
from simba.stages.likening.inquiry import Inquiry, NearProperty
from simba.stages.links import Candidate
from simba.stages.parse import Parse
from simba.stages.ranking.words_around import WordsAround
from simba.stages.signs import Usual, usual_of_reading

if TYPE_CHECKING:
    from simba.stages.likening.nearness import Vocabularies


def compares(attempts: Sequence[Attempt]) -> bool:
    """Whether a composed reading compared or counted with every word of the question: who was born earlier no one fact
    tells, nor does any number how many stars there are in something.
    """
    return any(
        attempt.reading.proposal is None
        and not attempt.reading.unexplained
        and isinstance(attempt.reading.form, More | Rank | Count)
        for attempt in attempts
    )


def asked_otherwise(form: Form, attempts: Sequence[Attempt]) -> bool:
    """Whether a form asks for less than a composed reading, or has many values that did not answer by a rule: they are
    not all that is meant, by whatever words they are found.
    """
    return _asks_further(form, attempts) or any(one.form == form and len(one.values) > 1 for one in attempts)


def _asks_further(form: Form, attempts: Sequence[Attempt]) -> bool:
    """Whether a composed reading asked with every word of the question for what the form tells, or for what more than
    one step leads to from where the form starts, in vain: where somebody's mother died, no fact of his own tells.
    """
    whole = [
        one.reading.form for one in attempts if one.reading.proposal is None and not one.reading.unexplained
    ]
    starts = {Entity(one) for one in entities(form)}
    return any(speaks_of(one, form) or any(_leads_on(part, starts) for part in walk(one)) for one in whole)


def _leads_on(form: Form, starts: Set[Entity]) -> bool:
    """Whether a form is what a chain of steps leads to from one of these."""
    match form:
        case Hop(Hop(Entity() as start) | (Entity() as start), way):
            return start in starts and (isinstance(form.source, Hop) or len(way.steps) > 1)
    return False


def contradicted(
    parse: Parse, near: NearProperty, inquiry: Inquiry, vocabularies: Vocabularies, lexicon: Lexicon
) -> bool:
    """Whether some word that the property's vocabulary does not hold negates, or picks one of many."""
    words = lexicon.words
    return any(
        not inquiry.linked.mention.span.overlaps(token.span)
        and (
            token.folded in words.negations
            or (
                words.picks.fullmatch(token.folded)
                and vocabularies.like(token.lemma, near.number) != token.lemma
            )
        )
        for token in parse.tokens
    )


def is_of_another(parse: Parse, linked: Candidate) -> bool:
    """Whether what is linked is a common noun, and somebody's: what somebody died of is not what death comes from."""
    mention = linked.mention
    noun = parse.words[mention.first].token.index
    common = mention.first == mention.last and linked.entity.name[:1].islower()
    return common and any(
        token.pos == "PROPN" and token.relation in {"nmod", "appos"} and token.head == noun
        for token in parse.tokens
    )


def leaves_name(inquiry: Inquiry, told: Attempt) -> bool:
    """Whether several of the asked noun are told and another name is left over, which may pick some of them: not all
    the films that somebody starred in won her «Ника».
    """
    left = told.reading.unexplained
    several = inquiry.interrogative.noun is not None and len(told.accepted) > 1
    return several and any(token.text[:1].isupper() and token.text in left for token in inquiry.words)


def asks_who_did(parse: Parse, inquiry: Inquiry, alike: Set[str]) -> bool:
    """Whether only what somebody did it to is alike, not what was done: "кто придумал кличку" asks for no name."""
    doing = WordsAround(parse, inquiry.interrogative).doing
    words = [token for token in inquiry.words if token.text in alike]
    return inquiry.interrogative.noun is None and all(
        token.head in doing and token.relation.startswith("obj") for token in words
    )


def known_wording(
    attempts: Sequence[Attempt], inquiry: Inquiry, left: Collection[str], usual: Usual, *, met: bool
) -> bool:
    """Whether a rule knew as much of the wording as what leaves these words, and asked for what such a thing may have:
    that is what is missing.

    Where nothing is known of such things, values of the class that is asked for may be meant all the same, unless the
    rule knew a noun that is left: who asks for the colour of eyes, asks for none of hair.
    """
    known = [*said_in_vain(attempts, inquiry.linked.entity.id, left)]
    nouns = [token for token in inquiry.words if token.pos == "NOUN" and token.text in left]
    spelt = (one.proposal for one in known if one.proposal is not None)
    if any(one.explains(noun.span) and one.spells(noun.folded) for one in spelt for noun in nouns):
        return True
    shares = [usual_of_reading(one, usual) for one in known]
    return any(not met if share is None else share > 0 for share in shares)
