"""A form as SPARQL with Wikidata's usual prefixes, such that Wikidata's own service, Oxigraph and Virtuoso agree.

Hence: dates are never subtracted, but their years, months and days are; a transitive path has one end that is bound;
the clock is a literal; a negation stands behind what it takes from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import count

from simba.common.vocabulary import INSTANCE_OF, SUBCLASS_OF
from simba.query.forms import (
    And,
    Class,
    Compares,
    Comparison,
    Condition,
    Count,
    Difference,
    During,
    Entity,
    Exists,
    Form,
    Has,
    Hop,
    Lacks,
    Member,
    More,
    Named,
    Or,
    Order,
    Part,
    Qualifier,
    Rank,
    Statement,
    Unit,
    Where,
    Without,
)
from simba.query.paths import Choice, Path, Step
from simba.query.scalars import Date, Number, Text, Year

ANSWER = "?answer"
NAME_PROPERTIES = ("P742", "P1449", "P1477", "P1559")
"""Pseudonym, nickname, birth name, name in native language."""
NAME_LANGUAGES = ("@ru", "@en", "@mul", "")
START, END, POINT = "P580", "P582", "P585"
_INSTANCES = f"wdt:{INSTANCE_OF}/wdt:{SUBCLASS_OF}*"
_ESCAPES = str.maketrans(
    {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
)


def sparql(form: Form) -> str:
    """The query for a form; its only variable is ``?answer``."""
    match form:
        case Hop(Entity(entity), Path((Step(name, inverse, False),))):
            triple = f"{ANSWER} wdt:{name} wd:{entity}" if inverse else f"wd:{entity} wdt:{name} {ANSWER}"
            return f"SELECT DISTINCT {ANSWER} WHERE {{ {triple} }}"
        case Count():
            return _counting(form, ANSWER, _Scope())
    return f"SELECT DISTINCT {ANSWER} WHERE {{ {pattern(form)} }}"


def pattern(form: Form, variable: str = ANSWER) -> str:
    """The body of a group graph pattern that binds a variable to what the form denotes, for use in a larger query.

    Other variables that it uses begin with the names of roles (``?date``, ``?statement2``); only in a subquery of its
    own is it sure not to share them.
    """
    return _group(_elements(form, variable, _Scope()))


def literal(text: str) -> str:
    """A string literal of SPARQL.

    Some engines replace ``\\u0022`` before they read the query, so that no escape may come of the text.
    """
    return f'"{text.replace(chr(92) + "u", "＼u").replace(chr(92) + "U", "＼U").translate(_ESCAPES)}"'


@dataclass(frozen=True, slots=True)
class _Scope:
    """What is in force at a place in the query: the member and the statement that measures are taken of."""

    member: str | None = None
    statement: str | None = None
    numbers: dict[str, Iterator[int]] = field(default_factory=dict)

    def fresh(self, role: str) -> str:
        """A variable that is used nowhere else."""
        number = next(self.numbers.setdefault(role, count(1)))
        return f"?{role}{number if number > 1 else ''}"


def _group(elements: list[str]) -> str:
    return " . ".join(elements)


def _block(elements: list[str]) -> str:
    return f"{{ {_group(elements)} }}" if elements else "{ }"


def _elements(form: Form, term: str, scope: _Scope) -> list[str]:
    """What says that a term, a variable or a constant, is in the set."""
    match form:
        case Entity() | Number() | Year() | Date() | Text():
            return _constant(form, term)
        case Named(name):
            return _named(name, term, scope)
        case Class(ids):
            return _union([[f"{term} {_INSTANCES} wd:{one}"] for one in ids])
        case Hop(source, path):
            return _hop(source, path, term, scope)
        case And(members):
            return _and(members, term, scope)
        case Or(members):
            return _or(members, term, scope)
        case Without(source, excluded):
            return _elements(source, term, scope) + _not(excluded, term, scope)
        case Where():
            return _where(form, term, scope)
        case Statement():
            return _statement(form, term, scope)
        case Member():
            return _same(term, _known(scope.member, "member"))
        case Qualifier(name):
            return [f"{_known(scope.statement, 'statement')} pq:{name} {term}"]
    if not term.startswith("?"):
        variable = scope.fresh("value")
        return [*_elements(form, variable, scope), f"FILTER({variable} = {term})"]
    match form:
        case Rank():
            return _rank(form, term, scope)
        case Count():
            return [f"{{ {_counting(form, term, scope)} }}"]
        case Part():
            return _part(form, term, scope)
        case Difference():
            return _difference(form, term, scope)
        case More():
            return _more(form, term, scope)
        case Exists(source, known):
            return _exists(source, known, term, scope)
    raise TypeError(f"not a form: {form!r}")


def _known(variable: str | None, what: str) -> str:
    if variable is None:
        raise ValueError(f"there is no {what} here to take a measure of")
    return variable


# --- sets ---


def _term(form: Form) -> str | None:
    """A form as a term of SPARQL, if it is one."""
    match form:
        case Entity(identifier):
            return f"wd:{identifier}"
        case Number(value):
            return _decimal(value)
        case Year(value):
            return str(value)
        case Date():
            return f'"{form}T00:00:00Z"^^xsd:dateTime'
        case Text(value):
            return literal(value)
    return None


def _decimal(value: Decimal | int) -> str:
    return f"{Decimal(value):f}"


def _constant(form: Entity | Number | Year | Date | Text, term: str) -> list[str]:
    constant = _term(form)
    assert constant is not None  # all of these are terms
    return _same(term, constant)


def _same(term: str, other: str) -> list[str]:
    if term == other:
        return []
    if not term.startswith("?"):
        return [f"FILTER({term} = {other})"]
    return [f"BIND({other} AS {term})" if other.startswith("?") else f"VALUES {term} {{ {other} }}"]


def _named(name: str, term: str, scope: _Scope) -> list[str]:
    written = scope.fresh("name")
    names = " ".join(literal(name) + language for language in NAME_LANGUAGES)
    properties = "|".join(["rdfs:label", "skos:altLabel", *(f"wdt:{one}" for one in NAME_PROPERTIES)])
    return [f"VALUES {written} {{ {names} }}", f"{term} {properties} {written}"]


def _hop(source: Form, path: Path, term: str, scope: _Scope) -> list[str]:
    match source:
        case Hop(further, first):
            return _hop(further, first + path, term, scope)
        case Entity() | Text():
            return [_triple(_term(source) or "", path, term)]
        case Member():
            return [_triple(_known(scope.member, "member"), path, term)]
        case Number() | Year() | Date():
            variable = scope.fresh("date" if not isinstance(source, Number) else "number")
            return [_triple(variable, path, term), _compared(variable, "=", source)]
    member = scope.fresh("member")
    return [*_elements(source, member, scope), _triple(member, path, term)]


def _triple(start: str, path: Path, end: str) -> str:
    """The path between two terms, written backwards if all of it goes so, or if it starts at a literal."""
    if start.startswith('"') or all(isinstance(step, Step) and step.inverse for step in path.steps):
        return f"{end} {_path(path.reversed())} {start}"
    return f"{start} {_path(path)} {end}"


def _path(path: Path) -> str:
    return "/".join(map(_step, path.steps))


def _step(step: Step | Choice) -> str:
    repeated = "*" if step.transitive else ""
    if isinstance(step, Choice):
        return f"({'|'.join(map(_path, step.options))}){repeated}"
    return f"{'^' if step.inverse else ''}wdt:{step.property}{repeated}"


def _and(members: tuple[Form, ...], term: str, scope: _Scope) -> list[str]:
    """The classes come last: they are large."""
    ordered = sorted(members, key=lambda member: isinstance(member, Class))
    for entity in (member for member in ordered if isinstance(member, Entity)):
        return [
            *_same(term, f"wd:{entity.id}"),
            *(
                element
                for other in ordered
                if other is not entity
                for element in _elements(other, f"wd:{entity.id}", scope)
            ),
        ]
    return [element for member in ordered for element in _elements(member, term, scope)]


def _or(members: tuple[Form, ...], term: str, scope: _Scope) -> list[str]:
    if term.startswith("?") and all(isinstance(member, Entity) for member in members):
        return [f"VALUES {term} {{ {' '.join(_term(member) or '' for member in members)} }}"]
    return _union([_elements(member, term, scope) for member in members])


def _union(branches: list[list[str]]) -> list[str]:
    return branches[0] if len(branches) == 1 else [" UNION ".join(map(_block, branches))]


def _not(excluded: Form, term: str, scope: _Scope) -> list[str]:
    match excluded:
        case Entity(identifier):
            return [f"FILTER({term} != wd:{identifier})"]
        case Or(members):
            return [element for member in members for element in _not(member, term, scope)]
    return [f"FILTER NOT EXISTS {_block(_elements(excluded, term, scope))}"]


def _where(form: Where, term: str, scope: _Scope) -> list[str]:
    member = _elements(form.source, term, scope)
    inner = replace(scope, member=term)
    if form.comparison == "=" and isinstance(form.value, (Entity, Text)):
        return member + _elements(form.measure, _term(form.value) or "", inner)
    value = scope.fresh("value")
    measured = _measured(form.source, form.measure, term, value, scope)
    if isinstance(form.value, (Number, Year, Date, Text, Entity)):
        return [*measured, _compared(value, form.comparison, form.value)]
    other = scope.fresh("value")
    return [*measured, *_elements(form.value, other, inner), f"FILTER({value} {form.comparison} {other})"]


def _compared(variable: str, comparison: Comparison, value: Form) -> str:
    left = f"YEAR({variable})" if isinstance(value, Year) else variable
    return f"FILTER({left} {comparison} {_term(value)})"


# --- statements ---


def _statement(form: Statement, term: str, scope: _Scope) -> list[str]:
    node = term if form.take == "statement" else scope.fresh("statement")
    return _statement_of(form, node, term, scope)


def _statement_of(form: Statement, node: str, term: str, scope: _Scope) -> list[str]:
    """The statement's elements, with the variable or term of its node."""
    before: list[str] = []
    ends: dict[str, str] = {}
    for side, known in (("subject", form.subject), ("value", form.value)):
        if form.take == side:
            ends[side] = term
            before += _elements(known, term, scope) if known is not None else []
        elif known is None:
            ends[side] = scope.fresh(side)
        else:
            constant = _term(known) if isinstance(known, (Entity, Text)) else None
            ends[side] = constant or scope.fresh("value" if side == "value" else "subject")
            before += _elements(known, ends[side], scope)
    elements = [
        *before,
        f"{ends['subject']} p:{form.property} {node}",
        f"{node} ps:{form.property} {ends['value']}",
    ]
    filters = [f"FILTER NOT EXISTS {{ {node} wikibase:rank wikibase:DeprecatedRank }}"]
    for condition in form.conditions:
        for element in _condition(condition, node, scope):
            (filters if element.startswith("FILTER") else elements).append(element)
    if not isinstance(form.take, str):
        elements += _elements(form.take, term, replace(scope, statement=node))
    return elements + filters


