"""Adjectives that say which of several are asked for: not all whom a film has are its "рыжие актёры"."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import regex

from simba.answer import Value
from simba.common.vocabulary import INSTANCE_OF, entity_id
from simba.kb.facts import Gatherer, WantedFacts, entity_ids
from simba.query import Entity, Hop, path
from simba.russian.morphology import in_dictionary, is_given_name, lemmas, may_be, readings
from simba.russian.names import genders, words_of
from simba.russian.numerals import cardinal
from simba.russian.text import fold
from simba.stages.attempts import Attempt
from simba.stages.heeding.callings import words_called
from simba.stages.interrogative import Interrogative
from simba.stages.parse import ROOT, Parse, Token

SEX, MALE = "P21", "Q6581097"
SAYING = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV"})
"""Parts of speech that say something of what is asked for."""
_WOMAN = "NOUN,anim,femn"


def limiting(parse: Parse, interrogative: Interrogative, fillers: Collection[str]) -> tuple[Token, ...]:
    """The words of a question that say which of several are asked for: adjectives, and the name of whose they are."""
    noun = interrogative.noun
    if noun is not None and noun.features.get("Number") != "Plur":
        return ()
    if noun is None and interrogative.type is not None:
        return ()
    return tuple(
        token
        for token in parse.tokens
        if limits(token, parse, interrogative, fillers) or (noun is not None and _is_whose(token, noun))
    )


def _is_whose(token: Token, noun: Token) -> bool:
    """Whether a name right behind the asked noun says whose or where they are: "в каких странах Африки"."""
    beside = token.index == noun.index + 1 and token.head == noun.index
    return (
        beside and token.pos == "PROPN" and token.features.get("Case") == "Gen" and token.text[:1].isupper()
    )


def limits(token: Token, parse: Parse, interrogative: Interrogative, fillers: Collection[str]) -> bool:
    """Whether a word is such an adjective: "какие рыжие актёры", "детские стихи Пушкина", not "известные актёры"."""
    noun = interrogative.noun
    if not _is_adjective(token) or not {token.folded, *lemmas(token.folded)}.isdisjoint(fillers):
        return False
    if parse.quotes_hold(token.span):
        return False
    if noun is not None:
        if noun.features.get("Number") != "Plur":
            return False
        before = parse.tokens[token.head] is noun and token.index < noun.index
        return before or _is_said_of(token, noun)
    if interrogative.type is not None:
        return False
    if interrogative.removed and token.relation.startswith("nsubj"):
        return True  # "какие русские", "какой святой"
    # What asks for nothing else lists what its first noun says; parsers err on it.
    nouns = (one for one in parse.tokens if one.pos == "NOUN" and not _is_adjective(one))
    first = next((one for one in nouns if not interrogative.covers(one.span)), None)
    if first is None or token.index > first.index:
        return False
    several = any("plur" in tag for _, tag in readings(first.folded))
    return several and all(map(_is_adjective, parse.tokens[token.index : first.index]))


def _is_said_of(token: Token, noun: Token) -> bool:
    """Whether an adjective behind the asked noun says which are meant: "какие страны Африки пустынные"."""
    beside = token.index > noun.index and (token.head == noun.index or noun.head == token.index)
    return beside and token.pos == "ADJ" and token.features.get("Case") == noun.features.get("Case")


def passed_over(
    attempt: Attempt, words: Collection[Token], things: Token | None, whence: regex.Pattern[str]
) -> tuple[str, ...]:
    """The words that an attempt leaves out of its list; a list of one may not leave those whose lemmas say ``whence``
    something is, nor, of ``things`` by which its property is called, which of them are asked for: "детские книги".
    """
    reading = attempt.reading
    proposal, name = reading.proposal, reading.candidate
    if len(attempt.accepted) < 2:
        listed = proposal is not None and proposal.rule.direction == "reverse"
        called = things is not None and (proposal is None or proposal.explains(things.span))
        words = [token for token in words if (listed if whence.fullmatch(token.lemma) else called)]
    if proposal is None:
        return tuple(token.text for token in words if token.text in reading.unexplained)
    return tuple(
        token.text
        for token in words
        if (token.pos != "PROPN" or token.text in reading.unexplained)
        and not (proposal.explains(token.span) and proposal.spells(token.folded))
        and not (name is not None and name.mention.span.overlaps(token.span))
    )


def counted(parse: Parse, interrogative: Interrogative) -> Token | None:
    """The noun of whose things it is asked how many there are: "сколько депутатов"."""
    for token in parse.tokens:
        if token.relation.startswith("nummod") and interrogative.covers(token.span) and token.head != ROOT:
            return parse.tokens[token.head]
    return None


def some_of(noun: Token, attempt: Attempt, parse: Parse, fillers: Collection[str]) -> tuple[str, ...]:
    """The words that say which of a noun's things are counted, and an attempt leaves: that of a whole parliament does
    not tell how many are women.
    """
    proposal, name = attempt.reading.proposal, attempt.reading.candidate
    if proposal is None or name is None:
        return ()
    words = [parse.tokens[one] for one in parse.children[noun.index]]
    own = parse.words[name.mention.first].token.index
    above = {own, *parse.ancestors(own)}
    verb = parse.tokens[noun.head] if noun.head >= 0 else None
    alone = all(parse.tokens[child].relation != "case" for child in parse.children[noun.index])
    if verb is not None and alone and verb.text in attempt.reading.unexplained and _happened(verb):
        return (verb.text,)
    return tuple(
        one.text
        for one in words
        if one.pos in {"ADJ", "NOUN"}
        and (one.index not in above or one.text in attempt.reading.unexplained)
        and one is not name.class_noun
        and not name.mention.span.overlaps(one.span)
        and one.folded not in fillers
        and one.lemma not in fillers
        and all(parse.tokens[child].relation != "case" for child in parse.children[one.index])
        and not (proposal.explains(one.span) and proposal.spells(one.folded))
    )


def _happened(verb: Token) -> bool:
    """Whether a verb tells what became of some: of those who study somewhere not all were expelled."""
    return verb.pos == "VERB" and verb.features.get("Aspect") == "Perf"


def number_of(noun: Token, parse: Parse) -> Token | None:
    """The word that says how many there are of what a noun calls: "какие две страны"."""
    return next(
        (parse.tokens[one] for one in parse.children[noun.index] if parse.tokens[one].pos == "NUM"), None
    )


def are_more(attempt: Attempt, number: Token) -> bool:
    """Whether an attempt tells of more than the question knows that there are."""
    known = len(attempt.accepted)
    said = cardinal(number.folded) if known > 1 else None
    return said is not None and known > said


def is_of_circle(noun: Token, parse: Parse, among: Collection[str]) -> bool:
    """Whether the asked noun is a circle one of which is asked for: "какой из фильмов"."""
    return any(token.folded in among for token in parse.tokens[max(0, noun.index - 2) : noun.index])


def is_whole_circle(attempt: Attempt, parse: Parse, noun: Token) -> bool:
    """Whether an attempt tells all of whom one is asked for, and leaves what is said of that one: "какой из фильмов
    Гайдая снят в Канаде".
    """
    name, left = attempt.reading.candidate, attempt.reading.unexplained
    if name is None or not left:
        return False
    said = [token for token in parse.tokens if token.text in left and token.pos in SAYING]
    above = parse.ancestors(parse.words[name.mention.first].token.index)
    return noun.index in above and any(noun.index not in parse.ancestors(token.index) for token in said)


def told_so(attempt: Attempt, left: Collection[str], store: Gatherer) -> Attempt:
    """An attempt with only those of its values whose kinds are called by the words left: an "international
    organisation" says that it is one.
    """
    kinds = {
        value: Hop(Entity(name), path(INSTANCE_OF))
        for value in attempt.accepted
        if (name := entity_id(value.value)) is not None
    }
    facts = store.gather(lambda: WantedFacts([*kinds.values()], named=True))
    asked = [frozenset(lemmas(fold(word))) for word in left]
    called = {value: frozenset(words_called([kind], facts)) for value, kind in kinds.items()}
    told = tuple(
        value
        for value in attempt.accepted
        if value in called and not any(map(called[value].isdisjoint, asked))
    )
    return replace(attempt, accepted=told, overlooked=() if told else tuple(left))


def called_women(parse: Parse, endings: tuple[str, ...]) -> tuple[Token, ...]:
    """The nouns that are said of women alone: "актриса", "исполнительница"."""
    return tuple(
        token
        for token in parse.tokens
        if token.lemma.endswith(endings) and any(_WOMAN in tag for _, tag in readings(token.folded))
    )


def of_women(attempt: Attempt, nouns: Collection[Token], asked: Token | None, store: Gatherer) -> Attempt:
    """An attempt without the men, where a noun for women is asked for, or fired its rule."""
    if asked is not None and asked not in nouns:
        return attempt  # "представительницей какого направления" asks for no woman
    proposal = attempt.reading.proposal
    said = [
        one.text
        for one in nouns
        # Who created a heroine need be no woman.
        if one is asked or (one.relation != "obj" and proposal is not None and proposal.explains(one.span))
    ]
    if not said:
        return attempt
    sexes = {
        value: Hop(Entity(name), path(SEX))
        for value in attempt.accepted
        if (name := entity_id(value.value)) is not None
    }
    facts = store.gather(lambda: WantedFacts([*sexes.values()], named=True))

    def is_man(value: Value) -> bool:
        known = entity_ids(facts.values(sexes[value]).values) if value in sexes else []
        return MALE in known or (not known and _is_mans_name(facts.label(entity_id(value.value) or "")))

    left = tuple(one for one in attempt.accepted if not is_man(one))
    return replace(attempt, accepted=left, overlooked=() if left else tuple(said))


def _is_mans_name(label: str | None) -> bool:
    """Whether a name is a man's, by a given name of the dictionary."""
    words = words_of(label or "")
    return genders(label) == {"masc"} and any(in_dictionary(one) and is_given_name(one) for one in words)


def _is_adjective(token: Token) -> bool:
    return token.relation == "amod" or token.pos == "ADJ" or may_be(token.folded, "PRTF")
