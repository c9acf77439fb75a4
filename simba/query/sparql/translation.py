"""From a form to its query, or to a pattern for a larger one."""

from __future__ import annotations

from collections.abc import Mapping

from simba.query.forms import (
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
    Qualifier,
    Rank,
    Statement,
    Where,
    Without,
)
from simba.query.paths import Path, Step
from simba.query.scalars import Date, Number, Text, Year
from simba.query.sparql import computing, measures, sets, statements
from simba.query.sparql.groups import Scope, Translation, group

ANSWER = "?answer"
_TRANSLATIONS: Mapping[type, Translation] = {
    Entity: sets.known,
    Number: sets.known,
    Year: sets.known,
    Date: sets.known,
    Text: sets.known,
    Named: sets.named,
    Called: sets.called,
    Class: sets.instances,
    Hop: sets.hop,
    And: sets.together,
    Or: sets.alternatives,
    Without: sets.without,
    Member: sets.member,
    Statement: statements.statement,
    Qualifier: statements.qualifier,
    Where: measures.where,
    Rank: measures.rank,
    More: measures.more,
    Count: computing.counted,
    Part: computing.part,
    Difference: computing.difference,
    Exists: computing.exists,
}


def sparql(form: Form) -> str:
    """The query for a form; its only variable is ``?answer``.

    Raises ValueError where a measure is about no member, or a qualifier about no statement or one of several.
    """
    match form:
        case Hop(Entity(entity), Path((Step(name, inverse, False),))):
            return f"SELECT DISTINCT {ANSWER} WHERE {{ {_claim(entity, name, inverse, ANSWER)} }}"
        case Part(Hop(Entity(entity), Path((Step(name, inverse, False),))), "year"):
            claim = _claim(entity, name, inverse, "?date")
            return f"SELECT DISTINCT {ANSWER} WHERE {{ {claim} . BIND(YEAR(?date) AS {ANSWER}) }}"
        case Count():
            return computing.counting(form, ANSWER, Scope(_TRANSLATIONS, ANSWER))
    return f"SELECT DISTINCT {ANSWER} WHERE {{ {pattern(form)} }}"


def measured(form: Rank) -> str:
    """The query for the members of a superlative's set, ``?answer``, each with the number that orders them.

    It is for Oxigraph, which would look at all that has a measure before it looks for the instances of a class.
    Raises ValueError as `sparql` does.
    """
    scope = Scope(_TRANSLATIONS, ANSWER, classes_apart=isinstance(form.source, Class))
    measure = scope.fresh("measure")
    members = measures.one_measure(form.source, form, ANSWER, measure, scope)
    return f"SELECT {ANSWER} {measure} WHERE {{ {group(members)} }}"


def _claim(entity: str, name: str, inverse: bool, term: str) -> str:
    return f"{term} wdt:{name} wd:{entity}" if inverse else f"wd:{entity} wdt:{name} {term}"


def pattern(form: Form, variable: str = ANSWER) -> str:
    """The body of a group graph pattern that binds a variable to what the form denotes, for use in a larger query.

    Its other variables are named after their roles (``?date``, ``?statement2``), alike in each form: two forms in one
    query need a subquery each. Raises ValueError as `sparql` does.
    """
    return group(Scope(_TRANSLATIONS, variable).elements(form, variable))
