"""A server as one writes it on a first weekend: REST over http.server and SQLite.

It listens at PORT, and keeps its files in DIRECTORY. Each request has a device and a number. With
--no-idempotence the server ignores them, so a request that is sent again counts again. With
--in-memory it keeps no files, so it forgets everything when it is killed.
"""

import json
import os
import sqlite3
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TABLES = """
CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE IF NOT EXISTS devices (id TEXT PRIMARY KEY, last INTEGER);
CREATE TABLE IF NOT EXISTS revision (number INTEGER);
"""
IS_IDEMPOTENT = "--no-idempotence" not in sys.argv
LOCK = threading.Lock()  # One request at a time has the database.
FILE = os.path.join(os.environ["DIRECTORY"], "server.sqlite")
database = sqlite3.connect(
    ":memory:" if "--in-memory" in sys.argv else FILE, check_same_thread=False)
database.executescript(TABLES)


def state():
    return {key: json.loads(value) for key, value in database.execute("SELECT * FROM state")}


def perform(operation):
    """Does a write to a counter, a register or a set."""
    key, value = operation["key"], state().get(operation["key"])
    if operation["op"] == "add":
        value = (value or 0) + operation["amount"]
    elif operation["op"] == "set":
        value = operation["value"]
    else:
        value = [other for other in value or [] if other != operation["value"]]
        if operation["op"] == "insert":
            value.append(operation["value"])
    database.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (key, json.dumps(value)))


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        """Writes: does each once, in the order of its device, and none after a gap."""
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with LOCK:
            self.answer(self.do(request))

    def do(self, request):
        device, number = request["device"], request["number"]
        last = dict(database.execute("SELECT * FROM devices")).get(device, 0)
        if number == last + 1 or not IS_IDEMPOTENT:
            perform(request["operation"])
            database.execute("INSERT INTO revision VALUES (1)")
            database.execute("INSERT OR REPLACE INTO devices VALUES (?, ?)", (device, number))
            database.commit()
        return {"done": number <= last + 1}

    def do_GET(self):
        """Everything that there is, and which requests of each device are in it."""
        with LOCK:
            revision = database.execute("SELECT COUNT(*) FROM revision").fetchone()[0]
            devices = dict(database.execute("SELECT * FROM devices"))
            self.answer({"revision": revision, "devices": devices, "state": state()})

    def answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
