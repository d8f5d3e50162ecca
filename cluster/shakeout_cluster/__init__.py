"""Runs the program shakeout as tasks of Apache Spark."""
