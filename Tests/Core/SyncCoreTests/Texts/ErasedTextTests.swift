import Base
import Chronology
import DomainCore
import TestKit
import Testing

@testable import SyncCore

@Suite("P27: nothing is left of the words of a person who is gone")
struct ErasedTextTests {
  private static let mothers = [
    "mothers-habit", "mothers-category", "mothers-note", "mothers-pending", "mothers-refused",
    "fathers-pending-about-mother", "fathers-refused-about-mother", "mothers-unknown",
  ]
  private static let others = ["fathers-habit", "childs-habit", "childs-category", "both-say-this"]

  private static func isThere(_ words: String, in all: [[UInt8]]) -> Bool {
    let wanted = Array(words.utf8)
    return all.contains { bytes in
      guard bytes.count >= wanted.count else { return false }
      return (0...bytes.count - wanted.count).contains { start in
        bytes[start] == wanted[0] && bytes[start..<start + wanted.count].elementsEqual(wanted)
      }
    }
  }

  /// A family in which everyone has written something, and things wait in outboxes.
  private func lived() throws -> TextHome {
    let home = try TextHome(of: [TextHome.mother, TextHome.father, TextHome.mother])
    let own = try home.creates("mothers-habit", category: "mothers-category", on: 0)
    try home.notes("mothers-note", of: own, on: 0)
    try home.creates("both-say-this", on: 0)
    try home.creates("childs-habit", category: "childs-category", for: TextHome.child, on: 0)
    try home.creates("fathers-habit", on: 1)
    try home.creates("both-say-this", on: 1)
    try home.settle()
    // Rejected ones, by the mother's phone and by the father's.
    let gone = try home.creates("mothers-habit-2", on: 0)
    try home.settle()
    _ = try home.submits(0, .deleteHabit(gone, of: TextHome.mother)).get()
    _ = try home.submits(
      1,
      .renameHabit(gone, of: TextHome.mother, to: home.name("fathers-refused-about-mother", on: 1))
    ).get()
    _ = try home.submits(
      2, .renameHabit(gone, of: TextHome.mother, to: home.name("mothers-refused", on: 2))
    ).get()
    try home.exchange(0)
    try home.settle()
    #expect(home.phones[1].replica.rejectedCount == 1 && home.phones[2].replica.rejectedCount == 1)
    // Pending ones.
    try home.creates("mothers-pending", on: 2)
    _ = try home.submits(
      1,
      .renameHabit(own, of: TextHome.mother, to: home.name("fathers-pending-about-mother", on: 1))
    ).get()
    home.phones[1].replica.store.unknown.keep(
      TextFields.fields(of: [TravelingText(bytes: Array("mothers-unknown".utf8), isLabel: false)]),
      ofOperation: 77)
    home.phones[1].replica.store.unknown.erase(operation: 77)
    let all = try home.everything()
    for words in Self.mothers.dropLast() + Self.others {
      #expect(Self.isThere(words, in: all), "the search finds \(words)")
    }
    return home
  }

