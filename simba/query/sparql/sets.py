"""Sets of entities as graph patterns: names, classes, hops, and what is in all, any or none of several sets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from simba.common.vocabulary import INSTANCE_OF, NAME_PROPERTIES, SUBCLASS_OF
from simba.query.forms import (
    IT,
    And,
    Called,
    Class,
    Count,
    Difference,
    Entity,
    Exists,
    Form,
    Hop,
    Member,
    More,
    Named,
    Or,
    Part,
    Rank,
    Statement,
    Where,
    Without,
)
from simba.query.paths import Choice, Path, Step
from simba.query.scalars import Date, Number, Scalar, Text, Year
from simba.query.sparql.comparisons import compared
from simba.query.sparql.groups import (
    Scope,
    block,
    constant,
    is_variable,
    literal,
    same,
)
from simba.query.tree import walk

NAME_LANGUAGES = ("@ru", "@en", "@mul", "")
"""In which something may be named."""
TOLD_LANGUAGES = ("ru", "mul", "")
"""In which its names are told; "mul" is written alike in all languages."""
LABELS = ("rdfs:label", "skos:altLabel")
_COMPUTED = (Part, Difference, Exists)
"""Forms that compute what their variable is bound to: nothing else in the group may bind it."""
_NO_TRIPLES = ("VALUES", "BIND", "FILTER", "OPTIONAL", "{")
_GROUPED = (Rank, More, Count)
"""Forms with subqueries, for which Virtuoso takes ``NOT EXISTS`` and ``MINUS`` for their contrary."""


def known(form: Entity | Scalar, term: str, scope: Scope) -> list[str]:
    """An entity or a scalar: the term is it."""
    return same(term, constant(form))


def member(form: Member, term: str, scope: Scope) -> list[str]:
    """The member that is measured: the term is it."""
    return same(term, _measured(scope))


def _measured(scope: Scope) -> str:
    if scope.member is None:
        raise ValueError("there is no member here to take a measure of")
    return scope.member


def named(form: Named, term: str, scope: Scope) -> list[str]:
    """By label, alias or another property of names, in some languages or none."""
    written = scope.fresh("name")
    names = " ".join(literal(form.name) + language for language in NAME_LANGUAGES)
    properties = "|".join([*LABELS, *(f"wdt:{one}" for one in NAME_PROPERTIES)])
    return [f"VALUES {written} {{ {names} }}", f"{term} {properties} {written}"]


def called(form: Called, term: str, scope: Scope) -> list[str]:
    """By label or alias, in the languages that names are told in."""
    languages = ", ".join(map(literal, TOLD_LANGUAGES))
    start, found = _start(form.source, scope)
    return [*found, f"{start} {'|'.join(LABELS)} {term}", f"FILTER(LANG({term}) IN ({languages}))"]


def _start(source: Form, scope: Scope) -> tuple[str, list[str]]:
    """The term that stands for a set's members, and what says so."""
    match source:
        case Entity():
            return constant(source), []
        case Member():
            return _measured(scope), []
    start = scope.fresh("member")
    return start, scope.elements(source, start)


def instances(form: Class, term: str, scope: Scope) -> list[str]:
    """Of any of the classes, or of a class below it.

    In two triples, because Oxigraph would follow one path from all instances of anything: 60 ms instead of 0.1.
    """
    branches = []
    for one in form.ids:
        below = scope.fresh("class")
        branches.append([f"{below} wdt:{SUBCLASS_OF}* wd:{one}", f"{term} wdt:{INSTANCE_OF} {below}"])
    found = _union(branches, [term])
    return [f"{{ SELECT DISTINCT {term} WHERE {block(found)} }}"] if scope.classes_apart else found


def hop(form: Hop, term: str, scope: Scope) -> list[str]:
    """A path between what is known of its source and the term."""
    source, path = form.source, form.path
    match source:
        case Hop(further, before):  # one path, so that a transitive step starts where something is bound
            return hop(Hop(further, before + path), term, scope)
        case Text():
            return [_triple(constant(source), path, term)]
        case Number() | Year() | Date():
            value = scope.fresh("value")
            return [_triple(value, path, term), *compared(value, "=", source, scope)]
    start, found = _start(source, scope)
    return [*found, _triple(start, path, term)]


def _triple(start: str, path: Path, end: str) -> str:
    """The path between two terms, written backwards if all of it goes so, or if it starts at a literal."""
    if start.startswith('"') or all(isinstance(step, Step) and step.inverse for step in path.steps):
        return f"{end} {_path(path.reversed())} {start}"
    return f"{start} {_path(path)} {end}"


def _path(path: Path) -> str:
    """A step that is followed by itself any number of times is taken once or more."""
    written: list[str] = []
    for step in map(_step, path.steps):
        again = bool(written) and (step == f"{written[-1]}*" or f"{step}*" == written[-1])
        if again:
            written[-1] = f"{written[-1].rstrip('*')}+"
        else:
            written.append(step)
    return "/".join(written)


def _step(step: Step | Choice) -> str:
    repeated = "*" if step.transitive else ""
    if isinstance(step, Choice):
        return f"({'|'.join(map(_path, step.options))}){repeated}"
    return f"{'^' if step.inverse else ''}wdt:{step.property}{repeated}"


