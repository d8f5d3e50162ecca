import Chronology
import Testing

@testable import DomainCore

@Suite("NOT-6: who is told of changes, requests and recommendations")
struct ChangeNotificationTests {
  private static let parent = TestFamily.parent
  private static let child = TestFamily.child

  private func occasions(
    _ kind: NotificationKind, in family: TestFamily, at now: Instant
  ) -> [NotificationOccasion] {
    NotificationPlanner.occasions(in: family.state, now: now) { _ in .utc }
      .filter { $0.cause.kind == kind }
  }

  @Test("NOT-6: a class that is moved or cancelled, who may read it, at once and each time anew")
  func changes() {
    let (family, sport) = TestFamily.withSport()
    let practice = family.addClass(sport, day: 1, minute: 900)
    let id = TestFamily.id(practice, 1)
    let now = TestFamily.noon(0)
    #expect(occasions(.change, in: family, at: now).isEmpty)
    family.submit(.moveOccurrence(id, to: MovedStart(day: TestFamily.day(1), minute: 960)))
    let moved = occasions(.change, in: family, at: now)
    #expect(Set(moved.map(\.recipient)).isSuperset(of: [Self.parent, Self.child]))
    #expect(!moved.contains { $0.recipient == TestFamily.sibling })
    let start = TestFamily.day(1).noon + 4 * Span.hour
    #expect(moved.allSatisfy { $0.due == now && $0.expires == start })
    family.submit(.cancelOccurrence(id, true))
    let cancelled = occasions(.change, in: family, at: now)
    #expect(cancelled.map(\.recipient) == moved.map(\.recipient))
    #expect(Set(cancelled.map(\.cause)).isDisjoint(with: moved.map(\.cause)))
    #expect(occasions(.change, in: family, at: start).isEmpty)
    // As the series has it there is nothing to tell.
    family.submit(.cancelOccurrence(id, false))
    family.submit(.moveOccurrence(id, to: nil))
    #expect(occasions(.change, in: family, at: now).isEmpty)
  }

  @Test("NOT-6: who could drive is asked when cover is requested, and who asks is not")
  func coverage() {
    let (family, sport) = TestFamily.withSport()
    let practice = family.addClass(sport, day: 1, minute: 900)
    let duty = Duty(.dropOff, of: TestFamily.id(practice, 1))
    family.submit(.claim(duty, by: Self.parent))
    #expect(occasions(.coverage, in: family, at: TestFamily.noon(0)).isEmpty)
    family.submit(.requestCoverage(of: duty, by: Self.parent, true))
    let asked = occasions(.coverage, in: family, at: TestFamily.noon(0))
    #expect(asked.map(\.recipient) == [TestFamily.observer, TestFamily.otherParent])
    // Twenty minutes before it begins somebody has to be on the way.
    #expect(asked[0].expires == TestFamily.day(1).noon + 3 * Span.hour - 20 * Span.minute)
    family.submit(.claim(duty, by: TestFamily.otherParent), by: TestFamily.otherParent)
    #expect(occasions(.coverage, in: family, at: TestFamily.noon(0)).isEmpty)
  }

  @Test("NOT-6: an athlete's recommendation is ready at 05:00 UTC, once a day")
  func recommendation() {
    let family = TestFamily()
    let athlete = family.state.addMember(
      Member(role: .athlete, born: LocalDay(year: 2004, month: 1, day: 1)))
    func told(_ hour: Int64) -> [NotificationOccasion] {
      occasions(.recommendation, in: family, at: TestFamily.day(3).noon + (hour - 12) * Span.hour)
    }
    let morning = told(5)
    #expect(morning.map(\.recipient) == [athlete])
    #expect(morning[0].due == TestFamily.day(3).noon - 7 * Span.hour)
    #expect(told(23) == morning && told(28) == morning)
    #expect(told(4) != morning && told(29) != morning)
  }
}
