import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("NUT-7: the quota of food photos")
struct PhotoQuotaTests {
  /// The server's part alone: who requested an analysis when, and the result.
  final class Desk {
    var directory = Directory()

    func asks(_ account: AccountHandle, for day: LocalDay, now: Instant) -> Refusal? {
      let fact = Fact(
        command: .analyzePhoto(for: MemberHandle(0)), version: Version(stamp: 1, site: 1),
        sequence: 1, author: MemberHandle(0), day: day, zone: .utc)
      let caller = Caller(account: account, scope: 0)
      if let refusal = directory.refusal(of: fact, from: caller, now: now) { return refusal }
      directory.accepted(fact, from: caller, now: now)
      return nil
    }
  }

  let desk = Desk()
  let noon = TestFamily.noon(10)

  @Test("NUT-7: the quota is three a local day")
  func three() {
    let account = desk.directory.open()
    let responses = (0..<5).map { _ in desk.asks(account, for: TestFamily.day(10), now: noon) }
    #expect(responses == [nil, nil, nil, .photosUsedUp, .photosUsedUp])
    #expect(desk.asks(account, for: TestFamily.day(11), now: noon) == nil)
    #expect(desk.asks(desk.directory.open(), for: TestFamily.day(10), now: noon) == nil)
  }

  @Test("NUT-7: a person without an account is asked to sign in")
  func noAccount() {
    #expect(desk.asks(.none, for: TestFamily.day(10), now: noon) == .accountNeeded)
  }

  @Test("NUT-7: a wrong clock does not widen the quota")
  func wrongClock() {
    let account = desk.directory.open()
    #expect(desk.asks(account, for: TestFamily.day(8), now: noon) == nil)
    #expect(desk.asks(account, for: TestFamily.day(7), now: noon) == .photoTooLate)
  }

  @Test("FAM-5, NUT-7: closing and reopening an account does not reset the quota")
  func reopened() {
    let account = desk.directory.open()
    for _ in 0..<3 { _ = desk.asks(account, for: TestFamily.day(10), now: noon) }
    desk.directory.close(account, because: .accountWithoutConsent)
    desk.directory.reopen(account)
    #expect(desk.asks(account, for: TestFamily.day(10), now: noon) == .photosUsedUp)
  }

  @Test("NUT-7: the quota agrees with a naive count, in any order of arrival", arguments: 0..<400)
  func oracle(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let accounts = [desk.directory.open(), desk.directory.open(.athlete)]
    var counts: [[Int]: Int] = [:]
    var hour = 0
    for _ in 0..<120 {
      hour += dice.pick([0, 0, 1, 3, 9, 30, 24 * 5])
      let today = hour / 24
      let day = today + dice.pick([-3, -2, -1, 0, 0, 0, 1])
      let who = dice.pick([0, 1])
      let now = Zone.utc.startOfDay(TestFamily.day(0)) + Int64(hour) * Span.hour
      let expected: Refusal? =
        day < today - 2 ? .photoTooLate : counts[[who, day], default: 0] >= 3 ? .photosUsedUp : nil
      #expect(desk.asks(accounts[who], for: TestFamily.day(day), now: now) == expected)
      if expected == nil { counts[[who, day], default: 0] += 1 }
    }
    #expect(counts.values.allSatisfy { $0 <= 3 })
  }

  /// NUT-7: who may have whose food analyzed: the same as for the meals themselves.
  static let permissions: [(MemberHandle, Bool, MemberHandle, Refusal?)] = [
    (TestFamily.parent, false, TestFamily.parent, nil),
    (TestFamily.parent, false, TestFamily.child, nil),
    (TestFamily.child, false, TestFamily.child, .loggingNotAllowed),
    (TestFamily.child, true, TestFamily.child, nil),
    (TestFamily.child, true, TestFamily.sibling, .loggingNotAllowed),
    (TestFamily.child, true, TestFamily.parent, .loggingNotAllowed),
    (TestFamily.observer, false, TestFamily.observer, .loggingNotAllowed),
    (TestFamily.observer, false, TestFamily.child, .loggingNotAllowed),
  ]

  @Test("NUT-7: a photo needs the permission to log the meal", arguments: permissions)
  func permission(
    author: MemberHandle, mayLog: Bool, subject: MemberHandle, response: Refusal?
  ) {
    let family = TestFamily()
    if mayLog { family.submit(.setChildMayLog(author, to: true)) }
    let fact = family.fact(.analyzePhoto(for: subject), by: author)
    for place in [DecisionPlace.device, .server] {
      #expect(family.refusal(of: fact, at: place) == response)
    }
  }

  @Test("NUT-7: a photo is in the digest and in copies, with any payload")
  func folded() {
    let family = TestFamily()
    let replica = TestFamily()
    var dice = Dice(seed: 3)
    for number in 0..<20 {
      var command = Command.analyzePhoto(for: TestFamily.child)
      let words = [0, 1, UInt64.max, UInt64(number) << 40]
      command.payload = Payload(dice.pick(words), dice.pick(words))
      let before = family.state.digest
      let fact = family.fact(command)
      #expect(family.submit(fact) == .changed)
      #expect(family.state.digest != before)
      replica.submit(fact)
    }
    #expect(family.isIdentical(to: replica) && family.state.digest == replica.state.digest)
    replica.state = family.state.copy()
    #expect(family.isIdentical(to: replica))
    replica.submit(.analyzePhoto(for: TestFamily.child))
    #expect(!family.isIdentical(to: replica))
  }

  @Test("NUT-7: the kind of a photo is a number of the log's format")
  func kind() {
    #expect(FactKind.photoAnalyzed.rawValue == 36 && FactKind.photoAnalyzed.area == .nutrition)
    #expect(!FactKind.photoAnalyzed.isCoreAction && !FactKind.photoAnalyzed.createsEntity)
  }

  @Test("FAM-7, NUT-7: the refusals of accounts are numbers of the log's format, with sentences")
  func refusals() {
    let expected: [Refusal: UInt8] = [
      .accountNeeded: 150, .photosUsedUp: 152, .photoTooLate: 153,
      .accountDeleted: 154, .accountWithoutConsent: 155, .scopeDeleted: 156, .ownerDeleted: 157,
    ]
    let own = Refusal.allCases.filter { (150...159).contains($0.rawValue) }
    #expect(own.count == expected.count)
    for refusal in own {
      #expect(refusal.rawValue == expected[refusal])
      #expect(refusal.sentence.hasSuffix(".") && refusal.sentence.filter { $0 == "." }.count == 1)
    }
  }
}
