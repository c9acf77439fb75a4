"""What a follow-up may be about: the names of the earlier question, what it was asked through, and its answer.

The latter two only where they are one entity: "он" after "Где родился автор «Мцыри»?" is the author.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from simba.common.vocabulary import INSTANCE_OF, entity_id
from simba.context import Context
from simba.dialogue.words import Agreement
from simba.kb.facts import FactStore, WantedFacts
from simba.kb.indexed import HUMAN
from simba.query import Entity, Exists, Form, Hop, More, Statement, path, prefixes
from simba.russian.declension import declined, natural_order
from simba.russian.morphology import Case, gender, readings
from simba.russian.text import fold

SEX = "P21"
SEXES: dict[str, Agreement] = {"Q6581097": "masc", "Q6581072": "femn"}
MAX_STEPS = 6
"""Steps of the earlier question that are looked at for what it was asked through."""
ANY: frozenset[Agreement] = frozenset({"masc", "femn", "neut", "plur"})


@dataclass(frozen=True, slots=True)
class Referent:
    """An entity that was spoken of, with what words agree with."""

    entity: str
    label: str
    answered: bool
    """Whether it was the answer, rather than what the question is about."""
    classes: frozenset[str]
    agrees: frozenset[Agreement]
    """By its sex, or by the noun that its label begins with."""
    loosely: frozenset[Agreement]
    """By the nouns for what it is: "Война и мир", a novel, is "он" too; anything where no word tells."""

    between: bool = False
    """Whether the question went through it: the author in "Где родился автор «Мцыри»?", of whom it says something."""

    @property
    def human(self) -> bool:
        """Whether it is a person."""
        return HUMAN in self.classes

    @property
    def bends(self) -> bool:
        """Whether its name is known in other cases."""
        return declined(self.label, "gent") is not None

    def text(self, case: Case) -> tuple[str, str]:
        """How a question names it in a case, and what of that is its name: a title that does not bend is quoted.

        A person's name is not: "жена «Икс»" would be somebody of that name.
        """
        inflected = declined(self.label, case)
        if inflected is not None:
            return inflected, inflected
        plain = self.label.strip('«»"„“”')
        return (plain if self.human else f"«{plain}»"), plain


def referents(context: Context, form: Form | None, store: FactStore) -> tuple[Referent, ...]:
    """The names of the question, then what it went through, then the answer if it is one entity; each entity once.

    ``form`` is what the earlier question was taken to ask.
    """
    answer = context.values[:1] if len(context.values) == 1 else ()
    written = {one.entity: one.text for one in reversed(context.names)}
    between = [one for one in _between(form, store) if one not in context.values] if form is not None else ()
    order = dict.fromkeys((*(one.entity for one in context.names), *between, *answer))
    found = described({one: one not in written and one not in between for one in order}, store)
    found = tuple(replace(one, between=one.entity in between) for one in found)
    return tuple(
        one if one.human else replace(one, agrees=one.agrees | _as_written(written.get(one.entity, "")))
        for one in found
    )


def _between(form: Form, store: FactStore) -> list[str]:
    """What a composed question is asked through, if it is one entity: nothing of what may be so or not."""
    if isinstance(form, Exists | More):
        return []
    steps = [one for one in dict.fromkeys(prefixes(form)) if isinstance(one, Hop | Statement)][:MAX_STEPS]
    facts = store.gather(lambda: WantedFacts(steps))
    values = [facts.values(step).values for step in steps]
    return [one for some in values if len(some) == 1 for one in _ids(some)]


def described(entities: dict[str, bool], store: FactStore) -> tuple[Referent, ...]:
    """These entities, each with whether it was an answer, but for those that have no label here."""
    forms = {
        (one, prop): Hop(Entity(one), path(prop))
        for one in entities
        if one.startswith("Q")
        for prop in (INSTANCE_OF, SEX)
    }
    facts = store.gather(lambda: WantedFacts(list(forms.values())))
    known = {key: frozenset(_ids(facts.values(form).values)) for key, form in forms.items()}
    classes = {one: known.get((one, INSTANCE_OF), frozenset()) for one in entities}
    texts = store.describe({*entities, *frozenset[str]().union(*classes.values())})
    found = []
    for one, answered in entities.items():
        label = texts.label(one)
        if not label:
            continue
        sexes = frozenset(SEXES[sex] for sex in known.get((one, SEX), ()) if sex in SEXES)
        nouns = [texts.label(kind) or "" for kind in classes[one] if kind != HUMAN]
        found.append(
            Referent(
                one,
                natural_order(label),
                answered,
                classes[one],
                sexes or _of_label(natural_order(label), human=HUMAN in classes[one]),
                frozenset().union(*map(agreement, nouns)) or ANY,
            )
        )
    return tuple(found)


def agreeing(
    some: Sequence[Referent], wanted: Collection[Agreement]
) -> tuple[tuple[Referent, ...], tuple[Referent, ...]]:
    """Those that agree by themselves, and those that agree only by what they are."""
    strictly = tuple(one for one in some if one.agrees & set(wanted))
    loosely = tuple(
        one for one in some if one not in strictly and not one.human and one.loosely & set(wanted)
    )
    unknown = tuple(one for one in some if not one.agrees and (one.human or one in loosely))
    return (*strictly, *unknown), tuple(one for one in loosely if one not in unknown)


def agreement(words: str) -> frozenset[Agreement]:
    """What the first noun of some words in the nominative agrees with; nothing where none is known."""
    for word in words.split():
        for _, tag in readings(fold(word)):
            grammemes = set(tag.replace(" ", ",").split(","))
            if {"NOUN", "nomn"} <= grammemes:
                found: Iterable[Agreement] = ("plur",) if "plur" in grammemes else ("masc", "femn", "neut")
                return frozenset(one for one in found if one in grammemes)
    return frozenset()


def _as_written(words: str) -> frozenset[Agreement]:
    """What the first noun of a name agrees with, in whatever case it stands: "Эвереста", labelled otherwise."""
    sexes = (gender(fold(word), "NOUN", "sing") for word in words.split())
    first = next(filter(None, sexes), None)
    return frozenset(one for one in ANY if one == first)


def _of_label(label: str, *, human: bool) -> frozenset[Agreement]:
    if not human:
        return agreement(label)
    sexes = (gender(word, "Name", "nomn") for word in label.split())
    return frozenset(one for one in ANY if one in set(sexes))


def _ids(values: Iterable[object]) -> Iterable[str]:
    return (found for value in values if (found := entity_id(getattr(value, "value", ""))))
