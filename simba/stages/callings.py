"""The words of what things, their kinds and offices are called."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from simba.common.vocabulary import entity_id
from simba.kb.facts import Facts
from simba.query import Form
from simba.russian.morphology import lemmas
from simba.russian.text import fold


def words_called(forms: Collection[Form], facts: Facts) -> Iterator[str]:
    """The lemmas of the words of what some forms lead to."""
    values = chain.from_iterable(facts.values(form).values for form in forms)
    labels = (facts.label(name) or "" for one in values if (name := entity_id(one.value)) is not None)
    return (lemma for label in labels for word in fold(label).split() for lemma in lemmas(word))
