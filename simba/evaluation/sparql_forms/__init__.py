"""The forms of reference queries: SPARQL that others wrote, read by rdflib's algebra, as what `simba.query` says.

A group of triple patterns is taken for a graph, and the form is the tree that unfolds from the variable that is asked
for. What the algebra of forms cannot say (labels as answers, circles, free choice among results) is told as such.
"""

from simba.evaluation.sparql_forms.constants import UnsayableError
from simba.evaluation.sparql_forms.equivalence import equivalent, exact, without_classes
from simba.evaluation.sparql_forms.whole_query import form_of, form_of_text

__all__ = ["UnsayableError", "equivalent", "exact", "form_of", "form_of_text", "without_classes"]
