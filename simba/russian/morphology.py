"""Lemmas and grammatical readings of single words, by pymorphy2."""

from __future__ import annotations

import inspect
import re
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice, product
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from simba.common.locks import ForkSafeLock
from simba.russian.text import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

Case: TypeAlias = Literal["nomn", "gent", "datv", "accs", "ablt", "loct"]
"""OpenCorpora's names of the cases."""
CASES: frozenset[Case] = frozenset(get_args(Case))
UNIVERSAL_CASES: dict[str, Case] = {
    "Nom": "nomn",
    "Gen": "gent",
    "Dat": "datv",
    "Acc": "accs",
    "Ins": "ablt",
    "Loc": "loct",
}
"""OpenCorpora's name of what a parse, in Universal Dependencies' terms, calls a case."""
GENDERS = frozenset({"masc", "femn", "neut"})
Number: TypeAlias = Literal["sing", "plur"]
MAX_LEMMAS = 3
"""Readings kept of an ambiguous word ("Лены": Лена, лен)."""
MAX_KEYS = 8
"""Lemma combinations kept of an ambiguous phrase."""

ORDINALS = [
    "первый",
    "второй",
    "третий",
    "четвертый",
    "пятый",
    "шестой",
    "седьмой",
    "восьмой",
    "девятый",
    "десятый",
    "одиннадцатый",
    "двенадцатый",
    "тринадцатый",
    "четырнадцатый",
    "пятнадцатый",
    "шестнадцатый",
]
ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi"]
_NUMERALS = {
    form: (form, word)
    for number, (word, roman) in enumerate(zip(ORDINALS, ROMAN, strict=True), 1)
    for form in (str(number), roman)
}
"""Numerals that are read as an ordinal: "1 мировая война", "Николай II"."""

_NAMES = ("Name", "Surn", "Patr", "Geox", "Orgn")
"""OpenCorpora's grammemes of given names, surnames, patronymics, places and organisations."""
_LETTERS = "абвгдежзийклмнопрстуфхцчшщъыьэюя"
_KNOWN_LETTERS = re.compile(r"[a-z0-9'\u0400-\u052f-]+")
"""What pymorphy2 is asked about; it fails on letters that have no Unicode name."""

_lock = ForkSafeLock()


@lru_cache(maxsize=1)
def _analyzer() -> Any:
    import pymorphy2
    import pymorphy2_dicts_ru

    # The dictionary's path is given, because pymorphy2 would look it up through pkg_resources, which is no more.
    with _lock, _getargspec():
        return pymorphy2.MorphAnalyzer(path=pymorphy2_dicts_ru.get_path())


@contextmanager
def _getargspec() -> Iterator[None]:
    """Lend pymorphy2, while it is set up, the function that Python 3.11 removed."""
    if hasattr(inspect, "getargspec"):
        yield
        return
    vars(inspect)["getargspec"] = lambda function: inspect.getfullargspec(function)[:4]
    try:
        yield
    finally:
        del vars(inspect)["getargspec"]


@lru_cache(maxsize=4_096)  # a parse takes a kilobyte or two
def _parses(word: str) -> tuple[Any, ...]:
    return tuple(_analyzer().parse(word)) if _KNOWN_LETTERS.fullmatch(word) else ()


@lru_cache(maxsize=20_000)
def readings(word: str) -> tuple[tuple[str, str], ...]:
    """(lemma, OpenCorpora tag) of each reading of a folded word, likeliest first."""
    found = _of_dictionary(word) or [(fold(parse.normal_form), str(parse.tag)) for parse in _parses(word)]
    return tuple(found) or ((word, "UNKN"),)


def _of_dictionary(word: str) -> list[tuple[str, str]]:
    """The readings that the dictionary itself has: what pymorphy2's parses come to, in half of their time."""
    analyzer = _analyzer()
    dictionary, likely = analyzer.dictionary, analyzer.prob_estimator.p_t_given_w
    found = [
        (
            dictionary.build_normal_form(paradigm, form, spelt).replace("ё", "е"),
            str(dictionary.build_tag_info(paradigm, form)),
        )
        for spelt, places in dictionary.words.similar_items(word, analyzer.char_substitutes)
        for paradigm, form in places
    ]
    if len(found) > 1 and likely.has_keys_with_prefix(f"{word}:"):
        found.sort(key=lambda one: likely.get(f"{word}:{one[1]}", 0), reverse=True)
    return found


@lru_cache(maxsize=200_000)
def lemmas(word: str) -> tuple[str, ...]:
    """Up to `MAX_LEMMAS` different lemmas of a folded word, likeliest first; the word itself where it has none."""
    if word.isascii() or not word.replace("-", "").isalpha():
        return (word,)
    return tuple(dict.fromkeys(lemma for lemma, _ in readings(word)))[:MAX_LEMMAS]


@lru_cache(maxsize=2_000)
def may_be(word: str, tag: str, most: int | None = None) -> bool:
    """Whether a tag ("PRTF") begins that of some reading of a folded word; of the likeliest so many alone."""
    return any(own.startswith(tag) for _, own in readings(word)[:most])


def is_comparative(word: str) -> bool:
    """Whether a folded word is likeliest a comparative: "тяжелее"."""
    return readings(word)[0][1].startswith("COMP")


def lemma(word: str) -> str:
    """The likeliest lemma of a folded word."""
    return lemmas(word)[0]


