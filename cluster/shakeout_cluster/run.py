"""One run: its shards are tasks, and its files are those of one process, byte for byte.

Tasks return frames through Spark, so the machines need no shared disk. The driver keeps a few
shards in memory: it hands them to 'shakeout assemble' in their order.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from . import partition
from .program import REFUSALS, Failure, Scratch, checked, task_call
from .session import checked_program, progress, session

# A record of Spark: large enough to be cheap, and far below the 2 GB that one may have.
PIECE_BYTES = 8 << 20
# How often lost shards are simulated again all at once, before the rest is one by one.
REPAIRS_MAX = 4


def add_options(parser, _):
    add = parser.add_argument
    add("--name", help="the name of the run (the scenario's)")
    add("--out", default=".", type=pathlib.Path, help="the folder for 'datasets' and 'results' (.)")
    add("--batches-per-task", type=int, default=4, metavar="count",
        help="how many batches a task simulates (4)")
    add("--record", metavar="file", help="write the plan of the run to a file")
    add("--gate", action="store_true", help="exit with 99 when a target is missed")
    add("--json", action="store_true", help="print one JSON object instead of a summary")
    add("--force", action="store_true", help="replace a finished run of the same name")
    add("--partition-by", metavar="columns",
        help="also write the tables that have these columns in a folder for each of their values")


def perform(options, words):
    if options.batches_per_task < 1:
        raise Failure("--batches-per-task is a whole number from 1 on.", 64)
    program = checked_program(options)
    with tempfile.TemporaryDirectory(prefix="shakeout-cluster-") as folder:
        job = pathlib.Path(folder) / "job.json"
        carried = ["--record"] if options.record else []
        checked(program, ["shard", *words, *carried, "--write-job", job])
        described = json.loads(job.read_text())
        with session(options, job) as (spark, name):
            code = assemble(options, program, pieces(spark, options, name, job.name, described))
            if options.partition_by and code in (0, 3, 70, 99):
                run = options.name or described["scenario"]["name"]
                partition.write(spark, options.out, run, options.partition_by.split(","))
            return code


def pieces(spark, options, program, job, described):
    """The bytes of all shards in their order, simulated by tasks."""
    count, size = described["batches"], options.batches_per_task
    ranges = [(first, min(first + size, count)) for first in range(0, count, size)]
    tasks = spark.sparkContext.parallelize(ranges, len(ranges))
    from pyspark import StorageLevel
    records = tasks.flatMap(Shard(program, job)).persist(StorageLevel.DISK_ONLY)
    with progress(spark, options, "shards", len(ranges)):
        for _ in range(REPAIRS_MAX):
            # All at once; iterating alone would simulate one after the other.
            endings = records.filter(is_ending).collect()
            if stored(spark, records) == len(ranges):
                break
    for _, code, words in endings:
        if code in REFUSALS:
            raise Failure(words, code)
    for record in records.toLocalIterator(prefetchPartitions=True):
        if not is_ending(record):
            yield record[0]
    records.unpersist()


def is_ending(record):
    return len(record) == 3


def stored(spark, records):
    """How many partitions are on the disks of the machines that still live."""
    for info in spark.sparkContext._jsc.sc().getRDDStorageInfo():
        if info.id() == records.id():
            return info.numCachedPartitions()
    return 0


class Shard:
    """A task: simulates some batches, and returns their file in pieces, and how it ended."""

    def __init__(self, program, job):
        self.program, self.job = program, job

    def __call__(self, batches):
        from .program import shipped
        first, end = batches
        with Scratch() as folder:
            file = folder / "shard"
            done = task_call(
                self.program,
                ["shard", "--job", shipped(self.job), "--batches", f"{first}-{end - 1}", "--out",
                 file, "--threads", 1, "--quiet"], folder)
            yield first, done.returncode, done.stderr.decode(errors="replace")[-2000:]
            if done.returncode in REFUSALS:
                return
            with file.open("rb") as opened:
                while piece := opened.read(PIECE_BYTES):
                    yield (piece,)


def assemble(options, program, stream):
    """Hands the shards to 'shakeout assemble', and returns its exit status."""
    words = ["assemble", "--out", str(options.out)]
    words += ["--name", options.name] if options.name else []
    words += ["--record", options.record] if options.record else []
    words += [
        f"--{name}" for name in ("gate", "json", "force", "quiet") if getattr(options, name)]
    process = None
    try:
        for piece in stream:
            process = process or subprocess.Popen([program, *words], stdin=subprocess.PIPE)
            process.stdin.write(piece)
        process.stdin.close()
    except BrokenPipeError:
        pass  # It has said why it ended.
    except BaseException:
        if process:
            process.kill()
            process.wait()
        raise
    code = process.wait()
    if code < 0:
        print(f"'shakeout assemble' was ended by signal {-code}.", file=sys.stderr)
        return 1
    return code
