"""Before stage 1: a riddle is put as the question that it is.

"Именно этот химик открыл озон. Кто он?" is read as "Какой химик открыл озон?", and "Его дочерью была Ниоба. Назовите
его." as "Чьей дочерью была Ниоба?". The words are data, ``rules/words.yaml``.
"""

from __future__ import annotations

import regex

from simba.russian.morphology import readings
from simba.russian.text import fold
from simba.stages.lexicon import Words

_MIDDLE = regex.compile(r"[.!?…]\s+\p{Lu}")
_NEXT = regex.compile(r"\W*(\w+)")
READINGS = 3
"""Readings of the next word that are looked at, likeliest first."""


class Riddles:
    """Puts what asks in the place of what stands for the answer."""

    def __init__(self, words: Words) -> None:
        """Take what stands for the answer, and what asks for it behind that."""
        said = words.riddles
        self._which, self._who, self._whose = said.which, said.who, said.whose
        self._before = regex.compile(rf"(?:(?:{'|'.join(said.emphasis)}) )?")
        stands = "|".join([*said.which, *said.who, *said.whose_is])
        self._stands = regex.compile(rf"(?<!\w)(?:{stands})(?!\w)")
        self._asks = regex.compile(
            rf"(?<=[.!…]\s+)(?:{'|'.join(said.asks)}|(?P<thing>{'|'.join(said.asks_thing)}))\W*$"
        )

    def asked(self, question: str) -> str:
        """The question that a riddle asks; any other question as it is."""
        if ". " not in question and "! " not in question and "… " not in question:
            return question  # as nearly always: it is one sentence
        folded = fold(question)
        asks = self._asks.search(folded)
        said = question[: asks.start()].rstrip(" .!…") if asks else ""
        if asks is None or "?" in said or _MIDDLE.search(said):
            return question
        begins = self._before.match(folded)
        start = begins.end() if begins else 0
        stands = self._stands.search(folded, start, len(said))
        asking = stands and self._asking(
            folded, stands, outright=stands.start() == start, thing=asks["thing"]
        )
        if not stands or not asking:
            return question
        put = f"{said[start : stands.start()]}{asking}{said[stands.end() :]}?"
        return put[:1].upper() + put[1:]

    def _asking(
        self, folded: str, stands: regex.Match[str], *, outright: bool, thing: str | None
    ) -> str | None:
        """What would ask in the place of a word; None where that stands for nothing."""
        word, following = stands[0], _NEXT.match(folded, stands.end())
        tags = [tag for _, tag in readings(following[1])[:READINGS]] if following else []
        if word in self._which:
            nominal = any(tag.startswith(("NOUN", "ADJF", "PRTF")) for tag in tags)
            return self._which[word] if nominal else None
        if word in self._who:
            return self._who[word] if outright and thing is None else None
        forms = (self._whose.get(_form(tag)) for tag in tags)
        return next(filter(None, forms), None)


def _form(tag: str) -> str:
    """The gender, or the plural, and the case of a noun by its tag: "femn ablt"."""
    kind, _, form = tag.partition(" ")
    number, _, case = form.partition(",")
    gender = next((one for one in ("masc", "femn", "neut") if f",{one}" in kind), "")
    return f"{'plur' if number == 'plur' else gender} {case}" if kind.startswith("NOUN") else ""
