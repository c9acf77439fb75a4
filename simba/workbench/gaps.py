"""``simba rules gaps``: the questions that no rule covers, and the rule to write next."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simba.common.life_signs import working
from simba.errors import SourceError
from simba.workbench.console import Printer, kb_option, property_title, rules_option

if TYPE_CHECKING:
    from simba.evaluation.blame import Oracle
    from simba.evaluation.gold import Question
    from simba.system import Simba

SHOWN, QUESTIONS, WORDS = 20, 3, 6
"""Gaps, and questions and words of each, that are shown."""
CONTENT = frozenset({"NOUN", "VERB", "ADJ", "ADV"})
"""Parts of speech of words that call for a rule."""
CHECKED = frozenset({"person", "place", "group", "date"})
"""Where the noun after "какой" has one of these types, it says what the answer is, not what is asked about."""
UNRULED = frozenset({"not_simple", "no_mention", "too_long"})
"""Without a reference, abstentions that no rule for one property would help."""

Target = tuple[str, str]
"""A property and a direction."""


@dataclass(frozen=True, slots=True)
class Uncovered:
    """A question that no rule covers, the lemmas that call for a rule, and what the rules propose instead."""

    id: str
    question: str
    words: tuple[str, ...]
    proposed: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """Uncovered questions that one rule might cover: of one property or, without reference, with one word in common."""

    property: str | None
    name: str | None
    direction: str | None
    ruled: bool
    """Whether the property has a rule, in whatever direction: one to add phrases to, or to look at."""
    words: tuple[tuple[str, int], ...]
    """Lemmas with the number of questions that have them, most frequent first."""
    questions: tuple[Uncovered, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """The gaps, the largest first; how many questions were looked at, left out, and not covered."""

    questions: int
    skipped: int
    uncovered: int
    gaps: tuple[Gap, ...]


@click.command("gaps")
@click.argument("dataset", metavar="ВОПРОСЫ", type=click.Path(path_type=Path))
@kb_option
@rules_option
@click.option("--all", "everything", is_flag=True, help="Показать всё, а не начало списка.")
@click.option("--json", "as_json", is_flag=True, help="Напечатать всё в JSON.")
def gaps_command(dataset: Path, kb: Path | None, rules: Path | None, everything: bool, as_json: bool) -> None:
    """Показать, каких ВОПРОСОВ не знает ни одно правило; первая строка — правило, которое писать следующим.

    ВОПРОСЫ — файл RuBQ или QALD (эталон называет свойство) или текст, по вопросу в строке: тогда вопросы
    собраны по словам, которых не объясняет ни одно правило. У свойства без правил стоит [правила нет].
    """
    with working("Спрашиваю"):
        from simba.system import Simba

        found = coverage(_questions(dataset), Simba(kb, rules=rules))
    if as_json:
        click.echo(json.dumps(asdict(found), ensure_ascii=False, indent=1))
    else:
        _print(found, Printer(everything=everything))


def _questions(path: Path) -> list[Question]:
    """The questions of a RuBQ or QALD file with their reference, or of a text file, one a line, without."""
    from simba.evaluation.datasets import read_questions
    from simba.evaluation.gold import Question, read_gold

    lines = [*read_questions(path, skipped=lambda _: None)]
    if any(line.id_name for line in lines):
        return [*read_gold(path).questions]
    found = [
        Question(str(number), line.text, ()) for number, line in enumerate(lines, 1) if line.text.strip()
    ]
    if not found:
        raise SourceError(f"{path}: вопросов нет")
    return found


def coverage(questions: list[Question], simba: Simba) -> Coverage:
    """Put the questions to a system; where there is a reference, its property decides what is covered.

    Without one, a question is covered if a query came of it, or a property was proposed for an entity that the
    knowledge base does not have.
    """
    from simba.evaluation.blame import Oracle

    oracle = Oracle(simba.store)
    referenced = any(question.properties or question.answers for question in questions)
    groups: defaultdict[Target | None, list[Uncovered]] = defaultdict(list)
    skipped = 0
    for question in questions:
        answer = simba.answer(question.text)
        trace = answer.trace
        proposed = {(one["property"], one["direction"]) for one in trace.get("properties", ())}
        targets = _targets(question, oracle)
        if (referenced and not question.answerable) or (not targets and answer.reason in UNRULED):
            skipped += 1
        elif targets and proposed.isdisjoint(targets):
            words = _words(trace, simba, question.entities, explained=False)
            groups[targets[0]].append(Uncovered(question.id, question.text, words, tuple(sorted(proposed))))
        elif not targets and not (trace["queries"] or (answer.reason == "no_entity" and proposed)):
            words = _words(trace, simba, (), explained=True)
            groups[None].append(Uncovered(question.id, question.text, words, tuple(sorted(proposed))))
    ruled = {rule.property: rule.name for rule in reversed(simba.rules.rules)}
    gaps = [_gap(target, ruled, simba, some) for target, some in groups.items() if target is not None]
    gaps += [_gap(None, ruled, simba, some) for some in _by_word(groups[None])]
    gaps.sort(key=lambda gap: (-len(gap.questions), gap.property is None, gap.property or ""))
    return Coverage(len(questions), skipped, sum(len(gap.questions) for gap in gaps), tuple(gaps))


def _targets(question: Question, oracle: Oracle) -> list[Target]:
    """The reference's properties in the direction that gives its answer, if one does; else in both."""
    right = {(prop, way) for _, prop, way in oracle.solutions(question)}
    both = [(prop, way) for way in ("forward", "reverse") for prop in question.properties]
    return [target for target in both if target in right] or both


