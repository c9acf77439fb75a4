"""What SimBa raises; each message is one line that says what is wrong and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from simba.common.timings import Timings


class SimbaError(Exception):
    """Base of all errors that a user can mend; the command line shows them without a traceback."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a file of rules, and where; line and column count from 1."""

    path: Path
    message: str
    line: int | None = None
    column: int | None = None
    advice: str = ""
    """What to do about it, where that can be told."""

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line is not None else str(self.path)
        return f"{place}: {self.message}" + (f"; {self.advice}" if self.advice else "")


class RuleError(SimbaError):
    """Rule or dictionary files are unreadable or wrong; the message is the first problem, with file and line."""

    def __init__(self, *problems: Problem) -> None:
        """Take one problem or more."""
        super().__init__(str(problems[0]))
        self.problems = problems


class PatternError(ValueError):
    """A pattern is wrong between two of its characters; whoever reads the file makes it a `RuleError`."""

    def __init__(self, message: str, start: int, stop: int | None = None, *, advice: str = "") -> None:
        """Take what is wrong, the place in the pattern, and what to do about it."""
        super().__init__(message)
        self.advice = advice
        self.start = start
        self.stop = start + 1 if stop is None else stop


class KnowledgeBaseError(SimbaError):
    """A knowledge base folder is missing, foreign, half-built or of another format."""


class SourceError(SimbaError):
    """A file of triples, questions or answers cannot be read."""


class TextError(SimbaError):
    """A folder of texts is missing, foreign, half-built, of another format or damaged."""


class ContextError(SimbaError):
    """What is to be taken up of an earlier answer is none of an answer."""


class QuestionError(SimbaError):
    """One question got no answer; another may."""

    kind: str
    """A short stable code: for a batch, the reason of this question's status "error"."""
    timings: Timings = ()
    """What the stages took of the question that failed, this one's up to the failure, in seconds."""


class OutOfTimeError(QuestionError):
    """A question took longer than its time limit."""

    kind = "timeout"

    def __init__(self, seconds: float | None) -> None:
        """Take the limit."""
        within = "in time" if seconds is None else f"within the {seconds:g} s of a question"
        super().__init__(f"no answer {within}; ask more simply, or with a longer --time-limit")


class UnexpectedError(QuestionError):
    """A defect of SimBa's own; the other questions of a batch go on."""

    kind = "internal"

    def __init__(self, error: Exception) -> None:
        """Take what was raised."""
        super().__init__(f"internal error: {' '.join(repr(error).split())}; SIMBA_DEBUG=1 shows where")


class EndpointError(QuestionError):
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
