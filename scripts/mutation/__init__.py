"""Plants breaks into a copy of the tree: many at once, each behind a number of its own."""
