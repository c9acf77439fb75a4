"""One of what was told, or the first in another order: "а какой из них последний?", "а самая короткая?"."""

from __future__ import annotations

from collections.abc import Sequence

from simba.context import Context
from simba.dialogue.editing import Edit, WholeQuestion, agreed, rewritten
from simba.dialogue.heard import Heard
from simba.dialogue.words import Agreement, DialogueWords
from simba.russian.morphology import gender, inflections
from simba.russian.text import Span
from simba.stages.lexicon import Words
from simba.stages.parse import Token

GENDERS: dict[str | None, Agreement] = {"Masc": "masc", "Fem": "femn", "Neut": "neut"}
"""Universal Dependencies' genders in OpenCorpora's terms."""


def picked(
    follow: Heard, earlier: Heard, context: Context, words: DialogueWords, known: Words
) -> WholeQuestion | None:
    """The earlier question for the one that a follow-up picks, where that says nothing else."""
    pick = _alone(follow, words, known)
    edits = (_instead(pick, earlier, words, known) or _one_of(pick, earlier, words)) if pick else []
    return rewritten(earlier.parse.text, edits, context.names) if edits else None


def _alone(follow: Heard, words: DialogueWords, known: Words) -> list[Token]:
    """What picks, where there is nothing beside it but "какой из них"."""
    said = [one for one in follow.parse.tokens if one.is_word]
    for phrase in words.among_words:
        for start in range(len(said)):
            if [one.folded for one in said[start : start + len(phrase)]] == phrase:
                del said[start : start + len(phrase)]
                break
    said = [one for one in said if not follow.interrogative.covers(one.span)]
    pick = _pick(said, words, known)
    return pick if len(pick) == len(said) else []


def _pick(said: Sequence[Token], words: DialogueWords, known: Words) -> list[Token]:
    """The last of some words, with "самый" before it, if it is an adjective that picks one of many."""
    if not said or said[-1].pos != "ADJ" or said[-1].lemma in words.most:
        return []
    if len(said) > 1 and said[-2].lemma in words.most:
        return [said[-2], said[-1]]
    return [said[-1]] if known.picks.fullmatch(said[-1].folded) else []


def _instead(pick: Sequence[Token], earlier: Heard, words: DialogueWords, known: Words) -> list[Edit]:
    """What picks otherwise in the place of what did, in its case: "самая длинная река"."""
    tokens = earlier.parse.tokens
    found = [some for one in tokens if (some := _pick(tokens[: one.index + 1], words, known))]
    if len(found) != 1:
        return []
    was, to = found[0][-1], GENDERS.get(pick[-1].features.get("Gender"))
    if to is None or any(was.features.get(one) != pick[-1].features.get(one) for one in ("Gender", "Number")):
        return []
    said = [inflections(one.text, {was.case, to}, "ADJF")[:1] for one in pick]
    return [Edit(_span(found[0]), " ".join(form for (form,) in said))] if all(said) else []


def _one_of(pick: Sequence[Token], earlier: Heard, words: DialogueWords) -> list[Edit]:
    """One in the place of all: "какие романы" becomes "какой последний роман", and what they did, what it did."""
    noun, to = earlier.interrogative.noun, GENDERS.get(pick[-1].features.get("Gender"))
    if noun is None or to is None or noun.features.get("Number") != "Plur" or not noun.index:
        return []
    asking, case = earlier.parse.tokens[noun.index - 1], noun.case
    if asking.folded not in words.which or case not in {"nomn", "accs"}:
        return []
    (one, *_) = inflections(noun.text, {"nomn", "sing"}, "NOUN", "plur") or [""]
    said = [inflections(word.text, {case, to}, "ADJF")[:1] for word in (asking, *pick)]
    said.append(inflections(one, {case, "sing"}, "NOUN", "nomn")[:1])
    if not all(said) or gender(one, "NOUN", "nomn") != to:
        return []
    edit = Edit(_span([asking, noun]), " ".join(form for (form,) in said))
    verb = next((one for one in earlier.parse.tokens if one.pos == "VERB"), None)
    if case != "nomn" or verb is None:
        return [edit]
    now = inflections(verb.text, {"sing", "3per"}, "VERB", "pres", "plur")[:1]
    return [edit, *(Edit(verb.span, form) for form in now), *([] if now else agreed(verb, frozenset({to})))]


def _span(tokens: Sequence[Token]) -> Span:
    return Span(tokens[0].span.start, tokens[-1].span.stop)
