"""The words of what things, their kinds and offices are called."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from simba.kb.facts import Facts, entity_ids
from simba.query import Form
from simba.russian.morphology import lemmas
from simba.russian.text import fold


def words_called(forms: Collection[Form], facts: Facts) -> Iterator[str]:
    """The lemmas of the words of what some forms lead to, but for names: a part of Northern Ireland is not northern."""
    values = chain.from_iterable(facts.values(form).values for form in forms)
    labels = (facts.label(name) or "" for name in entity_ids(values))
    words = (word for label in labels for n, word in enumerate(label.split()) if not n or word[:1].islower())
    return (lemma for word in words for lemma in lemmas(fold(word)))
