"""Stage 2: the interrogative word or phrase, what it removes from the mentions, and the answer type it expects.

The paper (section 5) keeps a dictionary of question words; ours is ``rules/interrogatives.yaml``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from simba.errors import PatternError, Problem, RuleError
from simba.grammar.compiling import checked
from simba.grammar.files import INTERROGATIVES, AnswerType, ClassId
from simba.grammar.fragments import fragment_name
from simba.grammar.patterns import PatternSet
from simba.grammar.yamlfile import Document, Location, read_document
from simba.russian.morphology import in_dictionary, is_name, readings
from simba.russian.text import Span
from simba.stages.framing import Framing
from simba.stages.lexicon import Words, load_words
from simba.stages.parse import ROOT, Parse, Token

ExpectedType = Literal[
    "person", "group", "place", "date", "number", "text", "thing", "name", "reason", "manner"
]
MAX_NOUN_DISTANCE = 6
"""Words between "какой" and the noun that it asks about."""


class _Entry(BaseModel):
    """Вопросительные слова, после которых ждут ответа одного вида."""

    model_config = ConfigDict(extra="forbid", title="вопросительное слово")

    type: Annotated[
        ExpectedType | Literal["noun"],
        Field(title="вид ответа", description="noun: вид ответа называет существительное («какая река»)"),
    ]
    name: Annotated[str, Field(title="название", description="как это слово зовётся в разборе вопроса")]
    patterns: Annotated[
        list[str], Field(title="образцы", min_length=1, description="регулярные выражения, как в правилах")
    ]


class _Dictionary(BaseModel):
    """Чем и о чём спрашивают по-русски."""

    model_config = ConfigDict(extra="forbid")

    fragments: Annotated[
        dict[str, str], Field(title="фрагменты", description="части образцов этого файла, {так}")
    ]
    interrogatives: Annotated[list[_Entry], Field(title="вопросительные слова", min_length=1)]
    requests: Annotated[
        list[str], Field(title="просьбы", description="образцы слов, за которыми следует вопрос: «назовите»")
    ]
    closings: Annotated[
        list[str], Field(title="просьбы после вопроса", description="образцы слов за ним: «не знаете?»")
    ] = []
    tags: Annotated[
        list[str], Field(title="переспросы", description="образцы слов за утверждением: «не так ли?»")
    ] = []
    pleas: Annotated[
        list[str], Field(title="вежливость", description="образцы слов за вопросом и без знака: «плиз»")
    ] = []
    last: Annotated[
        list[str],
        Field(title="спрашивают и в конце", description="образцы слов, которые переносятся в начало"),
    ] = []
    nouns: Annotated[
        dict[AnswerType, list[str]],
        Field(title="существительные", description="существительные после «какой» по видам ответа"),
    ]
    classes: Annotated[
        dict[AnswerType, list[ClassId]],
        Field(title="классы", description="классы Викиданных (P31/P279*) по видам ответа"),
    ]
    fillers: Annotated[
        list[str], Field(title="пустые слова", description="слова, которые ничего не говорят о вопросе")
    ]


FRAMES = ("requests", "closings", "tags", "pleas", "last")
"""What of the dictionary stands around a question."""
DICTIONARY = TypeAdapter(_Dictionary)
NOMINAL = frozenset({"NOUN", "ADJ", "PRON", "DET", "NUM"})
PAIR = 2
"""Commas around a clause."""
MAX_LEAD = 4
"""Tokens from a comma to the word that looks back: "в честь которого"."""


@dataclass(frozen=True, slots=True)
class DictionaryPattern:
    """A pattern of the dictionary: where it stands, as its author wrote it, and with its fragments filled in."""

    location: Location
    text: str
    regex: str


def dictionary_path(folders: Sequence[Path]) -> Path:
    """The dictionary that holds: that of the last folder that has one."""
    paths = [folder / INTERROGATIVES for folder in folders]
    return next((path for path in reversed(paths) if path.exists() or path.is_symlink()), paths[0])


def filled_patterns(document: Document[_Dictionary]) -> list[DictionaryPattern]:
    """The dictionary's fragments and patterns; raises `RuleError` with all that are wrong."""
    fragments: dict[str, str] = {}
    patterns: list[DictionaryPattern] = []
    problems: list[Problem] = []

    def add(source: str, *location: int | str) -> str:
        try:
            patterns.append(DictionaryPattern(location, source, checked(source, fragments)))
        except PatternError as error:
            problems.append(
                document.problem(
                    location, f"образец «{source}»: {error}", offset=error.start, advice=error.advice
                )
            )
            return ""
        return patterns[-1].regex

    for name, source in document.content.fragments.items():
        fragments[fragment_name(name)] = f"(?:{add(source, 'fragments', name)})"
    for number, entry in enumerate(document.content.interrogatives):
        for place, source in enumerate(entry.patterns):
            add(source, "interrogatives", number, "patterns", place)
    for key in FRAMES:
        for place, source in enumerate(getattr(document.content, key)):
            add(source, key, place)
    if problems:
        raise RuleError(*problems)
    return patterns


