import Base
import Chronology
import DomainCore
import SyncCore
import Testing

@testable import Properties

@Suite("P12 of children in groups is seen to fail")
struct WardsTests {
  let door = MonitoredAdmission()
  private static let child = 4

  /// The family of one of them, who is nine years old.
  private func family(_ change: (inout Member) -> Void) {
    var members = FlatArray<Member>()
    members.append(Member(role: .parent, born: LocalDay(year: 1985, month: 1, day: 1)))
    var child = Member(role: .child, born: LocalDay(year: 2016, month: 6, day: 1))
    change(&child)
    members.append(child)
    let state = ScopeState(members: members, firstDay: MonitoredAdmission.monday, dayCapacity: 64)
    let scope = door.server.open(Scope(state: state))
    door.monitor.register(
      UInt32(Self.child), as: .newcomer,
      ward: FamilyPlace(scope: scope, member: MemberHandle(1)))
    door.monitor.shared.standings[Self.child].isAdmitted = true
  }

  /// The child says something in the group, which is decided so.
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

  @Test("but not where a parent has agreed, or where it is refused for want of that")
  func healthy() {
    family { $0.consentGiven = Self.version(1) }
    says(.setGroupConsent(of: MemberHandle(4), to: false), Verdict(.changed))
    family { $0.consentGiven = .never }
    says(agrees, Verdict(.consentMissing))
    #expect(door.reports == [])
  }

  @Test(
    "when a group takes what a child says without, or had said while the account was closed",
    arguments: [(given: Version.never, withdrawn: Version.never), (version(48), version(1))])
  func withoutConsent(given: Version, withdrawn: Version) {
    family {
      $0.consentGiven = given
      $0.consentWithdrawn = withdrawn
    }
    says(agrees, Verdict(.changed))
    #expect(door.reports == ["a group has what a child said without a consent"])
  }

  @Test("when somebody is refused for want of a consent that there is")
  func refusedInVain() {
    family { $0.consentGiven = Self.version(1) }
    says(agrees, Verdict(.consentMissing))
    #expect(door.reports == ["somebody was refused what they may do"])
  }

  @Test("when a group goes on with a child whose parents have withdrawn their consent")
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
