"""From a list to how many: "Какие фильмы снял Линч?", "А сколько?"; and back: "Сколько детей у неё?", "А кто они?"."""

from __future__ import annotations

from collections.abc import Mapping

from simba.context import MAX_VALUES, Context
from simba.dialogue.editing import Edit, WholeQuestion, as_question, edited
from simba.dialogue.heard import Heard
from simba.dialogue.words import DialogueWords
from simba.russian.morphology import inflections
from simba.stages.parse import Token


def says(follow: Heard, phrases: frozenset[str]) -> bool:
    """Whether a follow-up is one of some phrases, but for the noun that it asks about."""
    noun = follow.interrogative.noun
    said = [one.folded for one in follow.parse.tokens if one.is_word and one is not noun]
    return " ".join(said) in phrases


def listed(earlier: Heard, context: Context, words: DialogueWords) -> WholeQuestion | None:
    """Which they are, of a question for how many they are."""
    return _asked_by(earlier, context, words.counts, "gent", "nomn", words.shortened)


def counted(earlier: Heard, context: Context, words: DialogueWords, told: int) -> WholeQuestion | None:
    """How many they are, of a question for which they are; of a few that were ``told``, so many and no others."""
    lists = {which: number for number, which in words.counts.items()}
    whole = _asked_by(earlier, context, lists, "nomn", "gent")
    return whole._replace(expected=str(told)) if whole is not None and told < MAX_VALUES else whole


def _asked_by(
    earlier: Heard,
    context: Context,
    instead: Mapping[str, str],
    was: str,
    becomes: str,
    shortened: Mapping[str, str] | None = None,
) -> WholeQuestion | None:
    """The earlier question by another word, whose noun then stands in another case after the first of the words."""
    parse = earlier.parse
    shortened = shortened or {}
    asking = next((one for one in parse.tokens if one.folded in instead), None)
    if asking is None or not earlier.interrogative.covers(asking.span):
        return None
    noun = earlier.interrogative.noun or _noun_of(asking, earlier)
    if noun is None or noun.features.get("Number") != "Plur":
        return None
    edits = [Edit(asking.span, instead[asking.folded])]
    before = parse.tokens[asking.index - 1] if asking.index else asking
    if (shorter := shortened.get(before.folded)) is not None:
        edits.append(Edit(before.span, shorter))
    if asking.folded == next(iter(instead)):
        forms = inflections(noun.text, {becomes, "plur"}, "NOUN", was, "plur")
        if not forms:
            return None
        edits.append(Edit(noun.span, forms[0]))
    text = edited(parse.text, edits)
    return WholeQuestion(as_question(text), tuple(one for one in context.names if one.text in text))


def _noun_of(asking: Token, earlier: Heard) -> Token | None:
    after = earlier.parse.tokens[asking.index + 1 :]
    return next((one for one in after if one.pos == "NOUN"), None)
