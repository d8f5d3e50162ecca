import Base
import Chronology
import DomainCore
import JSONText
import ServiceCore
import ServiceTestKit
import SyncCore
import Testing

@Suite("Consent of a parent to a child that is in no family")
struct GuardianTests {
  private static let start = LocalDay(year: 2026, month: 3, day: 2).noonOfTest
  private static let guardian = Person.digits(900)

  /// A child of ten with an account that was opened for a guardian.
  private static func child(over carrier: some Carrier) throws -> Person {
    let child = Person(2, over: carrier)
    let opened = try carrier.send(
      Sending(
        "POST", "/v1/accounts", key: "child",
        json: [
          "secret": .string(Person.digits(2)), "born": "2015-06-01", "guardian": .string(guardian),
        ]))
    #expect(opened.status == 201)
    try child.signIn(as: opened.number("account"))
    return child
  }

  private static func allow(
    _ allowed: JSONNode, for account: UInt32, by person: Person, with secret: String = guardian
  ) throws -> Reply {
    try person.send(
      "PUT", "/v1/accounts/\(account)/sharing",
      json: ["guardian": .string(secret), "allowed": allowed])
  }

  @Test("GRP-11: a child shares in a group once a parent has consented, until they revoke it")
  func consent() throws {
    let log = SimulatedServerStorage.Log()
    let carrier = try Services.journaled(log)
    carrier.setClock(Self.start)
    let anna = try Person(1, over: carrier).signUp()
    let child = try Self.child(over: carrier)
    let founder = try Phone(
      anna, anna.send("POST", "/v1/groups", key: "g", json: ["code": "00c0ffee00c0ffee"]))
    let code = GroupCode(0x00C0_FFEE_00C0_FFEE)
    let named = founder.texts
    #expect(
      founder.save(
        .foundGroup(named: named.handle(of: "Runners"), code: code, as: named.handle(of: "Anna")),
        at: Self.start))
    try founder.synchronize(at: Self.start)
    let site = try child.send(
      "POST", "/v1/scopes/0/sites", json: ["invitation": "00c0ffee00c0ffee"])
    let phone = try Phone(child, site)
    #expect(phone.save(.joinGroup(code: code, as: phone.texts.handle(of: "Cleo")), at: Self.start))
    try phone.synchronize(at: Self.start)
    let own = MemberHandle(1)
    phone.become(own)
    func rejections(after command: Command) throws -> [Refusal?] {
      #expect(phone.save(command, at: Self.start))
      try phone.synchronize(at: Self.start)
      return (0..<phone.replica.store.rejectedCount).map {
        phone.replica.store.rejected($0).verdict.refusal
      }
    }
    func workout(_ number: UInt32) -> Command {
      .shareWorkout(
        Entity(site: 901, sequence: number), of: own, on: Self.start.utcDay, calories: 100)
    }
    let agreement = Command.setGroupConsent(of: own, to: true)
    #expect(try rejections(after: agreement) == [.parentNeeded])
    #expect(try Self.allow(true, for: child.account, by: anna).status == 204)
    #expect(try rejections(after: agreement) == [.parentNeeded])
    #expect(try rejections(after: workout(1)) == [.parentNeeded])
    #expect(try Self.allow(false, for: child.account, by: anna).status == 204)
    #expect(try rejections(after: workout(2)) == [.parentNeeded, .parentNeeded])

    // Both the secret and the consent are in the journal.
    #expect(try Self.allow(true, for: child.account, by: anna).status == 204)
    let restarted = try Services.journaled(log)
    let isAllowed =
      restarted.service.server.core.directory.accounts[Int(child.account)].isSharingAllowed
    #expect(isAllowed)
    restarted.setClock(Self.start)
    let again = Person(1, over: restarted)
    again.adopt(anna.token, anna.account)
    #expect(try Self.allow(false, for: child.account, by: again).status == 204)
  }

  @Test("only an adult with the secret of the guardian may consent, and it can be no guess")
  func refused() throws {
    let carrier = try Services.inMemory()
    carrier.setClock(Self.start)
    let anna = try Person(1, over: carrier).signUp()
    let child = try Self.child(over: carrier)
    let young = try Person(3, over: carrier).signUp(born: "2008-03-03")
    let wrong = try Self.allow(true, for: child.account, by: anna, with: Person.digits(901))
    #expect(wrong.status == 404 && wrong.problem == "guardian-unknown")
    #expect(try Self.allow(true, for: 77, by: anna) == wrong, "no account")
    #expect(try Self.allow(true, for: anna.account, by: anna) == wrong, "opened for no guardian")
    for person in [child, young] {
      let reply = try Self.allow(true, for: child.account, by: person)
      #expect(reply.status == 403 && reply.problem == "adult-needed")
    }
    carrier.setClock(Self.start + Span.day)
    #expect(try Self.allow(true, for: child.account, by: young).status == 204, "18 today")
    let other = try Self.allow("yes", for: child.account, by: anna)
    #expect(other.status == 400 && other.detail.contains("it can be true or false"))
    #expect(try child.send("DELETE", "/v1/account").status == 204)
    #expect(try Self.allow(true, for: child.account, by: anna) == wrong, "a deleted account")
  }
}
