import Base
import CoreEngine
import Engines
import Foundation
import JSONText
import TestKit
import Testing

@Suite("Engines of others on the command line")
struct EngineCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// An adapter in the folder that acknowledges additions and shows none, and with a body for one
  /// call.
  private func adapter(_ call: String = "none", _ body: String = "") throws {
    try folder.write(
      #"""
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
      """#, to: "adapter.sh")
  }

  private func run(_ words: String...) throws -> ShakeoutProgram.Ending {
    try ShakeoutProgram.run(words, in: folder)
  }

  @Test("a failure is printed, written, replayed and shrunk, and exits with 70")
  func failure() throws {
    try adapter()
    let ending = try run(
      "stress", "--engine", "sh adapter.sh", "--seeds", "5", "--max-failures", "1", "--junit",
      "junit.xml", "--transcript", "lines.txt", "--history", "history.jsonl")
    #expect(ending.code == 70, "\(ending)")
    #expect(ending.output.contains("read-your-writes: a replica does not show its own write"))
    #expect(ending.output.contains("shakeout replay repro-read-your-writes-"))
    #expect(try folder.text("junit.xml").contains("failures=\"1\""))
    #expect(try folder.text("lines.txt").hasPrefix("> {\"id\":1,\"call\":\"begin\""))
    #expect(try folder.text("history.jsonl").contains("\"write\":[{\"op\":\"add\""))
    let name = try #require(try folder.names().first { $0.hasPrefix("repro-") })
    let replay = try run("replay", name, "--trace", "--html", "page.html")
    #expect(replay.code == 70 && replay.output.contains("add "), "\(replay)")
    #expect(try folder.text("page.html").contains("does not show its own write"))
    let shrink = try run("shrink", name)
    #expect(shrink.code == 70 && shrink.output.contains("1 step"), "\(shrink)")
    let other = try run("replay", name, "--engine", "false")
    #expect(other.code == 1 && other.errors.contains("The adapter died (exit 1)"), "\(other)")
  }

  @Test(
    "Shakeout's own engine behind the protocol does and decides what it does in process",
    arguments: [false, true])
  func control(isOwn: Bool) throws {
    let program = try BuiltProgram.url("shakeout").path
    let ending = try run(
      "stress", "--engine", "'\(program)' engine serve\(isOwn ? " --own" : "")", "--seeds", "25",
      "--json")
    #expect(ending.code == 0, "\(ending)")
    let node = try ending.json
    var request = EngineStressRequest(command: "")
    request.seedCount = 25
    let stress = try EngineStress(request) { () throws(EngineFailure) in
      EngineLoop(
        ShakeoutEngine(version: "1", types: isOwn ? [.own] : [.register, .counter, .set]))
    }
    let report = stress.run()
    #expect(node["digest"]?.string == report.digest.description)
    #expect(node["acknowledged"]?.integer() == report.acknowledged)
    #expect(node["refused"]?.integer() == report.refused && report.refused > (isOwn ? 10 : -1))
  }

  @Test("JSON is one object, and failures go to standard error")
  func json() throws {
    try adapter()
    let ending = try run(
      "stress", "--engine", "sh adapter.sh", "--seeds", "3", "--json", "--shrink-seconds", "0")
    #expect(ending.code == 70)
    let json = try ending.json
    #expect(json["engine"]?.string == "sh")
    #expect(json["failures"]?.elements?.isEmpty == false)
    #expect(ending.errors.contains("does not show its own write"))
  }

  @Test("an adapter that does not follow the protocol is a sentence and exits with 1")
  func misuses() throws {
    try adapter("open", "echo hello")
    let ending = try run("stress", "--engine", "sh adapter.sh", "--seeds", "3")
    #expect(ending.code == 1)
    #expect(
      ending.errors.contains("Error: seed 1: The reply to 'open' (id 2) is wrong"), "\(ending)")
    let check = try run("engine", "check", "sh adapter.sh")
    #expect(check.code == 1)
    #expect(check.output.contains("wrong  begin, open, close, end: in 'open'"), "\(check)")
    let nothing = try run("engine", "check", "/nowhere/adapter")
    #expect(nothing.code == 1 && nothing.output.contains("exit 127"), "\(nothing)")
  }

  @Test("an adapter that hangs is a sentence within its time")
  func hangs() throws {
    try adapter("hello", "sleep 100")
    let ending = try run(
      "stress", "--engine", "sh adapter.sh", "--seeds", "3", "--call-seconds", "0.3")
    #expect(ending.code == 1)
    #expect(ending.errors.hasPrefix("Error: The adapter gave no reply within 0.3 seconds. Each"))
  }

  @Test("a reproduction is replayed and shrunk from another folder, and says when its own is gone")
  func folders() throws {
    try adapter()
    try folder.write(try folder.text("adapter.sh"), to: "project/adapter.sh")
    try FileManager.default.removeItem(atPath: "\(folder.path)/adapter.sh")
    let found = try ShakeoutProgram.run(
      ["stress", "--engine", "sh adapter.sh", "--seeds", "5", "--max-failures", "1"], in: folder,
      from: "project")
    #expect(found.code == 70, "\(found)")
    #expect(found.output.contains("The commands below are for the folder /"))
    let name = try #require(try folder.names("project").first { $0.hasPrefix("repro-") })
    let replay = try run("replay", "project/\(name)")
    #expect(replay.code == 70 && replay.errors.isEmpty, "\(replay)")
    let shrink = try run("shrink", "project/\(name)")
    #expect(shrink.code == 70 && shrink.errors.isEmpty, "\(shrink)")
    // What is typed now is for the current folder.
    let typed = try run("replay", "project/\(name)", "--engine", "sh adapter.sh")
    #expect(typed.code == 1 && typed.errors.contains("adapter.sh"), "\(typed)")
    try FileManager.default.moveItem(
      atPath: "\(folder.path)/project", toPath: "\(folder.path)/moved")
    let gone = try run("replay", "moved/\(name)")
    #expect(gone.code == 1)
    #expect(gone.errors.hasPrefix("Warning: There is no folder '/"), "\(gone)")
    let there = try ShakeoutProgram.run(["replay", name], in: folder, from: "moved")
    #expect(there.code == 70 && there.errors.contains("run in the current folder."), "\(there)")
  }

  @Test("a replay gives an adapter as much time for a reply as it had, or as the option says")
  func callSeconds() throws {
    try adapter("apply", "sleep 100")
    let found = try run(
      "stress", "--engine", "sh adapter.sh", "--seeds", "3", "--max-failures", "1",
      "--call-seconds", "0.3", "--shrink-seconds", "0")
    #expect(found.code == 70 && found.output.contains("--call-seconds 0.3 --from"), "\(found)")
    let name = try #require(try folder.names().first { $0.hasPrefix("repro-") })
    let replay = try run("replay", name)
    #expect(replay.code == 70 && replay.output.contains("no reply within 0.3 seconds"), "\(replay)")
    let other = try run("replay", name, "--call-seconds", "0.2")
    #expect(other.code == 70 && other.output.contains("no reply within 0.2 seconds"), "\(other)")
  }

  @Test("the command of a failure with a real server has the times of the run")
  func realTime() throws {
    let toy = "'\(try BuiltProgram.url("toy-adapter").path)'"
    let found = try run(
      "stress", "--engine", "\(toy) rest-client", "--server", "\(toy) rest-server counts-twice",
      "--faults", "loss", "--speed", "60", "--server-seconds", "12", "--seeds", "20",
      "--max-failures", "1")
    #expect(found.code == 70, "\(found)")
    #expect(found.output.contains("--speed 60 --server-seconds 12.0 --from"), "\(found)")
  }

  @Test(
    "options that do not fit are refused",
    arguments: [
      ("replay x --call-seconds 3", "'--call-seconds' needs the reproduction of an engine"),
      ("stress --engine x --coverage", "'--coverage' cannot be combined with '--engine'."),
      ("stress smoke --engine x", "a scenario cannot be combined with '--engine'."),
      ("stress --transcript x", "'--transcript' needs '--engine'."),
      ("stress --engine x --faults los", "Did you mean 'loss'?"),
    ])
  func refused(line: String, sentence: String) throws {
    let ending = try folder.shakeout(line)
    #expect(ending.code == 64 && ending.errors.contains(sentence), "\(ending)")
  }

  @Test("a reproduction that is wrong is refused with its place")
  func reproductions() throws {
    try folder.write("{\"engineReproduction\": 1, \"seed\": -1}", to: "wrong.json")
    let ending = try run("replay", "wrong.json")
    #expect(ending.code == 65 && ending.errors.contains("wrong.json:1:"), "\(ending)")
  }
}
