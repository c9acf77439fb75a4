"""How the page names and links the entities, properties and queries of a trace."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from simba.common.lazy import cached_property
from simba.display.plain import PAGE
from simba.query import parse_expression, words
from simba.russian.text import clean

QUERY_SERVICE = "https://query.wikidata.org/#"


@dataclass(frozen=True, slots=True)
class Shown:
    """A value, an entity or a property as the page shows it."""

    text: str
    link: str | None = None
    note: str | None = None
    id: str | None = None


class TraceNames:
    """The stages of a trace, with the labels that occur in them."""

    def __init__(self, trace: dict[str, Any]) -> None:
        self._trace = trace
        self.labels: dict[str, str] = trace.get("labels") or {}
        """Labels of all that the queries mention."""
        self._entities = {item["entity"]: item["label"] or item["name"] for item in self.items("candidates")}
        self._properties = {item["property"]: item["name"] for item in self.items("properties")}
        self._bearers = Counter(self._entities.values())

    def items(self, stage: str) -> list[dict[str, Any]]:
        """What a stage found."""
        return list(self._trace.get(stage) or ())

    @cached_property
    def tried(self) -> list[dict[str, Any]]:
        """The queries that were put to the facts."""
        return [query for query in self.items("queries") if query["results"] is not None]

    def reading(self, query: dict[str, Any]) -> str:
        """What a query asks for in words, which a trace in short leaves out where it asks for one plain fact."""
        return clean(query.get("words") or words(parse_expression(query["form"]), self.labels.get))

    def entity(self, identifier: str) -> str:
        """What the entity is called."""
        return clean(self._entities.get(identifier) or self.labels.get(identifier) or identifier)

    def distinct(self, identifier: str) -> str:
        """The same, with the identifier where another entity of the trace is called so too."""
        shared = self._bearers[self._entities.get(identifier, identifier)] > 1
        return f"{self.entity(identifier)} ({identifier})" if shared else self.entity(identifier)

    def property(self, identifier: str) -> Shown:
        """The property with its page."""
        name = clean(self._properties.get(identifier) or self.labels.get(identifier) or identifier)
        return Shown(name, f"{PAGE}Property:{identifier}", None, identifier)


def run_link(sparql: str) -> str:
    """A link that opens the query on the Wikidata query service."""
    return QUERY_SERVICE + quote(sparql)
