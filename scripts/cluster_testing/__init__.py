"""A cluster of Spark on this machine, and checks of what it gives."""
