"""Words that a parser hung elsewhere than where they belong.

Genitives belong to the noun right before them: "кто из уроженцев Симбирска возглавил"; an adjective in the instrumental
to the verb, not to a noun in another case: "какая страна ввела евро последней"; and who is played in a film is not its
maker: "кто сыграл в «Чужих» Рипли".
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from simba.russian.morphology import readings
from simba.stages.composing.question.wordforms import is_animate
from simba.stages.parse import ROOT, Parse, Token

ARGUMENTS = frozenset(
    {"obj", "iobj", "obl", "nsubj", "nsubj:pass", "appos", "nmod", "root", "dep", "parataxis", "orphan"}
)
"""What a parser takes such a genitive for."""
NOMINAL = frozenset({"NOUN", "PROPN"})
PHRASE = 2
"""A preposition and its noun."""
ASKING_AMONG = (["PRON", "ADP"], ["DET", "ADP"])
"""What asks for one of many: "кто из", "какой из"."""


def reattached(
    parse: Parse,
    relational: Collection[str],
    offices: Collection[str],
    playing: Collection[str],
    joined: Collection[int],
    whether: Collection[str],
    through: Collection[tuple[str, str]],
) -> Parse:
    """The parse with these words on theirs; relational nouns ask for something of another ("родина"), ``playing`` are
    the verbs of those who act, ``joined`` the words of names that facts join to another of the question, ``whether``
    the particles that ask for a yes or no, ``through`` the prepositions that with a noun say how things are related.
    """
    moved: dict[int, tuple[int, str]] = {}
    if (lone := _of_lone_verb(parse, whether)) is not None:
        moved[lone[0]] = lone[1], "obl"
    for token in parse.tokens:
        if token.relation == "amod" and _describes_like_an_adjective(parse, token, relational):
            owner = parse.tokens[token.head]
            among = _of_whom(parse, token)
            moved[token.index] = (owner.head, owner.relation) if among is None else (among, "nmod")
            moved[owner.index] = token.index, "nmod"
            before = (parse.tokens[kid] for kid in parse.children[owner.index] if kid < token.index)
            moved |= {one.index: (token.index, one.relation) for one in before if one.index != among}
        elif token.relation == "appos" and _is_told_of_root(parse, token):
            moved[token.index] = ROOT, "root"
            moved |= {one.index: (token.index, "nsubj") for one in parse.tokens if one.head == ROOT}
        elif token.index in moved:
            continue
        elif (deed := _done_by(parse, token)) is not None:
            moved[token.index] = deed, "nsubj"
        elif (thing := _had_by(parse, token, through)) is not None:
            moved[token.index] = thing, "nmod"
        elif (noun := _noun_of(parse, token, relational)) is not None:
            called = _is_called(parse.tokens[noun], token, relational)
            moved[token.index] = noun, "appos" if called else "nmod"
        elif token.pos == "PROPN" and (held := _held_by(parse, token, offices)) is not None:
            moved[token.index] = held, "nsubj"
        elif token.pos == "ADJ" and (verb := _verb_of(parse, token)) is not None:
            moved[token.index] = verb, "obl"
        elif (
            token.pos == "PROPN"
            and token.index not in joined
            and (verb := _played_by(parse, token, playing)) is not None
        ):
            moved[token.index] = verb, "obj"
    if not moved:
        return parse
    tokens = tuple(
        replace(one, head=moved[one.index][0], relation=moved[one.index][1]) if one.index in moved else one
        for one in parse.tokens
    )
    return replace(parse, tokens=tokens)


def _of_lone_verb(parse: Parse, whether: Collection[str]) -> tuple[int, int] | None:
    """The phrase that a parser hangs on the subject, and the verb to which it belongs, as otherwise nothing would be
    asked: "находится ли столица Австрии на Дунае", "какая река через столицу Австрии протекает".
    """
    words = [one for one in parse.tokens if one.is_word]
    if len(words) < 3:
        return None
    first = words[0].pos == "VERB" and words[1].folded in whether
    verb = words[0] if first else words[-1]
    if verb.pos != "VERB":
        return None
    below = [parse.tokens[kid] for kid in parse.children[verb.index]]
    below = [one for one in below if one.is_word and one.folded not in whether]
    if len(below) != 1 or not below[0].relation.startswith("nsubj"):
        return None
    phrases = [
        kid
        for kid in parse.children[below[0].index]
        if kid > below[0].index
        and any(parse.tokens[one].pos == "ADP" and one < kid for one in parse.children[kid])
    ]
    return (phrases[-1], verb.index) if phrases else None


def _describes_like_an_adjective(parse: Parse, token: Token, relational: Collection[str]) -> bool:
    """Whether a parser takes a noun for an adjective of the genitive behind it: "из открывателей радия"."""
    if token.pos != "NOUN" or token.head != token.index + 1:
        return False
    return token.lemma in relational and parse.tokens[token.head].features.get("Case") == "Gen"


def _done_by(parse: Parse, token: Token) -> int | None:
    """The verb whose subject a name is that a parser takes for another one's: "родила Ивану Грозному Анастасия"."""
    if not is_called_otherwise(parse, token):
        return None
    above = parse.tokens[token.head].head
    verb = parse.tokens[above]
    if above == ROOT or verb.pos != "VERB":
        return None
    return (
        verb.index
        if all(parse.tokens[kid].relation != "nsubj" for kid in parse.children[verb.index])
        else None
    )


