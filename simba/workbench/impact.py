"""``simba rules impact``: for which examples a change of rules makes other properties be proposed."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simba.common.life_signs import working
from simba.errors import RuleError, SimbaError
from simba.grammar.files import files_of, layers
from simba.russian.text import fold
from simba.workbench.console import Printer, property_title, rules_option, shown_path

if TYPE_CHECKING:
    from simba.workbench.bench import Bench, Example, Key

FEW, GROUPS = 3, 15
"""Questions of a property, and properties, that are shown without ``--all``."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Two sets of rules, each its folders, and what people call them."""

    before: tuple[Path, ...]
    after: tuple[Path, ...]
    before_name: str
    after_name: str


@dataclass(frozen=True, slots=True)
class Turned:
    """An example or counterexample that holds on one side and not on the other."""

    property: str
    name: str
    direction: str
    question: str
    positive: bool
    """Whether its rule must propose its property there, or must not."""
    place: str | None
    """File and line; None where it is no longer an example."""
    proposed: tuple[Key, ...]
    """What the rules propose now."""


@dataclass(frozen=True, slots=True)
class Shift:
    """The questions for which a property newly came in or went away, beside those whose own rule it is."""

    property: str
    name: str
    direction: str
    came: tuple[str, ...]
    went: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """All that a change of rules does to the examples of both sides."""

    questions: int
    lost: tuple[Turned, ...] = ()
    gained: tuple[Turned, ...] = ()
    shifts: tuple[Shift, ...] = ()


@click.command("impact")
@click.option("--since", metavar="РЕВИЗИЯ", help="Сравнить с правилами этой ревизии git (по умолчанию HEAD).")
@rules_option
@click.option("--all", "everything", is_flag=True, help="Показать всё, а не начало каждого списка.")
@click.option("--json", "as_json", is_flag=True, help="Напечатать всё в JSON.")
def impact_command(since: str | None, rules: Path | None, everything: bool, as_json: bool) -> int:
    """Показать, что изменение правил меняет на примерах всех правил.

    \b
    simba rules impact                              что вы изменили в правилах SimBa с последнего коммита
    simba rules impact --since v1.0                 ... с ревизии git
    simba rules impact --rules ПАПКА                что ваши правила меняют поверх правил SimBa
    simba rules impact --rules ПАПКА --since HEAD   что вы изменили в них, если папка под git

    Код выхода 0: ничего не потеряно, 1: что-то потеряно, 2: ошибка. Что изменение делает с ответами, скажет
    simba eval ВОПРОСЫ --compare.
    """
    with _sides(since, rules) as sides, working("Сравниваю"):
        changes = _changes(sides)
    if as_json:
        document = {"before": sides.before_name, "after": sides.after_name, **asdict(changes)}
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
    else:
        _print(sides, changes, Printer(everything=everything))
    return 1 if changes.lost else 0


@contextmanager
def _sides(since: str | None, rules: Path | None) -> Iterator[Sides]:
    """The two sets; that of a revision lies in a temporary folder as long as the block runs."""
    from simba.workbench.revision import rules_at

    after = layers(rules)
    if rules is not None and since is None:
        yield Sides(layers(None), after, "правила SimBa", f"с правилами {rules}")
        return
    name = "правила SimBa" if rules is None else str(rules)
    revision = "HEAD" if since is None else since
    with rules_at(after[-1], revision) as found:
        try:
            yield Sides((*after[:-1], found.folder), after, f"{name} в {revision} ({found.short})", name)
        except RuleError as error:
            said = str(error)
            if str(found.folder) not in said:
                raise
            said = said.replace(f"{found.folder}/", "")
            raise SimbaError(f"правила ревизии {revision} эта SimBa не прочтёт: {said}") from None


def _changes(sides: Sides) -> Changes:
    from simba.common.cache import digest
    from simba.workbench.bench import Bench

    after = Bench(sides.after)
    if digest(files_of(sides.before)) == digest(files_of(sides.after)):
        return Changes(len({example.question for example in after.examples}))
    return compare(Bench(sides.before), after)


