public import Base
public import Chronology
import Environment
import DomainCore
public import Population
public import Scenarios
public import SimulatedWorld

/// People as a source of steps: they wake up, open the app, log, look at what it shows, and leave.
///
/// They read of the world only what their devices show them, and change it only by steps.
public struct WorkloadGenerator: StepSource, ~Copyable {
  let behaviorContext: BehaviorContext
  var people: FlatArray<SimulatedPerson>
  /// What happens inside people, by their places; empty where they only leave.
  var engagementStates = FlatArray<EngagementState>()
  /// What happened inside people, day by day, where it is kept.
  public internal(set) var states = FlatArray<StateRecord>()
  /// What households go through together.
  var homes = FlatArray<HouseholdState>()
  /// What their own schedule has for them: when a day begins, when a session does.
  var schedule: EventQueue
  var activities: FlatArray<Activities>
  var habitRecords: FlatArray<SimulatedHabit>
  /// What people log on the day that they live.
  var logging: DailyLogSampler
  /// The groups of neighbors, by number.
  var groups: FlatArray<GroupFormation>
  /// The menus on the phones of those who eat in a dining hall, by person.
  var menus: [MenuCache] = []
  let days: Int

  /// The people of an inventory that was made from `persons`, in their order.
  public init(_ persons: [Person], in world: borrowing World, _ behaviorContext: BehaviorContext) {
    self.behaviorContext = behaviorContext
    days = world.settings.days
    people = FlatArray(capacity: persons.count)
    for (index, person) in persons.enumerated() {
      people.append(SimulatedPerson(person: person, joinDay: world.directory.people[index].joinDay))
    }
    if behaviorContext.course != nil {
      engagementStates = FlatArray(repeating: EngagementState(), count: persons.count)
      homes = FlatArray(repeating: HouseholdState(), count: world.directory.households.count)
    }
    schedule = EventQueue(start: world.settings.start)
    activities = FlatArray(repeating: Activities(), count: persons.count)
    habitRecords = FlatArray(capacity: persons.count * 4)
    logging = DailyLogSampler(of: behaviorContext.behavior, people: persons.count)
    groups = FlatArray(repeating: GroupFormation(), count: world.setup.groupCount)
    for household in 0..<world.directory.households.count {
      schedule.schedule(
        at: world.settings.start, kind: WorkloadEvent.begins.rawValue, target: UInt32(household))
    }
  }

  public var nextTime: Instant? { schedule.nextTime }

  public mutating func act(in world: inout World) {
    guard let event = schedule.next(before: Instant(milliseconds: .max)) else { return }
    guard let kind = WorkloadEvent(rawValue: event.kind) else {
      preconditionFailure("nothing else was scheduled")
    }
    let target = Int(event.target)
    switch kind {
    case .begins: begin(household: target, &world)
    case .dayBegins: beginDay(Int32(event.payload), of: target, &world)
    case .sessionOpens:
      openSession(Int(event.detail), of: target, day: Int32(event.payload), &world)
    case .sessionActs:
      actInSession(Int(event.detail), of: target, day: Int32(event.payload), &world)
    case .refresh: refresh(target, &world)
    case .clockJumps: jumpClock(of: target, day: Int32(event.payload), &world)
    case .serverFails: failOver(on: Int32(event.payload), &world)
    case .regrets:
      regret(Int(event.detail), of: target, day: Int32(event.payload), &world)
    case .serverIsDown: startOutage(on: Int32(event.payload), &world)
    case .installChanges:
      changeInstall(of: target, event.detail, day: Int32(event.payload), &world)
    case .groupMeets: joinGroupTogether(target, &world)
    case .appUpdates: updateApp(on: target, day: Int32(event.payload), &world)
    case .appEnds:
      terminateApp(of: target, session: Int(event.detail), day: Int32(event.payload), &world)
    case .calendarEdited:
      editCalendar(of: target, number: Int(event.detail), day: Int32(event.payload), &world)
    }
  }

  func date(of day: Int32) -> LocalDay { behaviorContext.firstDay.adding(days: Int(day)) }

  func runDay(_ day: LocalDay) -> Int32 { day.number - behaviorContext.firstDay.number }
}

/// What people's own schedule has for them.
enum WorkloadEvent: UInt16 {
  /// A household is there; its first day is still to come.
  case begins = 0
  case dayBegins = 1
  /// A person opens the app; the detail is the session's number.
  case sessionOpens = 2
  /// What is done in the session, at its end.
  case sessionActs = 3
  /// A sleeping device asks for news.
  case refresh = 4
  /// Somebody edits the household's external calendar.
  case calendarEdited = 5
  /// A device's clock jumps, or is set by hand.
  case clockJumps = 6
  /// The community's server begins anew.
  case serverFails = 7
  /// Something becomes of the app on a device; the detail says what.
  case installChanges = 8
  /// The app that somebody has just used is ended; the detail is the session's number.
  case appEnds = 9
  /// The community's server cannot be reached.
  case serverIsDown = 10
  /// Somebody wants back what they have deleted; the detail is the session's number, and behind it
  /// which thing of the session it was.
  case regrets = 11
  /// A device gets the version of the app that is at hand.
  case appUpdates = 12
  /// Neighbours join their group at the same second.
  case groupMeets = 13
}

/// A person with what they carry from day to day.
struct SimulatedPerson: BitwiseCopyable {
  var person: Person
  /// The first day of the run on which they would use the app.
  var joinDay: Int32
  var state = PersonState()
  var plan = DayPlan()
  /// The first of the person's own habits, negative when there is none.
  var firstHabit = -1
  var hasSetUp = false
}

/// A habit as its owner thinks of it.
struct SimulatedHabit: BitwiseCopyable {
  var entity: Entity
  var owner: Int
  /// The next habit of the same owner, negative at the end.
  var next: Int
  var isLive = true
}

/// How far neighbors are with their group.
struct GroupFormation: BitwiseCopyable {
  /// Who has tried to found it; negative for nobody.
  var founder = -1
  var meeting = SimultaneousJoin.notAgreed

  /// Whether they are to join it all at once.
  enum SimultaneousJoin: BitwiseCopyable { case notAgreed, agreed, over }
}
