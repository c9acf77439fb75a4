"""The reasoning (`simba.trace`) as the OpenAPI description tells of it."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
TEXT_OR_NONE: Schema = {"type": ["string", "null"]}
NUMBER: Schema = {"type": "number"}
WHOLE: Schema = {"type": "integer"}
COUNT_OR_NONE: Schema = {"type": ["integer", "null"], "minimum": 0}
TRUTH: Schema = {"type": "boolean"}
TRUTH_OR_NONE: Schema = {"type": ["boolean", "null"]}


def listed(items: Schema, description: str = "") -> Schema:
    """A list of such items."""
    return {"type": "array", "items": items, **({"description": description} if description else {})}


def told(schema: Schema, description: str) -> Schema:
    """The schema with what it is about."""
    return {**schema, "description": description}


def item(**members: Schema) -> Schema:
    """An object that always has these members."""
    return {"type": "object", "required": [*members], "properties": members}


SPAN: Schema = {
    **listed(WHOLE, "Начало и конец в знаках text; конец не входит"),
    "minItems": 2,
    "maxItems": 2,
}
ADDENDS: Schema = {
    "type": "object",
    "additionalProperties": NUMBER,
    "description": "Из чего сложилась оценка; что значит каждое слагаемое, сказано в rules/weights.yaml",
}
PAIR: Schema = {**listed(TEXT), "minItems": 2, "maxItems": 2}

TOKEN = item(
    id=WHOLE,
    text=TEXT,
    span=SPAN,
    lemma=TEXT,
    pos=told(TEXT, "Часть речи, Universal Dependencies"),
    features=listed(TEXT),
    head=told(WHOLE, "id слова, от которого это зависит; −1: корень"),
    relation=TEXT,
)
INTERROGATIVE = item(
    name=TEXT_OR_NONE,
    removed=listed(item(span=SPAN, text=TEXT)),
    expects=told(TEXT_OR_NONE, "Какого рода ответ ожидается"),
    noun=told(TEXT_OR_NONE, "Начальная форма слова, которое его называет"),
    several=TRUTH,
    polar=TRUTH,
)
MENTION = item(span=SPAN, text=TEXT, source=told(TEXT, "Как найдено"))
CANDIDATE = item(
    entity=TEXT,
    label=TEXT_OR_NONE,
    description=TEXT_OR_NONE,
    name=told(TEXT, "Имя в базе знаний, с которым совпало упоминание"),
    mention=TEXT,
    span=SPAN,
    route=told(TEXT, "Как найдена сущность"),
    class_noun=TEXT_OR_NONE,
    sitelinks=WHOLE,
    score=NUMBER,
    addends=ADDENDS,
)
RULE: Schema = {
    **item(
        anchor=told(TEXT, "Где оно на странице /rules: #anchor, а само выражение — #anchor.part"),
        part=told(
            WHOLE, "Которое это выражение правила, с 1; 0: оно составлено из частей обратного ему правила"
        ),
        file=TEXT,
        line=told(WHOLE, "Строка файла, с 1"),
        text=told(TEXT, "Что там написано"),
    ),
    "type": ["object", "null"],
}
PROPERTY = item(
    property=TEXT,
    name=TEXT,
    direction={"enum": ["forward", "reverse"]},
    answer=listed(TEXT),
    span=SPAN,
    gaps=listed(SPAN),
    words=told(TEXT, "На каких словах сработало правило"),
    rule=RULE,
)
QUERY = item(
    rank=WHOLE,
    form=told(TEXT, "Что спрашивается, s-выражением"),
    reading=told(TEXT, "То же без класса, до которого сужено; его можно выбрать (form)"),
    words=told(TEXT, "То же словами"),
    entity=TEXT_OR_NONE,
    property=TEXT_OR_NONE,
    direction={"enum": ["forward", "reverse", None]},
    sparql=TEXT,
    score=NUMBER,
    addends=ADDENDS,
    unexplained=listed(TEXT),
    likened=listed(PAIR),
    results=told(COUNT_OR_NONE, "Сколько нашлось; null: запрос не понадобился"),
    accepted=told(COUNT_OR_NONE, "Сколько из них годится"),
    truncated=TRUTH_OR_NONE,
    of_class=TRUTH_OR_NONE,
)
CONFIDENCE: Schema = {
    **item(
        value=NUMBER,
        required=told(NUMBER, "Ниже этого SimBa молчит"),
        bias=NUMBER,
        signs=listed(item(sign=TEXT, name=TEXT, value=NUMBER, addend=NUMBER)),
    ),
    "type": ["object", "null"],
}
TRACE: Schema = {
    **item(
        text=told(TEXT, "Вопрос, каким он был прочитан"),
        tokens=listed(TOKEN),
        interrogative=INTERROGATIVE,
        mentions=listed(MENTION),
        candidates=listed(CANDIDATE),
        properties=listed(PROPERTY),
        queries=listed(QUERY),
        confidence=CONFIDENCE,
        labels={"type": "object", "additionalProperties": TEXT},
    ),
    "required": [],
    "description": "Что дал каждый шаг; у вопроса, который слишком длинен, ничего",
}
