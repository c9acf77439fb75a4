"""Questions that the page offers to try: of a long list, those that the knowledge base which is loaded answers."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from random import Random

from simba.answer import Answer
from simba.errors import SimbaError

EXAMPLES = (
    "Где похоронен Кутузов?",
    "Кто автор «Мастера и Маргариты»?",
    "Столица Франции",
    "Когда родился Пушкин?",
    "На каких языках говорят в Швейцарии?",
    "Какая высота Эвереста?",
    "Где родился Наполеон?",
    "Кто жена Пушкина?",
    "Когда умер Толстой?",
    "Кто написал «Преступление и наказание»?",
    "Кто режиссёр фильма «Титаник»?",
    "Кто нарисовал «Джоконду»?",
    "Какая валюта в Японии?",
    "В какой стране находится Килиманджаро?",
    "Какие страны граничат с Францией?",
    "Какие страны граничат с Францией, кроме Германии?",
    "Столица Австралии",
    "Какая столица у Канады?",
    "Сколько людей живёт в Исландии?",
    "Какая площадь Байкала?",
    "На какой реке стоит Париж?",
    "Куда впадает Волга?",
    "Кто открыл пенициллин?",
    "Кто основал Apple?",
    "Какой химический символ у золота?",
    "Сколько спутников у Марса?",
    "Что выше: Монблан или Эльбрус?",
    "Сколько лет прожил Пушкин?",
    "В каком году вышел фильм «Титаник»?",
    "Где учился Ленин?",
    "Кто отец Александра II?",
    "Какие книги написал Достоевский?",
    "Какие фильмы снял Тарковский?",
    "Кто был первым президентом США?",
    "Кто президент Франции?",
    "На каком языке говорят в Бразилии?",
    "В каком океане находится Исландия?",
    "Какая самая высокая гора в мире?",
    "Когда началась Вторая мировая война?",
    "Сколько детей было у Пушкина?",
    "Где умер Наполеон?",
    "Кем работал Чехов?",
    "Чем болел Чехов?",
    "От чего умер Пушкин?",
    "В каком городе находится Лувр?",
    "Какой гимн у России?",
    "В каком месяце родился Пушкин?",
    "Кто старше: Пушкин или Лермонтов?",
)
"""The first are shown until it is known which are answered."""
SHOWN = 6
ENOUGH = 24
"""So many that are answered, and no more are tried."""
PATIENCE = 0.3
"""Seconds that the first reader waits for them to be tried."""

log = logging.getLogger("simba.web")


class Examples:
    """What to offer; tried once, in the background, when the first page is asked for."""

    def __init__(self, answer: Callable[[str], Answer] | None) -> None:
        """``answer`` is asked; None: nobody is, an endpoint's time is for its readers: the first are offered."""
        self._answer = answer
        self._good: Sequence[str] = EXAMPLES[:SHOWN]
        self._lock = threading.Lock()
        self._begun = False
        self._tried = threading.Event()

    def drawn(self, seed: object, *, tried: bool) -> list[str]:
        """Some examples: the same for the same seed, as long as the same are known to be answered.

        Where they are to be ``tried``, and are not yet, that is begun and `PATIENCE` is had.
        """
        if tried and self._answer is not None:
            self._begin()
            self._tried.wait(PATIENCE)
        good = list(self._good)
        return good if len(good) <= SHOWN else Random(repr(seed)).sample(good, SHOWN)  # noqa: S311 (no secret)

    def _begin(self) -> None:
        with self._lock:
            if not self._begun:
                self._begun = True
                threading.Thread(target=self._try, name="simba-examples", daemon=True).start()

    def _try(self) -> None:
        assert self._answer is not None
        good: list[str] = []
        try:
            for question in EXAMPLES:
                if self._answer(question).status == "answered":
                    good.append(question)
                if len(good) == ENOUGH:
                    break
        except SimbaError as error:
            log.warning("examples: %s", error)
        except Exception:
            log.exception("examples cannot be tried")
        if good:
            self._good = good
        self._tried.set()
