"""Logical forms: what a question asks, as data.

A form is a small tree that denotes a set: of entities, of values, or one number or truth. It has four renderings: one
SPARQL query (`sparql`), a canonical s-expression (`expression`, read by `parse_expression`), Russian words (`words`)
and the picture on the page. The algebra follows the s-expressions of GrailQA (Gu et al., WWW 2021), the programs of KQA
Pro (Cao et al., ACL 2022) and the dependency-driven trees of Platypus (Pellissier Tanon et al., ESWC 2018).

======================================  ==================================================================
`Entity`, `Named`, `Called`              one entity; the entities of that name; what they are called
`Class`                                 the instances of a class, by P31/P279*
`Hop`                                   what a property path leads to: ``P36``, ``^P50``, ``P20/P17``
`And`, `Or`, `Without`                  both conditions; either; "кроме"
`Where`                                 members whose date or number compares so
`Rank`                                  superlatives and ordinals, by a measure about `IT`
`Statement`                             values, subjects or qualifiers of statements that meet conditions
`Count`, `Part`, `Difference`           how many; year, month or century of a date; age, duration
`More`, `Exists`                        the one that has more; yes or no
`Number`, `Year`, `Date`, `Text`        constants
======================================  ==================================================================
"""

from simba.query.canonical import canonical, expression
from simba.query.forms import (
    IT,
    And,
    Called,
    Class,
    Compares,
    Condition,
    Count,
    Difference,
    During,
    Entity,
    Exists,
    Form,
    Has,
    Hop,
    Lacks,
    Member,
    More,
    Named,
    Or,
    Part,
    Qualifier,
    Rank,
    Statement,
    Where,
    Without,
)
from simba.query.notation import parse_expression
from simba.query.paraphrase import Labels, added, words
from simba.query.paths import Choice, Path, Step, path
from simba.query.prefixes import prefixes
from simba.query.scalars import Date, Number, Text, Year
from simba.query.sparql import measured, pattern, sparql
from simba.query.tree import (
    at_once,
    entities,
    is_plain,
    lists,
    main_hop,
    parts,
    properties,
    speaks_of,
    walk,
    with_parts,
)

__all__ = [
    "IT",
    "And",
    "Called",
    "Choice",
    "Class",
    "Compares",
    "Condition",
    "Count",
    "Date",
    "Difference",
    "During",
    "Entity",
    "Exists",
    "Form",
    "Has",
    "Hop",
    "Labels",
    "Lacks",
    "Member",
    "More",
    "Named",
    "Number",
    "Or",
    "Part",
    "Path",
    "Qualifier",
    "Rank",
    "Statement",
    "Step",
    "Text",
    "Where",
    "Without",
    "Year",
    "added",
    "at_once",
    "canonical",
    "entities",
    "expression",
    "is_plain",
    "lists",
    "main_hop",
    "measured",
    "parse_expression",
    "parts",
    "path",
    "pattern",
    "prefixes",
    "properties",
    "sparql",
    "speaks_of",
    "walk",
    "with_parts",
    "words",
]
