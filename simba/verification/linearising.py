"""A graph as one text, as the task's baselines read it."""

from __future__ import annotations

from simba.verification.task_file import Sample
from simba.verification.task_graph import CANDIDATE

SEPARATOR = "[SEP]"


def linearised(sample: Sample) -> str:
    """The edges in the order of a walk from the question's entities towards the candidate, each "h, r, t".

    The candidate is set off by separators; of a graph without edges there are the names of the nodes.
    """
    graph = sample.graph
    types = {node.id: node.type for node in graph.nodes}
    names = {
        node.id: f"{SEPARATOR} {node.label} {SEPARATOR}" if node.type == CANDIDATE else node.label
        for node in graph.nodes
    }
    walked = list(dict.fromkeys(one for one in sample.asked_about.ids if one in types))
    left = dict.fromkeys(graph.edges)
    told: list[str] = []
    for entity in walked:  # grows as the walk goes on
        for edge in [one for one in left if entity in (one.source, one.target)]:
            del left[edge]
            told.append(f"{names[edge.source]}, {graph.label_of(edge.property)}, {names[edge.target]}")
            other = edge.target if edge.source == entity else edge.source
            if other not in walked and types[other] != CANDIDATE:
                walked.append(other)
    told += [f"{names[one.source]}, {graph.label_of(one.property)}, {names[one.target]}" for one in left]
    return "; ".join(told or names.values())
