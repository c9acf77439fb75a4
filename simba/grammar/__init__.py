"""Rule files, read and compiled: phrases, fragments and patterns become one set of expressions."""
