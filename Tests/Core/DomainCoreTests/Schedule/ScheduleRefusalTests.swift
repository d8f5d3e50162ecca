import Chronology
import Testing

@testable import DomainCore

@Suite("A refusal of the schedule")
struct ScheduleRefusalTests {
  static let all = Refusal.allCases.filter { (40...59).contains($0.rawValue) }

  @Test("is one sentence, and a number of the log's format")
  func sentences() {
    let numbers: [Refusal: UInt8] = [
      .sportUnknown: 40, .sportDeleted: 41, .sportNameEmpty: 42, .seasonInvalid: 43,
      .classUnknown: 44, .classDeleted: 45, .classTimeInvalid: 46, .outsideSeason: 47,
      .recurrenceInvalid: 48, .occurrenceUnknown: 49, .occurrenceCancelled: 50,
      .participantNotAllowed: 51, .notParticipant: 52, .driverNotAllowed: 53,
      .claimNotAllowed: 54, .dutyTaken: 55, .dutyChanged: 56, .dutyNotYours: 57,
      .swapUnknown: 58, .valueNotPossible: 59,
    ]
    #expect(numbers.count == Self.all.count)
    for refusal in Self.all {
      #expect(refusal.rawValue == numbers[refusal])
      let sentence = refusal.sentence
      #expect(sentence.hasSuffix(".") && sentence.first!.isUppercase, "\(refusal)")
      #expect(sentence.filter { $0 == "." }.count == 1, "\(refusal)")
    }
  }

  @Test(
    "SCH-1…SCH-5: follows from its situation, and leaves no trace", arguments: all,
    [DecisionPlace.device, .server])
  func situations(refusal: Refusal, place: DecisionPlace) {
    let (family, sport) = TestFamily.withSport()
    let fact = Self.situation(for: refusal, in: family, sport)
    let before = family.state.digest
    #expect(family.refusal(of: fact, at: place) == refusal)
    #expect(family.submit(fact, at: place) == .refused(refusal))
    #expect(family.state.digest == before)
  }

  /// The simplest fact that causes the refusal.
  private static func situation(
    for refusal: Refusal, in family: TestFamily, _ sport: Entity
  ) -> Fact {
    let made = family.addClass(sport, day: 0, minute: 600, rule: "FREQ=DAILY")
    let nobody = Entity(site: 9, sequence: 9)
    let id = TestFamily.id(made, 0)
    let duty = Duty(.dropOff, of: id)
    let parent = TestFamily.parent
    let other = TestFamily.otherParent
    switch refusal {
    case .sportUnknown: return family.fact(.archiveSport(nobody, true))
    case .sportDeleted:
      family.submit(.deleteSport(sport))
      return family.fact(.archiveSport(sport, true))
    case .sportNameEmpty: return family.fact(.setSportField(.name, of: sport, to: 0))
    case .seasonInvalid:
      return family.fact(
        .setSeason(of: sport, to: Season(first: TestFamily.day(2), last: TestFamily.day(1))))
    case .classUnknown: return family.fact(.setClassField(.duration, of: nobody, to: 4))
    case .classDeleted:
      family.submit(.deleteClass(made))
      return family.fact(.setClassField(.duration, of: made, to: 4))
    case .classTimeInvalid: return family.fact(.setClassField(.duration, of: made, to: 0))
    case .outsideSeason:
      return family.fact(
        .moveOccurrence(id, to: MovedStart(day: TestFamily.day(100), minute: 0)))
    case .recurrenceInvalid:
      return family.fact(.setRecurrence(of: made, to: PackedRecurrence(Payload(1))))
    case .occurrenceUnknown:
      return family.fact(.cancelOccurrence(TestFamily.id(made, 100), true))
    case .occurrenceCancelled:
      family.submit(.cancelOccurrence(id, true))
      return family.fact(.claim(duty, by: parent))
    case .participantNotAllowed:
      return family.fact(.setParticipant(TestFamily.observer, of: made, to: true))
    case .notParticipant:
      return family.fact(.setAttendance(of: TestFamily.sibling, at: id, to: true))
    case .driverNotAllowed: return family.fact(.assign(duty, to: TestFamily.child))
    case .claimNotAllowed:
      return family.fact(.claim(duty, by: TestFamily.observer), by: TestFamily.observer)
    case .dutyTaken:
      family.submit(.claim(duty, by: other), by: other)
      return family.fact(.claim(duty, by: parent))
    case .dutyChanged:
      family.submit(.claim(duty, by: other), by: other)
      return family.fact(.release(duty, of: parent))
    case .dutyNotYours: return family.fact(.requestCoverage(of: duty, by: parent, true))
    case .swapUnknown:
      let wanted = Duty(.pickUp, of: id)
      return family.fact(
        .swap(SwapPayload(given: duty, wanted: wanted, .accepted), with: other), by: parent)
    case .valueNotPossible:
      return family.fact(.setSportField(.archived, of: sport, to: 2))
    default: preconditionFailure("the refusal belongs to another area")
    }
  }

  @Test("SCH-1: a name that is empty makes no sport")
  func emptyName() {
    let family = TestFamily()
    let season = Season(first: TestFamily.day(0), last: TestFamily.day(1))
    let command = Command.createSport(
      for: TestFamily.child, SportCreation(name: .empty, season: season))
    #expect(family.submit(command) == .refused(.sportNameEmpty))
  }

  @Test("SCH-1: a season lies within ten years of the family's first day")
  func seasonFarAway() {
    let family = TestFamily()
    func refusal(_ first: Int, _ last: Int) -> Refusal? {
      let season = Season(first: TestFamily.day(first), last: TestFamily.day(last))
      return family.refusal(
        of: family.fact(
          .createSport(
            for: TestFamily.child, SportCreation(name: TextHandle(1), season: season))))
    }
    #expect(refusal(-3_660, 3_659) == nil)
    #expect(refusal(-3_661, 0) == .dayOutOfRange && refusal(0, 3_660) == .dayOutOfRange)
  }
}
