"""What builds a knowledge base: reading Wikidata's dumps, gathering entities, writing the label index.

Everything is read once and sorted on disk, so that memory is bounded whatever the size.
"""
