"""A first rule for a property, made from what the knowledge base says of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import yaml

from simba.answer import Value
from simba.common.vocabulary import ALIAS, ENTITY, LABEL, SITELINKS, entity_id
from simba.grammar.files import Direction
from simba.grammar.rules import RuleBase
from simba.grammar.written import WrittenRule
from simba.kb.facts import FactStore
from simba.stages.answer_type import DATES, NUMBERS, AnswerTypes
from simba.stages.interrogative import InterrogativeDictionary
from simba.stages.properties import propose
from simba.workbench.bench import parse
from simba.workbench.wording import WHICH, Name, genitive

SAMPLE = 300
"""Values that are looked at to tell what the answers are."""
COMMON = 0.1
"""Share of the values that makes a type one of the answer's."""
KINDS = ("person", "group", "place", "date", "number", "text", "thing")
MAX_PHRASES = 15
NOBODY = "…"
"""The name in an example where the knowledge base knows no entity: no entity is called so."""
SUBJECTS = 5
"""Well-known entities that an example may be about."""


@dataclass(frozen=True, slots=True)
class Stub:
    """What the new rule says."""

    property: str
    name: str
    direction: Direction
    answer: tuple[str, ...]
    phrases: tuple[str, ...]
    examples: tuple[str, ...]

    def as_yaml(self, indent: str = "") -> str:
        """The rule as it stands in a file, with a note where its author has something to do."""
        lines = [f"- property: {self.property}", f"  name: {_scalar(self.name)}"]
        if self.direction == "reverse":
            lines.append("  direction: reverse")
        if self.answer:
            lines.append(f"  answer: [{', '.join(self.answer)}]")
        lines.append("  phrases:  # TODO: how else does one ask? Take out what asks for something else too")
        lines += [f"    - '{phrase}'" for phrase in self.phrases]
        lines.append("  examples:  # TODO: in your own words; each must propose the property")
        lines += [f"    - {_scalar(example)}" for example in self.examples]
        lines.append("  # counterexamples:  # TODO: similar questions that ask for something else")
        lines.append("  #   - ...")
        return "".join(f"{indent}{line}\n" for line in lines)


def russian_names(prop: str, store: FactStore) -> list[str]:
    """The Russian label and aliases of a property, the label first; none where the store has no label."""
    texts = [
        value.value
        for predicate in (LABEL, ALIAS)
        for value in sorted(
            store.select(
                f'SELECT ?name WHERE {{ <{ENTITY}{prop}> <{predicate}> ?name FILTER(LANG(?name) = "ru") }}'
            ),
            key=lambda value: value.value,
        )
        if predicate == ALIAS or value.value.strip()
    ]
    return list(dict.fromkeys(texts))


def phrases_of(names: Sequence[Name], direction: Direction) -> tuple[str, ...]:
    """The phrases: names with "какой" before them, or, where the answer is the subject, "столицей чего"."""
    found: list[str] = []
    for name in names:
        if direction == "forward":
            found.append(f"[{{какой}}] {name.phrase}" if name.gender else name.phrase)
        elif name.gender:
            found += [f"{name.phrase} (чего | кого | {{какой}} *)", f"{{чей}} [{{быть}}] {name.phrase}"]
        else:
            found.append(f"({{кто}} | {{что}} | {{какой}} *) ... {name.phrase}")
    return tuple(dict.fromkeys(found))[:MAX_PHRASES]


def answers_of(prop: str, direction: Direction, store: FactStore, types: AnswerTypes) -> tuple[str, ...]:
    """What the values are, by a sample; none where it tells nothing, or too much."""
    side = "value" if direction == "forward" else "subject"
    values = store.select(f"SELECT ?{side} WHERE {{ ?subject wdt:{prop} ?value }} LIMIT {SAMPLE}")
    counts = Counter(kind for value in values for kind in _kinds(value, store, types))
    found = tuple(kind for kind in KINDS if counts[kind] >= max(1.0, COMMON * len(values)))
    return found if len(found) <= 3 else ()


def _kinds(value: Value, store: FactStore, types: AnswerTypes) -> frozenset[str]:
    if value.type == "literal":
        kind = "date" if value.datatype in DATES else "number" if value.datatype in NUMBERS else "text"
        return frozenset({kind})
    return types.kinds(value, store) or frozenset({"thing"})


def examples_of(
    prop: str, names: Sequence[Name], direction: Direction, store: FactStore, types: AnswerTypes
) -> list[str]:
    """Questions about well-known entities that have the property, or with a gap for a name where none has."""
    side = "subject" if direction == "forward" else "value"
    known = store.select(
        f"SELECT ?{side} WHERE {{ ?subject wdt:{prop} ?value . ?{side} <{SITELINKS}> ?links }} "
        f"GROUP BY ?{side} ORDER BY DESC(MAX(?links)) LIMIT {SUBJECTS}"
    )
    subjects = [
        (label, bool(types.kinds(value, store) & {"person", "place"}))
        for value in known
        if (identifier := entity_id(value.value)) and (label := store.label(identifier))
    ]
    first = names[0]
    questions = []
    for label, inflects in subjects or [(NOBODY, False)]:
        name = label if inflects else f"«{label}»"
        of = genitive(label) if inflects else name
        if direction == "reverse":
            questions += [f"Чей {first.text} {name}?" if first.gender else f"Что {first.text} {name}?"]
        elif first.gender:
            questions += [f"{WHICH[first.gender]} {first.text} у {of}?", f"{first.text} {of}"]
        else:
            questions.append(f"{name} {first.text}")
    return questions


def proposing(
    questions: Sequence[str], rule: WrittenRule, interrogatives: InterrogativeDictionary
) -> list[str]:
    """Those of the questions for which a rule by itself proposes its property."""
    rules = RuleBase.of([rule])
    rules.limit_time(True)
    parses = [parse(question) for question in questions]
    return [
        question
        for question, parsed in zip(questions, parses, strict=True)
        if propose(rules, parsed, interrogatives.find(parsed)).candidates
    ]


def _scalar(text: str) -> str:
    """Text as YAML on one line, in quotes where it needs some."""
    dumped: str = yaml.safe_dump(text, allow_unicode=True, width=10_000)
    return dumped.removesuffix("\n").removesuffix("\n...")