@dataclass(frozen=True, slots=True)
class Interrogative:
    """What asks: the removed spans, the expected answer type (None: anything) and the noun that names the class."""

    removed: tuple[Span, ...]
    name: str | None
    type: ExpectedType | None
    noun: Token | None
    several: bool = False
    """Whether the question asks for more than one thing ("Кто основал музей и в каком году?")."""
    polar: bool = False
    """Whether it wants a yes or no ("Правда ли, что ...", "Пушкин родился в Москве?")."""

    agent: bool = False
    """Whether it asks who did what a passive says: "Кем был учреждён орден?"."""

    def covers(self, span: Span) -> bool:
        """Whether a removed phrase overlaps the span."""
        return any(map(span.overlaps, self.removed))


NO_INTERROGATIVE = Interrogative((), None, None, None)


class InterrogativeDictionary:
    """The dictionary, compiled once."""

    def __init__(self, dictionary: _Dictionary, asking: list[str], framing: Framing, words: Words) -> None:
        self.framing = framing
        self._words = words
        self._entries = [entry for entry in dictionary.interrogatives for _ in entry.patterns]
        self._patterns = PatternSet(asking)
        self._nouns = {noun: kind for kind, nouns in dictionary.nouns.items() for noun in nouns}
        self._naming = frozenset(dictionary.nouns.get("text", ()))
        self.fillers = frozenset(dictionary.fillers)
        self.classes: dict[str, frozenset[str]] = {
            kind: frozenset(ids) for kind, ids in dictionary.classes.items()
        }

    @classmethod
    def load(cls, folders: Sequence[Path]) -> InterrogativeDictionary:
        """Read ``interrogatives.yaml`` of the last folder that has one; raises `RuleError`."""
        document = read_document(dictionary_path(folders), DICTIONARY)
        patterns = filled_patterns(document)

        def of(key: str) -> list[str]:
            return [pattern.regex for pattern in patterns if pattern.location[0] == key]

        asking = of("interrogatives")
        words = load_words(folders)
        framing = Framing({key: of(key) for key in FRAMES}, asking, words)
        return cls(document.content, asking, framing, words)

    def find(self, parse: Parse) -> Interrogative:
        """The question's interrogative; one without spans and type where it has none ("столица Туркмении")."""
        removed = []
        request = self.framing.requests.match(parse.folded)
        if request:
            removed.append(Span(0, request.end()))
        quoted = parse.quotes
        found = []
        for match in self._patterns.finditer(parse.folded):
            nothing = self._words.asks_nothing.match(parse.folded, match.span.stop)
            if nothing or any(one.covers(match.span) for one in (*quoted, *removed)):
                continue  # "кто-нибудь знает, ..." asks nothing of anybody
            if parse.folded[match.span.start : match.span.stop] in self._words.than and _compares(
                parse, match.span
            ):
                continue
            if request and _of_standing(parse, match.span):
                continue  # "назовите фильмы того, кто снял X"
            relative = _follows_comma(parse.folded, match.span.start) and not request
            found.append((relative, match.span.start, -match.span.stop, match.pattern))
        polar = _is_polar(parse, removed, self._words, asks=bool(found or request))
        unasked = Interrogative(tuple(removed), "просьба" if request else None, None, None, polar=polar)
        if not found:
            return unasked
        _, start, stop, index = min(found)
        span = _with_preposition(parse, Span(start, -stop))
        if polar and _describes(parse, span, 0):
            return unasked  # "правда ли, что X — автор книги, по которой снят Y"
        if _describes_below(parse, span, self._named_from(parse, removed[0].stop) if request else 0):
            return unasked
        entry = self._entries[index]
        noun = None
        before = span if entry.type == "name" else removed[0] if request else None
        described = _described_noun(parse, before, span, self._words.relative, self._naming)
        if described is None and request and _describes(parse, span, removed[0].stop):
            return unasked  # "назовите фильмы с X, которые сняты Y"
        if described is not None and before is None and _is_told_of(parse, described):
            return replace(unasked, polar=_is_polar(parse, removed, self._words, asks=False))
        if described is not None:
            noun = described
            start = before.stop if before else noun.span.start
            removed.append(Span(start, noun.span.stop))
        elif entry.type in {"manner", "reason"}:
            noun = next((token for token in parse.within(span) if token.pos == "NOUN"), None)
        elif entry.type in {"noun", "person", "thing"}:
            noun = self._noun(parse, span, after_of=entry.type != "noun")
        if described is None and entry.type == "noun" and noun is not None:
            between = [token for token in parse.tokens if span.stop <= token.span.start < noun.span.start]
            if _tells_whose(between):
                removed.append(noun.span)
            else:
                span = Span(min(span.start, noun.span.start), max(span.stop, noun.span.stop))
        removed.append(span)
        expected = self._noun_type(noun) if entry.type == "noun" or described is not None else entry.type
        agent = expected == "name" and _is_passive(parse, span)
        if agent:
            expected = "person"
        # An amount is asked for beside whether it is so: "высока ли башня, сколько в ней метров".
        several = (polar and expected == "number") or any(
            self._words.joins.search(parse.folded[: other[1]])
            and not self._looks_back(parse, other[1], described)
            for other in found
            if other[1] > span.stop
        )
        return Interrogative(tuple(removed), entry.name, expected, noun, several, polar, agent)

    def _named_from(self, parse: Parse, start: int) -> int:
        """The token with which what is asked for begins behind a request: nouns for names add nothing."""
        behind = (t.index for t in parse.tokens if t.span.start >= start and t.lemma not in self._naming)
        return next(behind, len(parse.tokens))

    def _looks_back(self, parse: Parse, start: int, described: Token | None) -> bool:
        """Whether "который" joins a clause to another one: "фильмы, в которых играл X и которые снял Y".

        So does "где" right behind "и", of a noun that such clauses describe: "фильмы, в которых играл X и где играл Y".
        """
        number = next(n for n, one in enumerate(parse.tokens) if one.span.stop > start)
        token, before = parse.tokens[number], parse.tokens[max(number - 2, 0) : number]
        if token.lemma == "который":
            return any(one.text == "," for one in parse.tokens[:number])
        joined = len(before) > 1 and before[1].pos == "CCONJ" and before[0].text != ","
        return described is not None and joined and token.folded in self._words.relative

    def _noun(self, parse: Parse, span: Span, *, after_of: bool) -> Token | None:
        """The noun that "какой" asks about: its head in the tree, else the next noun; after "кто из" the noun there."""
        inside = parse.within(span)
        if not inside:
            return None
        last = inside[-1]
        following = parse.tokens[last.index + 1 : last.index + 1 + MAX_NOUN_DISTANCE]
        if not after_of and (ordered := _ordered_noun(following)) is not None:
            return ordered
        if after_of:
            if not following or following[0].folded not in self._words.among:
                return None
            following = following[1:]
        if last.pos == "NOUN" and not after_of:
            return last
        if not after_of:
            case = last.features.get("Case")
            further = parse.tokens[last.index + 1 : last.index + 1 + 2 * MAX_NOUN_DISTANCE]
            for number, token in enumerate(further):
                if token.pos == "VERB":
                    break
                if token.pos != "NOUN" or token.features.get("Case") != case:
                    continue
                if _tells_whose(further[:number]) and not parse.quotes_hold(token.span):
                    return token
        for token in following:
            if token.pos == "NOUN" or (token.pos == "PROPN" and not token.text[:1].isupper()):
                return token
            if token.pos == "PROPN" and token.index == last.head and _is_common(token.folded):
                return token  # "на какой Олимпиаде"
            if (
                token.pos in {"VERB", "PUNCT", "AUX"}
                and token.folded not in {'"'}
                and (
                    token.features.get("VerbForm") != "Part" or token.features.get("Variant") == "Short"
                )  # "какому святому посвящён собор": no cathedral is asked for
            ):
                return None
        return None

    def _noun_type(self, noun: Token | None) -> ExpectedType | None:
        if noun is None:
            return None
        listed = self._nouns.get(noun.lemma)
        if listed:
            return listed
        tags = [tag for lemma, tag in readings(noun.folded) if lemma == noun.lemma]
        # Of a word that the dictionary lacks it only guesses ("восьмитысячник").
        return "person" if tags and "NOUN,anim" in tags[0] and in_dictionary(noun.folded) else None


