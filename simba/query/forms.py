"""The forms: small trees, each of which denotes a set of entities, of values, or one number or truth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from simba.common.vocabulary import is_entity_id, is_property_id
from simba.query.hashing import Hashed, hashed_once
from simba.query.paths import Path
from simba.query.scalars import Date, Number, Scalar, Text, Year, check_text

Comparison: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]
Order: TypeAlias = Literal["asc", "desc"]
DatePart: TypeAlias = Literal["year", "month", "day", "century"]
Unit: TypeAlias = Literal["age", "years", "days", "amount", "times"]
"""``age``: completed years from the first date to the second; ``years``: of the years, either way; ``days``: from the
first to the second; ``amount``: of two numbers, either way."""


def _entity(*identifiers: str) -> None:
    if not all(map(is_entity_id, identifiers)):
        raise _no_entity(*identifiers)


def _no_entity(*identifiers: str) -> ValueError:
    return ValueError(f"not Wikidata identifiers: {', '.join(map(repr, identifiers))}")


def _property(identifier: str) -> None:
    if not is_property_id(identifier):
        raise ValueError(f"not a Wikidata property: {identifier!r}")


def _one_of(value: str, allowed: object) -> None:
    if value not in get_args(allowed):
        raise ValueError(f"not one of {', '.join(get_args(allowed))}: {value!r}")


@hashed_once
@dataclass(frozen=True, slots=True)
class Entity(Hashed):
    """One entity."""

    id: str

    def __post_init__(self) -> None:
        if not is_entity_id(self.id):
            raise _no_entity(self.id)


@dataclass(frozen=True, slots=True)
class Named:
    """The entities that have a label, an alias or another name so written."""

    name: str

    def __post_init__(self) -> None:
        check_text(self.name)


@hashed_once
@dataclass(frozen=True, slots=True)
class Called(Hashed):
    """What the members of a set are called in Russian: their labels and aliases."""

    source: Form


@hashed_once
@dataclass(frozen=True, slots=True, init=False)
class Class(Hashed):
    """The instances (P31/P279*) of a class, or of any of several that one noun may mean."""

    ids: tuple[str, ...]

    def __init__(self, *ids: str) -> None:
        if not ids:
            raise ValueError("no class")
        _entity(*ids)
        object.__setattr__(self, "ids", tuple(dict.fromkeys(ids)))


@hashed_once
@dataclass(frozen=True, slots=True)
class Hop(Hashed):
    """What a property path leads to from the members of a set."""

    source: Form
    path: Path


@hashed_once
@dataclass(frozen=True, slots=True, init=False)
class And(Hashed):
    """What is in all of the sets."""

    members: tuple[Form, ...]

    def __init__(self, *members: Form) -> None:
        if not members:
            raise ValueError("nothing to take together")
        object.__setattr__(self, "members", members)


@hashed_once
@dataclass(frozen=True, slots=True, init=False)
class Or(Hashed):
    """What is in any of the sets."""

    members: tuple[Form, ...]

    def __init__(self, *members: Form) -> None:
        if not members:
            raise ValueError("nothing to take together")
        object.__setattr__(self, "members", members)


@hashed_once
@dataclass(frozen=True, slots=True)
class Without(Hashed):
    """What is in one set but not in the other."""

    source: Form
    excluded: Form


@dataclass(frozen=True, slots=True)
class Member:
    """The member that a measure is taken of, in `Rank`, `Where` and `More`."""


@dataclass(frozen=True, slots=True)
class Qualifier:
    """A qualifier's values, of the `Statement` around it or, in a measure, of the one that the member comes from."""

    property: str

    def __post_init__(self) -> None:
        _property(self.property)


IT = Member()
"""What measures start from: ``Hop(IT, path("P2043"))`` is the member's length."""


@hashed_once
@dataclass(frozen=True, slots=True)
class Where(Hashed):
    """The members whose measure compares so with a value.

    A `Year` is compared with the year of a date. A measure is a form about `IT`.
    """

    source: Form
    measure: Form
    comparison: Comparison
    value: Form

    def __post_init__(self) -> None:
        _one_of(self.comparison, Comparison)
        if isinstance(self.measure, Count) and isinstance(self.value, (Year, Date, Text, Entity)):
            raise ValueError("a count is compared with a number")


