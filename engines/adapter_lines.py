"""What the adapters share: reading calls, writing replies, and one object for each replica.

See docs/engine-protocol.md. An engine class is made with the call 'open' and has the methods
'apply', 'wake' and 'deliver', which return the keys of a reply, 'read' and 'save'.
"""

import base64
import json
import sys


def message(to, value):
    """A message whose content is JSON, or bytes."""
    content = value if isinstance(value, bytes) else json.dumps(value, sort_keys=True).encode()
    return {"to": to, "message": base64.b64encode(content).decode()}


def serve(hello, engine_class):
    replicas = {}
    for line in sys.stdin:
        call = json.loads(line)
        print(
            json.dumps({"id": call["id"]} | reply(call, hello, engine_class, replicas)),
            flush=True)


def reply(call, hello, engine_class, replicas):
    kind, name = call["call"], call.get("replica")
    if kind == "hello":
        return {"protocol": 1} | hello
    if kind in ("begin", "end"):
        replicas.clear()
        return {}
    if kind == "open":
        saved = base64.b64decode(call["saved"]) if "saved" in call else None
        try:
            replicas[name] = engine_class(call, saved)
        except Exception as error:  # A save whose end is missing, as a rule.
            text = f"{type(error).__name__}: {error}"
            return {"error": {"code": "malformed-request", "text": text}}
        return {"wake": 1000}
    if kind == "close":
        del replicas[name]
        return {}
    engine = replicas[name]
    if kind == "apply":
        return {"result": "ok"} | engine.apply(call["operations"], call)
    if kind == "read":
        return engine.read(call["keys"])
    if kind == "wake":
        return engine.wake(call)
    if kind == "deliver":
        return engine.deliver(call["from"], base64.b64decode(call["message"]), call)
    if kind == "save":
        return {"saved": base64.b64encode(engine.save()).decode()}
    return {"error": {"code": "not-supported", "text": kind}}
