import Base
import Chronology
import DomainCore
import JSONText
import ServiceCore
import ServiceTestKit
import SyncCore
import Testing

@Suite("Accounts and tokens of the service")
struct AccountTests {
  static let start = LocalDay(year: 2026, month: 3, day: 2).noonOfTest

  @Test("an account is opened once, however often the request is sent")
  func openingTwice() throws {
    let carrier = try Services.inMemory()
    let body: JSONNode = ["secret": .string(Person.digits(1)), "kind": "coach"]
    let first = try carrier.send(Sending("POST", "/v1/accounts", key: "a", json: body))
    let second = try carrier.send(Sending("POST", "/v1/accounts", key: "a", json: body))
    #expect(first.status == 201 && first == second)
    #expect(carrier.service.server.core.directory.accounts.count == 1)
    let other: JSONNode = ["secret": .string(Person.digits(1)), "kind": "person"]
    let conflict = try carrier.send(Sending("POST", "/v1/accounts", key: "a", json: other))
    #expect(conflict.status == 409 && conflict.problem == "key-used")
    let another = try carrier.send(
      Sending("POST", "/v1/accounts", key: "a", json: ["secret": .string(Person.digits(2))]))
    #expect(another.number("account") == 1, "the key of another secret is another key")
  }

  @Test(
    "a body that is not possible is refused with its place",
    arguments: [
      ("{", 400, "At line 1, column 2"),
      ("[]", 400, "can only be an object"),
      ("{\"secret\": 5}", 400, "'secret' is 5; it can be 64 lower-case hexadecimal digits"),
      ("{}", 400, "lacks the field 'secret'"),
      ("{\"sekret\": \"\"}", 400, "Did you mean 'secret'?"),
    ])
  func impossible(body: String, status: Int, part: String) throws {
    let carrier = try Services.inMemory()
    let reply = try carrier.send(
      Sending("POST", "/v1/accounts", key: "a", body: Array(body.utf8)))
    #expect(reply.status == status && reply.detail.contains(part), "\(reply.detail)")
  }

  @Test("a kind that is not one of the list names what is near")
  func nearestKind() throws {
    let reply = try Services.inMemory().send(
      Sending(
        "POST", "/v1/accounts", key: "a",
        json: ["secret": .string(Person.digits(1)), "kind": "parson"]))
    #expect(
      reply.detail.hasSuffix("it can be 'person', 'athlete' or 'coach'. Did you mean 'person'?"))
  }

  @Test("a wrong secret and an unknown account look the same")
  func wrongSecret() throws {
    let carrier = try Services.inMemory()
    try Person(1, over: carrier).signUp()
    func signIn(_ account: Int, _ secret: String) throws -> Reply {
      try carrier.send(
        Sending(
          "POST", "/v1/sessions",
          json: [
            "account": .integer(account), "secret": .string(secret), "install": "00000000000000aa",
          ]))
    }
    let (wrong, unknown) = (try signIn(0, Person.digits(2)), try signIn(7, Person.digits(1)))
    #expect(wrong.status == 401 && wrong == unknown)
    #expect(try signIn(0, Person.digits(1)).status == 201)
  }

  @Test("a token ends when its install signs in again or out, and after its days")
  func ends() throws {
    let carrier = try Services.inMemory()
    carrier.setClock(Self.start)
    let anna = try Person(1, over: carrier).signUp()
    let former = anna.token
    try anna.signIn()
    #expect(try carrier.send(Sending("GET", "/v1/export", token: former)).status == 401)
    #expect(try anna.send("GET", "/v1/export").status == 200)
    carrier.setClock(Self.start + 90 * Span.day - 1)
    #expect(try anna.send("GET", "/v1/export").status == 200)
    carrier.setClock(Self.start + 90 * Span.day)
    #expect(try anna.send("GET", "/v1/export").status == 401)
    try anna.signIn()
    #expect(try anna.send("DELETE", "/v1/sessions/current").status == 204)
    #expect(try anna.send("GET", "/v1/export").status == 401)
  }

  @Test("what is written has no secret in it, and every token that was valid is after a restart")
  func restart() throws {
    let log = SimulatedServerStorage.Log()
    let carrier = try Services.journaled(log)
    carrier.setClock(Self.start)
    let anna = try Person(1, over: carrier).signUp()
    let ben = try Person(2, over: carrier).signUp()
    let ended = ben.token
    try ben.signIn()
    let family = try anna.createFamily()
    let again = try Services.journaled(log)
    again.setClock(Self.start)
    #expect(try again.send(Sending("GET", "/v1/export", token: anna.token)).status == 200)
    #expect(try again.send(Sending("GET", "/v1/export", token: ben.token)).status == 200)
    #expect(try again.send(Sending("GET", "/v1/export", token: ended)).status == 401)
    let twice = Person(1, over: again, install: 1)
    try twice.signIn(as: anna.account)
    #expect(try twice.createFamily() == family, "a creation is known after a restart")
    #expect(again.service.server.core.scopes.count == 1)
  }

  @Test("FAM-7: a deleted account can do nothing, and its devices learn that they must purge")
  func deletion() throws {
    let carrier = try Services.inMemory()
    carrier.setClock(Self.start)
    let anna = try Person(1, over: carrier).signUp()
    let ben = try Person(2, over: carrier).signUp()
    let phone = try Phone(anna, anna.createFamily(["parent", "parent"]))
    let site = try ben.send(
      "POST", "/v1/scopes/0/sites", json: ["member": 1, "claim": .string(Person.claim(of: 1))])
    let other = try Phone(ben, site)
    #expect(phone.createHabit("Reading", at: Self.start))
    try phone.synchronize(at: Self.start)
    try other.synchronize(at: Self.start)
    #expect(try anna.send("DELETE", "/v1/account").status == 204)
    #expect(try anna.send("DELETE", "/v1/account").status == 401)
    #expect(try anna.send("GET", "/v1/export").status == 401)
    let signIn = try carrier.send(
      Sending(
        "POST", "/v1/sessions",
        json: [
          "account": .integer(anna.account), "secret": .string(anna.secret),
          "install": .string(anna.install),
        ]))
    #expect(signIn.status == 401)
    let reply = try anna.exchange(phone.requestBytes(at: Self.start))
    #expect(reply.status == 200)
    #expect(try phone.take(reply.body) == .purge)
    let news = try ben.send("GET", "/v1/news?wait=0&cursor=1")
    #expect(news.status == 200, "the others restart from a rewritten feed")
    let export = try ben.send("GET", "/v1/export")
    #expect(!String(decoding: export.body, as: UTF8.self).contains("Reading"))
  }

  @Test("NOT-5: a phone belongs to who signed in last, and only they can sign it out")
  func devices() throws {
    let carrier = try Services.inMemory()
    let anna = try Person(1, over: carrier).signUp()
    let ben = try Person(2, over: carrier).signUp()
    let path = "/v1/devices/00000000000000aa"
    #expect(try anna.send("PUT", path).status == 204)
    #expect(try ben.send("PUT", path).status == 204)
    #expect(try anna.send("DELETE", path).status == 204)
    let phone = DeviceTokenOfTest.value
    #expect(carrier.service.server.core.directory.account(of: phone).raw == ben.account)
    #expect(try ben.send("DELETE", path).status == 204)
    #expect(carrier.service.server.core.directory.account(of: phone) == .none)
    #expect(try ben.send("PUT", "/v1/devices/AA").status == 400)
  }
}
