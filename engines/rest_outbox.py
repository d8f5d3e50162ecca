"""A client with an outbox that talks to rest_server.py over HTTP, on sockets of its own.

Words name types to offer, instead of all three. With --forgets-incarnation a restored backup and a
copy number their requests on, as if they were the device that they were copied from.
"""

import http.client
import json
import sys

from adapter_lines import serve

SECONDS = 0.5  # How long to wait for an answer: ten seconds of the test at 20 times its speed.
EMPTY = {"register": None, "counter": 0, "set": []}


def perform(state, operation):
    """What a write shows, before the server has it."""
    key = operation["key"]
    value = state.get(key, EMPTY[key.split("-")[0]])
    if operation["op"] == "add":
        state[key] = value + operation["amount"]
    elif operation["op"] == "set":
        state[key] = operation["value"]
    else:
        rest = [other for other in value if other != operation["value"]]
        state[key] = rest + [operation["value"]] if operation["op"] == "insert" else rest


class RestOutbox:
    def __init__(self, call, saved):
        self.server = call["server"]
        self.me = json.loads(saved) if saved else {
            "device": None, "incarnation": 0, "number": 0, "outbox": [], "revision": 0, "state": {}}
        # A copy and a backup that came back are other devices: their numbers begin anew.
        is_new = self.me["incarnation"] != call["incarnation"]
        if self.me["device"] is None or (is_new and "--forgets-incarnation" not in sys.argv):
            self.me["device"] = f"{call['replica']}-{call['seed']}"
            self.me["incarnation"], self.me["number"] = call["incarnation"], 0

    def ask(self, method, body=None):
        """The answer of the server; None if there is none."""
        connection = http.client.HTTPConnection(self.server, timeout=SECONDS)
        try:
            connection.request(method, "/", json.dumps(body) if body else None)
            return json.loads(connection.getresponse().read())
        except (OSError, http.client.HTTPException, ValueError):
            return None
        finally:
            connection.close()

    def apply(self, operations, call):
        for operation in operations:
            self.me["number"] += 1
            self.me["outbox"].append({
                "device": self.me["device"], "number": self.me["number"], "operation": operation,
                "done": False})
        return {}  # The outbox is saved before the next wake sends it.

    def wake(self, call):
        for request in self.me["outbox"]:
            if not request["done"] and self.ask("POST", request) is None:
                return {"wake": 1000}  # A later request must not overtake this one.
            request["done"] = True  # It stays until the news have it, to be shown.
        news = self.ask("GET")
        if news and news["revision"] >= self.me["revision"]:
            self.me["revision"], self.me["state"] = news["revision"], news["state"]
            self.me["outbox"] = [request for request in self.me["outbox"] if
                                 request["number"] > news["devices"].get(request["device"], 0)]
        return {"wake": 1000 if self.me["outbox"] else 3000}

    def read(self, keys):
        state = json.loads(json.dumps(self.me["state"]))
        for request in self.me["outbox"]:
            perform(state, request["operation"])
        return {"values": {key: state.get(key, EMPTY[key.split("-")[0]]) for key in keys}}

    def save(self):
        return json.dumps(self.me).encode()


TYPES = [word for word in sys.argv[1:] if not word.startswith("--")]
serve({"name": "REST outbox", "version": "1", "shape": "client-server", "network": "own",
       "types": TYPES or list(EMPTY), "persist": "bytes"}, RestOutbox)