def _words(
    trace: Mapping[str, Any], simba: Simba, entities: Iterable[str], *, explained: bool
) -> tuple[str, ...]:
    """The lemmas that call for a rule: beside what asks and the name; of these, with ``explained``, those that no
    rule spells out, if there are any.
    """
    asked = trace["interrogative"]
    aside = [one["span"] for one in asked["removed"]] + _name(trace, entities)
    named = asked["noun"] if asked["noun"] and asked["expects"] not in CHECKED else None
    spelled = [one for one in trace["properties"] if explained]
    content = [
        token
        for token in trace["tokens"]
        if token["pos"] in CONTENT
        and token["lemma"] not in simba.interrogatives.fillers
        and (token["lemma"] == named or not any(_within(token["span"], span) for span in aside))
    ]
    left = [token for token in content if not any(_spells(one, token["span"]) for one in spelled)] or content
    return tuple(dict.fromkeys(token["lemma"] for token in left)) or (asked["name"] or "-",)


def _name(trace: Mapping[str, Any], entities: Iterable[str]) -> list[Any]:
    """The span of the name that the question is about: the reference's, the best query's, or the likeliest one."""
    wanted = [*entities, *(query["entity"] for query in trace["queries"][:1])]
    linked = [one for entity in wanted for one in trace["candidates"] if one["entity"] == entity]
    named = [one for one in trace["mentions"] if one["source"] in {"quote", "name"}]
    return [one["span"] for one in [*linked, *trace["candidates"], *named, *trace["mentions"]][:1]]


def _spells(proposal: Mapping[str, Any], span: list[int]) -> bool:
    return _within(span, proposal["span"]) and not any(_within(span, gap) for gap in proposal["gaps"])


def _within(span: list[int], other: list[int]) -> bool:
    return bool(other[0] <= span[0] and span[1] <= other[1])


def _gap(target: Target | None, ruled: Mapping[str, str], simba: Simba, questions: list[Uncovered]) -> Gap:
    prop, direction = target or (None, None)
    name = ruled.get(prop) or simba.store.label(prop) if prop else None
    return Gap(prop, name, direction, prop in ruled, tuple(_counted(questions)), tuple(questions))


def _counted(questions: Iterable[Uncovered]) -> list[tuple[str, int]]:
    counts = Counter(word for one in questions for word in one.words)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _by_word(questions: list[Uncovered]) -> Iterator[list[Uncovered]]:
    """Groups of questions that share a word, the most frequent word first; each question is in one."""
    while questions:
        word = _counted(questions)[0][0]
        yield [one for one in questions if word in one.words]
        questions = [one for one in questions if word not in one.words]


def _print(found: Coverage, out: Printer) -> None:
    out.some(found.gaps, SHOWN, lambda gap: _print_gap(gap, out), "")
    out.line(f"Правила нет для {found.uncovered} из {found.questions - found.skipped} вопросов")
    if found.skipped:
        out.line(f"Не в счёт вопросы, на которые не ответит ни одно правило: {found.skipped}", "dim")


def _print_gap(gap: Gap, out: Printer) -> None:
    words = ", ".join(f"{word} {count}" for word, count in gap.words[:WORDS])
    title = words
    if gap.property:
        new = "" if gap.ruled else " [правила нет]"
        title = f"{property_title((gap.property, gap.direction or ''), gap.name or '')}{new}: {words}"
    out.line(f"{len(gap.questions):>4}  {title}", "bold")
    out.some(gap.questions, QUESTIONS, lambda one: out.line(_told(one)), " " * 8)


def _told(one: Uncovered) -> str:
    instead = ", ".join(prop for prop, _ in one.proposed[:5])
    return f"        {one.id}: {one.question}" + (f"  (предложено: {instead})" if instead else "")
