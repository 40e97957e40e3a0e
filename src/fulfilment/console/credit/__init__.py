"""The shipping credit: what there is, what moved it, and buying more."""
