import Base
import Chronology
import DomainCore
import Testing

@testable import Workload

@Suite("A rank is within reach")
struct RanksTests {
  private static let monday = LocalDay(year: 2026, month: 3, day: 2)

  /// A group of two who share, and what each of them has done, by days from the first Monday on.
  private static func group(_ workouts: [[Int]]) -> ScopeState {
    var state = ScopeState.emptyGroup(openedOn: monday)
    var stamp: UInt64 = 0
    func fact(_ command: Command, _ member: Int, day: Int, joins: Bool = false) -> Fact {
      stamp += 1
      return Fact(
        command: command, version: Version(stamp: stamp, site: UInt32(member + 1)),
        sequence: UInt32(stamp), author: joins ? .newcomer : MemberHandle(UInt16(member)),
        day: monday.adding(days: day), zone: .utc)
    }
    let code = GroupCode(7)
    for member in workouts.indices {
      let name = TextHandle(UInt32(member + 1))
      let join =
        member == 0
        ? Command.foundGroup(named: name, code: code, as: name)
        : .joinGroup(code: code, as: name)
      _ = state.apply(fact(join, member, day: 0, joins: true), committed: noon(0))
      let consent = Command.setGroupConsent(of: MemberHandle(UInt16(member)), to: true)
      _ = state.apply(fact(consent, member, day: 0), committed: noon(0))
    }
    for (member, days) in workouts.enumerated() {
      for (place, day) in days.enumerated() {
        let workout = Command.shareWorkout(
          Entity(site: UInt32(member + 1), sequence: UInt32(place + 100)),
          of: MemberHandle(UInt16(member)), on: monday.adding(days: day), calories: 200)
        _ = state.apply(fact(workout, member, day: day), committed: noon(day))
      }
    }
    return state
  }

  private static func noon(_ day: Int) -> Instant {
    Zone.utc.instant(of: monday.adding(days: day), millisecondOfDay: 43_200_000)
  }

  /// Whether that is so for the second of them, on the second Monday.
  private static func isNear(_ workouts: [[Int]]) -> Bool {
    let state = group(workouts)
    return WorkloadGenerator.isNearRank(
      MemberHandle(1), in: state, on: monday.adding(days: 7), now: noon(7))
  }

  @Test("if one workout makes the difference between two members, and not if it takes three")
  func checkIns() {
    #expect(Self.isNear([[7, 7], [7]]))
    #expect(Self.isNear([[7], []]))
    #expect(!Self.isNear([[5, 6, 7, 7, 7], []]))
    #expect(!Self.isNear([[], [7]]))
  }

  @Test("also if only the week's other challenge has it so: a streak of equal length")
  func streaks() {
    #expect(Self.isNear([[5, 6, 7, 7, 7], [5, 6]]))
    #expect(!Self.isNear([[5, 6, 7, 7, 7], [4, 5]]))
  }
}
