"""Stage 4, its first half: the entities that have a mention for a name, and by which route each was found.

Routes in the order of the paper's section 5 (exact, by lemmas, in any order, free form) with typos last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Protocol, TypeVar

from simba.kb.index import KeyField, LabelIndex
from simba.kb.indexed import HUMAN, IndexedName
from simba.russian.morphology import in_dictionary, lemma, lemma_keys, lemmas, readings
from simba.russian.morphology import is_name as only_name
from simba.russian.names import MAX_WORDS, bag_keys, exact_key, in_nominative, surnames_of, words_of
from simba.russian.numerals import ordinals_in, written
from simba.russian.spelling import SHORTEST_EDITED, heard_alike, is_slip, near_spellings, near_words
from simba.stages.lexicon import Words
from simba.stages.linking.editions import Edition, editions
from simba.stages.links import ROUTES, Route
from simba.stages.mentions import Mention
from simba.stages.parse import Parse, Word

_One = TypeVar("_One")
Found = tuple[Mention, IndexedName, Route]
MAX_FOUND = 2000
"""Entities found for all mentions of a question; ordinary ones have a few dozens."""
MAX_FREE_FORM = 100
"""Words, of all longer names of a question, that are looked for in titles."""
MAX_BEGINNING = 300
"""Names looked at for those that begin with a noun."""
MAX_LONGER, MAX_BEARERS = 10, 40
"""Longer names looked at for a mention of several words, and for a surname; the best known come first."""
MAX_REPAIRED = 60
"""Letters, of all names of a question, whose misspelling is looked for: each letter may stand for some fifty others."""
MAX_PERSON_WORDS = 4
"""Words of a person's longest full name."""
SURNAMED = frozenset(
    {HUMAN, "Q95074", "Q15632617", "Q3658341", "Q15773347", "Q15773317", "Q15711870", "Q1114461"}
)
"""Classes of those that go by a surname alone: people, and those of novels, films, cartoons and comics."""
MAX_REPAIRED_WORDS = 5
"""Words of the longest name that a misspelt word is repaired in."""


class Names(Protocol):
    """Where names are looked up: a label index, or a wiki's search."""

    def look_up(self, parse: Parse, mentions: Sequence[Mention], /) -> list[Found]:
        """The entities that are called as a mention is, however inflected; each once a mention, by its best route."""

    def look_further(
        self, parse: Parse, mentions: Sequence[Mention], strange: frozenset[int], /
    ) -> list[Found]:
        """Names for the ``strange`` words, numbers in `Parse.words`, that are in no name found: titles and people's
        full names that hold the mention's words among others, then misspelt names.
        """

    def editions(self, parse: Parse, mentions: Sequence[Mention], /) -> list[Edition]:
        """What has a year in its name ("Кубок Стэнли 1967"), and is named with that year by words of the question."""

    def named(self, word: str, /) -> bool:
        """Whether some name is or holds this word, as far as that is known without asking for it."""

    def common(self, word: str, /) -> bool:
        """Whether something goes by this word, in whatever form, in small letters: "марсоход"."""

    def whole(self, words: Sequence[str], /) -> bool:
        """Whether these words are some name in full, in this order or another."""

    def called(self, noun: str, /) -> frozenset[str]:
        """The entities that a common noun names: for "роман", the class of novels (and whatever else is called so)."""

    def beginning(self, noun: str, /) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The entities whose names begin with a noun, best known first, each with its classes: "президент США"."""


def called_by_noun(named: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Of identifiers with names that are a common noun's, those without a capital if there are any: films, towns and
    papers may be called as a class is, but nothing is one of them.
    """
    found = tuple(named)
    return frozenset([one for one, name in found if name[:1].islower()] or [one for one, _ in found])


