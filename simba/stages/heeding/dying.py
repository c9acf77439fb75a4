"""Whether somebody died as the question says: of him who is known to have been shot nobody tells where he drowned."""

from __future__ import annotations

from collections.abc import Sequence

from simba.kb.facts import Gatherer, WantedFacts
from simba.query import Entity, Form, Hop, Path, Step, path, walk
from simba.stages.attempts import Attempt
from simba.stages.heeding.callings import words_called
from simba.stages.lexicon import Death
from simba.stages.parse import Parse

TOLD = frozenset({"P20", "P570", "P157"})
"""What a verb for a way to die asks for: where and when, and who did it."""
CAUSE, MANNER = path("P509"), path("P1196")


def untrue_death(attempt: Attempt, parse: Parse, deaths: Sequence[Death], store: Gatherer) -> tuple[str, ...]:
    """The verb that says how somebody died, if it is known that he died otherwise."""
    verbs = [
        (one.text, death)
        for one in parse.tokens
        if one.pos == "VERB"
        for death in deaths
        if death.is_said(one.folded)
    ]
    person = next(filter(None, map(_died, walk(attempt.form))), None) if verbs else None
    if person is None:
        return ()
    ways = [Hop(person, CAUSE), Hop(person, MANNER)]
    facts = store.gather(lambda: WantedFacts(ways, named=True))
    called = [*words_called(ways, facts)]
    if not facts.values(ways[0]).values or any(
        word.startswith(death.causes) for word in called for _, death in verbs
    ):
        return ()
    return tuple(text for text, _ in verbs)


def _died(form: Form) -> Entity | None:
    """Whose death a form tells of."""
    match form:
        case Hop(Entity() as person, Path((Step(name, inverse=False),))) if name in TOLD:
            return person
    return None
