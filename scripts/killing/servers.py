"""The processes of a trial: `shakeout serve`, and a PostgreSQL of one's own."""

import asyncio
import pathlib
import re
import signal
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# A server that is not ready after so many seconds will not be.
PATIENCE = 60
TAKEOVER_SECONDS = 1


class Failure(Exception):
    """What ends a trial without a verdict of the load."""


async def get(port, path):
    """The status and the body of an answer; None without one."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return None
    try:
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        writer.write(request.encode())
        answer = await asyncio.wait_for(reader.read(), 10)
        head, _, body = answer.partition(b"\r\n\r\n")
        return int(head[9:12]), body.decode()
    except (asyncio.TimeoutError, OSError, ValueError):
        return None
    finally:
        writer.close()


class Server:
    """One `shakeout serve`, started again and again on the same store."""

    def __init__(self, program, store, folder, name):
        self.program, self.store, self.name = program, store, name
        self.settings = folder / "settings.json"
        self.settings.write_text(f'{{"takeoverSeconds": {TAKEOVER_SECONDS}}}\n')
        self.log = folder / f"{name}.log"
        self.process, self.port = None, None

    async def start(self):
        words = [
            self.program, "serve", "--listen", "127.0.0.1:0", "--client-rate", "0", "--store",
            self.store, "--settings", self.settings]
        with open(self.log, "ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *map(str, words), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log)
        line = await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)
        if b":" not in line:
            code = await self.process.wait()
            raise Failure(f"{self.name} has ended with {code}: {self.last_words}")
        self.port = int(line.rsplit(b":", 1)[1])

    @property
    def last_words(self):
        return self.log.read_text()[-300:].strip()

    def check(self):
        """A server that has ended by itself is a failure."""
        if self.process.returncode is not None:
            raise Failure(
                f"{self.name} has ended with {self.process.returncode}: {self.last_words}")

    async def until_ready(self, status=200):
        """Waits until it serves, or stands by; returns when that was."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.check()
            answer = await get(self.port, "/ready")
            if answer is not None and answer[0] == status:
                return time.monotonic()
            await asyncio.sleep(0.003)
        raise Failure(f"{self.name} does not answer /ready with {status}: {self.last_words}")

    async def entries(self):
        """How many entries its journal has."""
        answer = await get(self.port, "/metrics")
        found = re.search(r"^shakeout_journal_entries (\d+)", answer[1] if answer else "", re.M)
        return int(found[1]) if found else None

    def send(self, number):
        self.check()
        self.process.send_signal(number)

    async def kill(self):
        """Ends it as a crash does."""
        if self.process is not None and self.process.returncode is None:
            self.process.send_signal(signal.SIGKILL)
            await self.process.wait()


class Cluster:
    """A PostgreSQL that runs while the script does; each trial has a database of its own in it."""

    def __init__(self):
        self.folder, self.parameters, self.count = None, None, 0

    def start(self):
        if self.folder is not None:
            return
        if subprocess.run([ROOT / "scripts/postgres", "available"], check=False).returncode:
            raise SystemExit(1)
        outside = pathlib.Path(tempfile.mkdtemp(prefix="shakeout-kills-"))
        # Under root another user runs PostgreSQL.
        outside.chmod(0o755)
        self.folder = outside / "postgres"
        done = subprocess.run(
            [ROOT / "scripts/postgres", "start", self.folder], stdout=subprocess.PIPE, text=True,
            check=True)
        self.parameters = done.stdout.strip()

    def database(self):
        """The parameters of a new database."""
        self.start()
        self.count += 1
        name = f"trial{self.count}"
        words = ["psql", "-q", "-d", self.parameters]
        if self.count > 1:
            words += ["-c", f"DROP DATABASE trial{self.count - 1} WITH (FORCE)"]
        subprocess.run([*words, "-c", f"CREATE DATABASE {name}"], check=True)
        return self.parameters.replace("dbname=postgres", f"dbname={name}")

    def remove(self):
        if self.folder is not None:
            subprocess.run([ROOT / "scripts/postgres", "remove", self.folder], check=False)
            self.folder.parent.rmdir()
