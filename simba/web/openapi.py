"""The description of the HTTP interface in OpenAPI 3.1."""

from __future__ import annotations

from limits import parse_many

from simba.version import __version__
from simba.web.answer_schema import ENTITY, EXAMPLE, FLAG, answer_schemas
from simba.web.configuration import Settings
from simba.web.schema_parts import SHARE, TEXT, Schema, item, reference

PERIODS = {
    "second": "в секунду",
    "minute": "в минуту",
    "hour": "в час",
    "day": "в день",
    "month": "в месяц",
    "year": "в год",
}


def describe(settings: Settings, root: str = "") -> Schema:
    """The description, with the limits that this server has; ``root``: what its paths begin with."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "SimBa",
            "version": __version__,
            "summary": "Ответы на русские вопросы из Wikidata",
            "description": (
                f"Без ключей и cookies. На вопрос отводится {settings.seconds:g} с; "
                f"с одного адреса: запросов {_rate(settings.rate)}, из них пакетов {_rate(settings.batch_rate)}, "
                f"вопросов GERBIL {_rate(settings.gerbil_rate)}; "
                f"тело запроса до {settings.body} байт, пакет до {settings.batch_body} байт и "
                f"{settings.batch_lines} строк, отвечать на него можно до {settings.batch_seconds:g} с. "
                "Скрипты других сайтов могут спрашивать /api/answer (CORS). "
                "Ошибки приходят как application/problem+json."
            ),
        },
        "servers": [{"url": root or "/"}],
        "paths": {
            "/api/answer": {"get": _get_answer(), "post": _post_answer()},
            "/api/batch": {"post": _batch()},
            "/gerbil": {"post": _gerbil()},
            "/healthz": {"get": _health()},
            "/metrics": {"get": _metrics()},
        },
        "components": {"schemas": answer_schemas()},
    }


def _rate(text: str) -> str:
    """A rate limit in Russian: "120/minute" is "не больше 120 в минуту"."""
    told = [
        f"{one.amount} {PERIODS[one.GRANULARITY.name] if one.multiples == 1 else f'за {one.get_expiry()} с'}"
        for one in (parse_many(text) if text else ())
    ]
    return "не больше " + " и ".join(told) if told else "сколько угодно"


def _get_answer() -> Schema:
    return {
        "operationId": "getAnswer",
        "summary": "Ответить на вопрос",
        "parameters": [
            _parameter("question", TEXT, "Вопрос; короче: q", required=True, example=EXAMPLE),
            _parameter("entity", ENTITY, "Сущность, о которой вопрос: выбор между тёзками"),
            _parameter("form", TEXT, "Толкование (reading из trace), которое выбрал читатель"),
            _parameter("trace", FLAG, "1: со всем рассуждением"),
            _parameter("min_confidence", SHARE, "Насколько уверенным должен быть ответ; 0: любым"),
            {
                "name": "context",
                "in": "query",
                "required": False,
                "description": "context прежнего ответа как JSON: этот вопрос — вдогонку",
                "content": {"application/json": {"schema": reference("ContextGiven")}},
            },
        ],
        "responses": _responses(_json("Answer", "Ответ или отказ с причиной"), 400, 429, 502, 503, 504),
    }


def _post_answer() -> Schema:
    return {
        "operationId": "postAnswer",
        "summary": "Ответить на вопрос в теле запроса",
        "parameters": [_parameter("trace", FLAG, "1: со всем рассуждением")],
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": reference("Question")},
                "application/x-www-form-urlencoded": {"schema": reference("QuestionForm")},
            },
        },
        "responses": _responses(
            _json("Answer", "Ответ или отказ с причиной"), 400, 413, 415, 429, 502, 503, 504
        ),
    }


def _batch() -> Schema:
    return {
        "operationId": "batch",
        "summary": "Ответить на много вопросов: строка JSON на вопрос, строка JSON на ответ, по порядку",
        "description": (
            "Строка запроса — объект Question; его поля id и uid повторяются в ответе. Ответы приходят по "
            'мере готовности. Вместо ответа на негодную строку приходит {"line": номер, "problem": {…}}.'
        ),
        "requestBody": {
            "required": True,
            "content": {
                "application/x-ndjson": {
                    "schema": {},
                    "example": '{"question": "Где похоронен Кутузов?"}\n{"question": "Столица Франции"}\n',
                }
            },
        },
        "responses": _responses(
            {
                "description": "Строки JSON",
                "content": {"application/x-ndjson": {"schema": TEXT}},
            },
            413,
            415,
            429,
            503,
        ),
    }


def _gerbil() -> Schema:
    return {
        "operationId": "gerbil",
        "summary": "Ответить так, как того ждёт платформа GERBIL QA: форма в запросе, QALD-JSON в ответе",
        "description": "Текст формы может быть и не URL-кодирован: «query=Том & Джерри&lang=ru».",
        "requestBody": {
            "required": True,
            "content": {
                "application/x-www-form-urlencoded": {
                    "schema": item(
                        {"lang": {**TEXT, "examples": ["ru"]}}, query={**TEXT, "examples": [EXAMPLE]}
                    )
                }
            },
        },
        "responses": _responses(_json("Qald", "Вопрос с ответами"), 400, 413, 429, 502, 503, 504),
    }


def _health() -> Schema:
    state = item(status=TEXT)
    content = {"application/json": {"schema": state}}
    return {
        "operationId": "health",
        "summary": "Готова ли SimBa отвечать",
        "responses": {
            "200": {"description": "Готова", "content": content},
            "503": {"description": "Загружается или не загрузилась", "content": content},
        },
    }


def _metrics() -> Schema:
    return {
        "operationId": "metrics",
        "summary": "Показатели для Prometheus",
        "responses": {
            "200": {
                "description": "Показатели",
                "content": {"text/plain": {"schema": TEXT}},
            }
        },
    }


def _parameter(
    name: str, schema: Schema, description: str, *, required: bool = False, example: str | None = None
) -> Schema:
    told: Schema = {
        "name": name,
        "in": "query",
        "required": required,
        "description": description,
        "schema": schema,
    }
    return {**told, "example": example} if example else told


ERRORS = {
    400: "Запрос неполон или неверен",
    413: "Тело запроса слишком велико",
    415: "Такой вид тела не принимается",
    429: "Слишком много запросов с одного адреса",
    502: "Хранилище фактов не отвечает",
    503: "SimBa загружается или перегружена",
    504: "Ответ не нашёлся за отведённое время",
}


def _responses(good: Schema, *errors: int) -> Schema:
    problems = {
        str(code): {
            "description": ERRORS[code],
            "content": {"application/problem+json": {"schema": reference("Problem")}},
        }
        for code in errors
    }
    return {"200": good, **problems}


def _json(name: str, description: str) -> Schema:
    return {"description": description, "content": {"application/json": {"schema": reference(name)}}}