def _condition(condition: Condition, node: str, scope: _Scope) -> list[str]:
    match condition:
        case Lacks(name):
            return [f"FILTER NOT EXISTS {{ {node} pq:{name} {scope.fresh('value')} }}"]
        case Has(name, Entity() | Text() as value):
            return [f"{node} pq:{name} {_term(value)}"]
        case Has(name, value):
            variable = scope.fresh("value")
            if isinstance(value, (Number, Year, Date)):
                return [f"{node} pq:{name} {variable}", _compared(variable, "=", value)]
            return [f"{node} pq:{name} {variable}", *(_elements(value, variable, scope) if value else ())]
        case Compares(name, comparison, value):
            variable = scope.fresh("value")
            return [f"{node} pq:{name} {variable}", _compared(variable, comparison, value)]
        case During(first, last):
            return _during(first, last or first, node, scope)


def _during(first: Year | Date, last: Year | Date, node: str, scope: _Scope) -> list[str]:
    start, end, point = scope.fresh("start"), scope.fresh("end"), scope.fresh("point")

    def compare(variable: str, comparison: str, value: Year | Date) -> str:
        return f"{f'YEAR({variable})' if isinstance(value, Year) else variable} {comparison} {_term(value)}"

    return [
        f"OPTIONAL {{ {node} pq:{START} {start} }}",
        f"OPTIONAL {{ {node} pq:{END} {end} }}",
        f"OPTIONAL {{ {node} pq:{POINT} {point} }}",
        f"FILTER((BOUND({point}) && {compare(point, '>=', first)} && {compare(point, '<=', last)})"
        f" || (BOUND({start}) && {compare(start, '<=', last)}"
        f" && (!BOUND({end}) || {compare(end, '>=', first)})))",
    ]


