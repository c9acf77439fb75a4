"""What builds a knowledge base: reading Wikidata's dumps, gathering entities, writing the label index.

Everything is read once and sorted on disk, so that memory is bounded whatever the size. `build` is the way in. In the
order in which data go through them: `sources` (files and pipes), `blocks` (pieces of lines), `ntriples`,
`wikidata_json` (with `wikibase_statements`, `wikibase_values` and `wikibase_time`, which follow Wikibase's RDF export)
or `turtle` behind `safe_turtle` (triples, without what is `leftout`), `records` (what the index needs of them), `runs`
(sorting on disk), `redirects` (merged items), `labels` (the index). `reading` leads the first half, with `workers`;
`checkpoint` is what an interrupted build leaves, `work` where it works, `progress` and `bars` what it says. `embedded`
is the one that is always there.
"""
