import Foundation
import TestKit
import Testing

@testable import Engines

@Suite("Engines that keep files")
struct DirectoryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A shell script that keeps the additions of a replica in a file of its directory.
  private func command(opening: String = ":", saving: String = ":") throws -> String {
    try folder.write(
      #"""
      reply() { printf '{"id":%s%s}\n' "$id" "$1"; }
      text() { value=${line#*'"'$1'":"'}; value=${value%%'"'*}; }
      while IFS= read -r line; do
        id=${line#*'"id":'}; id=${id%%,*}; id=${id%%\}*}
        text call; call=$value
        text replica; replica=$value
        eval "directory=\$directory_$replica"
        case $call in
        hello) reply ',"protocol":1,"name":"sh","version":"1","shape":"peers",'\
      '"types":["counter"],"persist":"directory","disclaims":["convergence","counter-exactness"]' ;;
        open)
          text directory; directory=$value
          [ -d "$directory" ] || exit 9
          eval "directory_$replica=\$directory"
          \#(opening)
          touch "$directory/log"; reply '' ;;
        apply)
          amount=${line#*'"amount":'}; amount=${amount%%\}*}
          echo "$amount" >>"$directory/log"; reply ',"result":"ok"' ;;
        read)
          sum=0
          while read -r amount; do sum=$((sum + amount)); done <"$directory/log"
          reply ",\"values\":{\"counter-0\":$sum}" ;;
        save) \#(saving); reply '' ;;
        *) reply '' ;;
        esac
      done
      """#, to: "adapter.sh")
    return "sh \(folder.path)/adapter.sh"
  }

  /// Additions, two crashes, and a backup that is brought back and cloned.
  private func outcome(_ command: String) throws -> EngineOutcome {
    let runner = try EngineRunner { () throws(EngineFailure) in
      try AdapterProcess(command: command, seconds: 10)
    }
    defer { runner.dismiss() }
    var plan = EnginePlan(seed: 5, shape: .peers, replicaCount: 2)
    let add = EngineStep.Action.write([.add(EngineKey(.counter, 0), isNegative: false)])
    let actions: [EngineStep.Action] = [
      add, .crash(for: 100), add, .backup, add, .crash(for: 100), .restore, add, .clone(as: 3),
    ]
    for (place, action) in actions.enumerated() {
      plan.steps.append(
        EngineStep(id: place + 1, time: 1_000 * (place + 1), replica: 1, action))
    }
    return runner.run(plan)
  }

  @Test("files survive crashes, backups are brought back, and clones get copies")
  func kept() throws {
    let outcome = try outcome(try command())
    #expect(outcome.failure == nil && outcome.violations.isEmpty, "\(outcome.violations)")
    #expect(outcome.faults[.crashes] == 2 && outcome.faults[.backups] == 1)
    #expect(outcome.faults[.clones] == 1 && outcome.acknowledged == 4)
    #expect(outcome.checks[.durability] == 4)
  }

  @Test("the end of what was written since the last save may be missing after a crash")
  func cut() throws {
    let command = try command()
    var seen = 0
    for number in 1...8 {
      let runner = try EngineRunner { () throws(EngineFailure) in
        try AdapterProcess(command: command, seconds: 10)
      }
      defer { runner.dismiss() }
      var plan = EnginePlan(seed: 5, shape: .peers, replicaCount: 2)
      plan.saveDelay = 2_000
      let add = EngineStep.Action.write([.add(EngineKey(.counter, 0), isNegative: false)])
      plan.steps = [
        EngineStep(id: 1, time: 1_000, replica: 1, add),
        EngineStep(id: 2, time: 5_000, replica: 1, add),
        EngineStep(id: 2 + number, time: 5_500, replica: 1, .cut(for: 100)),
      ]
      let outcome = runner.run(plan, recording)
      #expect(outcome.failure == nil && outcome.violations.isEmpty, "\(outcome.violations)")
      seen += outcome.faults[.cuts] ?? 0
      #expect(outcome.timeline.contains { $0.text.hasSuffix("bytes at the end of log is missing") })
    }
    #expect(seen == 8)
  }

  private var recording: EngineWorld.Options {
    var options = EngineWorld.Options()
    options.recordsTimeline = true
    return options
  }

  @Test("files that were changed in the middle are not cut, and SQLite's shared memory never")
  func uncut() throws {
    let files = try EngineFolder()
    let path = files.create("now")
    func write(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
    }
    try write("one\n", "log")
    try write("page", "data")
    let copy = files.copy(path, to: "copy")
    #expect(files.cut(path, since: copy, by: 7) == nil)
    try write("one\ntwo\n", "log")
    try write("anything", "data-shm")
    for draw in 0..<50 as Range<UInt64> {
      try write("one\ntwo\n", "log")
      let cut = try #require(files.cut(path, since: copy, by: draw << 58 | draw))
      #expect(cut.file == "log" && (1...4).contains(cut.bytes))
      let left = try String(contentsOf: URL(filePath: "\(path)/log"), encoding: .utf8)
      #expect(left == String("one\ntwo\n".prefix(8 - cut.bytes)))
    }
    try write("one\ntwo\n", "log")
    try write("lage", "data")
    #expect(files.cut(path, since: copy, by: 7) == nil)
  }

  @Test("an engine that forgets its files is found")
  func forgotten() throws {
    let outcome = try outcome(try command(opening: #"rm -f "$directory/log""#))
    #expect(outcome.violation?.property == .durability)
  }

  @Test("two runs have the same transcript, although their folders differ")
  func transcript() throws {
    let command = try command()
    #expect(try outcome(command).digest == outcome(command).digest)
  }
}
