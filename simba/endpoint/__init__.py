"""Facts from any SPARQL endpoint that holds Wikidata."""

from simba.endpoint.login import Login
from simba.endpoint.settings import EndpointSettings
from simba.endpoint.store import EndpointStore

__all__ = ["EndpointSettings", "EndpointStore", "Login"]