@lru_cache(maxsize=2_000)
def living(word: str) -> str:
    """The likeliest lemma of a folded plural that calls living beings: "физики" are no more than one physics."""
    some = (one for one, tag in readings(word) if "NOUN,anim" in tag and "plur" in tag)
    return next(some, lemma(word))


@lru_cache(maxsize=1_000)
def pronominal(word: str) -> str:
    """The likeliest lemma of a folded word that points: "тем" is no conjunction then."""
    return next((one for one, tag in readings(word) if "Apro" in tag), lemma(word))


@lru_cache(maxsize=20_000)
def in_dictionary(word: str) -> bool:
    """Whether the dictionary itself has a folded word in this form, rather than guessing."""
    return bool(of_dictionary((word,)))


def of_dictionary(words: Iterable[str]) -> list[str]:
    """The folded words that the dictionary has, of many that it mostly has not: none is remembered."""
    analyzer = _analyzer()
    # What pymorphy2's `word_is_known` comes to, in a fifth of its time.
    known, with_yo = analyzer.dictionary.words, analyzer.char_substitutes
    return [word for word in words if word in known or ("е" in word and known.similar_keys(word, with_yo))]


def begun(word: str) -> int:
    """How many of a folded word's letters some word of the dictionary begins with."""
    begins = _analyzer().dictionary.words.has_keys_with_prefix
    beginnings = [""]
    for place, letter in enumerate(word):
        further = [one + spelt for one in beginnings for spelt in ("её" if letter == "е" else letter)]
        beginnings = [one for one in further if begins(one)]
        if not beginnings:
            return place
    return len(word)


@lru_cache(maxsize=20_000)
def is_name(word: str) -> bool:
    """Whether a folded word of the dictionary can only be the name of somebody or of some place or body."""
    return in_dictionary(word) and all(
        "Abbr" not in tag and any(kind in tag for kind in _NAMES) for _, tag in readings(word)
    )


def is_given_name(word: str) -> bool:
    """Whether a folded word is likeliest a given name or a patronymic."""
    return any(kind in readings(word)[0][1] for kind in ("Name", "Patr"))


@lru_cache(maxsize=10_000)
def only_names(stem: str) -> bool:
    """Whether a folded stem ("москв") is that of names alone: no other word's is the same or has one letter more."""
    if len(stem) < 3:
        return False
    near = [stem + letter for letter in ("", *_LETTERS) if _analyzer().word_is_known(stem + letter)]
    if not near or not all(map(is_name, near)):
        return False
    spelled = {stem} | {f"{stem[:at]}ё{stem[at + 1 :]}" for at, letter in enumerate(stem) if letter == "е"}
    for spelling in spelled:
        for word, _ in _analyzer().dictionary.words.iteritems(spelling):
            if len(word) > len(stem) + 4 or is_name(fold(word)):
                continue
            for parse in _parses(word):
                forms = [fold(form.word) for form in parse.lexeme]
                own = [
                    form for form in forms if form.startswith(stem)
                ]  # "наиравнейший" is a form of "равный"
                if own and len(common_start(own)) <= len(stem) + 1:
                    return False
    return True


def common_start(words: list[str]) -> str:
    """What all the words begin with."""
    lengths = range(min(map(len, words)), -1, -1)
    return next(words[0][:length] for length in lengths if len({word[:length] for word in words}) == 1)


def all_forms(lemma: str) -> list[str]:
    """Every folded form of the dictionary words that have this lemma; empty where none has."""
    own = [parse for parse in _parses(lemma) if fold(parse.normal_form) == lemma and parse.is_known]
    forms = sorted({fold(form.word) for parse in own for form in parse.lexeme})
    if lemma.endswith("ся"):  # the dictionary has "род" among the forms of "родиться"
        return [form for form in forms if form.endswith(("ся", "сь"))]
    return forms


def inflections(word: str, to: Collection[str], *grammemes: str) -> list[str]:
    """A word in the form with the OpenCorpora grammemes ``to`` ({"gent"}), for each reading with all the others.

    Likeliest reading first; its letters are small, and ё is kept. None where there is no such reading or form.
    """
    return list(dict.fromkeys(_inflections(word, to, grammemes)))


def inflection(word: str, to: Collection[str]) -> str | None:
    """The first of a word's inflections; quicker than all of them."""
    return next(_inflections(word, to), None)


def _inflections(word: str, to: Collection[str], grammemes: Collection[str] = ()) -> Iterator[str]:
    wanted, forms = set(grammemes), set(to)
    for parse in _parses(word.lower()):
        if not wanted or wanted <= set(re.split("[ ,]", str(parse.tag))):
            form = parse.inflect(forms)
            if form:
                yield form.word


def gender(word: str, *grammemes: str) -> str | None:
    """The OpenCorpora gender of a word in its likeliest reading with these grammemes."""
    wanted = set(grammemes)
    found = (
        parse.tag.gender for parse in _parses(word.lower()) if wanted <= set(re.split("[ ,]", str(parse.tag)))
    )
    return next((str(one) for one in found if one), None)


def lemma_keys(words: Sequence[str]) -> list[str]:
    """Up to `MAX_KEYS` lemma sequences that folded words can stand for, each joined by spaces."""
    if len(words) == 1:
        return list(lemmas(words[0]))
    # The product is cut: likeliest readings first, and long phrases vary only in their last words.
    return list(map(" ".join, islice(product(*map(_options, words)), MAX_KEYS)))


@lru_cache(maxsize=200_000)
def _options(word: str) -> tuple[str, ...]:
    """What a folded word may be in a lemma key."""
    return _NUMERALS.get(word) or lemmas(word)
