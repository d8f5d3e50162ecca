import Base
import DomainCore
import Scenarios

/// The ages of a household's people on the first day, by their index in it: parents by their
/// children, couples by each other, grandparents by the parents, and all others independently.
///
/// Everything follows from the seed and the whole household, so that neither cutting off people at
/// the end of a population nor redrawing one of them changes the age of another.
struct HouseholdAges: Sendable {
  private let randomness: Randomness
  private let parameters: PopulationParameters
  private let sexes: HouseholdSexes

  init(_ scenario: Scenario, _ sexes: HouseholdSexes) {
    randomness = Randomness(seed: scenario.seed)
    parameters = scenario.population
    self.sexes = sexes
  }

  /// The minimum number of days between two siblings' births.
  static var siblingDaysMin: Int { 300 }
  /// The age of parents and grandparents at each birth.
  static var parentDays: ClosedRange<Int> { days(ofYears: 18) + 1...days(ofYears: 45) }
  static var grandparentDays: ClosedRange<Int> { days(ofYears: 20) + 1...days(ofYears: 45) }
  static var grownDays: ClosedRange<Int> { days(ofYears: 18)...days(ofYears: 95) }

  /// The first day of an age; its birthdays are in the year from there on.
  static func days(ofYears years: Int) -> Int { years * 365 + years / 4 }

  /// The whole years of so many days, as they were drawn.
  static func years(ofDays days: Int) -> Int {
    var years = days / 365
    while self.days(ofYears: years) > days { years -= 1 }
    return years
  }

  /// The age of a member of a household, by the number of its first person.
  func days(ofPlace place: Int, in size: HouseholdSize, firstPerson: UInt32) -> Int {
    let person = firstPerson + UInt32(place)
    let role = size.role(at: place)
    guard size.kind == .family else { return own(person, as: role, in: size.kind) }
    switch role {
    case .child: return children(of: size, firstPerson, through: place).last ?? 0
    case .parent: return parent(place, in: size, firstPerson)
    case .observer: return observer(place, in: size, firstPerson)
    default: return own(person, as: role, in: size.kind)
    }
  }

  // MARK: Independent ages

  private func own(_ person: UInt32, as role: Role, in kind: HouseholdKind) -> Int {
    let who = RandomSubject.person(person)
    let years = randomness.draw(PopulationRandomPurpose.age, who: who, day: 0)
      .integer(in: years(of: role, in: kind))
    return Self.days(ofYears: years)
      + randomness.draw(PopulationRandomPurpose.birthday, who: who, day: 0).integer(in: 0...364)
  }

  private func years(of role: Role, in kind: HouseholdKind) -> ClosedRange<Int> {
    switch (role, kind) {
    case (.parent, .students), (.athlete, _): 18...25
    case (.child, _): parameters.childAgeYearsMin...parameters.childAgeYearsMax
    default: 26...54
    }
  }

  // MARK: Siblings

  /// The ages of a home's children up to an index.
  ///
  /// A child whose birthday is too close to a sibling's gets another day. Distances are measured on
  /// a circle on which the youngest age follows the oldest, where no age is closer to others than
  /// another. So each child has every age as often as a single child would.
  private func children(
    of size: HouseholdSize, _ firstPerson: UInt32, through last: Int
  ) -> [Int] {
    let range = years(of: .child, in: .family)
    let circle = Self.days(ofYears: range.upperBound) + 365 - Self.days(ofYears: range.lowerBound)
    // So close that all of them have room, wherever the others are.
    let near = min(Self.siblingDaysMin, circle / (2 * max(1, size.children)))
    var ages: [Int] = []
    for place in size.parents...max(size.parents, last) {
      let person = firstPerson + UInt32(place)
      var age = own(person, as: .child, in: .family)
      var attempt: UInt16 = 0
      while attempt < 64,
        ages.contains(where: { Self.way(from: $0, to: age, around: circle) < near })
      {
        let draw = randomness.draw(
          PopulationRandomPurpose.sibling, who: RandomSubject.person(person), day: 0, slot: attempt)
        age =
          Self.days(ofYears: draw.integer(in: range))
          + draw.other.integer(in: 0...364)
        attempt += 1
      }
      ages.append(age)
    }
    return ages
  }

  private static func way(from age: Int, to other: Int, around circle: Int) -> Int {
    let way = abs(age - other)
    return min(way, circle - way)
  }

  // MARK: Parents and grandparents

  private func parent(_ place: Int, in size: HouseholdSize, _ firstPerson: UInt32) -> Int {
    let first = firstPerson
    let isMother = sexes.isFemale(atPlace: 0, in: size, firstPerson: first)
    let older = parameters.coupleYearsMedian
    var possible = Self.grownDays
    let firstAge: Int
    if size.children > 0 {
      let ages = children(of: size, firstPerson, through: size.parents + size.children - 1)
      let (eldest, youngest) = (ages.max() ?? 0, ages.min() ?? 0)
      possible = eldest + Self.parentDays.lowerBound...youngest + Self.parentDays.upperBound
      let mean = parameters.parentAtBirthYearsMedian + (isMother ? 0 : older)
      firstAge = drawn(
        PopulationRandomPurpose.parentAtBirth, first, from: eldest, mean,
        parameters.parentAtBirthYearsDeviation, in: possible)
    } else {
      firstAge = own(first, as: .parent, in: .family)
    }
    guard place > 0 else { return firstAge }
    let second = firstPerson + UInt32(place)
    let isWoman = sexes.isFemale(atPlace: place, in: size, firstPerson: first)
    // In a couple of a man and a woman, she is a little younger on average.
    let mean = isMother == isWoman ? 0 : isWoman ? -older : older
    return drawn(
      PopulationRandomPurpose.couple, second, from: firstAge, mean, parameters.coupleYearsDeviation,
      in: possible)
  }

  /// An observer is the mother or father of a parent, and old enough to be that of both.
  private func observer(_ place: Int, in size: HouseholdSize, _ firstPerson: UInt32) -> Int {
    let elder = (0..<size.parents).map { parent($0, in: size, firstPerson) }.max() ?? 0
    let isWoman = sexes.isFemale(atPlace: place, in: size, firstPerson: firstPerson)
    let least = elder + Self.grandparentDays.lowerBound
    let most = min(elder + Self.grandparentDays.upperBound, Self.grownDays.upperBound)
    return drawn(
      PopulationRandomPurpose.grandparentAtBirth, firstPerson + UInt32(place), from: elder,
      parameters.parentAtBirthYearsMedian + (isWoman ? 0 : parameters.coupleYearsMedian),
      parameters.parentAtBirthYearsDeviation, in: least...most)
  }

  /// An age that differs from another by a normal number of years, among the possible ones.
  private func drawn(
    _ purpose: RandomPurpose, _ person: UInt32, from age: Int, _ mean: Double, _ deviation: Double,
    in possible: ClosedRange<Int>
  ) -> Int {
    var found = age
    for attempt: UInt16 in 0..<64 {
      let years = randomness.draw(purpose, who: RandomSubject.person(person), day: 0, slot: attempt)
        .normal(mean: mean, deviation: deviation)
      found = age + Int((365.25 * years).rounded(.down))
      if possible.contains(found) { return found }
    }
    // The configured difference is hardly possible: as near to it as possible.
    return max(possible.lowerBound, min(possible.upperBound, found))
  }
}
