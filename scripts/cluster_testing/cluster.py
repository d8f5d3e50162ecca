"""A standalone master and workers of Spark on 127.0.0.1."""

import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

import pyspark

# The package from PyPI has no start scripts; this starts any class of Spark.
SPARK_CLASS = pathlib.Path(pyspark.__file__).parent / "bin" / "spark-class"
PACKAGE = "org.apache.spark.deploy"
SECONDS_TO_START = 60


def environment():
    return {
        **os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable,
        "SPARK_DAEMON_MEMORY": "256m"}


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def children(process):
    """The processes that a process has started, and those that they have."""
    found, waiting = [], [process]
    while waiting:
        parent = waiting.pop()
        # Each thread has children of its own, and Java starts processes from several.
        for thread in pathlib.Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                new = [int(word) for word in thread.read_text().split()]
            except OSError:
                continue
            found += new
            waiting += new
    return found


def command(process):
    try:
        return pathlib.Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def peak_memory(process):
    """The most memory that a process has had so far, in MiB."""
    try:
        text = pathlib.Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    lines = [line.split() for line in text.splitlines() if line.startswith("VmHWM:")]
    return int(lines[0][1]) // 1024 if lines else 0


class Cluster:
    def __init__(self, folder, workers=2):
        self.folder, self.count = folder, workers
        self.started = []

    def __enter__(self):
        self.port = free_port()
        self.url = f"spark://127.0.0.1:{self.port}"
        self.master = self.start(
            "master", f"{PACKAGE}.master.Master", "--host", "127.0.0.1", "--port", self.port,
            "--webui-port", free_port())
        self.wait_for(self.master, "master", "I have been elected leader")
        self.workers = []
        for number in range(self.count):
            name = f"worker-{number}"
            self.workers.append(self.start(
                name, f"{PACKAGE}.worker.Worker", "--host", "127.0.0.1", "--webui-port",
                free_port(), "--cores", 1, "--memory", "1g", "--work-dir", self.folder / name,
                self.url))
        for number, worker in enumerate(self.workers):
            self.wait_for(worker, f"worker-{number}", "Successfully registered with master")
        return self

    def __exit__(self, *_):
        for process in reversed(self.started):
            below = children(process.pid)
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            for one in below:
                if command(one):
                    kill(one)

    def start(self, name, *words):
        with (self.folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                [SPARK_CLASS, *map(str, words)], env=environment(), stdin=subprocess.DEVNULL,
                stdout=log, stderr=log)
        self.started.append(process)
        return process

    def wait_for(self, process, name, words):
        deadline = time.monotonic() + SECONDS_TO_START
        while words not in (self.folder / f"{name}.log").read_text(errors="replace"):
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit(
                    f"the {name} of Spark does not start:\n"
                    + (self.folder / f"{name}.log").read_text(errors="replace")[-2000:])
            time.sleep(0.1)

    def kill_executor(self, number):
        """Kills the executor of a worker; the worker starts another one."""
        for process in children(self.workers[number].pid):
            if "CoarseGrainedExecutorBackend" in command(process):
                kill(process)
                return process
        raise RuntimeError("the worker has no executor")

    def kill_worker(self, number):
        """Kills a worker; its executor ends by itself."""
        kill(self.workers[number].pid)


def kill(process):
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass
