"""Stage 6, its second half: the readings' queries are run in their order, until one returns an acceptable answer.

`answering` runs readings of one hop (`one_hop`) and composed ones (`composed`), in the order in which the stages before
put them. A worse reading does not answer what a better one of the same thing asked in vain (`in_vain`), quantities are
compared in one unit (`comparable`), and a place is told with its country (`placing`).
"""

from simba.stages.answering.answering import answer, wanted

__all__ = ["answer", "wanted"]
