"""The OpenAPI description of a quoted sentence."""

from __future__ import annotations

from simba.web.trace_schema import Schema

_PLACE: Schema = {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2}
READ_SPAN: Schema = {
    "type": "object",
    "required": ["uid", "title", "sentence", "text", "confidence"],
    "description": "Что прочитано в текстах (--hybrid), где факты не ответили: не факт, и ответа в answers нет",
    "properties": {
        "uid": {"type": "integer", "description": "Номер абзаца"},
        "title": {"type": "string", "description": "Страница, откуда абзац"},
        "sentence": {"type": "string"},
        "text": {"type": "string", "description": "Прочитанное, как оно стоит в предложении"},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
    },
}
EVIDENCE: Schema = {
    "type": "object",
    "required": ["uid", "title", "sentence", "entity", "value"],
    "description": "Предложение из текстов (--text), которое говорит то же; места имён — в знаках от его начала",
    "properties": {
        "uid": {"type": "integer", "description": "Номер абзаца"},
        "title": {"type": "string", "description": "Страница, откуда абзац"},
        "sentence": {"type": "string"},
        "entity": {"oneOf": [_PLACE, {"type": "null"}]},
        "value": _PLACE,
    },
}
