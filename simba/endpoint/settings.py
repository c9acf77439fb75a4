"""Which SPARQL endpoint is asked, how patiently, and in whose name."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from simba.common.vocabulary import PREFIXES
from simba.endpoint.login import Login, find_login
from simba.errors import EndpointError
from simba.version import __version__

URL = "SIMBA_ENDPOINT"
"""The environment variable that names an endpoint; SIMBA_ENDPOINT_TIMEOUT and so on are its settings."""
HOMEPAGE = "https://doi.org/10.1007/978-3-030-77385-4_32"
"""Where an operator reads what SimBa is: the only address of the project in pyproject.toml."""
PUBLIC = ("wikidata.org", "wikimedia.org")
"""Servers for everybody: Wikimedia allows five requests at once."""
PUBLIC_IN_FLIGHT, PUBLIC_RATE, IN_FLIGHT = 5, 10.0, 32
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}
_IRI = re.compile(r"[a-z][a-z0-9+.-]*:[^\x00-\x20<>\"{}|^`\\]+", re.IGNORECASE)


@dataclass(frozen=True)
class EndpointSettings:
    """One endpoint and how to ask it; raises `EndpointError` for what makes no sense."""

    url: str
    timeout: float = 10.0
    """Seconds for one try: the connection and all of the answer."""
    time_limit: float = 30.0
    """Seconds for a question, or for a request outside of one, with all tries and waiting."""
    retries: int = 3
    """Further tries after a failure that may pass."""
    cache: float | None = None
    """Seconds that an answer on disk is good for; None: nothing is kept on disk."""
    graphs: tuple[str, ...] = ()
    """The IRIs of the graphs to ask (default-graph-uri); none: the endpoint's own default graph."""
    prefixes: Mapping[str, str] = field(default_factory=dict)
    """Another Wikibase's namespaces for wd: and wdt:; what it returns is read as Wikidata's own."""
    contact: str = ""
    """An e-mail address or URL in the User-Agent, as Wikimedia's policy asks for."""
    in_flight: int | None = None
    """Requests at once; None: 5 of a Wikimedia server, 32 of any other."""
    rate: float | None = None
    """Requests a second; None: 10 to a Wikimedia server, without limit to any other."""
    login: Login | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        _check_url(self.url)
        for name in ("timeout", "time_limit", "rate"):
            value = getattr(self, name)
            if value is not None and not (value > 0 and math.isfinite(value)):
                raise _wrong(name, value, "a number above 0")
        if self.retries < 0:
            raise _wrong("retries", self.retries, "0 or more")
        if self.in_flight is not None and self.in_flight < 1:
            raise _wrong("in_flight", self.in_flight, "1 or more")
        if self.cache is not None and not self.cache > 0:
            raise _wrong("cache", self.cache, "an age above 0")
        for graph in self.graphs:
            if not _IRI.fullmatch(graph):
                raise _wrong("graph", graph, "an IRI")
        for prefix, iri in self.prefixes.items():
            if prefix not in PREFIXES:
                raise _wrong("prefix", prefix, f"one of {', '.join(PREFIXES)}")
            if not _IRI.fullmatch(iri):
                raise _wrong(f"prefix {prefix}", iri, "an IRI")
        if not self.contact.isascii() or not self.contact.isprintable() or set(self.contact) & set("()\\"):
            raise _wrong("contact", self.contact, "an e-mail address or a URL, in ASCII")

    @classmethod
    def from_environment(
        cls, url: str, environment: Mapping[str, str] = os.environ, **given: Any
    ) -> EndpointSettings:
        """The settings that are given (None: not given), else those of the environment, else the defaults.

        A text is read as the environment's are: "12h" is an age, "wd=http://..." a prefix. Raises `EndpointError`.
        """
        _check_url(url)
        chosen: dict[str, Any] = {}
        for name, read in _READERS.items():
            value = given.pop(name, None)
            if value is None or value == ():
                value = environment.get(f"{URL}_{name.upper()}") or None
            if value is not None:
                chosen[name] = read(name, value) if isinstance(value, str) else value
        if given.get("login") is None:
            given["login"] = find_login(url, environment)
        return cls(url, **chosen, **given)

    @property
    def shown(self) -> str:
        """The URL for people: parameters, which may hold a key, are left out."""
        return shown(self.url)

    @property
    def agent(self) -> str:
        """Who asks, for the header User-Agent."""
        about = "; ".join(filter(None, (HOMEPAGE, self.contact)))
        return f"SimBa/{__version__} ({about})"

    @property
    def namespaces(self) -> dict[str, str]:
        """The prefixes of queries with their IRIs."""
        return {**PREFIXES, **self.prefixes}

    @property
    def most_in_flight(self) -> int:
        """Requests at once."""
        return self.in_flight or (PUBLIC_IN_FLIGHT if self._is_public else IN_FLIGHT)

    @property
    def most_a_second(self) -> float | None:
        """Requests a second; None: no limit."""
        return self.rate or (PUBLIC_RATE if self._is_public else None)

    @property
    def _is_public(self) -> bool:
        host = urlsplit(self.url).hostname or ""
        return any(host == name or host.endswith(f".{name}") for name in PUBLIC)