@hashed_once
@dataclass(frozen=True, slots=True)
class Rank(Hashed):
    """The members that come at a position, and the next ones up to a limit, when ordered by a measure, with all ties.

    Members without the measure are left out. Of several dates the earliest counts; of several numbers the one that
    comes first in the order.
    """

    source: Form
    measure: Form
    order: Order = "desc"
    position: int = 1
    limit: int = 1

    def __post_init__(self) -> None:
        _one_of(self.order, Order)
        if self.position < 1 or self.limit < 1:
            raise ValueError(f"not a position and a limit from 1 on: {self.position}, {self.limit}")


@hashed_once
@dataclass(frozen=True, slots=True)
class Has(Hashed):
    """A condition on a statement: a qualifier with a value in a set; None: with any."""

    property: str
    value: Form | None = None

    def __post_init__(self) -> None:
        _property(self.property)


@dataclass(frozen=True, slots=True)
class Lacks:
    """A condition on a statement: it has no such qualifier ("still in office": no P582)."""

    property: str

    def __post_init__(self) -> None:
        _property(self.property)


@dataclass(frozen=True, slots=True)
class Compares:
    """A condition on a statement: a qualifier compares so with a value."""

    property: str
    comparison: Comparison
    value: Scalar

    def __post_init__(self) -> None:
        _property(self.property)
        _one_of(self.comparison, Comparison)


@dataclass(frozen=True, slots=True)
class During:
    """A condition on a statement: it held at some time from `first` to `last` (None: in the year, on the day `first`).

    Its point in time (P585) lies in there, or it started (P580) before the end and has not ended (P582) before.
    """

    first: Year | Date
    last: Year | Date | None = None

    def __post_init__(self) -> None:
        if self.last is not None and type(self.last) is not type(self.first):
            raise ValueError("a period is from a year to a year, or from a day to a day")


Condition: TypeAlias = Has | Lacks | Compares | During


@hashed_once
@dataclass(frozen=True, slots=True)
class Statement(Hashed):
    """Something of the statements of a property that are not deprecated and meet all conditions.

    `subject` and `value` are the sets that these must be in, None for any; at least one is given. `take` is what is
    taken: their values, their subjects, the statements themselves (to count them), or a form about their qualifiers.
    """

    property: str
    subject: Form | None = None
    value: Form | None = None
    conditions: tuple[Condition, ...] = ()
    take: Literal["value", "subject", "statement"] | Form = "value"

    def __post_init__(self) -> None:
        _property(self.property)
        if self.subject is None and self.value is None:
            raise ValueError("a statement's subject or value must be known")
        if isinstance(self.take, str):
            _one_of(self.take, Literal["value", "subject", "statement"])


@hashed_once
@dataclass(frozen=True, slots=True)
class Count(Hashed):
    """How many different members a set has."""

    source: Form


@hashed_once
@dataclass(frozen=True, slots=True)
class Part(Hashed):
    """A part of dates; centuries BC are negative."""

    source: Form
    part: DatePart

    def __post_init__(self) -> None:
        _one_of(self.part, DatePart)


@hashed_once
@dataclass(frozen=True, slots=True)
class Difference(Hashed):
    """What lies between two dates or numbers, or how many ``times`` the one number is the other."""

    first: Form
    second: Form
    unit: Unit

    def __post_init__(self) -> None:
        _one_of(self.unit, Unit)
        if self.unit != "years" and any(isinstance(end, Year) for end in (self.first, self.second)):
            raise ValueError(f"years alone do not tell the {self.unit} between them")


@hashed_once
@dataclass(frozen=True, slots=True, init=False)
class More(Hashed):
    """The one of several entities whose measure is the greatest (``asc``: the least); none where equal or missing."""

    measure: Form
    order: Order
    members: tuple[Form, ...]

    def __init__(self, measure: Form, order: Order, *members: Form) -> None:
        _one_of(order, Order)
        if len(members) < 2:
            raise ValueError("a comparison is between at least two")
        object.__setattr__(self, "measure", measure)
        object.__setattr__(self, "order", order)
        object.__setattr__(self, "members", members)


@hashed_once
@dataclass(frozen=True, slots=True)
class Exists(Hashed):
    """Whether a set has a member; where another set, `known`, is given and has none, there is no answer."""

    source: Form
    known: Form | None = None

    @property
    def claimed(self) -> Form:
        """What is said to be so or, where something is denied, that."""
        held = self.source
        return And(held.source, held.excluded) if isinstance(held, Without) else held


Form: TypeAlias = (
    Entity
    | Named
    | Called
    | Class
    | Hop
    | And
    | Or
    | Without
    | Member
    | Qualifier
    | Where
    | Rank
    | Statement
    | Count
    | Part
    | Difference
    | More
    | Exists
    | Number
    | Year
    | Date
    | Text
)
