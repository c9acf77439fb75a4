"""The trace as tables, a tree and a marked question, for whatever medium shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from simba.query import is_plain, parse_expression
from simba.russian.letters import legible
from simba.russian.text import clean

if TYPE_CHECKING:
    from simba.answer import Answer

ROLES = {"removed": "вопросительное слово", "mention": "упоминание", "rule": "сработавшее правило"}
"""What a piece of the question can be, and how a legend names it."""
TYPES = {
    "person": "человек",
    "group": "организация или группа",
    "place": "место",
    "date": "дата",
    "number": "число",
    "text": "текст",
    "thing": "не человек",
    "name": "имя или название",
    "reason": "причина",
    "manner": "способ",
}
SOURCES = {"quote": "кавычки", "name": "имя", "subtree": "поддерево", "ngram": "соседние слова"}
ROUTES = {
    "exact": "дословно",
    "lemma": "по леммам",
    "bag": "по леммам в любом порядке",
    "edition": "по году",
    "surname": "по фамилии",
    "free": "часть названия",
    "typo": "с опечаткой",
}
MAX_CANDIDATES = 15
"""Rows of the table of candidates, where the chosen one is among them."""
DIRECTIONS = {"forward": "прямое", "reverse": "обратное"}


@dataclass(frozen=True, slots=True)
class Table:
    """A stage of the reasoning: rows of text, the one that led to the answer, and a note below them."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[int] = frozenset()
    chosen: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the question with the roles it plays."""

    text: str
    roles: frozenset[str]


@dataclass(frozen=True, slots=True)
class Node:
    """A word of the dependency tree at its depth."""

    depth: int
    word: str
    gloss: str


def question_pieces(answer: Answer) -> list[Piece]:
    """The question in pieces, cut where the removed phrase, the mention and the rule's match begin and end.

    Together they are the question; the roles of a piece are keys of `ROLES`.
    """
    question = answer.trace.get("text") or legible(answer.question)
    return cut(
        question,
        [(role, start, stop) for role, start, stop in _spans(answer) if 0 <= start < stop <= len(question)],
    )


def cut(text: str, spans: Iterable[tuple[str, int, int]]) -> list[Piece]:
    """A text in pieces, cut where the spans begin and end; each is a role, and where what plays it starts and stops."""
    spans = list(spans)
    cuts = sorted({0, len(text), *(place for _, *ends in spans for place in ends if 0 <= place <= len(text))})
    return [
        Piece(
            text[start:stop],
            frozenset(role for role, first, last in spans if first <= start and stop <= last),
        )
        for start, stop in pairwise(cuts)
    ]


def tree_nodes(trace: dict[str, Any]) -> Iterator[Node]:
    """The dependency tree of a trace, depth first, every word once, even where a parser's tree holds a cycle."""
    tokens = {token["id"]: token for token in trace.get("tokens", ())}
    children: dict[int, list[int]] = {}
    for number, token in tokens.items():
        children.setdefault(token["head"], []).append(number)
    seen: set[int] = set()
    roots = [number for number, token in tokens.items() if token["head"] not in tokens]
    for root in [*roots, *tokens]:
        stack = [(0, root)]
        while stack:
            depth, number = stack.pop()
            if number in seen:
                continue
            seen.add(number)
            token = tokens[number]
            gloss = " · ".join((token["pos"], token["relation"], token["lemma"]))
            yield Node(depth, clean(token["text"]), clean(gloss))
            stack.extend((depth + 1, child) for child in reversed(children.get(number, ())))


def tables(answer: Answer) -> list[Table]:
    """The stages after the parse as tables of text, in their order; none where the question was not looked at."""
    trace = answer.trace
    if not trace:
        return []
    return [
        _interrogative(trace.get("interrogative") or {}),
        _mentions(trace.get("mentions", ())),
        _candidates(answer, trace.get("candidates", ())),
        _rules(answer, trace.get("properties", ())),
        _queries(answer, trace),
        *([_confidence(trace["confidence"])] if trace.get("confidence") else []),
    ]


def _interrogative(found: dict[str, Any]) -> Table:
    removed = " … ".join(f"«{_text(phrase['text'])}»" for phrase in found.get("removed", ()))
    expects = found.get("expects")
    rows = [
        ("убрано", removed or "ничего"),
        ("ожидается", TYPES.get(expects, expects) if expects else "что угодно"),
    ]
    if found.get("noun"):
        rows.append(("класс", _text(found["noun"])))
    return Table("Вопросительное слово", (), tuple(rows))


def _mentions(mentions: Iterable[dict[str, Any]]) -> Table:
    by_source: dict[str, list[str]] = {}
    for mention in mentions:
        by_source.setdefault(mention["source"], []).append(_text(mention["text"]))
    rows = tuple((SOURCES.get(source, source), " · ".join(texts)) for source, texts in by_source.items())
    return Table("Упоминания", (), rows)


