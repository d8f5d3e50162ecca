"""accordsync: its own client on SQLite.

Its server needs PostgreSQL, and answers in real time; so its rules are written here once more.
"""

import json
import sqlite3
import sys

from accordsync import AccordClient, SqliteStorage, counter, define_schema, lww, set_
from accordsync.transport import PushResult, pull_result_from_json
from accordsync_core import parse_op_id
from adapter_lines import message, serve

SCHEMA = define_schema({"register": {"value": lww()}, "counter": {"value": counter()},
                        "set": {"value": set_()}, "map": {f"f{n}": lww() for n in range(3)}})
DAY = 24 * 3_600_000
# With '--unheard' no one hears of refused writes, as in an app without a listener for them.
UNHEARD = "--unheard" in sys.argv


class Waiting(Exception):
    """The answer of the server is not there yet."""


class Device:
    def __init__(self, call, saved):
        self.now, self.refused = call["now"], []
        self.database = sqlite3.connect(":memory:", isolation_level=None)
        if saved:
            self.database.deserialize(saved)
        self.database.execute("CREATE TABLE IF NOT EXISTS applies (id PRIMARY KEY, call)")
        self.request = self.answer = None
        self.sent = call["seed"]  # An answer from before a crash fits no request after it.
        self.client = AccordClient.open(
            schema=SCHEMA, storage=SqliteStorage(self.database), transport=self,
            device_id=f"d{call['seed']}", now=lambda: self.now, random=lambda: 0.5)
        self.client.on("refused", lambda refusal: self.refused.append(refusal.op_id))

    def push(self, device, operations):
        return PushResult.from_json(self.ask({"push": operations, "device": device}))

    def pull(self, device, cursor, limit):
        return pull_result_from_json(self.ask({"pull": cursor, "device": device}))

    def ask(self, request):
        """The answer that has come, or the request as what a round waits for."""
        asked, answer, self.answer = self.request, self.answer, None
        same = asked and request.keys() == asked.keys() and request.get("pull") == asked.get("pull")
        if answer is not None and same:
            return answer
        self.request = request
        raise Waiting

    def round(self):
        """Goes on with a round of the client's sync, until it waits or has ended."""
        messages = []
        try:
            self.client.sync()
            self.request = None
        except Waiting:
            self.sent += 1
            messages = [message("server", self.request | {"number": self.sent})]
        calls = dict(self.database.execute("SELECT * FROM applies").fetchall())
        settled = [{"apply": calls[op], "result": "refused"} for op in self.refused
                   if op in calls and not UNHEARD]
        self.refused = []
        return {"messages": messages, "wake": 5000, "settled": settled}

    def apply(self, operations, call):
        self.now, operation, client = call["now"], operations[0], self.client
        record = operation["key"].replace("-", ":", 1)
        value, kind = operation.get("value"), operation["op"]
        field = operation.get("field", "value")
        if kind in ("insert", "remove"):
            done = (client.add if kind == "insert" else client.remove)(record, field, value)
        elif kind == "add":
            done = client.inc(record, field, operation["amount"])
        else:
            done = client.assign(record, field, value)
        self.database.execute("REPLACE INTO applies VALUES (?, ?)", (done.op_id, call["id"]))
        return self.round() if self.request is None else {}

    def wake(self, call):
        self.now, self.answer = call["now"], None
        return self.round()

    def deliver(self, sender, content, call):
        body, self.now = json.loads(content), call["now"]
        if self.request is None or body["number"] != self.sent:
            return {}  # The answer to a request that was given up.
        self.answer = body["answer"]
        return self.round()

    def read(self, keys):
        values = {}
        for key in keys:
            fields, kind = self.client.read(key.replace("-", ":", 1)) or {}, key.split("-")[0]
            empty = {"counter": 0, "set": []}.get(kind)
            values[key] = fields.get("value", empty) if kind != "map" else {
                field: value for field, value in fields.items() if value is not None}
        return {"values": values}

    def save(self):
        return self.database.serialize()


class Server:
    """What accordsync-server 0.3.2 does in 'push' and 'pull' of sync.py, without scopes."""

    def __init__(self, call, saved):
        self.feed, self.used = json.loads(saved) if saved else [[], {}]

    def wake(self, call):
        return {"wake": None}

    def deliver(self, sender, content, call):
        request = json.loads(content)
        device = request["device"]
        if "pull" in request:
            items = [{"type": "op", "op": op} for op in self.feed[request["pull"]:]]
            answer = {"items": items, "cursor": len(self.feed), "has_more": False,
                      "device_seq": self.used.get(device, 0)}
        else:
            answer = self.push(request["push"], device, call["now"])
        return {"messages": [message(sender, {"number": request["number"], "answer": answer})]}

    def push(self, operations, device, now):
        stored, acked, refused = {op["op_id"]: op for op in self.feed}, [], []
        used_up_to = self.used.get(device, 0)
        for op in operations:
            number, reason = parse_op_id(op["op_id"]).seq, None
            if op["op_id"] in stored:
                reason = None if stored[op["op_id"]] == op else "op id names another op"
            elif number <= used_up_to:
                reason = f"this device's ops are numbered above {used_up_to}"
            elif int(op["hlc"].split(":")[0]) - now > DAY:
                reason = "clock is ahead"
            else:
                self.feed.append(op)
                self.used[device] = max(self.used.get(device, 0), number)
            refused.append({"op_id": op["op_id"], "reason": reason}) if reason else acked.append(
                op["op_id"])
        return {"acked": acked, "refused": refused}

    def read(self, keys):
        return {"error": {"code": "not-supported", "text": "the server only keeps operations"}}

    def save(self):
        return json.dumps([self.feed, self.used]).encode()


serve({"name": "accordsync", "version": "0.3.2", "shape": "client-server", "persist": "bytes",
       "types": ["register", "map", "counter", "set"]},
      lambda call, saved: (Server if call["role"] == "server" else Device)(call, saved))
