"""Facts from a remote SPARQL endpoint that speaks Wikidata's vocabulary.

One request a question of the stages, each answer kept in memory. SPARQLWrapper is imported with the first request.
"""

from __future__ import annotations

import json
from contextlib import closing
from functools import lru_cache
from http.client import HTTPException
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qsl, urlsplit

from simba import __version__
from simba.answer import Value
from simba.errors import EndpointError
from simba.vocabulary import (
    DESCRIPTION,
    INSTANCE_OF,
    LABEL,
    PREFIXES,
    XSD,
    entity_id,
    is_entity_id,
    is_property_id,
)

if TYPE_CHECKING:
    from SPARQLWrapper.Wrapper import SPARQLWrapper

TIMEOUT = 10
"""Seconds to wait for the server: for the connection, for each part of its answer, and for all of the answer."""
LONG = 1500
"""A query of more characters goes by POST."""
MAX_BYTES = 64 * 1024 * 1024
"""An answer longer than this is not read."""
UNKNOWN_VALUE = "http://www.wikidata.org/.well-known/genid/"
"""How Wikidata's own endpoint writes a blank node."""
PLAIN = frozenset({f"{XSD}string", "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"})
_PROLOGUE = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in PREFIXES.items())
_ADVICE = {
    400: "it did not take the query: does it speak SPARQL 1.1?",
    401: "it wants a login, which SimBa does not have",
    403: "it wants a login, which SimBa does not have, or it has locked you out",
    404: "check the path of the URL",
    405: "check the path of the URL",
    429: "too many requests: wait a while",
}


