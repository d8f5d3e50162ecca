"""The outbox of naive_outbox.py, mended: requests have identities, and states have an order."""

import json
import sqlite3

from adapter_lines import message, serve

TABLES = """
PRAGMA page_size = 512;
CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE devices (id TEXT PRIMARY KEY, last INTEGER);
CREATE TABLE outbox (device TEXT, number INTEGER, operations TEXT);
CREATE TABLE me (device TEXT, incarnation INTEGER, number INTEGER, revision INTEGER);
INSERT INTO me VALUES ('', 0, 0, 0);
"""
EMPTY = {"register": None, "map": {}, "counter": 0, "set": [], "list": []}


def perform(state, operation):
    """What an operation does to the values of all keys, here and on the server."""
    key, kind = operation["key"], operation["op"]
    value = state.setdefault(key, json.loads(json.dumps(EMPTY[key.split("-")[0]])))
    if kind == "set":
        state[key] = operation["value"]
    elif kind == "put":
        value[operation["field"]] = operation["value"]
    elif kind == "drop":
        value.pop(operation["field"], None)
    elif kind == "add":
        state[key] = value + operation["amount"]
    elif kind == "insert":
        value.insert(operation.get("at", len(value)), operation["value"])
    elif operation["value"] in value:
        value.remove(operation["value"])


class Outbox:
    def __init__(self, call, saved):
        self.name = call["replica"]
        self.database = sqlite3.connect(":memory:", isolation_level=None)
        if saved:
            self.database.deserialize(saved)
        else:
            self.database.executescript(TABLES)
        # A copy and a backup that came back are other devices: their numbers begin anew.
        if self.sql("SELECT incarnation FROM me")[0][0] != call["incarnation"]:
            self.sql("UPDATE me SET device = ?, number = 0, incarnation = ?",
                     f"{self.name}-{call['seed']}", call["incarnation"])

    def sql(self, text, *values):
        return self.database.execute(text, values).fetchall()

    def outbox(self):
        rows = self.sql("SELECT device, number, operations FROM outbox ORDER BY rowid")
        return [[device, number, json.loads(text)] for device, number, text in rows]

    def state(self):
        return {key: json.loads(value) for key, value in self.sql("SELECT * FROM state")}

    def replace(self, state):
        rows = [(key, json.dumps(value)) for key, value in state.items()]
        self.database.executemany("INSERT OR REPLACE INTO state VALUES (?, ?)", rows)

    def apply(self, operations, call):
        self.sql("UPDATE me SET number = number + 1")
        self.sql("INSERT INTO outbox SELECT device, number, ? FROM me", json.dumps(operations))
        return self.wake(call)

    def wake(self, call):
        if self.name == "server":
            return {"wake": None}
        wish = 1000 if self.outbox() else 3000
        return {"messages": [message("server", self.outbox())], "wake": wish}

    def deliver(self, sender, content, call):
        return self.serve(sender, json.loads(content)) if self.name == "server" else self.take(
            json.loads(content))

    def serve(self, sender, requests):
        state = self.state()
        for device, number, operations in requests:
            last = dict(self.sql("SELECT * FROM devices")).get(device, 0)
            if number == last + 1:  # Neither a repetition nor after a gap.
                for operation in operations:
                    perform(state, operation)
                self.sql("INSERT OR REPLACE INTO devices VALUES (?, ?)", device, number)
                self.sql("UPDATE me SET revision = revision + 1")
        self.replace(state)
        revision = self.sql("SELECT revision FROM me")[0][0]
        devices = dict(self.sql("SELECT * FROM devices"))
        return {"messages": [message(sender, {"r": revision, "d": devices, "s": state})]}

    def take(self, answer):
        if answer["r"] >= self.sql("SELECT revision FROM me")[0][0]:  # An older one is late.
            self.sql("UPDATE me SET revision = ?", answer["r"])
            self.replace(answer["s"])
            for device, last in answer["d"].items():
                self.sql("DELETE FROM outbox WHERE device = ? AND number <= ?", device, last)
        return {}

    def read(self, keys):
        state = self.state()
        for _, _, operations in self.outbox():
            for operation in operations:
                perform(state, operation)
        return {"values": {key: state.get(key, EMPTY[key.split("-")[0]]) for key in keys}}

    def save(self):
        return self.database.serialize()


if __name__ == "__main__":
    serve({"name": "mended outbox", "version": "1", "shape": "client-server", "persist": "bytes",
           "types": ["register", "map", "counter", "set", "list", "transaction"],
           "features": ["incarnation"]}, Outbox)
