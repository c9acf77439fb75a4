"""A label in another case: "Лев Толстой" -> "Льва Толстого", "место рождения" -> "места рождения"; None where unsure.

A label is a person's name, or adjectives and a noun in the nominative with what does not change behind them.
"""

from __future__ import annotations

import re
from functools import lru_cache

from simba.russian.morphology import Case, Number, gender, in_dictionary, inflections, readings
from simba.russian.text import fold

_WORD = re.compile(r"[а-яё]+(?:-[а-яё]+)*", re.IGNORECASE)
_LETTERS = re.compile(r"[а-яё]", re.IGNORECASE)
_SURNAME_FIRST = re.compile(r"([\w-]+), ([\w-]+(?: [\w-]+)?)")
"""As titles of Russian Wikipedia have it: "Пушкин, Александр Сергеевич"."""
MAX_DECLINED = 4_096
"""Labels that are remembered: properties and classes come again and again."""
_PERSONAL = ("Name", "Surn", "Patr")
_MODIFIERS = ("ADJF", "PRTF")
_UNCHANGED = re.compile(r"[а-яё]*[оеиуюыэё]", re.IGNORECASE)
"""Foreign names with such an ending: Токио, Сочи, Кюри."""
_HARD_ENDINGS: dict[Case, str] = {"gent": "а", "datv": "у", "accs": "а", "ablt": "ом", "loct": "е"}
"""Of a man's name that the dictionary lacks: "Шлягера"."""
_HARD = re.compile(r"[а-яё-]*[бвгджзклмнпрстфхцчшщ]", re.IGNORECASE)


def natural_order(label: str) -> str:
    """A person's name as people say it: "Александр Сергеевич Пушкин"."""
    match = _SURNAME_FIRST.fullmatch(label)
    return f"{match[2]} {match[1]}" if match and _has(match[2].split()[0], "Name") else label


def genitive(label: str, number: Number = "sing") -> str | None:
    """The label in the genitive, None where it is not sure; ``plur``: of many, "рек" of "река"."""
    return declined(label, "gent", number)


@lru_cache(maxsize=MAX_DECLINED)
def declined(label: str, case: Case, number: Number = "sing") -> str | None:
    """The label in a case, None where it is not sure; the nominative is that of the label's natural order."""
    words = natural_order(label).split(" ")
    if not label.strip():
        return None
    if not _LETTERS.search(label):
        return label  # Apple, BBC One
    if case == "nomn" and number == "sing":
        return " ".join(words)
    if number == "sing" and len(words) > 1 and _has(words[0], "Name"):
        return _of_person(words, case)
    return _of_thing(words, case, number)


def _has(word: str, *grammemes: str) -> bool:
    """Whether some reading of the word has them all."""
    return any(set(grammemes) <= set(re.split("[ ,]", tag)) for _, tag in readings(fold(word)))


def _of_person(words: list[str], case: Case) -> str | None:
    sex = gender(words[0], "Name", "nomn")
    if sex is None or not in_dictionary(fold(words[0])) or any(word.endswith((",", ":")) for word in words):
        return None
    return " ".join(_name(word, sex, case, first=not place) for place, word in enumerate(words))


def _name(word: str, sex: str, case: Case, *, first: bool) -> str:
    if not _WORD.fullmatch(word) or word[0].islower():
        return word  # "фон", "I"
    kinds = ("Name",) if first else (*_PERSONAL, "ADJF")
    for kind in kinds:
        forms = inflections(word, {case}, kind, "nomn", "sing", sex)
        if forms:
            return _cased(forms[0], word)
    if _UNCHANGED.fullmatch(word) or (sex == "femn" and not word.endswith(("а", "я"))):
        return word
    forms = inflections(word, {case}, "NOUN", "nomn", "sing")
    if forms:
        return _cased(forms[0], word)
    return word + _HARD_ENDINGS.get(case, "") if _HARD.fullmatch(word) else word


def _of_thing(words: list[str], case: Case, number: Number) -> str | None:
    for place, word in enumerate(words):
        if not _WORD.fullmatch(word):
            return None
        noun = _inflected(word, "NOUN", case, number)
        if noun and not (place + 1 < len(words) and _is_modifier(word)):
            if not all(map(_stays, words[place + 1 : _end(words, place)])):
                return None
            same = case == "accs" and noun == word  # then adjectives stay too: "Соединённые Штаты"
            changed = [one if same else _inflected(one, _kind(one), case, number) for one in words[:place]]
            known = [one for one in changed if one is not None]
            return " ".join([*known, noun, *words[place + 1 :]]) if len(known) == place else None
        if not _is_modifier(word):
            return None
    return None


def _end(words: list[str], place: int) -> int:
    """Where what hangs on the noun by a preposition begins: from there on nothing changes."""
    after = (index for index, word in enumerate(words) if index > place and _has(word, "PREP"))
    return next(after, len(words))


def _stays(word: str) -> bool:
    """Whether a word behind the noun does not change with it: a genitive, a numeral, a name in brackets."""
    return not _WORD.fullmatch(word) or (_has(word, "gent") and not _has(word, "CONJ"))


def _is_modifier(word: str) -> bool:
    return any(_has(word, kind, "nomn") for kind in _MODIFIERS)


def _kind(word: str) -> str:
    return next(kind for kind in _MODIFIERS if _has(word, kind, "nomn"))


def _inflected(word: str, kind: str, case: Case, number: Number) -> str | None:
    if kind == "NOUN" and not in_dictionary(fold(word)) and _UNCHANGED.fullmatch(word):
        return word
    to = {case, "plur"} if number == "plur" else {case}
    forms = inflections(word, to, kind, "nomn", "sing") or inflections(word, to, kind, "nomn", "plur")
    return _cased(forms[0], word) if forms else None


def _cased(form: str, like: str) -> str:
    """Capital letters where the word has them, part by part: Нью-Йорка."""
    if fold(form) == fold(like):
        return like
    parts, models = form.split("-"), like.split("-")
    if like.isupper() and len(like) > 1:
        return form.upper()
    if len(parts) != len(models):
        models = [like] * len(parts)
    return "-".join(
        part[:1].upper() + part[1:] if model[0].isupper() else part
        for part, model in zip(parts, models, strict=True)
    )
