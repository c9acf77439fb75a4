"""What rule authors work with: checking rules, trying them, and seeing what a change does."""
