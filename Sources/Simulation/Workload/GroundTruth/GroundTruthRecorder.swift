public import Base
import Chronology
public import DomainCore
public import Metrics
public import SimulatedWorld

/// What really happened, person by person and day by day, whatever a server knows of it.
///
/// It listens to the results of steps and records the truth. At the watermark it reads the server's
/// view into the other half of the same rows.
public struct GroundTruthRecorder: ~Copyable {
  /// The true history of a habit.
  struct HabitHistory: BitwiseCopyable {
    var owner: Int
    var createdDay: Int32
    var deletedDay: Int32 = .max
    var archivedDay: Int32 = .max

    /// The first day on which it is no longer due.
    var endedDay: Int32 { min(deletedDay, archivedDay) }
  }

  let days: Int
  let firstDay: LocalDay
  let deadlineMilliseconds: Int64
  let watermark: Instant
  /// A row for each day of each person, person by person.
  var records: FlatArray<PersonDayRecord>
  /// The first day on which each person no longer belongs to the run.
  var leftDays: FlatArray<Int32>
  /// The areas, other than the core actions, in which each person ever submitted an operation.
  var areas: FlatArray<UInt16>
  /// The same, as far as the server accepted it.
  var observedAreas: FlatArray<UInt16>
  /// When each person made their first core action, and the day it counts for.
  var firstActions: FlatArray<Instant>
  var firstActionDays: FlatArray<Int32>
  /// The end of the 24-hour window in which each person's last action was recorded.
  private var noted24Until: FlatArray<Instant>
  let timeoutMilliseconds: Int64
  var habits = FlatArray<HabitHistory>()
  var habitByEntity = FlatMap()
  var habitDays: DoneDays
  /// Assigned workouts and their outcomes.
  var assignments = AssignmentRecorder()
  public internal(set) var latencies = LatencyHistogram()
  let recording: GroundTruthOptions
  /// When each person opened the app on their current device.
  var openedAt: FlatArray<Instant>
  /// The state of a person's app: it may have crashed and restarted while they had it open.
  enum App: UInt8, BitwiseCopyable { case closed, open, ended }
  /// By person.
  var apps: FlatArray<App>
  public internal(set) var sessions = FlatArray<SessionRecord>()
  public internal(set) var events = FlatArray<EventRecord>()

  public init(
    of world: borrowing World, deadlineHours: Int,
    recording: GroundTruthOptions = GroundTruthOptions()
  ) {
    self.recording = recording
    days = world.settings.days
    firstDay = world.settings.firstDay
    deadlineMilliseconds = Int64(deadlineHours) * Span.hour
    watermark = world.settings.watermark
    let people = world.directory.people.count
    records = FlatArray(repeating: PersonDayRecord(), count: people * days)
    leftDays = FlatArray(repeating: .max, count: people)
    areas = FlatArray(repeating: 0, count: people)
    observedAreas = FlatArray(repeating: 0, count: people)
    firstActions = FlatArray(repeating: Instant(milliseconds: .min), count: people)
    firstActionDays = FlatArray(repeating: 0, count: people)
    noted24Until = FlatArray(repeating: Instant(milliseconds: .min), count: people)
    timeoutMilliseconds = world.settings.sync.requestTimeoutMilliseconds
    openedAt = FlatArray(repeating: Instant(milliseconds: .min), count: people)
    apps = FlatArray(repeating: .closed, count: people)
    habitDays = DoneDays(dayCapacity: (days + 64) & ~63)
  }

  // MARK: Reading

  public func record(_ person: Int, day: Int) -> PersonDayRecord { records[person * days + day] }

  /// The first day on which a person no longer belongs to the run.
  public func leftDay(of person: Int) -> Int32 { leftDays[person] }

  /// Whether a person ever submitted an operation of an area.
  public func hasUsed(_ area: FactKind.Area, _ person: Int) -> Bool {
    areas[person] >> UInt16(area.rawValue) & 1 == 1
  }

  /// Whether the server ever accepted an operation of theirs in an area.
  public func isKnownToUse(_ area: FactKind.Area, _ person: Int) -> Bool {
    observedAreas[person] >> UInt16(area.rawValue) & 1 == 1
  }

  // MARK: Events

  /// Reads the events since the last call.
  public mutating func listen(to world: inout World) {
    for index in 0..<world.events.simulationEvents.count {
      listen(to: world.events.simulationEvents[index], in: world)
    }
    world.events.simulationEvents.removeAll()
  }