# --- measures ---


def _measured(source: Form, measure: Form, member: str, value: str, scope: _Scope) -> list[str]:
    """The members of a set, each with its measure."""
    if isinstance(measure, Count):
        counted = scope.fresh("counted")
        members, statement = _members(source, member, scope)
        inner = replace(scope, member=member, statement=statement)
        body = members + _elements(measure.source, counted, inner)
        return [
            f"{{ SELECT {member} (COUNT(DISTINCT {counted}) AS {value}) WHERE {_block(body)} GROUP BY {member} }}"
        ]
    members, statement = _members(source, member, scope)
    return members + _elements(measure, value, replace(scope, member=member, statement=statement))


def _members(source: Form, member: str, scope: _Scope) -> tuple[list[str], str | None]:
    """The members of a set, and the variable of the statement that they come from, if there is one."""
    match source:
        case Statement():
            own = member if source.take == "statement" else scope.fresh("statement")
            return _statement_of(source, own, member, scope), own
        case And(members):
            found = [
                _members(one, member, scope)
                for one in sorted(members, key=lambda one: isinstance(one, Class))
            ]
            nodes = [node for _, node in found if node is not None]
            return [element for elements, _ in found for element in elements], nodes[0] if nodes else None
        case Without(inside, excluded):
            elements, statement = _members(inside, member, scope)
            return elements + _not(excluded, member, scope), statement
    return _elements(source, member, scope), None


