"""Before stage 1: what is said around a question is left out, and asking words that stand last are put first.

"Не подскажете, когда родился Гоголь?" and "Гоголь родился когда, не знаете?" are read like "Когда родился Гоголь?": the
models of the parse were trained on news, which seldom ask otherwise. The words are data, ``rules/interrogatives.yaml``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import regex

from simba.common.lazy import cached_property
from simba.russian.declension import genitive
from simba.russian.letters import on_russian_keys
from simba.russian.morphology import in_dictionary, is_name, lemma, readings
from simba.russian.text import fold
from simba.stages.lexicon import Words

MARKS = frozenset(",:.!")
PARTICLE = 3
"""Letters of the longest word that merely opens a question: "а", "ну", "так"."""
_REST = regex.compile(r'[^\w"]*("?\w)')
_TOPIC = regex.compile(
    r"(?P<name>(?:(?P<kind>\p{L}+) )?(?P<title>[«\"][^«»\"]+[»\"])|\p{Lu}[\w-]*(?: \p{Lu}[\w-]*){0,3})"
    r"\s*(?:[:,]| [-—–])\s+"
)
"""What a question sets before itself: a title, with what that is, or a name."""
_WORDS = regex.compile(r"\w+")
FEW = 3
"""Words from which on capitals throughout are no name."""


class Framing:
    """Regular expressions of what stands around questions; they see folded text."""

    def __init__(self, frames: Mapping[str, Sequence[str]], asking: Sequence[str], words: Words) -> None:
        """Take what stands around questions, by the dictionary's keys, all that asks, and what refers to a name."""
        requests, closings, pleas, last = (frames[key] for key in ("requests", "closings", "pleas", "last"))
        self.requests = regex.compile(rf"(?:\W*(?:{'|'.join(requests)})(?!\w))+")
        plea = rf"(?:{_any(pleas)})(?!\w)"
        closing = rf"(?:{plea}|(?:{_any(closings)})(?!\w))"
        mark = r"(?:\s*[,.?!;:…]+\s*|\s+[-—]\s+)"  # no quotes: a newspaper is called «Правда»
        self._closings = regex.compile(
            rf"(?:{mark}|\s+(?={plea})){closing}(?:[^\w\"«»]+{closing})*[^\w\"«»]*$"
        )
        self._last = regex.compile(rf"(?<=[\w»\"] )(?<!\b(?:или|и|а|это) )({_any(last)})(?=\W*$)")
        self._asking = asking
        self._had_by = regex.compile(rf"(?<!\w)(?i:{words.had_by}) (\p{{Lu}}[\w-]*(?: \p{{Lu}}[\w-]*)*) ")
        self._kin, self._polar = words.kin, words.polar
        whose = rf"(?:{'|'.join(words.whose)}) (?P<of>\w+(?: \w+)?)"
        at_whom = rf"(?P<at>{words.had_by} )(?:{'|'.join(words.at_whom)})"
        self._refers = regex.compile(rf"(?<!\w)(?:{whose}|{at_whom})(?!\w)")

    @cached_property
    def _begins(self) -> regex.Pattern[str]:
        """Matches from the end of a request to where the question itself begins to ask."""
        return regex.compile(rf"\W*((?:\w{{1,6}} )?(?:{_any(self._asking)})(?!\w))")

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
        question = self._owned(self._on_topic(question))
        folded = fold(question)
        if (closing := self._closings.search(folded)) and closing.start():
            question = question[: closing.start()] + ("?" if "?" in closing[0] else "")
            folded = fold(question)
        request = self.requests.match(folded)
        if request is None:
            return self._asking_first(question, folded)
        begins = self._begins.match(folded, request.end()) or self._claims(folded, request)
        if begins is None:
            return question
        question = question[begins.start(1) :]
        return question[:1].upper() + question[1:]

    def _on_topic(self, question: str) -> str:
        """The question with its topic in place of the pronoun for it: "«Цирк»: где родился его режиссёр?"."""
        topic = _TOPIC.match(question)
        if topic is None or topic["name"] is None:
            return question
        rest = question[topic.end() :]
        folded = fold(rest)
        refers = self._refers.search(folded)
        if refers is None or not self.asks.search(folded):
            return question
        name = genitive(topic["kind"].lower()) if topic["kind"] else genitive(topic["name"])
        if topic["title"]:
            name = topic["title"] if not topic["kind"] else name and f"{name} {topic['title']}"
        end = refers.end()
        said = rest[refers.start() : end]
        if refers["of"]:
            noun, _, after = rest[refers.start("of") : end].partition(" ")
            if not readings(fold(noun))[0][1].startswith("NOUN"):
                return question  # "кто его снял"
            inner = after and readings(fold(after))[0][1].startswith("NOUN") and after.islower()
            said = f"{noun} {after}" if inner else noun
            end = refers.start("of") + len(said)
        else:
            said = refers["at"].rstrip()
        if name is None:
            return question
        found = f"{rest[: refers.start()]}{said} {name}{rest[end:]}"
        return found[:1].upper() + found[1:]

    def _owned(self, question: str) -> str:
        """The question with whose kin are asked for behind their noun: "у Блока жена где родилась?"."""
        had = self._had_by.search(question)
        if had is None:
            return question
        rest = question[had.end() :]
        noun = next((one for one in _WORDS.finditer(rest) if lemma(fold(one[0])) in self._kin), None)
        if noun is None or rest[noun.end() : noun.end() + 2].strip().istitle():
            return question
        said = _WORDS.findall(fold(question))
        if not self._polar.isdisjoint(said) or not self.asks.search(fold(question)):
            return question
        found = f"{question[: had.start()]}{rest[: noun.end()]} {had[1]}{rest[noun.end() :]}"
        return found[:1].upper() + found[1:]

    def _claims(self, folded: str, request: regex.Match[str]) -> regex.Match[str] | None:
        """Where a question begins that wants a yes or no: "скажи, Пушкин родился в Москве?", "а Кант умер?"."""
        if not folded.rstrip().endswith("?") or not (
            folded[request.end() : request.end() + 1] in MARKS or len(request[0].strip()) <= PARTICLE
        ):
            return None
        return _REST.match(folded, request.end())

    def _asking_first(self, question: str, folded: str) -> str:
        last = self._last.search(folded)
        if last is None or self.asks.search(folded[: last.start()]):
            return question
        start, stop = last.span(1)
        asking, rest = question[start:stop], question[:start].rstrip()
        return f"{asking[:1].upper()}{asking[1:]} {_lowered(rest)}{question[stop:]}"


def _any(patterns: Sequence[str]) -> str:
    return "|".join(patterns) or "(?!)"


def _lowered(text: str) -> str:
    """The text without the capital that begins a question; what may be a name keeps its own."""
    first, _, rest = text.partition(" ")
    word = fold(first)
    known = first.istitle() and in_dictionary(word) and not is_name(word)
    before_name = rest[:1].isupper() and any("Name" in tag for _, tag in readings(word))  # "Лев Толстой"
    return text[:1].lower() + text[1:] if known and not before_name else text
