import Foundation
import TestKit
import Testing

@testable import Engines

@Suite("Adapters that die, hang, lie and flood")
struct BadAdapterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The command of a shell script that follows the protocol, but for one call.
  private func command(_ call: String, _ body: String) throws -> String {
    let script = #"""
      reply() { printf '{"id":%s%s}\n' "$id" "$1"; }
      while IFS= read -r line; do
        id=${line#*'"id":'}; id=${id%%,*}; id=${id%%\}*}
        call=${line#*'"call":"'}; call=${call%%'"'*}
        case $call in
        \#(call)) \#(body) ;;
        hello) reply ',"protocol":1,"name":"sh","version":"1","shape":"peers","types":["counter"]' ;;
        apply) reply ',"result":"ok"' ;;
        read) reply ',"values":{"counter-0":0,"counter-1":0}' ;;
        *) reply '' ;;
        esac
      done
      """#
    try folder.write(script, to: "adapter.sh")
    return "sh \(folder.path)/adapter.sh"
  }

  /// The outcome of the first seed.
  private func outcome(
    _ call: String, _ body: String, seconds: Double = 10
  ) throws -> EngineOutcome {
    let command = try command(call, body)
    let runner = try EngineRunner { () throws(EngineFailure) in
      try AdapterProcess(command: command, seconds: seconds)
    }
    defer { runner.dismiss() }
    let plan = EnginePlanDraw.plan(seed: 1, for: runner.hello, allowing: []).plan
    return runner.run(plan)
  }

  @Test(
    "what the protocol does not allow is a sentence, and the test ends",
    arguments: [
      ("open", "echo garbage", "it is not JSON"),
      ("open", "echo '[1]'", "it is a list; allowed: an object"),
      ("open", "echo '{}'", "'id' is missing"),
      ("open", #"echo '{"id": 999}'"#, "'id' is 999; it must be that of the call"),
      ("open", "echo", "it is not JSON"),
      ("open", "reply ''; reply ''", "to each call"),
      ("open", #"reply ',"mesages":[]'"#, "Did you mean 'messages'?"),
      ("open", #"reply ',"wake":-1'"#, "'wake' is -1"),
      ("open", #"reply ',"messages":[{"to":"r9","message":""}]'"#, "sends a message to 'r9'"),
      ("open", #"reply ',"messages":[{"to":"r1","message":"?"}]'"#, "bytes in Base64"),
      ("open", #"reply ',"settled":[{"apply":77,"result":"ok"}]'"#, "the apply 77"),
      ("open", #"reply ',"error":{"code":"nonsense"}'"#, "there is no error code 'nonsense'"),
      ("apply", #"reply ',"result":"fine"'"#, "'result' must be \"ok\" or \"pending\""),
      ("read", #"reply ',"values":{"counter-0":"x","counter-1":0}'"#, "allowed: a whole number"),
      ("read", #"reply ',"values":{}'"#, "'values' has no 'counter-0'"),
      ("read", "head -c 100000000 /dev/zero | tr '\\0' x", "8 MiB without the end of a line"),
      ("read", #"printf '\377\376\n'"#, "it is not JSON"),
    ])
  func misuses(call: String, body: String, sentence: String) throws {
    let outcome = try outcome(call, body)
    guard case .misspoke(let found) = outcome.failure else {
      Issue.record("\(outcome.failure.debugDescription), \(outcome.violations)")
      return
    }
    #expect(found.contains(sentence), "\(found)")
    #expect(outcome.violations.allSatisfy { $0.property != .liveness })
  }

  @Test(
    "an engine that dies or is silent breaks a property, and the time is bounded",
    arguments: [
      ("exit 3", "the engine dies in 'apply'", "exit 3"),
      ("kill -9 $$", "the engine dies in 'apply'", "The adapter died ("),
      ("echo why >&2; exit 1", "the engine dies in 'apply'", "why"),
      ("exec >&-; sleep 100", "the engine gives no reply in 'apply'", "within 0.3 seconds"),
      ("sleep 100", "the engine gives no reply in 'apply'", "within 0.3 seconds"),
      ("while :; do :; done", "the engine gives no reply in 'apply'", "within 0.3 seconds"),
      (
        #"reply ',"error":{"code":"crash","text":"x"}'; exit 1"#, "the engine dies in 'read'",
        "exit 1"
      ),
    ])
  func dies(body: String, what: String, detail: String) throws {
    let begun = ContinuousClock.now
    let outcome = try outcome("apply", body, seconds: 0.3)
    #expect(ContinuousClock.now - begun < .seconds(5))
    #expect(outcome.violation?.property == .liveness)
    #expect(outcome.violation?.what == what)
    #expect(outcome.violation?.detail.contains(detail) == true)
    #expect(outcome.failure == nil)
  }

  @Test("an error where none is allowed breaks a property, and one of an apply does not")
  func errors() throws {
    let other = try outcome("wake", #"reply ',"error":{"code":"abort","text":"no"}'"#)
    #expect(other.violation?.what == "the engine fails in 'wake' (abort)")
    let apply = try outcome("apply", #"reply ',"error":{"code":"abort","text":"no"}'"#)
    #expect(apply.violation == nil && apply.refused == apply.writes && apply.writes > 0)
  }

  @Test("an engine that wakes without end is stopped")
  func endless() throws {
    let outcome = try outcome("wake", #"reply ',"wake":0'"#)
    #expect(outcome.violation?.property == .boundedStaleness)
    #expect(outcome.calls <= EngineWorld.callsMax)
  }

  @Test("an adapter may write to standard error as much as it likes")
  func chatty() throws {
    let outcome = try outcome(
      "wake", "head -c 3000000 /dev/zero | tr '\\0' x >&2; reply ''", seconds: 20)
    #expect(outcome.failure == nil && outcome.violation?.property != .liveness)
  }

  @Test("no process is left behind, not even one that the adapter started")
  func children() throws {
    let outcome = try outcome(
      "apply", "sleep 100 & echo $! >\(folder.path)/child; wait", seconds: 0.3)
    #expect(outcome.violation?.property == .liveness)
    let child = try folder.text("child").trimmingCharacters(in: .whitespacesAndNewlines)
    // A process that no one has waited for yet is dead as well. On a busy machine it lives on for a
    // moment after it was killed.
    var status = ""
    for _ in 0..<200 {
      status = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ") Z"
      if status.contains(") Z") { break }
      usleep(20_000)
    }
    #expect(status.contains(") Z"), "\(status)")
  }

  @Test("a command that does not start is a sentence")
  func notStarted() {
    #expect {
      try EngineRunner { () throws(EngineFailure) in
        try AdapterProcess(command: "/nowhere/adapter", seconds: 5)
      }
    } throws: { error in
      guard case EngineFailure.died(let how, let output)? = error as? EngineFailure else {
        return false
      }
      return how == "exit 127" && output.contains("/nowhere/adapter")
    }
  }

  @Test("a lie is found, confirmed and shrunk to one step")
  func lies() throws {
    // It acknowledges additions and shows none.
    var request = EngineStressRequest(command: try command("end", "reply ''"))
    request.seedCount = 3
    request.failuresMax = 1
    let report = try EngineStress(request).run()
    let failure = try #require(report.failures.first)
    #expect(failure.property == .readYourWrites)
    #expect(failure.plan.steps.count == 1 && failure.isMinimal)
    #expect(report.isDeterministic == true)
    let written = try #require(failure.reproduction)
    let read = try EngineReproduction(reading: Array(written.text.utf8))
    #expect(read.plan == written.plan && read.signature == written.signature)
    #expect(try EngineReplay(read).stillFails)
  }

  @Test("a report names an adapter that is not deterministic")
  func random() throws {
    // It fails in the first process, and in no other one.
    let command = try command(
      "apply",
      "if mkdir \(folder.path)/once 2>/dev/null; then exit 1; fi; reply ',\"result\":\"ok\"'")
    var request = EngineStressRequest(command: command)
    request.seedCount = 3
    let report = try EngineStress(request).run()
    #expect(report.failures.isEmpty)
    #expect(report.problem?.contains("not deterministic") == true)
  }

  @Test("the check of an adapter says for each part what is wrong")
  func conformance() throws {
    let command = try command("wake", #"reply ',"messages":[{"to":"r7","message":""}]'"#)
    var lines: [String] = []
    let check = EngineConformance { () throws(EngineFailure) in
      try AdapterProcess(command: command, seconds: 5)
    }
    let findings = try check.check { lines += $0.line.map { [$0] } ?? [] }.findings
    #expect(findings.count > 5)
    #expect(lines.contains("ok     hello"))
    let wrong = lines.filter { $0.hasPrefix("wrong") }
    #expect(wrong.contains { $0.contains("'read' shows 0 for 'counter-0' after 'add 4") })
    // One mistake does not hide the next.
    #expect(wrong.contains { $0.contains("sends a message to 'r7'") })
  }

  private func findings(_ call: String, _ body: String) throws -> [EngineConformance.Finding] {
    let command = try command(call, body)
    return try EngineConformance { () throws(EngineFailure) in
      try AdapterProcess(command: command, seconds: 5)
    }.check { _ in }.findings
  }

  @Test(
    "the check of an adapter reports a mistake once, and names the parts that met it as well",
    arguments: [
      // It acknowledges and shows nothing.
      ("none", "", "apply and read: counter", ["apply: transaction", "wake and deliver"]),
      // A reply that is no reply, in all parts that read.
      (
        "read", "reply ',\"values\":{}'", "apply and read: counter",
        [
          "apply and read: set", "apply: transaction", "wake and deliver",
          "begin forgets the test before", "the same calls give the same replies",
        ]
      ),
      // It dies in all parts that wake it.
      ("wake", "exit 3", "wake and deliver", ["the same calls give the same replies"]),
    ])
  func onceOnly(call: String, body: String, part: String, others: [String]) throws {
    let types =
      #"reply ',"protocol":1,"name":"sh","version":"1","shape":"peers""#
      + #","types":["counter","set","transaction"]'"#
    let shown = #"reply ',"values":{"counter-0":0,"set-0":[]}'"#
    // The cases of this test come before those of the script.
    let findings = try findings(
      "hello) \(types) ;; \(call)", "\(body) ;; read) \(shown)")
    let wrong = findings.filter { $0.mistake != nil }.map(\.part)
    #expect(wrong.contains(part))
    let affected = findings.filter { $0.result == .affected(by: part) }.map(\.part)
    #expect(Set(affected).isSuperset(of: others), "\(findings)")
    let lines = EngineConformance.consequences(of: findings).filter {
      $0.hasPrefix("What is wrong in '\(part)' shows also in: \(affected[0])")
    }
    #expect(lines.count == 1)
    #expect(findings.filter { $0.result == .affected(by: part) }.allSatisfy { $0.line == nil })
  }

  @Test("a mistake in one type does not touch the parts that can write another one")
  func otherTypes() throws {
    let types =
      #"reply ',"protocol":1,"name":"sh","version":"1","shape":"peers""#
      + #","types":["counter","own"]'"#
    let shown = #"reply ',"values":{"counter-0":0}'"#
    let own = #"reply ',"values":{"own-0":"x"}'"#
    let findings = try findings(
      "hello) \(types) ;; read",
      "case $line in *counter-0*own-0*) reply ',\"values\":{\"counter-0\":0,\"own-0\":\"x\"}' ;; "
        + "*own-0*) \(own) ;; *) \(shown) ;; esac")
    #expect(findings.filter { $0.mistake != nil }.map(\.part) == ["apply and read: counter"])
    #expect(EngineConformance.consequences(of: findings).isEmpty, "\(findings)")
  }
}
