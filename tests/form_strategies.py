"""Forms of every kind, made up by hypothesis from given entities and properties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from hypothesis import strategies as st

from simba.query import (
    IT,
    And,
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


class Forms:
    """Strategies over a vocabulary; what is drawn of `sets` are entities."""

    def __init__(
        self, entities: Sequence[str], classes: Sequence[str], links: Sequence[str], values: Sequence[str]
    ) -> None:
        self.ids = st.sampled_from(entities)
        self.class_ids = st.sampled_from(classes)
        self.links, self.values = st.sampled_from(links), st.sampled_from(values)
        self.entities = st.builds(Entity, self.ids)
        self.years = st.builds(Year, st.integers(-100, 2020))
        self.dates = st.builds(Date, st.integers(-100, 2020), st.integers(1, 12), st.integers(1, 28))
        self.numbers = st.builds(Number, st.decimals(-10, 4000, places=2))
        self.scalars = self.years | self.dates | self.numbers
        self.sets = st.recursive(self._simple(), self._larger, max_leaves=3)
        self.forms = self.sets | self._answers()

    @property
    def paths(self) -> st.SearchStrategy[Path]:
        """Of one or two steps to entities."""
        step = st.builds(str.__add__, st.sampled_from(["", "^"]), self.links)
        choice = st.builds("({}|{})".format, step, step)
        return st.lists(step | choice, min_size=1, max_size=2).map("/".join).map(path)

    def _simple(self) -> st.SearchStrategy[Form]:
        return (
            self.entities
            | st.builds(Named, TEXTS)
            | st.lists(self.class_ids, min_size=1, max_size=3).map(lambda ids: Class(*ids))
            | st.builds(Hop, self.entities, self.paths)
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
        limits = st.integers(1, 3)
        return (
            st.builds(Hop, sets, self.paths)
            | several.map(lambda members: And(*members))
            | several.map(lambda members: Or(*members))
            | st.builds(Without, sets, sets)
            | st.builds(Where, sets, self.values_of, st.sampled_from(COMPARISONS), self.scalars)
            | st.builds(Where, sets, self.counts, st.sampled_from(COMPARISONS), self.numbers)
            | st.builds(Rank, sets, self.measures, ORDERS, limits, limits)
            | st.builds(
                Rank, self._statements(st.just("subject")), self.values.map(Qualifier), ORDERS, limits, limits
            )
            | st.builds(
                lambda measure, order, few: More(measure, order, *few),
                self.measures,
                ORDERS,
                st.lists(self.entities, min_size=2, max_size=3),
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
            | st.builds(Exists, self.sets, st.none() | self.sets)
            | st.builds(lambda one, others: Exists(And(one, others)), self.entities, self.sets)
            | st.builds(Hop, TEXTS.map(Text), st.just(path("^P742")))
        )
