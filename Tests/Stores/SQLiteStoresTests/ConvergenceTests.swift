import Base
import Chronology
import DomainCore
import Foundation
import SyncCore
import TestKit
import Testing

@testable import SQLiteStores

@Suite("A server and two phones as real processes over files of their own")
struct ConvergenceTests {
  /// 200 rounds take three minutes, most of them for syncs of the disk, so this runs a few unless
  /// `SHAKEOUT_EVERY_CRASH` is set.
  private static let rounds =
    ProcessInfo.processInfo.environment["SHAKEOUT_EVERY_CRASH"] == nil ? 12 : 200
  private static let settings = ServerSettings(
    clockSkewBoundMilliseconds: 5 * Span.minute, hasOwnTexts: true)

  @Test("P1, P3, P5, OFF-1: converge after offline edits, and lose nothing, killed at any moment")
  func killed() throws {
    let family = try FamilyOfProcesses(seed: 63)
    var lines = 0
    for round in 0..<Self.rounds {
      try family.plays()
      lines = try Self.expectConverged(family, round)
    }
    let saved = family.saved.joined().count
    #expect(saved > 10 * Self.rounds)
    // A few that were committed and not called saved any more.
    #expect(lines >= saved && lines < saved + 4 * (family.kills.phones + 1))
    if Self.rounds == 200 {
      // Some of the kills were in the middle of a commit.
      #expect(family.cutCommits > 0 && lines > saved)
      print(
        "\(Self.rounds) rounds: \(family.kills.phones) phones and \(family.kills.servers) servers "
          + "killed, \(family.cutCommits) with a part of a commit in the log; \(saved) saved, "
          + "\(lines - saved) more that were committed")
    }
  }

  /// Opens what the processes have left; returns how many edits there are.
  private static func expectConverged(_ family: FamilyOfProcesses, _ round: Int) throws -> Int {
    let server = try DurableServer.open(
      try SQLiteServerStorage(at: family.serverPlace), settings: settings)
    let rows = server.core.rows(of: 0)
    let texts = server.core.scopes[0].texts ?? ScopeTexts()
    let expectedNames = names(in: server.core.scopes[0].state, texts)
    #expect(expectedNames.count > round)
    for phone in 0..<FamilyOfProcesses.phoneCount {
      let copy = try Replica.open(
        try SQLiteReplicaStorage(at: family.phonePlace(phone)), texts: ScopeTexts())
      let isSame = copy.store.state.isIdentical(to: server.core.scopes[0].state)
      let (head, unsent, rejected) = (copy.store.head, copy.store.pendingCount, copy.rejectedCount)
      try #require(isSame && unsent == 0 && rejected == 0, "round \(round), phone \(phone)")
      #expect(head.position == UInt32(rows.count), "round \(round), phone \(phone)")
      let ownNames = names(in: copy.store.state, copy.store.texts ?? ScopeTexts())
      #expect(ownNames == expectedNames, "round \(round), phone \(phone)")
      let own = rows.filter { $0.operation.site == UInt32(phone) }
      // None is missing, and none was given twice.
      #expect(own.map(\.operation.sequence) == (0..<own.count).map { UInt32($0 + 1) })
      #expect(head.sequence == UInt32(own.count))
      var found: [String: Int] = [:]
      for edit in edits(own, texts) { found[edit, default: 0] += 1 }
      #expect(found.values.allSatisfy { $0 == 1 }, "round \(round): an edit is there twice")
      for edit in family.saved[phone] {
        try #require(found[edit] == 1, "round \(round), phone \(phone): “\(edit)” is lost")
      }
    }
    #expect(rows.allSatisfy { $0.verdict.kind == .accepted })
    return rows.count
  }

  private static func names(in state: borrowing ScopeState, _ texts: ScopeTexts) -> [String] {
    (0..<state.habitCount).map { texts.text(of: state.habitAt($0).name.value.text) }
  }

  /// The lines by which a phone has acknowledged its edits.
  private static func edits(_ rows: [FeedRow], _ texts: ScopeTexts) -> [String] {
    var names: [Entity: String] = [:]
    return rows.map { row in
      let fact = row.operation.fact
      func text(_ word: UInt64) -> String { texts.text(of: TextHandle(packed: word)) }
      switch fact.kind {
      case .habitCreated:
        names[fact.identity] = text(fact.payload.first)
        return "name \(text(fact.payload.first))"
      case .habitNameSet: return "name \(text(fact.payload.first))"
      case .completionSet:
        let day = CompletionPayload(fact.payload).day.number
        return "mark \(names[fact.entity] ?? "?"), \(day)"
      default: return "points \(text(fact.payload.second))"
      }
    }
  }
}
