import Base
import Chronology
import DomainCore
import SimulatedDisk
import SyncCore
import TestKit
import Testing

@testable import SQLiteStores

/// A family of two parents, whose server and phones have texts and files of their own and exchange
/// bytes. All that is anywhere can be searched.
private final class FamilyOnFiles {
  enum Missing: Error { case texts }

  typealias Phone = (place: StorePlace, drive: Drive, member: MemberHandle)

  static let settings = ServerSettings(
    clockSkewBoundMilliseconds: 5 * Span.minute, hasOwnTexts: true)

  let home = Household()
  let server: (place: StorePlace, drive: Drive)
  var phones: [Phone] = []
  var account = AccountHandle(0)
  /// Every message, as bytes.
  var messages: [[UInt8]] = []

  init() throws {
    let drive = home.drive("server", number: 0)
    server = (home.place(drive, "journal"), drive)
    var service = try DurableServer.open(
      SQLiteServerStorage(at: server.place), settings: Self.settings)
    let scope = try service.open(Household.genesis)
    let accounts = [try service.openAccount(), try service.openAccount()]
    account = accounts[0]
    // The last one is the mother's second phone.
    for (number, member) in [Household.mother, Household.father, Household.mother].enumerated() {
      let drive = home.drive("phone\(number)", number: UInt32(number + 1))
      let site = try service.register(
        scope: scope, member: member, account: accounts[number % 2])
      let place = home.place(drive)
      _ = try Replica(
        site: site, scope: scope, genesis: Household.genesis,
        storage: SQLiteReplicaStorage(at: place), texts: ScopeTexts())
      phones.append((place, drive, member))
    }
  }

  /// Opens a phone's copy, as its app does at each start.
  func opens<Result>(
    _ phone: Int, _ use: (inout Replica<SQLiteReplicaStorage>) throws -> Result
  ) throws -> Result {
    var replica = try Replica.open(
      SQLiteReplicaStorage(at: phones[phone].place), texts: ScopeTexts())
    return try use(&replica)
  }

  func serves<Result>(
    _ use: (inout DurableServer<SQLiteServerStorage>) throws -> Result
  ) throws -> Result {
    var service = try DurableServer.open(
      SQLiteServerStorage(at: server.place), settings: Self.settings)
    return try use(&service)
  }

  func submits(
    _ phone: Int, _ command: (borrowing ScopeTexts) -> Command
  ) throws -> Operation {
    home.now = home.now + Span.second
    return try opens(phone) { replica in
      guard let texts = replica.store.texts else { throw Missing.texts }
      return try replica.commit(
        [command(texts)], author: phones[phone].member, day: Household.today, zone: .utc,
        now: home.now
      ).get()
    }
  }

  @discardableResult
  func creates(_ habit: String, on phone: Int) throws -> Entity {
    let owner = phones[phone].member
    return try submits(phone) { texts in
      .createHabit(
        for: owner, name: texts.habitName(habit), category: texts.label(of: habit + "-category"),
        icon: 1, rank: 1)
    }.fact.identity
  }

  func renames(_ habit: Entity, of owner: MemberHandle, to name: String, on phone: Int) throws {
    _ = try submits(phone) { texts in
      .renameHabit(habit, of: owner, to: texts.habitName(name))
    }
  }

  func exchanges(_ phone: Int) throws {
    home.now = home.now + Span.second
    try opens(phone) { replica in
      var request = Request()
      var response = Response()
      replica.fill(&request, pushOperationsMax: 100, pageRowsMax: 100, now: home.now)
      messages.append(Self.bytes { request.encode(into: &$0) })
      try messages[messages.count - 1].withUnsafeBufferPointer { try request.decode($0) }
      try serves { try $0.respond(request, now: home.now, into: &response) { _, _ in } }
      messages.append(Self.bytes { response.encode(into: &$0) })
      try messages[messages.count - 1].withUnsafeBufferPointer { try response.decode($0) }
      _ = try replica.apply(response)
    }
  }

