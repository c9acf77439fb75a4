"""What is asked of these sets: which, how many, how long, whether, which of two, what else."""