class EndpointStore:
    """The facts, labels and classes that an endpoint knows; may be shared between threads.

    Every method raises `EndpointError` where the endpoint does not answer as one should.
    """

    def __init__(self, url: str, *, timeout: int = TIMEOUT) -> None:
        """Take the endpoint's URL; nothing is asked yet. Raises `EndpointError` where it is none."""
        self.url = _checked(url)
        self._timeout = timeout
        self.select = lru_cache(maxsize=1_000)(self._select)
        self.label = lru_cache(maxsize=50_000)(self._label)
        self.description = lru_cache(maxsize=50_000)(self._description)
        self.classes = lru_cache(maxsize=50_000)(self._classes)

    def neighbours(self, identifier: str, prop: str, *, reverse: bool = False) -> tuple[Value, ...]:
        """The different values of an entity's direct claims, or in reverse the entities that have it as a value."""
        if not is_entity_id(identifier) or not is_property_id(prop):
            return ()
        subject, value = (f"wd:{identifier}", "?answer")[:: -1 if reverse else 1]
        return self.select(f"SELECT DISTINCT ?answer WHERE {{ {subject} wdt:{prop} {value} }}")

    def _label(self, identifier: str) -> str | None:
        return self._text(identifier, LABEL)

    def _description(self, identifier: str) -> str | None:
        return self._text(identifier, DESCRIPTION)

    def _text(self, identifier: str, predicate: str) -> str | None:
        """The text in Russian, else in English, else in any language."""
        if not is_entity_id(identifier):
            return None
        found = self._select(
            f"SELECT ?text WHERE {{ wd:{identifier} <{predicate}> ?text FILTER(isLiteral(?text)) }} "
            'ORDER BY DESC(LANG(?text) = "ru") DESC(LANG(?text) = "en") LANG(?text) LIMIT 1'
        )
        return found[0].value if found else None

    def _classes(self, identifier: str) -> frozenset[str]:
        if not is_entity_id(identifier):
            return frozenset()
        found = self._select(f"SELECT DISTINCT ?class WHERE {{ wd:{identifier} wdt:{INSTANCE_OF} ?class }}")
        return frozenset(parent for value in found if (parent := entity_id(value.value)))

    def _select(self, sparql: str) -> tuple[Value, ...]:
        """The values of the query's only variable."""
        body = self._fetch(_PROLOGUE + sparql)
        try:
            content = json.loads(body)
            (variable,) = content["head"]["vars"]
            terms = [row[variable] for row in content["results"]["bindings"] if variable in row]
            return tuple(value for term in terms if (value := _value(term)) is not None)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise self._error(
                "the answer is not SPARQL results in JSON",
                "check that the URL is of an endpoint, not of its web page",
            ) from None

    def _fetch(self, sparql: str) -> bytes:
        from SPARQLWrapper.SPARQLExceptions import SPARQLWrapperException

        deadline = monotonic() + self._timeout
        try:
            with closing(self._request(sparql).query().response) as response:
                pieces, size = [], 0
                while piece := response.read1(1 << 16):
                    pieces.append(piece)
                    size += len(piece)
                    if monotonic() > deadline:
                        raise TimeoutError
                    if size > MAX_BYTES:
                        raise self._error("the answer is too long", "ask about something less common")
                return b"".join(pieces)
        except (HTTPError, SPARQLWrapperException) as error:
            reply = error if isinstance(error, HTTPError) else error.__context__  # it wraps some statuses
            assert isinstance(reply, HTTPError)
            reply.close()
            raise self._refused(reply.code) from None
        except (OSError, HTTPException, ValueError) as error:
            raise self._unreachable(error) from None

    def _request(self, sparql: str) -> SPARQLWrapper:
        from SPARQLWrapper.Wrapper import GET, JSON, POST, SPARQLWrapper

        address = urlsplit(self.url)
        request = SPARQLWrapper(
            address._replace(query="").geturl(), returnFormat=JSON, agent=f"SimBa/{__version__}"
        )
        for name, value in parse_qsl(address.query, keep_blank_values=True):
            request.addParameter(name, value)
        request.setOnlyConneg(True)
        request.setTimeout(self._timeout)
        request.setMethod(POST if len(sparql) > LONG else GET)
        request.setQuery(sparql)
        return request

    def _refused(self, status: int) -> EndpointError:
        advice = _ADVICE.get(status, "try again later" if status >= 500 else "check the URL")
        return self._error(f"HTTP status {status}", advice)

    def _unreachable(self, error: Exception) -> EndpointError:
        reason = error.reason if isinstance(error, URLError) else error
        if isinstance(reason, TimeoutError):
            return self._error(
                f"timeout, no answer within {self._timeout} s", "try again later or another endpoint"
            )
        if isinstance(reason, ConnectionRefusedError):
            return self._error("connection refused", "check that the server runs and that the URL is right")
        said = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
        return self._error(f"no connection ({said})", "check the URL and the network")

    def _error(self, kind: str, advice: str) -> EndpointError:
        return _error(self.url, kind, advice)


def _error(url: str, kind: str, advice: str) -> EndpointError:
    return EndpointError(" ".join(f"endpoint {url}: {kind}; {advice}".split()))


def _checked(url: str) -> str:
    """The URL, if it is one that can be asked; raises `EndpointError`."""
    advice = "give one like https://query.wikidata.org/sparql"
    try:
        address = urlsplit(url)
        fine = address.scheme in {"http", "https"} and address.hostname and address.port != 0
    except ValueError:  # of a port or an IPv6 address
        fine = False
    if not fine or not url.isascii() or not url.isprintable() or " " in url or address.fragment:
        raise _error(repr(url), "not an http(s) URL", advice)
    if "@" in address.netloc:
        raise _error(address.hostname or "", "a login in the URL is not supported", advice)
    return url


def _value(term: dict[str, Any]) -> Value | None:
    """A term of SPARQL's JSON results; an unknown value (a blank node) is no answer."""
    kind, text = term["type"], term["value"]
    if not isinstance(text, str):
        raise TypeError(text)
    if kind == "uri":
        return None if text.startswith(UNKNOWN_VALUE) else Value("uri", text, None, None)
    if kind in {"literal", "typed-literal"}:
        datatype = term.get("datatype")
        if not isinstance(datatype, str | None):
            raise TypeError(datatype)
        return Value("literal", text, None if datatype in PLAIN else datatype, None)
    return None
