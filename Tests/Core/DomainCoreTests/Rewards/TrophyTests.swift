import Chronology
import Testing

@testable import DomainCore

@Suite("Custom, season and nutrition trophies")
struct TrophyTests {
  private static let (child, parent) = (TestFamily.child, TestFamily.parent)

  private func titles(_ family: TestFamily, _ person: MemberHandle = child) -> [UInt32] {
    family.state.rewards.customTrophies(of: person, family.state.shared).map(\.title.raw)
  }

  @Test("REW-7: a family creates trophies and gives each of them once")
  func custom() {
    let family = TestFamily()
    let helper = family.make(.makeTrophy(TextHandle(11), by: Self.parent))
    let cook = family.make(.makeTrophy(TextHandle(12), by: Self.parent))
    #expect(titles(family).isEmpty)
    #expect(family.submit(.giveTrophy(cook, to: Self.child)) == .changed)
    #expect(family.submit(.giveTrophy(helper, to: Self.child), site: 2) == .changed)
    #expect(family.submit(.giveTrophy(helper, to: Self.child), site: 3) == .changed)
    #expect(titles(family) == [11, 12] && titles(family, TestFamily.sibling).isEmpty)
    #expect(family.submit(.giveTrophy(cook, to: Self.child, false)) == .changed)
    #expect(titles(family) == [11])
    let copy = family.isIdenticalToCopy
    #expect(copy)
  }

  @Test("REW-7: of two writes about a trophy the later one wins, in either order of arrival")
  func order() {
    let (one, other) = (TestFamily(), TestFamily())
    var facts: [Fact] = []
    for family in [one, other] {
      let trophy = family.make(.makeTrophy(TextHandle(11), by: Self.parent))
      facts = [true, false].map { given in
        family.fact(
          .giveTrophy(trophy, to: Self.child, given), site: given ? 5 : 6,
          at: TestFamily.noon(0) + (given ? 0 : 1_000))
      }
    }
    for fact in facts { one.submit(fact) }
    for fact in facts.reversed() { other.submit(fact) }
    #expect(titles(one).isEmpty && titles(other).isEmpty)
    #expect(one.isIdentical(to: other))
  }

  @Test("REW-7: only parents create and give trophies, and only existing ones")
  func refused() {
    let family = TestFamily()
    let trophy = family.make(.makeTrophy(TextHandle(11), by: Self.parent))
    family.submit(.setChildMayLog(Self.child, to: true))
    func respond(_ command: Command, by author: MemberHandle = Self.parent) -> Refusal? {
      family.refusal(of: family.fact(command, by: author))
    }
    #expect(respond(.makeTrophy(TextHandle(12), by: Self.child), by: Self.child) == .parentNeeded)
    #expect(respond(.giveTrophy(trophy, to: Self.child), by: Self.child) == .parentNeeded)
    #expect(respond(.makeTrophy(.empty, by: Self.parent)) == .rewardTitleEmpty)
    #expect(respond(.giveTrophy(Entity(raw: 5), to: Self.child)) == .trophyUnknown)
  }

  @Test("REW-7: 7, 30 and 100 met nutrition days are bronze, silver and gold")
  func nutrition() {
    let family = TestFamily()
    var seen: [Int: TrophyTier] = [:]
    for day in 0..<100 {
      family.meetNutritionDay(day)
      let held = family.state.rewards.achievements(of: Self.child).nutritionTrophy
      if let held, seen.values.contains(held) == false { seen[day + 1] = held }
    }
    #expect(seen == [7: .bronze, 30: .silver, 100: .gold])
    family.meetNutritionDay(4, false)
    #expect(family.state.rewards.nutritionTrophy(of: Self.child) == .silver)
  }

  @Test("REW-7: nine of ten occurrences earn a season's trophy, once the season is over")
  func season() {
    let (family, sport) = TestFamily.withSport(seasonLast: 19)
    let made = family.addClass(sport, day: 0, minute: 600, rule: "FREQ=DAILY")
    let other = family.addSport(last: 19)
    _ = family.addClass(other, day: 0, minute: 900, rule: "FREQ=DAILY;COUNT=3")
    family.today = 60
    func attends(_ days: Range<Int>, _ came: Bool = true) {
      for day in days {
        family.submit(.setAttendance(of: Self.child, at: TestFamily.id(made, day), to: came))
      }
    }
    func trophies(asOf day: Int = 20) -> [Entity] {
      family.state.rewards.seasonTrophies(
        of: Self.child, asOf: TestFamily.day(day), family.state.shared, family.state.schedule)
    }
    attends(0..<17)
    #expect(trophies().isEmpty, "seventeen of twenty are too few")
    attends(17..<18)
    #expect(trophies() == [sport], "eighteen are nine of ten")
    #expect(trophies(asOf: 19).isEmpty, "the season is not over")
    attends(3..<4, false)
    #expect(trophies().isEmpty)
    family.submit(.cancelOccurrence(TestFamily.id(made, 19), true))
    #expect(trophies().isEmpty, "seventeen of nineteen")
    family.submit(.cancelOccurrence(TestFamily.id(made, 18), true))
    #expect(trophies() == [sport], "seventeen of eighteen: a canceled one is not missed")
  }

  @Test("REW-7: a child and its parents are notified of a trophy, once each")
  func notified() {
    let family = TestFamily()
    func causes() -> Set<NotificationCause> {
      Set(
        NotificationPlanner.occasions(in: family.state, now: TestFamily.noon(9)) { _ in .utc }
          .filter { $0.cause.kind == .trophy && $0.recipient == Self.child }.map(\.cause))
    }
    let before = causes()
    let trophy = family.make(.makeTrophy(TextHandle(11), by: Self.parent))
    family.submit(.giveTrophy(trophy, to: Self.child))
    let after = causes()
    #expect(after.subtracting(before).map(\.entity) == [trophy])
    for day in 0..<7 { family.meetNutritionDay(day) }
    #expect(causes().subtracting(after).contains { $0.entity == .none && $0.detail == 3 << 8 })
  }
}
