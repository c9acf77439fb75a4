"""A proxy before a real SPARQL server that does what networks and servers do on bad days."""

from __future__ import annotations

import json
import re
import socket
import struct
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote_plus, urlsplit

JSON = "application/sparql-results+json"


class Handler(BaseHTTPRequestHandler):
    """One request: forwarded, or met by the proxy's next fault."""

    server: FaultProxy
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    gone = False

    def do_GET(self) -> None:
        """Take a query."""
        with suppress(OSError):  # who asked has gone away
            self.gone = False
            self.close_connection = True  # unless all is sent of what was announced
            self.question = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            fault = self.server.next_fault(self)
            self.server.count(1)
            try:
                (fault or forward)(self)
            finally:
                self.server.count(-1, self)

    do_POST = do_GET  # noqa: N815

    def upstream(self) -> bytes:
        """The real server's answer."""
        connection = HTTPConnection(self.server.upstream, timeout=120)
        names = ("Accept", "Content-Type")
        headers = {name: self.headers[name] for name in names if name in self.headers}
        target = self.server.path + ("?" + urlsplit(self.path).query if "?" in self.path else "")
        connection.request(self.command, target, self.question or None, headers)
        body = connection.getresponse().read()
        connection.close()
        return body

    def reply(
        self, body: bytes, status: int = 200, kind: str = JSON, headers: Mapping[str, str] | None = None
    ) -> None:
        """Send all of a response."""
        self.start(len(body), status, kind, headers)
        self.server.count(-1, self)  # who has read it may ask again before this thread goes on
        self.wfile.write(body)
        self.close_connection = status != 200

    def start(
        self,
        length: int | None,
        status: int = 200,
        kind: str = JSON,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Send a response's head."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        if length is not None:
            self.send_header("Content-Length", str(length))
        elif "Transfer-Encoding" not in (headers or {}):
            self.send_header("Connection", "close")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing."""


Fault = Callable[[Handler], None]


class FaultProxy(ThreadingHTTPServer):
    """Forwards to ``upstream``; ``faults`` meet the next requests in order, ``always`` all that follow."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, upstream: str) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        address = urlsplit(upstream)
        self.upstream, self.path = address.netloc, address.path
        self.faults: list[Fault | None] = []
        self.always: Fault | None = None
        self.seen: list[dict[str, str]] = []
        """The headers of all requests, with what was asked."""
        self.at_once = self.most_at_once = self.connections = 0
        self.closing = threading.Event()
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        """The endpoint's address."""
        return f"http://127.0.0.1:{self.server_address[1]}/query"

    def next_fault(self, request: Handler) -> Fault | None:
        """What meets this request."""
        with self._lock:
            asked = {
                "path": request.path,
                "method": request.command,
                "body": request.question.decode(errors="replace"),
            }
            self.seen.append(asked | dict(request.headers))
            return self.faults.pop(0) if self.faults else self.always

    def count(self, change: int, request: Handler | None = None) -> None:
        """Count who is here at once; a request leaves only once."""
        with self._lock:
            if request is not None:
                if request.gone:
                    return
                request.gone = True
            self.at_once += change
            self.most_at_once = max(self.most_at_once, self.at_once)

    def process_request(self, *connection: Any) -> None:
        """Count a connection, which may bring many requests."""
        self.connections += 1
        super().process_request(*connection)

    def handle_error(self, *_: object) -> None:
        """A client that has gone away is what the tests are about."""

    def __enter__(self) -> FaultProxy:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self.shutdown()
        self.server_close()


def forward(request: Handler) -> None:
    """No fault."""
    request.reply(request.upstream())


def delayed(seconds: float) -> Fault:
    """The answer, late."""

    def fault(request: Handler) -> None:
        request.server.closing.wait(seconds)
        forward(request)

    return fault


def in_company(request: Handler) -> None:
    """The answer, once another request is here as well."""
    while request.server.most_at_once < 2 and not request.server.closing.wait(0.01):
        pass
    forward(request)


def hang(request: Handler) -> None:
    """Nothing, for as long as the test takes: who gets on has given it up."""
    request.server.closing.wait()


def drop(request: Handler) -> None:
    """The connection closes without a word."""


def reset(request: Handler) -> None:
    """The connection is torn down."""
    request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    request.connection.close()


def truncated(request: Handler) -> None:
    """Half of what was announced."""
    body = request.upstream()
    request.start(len(body))
    request.wfile.write(body[: len(body) // 2])


def truncated_silently(request: Handler) -> None:
    """Half of an answer of unknown length, as of a server whose query ran out of time."""
    body = request.upstream()
    request.start(None)
    request.wfile.write(body[: len(body) // 2])


def truncated_chunks(request: Handler) -> None:
    """The first chunk, and no end."""
    body = request.upstream()
    request.start(None, headers={"Transfer-Encoding": "chunked"})
    request.wfile.write(b"%x\r\n%s\r\n" % (len(body), body))


def dripping_body(request: Handler) -> None:
    """A byte now and then: no single wait is long."""
    request.start(100_000)
    while not request.server.closing.wait(0.05):
        request.wfile.write(b" ")


def dripping_head(request: Handler) -> None:
    """A header that never ends."""
    request.wfile.write(b"HTTP/1.0 200 OK\r\nX-Long: ")
    while not request.server.closing.wait(0.05):
        request.wfile.write(b"x")


def dripping_error(request: Handler) -> None:
    """An error page that never ends."""
    request.start(100_000, 500)
    while not request.server.closing.wait(0.05):
        request.wfile.write(b" ")


def status(code: int, retry_after: str | None = None) -> Fault:
    """An error status."""
    headers = {} if retry_after is None else {"Retry-After": retry_after}
    return lambda request: request.reply(b"sorry", code, "text/plain", headers)


def bindings(change: Callable[[list[Any]], list[Any]], **headers: str) -> Fault:
    """The answer with other rows than it has, or in another order."""

    def fault(request: Handler) -> None:
        content = json.loads(request.upstream())
        if "results" in content:
            content["results"]["bindings"] = change(content["results"]["bindings"])
        request.reply(json.dumps(content).encode(), headers=headers)

    return fault


def partial(code: int, **headers: str) -> Fault:
    """Half of the rows, said to be a part: of Virtuoso, by its state S1TAT, or by the status."""

    def fault(request: Handler) -> None:
        content = json.loads(request.upstream())
        rows = content["results"]["bindings"]
        del rows[len(rows) // 2 :]
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        request.reply(json.dumps(content).encode(), code, headers=named)

    return fault


def refusing(pattern: str) -> Fault:
    """Status 400 for queries in which something is found."""

    def fault(request: Handler) -> None:
        asked = unquote_plus(request.path + request.question.decode())
        (status(400) if re.search(pattern, asked) else forward)(request)

    return fault


def longer_than(characters: int, meant: Fault) -> Fault:
    """A fault that only requests of more characters meet."""

    def fault(request: Handler) -> None:
        asked = unquote_plus(request.path + request.question.decode())
        (meant if len(asked) > characters else forward)(request)

    return fault


def closing(request: Handler) -> None:
    """The answer, after which the connection closes without having been announced."""
    forward(request)
    request.close_connection = True


def html(request: Handler) -> None:
    """A web page."""
    request.reply(b"<!doctype html><title>Welcome</title>", kind="text/html; charset=utf-8")


def invalid_json(request: Handler) -> None:
    """Not JSON, whatever the header says."""
    request.reply(b'{"head": {"vars": ["answer"]}, results: }')


def other_json(request: Handler) -> None:
    """JSON of something else."""
    request.reply(b'{"error": "quota"}')


def wrong_type(request: Handler) -> None:
    """The right answer under a wrong name."""
    request.reply(request.upstream(), kind="text/plain")


def ten_megabytes(request: Handler) -> None:
    """A lot of nothing."""
    request.reply(b"x" * 10_000_000)


def nothing(request: Handler) -> None:
    """An empty answer."""
    request.reply(b"")


def redirect(target: str, code: int = 302) -> Fault:
    """Go elsewhere."""
    return lambda request: request.reply(b"", code, "text/plain", {"Location": target})
