public import Chronology
public import DomainCore

/// A reference model of TRN-1…TRN-3, computed from the log alone: the generated sessions of
/// templates, the number of workouts on a day, and the completion of a coach's assignments.
public struct TrainingModel: ReferenceModel {
  /// The plan of a template when its session of a day was first generated.
  public struct Generated: Equatable {
    public var template: Entity
    public var day: LocalDay
    public var owner: MemberHandle
    public var plan: SessionPlan
  }

  /// A coach's assignments to an athlete: how many were not withdrawn, and how many are done.
  public struct Rate: Equatable {
    public var coach: MemberHandle
    public var athlete: MemberHandle
    public var due: Int32 = 0
    public var completed: Int32 = 0
  }

  private struct Template {
    var owner: MemberHandle
    var blueprint: TemplateBlueprint
    var title = Version.never
    var time = Version.never
    var character = Version.never
    var rule: LatestWrite
    var isDeleted = false
  }

  private struct Session: Hashable {
    var template: Entity
    var day: LocalDay
  }

  private struct Assignment {
    var coach: MemberHandle
    var athlete: MemberHandle
    var due: LocalDay
    var timed = Version.never
    var isWithdrawn = false
    var reported = Version.never
    var isDone = false
  }

  private struct Logged {
    var person: MemberHandle
    var day: LocalDay
    var isDeleted = false
  }

  private var templates: [Entity: Template] = [:]
  /// The index of each generated session.
  private var made: [Session: Int] = [:]
  public private(set) var generated: [Generated] = []
  private var assignments: [Assignment] = []
  private var assignmentPlaces: [Entity: Int] = [:]
  private var workouts: [Logged] = []
  private var workoutPlaces: [Entity: Int] = [:]

  public init() {}

  /// Processes the next accepted fact of the log.
  public mutating func ingest(_ fact: Fact) {
    switch fact.kind {
    case .templateCreated:
      let blueprint = TemplateBlueprint(fact.payload)
      templates[fact.identity] = Template(
        owner: fact.subject, blueprint: blueprint,
        rule: LatestWrite(version: .never, value: blueprint.recurrence.packed))
    case .templateChanged: change(fact)
    case .sessionGenerated: generate(fact)
    case .workoutAssigned:
      assignmentPlaces[fact.identity] = assignments.count
      let due = SessionPlan(fact.payload).time.day
      assignments.append(Assignment(coach: fact.author, athlete: fact.subject, due: due))
    case .assignmentChanged: assign(fact)
    case .workoutLogged:
      workoutPlaces[fact.identity] = workouts.count
      workouts.append(Logged(person: fact.subject, day: WorkoutLog(fact.payload).day))
    case .trainingLogDeleted:
      if let place = workoutPlaces[fact.entity] { workouts[place].isDeleted = true }
    default: break
    }
  }

  private mutating func change(_ fact: Fact) {
    let change = TrainingChange(fact.payload, hasDay: false)
    guard var template = templates[fact.entity] else { return }
    switch TemplateField(rawValue: change.field) {
    case .title where template.title < fact.version:
      template.title = fact.version
      template.blueprint.title = TextHandle(UInt32(truncatingIfNeeded: change.value))
    case .time where template.time < fact.version:
      template.time = fact.version
      let time = SessionTime(packed: change.value)
      template.blueprint.minuteOfDay = time.minuteOfDay
      template.blueprint.minutes = time.minutes
    case .character where template.character < fact.version:
      template.character = fact.version
      template.blueprint.character = SessionCharacter(packed: change.value)
    case .recurrence: template.rule.merge(change.value, fact)
    case .deletion: template.isDeleted = true
    default: return
    }
    templates[fact.entity] = template
  }

  private mutating func generate(_ fact: Fact) {
    let day = LocalDay(number: Int32(truncatingIfNeeded: fact.payload.first))
    guard let template = templates[fact.entity],
      made[Session(template: fact.entity, day: day)] == nil
    else { return }
    made[Session(template: fact.entity, day: day)] = generated.count
    let blueprint = template.blueprint
    let time = SessionTime(
      day: day, minuteOfDay: blueprint.minuteOfDay, minutes: blueprint.minutes)
    generated.append(
      Generated(
        template: fact.entity, day: day, owner: template.owner,
        plan: SessionPlan(title: blueprint.title, time: time, character: blueprint.character)))
  }

  private mutating func assign(_ fact: Fact) {
    let change = TrainingChange(fact.payload, hasDay: false)
    guard let place = assignmentPlaces[fact.entity] else { return }
    switch AssignmentField(rawValue: change.field) {
    case .withdrawal: assignments[place].isWithdrawn = true
    case .time where assignments[place].timed < fact.version:
      assignments[place].timed = fact.version
      assignments[place].due = SessionTime(packed: change.value).day
    case .completion where assignments[place].reported < fact.version:
      assignments[place].reported = fact.version
      assignments[place].isDone = EffortReport(packed: change.value).isDone
    default: break
    }
  }

  // MARK: Reading

  /// The planned time of a generated session.
  public func plannedTime(_ template: Entity, _ day: LocalDay) -> SessionTime? {
    made[Session(template: template, day: day)].map { generated[$0].plan.time }
  }

  /// TRN-1: the sessions that a person's templates plan on a day and that are not generated yet, in
  /// order.
  public func ungenerated(for person: MemberHandle, on day: LocalDay) -> [Entity] {
    // Day zero was a Thursday.
    let weekday = ((day.number + 3) % 7 + 7) % 7
    return templates.filter { entity, template in
      let rule = TemplateRecurrence(packed: template.rule.value)
      return template.owner == person && !template.isDeleted && rule.first <= day
        && rule.length.map { Int(day.number) - Int(rule.first.number) <= Int($0) } ?? true
        && Int(rule.weekdays.rawValue) & 1 << weekday != 0
        && made[Session(template: entity, day: day)] == nil
    }.keys.sorted()
  }

  /// The completion of each coach's assignments to each athlete that are due by a day, in the order
  /// of the first of them.
  public func rates(asOf day: LocalDay) -> [Rate] {
    var rates: [Rate] = []
    for one in assignments {
      let place =
        rates.firstIndex { $0.coach == one.coach && $0.athlete == one.athlete } ?? rates.count
      if place == rates.count { rates.append(Rate(coach: one.coach, athlete: one.athlete)) }
      if one.isWithdrawn || one.due > day { continue }
      rates[place].due += 1
      if one.isDone { rates[place].completed += 1 }
    }
    return rates
  }

  /// The days of a person's logged workouts that were not deleted.
  public func workoutDays(of person: MemberHandle) -> [LocalDay] {
    workouts.filter { $0.person == person && !$0.isDeleted }.map(\.day)
  }

  /// The days with logged workouts, each with the number that were not deleted.
  public func workoutDays() -> [(person: MemberHandle, day: LocalDay, count: Int)] {
    struct Key: Hashable {
      var person: UInt16
      var day: LocalDay
    }
    var places: [Key: Int] = [:]
    var days: [(person: MemberHandle, day: LocalDay, count: Int)] = []
    for workout in workouts {
      let key = Key(person: workout.person.index, day: workout.day)
      let place = places[key] ?? days.count
      if place == days.count {
        places[key] = place
        days.append((person: workout.person, day: workout.day, count: 0))
      }
      if !workout.isDeleted { days[place].count += 1 }
    }
    return days
  }
}
