"""Facts from any SPARQL endpoint that holds Wikidata."""

from simba.endpoint.store import EndpointStore

__all__ = ["EndpointStore"]
