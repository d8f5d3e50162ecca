import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("Trained days")
struct TrainedDaysTests {
  private static let days = 40
  private static let members = 3

  /// A person's training of a day in a plain list.
  private struct DayModel {
    var counts = [[TrainedDays.Count]](
      repeating: [TrainedDays.Count](repeating: .init(), count: TrainedDaysTests.days),
      count: TrainedDaysTests.members)

    func sum(_ member: Int, _ first: Int, _ last: Int) -> TrainedDays.Count {
      var sum = TrainedDays.Count()
      if first <= last { for count in counts[member][first...last] { sum += count } }
      return sum
    }
  }

  private static func day(_ number: Int) -> LocalDay { LocalDay(number: Int32(number)) }

  private static let once = TrainedDays.Count(attended: 1)
  private static let back = TrainedDays.Count(attended: -1)

  @Test(
    "NUT-2: are counted in any order as a plain list counts them",
    arguments: 1...8 as ClosedRange<UInt64>)
  func likeAList(seed: UInt64) {
    var dice = Dice(seed: seed)
    var trained = TrainedDays()
    var plain = DayModel()
    for _ in 0..<200 {
      let (member, day) = (dice.roll(Self.members), dice.roll(Self.days))
      var change = TrainedDays.Count(attended: Int32(dice.roll(2)))
      change.done = 1 - change.attended
      let isThere =
        plain.counts[member][day].attended >= change.attended
        && plain.counts[member][day].done >= change.done
      if isThere && dice.roll(2) == 0 {
        change = TrainedDays.Count(attended: -change.attended, done: -change.done)
      }
      plain.counts[member][day] += change
      trained.count(change, on: Self.day(day), of: MemberHandle(UInt16(member)))
      let (asked, one, other) = (
        dice.roll(Self.members), dice.roll(Self.days), dice.roll(Self.days)
      )
      let count = trained.count(
        of: MemberHandle(UInt16(asked)), from: Self.day(one), through: Self.day(other))
      #expect(count == plain.sum(asked, one, other))
      #expect(count.all == Int(count.attended) + Int(count.done))
    }
    let stranger = trained.count(
      of: MemberHandle(99), from: Self.day(0), through: Self.day(Self.days))
    #expect(stranger == TrainedDays.Count())
  }

  @Test("do not depend on the order of arrival, nor on what was undone")
  func identity() {
    let member = MemberHandle(1)
    var one = TrainedDays()
    var other = TrainedDays()
    for day in [5, 9, 7, 9] { one.count(Self.once, on: Self.day(day), of: member) }
    for day in [9, 3, 7, 9, 5] { other.count(Self.once, on: Self.day(day), of: member) }
    other.count(Self.once, on: Self.day(2), of: MemberHandle(2))
    var isIdentical = one.isIdentical(to: other)
    #expect(!isIdentical)
    other.count(Self.back, on: Self.day(3), of: member)
    other.count(Self.back, on: Self.day(2), of: MemberHandle(2))
    isIdentical = one.isIdentical(to: other) && other.isIdentical(to: one)
    #expect(isIdentical)
    let copy = other.copy()
    other.count(TrainedDays.Count(done: 1), on: Self.day(9), of: member)
    isIdentical = one.isIdentical(to: copy)
    #expect(isIdentical)
    isIdentical = one.isIdentical(to: other) || other.isIdentical(to: one)
    #expect(!isIdentical)
  }
}