def is_called_otherwise(parse: Parse, token: Token) -> bool:
    """Whether somebody's name in the nominative hangs on one in another case, which it is no other name of."""
    beside = token.relation == "appos" or (
        token.relation == "flat:name" and any("Name" in tag for _, tag in readings(token.folded))
    )
    if not beside or token.pos != "PROPN" or token.features.get("Animacy") != "Anim":
        return False
    above = parse.tokens[token.head]
    cases = token.features.get("Case"), above.features.get("Case")
    return above.pos == "PROPN" and cases[0] == "Nom" and cases[1] not in {None, "Nom"}


def _had_by(parse: Parse, token: Token, through: Collection[tuple[str, str]]) -> int | None:
    """The thing of which a phrase right behind it tells, which a parser hangs on the verb: "жили в стране со столицей в
    Оттаве".
    """
    if token.pos != "NOUN" or token.index < PHRASE:
        return None
    thing, preposition = parse.tokens[token.index - 2 : token.index]
    if (preposition.folded, token.lemma) not in through or preposition.pos != "ADP":
        return None
    on_verb = token.head == ROOT or parse.tokens[token.head].pos == "VERB"
    plain = thing.pos == "NOUN" and not is_animate(thing) and token.index not in parse.ancestors(thing.index)
    return thing.index if on_verb and plain else None


def _of_whom(parse: Parse, noun: Token) -> int | None:
    """The pronoun that asks for one of those that a noun names: "кто из открывателей радия"."""
    before = parse.tokens[max(0, noun.index - 2) : noun.index]
    return before[0].index if [one.pos for one in before] in ASKING_AMONG else None


def _is_told_of_root(parse: Parse, token: Token) -> bool:
    """Whether a dash stands for the verb between what asks, the root, and a noun that says what somebody is, though a
    parser takes it for another name of what stands before: "кто из авторов «Смеха» — поэт?".
    """
    if token.pos != "NOUN" or token.features.get("Case") != "Nom":
        return False
    dash, above = parse.tokens[token.index - 1], parse.tokens[token.head]
    if dash.text not in {"-", "—", "–"} or above.features.get("Case") in {None, "Nom"}:
        return False
    return any(one.head == ROOT and one.pos == "PRON" for one in parse.tokens[: token.index])


def _held_by(parse: Parse, token: Token, offices: Collection[str]) -> int | None:
    """What a name is the subject of that a parser hangs on the office right before it: "сколько дней была премьером Лиз
    Трасс"; None where the clause has another one.
    """
    if token.features.get("Animacy") != "Anim" or token.head != token.index - 1:
        return None
    office = parse.tokens[token.head]
    if office.lemma not in offices or office.features.get("Case") != "Ins" or token.relation == "nsubj":
        return None
    below = (parse.tokens[kid] for kid in parse.children[office.index])
    verb = office.index if any(one.relation == "cop" for one in below) else office.head
    if verb == ROOT or (verb != office.index and parse.tokens[verb].pos != "VERB"):
        return None
    return verb if all(parse.tokens[kid].relation != "nsubj" for kid in parse.children[verb]) else None


