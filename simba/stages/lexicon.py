"""What the stages know as data: ``words.yaml``, ``weights.yaml``, ``groups.yaml`` and ``sets.yaml`` of ``rules/``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

import regex
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from simba.common.resources import last_file
from simba.errors import Problem, RuleError
from simba.grammar.compiling import checked
from simba.grammar.files import WEIGHTS, WORDS
from simba.grammar.patterns import PatternSet
from simba.grammar.yamlfile import read_yaml
from simba.russian.morphology import Case, lemmas
from simba.russian.text import fold
from simba.stages.idsets import Sets
from simba.stages.sisters import Groups

LIGHT = frozenset({"ADJ", "ADV"})
CONTENT = frozenset({"NOUN", "PROPN", "NUM", "VERB", "X"})
"""Parts of speech of words that say something."""


class _ClassNouns(BaseModel):
    """Слова, которыми в вопросах зовут классы с другими названиями."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    nouns: Annotated[list[str], Field(title="слова", min_length=1)]
    names: Annotated[list[str], Field(title="названия классов", min_length=1)]


class _Riddles(BaseModel):
    """Слова загадок: «Именно этот химик открыл озон. Кто он?»."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    emphasis: Annotated[list[str], Field(title="стоят в начале и ничего не добавляют", min_length=1)]
    which: Annotated[dict[str, str], Field(title="указывают на отгадку; чем спросили бы")]
    who: Annotated[dict[str, str], Field(title="стоят за отгадку сами; чем спросили бы")]
    whose_is: Annotated[list[str], Field(title="говорят, что следующее — отгадки", min_length=1)]
    whose: Annotated[dict[str, str], Field(title="чем спросили бы, чьё оно, по роду или числу и падежу")]
    asks: Annotated[list[str], Field(title="образцы того, чем потом спрашивают", min_length=1)]
    asks_thing: Annotated[list[str], Field(title="то же, но не о человеке", min_length=1)]


class Titles(BaseModel):
    """Титулы, которыми называют одну и ту же должность."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    of: Annotated[Literal["P35", "P6"], Field(title="чья это должность")]
    called: Annotated[frozenset[str], Field(title="леммы", min_length=1)]
    never: Annotated[frozenset[str], Field(title="где такого не бывает: слова правления или рода места")] = (
        frozenset()
    )
    also: Annotated[frozenset[str], Field(title="леммы должностей, которые зовут и так")] = frozenset()


class Death(BaseModel):
    """Как умирают: глаголы и чем тогда зовут причину смерти."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    verbs: Annotated[tuple[str, ...], Field(title="начала глаголов", min_length=1)]
    causes: Annotated[tuple[str, ...], Field(title="начала лемм в названии причины", min_length=1)]

    def is_said(self, verb: str) -> bool:
        """Whether a folded verb says so."""
        return verb.startswith(self.verbs)


class Heeded(BaseModel):
    """Слова, без учёта которых ответ был бы на другой вопрос."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    patterns: Annotated[list[str], Field(title="образцы", min_length=1)]
    by: Annotated[
        list[str], Field(title="формы или свойства (→P31: вперёд, ^P31: назад), которые их учитывают")
    ] = []
    of: Annotated[list[str], Field(title="свойства, с которыми их надо учесть; пусто — с любыми")] = []
    single: Annotated[bool, Field(title="одно значение годится в любой форме")] = False

    @property
    def pattern(self) -> str:
        """Finds them in a folded question."""
        return "|".join(checked(pattern, {}) for pattern in self.patterns)

    def said_by(self, expression: str) -> bool:
        """Whether an s-expression has a form, or a property, that heeds them, or asks for nothing that they change."""
        return _has(expression, self.by) or (bool(self.of) and not _has(expression, self.of))


def _has(expression: str, forms: Iterable[str]) -> bool:
    """Whether an s-expression has one of some forms or properties; "→P31" leads forward, "^P31" backward."""
    return any(
        _stands(form.removeprefix("→"), expression, "(/| " if form.startswith("→") else "(/| ^")
        for form in forms
    )


