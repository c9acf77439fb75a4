"""What every layer uses: Wikidata's vocabulary, files that travel along, caches, time."""
