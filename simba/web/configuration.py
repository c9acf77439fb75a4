"""What an operator may change, with defaults that are safe on the open internet."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from limits import parse_many

from simba.errors import SimbaError

PREFIX = "SIMBA_WEB_"
"""Environment variables are called SIMBA_WEB_SECONDS, SIMBA_WEB_RATE and so on."""


SWITCH = {"0": False, "": False, "1": True}
LEAST = {
    "seconds": 0.001,
    "threads": 1,
    "body": 1,
    "batch_body": 1,
    "batch_lines": 1,
    "batches": 1,
    "batch_seconds": 0.001,
    "cache": 0,
    "cache_seconds": 0,
    "proxies": 0,
}
"""The least that a number may be."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of one server process."""

    seconds: float = 5.0
    """Time limit for one question."""
    threads: int = 4
    """Questions that are answered at once; more of them wait their turn, within the time limit."""
    rate: str = "120/minute"
    """Requests of one client (one IP address) to the page and the API; empty: no limit."""
    batch_rate: str = "6/minute"
    """Batches of one client; empty: no limit."""
    gerbil_rate: str = "600/minute"
    """GERBIL's questions of one client, which do not count for ``rate``: an experiment asks hundreds in a row."""
    body: int = 64 * 1024
    """Bytes of a request's body."""
    batch_body: int = 4 * 1024 * 1024
    """Bytes of a batch."""
    batch_lines: int = 10_000
    """Lines of a batch."""
    cache: int = 16 * 1024 * 1024
    """Bytes of responses that are kept to be given again; 0: none."""
    cache_seconds: float = 600.0
    """How long they are kept."""
    batches: int = 4
    """Batches that a process answers at once, half of them for one client; each takes one of its threads."""
    batch_seconds: float = 600.0
    """How long a batch may take, the reading of its answers included."""
    storage: str = "memory://"
    """Where the rate limits are counted: memory:// (each process for itself) or an address such as redis://host."""
    issues: str = ""
    """Where an issue is opened about an answer that is wrong: an address, with {title} and {body} for what stands in
    it if it does not take those names as parameters; empty: the reader is given the text to copy."""
    pictures: bool = False
    """Whether the page shows pictures; the reader's browser then asks Wikimedia Commons for them."""
    proxies: int = 0
    """Reverse proxies in front that may be trusted to name the client (X-Forwarded-For)."""
    hosts: str = ""
    """Names that the server goes by, with commas; ".example.org" is example.org and all below. Empty: any name."""
    metrics: str = ""
    """The bearer token that /metrics asks for; empty: it is for clients on the same machine, not through a proxy."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """The settings that the environment changes; raises `SimbaError` for a value that is no number."""
        default, changed = cls(), dict[str, Any]()
        for field in fields(cls):
            name = PREFIX + field.name.upper()
            if name not in environment:
                continue
            kind = type(getattr(default, field.name))
            try:
                changed[field.name] = SWITCH[environment[name]] if kind is bool else kind(environment[name])
            except KeyError:
                raise SimbaError(f"{name}={environment[name]!r} is neither 0 nor 1") from None
            except ValueError:
                raise SimbaError(f"{name}={environment[name]!r} is not a number") from None
        return cls(**changed)

    @property
    def trusted_hosts(self) -> list[str] | None:
        """The names, and those by which the machine calls itself; None: any."""
        named = [name.strip() for name in self.hosts.split(",") if name.strip()]
        return [*named, "localhost", "127.0.0.1"] if named else None

    def __post_init__(self) -> None:
        """Raises `SimbaError` for what no server can keep to."""
        for name, least in LEAST.items():
            if not getattr(self, name) >= least:
                raise SimbaError(f"{PREFIX}{name.upper()}={getattr(self, name)} is less than {least:g}")
        if self.issues and not self.issues.startswith(("https://", "http://", "mailto:")):
            raise SimbaError(f"{PREFIX}ISSUES={self.issues!r} is no address; write for example https://...")
        for name in ("rate", "batch_rate", "gerbil_rate"):
            text = getattr(self, name)
            try:
                parse_many(text or "1/day")
            except ValueError:
                raise SimbaError(
                    f"{PREFIX}{name.upper()}={text!r} is no rate; write for example 120/minute"
                ) from None
