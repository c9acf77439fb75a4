"""The two pieces of statistics that tables and comparisons need, from SciPy."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec

from simba.errors import SimbaError

LEVEL = 0.95


def require(what: str = "the evaluation", extra: str = "eval") -> None:
    """Raise `SimbaError`, which says what to install, where the evaluation's libraries are missing."""
    for module in ("jinja2", "scipy"):
        if find_spec(module) is None:
            raise SimbaError(f"{what} needs {module}; install it in the checkout: pip install '.[{extra}]'")


@lru_cache(maxsize=10_000)
def wilson(successes: int, trials: int) -> tuple[float, float] | None:
    """The bounds, between 0 and 1, of Wilson's 95 % score interval of a share; None without trials."""
    if not trials:
        return None
    from scipy.stats import binomtest

    interval = binomtest(successes, trials).proportion_ci(LEVEL, method="wilson")
    return float(interval.low), float(interval.high)


def mcnemar(fixed: int, broken: int) -> float:
    """The two-sided p-value of McNemar's exact test: would equally good systems differ so unevenly?"""
    if not fixed + broken:
        return 1.0
    from scipy.stats import binomtest

    return float(binomtest(min(fixed, broken), fixed + broken).pvalue)
