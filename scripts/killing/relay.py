"""A relay between a load and the server that serves now.

It stands where a proxy stands: the load knows one address, and servers come and go behind it. It
also knows what a kill has to hit: which requests are under way, and how many exchanges a server has
acknowledged. HTTP 1.1 without pipelining is enough for that: bytes of the load begin a request,
and the next bytes of the server are its answer.
"""

import asyncio
import collections
import time


class Link:
    """A connection of the load, and the one to a server that belongs to it."""

    def __init__(self, server, load, upstream):
        self.server, self.load, self.upstream = server, load, upstream
        self.is_asked = self.is_exchange = False

    def close(self):
        for writer in (self.load, self.upstream):
            writer.close()


class Relay:
    """Listens on a port of its own, and connects to the server that it was given last."""

    def __init__(self):
        self.port = None
        self.acknowledged = 0
        # Answers of servers that had been replaced when these came, by their status.
        self.late = collections.Counter()
        self.first_exchange = asyncio.Event()
        self.server, self.listener = None, None
        self.serves = asyncio.Event()
        self.links = set()
        self.waiting = {"request": [], "answer": []}

    async def open(self):
        # All devices come back at once when a server does.
        self.listener = await asyncio.start_server(self.accept, "127.0.0.1", 0, backlog=1024)
        self.port = self.listener.sockets[0].getsockname()[1]

    def close(self):
        if self.listener is not None:
            self.listener.close()
        for link in list(self.links):
            link.close()

    # Where requests go

    def pause(self):
        """New connections wait until a server serves."""
        self.server = None
        self.serves.clear()

    def use(self, server):
        self.server = server
        self.serves.set()

    def part_from(self, server, dice):
        """Ends the idle connections to a server, and half of those that wait for its answer.

        The other half stay: the server may have their requests, and answer them when it goes on.
        """
        for link in [one for one in self.links if one.server is server]:
            if not link.is_asked or dice.random() < 0.5:
                link.close()

    # What is under way

    def under_way(self, server):
        """How many exchanges a server has and has not answered."""
        return sum(
            link.is_asked and link.is_exchange for link in self.links if link.server is server)

    def next(self, what):
        """A future that is done when the next exchange has left, or the next answer has come."""
        future = asyncio.get_running_loop().create_future()
        self.waiting[what].append(future)
        return future

    def note(self, what):
        futures, self.waiting[what] = self.waiting[what], []
        for future in futures:
            if not future.done():
                future.set_result(time.monotonic())

    # Connections

    async def accept(self, reader, writer):
        while self.server is None:
            await self.serves.wait()
        server = self.server
        try:
            back, upstream = await asyncio.open_connection("127.0.0.1", server.port)
        except OSError:
            writer.close()
            return
        link = Link(server, writer, upstream)
        self.links.add(link)
        pumps = [
            asyncio.ensure_future(self.pump(reader, upstream, link, self.ask)),
            asyncio.ensure_future(self.pump(back, writer, link, self.answer))]
        try:
            # An answer that a killed server has sent still reaches the load.
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.links.discard(link)
            for pump in pumps:
                pump.cancel()
            link.close()

    async def pump(self, reader, writer, link, note):
        try:
            while data := await reader.read(1 << 18):
                writer.write(data)
                note(link, data)
        except OSError:
            pass

    def ask(self, link, data):
        if link.is_asked:
            return
        link.is_asked = True
        link.is_exchange = data.startswith(b"POST /v1/exchange ")
        if link.is_exchange:
            self.first_exchange.set()
            self.note("request")

    def answer(self, link, data):
        if not link.is_asked:
            return
        link.is_asked = False
        if not link.is_exchange:
            return
        status = data[9:12].decode("latin-1")
        if link.server is not self.server and self.server is not None:
            self.late[status] += 1
        if status == "200":
            self.acknowledged += 1
            self.note("answer")