def _rank(form: Rank, term: str, scope: _Scope) -> list[str]:
    """The values at the positions in a subquery, and in another the members that have them: so all ties are there."""
    best, own = scope.fresh("best"), scope.fresh("measure")
    other = scope.fresh("member")
    order = f"{form.order.upper()}({best})"
    window = f"LIMIT {form.limit}" + (f" OFFSET {form.position - 1}" if form.position > 1 else "")
    return [
        f"{{ {_grouped(form, other, best, scope, project=best)} ORDER BY {order} {window} }}",
        f"{{ {_grouped(form, term, own, scope, project=f'{term}')} }}",
        f"FILTER({own} = {best})",
    ]


def _grouped(form: Rank, member: str, value: str, scope: _Scope, project: str) -> str:
    measure = form.measure
    each = scope.fresh("counted" if isinstance(measure, Count) else "value")
    members, statement = _members(form.source, member, scope)
    inner = replace(scope, member=member, statement=statement)
    body = members + _elements(measure.source if isinstance(measure, Count) else measure, each, inner)
    chosen = f"COUNT(DISTINCT {each})" if isinstance(measure, Count) else _extreme(each, form.order)
    head = f"{member} " if project == member else ""
    return f"SELECT {head}({chosen} AS {value}) WHERE {_block(body)} GROUP BY {member}"


def _extreme(variable: str, order: Order) -> str:
    """The number that comes first in the order, or the earliest date."""
    if order == "asc":
        return f"MIN({variable})"
    return f"IF(ISNUMERIC(MIN({variable})), MAX({variable}), MIN({variable}))"


