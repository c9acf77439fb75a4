"""The clauses that describe a noun: relative clauses and participles with what hangs on them."""

from __future__ import annotations

from itertools import pairwise

from simba.russian.morphology import readings
from simba.stages.composing.question.sentence import Sentence
from simba.stages.composing.question.wordforms import agrees, is_common, is_participle, may_agree
from simba.stages.parse import Token


def find_describing(sentence: Sentence) -> dict[int, tuple[int, frozenset[int]]]:
    """Commas tell the clauses better than the tree does: parsers take participles for adjectives."""
    found: dict[int, tuple[int, frozenset[int]]] = {}
    marks = [
        t.index for t in sentence.tokens if t.folded in {",", "-", "—", ":", ";"} and not sentence.quoted(t)
    ]
    before: tuple[int, int, int] | None = None  # where the last clause ended, what led it, and its noun
    for place, mark in enumerate(marks):
        if sentence.tokens[mark].folded != ",":
            continue
        end = _end_of_clause(sentence, mark, marks[place + 1 :])
        if before is not None and before[0] == mark and (verb := _goes_on(sentence, mark, before[1])):
            found[verb] = (before[2], frozenset(range(mark + 1, end)))
            before = (end, *before[1:])
            continue
        inside = [
            i
            for i in range(mark + 1, end)
            if sentence.tokens[i].is_word or sentence.quoted(sentence.tokens[i])
        ]
        if len(inside) < 2 or any(sentence.asks(i) for i in inside):
            continue
        lead = _lead(sentence, inside)
        head = _described_by(sentence, mark, lead) if lead is not None else None
        if lead is None or head is None:
            continue
        before = end, lead, head
        starts = [mark + 1, *_further(sentence, inside, lead), end]
        for start, stop in pairwise(starts):
            first = lead if start == mark + 1 else start
            verb = (
                first
                if is_participle(sentence.tokens[first])
                else next(
                    (i for i in inside if start <= i < stop and sentence.tokens[i].pos == "VERB"), first
                )
            )
            found[verb] = (head, frozenset(range(start, stop)))
    for token in sentence.tokens:
        if token.relation in {"acl", "amod"} and is_participle(token) and token.index < token.head:
            led = frozenset(i for i in sentence.parse.subtree(token.index) if i < token.head)
            if len(led) > 1 and not any(sentence.asks(i) for i in led):
                found.setdefault(token.index, (token.head, led))
    return found


def _end_of_clause(sentence: Sentence, mark: int, marks: list[int]) -> int:
    """Where the clause after a comma ends; a dash may stand for its verb: "столица — Варшава"."""
    after = sentence.tokens[mark + 1 : mark + 5]
    stops = {","} if any(t.looks_back for t in after) else {",", "-", "—", ":"}
    relative = any(t.index in sentence.relative for t in after)
    for one in marks:
        verbless = relative and not any(t.pos in {"VERB", "AUX"} for t in sentence.tokens[mark:one])
        if sentence.tokens[one].folded not in stops or (verbless and sentence.tokens[one].folded != ","):
            continue
        goes_on = one + 1 < len(sentence.tokens) and sentence.correlates(one + 1)  # "и в «А», и в «Б»"
        if not (goes_on and any(sentence.correlates(i) for i in range(mark, one))):
            return one
    return len(sentence.tokens)


def _further(sentence: Sentence, inside: list[int], lead: int) -> list[int]:
    """Where a clause goes on with "и" and another verb: "родившийся в Москве и умерший в Париже"."""
    found = []
    last = inside[0]
    nominative = lead not in sentence.relative or sentence.tokens[lead].features.get("Case") in {None, "Nom"}
    for place, index in enumerate(inside[:-2]):
        token = sentence.tokens[index]
        if token.folded not in sentence.words.joining or sentence.quoted(token) or place < 2:
            continue
        after = [
            i for i in inside[place + 1 : place + 4] if sentence.tokens[i].folded not in sentence.words.also
        ]
        verb = next((i for i in after[:2] if sentence.tokens[i].pos == "VERB"), None)
        if (
            any(i in sentence.relative for i in after)
            or (
                is_participle(sentence.tokens[lead])
                and any(is_participle(sentence.tokens[i]) for i in after[:2])
            )
            or (
                verb is not None
                and nominative
                and not is_participle(sentence.tokens[verb])
                and any(sentence.tokens[i].pos == "VERB" for i in inside if last <= i < index)
            )
        ):
            found.append(index)
            last = index
    return found


