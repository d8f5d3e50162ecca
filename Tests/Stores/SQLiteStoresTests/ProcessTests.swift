import Base
import DomainCore
import Foundation
import SyncCore
import TestKit
import Testing

@testable import SQLiteStores

@Suite("An app and its widget as real processes on one file")
struct ProcessTests {
  /// 200 rounds take some minutes, so this runs a few unless `SHAKEOUT_EVERY_CRASH` is set.
  private static let rounds =
    ProcessInfo.processInfo.environment["SHAKEOUT_EVERY_CRASH"] == nil ? 6 : 200

  private struct Writer {
    let process = Process()
    let output: String
    let errors: String

    init(on database: String, site: UInt32, _ number: Int, in folder: TemporaryFolder) throws {
      output = "\(folder.path)/saved-\(number)"
      errors = "\(folder.path)/errors-\(number)"
      try folder.write("", to: "saved-\(number)")
      try folder.write("", to: "errors-\(number)")
      process.executableURL = try BuiltProgram.url("store-writer")
      process.arguments = [database, "\(site)"]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
      process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
      try process.run()
    }

    /// Ends it with a signal that nothing can catch.
    func killed() throws -> [UInt32] {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let problems = try String(contentsOfFile: errors, encoding: .utf8)
      #expect(process.terminationReason == .uncaughtSignal, "\(problems)")
      return try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
        .compactMap { UInt32($0) }
    }
  }

  @Test("P1, P3, OFF-1: lose nothing and number nothing twice, killed at any moment")
  func killed() throws {
    let home = Household()
    let folder = try TemporaryFolder()
    let place = StorePlace(database: "\(folder.path)/replica.db")
    let site = home.register(Household.mother)
    var saved: Set<UInt32> = []
    var dice = Dice(seed: 61)
    for round in 0..<Self.rounds {
      let writers = try (0..<2).map {
        try Writer(on: place.database, site: site, round * 2 + $0, in: folder)
      }
      // The first one must have begun; then the moment is any.
      for writer in writers {
        for _ in 0..<500 where try folder.isEmpty(writer.output) { usleep(2_000) }
      }
      usleep(UInt32(dice.roll(30_000)))
      for (number, writer) in writers.enumerated() {
        for sequence in try writer.killed() {
          #expect(saved.insert(sequence).inserted, "\(sequence) was given twice")
        }
        if number == 0 { usleep(UInt32(dice.roll(8_000))) }
      }
      let found = try home.opened(at: place)
      let pending = Contents(found).pending
      #expect(pending.map(\.sequence) == (1...UInt32(pending.count)).map { $0 })
      #expect(saved.isSubset(of: Set(pending.map(\.sequence))), "round \(round)")
      // What was never acknowledged may be there as well, at most a transaction of each.
      #expect(pending.count <= saved.count + 6 * (round + 1) && pending.last?.followers == 0)
    }
    #expect(saved.count > 20 * Self.rounds)
    var phone = try home.opened(at: place)
    while phone.hasUnsent { try home.exchange(&phone) }
    for _ in 0..<2 { try home.exchange(&phone) }
    let rows = home.server.rows(of: 0)
    let isSame = phone.store.state.isIdentical(to: home.server.scopes[0].state)
    #expect(isSame && saved.isSubset(of: Set(rows.map(\.operation.sequence))))
    #expect(Set(rows.map(\.operation.sequence)).count == rows.count)
  }
}

extension TemporaryFolder {
  fileprivate func isEmpty(_ path: String) throws -> Bool {
    try Data(contentsOf: URL(filePath: path)).isEmpty
  }
}
