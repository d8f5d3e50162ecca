"""A sync engine as one writes it on a first weekend: an outbox, REST and SQLite. It has bugs."""

import json
import sqlite3
import sys

from adapter_lines import message, serve

TABLES = """
PRAGMA page_size = 512;
CREATE TABLE counters (key TEXT PRIMARY KEY, value INTEGER);
CREATE TABLE rows (key TEXT, place INTEGER, value TEXT);
CREATE TABLE elements (id TEXT PRIMARY KEY, key TEXT, value TEXT);
CREATE TABLE outbox (number INTEGER PRIMARY KEY AUTOINCREMENT, request TEXT, due INTEGER);
"""
RETRY = 2000  # Milliseconds without an answer.
SYNCED = ["counters", "rows", "elements"]


class NaiveOutbox:
    def __init__(self, call, saved):
        self.name = call["replica"]
        self.database = sqlite3.connect(":memory:", isolation_level=None)
        if saved:
            self.database.deserialize(saved)
        else:
            self.database.executescript(TABLES)

    def sql(self, text, *values):
        return self.database.execute(text, values).fetchall()

    def perform(self, request):
        """What a request does, here and on the server."""
        method, key, body = request["method"], request["key"], request.get("body", {})
        if method == "POST" and "amount" in body:
            self.sql("INSERT INTO counters VALUES (?, ?) ON CONFLICT DO UPDATE "
                     "SET value = value + excluded.value", key, body["amount"])
        elif method == "POST":
            count = self.sql("SELECT COUNT(*) FROM rows WHERE key = ?", key)[0][0]
            place = min(body["at"], count)
            self.sql("UPDATE rows SET place = place + 1 WHERE key = ? AND place >= ?", key, place)
            self.sql("INSERT INTO rows VALUES (?, ?, ?)", key, place, body["value"])
        elif method == "PUT":
            self.sql("INSERT OR REPLACE INTO elements VALUES (?, ?, ?)", body["id"], key,
                     body["value"])
        elif method == "DELETE":
            self.sql("DELETE FROM elements WHERE key = ? AND value = ?", key, body["value"])
            gone = self.sql("DELETE FROM rows WHERE key = ? AND value = ? RETURNING place",
                            key, body["value"])
            for (place,) in sorted(gone, reverse=True):
                self.sql("UPDATE rows SET place = place - 1 WHERE key = ? AND place > ?",
                         key, place)

    def apply(self, operations, call):
        for operation in operations:
            method = {"add": "POST", "insert": "POST", "remove": "DELETE"}[operation["op"]]
            number = self.sql("INSERT INTO outbox VALUES (NULL, '', 0) RETURNING number")[0][0]
            body = {key: operation[key] for key in ("amount", "at", "value") if key in operation}
            if operation["key"].startswith("set") and method == "POST":
                method, body = "PUT", body | {"id": f"{self.name}-{number}"}
            request = {"method": method, "key": operation["key"], "body": body, "number": number}
            self.sql("UPDATE outbox SET request = ? WHERE number = ?", json.dumps(request), number)
            self.perform(request)
        return {"messages": self.requests(call["now"])}

    def requests(self, now):
        """What is in the outbox, again and again until an answer comes."""
        rows = self.sql("SELECT request FROM outbox WHERE due <= ? ORDER BY number", now)
        self.sql("UPDATE outbox SET due = ? WHERE due <= ?", now + RETRY, now)
        return [message("server", json.loads(row[0])) for row in rows]

    def wake(self, call):
        if self.name == "server":
            return {"wake": None}
        news = message("server", {"method": "GET"})
        return {"messages": self.requests(call["now"]) + [news], "wake": RETRY}

    def deliver(self, sender, content, call):
        body = json.loads(content)
        if self.name == "server" and body["method"] == "GET":
            state = {table: self.sql(f"SELECT * FROM {table}") for table in SYNCED}
            return {"messages": [message(sender, {"state": state})]}
        if self.name == "server":
            self.perform(body)
            return {"messages": [message(sender, {"done": body["number"]})]}
        if "done" in body:
            self.sql("DELETE FROM outbox WHERE number = ?", body["done"])
            return {}
        for table, rows in body["state"].items():
            self.sql(f"DELETE FROM {table}")
            for row in rows:
                self.sql(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", *row)
        for (request,) in self.sql("SELECT request FROM outbox ORDER BY number"):
            self.perform(json.loads(request))
        return {}

    def read(self, keys):
        values = {}
        for key in keys:
            if key.startswith("counter"):
                found = self.sql("SELECT value FROM counters WHERE key = ?", key)
                values[key] = found[0][0] if found else 0
            else:
                table, order = ("elements", "id") if key.startswith("set") else ("rows", "place")
                found = self.sql(f"SELECT value FROM {table} WHERE key = ? ORDER BY {order}", key)
                values[key] = [row[0] for row in found]
        return {"values": values}

    def save(self):
        return self.database.serialize()


serve({"name": "naive outbox", "version": "1", "shape": "client-server", "persist": "bytes",
       "types": sys.argv[1:] or ["counter", "list", "set"],
       "disclaims": ["causality", "monotonic-reads"]}, NaiveOutbox)
