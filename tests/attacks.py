"""What one client may ask to keep the service busy: the longest questions that each cost as much as they can.

`tests/test_hostile.py` counts the work that they make, `benchmarks/hostile.py` takes their time and memory.
"""

from __future__ import annotations

from hypothesis import strategies as st

from simba.system import MAX_QUESTION


def fill(piece: str, before: str = "", after: str = "") -> str:
    """The longest question that says nothing else, but for its beginning and its end."""
    return before + (piece * MAX_QUESTION)[: MAX_QUESTION - len(before) - len(after)] + after


LETTERS = "абвгдежзиклмнопрстуфхцчшэюя"
ATTACKS = {
    "capitals": fill("Щ"),
    "capitals, one lemma more": fill("Ё"),
    "one long name": fill("Абвгд", "Где родился ", "?"),
    "a sound": fill("и"),
    "digits": fill("1"),
    "a hyphen between letters": fill("а-"),
    "a slash between letters": fill("а/б/"),
    "rule words": fill("автор "),
    "rule words as names": fill("Автор "),
    "rule words and commas": fill("автор, "),
    "many rule words": fill("столица автор жена муж президент страна население площадь "),
    "nouns that govern nouns": fill("столица страны автора жены "),
    "fathers of fathers": fill("отца ", "Кто отец ", " Пушкина?"),
    "interrogatives": fill("в каком городе "),
    "who and where": fill("кто родился где умер "),
    "negations": fill("не "),
    "superlatives": fill("самый большой "),
    "adjectives": fill("великий русский поэт "),
    "a name": fill("Пушкин "),
    "a full name": fill("Александр Сергеевич Пушкин "),
    "a name and a question": fill("Пушкин ", "Кто автор ", "?"),
    "letters as names": fill(" ".join(LETTERS.upper()) + " "),
    "kings": fill("Николай II "),
    "hyphenated names": fill("Санкт-Петербург-"),
    "particles": fill("д'Артаньян "),
    "misspelt names": fill("Пушкыин Лермонтыов Достоевскый "),
    "unknown names": fill(" ".join(f"{a}в{b}зд{a}рк" for a in "Абвгд" for b in LETTERS) + " "),
    "long unknown names": fill("Абвгдежзиклмнопрстуфхцчшщъыь "),
    "quotes": fill('"Война" '),
    "quotes around nothing": fill('"'),
    "quotes within quotes": fill('"а "б '),
    "one long title": fill("Война и мир ", 'Кто написал "', '"?'),
    "titles": fill("«Тёмные аллеи и мир» "),
    "commas": fill(","),
    "brackets": fill("("),
    "brackets around letters": fill("(а) "),
    "full stops": fill("."),
    "sentences": fill("Кто? "),
    "longer sentences": fill("Где он. "),
    "numbers": fill("1 "),
    "years": fill("в 1990 году "),
    "Roman numbers": fill("I "),
    "number signs": fill("№ 1 "),
    "two scripts in a word": fill("Аaбbвc "),
    "combining characters": fill("е\u0301"),
    "accents on one letter": fill("\u0301", "а"),
    "emoji": fill("😀"),
    "right to left": fill("שלום "),
    "Latin": fill("Lorem ipsum "),
    "Chinese": fill("中文"),
    "spaces": fill(" ", "кто", "?"),
    "lines": fill("кто\n"),
    "zeros": fill("\0"),
}
"""Questions of `MAX_QUESTION` characters, by what they are full of."""

PIECES = st.one_of(
    st.sampled_from(
        [
            *"Пушкин Россия автор столица муж родился кто какой и не в 1990 а А I 1 « » ' ( , - . ? / № İ".split(),
            *('"', "е\u0301", "\u200b"),
        ]
    ),
    st.text(max_size=4),
)
attacks = st.builds(
    lambda pieces, between: fill(between.join([*pieces, ""])),
    st.lists(PIECES, min_size=1, max_size=8),
    st.sampled_from(["", " ", ", "]),
).filter(bool)
"""Whatever else can be repeated up to the longest question."""
