"""Places: «где» is answered by the place and the thing's country, and where a country is asked for, no town will do."""

from __future__ import annotations

from collections.abc import Sequence

from simba.answer import Value
from simba.kb.facts import Facts
from simba.query import Choice, Entity, Form, Hop, Path, Step
from simba.stages.asked_class import AskedClass
from simba.stages.interrogative import Interrogative
from simba.stages.lexicon import Lexicon

COUNTRY = Path((Step("P17"),))


def with_country(form: Form, interrogative: Interrogative, placing: frozenset[str]) -> Form | None:
    """The form that asks for the country too, where one of the properties ``placing`` says where a thing lies.

    None where a kind of place is asked for ("в каком городе"), or anything else.
    """
    if interrogative.type != "place" or interrogative.noun is not None:
        return None
    match form:
        case Hop(Entity() as thing, Path((Step(name, False, False) as step,))) if name in placing:
            return Hop(thing, Path((Choice((Path((step,)), COUNTRY)),)))
    return None


def tells_country(form: Form) -> bool:
    """Whether it is such a form."""
    match form:
        case Hop(Entity(), Path((Choice(options),))):
            return COUNTRY in options
    return False


def is_smaller(
    form: Form,
    values: Sequence[Value],
    asked: AskedClass,
    facts: Facts,
    interrogative: Interrogative,
    lexicon: Lexicon,
) -> bool:
    """Whether a place is told that is not known to be a country or region, where one is asked for: he was born in
    Dijon; or a spot that is not known to be a town: he was buried in a cathedral.
    """
    sets, noun = lexicon.sets, interrogative.noun
    if not isinstance(form, Hop):
        return False
    last = form.path.steps[-1]
    if not isinstance(last, Step) or last.inverse:
        return False
    country = last.property in sets.place_valued and not asked.classes.isdisjoint(sets.countries)
    region = last.property in sets.towns and noun is not None and noun.lemma in lexicon.words.regions
    spot = last.property in sets.spots and asked.exact
    return (country or region or spot) and bool(asked.unmet(values, facts))