def _is_common(word: str) -> bool:
    """Whether a word may tell what is asked for: "Олимпиаде", also "Евровидении", of which there are many."""
    return in_dictionary(word) and (not is_name(word) or any("Orgn" in tag for _, tag in readings(word)))


def _tells_whose(between: Sequence[Token]) -> bool:
    """Whether a preposition and a name stand between "какой" and its noun: "какая у реки Лены длина"."""
    named = any(token.text[:1].isupper() for token in between)
    return named and between[0].pos == "ADP"


def _ordered_noun(following: Sequence[Token]) -> Token | None:
    """The noun behind what things are ordered by: "какая вторая по высоте гора", "самый большой по площади остров"."""
    by = next((number for number, token in enumerate(following) if token.folded == "по"), 0)
    if not by or by + 1 == len(following) or any(token.pos != "ADJ" for token in following[:by]):
        return None
    own = {following[by - 1].features.get("Case"), "Nom", "Acc"}  # the tagger may doubt which
    nouns = [token for token in following[by + 2 : by + 4] if token.pos == "NOUN"]
    return next((token for token in nouns if token.features.get("Case") in own), None)


def _described_noun(
    parse: Parse, before: Span | None, asking: Span, relative: frozenset[str], naming: Collection[str]
) -> Token | None:
    """The noun with a clause of its own that is asked for: "как называется город, в котором ...".

    Where nothing asks before it, it is asked for if the clause's pronoun seems to: "город, в котором ...". Nouns for
    names before it add nothing: "назовите имя режиссёра, который ...".
    """
    after = [token for token in parse.tokens if before is None or token.span.start >= before.stop]
    number = next(
        (
            number
            for number, one in enumerate(after)
            if one.pos not in {"ADJ", "DET"} and one.lemma not in naming
        ),
        len(after),
    )
    if number >= len(after) or after[number].pos != "NOUN":
        return None
    comma = number + 1 + (_place_behind(after[number + 1 :]) if before is not None else 0)
    if comma >= len(after) or after[comma].text != ",":
        return None
    clause = after[comma + 1 :]
    leads = [
        one
        for one in clause[:MAX_LEAD]
        if one.features.get("VerbForm") == "Part" or one.lemma == "который" or one.lemma in relative
    ]
    if not leads or (before is None and not asking.overlaps(leads[0].span)):
        return None
    # "Стекловидное тело, где находится?" asks where, "город, где родился Гоголь" for the town.
    said = leads[0].lemma not in relative or any(one.pos in {"NOUN", "PROPN"} for one in clause)
    return after[number] if said else None


