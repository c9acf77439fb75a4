"""The steps of the paper (RuBQ 2.0, section 5), a module or a folder each; `simba.pipeline` has their order."""
