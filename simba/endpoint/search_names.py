"""Stage 4 without a label index: mentions are searched for in the wiki itself.

The wiki finds names by their beginning and knows no inflection, so a mention is searched for as it is written, in the
nominative and by its lemmas; what comes back counts where its lemmas are the mention's, as in the index. A search is a
request: names and phrases come first, and other runs of words only where those are unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from os.path import commonprefix  # of any strings
from typing import NamedTuple, TypeAlias

from simba.common.parallel import together
from simba.endpoint.nominative import nominatives
from simba.endpoint.search import MAX_ENDING, EntitySearch, SearchMatch
from simba.kb.indexed import HUMAN, IndexedName, NameKind
from simba.russian.morphology import gender, lemma_keys, lemmas
from simba.russian.names import MAX_WORDS, bag_keys, exact_key, words_of
from simba.stages.composing.question.wordforms import inflected
from simba.stages.linking.editions import Edition
from simba.stages.linking.lookup import Found, called_by_noun, is_name
from simba.stages.links import ROUTES, Route
from simba.stages.mentions import Mention
from simba.stages.parse import Parse

MAX_MENTIONS = 6
"""Mentions searched for, those that are likeliest to be names; as many others where none of these is one."""
MAX_FORMS = 3
"""Searches for one mention."""
MAX_SEARCHES, MAX_OTHERS = 8, 6
"""Searches for the likeliest mentions of a question, and for the others."""
MAX_BESIDE = 2
"""Other words searched for beside names that were found."""
MIN_LETTERS = 2
"""Letters of a name's longest word."""
MIN_COMMON = 4
"""Letters of a form that stands for all that begin as it does."""
NAMED = 1
"""Greatest doubt of what is taken for a name."""
USUAL, LONG = 3, 4
"""Words of most names, and of nearly all outside quotes."""
MAX_NOUNS = 20_000
JOBS = 5
"""Searches under way at once, as many as Wikimedia allows."""


Named: TypeAlias = Callable[[Collection[str]], Mapping[str, frozenset[str]]]
"""Which entities are called so, by any of their Russian names."""