def _place_behind(tokens: Sequence[Token]) -> int:
    """How many tokens say by a preposition and a name where the noun before them is: "город в США, где ..."."""
    if not tokens or tokens[0].pos != "ADP":
        return 0
    names = list(takewhile(lambda one: one.text[:1].isupper(), tokens[1:]))
    return 1 + len(names) if names else 0


def _with_preposition(parse: Parse, span: Span) -> Span:
    before = [token for token in parse.tokens if token.span.stop <= span.start]
    return Span(before[-1].span.start, span.stop) if before and before[-1].pos == "ADP" else span


def _is_polar(parse: Parse, removed: list[Span], words: Words, *, asks: bool) -> bool:
    """A question with "ли" outside its request, or with a finite verb, a question mark, and no interrogative."""
    if any(
        token.folded in words.polar
        and not token.text.istitle()  # "Роберт Ли"
        and not any(span.overlaps(token.span) for span in (*removed, *parse.quotes))
        for token in parse.tokens
    ):
        return True
    marked = parse.folded.rstrip().endswith("?")
    return (
        not asks
        and marked
        and any(_is_predicate(parse, token, words.either) for token in _roots(parse))
        and not any(_is_offered(parse, token, words.either) for token in parse.tokens)
    )


def _is_offered(parse: Parse, token: Token, either: frozenset[str]) -> bool:
    """Whether "или" joins a name to the one that the question is about: "Бах или Гендель родился раньше?"."""
    return (
        token.relation == "conj"
        and token.pos == "PROPN"
        and parse.tokens[token.head].relation.startswith("nsubj")
        and any(parse.tokens[kid].folded in either for kid in parse.children[token.index])
    )


