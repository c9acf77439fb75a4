"""A form as SPARQL with Wikidata's usual prefixes, such that Wikidata's own service, Oxigraph and Virtuoso agree.

Hence: a transitive path has one end that is bound; the clock is a literal; a negation stands behind what it takes from;
dates are made numbers before they are compared (`arithmetic`); and conditions about aggregates are plain comparisons.
"""

from simba.query.sparql.translation import measured, pattern, sparql

__all__ = ["measured", "pattern", "sparql"]
