public import Base
public import Chronology
import Environment
import DomainCore
public import Population
import Scenarios
public import SimulatedWorld

/// Simulated people as a source of steps: they wake up, open the app, log, view it, and leave.
///
/// They see of the world only what their devices show, and change it only by steps.
public struct WorkloadGenerator: StepSource, ~Copyable {
  let behaviorContext: BehaviorContext
  var people: FlatArray<SimulatedPerson>
  /// The people's engagement states, by index; empty if people only leave.
  var engagementStates = FlatArray<EngagementState>()
  /// The recorded engagement states, day by day, if the run records them.
  public internal(set) var states = FlatArray<StateRecord>()
  /// The shared states of households.
  var homes = FlatArray<HouseholdState>()
  /// The people's own schedule: when a day or a session begins.
  var schedule: EventQueue
  var activities: FlatArray<Activities>
  var habitRecords: FlatArray<SimulatedHabit>
  /// What people log on their current day.
  var logging: DailyLogSampler
  /// The groups of neighbors, by number.
  var groups: FlatArray<GroupFormation>
  /// The menus on the phones of people who eat in a dining hall, by person.
  var menus: [MenuCache] = []
  let days: Int

  /// The people of a setup that was made from `persons`, in the same order.
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
    case .diskFails: failDisk(of: target, event.detail, day: Int32(event.payload), &world)
    case .serverDiskFails: failServerDisk(event.detail, day: Int32(event.payload), &world)
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

/// The events of the people's own schedule.
enum WorkloadEvent: UInt16 {
  /// A household joins; its first day is still to come.
  case begins = 0
  case dayBegins = 1
  /// A person opens the app; the detail is the session's number.
  case sessionOpens = 2
  /// The session's actions, at its end.
  case sessionActs = 3
  /// A dormant device syncs in the background.
  case refresh = 4
  /// A person edits the household's external calendar.
  case calendarEdited = 5
  /// A device's clock jumps, or is set by hand.
  case clockJumps = 6
  /// The community's server fails over.
  case serverFails = 7
  /// A change of an install; the detail says which.
  case installChanges = 8
  /// The app crashes after use; the detail is the session's number.
  case appEnds = 9
  /// The community's server is unreachable.
  case serverIsDown = 10
  /// A person wants to undo a deletion; the detail is the session's number, and the index of the
  /// record in the session.
  case regrets = 11
  /// A device gets the current version of the app.
  case appUpdates = 12
  /// Neighbors join their group at the same second.
  case groupMeets = 13
  /// Something happens to a device's disk; the detail is the kind of fault.
  case diskFails = 14
  /// Something happens to the server's disk; the detail is the kind of fault.
  case serverDiskFails = 15
}

/// A person with the state that lasts from day to day.
struct SimulatedPerson: BitwiseCopyable {
  var person: Person
  /// The first day of the run on which they would use the app.
  var joinDay: Int32
  var state = PersonState()
  var plan = DayPlan()
  /// The first of the person's own habits, negative if there is none.
  var firstHabit = -1
  var hasSetUp = false
}

/// A habit as its owner remembers it.
struct SimulatedHabit: BitwiseCopyable {
  var entity: Entity
  var owner: Int
  /// The next habit of the same owner, negative at the end.
  var next: Int
  var isLive = true
}

/// The progress of neighbors with their group.
struct GroupFormation: BitwiseCopyable {
  /// The person who has tried to create it; negative for none.
  var founder = -1
  var meeting = SimultaneousJoin.notAgreed

  /// Whether they are to join it all at once.
  enum SimultaneousJoin: BitwiseCopyable { case notAgreed, agreed, over }
}
