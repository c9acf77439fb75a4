"""Rule files -> one set of regular expressions.

In the order in which a rule goes through them: `textfile`, `yamlfile` and `files` (what authors write), `phrases` and
`fragments` (which become regular expressions), `compiling` within `bounds` (one expression, or what is wrong with it),
`written` (all rules of the folders), `literals` and `patterns` (which of them a question may match), `rules` (the rule
base that the stages use). `yamladvice`, `modeladvice` and `stray` say what is wrong with files.
"""
