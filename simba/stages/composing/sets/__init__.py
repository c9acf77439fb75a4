"""What phrases and clauses denote: sets of things, with their conditions, ranks and qualifiers."""
