"""The steps of the paper (RuBQ 2.0, section 5), a module each; `simba.system` has their order."""
