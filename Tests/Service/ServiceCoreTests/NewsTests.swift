import Chronology
import JSONText
import ServiceCore
import ServiceTestKit
import SyncCore
import Testing

@Suite("News of the service")
struct NewsTests {
  private static let start = AccountTests.start

  /// A family of two with a phone each.
  private struct Family {
    let carrier: any Carrier
    let first: Phone
    let second: Phone

    init(_ carrier: any Carrier) throws {
      self.carrier = carrier
      try carrier.setClock(NewsTests.start)
      let anna = try Person(1, over: carrier).signUp()
      let ben = try Person(2, over: carrier).signUp()
      first = try Phone(anna, anna.createFamily(["parent", "parent"]))
      second = try Phone(
        ben,
        ben.send(
          "POST", "/v1/scopes/0/sites", json: ["member": 1, "claim": .string(Person.claim(of: 1))]))
    }

    func news(_ phone: Phone, since cursor: String?) throws -> Reply {
      try phone.person.send("GET", "/v1/news?wait=0" + (cursor.map { "&cursor=\($0)" } ?? ""))
    }
  }

  @Test("what others push is news once; what the install has pushed itself is none")
  func others() throws {
    let family = try Family(Services.inMemory())
    let begun = try family.news(family.second, since: nil)
    #expect(begun.status == 200 && begun.json["scopes"]?.elements?.count == 1)
    let cursor = try #require(begun.json["cursor"]?.string)
    #expect(try family.news(family.second, since: cursor).status == 204)
    #expect(family.first.drink(80, at: Self.start))
    try family.first.synchronize(at: Self.start)
    let news = try family.news(family.second, since: cursor)
    #expect(news.status == 200 && news.json["scopes"]?.elements == [0])
    #expect(try family.news(family.first, since: cursor).status == 204)
    let next = try #require(news.json["cursor"]?.string)
    #expect(try family.news(family.second, since: next).status == 204)
    #expect(family.second.drink(80, at: Self.start))
    try family.second.synchronize(at: Self.start)
    #expect(try family.news(family.second, since: next).status == 204)
    #expect(try family.news(family.second, since: cursor).status == 200)
    #expect(try family.news(family.first, since: next).status == 200)
  }

  @Test("a cursor means the same after a restart, and one from the future gets everything")
  func cursors() throws {
    let log = SimulatedServerStorage.Log()
    let family = try Family(Services.journaled(log))
    let cursor = try #require(try family.news(family.second, since: nil).json["cursor"]?.string)
    #expect(family.first.drink(80, at: Self.start))
    try family.first.synchronize(at: Self.start)
    let before = try family.news(family.second, since: cursor)
    let again = try Services.journaled(log)
    again.setClock(Self.start)
    func news(_ cursor: String) throws -> Reply {
      try again.send(
        Sending("GET", "/v1/news?wait=0&cursor=\(cursor)", token: family.second.person.token))
    }
    #expect(try news(cursor) == before)
    #expect(try news(before.json["cursor"]?.string ?? "").status == 204)
    #expect(try news("99999").status == 200)
    #expect(try news("-1").status == 400)
  }

  @Test("an exchange that brings nothing leaves nothing in the journal, until an hour has passed")
  func quietExchanges() throws {
    let log = SimulatedServerStorage.Log()
    let carrier = try Services.journaled(log)
    let family = try Family(carrier)
    try family.first.synchronize(at: Self.start)
    let count = carrier.service.entryCount
    for second in 1...100 as ClosedRange<Int64> {
      carrier.setClock(Self.start + second * Span.second)
      try family.first.exchange(at: Self.start + second * Span.second)
    }
    #expect(carrier.service.entryCount == count)
    let later = Self.start + Span.hour
    carrier.setClock(later)
    try family.first.exchange(at: later)
    #expect(carrier.service.entryCount == count + 1)
    #expect(try Services.journaled(log).service.entryCount == count + 1)
  }
}
