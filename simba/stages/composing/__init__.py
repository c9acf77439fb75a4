"""Stage: questions for more than one fact are composed, along the dependency tree, from parts that ask for one.

The algebra is `simba.query`'s; the walk over the tree follows Platypus (Pellissier Tanon et al., ESWC 2018), with
weights and abstention added. How Russian builds such questions is data: ``rules/constructions``.
"""

from simba.stages.composing.compose import Composer
from simba.stages.composing.composition import NOTHING_COMPOSED, Composition
from simba.stages.composing.question.constructions import Constructions

__all__ = ["NOTHING_COMPOSED", "Composer", "Composition", "Constructions"]
