"""Connections to a server that stay open between requests, within time limits and to be broken by a switch."""

from __future__ import annotations

import io
import os
import ssl
from collections.abc import Callable
from http.client import BadStatusLine, HTTPConnection, HTTPResponse, HTTPSConnection
from socket import SocketIO, socket
from threading import Lock
from typing import Any
from urllib.request import HTTPHandler, HTTPSHandler, Request
from weakref import finalize

from simba.common.timelimit import released, stoppable, time_left

Way = tuple[str, str, str | None]
"""Scheme and host of whom a connection leads to, and whom it reaches behind a proxy."""


class OpenConnections:
    """The idle connections of one client; shared by threads, of which each takes one for a request."""

    def __init__(self, most: int) -> None:
        """Keep so many at most."""
        self._most = most
        self._lock = Lock()
        self._idle: list[tuple[Way, HTTPConnection]] = []
        self._owner = os.getpid()
        finalize(self, _close, self._idle)

    def handlers(self) -> tuple[HTTPHandler, HTTPSHandler]:
        """What an opener of urllib's opens http and https with."""
        return _Http(self), _Https(self, ssl.create_default_context())

    def opened(self, make: Callable[[str], HTTPConnection], request: Request) -> HTTPResponse:
        """The head of the answer; raises OSError and HTTPException.

        Servers close connections that were idle for long: then the request goes over another one.
        """
        way = (request.type, request.host, getattr(request, "_tunnel_host", None))
        while True:
            connection = self._taken(way)
            kept = connection is not None
            if connection is None:
                connection = make(request.host)
            try:
                response = _sent(connection, request, way[2] if not kept else None)
            except (ConnectionError, BadStatusLine):
                connection.close()
                if kept:
                    continue
                raise
            except BaseException:
                connection.close()
                raise
            assert isinstance(response, KeptResponse)
            response.lead = connection
            response.keep = lambda one=connection: self._put(way, one)
            return response

    def _taken(self, way: Way) -> HTTPConnection | None:
        time_left()
        with self._lock:
            if self._owner != os.getpid():  # this process was forked from another, whose they are
                self._idle.clear()
                self._owner = os.getpid()
            place = next((at for at, (to, _) in reversed(list(enumerate(self._idle))) if to == way), None)
            connection = self._idle.pop(place)[1] if place is not None else None
        if connection is not None:
            stoppable(connection.sock)
            connection.sock.settimeout(time_left())
        return connection

    def _put(self, way: Way, connection: HTTPConnection) -> None:
        with self._lock:
            if len(self._idle) < self._most and self._owner == os.getpid():
                self._idle.append((way, connection))
                return
        connection.close()


def _close(idle: list[tuple[Way, HTTPConnection]]) -> None:
    for _, connection in idle:
        connection.close()


def _sent(connection: HTTPConnection, request: Request, tunnel: str | None) -> HTTPResponse:
    headers = {
        name.title(): value for name, value in (*request.headers.items(), *request.unredirected_hdrs.items())
    }
    of_proxy = headers.pop("Proxy-Authorization", None) if request.type == "https" else None
    if tunnel is not None:
        connection.set_tunnel(tunnel, headers={"Proxy-Authorization": of_proxy} if of_proxy else {})
    connection.request(request.get_method(), request.selector, request.data, headers)
    response = connection.getresponse()
    response.msg = response.reason  # type: ignore[assignment] # as urllib has it
    return response


class KeptResponse(HTTPResponse):
    """An answer after which the connection may be used again, if all of it was read."""

    lead: HTTPConnection | None = None
    keep: Callable[[], None] | None = None

    def __init__(self, sock: socket, *args: Any, **kwargs: Any) -> None:
        """Read from the socket within the time limit of the whole."""
        super().__init__(sock, *args, **kwargs)
        self.fp: Any = io.BufferedReader(_Timed(self.fp.detach(), sock))

    def done(self) -> None:
        """Leave the connection to the next request: all of the body was read."""
        connection, keep = self.lead, self.keep
        if connection is None or connection.sock is None or self.will_close or keep is None:
            return
        self.lead = None
        super().close()
        released(connection.sock)
        keep()

    def close(self) -> None:
        """Close the connection as well, unless the answer is `done`."""
        super().close()
        if self.lead is not None:
            self.lead.close()


class _Timed(io.RawIOBase):
    """A connection's incoming bytes: each wait for them is within the time limit of the whole."""

    def __init__(self, raw: SocketIO, connected: socket) -> None:
        self._raw, self._connected = raw, connected

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._connected.settimeout(time_left())
        count: int | None = self._raw.readinto(buffer)
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()


class _Connection(HTTPConnection):
    response_class = KeptResponse

    def connect(self) -> None:
        super().connect()
        stoppable(self.sock)


class _SecureConnection(HTTPSConnection):
    response_class = KeptResponse

    def connect(self) -> None:
        super().connect()
        stoppable(self.sock)


class _Http(HTTPHandler):
    def __init__(self, connections: OpenConnections) -> None:
        super().__init__()
        self._connections = connections

    def http_open(self, req: Request) -> HTTPResponse:
        return self._connections.opened(lambda host: _Connection(host, timeout=time_left()), req)


class _Https(HTTPSHandler):
    def __init__(self, connections: OpenConnections, context: ssl.SSLContext) -> None:
        super().__init__(context=context)
        self._connections, self._ours = connections, context

    def https_open(self, req: Request) -> HTTPResponse:
        return self._connections.opened(
            lambda host: _SecureConnection(host, timeout=time_left(), context=self._ours), req
        )
