"""What some work is going to ask, found by having it done once for that: then one request can ask for all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from simba.endpoint.batch import GatheredFacts
from simba.endpoint.gatheredtexts import GatheredTexts
from simba.kb.facts import Facts, WantedFacts

_NOTHING = GatheredFacts(
    {}, {}, GatheredTexts({}, {}), GatheredTexts({}, {}), frozenset(), placed=False, leading=frozenset()
)


class Noting:
    """Takes down what is asked, of which it knows nothing."""

    def __init__(self) -> None:
        self.wanted: list[WantedFacts] = []
        self.pairs: list[Collection[tuple[str, str]]] = []

    def gather(self, wanted: Callable[[], WantedFacts]) -> Facts:
        """No facts; what is wanted is kept."""
        self.wanted.append(wanted())
        return _NOTHING

    def joined(self, pairs: Collection[tuple[str, str]]) -> frozenset[tuple[str, str]]:
        """None of the pairs, which are kept."""
        self.pairs.append(pairs)
        return frozenset()


def together(wanted: Sequence[WantedFacts]) -> WantedFacts:
    """All of that at once."""
    return WantedFacts(
        [form for one in wanted for form in one.forms],
        named=any(one.named for one in wanted),
        placed=any(one.placed for one in wanted),
        about=[name for one in wanted for name in one.about],
    )
