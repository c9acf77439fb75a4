"""Keeping question sets alive, as QUANT does (Gusmita et al. 2019): queries that degraded, and what would mend them."""