class SearchNames:
    """Names in a wiki's search; may be shared between threads. Its methods raise `EndpointError`."""

    def __init__(self, search: EntitySearch, named: Named | None = None) -> None:
        """Take the wiki's search and, where there is an endpoint, what tells at once which classes nouns name."""
        self._search, self._named_so = search, named
        self._nouns: dict[str, frozenset[str]] = {}
        self.beginning = lru_cache(maxsize=1_000)(self._beginning)

    def look_up(self, parse: Parse, mentions: Sequence[Mention]) -> list[Found]:
        """Entities called as the likeliest mentions are or, where there are none, as the next likeliest are."""
        self._prepare(words_for_classes(parse))
        likely = sorted(
            (
                (_doubt(parse, mention), len(mention.words) > USUAL, -len(mention.words), number, mention)
                for number, mention in enumerate(mentions)
                if len(mention.words) <= MAX_WORDS
                and max(map(len, mention.words)) >= MIN_LETTERS
                and mention.text.count("«") == mention.text.count("»")
            ),
            key=lambda one: one[:4],
        )
        names = [mention for doubt, *_, mention in likely if doubt <= NAMED]
        hits = self._hits(parse, names[:MAX_MENTIONS], MAX_SEARCHES)
        others = [
            mention
            for doubt, *_, mention in likely
            if doubt > NAMED and not any(_overlap(mention, hit.mention) for hit in hits)
        ]
        if hits:
            others = [one for one in others if len(one.words) == 1 and _is_noun(parse, one)][:MAX_BESIDE]
        hits += self._hits(parse, others[:MAX_MENTIONS], MAX_OTHERS)
        return self._named(hits)

    def _prepare(self, nouns: Collection[str]) -> None:
        """Ask the endpoint, if there is one, for what nouns name that are not known yet."""
        new = [noun for noun in nouns if noun not in self._nouns]
        if new and self._named_so is not None:
            found = self._named_so(new)
            self._nouns = {**(self._nouns if len(self._nouns) < MAX_NOUNS else {}), **found}

    def _hits(self, parse: Parse, mentions: Sequence[Mention], left: int) -> list[_Hit]:
        """What is called as these mentions are; parts of a name that is known are not searched for."""
        hits: list[_Hit] = []
        waiting = {one: _forms(parse, one)[: _tries(parse, one)] for one in mentions}
        while waiting and left > 0:
            outer = [one for one in waiting if not any(_holds(other, one) for other in waiting)][:left]
            texts = [waiting[one].pop(0) for one in outer]
            left -= len(set(texts))
            beginnings = (form for forms in waiting.values() for form in forms if " " in form)
            known = self._searched([*texts, *(one for one in beginnings if _begins(one, texts))])
            for mention, text in zip(outer, texts, strict=True):
                found = _best(mention, known[text])
                hits += found
                if found or not waiting[mention]:
                    del waiting[mention]
                if found and not _doubt(parse, mention):
                    inner = [one for one in waiting if _holds(mention, one)]
                    for one in inner:
                        del waiting[one]
        return hits

    def look_further(self, parse: Parse, mentions: Sequence[Mention], strange: frozenset[int]) -> list[Found]:
        """Titles that begin as a longer name does; the wiki forgives no typos."""
        named = [
            mention
            for mention in mentions
            if mention.source in {"quote", "name"}
            and len(mention.words) > 1
            and not strange.isdisjoint(range(mention.first, mention.last + 1))
        ]
        named = named[:MAX_MENTIONS]
        known = self._searched([mention.text.lower() for mention in named])
        return self._named(
            _Hit(mention, match, "free", "label" if match.is_label else "alias")
            for mention in named
            for match in known[mention.text.lower()]
            if tuple(words_of(match.name)[: len(mention.words)]) == mention.words
        )

    def editions(self, parse: Parse, mentions: Sequence[Mention]) -> list[Edition]:
        """None: the wiki finds names by their beginning."""
        return []

    def named(self, word: str) -> bool:
        """No: a search for each strange word is too much."""
        return False

    def common(self, word: str) -> bool:
        """None is known without a request."""
        return False

    def whole(self, words: Sequence[str]) -> bool:
        """Whether these words are some name in full; none, as that would take a request."""
        return False

    def called(self, noun: str) -> frozenset[str]:
        """The entities that a common noun names."""
        self._prepare([noun])
        if noun in self._nouns:
            return self._nouns[noun]
        return called_by_noun(
            (match.id, match.name) for match in self._search.search(noun) if words_of(match.name) == [noun]
        )

    def _beginning(self, noun: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        words = words_of(noun)
        found = [one.id for one in self._search.search(noun) if words_of(one.name)[: len(words)] == words]
        described = self._search.describe(found)
        return tuple((one, tuple(described[one].classes)) for one in found if one in described)

    def _searched(self, texts: Collection[str]) -> dict[str, Sequence[SearchMatch]]:
        """What each text finds; those that others begin with go first: where nothing begins so, these find nothing."""
        found: dict[str, Sequence[SearchMatch]] = {}
        waiting = dict.fromkeys(texts)
        while waiting:
            first = [text for text in waiting if not any(_begins(other, [text]) for other in waiting)]
            found |= zip(first, together(self._search.search, first, jobs=JOBS), strict=True)
            waiting = {text: None for text in waiting if text not in found}
        return found

    def _named(self, hits: Iterable[_Hit]) -> list[Found]:
        """What the linker weighs, with what the wiki says of the entities."""
        hits = list(hits)
        described = self._search.describe([hit.match.id for hit in hits])
        named: list[Found] = []
        for mention, match, route, kind in hits:
            entity = described.get(match.id)
            if entity is None or (kind == "short" and HUMAN not in entity.classes):
                continue  # "Москва, я люблю тебя" is not called Москва
            key = exact_key(words_of(match.name))
            about = (entity.sitelinks, entity.classes, entity.description)
            named.append((mention, IndexedName(match.id, match.name, kind, *about, key), route))
        return named


class _Hit(NamedTuple):
    mention: Mention
    match: SearchMatch
    route: Route
    kind: NameKind


def _forms(parse: Parse, mention: Mention) -> list[str]:
    """What to search for, in the order of hope; the lemmas of several words seldom agree with one another."""
    written = mention.text.lower()
    forms = nominatives(parse, mention)[:2]
    if len(mention.words) > 1:
        forms.append(written)
    else:  # a common noun is called as the dictionary has it, a name may not be in there
        forms += [written] * (not forms or mention.text != written)
        forms += lemma_keys(mention.words)
    forms = list(dict.fromkeys(forms))[:MAX_FORMS]
    common = commonprefix(forms)  # noqa: RUF071 (no paths)
    if common in forms and len(common) >= max(MIN_COMMON, max(map(len, forms)) - MAX_ENDING):
        return [common]  # it finds what begins as the others do as well
    return forms


def _tries(parse: Parse, mention: Mention) -> int:
    """How many of its forms are worth a search each."""
    doubt = _doubt(parse, mention)
    if doubt > NAMED and len(mention.words) > 1:
        return 1
    return 2 if doubt == NAMED else MAX_FORMS


def _doubt(parse: Parse, mention: Mention) -> int:
    """How little a mention looks like a name: up to `NAMED`, it is one or a name with its class before it."""
    words = parse.words[mention.first : mention.last + 1]
    capital = next((number for number, word in enumerate(words) if word.token.text[:1].isupper()), None)
    if mention.source == "quote":
        return 0
    kinds = {word.token.pos for word in words if not word.token.text[:1].isupper()}
    if not kinds.isdisjoint({"VERB", "AUX"}):
        return 4
    if len(words) > LONG or "ADP" in kinds:
        return 3
    if is_name(parse, mention):
        return 0
    if capital is not None and mention.first + capital > 0:
        return NAMED if capital == 1 and words[0].token.pos in {"NOUN", "PROPN"} else 3
    return 2


def words_for_classes(parse: Parse) -> set[str]:
    """What may name a class: nouns, and two words beside each other ("химический элемент", "станция метро"), also in
    the plural as they stand ("благородные газы"); and verbs, which say what a name is of by their deed."""
    found: set[str] = set()
    for token in parse.tokens:
        if token.pos == "VERB":
            found.add(token.lemma)
        if token.pos != "NOUN":
            continue
        found |= {token.lemma, *lemmas(token.folded)}
        for other in parse.tokens[max(0, token.index - 1) : token.index + 2]:
            if other.head != token.index:
                continue
            if other.index > token.index and other.relation == "nmod":
                found.add(f"{token.lemma} {other.folded}")
            elif other.index < token.index and other.relation == "amod":
                sex = gender(token.lemma, "NOUN") or "masc"
                found.add(f"{other.folded} {token.folded}")
                found.add(f"{inflected(other.lemma, 'nomn', sex)} {token.lemma}")
    return found


def _begins(beginning: str, texts: Iterable[str]) -> bool:
    """Whether one of the texts begins so, and goes on."""
    return any(text.startswith(beginning) and text != beginning for text in texts)


def _holds(outer: Mention, inner: Mention) -> bool:
    """Whether a mention is a part of another."""
    return (
        outer.first <= inner.first
        and inner.last <= outer.last
        and (outer.first, outer.last) != (inner.first, inner.last)
    )


def _is_noun(parse: Parse, mention: Mention) -> bool:
    return mention.source == "subtree" and parse.words[mention.first].token.pos == "NOUN"


def _overlap(one: Mention, other: Mention) -> bool:
    return one.first <= other.last and other.first <= one.last


def _best(mention: Mention, matches: Iterable[SearchMatch]) -> list[_Hit]:
    """The matches that are called as the mention is, each by the best of its names."""
    keys = lemma_keys(mention.words)
    best: dict[str, _Hit] = {}
    for match in matches:
        hit = _hit(mention, keys, match)
        if hit and (match.id not in best or ROUTES.index(hit.route) < ROUTES.index(best[match.id].route)):
            best[match.id] = hit
    return list(best.values())


def _hit(mention: Mention, keys: Sequence[str], match: SearchMatch) -> _Hit | None:
    """The match if it is called as the mention is.

    Of a person's "Кутузов, Михаил Илларионович", what stands before the comma is a short name.
    """
    kinds: tuple[NameKind, NameKind] = ("label" if match.is_label else "alias", "short")
    for name, kind in zip((match.name, match.name.partition(", ")[0]), kinds, strict=True):
        words = words_of(name)
        if not 0 < len(words) <= MAX_WORDS:
            continue
        own = lemma_keys(words)
        if tuple(words) == mention.words:
            return _Hit(mention, match, "exact", kind)
        if not set(own).isdisjoint(keys):
            return _Hit(mention, match, "lemma", kind)
        if not set(bag_keys(own)).isdisjoint(bag_keys(keys)):
            return _Hit(mention, match, "bag", kind)
    return None
