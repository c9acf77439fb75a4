"""Before stage 1: a question names what it is about where it speaks of that, not before.

"«Цирк»: где родился его режиссёр?" is read as "Где родился режиссёр «Цирка»?", and "У Блока жена где родилась?" as
"Жена Блока где родилась?". The words are data, ``rules/words.yaml``.
"""

from __future__ import annotations

from collections.abc import Callable

import regex

from simba.russian.morphology import lemma, readings
from simba.russian.text import fold
from simba.stages.framing.introductions import Topic, introduced
from simba.stages.lexicon import Words

_TOPIC = regex.compile(
    r"(?P<name>(?:(?P<kind>\p{L}+) )?(?P<title>[«\"][^«»\"]+[»\"])|\p{Lu}[\w-]*(?: \p{Lu}[\w-]*){0,3})"
    r"\s*(?:[:,]| [-—–])\s+"
)
"""What a question sets before itself: a title, with what that is, or a name."""
_NAME = r"(?P<name>\p{Lu}[\w-]*(?: \p{Lu}[\w-]*){0,3})"
_VERB = r"(?P<verb>\p{Ll}+)"
_WORDS = regex.compile(r"\w+")


class Topics:
    """Puts what a question is about to the words that ask for something of it."""

    def __init__(self, words: Words, asks: Callable[[str], bool]) -> None:
        """Take the words that stand for what was named, and what tells whether a folded text asks anything."""
        self._asks = asks
        self._kin, self._polar = words.kin, words.polar
        self._goes_on = regex.compile(rf"(?:\p{{Ll}}+ ){{0,2}}{words.looking_back}")
        self._had_by = regex.compile(rf"(?<!\w)(?i:{words.had_by}) (\p{{Lu}}[\w-]*(?: \p{{Lu}}[\w-]*)*) ")
        whose = rf"(?:{'|'.join(words.whose)}) (?P<of>\w+(?: \w+)?)"
        at_whom = rf"(?P<at>{words.had_by} )(?:{'|'.join(words.at_whom)})"
        self._refers = regex.compile(rf"(?<!\w)(?:{whose}|{at_whom})(?!\w)")
        self._when = words.when
        self._moment = regex.compile(
            rf"(?P<before>(?i:{words.how_many})\b[^,?]*, )?(?i:{words.when}) (?:{_NAME} {_VERB}|{_VERB} {_NAME})"
            rf"(?(before)|, (?P<after>{words.how_many}\b[^,?]*))(?P<end>\W*)"
        )
        self._pronouns = {
            case: regex.compile(rf"(?<!\w)(?:{'|'.join(some)})(?!\w)")
            for case, some in words.stands_for.items()
        }

    def named(self, question: str) -> str:
        """The question with its topic in place of the pronoun for it, and whose kin are asked for behind their noun."""
        return self._owned(self._on_topic(question))

    def _on_topic(self, question: str) -> str:
        if found := introduced(question):
            topic, rest = found
            return self._asked_of(topic, rest[:1].lower() + rest[1:]) or question
        if moment := self._moment.fullmatch(question):
            return self._then(moment) or question
        begins = _TOPIC.match(question)
        if begins is None or self._goes_on.match(question, begins.end()):
            return question
        topic = Topic(begins["title"] or begins["name"], begins["kind"] and begins["kind"].lower())
        return self._asked_of(topic, question[begins.end() :]) or question

    def _then(self, moment: regex.Match[str]) -> str | None:
        """A question of what was so when something happened, named first: "сколько лет было Блоку, когда"."""
        asked = self._asked_of(Topic(moment["name"]), (moment["before"] or moment["after"]).rstrip(", "))
        return asked and f"{asked}, {self._when} {moment['verb']}{moment['end']}"

    def _asked_of(self, topic: Topic, rest: str) -> str | None:
        """A question with its topic in place of what stands for it."""
        folded = fold(rest)
        if not self._asks(folded):
            return None
        refers = self._refers.search(folded)
        if refers is not None and refers["at"]:
            name = topic.in_case("gent")
            at = refers["at"].rstrip()
            return name and _capitalised(f"{rest[: refers.start()]}{at} {name}{rest[refers.end() :]}")
        if refers is not None:
            start = refers.start("of")
            noun, _, after = rest[start : refers.end()].partition(" ")
            if _is_noun(noun):
                name = topic.in_case("gent")
                said = f"{noun} {after}" if after.islower() and _is_noun(after) else noun
                return name and _capitalised(
                    f"{rest[: refers.start()]}{said} {name}{rest[start + len(said) :]}"
                )
        for case, pronoun in self._pronouns.items():
            found = pronoun.search(folded)
            name = topic.in_case(case) if found else None
            if found and name:
                end = len(rest.rstrip(" ?.!"))
                asked = f"{rest[: found.start()].rstrip()} {rest[found.end() : end].lstrip()}".strip()
                if " " in asked:  # "кто она" asks nothing of her that would be said of her name
                    return _capitalised(f"{asked} {name}{rest[end:]}")
        return None

    def _owned(self, question: str) -> str:
        had = self._had_by.search(question)
        if had is None:
            return question
        rest = question[had.end() :]
        noun = next((one for one in _WORDS.finditer(rest) if lemma(fold(one[0])) in self._kin), None)
        if noun is None or rest[noun.end() : noun.end() + 2].strip().istitle():
            return question
        folded = fold(question)
        if not self._polar.isdisjoint(_WORDS.findall(folded)) or not self._asks(folded):
            return question
        return _capitalised(f"{question[: had.start()]}{rest[: noun.end()]} {had[1]}{rest[noun.end() :]}")


def _is_noun(word: str) -> bool:
    return readings(fold(word))[0][1].startswith("NOUN")


def _capitalised(question: str) -> str:
    return question[:1].upper() + question[1:]
