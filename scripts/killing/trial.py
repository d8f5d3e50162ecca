"""One trial: a load of families, and servers that are killed under it."""

import asyncio
import json
import random
import signal
import subprocess
import time

from .relay import Relay
from .servers import Failure, Server

# Steps a second. More of them leave a busy machine no time to serve.
RATE = 300
# How long a server serves before the next kill: sometimes all devices have just come back.
GAP = (0, 0.6)
# A kill comes so many seconds after a request has left, or an answer has come.
DELAY_MAX = 0.003
# How long a server that goes on may take for what it had before.
LATE_SECONDS = 2
# How many seconds of load a kill needs, with the time until a server is ready again.
SECONDS = {"sqlite": 0.7, "postgres": 0.8, "takeovers": 1.6}


class Trial:
    """Kills servers of one store under one load, and lets the load judge what is left."""

    def __init__(self, program, mode, seed, kills, store, folder):
        self.program, self.mode, self.seed, self.folder = program, mode, seed, folder
        self.dice = random.Random(f"{mode} {seed}")
        self.limit, self.kills = kills, []
        self.seconds = round(kills * SECONDS[mode] + 1, 1)
        # A writer that is killed, and one that stands still, equally often.
        self.kinds = (["killed", "stopped"] * kills)[:kills]
        self.dice.shuffle(self.kinds)
        count = 2 if mode == "takeovers" else 1
        self.servers = [Server(program, store, folder, f"server{n + 1}") for n in range(count)]
        self.relay, self.load, self.begun = None, None, None

    async def run(self):
        """What happened, for the record."""
        self.relay = Relay()
        try:
            await self.relay.open()
            for server in self.servers:
                await server.start()
                await server.until_ready(200 if server is self.servers[0] else 503)
            self.relay.use(self.servers[0])
            await self.start_load()
            await self.kill_servers()
            verdict, people = await self.judged()
        except (Failure, asyncio.TimeoutError, OSError) as problem:
            verdict, people = f"not judged: {problem!r}", {}
        finally:
            self.relay.close()
            for process in (self.load, *(server.process for server in self.servers)):
                if process is not None and process.returncode is None:
                    process.kill()
                    await process.wait()
        return {
            "store": self.mode, "seed": self.seed, "verdict": verdict,
            "families": people.get("checkedFamilies", 0), "rows": people.get("rows", 0),
            "acknowledged": self.relay.acknowledged, "kills": self.kills}

    # The load

    async def start_load(self):
        words = [
            self.program, "load", "default", "--people", 40 + round(14 * self.seconds), "--days",
            20, "--target", f"http://127.0.0.1:{self.relay.port}", "--rate", RATE, "--arrivals",
            "random", "--seed", self.seed, "--duration", self.seconds, "--abort-below", 0,
            # Those who were refused come back at once.
            "--set", "sync.retryBackoffMillisecondsMin=20",
            "--set", "sync.retryBackoffMillisecondsMax=200",
            "--timeout", 5, "--json", self.folder / "load.json", "--quiet"]
        with open(self.folder / "load.log", "wb") as log:
            self.load = await asyncio.create_subprocess_exec(
                *map(str, words), stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    async def judged(self):
        """The verdict of the load, and what it has compared."""
        code = await asyncio.wait_for(self.load.wait(), 180 + self.seconds)
        for server in self.servers:
            server.check()
        path = self.folder / "load.json"
        if not path.exists():
            words = (self.folder / "load.log").read_text().strip()[-300:]
            raise Failure(f"the load has ended with {code}: {words}")
        found = json.loads(path.read_text())
        people = found["people"] or {}
        if code == 70:
            violations = found["violations"]
            return f"{len(violations)} violations: " + " ".join(violations[:3]), people
        if code != 0:
            raise Failure(
                f"the load has ended with {code}: {found['aborted']}, {people['undrained']} phones "
                "could not send or fetch everything")
        if people["rows"] < 1 or people["checkedFamilies"] < people["families"]:
            raise Failure(f"only {people['checkedFamilies']} families were compared")
        return "kept", people

    # Kills

    async def kill_servers(self):
        """Kills until there were enough, or the load is over."""
        ended = asyncio.ensure_future(self.load.wait())
        first = asyncio.ensure_future(self.relay.first_exchange.wait())
        await asyncio.wait([ended, first], return_when=asyncio.FIRST_COMPLETED, timeout=120)
        first.cancel()
        self.begun = time.monotonic()
        end = self.begun + self.seconds
        while len(self.kills) < self.limit and not ended.done():
            await asyncio.sleep(self.dice.uniform(*GAP))
            aimed = await self.aim(end)
            if aimed is None:
                return
            if self.mode != "takeovers":
                await self.kill_alone(aimed)
            elif self.kinds[len(self.kills)] == "killed":
                await self.kill_writer(aimed)
            else:
                await self.stop_writer(aimed)

    async def aim(self, end):
        """Waits for an instant at which requests are under way; None when the load is over."""
        what = self.dice.choice(("request", "answer"))
        while (left := end - time.monotonic()) > 0:
            try:
                seen = await asyncio.wait_for(self.relay.next(what), left)
            except asyncio.TimeoutError:
                return None
            until = seen + self.dice.uniform(0, DELAY_MAX)
            while time.monotonic() < until:
                await asyncio.sleep(0)
            under_way = self.relay.under_way(self.relay.server)
            if under_way > 0:
                return {
                    "at": round(time.monotonic() - self.begun, 3), "after": what,
                    "underWay": under_way, "acknowledged": self.relay.acknowledged}
        return None

    async def note(self, kill, how, killed, server):
        """Waits until a server serves again, and lets the load reach it."""
        ready = await server.until_ready()
        kill["how"] = how
        kill["readyMilliseconds"] = round(1000 * (ready - killed))
        kill["entries"] = await server.entries()
        self.kills.append(kill)
        self.relay.use(server)

    async def kill_alone(self, kill):
        server, killed = self.relay.server, time.monotonic()
        server.send(signal.SIGKILL)
        self.relay.pause()
        await server.process.wait()
        await server.start()
        await self.note(kill, "killed", killed, server)

    async def kill_writer(self, kill):
        """The stand-by takes over, and what was killed stands by."""
        server, killed = self.relay.server, time.monotonic()
        server.send(signal.SIGKILL)
        self.relay.pause()
        await server.process.wait()
        await self.note(kill, "killed", killed, self.other(server))
        await server.start()
        await server.until_ready(503)

    async def stop_writer(self, kill):
        """The writer stands still until the stand-by has replaced it, and then goes on."""
        server, killed = self.relay.server, time.monotonic()
        server.send(signal.SIGSTOP)
        self.relay.pause()
        before = dict(self.relay.late)
        await self.note(kill, "stopped", killed, self.other(server))
        self.relay.part_from(server, self.dice)
        kill["left"] = self.relay.under_way(server)
        await asyncio.sleep(self.dice.uniform(0, 0.4))
        server.send(signal.SIGCONT)
        await server.until_ready(503)
        end = time.monotonic() + LATE_SECONDS
        while self.relay.under_way(server) and time.monotonic() < end:
            await asyncio.sleep(0.003)
        # What it had before and answers now.
        kill["late"] = {
            status: count - before.get(status, 0)
            for status, count in sorted(self.relay.late.items()) if count > before.get(status, 0)}

    def other(self, server):
        return next(one for one in self.servers if one is not server)
