public import Chronology
public import DomainCore

/// NUT-2 told from the log alone: what somebody did or was to do on a day that counts as training.
///
/// What a calendar has written is heard as the tap that would have written it
/// (`CalendarLinkModel`).
public struct ActivityModel: ReferenceModel {
  private struct Mark: Hashable {
    var occurrence: OccurrenceID
    var person: UInt16
  }

  /// A session or an assignment.
  private struct Work: Hashable {
    var entity: Entity
    var day: Int32
  }

  private struct WorkProgress {
    var person: UInt16
    var day: LocalDay
    var time = LatestWrite()
    var report = LatestWrite()
    var isGone = false
    var isAssigned: Bool
    /// When it was made for; nil where that is its template's business.
    var made: SessionTime?
    /// The other days on which it ever was to be done.
    var others: [LocalDay] = []

    var dueOn: LocalDay {
      time.version == .never ? day : SessionTime(packed: time.value).day
    }

    /// The day of which it was done.
    var doneOn: LocalDay? {
      guard !isGone, EffortReport(packed: report.value).isDone, report.version != .never else {
        return nil
      }
      return dueOn
    }

    mutating func move(to time: UInt64, _ fact: Fact) {
      self.time.take(time, fact)
      others.append(SessionTime(packed: time).day)
    }
  }

  public private(set) var plan = ScheduleModel()
  private var marks: [Mark: LatestWrite] = [:]
  private var markOrder: [Mark] = []
  private var templates: [Entity: MemberHandle] = [:]
  private var works: [Work: WorkProgress] = [:]
  private var workOrder: [Work] = []

  public init() {}

  /// Takes in the next fact of the log that was not refused.
  public mutating func ingest(_ fact: Fact) {
    if fact.kind == .attendanceSet { mark(fact) }
    switch fact.kind.area {
    case .schedule: plan.ingest(fact)
    case .training: ingestWork(fact)
    default: break
    }
  }

  private mutating func mark(_ fact: Fact) {
    let said = AttendancePayload(fact.payload)
    let occurrence = OccurrenceID(fact.entity, said.day)
    guard plan.knows(fact.entity) else { return }
    let mark = Mark(occurrence: occurrence, person: fact.subject.index)
    if marks[mark] == nil { markOrder.append(mark) }
    marks[mark, default: LatestWrite()].take(said.attended ? 1 : 0, fact)
  }

  private mutating func ingestWork(_ fact: Fact) {
    let change = TrainingChange(fact.payload, hasDay: fact.kind == .sessionChanged)
    let work = Work(entity: fact.entity, day: change.dayNumber)
    switch fact.kind {
    case .sessionCreated, .workoutAssigned:
      add(
        Work(entity: fact.identity, day: SessionKey.byHand), of: fact.subject,
        on: SessionPlan(fact.payload).time.day, isAssigned: fact.kind == .workoutAssigned,
        made: SessionPlan(fact.payload).time)
    case .templateCreated: templates[fact.identity] = fact.subject
    case .sessionGenerated:
      let day = LocalDay(number: Int32(truncatingIfNeeded: fact.payload.first))
      guard let owner = templates[fact.entity] else { return }
      add(Work(entity: fact.entity, day: day.number), of: owner, on: day)
    case .sessionChanged:
      switch SessionField(rawValue: change.field) {
      case .time: works[work]?.move(to: change.value, fact)
      case .completion: works[work]?.report.take(change.value, fact)
      case .deletion: works[work]?.isGone = true
      default: break
      }
    case .assignmentChanged:
      switch AssignmentField(rawValue: change.field) {
      case .time: works[work]?.move(to: change.value, fact)
      case .completion: works[work]?.report.take(change.value, fact)
      case .withdrawal: works[work]?.isGone = true
      default: break
      }
    default: break
    }
  }

  private mutating func add(
    _ work: Work, of person: MemberHandle, on day: LocalDay, isAssigned: Bool = false,
    made: SessionTime? = nil
  ) {
    guard works[work] == nil else { return }
    works[work] = WorkProgress(person: person.index, day: day, isAssigned: isAssigned, made: made)
    workOrder.append(work)
  }

  // MARK: Reading

  /// The days of somebody that count, each as often as it does.
  public struct CountedDays {
    /// What was done, whatever has become of the plan since.
    var completedDays: [LocalDay] = []
    /// What was planned, and what became of it: missed, or nobody has said.
    var planned: [LocalDay] = []
    var missed: [LocalDay] = []
    var unreported: [LocalDay] = []

    public init() {}

    /// How often they trained in the four weeks that end with a day.
    public func trainings(on day: LocalDay) -> Int {
      func count(_ days: [LocalDay], _ first: Int, _ last: Int) -> Int {
        days.count { day.adding(days: first) <= $0 && $0 <= day.adding(days: last) }
      }
      let done = count(completedDays, -27, 0)
      if done + count(missed, -27, 0) == 0 { return count(planned, 0, 27) }
      return done + count(unreported, -27, 0)
    }
  }

  /// The days of which somebody did a session or what a coach had assigned, each as often.
  public func worksDone(by person: MemberHandle) -> [LocalDay] {
    workOrder.compactMap { work in
      works[work].flatMap { $0.person == person.index ? $0.doneOn : nil }
    }
  }

  /// A session, or what a coach has assigned: when it is to be done, and when it ever was.
  public struct Planned {
    public var session: SessionKey
    public var isAssigned: Bool
    /// Neither deleted nor withdrawn.
    public var isListed: Bool
    public var day: LocalDay
    public var daysEver: [LocalDay]
    /// When it is now; nil where nobody has said it but the template.
    public var time: SessionTime?
    public var isDone: Bool
    /// How hard it was, if somebody said so.
    public var effort: UInt8?
  }

  /// What somebody is to do by sessions and assignments, in the order in which they were made.
  public func works(of person: MemberHandle) -> [Planned] {
    workOrder.compactMap { work in
      guard let doing = works[work], doing.person == person.index else { return nil }
      let isByHand = work.day == SessionKey.byHand
      return Planned(
        session: isByHand
          ? SessionKey(work.entity)
          : SessionKey(template: work.entity, on: LocalDay(number: work.day)),
        isAssigned: doing.isAssigned, isListed: !doing.isGone, day: doing.dueOn,
        daysEver: [doing.day] + doing.others,
        time: doing.time.version == .never ? doing.made : SessionTime(packed: doing.time.value),
        isDone: doing.doneOn != nil, effort: EffortReport(packed: doing.report.value).effort)
    }
  }

  /// What counts of somebody in some days; `workouts` are the days on which they did one, each
  /// once.
  public func course(
    of person: UInt16, in days: ClosedRange<LocalDay>, workouts: [LocalDay]
  ) -> CountedDays {
    var course = CountedDays()
    course.completedDays = workouts
    for work in workOrder {
      guard let doing = works[work], doing.person == person else { continue }
      if let done = doing.doneOn { course.completedDays.append(done) }
    }
    for mark in markOrder where mark.person == person && marks[mark]?.value == 1 {
      if !plan.isCancelled(mark.occurrence) {
        course.completedDays.append(plan.day(of: mark.occurrence))
      }
    }
    for occurrence in plan.planned(for: person, in: days) {
      let day = plan.day(of: occurrence)
      course.planned.append(day)
      switch marks[Mark(occurrence: occurrence, person: person)]?.value {
      case nil: course.unreported.append(day)
      case 0: course.missed.append(day)
      default: break
      }
    }
    return course
  }
}
