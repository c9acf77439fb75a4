"""Whether something is in a set: yes, or no only where what would speak for a yes is known to be otherwise."""

from __future__ import annotations

from dataclasses import replace

from simba.query import (
    IT,
    And,
    Class,
    Entity,
    Exists,
    Form,
    Hop,
    Or,
    Path,
    Rank,
    Statement,
    Step,
    Where,
    Without,
    Year,
    path,
    properties,
)

CITIZEN, WORKS = "P27", "P106"
MAX_KNOWN = 2
"""Sets that must not be empty for a "no": the one that the form itself asks for, and one beside it."""


def verdict(members: Form, subject: Entity, *, negated: bool = False) -> tuple[Exists, Form | None] | None:
    """Whether the subject is in a set, and what must be known beside; None where a "no" would tell nothing."""
    members = _of_trade(members)
    known = list(dict.fromkeys(_known(members, subject)))
    if not 0 < len(known) <= MAX_KNOWN:
        return None
    source: Form = Without(subject, members) if negated else And(members, subject)
    if len(known) == 1 and (kinds := _kinds_known(members, subject)) is not None:
        known.append(kinds)
    return Exists(source, known[0]), known[1] if len(known) > 1 else None


def _kinds_known(form: Form, subject: Entity) -> Form | None:
    """What must be known where a set is of a class: that it is so, that the rest is not so, or what the subject's
    classes are kinds of: a "million city" of which no more is known may be a city.
    """
    members = form.members if isinstance(form, And) else (form,)
    rest = [one for one in members if not isinstance(one, Class)]
    if len(rest) == len(members):
        return None
    ways: list[Form] = [And(form, subject), Hop(subject, path("P31/P279"))]
    return Or(*ways, Without(subject, And(*rest))) if rest else Or(*ways)


def _of_trade(form: Form) -> Form:
    """A set with those of narrower trades: a playwright is a writer."""
    if isinstance(form, And):
        return And(*map(_of_trade, form.members))
    plain = isinstance(form, Hop) and isinstance(form.source, Entity) and form.path == path(f"^{WORKS}")
    return replace(form, path=path(f"^P279*/^{WORKS}")) if plain and isinstance(form, Hop) else form


def _known(form: Form, subject: Entity) -> list[Form]:
    """The sets that tell something of the subject, or of what a set starts from, be it in there or not."""
    match form:
        case Class():
            return [Hop(subject, path("P31"))]
        case Hop(_, to):
            own = _own(to.reversed())
            if own is not None and CITIZEN in properties(Hop(subject, own)):
                return [Hop(subject, own), _of_no_former_state(subject)]
            if own is None and len(to.steps) > 1:  # whose wife she is, and of what state he
                return [Hop(subject, to.reversed())]
            return [form if own is None else Hop(subject, own)]
        case Statement(
            name, _, value, _, "subject"
        ):  # whoever holds other offices need not hold an unknown one
            return [Hop(subject, path(name)), *([value] if isinstance(value, And) else [])]
        case Statement() | Rank():
            return [form]
        case And(members):
            telling = [one for one in members if not isinstance(one, Class)]
            known = [known for one in telling or members for known in _known(one, subject)]
            return known if len(known) <= MAX_KNOWN else [one for one in known if WORKS not in str(one)]
        case Where(source, Hop(start, to), _, _) if start == IT:
            narrow = [] if isinstance(source, Entity | Class) else _known(source, subject)
            return [*narrow, Hop(subject, to)]
        case Without(source, _):
            return _known(source, subject)
        case Or(members):
            return _known(members[0], subject)
    return []


def _of_no_former_state(subject: Entity) -> Form:
    """The subject, unless it is of a state that is no more: whose heirs its people were is not told."""
    states = Where(Hop(subject, path(CITIZEN)), Hop(IT, path("P576")), ">=", Year(1))
    return Without(subject, Hop(states, path(f"^{CITIZEN}")))


def _own(back: Path) -> Path | None:
    """The properties that the way back from a member begins with; None where it is merely somebody's value."""
    first = back.steps[0]
    if isinstance(first, Step):
        return None if first.inverse or first.transitive else Path((first,))
    starts = [option.steps[0] for option in first.options]
    names = [str(one) for one in starts if isinstance(one, Step) and not (one.inverse or one.transitive)]
    return path("|".join(names)) if names and not first.transitive else None
