"""From the reasoning to what people get: the answer with its labels, or the abstention with its reason.

`telling` makes the answer; its values are read as people read them (`labelling`), and of a form that came to nothing it
is told where that was (`stopped`).
"""

from simba.telling.telling import answer_of

__all__ = ["answer_of"]
