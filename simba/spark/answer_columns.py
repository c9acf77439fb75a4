"""An answer as a column of a DataFrame: the JSON of the command line, typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql.types import DataType

_NAMED = "STRUCT<id: STRING, label: STRING>"
FIELDS = {
    "status": "STRING",  # answered, abstained or error
    "reason": "STRING",  # why it abstained, or the kind of error; null of an answer
    "answers": "ARRAY<STRUCT<type: STRING, value: STRING, datatype: STRING, label: STRING, "
    f"unit: {_NAMED}, precision: STRING, country: {_NAMED}, properties: ARRAY<{_NAMED}>>>",
    "entity": _NAMED,  # of the form's main hop, as the next two
    "property": _NAMED,
    "direction": "STRING",  # forward or reverse
    "form": "STRING",  # an s-expression
    "query": "STRING",  # SPARQL
    "confidence": "DOUBLE",  # 0 to 1
    "truncated": "BOOLEAN",  # whether the list of answers was cut
    "unexplained": "ARRAY<STRING>",  # words of the question that played no part
    "corrected": "ARRAY<ARRAY<STRING>>",  # pairs: as written, as taken
    "namesakes": f"ARRAY<{_NAMED}>",  # others that the entity's name may mean
    "warnings": "ARRAY<STRING>",  # why to take the answer with care, in Russian
    "error": "STRING",  # what to do about an error; null of all else
}
"""The fields with their types in Spark's DDL; any of them may be null. What they mean is said at `simba.Answer`."""
COLUMNS = ", ".join(f"{name} {kind}" for name, kind in FIELDS.items())
ANSWER = f"STRUCT<{', '.join(f'{name}: {kind}' for name, kind in FIELDS.items())}>"
"""The type of the column, in Spark's DDL."""


def answer_type() -> DataType:
    """The same as Spark's own object; only where there is a session."""
    from pyspark.sql.types import DataType

    return DataType.fromDDL(ANSWER)
