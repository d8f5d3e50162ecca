public import Chronology
public import DomainCore

/// A reference model of NUT-2, computed from the log alone: a person's completed and planned
/// training on a day.
///
/// A change from an external calendar is processed as the equivalent tap (`CalendarLinkModel`).
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
    /// When it was made for; nil where its template defines that.
    var made: SessionTime?
    /// The other days that it was ever planned for.
    var others: [LocalDay] = []

    var dueOn: LocalDay {
      time.version == .never ? day : SessionTime(packed: time.value).day
    }

    /// The day on which it was done.
    var doneOn: LocalDay? {
      guard !isGone, EffortReport(packed: report.value).isDone, report.version != .never else {
        return nil
      }
      return dueOn
    }

    mutating func move(to time: UInt64, _ fact: Fact) {
      self.time.merge(time, fact)
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

  /// Processes the next accepted fact of the log.
  public mutating func ingest(_ fact: Fact) {
    if fact.kind == .attendanceSet { mark(fact) }
    switch fact.kind.area {
    case .schedule: plan.ingest(fact)
    case .training: ingestWork(fact)
    default: break
    }
  }

  private mutating func mark(_ fact: Fact) {
    let payload = AttendancePayload(fact.payload)
    let occurrence = OccurrenceID(fact.entity, payload.day)
    guard plan.knows(fact.entity) else { return }
    let mark = Mark(occurrence: occurrence, person: fact.subject.index)
    if marks[mark] == nil { markOrder.append(mark) }
    marks[mark, default: LatestWrite()].merge(payload.attended ? 1 : 0, fact)
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
      case .completion: works[work]?.report.merge(change.value, fact)
      case .deletion: works[work]?.isGone = true
      default: break
      }
    case .assignmentChanged:
      switch AssignmentField(rawValue: change.field) {
      case .time: works[work]?.move(to: change.value, fact)
      case .completion: works[work]?.report.merge(change.value, fact)
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

  /// The days of a person that count, each as often as it counts.
  public struct CountedDays {
    /// The completed training, whatever happened to the plan since.
    var completedDays: [LocalDay] = []
    /// The planned training that was missed or has no report.
    var planned: [LocalDay] = []
    var missed: [LocalDay] = []
    var unreported: [LocalDay] = []

    public init() {}

    /// The number of trainings in the four weeks that end with a day.
    public func trainings(on day: LocalDay) -> Int {
      func count(_ days: [LocalDay], _ first: Int, _ last: Int) -> Int {
        days.count { day.adding(days: first) <= $0 && $0 <= day.adding(days: last) }
      }
      let done = count(completedDays, -27, 0)
      if done + count(missed, -27, 0) == 0 { return count(planned, 0, 27) }
      return done + count(unreported, -27, 0)
    }
  }

  /// The days on which a person completed a session or a coach's assignment, once for each.
  public func worksDone(by person: MemberHandle) -> [LocalDay] {
    workOrder.compactMap { work in
      works[work].flatMap { $0.person == person.index ? $0.doneOn : nil }
    }
  }

  /// A session or a coach's assignment: when it is planned, and when it ever was.
  public struct Planned {
    public var session: SessionKey
    public var isAssigned: Bool
    /// Whether it is neither deleted nor withdrawn.
    public var isListed: Bool
    public var day: LocalDay
    public var daysEver: [LocalDay]
    /// Its current time; nil where only the template defines it.
    public var time: SessionTime?
    public var isDone: Bool
    /// The reported effort, if any.
    public var effort: UInt8?
  }

  /// A person's sessions and assignments, in the order of creation.
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

  /// The days of a person that count in a range; `workouts` are the days with a workout, each once.
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
