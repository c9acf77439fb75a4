"""Facts from any SPARQL endpoint that holds Wikidata."""

from simba.endpoint.login import Login
from simba.endpoint.remote import EndpointStore
from simba.endpoint.settings import EndpointSettings

__all__ = ["EndpointSettings", "EndpointStore", "Login"]
