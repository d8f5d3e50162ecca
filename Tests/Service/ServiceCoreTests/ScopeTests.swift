import Base
import Chronology
import DomainCore
import JSONText
import ServiceCore
import ServiceTestKit
import SyncCore
import Testing

@Suite("Families, groups and sites of the service")
struct ScopeTests {
  static let start = AccountTests.start

  @Test("a family is created with its genesis, and its creator has a site")
  func creation() throws {
    let carrier = try Services.inMemory()
    carrier.setClock(Self.start)
    let anna = try Person(1, over: carrier).signUp()
    let reply = try anna.createFamily()
    #expect(reply.status == 201)
    #expect(reply.json["member"]?.integer() == 0 && reply.number("scope") == 0)
    #expect(reply.json["members"]?.elements?.count == 2)
    #expect(reply.json["install"]?.string == anna.install)
    let phone = try Phone(anna, reply)
    #expect(phone.createHabit("Reading", at: Self.start))
    try phone.synchronize(at: Self.start)
    #expect(carrier.service.server.core.scopes[0].state.habitCount == 1)
    #expect(phone.replica.store.state.digest == carrier.service.server.core.scopes[0].state.digest)
  }

  @Test(
    "a genesis that is not possible is refused",
    arguments: [
      (#"{"firstDay": "2026-02-30", "members": []}"#, "'firstDay'"),
      (#"{"firstDay": "1970-01-01", "members": []}"#, "it can be a day from 2015"),
      (#"{"firstDay": "2026-03-01", "members": []}"#, "a list of 1 to 100 members"),
      (#"{"firstDay": "2026-03-01", "members": [{"role": "cook"}]}"#, "'role' is the text"),
      (#"{"firstDay": "2026-03-01", "members": [{"role": "child"}]}"#, "lacks the field 'born'"),
      (
        #"{"firstDay": "2026-03-01", "self": 1, "#
          + #""members": [{"role": "child", "born": "2000-01-01"}]}"#,
        "'self' is 1; it can be a whole number from 0 to 0"
      ),
    ])
  func impossibleGenesis(body: String, part: String) throws {
    let carrier = try Services.inMemory()
    carrier.setClock(Self.start)
    let anna = try Person(1, over: carrier).signUp()
    let reply = try carrier.send(
      Sending("POST", "/v1/families", token: anna.token, key: "a", body: Array(body.utf8)))
    #expect(reply.status == 400 && reply.detail.contains(part), "\(reply.detail)")
    #expect(carrier.service.server.core.scopes.count == 0)
  }

  @Test("a claim lets one account in as one member, on all of its installs")
  func claims() throws {
    let carrier = try Services.inMemory()
    carrier.setClock(Self.start)
    let anna = try Person(1, over: carrier).signUp()
    _ = try anna.createFamily(["parent", "child", "child"])
    let ben = try Person(2, over: carrier).signUp()
    let path = "/v1/scopes/0/sites"
    func claim(_ place: Int, _ code: Int) -> JSONNode {
      ["member": .integer(place), "claim": .string(Person.claim(of: code))]
    }
    #expect(try ben.send("POST", path, json: [:]).status == 404)
    #expect(try ben.send("POST", path, json: claim(1, 2)).status == 404)
    #expect(try ben.send("POST", path, json: claim(0, 0)).status == 404)
    #expect(try ben.send("POST", "/v1/scopes/9/sites", json: claim(1, 1)).status == 404)
    let site = try ben.send("POST", path, json: claim(1, 1))
    #expect(site.status == 201 && site.number("member") == 1)
    #expect(try ben.send("POST", path, json: claim(1, 1)) == site)
    #expect(try ben.send("POST", path, json: [:]) == site)
    #expect(try ben.send("POST", path, json: claim(2, 2)).problem == "member-already")
    let eve = try Person(3, over: carrier).signUp()
    #expect(try eve.send("POST", path, json: claim(1, 1)).problem == "claim-used")
    let tablet = Person(2, over: carrier, install: 22)
    try tablet.signIn(as: ben.account)
    let second = try tablet.send("POST", path, json: [:])
    #expect(second.number("member") == 1 && second.number("site") != site.number("site"))
  }

  @Test("a parent gives a claim to a member without an account, and a child cannot")
  func givenClaims() throws {
    let carrier = try Services.inMemory()
    carrier.setClock(Self.start)
    let anna = try Person(1, over: carrier).signUp()
    _ = try anna.createFamily(["parent", "child", "child"])
    let ben = try Person(2, over: carrier).signUp()
    _ = try ben.send(
      "POST", "/v1/scopes/0/sites", json: ["member": 1, "claim": .string(Person.claim(of: 1))])
    let code: JSONNode = ["claim": .string(Person.digits(77))]
    func give(_ person: Person, _ member: Int) throws -> Int {
      try person.send("PUT", "/v1/scopes/0/members/\(member)/claim", json: code).status
    }
    #expect(try give(ben, 2) == 403)
    #expect(try give(anna, 1) == 409)
    #expect(try give(anna, 3) == 404)
    #expect(try give(anna, 2) == 204)
    let cleo = try Person(3, over: carrier).signUp()
    let site = try cleo.send(
      "POST", "/v1/scopes/0/sites", json: ["member": 2, "claim": .string(Person.digits(77))])
    #expect(site.status == 201)
  }

  @Test("GRP-3: a group is founded by an operation, previewed, and joined with its code")
  func groups() throws {
    let carrier = try Services.inMemory()
    carrier.setClock(Self.start)
    let anna = try Person(1, over: carrier).signUp()
    let ben = try Person(2, over: carrier).signUp()
    let opened = try anna.send(
      "POST", "/v1/groups", key: "g", json: ["code": "00c0ffee00c0ffee"])
    #expect(opened.status == 201 && opened.json["member"] == .null)
    let early = try ben.send(
      "POST", "/v1/scopes/0/sites", json: ["invitation": "00c0ffee00c0ffee"])
    #expect(early.status == 201, "the code counts before the group is founded")
    let founder = try Phone(anna, opened)
    let code = GroupCode(0x00C0_FFEE_00C0_FFEE)
    #expect(
      founder.save(
        .foundGroup(
          named: founder.texts.handle(of: "Runners"), code: code,
          as: founder.texts.handle(of: "Anna")), at: Self.start))
    try founder.synchronize(at: Self.start)
    let shown = try ben.send("GET", "/v1/invitations/0-00c0ffee00c0ffee")
    #expect(shown.json["name"]?.string == "Runners" && shown.number("members") == 1)
    #expect(try ben.send("GET", "/v1/invitations/0-00c0ffee00c0ffef").status == 404)
    #expect(try ben.send("GET", "/v1/invitations/7-00c0ffee00c0ffee").status == 404)
    #expect(try ben.send("GET", "/v1/invitations/nothing").status == 400)
    let member = try Phone(ben, early)
    #expect(
      member.save(.joinGroup(code: code, as: member.texts.handle(of: "Ben")), at: Self.start))
    try member.synchronize(at: Self.start)
    #expect(carrier.service.server.core.scopes[0].state.memberCount == 2)
    let cleo = try Person(3, over: carrier).signUp()
    let wrong = try cleo.send(
      "POST", "/v1/scopes/0/sites", json: ["invitation": "00c0ffee00c0ffef"])
    #expect(wrong.status == 404)
  }

  @Test("a group may have been opened earlier than today, and not later")
  func openedEarlier() throws {
    let carrier = try Services.inMemory()
    carrier.setClock(Self.start)
    let anna = try Person(1, over: carrier).signUp()
    func open(_ day: LocalDay) throws -> Reply {
      try anna.send(
        "POST", "/v1/groups", key: "g\(day)",
        json: ["code": "00c0ffee00c0ffee", "openedOn": .string(day.description)])
    }
    let today = Self.start.utcDay
    let earlier = today.adding(days: -100)
    let reply = try open(earlier)
    #expect(reply.json["firstDay"]?.string == earlier.weekStart.adding(days: -7).description)
    #expect(try open(today).status == 201)
    for day in [today.adding(days: 1), today.adding(days: -4_001)] {
      let wrong = try open(day)
      #expect(
        wrong.status == 400 && wrong.detail.contains("it can be a day from"), "\(wrong.detail)")
    }
  }

  @Test("FAM-1: a family's invitation opens a site for a newcomer, who gets nothing of the family")
  func invitations() throws {
    let carrier = try Services.inMemory()
    carrier.setClock(Self.start)
    let anna = try Person(1, over: carrier).signUp()
    let phone = try Phone(anna, anna.createFamily())
    let ben = try Person(2, over: carrier).signUp()
    let path = "/v1/scopes/0/sites"
    let code: JSONNode = ["invitation": "00000000000000aa"]
    #expect(try ben.send("POST", path, json: code).status == 404)
    #expect(
      phone.save(
        .invite(as: .parent, code: InvitationCode(0xAA), by: phone.author), at: Self.start))
    try phone.synchronize(at: Self.start)
    let site = try ben.send("POST", path, json: code)
    #expect(site.status == 201 && site.json["member"] == .null)
    #expect(site.json["members"]?.elements?.isEmpty == true)
    let news = try ben.send("GET", "/v1/news?wait=0")
    #expect(news.json["scopes"]?.elements?.isEmpty == true)
    let newcomer = try Phone(ben, site)
    let born = LocalDay(year: 1984, month: 1, day: 1)
    #expect(
      newcomer.save(.join(with: InvitationCode(0xAA), as: .parent, born: born), at: Self.start))
    try newcomer.synchronize(at: Self.start)
    #expect(try ben.send("POST", path, json: [:]).number("member") == 2)
    #expect(try ben.send("POST", path, json: code).status == 404, "the invitation was used")
  }

