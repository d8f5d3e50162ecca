"""A session of Spark with the program on every machine, and the progress of its jobs."""

import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import zipfile

from .program import Failure

PACKAGE = pathlib.Path(__file__).resolve().parent
# Java carries bytes here and computes little: compiling its code well costs more than it brings.
JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


def checked_program(options):
    """The program to ship."""
    path = options.program.resolve()
    if not os.access(path, os.X_OK) or path.is_dir():
        raise Failure(
            f"{options.program} is no program: build one with 'swift build -c release --product "
            "shakeout --static-swift-stdlib --scratch-path .build/install', or name one with "
            "--program.", 64)
    libraries = subprocess.run(["ldd", path], capture_output=True, text=True, check=False).stdout
    if "libswift" in libraries and not options.master.startswith("local"):
        print(
            f"{path.name} needs Swift's libraries, which the machines of the cluster may lack: "
            "--static-swift-stdlib builds one that does not.", file=sys.stderr)
    return path


@contextlib.contextmanager
def session(options, *files):
    """A session; the program and the files are on every machine by their names."""
    from pyspark.sql import SparkSession
    program = checked_program(options)
    # Driver and tasks use the same Python.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = (
        SparkSession.builder.master(options.master).appName("shakeout")
        .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.driver.extraJavaOptions", JAVA_OPTIONS)
        .config("spark.executor.extraJavaOptions", JAVA_OPTIONS)
        # A machine that is lost takes several tasks with it.
        .config("spark.task.maxFailures", "8"))
    if options.master.startswith("local"):
        builder = (
            builder.config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1"))
    for setting in options.conf:
        key, _, value = setting.partition("=")
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    try:
        context = spark.sparkContext
        context.setLogLevel("ERROR")
        for file in (program, *files):
            context.addFile(str(file))
        with tempfile.TemporaryDirectory(prefix="shakeout-cluster-") as folder:
            context.addPyFile(str(packed(pathlib.Path(folder))))
            yield spark, program.name
    finally:
        spark.stop()


def packed(folder):
    """This package as a file that tasks import."""
    path = folder / "shakeout_cluster.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(PACKAGE.glob("*.py")):
            archive.write(file, f"{PACKAGE.name}/{file.name}")
    return path


@contextlib.contextmanager
def progress(spark, options, noun, total):
    """Prints how many tasks of the running job are done."""
    if options.quiet:
        yield
        return
    ended = threading.Event()
    watcher = threading.Thread(
        target=watch, args=(spark.sparkContext, noun, total, ended), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()


def watch(context, noun, total, ended):
    tracker, start, shown = context.statusTracker(), time.monotonic(), 0
    rewrites = sys.stderr.isatty()
    step = 1 if rewrites else max(1, total // 50)
    while not ended.wait(0.5):
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        done = max((stage.numCompletedTasks for stage in stages if stage), default=shown)
        if done < shown + step:
            continue
        shown = done
        left = (time.monotonic() - start) / done * (total - done)
        text = f"{done} of {total} {noun}, about {left:.0f} s left"
        print(f"\r{text}\033[K" if rewrites else text, end="" if rewrites else "\n",
              file=sys.stderr, flush=True)
    if rewrites and shown:
        print("\r\033[K", end="", file=sys.stderr)
