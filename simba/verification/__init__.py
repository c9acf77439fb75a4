"""Does this candidate answer the question? The task of TextGraphs-17 (2024): its files, baselines and scores."""