def _goes_on(sentence: Sentence, mark: int, lead: int) -> int | None:
    """The verb with which a clause goes on behind a comma: "снятые Данелией, но не вышедшие в прокат"."""
    first = mark + 1
    if first >= len(sentence.tokens) or sentence.tokens[first].folded not in sentence.words.joining:
        return None
    passed = sentence.words.negations | sentence.words.also
    verb = next((t for t in sentence.tokens[first + 1 :] if t.folded not in passed), None)
    if verb is None or is_participle(verb) != is_participle(sentence.tokens[lead]):
        return None
    nominative = sentence.tokens[lead].features.get("Case") in {None, "Nom"}
    finite = verb.pos == "VERB" and lead in sentence.relative and nominative
    return verb.index if is_participle(verb) or finite else None


def _lead(sentence: Sentence, inside: list[int]) -> int | None:
    first = 0
    while first < len(inside) - 1 and sentence.tokens[inside[first]].folded in (
        sentence.words.negations | sentence.words.also
    ):
        first += 1
    for place, index in enumerate(inside[: first + 4]):
        token = sentence.tokens[index]
        if place == first and (is_participle(token) or _governs(sentence, index)):
            return index
        if index in sentence.relative:
            return index
        if token.pos == "VERB" and not is_participle(token):
            return None
    return None


def _governs(sentence: Sentence, index: int) -> bool:
    """Whether an adjective leads a clause: a phrase with a preposition stands right after it ("общие для ...")."""
    following = sentence.tokens[index + 1] if index + 1 < len(sentence.tokens) else None
    return (
        sentence.tokens[index].pos == "ADJ"
        and following is not None
        and following.pos == "ADP"
        and index in sentence.parse.ancestors(following.index)
    )


def _above_name(sentence: Sentence, participle: Token, nearest: int) -> int:
    """The nearest noun that a participle agrees with; before a name the one of the tree: "сын Гершеля, ставший"."""
    above = participle.head
    if sentence.tokens[nearest].pos != "PROPN" or not participle.relation.startswith("acl"):
        return nearest
    if not 0 <= above < nearest or above not in sentence.parse.ancestors(nearest):
        return nearest
    return above if agrees(participle, sentence.tokens[above]) else nearest


def _described_by(sentence: Sentence, mark: int, lead: int) -> int | None:
    """The nearest noun before a comma that agrees with what leads the clause after it."""
    token = sentence.tokens[lead]
    nearest = doubtful = None
    participle = not token.looks_back and (is_participle(token) or _governs(sentence, lead))
    for index in range(mark - 1, -1, -1):
        noun = sentence.tokens[index]
        if index in sentence.relative or (token.looks_back and _stands(sentence, index)):
            continue
        if noun.pos == "PRON" or (noun.pos == "DET" and noun.lemma == "тот"):
            return index
        if noun.pos not in {"NOUN", "PROPN"} or sentence.quoted(noun):
            continue
        if sentence.asks(index) and index != sentence.noun:
            continue  # a tagger may take "назовите" for a name
        if _dates(sentence, noun):
            continue  # "фильм 1973 года, в котором"
        if nearest is None:
            nearest = index
        if token.lemma in sentence.words.whose:
            return index  # it agrees with what is had: "мост, чьи крылья"
        if participle:
            if agrees(token, noun):
                return _above_name(sentence, token, index)
            continue
        if _looks_back_at(sentence, token, noun):
            if not _only_may_be_plural(token, noun):
                plain = _plainly_plural(
                    sentence, token, index
                )  # "соседи страны, ..., которые": of one country
                return _above_owner(sentence, token, index if plain is None else plain)
            doubtful = index if doubtful is None else doubtful
    if participle and nearest is not None and _hangs_before(sentence, token, mark):
        return token.head
    return nearest if doubtful is None else _above_owner(sentence, token, doubtful)


