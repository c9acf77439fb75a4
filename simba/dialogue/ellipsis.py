"""Ellipsis: "а когда умер?", "а где?", "а его жена?" say a part; the rest is the earlier question's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simba.context import Context, Naming
from simba.dialogue.editing import (
    Edit,
    WholeQuestion,
    agreed,
    agreement_of,
    place_of,
    predicate,
    rewritten,
    without_end,
)
from simba.dialogue.heard import Heard
from simba.dialogue.referents import Referent, agreeing, agreement
from simba.dialogue.words import DialogueWords
from simba.russian.morphology import Case, inflections, readings
from simba.russian.text import Span
from simba.stages.parse import Token


def asked_otherwise(
    follow: Heard, earlier: Heard, context: Context, words: DialogueWords
) -> WholeQuestion | None:
    """The earlier question with another interrogative: "Когда родился Пушкин?", "А где?"."""
    asking, before = follow.asking, earlier.asking
    if asking is None or before is None or _asks_for_noun(follow):
        return None
    parse = earlier.parse
    if not any(token.pos in {"VERB", "AUX"} for token in parse.tokens):
        return None  # "Какая высота Эвереста?", "А где?"
    text = follow.parse.text[asking.start : asking.stop]
    edits = [Edit(before, text)]
    verb = predicate(parse)
    was, becomes = (_is_subject(one, span, words) for one, span in ((earlier, before), (follow, asking)))
    if was and not becomes:  # "Когда написали ..."
        edits += agreed(verb, frozenset({"plur"}))
    elif becomes and not was and verb is not None and agreement_of(verb) == {"plur"}:
        edits += agreed(verb, frozenset({"masc"}))
    return rewritten(parse.text, edits, context.names)


def _asks_for_noun(follow: Heard) -> bool:
    """Whether it asks for what something has: "какая площадь?", "какого цвета?", but not "в каком году?"."""
    asking = follow.asking
    inside = follow.parse.within(asking) if asking is not None else []
    return follow.interrogative.noun is not None and not any(token.pos == "ADP" for token in inside)


def _is_subject(one: Heard, asking: Span, words: DialogueWords) -> bool:
    inside = [token for token in one.parse.within(asking) if token.is_word]
    return [token.folded for token in inside if token.folded not in one.fillers] in [
        [w] for w in words.subjects
    ]


def with_argument(
    follow: Heard, some: Sequence[Referent], named: Sequence[Referent], words: DialogueWords
) -> Iterator[tuple[WholeQuestion, ...]]:
    """A question that leaves out what it is about: "а когда умер?", "какая площадь?", "а кто построил?".

    What has something is rather what was ``named`` than the answer.
    """
    parse, asking = follow.parse, follow.asking
    if asking is None:
        return
    verb = predicate(parse)
    any_verb = verb or next((token for token in parse.tokens if token.pos == "VERB"), None)
    has = any_verb is None and (bool(follow.nouns) or _asks_for_noun(follow))
    case: Case = "gent" if has else "nomn"
    some = named if has else some
    if any_verb is not None and (_is_subject(follow, asking, words) or _by_some(any_verb)):
        case = "accs"
    wanted = agreement_of(verb) if verb is not None and case == "nomn" else frozenset()
    place = without_end(parse)
    for loosely in (False, True):
        fitting = agreeing(some, wanted)[loosely] if wanted else () if loosely else some
        yield tuple(_appended(parse.text, place, one, case) for one in fitting)


def _by_some(verb: Token) -> bool:
    """Whether somebody did it to what is left out: "а когда основали?"."""
    plural = agreement_of(verb) == {"plur"} and verb.features.get("Variant") != "Short"
    return plural and any(
        "VERB,perf,tran" in tag or "VERB,impf,tran" in tag for _, tag in readings(verb.folded)
    )


def _appended(text: str, place: int, one: Referent, case: Case) -> WholeQuestion:
    words, name = one.text(case)
    return rewritten(text, [Edit(Span(place, place), f" {words}")], [Naming(name, one.entity)], [one])


def owned(follow: Heard, some: Sequence[Referent]) -> tuple[WholeQuestion, ...]:
    """What belongs to something that was spoken of: "а мать?", asked by itself."""
    return tuple(_appended(follow.parse.text, without_end(follow.parse), one, "gent") for one in some)


def instead(whole: WholeQuestion, head: Token, earlier: Heard, context: Context) -> WholeQuestion | None:
    """The earlier question about what belongs to the one it was about: "Когда родился Пушкин?", "А его жена?".

    ``whole`` is what belongs ("Жена Пушкина?") with its name, ``head`` its noun.
    """
    about = [one for one in context.names if any(one.entity == name.entity for name in whole.names)]
    parse = earlier.parse
    if len(about) != 1 or len(context.names) != 1 or (place := place_of(about[0], parse)) is None:
        return None
    span, inside = place
    case = inside[0].case
    phrase = whole.text.rstrip("?")
    phrase = phrase[:1].lower() + phrase[1:]
    if case != "nomn":
        forms = inflections(head.text, {case}, "NOUN", "nomn", "sing")
        if not forms:
            return None
        phrase = phrase.replace(head.text, forms[0], 1)
    edits = [Edit(span, phrase)]
    if case == "nomn":
        edits += agreed(predicate(parse), agreement(head.folded))
    return rewritten(parse.text, edits, whole.names, whole.referents)
