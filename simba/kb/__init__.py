"""A knowledge base folder: names, facts and classes, and what the stages ask of them."""
