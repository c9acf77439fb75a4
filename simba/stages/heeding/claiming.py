"""Whether a "yes" or "no" is sure. Where another of the name that the question says is known to have done it, he may be
meant; of what nothing is known, nothing tells that it is not so; and what is so, need not be so alone, nor in that way.
"""

from __future__ import annotations

from collections.abc import Sequence

from simba.common.vocabulary import INSTANCE_OF
from simba.kb.facts import Gatherer, WantedFacts, entity_ids
from simba.query import And, Count, Entity, Exists, Form, Hop, Statement, Without, entities, path, walk
from simba.russian.morphology import lemmas
from simba.russian.names import words_of
from simba.russian.text import fold
from simba.stages.attempts import Attempt, chosen
from simba.stages.lexicon import Words
from simba.stages.links import Candidate
from simba.stages.parse import Parse

KIND = path(INSTANCE_OF)


def left_of_claim(attempt: Attempt, parse: Parse, words: Words) -> tuple[str, ...]:
    """The words that an attempt leaves which says that something is so: it need not be so by chance, nor alone."""
    form = attempt.form
    if not isinstance(form, Exists) or any(value.value != "true" for value in attempt.accepted):
        return ()
    left = tuple(one for one in attempt.reading.unexplained if fold(one) not in words.slight)
    if left or any(isinstance(one, Count | Without) for one in walk(form)):
        return left
    before = (None, *parse.tokens)
    return tuple(
        one.text
        for one, other in zip(parse.tokens, before, strict=False)
        if one.folded in words.only and not (other is not None and other.folded in words.negations)
    )


def is_unsure(attempts: Sequence[Attempt], candidates: Sequence[Candidate], store: Gatherer) -> bool:
    """Whether nothing may be denied, by the one of the attempts that would."""
    best = chosen(attempts)
    if best is None or not is_denial(best) or not isinstance(best.form, Exists):
        return False
    return _is_of_nothing(best.form, store) or _is_of_namesake(best.form, candidates, store)


def is_denial(attempt: Attempt) -> bool:
    """Whether an attempt says that something is not so."""
    form = attempt.form
    if not isinstance(form, Exists) or isinstance(form.source, Without):
        return False
    return bool(attempt.accepted) and all(value.value == "false" for value in attempt.accepted)


def is_of_two_kinds(attempt: Attempt) -> bool:
    """Whether it tells of what kind two things are at once: "является ли Киев крупнейшим городом Украины"."""
    form = attempt.form
    parts = walk(form.source) if isinstance(form, Exists) else ()
    return len({one.source for one in parts if isinstance(one, Hop) and one.path == KIND}) > 1


def _is_of_nothing(form: Exists, store: Gatherer) -> bool:
    """Whether one of several conditions is known of nothing, so that none is told of which it is not so."""
    conditions = [one for one in _members(form.source) if not isinstance(one, Entity)]
    if len(conditions) < 2:
        return False
    sets = [Exists(one) for one in conditions]
    facts = store.gather(lambda: WantedFacts(sets))
    return any(value.value == "false" for one in sets for value in facts.values(one).values)


def _members(form: Form) -> list[Form]:
    return [part for one in form.members for part in _members(one)] if isinstance(form, And) else [form]


def _is_of_namesake(form: Exists, candidates: Sequence[Candidate], store: Gatherer) -> bool:
    """Whether what is named is not among some, though another of that name, be it longer, is: of Mironov it is not
    denied that he played in a film with another Mironov.
    """
    known = form.known
    if not isinstance(known, Hop) or known.path == KIND:  # "город Италии" is no Italy
        return False
    if any(isinstance(part, Statement) for part in walk(form.source)):
        return False  # he may have it, but not then
    asked = set(entities(form.source)).difference(entities(known))
    names = {one.mention for one in candidates if one.entity.id in asked and one.mention.text[:1].isupper()}
    facts = store.gather(lambda: WantedFacts([known], named=True))
    said = [[set(lemmas(word)) for word in words_of(name.text)] for name in names]
    for one in entity_ids(facts.values(known).values):
        called = {lemma for word in words_of(facts.label(one) or "") for lemma in lemmas(word)}
        if one not in asked and any(all(not word.isdisjoint(called) for word in words) for words in said):
            return True
    return False
