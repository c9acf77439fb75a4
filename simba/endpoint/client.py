"""Questions to a SPARQL endpoint, in Wikidata's names whatever its own are."""

from __future__ import annotations

import json

from simba.common.vocabulary import PREFIXES, XSD
from simba.endpoint.courier import Courier
from simba.endpoint.settings import EndpointSettings

Row = dict[str, dict[str, str]]
"""A solution: the bound variables with their terms as SPARQL's JSON results write them."""


TRUTH = "boolean"
"""The name under which the outcome of an ASK is found in its only row."""


class SparqlClient:
    """One endpoint; may be shared between threads."""

    def __init__(self, endpoint: str | EndpointSettings) -> None:
        """Take the endpoint's URL or settings; nothing is asked yet. Raises `EndpointError` for senseless ones."""
        # It loads SPARQLWrapper: not at the first question's expense.
        from simba.endpoint.transport import Transport

        self.settings = endpoint_settings(endpoint)
        self.url = self.settings.shown
        self._foreign = {
            iri: PREFIXES[name] for name, iri in self.settings.prefixes.items() if iri != PREFIXES[name]
        }
        fetch = Transport(self.settings).query
        self._courier = Courier(self.settings, fetch, _rows, "SPARQL results in JSON")
        self._truths = Courier(self.settings, fetch, _truth, "the outcome of an ASK in JSON")

    def select(self, sparql: str) -> list[Row]:
        """The solutions of a SELECT query, which may use Wikidata's usual prefixes; of an ASK, one with `TRUTH`.

        IRIs are Wikidata's own in the query and in the solutions, whatever the endpoint's are. It takes no longer than
        the time limit of the settings or of the question it is for. Raises `EndpointError` where the endpoint does not
        answer as one.
        """
        return self._from_foreign(self._courier.ask(self._prologue(sparql) + self._to_foreign(sparql)))

    def ask(self, sparql: str) -> bool:
        """The outcome of an ASK query; otherwise as `select`."""
        return self._truths.ask(self._prologue(sparql) + self._to_foreign(sparql))[0]

    def _prologue(self, sparql: str) -> str:
        used = ((name, iri) for name, iri in self.settings.namespaces.items() if f"{name}:" in sparql)
        return "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in used)

    def _to_foreign(self, sparql: str) -> str:
        for theirs, ours in self._foreign.items():
            sparql = sparql.replace(f"<{ours}", f"<{theirs}")
        return sparql

    def _from_foreign(self, rows: list[Row]) -> list[Row]:
        if self._foreign:
            for row in rows:
                for term in row.values():
                    if term["type"] == "uri":
                        term["value"] = self._ours(term["value"])
        return rows

    def _ours(self, iri: str) -> str:
        for theirs, ours in self._foreign.items():
            if iri.startswith(theirs):
                return ours + iri[len(theirs) :]
        return iri


def endpoint_settings(endpoint: str | EndpointSettings) -> EndpointSettings:
    """The settings themselves, or a URL's with what the environment says."""
    return EndpointSettings.from_environment(endpoint) if isinstance(endpoint, str) else endpoint


def _rows(body: bytes) -> list[Row] | None:
    """The solutions in a complete, valid answer; None where it is none."""
    try:
        content = json.loads(body)
        if isinstance(truth := content.get("boolean"), bool):
            return [{TRUTH: {"type": "literal", "value": str(truth).lower(), "datatype": f"{XSD}boolean"}}]
        rows: list[Row] = content["results"]["bindings"]
        parts = [
            part
            for row in rows
            for term in row.values()
            for part in (term["type"], term["value"], *term.values())
        ]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return rows if all(isinstance(part, str) for part in parts) else None


def _truth(body: bytes) -> tuple[bool] | None:
    """What a complete, valid answer to an ASK says, which may be no; None where it is none."""
    try:
        truth = json.loads(body)["boolean"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return (truth,) if isinstance(truth, bool) else None
