"""The reasoning (`simba.trace`) as the OpenAPI description tells of it."""

from __future__ import annotations

from simba.web.schema_parts import (
    COUNT_OR_NONE,
    NUMBER,
    TEXT,
    TEXT_OR_NONE,
    TRUTH,
    TRUTH_OR_NONE,
    WHOLE,
    Schema,
    item,
    listed,
    or_none,
    pair,
    told,
)

SPAN = pair(WHOLE, "Начало и конец в знаках text; конец не входит")
ADDENDS: Schema = {
    "type": "object",
    "additionalProperties": NUMBER,
    "description": "Из чего сложилась оценка; что значит каждое слагаемое, сказано в rules/weights.yaml",
}

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
RULE = or_none(
    item(
        anchor=told(TEXT, "Где оно на странице /rules: #anchor, а само выражение — #anchor.part"),
        part=told(
            WHOLE, "Которое это выражение правила, с 1; 0: оно составлено из частей обратного ему правила"
        ),
        file=TEXT,
        line=told(WHOLE, "Строка файла, с 1"),
        text=told(TEXT, "Что там написано"),
    )
)
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
    likened=listed(pair(TEXT)),
    results=told(COUNT_OR_NONE, "Сколько нашлось; null: запрос не понадобился"),
    accepted=told(COUNT_OR_NONE, "Сколько из них годится"),
    truncated=TRUTH_OR_NONE,
    of_class=TRUTH_OR_NONE,
)
CONFIDENCE = or_none(
    item(
        value=NUMBER,
        required=told(NUMBER, "Ниже этого SimBa молчит"),
        bias=NUMBER,
        signs=listed(item(sign=TEXT, name=TEXT, value=NUMBER, addend=NUMBER)),
    )
)
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
