"""One form for all that ask the same, so that the exact match of a query with a reference is equality of strings.

`simba.query.canonical` takes away what order alone makes different. Reference queries also differ from a system's, and
from one another, by wordings of the same condition; here is every one that counts as the same, and why:

* **Statements without conditions** are hops: `p:P26/ps:P26` is `wdt:P26`. (The ranks of statements are no matter of
  what is asked.) Statements are never deprecated, whether or not the query says so.
* **Classes.** `P31`, `P31/P279` and `P31/P279*` of a constant class are its instances: authors of references climb
  or not as the data of their day needed it. Alternatives of classes are one class of several.
* **Alternatives** in a path are a union: `Q1 (P17|P131)` and `{ Q1 P17 } UNION { Q1 P131 }`; what they have in common
  is said once.
* **Equal values**: a comparison by "=" is a hop back from the value.
* **Days for years**: from the first of January on, up to the last of December, on a first of January (as Wikidata
  writes bare years) compare years; "more than 1945" is "1946 or more".
* **Qualifiers**: a comparison of the members' qualifier is a condition on their statement; start before and end after
  a time, or a point in time within it, is "during" it, whose SPARQL also takes in what has not ended.
* **Truths**: what is known beside what is asked decides about silence, not about the question; a chain between two
  entities is the same from both ends; an entity whose measure compares so with another's is the one that has more.
* **Superlatives** of listed entities are comparisons; durations order alike in years and days.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any, cast

from simba.common.vocabulary import INSTANCE_OF, SUBCLASS_OF
from simba.evaluation.sparql_forms.truths import somewhere
from simba.query import (
    IT,
    And,
    Choice,
    Class,
    Compares,
    Condition,
    Date,
    Difference,
    During,
    Entity,
    Exists,
    Form,
    Hop,
    More,
    Number,
    Or,
    Path,
    Qualifier,
    Rank,
    Statement,
    Step,
    Text,
    Where,
    Without,
    Year,
    canonical,
    expression,
    walk,
)
from simba.query.forms import Comparison
from simba.query.scalars import Scalar
from simba.query.tree import with_parts

_UP = Step(SUBCLASS_OF, inverse=True)
_INSTANCES = Step(INSTANCE_OF, inverse=True)
MOST_ALTERNATIVES = 32
"""Ways through the alternatives of a path that are told apart; a path of more stays as it is."""


def exact(form: Form) -> str:
    """The s-expression by which forms match exactly."""
    return expression(equivalent(form))


def without_classes(form: Form) -> Form:
    """The form without the classes that stand beside other conditions.

    References name the class of a question's noun ("какой город") or leave it out, as their authors liked.
    """
    form = with_parts(equivalent(form), without_classes)
    if isinstance(form, And):
        others = [one for one in form.members if not isinstance(one, Class)]
        return equivalent(And(*others)) if others else form
    return form


def equivalent(form: Form) -> Form:
    """The form that stands for all that ask the same."""
    while (simpler := canonical(_simpler(canonical(form)))) != form:
        form = simpler
    return form


def _simpler(form: Form, *, qualified: bool = False) -> Form:
    """The form with each of its parts, then itself, said in the one way; ``qualified``: its statement is measured."""
    inside = qualified and isinstance(form, (And, Without, Where))
    if isinstance(form, (Rank, Where)) and any(isinstance(one, Qualifier) for one in walk(form.measure)):
        inside = True
    form = with_parts(form, lambda part: _simpler(part, qualified=inside))
    match form:
        case Statement():
            return _statement(form, stays=qualified)
        case Hop(Or(members), path):
            return Or(*(Hop(one, path) for one in members))
        case Hop(Date(year, 1, 1), path):
            return Hop(Year(year), path)
        case Hop(source, path):
            return _hop(source, path)
        case And(members):
            return And(*(one for one in members if not _options(one) & {*members} - {one}))
        case Or(members):
            return _either(members)
        case Where():
            return _where(form)
        case Exists(source):
            return Exists(somewhere(source))
        case Rank(Or(members), measure, order, 1, 1) if all(isinstance(one, Entity) for one in members):
            return More(measure, order, *members)
        case Rank(measure=Difference(first, second, unit)) if unit not in ("amount", "times"):
            return replace(form, measure=Difference(first, second, "days"))
        case More(Difference(first, second, "age" | "years"), order, members):
            return More(Difference(first, second, "days"), order, *members)
        case Difference(first, second, "years"):
            return Difference(_of_year(first), _of_year(second), "years")
    return form


def _of_year(form: Form) -> Form:
    return Year(form.year) if isinstance(form, Date) else form


# --- hops, classes, alternatives ---


def _options(form: Form) -> set[Form]:
    """What a form is any of, beside itself."""
    match form:
        case Or(members):
            return {*members}
        case Class(ids) if len(ids) > 1:
            return {Class(one) for one in ids}
    return set()


def _either(members: tuple[Form, ...]) -> Form:
    """Alternatives: classes as one, and what all of them have in common once."""
    classes = [name for one in members if isinstance(one, Class) for name in one.ids]
    others = [one for one in members if not isinstance(one, Class)]
    if classes and len(members) > len(others) + 1:
        return Or(Class(*classes), *others)
    parts = [one.members if isinstance(one, And) else (one,) for one in members]
    common = [one for one in parts[0] if all(one in some for some in parts)]
    if not common or len(parts) == 1:
        return Or(*members)
    rests = [[one for one in some if one not in common] for some in parts]
    return And(*common, Or(*(And(*rest) for rest in rests))) if all(rests) else And(*common)


def _hop(source: Form, path: Path) -> Form:
    ways = _ways(path)
    if len(ways) > 1:
        return Or(*(Hop(source, way) for way in ways))
    if isinstance(source, Entity):
        rest = list(path.steps)
        while rest and isinstance(rest[0], Step) and replace(rest[0], transitive=False) == _UP:
            del rest[0]
        if rest and rest[0] == _INSTANCES:
            return Hop(Class(source.id), Path(tuple(rest[1:]))) if rest[1:] else Class(source.id)
    return Hop(source, path)


def _ways(path: Path) -> list[Path]:
    """The paths that a path with alternatives stands for."""
    options = [
        [option.steps for option in step.options]
        if isinstance(step, Choice) and not step.transitive
        else [(step,)]
        for step in path.steps
    ]
    if sum(len(some) > 1 for some in options) == 0:
        return [path]
    found = [Path(tuple(step for steps in way for step in steps)) for way in product(*options)]
    return found if len(found) <= MOST_ALTERNATIVES else [path]


# --- statements and their qualifiers ---


def _statement(form: Statement, *, stays: bool) -> Form:
    if isinstance(form.take, Hop) and isinstance(form.take.source, Qualifier):
        return Hop(replace(form, take=form.take.source), form.take.path)
    conditions = _conditions(form.conditions)
    form = replace(form, conditions=conditions)
    if stays or conditions or form.take not in ("value", "subject"):
        return form
    step = Path((Step(form.property),))
    known, path, end = (
        (form.subject, step, form.value)
        if form.take == "value"
        else (form.value, step.reversed(), form.subject)
    )
    if known is None:
        return form
    return Hop(known, path) if end is None else And(Hop(known, path), end)


def _conditions(conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    found: list[Condition] = []
    for one in conditions:
        if isinstance(one, Compares):
            sign, moment = _of_years(one.comparison, one.value)
            one = Compares(one.property, sign, cast(Scalar, moment))
        match one:
            case Compares("P585", "=", Year() | Date() as point):
                one = During(point)
            case During(Date(first, 1, 1), Date(last, 12, 31)):
                one = During(Year(first), Year(last))
        if isinstance(one, During) and one.first == one.last:
            one = During(one.first)
        found.append(one)
    return _held(found)


def _held(conditions: list[Condition]) -> tuple[Condition, ...]:
    """The conditions, in which a start (P580) by a time and an end (P582) after one are a period, as is a point in time
    (P585) from one to another.
    """
    for started in conditions:
        for ended in conditions:
            match started, ended:
                case (Compares("P580", "<=", last), Compares("P582", ">=", first)) | (
                    Compares("P585", "<=", last),
                    Compares("P585", ">=", first),
                ) if isinstance(first, (Year, Date)) and type(first) is type(last):
                    others = [one for one in conditions if one not in (started, ended)]
                    period = During(first) if first == last else During(first, cast(Any, last))
                    return (*others, period)
    return tuple(dict.fromkeys(conditions))


# --- comparisons ---


def _where(form: Where) -> Form:
    sign, value = _of_years(form.comparison, form.value)
    form = replace(form, comparison=sign, value=value)
    match form.measure:
        case Qualifier(name) if isinstance(value, (Number, Year, Date, Text)):
            with_condition = _qualified(form.source, Compares(name, sign, value))
            if with_condition is not None:
                return with_condition
        case Hop(start, path) if start == IT and sign == "=" and isinstance(value, (Number, Year, Date)):
            return And(form.source, Hop(value, path.reversed()))
    return form


def _of_years(sign: Comparison, value: Form) -> tuple[Comparison, Form]:
    """A comparison with a day, or strictly with a year, as one with a year where it says the same."""
    match sign, value:
        case ("=" | ">=" | "<", Date(year, 1, 1)) | ("<=" | ">", Date(year, 12, 31)):
            value = Year(year)
    if isinstance(value, Year) and sign in ("<", ">"):
        return ("<=", Year(value.value - 1)) if sign == "<" else (">=", Year(value.value + 1))
    return sign, value


def _qualified(source: Form, condition: Condition) -> Form | None:
    """A set whose members' statement has one more condition; None where there is not just one statement."""
    match source:
        case Statement():
            return replace(source, conditions=(*source.conditions, condition))
        case And(members):
            statements = [one for one in members if isinstance(one, Statement)]
            if len(statements) == 1:
                others = [one for one in members if one is not statements[0]]
                known = replace(statements[0], conditions=(*statements[0].conditions, condition))
                return And(known, *others)
        case Where():
            inner = _qualified(source.source, condition)
            return None if inner is None else replace(source, source=inner)
    return None