def _roots(parse: Parse) -> Sequence[Token]:
    """The roots of the tree; all tokens where a parser's tree is but a cycle."""
    return [token for token in parse.tokens if token.head == ROOT] or parse.tokens


def _is_predicate(parse: Parse, root: Token, either: frozenset[str]) -> bool:
    """Whether the root says something of a subject: a finite verb, a short form, what somebody "was"."""
    copulas = (parse.tokens[kid] for kid in parse.children[root.index] if parse.tokens[kid].relation == "cop")
    verb = root if root.pos == "VERB" else next(copulas, None)
    if verb is not None and verb.features.get("VerbForm") == "Fin":
        return True
    short = root.pos in {"ADV", "ADJ"} or root.features.get("Variant") == "Short"  # "родом", "основан"
    subject = any(parse.tokens[kid].relation.startswith("nsubj") for kid in parse.children[root.index])
    return short and subject and not any(token.folded in either for token in parse.tokens)


def _describes_below(parse: Parse, span: Span, first: int) -> bool:
    """Whether a clause describes what another noun is of, which is asked for: "столица страны, где находится Этна".

    The first tokens may belong to a request.
    """
    comma = next((token.index for token in parse.tokens if token.text == ","), 0)
    asking = next((token.index for token in parse.within(span) if token.index > comma), 0)
    before = parse.tokens[first:comma]
    begins = (
        before[:1] if not first else ()
    )  # a tagger takes it for a name: "Год рождения режиссёра, которым"
    if not 0 < asking - comma <= MAX_LEAD or any(
        token.pos not in NOMINAL for token in before if token not in begins
    ):
        return False
    nouns = [
        token
        for token in before
        if token.pos in {"NOUN", "PRON"} or token.lemma == before[-1].lemma or token in begins
    ]
    cases = [token.features.get("Case") for token in nouns]
    return len(cases) > 1 and cases[0] in {"Nom", "Acc"} and cases[-1] == "Gen"


def _of_standing(parse: Parse, span: Span) -> bool:
    """Whether a word leads what is said of "тот": "того, кто", "то, что"."""
    before = [one for one in parse.tokens if one.span.stop <= span.start]
    return len(before) > 1 and before[-1].text == "," and before[-2].lemma == "тот"


def _is_told_of(parse: Parse, noun: Token) -> bool:
    """Whether a verb behind a noun's clause tells something of it: "город, в котором родился X, стоит на Неве?"."""
    commas = [t.index for t in parse.tokens if t.text == "," and not parse.quotes_hold(t.span)]
    if len(commas) < PAIR or commas[0] < noun.index:
        return False
    behind = parse.tokens[commas[-1] + 1 :]
    return any(
        t.pos == "VERB" and t.features.get("VerbForm") == "Fin" for t in behind[:MAX_LEAD]
    ) and not any(t.lemma == "который" for t in behind[:MAX_LEAD])


def _describes(parse: Parse, span: Span, start: int) -> bool:
    """Whether "который" right behind a comma looks back at a noun, of those behind a place."""
    inside = [one for one in parse.within(span) if one.lemma == "который"]
    before = [one for one in parse.tokens if start <= one.span.start and one.span.stop <= span.start]
    return bool(inside and before) and before[-1].text == "," and any(one.pos == "NOUN" for one in before)


def _compares(parse: Parse, span: Span) -> bool:
    """Whether a word follows a comparative: "выше, чем Эльбрус" asks nothing."""
    before = [token for token in parse.tokens if token.span.stop <= span.start and token.is_word]
    return bool(before) and any("COMP" in tag for _, tag in readings(before[-1].folded))


def _is_passive(parse: Parse, span: Span) -> bool:
    """Whether "кем был" asks who did something, not who somebody was."""
    after = next((token for token in parse.tokens if token.span.start >= span.stop), None)
    short = after is not None and after.features.get("VerbForm") == "Part"
    return short or any(token.relation == "aux:pass" for token in parse.within(span))


def _follows_comma(folded: str, start: int) -> bool:
    return folded[:start].rstrip().endswith(",")
