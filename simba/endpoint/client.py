"""Requests to a SPARQL endpoint, by SPARQLWrapper, which is imported with the first request."""

from __future__ import annotations

import json
from contextlib import closing
from http.client import HTTPException
from time import monotonic
from typing import TYPE_CHECKING
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qsl, urlsplit

from simba import __version__
from simba.errors import EndpointError
from simba.vocabulary import PREFIXES

if TYPE_CHECKING:
    from SPARQLWrapper.Wrapper import SPARQLWrapper

Row = dict[str, dict[str, str]]
"""A solution: the bound variables with their terms as SPARQL's JSON results write them."""
TIMEOUT = 10
"""Seconds to wait for the server: for the connection, for each part of its answer, and for all of the answer."""
LONG = 1500
"""A query of more characters goes by POST."""
MAX_BYTES = 64 * 1024 * 1024
"""An answer longer than this is not read."""
_PROLOGUE = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in PREFIXES.items())
_ADVICE = {
    400: "it did not take the query: does it speak SPARQL 1.1?",
    401: "it wants a login, which SimBa does not have",
    403: "it wants a login, which SimBa does not have, or it has locked you out",
    404: "check the path of the URL",
    405: "check the path of the URL",
    429: "too many requests: wait a while",
}


class SparqlClient:
    """One endpoint; may be shared between threads."""

    def __init__(self, url: str, *, timeout: int = TIMEOUT) -> None:
        """Take the endpoint's URL; nothing is asked yet. Raises `EndpointError` where it is none."""
        self.url = _checked(url)
        self._timeout = timeout

    def select(self, sparql: str) -> list[Row]:
        """The solutions of a SELECT query, which may use the prefixes wd: and wdt:.

        Raises `EndpointError` where the endpoint does not answer as one.
        """
        body = self._fetch(_PROLOGUE + sparql)
        try:
            rows = json.loads(body)["results"]["bindings"]
            parts = [part for row in rows for term in row.values() for part in (term["type"], *term.values())]
            if not all(isinstance(part, str) for part in parts):
                raise TypeError
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise self._error(
                "the answer is not SPARQL results in JSON",
                "check that the URL is of an endpoint, not of its web page",
            ) from None
        return rows  # type: ignore[no-any-return]

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
