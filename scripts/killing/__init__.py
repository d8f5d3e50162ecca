"""Trials that kill servers under load: the relay, the processes, a trial, and the record."""
