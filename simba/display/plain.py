"""What an answer says, in short: its values, the entity that was understood, the property, a link."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simba.common.vocabulary import entity_id
from simba.display.quoted import read_line, source_of
from simba.russian.morphology import in_dictionary
from simba.russian.text import clean, fold, shorten

if TYPE_CHECKING:
    from simba.answer import Answer, Labelled, Value

PAGE = "https://www.wikidata.org/wiki/"
MANY = 3
"""More values than this, or a longer line than `WIDE`, and each has its own line."""
WIDE = 80
MAX_ADDRESS = 2000
"""Characters of a web address that browsers and servers can be expected to take."""


LACKING = frozenset({"no_entity", "no_fact"})
"""Reasons for which another knowledge base may know the answer."""
SAMPLE = (
    "Это встроенная база знаний, лишь образец. Больше знают своя (--kb ПАПКА) и живые Викиданные (--live)."
)


@dataclass(frozen=True, slots=True)
class Fact:
    """A line about the answer: its name in Russian, its text and, where the text is an address, that."""

    name: str
    text: str
    link: str | None = None


def answer_text(answer: Answer, *, most: int | None = None) -> str:
    """The answer in plain Russian: its values and how the question was understood, or why there is none.

    Returns lines without a last line feed. Of more lines of values than ``most`` it has the first, and how many more
    there are.
    """
    facts = facts_of(answer)
    width = max((len(fact.name) for fact in facts), default=0)
    lines = value_lines(answer) or [no_answer(answer)]
    if most is not None and len(lines) > most:
        lines[most:] = [f"… и ещё {len(lines) - most}"]
    lines += notes(answer)
    if facts:
        lines += ["", *(f"{fact.name:<{width}}  {fact.text}" for fact in facts)]
    return "\n".join(lines)


def notes(answer: Answer) -> list[str]:
    """What is said below the answer, a sentence a line: warnings, how it was read, and where more is known."""
    said = remark(answer)
    lacking = answer.reason in LACKING or (answer.reason == "no_property" and answer.form is not None)
    sample = [SAMPLE] if answer.sample and lacking else []
    count = len(value_lines(answer))
    total = [f"Всего: {count}."] if count > MANY and not answer.truncated else []
    return [*total, *answer.warnings, *([said] if said else []), *sample]


def no_answer(answer: Answer) -> str:
    """Why there is no answer, as a Russian sentence, with the step that came to nothing."""
    if answer.error is not None:
        return f"Ошибка: {answer.error}"
    stopped = f" ({clean(answer.told.stopped)})" if answer.told.stopped else ""
    why = answer.why or "причина неизвестна"
    return f"Нет ответа: {why}{stopped}."


def value_lines(answer: Answer) -> list[str]:
    """All values as lines of text: up to `MANY` short ones on one line, else one a line; none of an abstention."""
    texts = [text for text, _ in distinct_values(answer)]
    line = ", ".join(texts)
    return [line] if texts and len(texts) <= MANY and len(line) <= WIDE else texts


def distinct_values(answer: Answer) -> list[tuple[str, Value]]:
    """The values with what each is called; namesakes are told apart by their identifiers.

    Of literals that read the same, such as two dates known to the year, only the first is there.
    """
    named = [(_name(value), value) for value in answer.values]
    count = Counter(text for text, _ in named)
    found: dict[str, Value] = {}
    for text, value in named:
        identifier = entity_id(value.value) if count[text] > 1 else None
        found.setdefault(f"{text} ({identifier})" if identifier else text, value)
    return list(found.items())


def value_link(value: Value) -> str | None:
    """The address to link a value to: an entity's page, or the value where it is an http(s) address; else None."""
    if value.type != "uri":
        return None
    identifier = entity_id(value.value)
    if identifier:
        return PAGE + identifier
    is_address = value.value.startswith(("http://", "https://")) and len(value.value) <= MAX_ADDRESS
    return clean(value.value) if is_address else None


def facts_of(answer: Answer) -> list[Fact]:
    """How a question was understood: of an abstention, a form of more than one step."""
    facts = []
    if answer.understood:
        facts.append(Fact("Вопрос", clean(answer.understood)))
    if answer.told.words:
        facts.append(Fact("Прочитано как", clean(answer.told.words)))
    if answer.entity:
        description = f" — {clean(answer.entity.description)}" if answer.entity.description else ""
        facts.append(Fact("Понято как", f"{_title(answer.entity)}{description}"))
    if answer.property and not answer.told.words:
        facts.append(
            Fact("Свойство", _title(answer.property) + (", обратное" if _is_reverse(answer) else ""))
        )
    page = _page(answer)
    if page:
        facts.append(Fact("Викиданные", page, page))
    if answer.evidence:
        facts.append(Fact("В тексте", f"«{clean(answer.evidence.sentence)}» ({source_of(answer.evidence)})"))
    if answer.read:
        facts.append(Fact("Из текста", read_line(answer.read)))
    return facts


def _page(answer: Answer) -> str | None:
    """The page with the fact: the entity's or, for a reverse query with one answer, the answer's."""
    if not answer.entity or not answer.property:
        return None
    if not _is_reverse(answer):
        return f"{PAGE}{answer.entity.id}#{answer.property.id}"
    if answer.told.words:
        return PAGE + answer.entity.id
    owner = entity_id(answer.values[0].value) if len(answer.values) == 1 else None
    return f"{PAGE}{owner}#{answer.property.id}" if owner else PAGE + answer.entity.id


def _is_reverse(answer: Answer) -> bool:
    return answer.direction == "reverse"


def _title(thing: Labelled) -> str:
    return f"{clean(thing.label)} ({thing.id})" if thing.label else thing.id


def _name(value: Value) -> str:
    name = clean(value.label or entity_id(value.value) or shorten(value.value))
    country = value.country.label if value.country is not None else None
    if value.properties:
        return f"{' и '.join(map(name_of, value.properties))}: {name}"
    return f"{name}, {clean(country)}" if country else name


FEW = 3
"""Namesakes that are named; of more, how many."""


def remark(answer: Answer) -> str | None:
    """What was corrected, what was not understood, which namesake was taken; None where nothing of that is so."""
    said = "; ".join(_said(answer))
    return f"{said[:1].upper()}{said[1:]}." if said else None


def _said(answer: Answer) -> Iterator[str]:
    for written, taken in answer.corrected:
        yield f"«{clean(written)}» понято как «{clean(taken)}»"
    unknown = [word for word in answer.unexplained if not in_dictionary(fold(word))]
    yield from _words(unknown, "не понято", "не поняты")
    yield from _words([word for word in answer.unexplained if word not in unknown], "не учтено", "не учтены")
    if answer.namesakes and answer.entity is not None:
        taken = f"«{name_of(answer.entity)}» ({answer.entity.id})"
        yield f"из тёзок взято {taken}, другие: {_others(answer.namesakes)}"


def _words(words: Sequence[str], one: str, many: str) -> Iterator[str]:
    words = tuple(dict.fromkeys(words))
    quoted = ", ".join(f"«{clean(word)}»" for word in words)
    if quoted:
        yield f"слово {quoted} {one}" if len(words) == 1 else f"слова {quoted} {many}"


def _others(namesakes: Sequence[Labelled]) -> str:
    """The first namesakes, and how many more there are."""
    first = ", ".join(f"{name_of(one)} ({one.id})" if one.label else one.id for one in namesakes[:FEW])
    more = len(namesakes) - FEW
    return f"{first} и ещё {more}" if more > 0 else first


def name_of(one: Labelled) -> str:
    """What it is called."""
    return clean(one.label) if one.label else one.id
