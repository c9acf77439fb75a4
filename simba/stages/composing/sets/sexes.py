"""Of what sex kin are: "дочь" is no son, though one property leads to both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from simba.answer import Value
from simba.common.vocabulary import entity_id
from simba.kb.facts import Facts
from simba.query import And, Entity, Form, Hop, Rank, Step, Without, path, properties
from simba.russian.names import genders
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.parts import Denotation
from simba.stages.parse import Token

SEXES = {"male": "Q6581097", "female": "Q6581072"}
SEX = "P21"
CHILD, PARENTS = "P40", frozenset({"P22", "P25"})
"""A child is whose father or mother somebody is."""
GENDERS = {SEXES["male"]: "masc", SEXES["female"]: "femn"}
"""The OpenCorpora grammemes of given names."""


def of_sex(scene: Scene, part: Denotation, sex: str | None) -> Iterator[Denotation]:
    """Those of a sex; as well those of whom it is not said."""
    if sex is None or _either(scene):
        yield part
        return
    yield part.also(Denotation(Hop(Entity(SEXES[sex]), path(f"^{SEX}"))))
    other = SEXES["female" if sex == "male" else "male"]
    kept = Without(part.form, Hop(Entity(other), path(f"^{SEX}")))
    yield Denotation(kept, part.score + scene.weights.later, part.explained, part.why)


def not_called_otherwise(form: Form, values: Sequence[Value], facts: Facts) -> tuple[Value, ...]:
    """The values, where those of a sex are kept out none that only somebody of that sex is called: no daughter is a
    Павел, whose sex is not said.
    """
    match form:
        case Without(excluded=Hop(source=Entity(id=sex), path=way)) if way == path(f"^{SEX}"):
            return tuple(
                one for one in values if genders(facts.label(entity_id(one.value) or "")) != {GENDERS[sex]}
            )
    return tuple(values)


def _either(scene: Scene) -> bool:
    """Whether "и" joins kin of both sexes: "сыновья и дочери Пушкина"."""
    known = scene.constructions.sexed
    joined = (token for token in scene.tokens if token.relation == "conj" and token.lemma in known)
    above = ((token, scene.tokens[token.head].lemma) for token in joined)
    return any(lemma in known and known[lemma] != known[token.lemma] for token, lemma in above)


def sexed(scene: Scene, parts: Iterable[Denotation]) -> list[Denotation]:
    """The parts, those of a sex where a rule took a noun for it: "кто дочь Петра I" fires that for children."""
    kin = [token for token in scene.tokens if token.lemma in scene.constructions.sexed]
    if not kin:
        return list(parts)
    found: list[Denotation] = []
    for part in parts:
        if isinstance(part.form, Rank):  # the oldest son is the oldest of the sons
            every = part._replace(form=part.form.source, link=None)
            some = of_sex(scene, every, _said(scene, kin, part))
            found += (one._replace(form=replace(part.form, source=one.form), dead=part.dead) for one in some)
        else:
            found += (one._replace(dead=part.dead) for one in of_sex(scene, part, _said(scene, kin, part)))
    return found


def _said(scene: Scene, kin: Iterable[Token], part: Denotation) -> str | None:
    """The sex that a noun says of whom a rule leads to by the noun's property, be it from the other side."""
    hop = part.form.source if isinstance(part.form, Rank) else part.form
    if isinstance(hop, And) and len({one.path if isinstance(one, Hop) else None for one in hop.members}) == 1:
        hop = hop.members[0]  # the son of two
    if SEX in properties(part.form) or not isinstance(hop, Hop) or not isinstance(hop.path.steps[-1], Step):
        return None
    last = hop.path.steps[-1]
    property = CHILD if last.inverse and last.property in PARENTS else None if last.inverse else last.property
    sexes = (
        scene.constructions.sexed[token.lemma] for token in kin if token.index in part.explained - part.named
    )
    return next((sex for sex, of in sexes if of == property), None)