def _candidates(answer: Answer, candidates: Iterable[dict[str, Any]]) -> Table:
    rows: list[tuple[str, ...]] = []
    chosen = None
    shown = list(candidates)
    kept = next(
        (n + 1 for n, one in enumerate(shown) if answer.entity and one["entity"] == answer.entity.id), 0
    )
    left_out = len(shown) - max(MAX_CANDIDATES, kept)
    for candidate in shown[: max(MAX_CANDIDATES, kept)]:
        if chosen is None and answer.entity and candidate["entity"] == answer.entity.id:
            chosen = len(rows)
        noun = candidate.get("class_noun")
        how = ROUTES.get(candidate["route"], candidate["route"]) + (f", «{_text(noun)}»" if noun else "")
        rows.append(
            (
                f"{candidate['score']:.2f}",
                _named(candidate["entity"], candidate.get("label") or candidate.get("name")),
                _text(candidate.get("description")),
                _text(candidate["mention"]),
                how,
                str(candidate["sitelinks"]),
            )
        )
    columns = ("оценка", "сущность", "описание", "упоминание", "как найдена", "ссылок")
    note = f"ещё кандидатов: {left_out}" if left_out > 0 else ""
    return Table("Кандидаты", columns, tuple(rows), frozenset({0, 5}), chosen, note)


def _rules(answer: Answer, proposals: Iterable[dict[str, Any]]) -> Table:
    rows = list(
        dict.fromkeys(
            (
                _directed(_named(proposal["property"], proposal["name"]), proposal["direction"]),
                f"«{_text(proposal['words'])}»",
            )
            for proposal in proposals
        )
    )
    chosen = None
    if answer.property:
        title = _directed(_named(answer.property.id, answer.property.label), answer.direction)
        owners = [number for number, row in enumerate(rows) if row[0] == title]
        chosen = max(owners, key=lambda number: len(rows[number][1]), default=None)
    return Table("Правила", ("свойство", "сработало на словах"), tuple(rows), chosen=chosen)


def _queries(answer: Answer, trace: dict[str, Any]) -> Table:
    names = {item["entity"]: item.get("label") for item in trace.get("candidates", ())}
    names |= {item["property"]: item["name"] for item in reversed(trace.get("properties", []))}
    queries = list(trace.get("queries", ()))
    tried = [query for query in queries if query["results"] is not None]
    rows: list[tuple[str, ...]] = []
    chosen = None
    for query in tried:
        if chosen is None and answer.query and query["sparql"] == answer.query:
            chosen = len(rows)
        rows.append(
            (
                str(query["rank"]),
                f"{query['score']:.2f}",
                *_asked(query, names),
                f">{query['results']}" if query.get("truncated") else str(query["results"]),
                str(query["accepted"]),
                _text(" ".join(query.get("unexplained", ()))),
            )
        )
    columns = (
        "№",
        "оценка",
        "сущность или прочтение",
        "свойство или форма",
        "найдено",
        "подходит",
        "не объяснено",
    )
    rest = len(queries) - len(tried)
    note = f"ещё не понадобилось запросов: {rest}" if rest else ""
    return Table("Запросы", columns, tuple(rows), frozenset({0, 1, 4, 5}), chosen, note)


def _confidence(found: dict[str, Any]) -> Table:
    rows = [("исходно", "", f"{found['bias']:+.2f}")]
    rows += [
        (_text(sign["name"]), f"{sign['value']:.2f}", f"{sign['addend']:+.2f}")
        for sign in found["signs"]
        if round(sign["addend"], 2)
    ]
    return Table(
        "Уверенность",
        ("знак", "значение", "прибавка"),
        tuple(rows),
        frozenset({1, 2}),
        note=confidence_note(found),
    )


def confidence_note(found: dict[str, Any]) -> str:
    """How sure the answer is, and how sure it has to be, as a line in Russian."""
    enough = "" if found["value"] >= found["required"] else ", этого мало"
    return f"уверенность {_percent(found['value'])}, нужна от {_percent(found['required'])}{enough}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def one_step(query: dict[str, Any]) -> bool:
    """Whether entity and property say all that a query of a trace asks; else its words do."""
    return query["entity"] is not None and is_plain(parse_expression(query["form"]))


def _asked(query: dict[str, Any], names: dict[str, str | None]) -> tuple[str, str]:
    if not one_step(query):
        return _text(query["words"]), _text(query["form"])
    prop = _named(query["property"], names.get(query["property"]))
    return _named(query["entity"], names.get(query["entity"])), _directed(prop, query["direction"])


def _spans(answer: Answer) -> Iterator[tuple[str, int, int]]:
    """The removed phrases, the mention of the entity that was understood and what fired the property's rule.

    Of an abstention: the best candidate's mention and all that fired.
    """
    trace = answer.trace
    for phrase in (trace.get("interrogative") or {}).get("removed", ()):
        yield ("removed", *phrase["span"])
    for candidate in trace.get("candidates", ()):
        if answer.entity is None or candidate["entity"] == answer.entity.id:
            yield ("mention", *candidate["span"])
            break
    for proposal in trace.get("properties", ()):
        if answer.property is None or (proposal["property"], proposal["direction"]) == (
            answer.property.id,
            answer.direction,
        ):
            start, stop = proposal["span"]
            for first, last in sorted(proposal.get("gaps", ())):
                yield "rule", start, first
                start = last
            yield "rule", start, stop


def _named(identifier: str, name: str | None) -> str:
    return f"{_text(name)} ({identifier})" if name else identifier


def _directed(name: str, direction: str | None) -> str:
    return f"{name}, {DIRECTIONS[direction]}" if direction == "reverse" else name


def _text(text: str | None) -> str:
    return clean(text or "")
