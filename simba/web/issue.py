"""What a reader sends who says that an answer is wrong: all that is needed to find out why, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from simba.answer import Answer
from simba.display.plain import answer_text
from simba.russian.text import clean
from simba.version import __version__

MAX_BODY = 900
"""Characters of the text in an address: each Russian letter takes six there."""
MAX_TITLE = 120
MAX_RULES = 5
TITLE, BODY = "{title}", "{body}"
"""What stands in an operator's address for the title and the text."""


@dataclass(frozen=True, slots=True)
class Report:
    """Title and text of an issue and, where the operator has a place for those, the address that opens it."""

    title: str
    text: str
    link: str | None


def report(answer: Answer, *, base: str, address: str) -> Report:
    """Make it; ``base`` is the knowledge base in words, ``address`` where issues are opened, or empty."""
    title = f"Ответ неверный: {clean(answer.question)}"[:MAX_TITLE]
    text = "\n".join(_lines(answer, base))
    return Report(title, text, filled_in(address, title, text[:MAX_BODY]) if address else None)


def filled_in(address: str, title: str, text: str) -> str:
    """The address with title and text: where it says so, else as GitHub, Gitea and Forgejo take them."""
    if BODY not in address and TITLE not in address:
        address += f"{'&' if '?' in address else '?'}title={TITLE}&body={BODY}"
    parts = address.split(TITLE)
    return quote(title, safe="").join(part.replace(BODY, quote(text, safe="")) for part in parts)


def _lines(answer: Answer, base: str) -> list[str]:
    told = answer_text(answer, most=3).partition("\n\n")[0].replace("\n", "; ")
    facts = {
        "Вопрос": clean(answer.question),
        "Ответ": told,
        "Верный ответ": "",
        "Прочитано": f"`{answer.form}`" if answer.form else "—",
        "Правила": "; ".join(_rules(answer)) or "—",
        "Уверенность": "—" if answer.confidence is None else f"{answer.confidence:.2f}",
        "База знаний": base,
        "SimBa": __version__,
    }
    return [f"{name}: {text}" for name, text in facts.items()]


def _rules(answer: Answer) -> list[str]:
    """The rules of the property that was taken, else all that fired, with file and line."""
    fired = [item for item in answer.outline.get("properties") or () if item.get("rule")]
    taken = [
        item
        for item in fired
        if answer.property and (item["property"], item["direction"]) == (answer.property.id, answer.direction)
    ]
    told = dict.fromkeys(
        f"{item['property']} {clean(item['rule']['file'])}:{item['rule']['line']}" for item in taken or fired
    )
    return list(told)[:MAX_RULES]
