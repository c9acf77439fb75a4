"""A step by any property that may hold the fact: a bridge's deviser may be its architect, a member a part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simba.grammar.files import Direction
from simba.query import Form, Hop, Or, path
from simba.stages.composing.question.scene import Scene
from simba.stages.composing.sets.parts import Denotation, Link


def wider(scene: Scene, part: Denotation) -> Denotation | None:
    """The same by the step's property or any of its sisters; None where it has none."""
    link = part.link
    if link is None or link.conditions or part.rest:
        return None
    direction: Direction = "reverse" if link.reverse else "forward"
    sisters = scene.groups.of_step(link.property, direction)
    if not sisters:
        return None
    steps = [_step(one.property, reverse=one.direction == "reverse") for one in sisters]
    wide = "|".join([_step(link.property, reverse=link.reverse), *steps])
    dead = not scene.leads_along(link.source, wide)
    return part._replace(
        form=Hop(link.source, path(wide)), link=None, score=part.score + scene.weights.doubt, dead=dead
    )


def denied(scene: Scene, parts: Sequence[Denotation]) -> list[Denotation]:
    """Sets that something is said not to be in: whichever property may tell that it is, so that none is left in.

    "Не входит в Евросоюз" excepts what is a member of it, and what is a part of it.
    """
    alike: dict[tuple[Form, frozenset[int]], list[Link]] = {}
    for part in parts:
        if part.link is not None and _is_plain(part) and not part.dead:
            alike.setdefault((part.link.source, _told(scene, part)), []).append(part.link)
    return [_by_any(scene, part, alike) for part in parts]


def _told(scene: Scene, part: Denotation) -> frozenset[int]:
    """The words of a part, but not those that ask or deny."""
    return frozenset(
        one for one in part.explained if one != scene.noun and not scene.asks(one) and not scene.negates(one)
    )


def _is_plain(part: Denotation) -> bool:
    return part.link is not None and not part.link.conditions and not part.rest


def _by_any(
    scene: Scene, part: Denotation, alike: Mapping[tuple[Form, frozenset[int]], list[Link]]
) -> Denotation:
    if part.link is None or not _is_plain(part) or part.dead:
        return part
    links = alike[part.link.source, _told(scene, part)]
    steps = [_step(one.property, reverse=one.reverse) for one in links]
    for one in links:
        steps += [
            _step(name, reverse=back) for name, back, _ in scene.sisters(one.property, reverse=one.reverse)
        ]
    known = [one for one in dict.fromkeys(steps) if scene.leads_along(part.link.source, one)]
    form: Form = Hop(part.link.source, path("|".join(known or steps[:1])))
    if not scene.sets.mutual.isdisjoint(one.property for one in links):
        form = Or(form, part.link.source)  # "не граничат с Францией" does not mean France itself
    return part._replace(form=form, link=None)


def _step(property: str, *, reverse: bool) -> str:
    return f"^{property}" if reverse else property
