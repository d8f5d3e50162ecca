"""Many seeds of 'shakeout stress': tasks run them, and failures come back as shrunk reproductions.

The report and its digest are those of one process over all seeds. Tasks return the outcome of each
seed; the first seed that fails in a way is then shrunk in a task of its own.
"""

import json
import pathlib
import sys
import tempfile

from .program import REFUSALS, VIOLATION, Failure, Scratch, call, last_words, task_call
from .session import checked_program, progress, session


def add_options(parser, _):
    add = parser.add_argument
    add("--from", dest="first", type=int, default=1, metavar="seed", help="the first seed (1)")
    add("--seeds", type=int, default=1_000, help="the number of seeds per scenario (1000)")
    add("--seeds-per-task", type=int, default=25, metavar="count",
        help="how many seeds a task runs (25)")
    add("--shrink-seconds", type=float, default=30, metavar="seconds",
        help="how long to shrink the first failure of each kind (30)")
    add("--out", default=".", type=pathlib.Path, help="the folder for reproductions (.)")
    add("--json", action="store_true", help="print one JSON object instead of a summary")


def perform(options, words):
    if options.seeds < 1 or options.seeds_per_task < 1:
        raise Failure("--seeds and --seeds-per-task are whole numbers from 1 on.", 64)
    program = checked_program(options)
    end, size = options.first + options.seeds, options.seeds_per_task
    ranges = [
        (first, min(size, end - first)) for first in range(options.first, end, size)]
    with session(options) as (spark, name), tempfile.TemporaryDirectory() as folder:
        outcomes = pathlib.Path(folder) / "outcomes"
        failures = []
        tasks = spark.sparkContext.parallelize(ranges, len(ranges)).flatMap(Seeds(name, words))
        with progress(spark, options, "tasks", len(ranges)), outcomes.open("wb") as file:
            # A few kilobytes a seed, and in the order of the seeds.
            for code, text, lines, found in tasks.collect():
                if code in REFUSALS:
                    raise Failure(text, code)
                file.write(lines)
                failures += found
        shrink(spark, options, Shrinking(name, words, options.shrink_seconds), failures)
        done = call(program, [
            "stress", *words, "--from", options.first, "--seeds", options.seeds, "--outcomes-from",
            outcomes, *(["--json"] if options.json else [])])
        print(done.stdout.decode(), end="")
        print(done.stderr.decode(), end="", file=sys.stderr)
        return done.returncode


def shrink(spark, options, task, failures):
    """Shrinks the first failure of each kind, and writes what is left of them."""
    seen = {}
    for failure in failures:
        seen.setdefault((failure["scenario"], failure["signature"]), failure)
    chosen = [(one["scenario"], one["seed"]) for one in seen.values() if one["property"]]
    if not chosen:
        return
    options.out.mkdir(parents=True, exist_ok=True)
    records = spark.sparkContext.parallelize(chosen, len(chosen)).flatMap(task)
    with progress(spark, options, "failures shrunk", len(chosen)):
        for signature, files in records.collect():
            for name, text in files.items():
                (options.out / name).write_bytes(text)
                print(f"{signature}\n  smallest plan: {options.out / name}", file=sys.stderr)


class Seeds:
    """A task: runs some seeds, and returns their outcomes and what has failed."""

    def __init__(self, program, words):
        self.program, self.words = program, words

    def __call__(self, seeds):
        first, count = seeds
        with Scratch() as folder:
            # The plans of failures are thrown away: the first of each kind is shrunk later.
            done = task_call(self.program, [
                "stress", *self.words, "--from", first, "--seeds", count, "--jobs", 1, "--json",
                "--outcomes", folder / "outcomes", "--out", folder, "--shrink-seconds", 0,
                "--max-failures", 1_000_000], folder)
            if done.returncode in REFUSALS:
                yield done.returncode, last_words(done), b"", []
                return
            report = json.loads(done.stdout)
            yield done.returncode, "", (folder / "outcomes").read_bytes(), report["failures"]


class Shrinking:
    """A task: runs a seed that fails, and returns the smallest plan that fails in the same way."""

    def __init__(self, program, words, seconds):
        self.program, self.words, self.seconds = program, words, seconds

    def __call__(self, failure):
        _, seed = failure
        with Scratch() as folder:
            done = task_call(self.program, [
                "stress", *self.words, "--from", seed, "--seeds", 1, "--jobs", 1, "--json",
                "--out", folder, "--shrink-seconds", self.seconds], folder)
            if done.returncode != VIOLATION:
                raise RuntimeError(f"seed {seed} fails in one task and not in another")
            for found in json.loads(done.stdout)["failures"]:
                if found["reproduction"]:
                    path = pathlib.Path(found["reproduction"])
                    yield found["signature"], {path.name: (folder / path.name).read_bytes()}
