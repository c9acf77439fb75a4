"""Questions, answers and errors as the OpenAPI description tells of them."""

from __future__ import annotations

from simba.answer import REASONS
from simba.context import MAX_NAMES, MAX_TEXT, MAX_VALUES
from simba.kb.fullvalues import PRECISIONS
from simba.web.schema_parts import (
    SHARE,
    TEXT,
    TEXT_OR_NONE,
    TRUTH,
    WHOLE,
    Schema,
    item,
    listed,
    or_none,
    pair,
    reference,
    told,
)
from simba.web.trace_schema import TRACE

ENTITY: Schema = {"type": "string", "pattern": "^[QPL][1-9][0-9]{0,11}$", "examples": ["Q7947"]}
FLAG: Schema = {"type": "string", "enum": ["0", "1", "false", "true"]}
EXAMPLE = "Где похоронен Кутузов?"

_NAMED = item(id=TEXT, label=TEXT_OR_NONE)
_TAKEN_UP: Schema = {"type": "string", "pattern": r"\S", "maxLength": MAX_TEXT}
_PARAGRAPH = {
    "uid": told(WHOLE, "Номер абзаца"),
    "title": told(TEXT, "Страница, откуда абзац"),
    "sentence": TEXT,
}
_PLACE = pair({"type": "integer", "minimum": 0})


def answer_schemas() -> dict[str, Schema]:
    """The schemas that the description refers to, by name."""
    return {
        "Question": item(
            {
                "entity": or_none(ENTITY),
                "form": TEXT_OR_NONE,
                "trace": {**TRUTH, "default": False},
                "min_confidence": or_none(SHARE),
                "context": {"oneOf": [reference("ContextGiven"), {"type": "null"}]},
            },
            question={**TEXT, "examples": [EXAMPLE]},
        ),
        "QuestionForm": told(
            item({"entity": ENTITY, "form": TEXT, "trace": FLAG, "min_confidence": SHARE}, question=TEXT),
            "Поле context, если оно есть, — context прежнего ответа как JSON",
        ),
        "Answer": _answer(),
        "Evidence": told(
            item(entity={"oneOf": [_PLACE, {"type": "null"}]}, value=_PLACE, **_PARAGRAPH),
            "Предложение из текстов (--text), которое говорит то же; места имён — в знаках от его начала",
        ),
        "ReadSpan": told(
            item(text=told(TEXT, "Прочитанное, как оно стоит в предложении"), confidence=SHARE, **_PARAGRAPH),
            "Что прочитано в текстах (--hybrid), где факты не ответили: не факт, и ответа в answers нет",
        ),
        "Context": item(
            {
                "names": listed(item(text=TEXT, entity=ENTITY), maxItems=MAX_NAMES),
                "values": listed(ENTITY, maxItems=MAX_VALUES),
            },
            question=_TAKEN_UP,
        ),
        "ContextGiven": told(item(question=_TAKEN_UP), "Context из прежнего ответа, как он есть"),
        "Trace": TRACE,
        "Value": item(
            {
                "unit": told(_NAMED, "Единица измерения, если она известна"),
                "precision": told({"enum": list(PRECISIONS.values())}, "Точность даты, если она известна"),
                "country": told(_NAMED, "Страна, в которой лежит место, если спрашивали, где"),
                "properties": told(
                    listed(_NAMED), "Если спрашивали о нескольких свойствах сразу, те, чьё это значение"
                ),
                "calendar": told(
                    {"enum": ["julian"]},
                    "Дата в базе знаний юлианская; value — она же по григорианскому календарю",
                ),
            },
            type={"enum": ["uri", "literal"]},
            value=TEXT,
            datatype=TEXT_OR_NONE,
            label=TEXT_OR_NONE,
        ),
        "Qald": item(
            questions=listed({"type": "object", "required": ["question", "query", "answers"]}),
        ),
        "Problem": item(type=TEXT, title=TEXT, status=WHOLE, detail=TEXT),
    }


def _answer() -> Schema:
    return item(
        {
            "evidence": reference("Evidence"),
            "read": reference("ReadSpan"),
            "trace": reference("Trace"),
        },
        question=TEXT,
        status={"enum": ["answered", "abstained"]},
        reason={**TEXT_OR_NONE, "enum": [None, *REASONS]},
        answers=listed(reference("Value")),
        entity=or_none(_NAMED),
        property=or_none(_NAMED),
        direction={**TEXT_OR_NONE, "enum": [None, "forward", "reverse"]},
        query=told(TEXT_OR_NONE, "SPARQL, который дал ответ"),
        form=told(
            TEXT_OR_NONE,
            "Что спрашивается, s-выражением; при отказе — лучшее прочтение, если оно есть",
        ),
        confidence=told(
            or_none(SHARE),
            "Оценка вероятности, что ответ верен; при отказе — того, что нашлось и чему SimBa не поверила",
        ),
        truncated=told(TRUTH, "Список неполон: в базе знаний значений больше, чем было взято"),
        unexplained=listed(TEXT, "Слова вопроса, которые в ответе не учтены"),
        corrected=listed(pair(TEXT), "Что прочитано не так, как написано: пары «как написано», «как понято»"),
        namesakes=listed(_NAMED, "Кого или что ещё могло значить имя сущности, сначала самые известные"),
        warnings=listed(TEXT, "Почему к ответу стоит отнестись осторожно"),
        understood=told(TEXT_OR_NONE, "Весь вопрос, за который принят вопрос вдогонку («а где?»)"),
        context=told(
            {"oneOf": [reference("Context"), {"type": "null"}]},
            "То, к чему может отнестись следующий вопрос: пришлите это с ним как context",
        ),
    )
