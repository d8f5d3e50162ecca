import Chronology
import Testing

@testable import DomainCore

@Suite("A refusal")
struct RefusalTests {
  @Test("is one sentence that a person can act on, and different for each refusal")
  func sentences() {
    for refusal in Self.common {
      let sentence = refusal.sentence
      #expect(sentence.hasSuffix(".") && sentence.first!.isUppercase, "\(refusal)")
      #expect(sentence.filter { $0 == "." }.count == 1, "\(refusal)")
    }
    #expect(Set(Refusal.allCases.map(\.sentence)).count == Refusal.allCases.count)
  }

  @Test("is a number of the log's format")
  func numbers() {
    let expected: [Refusal: UInt8] = [
      .authorUnknown: 1, .subjectUnknown: 2, .parentNeeded: 3, .loggingNotAllowed: 4,
      .nameEmpty: 5, .nameTaken: 6, .habitUnknown: 7, .habitDeleted: 8, .habitNotDeleted: 9,
      .undoTooLate: 10, .dayInFuture: 11, .dayNotToday: 12, .dayOutOfRange: 13,
      .amountOutOfRange: 14, .scoreOutOfRange: 15, .slotOutOfRange: 16, .subjectNotChild: 17,
      .dayNotOfTap: 18,
    ]
    #expect(expected.count == Self.common.count)
    for refusal in Self.common { #expect(refusal.rawValue == expected[refusal]) }
  }

  @Test(
    "FAM-2…TRN-6: follows from its situation, on the device", arguments: common)
  func onDevice(refusal: Refusal) {
    let family = TestFamily()
    family.today = 20
    let fact = Self.situation(for: refusal, in: family)
    #expect(family.refusal(of: fact, at: .device) == refusal)
  }

  @Test(
    "FAM-2…TRN-6: follows from its situation on the server, unless others may cause it",
    arguments: common)
  func onServer(refusal: Refusal) {
    let family = TestFamily()
    family.today = 20
    let fact = Self.situation(for: refusal, in: family)
    // HAB-1: names are numbered. HAB-8: another member may have restored it first.
    let isForgiven = refusal == .nameTaken || refusal == .habitNotDeleted
    #expect(family.refusal(of: fact, at: .server) == (isForgiven ? nil : refusal))
  }

  /// The refusals of everyday operations; the areas have tables of their own.
  static let common = Refusal.allCases.filter { $0.rawValue < 20 }

  /// The simplest fact that causes the refusal.
  static func situation(for refusal: Refusal, in family: TestFamily) -> Fact {
    let child = TestFamily.child
    let habit = family.addHabit("Read")
    func mark(_ day: Int, done: Bool = true) -> Command {
      .setCompletion(of: habit, owner: child, on: TestFamily.day(day), done: done)
    }
    switch refusal {
    case .authorUnknown:
      return family.fact(mark(20), by: MemberHandle(4))
    case .subjectUnknown:
      return family.fact(.checkIn(for: MemberHandle(4), WellnessScore(mental: 5, physical: 5)))
    case .parentNeeded:
      return family.fact(.deleteHabit(habit, of: child), by: child)
    case .loggingNotAllowed:
      return family.fact(mark(20), by: child)
    case .nameEmpty:
      return family.fact(family.creation(" \n\t "))
    case .nameTaken:
      return family.fact(family.creation(" READ "))
    case .habitUnknown:
      return family.fact(.deleteHabit(Entity(site: 9, sequence: 9), of: child))
    case .habitDeleted:
      family.submit(.deleteHabit(habit, of: child))
      return family.fact(.archiveHabit(habit, of: child, true))
    case .habitNotDeleted:
      return family.fact(.restoreHabit(habit, of: child))
    case .undoTooLate:
      family.submit(.deleteHabit(habit, of: child))
      return family.fact(
        .restoreHabit(habit, of: child), at: TestFamily.noon(20) + 11 * Span.minute)
    case .dayInFuture:
      return family.fact(mark(21))
    case .dayNotToday:
      return family.fact(mark(19, done: false))
    case .dayOutOfRange:
      return family.fact(mark(-1))
    case .amountOutOfRange:
      return family.fact(
        .logWater(for: child, WaterAmount(tenthOunces: 0, source: .glass, minuteOfDay: 0)))
    case .scoreOutOfRange:
      return family.fact(.checkIn(for: child, WellnessScore(mental: 11, physical: 5)))
    case .slotOutOfRange:
      return family.fact(
        .setFavoriteMeal(
          for: child, slot: 4, MealPortion(.lunch, MealItem(food: 1, quarters: 4))))
    case .subjectNotChild:
      return family.fact(.setChildMayLog(TestFamily.observer, to: true))
    case .dayNotOfTap:
      return family.fact(mark(12), on: 12, at: TestFamily.noon(20))
    default: preconditionFailure("the refusal's area has a table of its own")
    }
  }

  @Test("leaves no trace: a refused fact changes nothing")
  func refusedChangesNothing() {
    for refusal in Self.common {
      let family = TestFamily()
      family.today = 20
      let fact = Self.situation(for: refusal, in: family)
      let before = family.state.digest
      if case .refused = family.submit(fact, at: .device) {
        #expect(family.state.digest == before, "\(refusal)")
      } else {
        Issue.record("\(refusal) was not refused")
      }
    }
  }
}
