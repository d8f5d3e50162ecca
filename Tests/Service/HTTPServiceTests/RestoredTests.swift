import Base
import Chronology
import DomainCore
import Foundation
import HTTPService
import JSONText
import ServiceCore
import ServiceTestKit
import SyncCore
import SystemLibrary
import TestKit
import Testing

@Suite("A service over a journal from a backup", .serialized)
struct RestoredTests {
  private static let start = LocalDay(year: 2026, month: 3, day: 2).noon

  /// The journal of a service that is started again and again, and a copy of an earlier state.
  private final class Journal {
    let folder: TemporaryFolder
    private(set) var service: RunningService
    private var path: String { "\(folder.path)/journal" }
    private var backup: String { "\(folder.path)/backup" }

    init() throws {
      folder = try TemporaryFolder()
      service = try Self.started(folder, [])
      try service.carrier.setClock(RestoredTests.start)
    }

    private static func started(
      _ folder: TemporaryFolder, _ options: [String]
    ) throws -> RunningService {
      try RunningService(
        ["--store", "sqlite:\(folder.path)/journal", "--clock", "manual"] + options)
    }

    func restart(_ options: [String] = []) throws {
      if service.isRunning { #expect(service.end(by: SIGTERM) == 0) }
      service = try Self.started(folder, options)
      try service.carrier.setClock(RestoredTests.start)
    }

    /// Copies the journal with its log, as a backup does: without the other files beside it.
    func save() throws {
      #expect(service.end(by: SIGTERM) == 0)
      try Self.copy(path, to: backup)
      try restart()
    }

    private static func copy(_ path: String, to other: String) throws {
      for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: path + ending) {
        try FileManager.default.copyItem(atPath: path + ending, toPath: other + ending)
      }
    }

