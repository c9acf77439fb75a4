"""Hard negatives: entities that look like the right answers, ranked by how similar what is said of them is."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from simba.common.vocabulary import ENTITY, INSTANCE_OF, entity_id, is_property_id
from simba.kb.facts import FactStore
from simba.query import Entity, Hop, path
from simba.verification.shortest_paths import Surroundings, by_number
from simba.verification.texts import lemma_words

NEGATIVES, FEWEST = 9, 5
"""Of a question; one with fewer is left out."""
MAX_MEMBERS = 1_000
"""Members of a class, and values of a property, that are looked at."""
MAX_ANSWERS = 5
"""Right answers whose classes and neighbours are looked at."""


class Negatives:
    """Finds hard negatives in a store."""

    def __init__(self, store: FactStore, around: Surroundings) -> None:
        self._store = store
        self._around = around
        self._members: dict[str, tuple[str, ...]] = {}
        self._values: dict[str, tuple[str, ...]] = {}
        self._said: dict[str, tuple[str, ...]] = {}
        self._named: dict[str, str | None] = {}

    def hardest(
        self,
        right: Sequence[str],
        asked_about: Sequence[str],
        properties: Sequence[str],
        without: Collection[str],
    ) -> list[str]:
        """The hardest first, at most `NEGATIVES`; none ``without``, none that has no name or a right answer's."""
        pool = dict.fromkeys(self._pool(right[:MAX_ANSWERS], asked_about, properties))
        for one in (*without, *right, *asked_about):
            pool.pop(one, None)
        self._describe([*pool, *right])
        taken = {self._named[one] for one in right} | {None}
        some = sorted((one for one in pool if self._named[one] not in taken), key=by_number)
        if not some:
            return []
        likeness = _likeness([self._said[one] for one in right], [self._said[one] for one in some])
        ranked = sorted(zip(some, likeness, strict=True), key=lambda pair: (-pair[1], by_number(pair[0])))
        return [one for one, _ in ranked[:NEGATIVES]]

    def _pool(
        self, right: Sequence[str], asked_about: Sequence[str], properties: Sequence[str]
    ) -> Iterator[str]:
        for one in right:
            for kind in sorted(self._store.classes(one)):
                yield from self._of_class(kind)
        for prop in properties:
            yield from self._of_property(prop)
        for one in (*asked_about, *right):
            yield from self._around.beside(one)

    def _of_class(self, kind: str) -> tuple[str, ...]:
        if kind not in self._members:
            found = self._store.values(Hop(Entity(kind), path(f"^{INSTANCE_OF}"))).values
            self._members[kind] = tuple(_entities(value.value for value in found))
        return self._members[kind]

    def _of_property(self, prop: str) -> tuple[str, ...]:
        """Entities that are values of a property, and those that have it."""
        if prop not in self._values and is_property_id(prop):
            queries = (
                f"SELECT DISTINCT ?answer WHERE {{ {triple} FILTER(STRSTARTS(STR(?answer), '{ENTITY}Q')) }}"
                f" LIMIT {MAX_MEMBERS}"
                for triple in (f"?other wdt:{prop} ?answer", f"?answer wdt:{prop} ?other")
            )
            found = (value.value for query in queries for value in self._store.select(query))
            self._values[prop] = tuple(_entities(found))
        return self._values.get(prop, ())

    def _describe(self, entities: Collection[str]) -> None:
        """What is said of entities: their descriptions, else what their classes are called."""
        new = [one for one in entities if one not in self._named]
        if not new:
            return
        texts = self._store.describe(new)
        for one in new:
            self._named[one] = texts.label(one)
            said = texts.description(one) or " ".join(
                self._store.label(kind) or "" for kind in sorted(self._store.classes(one))
            )
            self._said[one] = lemma_words(said)


def _entities(iris: Iterator[str]) -> Iterator[str]:
    return (one for iri in iris if (one := entity_id(iri)))


def _likeness(right: Sequence[Sequence[str]], others: Sequence[Sequence[str]]) -> list[float]:
    """How similar each of the others is to the right one that it is most similar to, 0 to 1: the cosine of TF-IDF."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    if not any(right):
        return [0.0] * len(others)
    vectors = TfidfVectorizer(analyzer=_as_is).fit_transform([*right, *others])
    return [
        float(one) for one in (vectors[len(right) :] @ vectors[: len(right)].T).max(axis=1).toarray().ravel()
    ]


def _as_is(words: Sequence[str]) -> Sequence[str]:
    return words
