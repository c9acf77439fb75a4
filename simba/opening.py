"""What a SimBa is opened with: where facts, names, rules and texts come from, and how sure and how fast answers are."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from simba.errors import SimbaError

if TYPE_CHECKING:
    from simba.endpoint import EndpointSettings

TIME_LIMIT = 30.0
"""Seconds for a question where nothing else is said; one that asks no endpoint takes a fraction of one."""
ENVIRONMENT = "SIMBA_KB"
"""The environment variable that names a knowledge base folder."""
TEXTS = "SIMBA_TEXT"
"""The environment variable that names a folder of texts."""
HYBRID = "SIMBA_HYBRID"
"""The environment variable by which, where it is 1, texts are read where the facts have no answer."""
TODAY = "SIMBA_TODAY"
"""The environment variable that names the day that ages are told for."""


@dataclass(frozen=True)
class SimbaSettings:
    """The arguments of `Simba`, or what the environment says instead; raises `SimbaError` where they are wrong."""

    kb: Path | None
    """The knowledge base folder; None: the embedded one, if any is needed."""
    rules: Path | tuple[Path, ...] | None
    """A folder of the user's own rules, or a whole set in folders."""
    endpoint: EndpointSettings | None
    linker: EndpointSettings | None
    """The wiki in whose search names are looked up."""
    time_limit: float | None
    today: date | None
    min_confidence: float | None
    texts: Path | None
    hybrid: bool

    def __post_init__(self) -> None:
        if self.time_limit is not None and not self.time_limit > 0:
            raise SimbaError(f"a time limit is a number of seconds above 0, not {self.time_limit:g}")
        confidence(self.min_confidence)
        if self.hybrid and self.texts is None:
            raise SimbaError(
                "there are no texts to read: --hybrid needs --text DIR (simba build-text makes one)"
            )

    @property
    def seconds(self) -> float:
        """What a question may take."""
        remote = self.endpoint or self.linker
        return self.time_limit or (remote.time_limit if remote else TIME_LIMIT)


def confidence(given: float | None) -> float | None:
    """How sure an answer must be, if that is said; raises `SimbaError` where it is no confidence."""
    if given is not None and not 0 <= given <= 1:
        raise SimbaError(f"a confidence is a number from 0 to 1, not {given:g}")
    return given


def folder_of(given: str | os.PathLike[str] | None, variable: str = "") -> Path | None:
    """The folder that is named, else that of an environment variable, if any."""
    named = given or os.environ.get(variable)
    return Path(named) if named else None


def texts_of(given: str | os.PathLike[str] | None) -> Path | None:
    """The folder of texts, if any; raises `TextError` at once where it is none, and where its engine is missing."""
    named = folder_of(given, TEXTS)
    if named is not None:
        from simba.texts.text_folder import TextManifest, engine

        engine()
        TextManifest.read(named)
    return named


def hybrid_of(given: bool | None, texts: Path | None) -> bool:
    """Whether texts are read; where nothing says so, $SIMBA_HYBRID does, if there are any."""
    return texts is not None and os.environ.get(HYBRID) == "1" if given is None else given


def day_of(given: date | None) -> date | None:
    """The day that is given, else that of $SIMBA_TODAY, if any."""
    text = os.environ.get(TODAY)
    try:
        return given or (date.fromisoformat(text) if text else None)
    except ValueError:
        raise SimbaError(f"${TODAY} is a day such as 2001-12-31, not {text!r}") from None


def endpoint_of(given: str | EndpointSettings | None, time_limit: float | None) -> EndpointSettings | None:
    """The settings of an endpoint that may be named by its URL alone; raises `EndpointError`."""
    if given is None:
        return None
    from simba.endpoint.client import endpoint_settings

    settings = endpoint_settings(given)
    # What a question may take is also what each of its requests may.
    return settings if time_limit is None else replace(settings, time_limit=time_limit)


def linker_of(
    given: str | EndpointSettings | None, endpoint: EndpointSettings | None
) -> EndpointSettings | None:
    """The settings of the wiki in whose search names are looked up, if in any; raises `EndpointError`."""
    if not given:
        return None
    from simba.endpoint.search import linker_settings

    return linker_settings(given, endpoint)
