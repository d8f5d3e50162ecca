import Chronology
import Testing

@testable import DomainCore

@Suite("Counted days")
struct CountedDaysTests {
  private static let days = 40
  private static let members = 3

  /// So many occurrences on a day, as a plain list has them.
  private struct PlainDays {
    var counts = [[Int]](
      repeating: [Int](repeating: 0, count: CountedDaysTests.days),
      count: CountedDaysTests.members)

    func sum(_ member: Int, _ first: Int, _ last: Int) -> Int {
      first <= last ? counts[member][first...last].reduce(0, +) : 0
    }
  }

  private static func day(_ number: Int) -> LocalDay { LocalDay(number: Int32(number)) }

  @Test(
    "NUT-2: are counted in any order as a plain list counts them",
    arguments: 1...8 as ClosedRange<UInt64>)
  func likeAList(seed: UInt64) {
    var dice = Dice(seed: seed)
    var attended = CountedDays()
    var plain = PlainDays()
    for _ in 0..<200 {
      let (member, day) = (dice.roll(Self.members), dice.roll(Self.days))
      let change = plain.counts[member][day] > 0 && dice.roll(2) == 0 ? -1 : 1
      plain.counts[member][day] += change
      attended.count(Int32(change), on: Self.day(day), of: MemberHandle(UInt16(member)))
      let (asked, one, other) = (
        dice.roll(Self.members), dice.roll(Self.days), dice.roll(Self.days)
      )
      let count = attended.count(
        of: MemberHandle(UInt16(asked)), from: Self.day(one), through: Self.day(other))
      #expect(count == plain.sum(asked, one, other))
    }
    let stranger = attended.count(
      of: MemberHandle(99), from: Self.day(0), through: Self.day(Self.days))
    #expect(stranger == 0)
  }

  @Test("are the same in whatever order they came, and without what was taken back")
  func identity() {
    let member = MemberHandle(1)
    var one = CountedDays()
    var other = CountedDays()
    for day in [5, 9, 7, 9] { one.count(1, on: Self.day(day), of: member) }
    for day in [9, 3, 7, 9, 5] { other.count(1, on: Self.day(day), of: member) }
    other.count(1, on: Self.day(2), of: MemberHandle(2))
    var isIdentical = one.isIdentical(to: other)
    #expect(!isIdentical)
    other.count(-1, on: Self.day(3), of: member)
    other.count(-1, on: Self.day(2), of: MemberHandle(2))
    isIdentical = one.isIdentical(to: other) && other.isIdentical(to: one)
    #expect(isIdentical)
    let copy = other.copy()
    other.count(1, on: Self.day(10), of: member)
    isIdentical = one.isIdentical(to: copy)
    #expect(isIdentical)
    isIdentical = one.isIdentical(to: other) || other.isIdentical(to: one)
    #expect(!isIdentical)
  }
}
