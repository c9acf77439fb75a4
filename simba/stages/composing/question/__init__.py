"""The question as composition sees it: its words and clauses, the names linked in it, its constructions."""
