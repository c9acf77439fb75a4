"""Forms of every kind, made up by hypothesis from given entities and properties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from hypothesis import strategies as st

from simba.query import (
    IT,
    And,
    Called,
    Class,
    Compares,
    Condition,
    Count,
    Date,
    Difference,
    During,
    Entity,
    Exists,
    Form,
    Has,
    Hop,
    Lacks,
    More,
    Named,
    Number,
    Or,
    Part,
    Path,
    Qualifier,
    Rank,
    Statement,
    Text,
    Where,
    Without,
    Year,
    path,
)
from simba.query.forms import Comparison, Unit

COMPARISONS, UNITS = get_args(Comparison), get_args(Unit)
ORDERS = st.sampled_from(["asc", "desc"])
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)

ATTACKS = [
    '" } UNION { ?answer ?p ?o } #',
    '"@ru . ?answer ?p ?o . #',
    "\\",
    '\\" } #',
    "\\u0022 } #",
    "\\\\u0022 } #",
    "\\U00000022 . ?answer ?p ?o . #",
    "\n} #",
    "'''\"\"\"",
    "?answer",
    "\x00\x07\x7f\u2028",
]
"""Texts that would say more than a text, were they not escaped."""


class Forms:
    """Strategies over a vocabulary; what is drawn of `sets` are entities."""

    def __init__(
        self, entities: Sequence[str], classes: Sequence[str], links: Sequence[str], values: Sequence[str]
    ) -> None:
        self.ids = st.sampled_from(entities)
        self.class_ids = st.sampled_from(classes)
        self.links, self.values = st.sampled_from(links), st.sampled_from(values)
        self.entities = st.builds(Entity, self.ids)
        years = st.integers(-100, -2) | st.integers(1, 2020)  # Virtuoso has no date in 2 BC and 1 BC
        self.years = st.builds(Year, years)
        self.dates = st.builds(Date, years, st.integers(1, 12), st.integers(1, 28))
        self.numbers = st.builds(Number, st.decimals(-10, 4000, places=2))
        self.scalars = self.years | self.dates | self.numbers
        self.sets = self._measured(self._larger(self._simple()))
        self.forms = self.sets | self._answers()

    @property
    def paths(self) -> st.SearchStrategy[Path]:
        """Of one or two steps to entities."""
        return st.lists(self._steps(), min_size=1, max_size=2).map("/".join).map(path)

    @property
    def long_paths(self) -> st.SearchStrategy[Path]:
        """The same, the last step of which may be taken any number of times.

        Virtuoso fails on such a step in both directions, so that alternatives have one.
        """
        one_way = self.links | st.builds("({}|{})".format, self.links, self.links)
        often = st.builds("{}{}".format, one_way, st.sampled_from(["", "*", "+"]))
        step = st.builds(str.__add__, st.sampled_from(["", "^"]), self.links)
        return st.builds("{}/{}".format, step, often).map(path) | often.map(path)

    def _steps(self) -> st.SearchStrategy[str]:
        step = st.builds(str.__add__, st.sampled_from(["", "^"]), self.links)
        return step | st.builds("({}|{})".format, step, step)

    def _simple(self) -> st.SearchStrategy[Form]:
        return (
            self.entities
            | st.builds(Named, TEXTS)
            | st.lists(self.class_ids, min_size=1, max_size=3).map(lambda ids: Class(*ids))
            | st.builds(Hop, self.entities, self.long_paths)
            | st.builds(Hop, self.scalars, self.values.map(lambda name: path(f"^{name}")))
            | self._statements(st.just("subject"))
        )

    def _statements(self, take: st.SearchStrategy[object]) -> st.SearchStrategy[Form]:
        conditions: st.SearchStrategy[Condition] = (
            st.builds(Has, self.links, st.none() | self.entities)
            | st.builds(Lacks, self.values)
            | st.builds(Compares, self.values, st.sampled_from(COMPARISONS), self.scalars)
            | st.builds(During, self.years)
            | st.builds(lambda *ends: During(*sorted(ends, key=str)), self.dates, self.dates)
        )
        several = st.lists(conditions, max_size=2).map(tuple)
        return st.builds(Statement, self.links, st.none(), self.entities, several, take)

    @property
    def counts(self) -> st.SearchStrategy[Form]:
        """Of what the member leads to."""
        return self.paths.map(lambda steps: Count(Hop(IT, steps)))

    @property
    def values_of(self) -> st.SearchStrategy[Form]:
        """Values of the member, and what lies between them."""
        value = self.values.map(lambda name: Hop(IT, path(name)))
        return value | st.builds(Difference, value, value, st.sampled_from(UNITS))

    @property
    def measures(self) -> st.SearchStrategy[Form]:
        """Forms about the member."""
        return self.values_of | self.counts

    def _larger(self, sets: st.SearchStrategy[Form]) -> st.SearchStrategy[Form]:
        several = st.lists(sets, min_size=2, max_size=3)
        return (
            sets
            | st.builds(Hop, sets, self.paths)
            | several.map(lambda members: And(*members))
            | several.map(lambda members: Or(*members))
            | st.builds(Without, sets, sets)
        )

    def _measured(self, sets: st.SearchStrategy[Form]) -> st.SearchStrategy[Form]:
        limits = st.integers(1, 3)
        comparisons = st.sampled_from(COMPARISONS)
        statements = self._statements(st.just("subject"))
        few = st.lists(self.entities, min_size=2, max_size=3)
        return (
            sets
            | st.builds(Where, sets, self.values_of, comparisons, self.scalars)
            | st.builds(Where, sets, self.counts, comparisons, self.numbers)
            | st.builds(Rank, sets, self.measures, ORDERS, limits, limits)
            | st.builds(Rank, statements, self.values.map(Qualifier), ORDERS, limits, limits)
            | st.builds(
                lambda measure, order, these: More(measure, order, *these), self.measures, ORDERS, few
            )
        )

    def _answers(self) -> st.SearchStrategy[Form]:
        dates = st.builds(Hop, self.sets, self.values.map(path)) | self._statements(
            self.values.map(Qualifier)
        )
        return (
            st.builds(Count, self.sets)
            | st.builds(Part, dates, st.sampled_from(["year", "month", "day", "century"]))
            | st.builds(Difference, dates, dates | self.dates, st.sampled_from(UNITS))
            | st.builds(Called, self.sets)
            | st.builds(Without, st.builds(Called, self.entities), TEXTS.map(Text))
            | st.builds(Exists, self.sets, st.none() | self.sets)
            | st.builds(lambda one, others: Exists(And(one, others)), self.entities, self.sets)
            | st.builds(Hop, TEXTS.map(Text), st.just(path("^P742")))
        )
