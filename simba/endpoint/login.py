"""Who asks: a login from the environment or from ~/.netrc, which no message, repr or file shows."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from netrc import NetrcParseError, netrc
from urllib.parse import urlsplit

from simba.errors import EndpointError

USER, PASSWORD, TOKEN = "SIMBA_ENDPOINT_USER", "SIMBA_ENDPOINT_PASSWORD", "SIMBA_ENDPOINT_TOKEN"
"""The environment variables of a login: a user with a password, or a bearer token."""


@dataclass(frozen=True, slots=True)
class Login:
    """What the header ``Authorization`` says."""

    header: str = field(repr=False)
    user: str = field(default="", repr=False)
    """By which cached answers are told apart; not secret."""

    def __post_init__(self) -> None:
        if not self.header.isascii() or not self.header.isprintable():
            raise EndpointError(
                "the endpoint's login holds characters that no header can",
                advice=f"check ${TOKEN}, ${USER} and ${PASSWORD}",
            )

    @classmethod
    def basic(cls, user: str, password: str) -> Login:
        """A user with a password."""
        return cls("Basic " + b64encode(f"{user}:{password}".encode()).decode(), user)

    @classmethod
    def bearer(cls, token: str) -> Login:
        """A token, as OAuth 2 has them."""
        return cls(f"Bearer {token}", "bearer")


def find_login(url: str, environment: Mapping[str, str] = os.environ) -> Login | None:
    """The login that the environment has, else ~/.netrc (or $NETRC) for the URL's host, else None.

    Raises `EndpointError` where the environment has half a login.
    """
    user, password, token = (environment.get(name, "") for name in (USER, PASSWORD, TOKEN))
    if token and (user or password):
        raise EndpointError("two logins for the endpoint", advice=f"set either ${TOKEN} or ${USER}")
    if token:
        return Login.bearer(token)
    if user and password:
        return Login.basic(user, password)
    if user or password:
        missing = PASSWORD if user else USER
        raise EndpointError(
            f"${missing} is not set", advice=f"an endpoint's login is ${USER} and ${PASSWORD}"
        )
    host = urlsplit(url).hostname or ""
    # Where something is wrong with it, its owner's other programs say so.
    with suppress(OSError, NetrcParseError, UnicodeDecodeError):
        entries = netrc(environment.get("NETRC") or None).hosts
        if host in entries:  # the "default" entry is for any host: not for ours
            name, _, secret = entries[host]
            return Login.basic(name, secret or "")
    return None
