"""Russian as code: morphology, letters, names, numbers and dates; its words are data in ``rules/``."""
