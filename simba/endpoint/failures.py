"""What went wrong with a request, as an `EndpointError`: what it is, whether it may pass, what to do."""

from __future__ import annotations

import ssl
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from socket import gaierror
from urllib.error import HTTPError, URLError

from simba.endpoint.login import PASSWORD, TOKEN, USER
from simba.endpoint.settings import EndpointSettings, shown
from simba.errors import EndpointError

PASSING = frozenset({429, 502, 503, 504})
"""Statuses of a server that is busy or on its way up."""
INTERNAL = 500
"""The status of a server that failed at the request, by chance or because of it."""
_LOGIN = f"set ${USER} and ${PASSWORD}, or ${TOKEN}, or write ~/.netrc"
_ADVICE = {
    400: "it did not take the query: does it speak SPARQL 1.1?",
    401: f"it wants a login: {_LOGIN}",
    403: f"it wants a login or has locked you out: {_LOGIN}, or say who you are with --contact",
    404: "check the path of the URL",
    405: "check the path of the URL",
    407: "the proxy wants a login: check $https_proxy and $http_proxy",
    429: "too many requests: wait a while, or send fewer with --rate and --in-flight",
}


def failure(settings: EndpointSettings, error: Exception) -> EndpointError:
    """The exception of a request in the user's words."""
    if isinstance(error, HTTPError):
        return _refused(settings.shown, error)
    reason = error.reason if isinstance(error, URLError) else error
    return _failed(settings, *_connection(settings, reason))


def _failed(
    settings: EndpointSettings, what: str, kind: str, advice: str, transient: bool = False
) -> EndpointError:
    return EndpointError(what, kind=kind, url=settings.shown, advice=advice, transient=transient)


def _refused(url: str, reply: HTTPError) -> EndpointError:
    status = reply.code
    advice = _ADVICE.get(status, "try again later" if status >= 500 else "check the URL")
    kind = "login" if status in {401, 403, 407} else "busy" if status in PASSING else "status"
    return EndpointError(
        f"HTTP status {status}",
        kind=kind,
        url=url,
        advice=advice,
        transient=status in PASSING or status == INTERNAL,
        retry_after=retry_after(reply.headers.get("Retry-After")) if status in PASSING else None,
    )


def _connection(settings: EndpointSettings, reason: BaseException | str) -> tuple[str, str, str, bool]:
    if isinstance(reason, TimeoutError):
        said = f"timeout, no answer within {settings.timeout:g} s"
        return said, "timeout", "try again later, another endpoint or a longer --timeout", True
    if isinstance(reason, ConnectionRefusedError):
        return "connection refused", "refused", "check that the server runs and that the URL is right", False
    if isinstance(reason, gaierror):
        return f"unknown host ({reason.strerror})", "dns", "check the URL and the network", False
    if isinstance(reason, ssl.SSLCertVerificationError):
        said = f"its certificate is not trusted ({reason.verify_message})"
        return said, "tls", "check the URL; $SSL_CERT_FILE names certificates of your own", False
    said = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    broken = isinstance(reason, ConnectionError | HTTPException | ssl.SSLError)
    what = "the connection broke" if broken else "no connection"
    return f"{what} ({said})", "broken", "check the URL and the network", broken


def elsewhere(settings: EndpointSettings, target: str) -> EndpointError:
    """It redirects to another server."""
    address = shown(target) if target.isascii() and target.isprintable() else "another address"
    advice = f"give that URL if you trust it: {address}" if address.startswith("http") else "check the URL"
    return _failed(settings, "it redirects to another server", "redirect", advice)


def too_long(settings: EndpointSettings) -> EndpointError:
    """The answer is longer than SimBa reads."""
    return _failed(settings, "the answer is too long", "too_long", "ask about something less common")


def partial(settings: EndpointSettings) -> EndpointError:
    """The server says that this is not all that it would have found with more time."""
    advice = "it ran into its own time limit: try again later, or another endpoint"
    return _failed(settings, "it sent only a part of the results", "partial", advice)


def cut(settings: EndpointSettings) -> EndpointError:
    """The server leaves out rows, and nothing shorter can be asked."""
    advice = "ask its operator for more rows, or another endpoint"
    return _failed(settings, "it cuts its results", "partial", advice)


def invalid(settings: EndpointSettings, body: bytes, expected: str) -> EndpointError:
    """The answer is not what was expected; one that is empty or ends in the middle may be whole the next time."""
    start = body.lstrip()[:1]
    cut = start in {b"", b"{"} and not body.rstrip().endswith(b"}")
    what = f"the answer is not {expected}{' (it is cut short)' if cut else ''}"
    advice = (
        "try again later, another endpoint"
        if cut and start
        else "check that the URL is of the server's interface, not of its web page"
    )
    return _failed(settings, what, "broken" if cut else "invalid", advice, transient=cut)


def out_of_time(settings: EndpointSettings, last: EndpointError | None) -> EndpointError:
    """The question's time is used up before another try."""
    advice = "try again later, or with a longer --time-limit"
    what = f"timeout, no answer within the {settings.time_limit:g} s of a question"
    if last is not None:
        what += f" (at last: {last.what})"
    return _failed(settings, what, "timeout", advice, transient=True)


def asks_to_wait(settings: EndpointSettings, what: str, seconds: float) -> EndpointError:
    """The server wants to be left alone for longer than the question has time."""
    return EndpointError(
        f"{what}, and it asks to wait {seconds:.0f} s, longer than there is time for",
        kind="busy",
        url=settings.shown,
        advice=f"try again then, or with a longer --time-limit (now {settings.time_limit:g} s)",
        transient=True,
        retry_after=seconds,
    )


def retry_after(header: str | None) -> float | None:
    """The seconds that a header Retry-After asks for, as a number or as a date; None where it is neither."""
    text = (header or "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        when = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError):
        return None
    if when.tzinfo is None:
        when = when.replace(tzinfo=timezone.utc)
    return max(0.0, (when - datetime.now(timezone.utc)).total_seconds())