def together(form: And, term: str, scope: Scope) -> list[str]:
    """All at once; an entity among the sets takes the place of the variable in the others."""
    members = _flat(form)
    one = next((member for member in members if isinstance(member, Entity)), None)
    if one is None:
        first, *others = ordered(members)
        found, few = scope.elements(first, term), _is_plain(first)
        for other in others:
            if isinstance(other, Class) and not few:
                found += instances(other, term, scope)
            else:
                found += _also(other, term, scope)
        return found
    here = constant(one)
    others = [member for member in ordered(members) if member != one]
    if any(isinstance(member, Entity) for member in others):
        return [*same(term, here), "FILTER(1 = 0)"]
    return same(term, here) + [element for other in others for element in _also(other, here, scope)]


def _flat(form: Form) -> list[Form]:
    return [one for member in form.members for one in _flat(member)] if isinstance(form, And) else [form]


def ordered(members: Iterable[Form]) -> list[Form]:
    """The members of an `And` in the order to write them: classes come late, because they are large."""
    return sorted(members, key=lambda member: (isinstance(member, _COMPUTED), isinstance(member, Class)))


def _also(member: Form, term: str, scope: Scope) -> list[str]:
    if isinstance(member, _COMPUTED) and is_variable(term):
        value = scope.fresh("value")
        return [*scope.elements(member, value), f"FILTER({value} = {term})"]
    return _of_class(member, term) if isinstance(member, Class) else scope.elements(member, term)


def _of_class(form: Class, term: str) -> list[str]:
    """Where the term is one or few: a path from there. Of many, Oxigraph would follow it from all there are."""
    path = f"wdt:{INSTANCE_OF}/wdt:{SUBCLASS_OF}*"
    return _union([[f"{term} {path} wd:{one}"] for one in form.ids], [term])


def _is_plain(form: Form) -> bool:
    """Whether it is what single properties lead to from an entity."""
    if not isinstance(form, Hop) or not all(
        isinstance(step, Step) and not step.transitive for step in form.path.steps
    ):
        return False
    return isinstance(form.source, Entity) or _is_plain(form.source)


def alternatives(form: Or, term: str, scope: Scope) -> list[str]:
    """A union."""
    return either(form.members, term, scope)


def either(members: tuple[Form, ...], term: str, scope: Scope) -> list[str]:
    """What says that a term is in any of the sets."""
    if not is_variable(term):
        variable = scope.fresh("member")
        return [*same(variable, term), *either(members, variable, scope)]
    entities = [constant(member) for member in members if isinstance(member, Entity)]
    others = [scope.elements(member, term) for member in members if not isinstance(member, Entity)]
    named = [[f"VALUES {term} {{ {' '.join(entities)} }}"]] if entities else []
    return _union(named + others, [term, scope.member, scope.statement])


def _union(branches: list[list[str]], variables: list[str | None]) -> list[str]:
    """The elements of either branch.

    Those of more than triples are subqueries, because Virtuoso fails on values and conditions right in a union.
    """
    if len(branches) == 1:
        return branches[0]
    written: list[str] = []
    for branch in branches:
        body = block(branch)
        if any(one.startswith(_NO_TRIPLES) for one in branch):
            kept = " ".join(variable for variable in variables if variable is not None and variable in body)
            body = f"{{ SELECT DISTINCT {kept} WHERE {body} }}"
        written.append(body)
    return [" UNION ".join(written)]


def without(form: Without, term: str, scope: Scope) -> list[str]:
    """The set, then what is not to be in it."""
    return scope.elements(form.source, term) + outside(form.excluded, term, scope, form.source)


def outside(excluded: Form, term: str, scope: Scope, source: Form) -> list[str]:
    """What says that a term is not in a set; that it is in the source, is said already."""
    match excluded:
        case Where(inside) if inside == source and not any(
            isinstance(one, Statement) for one in walk(inside)
        ):
            return outside(replace(excluded, source=IT), term, replace(scope, member=term), source)
        case Entity():
            return [f"FILTER({term} != {constant(excluded)})"]
        case Text():
            return [f"FILTER(STR({term}) != {constant(excluded)})"]
        case Or(members):
            return [element for member in members for element in outside(member, term, scope, source)]
        case Class(ids) if len(ids) > 1:
            return [element for one in ids for element in outside(Class(one), term, scope, source)]
    if not any(isinstance(part, _GROUPED) for part in walk(excluded)) and not _climbs_between(excluded):
        return [f"FILTER NOT EXISTS {block(scope.elements(excluded, term))}"]
    variable = term if is_variable(term) else scope.fresh("member")
    excludes = scope.fresh("excluded")
    found = f"SELECT DISTINCT {variable} (1 AS {excludes}) WHERE {block(scope.elements(excluded, variable))}"
    return [*same(variable, term), f"OPTIONAL {{ {{ {found} }} }}", f"FILTER(!BOUND({excludes}))"]


def _climbs_between(form: Form) -> bool:
    """Whether a path takes a step any number of times with others before and after it, or starts from some of a class.

    Oxigraph would look for it, where it is not to be, from every node of the base: 7 s instead of 1 ms.
    """
    hops = [part for part in walk(form) if isinstance(part, Hop)]
    if any(isinstance(hop.source, Member) for hop in hops):
        return False
    if any(
        isinstance(hop.source, And) and any(isinstance(one, Class) for one in hop.source.members)
        for hop in hops
    ):
        return True
    return any("*" in str(step) for hop in hops for step in _steps(hop)[1:-1])


def _steps(hop: Hop) -> tuple[Step | Choice, ...]:
    """All the steps that lead to a hop's end."""
    before = _steps(hop.source) if isinstance(hop.source, Hop) else ()
    return before + hop.path.steps
