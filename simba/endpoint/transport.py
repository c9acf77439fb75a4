"""One HTTP request, by SPARQLWrapper: within a time limit, to one server only, past any proxy to this machine."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from http.client import HTTPException, HTTPResponse, IncompleteRead
from ipaddress import ip_address
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qsl, urlencode, urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPRedirectHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    UnknownHandler,
)

from SPARQLWrapper.Wrapper import GET, JSON, POST, SPARQLWrapper

from simba.common.timelimit import time_left
from simba.endpoint.keepalive import OpenConnections
from simba.endpoint.settings import EndpointSettings

LONG = 2000
"""An address of more characters goes by POST: some proxies in between take no longer one."""
MAX_BYTES = 64 * 1024 * 1024
"""An answer longer than this is not read."""
MAX_REDIRECTIONS = 5
PARTIAL, SQL_STATE = 206, "X-SQL-State"
"""How a server says that it sends what it found in its time, with or without status 200: Virtuoso's "anytime" queries
have the state S1TAT there."""


class TooLongError(Exception):
    """The answer has more than `MAX_BYTES`."""


class PartialError(Exception):
    """The server says that it sends only a part of the answer."""


class RedirectError(Exception):
    """The server sends us to another one, whose address is the argument."""


class Transport:
    """Sends requests to one server; shared by threads."""

    def __init__(self, settings: EndpointSettings) -> None:
        """Take the endpoint's settings; nothing is asked yet."""
        self._settings = settings
        address = urlsplit(settings.url)
        self._url = address._replace(query="").geturl()
        self._parameters = parse_qsl(address.query, keep_blank_values=True)
        self._opener = self._made_opener()

    def _made_opener(self) -> OpenerDirector:
        opener = OpenerDirector()  # without urllib's handlers of files, FTP and data
        for handler in (
            ProxyHandler({} if is_loopback(self._url) else None),
            *OpenConnections(self._settings.most_in_flight).handlers(),
            _SameServer(),
            HTTPDefaultErrorHandler(),
            HTTPErrorProcessor(),
            UnknownHandler(),
        ):
            opener.add_handler(handler)
        return opener

    def query(self, sparql: str) -> bytes:
        """The body of the answer to a SPARQL query, all of it.

        Raises HTTPError (its body is not read), OSError (TimeoutError after the time limit) and HTTPException where the
        connection fails, `TooLongError`, `PartialError` and `RedirectError`.
        """
        request = _Query(self._url, self._settings, self._opener.open)
        for name, value in self._parameters:
            request.addParameter(name, value)
        request.ask(sparql)
        return self._fetched(lambda: request.query().response)

    def get(self, parameters: str) -> bytes:
        """The body of the answer to a GET request with these encoded parameters; raises as `query` does."""
        before = urlencode(self._parameters)
        address = f"{self._url}?{before}{'&' if before else ''}{parameters}"
        headers = {"User-Agent": self._settings.agent, "Accept": "application/json"}
        request = Request(address, headers=headers)  # noqa: S310 (http or https)
        return self._fetched(lambda: self._opener.open(request, timeout=time_left()))

    def _fetched(self, send: Callable[[], Any]) -> bytes:
        try:
            with closing(send()) as response:
                if response.status == PARTIAL or SQL_STATE in response.headers:
                    raise PartialError
                body = _body(response)
                response.done()
                return body
        except HTTPError as error:
            error.close()
            raise


class _Query(SPARQLWrapper):
    """SPARQLWrapper's request, opened by our own opener instead of urllib's for everything."""

    def __init__(self, url: str, settings: EndpointSettings, open_: Callable[..., Any]) -> None:
        super().__init__(url, returnFormat=JSON, agent=settings.agent)
        self.setOnlyConneg(True)
        for graph in settings.graphs:
            self.addDefaultGraph(graph)
        self._authorization = settings.login.header if settings.login else None
        self._open = open_

    def ask(self, query: str) -> None:
        self.setQuery(query)
        self.setMethod(GET)
        if len(self._createRequest().full_url) > LONG:
            self.setMethod(POST)

    def _query(self) -> tuple[HTTPResponse, str]:
        # SPARQLWrapper would read all of an error's body first, however long that takes.
        request = self._createRequest()
        if self._authorization is not None:
            request.add_unredirected_header("Authorization", self._authorization)
        return self._open(request, timeout=time_left()), self.returnFormat


def _body(response: HTTPResponse) -> bytes:
    pieces, size = [], 0
    while piece := response.read1(1 << 16):
        pieces.append(piece)
        size += len(piece)
        if size > MAX_BYTES:
            raise TooLongError
    if response.length:  # read1 leaves it to us to notice
        raise IncompleteRead(b"", response.length)
    return b"".join(pieces)


def is_loopback(url: str) -> bool:
    """Whether the URL is of this very machine, which no proxy reaches."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


class _SameServer(HTTPRedirectHandler):
    """Follows a redirection within the server: no login, no question goes to another one."""

    max_redirections = MAX_REDIRECTIONS

    def redirect_request(  # type: ignore[override]
        self, req: Request, fp: HTTPResponse, code: int, msg: str, headers: Any, newurl: str
    ) -> Request:
        """The same request to the new address."""
        fp.close()  # urllib would read its body, however long
        if not _same_server(req.full_url, newurl):
            raise RedirectError(newurl)
        again = Request(newurl, req.data, req.headers, method=req.get_method())  # noqa: S310 (http or https)
        authorization = req.unredirected_hdrs.get("Authorization")
        if authorization is not None:
            again.add_unredirected_header("Authorization", authorization)
        return again

    def http_error_302(  # type: ignore[override]
        self, req: Request, fp: HTTPResponse, code: int, msg: str, headers: Any
    ) -> HTTPResponse | None:
        """Follow a redirection; urllib of Python 3.10 does not know all of their codes."""
        scheme = urlsplit(headers.get("Location", "")).scheme
        if scheme not in {"", "http", "https"}:
            fp.close()
            raise RedirectError(headers["Location"])
        return super().http_error_302(req, fp, code, msg, headers)

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302  # type: ignore[assignment]


def _same_server(old: str, new: str) -> bool:
    """Whether the host is the same, with the same port and no less secure."""
    ports = {"http": 80, "https": 443}
    try:
        (before, after) = (
            (address.scheme, address.hostname, address.port or ports.get(address.scheme))
            for address in map(urlsplit, (old, new))
        )
    except ValueError:
        return False
    return after in {before, ("https", before[1], 443) if before[::2] == ("http", 80) else before}


__all__ = ["HTTPException", "PartialError", "RedirectError", "TooLongError", "Transport"]
