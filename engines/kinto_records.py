"""kinto: its own server in this process, and a client that does what its documentation asks for.

The client keeps records and a queue of changes. It pulls with _since, and then pushes one change
after the other: creations with If-None-Match, updates and deletions with If-Match. The server wins:
queued changes of a record are dropped when someone else has changed it. A version is the client's
own if it has the mark of a queued change, whose answer may have been lost.
"""

import json
import sys

import kinto
from adapter_lines import message, serve
from kinto.core import utils
from webob import Request

# What is removed gets an empty value, and is not deleted.
EMPTIES = "--empty-instead-of-delete" in sys.argv
# Changes are pushed over whatever the server has.
BLIND = "--no-preconditions" in sys.argv
# As in kinto.js, a record has one state in the queue: a write replaces one that may have been sent.
HAS_ONE_STATE = "--as-kinto-js" in sys.argv
RECORDS = "/v1/buckets/app/collections/all/records"
APP = kinto.main({}, bucket_create_principals="system.Everyone")
STORE = APP.registry.storage


def values(records, keys):
    result = {}
    for key in keys:
        fields = {one["field"]: one["value"] for one in records
                  if one["key"] == key and one["value"] is not None}
        result[key] = {"register": fields.get("0"), "map": fields,
                       "set": sorted({*fields.values()})}[key.split("-")[0]]
    return {"values": result}


class Server:
    now = 0

    def __init__(self, call, saved):
        Server.now = call["now"]
        STORE.flush()
        APP.registry.permission.flush()
        self.ask("PUT", "/v1/buckets/app", {}, {"permissions": {"write": ["system.Everyone"]}})
        self.ask("PUT", "/v1/buckets/app/collections/all", {}, {})
        if saved:  # A restart of kinto forgets what its memory had, but not what PostgreSQL had.
            *trees, timestamps = json.loads(saved)
            STORE._timestamps.update(timestamps)
            for tree, kept in zip((STORE._store, STORE._cemetery), trees):
                for parent, resource in ((one, two) for one in kept for two in kept[one]):
                    tree[parent][resource].update(kept[parent][resource])

    def ask(self, method, path, headers, body):
        request = Request.blank(path, method=method, headers=headers)
        if body is not None:
            request.body, request.content_type = json.dumps(body).encode(), "application/json"
        answer = request.get_response(APP)
        return answer.status_int, answer.headers.get("ETag"), answer.json_body

    def deliver(self, sender, content, call):
        Server.now, (number, *request) = call["now"], json.loads(content)
        return {"messages": [message(sender, [number, *self.ask(*request)])]}

    def wake(self, call):
        return {"wake": None}

    def read(self, keys):
        return values(self.ask("GET", RECORDS, {}, None)[2]["data"], keys)

    def save(self):
        return json.dumps([STORE._store, STORE._cemetery, STORE._timestamps]).encode()


class Client:
    def __init__(self, call, saved):
        self.me = json.loads(saved) if saved else {"since": 0, "records": {}, "queue": []}
        self.seed, self.drawn, self.asked, self.sent = call["seed"], 0, None, None

    def mark(self):
        self.drawn += 1
        return f"{self.seed}-{self.drawn}"

    def shown(self):
        records = self.me["records"] | {one["id"]: one["data"] for one in self.me["queue"]}
        return {name: record for name, record in records.items() if record}

    def apply(self, operations, call):
        operation, mark = operations[0], self.mark()
        key, kind, value = operation["key"], operation["op"], operation.get("value")
        # Each insertion is a record of its own. A register is one, and so is a field of a map.
        field = mark if kind == "insert" else operation.get("field", "0")
        changes = {f"{key}-{field}": {"key": key, "field": field, "value": value, "mark": mark}}
        if kind == "remove":
            changes = {name: one | {"value": None, "mark": mark} if EMPTIES else None
                       for name, one in self.shown().items()
                       if (one["key"], one["value"]) == (key, value)}
        elif HAS_ONE_STATE:
            self.me["queue"] = [one for one in self.me["queue"] if one["id"] not in changes]
        self.me["queue"] += [{"id": name, "mark": mark, "data": data}
                             for name, data in changes.items()]
        return self.wake(call) if self.asked is None else {}

    def wake(self, call):
        """Pulls; what was asked before counts as lost."""
        since = f"?_sort=last_modified&_since={self.me['since']}"
        return self.ask("GET", RECORDS + since, {}, None) | {"wake": 5000}

    def ask(self, *request):
        self.asked = self.mark()
        return {"messages": [message("server", [self.asked, *request])]}

    def push(self):
        self.sent = change = self.me["queue"][0]
        data, known = change["data"], self.me["records"].get(change["id"])
        headers = {"If-Match": f'"{known["last_modified"]}"'} if known else {"If-None-Match": "*"}
        return self.ask("PUT" if data else "DELETE", f"{RECORDS}/{change['id']}",
                        {} if BLIND else headers, {"data": data} if data else None)

    def deliver(self, sender, content, call):
        number, status, tag, body = json.loads(content)
        if number != self.asked:
            return {}  # The answer to a request that was given up.
        self.asked, pulled = None, body.get("data")
        if isinstance(pulled, list):
            for record in pulled:
                self.take(record)
            self.me["since"] = int(tag.strip('"'))
            return self.push() if self.me["queue"] else {}
        if status in (200, 201, 404):  # Of a deletion, 404: it was deleted before.
            self.me["queue"] = [one for one in self.me["queue"] if one != self.sent]
            self.keep(body.get("data", {"id": self.sent["id"], "deleted": True}))
            return self.push() if self.me["queue"] else self.wake(call)
        # 412. The answer has the other version; alone it would be shown without what preceded it.
        return self.wake(call)

    def keep(self, record):
        self.me["records"].pop(record["id"], None)
        if "deleted" not in record:  # Else it is a tombstone.
            self.me["records"][record["id"]] = record

    def take(self, remote):
        """A version of the server ends the queued changes that it has, or that it wins over."""
        known = self.me["records"].get(remote["id"])
        if known and known["last_modified"] == remote["last_modified"]:
            return  # What was pushed comes back with the next pull.
        marks = [one["mark"] for one in self.me["queue"] if one["id"] == remote["id"]]
        if remote.get("mark") in marks:
            marks = marks[:marks.index(remote["mark"]) + 1]
        elif BLIND:
            marks = []
        self.me["queue"] = [one for one in self.me["queue"]
                            if one["id"] != remote["id"] or one["mark"] not in marks]
        self.keep(remote)

    def read(self, keys):
        return values(self.shown().values(), keys)

    def save(self):
        return json.dumps(self.me).encode()


# kinto numbers its versions by the clock of the machine; it gets that of the test instead.
utils.msec_time = lambda: Server.now
serve({"name": "kinto", "version": "26.5.0", "shape": "client-server", "persist": "bytes",
       "types": ["register", "map", "set"]},
      lambda call, saved: (Server if call["role"] == "server" else Client)(call, saved))
