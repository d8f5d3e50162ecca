import Base
import Chronology
import DomainCore
import SyncCore
import TestKit
import Testing

@testable import Properties

@Suite("Violations of P12 for children in groups")
struct WardsTests {
  let door = MonitoredAdmission()
  private static let child = 4

  /// The family of one of them, who is nine years old.
  private func family(_ change: (inout Member) -> Void) {
    var child = Member(role: .child, born: LocalDay(year: 2016, month: 6, day: 1))
    change(&child)
    let parent = Member(role: .parent, born: LocalDay(year: 1985, month: 1, day: 1))
    let state = ScopeState(
      founders: [parent, child], firstDay: MonitoredAdmission.monday, dayCapacity: 64)
    let scope = door.server.open(Scope(state: state))
    door.monitor.register(
      UInt32(Self.child), as: .newcomer,
      ward: FamilyPlace(scope: scope, member: MemberHandle(1)))
    door.monitor.shared.standings[Self.child].isAdmitted = true
  }

  /// The child submits an operation in the group, and the server decides it.
  private func says(_ command: Command, _ verdict: Verdict) {
    let member = MemberHandle(UInt16(Self.child))
    let operation = door.does(Self.child, command, as: member)
    let row = FeedRow(
      operation: operation, verdict: verdict, digest: .zero, committed: door.now)
    door.monitor.decidedInGroup(row, scope: door.scope, on: door.server, at: door.now)
  }

  private var agrees: Command { .setGroupConsent(of: MemberHandle(UInt16(Self.child)), to: true) }

  private static func version(_ hours: Int64) -> Version {
    let time = Zone.utc.startOfDay(MonitoredAdmission.monday) + hours * Span.hour
    return Version(stamp: HybridClock.stamp(of: time), site: 0)
  }

  @Test("a parent's consent, and a rejection for lack of it, violate nothing")
  func healthy() {
    family { $0.consentGiven = Self.version(1) }
    says(.setGroupConsent(of: MemberHandle(4), to: false), Verdict(.changed))
    family { $0.consentGiven = .never }
    says(agrees, Verdict(.consentMissing))
    #expect(door.reports == [])
  }

  @Test(
    "an operation of a child without consent, even from a closed account, is detected",
    arguments: [(given: Version.never, withdrawn: Version.never), (version(48), version(1))])
  func withoutConsent(given: Version, withdrawn: Version) {
    family {
      $0.consentGiven = given
      $0.consentWithdrawn = withdrawn
    }
    says(agrees, Verdict(.changed))
    #expect(door.reports == ["a group has an operation of a child without consent"])
  }

  @Test("a rejection for lack of a consent that exists is detected")
  func refusedInVain() {
    family { $0.consentGiven = Self.version(1) }
    says(agrees, Verdict(.consentMissing))
    #expect(door.reports == ["an operation was rejected that its author may submit"])
  }

  @Test("a group that keeps a child whose parents withdrew their consent is detected")
  func staysOpen() {
    family {
      $0.consentGiven = Self.version(1)
      $0.consentWithdrawn = Self.version(2)
    }
    let access = door.monitor.isolation.hasAccess(
      UInt32(Self.child), on: door.server, at: door.now, door.monitor.shared)
    #expect(access == false)
    let other = door.monitor.isolation.hasAccess(
      3, on: door.server, at: door.now, door.monitor.shared)
    #expect(other == true)
  }
}
