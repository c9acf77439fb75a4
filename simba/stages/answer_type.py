"""The answer-type check: whether a query's values are the kind of thing that the interrogative and the rule expect."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from simba.answer import Value
from simba.common.vocabulary import ENTITY, XSD, entity_id
from simba.kb.classes import Classes
from simba.kb.facts import Facts
from simba.russian.names import is_personal
from simba.stages.asked_class import AskedClass
from simba.stages.interrogative import Interrogative
from simba.stages.properties import COMPATIBLE, PropertyCandidate

DATES = frozenset(f"{XSD}{name}" for name in ("dateTime", "date", "gYear", "gYearMonth"))
NUMBERS = frozenset(
    f"{XSD}{name}" for name in ("decimal", "integer", "double", "float", "int", "long", "nonNegativeInteger")
)


LITERALS = frozenset({"date", "number"})
SITED = LITERALS | {"place"}
"""What a rule may ask for by its verb alone: where or when somebody was born."""
SOMEBODY = frozenset({"person"})
HUMAN = f"{ENTITY}Q5"
"""The class of all people: that somebody is one, answers nothing."""


class AnswerTypes:
    """Tells the kind of values by the classes of the dictionary."""

    def __init__(
        self,
        hierarchy: Classes,
        classes: dict[str, frozenset[str]],
        nouns: Mapping[str, Sequence[str]],
        exact: frozenset[str],
        sorts: frozenset[str],
    ) -> None:
        """Take the classes (P31/P279*) of each kind of entity, what else a common noun stands for, those that no other
        may stand for, and those that leave it to a genitive what something is.
        """
        self._hierarchy = hierarchy
        self._classes = classes
        self._nouns = nouns
        self._exact, self._sorts = exact, sorts

    def asked(self, interrogative: Interrogative, classes: frozenset[str]) -> AskedClass | None:
        """The class that the asked noun names, if any noun is asked for; those that the knowledge base calls so."""
        noun = interrogative.noun
        if noun is None:
            return None
        also = (name for name in self._nouns.get(noun.lemma, ()) if " " not in name)
        return AskedClass.of(noun.folded, classes, self._hierarchy, also, self._exact, self._sorts)

    def acceptable(
        self,
        values: Iterable[Value],
        facts: Facts,
        interrogative: Interrogative,
        proposal: PropertyCandidate,
        *,
        year: bool,
    ) -> tuple[Value, ...]:
        """The values that can answer; the facts tell their classes."""
        values = list(values)
        if interrogative.type in {"person", "place", "group", "thing", *LITERALS} or proposal.rule.subject:
            self._prepare(values, facts)
        return tuple(value for value in values if self._accepts(value, facts, interrogative, proposal, year))

    def _accepts(
        self,
        value: Value,
        facts: Facts,
        interrogative: Interrogative,
        proposal: PropertyCandidate,
        year: bool,
    ) -> bool:
        expected, rule = interrogative.type, proposal.rule
        if rule.direction == "reverse" and rule.subject:
            subject = entity_id(value.value)
            if subject is None or not self.may_be(facts.classes(subject), rule.subject):
                return False
        if value.type == "literal":
            return _accepts_literal(value, interrogative, proposal, year)
        if (rule.answer and rule.answer <= LITERALS) or value.value == HUMAN:
            return False
        if expected in LITERALS:  # a holiday's date is an entity too: "4 ноября"
            if self.kinds(value, facts) & {"person", "place", "group"}:
                return False
            if expected == "date" and rule.answer and "date" not in rule.answer:
                return False  # where it was laid is no time, though the verb alone may ask for both
            return proposal.asks or (expected in rule.answer and len(rule.answer) > 1)
        if expected == "text":  # under what pseudonym somebody wrote is not what he wrote
            return proposal.asks or "text" in rule.answer
        if expected == "thing":  # "что хотел сказать автор" asks for nobody, nor "персонажем чего был"
            knows = proposal.asks and not (rule.answer and rule.answer <= COMPATIBLE["person"])
            return knows or self.kinds(value, facts) != {"person"}
        if expected not in {"person", "place", "group"}:
            return True
        kinds = self.kinds(value, facts)
        if expected == "group":
            return kinds != {"person"}
        # To whom somebody gave a picture is not told by what he painted.
        made = expected == "person" and rule.direction == "reverse" and not proposal.asks
        return (
            (not kinds and not (made and self._is_thing(value, facts)))
            or bool(kinds & COMPATIBLE[expected])
            or (proposal.asks and bool(rule.answer - COMPATIBLE[expected]))
        )

    def _is_thing(self, value: Value, facts: Facts) -> bool:
        """Whether an entity of no kind is known to be something."""
        return bool(facts.classes(entity_id(value.value) or ""))

    def expected(
        self,
        values: Iterable[Value],
        facts: Facts,
        interrogative: Interrogative,
        asks: frozenset[str] = frozenset(),
    ) -> tuple[Value, ...]:
        """The values that can answer a composed reading; ``asks``: kinds that its rule knows to answer it."""
        values = list(values)
        asked = None if interrogative.several else interrogative.type
        if asked in {"person", "place"}:
            self._prepare(values, facts)
            fitting = tuple(
                value
                for value in values
                if value.type == "uri"
                and (
                    not (kinds := self.kinds(value, facts))
                    or kinds & COMPATIBLE[asked]
                    or asks - COMPATIBLE[asked]
                )
            )
            return self.apart_from_things(fitting, facts) if asked == "person" else fitting
        if asked == "date":
            return tuple(value for value in values if value.type == "literal")
        if asked == "thing" and not asks:  # what somebody's son is known for, are not his sons
            self._prepare(values, facts)
            return tuple(value for value in values if self.kinds(value, facts) != SOMEBODY)
        if asked is None and asks == {"person"}:
            self._prepare(values, facts)
            return self.apart_from_things(tuple(values), facts)
        return tuple(values)

    def apart_from_things(self, values: tuple[Value, ...], facts: Facts) -> tuple[Value, ...]:
        """The values but the mere things beside people: an award is its winner's, though his film have it too."""
        kinds = {value: self.kinds(value, facts) for value in values}
        if not any("person" in some for some in kinds.values()):
            return values
        known = (value for value in values if facts.classes(entity_id(value.value) or ""))
        things = {value for value in known if not kinds[value]}
        return tuple(value for value in values if value not in things)

    def is_another(
        self, values: Sequence[Value], facts: Facts, interrogative: Interrogative, asked: AskedClass | None
    ) -> bool:
        """Whether all values are known not to be of the asked class; what people do for a living is seldom all told."""
        if asked is None or not asked.is_another(values, facts):
            return False
        person = interrogative.type == "person"
        return not (person and any("person" in self.kinds(value, facts) for value in values))

    def are_people(self, values: Iterable[Value], facts: Facts) -> bool:
        """Whether all values are known to be people, and nothing else."""
        return all(self.kinds(value, facts) == SOMEBODY for value in values)

    def is_nobody(self, value: Value, facts: Facts) -> bool:
        """Whether a value has a name, but not that of a person, nor is known to be one."""
        named = facts.label(entity_id(value.value) or "") is not None
        return named and "person" not in self.kinds(value, facts)

    def somebody(self, values: Iterable[Value], facts: Facts) -> tuple[Value, ...]:
        """The values that are people or groups of people, or of which nothing is known."""
        return tuple(
            value
            for value in values
            if self.kinds(value, facts) & COMPATIBLE["person"]
            or not facts.classes(entity_id(value.value) or "")
        )

    def may_be(self, known: Collection[str], classes: frozenset[str]) -> bool:
        """Whether an instance of the known classes is one of the other classes, or nothing is known of it."""
        return not known or not classes.isdisjoint(self._hierarchy.above(known))

    def kinds(self, value: Value, facts: Facts) -> frozenset[str]:
        """What kinds of thing an entity is known to be; none where its classes do not tell.

        Of what no class is known, a full name tells that it is somebody.
        """
        identifier = entity_id(value.value)
        if identifier is None:
            return frozenset()
        classes = facts.classes(identifier)
        if not classes:
            return SOMEBODY if is_personal(facts.label(identifier) or "") else frozenset()
        closure = self._hierarchy.above(classes)
        return frozenset(kind for kind, classes in self._classes.items() if classes & closure)

    def fits(self, classes: Collection[str], proposal: PropertyCandidate) -> bool:
        """Whether an entity of these classes is one that the rule asks about."""
        rule = proposal.rule
        restricted = rule.direction == "forward" and rule.subject
        return not restricted or self.may_be(classes, rule.subject)

    def _prepare(self, values: Iterable[Value], facts: Facts) -> None:
        entities = (one for value in values if (one := entity_id(value.value)))
        self._hierarchy.prepare(above for entity in entities for above in facts.classes(entity))


def is_elsewhere(
    values: Sequence[Value],
    facts: Facts,
    interrogative: Interrogative,
    kinds: frozenset[str],
    asked: AskedClass,
) -> bool:
    """Whether places or dates are told, by a rule for these kinds that did not spell out what is asked for, and none is
    known to be that: "на каком этаже родился", "под каким знаком родился".
    """
    if interrogative.type not in {None, "group"} or not kinds or not kinds <= SITED:
        return False
    return len(asked.unmet(values, facts)) == len(values)


def _accepts_literal(
    value: Value, interrogative: Interrogative, proposal: PropertyCandidate, year: bool
) -> bool:
    expected, answer = interrogative.type, proposal.rule.answer
    kind = "date" if value.datatype in DATES or year else "number" if value.datatype in NUMBERS else "text"
    if answer and kind not in answer:
        return False
    noun = interrogative.noun  # the strength of a cognac is no fortress
    spelled = noun is not None and kind in answer and proposal.explains(noun.span)
    if kind == expected or spelled:
        return True
    # Which battle somebody died in is no date either, whatever date the verb alone may ask for.
    beside = noun is not None and kind in LITERALS and bool(answer)
    return expected not in {*LITERALS, "place"} and not beside
