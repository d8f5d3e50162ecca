import Base
import Chronology
import Foundation
import HTTPService
import JSONText
import SQLiteStores
import ServiceCore
import ServiceTestKit
import SyncCore
import SystemLibrary
import TestKit
import Testing

@Suite("The service is killed, stopped and started again", .serialized)
struct RestartTests {
  private static let start = LocalDay(year: 2026, month: 3, day: 2).noon
  private static let kills = 20

  @Test("P1: nothing that was acknowledged is lost by any of 20 kills while it is written")
  func kills() throws {
    let folder = try TemporaryFolder()
    let arguments = ["--store", "sqlite:\(folder.path)/journal", "--clock", "manual"]
    var service = try RunningService(arguments)
    try service.carrier.setClock(Self.start)
    let anna = try Person(1, over: service.carrier).signUp()
    let site = try anna.createFamily(["parent"])
    let phone = try Phone(anna, site)
    var dice = Dice(seed: 7)
    var (saved, acknowledged, cutOff) = (0, 0, 0)
    for _ in 0..<Self.kills {
      // The service dies at some moment of the next exchanges.
      let delay = UInt32(dice.roll(30_000))
      let victim = service.identifier
      let killing = Thread {
        usleep(delay)
        kill(victim, SIGKILL)
      }
      killing.start()
      while true {
        #expect(phone.drink(UInt16(10 + saved % 90), at: Self.start))
        saved += 1
        guard let status = try? phone.exchange(at: Self.start) else { break }
        #expect(status == 200)
        acknowledged = Int(phone.replica.store.sequence) - phone.replica.store.pendingCount
      }
      cutOff += 1
      service.end(by: SIGKILL)
      service = try RunningService(arguments)
      let carrier = service.carrier
      try carrier.setClock(Self.start)
      let back = Person(1, over: carrier)
      back.adopt(anna.token, anna.account)
      phone.person = back
      let audit = Person(1, over: carrier, install: UInt64(100 + cutOff))
      try audit.signIn(as: anna.account)
      let fresh = try Phone(audit, audit.send("POST", "/v1/scopes/0/sites", json: [:]))
      try fresh.synchronize(at: Self.start)
      #expect(Int(fresh.replica.store.position) >= acknowledged, "an acknowledged row is gone")
    }
    try phone.synchronize(at: Self.start)
    #expect(phone.replica.store.pendingCount == 0)
    #expect(Int(phone.replica.store.position) == saved, "every tap is there once")
    #expect(acknowledged > Self.kills)
    #expect(service.end(by: SIGTERM) == 0)
  }

  @Test("a service that is asked to stop answers what is under way and exits with 0")
  func stop() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(["--store", "sqlite:\(folder.path)/journal"])
    let carrier = service.carrier
    try Person(1, over: carrier).signUp()
    #expect(service.end(by: SIGTERM) == 0)
    let events = service.log.split(separator: "\n").compactMap {
      try? JSONReader().read(String($0))["event"]?.string
    }
    #expect(events == ["started", "stopping", "stopped"])
    #expect(throws: SocketCarrier.Ended.self) { try carrier.send(Sending("GET", "/health")) }
  }

  @Test("a log has neither names nor numbers of people")
  func log() throws {
    let service = try RunningService(["--log", "requests", "--clock", "manual"])
    let carrier = service.carrier
    try carrier.setClock(Self.start)
    let anna = try Person(1, over: carrier).signUp()
    let phone = try Phone(anna, anna.createFamily())
    #expect(phone.createHabit("Reading", at: Self.start))
    try phone.synchronize(at: Self.start)
    _ = try anna.send("GET", "/v1/invitations/0-00000000000000aa")
    service.end(by: SIGTERM)
    #expect(service.log.contains("\"route\":\"POST /v1/exchange\",\"status\":200"))
    for word in ["Reading", anna.token, anna.secret, anna.install, "00000000000000aa", "1980"] {
      #expect(!service.log.contains(word))
    }
  }

  @Test("a second server over the same file does not start, and the first one goes on")
  func second() throws {
    let folder = try TemporaryFolder()
    let place = StoreChoice.sqlite(path: "\(folder.path)/journal")
    let service = try RunningService(["--store", "sqlite:\(folder.path)/journal"])
    var message = ""
    do throws(ServiceStartError) {
      var settings = ServiceSettings()
      settings.port = 0
      settings.store = place
      _ = try ServiceLoop(settings)
    } catch {
      message = error.description
    }
    #expect(message.contains("Another server is running over the store"))
    try Person(1, over: service.carrier).signUp()
    // One that was killed keeps nothing from the next.
    #expect(service.end(by: SIGKILL) == -SIGKILL)
    let next = try RunningService(["--store", "sqlite:\(folder.path)/journal"])
    try Person(2, over: next.carrier).signUp()
    #expect(next.end(by: SIGTERM) == 0)
  }

  @Test("a storage that cannot be opened is one sentence")
  func unopened() throws {
    let folder = try TemporaryFolder()
    try folder.write("This is no database.", to: "journal")
    #expect(throws: ServiceStartError.self) {
      var settings = ServiceSettings()
      settings.store = .sqlite(path: "\(folder.path)/journal")
      _ = try ServiceLoop(settings)
    }
  }
}
