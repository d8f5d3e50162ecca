"""Calls of the program, on the driver and in tasks."""

import ctypes
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

# What the program says with its exit status: a violated property is a result, and so is a refusal,
# which another attempt would repeat. Everything else, such as a signal or a full disk, is a failure
# of the machine, after which Spark tries the task again.
FINE, FAILED, INCONCLUSIVE, USAGE, BAD_DATA, VIOLATION = 0, 1, 3, 64, 65, 70
RESULTS = (FINE, INCONCLUSIVE, VIOLATION)
REFUSALS = (USAGE, BAD_DATA)


class Failure(Exception):
    """A sentence for the user, and the exit status."""

    def __init__(self, sentence, code=FAILED):
        super().__init__(sentence)
        self.code = code


def end_with_parent():
    """Makes the kernel end this process when the one that started it is killed."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def call(program, words, folder=None):
    """Runs the program to its end and returns what it did."""
    return subprocess.run(
        [str(program), *map(str, words)], cwd=folder, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=end_with_parent, check=False)


def checked(program, words, folder=None):
    """The standard output of a call on the driver, which must succeed."""
    done = call(program, words, folder)
    if done.returncode != FINE:
        raise Failure(last_words(done), done.returncode if done.returncode > 0 else FAILED)
    return done.stdout.decode()


def last_words(done):
    text = done.stderr.decode(errors="replace").strip().removeprefix("Error: ")
    return text[-2000:] or f"the program ended with status {done.returncode}"


class Scratch:
    """A folder of a task, which is removed when the task ends, however it does."""

    def __enter__(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="shakeout-task-"))
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


def shipped(name):
    """The path of a file that the driver has shipped, on the machine of a task."""
    from pyspark import SparkFiles  # Only tasks have them.
    path = pathlib.Path(SparkFiles.get(name))
    if not os.access(path, os.X_OK):
        path.chmod(0o755)
    return path


def task_call(name, words, folder):
    """A call in a task: a result or a refusal; raises where another attempt may succeed."""
    done = call(shipped(name), words, folder)
    if done.returncode not in RESULTS + REFUSALS:
        raise RuntimeError(f"shakeout ended with {done.returncode}: {last_words(done)}")
    return done
