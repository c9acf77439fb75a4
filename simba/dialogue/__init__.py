"""Follow-ups: a question that takes up an earlier one or its answer becomes a whole question.

Deterministic and by Russian's own means: pronouns stand for what agrees with them (`pronouns`), what is left out is
the earlier question's (`ellipsis`), "а X?" puts X where something of its kind stood (`swapping`). Where two things may
be meant, none is taken.
"""

from simba.dialogue.takingup import take_up

__all__ = ["take_up"]
