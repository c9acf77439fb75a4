"""The constructions that authors write (``rules/constructions/*.yaml``): how Russian builds larger questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import regex
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from simba.common.resources import data_path
from simba.grammar.compiling import checked
from simba.grammar.files import FRAGMENT_TEXTS, FRAGMENTS, ClassId, PropertyId
from simba.grammar.fragments import fragment_name
from simba.grammar.yamlfile import read_yaml
from simba.query.forms import Comparison
from simba.russian.morphology import readings
from simba.russian.text import fold
from simba.stages.composing.question.occurrences import MAX_TEXTS, Expressions, Occurrence, Pattern, Sought

CONSTRUCTIONS = "constructions"
"""The folder of these files within a folder of rules."""


class _Written(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(title="название", min_length=1)]
    examples: Annotated[list[str], Field(title="примеры", min_length=1, description="здесь оборот есть")]
    counterexamples: Annotated[list[str], Field(title="контрпримеры", description="здесь его нет")] = []


class Measure(_Written):
    """По чему сравнивают."""

    path: Annotated[str, Field(title="путь свойств", description="от сравниваемого к числу или дате")]
    date: Annotated[bool, Field(title="дата", description="меньшее значит раньше")] = False
    of: Annotated[list[ClassId], Field(title="классы сравниваемого")] = []
    noun: Annotated[list[str], Field(title="как величина зовётся («по площади»)")] = []
    most: Annotated[list[str], Field(title="прилагательные: много")] = []
    least: Annotated[list[str], Field(title="прилагательные: мало")] = []
    more: Annotated[list[str], Field(title="сравнительная степень: больше")] = []
    less: Annotated[list[str], Field(title="сравнительная степень: меньше")] = []
    beside: Annotated[
        list[str], Field(title="слова при них", description="образцы; объясняют слова вопроса")
    ] = []
    unit: Annotated[
        str | None, Field(title="единица", description="в которой Викиданные её считают (лемма)")
    ] = None
    until: Annotated[
        str | None, Field(title="второй путь", description="сравнивают, сколько между первым и вторым")
    ] = None
    qualifier: Annotated[
        bool, Field(title="путь — квалификатор", description="того утверждения, что назвало сравниваемое")
    ] = False
    needed: Annotated[bool, Field(title="без слов при них не действует")] = False

    @classmethod
    def named_by_rule(cls, name: str, property: str, *, date: bool) -> Measure:
        """What a property rule asks for, as a measure."""
        return cls(name=name, path=property, date=date, examples=[name])


MAX_WORDS = 2_000
"""Words of which it is remembered whether they order things."""
KIN = frozenset({"P22", "P25", "P26", "P40", "P3373"})
"""Father, mother, spouse, child, sibling."""


def _named(path: str) -> list[str]:
    return regex.findall(r"P\d+", path)


class Relation(_Written):
    """Чем известное приходится описываемому."""

    path: Annotated[str, Field(title="путь свойств", description="от известного к описываемому")]
    nouns: Annotated[list[str], Field(title="существительные (леммы)")] = []
    adjectives: Annotated[list[str], Field(title="прилагательные при них (леммы)")] = []
    before: Annotated[list[str], Field(title="предлоги")] = []
    beside: Annotated[list[str], Field(title="слова, без которых не действует")] = []
    genitive: bool = False
    adjective: bool = False
    of: Annotated[list[ClassId], Field(title="классы описываемого")] = []
    sex: Literal["male", "female"] | None = None


class Qualified(_Written):
    """Вопрос о квалификаторе или по квалификатору."""

    property: PropertyId
    qualifier: PropertyId
    asks: Literal["subject", "value", "qualifier"]
    inverse: Annotated[
        PropertyId | None,
        Field(title="обратный квалификатор", description="то же, сказанное с другой стороны"),
    ] = None
    patterns: Annotated[list[str], Field(min_length=1)]
    beside: Annotated[
        list[str], Field(title="слова при них", description="образцы; объясняют слова вопроса")
    ] = []


class Holds(_Written):
    """Что чему чем приходится, когда названо и то, и другое."""

    property: PropertyId
    path: Annotated[
        str | None, Field(title="путь", description="чем оно верно и шире: рождён в городе — и в его стране")
    ] = None
    values: Annotated[
        list[ClassId], Field(title="классы значений", description="иначе «нет» не отвечают")
    ] = []
    lasting: Annotated[
        bool, Field(title="лишь о времени", description="узнаётся в вопросах, когда и как долго это было")
    ] = False
    patterns: Annotated[list[str], Field(min_length=1)]


class Happening(_Written):
    """Событие, о котором сказано у вещи."""

    called: Annotated[
        list[str], Field(title="как зовётся", description="начала названий в базе", min_length=1)
    ]
    patterns: Annotated[list[str], Field(min_length=1)]


class Period(_Written):
    """Время: образцы с группами, которые названы в начале файла."""

    patterns: Annotated[list[str], Field(min_length=1)]


Kind = Literal[
    "lifespan", "gap", "age_at", "between", "moment", "first", "last", "duration", "tenure", "age", "count", "claim",
    "identity", "real_name", "pen_name", "other_name", "name_in_use", "known_as", "except", "former", "current",
    "since", "until", "number", "most", "least", "nickname", "bears", "naming",
    "throughout", "growth", "elapsed",
]  # fmt: skip


class Asking(_Written):
    """Слова, по которым узнаётся вид вопроса."""

    kind: Kind
    patterns: Annotated[list[str], Field(min_length=1)]


WordSet = frozenset[str]


class ConstructionWords(BaseModel):
    """Слова, по которым составляются вопросы."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    places: dict[str, tuple[str, str, str]]
    relative: WordSet
    whose: WordSet
    standing: WordSet
    of_standing: WordSet
    copulas: WordSet
    equals: WordSet
    negations: WordSet
    excluding: WordSet
    either: WordSet
    of_two: WordSet
    personal: WordSet
    theirs: WordSet
    bounds: dict[str, Comparison]
    joining: WordSet
    adding: WordSet
    lacking: dict[str, str]
    correlative: WordSet
    more: WordSet
    at_once: WordSet
    also: WordSet
    counted: dict[str, str]
    scales_ask: dict[str, str]
    time_nouns: list[str]
    credited: list[str]
    having_left: WordSet
    having_kin: WordSet
    roles: dict[PropertyId, list[PropertyId]]
    role_words: dict[str, list[str]]
    playing: WordSet
    members: WordSet
    people: WordSet
    crews: WordSet
    of_both: WordSet
    had_by: WordSet
    having_asked: WordSet
    kind_nouns: dict[ClassId, WordSet]
    forms_of_work: WordSet
    genres: WordSet
    works: WordSet
    countries: WordSet
    streets: WordSet
    kinds: WordSet
    sexes: dict[str, ClassId]
    of_sex: dict[str, ClassId]
    sex: WordSet
    world: WordSet
    placing_world: WordSet
    professions: WordSet
    former: WordSet
    earlier: WordSet
    of_past: WordSet
    current: WordSet
    months: list[str]
    becoming: list[str]
    degrees: WordSet
    lesser: WordSet
    most: WordSet
    outright: WordSet
    elders: WordSet
    all: WordSet
    longest: WordSet
    shortest: WordSet
    spans: WordSet
    picking: WordSet
    ranking: WordSet
    in_turn: list[str]
    occasions: WordSet
    at_first: WordSet
    outside: WordSet
    numerals: dict[str, int]
    times: WordSet
    scales: dict[str, float]
    and_half: list[str]
    units: WordSet
    multiples: dict[str, tuple[str, int]]
    having: WordSet
    than: WordSet
    over: WordSet
    ranges: dict[str, str]
    parts: WordSet
    open: WordSet
    tenure: WordSet
    periods: WordSet
    eras: WordSet
    offices: WordSet
    shortened: dict[str, list[str]]
    posts: WordSet
    thrones: WordSet
    living: WordSet
    would: WordSet
    leading: WordSet
    leads: WordSet
    headed: dict[str, list[str]]
    placing: WordSet
    calling: WordSet
    ends: dict[str, bool]
    next_to: dict[str, str]
    occurring: WordSet
    started: WordSet
    ended: WordSet
    leaving: WordSet
    divorcing: WordSet
    parting: WordSet
    succeeding: WordSet
    growing: WordSet
    shrinking: WordSet
    changing: WordSet
    days: WordSet
    uncounted: WordSet
    asking: dict[str, tuple[str, str]]
    which: str
    sorts: dict[str, list[ClassId]]
    equating: WordSet
    doubting: WordSet
    expecting: WordSet
    same: WordSet
    very: WordSet
    year: str
    years: WordSet
    being: WordSet
    there: WordSet
    lying: WordSet
    lies: str
    light: WordSet
    among: WordSet
    owning: WordSet
    hollow: WordSet
    shared: WordSet


