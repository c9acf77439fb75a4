"""Stage 2: the interrogative word or phrase, what it removes from the mentions, and the answer type it expects.

`interrogative` looks it up in a dictionary, ``rules/interrogatives.yaml``; `askednoun` finds the noun that it asks
about ("какая **река**"), `relativeclauses` the asking words that only look back at a noun, and `polarity` the questions
that want a yes or no.
"""

from simba.stages.interrogative.interrogative import NO_INTERROGATIVE, Interrogative, InterrogativeDictionary

__all__ = ["NO_INTERROGATIVE", "Interrogative", "InterrogativeDictionary"]
