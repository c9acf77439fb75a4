"""Stage 6: where no rule knows the wording, the property is found whose words are most like the question's.

`inquiry` says which words beside which name are compared, with the vocabularies of the rules (`nearness`); `likening`
tries the nearest properties. Some questions plainly ask for something else (`unlike`), and of the rest the doubts are
weighed (`doubts`).
"""

from simba.stages.likening.inquiry import Inquiry, inquiry_of
from simba.stages.likening.likening import likely, liken

__all__ = ["Inquiry", "inquiry_of", "likely", "liken"]
