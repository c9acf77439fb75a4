"""Of what sex kin are: "дочь" is no son, though one property leads to both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from simba.query import Entity, Hop, Without, path, properties
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.parts import Denotation

SEXES = {"male": "Q6581097", "female": "Q6581072"}
SEX = "P21"


def of_sex(scene: Scene, part: Denotation, sex: str | None) -> Iterator[Denotation]:
    """Those of a sex; as well those of whom it is not said."""
    if sex is None or _either(scene):
        yield part
        return
    yield part.also(Denotation(Hop(Entity(SEXES[sex]), path(f"^{SEX}"))))
    other = SEXES["female" if sex == "male" else "male"]
    kept = Without(part.form, Hop(Entity(other), path(f"^{SEX}")))
    yield Denotation(kept, part.score + scene.weights.later, part.explained, part.why)


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
        said = None
        if part.link is not None and not part.link.reverse and SEX not in properties(part.form):
            sexes = (
                scene.constructions.sexed[token.lemma]
                for token in kin
                if token.index in part.explained - part.named
            )
            said = next((sex for sex, property in sexes if property == part.link.property), None)
        found += (one._replace(dead=part.dead) for one in of_sex(scene, part, said))
    return found