class IndexNames:
    """Names in a knowledge base's label index; may be shared between threads."""

    def __init__(self, index: LabelIndex, words: Words) -> None:
        """Take an opened index, and the words that names are told by."""
        self._index = index
        self._words = words
        self.called = lru_cache(maxsize=20_000)(self._called)
        self.beginning = lru_cache(maxsize=1_000)(self._beginning)

    def look_up(self, parse: Parse, mentions: Sequence[Mention]) -> list[Found]:
        """Entities by the lemmas of each mention in their order, which finds exact names too, else in any order."""
        numbered = ordinals_in(parse.spelt)
        known = set(filter(in_dictionary, {word for mention in mentions for word in mention.words}))
        keys = [key for mention in mentions for key in self._keys(mention, numbered, known)]
        found: dict[tuple[int, int, str], Found] = {}
        found_in_order: set[int] = set()
        for number in self._index.known([gate for _, _, _, gate in keys]):
            mention, field, key, _ = keys[number]
            if field == "bag" and id(mention) in found_in_order:
                continue
            entities = self._index.find(field, key)
            if entities:
                found_in_order.add(id(mention))
            as_written = exact_key(mention.words)
            for entity in entities:
                exact = entity.key == as_written or (field == "exact" and key == as_written)
                route: Route = "exact" if exact else "bag" if field == "bag" else "lemma"
                place = (mention.first, mention.last, entity.id)
                if place not in found or ROUTES.index(route) < ROUTES.index(found[place][2]):
                    found[place] = (mention, entity, route)
            if len(found) >= MAX_FOUND:
                break
        return list(found.values())

    def _keys(
        self, mention: Mention, numbered: Sequence[tuple[int, int, int]], known: set[str]
    ) -> list[tuple[Mention, KeyField, str, str]]:
        """What a mention is looked up by, each with the lemma or bag key that names with it have."""
        words = mention.words
        in_order = lemma_keys(words) if len(words) <= MAX_WORDS else []
        some: list[tuple[Mention, KeyField, str, str]] = [(mention, "lemma", key, key) for key in in_order]
        if len(words) > 1:
            # "Отец Александра Дюма" is somebody else than "Александр Дюма (отец)".
            if lemma(words[0]) not in self._words.kin:
                # One whose words stand in the alphabet's order has for a bag the very key that it has in order.
                some += [(mention, "bag", key, key) for key in bag_keys(in_order)]
            some += [(mention, "lemma", key, key) for key in _respelled(mention, numbered)]
        if not some:
            some.append((mention, "exact", key := exact_key(words), key))
        if len(words) == 2:
            some += [(mention, "exact", key, lemma_keys(key.split(" "))[0]) for key in in_nominative(words)]
        if not known.issuperset(words):
            some += [(mention, "exact", key, read_as) for key, read_as in _as_forms(in_order)]
        return some

    def look_further(self, parse: Parse, mentions: Sequence[Mention], strange: frozenset[int]) -> list[Found]:
        """Longer names that hold the mention's words among others, then misspelt names."""
        whole = [one for one in mentions if _holds_whole_names(one, strange)]
        longer = (one for one in whole if len(one.words) <= 2 or is_name(parse, one))
        found: list[Found] = [
            hit
            for mention in _first(longer, lambda one: len(one.words), MAX_FREE_FORM)
            for hit in self._longer(mention)
        ]
        placed = {number for mention, _, _ in found for number in range(mention.first, mention.last + 1)}
        misspelt = (
            (one, number - one.first)
            for one in whole
            for number in range(one.first, one.last + 1)
            if number in strange and number not in placed and len(one.words) <= MAX_REPAIRED_WORDS
            if len(one.words) > 1 or not _is_known_given_name(one.words[0])  # a Vera is no misspelt Verne
            if self._may_be_named(one.words, number - one.first)
        )
        for mention, place in _first(misspelt, lambda one: len(one[0].words[one[1]]), MAX_REPAIRED):
            found += [(mention, entity, "typo") for entity in self._near(mention.words, place)]
        return found

    def editions(self, parse: Parse, mentions: Sequence[Mention]) -> list[Edition]:
        """What has a year in its name, and is named with that year by the words of the question."""
        usable = sorted({one.first for one in mentions if one.first == one.last})
        words = self._words
        return list(editions(self._index, parse, usable, words.alike, words.years))

    def _longer(self, mention: Mention) -> Iterator[Found]:
        """The names that hold the mention's words among others; of one word, only people who have it for a surname."""
        several = len(mention.words) > 1
        for entity in self._index.find_free_form(mention.words, MAX_LONGER if several else MAX_BEARERS):
            if _bears(entity, mention.words):
                yield mention, entity, "surname"
            elif several:
                yield mention, entity, "free"

    def _near(self, words: tuple[str, ...], place: int) -> list[IndexedName]:
        """The names that the words would be, were the one at this place spelt rightly, or as two."""
        likely = lemma_keys(words)[0].split(" ")
        if len(likely) != len(words):
            return []
        before, after = (" ".join([*likely[:place], ""]), " ".join(["", *likely[place + 1 :]]))
        keys = [*_near_forms(words[place])]
        if len(words) > 1:
            keys = [f"{before}{form}{after}" for form in keys]
        for parts in _apart(words[place]):
            if self._index.may_hold(map(lemmas, parts)):
                keys += lemma_keys((*words[:place], *parts, *words[place + 1 :]))
        return self._index.find_near(keys)

    def _may_be_named(self, words: tuple[str, ...], place: int) -> bool:
        """Whether names have the other words, however the one at this place is spelt."""
        others = [
            lemmas(one) for one in (*words[:place], *words[place + 1 :]) if not _is_number_or_initial(one)
        ]
        return self._index.may_hold(others)

    def named(self, word: str) -> bool:
        """Whether some name is or holds this word, in whatever form."""
        return any(map(self._index.has_word, (word, *surnames_of(word))))

    def whole(self, words: Sequence[str]) -> bool:
        """Whether these words are some name in full, in this order or another."""
        return bool(self._index.known(bag_keys(lemma_keys(words))))

    def common(self, word: str) -> bool:
        """Whether something goes by this word, in whatever form, in small letters."""
        known = (one for lemma in lemmas(word) for one in self._index.find("exact", lemma))
        return any(one.name[:1].islower() for one in known)

    def _called(self, noun: str) -> frozenset[str]:
        first = noun.partition("-")[0]
        if first != noun and readings(first)[0][1].startswith(
            "NOUN,inan"
        ):  # what people are is seldom all told
            noun = " ".join(words_of(noun))
        return called_by_noun((one.id, one.name) for one in self._index.find("exact", noun))

    def _beginning(self, noun: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        words = words_of(noun)
        found = self._index.find_free_form(words, MAX_BEGINNING)
        return tuple(
            (one.id, tuple(one.classes)) for one in found if words_of(one.name)[: len(words)] == words
        )


def _is_known_given_name(word: str) -> bool:
    return in_dictionary(word) and any("Name sing" in tag for _, tag in readings(word))


def _is_number_or_initial(word: str) -> bool:
    """Whether names may be found by this word though they are written with another: "2" with "второй", "М." in full."""
    return len(word) == 1 or bool(ordinals_in([word]))


@lru_cache(maxsize=MAX_REPAIRED_WORDS)
def _near_forms(word: str) -> frozenset[str]:
    """What a misspelt word or its lemmas may be meant for; the names that hold it are looked up one after another.

    A word that the dictionary has is no slip of the finger: who asks for Karelia asks for no Karelin. It may be a form
    of a surname, though, and a name another that sounds alike.
    """
    stems = [word, *(lemma for lemma in lemmas(word) if len(lemma) >= SHORTEST_EDITED)]
    if in_dictionary(word):
        return frozenset(surnames_of(word)).union(*(map(heard_alike, stems) if only_name(word) else ()))
    slips = (one for one in near_words(word) if is_slip(word, one))
    return frozenset().union(*map(near_spellings, stems), *map(lemmas, slips))


def _apart(word: str) -> Iterator[tuple[str, str]]:
    """A misspelt word as two: an apostrophe left out ("дарк"), or a space between words of the dictionary."""
    if in_dictionary(word):
        return
    for cut in range(1, len(word)):
        first, second = word[:cut], word[cut:]
        if cut == 1 or (in_dictionary(first) and in_dictionary(second)):
            yield first, second


def _as_forms(in_order: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Names that are read as forms of other words, with these: "олег лодочников", of whom the boatmen have many.

    Only a name that the dictionary lacks is misread so.
    """
    for key in in_order:
        read_as = lemma_keys(key.split(" "))[0]
        if read_as not in in_order:
            yield key, read_as


def _respelled(mention: Mention, numbered: Sequence[tuple[int, int, int]]) -> Iterator[str]:
    """The keys of a mention of several words with its ordinal written otherwise, and with two words written as one."""
    for place, number, taken in numbered:
        if mention.first <= place and place + taken <= mention.last + 1 and taken < len(mention.words):
            before, after = (
                mention.words[: place - mention.first],
                mention.words[place - mention.first + taken :],
            )
            for spelled in written(number):
                yield from lemma_keys((*before, spelled, *after))
            break
    if len(mention.words) == 2 and all(map(str.isalpha, mention.words)):
        yield from (mention.words[0] + last for last in lemmas(mention.words[1]))


def _first(some: Iterable[_One], cost: Callable[[_One], int], most: int) -> Iterator[_One]:
    """The first that cost no more than the most together; those that alone cost more are passed over."""
    for one in some:
        if cost(one) <= most:
            most -= cost(one)
            yield one


def _holds_whole_names(mention: Mention, strange: frozenset[int]) -> bool:
    """Whether the mention has strange words, and none stands right beside it: a half of a name is another's."""
    inside = range(mention.first, mention.last + 1)
    return not strange.isdisjoint(inside) and strange.isdisjoint((mention.first - 1, mention.last + 1))


def _bears(entity: IndexedName, words: Sequence[str]) -> bool:
    """Whether the full name of a person or character begins or ends with the surname ("Касперский, Евгений")."""
    if entity.classes and SURNAMED.isdisjoint(entity.classes):
        return False
    own = entity.key.split(" ")
    surname = own[0] if "," in entity.name else own[-1]
    return len(own) <= MAX_PERSON_WORDS and any(
        not set(lemmas(word)).isdisjoint(lemmas(surname)) for word in words
    )


def strange_words(parse: Parse, found: Iterable[Mention], usable: Callable[[Word], bool]) -> frozenset[int]:
    """The words in no name that was found, that capitals or the dictionary, which lacks them or has them for names
    alone, say to be names; numbers in `Parse.words`.
    """
    placed = {number for mention in found for number in range(mention.first, mention.last + 1)}
    return frozenset(
        number
        for number, word in enumerate(parse.words)
        if number not in placed
        and word.folded.isalpha()
        and usable(word)
        and (
            (word.token.text[:1].isupper() and (number or word.token.pos == "PROPN"))
            or not in_dictionary(word.folded)
            or only_name(word.folded)
        )
    )


def is_name(parse: Parse, mention: Mention) -> bool:
    """Whether quotes or capitals say so; the question's first word has a capital anyway."""
    if mention.source == "quote":
        return True
    return mention.text[:1].isupper() and (mention.first > 0 or parse.words[0].token.pos == "PROPN")