def _more(form: More, term: str, scope: _Scope) -> list[str]:
    elements: list[str] = []
    found: list[tuple[str, str]] = []
    for one in form.members:
        member, value, each = scope.fresh("member"), scope.fresh("measure"), scope.fresh("value")
        measured = _measured(one, form.measure, member, each, scope)
        chosen = _extreme(each, form.order)
        elements.append(
            f"{{ SELECT {member} ({chosen} AS {value}) WHERE {_block(measured)} GROUP BY {member} }}"
        )
        found.append((member, value))
    sign = ">" if form.order == "desc" else "<"
    wins = [
        " && ".join(f"{value} {sign} {other}" for rival, other in found if rival != member)
        for member, value in found
    ]
    choice = ""
    for (member, _), won in reversed(list(zip(found, wins, strict=True))[:-1]):
        choice = f"IF({won}, {member}, {choice or found[-1][0]})"
    return [
        *elements,
        f"FILTER({' || '.join(f'({won})' for won in wins)})",
        f"BIND({choice} AS {term})",
    ]


# --- values ---


def _counting(form: Count, variable: str, scope: _Scope) -> str:
    counted = scope.fresh("counted")
    body = _block(_elements(form.source, counted, scope))
    return f"SELECT (COUNT(DISTINCT {counted}) AS {variable}) WHERE {body}"


def _part(form: Part, term: str, scope: _Scope) -> list[str]:
    date = scope.fresh("date")
    return [*_elements(form.source, date, scope), *_of_date(form.part, date, term)]


def _of_date(part: str, date: str, term: str) -> list[str]:
    year = f"YEAR({date})"
    if part == "century":
        after, before = f"FLOOR(({year} + 99) / 100.0)", f"0 - FLOOR((100 - {year}) / 100.0)"
        return [f"BIND(xsd:integer(IF({year} > 0, {after}, {before})) AS {term})"]
    if part in ("month", "day"):  # Wikidata writes a bare year as its first of January
        return [
            f"FILTER(!(MONTH({date}) = 1 && DAY({date}) = 1))",
            f"BIND({part.upper()}({date}) AS {term})",
        ]
    return [f"BIND({year} AS {term})"]


def _difference(form: Difference, term: str, scope: _Scope) -> list[str]:
    role = "number" if form.unit == "amount" else "date"
    elements: list[str] = []
    ends: list[str] = []
    for side in (form.first, form.second):
        constant = _term(side)
        ends.append(constant or scope.fresh(role))
        elements += [] if constant else _elements(side, ends[-1], scope)
    years = [isinstance(side, Year) for side in (form.first, form.second)]
    return elements + _between(ends[0], ends[1], years, form.unit, term)


def _between(first: str, second: str, years: list[bool], unit: Unit, term: str) -> list[str]:
    def year(end: str, is_year: bool) -> str:
        return end if is_year else f"YEAR({end})"

    if unit == "amount":
        return [f"BIND(ABS({second} - {first}) AS {term})"]
    if unit == "years":
        return [f"BIND(ABS({year(second, years[1])} - {year(first, years[0])}) AS {term})"]
    if any(years):
        raise ValueError(f"a bare year has no {unit}")
    if unit == "age":
        earlier = (
            f"MONTH({second}) < MONTH({first})"
            f" || (MONTH({second}) = MONTH({first}) && DAY({second}) < DAY({first}))"
        )
        lasted = f"YEAR({second}) - YEAR({first}) - IF({earlier}, 1, 0)"
    else:
        lasted = f"{_day(second)} - {_day(first)}"
    return [f"BIND({lasted} AS {term})", f"FILTER({term} >= 0)"]


def _day(date: str) -> str:
    """The number of a day of the Gregorian calendar, by the usual formula, in which years begin in March."""
    year = f"(YEAR({date}) - IF(MONTH({date}) < 3, 1, 0))"
    month = f"(MONTH({date}) + IF(MONTH({date}) < 3, 9, -3))"
    leap = f"FLOOR({year} / 4.0) - FLOOR({year} / 100.0) + FLOOR({year} / 400.0)"
    return f"xsd:integer(365 * {year} + {leap} + FLOOR((153 * {month} + 2) / 5.0) + DAY({date}))"


def _exists(source: Form, known: Form | None, term: str, scope: _Scope) -> list[str]:
    found = f"BIND(EXISTS {_block(_elements(source, scope.fresh('member'), scope))} AS {term})"
    if known is None:
        return [found]
    return [f"FILTER EXISTS {_block(_elements(known, scope.fresh('member'), scope))}", found]