  @Test("the site in a message must be that of the token, and what is wrong looks the same")
  func foreignSites() throws {
    let carrier = try Services.inMemory()
    carrier.setClock(Self.start)
    let anna = try Person(1, over: carrier).signUp()
    let ben = try Person(2, over: carrier).signUp()
    let phone = try Phone(anna, anna.createFamily())
    let other = try Phone(ben, ben.createFamily())
    let bytes = phone.requestBytes(at: Self.start)
    let foreign = try ben.exchange(bytes)
    #expect(foreign.status == 403 && foreign.problem == "site-not-yours")
    let tablet = Person(1, over: carrier, install: 11)
    try tablet.signIn(as: anna.account)
    #expect(try tablet.exchange(bytes) == foreign, "another install of the same account")
    var request = Request()
    request.header = RequestHeader(
      site: 99, scope: 0, epoch: 1, position: 0, pageRowsMax: 1, install: InstallNonce(raw: 1))
    var writer = WireWriter()
    request.encode(into: &writer)
    #expect(try anna.exchange(writer.bytes.withElements { Array($0) }) == foreign)
    #expect(try anna.exchange([2, 1, 0x80]).problem == "wire-malformed")
    #expect(try other.exchange(at: Self.start) == 200)
  }

  @Test("FAM-8: a sign-in message needs a token that was issued for it")
  func signInMessages() throws {
    let carrier = try Services.inMemory()
    carrier.setClock(Self.start)
    let anna = try Person(1, over: carrier).signUp()
    let phone = try Phone(anna, anna.createFamily())
    try phone.synchronize(at: Self.start)
    let later = Self.start + 40 * Span.day
    carrier.setClock(later)
    let old = try anna.exchange(phone.requestBytes(at: later))
    #expect(try phone.take(old.body) == .needsSignIn)
    var request = Request()
    phone.replica.fillSignIn(&request)
    var writer = WireWriter()
    request.encode(into: &writer)
    let bytes = writer.bytes.withElements { Array($0) }
    #expect(try anna.exchange(bytes).problem == "sign-in-needed")
    try anna.signIn()
    #expect(try phone.take(anna.exchange(bytes).body) == .signedIn)
    let page = try anna.exchange(phone.requestBytes(at: later))
    #expect(try phone.take(page.body) == .page)
  }
}
