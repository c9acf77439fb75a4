"""Before stage 1: what is said around a question is left out, and asking words that stand last are put first.

"Не подскажете, когда родился Гоголь?" and "Гоголь родился когда, не знаете?" are read like "Когда родился Гоголь?": the
models of the parse were trained on news, which seldom ask otherwise. Set phrases within it are left out as well: "волею
судеб" asks for no fate. The words are data, ``rules/interrogatives.yaml`` and ``rules/words.yaml``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import regex

from simba.common.lazy import cached_property
from simba.grammar.patterns import PatternSet
from simba.russian.attributes import behind_nouns
from simba.russian.gapping import filled
from simba.russian.letters import on_russian_keys
from simba.russian.morphology import in_dictionary, is_name, readings
from simba.russian.sharednames import each_named
from simba.russian.text import fold
from simba.stages.framing.decorations import Decorations
from simba.stages.framing.riddles import Riddles
from simba.stages.framing.topics import Topics
from simba.stages.lexicon import Words

MARKS = frozenset(",:.!")
PARTICLE = 3
"""Letters of the longest word that merely opens a question: "а", "ну", "так"."""
_WORD = regex.compile(r"\w")
_SHORT_FIRST = regex.compile(r"(\W*)(?:\w{1,6} )?")
_REST = regex.compile(r'[^\w"]*("?\w)')
_PREAMBLE = regex.compile(r"\p{L}[\p{Ll} ,-]{2,50}[:!.] +")
_NAMED = regex.compile(r'[\p{Lu}"«„“]')
_BETWEEN = regex.compile(r"(?<=\w \W?\w+\W?)\?+\s+(?:[аА],? )?(?=\p{L})")
"""What stands between two questions; behind a single word none ends."""
FEW = 3
"""Words from which on capitals throughout are no name."""


class Framing:
    """Regular expressions of what stands around questions; they see folded text."""

    def __init__(self, frames: Mapping[str, Sequence[str]], asking: Sequence[str], words: Words) -> None:
        """Take what stands around questions, by the dictionary's keys, all that asks, and what refers to a name."""
        requests, closings, tags = frames["requests"], frames["closings"], frames["tags"]
        pleas, last = frames["pleas"], frames["last"]
        self.requests = regex.compile(rf"(?:\W*(?:{'|'.join(requests)})(?!\w))+")
        plea = rf"(?:{_any(pleas)})(?!\w)"
        closing = rf"(?:{plea}|(?:{_any([*closings, *tags])})(?!\w))"
        mark = r"(?:\s*[,.?!;:…]+\s*|\s+[-—]\s+)"  # no quotes: a newspaper is called «Правда»
        self._closings = regex.compile(
            rf"(?:{mark}|\s+(?={plea})){closing}(?:[^\w\"«»]+{closing})*[^\w\"«»]*$"
        )
        self._tag = regex.compile(rf"(?<!\w)(?:{_any(tags)})(?!\w)")
        self._claiming = words.claiming
        self._last = regex.compile(rf"(?<=[\w»\"] )(?<!\b(?:или|и|а|это) )({_any(last)})(?=\W*$)")
        self._last_alone = regex.compile(rf"\W*(?:{_any(last)})\W*")
        self._may_idle = PatternSet(words.idle)
        self._idle = regex.compile(
            rf"(?P<comma>,?) ?(?<!\w)(?P<idle>{_any(words.idle)})(?!\w)(?P<closing>,?)"
        )
        self._asking = asking
        self._decorations = Decorations(words)
        self._riddles = Riddles(words)
        self._topics = Topics(
            words, lambda folded: bool(self.asks.search(folded) or self.requests.match(folded))
        )

    @cached_property
    def asks(self) -> regex.Pattern[str]:
        """Finds anything that asks."""
        return regex.compile(rf"(?<!\w)(?:{_any(self._asking)})(?!\w)")

    def core(self, question: str) -> str:
        """The question as it would be asked without a frame; one all in capitals has none.

        A request stays where nothing else asks: "назовите столицу Франции". What was typed with the keyboard left in
        Latin is read as it was meant.
        """
        question = on_russian_keys(question)
        if question.isupper() and len(question.split()) >= FEW:
            question = question.lower()
        question = self._decorations.plain(
            self._topics.named(self._riddles.asked(self._to_the_point(self._at_once(question))))
        )
        question = filled(behind_nouns(each_named(question)))
        folded, tagged = fold(question), False
        if (closing := self._closings.search(folded)) and closing.start():
            question = question[: closing.start()] + ("?" if "?" in closing[0] else "")
            folded, tagged = fold(question), self._tag.search(closing[0]) is not None
        question = self._unframed(question, folded)
        if tagged and question.endswith("?") and self.asks.search(fold(question)) is None:
            return f"{self._claiming} {_lowered(question)}"  # "Пушкин родился в Москве, верно?" wants a yes or no
        return question

    def _at_once(self, question: str) -> str:
        """Questions in a row as one: "Где родился Гоголь? Когда он умер?" asks for a place and a date."""
        if "? " not in question:  # as nearly always
            return question
        folded, end = fold(question), 0
        parts: list[str] = []
        opening = self.requests.match(folded)
        asking = opening.end() if opening else 0
        for between in _BETWEEN.finditer(question):
            start, begins = between.span()
            both_ask = self.asks.search(folded, max(asking, end), start) and self._begins(folded, begins)
            if both_ask and not folded.count('"', 0, start) % 2:  # in a title nothing asks
                parts.append(_lowered(question[end:start]) if parts else question[end:start])
                end = begins
        return " и ".join([*parts, _lowered(question[end:])]) if parts else question

    def _unframed(self, question: str, folded: str) -> str:
        """The question without what calls for an answer before it."""
        request = self.requests.match(folded)
        if request is None and (preamble := self._preamble(question, folded)):
            return question[preamble].upper() + question[preamble + 1 :]
        if request is None:
            return self._asking_first(question, folded)
        begins = self._begins(folded, request.end()) or self._claims(folded, request)
        if not begins:
            return question
        question = question[begins:]
        return question[:1].upper() + question[1:]

    def _begins(self, folded: str, end: int) -> int:
        """Where the question itself begins after a request, at most a short word before what asks; else 0."""
        spoken = _SHORT_FIRST.match(folded, end)
        if spoken and (self.asks.match(folded, spoken.end()) or self.asks.match(folded, spoken.end(1))):
            return spoken.end(1)
        return 0

    def _preamble(self, question: str, folded: str) -> int:
        """Where a question begins behind words that name nothing: "Проверьте себя: где родился Гоголь?"; else 0."""
        before = _PREAMBLE.match(question)
        begins = self._begins(folded, before.end()) if before else 0
        if before is None or not begins or self.asks.search(folded[: before.end()]):
            return 0
        return begins if _NAMED.search(question, begins + 1) else 0

    def _to_the_point(self, question: str) -> str:
        """The question without set phrases that say nothing of what is asked; in a name they stay."""
        folded, parts, end = fold(question), [], 0
        if not self._may_idle.possible(folded):  # as nearly always
            return question
        for match in self._idle.finditer(folded):
            start, stop = match.start("idle"), match.end()
            opens, closes = match["comma"], match["closing"]
            if folded.count('"', 0, start) % 2 or (start and not question[start].islower()):
                continue
            if opens and not closes and _WORD.search(folded, stop):
                continue  # it begins an aside: "построенный, по праву считающийся ..."
            parts.append(question[end : match.start()])
            end = stop - 1 if closes and not opens and start else stop
        if not parts:
            return question
        left = ("".join(parts) + question[end:]).lstrip(" ,")
        return left[:1].upper() + left[1:] if question[:1].isupper() else left

    def _claims(self, folded: str, request: regex.Match[str]) -> int:
        """Where a question begins that wants a yes or no: "скажи, Пушкин родился в Москве?", "а Кант умер?"; else 0."""
        if not folded.rstrip().endswith("?") or not (
            folded[request.end() : request.end() + 1] in MARKS or len(request[0].strip()) <= PARTICLE
        ):
            return 0
        rest = _REST.match(folded, request.end())
        return rest.start(1) if rest else 0

    def _asking_first(self, question: str, folded: str) -> str:
        last = self._last.search(folded)
        if last is None or self.asks.search(folded[: last.start()]) or self._last_alone.fullmatch(folded):
            return question  # "С кем?" is said in order
        start, stop = last.span(1)
        asking, rest = question[start:stop], question[:start].rstrip()
        return f"{asking[:1].upper()}{asking[1:]} {_lowered(rest)}{question[stop:]}"


def _any(patterns: Sequence[str]) -> str:
    return "|".join(patterns) or "(?!)"


def _lowered(text: str) -> str:
    """The text without the capital that begins a question; what may be a name keeps its own."""
    first, _, rest = text.partition(" ")
    word = fold(first.rstrip(",:"))
    known = first.istitle() and in_dictionary(word) and not is_name(word)
    before_name = rest[:1].isupper() and any("Name" in tag for _, tag in readings(word))  # "Лев Толстой"
    return text[:1].lower() + text[1:] if known and not before_name else text
