"""Which words of a question belong to the names that were linked in it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from simba.stages.composing.question.sentence import Sentence
from simba.stages.composing.question.wordforms import is_animate, is_common
from simba.stages.lexicon import ComposingWeights
from simba.stages.links import Candidate
from simba.stages.mentions import Mention
from simba.stages.parse import ROOT, Token

HUMAN = "Q5"
NAMESAKES = 3
"""Entities tried for one mention."""

SERVING = frozenset({"ADP", "PRON", "DET", "PART", "CCONJ", "SCONJ", "VERB", "ADV"})
"""Parts of speech that are no names by themselves."""

Covering = dict[int, list[tuple[Candidate, frozenset[int], float]]]
"""For each token the entities whose mention it belongs to, with the mention's tokens and a score up to 0."""


def cover(
    sentence: Sentence, candidates: Sequence[Candidate], weights: ComposingWeights, kin: Collection[str]
) -> Covering:
    """What is linked where; a longer mention that was linked well speaks against those inside it.

    Nouns for ``kin`` do not say what a name after them is: "отец Кобо Абэ" is another's name or nobody's.
    """
    of_mention: dict[tuple[int, int], list[Candidate]] = {}
    for candidate in candidates:
        of_mention.setdefault((candidate.mention.first, candidate.mention.last), []).append(candidate)
    linked = [place for place, some in of_mention.items() if max(one.score for one in some) > weights.linked]
    covering: Covering = {}
    for place, some in of_mention.items():
        inside = _inside(sentence, *place)
        mention = some[0].mention
        if not inside or not _may_name(sentence, mention, inside):
            continue
        longer = any(one != place and one[0] <= place[0] and place[1] <= one[1] for one in linked)
        base = _against(sentence, mention, inside, weights) + (weights.doubt if longer else 0.0)
        _add(covering, sentence, sorted(some, key=lambda one: -one.score), inside, base, weights, kin)
    return covering


def _inside(sentence: Sentence, first: int, last: int) -> frozenset[int]:
    """The tokens of a mention, none where it begins or ends within a word."""
    words = sentence.parse.words
    inside = frozenset(word.token.index for word in words[first : last + 1])
    begins = first and words[first - 1].token.index in inside
    ends = last + 1 < len(words) and words[last + 1].token.index in inside
    return frozenset() if begins or ends else inside


def _may_name(sentence: Sentence, mention: Mention, inside: frozenset[int]) -> bool:
    """Whether a mention may be a name: no two parted by a dash, no single word that only serves others."""
    if mention.source == "quote":
        return True
    if any(dash in mention.text for dash in (" — ", " - ", " – ")):
        return False
    one = sentence.tokens[min(inside)]
    return len(inside) > 1 or (one.pos not in SERVING and not _counts_years(sentence, one))


def _counts_years(sentence: Sentence, token: Token) -> bool:
    """Whether a word only says that the number before it is a year: "в 2020 году" speaks of no year as such."""
    before = sentence.tokens[token.index - 1].folded if token.index else ""
    return bool({token.folded, token.lemma} & sentence.words.years) and any(map(str.isdigit, before))


def _against(
    sentence: Sentence, mention: Mention, inside: frozenset[int], weights: ComposingWeights
) -> float:
    """What speaks against taking a single common word for a name."""
    if len(inside) > 1 or is_name(sentence, mention):
        return 0.0
    nominal = sentence.tokens[min(inside)].pos in {"NOUN", "PROPN", "X"}
    return weights.doubt if nominal else 3 * weights.doubt


def _add(
    covering: Covering,
    sentence: Sentence,
    some: list[Candidate],
    inside: frozenset[int],
    base: float,
    weights: ComposingWeights,
    kin: Collection[str],
) -> None:
    """Enter the best candidates of a mention, with and without the noun that says what they are."""
    mention = some[0].mention
    before = _before(sentence, mention, inside)
    if before and sentence.tokens[min(before)].lemma in kin:
        before = frozenset()
    begins = sentence.tokens[min(inside)]
    apart = begins.head not in before or begins.relation != "nmod" or mention.source == "quote"
    for candidate in some[:NAMESAKES]:
        if candidate.score < some[0].score - weights.near:
            break
        score = base + candidate.score - some[0].score
        whole = inside | _year_of(sentence, candidate)
        for index in whole:
            covering.setdefault(index, []).append((candidate, whole, score))
        agrees = candidate.class_noun is not None and candidate.class_noun.index in before
        if before and (agrees or (apart and not _is_other(sentence.tokens[min(before)], candidate))):
            trusted = score + weights.later + weights.later * (len(before) - 1)
            for index in (*before, *inside):
                covering.setdefault(index, []).append((candidate, inside | before, trusted))


