public import Base
public import Chronology
import DomainCore
public import Scenarios

/// The households and their people, as pure functions of the seed and a household's number.
///
/// Nothing depends on the number of households, so a larger population is the smaller one with more
/// people after it.
public struct Households: Sendable {
  public let randomness: Randomness
  public let startDay: LocalDay
  private let parents: DiscreteTable
  private let parentCounts: [Int]
  private let children: DiscreteTable
  private let childCounts: [Int]
  private let observers: DiscreteTable
  private let observerCounts: [Int]
  private let students: DiscreteTable
  private let studentCounts: [Int]
  private let athletes: DiscreteTable
  private let athleteCounts: [Int]
  private let zones: DiscreteTable
  private let zoneHandles: [Zone]
  private let devicesPerAdult: DiscreteTable
  private let devicesPerAdultCounts: [Int]
  private let devicesPerChild: DiscreteTable
  private let devicesPerChildCounts: [Int]
  /// The friendships between households.
  public let friends: Friendships
  private let parameters: PopulationParameters
  private let behavior: BehaviorParameters
  private let temperaments: TraitSampler?
  private let ages: HouseholdAges
  private let sexes: HouseholdSexes
  /// The rate of the Poisson distribution of a person's number of habits.
  private let habitRate: Double

  /// Without traits, it costs little and knows everything but how people differ (`Traits`).
  public init(_ scenario: Scenario, hasTraits: Bool = true) {
    randomness = Randomness(seed: scenario.seed)
    startDay = scenario.firstDay
    parameters = scenario.population
    friends = Friendships(scenario)
    behavior = scenario.behavior
    temperaments = hasTraits ? TraitSampler(scenario) : nil
    sexes = HouseholdSexes(scenario)
    ages = HouseholdAges(scenario, sexes)
    let mean = behavior.habitsPerPersonMean
    habitRate =
      behavior.preserveMeans
      ? TruncatedPoisson(mean: mean, over: Self.habitCounts, isClamped: true).rate : mean
    (parents, parentCounts) = Self.table(parameters.parentsPerHousehold)
    (children, childCounts) = Self.table(parameters.childrenPerHousehold)
    (devicesPerAdult, devicesPerAdultCounts) = Self.table(parameters.devicesPerAdult)
    (devicesPerChild, devicesPerChildCounts) = Self.table(parameters.devicesPerChild)
    (observers, observerCounts) = Self.table(parameters.observersPerHousehold)
    (students, studentCounts) = Self.table(parameters.studentsPerHome)
    (athletes, athleteCounts) = Self.table(parameters.athletesPerTeam)
    zones = DiscreteTable(weights: parameters.zones.map(\.weight))
    zoneHandles = parameters.zones.map { place in
      guard let zone = Zone(named: place.zone) else {
        preconditionFailure("zone '\(place.zone)' was validated with the scenario")
      }
      return zone
    }
  }

  private static var habitCounts: ClosedRange<Int> { 1...8 }

  private static func table(_ weights: [WeightedCount]) -> (DiscreteTable, [Int]) {
    (DiscreteTable(weights: weights.map(\.weight)), weights.map(\.count))
  }

  /// A share of the households are teams, and a share of the others are homes of students.
  public func kind(of household: UInt32) -> HouseholdKind {
    let (teams, homes) = (parameters.teamFraction, parameters.studentHomeFraction)
    guard teams > 0 || homes > 0 else { return .family }
    let who = RandomSubject.household(household)
    func isDrawn(_ purpose: RandomPurpose, _ share: Double) -> Bool {
      share > 0 && randomness.draw(purpose, who: who, day: 0).chance(Probability(share))
    }
    if isDrawn(PopulationRandomPurpose.team, teams) { return .team }
    return isDrawn(PopulationRandomPurpose.studentHome, homes) ? .students : .family
  }

  /// The size of a household, before the last one is cut to the exact population.
  public func size(of household: UInt32) -> HouseholdSize {
    let who = RandomSubject.household(household)
    switch kind(of: household) {
    case .students:
      let draw = randomness.draw(PopulationRandomPurpose.students, who: who, day: 0)
      return .students(studentCounts[draw.index(in: students)])
    case .team:
      let draw = randomness.draw(PopulationRandomPurpose.athletes, who: who, day: 0)
      return .team(athletes: athleteCounts[draw.index(in: athletes)])
    case .family: return familySize(who)
    }
  }

  private func familySize(_ who: UInt64) -> HouseholdSize {
    let parentDraw = randomness.draw(PopulationRandomPurpose.parents, who: who, day: 0)
    let childDraw = randomness.draw(PopulationRandomPurpose.children, who: who, day: 0)
    var size = HouseholdSize(
      parents: parentCounts[parentDraw.index(in: parents)],
      children: childCounts[childDraw.index(in: children)])
    guard size.children > 0 else { return size }
    if observerCounts != [0] {
      size.observers =
        observerCounts[
          randomness.draw(PopulationRandomPurpose.observers, who: who, day: 0).index(in: observers)]
    }
    if parameters.coachFraction > 0,
      randomness.draw(PopulationRandomPurpose.coach, who: who, day: 0)
        .chance(Probability(parameters.coachFraction))
    {
      size.coaches = 1
    }
    return size
  }

