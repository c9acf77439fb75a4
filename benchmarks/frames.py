"""Whether what is said around a question, or how it is typed, changes the answer: each is put so, and compared.

Only questions that are answered as they stand count; whether that answer is right, `simba eval` tells.

    python benchmarks/frames.py QUESTIONS [--kb DIR] [--most N]        QUESTIONS: a RuBQ or QALD file
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path

from simba import Simba
from simba.evaluation.datasets import read_questions

ASKING = (
    "кто что где когда какой какая какое какие как сколько чей чья чьё кем чем кому куда откуда каким какую "
    "какого какова каков кого в на из за с по у под от о к для"
).split()
"""First words that lose their capital behind others."""
FRAMES = (
    "Скажите, пожалуйста, {asked}",
    "Не подскажете, {asked}",
    "Интересно, {asked}",
    "Можешь сказать, {asked}",
    "Не могли бы вы сказать, {asked}",
    "Хотелось бы узнать, {bare}",
    "Вот скажи мне, {asked}",
    "Такой вопрос: {asked}",
    "Кстати, {asked}",
    "Не помню, {asked}",
    "Как думаешь, {asked}",
    "По-твоему, {asked}",
    "Привет! {question}",
    "Добрый день. {question}",
    "{whole}, не знаете?",
    "{whole}, подскажите пожалуйста",
    "{whole}, интересно?",
    "{whole}? Спасибо!",
    "{small}",
    "{capitals}",
    "Ребят, {asked}",
    "Кто знает, {asked}",
    "{whole} плиз",
)
KEYS = str.maketrans("йцукенгшщзхъфывапролджэячсмитьбюё", "qwertyuiop[]asdfghjkl;'zxcvbnm,.`")
LOOK_ALIKES = str.maketrans("аеорсухАЕОРСУХКМТВН", "aeopcyxAEOPCYXKMTBH")
LONG = 5
"""Letters of a word in which the finger slips."""
SEED = 5


def main() -> None:
    """Print a row for each frame and one for all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("questions", type=Path, nargs="+")
    parser.add_argument("--kb", default=None)
    parser.add_argument("--most", type=int, default=10_000, help="questions, drawn at random")
    chosen = parser.parse_args()
    simba = Simba(chosen.kb)
    questions = [one.text for path in chosen.questions for one in read_questions(path)]
    random.Random(SEED).shuffle(questions)
    known = [(one, values) for one in questions if (values := _values(simba, one))][: chosen.most]

    ways: dict[str, Callable[[str], str]] = {frame: partial(framed, frame) for frame in FRAMES}
    ways |= {"(a slip of the finger)": slipped, "(keys left in Latin)": on_latin_keys}
    ways["(letters that look alike)"] = lambda question: question.translate(LOOK_ALIKES)
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for question, values in known:
        for name, way in ways.items():
            other = _values(simba, way(question))
            found[name]["same" if other == values else "abstained" if not other else "other"] += 1
    print(f"{len(known)} questions that are answered")
    for frame, counts in [*found.items(), ("all", sum(found.values(), Counter()))]:
        print(f"{frame:34} same {counts['same']}, abstained {counts['abstained']}, other {counts['other']}")


def framed(frame: str, question: str) -> str:
    """A question in a frame."""
    whole = question.rstrip("?. ")
    first = whole.split(" ", 1)[0].lower()
    bare = whole[:1].lower() + whole[1:] if first in ASKING else whole
    asked = bare + question[len(whole) :]
    return frame.format(
        question=question, whole=whole, bare=bare, asked=asked, small=whole.lower(), capitals=question.upper()
    )


def slipped(question: str) -> str:
    """A question with two letters swapped, one missing or one doubled in one of its long words, by its text."""
    chance = random.Random(question)
    words = [word for word in re.finditer(r"\w+", question) if len(word[0]) >= LONG]
    if not words:
        return question
    word = chance.choice(words)
    place = word.start() + chance.randrange(1, len(word[0]) - 1)
    one, two = question[place], question[place + 1]
    return question[:place] + chance.choice((two + one, two, one + one + two)) + question[place + 2 :]


def on_latin_keys(question: str) -> str:
    """A question typed in a hurry, with the keyboard left in Latin."""
    return re.sub(r"[^\w\s-]", "", question.lower()).translate(KEYS)


def _values(simba: Simba, question: str) -> frozenset[str]:
    return frozenset(value.value for value in simba.answer(question).values)


if __name__ == "__main__":
    main()
