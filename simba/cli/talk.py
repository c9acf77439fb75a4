"""A talk of questions and answers, without the terminal: each question may take up the answer before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from simba.errors import SimbaError

if TYPE_CHECKING:
    from simba.answer import Answer
    from simba.context import Context
    from simba.system import Simba

COMMANDS = {
    "/new": "начать разговор заново: следующий вопрос ни на что не опирается",
    "/trace": "показать, как найден последний ответ",
    "/help": "эта справка",
    "/quit": "закончить (или Ctrl-D)",
}
"""What can be said beside questions."""
HELP = "Спрашивайте по-русски; вопрос может продолжать предыдущий: «а когда он умер?», «а в Италии?»."
CHOOSING = "Номер выбирает другого тёзку или того, о ком вопрос."


@dataclass(frozen=True, slots=True)
class Reply:
    """What is shown for a line: an answer, perhaps with its reasoning, or a text."""

    answer: Answer | None = None
    text: str = ""
    trace: bool = False
    over: bool = False


class Talk:
    """What was said last, and what a question may take up; ended by "/quit"."""

    def __init__(self, simba: Simba) -> None:
        self._simba = simba
        self._question: str | None = None
        self._asked_after: Context | None = None
        self._last: Answer | None = None
        self._context: Context | None = None

    @property
    def choices(self) -> list[str]:
        """What a number of the last answer chooses, as people read it."""
        return [one.label or one.id for one in self._last.namesakes] if self._last is not None else []

    @property
    def spoken_of(self) -> list[str]:
        """The labels that the last answer told."""
        answer = self._last
        if answer is None:
            return []
        labels = [value.label for value in answer.values if value.type == "uri"]
        labels.append(answer.entity.label if answer.entity is not None else None)
        return [label for label in labels if label] + self.choices

    def say(self, line: str) -> Reply:
        """The reply to a line; raises `SimbaError` where a question fails, after which the talk goes on."""
        line = line.strip()
        if not line:
            return Reply()
        if line.startswith("/"):
            return self._obey(line)
        if line.isdecimal() and line.isascii() and len(line) < 3 and self.choices:
            return self._choose(int(line))
        return self._answer(line, self._context, None)

    def _obey(self, line: str) -> Reply:
        match line:
            case "/quit":
                return Reply(over=True)
            case "/new":
                self._last = self._context = None
                return Reply(text="Разговор начат заново.")
            case "/trace" if self._last is not None:
                return Reply(self._last, trace=True)
            case "/trace":
                return Reply(text="Ещё ничего не спрошено.")
            case "/help":
                width = max(map(len, COMMANDS))
                told = (f"{name:<{width}}  {what}" for name, what in COMMANDS.items())
                return Reply(text="\n".join([HELP, CHOOSING, *told]))
        return Reply(text=f"Нет такой команды: {line}; есть {', '.join(COMMANDS)}.")

    def _choose(self, number: int) -> Reply:
        assert self._last is not None  # there are choices
        assert self._question is not None
        if not 1 <= number <= len(self._last.namesakes):
            return Reply(text=f"Выбрать можно от 1 до {len(self._last.namesakes)}.")
        return self._answer(self._question, self._asked_after, self._last.namesakes[number - 1].id)

    def _answer(self, question: str, after: Context | None, entity: str | None) -> Reply:
        answer = self._simba.answer(question, after=after, entity=entity)
        _ = answer.told  # for which an endpoint may be asked: that fails here, not while it is shown
        self._question, self._asked_after, self._last = question, after, answer
        self._context = answer.context or after
        return Reply(answer)


def error_line(error: SimbaError) -> str:
    """What went wrong, as one line."""
    return f"Ошибка: {' '.join(str(error).split())}"
