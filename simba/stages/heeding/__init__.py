"""Stage 6, last: what the question says that changes its answer, and a reading passes over, leaves no answer.

`heeding` asks of each answer what the others know: that adjectives limit it (`limiting`), with whom and how
something was done (`circumstances`), titles that nobody bears (`bearing`), works that are another's (`whose`), deaths
(`dying`) and kin (`kinship`) of another kind, what is doubted or denied (`claiming`), what was not there in a year
(`timely`), what lies elsewhere (`whence`), who is of another state or people (`citizens`), words of asking that no
part of the reading asked (`left_out`); `callings` tells what kinds are called.
"""

from simba.stages.heeding.heeding import heed

__all__ = ["heed"]
