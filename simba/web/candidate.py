"""What the page says of a candidate, and the path that joins it with what the question names, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simba.display.judged import connection_text, verdict_text
from simba.display.plain import PAGE
from simba.judging import Connection, Judgement
from simba.russian.text import clean
from simba.web import graph
from simba.web.formtree import FormNode


@dataclass(frozen=True, slots=True)
class JudgedCandidate:
    """A verdict with its path."""

    id: str
    link: str
    verdict: str
    sentence: str
    words: str
    """The path as a screen reader says it; empty where there is none."""
    graphs: dict[str, graph.Graph]
    """The path for wide and for narrow screens."""

    @classmethod
    def of(cls, judgement: Judgement) -> JudgedCandidate:
        """What the page shows of a judgement."""
        found = judgement.candidate
        words = "; ".join(connection_text(judgement, one) for one in judgement.path)
        root = path_drawn(judgement)
        graphs: dict[str, graph.Graph] = {}
        if root is not None:
            names = [clean(found.label or found.id)]
            narrow = graph.upright(root, names, 1)
            graphs = {"wide": graph.lying(root, names, 1) or narrow, "narrow": narrow}
        return cls(found.id, PAGE + found.id, judgement.verdict, verdict_text(judgement), words, graphs)


def path_drawn(judgement: Judgement) -> FormNode | None:
    """The path as nodes, those that lead to the candidate on top; None where there is no path."""

    def leading(entity: str, left: Sequence[Connection]) -> list[FormNode]:
        mine = [one for one in left if entity in (one.source, one.target)]
        others = [one for one in left if one not in mine]
        nodes = []
        for one in mine:
            reverse = one.source == entity
            other = one.target if reverse else one.source
            nodes.append(
                FormNode(_name(judgement, one.property), "property", (node(other, others),), reverse)
            )
        return nodes

    def node(entity: str, left: Sequence[Connection]) -> FormNode:
        return FormNode(_name(judgement, entity), "entity", tuple(leading(entity, left)))

    found = leading(judgement.candidate.id, judgement.path)
    if len(found) < 2:
        return found[0] if found else None
    return FormNode("и", "operation", tuple(found))


def _name(judgement: Judgement, identifier: str) -> str:
    return clean(judgement.labels.get(identifier) or identifier)
