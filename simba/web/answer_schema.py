"""Questions, answers and errors as the OpenAPI description tells of them."""

from __future__ import annotations

from simba.answer import REASONS
from simba.context import MAX_NAMES, MAX_TEXT, MAX_VALUES
from simba.kb.fullvalues import PRECISIONS
from simba.web.evidence_schema import EVIDENCE, READ_SPAN
from simba.web.trace_schema import TRACE, Schema

ENTITY: Schema = {"type": "string", "pattern": "^[QPL][1-9][0-9]{0,11}$", "examples": ["Q7947"]}
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
TAKEN_UP: Schema = {"type": "string", "pattern": r"\S", "maxLength": MAX_TEXT}
FLAG: Schema = {"type": "string", "enum": ["0", "1", "false", "true"]}
EXAMPLE = "Где похоронен Кутузов?"


def answer_schemas() -> dict[str, Schema]:
    """The schemas that the description refers to, by name."""
    labelled: Schema = {
        "type": ["object", "null"],
        "required": ["id", "label"],
        "properties": {"id": {"type": "string"}, "label": {"type": ["string", "null"]}},
    }
    return {
        "Question": {
            "type": "object",
            "required": ["question"],
            "properties": {
                "question": {"type": "string", "examples": [EXAMPLE]},
                "entity": {**ENTITY, "type": ["string", "null"]},
                "form": {"type": ["string", "null"]},
                "trace": {"type": "boolean", "default": False},
                "min_confidence": {**SHARE, "type": ["number", "null"]},
                "context": {"oneOf": [reference("ContextGiven"), {"type": "null"}]},
            },
        },
        "QuestionForm": {
            "type": "object",
            "description": "Поле context, если оно есть, — context прежнего ответа как JSON",
            "required": ["question"],
            "properties": {
                "question": {"type": "string"},
                "entity": ENTITY,
                "form": {"type": "string"},
                "trace": FLAG,
                "min_confidence": SHARE,
            },
        },
        "Answer": {
            "type": "object",
            "required": [
                "question",
                "status",
                "reason",
                "answers",
                "entity",
                "property",
                "direction",
                "query",
                "form",
                "confidence",
                "truncated",
                "unexplained",
                "corrected",
                "namesakes",
                "warnings",
                "understood",
                "context",
            ],
            "properties": {
                "question": {"type": "string"},
                "status": {"enum": ["answered", "abstained"]},
                "reason": {"type": ["string", "null"], "enum": [None, *REASONS]},
                "answers": {"type": "array", "items": reference("Value")},
                "entity": labelled,
                "property": labelled,
                "direction": {"type": ["string", "null"], "enum": [None, "forward", "reverse"]},
                "truncated": {
                    "type": "boolean",
                    "description": "Список неполон: в базе знаний значений больше, чем было взято",
                },
                "unexplained": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "Слова вопроса, которые в ответе не учтены",
                },
                "corrected": {
                    "type": "array",
                    "items": {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2},
                    "description": "Что прочитано не так, как написано: пары «как написано», «как понято»",
                },
                "namesakes": {
                    "type": "array",
                    "items": {**labelled, "type": "object"},
                    "description": "Кого или что ещё могло значить имя сущности, сначала самые известные",
                },
                "warnings": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "Почему к ответу стоит отнестись осторожно",
                },
                "query": {"type": ["string", "null"], "description": "SPARQL, который дал ответ"},
                "form": {
                    "type": ["string", "null"],
                    "description": "Что спрашивается, s-выражением; при отказе — лучшее прочтение, если оно есть",
                },
                "confidence": {
                    "type": ["number", "null"],
                    "minimum": 0,
                    "maximum": 1,
                    "description": "Оценка вероятности, что ответ верен; при отказе — того, что нашлось и чему SimBa"
                    " не поверила",
                },
                "understood": {
                    "type": ["string", "null"],
                    "description": "Весь вопрос, за который принят вопрос вдогонку («а где?»)",
                },
                "context": {
                    "oneOf": [reference("Context"), {"type": "null"}],
                    "description": "То, к чему может отнестись следующий вопрос: пришлите это с ним как context",
                },
                "evidence": reference("Evidence"),
                "read": reference("ReadSpan"),
                "trace": reference("Trace"),
            },
        },
        "Evidence": EVIDENCE,
        "ReadSpan": READ_SPAN,
        "Context": _context(),
        "ContextGiven": {
            "type": "object",
            "required": ["question"],
            "description": "Context из прежнего ответа, как он есть",
            "properties": {"question": TAKEN_UP},
        },
        "Trace": TRACE,
        "Value": {
            "type": "object",
            "required": ["type", "value", "datatype", "label"],
            "properties": {
                "type": {"enum": ["uri", "literal"]},
                "value": {"type": "string"},
                "datatype": {"type": ["string", "null"]},
                "label": {"type": ["string", "null"]},
                "unit": {**labelled, "type": "object", "description": "Единица измерения, если она известна"},
                "precision": {
                    "enum": list(PRECISIONS.values()),
                    "description": "Точность даты, если она известна",
                },
                "calendar": {
                    "enum": ["julian"],
                    "description": "Дата в базе знаний юлианская; value — она же по григорианскому календарю",
                },
            },
        },
        "Qald": {
            "type": "object",
            "required": ["questions"],
            "properties": {
                "questions": {
                    "type": "array",
                    "items": {"type": "object", "required": ["question", "query", "answers"]},
                }
            },
        },
        "Problem": {
            "type": "object",
            "required": ["type", "title", "status", "detail"],
            "properties": {
                "type": {"type": "string"},
                "title": {"type": "string"},
                "status": {"type": "integer"},
                "detail": {"type": "string"},
            },
        },
    }


def _context() -> Schema:
    """`simba.context`; a name's text are words of the question."""
    entity = {**ENTITY}
    return {
        "type": "object",
        "required": ["question"],
        "properties": {
            "question": TAKEN_UP,
            "names": {
                "type": "array",
                "maxItems": MAX_NAMES,
                "items": {
                    "type": "object",
                    "required": ["text", "entity"],
                    "properties": {"text": {"type": "string"}, "entity": entity},
                },
            },
            "values": {"type": "array", "maxItems": MAX_VALUES, "items": entity},
        },
    }


def reference(name: str) -> Schema:
    """To one of them."""
    return {"$ref": f"#/components/schemas/{name}"}
