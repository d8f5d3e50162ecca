import Base
import Chronology
import DomainCore
import TestKit
import Testing

@testable import SyncCore

@Suite("A group whose founder has deleted their account")
struct ErasedFounderTests {
  private static let monday = TextHome.monday
  private static let settings = ServerSettings(
    clockSkewBoundMilliseconds: 5 * Span.minute, hasOwnTexts: true)

  /// Founds or joins a group from a phone of its own.
  private func enters(
    _ server: inout DurableServer<SimulatedServerStorage>, _ command: (ScopeTexts) -> Command
  ) throws -> AccountHandle {
    let account = try server.openAccount()
    let site = try server.register(scope: 0, member: .newcomer, account: account)
    let texts = ScopeTexts()
    var phone = try Replica(
      site: site, scope: 0, genesis: ScopeGenesis(firstDay: Self.monday),
      storage: SimulatedReplicaStorage(on: SimulatedReplicaStorage.Log()), texts: texts)
    let now = Self.monday.at(hour: 9)
    _ = try phone.commit(
      command(texts), author: .newcomer, day: Self.monday, zone: .utc, now: now
    ).get()
    var request = Request()
    var response = Response()
    phone.fill(&request, pushOperationsMax: 10, pageRowsMax: 100, now: now)
    request = try Wire.request(Wire.bytes(request))
    try server.respond(request, now: now, into: &response) { _, _ in }
    return account
  }

  @Test("FAM-7, P22: keeps its name when the server starts again, and nothing of the founder")
  func restart() throws {
    let log = SimulatedServerStorage.Log()
    var server = try DurableServer.open(SimulatedServerStorage(on: log), settings: Self.settings)
    _ = try server.open(ScopeGenesis(firstDay: Self.monday))
    let code = GroupCode(5)
    let founder = try enters(&server) {
      .foundGroup(named: $0.handle(of: "early-runners"), code: code, as: $0.handle(of: "founder"))
    }
    _ = try enters(&server) { .joinGroup(code: code, as: $0.handle(of: "second")) }
    #expect(server.core.scopes[0].feed.count == 2)
    let kept = server.core.meter.total.bytesKept
    try server.deleteAccount(founder, now: Self.monday.at(hour: 10))
    #expect(server.core.meter.total.bytesKept < kept)
    let texts = try #require(server.core.scopes[0].texts?.ofFeed)
    let digest = server.core.scopes[0].state.digest
    #expect(Self.words(of: server.core).sorted() == ["early-runners", "second"])
    for _ in 0..<2 {
      server = try DurableServer.open(SimulatedServerStorage(on: log), settings: Self.settings)
      #expect(server.core.scopes[0].texts?.ofFeed == texts)
      #expect(server.core.scopes[0].state.digest == digest)
    }
    #expect(try !log.dump().contains("founder") && log.dump().contains("early-runners"))
    // Of a group that has ended, nothing is left at all.
    try server.deleteScope(0, now: Self.monday.at(hour: 11))
    #expect(try !log.dump().contains("early-runners"))
    server = try DurableServer.open(SimulatedServerStorage(on: log), settings: Self.settings)
    #expect(Self.words(of: server.core) == [])
  }

  private static func words(of server: borrowing Server) -> [String] {
    server.scopes[0].texts?.all.map { String(decoding: $0, as: UTF8.self) } ?? []
  }
}