def compare(before: Bench, after: Bench) -> Changes:
    """Put every example and counterexample of both sets to both.

    Where an example of one set is a counterexample in the other, the set after the change says what is right.
    """
    expected: dict[tuple[Key, str], tuple[Example, bool]] = {}
    for bench in (before, after):
        for example in bench.examples:
            expected[example.rule.key, example.question] = example, bench is after
    questions = dict.fromkeys(question for _, question in expected)
    affected = _affected(questions, before, after)
    was, now = ({question: bench.proposed(question) for question in affected} for bench in (before, after))
    lost: list[Turned] = []
    gained: list[Turned] = []
    for (key, question), (example, stays) in expected.items():
        if question not in now:
            continue
        held, holds = (((key in proposed[question]) == example.positive) for proposed in (was, now))
        if held != holds:
            path, line = example.place
            stands = f"{shown_path(path)}:{line}" if stays else None
            proposed = tuple(sorted(now[question]))
            turned = Turned(
                key[0], example.rule.text.name, key[1], question, example.positive, stands, proposed
            )
            (gained if holds else lost).append(turned)
    names = {rule.key: rule.text.name for bench in (before, after) for rule in bench.written}
    came, went = _others(was, now, expected), _others(now, was, expected)
    shifts = [Shift(key[0], names[key], key[1], came[key], went[key]) for key in {**came, **went}]
    shifts.sort(key=lambda shift: -len(shift.came) - len(shift.went))
    return Changes(len(questions), tuple(lost), tuple(gained), tuple(shifts))


def _affected(questions: Iterable[str], before: Bench, after: Bench) -> list[str]:
    """The questions that have all words which some expression of a rule that is not the same on both sides requires.

    All others, most of thousands, are spared the parse; none is where the dictionaries of interrogatives differ.
    """
    if before.dictionary != after.dictionary:
        return [*questions]
    needed = {*before.needs(without=after), *after.needs(without=before)}
    return [question for question in questions if any(_may_match(sets, fold(question)) for sets in needed)]


def _may_match(needs: Iterable[frozenset[str]], text: str) -> bool:
    """Whether a text has of each set the words of one string, wherever they stand."""
    return all(any(all(word in text for word in one.split()) for one in strings) for strings in needs)


def _others(
    was: Mapping[str, frozenset[Key]],
    now: Mapping[str, frozenset[Key]],
    expected: Collection[tuple[Key, str]],
) -> defaultdict[Key, tuple[str, ...]]:
    """The questions for which a property newly is proposed, beside its own examples and counterexamples."""
    found: defaultdict[Key, tuple[str, ...]] = defaultdict(tuple)
    for question, keys in now.items():
        for key in sorted(keys - was[question]):
            if (key, question) not in expected:
                found[key] += (question,)
    return found


def _print(sides: Sides, changes: Changes, out: Printer) -> None:
    out.line(f"было:  {sides.before_name}")
    out.line(f"стало: {sides.after_name}")
    changed = len({question for shift in changes.shifts for question in (*shift.came, *shift.went)})
    out.title(
        f"Примеров и контрпримеров: {changes.questions}; потеряно: {len(changes.lost)}, "
        f"приобретено: {len(changes.gained)}, с другими свойствами: {changed}"
    )
    for title, turned, style in (("Потеряно", changes.lost, "red"), ("Приобретено", changes.gained, "green")):
        if turned:
            out.title(f"{title}: {len(turned)}", style)
            everything = len(turned) if style == "red" else GROUPS  # what was lost is shown to the last
            out.some(turned, everything, lambda one: _print_turned(one, out))
    if changes.shifts:
        out.title("Свойства, которые пришли (+) в чужие примеры или ушли (-) из них")
        out.some(changes.shifts, GROUPS, lambda shift: _print_shift(shift, out))


def _print_turned(one: Turned, out: Printer) -> None:
    kind = "" if one.positive else "контрпример "
    now = ", ".join(map(property_title, one.proposed)) or "ничего"
    place = one.place or "больше не пример"
    title = property_title((one.property, one.direction), one.name)
    out.line(f"  {one.question}  ({kind}{title}; теперь: {now}; {place})")


def _print_shift(shift: Shift, out: Printer) -> None:
    counts = [
        f"{sign}{len(questions)}" for sign, questions in (("+", shift.came), ("-", shift.went)) if questions
    ]
    out.line(f"  {property_title((shift.property, shift.direction), shift.name)}  {' '.join(counts)}", "bold")
    for sign, questions in (("+", shift.came), ("-", shift.went)):
        out.some([f"    {sign} {question}" for question in questions], FEW, out.line, "    ")
