"""Any number of different questions about what a knowledge base holds: no cache of answers helps with them.

Names of each kind are put into wordings for their kind. What is asked for may not be there: as in life, a part of the
questions ends in an abstention.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from simba import Simba
from simba.common.vocabulary import DIRECT, INSTANCE_OF, LABEL, SUBCLASS_OF
from simba.russian.declension import genitive, natural_order

KINDS = {
    "Q5": (
        "Где родился {name}?",
        "Когда родился {name}?",
        "В каком году умер {name}?",
        "Где похоронен {name}?",
        "Кто такой {name}?",
        "Какие награды получил {name}?",
        "Кем был по профессии {name}?",
        "Какое гражданство у {of}?",
        "Кто был женой {of}?",
        "На каком языке говорил {name}?",
        "Где родилась жена {of}?",
        "В какой стране родился отец {of}?",
        "Сколько лет прожил {name}?",
        "Сколько детей было у {of}?",
        "Какие книги написал {name}?",
        "В каком веке жил {name}?",
    ),
    "Q6256": (
        "Какая столица {of}?",
        "С какими странами граничит {name}?",
        "Каково население {of}?",
        "Какая валюта {of}?",
        "Кто президент {of}?",
        "Сколько человек живёт в столице {of}?",
        "Какой язык государственный в стране {name}?",
        "Когда основана {name}?",
    ),
    "Q486972": (
        "В какой стране находится {name}?",
        "На какой реке стоит город {name}?",
        "Сколько жителей в городе {name}?",
        "Когда основан город {name}?",
        "Кто мэр города {name}?",
        "Какая столица у страны, где находится {name}?",
    ),
    "Q17537576": (
        "Кто автор «{name}»?",
        "Кто режиссёр «{name}»?",
        "В каком году вышло «{name}»?",
        "Кто играл в фильме «{name}»?",
        "Где родился автор «{name}»?",
        "На каком языке написано «{name}»?",
        "Какой жанр у «{name}»?",
    ),
    "": (
        "Что такое {name}?",
        "Где находится {name}?",
        "Когда появился {name}?",
        "В честь кого назван {name}?",
        "Какая высота {of}?",
        "Кто открыл {name}?",
        "Сколько весит {name}?",
    ),
}
"""Wordings by the class whose instances, and those of classes below it, they are for; "": for any name."""
PAIRS = (
    "Кто родился раньше: {one} или {other}?",
    "Кто старше, {one} или {other}?",
    "Кто прожил дольше: {one} или {other}?",
)
"""For two people: there are always enough of those."""


def wordings(simba: Simba, number: int, *, seed: int = 7) -> list[str]:
    """So many different questions, in an order of their own for each seed."""
    dice = random.Random(seed)
    names = {kind: sorted(_names(simba, kind)) for kind in KINDS}
    found = list(dict.fromkeys(_single(names)))
    dice.shuffle(found)
    # Most people ask for one thing; three quarters of the first thousands are such questions, and of the rest too.
    pairs = dict.fromkeys(_pairs(names["Q5"], max(number // 4, number - len(found)), dice))
    found = [*found[: number - len(pairs)], *pairs]
    dice.shuffle(found)
    return found


def _single(names: dict[str, list[str]]) -> Iterator[str]:
    for kind, patterns in KINDS.items():
        for name in names[kind]:
            of = genitive(name)
            for pattern in patterns:
                if of or "{of}" not in pattern:
                    yield pattern.format(name=natural_order(name), of=of)


def _pairs(people: list[str], number: int, dice: random.Random) -> Iterator[str]:
    for _ in range(number):
        one, other = map(natural_order, dice.sample(people, 2))
        yield dice.choice(PAIRS).format(one=one, other=other)


def _names(simba: Simba, kind: str) -> set[str]:
    """The Russian labels of a class's instances, or of all that there is."""
    where = f"?entity <{DIRECT}{INSTANCE_OF}>/<{DIRECT}{SUBCLASS_OF}>* wd:{kind} ." if kind else ""
    query = f"SELECT DISTINCT ?name WHERE {{ {where} ?entity <{LABEL}> ?name FILTER(LANG(?name) = 'ru') }}"
    return {value.value for value in simba.kb.store.select(query)}
