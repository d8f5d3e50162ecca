import Base
import Chronology
import Testing

@testable import DomainCore

@Suite("A profile")
struct ProfileTests {
  private static let parent = TestFamily.parent
  private static let nine = LocalDay(year: 2016, month: 6, day: 15)

  @Test("FAM-11: a child is added with name, birthday, sex, weight and height, or refused")
  func needed() {
    let full = MemberAddition(
      role: .child, born: Self.nine, name: TextHandle(5), sex: .male, weightGrams: 28_500,
      heightMillimeters: 1_320)
    #expect(MemberAddition(full.payload) == full && full.sex == .male)
    let family = TestFamily()
    var lacking = full
    lacking.name = .empty
    var lackings = [lacking]
    lacking = full
    lacking.sexNumber = 0
    lackings.append(lacking)
    lacking = full
    lacking.weightGrams = 0
    lackings.append(lacking)
    lacking = full
    lacking.heightMillimeters = 0
    lackings.append(lacking)
    for addition in lackings {
      #expect(
        family.submit(.addMember(addition, by: Self.parent)) == .refused(.profileIncomplete))
      var observer = addition
      observer.roleNumber = Role.observer.rawValue
      #expect(family.submit(.addMember(observer, by: Self.parent)) == .changed)
    }
    let made = family.fact(.addMember(full, by: Self.parent))
    #expect(family.submit(made) == .changed)
    let child = family.memberMade(by: made)!
    #expect(family.missing(child).isEmpty)
    #expect(family.sex(child) == .male)
    #expect(family.weight(child, 0) == 28_500 && family.height(child, 0) == 1_320)
    #expect(family.member(child).born == Self.nine)
  }

  @Test("FAM-11: a child that founded the family gets its missing fields one by one")
  func filledIn() {
    let family = TestFamily()
    let child = TestFamily.child
    #expect(family.missing(child) == [.name, .sex, .weight, .height])
    family.submit(.setProfile(.name, of: child, to: family.names.handle(of: "Ada Lovelace")))
    family.submit(.setSex(.female, of: child))
    #expect(family.missing(child) == [.weight, .height])
    family.submit(.setWeight(of: child, on: TestFamily.day(0), grams: 40_000))
    family.submit(.setHeight(of: child, on: TestFamily.day(0), millimeters: 1_500))
    #expect(family.missing(child).isEmpty)
    #expect(family.missing(Self.parent).isEmpty, "only a child's profile has required fields")
  }

  @Test("FAM-11: each text is kept under its field, and the later of two writes wins")
  func texts() {
    let family = TestFamily()
    let child = TestFamily.child
    let fields = ProfileField.allCases.filter(\.isText)
    #expect(fields.count == 9)
    for field in fields {
      #expect(family.text(field, of: child) == "")
      let text = family.names.handle(of: "\(field)")
      #expect(family.submit(.setProfile(field, of: child, to: text)) == .changed)
    }
    for field in fields {
      #expect(family.text(field, of: child) == "\(field)")
      #expect(family.text(field, of: TestFamily.sibling) == "")
    }
    let nuts = family.fact(
      .setProfile(.allergies, of: child, to: family.names.handle(of: "nuts")), site: 1)
    let milk = family.fact(
      .setProfile(.allergies, of: child, to: family.names.handle(of: "milk")), site: 2)
    #expect(family.submit(milk) == .changed && family.submit(nuts) == .superseded)
    #expect(family.text(.allergies, of: child) == "milk")
    let cleared = Command.setProfile(.allergies, of: child, to: .empty)
    #expect(family.submit(cleared) == .changed && family.text(.allergies, of: child) == "")
    #expect(
      family.submit(.setProfile(.name, of: child, to: .empty)) == .refused(.profileIncomplete))
  }

  // MARK: Weight and height

  @Test("FAM-11: a target uses the value of its day: the latest until then, else the earliest")
  func history() {
    let family = TestFamily()
    let child = TestFamily.child
    family.today = 60
    #expect(family.weight(child, 10) == nil && family.height(child, 10) == nil)
    func weigh(_ day: Int, _ grams: UInt32) {
      #expect(
        family.submit(.setWeight(of: child, on: TestFamily.day(day), grams: grams)) == .changed)
    }
    weigh(20, 40_000)
    #expect(
      [0, 19, 20, 21, 400].map { family.weight(child, $0) } == Array(repeating: 40_000, count: 5))
    weigh(50, 42_000)
    weigh(30, 41_000)
    weigh(10, 39_000)
    let days = [0, 9, 10, 19, 20, 29, 30, 49, 50, 51, 400]
    let grams: [UInt32] = [
      39_000, 39_000, 39_000, 39_000, 40_000, 40_000, 41_000, 41_000, 42_000, 42_000, 42_000,
    ]
    #expect(days.map { family.weight(child, $0) } == grams)
    #expect(family.height(child, 20) == nil, "heights are a separate history")
    #expect(family.weight(TestFamily.sibling, 20) == nil, "and so is a sibling's")
  }

  @Test("FAM-11: a day has one entry; the later write wins, and zero removes it")
  func entryOfDay() {
    let family = TestFamily()
    let child = TestFamily.child
    family.today = 9
    func height(_ day: Int, _ millimeters: UInt32) -> Command {
      .setHeight(of: child, on: TestFamily.day(day), millimeters: millimeters)
    }
    family.submit(height(2, 1_400))
    let early = family.fact(height(5, 1_410), site: 1)
    let late = family.fact(height(5, 1_420), site: 2)
    #expect(family.submit(late) == .changed && family.submit(early) == .superseded)
    #expect(family.height(child, 6) == 1_420)
    #expect(family.submit(height(5, 0)) == .changed)
    #expect(family.height(child, 6) == 1_400)
    #expect(family.submit(height(2, 0)) == .changed)
    #expect(family.height(child, 6) == nil)
    #expect(family.submit(height(5, 1_430)) == .changed)
    #expect(family.height(child, 0) == 1_430 && family.height(child, 9) == 1_430)
  }

  @Test("FAM-11: a weight or height is one that a body can have, on a day after birth")
  func ranges() {
    let family = TestFamily()
    let child = TestFamily.child
    func weigh(_ grams: UInt32, on day: LocalDay = TestFamily.day(0)) -> TestFamily.Outcome {
      family.submit(.setWeight(of: child, on: day, grams: grams))
    }
    let impossible: TestFamily.Outcome = .refused(.profileValueImpossible)
    #expect(weigh(499) == impossible && weigh(500_001) == impossible)
    #expect(weigh(500) == .changed && weigh(500_000) == .changed)
    let born = family.member(child).born
    #expect(weigh(3_400, on: born) == .changed)
    #expect(weigh(3_400, on: born.adding(days: -1)) == impossible)
    #expect(weigh(40_000, on: TestFamily.day(1)) == .refused(.dayInFuture))
    for millimeters in [199, 2_751] as [UInt32] {
      #expect(
        family.submit(
          .setHeight(of: child, on: TestFamily.day(0), millimeters: millimeters)) == impossible)
    }
  }

  @Test("FAM-11: an entry decides exactly the days whose targets have to be recomputed")
  func daysDecided() {
    var history = MeasurementHistory()
    let member = MemberHandle(2)
    func decided(_ day: Int32) -> [Int32] {
      let days = history.daysDecided(by: LocalDay(number: day), of: member)
      return [days.lowerBound.number, days.upperBound.number]
    }
    #expect(decided(5) == [.min, .max])
    history.set(Measurement(day: LocalDay(number: 10), value: 1), of: member)
    #expect(decided(5) == [.min, 9] && decided(10) == [.min, .max] && decided(12) == [12, .max])
    history.set(Measurement(day: LocalDay(number: 20), value: 2), of: member)
    #expect(decided(10) == [.min, 19] && decided(15) == [15, 19] && decided(20) == [20, .max])
    history.set(Measurement(day: LocalDay(number: 10), value: 0), of: member)
    #expect(decided(10) == [.min, 19] && decided(20) == [.min, .max])
  }

  // MARK: Age

  @Test("FAM-11: age is computed for a day, also for a birthday on a leap day")
  func age() {
    let family = TestFamily()
    let leap = family.addChild(born: LocalDay(year: 2016, month: 2, day: 29))
    let twins = (0..<2).map { _ in family.addChild(born: LocalDay(year: 2016, month: 6, day: 15)) }
    func ages(_ year: Int, _ month: Int, _ day: Int) -> [Int] {
      ([leap] + twins).map { family.age($0, on: LocalDay(year: year, month: month, day: day)) }
    }
    #expect(ages(2026, 2, 28) == [9, 9, 9])
    #expect(ages(2026, 3, 1) == [10, 9, 9])
    #expect(ages(2028, 2, 28) == [11, 11, 11])
    #expect(ages(2028, 2, 29) == [12, 11, 11])
    #expect(ages(2026, 6, 14) == [10, 9, 9])
    #expect(ages(2026, 6, 15) == [10, 10, 10])
  }

  @Test("FAM-11: a birthday is the first day at an age")
  func birthdays() {
    for start in [
      LocalDay(year: 2012, month: 2, day: 25), LocalDay(year: 2013, month: 12, day: 28),
      LocalDay(year: 1896, month: 2, day: 27), LocalDay(year: 2000, month: 2, day: 27),
    ] {
      for offset in 0..<8 {
        let born = start.adding(days: offset)
        for years in 0...20 {
          let birthday = born.birthday(years)
          #expect(born.age(on: birthday) == years, "\(born) \(years)")
          #expect(born.age(on: birthday.adding(days: -1)) == years - 1, "\(born) \(years)")
        }
      }
    }
    #expect(LocalDay(number: .max).birthday(13).number == .max)
  }

  @Test("FAM-11: a birthday is one that a living person can have")
  func born() {
    let family = TestFamily()
    let child = TestFamily.child
    let impossible: TestFamily.Outcome = .refused(.profileValueImpossible)
    #expect(family.submit(.setBorn(TestFamily.day(0), of: child)) == .changed)
    #expect(family.submit(.setBorn(TestFamily.day(1), of: child)) == impossible)
    let oldest = LocalDay(year: 1900, month: 1, day: 1)
    #expect(family.submit(.setBorn(oldest, of: child)) == .changed)
    #expect(family.submit(.setBorn(oldest.adding(days: -1), of: child)) == impossible)
    #expect(
      family.submit(.setBorn(Self.nine, of: Self.parent)) == .refused(.roleTooYoung))
  }

  // MARK: Sharing

  @Test("FAM-12: workout data leaves a device only between consent and withdrawal")
  func sharing() {
    let family = Household.family()
    let athlete = Household.athlete
    #expect(!family.shares(athlete))
    #expect(family.submit(.setWorkoutSharing(of: athlete, to: true), by: athlete) == .changed)
    #expect(family.shares(athlete) && !family.shares(Household.rival))
    let digest = family.state.digest
    let water = family.state.personDay(athlete, 0)
    #expect(family.submit(.setWorkoutSharing(of: athlete, to: false), by: athlete) == .changed)
    #expect(!family.shares(athlete) && family.state.digest != digest)
    #expect(family.state.personDay(athlete, 0) == water, "local data stays")
  }

  @Test("FAM-12: a member shares only their own data; for a child under 13 a parent decides")
  func sharingWhose() {
    let family = Household.family()
    func share(_ member: MemberHandle, by author: MemberHandle) -> TestFamily.Outcome {
      family.submit(.setWorkoutSharing(of: member, to: true), by: author)
    }
    let no: TestFamily.Outcome = .refused(.sharingNotYours)
    #expect(share(Household.athlete, by: Self.parent) == no)
    #expect(share(Household.athlete, by: Household.coach) == no)
    #expect(share(Household.groupMember, by: Household.groupMember) == .refused(.notForGroups))
    #expect(share(Household.consentedChild, by: Household.consentedChild) == no)
    #expect(share(Household.consentedChild, by: Self.parent) == .changed)
    #expect(share(Household.teenager, by: Household.teenager) == .changed)
    #expect(share(Household.teenager, by: Self.parent) == .changed)
  }
}
