"""Stage 6, its first half: entity times property, as readings of the question in one ranked order.

`ranking` weighs how sure an entity is, how specific a rule's match, and how much of the question both explain together
(`evidence`), by how the other words stand to the name in the tree (`words_around`). Where a word asks just what a rule
knows, but of something else, the reading is refused (`asking_another`).
"""

from simba.stages.ranking.ranking import (
    MAX_NAMESAKES,
    NOTHING_RANKED,
    Ranking,
    RankScore,
    Reading,
    asked_part,
    form_of,
    rank,
)

__all__ = [
    "MAX_NAMESAKES",
    "NOTHING_RANKED",
    "RankScore",
    "Ranking",
    "Reading",
    "asked_part",
    "form_of",
    "rank",
]