def _stands(form: str, expression: str, before: str) -> bool:
    """Whether a form stands in an s-expression right after one of some signs; no regular expression of its own, which
    would be compiled for each.
    """
    place = expression.find(form)
    while place >= 0:
        end = place + len(form)
        if place and expression[place - 1] in before and not expression[end : end + 1].isalnum():
            return True
        place = expression.find(form, end)
    return False


class Words(BaseModel):
    """Слова, которые меняют смысл вопроса, каким бы ни было свойство."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    picking: Annotated[list[str], Field(title="выбирают одно из многих", min_length=1)]
    sharing: Annotated[list[str], Field(title="спрашивают, у кого то же", min_length=1)]
    heeded: Annotated[list[Heeded], Field(title="без них ответ был бы на другой вопрос")] = []
    titles: Annotated[list[Titles], Field(title="титулы тех, кто во главе")] = []
    works: Annotated[list[frozenset[str]], Field(title="роды произведений, леммами слов")] = []
    deaths: Annotated[list[Death], Field(title="как умирают")] = []
    negations: Annotated[frozenset[str], Field(title="переворачивают вопрос")]
    doubting: Annotated[
        frozenset[str], Field(title="леммы, с которыми предложение текста ничего не подтверждает")
    ]
    joining: Annotated[list[str], Field(title="стоят перед вторым вопросом", min_length=1)]
    relative: Annotated[frozenset[str], Field(title="начинают придаточное сразу за существительным")]
    looking_back: Annotated[
        str, Field(title="начало слова, которым придаточное отсылает к существительному", min_length=1)
    ]
    had_by: Annotated[str, Field(title="предлог, с которым названо, у кого кто-то есть")]
    kin: Annotated[frozenset[str], Field(title="кем бывают у кого-то, леммами")]
    close_kin: Annotated[frozenset[str], Field(title="из них те, кем бывают не через других, леммами")]
    whose: Annotated[list[str], Field(title="говорят, что это — того, кто назван вперёд", min_length=1)]
    at_whom: Annotated[list[str], Field(title="то же после предлога «у»", min_length=1)]
    stands_for: Annotated[dict[Case, list[str]], Field(title="стоят вместо названного вперёд, по падежам")]
    when: Annotated[str, Field(title="начинает придаточное о том, когда что-то было")]
    how_many: Annotated[str, Field(title="спрашивает, сколько чего тогда было")]
    among: Annotated[frozenset[str], Field(title="называют круг, из которого выбирают")]
    apart: Annotated[frozenset[str], Field(title="стоят перед тем, о ком не спрашивают")]
    naming: Annotated[frozenset[str], Field(title="стоят между словом, которое говорит, что это, и именем")]
    about: Annotated[frozenset[str], Field(title="предлоги, после которых говорят, о чём произведение")]
    within: Annotated[frozenset[str], Field(title="предлоги, после которых в предложном падеже не люди")]
    only: Annotated[frozenset[str], Field(title="говорят, что кроме названного ничего нет")]
    slight: Annotated[frozenset[str], Field(title="наречия и глаголы, которые из многого ничего не выбирают")]
    ways: Annotated[frozenset[str], Field(title="предлоги, с которыми говорят, как или при ком что-то было")]
    fuller: Annotated[
        list[tuple[str, str]], Field(title="как называется полностью то, что говорят короче")
    ] = []
    one_of: Annotated[str, Field(title="говорят, что названный — один из многих")]
    whence: Annotated[str, Field(title="леммы прилагательных, которые говорят, откуда кто-то", min_length=1)]
    idle: Annotated[list[str], Field(title="обороты, которые о спрошенном ничего не говорят")] = []
    riddles: Annotated[_Riddles, Field(title="слова загадок")]
    polar: Annotated[frozenset[str], Field(title="частицы вопроса с ответом «да» или «нет»")]
    claiming: Annotated[str, Field(title="чем начинают вопрос с ответом «да» или «нет»")]
    either: Annotated[frozenset[str], Field(title="предлагают на выбор два имени")]
    indefinite: Annotated[list[str], Field(title="частицы, с которыми вопросительное слово не спрашивает")]
    of_women: Annotated[tuple[str, ...], Field(title="окончания лемм, которыми зовут одних женщин")]
    than: Annotated[frozenset[str], Field(title="после сравнительной степени не спрашивают")]
    in_year: Annotated[str, Field(title="говорят, в каком году что было; группа year — год")]
    of_year: Annotated[str, Field(title="говорят, какого года названное рядом; группа year — год")]
    years: Annotated[frozenset[str], Field(title="просят год, а не всю дату")]
    date_parts: Annotated[
        dict[str, Literal["year", "month", "century"]], Field(title="просят часть даты, а не всю её")
    ]

    countries: Annotated[dict[str, list[str]], Field(title="прилагательные от названий стран")]
    synonyms: Annotated[dict[str, list[str]], Field(title="иначе сказанное в названиях")]
    classes: Annotated[list[_ClassNouns], Field(title="классы, для которых есть слово проще названия")]
    exact: Annotated[frozenset[str], Field(title="леммы, вместо которых не скажешь другой")] = frozenset()
    regions: Annotated[frozenset[str], Field(title="леммы того, в чём лежат города")] = frozenset()
    anyone: Annotated[frozenset[str], Field(title="леммы, которыми зовут кого и что угодно")] = frozenset()
    sorts: Annotated[frozenset[str], Field(title="леммы, за которыми сказано, чего это вид")] = frozenset()

    @cached_property
    def alike(self) -> dict[str, tuple[str, ...]]:
        """The folded lemmas that a word of a question may stand for in a name: "чешский" for "чехия"."""
        alike: dict[str, list[str]] = {
            word: [fold(one) for one in some] for word, some in self.synonyms.items()
        }
        for country, adjectives in self.countries.items():
            for adjective in adjectives:
                alike.setdefault(fold(adjective), []).extend(lemmas(fold(country)))
        return {fold(word): tuple(some) for word, some in alike.items()}

    @cached_property
    def says_whence(self) -> regex.Pattern[str]:
        """Matches the lemma of an adjective that says whence or whose something is."""
        return regex.compile(checked(self.whence, {}))

    @cached_property
    def kinds(self) -> dict[str, tuple[str, ...]]:
        """The folded names of classes that a common noun stands for: "анимационный фильм" for "мультик"."""
        return {fold(noun): tuple(map(fold, one.names)) for one in self.classes for noun in one.nouns}

    @cached_property
    def in_years(self) -> regex.Pattern[str]:
        """Finds years in which something was."""
        return regex.compile(rf"(?<!\w)(?:{self.in_year})")

    @cached_property
    def of_years(self) -> regex.Pattern[str]:
        """Finds years of which something is."""
        return regex.compile(rf"(?<!\w)(?:{self.of_year})(?!\w)")

    @cached_property
    def heeding(self) -> PatternSet:
        """Finds what must be heeded, by its number in ``heeded``."""
        return PatternSet([one.pattern for one in self.heeded])

    @cached_property
    def picks(self) -> regex.Pattern[str]:
        """Matches a whole word that picks one of many."""
        return regex.compile("|".join(checked(pattern, {}) for pattern in self.picking))

    @cached_property
    def shares(self) -> regex.Pattern[str]:
        """Finds what asks who has the same as another: "в том же городе, что и"."""
        return regex.compile(
            rf"(?<!\w)(?:{'|'.join(checked(pattern, {}) for pattern in self.sharing)})(?!\w)"
        )

    @cached_property
    def may_be_short(self) -> PatternSet:
        """Tells what of ``fuller`` a folded text may say for short."""
        return PatternSet([checked(short, {}).replace("(?-i:", "(?:") for short, _ in self.fuller])

    def short(self, number: int) -> regex.Pattern[str]:
        """Matches what the entry of ``fuller`` says for short; compiled only where a text may say so."""
        return regex.compile(rf"(?<!\w){checked(self.fuller[number][0], {})}(?!\w)", regex.IGNORECASE)

    @cached_property
    def joins(self) -> regex.Pattern[str]:
        """Matches the end of a text after which a second question begins."""
        return regex.compile(rf"(?:{'|'.join(self.joining)})(?: \w{{1,3}})? ?$")

    @cached_property
    def asks_nothing(self) -> regex.Pattern[str]:
        """Matches right after a word that asks what makes it ask for nothing: "выступал ли он когда-нибудь"."""
        return regex.compile(rf"-(?:{'|'.join(map(regex.escape, self.indefinite))})(?!\w)")


class _Weight(BaseModel):
    """A number, and what it means."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    value: float
    meaning: Annotated[str, Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class LinkingWeights:
    """What makes an entity likelier to be what a mention means; in units of an exact name's match."""

    inflected: float
    part: float
    loose: float
    apart: float
    odd: float
    inside: float
    popularity: float
    agrees: float

    def match(self, route: str, words: int) -> float:
        """How well the name matches that was found by this route for a mention of so many words."""
        if route == "typo" and words > 1:  # the others speak for it
            return self.part
        return {
            "exact": 1.0,
            "lemma": self.inflected,
            "edition": self.inflected,
            "bag": self.part,
            "surname": self.part,
        }.get(route, self.loose)


@dataclass(frozen=True, slots=True)
class WordWeights:
    """What a word that nothing explains weighs."""

    word: float
    light: float
    describing: float
    heavy: float
    coordinated: float
    forbids: float

    def of(self, pos: str) -> float:
        """By its part of speech."""
        return self.light if pos in LIGHT else self.word if pos in CONTENT else 0.0


@dataclass(frozen=True, slots=True)
class RankingWeights:
    """What makes a reading better; in units of linking score."""

    unexplained: float
    max_unexplained: float
    sure: float
    sureness: float
    length: float
    sister: float
    margin: float
    related_from: float


@dataclass(frozen=True, slots=True)
class LikeningWeights:
    """What makes a property that only the likeness of words tells less doubtful; in units of doubt."""

    alike: float
    rare: float
    guessed: float
    lead: float
    behind: float
    nearer: float
    met: float
    unmet: float
    proposed: float
    usual: float
    empty: float
    most: float


@dataclass(frozen=True, slots=True)
class ComposingWeights:
    """What makes a composed reading better; in units of linking score, ``picks`` of unexplained words."""

    later: float
    hint: float
    doubt: float
    likely: float
    marked: float
    unfit: float
    picks: float
    negation: float
    digits: float
    picking: float
    heavy: float
    explained: float
    noun_merit: float
    linked: float
    asked_name: float
    near: float
    margin: float
    alive: float
    left: float
    max_left: float
    max_left_verb: float
    max_left_verified: float


@dataclass(frozen=True, slots=True)
class Weights:
    """All weights."""

    linking: LinkingWeights
    unexplained: WordWeights
    ranking: RankingWeights
    likening: LikeningWeights
    composing: ComposingWeights
    meanings: Mapping[str, str]
    """What each means, by "linking.exact" and the like."""


WORDS_FILE = TypeAdapter(Words)
WEIGHTS_FILE = TypeAdapter(dict[str, dict[str, _Weight]])


def load_words(folders: Sequence[Path]) -> Words:
    """The words of the last folder that has them, else SimBa's own; raises `RuleError`."""
    return read_yaml(last_file(folders, WORDS), WORDS_FILE)


def load_weights(folders: Sequence[Path]) -> Weights:
    """The weights of the last folder that has them, else SimBa's own; raises `RuleError`."""
    path = last_file(folders, WEIGHTS)
    read = read_yaml(path, WEIGHTS_FILE)
    values = {part: {name: weight.value for name, weight in some.items()} for part, some in read.items()}
    try:
        return Weights(
            LinkingWeights(**values["linking"]),
            WordWeights(**values["unexplained"]),
            RankingWeights(**values["ranking"]),
            LikeningWeights(**values["likening"]),
            ComposingWeights(**values["composing"]),
            {
                f"{part}.{name}": weight.meaning
                for part, some in read.items()
                for name, weight in some.items()
            },
        )
    except (KeyError, TypeError) as error:
        raise RuleError(Problem(path, f"вес не найден или лишний: {error}")) from None


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words, weights, groups of properties and sets together."""

    words: Words
    weights: Weights
    groups: Groups
    sets: Sets

    @classmethod
    def load(cls, folders: Sequence[Path]) -> Lexicon:
        """Those of folders of rules that lie over one another; raises `RuleError`."""
        return cls(load_words(folders), load_weights(folders), Groups.load(folders), Sets.load(folders))
