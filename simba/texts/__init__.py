"""Texts beside the facts: paragraphs that are searched, the sentences in them that say so, and scores of reading."""