def _dates(sentence: Sentence, noun: Token) -> bool:
    """Whether a noun with its number says of what time another noun is: "1973 года"."""
    return (
        noun.lemma in sentence.words.periods
        and noun.features.get("Case") == "Gen"
        and noun.index > 1
        and noun.index - 1 in sentence.dated
        and sentence.tokens[noun.index - 2].pos in {"NOUN", "PROPN"}
    )


def _hangs_before(sentence: Sentence, participle: Token, mark: int) -> bool:
    """Whether the tree hangs a participle on a noun before the comma that it agrees with, if not for the tagger:
    "станции Кольцевой линии, открытые".
    """
    if not participle.relation.startswith("acl") or not 0 <= participle.head < mark:
        return False
    above = sentence.tokens[participle.head]
    return above.pos in {"NOUN", "PROPN"} and not sentence.quoted(above) and may_agree(participle, above)


def _stands(sentence: Sentence, index: int) -> bool:
    """Whether a pronoun stands for what is said right behind it, so that nothing else is said of it: "тот, кто"."""
    said = index + 2 < len(sentence.tokens) and sentence.tokens[index + 2].lemma in sentence.words.of_standing
    return said and sentence.tokens[index].lemma in sentence.words.standing


def _only_may_be_plural(relative: Token, noun: Token) -> bool:
    """Whether a noun agrees with "которые" for the dictionary alone: another one may be a plural for the tagger too."""
    return relative.features.get("Number") == "Plur" and noun.features.get("Number") == "Sing"


def _plainly_plural(sentence: Sentence, relative: Token, index: int) -> int | None:
    """The plural that has a noun that a clause in the plural seems to describe though it is no plural to the tagger."""
    noun = sentence.tokens[index]
    if relative.features.get("Number") != "Plur" or noun.pos != "NOUN":
        return None
    if not any("sing,gent" in tag for _, tag in readings(noun.folded)):
        return None
    above = [*[up for up in sentence.parse.ancestors(index) if up < index][:1], index - 1]
    return next((up for up in above if up >= 0 and _is_plural(sentence.tokens[up])), None)


def _is_plural(token: Token) -> bool:
    return token.pos == "NOUN" and token.features.get("Number") == "Plur"


def _looks_back_at(sentence: Sentence, relative: Token, noun: Token) -> bool:
    """Whether a relative pronoun agrees with a noun."""
    gender = relative.features.get("Gender")
    either = relative.looks_back and gender in {"Masc", "Neut"}  # "которого" may be either
    number = relative.features.get("Number", noun.features.get("Number"))
    plural = number == "Plur" and may_be_plural(noun)
    same = plural or noun.features.get("Number") == number
    return same and (
        gender is None
        or plural
        or noun.features.get("Gender") == gender
        or (either and relative.folded != "который" and noun.features.get("Gender") in {"Masc", "Neut"})
        or relative.folded in sentence.words.relative
    )


def _above_owner(sentence: Sentence, relative: Token, nearest: int) -> int:
    """The noun that a clause looks back at beyond a name, which needs none: "рассказ Чехова, герой которого".

    So do "город в США, где" and "остров в Италии, на котором".
    """
    name = sentence.tokens[nearest]
    if name.pos != "PROPN":
        return nearest
    first = name
    while first.relation.startswith("flat") and first.head >= 0:
        first = sentence.tokens[first.head]
    owned = sentence.tokens[first.head] if first.relation == "nmod" and first.head >= 0 else None
    placed = any(sentence.tokens[kid].relation == "case" for kid in sentence.parse.children[first.index])
    if owned is None or owned.pos != "NOUN" or owned.index > nearest:
        return nearest
    if not placed and (not relative.looks_back or name.features.get("Case") != "Gen"):
        return nearest
    return owned.index if _looks_back_at(sentence, relative, owned) else nearest


def may_be_plural(noun: Token) -> bool:
    """Whether a noun is a plural, for the tagger or, of a common one, for the dictionary: "ленты" may be either."""
    common = noun.pos == "NOUN" or (noun.index == 0 and is_common(noun.folded))  # all begin with a capital
    some = common and any("plur" in tag for _, tag in readings(noun.folded))
    return some or noun.features.get("Number") == "Plur"