  @Test("FAM-7: in states, storages, journal and messages, after an account is deleted")
  func account() throws {
    let home = try lived()
    try home.server.deleteAccount(home.phones[0].account, now: home.now)
    home.messages = []
    let answer = try home.exchange(1, isResponseLost: true)
    #expect(answer == nil)
    // What the father's phone still sends about her reaches the server once and is in no table.
    try home.exchange(1)
    home.messages = []
    try home.settle()
    // Each phone has learned of it with its last request.
    home.messages = []
    try home.settle()
    let all = try home.everything()
    for words in Self.mothers { #expect(!Self.isThere(words, in: all), "\(words) is left") }
    for words in Self.others { #expect(Self.isThere(words, in: all), "\(words) is gone") }
    try check(home)
  }

  /// All goes on, also after restarts.
  private func check(_ home: TextHome) throws {
    let seen = home.habits(on: 1)
    #expect(seen == home.habitsOfServer)
    #expect(seen.contains("fathers-habit||") && seen.contains("childs-habit|childs-category|"))
    let digest = home.server.core.scopes[0].state.digest
    #expect(home.phones[1].replica.store.state.digest == digest)
    try home.restartsServer()
    #expect(home.server.core.scopes[0].state.digest == digest)
    #expect(home.habitsOfServer == seen)
    try home.restarts(1)
    #expect(home.habits(on: 1) == seen)
    try home.creates("after-all", on: 1)
    try home.settle()
    try home.restartsServer()
    #expect(home.habitsOfServer == home.habits(on: 1) && home.habits(on: 1).contains("after-all||"))
    #expect(
      home.phones[1].replica.store.state.digest == home.server.core.scopes[0].state.digest)
    let all = try home.everything()
    for words in Self.mothers { #expect(!Self.isThere(words, in: all), "\(words) is back") }
  }

  @Test("P12, FAM-7: of a family that is deleted, nothing is left at all")
  func scope() throws {
    let home = try lived()
    try home.server.deleteScope(0, now: home.now)
    home.messages = []
    try home.settle()
    home.messages = []
    try home.settle()
    // What a phone could not send stays on it, to be reported to its owner (P1).
    let kept = ["mothers-pending", "fathers-pending-about-mother"]
    let all = try home.everything()
    for words in Self.mothers + Self.others where !kept.contains(words) {
      #expect(!Self.isThere(words, in: all), "\(words) is left")
    }
    try home.restartsServer()
    try home.restarts(1)
    let again = try home.everything()
    for words in Self.mothers + Self.others where !kept.contains(words) {
      #expect(!Self.isThere(words, in: again), "\(words) is back")
    }
  }

  @Test("a server that fails over to a journal from before a deletion shows no words, and goes on")
  func failover() throws {
    let home = try lived()
    let before = Int(home.log.revision)
    try home.server.deleteAccount(home.phones[0].account, now: home.now)
    try home.settle()
    try home.failsOver(to: before, as: 1)
    try home.settle()
    home.messages = []
    try home.creates("after-all", on: 1)
    try home.settle()
    #expect(home.habits(on: 1) == home.habitsOfServer)
    #expect(home.habits(on: 1).contains("after-all||"))
    #expect(
      home.phones[1].replica.store.state.digest == home.server.core.scopes[0].state.digest)
    try checkRestart(of: home)
    // Another deletion takes more letters from rows that the journal has from before the failover.
    try home.server.deleteAccount(home.phones[1].account, now: home.now)
    try checkRestart(of: home)
  }

  /// What came after lost letters has the handles of a new table, and a restart gives the same.
  private func checkRestart(of home: TextHome) throws {
    let (seen, epoch) = (home.habitsOfServer, home.server.core.scopes[0].epoch)
    let texts = home.server.core.scopes[0].texts?.ofFeed
    try home.restartsServer()
    #expect(home.habitsOfServer == seen && home.server.core.scopes[0].epoch == epoch)
    #expect(home.server.core.scopes[0].texts?.ofFeed == texts)
  }

  @Test("COST-1: texts count in bytes received, kept and sent, and a deletion frees them")
  func costs() throws {
    func use(_ habit: String) throws -> (BackendUse, BackendUse) {
      let home = try TextHome()
      try home.creates(habit, on: 0)
      try home.settle()
      let before = home.server.core.meter.total
      try home.server.deleteAccount(home.phones[0].account, now: home.now)
      return (before, home.server.core.meter.total)
    }
    let (short, shortAfter) = try use("a")
    let (long, longAfter) = try use(String(repeating: "a", count: 101))
    #expect(long.bytesReceived - short.bytesReceived == 100)
    #expect(long.bytesKept - short.bytesKept == 100)
    // To both phones.
    #expect(long.bytesSent - short.bytesSent == 200)
    #expect(longAfter.bytesKept == shortAfter.bytesKept)
  }
}