  @inline(__always)
  private mutating func listen(to happening: SimulationEvent, in world: borrowing World) {
    let day = Int(happening.day.number) - Int(firstDay.number)
    switch happening.kind {
    case .committed: committed(happening, day: day, world)
    case .refused: change(happening.person, day) { $0.refusals.addClamped(1) }
    case .decided:
      decided(happening, day: day)
      if recording.eventsOneIn != 0 { keep(happening, world) }
    case .opened:
      openedAt[happening.person] = happening.time
      apps[happening.person] = .open
    case .closed: closed(happening, day: day)
    case .crashed: crashed(happening, day: day)
    case .left: leftDays[happening.person] = Int32(day)
    }
  }

  /// Changes the row of a person's day, if it is one of the run's.
  mutating func change(
    _ person: Int, _ day: Int, _ body: (inout PersonDayRecord) -> Void
  ) {
    guard day >= 0, day < days else { return }
    body(&records[person * days + day])
  }

  private mutating func closed(_ happening: SimulationEvent, day: Int) {
    let opened = openedAt[happening.person]
    let wasEnded = apps[happening.person] == .ended
    apps[happening.person] = .closed
    change(happening.person, day) { record in
      record.sessions.addClamped(1)
      if wasEnded { record.crashedSessions.addClamped(1) }
      guard opened.milliseconds != .min else { return }
      record.sessionSeconds.addClamped(
        UInt16(clamping: (happening.time - opened) / Span.second))
    }
    guard recording.sessions, opened.milliseconds != .min, day >= 0, day < days else { return }
    sessions.append(
      SessionRecord(
        person: happening.person, device: Int(happening.device), opened: opened,
        closed: happening.time, day: happening.day))
  }

  /// The app crashed: it counts for the current session when that ends, or for the one before,
  /// which may have been yesterday's.
  private mutating func crashed(_ happening: SimulationEvent, day: Int) {
    if apps[happening.person] != .closed {
      apps[happening.person] = .ended
      return
    }
    let isYesterdays = day > 0 && day < days && record(happening.person, day: day).sessions == 0
    change(happening.person, isYesterdays ? day - 1 : day) { record in
      if record.crashedSessions < record.sessions { record.crashedSessions += 1 }
    }
  }

  /// Keeps an operation that the server has decided.
  private mutating func keep(_ happening: SimulationEvent, _ world: borrowing World) {
    guard recording.keepsEvents(ofPerson: world.directory.people[happening.person].number) else {
      return
    }
    events.append(
      EventRecord(
        person: happening.person, kind: happening.fact.kind, tapped: happening.fact.tapped,
        day: happening.fact.day, received: happening.time, reason: happening.reason))
  }

  private mutating func committed(_ happening: SimulationEvent, day: Int, _ world: borrowing World)
  {
    let isDue = happening.time + deadlineMilliseconds <= watermark
    let isCore = happening.fact.isCoreAction
    change(happening.person, day) { record in
      record.truth.operations.addClamped(1)
      if isDue { record.truth.operationsDue.addClamped(1) }
      if isCore { record.truth.actions.addClamped(1) }
    }
    if isCore { note24Hours(happening, day: day) }
    switch happening.fact.kind {
    case .mealLogged, .waterLogged, .wellnessSet: logged(happening, day: day, world)
    case .foodChanged, .foodMoved, .foodDeleted, .waterImported: foodChanged(happening, world)
    case .habitCreated, .completionSet, .habitDeleted, .habitRestored, .habitArchivedSet:
      habitChanged(happening, day: day, world)
    case .workoutLogged: trained(happening, world)
    case .workoutAssigned, .assignmentChanged: assigned(happening, world)
    default: break
    }
    if !isCore || happening.fact.kind.area == .goals {
      areas[happening.person] |= 1 << UInt16(happening.fact.kind.area.rawValue)
    }
  }

  /// Records the 24-hour window since the person's first core action that contains this one.
  @inline(__always)
  private mutating func note24Hours(_ happening: SimulationEvent, day: Int) {
    // Nearly all actions are in the same window as the one before.
    if happening.time >= noted24Until[happening.person] { noteNext24Hours(happening, day: day) }
  }

