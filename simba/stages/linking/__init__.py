"""Stage 4: entity linking. The entities that mentions may mean are looked up in the index of names and ranked.

`linking` ranks what `lookup` finds, by the routes of the paper and, where what recurs has a name of its own each time,
`editions`; the rank is `linkscoring`'s, with the nouns beside a name that say what it is (`classnouns`). Names of which
only a part is known are not linked (`fullnames`), nor namesakes that a likelier one hides (`overshadowing`). Linked
beforehand is what a follow-up took over (`knownnames`), and afterwards kin called by first names alone (`kinnames`).
"""

from simba.stages.linking.linking import Linker

__all__ = ["Linker"]