_Patterned = TypeVar("_Patterned", Qualified, Period, Asking, Holds, Happening)
_Key = TypeVar("_Key")
_Item = TypeVar("_Item")


def _fragments(path: Path) -> dict[str, str]:
    """The pieces that patterns share, each with those above it filled in."""
    filled: dict[str, str] = {}
    for name, pattern in read_yaml(path, FRAGMENT_TEXTS).items():
        filled[fragment_name(name)] = f"(?:{checked(pattern, filled)})"
    return filled


def _gathered(pairs: Iterable[tuple[_Key, _Item]]) -> dict[_Key, list[_Item]]:
    """The items of each key, in their order."""
    found: dict[_Key, list[_Item]] = {}
    for key, item in pairs:
        found.setdefault(key, []).append(item)
    return found


class Constructions:
    """All constructions of a folder of rules."""

    def __init__(
        self,
        measures: Sequence[Measure],
        relations: Sequence[Relation],
        qualified: Sequence[Qualified],
        periods: Sequence[Period],
        asking: Sequence[Asking],
        holds: Sequence[Holds],
        events: Sequence[Happening],
        adjectives: dict[str, str],
        words: ConstructionWords,
        fragments: Mapping[str, str],
    ) -> None:
        self.words = words
        self.adjectives = {fold(word): entity for word, entity in adjectives.items()}
        self.starting = words.leading | words.leads | self.adjectives.keys()
        """The words for heads, and of countries: what they mean needs no name beside them."""
        kinds_called = _gathered((noun, kind) for kind, nouns in words.kind_nouns.items() for noun in nouns)
        self.kinds_called = {noun: frozenset(kinds) for noun, kinds in kinds_called.items()}
        """The classes of what a noun calls, where the class tree is flat, by the noun's lemma."""
        self._take_measures(measures)
        self._take_relations(relations)
        together = Expressions()

        def sought(some: Sequence[_Patterned]) -> Sought[_Patterned]:
            return Sought(((one, Pattern(one.patterns, fragments, together)) for one in some), together)

        self.qualified, self.periods, self.asking = sought(qualified), sought(periods), sought(asking)
        self.holds, self.events = sought(holds), sought(events)
        worded: list[Measure | Relation | Qualified] = [*measures, *relations, *qualified]
        self.beside = {one.name: Pattern(one.beside, fragments, together) for one in worded if one.beside}
        beside_qualified = [(one, self.beside[one.name]) for one in qualified if one.beside]
        self.words_qualifying = Sought([*self.qualified.every, *beside_qualified], together)
        """The constructions on qualifiers, each by its own words and by those that may stand beside it."""
        self.qualifying = lru_cache(maxsize=MAX_TEXTS)(self._qualifying)
        self.asked = lru_cache(maxsize=MAX_TEXTS)(self._asked)
        self.orders = lru_cache(maxsize=MAX_WORDS)(self._orders)

    def _take_measures(self, measures: Sequence[Measure]) -> None:
        self.measures = list(measures)
        self.measuring = frozenset(noun for one in measures for noun in one.noun)
        """The nouns that name measures."""
        units = _gathered((one.path, one.unit) for one in measures)
        self.units = {
            path: one for path, (one, *more) in units.items() if one is not None and {*more} <= {one}
        }
        """The units of the paths that are counted in one, whatever has them."""
        self.superlatives = _gathered(
            (fold(word), (one, most))
            for one in measures
            for words, most in ((one.most, True), (one.least, False))
            for word in words
        )
        self.comparatives = _gathered(
            (fold(word), (one, more))
            for one in measures
            for words, more in ((one.more, True), (one.less, False))
            for word in words
        )

    def _take_relations(self, relations: Sequence[Relation]) -> None:
        self.relations = list(relations)
        self._governing = _gathered(
            (before, one)
            for one in relations
            for before in (*dict.fromkeys(one.before), *([None] if one.genitive else []))
        )
        self.through: dict[tuple[str, str], str] = {}
        """Prepositions with a noun that say together how things are related, by the noun's lemma: "с музыкой"."""
        for before in self._governing:
            preposition, _, noun = (before or "").partition(" ")
            if noun and " " not in noun:
                self.through |= {(preposition, lemma): before or "" for lemma, _ in readings(noun)[:1]}
        self.nouns = _gathered((fold(noun), one) for one in relations for noun in one.nouns)
        self.kin = frozenset(
            noun for noun, some in self.nouns.items() if all(KIN.issuperset(_named(one.path)) for one in some)
        )
        """The nouns of kinship."""
        self.further = frozenset(
            noun for noun, some in self.nouns.items() if any("/" in one.path for one in some)
        )
        """The nouns of relations that take several steps: "внук"."""
        self.adjectival = frozenset(one.name for one in relations if one.adjective)
        """The names of relations that mere adjectives tell: "французский"."""
        self.sexed = {
            noun: (some[0].sex, some[0].path)
            for noun, some in self.nouns.items()
            if some[0].path in KIN and some[0].sex is not None and len({one.sex for one in some}) == 1
        }
        """Those whom one property leads to, and to kin of the other sex as well: their sex and the property."""

    @classmethod
    def load(cls, folders: Sequence[Path]) -> Constructions:
        """Read those of the last folder that has any, else SimBa's own; raises `RuleError`."""
        folders = [folder / CONSTRUCTIONS for folder in (data_path("rules"), *folders)]
        folder = next((folder for folder in reversed(folders) if folder.is_dir()), folders[0])
        return cls(
            read_yaml(folder / "measures.yaml", TypeAdapter(list[Measure])),
            read_yaml(folder / "relations.yaml", TypeAdapter(list[Relation])),
            read_yaml(folder / "qualifiers.yaml", TypeAdapter(list[Qualified])),
            read_yaml(folder / "periods.yaml", TypeAdapter(list[Period])),
            read_yaml(folder / "asking.yaml", TypeAdapter(list[Asking])),
            read_yaml(folder / "holds.yaml", TypeAdapter(list[Holds])),
            read_yaml(folder / "events.yaml", TypeAdapter(list[Happening])),
            read_yaml(folder / "adjectives.yaml", TypeAdapter(dict[str, ClassId])),
            read_yaml(folder / "words.yaml", TypeAdapter(ConstructionWords)),
            _fragments(folder.parent / FRAGMENTS),
        )

    def governing(self, before: str | None) -> Sequence[Relation]:
        """The relations that a noun has to another by a preposition; without one, by the genitive."""
        return self._governing.get(before, ())

    def _orders(self, word: str) -> bool:
        """Whether things are ordered by what a folded adjective says."""
        return any(lemma in self.superlatives for lemma, _ in readings(word)[:4])

    def tells(self, text: str) -> bool:
        """Whether the words of a folded wording ask for a qualifier."""
        sought = self.qualified.within(text)
        return any(one.asks == "qualifier" and pattern.find(text) for one, pattern in sought)

    def turns(self, text: str) -> bool:
        """Whether the words of a folded wording ask who came before or after somebody."""
        sought = self.qualified.within(text)
        return any(one.inverse is not None and pattern.find(text) for one, pattern in sought)

    def _qualifying(self, wordings: tuple[str, ...]) -> list[tuple[Qualified, Pattern]]:
        """The constructions on qualifiers that stand in one of these wordings."""
        sought = self.qualified.within(*wordings)
        return [(one, pattern) for one, pattern in sought if any(map(pattern.find, wordings))]

    def _asked(self, text: str) -> Mapping[Kind, Occurrence]:
        """The kinds of question whose words stand in a folded wording, each at its first place."""
        found: dict[Kind, Occurrence] = {}
        for asking, pattern in self.asking.within(text):
            if asking.kind not in found and (place := pattern.find(text)):
                found[asking.kind] = place
        return found