    /// Puts the copy in place of the journal; nothing runs.
    func bringBack() throws {
      #expect(service.end(by: SIGTERM) == 0)
      for ending in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + ending)
      }
      try Self.copy(backup, to: path)
    }

    var settings: ServiceSettings {
      var settings = ServiceSettings()
      settings.port = 0
      settings.log = .nothing
      settings.store = .sqlite(path: path)
      return settings
    }

    /// Another connection to the service that runs now, for someone who knows their token.
    func reconnect(_ phone: Phone, _ number: UInt64, install: UInt64) {
      let former = phone.person
      phone.person = Person(number, over: service.carrier, install: install)
      phone.person.adopt(former.token, former.account)
    }
  }

  private func drink(_ count: Int, on phone: Phone, from first: Int = 10) {
    for place in 0..<count { #expect(phone.drink(UInt16(first + place), at: Self.start)) }
  }

  @Test("P2: phones hand over again what was acknowledged after the backup, and what was pending")
  func handedOverAgain() throws {
    let journal = try Journal()
    let anna = try Person(1, over: journal.service.carrier).signUp()
    let phone = try Phone(anna, anna.createFamily(["parent"]), keepsOwnRows: true)
    let second = Person(1, over: journal.service.carrier, install: 2)
    try second.signIn(as: anna.account)
    let tablet = try Phone(
      second, second.send("POST", "/v1/scopes/0/sites", json: [:]), keepsOwnRows: true)
    drink(3, on: phone)
    try phone.synchronize(at: Self.start)
    try tablet.synchronize(at: Self.start)
    let cursor = try anna.send("GET", "/v1/news?wait=0").json["cursor"]?.string ?? ""

    try journal.save()
    journal.reconnect(phone, 1, install: 1)
    journal.reconnect(tablet, 1, install: 2)
    drink(4, on: phone, from: 20)
    drink(2, on: tablet, from: 30)
    for copy in [phone, tablet, phone] { try copy.synchronize(at: Self.start) }
    #expect(phone.replica.store.pendingCount == 0 && phone.replica.store.position == 9)
    // An install that the backup does not know, with rows that no one else has saved.
    let third = Person(1, over: journal.service.carrier, install: 3)
    try third.signIn(as: anna.account)
    let site = try third.send("POST", "/v1/scopes/0/sites", json: [:])
    let late = try Phone(third, site, keepsOwnRows: true)
    drink(5, on: late, from: 40)
    try late.synchronize(at: Self.start)
    drink(2, on: phone, from: 50)

    try journal.bringBack()
    let problem = #expect(throws: ServiceStartError.self) { try ServiceLoop(journal.settings) }
    #expect(problem?.description.contains("start the service once with '--restored'") == true)
    try journal.restart(["--restored"])
    journal.reconnect(phone, 1, install: 1)
    journal.reconnect(tablet, 1, install: 2)
    // Its token is newer than the backup, and so is its site: it gets the same number back.
    journal.reconnect(late, 1, install: 3)
    #expect(try late.exchange(at: Self.start) == 401)
    try late.person.signIn(as: anna.account)
    #expect(try late.exchange(at: Self.start) == 403)
    let again = try late.person.send(
      "POST", "/v1/scopes/0/sites", json: ["claimed": .integer(site.number("site"))])
    #expect(again.number("site") == site.number("site"))
    for copy in [phone, tablet, late, phone, tablet] { try copy.synchronize(at: Self.start) }

    let fresh = try Self.audit(journal, anna.account)
    #expect(fresh.replica.store.position == 3 + 4 + 2 + 5 + 2, "every tap is there once")
    for copy in [phone, tablet] {
      #expect(copy.replica.store.pendingCount == 0)
      #expect(copy.replica.store.position == fresh.replica.store.position)
      #expect(copy.replica.store.state.digest == fresh.replica.store.state.digest)
    }
    // With a cursor of before the loss everything is news, whatever was counted since.
    let news = try phone.person.send("GET", "/v1/news?wait=0&cursor=\(cursor)")
    #expect(news.status == 200 && news.json["scopes"]?.elements?.count == 1)
  }

  @Test("the incarnation rises with '--restored' alone, and stays in the journal")
  func incarnation() throws {
    let journal = try Journal()
    let anna = try Person(1, over: journal.service.carrier).signUp()
    let phone = try Phone(anna, anna.createFamily(["parent"]), keepsOwnRows: true)
    var expected: UInt32 = 0
    for options in [[], ["--restored"], [], ["--restored"]] {
      try journal.restart(options)
      journal.reconnect(phone, 1, install: 1)
      drink(1, on: phone)
      try phone.synchronize(at: Self.start)
      if options == ["--restored"] {
        expected += 1
        #expect(journal.service.log.contains("\"event\":\"restored\""))
      }
      #expect(phone.replica.store.head.incarnation == expected)
    }
    #expect(phone.replica.store.position == 4 && phone.replica.store.pendingCount == 0)
  }

  @Test("nothing can be restored into memory, or from a file that is not there")
  func impossible() throws {
    let folder = try TemporaryFolder()
    var settings = ServiceSettings()
    settings.port = 0
    settings.isRestored = true
    for (store, part) in [
      (StoreChoice.memory, "has nothing to restore"),
      (.sqlite(path: "\(folder.path)/none"), "needs a store that is there"),
    ] {
      settings.store = store
      let problem = #expect(throws: ServiceStartError.self) { try ServiceLoop(settings) }
      #expect(problem?.description.contains(part) == true, "\(problem?.description ?? "")")
    }
    #expect(try folder.everything.isEmpty)
  }

  /// What a fresh install of an account has after reading everything.
  private static func audit(_ journal: Journal, _ account: UInt32) throws -> Phone {
    let person = Person(1, over: journal.service.carrier, install: 99)
    try person.signIn(as: account)
    let phone = try Phone(person, person.send("POST", "/v1/scopes/0/sites", json: [:]))
    try phone.synchronize(at: Self.start)
    return phone
  }
}
