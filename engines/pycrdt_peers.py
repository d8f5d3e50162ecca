"""pycrdt, the Yrs of Python: a document for each replica, which exchange updates."""

import sys

from adapter_lines import message, serve
from pycrdt import Array, Doc, Map, Text

# With '--keep-client-id' a backup that came back and a copy go on under the client id of the
# original.
KEEPS_CLIENT_ID = "--keep-client-id" in sys.argv
# With '--late-answers' it takes answers to questions of before a restart or a restored backup.
TAKES_LATE = "--late-answers" in sys.argv
CHECKED = ["checked-saves"] if "--checked-saves" in sys.argv else []


class YrsPeer:
    def __init__(self, call, saved):
        self.incarnation, self.client = call["incarnation"], call["seed"] % 2**31 + 1
        self.session, state = call["seed"].to_bytes(8), None
        if saved is not None:
            incarnation, client = (int(word) for word in saved[:40].split())
            if KEEPS_CLIENT_ID or incarnation == self.incarnation:
                self.client = client
            state = saved[40:]
        self.document = Doc(client_id=self.client)
        if state is not None:
            self.document.apply_update(state)

    def container(self, key):
        kind = key.split("-")[0]
        return self.document.get(key, type={"list": Array, "text": Text}.get(kind, Map))

    def apply(self, operations, call):
        containers = {operation["key"]: self.container(operation["key"])
                      for operation in operations}
        with self.document.transaction():
            for operation in operations:
                self.perform(operation, containers[operation["key"]])
        return self.updates("*", bytes(8), None)

    def perform(self, operation, container):
        key, kind, value = operation["key"], operation["op"], operation.get("value")
        if kind == "set":
            container["value"] = value
        elif kind == "put":
            container[operation["field"]] = value
        elif kind == "drop":
            del container[operation["field"]]
        elif kind == "add":  # Yrs has no counter: each client counts in a field of its own.
            field = str(self.client)
            container[field] = int(container.get(field, 0)) + operation["amount"]
        elif key.startswith("set"):
            if kind == "insert":
                container[value] = True
            else:
                del container[value]
        else:
            at = operation["at"]
            if key.startswith("text"):  # Yrs counts bytes here.
                at = len(str(container)[:at].encode())
            if kind == "insert":
                container.insert(at, value)
            else:
                del container[at:at + (len(value.encode()) if key.startswith("text") else 1)]

    def updates(self, to, session, state):
        return {"messages": [message(to, b"u" + session + self.document.get_update(state))]}

    def wake(self, call):
        state = self.document.get_state()
        return {"messages": [message("*", b"v" + self.session + state)], "wake": 5000}

    def deliver(self, sender, content, call):
        session, update = content[1:9], content[9:]
        if content[:1] == b"v":
            return self.updates(sender, session, update)
        # An answer leaves out what the asker had, which a restored backup may not have.
        if session in (bytes(8), self.session) or TAKES_LATE:
            self.document.apply_update(update)
        return {}

    def read(self, keys):
        values = {}
        for key in keys:
            container, kind = self.container(key), key.split("-")[0]
            value = str(container) if kind == "text" else container.to_py()
            if kind == "counter":
                value = int(sum(value.values()))
            elif kind == "register":
                value = value.get("value")
            # Yrs gives the fields of a map in another order each time.
            values[key] = (sorted(value) if kind == "set" else
                           dict(sorted(value.items())) if kind == "map" else value)
        return {"values": values}

    def save(self):
        return f"{self.incarnation} {self.client}".encode().ljust(40) + self.document.get_update()


serve({"name": "pycrdt", "version": "0.14.13", "shape": "peers", "persist": "bytes",
       "types": ["register", "map", "counter", "set", "list", "text", "transaction"],
       "features": ["incarnation", *CHECKED]}, YrsPeer)