def _year_of(sentence: Sentence, candidate: Candidate) -> frozenset[int]:
    """The year that belongs to the name of an edition, wherever it stands, with its noun: "в 2000 году"."""
    year = candidate.class_noun
    if candidate.route != "edition" or year is None:
        return frozenset()
    if any(sentence.tokens[up].relation.startswith("acl") for up in sentence.parse.ancestors(year.index)):
        return frozenset()  # "розыгрыш, состоявшийся в 1960 году": a clause says it
    after = sentence.tokens[year.index + 1 : year.index + 2]
    return frozenset({year.index, *(one.index for one in after if one.index == year.head)})


def is_name(sentence: Sentence, mention: Mention) -> bool:
    """Whether quotes or capitals set a mention apart; the question's first word has a capital anyway."""
    first = sentence.parse.words[mention.first].token
    begins = mention.first == 0 and (first.pos != "PROPN" or is_common(first.folded))
    second = sentence.parse.words[1].token if begins and mention.last > 0 else first
    if second is not first:  # "штаб-квартира" is two words of one token
        begins = not second.text[:1].isupper()
    return mention.source == "quote" or (mention.text[:1].isupper() and not begins)


def _before(sentence: Sentence, mention: Mention, inside: frozenset[int]) -> frozenset[int]:
    """The common noun before a name that says what it is, with what stands between: "фильме Рязанова «Гараж»"."""
    if not is_name(sentence, mention):
        return frozenset()
    first = sentence.tokens[min(inside)]
    index = first.index - 1
    between: set[int] = set()
    quoted = mention.source == "quote"
    while index >= 0 and len(between) < 6:
        token = sentence.tokens[index]
        if not token.is_word:
            if token.folded not in {'"', "."} and index < first.index - 2:
                return frozenset()
        elif quoted and (
            (token.text[:1].isupper() and index)
            or token.pos == "NUM"
            or token.text[0].isdigit()
            or token.lemma == sentence.words.year
        ):
            between.add(index)
        else:
            break
        index -= 1
    noun = sentence.tokens[index] if index >= 0 else None
    if (
        noun is None
        or noun.pos != "NOUN"
        or (noun.text[:1].isupper() and index)
        or noun.index == sentence.noun
        or (
            sentence.quoted(noun) and not sentence.quoted(first)
        )  # "«Преступление и наказание»: Достоевский или ..."
        or (
            noun.head != ROOT and sentence.tokens[noun.head].lemma in sentence.words.posts
        )  # "на посту премьера X"
    ):
        return frozenset()
    if quoted:
        return frozenset() if _has_named(sentence, noun, inside) else frozenset({index, *between})
    same = noun.features.get("Case") == first.features.get("Case")
    return frozenset({index}) if same and (noun.relation != "nsubj" or first.head == index) else frozenset()


def _is_other(noun: Token, candidate: Candidate) -> bool:
    """Whether a person's noun stands before the title of a thing, inflected or not: "режиссёр «Титаник»"."""
    classes = candidate.entity.classes
    return candidate.mention.source == "quote" and is_animate(noun) and bool(classes) and HUMAN not in classes


def _has_named(sentence: Sentence, noun: Token, inside: frozenset[int]) -> bool:
    """Whether a person's noun has what is named after it in the genitive: "режиссёр «Карнавальной ночи»"."""
    heads = (sentence.tokens[one] for one in inside if sentence.tokens[one].head == noun.index)
    inflected = any(one.relation == "nmod" and one.features.get("Case") == "Gen" for one in heads)
    return inflected and is_animate(noun) and noun.features.get("Case") != "Gen"
