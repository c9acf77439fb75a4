"""Before stage 1: a question is put as the question that the models of the parse know.

`framing` leaves out what is said around it and puts last words of asking first. Its topic goes where it is spoken of
(`topics`), also one that a sentence before it introduces (`introductions`); a riddle is asked outright (`riddles`), and
what decorates a name goes behind it (`decorations`). The words are data, in ``rules/``.
"""

from simba.stages.framing.framing import Framing

__all__ = ["Framing"]
