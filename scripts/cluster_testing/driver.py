"""A driver of Spark: a call of cluster/shakeout-cluster."""

import pathlib
import re
import subprocess
import sys
import tempfile
import time

from .cluster import children, command, environment, peak_memory

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLUSTER = ROOT / "cluster" / "shakeout-cluster"


class Driver:
    """A call of shakeout-cluster whose progress is followed."""

    def __init__(self, words, folder):
        self.started = time.monotonic()
        # A file, since a pipe that no one reads meanwhile fills up.
        self.printed = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [sys.executable, CLUSTER, *map(str, words)], cwd=folder, env=environment(),
            stdin=subprocess.DEVNULL, stdout=self.printed, stderr=subprocess.PIPE, text=True)
        self.errors, self.peaks = [], {}

    def follow(self, on_progress=lambda done, total: None):
        """Waits for the end; calls back when tasks are done."""
        for line in self.process.stderr:
            self.errors.append(line)
            self.sample()
            if found := re.match(r"(\d+) of (\d+) (shards|tasks)", line):
                on_progress(int(found[1]), int(found[2]))
        self.code = self.process.wait()
        self.printed.seek(0)
        self.output = self.printed.read()
        self.seconds = time.monotonic() - self.started
        return self

    def sample(self):
        """Notes the memory of the driver, of its Java and of 'shakeout assemble'."""
        for process in [self.process.pid, *children(self.process.pid)]:
            words = command(process)
            kind = (
                "Java" if "java" in words.split(" ")[0] else
                "assemble" if " assemble " in words else "Python")
            self.peaks[kind] = max(self.peaks.get(kind, 0), peak_memory(process))

    def memory(self):
        return ", ".join(f"{kind} {peak} MiB" for kind, peak in sorted(self.peaks.items()))