  public func zone(of household: UInt32) -> Zone {
    let draw = randomness.draw(
      PopulationRandomPurpose.zone, who: RandomSubject.household(household), day: 0)
    return zoneHandles[draw.index(in: zones)]
  }

  /// The day of the run on which a household joins: its own day, or earlier by invitation of
  /// friends who have joined.
  public func joinDay(of household: UInt32) -> Int32 {
    let own = ownJoinDay(of: household)
    guard parameters.friendInvitedFraction > 0, let friend = friends.friend(of: household) else {
      return own
    }
    let draw = randomness.draw(
      PopulationRandomPurpose.friendInvites, who: RandomSubject.household(household), day: 0)
    guard draw.chance(Probability(parameters.friendInvitedFraction)) else { return own }
    return min(own, joinDay(of: friend) + 1 + Int32(draw.second.choice(of: 7)))
  }

  /// The day on which it would join uninvited. The first word of a draw is the quantile on the
  /// sign-up curve.
  private func ownJoinDay(of household: UInt32) -> Int32 {
    let (days, growth) = (parameters.joinDaysSpread, parameters.signUpGrowth)
    guard days > 0 else { return 0 }
    let draw = randomness.draw(
      PopulationRandomPurpose.joinDay, who: RandomSubject.household(household), day: 0)
    guard growth != 1 else { return Int32(draw.integer(below: UInt32(days))) }
    let share = Mathematics.log(1 + draw.unit * (growth - 1)) / Mathematics.log(growth)
    return min(Int32(days) - 1, Int32(share * Double(days)))
  }

  /// Whether people have individual traits.
  public var hasTraits: Bool { temperaments != nil }

  /// A person by number, as the member at index `place` of a household.
  public func person(_ index: UInt32, place: Int, of household: UInt32) -> Person {
    // The whole household, even if the population ends within it: that changes no one's age.
    let size = size(of: household)
    let role = size.role(at: place)
    let first = index - UInt32(place)
    let ageDays = ages.days(ofPlace: place, in: size, firstPerson: first)
    var person = person(index, as: role, ageDays: ageDays, of: household, size.kind)
    person.isFemale = sexes.isFemale(atPlace: place, in: size, firstPerson: first)
    // The first of a household invites the others; children are there with their parents, and
    // athletes with their team.
    let mayJoinLater = role != .child && role != .athlete
    if place > 0 && mayJoinLater && parameters.laterJoinerFraction > 0 { joinLater(&person) }
    return person
  }

  /// A person by number, and by their role in their household.
  func person(
    _ index: UInt32, as role: Role, ageDays: Int, of household: UInt32, _ kind: HouseholdKind
  ) -> Person {
    let (who, isChild) = (RandomSubject.person(index), role == .child)
    let ageYears = HouseholdAges.years(ofDays: ageDays)
    let motivation = randomness.draw(PopulationRandomPurpose.motivation, who: who, day: 0)
    let devices = randomness.draw(PopulationRandomPurpose.devices, who: who, day: 0)
    let habits = randomness.draw(PopulationRandomPurpose.habitCount, who: who, day: 0)
    let logsForItself = !isChild || ageYears >= parameters.childLogsFromAgeYears
    var person = Person(
      index: index,
      role: role,
      born: startDay.adding(days: -ageDays),
      logsForItself: logsForItself,
      deviceCount: !logsForItself
        ? 0
        : isChild
          ? devicesPerChildCounts[devices.index(in: devicesPerChild)]
          : devicesPerAdultCounts[devices.index(in: devicesPerAdult)],
      habitCount: min(
        Self.habitCounts.upperBound,
        max(Self.habitCounts.lowerBound, habits.poisson(mean: habitRate))),
      motivation: motivation.normal(mean: 0, deviation: behavior.openLogitDeviation))
    if role == .athlete { person.team = household }
    temperaments?.shape(&person, ageYears: ageYears, of: household, kind)
    return person
  }

  /// Some of the adults join later than the first of their household, with a phone.
  private func joinLater(_ person: inout Person) {
    let draw = randomness.draw(
      PopulationRandomPurpose.comesLater, who: RandomSubject.person(person.index), day: 0)
    guard draw.chance(Probability(parameters.laterJoinerFraction)) else { return }
    let days = draw.swapped
      .logNormal(median: parameters.laterJoinDelayDaysMedian, sigma: 1)
    person.joinsAfter = Int32(min(3650, days))
    person.deviceCount = min(1, person.deviceCount)
  }
}
