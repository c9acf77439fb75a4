"""A sample's graph, as the TextGraphs-17 task has it: NetworkX's node-link JSON of entities and statements."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

from simba.common.vocabulary import is_entity_id, is_property_id
from simba.judging import Connection

NodeType = Literal["INTERNAL", "QUESTIONS_ENTITY", "ANSWER_CANDIDATE_ENTITY"]
INTERNAL, ASKED_ABOUT, CANDIDATE = get_args(NodeType)
MAX_GRAPH = 10 << 20
"""Characters of the longest graph that is read."""


class GraphNode(NamedTuple):
    """An entity of a graph."""

    id: str
    label: str
    type: NodeType


@dataclass(frozen=True, slots=True)
class TaskGraph:
    """The union of the shortest paths from a question's entities to a candidate, with all edges among their nodes."""

    nodes: tuple[GraphNode, ...]
    edges: tuple[Connection, ...] = ()
    names: Mapping[str, str] | None = None
    """What the properties are called."""

    def label_of(self, prop: str) -> str:
        """What a property is called, else its identifier."""
        return (self.names or {}).get(prop) or prop

    @property
    def labels(self) -> dict[str, str]:
        """What all entities and properties are called."""
        return {**{node.id: node.label for node in self.nodes}, **(self.names or {})}

    def as_json(self) -> str:
        """The graph in node-link form, as ``networkx.node_link_graph(..., edges="links")`` reads it."""
        place = {node.id: number for number, node in enumerate(self.nodes)}
        nodes = [
            {"type": node.type, "name_": node.id, "id": place[node.id], "label": node.label}
            for node in self.nodes
        ]
        links = [
            {
                "name_": one.property,
                "source": place[one.source],
                "target": place[one.target],
                "label": self.label_of(one.property),
            }
            for one in self.edges
        ]
        whole = {"directed": True, "multigraph": True, "graph": {}, "nodes": nodes, "links": links}
        return json.dumps(whole, ensure_ascii=False)

    @classmethod
    def of_text(cls, text: str) -> TaskGraph:
        """Read a graph, in JSON or as Python writes such data; none is an empty one. Raises ValueError."""
        if not text.strip():
            return cls(())
        if len(text) > MAX_GRAPH:
            raise ValueError(f"a graph of more than {MAX_GRAPH} characters")
        try:
            content = json.loads(text)
        except ValueError:
            try:
                content = ast.literal_eval(text)
            except (ValueError, SyntaxError, MemoryError, RecursionError):
                raise ValueError("its graph is not JSON") from None
        except RecursionError:
            raise ValueError("its graph is nested too deeply") from None
        try:
            return cls._of_data(content)
        except (KeyError, TypeError, AttributeError, IndexError):
            raise ValueError("its graph is not NetworkX's node-link form") from None

    @classmethod
    def _of_data(cls, content: Any) -> TaskGraph:
        nodes: dict[Any, GraphNode] = {}
        for item in content["nodes"]:
            kind = item.get("type", INTERNAL)
            name = str(item.get("name_") or item["id"])
            if not is_entity_id(name):
                raise ValueError(f"its graph has a node {name[:40]!r}, which is no identifier like Q42")
            if kind not in get_args(NodeType):
                raise ValueError(f"its graph has a node of type {str(kind)[:40]!r}")
            nodes[item["id"]] = GraphNode(name, str(item.get("label") or name), kind)
        names: dict[str, str] = {}
        edges: dict[Connection, None] = {}
        for item in content.get("links", content.get("edges", ())):
            prop = str(item.get("name_") or item["label"])
            if not is_property_id(prop):
                raise ValueError(f"its graph has a link {prop[:40]!r}, which is no property like P31")
            names[prop] = str(item.get("label") or prop)
            edges[Connection(nodes[item["source"]].id, prop, nodes[item["target"]].id)] = None
        return cls(tuple(nodes.values()), tuple(edges), names)
