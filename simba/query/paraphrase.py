"""A form in Russian words, from the labels of what it mentions: "государство места рождения Наполеона I".

For people to see how their question was read: rather plain than elegant. Where a label's genitive is not sure, what it
hangs on comes behind it in brackets: "столица (Унесённые ветром)".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from simba.common.vocabulary import NAME_PROPERTIES, XSD
from simba.query.forms import (
    And,
    Called,
    Class,
    Compares,
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
from simba.query.paths import Choice, Path, Step, path
from simba.query.scalars import Date, Number, Text, Year
from simba.query.tree import at_once
from simba.russian.declension import declined, genitive, natural_order
from simba.russian.morphology import gender
from simba.russian.values import literal_label

Labels = Callable[[str], "str | None"]
"""The label of an entity or a property, None where there is none."""

_PARTS = {"year": "год", "month": "месяц", "day": "число", "century": "век"}
_UNITS = {"age": "полных лет", "years": "лет", "days": "дней"}
_NUMBERS = {"=": "—", "!=": "не", "<": "меньше", "<=": "не больше", ">": "больше", ">=": "не меньше"}
_TIMES = {"=": "—", "!=": "не", "<": "раньше", "<=": "не позже", ">": "позже", ">=": "не раньше"}
_DATE = "дата "
_NAME = "название"
_SENTENCE = "это "
"""Begins the label of P31: "это частный случай понятия"."""
_OWN_NAME = "имя"
_LASTING = "если здравствует или существует"
_ENDED = Hop(Member(), path("P570|P576")), Hop(Member(), path("P576"))
"""When somebody, or something, ended."""
_OUTLIVING, _DIED = "если дожил до этого", Hop(Member(), path("P570"))
_OF_PEOPLE = tuple(Hop(Member(), path(name)) for name in ("P569", "P570"))
_FEW = 3
"""Ways of a choice that are told; of more, only that there are some."""


@dataclass(frozen=True, slots=True)
class _Who:
    """The pronoun that takes up a noun, in the genitive."""

    pronoun: str


_WHAT, _WHICH, _SHE, _THEY = _Who("чего"), _Who("которого"), _Who("которой"), _Who("которых")


def words(form: Form, labels: Labels) -> str:
    """What a form asks for, in Russian."""
    return _Words(labels).of(form)


def added(form: Form, labels: Labels) -> str:
    """What a form says beside the sets that it is made of: "больше 5000", "количество", "кроме: Германия"."""
    return _Words(labels).added(form)


def _literal(form: Number | Year | Date) -> str:
    match form:
        case Number(value):
            return literal_label(f"{Decimal(value):f}", f"{XSD}decimal")
        case Year(value):
            return literal_label(str(value), None, year=True)
    return literal_label(f"{form}T00:00:00Z", f"{XSD}dateTime")


@dataclass(frozen=True, slots=True)
class _Words:
    labels: Labels

    def label(self, identifier: str) -> str:
        return natural_order(self.labels(identifier) or identifier)

    def of(self, form: Form) -> str:
        """The form as a noun in the nominative, with what belongs to it."""
        match form:
            case Entity(identifier) | Qualifier(identifier):
                return self.label(identifier)
            case Named(text) | Text(text):
                return f"«{text}»"
            case Number() | Year() | Date():
                return _literal(form)
            case Called(Member()):
                return _NAME
            case Called(source):
                return _joined(_NAME, self.of(source))
            case Class(ids):
                return " или ".join(dict.fromkeys(map(self.label, ids)))  # several are called "город"
            case Member():
                return "это"
            case Or() if hops := at_once(form):
                return self.at_once(hops)
            case Or(members):
                return " или ".join(map(self.of, members))
            case Without(source):
                return f"{self.of(source)}, {self.added(form)}"
            case Hop(Member(), path):
                return self.along(path, "")
            case Hop(Without(source, excluded), path) if lasting := _lasting(source, excluded):
                return f"{self.along(path, self.of(source))}, {lasting}"
            case Hop(source, path) if not _all_inverse(path):
                return self.along(path, self.of(source))
            case Statement():
                return self.statement(form)
            case And() | Where() | Hop():
                return self.described(form)
            case Rank(source):
                return f"{self.of(source)}: {self.added(form)}"
            case Count(source):
                return self.count(source)
            case Part(source, part):
                date = self.of(source)
                if date.startswith(_DATE):
                    return f"{_PARTS[part]} {date.removeprefix(_DATE)}"
                return _joined(_PARTS[part], date)
            case Difference(first, second, "amount" | "times"):
                return f"{self.added(form)}: {self.of(first)} и {self.of(second)}"
            case Difference(first, second):
                return f"{self.added(form)}: {self.of(first)} — {self.of(second)}"
            case More(members=members):
                return f"{self.added(form)}: {' или '.join(map(self.of, members))}"
            case Exists(And((Entity() as one, other)) | And((other, Entity() as one))):
                return f"верно ли: {self.of(one)} — {self.of(other)}"
            case Exists(source):
                return f"есть ли: {self.of(source)}"
        raise TypeError(f"not a form: {form!r}")

    def added(self, form: Form) -> str:
        """What the form says beside the sets that it is made of."""
        match form:
            case And():
                return "и"
            case Or():
                return "и" if at_once(form) else "или"
            case Without(source, excluded) if lasting := _lasting(source, excluded):
                return lasting
            case Without(_, excluded):
                return f"кроме: {self.of(excluded)}"
            case Where(_, measure, comparison, value):
                return f"{self.of(measure)} {self.compared(comparison, value)}"
            case Rank(_, measure, order, position, limit):
                place = f"{position}-е место" if limit == 1 else f"места {position}–{position + limit - 1}"
                way = "убыванию" if order == "desc" else "возрастанию"
                return f"{place} по {_with(way, self.of(measure))}"
            case Statement(name, take=take):
                qualifier = "" if isinstance(take, str) else f": {self.of(take)}"
                return f"{self.label(name)}{self.conditions(form)}{qualifier}"
            case Count():
                return "количество"
            case Part(_, part):
                return _PARTS[part]
            case Difference(_, _, "amount"):
                return "разница"
            case Difference(_, _, "times"):
                return "во сколько раз"
            case Difference(_, _, unit):
                return f"сколько {_UNITS[unit]}"
            case More(measure, order):
                said = self.of(measure)
                signs = _TIMES if said.startswith(_DATE) else _NUMBERS
                whose = "кого" if measure in _OF_PEOPLE else "чего"
                return f"у {whose} {signs['>' if order == 'desc' else '<']} {said}"
            case Exists():
                return "верно ли"
        return self.of(form)

    # --- paths ---

    def along(self, path: Path, start: str) -> str:
        """Where a path leads from what has this name; "" stands for what is being spoken of."""
        for step in path.steps:
            start = self.step(step, start)
        return start

    def step(self, step: Step | Choice, start: str) -> str:
        levels = " (любого уровня)" if step.transitive else ""
        if isinstance(step, Choice) and _names(step):
            return _joined(_OWN_NAME, start) if start else _OWN_NAME
        if isinstance(step, Choice) and len(step.options) > _FEW:
            related = declined(start, "ablt") or f"({start})"
            return (f"то, что связано с {related}" if start else "связанное") + levels
        if isinstance(step, Choice):
            return " или ".join(self.along(option, start) for option in step.options) + levels
        name = self.label(step.property)
        if step.inverse:
            return f"то, у чего {_noun(name)} — {start}{levels}" if start else f"обратное к «{name}»{levels}"
        if step.transitive and start.startswith(name):
            return start + levels  # P131/P131*
        return (_joined(name, start) if start else name) + levels

    def at_once(self, hops: Mapping[str, Hop]) -> str:
        """Several properties of the same: "столица и валюта Франции"."""
        *others, last = map(self.label, hops)
        hop = next(iter(hops.values()))
        start = self.of(hop.source)
        for step in hop.path.steps[:-1]:
            start = self.step(step, start)
        return f"{', '.join(others)} и {_joined(last, start)}"

    # --- sets that are described ---

    def described(self, form: Form) -> str:
        head, conditions = self.taken_apart(form)
        noun, who = self.noun(head)
        return ", ".join([noun, " и ".join(self.condition(one, who) for one in conditions)])

    def taken_apart(self, form: Form) -> tuple[Form | None, list[Form]]:
        """What can be said with a noun, and the conditions on it."""
        members = _members(form)
        nouns = sorted(
            (one for one in members if not _is_condition(one)), key=lambda one: not isinstance(one, Class)
        )
        head = nouns[0] if nouns else None
        return head, [one for one in members if one is not head]

    def noun(self, head: Form | None) -> tuple[str, _Who]:
        if head is None:
            return "то", _WHAT
        noun = self.of(head)
        sexes = (gender(word, "NOUN", "nomn") for word in noun.split())
        return noun, _SHE if next(filter(None, sexes), None) == "femn" else _WHICH

    def condition(self, form: Form, who: _Who) -> str:
        match form:
            case Hop(source, path) if _all_inverse(path):
                return f"у {who.pronoun} {_noun(self.along(path.reversed(), ''))} — {self.of(source)}"
            case Statement(take="subject"):
                return f"у {who.pronoun} {self.claim(form)}"
            case Where(_, measure, comparison, value):
                return f"у {who.pronoun} {self.of(measure)} {self.compared(comparison, value)}"
            case Or(members) if _is_condition(form):
                return " или ".join(self.condition(one, who) for one in members)
            case Without(source, excluded):
                return f"{self.condition(source, who)} (кроме: {self.of(excluded)})"
        return f"одновременно {self.of(form)}"

    def compared(self, comparison: str, value: Form) -> str:
        sign = _TIMES if isinstance(value, (Year, Date)) else _NUMBERS
        if isinstance(value, Year):
            if comparison == "=":
                return f"в {_year(value, 'году')}"
            return f"{sign[comparison]} {_year(value, 'года')}"
        if comparison in "!=":
            return f"{sign[comparison]} {self.of(value)}"
        if isinstance(value, (Number, Date)):
            return f"{sign[comparison]} {self.of(value)}"
        return f"{sign[comparison]}, чем {self.of(value)}"

    def count(self, source: Form) -> str:
        if isinstance(source, (And, Where)):
            head, conditions = self.taken_apart(source)
            many = genitive(self.of(head), "plur") if head is not None else None
            if many:
                return f"количество {many}, " + " и ".join(self.condition(one, _THEY) for one in conditions)
        one = self.of(source)
        many = genitive(one, "plur") if isinstance(source, (Class, Hop)) and "," not in one else None
        return f"количество {many}" if many else f"количество: {one}"

    # --- statements ---

    def statement(self, form: Statement) -> str:
        subject = self.of(form.subject) if form.subject is not None else ""
        if form.take == "subject":
            return f"то, у чего {self.claim(form)}"
        if form.take == "value":
            value = f" — {self.of(form.value)}" if form.value is not None else ""
            return f"{self.along(_path(form), subject)}{value}{self.conditions(form)}"
        owner = f"{subject}: " if subject else ""
        if form.take == "statement":
            return f"раз: {owner}{self.claim(form)}"
        assert not isinstance(form.take, str)  # the other two were above
        return f"{self.of(form.take)} ({owner}{self.claim(form)})"

    def claim(self, form: Statement) -> str:
        value = f" — {self.of(form.value)}" if form.value is not None else ""
        return f"{self.label(form.property)}{value}{self.conditions(form)}"

    def conditions(self, form: Statement) -> str:
        said = ", ".join(map(self.qualified, form.conditions))
        return f" [{said}]" if said else ""

    def qualified(self, condition: Condition) -> str:
        match condition:
            case Lacks("P582"):
                return "до сих пор"
            case Has("P582", None):
                return "раньше"
            case Lacks(name):
                return f"без «{self.label(name)}»"
            case Has(name, None):
                return f"есть «{self.label(name)}»"
            case Has(name, value):
                return f"{self.label(name)} — {self.of(value) if value else ''}"
            case Compares(name, comparison, value):
                return f"{self.label(name)} {self.compared(comparison, value)}"
            case During(Year() as year, None):
                return f"в {_year(year, 'году')}"
            case During(first, None):
                return self.of(first)
            case During(first, last):
                return f"{self.of(first)} — {self.of(last) if last else ''}"


def _lasting(source: Form, excluded: Form) -> str | None:
    """What it means that the same is excluded where it has ended."""
    match excluded:
        case Where(same, measure, "<" | "<=" | ">=") if same == source and measure in _ENDED:
            return _LASTING
        case Where(same, measure, "<") if same == source and measure == _DIED:
            return _OUTLIVING
    return None


def _joined(noun: str, owner: str) -> str:
    """A noun with what it belongs to: "столица Франции"."""
    return _with(noun, owner) if _is_noun(noun) else f"{noun} ({owner})"


def _noun(label: str) -> str:
    """A property's label as a noun: what is a sentence or the end of one is quoted, "«имеет границы с»"."""
    return label if _is_noun(label) else f"«{label}»"


def _is_noun(label: str) -> bool:
    return not label.startswith(_SENTENCE) and genitive(label.partition("(")[0]) is not None


def _with(words: str, owner: str) -> str:
    owned = genitive(owner)
    return f"{words} {owned}" if owned else f"{words} ({owner})"


def _path(form: Statement) -> Path:
    return Path((Step(form.property),))


def _names(step: Choice) -> bool:
    """Whether it is all the properties of names."""
    return sorted(map(str, step.options)) == sorted(NAME_PROPERTIES)


def _all_inverse(path: Path) -> bool:
    return all(isinstance(step, Step) and step.inverse for step in path.steps)


def _members(form: Form) -> list[Form]:
    match form:
        case And(members):
            return [one for member in members for one in _members(member)]
        case Where(source):
            return [*_members(source), form]
    return [form]


def _is_condition(form: Form) -> bool:
    match form:
        case Where() | Statement(take="subject"):
            return True
        case Hop(_, path):
            return _all_inverse(path)
        case Or(members):
            return all(map(_is_condition, members))
        case Without(source):
            return _is_condition(source)
    return False


def _year(year: Year, noun: str) -> str:
    return literal_label(str(year.value), None, year=True).replace("год", noun, 1)
