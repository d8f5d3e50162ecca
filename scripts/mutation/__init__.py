"""Applies mutations to a copy of the tree: many at once, each behind its own number."""
