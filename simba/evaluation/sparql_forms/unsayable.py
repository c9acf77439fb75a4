"""What a query asks that no form says."""

from __future__ import annotations


class UnsayableError(ValueError):
    """No form says what a query asks; the message says in a few words what stands against it."""