  private static func bytes(_ encode: (inout WireWriter) -> Void) -> [UInt8] {
    var writer = WireWriter()
    encode(&writer)
    return writer.bytes.withElements { Array($0) }
  }

  func settles() throws {
    for _ in 0..<4 {
      for phone in phones.indices { try exchanges(phone) }
    }
  }

  /// Where words are: files of all drives, also after a power cut, messages, and the exports of the
  /// family.
  func places(of words: String) throws -> [String] {
    let needle = Array(words.utf8)
    var found = (phones.map(\.drive) + [server.drive]).flatMap { drive in
      let cut = Disk(seed: 9).makeDrive("spare", number: 99)
      cut.become(drive)
      cut.cutPower()
      return
        (drive.names.map { ("\(drive.name)/\($0)", drive.bytes(of: $0)) }
        + cut.names.map { ("\(drive.name)/\($0) after a power cut", cut.bytes(of: $0)) })
        .filter { $0.1.holds(needle) }.map(\.0)
    }
    if messages.contains(where: { $0.holds(needle) }) { found.append("a message") }
    let export = try serves { service in
      var export = ScopeExport(
        of: service.core.scopes[0].state, person: nil,
        names: service.core.scopes[0].texts ?? ScopeTexts())
      for row in service.core.rows(of: 0) where !row.verdict.isRejected {
        export.add(row.operation.fact, committed: row.committed)
      }
      return export.json
    }
    if export.contains(words) { found.append("the export") }
    return found
  }
}

extension [UInt8] {
  fileprivate func holds(_ needle: [UInt8]) -> Bool {
    guard count >= needle.count else { return false }
    return withUnsafeBufferPointer { bytes in
      (0...bytes.count - needle.count).contains { start in
        bytes[start] == needle[0]
          && needle.indices.allSatisfy { bytes[start + $0] == needle[$0] }
      }
    }
  }
}

@Suite("P27, FAM-7: after an account is deleted, the words of its person")
struct ErasedWordsTests {
  private static let mothers = [
    "mothers-habit", "mothers-habit-category", "mothers-pending", "mothers-refused",
    "fathers-pending-about-mother", "fathers-refused-about-mother",
  ]
  private static let others = ["fathers-habit", "fathers-habit-category", "fathers-pending-own"]

  @Test("are in no file of a phone or the server, in no message and in no export")
  func nowhere() throws {
    let family = try FamilyOnFiles()
    let own = try family.creates("mothers-habit", on: 0)
    try family.creates("fathers-habit", on: 1)
    let gone = try family.creates("mothers-habit-of-a-day", on: 2)
    try family.settles()
    // Two are refused, since the habit is deleted; one of each person's waits.
    _ = try family.submits(0) { _ in .deleteHabit(gone, of: Household.mother) }
    try family.renames(gone, of: Household.mother, to: "mothers-refused", on: 2)
    try family.renames(gone, of: Household.mother, to: "fathers-refused-about-mother", on: 1)
    try family.settles()
    try family.creates("mothers-pending", on: 2)
    try family.renames(own, of: Household.mother, to: "fathers-pending-about-mother", on: 1)
    try family.creates("fathers-pending-own", on: 1)
    for words in Self.mothers + Self.others {
      #expect(try !family.places(of: words).isEmpty, "the search finds \(words)")
    }

    try family.serves { try $0.deleteAccount(family.account, now: family.home.now) }
    try family.settles()
    family.messages = []
    try family.settles()
    for words in Self.mothers {
      #expect(try family.places(of: words) == [], "\(words) is left")
    }
    for words in Self.others {
      #expect(try !family.places(of: words).isEmpty, "\(words) is gone")
    }
    // All goes on.
    try family.creates("after-all", on: 1)
    try family.settles()
    #expect(try family.places(of: "after-all").contains("the export"))
    for words in Self.mothers {
      #expect(try family.places(of: words) == [], "\(words) is back")
    }
  }
}