  private mutating func noteNext24Hours(_ happening: SimulationEvent, day: Int) {
    let person = happening.person
    if firstActions[person].milliseconds == .min {
      firstActions[person] = happening.time
      firstActionDays[person] = Int32(clamping: day)
    }
    let number = Int((happening.time - firstActions[person]) / Span.day)
    noted24Until[person] = firstActions[person] + Int64(number + 1) * Span.day
    change(person, Int(firstActionDays[person]) + number) { $0.isActive24Hours = true }
  }

  /// A workout was logged; it counts for the day that the fact names.
  private mutating func trained(_ happening: SimulationEvent, _ world: borrowing World) {
    let fact = happening.fact
    guard let subject = person(fact.subject, besides: happening.person, world) else { return }
    let day = Int(WorkoutLog(fact.payload).day.number) - Int(firstDay.number)
    change(subject, day) { $0.truth.workouts.addClamped(1) }
  }

  private mutating func logged(_ happening: SimulationEvent, day: Int, _ world: borrowing World) {
    let fact = happening.fact
    guard let subject = person(fact.subject, besides: happening.person, world) else { return }
    change(subject, day) { record in
      switch fact.kind {
      case .mealLogged:
        let meal = MealPortion(fact.payload)
        if !meal.isContinuation { record.truth.meals.addClamped(1) }
        record.truth.tenthKilocalories.addClamped(meal.total.tenthKilocalories)
      case .waterLogged:
        record.truth.waters.addClamped(1)
        record.truth.waterTenthOunces.addClamped(WaterAmount(fact.payload).tenthOunces)
      default:
        let score = WellnessScore(fact.payload)
        record.truth.mental = score.mental
        record.truth.physical = score.physical
      }
    }
  }

  /// The person of a family member; members who were added by a random command have none.
  func person(
    _ member: MemberHandle, besides person: Int, _ world: borrowing World
  ) -> Int? {
    world.directory.person(member, of: world.directory.people[person].household)
  }

  // MARK: Habits

  private mutating func habitChanged(
    _ happening: SimulationEvent, day: Int, _ world: borrowing World
  ) {
    let fact = happening.fact
    if fact.kind == .habitCreated {
      guard let owner = person(fact.subject, besides: happening.person, world) else { return }
      habitByEntity.insert(fact.entity.raw, handle: UInt32(habits.count))
      habits.append(HabitHistory(owner: owner, createdDay: Int32(max(0, day))))
      habitDays.addHabit()
      return
    }
    guard let place = habitByEntity[fact.entity.raw] else { return }
    let habit = Int(place)
    switch fact.kind {
    case .completionSet:
      let write = CompletionPayload(fact.payload)
      let marked = Int(write.day.number) - Int(firstDay.number)
      if marked >= 0 && marked < days { habitDays.set(habit, marked, write.done) }
    case .habitDeleted: habits[habit].deletedDay = Int32(day)
    case .habitRestored: habits[habit].deletedDay = .max
    default: habits[habit].archivedDay = fact.payload.first != 0 ? Int32(day) : .max
    }
  }

  // MARK: The server

  /// An operation has become durable on the server.
  private mutating func decided(_ happening: SimulationEvent, day: Int) {
    let (now, waited) = (happening.time.milliseconds, happening.waited)
    let isTaken = happening.reason == 0
    latencies.record(milliseconds: max(0, waited))
    let kind = happening.fact.kind
    if isTaken, !happening.fact.isCoreAction || kind.area == .goals {
      observedAreas[happening.person] |= 1 << UInt16(kind.area.rawValue)
    }
    let claimed = happening.fact.tapped.milliseconds
    let (deadline, timeout) = (deadlineMilliseconds, timeoutMilliseconds)
    let latest = watermark.milliseconds - deadline
    change(happening.person, day) { record in
      record.observed.operations.addClamped(1)
      if !isTaken { record.rejectedAfterAck.addClamped(1) }
      if now - waited <= latest, waited <= deadline {
        record.truth.operationsWithinDeadline.addClamped(1)
        if waited <= timeout { record.truth.operationsFirstAttempt.addClamped(1) }
      }
      // The server knows only the claimed time of the tap, and only of operations that arrived.
      guard claimed <= latest else { return }
      record.observed.operationsDue.addClamped(1)
      guard now - claimed <= deadline else { return }
      record.observed.operationsWithinDeadline.addClamped(1)
      if now - claimed <= timeout { record.observed.operationsFirstAttempt.addClamped(1) }
    }
  }
}
