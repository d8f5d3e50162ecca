"""'shakeout compare' over many seeds: a task each, and one table of differences at the end.

The two scenarios have the same people and the same draws in each seed. The table has the mean of the
differences over the seeds, the smallest and the largest, and in how many seeds the interval of the
difference excludes zero.
"""

import json

from .program import REFUSALS, VIOLATION, Failure, Scratch, last_words, task_call
from .session import progress, session
from .tables import Table, spread


def add_options(parser, numbers):
    add = parser.add_argument
    add("--seeds", type=numbers, default=[1], metavar="1-10", help="the seeds (1)")
    add("--csv", metavar="file", help="write the table to a file, too")


def perform(options, words):
    with session(options) as (spark, name):
        tasks = spark.sparkContext.parallelize(options.seeds, len(options.seeds))
        with progress(spark, options, "comparisons", len(options.seeds)):
            found = tasks.map(Comparison(name, words)).collect()
    for _, code, text, _ in found:
        if code in REFUSALS:
            raise Failure(text, code)
    table = Table(["metric", "mean", "smallest", "largest", "seeds", "excluding zero"])
    for metric, rows in collected(found).items():
        mean, least, most = spread([row["difference"] for row in rows])
        excluding = sum(row["isSignificant"] for row in rows)
        table.add([metric, mean, least, most, len(rows), excluding])
    table.show(options.csv)
    return VIOLATION if any(code == VIOLATION for _, code, _, _ in found) else 0


def collected(found):
    """The differences of all seeds by metric."""
    rows = {}
    for _, _, _, differences in found:
        for one in differences:
            rows.setdefault(one["metric"], []).append(one)
    return rows


class Comparison:
    """A task: compares the scenarios in one seed."""

    def __init__(self, program, words):
        self.program, self.words = program, words

    def __call__(self, seed):
        with Scratch() as folder:
            done = task_call(
                self.program, ["compare", *self.words, "--seed", seed, "--threads", 1, "--json"],
                folder)
            if done.returncode in REFUSALS:
                return seed, done.returncode, last_words(done), []
            return seed, done.returncode, "", json.loads(done.stdout)["differences"]
