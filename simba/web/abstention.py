"""Why there is no answer, at which stage that was decided, and what the reader may try."""

from __future__ import annotations

import re
from dataclasses import dataclass

from simba.answer import UNKNOWN, Answer
from simba.russian.text import clean
from simba.system import MAX_QUESTION

STOPPED = {
    "no_mention": "mentions",
    "no_entity": "candidates",
    "no_property": "rules",
    "not_simple": "queries",
    "no_fact": "queries",
    "unsure": "confidence",
    "uncountable": "queries",
    "incomparable": "queries",
}
"""The stage at which an abstention is decided; what is unclear or too long goes through none."""
NAMES = (
    "Проверьте, как написано имя; полное имя надёжнее («Михаил Кутузов»).",
    "Поставьте перед именем слово, которое говорит, что это: «роман», «город», «река».",
)
TIPS = {
    "no_mention": (
        "Назовите того или то, о чём спрашиваете: имя человека, название города, книги, страны.",
        "Если название длинное или необычное, возьмите его в кавычки: «Война и мир».",
    ),
    "no_entity": (*NAMES, "Возможно, в этой базе знаний такого просто нет."),
    "no_property": (
        "Спросите короче и прямо об одном факте: «Где родился …», «Столица …», «Какая высота …».",
        "Посмотрите примеры: так заданные вопросы SimBa понимает.",
    ),
    "not_simple": (
        "Разделите вопрос на несколько, каждый об одном.",
        "Уберите уточнения, без которых вопрос остаётся понятным.",
    ),
    "no_fact": (
        "Спросите другими словами: возможно, имелось в виду другое свойство.",
        "Посмотрите страницу сущности в Викиданных: факта может не быть и там.",
    ),
    "unsure": (
        "Спросите точнее: назовите, что это («роман», «город»), и о чём спрашиваете.",
        "Посмотрите в шагах рассуждения, что нашлось и что говорит против этого.",
    ),
    "uncountable": (
        "Спросите о том, что база знаний перечисляет: «Сколько детей у …», «Сколько городов в …».",
    ),
    "incomparable": ("Спросите о каждой величине отдельно: «Какая высота …».",),
    "unclear": ("Выберите, о ком или о чём вопрос, или назовите это в вопросе.",),
    "too_long": ("Сократите вопрос до одного предложения.",),
}
"""What to try after an abstention."""
NAMESAKE = "Если речь о тёзке, выберите его в «Имелось в виду другое?»."
BARE = "Спросите, что вы хотите об этом знать; хотя бы «{0} — кто это?» или «{0} — что это?»."
IN_RUSSIAN = "Спросите по-русски: других языков SimBa не понимает."
_RUSSIAN = re.compile("[а-яё]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AbstentionNote:
    """The reason as the end of a sentence, the key of the stage, and tips."""

    reason: str
    stopped: str | None
    tips: tuple[str, ...]


def abstention(answer: Answer, *, entity: str | None, namesakes: bool) -> AbstentionNote | None:
    """What the page says where there is no answer; ``entity`` is the reader's choice, None with an answer."""
    if answer.status == "answered":
        return None
    found = _abstention(answer, entity)
    tips = found.tips
    if namesakes and answer.reason in {"no_fact", "unsure"}:
        tips = (*tips, NAMESAKE)
    if not _RUSSIAN.search(answer.outline.get("text", answer.question)):
        tips = (IN_RUSSIAN, *tips)
    return AbstentionNote(found.reason, found.stopped, tips)


def _abstention(answer: Answer, entity: str | None) -> AbstentionNote:
    kind, trace = answer.reason or "", answer.outline
    asked = trace.get("interrogative") or {}
    candidates = [item["entity"] for item in trace.get("candidates") or ()]
    reason, tips = answer.why or "причина неизвестна", TIPS.get(kind, ())
    if kind == "not_simple" and asked.get("polar"):
        return AbstentionNote(
            "на вопрос, на который отвечают «да» или «нет», она не отвечает",
            "interrogative",
            ("Спросите о самом факте: не «Пушкин родился в Москве?», а «Где родился Пушкин?».",),
        )
    if kind == "not_simple" and asked.get("several"):
        return AbstentionNote("в вопросе спрашивается сразу о нескольких вещах", "interrogative", tips)
    if kind == "no_entity" and entity and candidates and entity not in candidates:
        return AbstentionNote(
            f"выбранной сущности ({entity}) нет среди тех, о которых может быть вопрос", "candidates", ()
        )
    if answer.form is not None and kind in UNKNOWN:
        return AbstentionNote(reason, "queries", TIPS["no_fact"])
    if kind == "no_property" and (name := _bare_name(answer)):
        return AbstentionNote(reason, STOPPED[kind], (BARE.format(name), *tips))
    if kind == "no_property" and trace.get("properties"):
        return AbstentionNote(
            "правила сработали, но не нашлось, к чему их применить", "queries", (*NAMES, *tips)
        )
    if kind == "too_long":
        reason = f"вопрос длиннее {MAX_QUESTION} знаков"
    return AbstentionNote(reason, STOPPED.get(kind), tips)


def _bare_name(answer: Answer) -> str | None:
    """The question, if it is but a name that was found."""
    text = answer.outline.get("text", "").strip()
    whole = [0, len(text.rstrip(" ?!."))]
    found = any(item["span"] == whole for item in answer.outline.get("candidates") or ())
    return clean(text[: whole[1]]) if found else None
