"""Numbers, parts of dates, durations and truths as graph patterns."""

from __future__ import annotations

from simba.query.forms import Count, Difference, Exists, Form, Part
from simba.query.scalars import Date, Year
from simba.query.sparql import arithmetic
from simba.query.sparql.groups import Scope, block, computed


def counted(form: Count, term: str, scope: Scope) -> list[str]:
    """A subquery that counts."""
    return [f"{{ {counting(form, term, scope)} }}"]


def counting(form: Count, variable: str, scope: Scope) -> str:
    """The query for a count."""
    counted = scope.fresh("counted")
    body = block(scope.elements(form.source, counted))
    return f"SELECT (COUNT(DISTINCT {counted}) AS {variable}) WHERE {body}"


def part(form: Part, term: str, scope: Scope) -> list[str]:
    """Computed of each date."""
    date = scope.fresh("date")
    return [*scope.elements(form.source, date), *computed(arithmetic.part(date, form.part), term)]


def difference(form: Difference, term: str, scope: Scope) -> list[str]:
    """Computed of each pair; what would last less than nothing drops out."""
    role = "number" if form.unit in ("amount", "times") else "date"
    first, second = scope.fresh(role), scope.fresh(role)
    found: list[str] = []
    for side, end in ((form.first, first), (form.second, second)):
        found += scope.elements(Date(side.value, 1, 1) if isinstance(side, Year) else side, end)
    found += computed(arithmetic.difference(first, second, form.unit), term)
    return found + ([f"FILTER({term} >= 0)"] if form.unit in ("age", "days") else [])


def exists(form: Exists, term: str, scope: Scope) -> list[str]:
    """By counts, because Virtuoso's ``EXISTS`` fails on subqueries."""

    def tally(one: Form) -> tuple[str, str]:
        number = scope.fresh("count")
        body = block(scope.elements(one, scope.fresh("member")))
        return number, f"{{ SELECT (COUNT(*) AS {number}) WHERE {body} }}"

    number, members = tally(form.source)
    found = [members, f"BIND(xsd:boolean({number} > 0) AS {term})"]
    if form.known is not None:
        number, members = tally(form.known)
        found += [members, f"FILTER({number} > 0)"]
    return found
