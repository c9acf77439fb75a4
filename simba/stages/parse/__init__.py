"""Stage 1: tokens, morphology and dependency tree of a question (Razdel, Natasha's Slovnet models, pymorphy2).

`parse` joins what the models say (`models`) with lemmas into tokens (`tokens`) and words. A title in quotes is one noun
for the models (`titles`); what is set off behind a name hangs on that name (`appositions`).
"""

from simba.stages.parse.parse import NOTHING_PARSED, ROOT, EndFirst, Parse, Parser, Spoken, Token, Word

__all__ = ["NOTHING_PARSED", "ROOT", "EndFirst", "Parse", "Parser", "Spoken", "Token", "Word"]
