"""A knowledge base folder: names, facts and classes, and what the stages ask of them.

`folder` opens one: its `index` (names, kept in Whoosh as `postings` says), `classes` (the hierarchy) and `store` (the
facts, as `facts` asks for them); `intact` tells whether its files are as they were built.
"""
