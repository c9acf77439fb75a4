"""A form as SPARQL with Wikidata's usual prefixes, such that Wikidata's own service, Oxigraph and Virtuoso agree.

Hence: a transitive path has one end that is bound; the clock is a literal; a negation stands behind what it takes from;
and dates are compared and subtracted by `simba.query.arithmetic`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import count

from simba.common.vocabulary import INSTANCE_OF, SUBCLASS_OF
from simba.query import arithmetic
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
    Part,
    Qualifier,
    Rank,
    Statement,
    Where,
    Without,
)
from simba.query.paths import Choice, Path, Step
from simba.query.scalars import Date, Number, Scalar, Text, Year

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
            return f"SELECT DISTINCT {ANSWER} WHERE {{ {_claim(entity, name, inverse, ANSWER)} }}"
        case Part(Hop(Entity(entity), Path((Step(name, inverse, False),))), "year"):
            claim = _claim(entity, name, inverse, "?date")
            return f"SELECT DISTINCT {ANSWER} WHERE {{ {claim} . BIND(YEAR(?date) AS {ANSWER}) }}"
        case Count():
            return _counting(form, ANSWER, _Scope(ANSWER))
    return f"SELECT DISTINCT {ANSWER} WHERE {{ {pattern(form)} }}"


def pattern(form: Form, variable: str = ANSWER) -> str:
    """The body of a group graph pattern that binds a variable to what the form denotes, for use in a larger query.

    Its other variables are named after their roles (``?date``, ``?statement2``), alike in each form: two forms in one
    query need a subquery each.
    """
    return _group(_elements(form, variable, _Scope(variable)))


def literal(text: str) -> str:
    """A string literal of SPARQL.

    Some engines replace ``\\u0022`` before they read the query, so that no escape may come of the text.
    """
    return f'"{text.replace(chr(92) + "u", "＼u").replace(chr(92) + "U", "＼U").translate(_ESCAPES)}"'


@dataclass(frozen=True, slots=True)
class _Scope:
    """What is in force at a place in the query: the member and the statement that measures are taken of."""

    taken: str
    member: str | None = None
    statement: str | None = None
    numbers: dict[str, Iterator[int]] = field(default_factory=dict)

    def fresh(self, role: str) -> str:
        """A variable that is used nowhere else."""
        number = next(self.numbers.setdefault(role, count(1)))
        variable = f"?{role}{number if number > 1 else ''}"
        return variable if variable != self.taken else self.fresh(role)


def _group(elements: list[str]) -> str:
    """Elements of one group, computed values behind all that they are computed from, then the conditions."""
    return " . ".join(sorted(elements, key=lambda one: _LAST.get(one.partition("(")[0], 0)))


_LAST = {"BIND": 1, "FILTER": 2}


def _block(elements: list[str]) -> str:
    return f"{{ {_group(elements)} }}" if elements else "{ }"


def _elements(form: Form, term: str, scope: _Scope) -> list[str]:
    """What says that a term, a variable or a constant, is in the set."""
    match form:
        case Entity() | Number() | Year() | Date() | Text():
            return _same(term, _constant(form))
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
        case Statement():
            return _statement(form, scope.fresh("statement"), term, scope)
        case Member():
            return _same(term, _known(scope.member, "member"))
        case Qualifier(name):
            return [f"{_known(scope.statement, 'statement')} pq:{name} {term}"]
    if not term.startswith("?"):
        variable = scope.fresh("value")
        return [*_elements(form, variable, scope), f"FILTER({variable} = {term})"]
    match form:
        case Where():
            return _where(form, term, scope)[0]
        case Rank():
            return _rank(form, term, scope)
        case Count():
            return [f"{{ {_counting(form, term, scope)} }}"]
        case Part(source, part):
            date = scope.fresh("date")
            return [*_elements(source, date, scope), *_computed(arithmetic.part(date, part), term)]
        case Difference():
            return _difference(form, term, scope)
        case More():
            return _more(form, term, scope)
        case Exists(source, known):
            return _exists(source, known, term, scope)
    raise TypeError(f"not a form: {form!r}")


_COMPUTED = (Part, Difference, Exists)
"""Forms that bind their variable, which nothing else in the group may then bind."""


def _computed(expression: str, term: str) -> list[str]:
    return [f"BIND({expression} AS {term})", f"FILTER(BOUND({term}))"]


def _known(variable: str | None, what: str) -> str:
    if variable is None:
        raise ValueError(f"there is no {what} here to take a measure of")
    return variable


# --- sets ---


def _constant(form: Entity | Scalar) -> str:
    match form:
        case Entity(identifier):
            return f"wd:{identifier}"
        case Number(value):
            return f"{value:f}" if isinstance(value, Decimal) else str(value)
        case Year(value):
            return str(value)
        case Date():
            return f'"{form}T00:00:00Z"^^xsd:dateTime'
        case Text(value):
            return literal(value)


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


def _claim(entity: str, name: str, inverse: bool, term: str) -> str:
    return f"{term} wdt:{name} wd:{entity}" if inverse else f"wd:{entity} wdt:{name} {term}"


def _hop(source: Form, path: Path, term: str, scope: _Scope) -> list[str]:
    match source:
        case Hop(further, first):
            return _hop(further, first + path, term, scope)
        case Entity() | Text():
            return [_triple(_constant(source), path, term)]
        case Member():
            return [_triple(_known(scope.member, "member"), path, term)]
        case Number() | Year() | Date():
            variable = scope.fresh("value")
            return [_triple(variable, path, term), *_compared(variable, "=", source, scope)]
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
    known = next((member for member in members if isinstance(member, Entity)), None)
    if known is None:
        return [element for member in _ordered(members) for element in _also(member, members, term, scope)]
    constant = _constant(known)
    others = [member for member in _ordered(members) if member is not known]
    return [
        *_same(term, constant),
        *(element for other in others for element in _elements(other, constant, scope)),
    ]


def _ordered(members: tuple[Form, ...]) -> list[Form]:
    """The classes come last: they are large."""
    return sorted(members, key=lambda member: isinstance(member, Class))


def _also(member: Form, members: tuple[Form, ...], term: str, scope: _Scope) -> list[str]:
    if isinstance(member, _COMPUTED) and len(members) > 1 and term.startswith("?"):
        variable = scope.fresh("value")
        return [*_elements(member, variable, scope), f"FILTER({variable} = {term})"]
    return _elements(member, term, scope)


def _or(members: tuple[Form, ...], term: str, scope: _Scope) -> list[str]:
    known = [member for member in members if isinstance(member, Entity)]
    if term.startswith("?") and len(known) == len(members):
        return [f"VALUES {term} {{ {' '.join(map(_constant, known))} }}"]
    return _union([_elements(member, term, scope) for member in members])


def _union(branches: list[list[str]]) -> list[str]:
    return branches[0] if len(branches) == 1 else [" UNION ".join(map(_block, branches))]


def _not(excluded: Form, term: str, scope: _Scope) -> list[str]:
    match excluded:
        case Entity():
            return [f"FILTER({term} != {_constant(excluded)})"]
        case Or(members):
            return [element for member in members for element in _not(member, term, scope)]
    return [f"FILTER NOT EXISTS {_block(_elements(excluded, term, scope))}"]


# --- statements ---


def _statement(form: Statement, node: str, term: str, scope: _Scope) -> list[str]:
    """What says that a term is what is taken of a statement, whose variable is given."""
    ends: list[str] = []
    elements: list[str] = []
    for side, known in (("subject", form.subject), ("value", form.value)):
        if form.take == side:
            ends.append(term)
        else:
            ends.append(_constant(known) if isinstance(known, (Entity, Text)) else scope.fresh(side))
        elements += _elements(known, ends[-1], scope) if known is not None else []
    elements += [f"{ends[0]} p:{form.property} {node}", f"{node} ps:{form.property} {ends[1]}"]
    elements.append(f"FILTER NOT EXISTS {{ {node} wikibase:rank wikibase:DeprecatedRank }}")
    for condition in form.conditions:
        elements += _condition(condition, node, scope)
    if form.take == "statement":
        elements += _same(term, node)
    elif not isinstance(form.take, str):
        elements += _elements(form.take, term, replace(scope, statement=node))
    return elements


def _condition(condition: Condition, node: str, scope: _Scope) -> list[str]:
    match condition:
        case Lacks(name):
            return [f"FILTER NOT EXISTS {{ {node} pq:{name} {scope.fresh('value')} }}"]
        case Has(name, Entity() | Text() as value):
            return [f"{node} pq:{name} {_constant(value)}"]
        case Has(name, Number() | Year() | Date() as value):
            return _condition(Compares(name, "=", value), node, scope)
        case Has(name, value):
            variable = scope.fresh("value")
            return [f"{node} pq:{name} {variable}", *(_elements(value, variable, scope) if value else ())]
        case Compares(name, comparison, value):
            variable = scope.fresh("value")
            return [f"{node} pq:{name} {variable}", *_compared(variable, comparison, value, scope)]
        case During(first, last):
            return _during(first, last or first, node, scope)


def _during(first: Year | Date, last: Year | Date, node: str, scope: _Scope) -> list[str]:
    number = arithmetic.year if isinstance(first, Year) else arithmetic.day
    elements: list[str] = []
    for name, moment, when in (
        (START, scope.fresh("start"), since := scope.fresh("since")),
        (END, end := scope.fresh("end"), until := scope.fresh("until")),
        (POINT, scope.fresh("point"), at := scope.fresh("at")),
    ):
        elements += [f"OPTIONAL {{ {node} pq:{name} {moment} }}", f"BIND({number(moment)} AS {when})"]
    begin, close = _number(first), _number(last)
    then = f"{at} >= {begin} && {at} <= {close}"
    meanwhile = f"{since} <= {close} && (!BOUND({end}) || {until} >= {begin})"
    return [*elements, f"FILTER(({then}) || ({meanwhile}))"]


# --- comparisons and measures ---


def _compared(variable: str, comparison: Comparison, value: Form, scope: _Scope) -> list[str]:
    """What says that a variable compares so with a value."""
    match value:
        case Entity() | Text():
            return [f"FILTER({variable} {comparison} {_constant(value)})"]
        case Year():
            left, right = arithmetic.year(variable), _number(value)
        case Date():
            left, right = arithmetic.day(variable), _number(value)
        case Number():
            left, right = arithmetic.number(variable), _number(value)
        case _:
            other, right = scope.fresh("value"), scope.fresh("number")
            bound = [*_elements(value, other, scope), f"BIND({arithmetic.comparable(other)} AS {right})"]
            left = arithmetic.comparable(variable)
            number = scope.fresh("number")
            return [*bound, f"BIND({left} AS {number})", f"FILTER({number} {comparison} {right})"]
    number = scope.fresh("number")
    return [f"BIND({left} AS {number})", f"FILTER({number} {comparison} {right})"]


def _number(value: Year | Date | Number) -> str:
    return str(arithmetic.day_of(value)) if isinstance(value, Date) else _constant(value)


def _where(form: Where, term: str, scope: _Scope) -> tuple[list[str], str | None]:
    """The members whose measure compares so, and the variable of the statement that they come from."""
    if form.comparison == "=" and isinstance(form.value, (Entity, Text)):
        members, statement = _members(form.source, term, scope)
        inner = replace(scope, member=term, statement=statement)
        return members + _elements(form.measure, _constant(form.value), inner), statement
    value = scope.fresh("value")
    measured, statement = _measured(form.source, form.measure, term, value, scope)
    if isinstance(form.measure, Count) and isinstance(form.value, Number):
        return [*measured, f"FILTER({value} {form.comparison} {_number(form.value)})"], statement
    inner = replace(scope, member=term, statement=statement)
    return measured + _compared(value, form.comparison, form.value, inner), statement


def _measured(
    source: Form, measure: Form, member: str, value: str, scope: _Scope
) -> tuple[list[str], str | None]:
    """The members of a set, each with its measure, and the variable of the statement that they come from."""
    members, statement = _members(source, member, scope)
    inner = replace(scope, member=member, statement=statement)
    if not isinstance(measure, Count):
        return members + _elements(measure, value, inner), statement
    counted = scope.fresh("counted")
    body = _block(members + _elements(measure.source, counted, inner))
    counts = f"SELECT {member} (COUNT(DISTINCT {counted}) AS {value}) WHERE {body} GROUP BY {member}"
    return [f"{{ {counts} }}"], None


def _members(source: Form, member: str, scope: _Scope) -> tuple[list[str], str | None]:
    """The members of a set, and the variable of the statement that they come from, if there is one."""
    match source:
        case Statement():
            node = scope.fresh("statement")
            return _statement(source, node, member, scope), node
        case And(members) if not any(isinstance(one, Entity) for one in members):
            found = [_members(one, member, scope) for one in _ordered(members)]
            nodes = [statement for _, statement in found if statement is not None]
            return [element for elements, _ in found for element in elements], nodes[0] if nodes else None
        case Without(inside, excluded):
            elements, statement = _members(inside, member, scope)
            return elements + _not(excluded, member, scope), statement
        case Where():
            return _where(source, member, scope)
    return _elements(source, member, scope), None


def _rank(form: Rank, term: str, scope: _Scope) -> list[str]:
    """The values at the positions in a subquery, and in another the members that have them: so all ties are there."""
    at, own = scope.fresh("best"), scope.fresh("measure")
    window = f"LIMIT {form.limit}" + (f" OFFSET {form.position - 1}" if form.position > 1 else "")
    ranked = _block(_one_measure(form.source, form, scope.fresh("member"), at, scope))
    return [
        f"{{ SELECT {at} WHERE {ranked} ORDER BY {form.order.upper()}({at}) {window} }}",
        *_one_measure(form.source, form, term, own, scope),
        f"FILTER({own} = {at})",
    ]


def _one_measure(source: Form, by: Rank | More, member: str, value: str, scope: _Scope) -> list[str]:
    """The members of a set, each with one number that orders them.

    Of several dates the earliest counts, of several numbers the one that comes first in the order.
    """
    if isinstance(by.measure, Count):
        return _measured(source, by.measure, member, value, scope)[0]
    each, number = scope.fresh("value"), scope.fresh("number")
    elements, _ = _measured(source, by.measure, member, each, scope)
    elements += _computed(arithmetic.comparable(each), number)
    if by.order == "asc":
        chosen = f"MIN({number})"
    else:  # one expression of aggregates, because Virtuoso fails on a condition about them
        kind = scope.fresh("kind")
        elements.append(f"BIND(IF(ISNUMERIC({each}), 1, 0) AS {kind})")
        chosen = f"MIN({number}) + (MAX({number}) - MIN({number})) * MIN({kind})"
    return [f"{{ SELECT {member} ({chosen} AS {value}) WHERE {_block(elements)} GROUP BY {member} }}"]


def _more(form: More, term: str, scope: _Scope) -> list[str]:
    """No ``IF`` chooses the member, because Virtuoso fails on one about values of subqueries."""
    elements = _or(form.members, term, scope)
    found: list[tuple[str, str]] = []
    for one in form.members:
        found.append((scope.fresh("member"), scope.fresh("measure")))
        elements += _one_measure(one, form, *found[-1], scope)
    sign = ">" if form.order == "desc" else "<"
    wins = [
        " && ".join(
            [f"{term} = {member}"] + [f"{value} {sign} {other}" for rival, other in found if rival != member]
        )
        for member, value in found
    ]
    return [*elements, f"FILTER(({') || ('.join(wins)}))"]


# --- values ---


def _counting(form: Count, variable: str, scope: _Scope) -> str:
    counted = scope.fresh("counted")
    body = _block(_elements(form.source, counted, scope))
    return f"SELECT (COUNT(DISTINCT {counted}) AS {variable}) WHERE {body}"


def _difference(form: Difference, term: str, scope: _Scope) -> list[str]:
    role = "number" if form.unit == "amount" else "date"
    first, second = scope.fresh(role), scope.fresh(role)
    elements: list[str] = []
    for side, end in ((form.first, first), (form.second, second)):
        elements += _elements(Date(side.value, 1, 1) if isinstance(side, Year) else side, end, scope)
    elements += _computed(arithmetic.difference(first, second, form.unit), term)
    return elements + ([f"FILTER({term} >= 0)"] if form.unit in ("age", "days") else [])


def _exists(source: Form, known: Form | None, term: str, scope: _Scope) -> list[str]:
    """By counts, because Virtuoso's ``EXISTS`` fails on subqueries."""

    def counted(form: Form) -> tuple[str, str]:
        number = scope.fresh("count")
        body = _block(_elements(form, scope.fresh("member"), scope))
        return number, f"{{ SELECT (COUNT(*) AS {number}) WHERE {body} }}"

    number, found = counted(source)
    elements = [found, f"BIND(xsd:boolean({number} > 0) AS {term})"]
    if known is not None:
        number, found = counted(known)
        elements += [found, f"FILTER({number} > 0)"]
    return elements
