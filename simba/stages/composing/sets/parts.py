"""What composition works with: parts of the question with the sets they denote."""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple

from simba.query import And, Class, Condition, Form, Hop, Or, Statement, Without, path


class Link(NamedTuple):
    """A step along one property from a known set, which may be narrowed to some of its statements."""

    property: str
    source: Form
    reverse: bool = False
    conditions: tuple[Condition, ...] = ()

    def form(self) -> Form:
        """What the step leads to."""
        if not self.conditions:
            return Hop(self.source, path(f"^{self.property}" if self.reverse else self.property))
        return self.statement()

    def statement(self) -> Statement:
        """The same through the statements themselves."""
        if self.reverse:
            return Statement(self.property, None, self.source, self.conditions, "subject")
        return Statement(self.property, self.source, None, self.conditions, "value")


class Denotation(NamedTuple):
    """A part of the question: the set it denotes, how sure that is (0: nothing against it), the words accounted for."""

    form: Form
    score: float = 0.0
    explained: frozenset[int] = frozenset()
    why: tuple[str, ...] = ()
    link: Link | None = None
    """The step that the form is, or ends with, where there is one."""
    rest: tuple[Form, ...] = ()
    """Beside the step's: what else the form takes together."""
    dead: bool = False
    """Whether some step is known to lead nowhere."""
    named: frozenset[int] = frozenset()
    """Of the words accounted for, those of what the last step starts from."""
    negated: bool = False
    """Whether it says what is not so: what is not in the set."""
    presupposed: Form | None = None
    """What must not be empty for this to be what is asked ("кроме Германии": Germany is one of them)."""
    kinds: frozenset[int] = frozenset()
    """Of the words accounted for, those that merely name a class: a rule may spell them out too ("роман")."""
    asks: frozenset[str] = frozenset()
    """Kinds of value of the last step's rule, where that spelled out the interrogative word itself."""

    def is_of_several(self) -> bool:
        """Whether it is of more than one statement, so that none says by itself when or how long."""
        return any(isinstance(one, Statement) for one in self.rest)

    def with_words(self, words: Set[int], score: float = 0.0) -> Denotation:
        """The same, accounting for more words, with so much more for it."""
        return Denotation(self.form, self.score + score, self.explained | words, *self[3:])

    def remade(self, form: Form, words: Set[int], score: float = 0.0, why: str | None = None) -> Denotation:
        """A form made of it, which ends with no step any more, and of more words."""
        return self._replace(
            form=form,
            link=None,
            rest=(),
            score=self.score + score,
            explained=self.explained | words,
            why=self.why if why is None else (*self.why, why),
        )

    def turned_into(
        self, form: Form, words: Set[int], score: float = 0.0, why: str | None = None
    ) -> Denotation:
        """A form made of it of which no more is known than whether it leads nowhere, and of more words."""
        told = self.why if why is None else (*self.why, why)
        return Denotation(form, self.score + score, self.explained | words, told, dead=self.dead)

    def with_other(
        self,
        other: Denotation,
        form: Form,
        words: frozenset[int] = frozenset(),
        score: float = 0.0,
        why: tuple[str, ...] = (),
    ) -> Denotation:
        """A form made of both, and of more words."""
        return Denotation(
            form,
            self.score + other.score + score,
            self.explained | other.explained | words,
            self.why + other.why + why,
        )

    def also(self, other: Denotation) -> Denotation:
        """What is in both sets; what is not in the other, where that is negated."""
        if other.negated:
            return self.but(other)
        first = self.link.form() if self.link is not None else self.form
        rest = (
            self.rest if other.form == first else (*self.rest, other.form)
        )  # two names may lead to one fact
        kept = rest if self.link is not None else (other.form,)
        return Denotation(
            both(first, *kept),
            self.score + other.score,
            self.explained | other.explained,
            self.why + other.why,
            self.link,
            rest if self.link is not None else (),
            self.dead or other.dead,
            self.named,
            self.negated,
            self.presupposed or other.presupposed,
            self.kinds | other.kinds,
            self.asks,
        )

    def but(self, other: Denotation) -> Denotation:
        """What is not in the other set, of which something must be in this one: else nobody would except it."""
        return self.also(other._replace(negated=False))._replace(
            form=Without(self.form, other.form),
            link=None,
            rest=(),
            presupposed=both(self.form, other.form),
        )

    def under(
        self,
        *conditions: Condition,
        score: float = 0.0,
        explained: frozenset[int] = frozenset(),
        why: str,
    ) -> Denotation | None:
        """The same, its step narrowed to statements that meet the conditions; None where it has no step."""
        if self.link is None:
            return None
        link = self.link._replace(conditions=(*self.link.conditions, *conditions))
        return self._replace(
            form=both(link.form(), *self.rest),
            link=link,
            score=self.score + score,
            explained=self.explained | explained,
            why=(*self.why, why),
        )


def both(*forms: Form) -> Form:
    """What is in all of the sets: one `And`, however they were put together."""
    if len(forms) == 1:
        return forms[0]
    flat: list[Form] = []
    for form in forms:
        flat += [one for one in (form.members if isinstance(form, And) else (form,)) if one not in flat]
    return flat[0] if len(flat) == 1 else And(*flat)


def is_kind(form: Form) -> bool:
    """Whether a form says no more than of what kind its members are: a class, or works of that form as well."""
    return isinstance(form, Class) or (
        isinstance(form, Or) and any(isinstance(one, Class) for one in form.members)
    )


WIDE = frozenset(map(path, ("^P106", "^P279*", "^P21", "^P27", "^P172")))
"""Steps from an occupation, a sex, a country: what they lead to is no small set either."""


def anchored(form: Form) -> bool:
    """Whether a form starts from something named rather than from all members of a class."""
    match form:
        case Class():
            return False
        case Hop(source, to):
            return to not in WIDE and anchored(source)
        case And(members):
            return any(map(anchored, members))
        case Or(members):
            return all(map(anchored, members))
        case Without(source, _):
            return anchored(source)
    return True


def step(
    source: Denotation,
    property: str,
    *,
    reverse: bool,
    score: float,
    explained: frozenset[int],
    why: str,
    named: frozenset[int] = frozenset(),
    dead: bool = False,
    asks: frozenset[str] = frozenset(),
) -> Denotation:
    """What a property leads to from a part."""
    link = Link(property, source.form, reverse)
    return Denotation(
        link.form(),
        source.score + score,
        source.explained | explained,
        (*source.why, why),
        link,
        (),
        source.dead or dead,
        named,
        presupposed=source.presupposed,
        kinds=source.kinds,
        asks=asks,
    )
