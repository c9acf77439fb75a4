"""What SimBa raises; each message is one line that says what is wrong and what to do."""


class SimbaError(Exception):
    """Base of all errors that a user can mend; the command line shows them without a traceback."""


class RuleError(SimbaError):
    """A rule or dictionary file is unreadable or wrong; the message names file and line."""


class KnowledgeBaseError(SimbaError):
    """A knowledge base folder is missing, foreign, half-built or of another format."""


class SourceError(SimbaError):
    """A file of triples, questions or answers cannot be read."""


class EndpointError(SimbaError):
    """A SPARQL endpoint cannot be reached or does not answer as one; the message has its URL."""

    kind: str
    """A short stable code: settings, dns, refused, tls, timeout, broken, busy, login, status, redirect, invalid,
    too_long or cancelled."""
    url: str
    """The endpoint's address without login and parameters."""
    advice: str
    """What to do about it."""
    transient: bool
    """Whether the same request may do better a little later."""
    retry_after: float | None
    """Seconds that the server asks to wait."""
    tries: int
    """How often it was asked."""

    def __init__(
        self,
        what: str,
        *,
        kind: str = "settings",
        url: str = "",
        advice: str = "",
        transient: bool = False,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(what)
        self.what, self.kind, self.url, self.advice = what, kind, url, advice
        self.transient, self.retry_after, self.tries = transient, retry_after, 1

    def __str__(self) -> str:
        tries = f" ({self.tries} tries)" if self.tries > 1 else ""
        address = f"endpoint {self.url}: " if self.url else ""
        advice = f"; {self.advice}" if self.advice else ""
        return " ".join(f"{address}{self.what}{tries}{advice}".split())