def _played_by(parse: Parse, token: Token, playing: Collection[str]) -> int | None:
    """The verb of which a name is the object that a parser hangs on the quoted title right before it."""
    before = parse.tokens[max(0, token.index - 2) : token.index]
    titled = [one.folded for one in before[1:]] == ['"'] and parse.quotes_hold(before[0].span)
    if not titled or not ROOT < token.head < token.index:
        return None
    verb = next((one for one in parse.ancestors(token.index) if parse.tokens[one].lemma in playing), None)
    if verb is None or any(parse.tokens[kid].relation == "obj" for kid in parse.children[verb]):
        return None
    return verb


def _verb_of(parse: Parse, token: Token) -> int | None:
    """The verb above the noun that an adjective behind it hangs on, where that stands in another case."""
    if token.features.get("Case") != "Ins" or not ROOT < token.head < token.index:
        return None
    noun = parse.tokens[token.head]
    if noun.pos not in NOMINAL or noun.features.get("Case") in {None, "Ins"} or noun.head == ROOT:
        return None
    return noun.head if parse.tokens[noun.head].pos == "VERB" else None


def _noun_of(parse: Parse, token: Token, relational: Collection[str]) -> int | None:
    """The noun right before a genitive that hangs on another word, None where the tree is as good."""
    if token.pos not in NOMINAL or token.features.get("Case") != "Gen" or token.relation not in ARGUMENTS:
        return None
    kids = parse.children[token.index]
    if any(parse.tokens[kid].pos == "ADP" for kid in kids):
        return None
    before = token.index - 1
    while before in kids and _agrees(parse.tokens[before]):
        before -= 1
    if before < 0 or before == token.head:
        return None
    noun, above = parse.tokens[before], parse.tokens[token.head] if token.head != ROOT else None
    if (
        above is not None
        and above.pos in NOMINAL
        and not _disagrees(token, above)
        and noun.lemma not in relational
        and not _has_thing(noun, token)
    ):
        return None  # "министр иностранных дел СССР", "бога солнца Гелиоса"
    if noun.pos != "NOUN" or token.index in parse.ancestors(before) or (noun.text[:1].isupper() and before):
        return None
    if any(quote.covers(noun.span) != quote.covers(token.span) for quote in parse.quotes):
        return None
    placed = any(parse.tokens[kid].pos in {"ADP", "DET"} for kid in parse.children[before])
    if placed and above is not None and above.pos == "VERB" and noun.features.get("Case") != "Gen":
        # "в каком году Пушкина сослали": the verb has it as its object, if it is not taken for a second subject.
        return before if token.relation == "nsubj" and _has_another(parse, token) else None
    return before


def _is_called(noun: Token, token: Token, relational: Collection[str]) -> bool:
    """Whether a name says who the noun before it is, not whose: "жена режиссёра Леонида Гайдая"."""
    people = all(one.features.get("Animacy") == "Anim" for one in (noun, token))
    same = noun.features.get("Case") == "Gen" and noun.lemma not in relational
    return people and same and token.pos == "PROPN"


def _has_another(parse: Parse, subject: Token) -> bool:
    """Whether the verb has a subject in the nominative as well: "в каких фильмах Нолана не играл Кейн"."""
    others = (parse.tokens[kid] for kid in parse.children[subject.head] if kid != subject.index)
    return any(one.relation == "nsubj" and one.features.get("Case") == "Nom" for one in others)


def _has_thing(noun: Token, token: Token) -> bool:
    """Whether a person's noun stands before a thing's: "место рождения режиссёра фильма"."""
    thing = token.pos == "NOUN" and token.features.get("Animacy") == "Inan"
    return thing and noun.features.get("Animacy") == "Anim"


def _disagrees(token: Token, above: Token) -> bool:
    """Whether a word is said to be another name of what stands in another case."""
    return token.relation == "appos" and above.features.get("Case") not in {None, "Gen"}


def _agrees(token: Token) -> bool:
    """Whether a word is an adjective of a genitive."""
    return token.relation == "amod" and token.features.get("Case") == "Gen" and token.folded.isalpha()
