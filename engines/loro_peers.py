"""Loro: a document of CRDTs for each replica, which exchange updates by version vectors."""

import base64
import sys

from adapter_lines import message, serve
from loro import ExportMode, LoroDoc, VersionVector

# With '--keep-peer-id' a backup that came back and a copy go on under the peer id of the original.
KEEPS_PEER_ID = "--keep-peer-id" in sys.argv
CHECKED = ["checked-saves"] if "--checked-saves" in sys.argv else []


class LoroPeer:
    def __init__(self, call, saved):
        self.document = LoroDoc()
        # The app stores the incarnation and the peer id: a restart keeps the peer id.
        self.incarnation, self.peer = call["incarnation"], call["seed"] + 1
        if saved is not None:
            incarnation, peer = (int(word) for word in saved[:40].split())
            if KEEPS_PEER_ID or incarnation == self.incarnation:
                self.peer = peer
            try:
                self.document.import_(saved[40:])
            except BaseException as error:  # Loro's errors are no Exceptions.
                raise ValueError(str(error)) from None
        self.document.peer_id = self.peer
        # A write that a crash takes back was shown under a version that the next one gets again.
        self.opening, self.unsaved = f" {call['seed']}", ""

    def container(self, key):
        kind = key.split("-")[0]
        document = self.document
        return {"map": document.get_map, "list": document.get_list, "text": document.get_text,
                "counter": document.get_counter, "register": document.get_map,
                "set": document.get_map}[kind](key)

    def apply(self, operations, call):
        for operation in operations:
            key, kind, value = operation["key"], operation["op"], operation.get("value")
            container, place = self.container(key), operation.get("at")
            if key.startswith("set"):
                container.insert(value, True) if kind == "insert" else container.delete(value)
            elif kind == "set":
                container.insert("value", value)
            elif kind == "put":
                container.insert(operation["field"], value)
            elif kind == "drop":
                container.delete(operation["field"])
            elif kind == "add":
                container.increment(float(operation["amount"]))
            elif kind == "insert":
                container.insert(place, value)
            else:
                container.delete(place, 1)
        self.document.commit()
        self.unsaved = self.opening
        return self.updates("*", VersionVector())

    def updates(self, to, version):
        return {"messages": [message(to, b"u" + self.document.export(ExportMode.Updates(version)))]}

    def wake(self, call):
        return {"messages": [message("*", b"v" + self.document.oplog_vv.encode())], "wake": 5000}

    def deliver(self, sender, content, call):
        if content[:1] == b"v":
            return self.updates(sender, VersionVector.decode(content[1:]))
        self.document.import_(content[1:])
        return {}

    def read(self, keys):
        values = {}
        for key in keys:
            container, kind = self.container(key), key.split("-")[0]
            if kind == "counter":
                values[key] = int(container.value)
            elif kind == "text":
                values[key] = container.to_string()
            else:
                value = container.get_deep_value()
                values[key] = {"register": lambda: value.get("value"), "map": lambda: value,
                               "set": lambda: sorted(value), "list": lambda: value}[kind]()
        version = base64.b64encode(self.document.oplog_vv.encode()).decode()
        return {"values": values, "version": version + self.unsaved}

    def save(self):
        self.unsaved = ""
        return f"{self.incarnation} {self.peer}".encode().ljust(40) + self.document.export(
            ExportMode.Snapshot())


serve({"name": "loro", "version": "1.17.1", "shape": "peers", "persist": "bytes",
       "types": ["register", "map", "counter", "set", "list", "text", "transaction"],
       "features": ["incarnation", "versions", *CHECKED]}, LoroPeer)
