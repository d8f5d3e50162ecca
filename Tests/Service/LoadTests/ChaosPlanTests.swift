import Scenarios
import ServiceCore
import Testing

@testable import Load

@Suite("Files of '--chaos'")
struct ChaosPlanTests {
  private static func read(_ text: String) throws(Problem) -> ChaosPlan {
    try ChaosPlan(Array(text.utf8), loadSeconds: 30)
  }

  @Test("events of every kind are read, in the order of their times")
  func everyKind() throws {
    let plan = try Self.read(
      """
      {
        // The network comes last.
        "events": [
          { "at": 20, "do": "delay", "milliseconds": 50, "seconds": 2.5 },
          { "at": 20, "do": "throttle", "bytesPerSecond": 10000, "seconds": 2 },
          { "at": 23, "do": "drop", "seconds": 1 },
          { "at": 24, "do": "reset" },
          { "at": 25, "do": "halfClose", "direction": "toServer", "seconds": 1 },
          { "at": 26, "do": "refuse", "seconds": 1 },
          { "at": 5, "do": "kill" },
          { "at": 6, "do": "kill", "downSeconds": 2 },
          { "at": 9, "do": "stop", "seconds": 1 },
          { "at": 12, "do": "restart" },
        ],
        "failIf": ["latency.p99>1s", "errors>5%"],
      }
      """)
    #expect(
      plan.events.map(\.text) == [
        "killed", "killed, down for 2 s", "stopped for 1 s", "restarted",
        "50 ms of delay each way for 2.5 s", "10000 bytes/s each way for 2 s",
        "bytes dropped for 1 s", "connections reset", "connections shut toServer for 1 s",
        "connections refused for 1 s",
      ])
    #expect(plan.thresholds.map(\.text) == ["latency.p99>1s", "errors>5%"])
    #expect(plan.needsServer && plan.needsProxy)
    let calm = try Self.read(#"{ "events": [{ "at": 1, "do": "reset" }] }"#)
    #expect(!calm.needsServer && calm.needsProxy)
  }

  @Test("what needs a server, its disk or a proxy says so")
  func needs() throws {
    let disk = try Self.read(#"{ "events": [{ "at": 1, "do": "fullDisk", "seconds": 2 }] }"#)
    #expect(disk.needsServer && !disk.needsProxy)
    #expect(disk.events[0].kind.needsDisk && disk.events[0].text == "disk full for 2 s")
    let command = try Self.read(#"{ "events": [{ "at": 1, "do": "run", "command": "x" }] }"#)
    #expect(!command.needsServer && !command.needsProxy)
  }

  @Test("a takeover needs a server, another one that stands by, and the proxy between")
  func takeover() throws {
    let plan = try Self.read(
      #"{ "events": [{ "at": 1, "do": "takeover" }, { "at": 9, "do": "takeover", "how": "stop" }] }"#
    )
    #expect(plan.needsServer && plan.needsStandBy && plan.needsProxy)
    #expect(plan.events.map(\.text) == ["taken over from, killed", "taken over from, stopped"])
  }

  @Test("a restored server needs a file, and a copy of before")
  func restore() throws {
    let plan = try Self.read(
      """
      { "events": [
        { "at": 4, "do": "restore", "backupAt": 1.5, "downSeconds": 2 }, { "at": 9, "do": "kill" },
        { "at": 12, "do": "restore", "backupAt": 6 }
      ] }
      """)
    #expect(plan.needsServer && plan.restores && !plan.needsProxy)
    #expect(plan.events[0].kind.needsFile && !plan.events[0].kind.needsDisk)
    #expect(
      plan.events.map(\.text) == [
        "restored from a copy of 1.5 s, down for 2 s", "killed", "restored from a copy of 6 s",
      ])
    #expect(try !Self.read(#"{ "events": [{ "at": 1, "do": "kill" }] }"#).restores)
  }

  @Test(
    "what is wrong gets a place and what is possible there",
    arguments: [
      (#"{ "events": [{ "at": 1, "do": "kil" }] }"#, "Did you mean 'kill'?"),
      (#"{ "events": [{ "at": 1, "do": "kil" }] }"#, "At line 1, column 31: 'do' is"),
      (#"{ "events": [{ "at": 1 }] }"#, "lacks the field 'do'; it can be one of 'kill', 'stop'"),
      (#"{ "events": [{ "do": "kill" }] }"#, "'kill' lacks the field 'at'"),
      (#"{ "events": [{ "at": -1, "do": "kill" }] }"#, "'at' is -1; it can be a number of seconds"),
      (#"{ "events": [{ "at": 30, "do": "kill" }] }"#, "the load ends after 30 seconds"),
      (#"{ "events": [{ "at": 1, "do": "run" }] }"#, "'run' lacks the field 'command'"),
      (
        #"{ "events": [{ "at": 1, "do": "run", "command": "" }] }"#,
        "it can be a text for the shell"
      ),
      (#"{ "events": [{ "at": 1, "do": "stop" }] }"#, "'stop' lacks the field 'seconds'"),
      (#"{ "events": [{ "at": 1, "do": "stop", "secnds": 1 }] }"#, "Did you mean 'seconds'?"),
      (#"{ "events": [{ "at": 1, "do": "kill", "seconds": 1 }] }"#, "'do', 'downSeconds'."),
      (#"{ "events": [{ "at": 1, "do": "drop", "seconds": 0 }] }"#, "more than 0"),
      (
        #"{ "events": [{ "at": 1, "do": "delay", "seconds": 1, "milliseconds": 0.5 }] }"#,
        "a whole number from 1 to 60000"
      ),
      (
        #"{ "events": [{ "at": 1, "do": "halfClose", "seconds": 1, "direction": "toserver" }] }"#,
        "Did you mean 'toServer'?"
      ),
      (
        #"{ "events": [{ "at": 5, "do": "kill" }, { "at": 3, "do": "stop", "seconds": 4 }] }"#,
        "'at' is 5, and the event 'stop' at 3 lasts until 7"
      ),
      (
        #"{ "events": [{ "at": 5, "do": "takeover", "how": "kil" }] }"#, "Did you mean 'kill'?"
      ),
      (
        #"{ "events": [{ "at": 5, "do": "takeover" }, { "at": 9, "do": "kill" }] }"#,
        "'do' is 'kill', and the file has a 'takeover', too"
      ),
      (
        #"{ "events": [{ "at": 5, "do": "restore", "backupAt": 5 }] }"#,
        "'backupAt' is 5; it can be a number of seconds from 0 on, before 'at'"
      ),
      (
        #"{ "events": [{ "at": 5, "do": "restore" }, { "at": 9, "do": "restore" }] }"#,
        "the one before lasts until 5: 'backupAt' has to be after that"
      ),
      (#"{ "events": {} }"#, "'events' is an object; it can be a list of events"),
      (#"{ "event": [] }"#, "Did you mean 'events'?"),
      (#"{ }"#, "The file lacks the field 'events'"),
      (#"{ "events": [5] }"#, "The event is 5; it can only be an object"),
      (#"{ "events": [], "failIf": ["latancy.p99>1s"] }"#, "column 28: The threshold"),
      (#"{ "events": [], "failIf": [1] }"#, "A member of 'failIf' is 1"),
      (#"{ "events": ["#, "At line 1, column "),
    ])
  func wrong(text: String, part: String) {
    do throws(Problem) {
      _ = try Self.read(text)
      Issue.record("'\(text)' was accepted")
    } catch {
      #expect(error.detail.contains(part), "\(error.detail)")
      #expect(error.detail.hasPrefix("At line "), "\(error.detail)")
    }
  }
}