def shown(url: str) -> str:
    """A URL without login and parameters."""
    address = urlsplit(url)
    return address._replace(netloc=address.netloc.rpartition("@")[2], query="", fragment="").geturl()


def read_age(name: str, text: str) -> float:
    """Seconds of an age like "90s", "12h" or "7d"; a bare number is seconds."""
    number, unit = (text[:-1], text[-1:]) if text[-1:] in _UNITS else (text, "s")
    try:
        return float(number) * _UNITS[unit]
    except ValueError:
        raise _wrong(name, text, "an age like 90s, 30m, 12h, 7d or 4w") from None


def _read_number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise _wrong(name, text, "a number") from None


def _read_count(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise _wrong(name, text, "a whole number") from None


def read_prefixes(name: str, text: str) -> dict[str, str]:
    """Prefixes as in "wd=http://example.org/entity/ wdt=http://example.org/prop/direct/"."""
    pairs = [pair.partition("=") for pair in text.split()]
    if not all(separator for _, separator, _ in pairs):
        raise _wrong(name, text, "NAME=IRI, like wd=http://example.org/entity/")
    return {prefix: iri for prefix, _, iri in pairs}


_READERS: dict[str, Callable[[str, str], Any]] = {
    "timeout": _read_number,
    "time_limit": _read_number,
    "retries": _read_count,
    "cache": read_age,
    "graphs": lambda _, text: tuple(text.split()),
    "prefixes": read_prefixes,
    "contact": lambda _, text: text,
    "in_flight": _read_count,
    "rate": _read_number,
}


def _wrong(name: str, value: object, wanted: str) -> EndpointError:
    return EndpointError(f"endpoint setting {name.replace('_', ' ')}: {value!r} is not {wanted}")


def _check_url(url: str) -> None:
    advice = "give one like https://query.wikidata.org/sparql"
    try:
        address = urlsplit(url)
        fine = address.scheme in {"http", "https"} and address.hostname and address.port != 0
    except ValueError:  # of a port or an IPv6 address
        fine = False
    if fine and "@" in address.netloc:
        raise EndpointError(
            "a login in the URL is not supported",
            url=shown(url),
            advice="set $SIMBA_ENDPOINT_USER and $SIMBA_ENDPOINT_PASSWORD, or $SIMBA_ENDPOINT_TOKEN",
        )
    if not fine or not url.isascii() or not url.isprintable() or " " in url or address.fragment:
        shown_url = "".join(character for character in url.rpartition("@")[2] if character.isprintable())
        raise EndpointError("not an http(s) URL", url=repr(shown_url), advice=advice)
