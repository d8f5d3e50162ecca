import Chronology
import DomainCore
public import Scenarios

/// The consequences of a scenario's assumptions about people: who they are and when they would open
/// the app, simulated without devices, network or groups, and counting everybody who opens the app
/// as active.
///
/// It takes a moment, so that one can question the assumptions before trusting a metric.
public struct PopulationSummary: Sendable {
  public private(set) var households = 0
  public private(set) var people = 0
  public private(set) var children = 0
  /// By the numbers of the kinds of homes, the households and people of each.
  public private(set) var homes = HouseholdKind.allCases.map { _ in (households: 0, people: 0) }
  /// The people who use the app.
  public private(set) var users = 0
  public private(set) var devices = 0
  public private(set) var demography = Demography()
  /// By the numbers of the personas, the users of each.
  public private(set) var personas = [Int](repeating: 0, count: Persona.allCases.count)
  /// By hours after midnight and by weekdays from Monday on, the sessions and the days with any.
  public private(set) var hours = [Int](repeating: 0, count: 24)
  public private(set) var weekdays = [Int](repeating: 0, count: 7)
  public private(set) var sessions = 0
  public private(set) var activeDays = 0
  /// By days since their first one, how many users could be active and how many were.
  public private(set) var retention: [(ripe: Int, active: Int)]
  /// Users who were ever active, who ever had seven active days in a row, who ever became dormant
  /// and returned, and who left.
  public private(set) var begun = 0
  public private(set) var streaks = 0
  public private(set) var streakShape: StreakDistribution
  public private(set) var lapsed = 0
  public private(set) var returned = 0
  public private(set) var left = 0
  public let days: Int

  /// The first people of a scenario, up to so many.
  public init(_ scenario: Scenario, peopleMax: Int = 4000) {
    days = min(scenario.days, 180)
    retention = Array(repeating: (0, 0), count: days)
    streakShape = StreakDistribution(days: days)
    let marks = UserAttributes(scenario)
    let (all, behavior, course) = (
      Households(scenario), Behavior(scenario), LifecycleModel(scenario)
    )
    let wanted = min(scenario.people, peopleMax)
    while people < wanted {
      let number = UInt32(households)
      let size = all.size(of: number).limited(to: wanted - people)
      let members = (0..<size.people).map {
        all.person(UInt32(people + $0), place: $0, of: number)
      }
      households += 1
      people += size.people
      children += size.children
      homes[Int(size.kind.rawValue)].households += 1
      homes[Int(size.kind.rawValue)].people += size.people
      demography.add(members, size.kind, on: scenario.firstDay, marks)
      simulate(members, from: Int(all.joinDay(of: number)), number, scenario, behavior, course)
    }
  }

  /// The share of users active on a day after their first, of those for whom that day is known.
  public func retention(day: Int) -> Double? {
    guard day < days, retention[day].ripe > 0 else { return nil }
    return Double(retention[day].active) / Double(retention[day].ripe)
  }

  private struct SimulatedLife {
    var person: Person
    var state = PersonState()
    var engagement = EngagementState()
    var active: [Bool] = []
    var run = 0
    var hasStreak = false
  }

  private mutating func simulate(
    _ members: [Person], from joinDay: Int, _ number: UInt32, _ scenario: Scenario,
    _ behavior: Behavior, _ course: LifecycleModel?
  ) {
    var lives = members.filter(\.logsForItself).map { SimulatedLife(person: $0) }
    var home = HouseholdState()
    for day in min(joinDay, days)..<days {
      let date = scenario.firstDay.adding(days: day)
      home.users = Int32(lives.count)
      home.activeYesterday = Int32(lives.filter(\.state.wasActive).count)
      course?.begin(date, of: number, &home)
      for place in lives.indices where !lives[place].state.hasLeft {
        wakeUp(&lives[place], at: home, on: date, behavior, course)
      }
    }
    for life in lives { note(life) }
  }

  private mutating func wakeUp(
    _ life: inout SimulatedLife, at home: HouseholdState, on date: LocalDay, _ behavior: Behavior,
    _ course: LifecycleModel?
  ) {
    let plan: DayPlan
    if let course {
      course.wakeUp(life.person, &life.state, &life.engagement, at: home, on: date)
      if life.state.hasLeft { return }
      let opening = course.openProbability(
        life.person, &life.engagement, life.state, at: home, on: date)
      plan = behavior.plan(life.person, opening: opening, on: date)
    } else {
      behavior.wakeUp(life.person, &life.state, on: date)
      if life.state.hasLeft { return }
      plan = behavior.plan(life.person, life.state, on: date)
    }
    life.state.tenure += 1
    let isActive = plan.sessionCount > 0
    life.state.wasActive = isActive
    if isActive || !life.active.isEmpty { life.active.append(isActive) }
    life.run = isActive ? life.run + 1 : 0
    if life.run >= 7 { life.hasStreak = true }
    guard isActive else { return }
    activeDays += 1
    weekdays[date.weekday - 1] += 1
    sessions += plan.sessionCount
    for session in 0..<plan.sessionCount {
      hours[min(23, Int(plan.starts[session]) / 3_600_000)] += 1
    }
  }

  private mutating func note(_ life: SimulatedLife) {
    users += 1
    devices += life.person.deviceCount
    personas[Int(life.person.traits.persona.rawValue)] += 1
    if life.state.hasLeft { left += 1 }
    guard !life.active.isEmpty else { return }
    begun += 1
    streakShape.add(life.active)
    if life.hasStreak { streaks += 1 }
    if life.engagement.lapses > 0 { lapsed += 1 }
    if life.engagement.returns > 0 { returned += 1 }
    // A user who has left still counts in the denominator.
    let followed = life.state.hasLeft ? days - 1 : life.active.count - 1
    for day in 0...followed {
      retention[day].ripe += 1
      if day < life.active.count && life.active[day] { retention[day].active += 1 }
    }
  }
}
