public import Chronology
public import DomainCore

/// NUT-2 told from the log alone: what somebody did or was to do on a day that counts as training.
///
/// What a calendar has written follows from more than the one row, so once it has written anything
/// nothing is said.
public struct PlainActivity {
  private struct Write {
    var version = Version.never
    var value: UInt64 = 0

    mutating func take(_ value: UInt64, _ fact: Fact) {
      if version < fact.version { (version, self.value) = (fact.version, value) }
    }
  }

  private struct Sport {
    var season: UInt64
    var changed = Write()
    /// One above the last day with classes; zero where the sport was not put away.
    var archived = Write()
    var isDeleted = false

    func holds(_ day: LocalDay) -> Bool {
      let days = Season(packed: changed.version == .never ? season : changed.value)
      let last = archived.value == 0 ? days.last.number : Int32(truncatingIfNeeded: archived.value)
      return !isDeleted && days.contains(day) && day.number <= last
    }
  }

  private struct Class {
    var sport: Entity
    var start: LocalDay
    var moved = Write()
    var rule = PackedRecurrence.once
    var ruled = Version.never
    var isDeleted = false
    /// Whom it was made for, and since when others are in it, if they are.
    var first: UInt16
    var participants: [UInt16: (Write, since: LocalDay)] = [:]

    func isEverFor(_ person: UInt16) -> Bool {
      participants[person].map { $0.0.value == 1 } ?? (person == first)
    }

    func isFor(_ person: UInt16, on day: LocalDay) -> Bool {
      isEverFor(person) && (participants[person].map { $0.since <= day } ?? true)
    }

    /// On which of some days the rule gives one.
    func days(in days: ClosedRange<LocalDay>) -> [LocalDay] {
      let from = moved.version == .never ? start : ClassStart(packed: moved.value).day
      guard let rule = rule.rule else { return days.contains(from) ? [from] : [] }
      return Array(rule.days(from: from, first: days.lowerBound, through: days.upperBound))
    }
  }

  private struct Occurrence: Hashable {
    var made: Entity
    var day: LocalDay
  }

  private struct Mark: Hashable {
    var occurrence: Occurrence
    var person: UInt16
  }

  /// A session or an assignment.
  private struct Work: Hashable {
    var entity: Entity
    var day: Int32
  }

  private struct Doing {
    var person: UInt16
    var day: LocalDay
    var time = Write()
    var report = Write()
    var isGone = false

    /// The day of which it was done.
    var doneOn: LocalDay? {
      guard !isGone, EffortReport(packed: report.value).isDone, report.version != .never else {
        return nil
      }
      return time.version == .never ? day : SessionTime(packed: time.value).day
    }
  }

  private var sports: [Entity: Sport] = [:]
  private var classes: [Entity: Class] = [:]
  private var classOrder: [Entity] = []
  private var cancelled: [Occurrence: Write] = [:]
  private var moved: [Occurrence: Write] = [:]
  private var movedOrder: [Occurrence] = []
  private var marks: [Mark: Write] = [:]
  private var markOrder: [Mark] = []
  private var templates: [Entity: MemberHandle] = [:]
  private var works: [Work: Doing] = [:]
  private var workOrder: [Work] = []
  public private(set) var isCertain = true

  public init() {}

  /// Takes in the next fact of the log that was not refused.
  public mutating func hear(_ fact: Fact) {
    switch fact.kind.area {
    case .schedule: hearPlan(fact)
    case .training: hearWork(fact)
    case .calendar:
      if fact.kind == .calendarEditImported || fact.kind == .calendarEventGone { isCertain = false }
    default: break
    }
  }

  private mutating func hearPlan(_ fact: Fact) {
    let change = FieldChange(fact.payload)
    switch fact.kind {
    case .sportCreated:
      sports[fact.identity] = Sport(season: SportCreation(fact.payload).season.packed)
    case .sportFieldSet where change.field == SportField.season.rawValue:
      sports[fact.entity]?.changed.take(change.value, fact)
    case .sportFieldSet where change.field == SportField.archived.rawValue:
      // The sign is kept, and zero says that it is not put away.
      let day = UInt64(bitPattern: Int64(fact.day.number)) | 1 << 63
      sports[fact.entity]?.archived.take(change.value == 0 ? 0 : day, fact)
    case .sportDeleted: sports[fact.entity]?.isDeleted = true
    case .classCreated:
      let creation = ClassCreation(fact.payload)
      classes[fact.identity] = Class(
        sport: creation.sport, start: creation.start.day, first: fact.subject.index)
      classOrder.append(fact.identity)
    case .classFieldSet where change.field == ClassField.start.rawValue:
      classes[fact.entity]?.moved.take(change.value, fact)
    case .classRuleSet:
      guard let ruled = classes[fact.entity]?.ruled, ruled < fact.version else { return }
      classes[fact.entity]?.ruled = fact.version
      classes[fact.entity]?.rule = PackedRecurrence(fact.payload)
    case .classDeleted: classes[fact.entity]?.isDeleted = true
    case .participantSet:
      var known = classes[fact.entity]?.participants[fact.subject.index] ?? (Write(), fact.day)
      guard known.0.version < fact.version else { return }
      known.0.take(fact.payload.first & 1, fact)
      known.since = fact.day
      classes[fact.entity]?.participants[fact.subject.index] = known
    case .occurrenceFieldSet: hearOccurrence(fact)
    case .attendanceSet where classes[fact.entity] != nil:
      let said = AttendancePayload(fact.payload)
      let occurrence = Occurrence(made: fact.entity, day: said.day)
      let mark = Mark(occurrence: occurrence, person: fact.subject.index)
      if marks[mark] == nil { markOrder.append(mark) }
      marks[mark, default: Write()].take(said.attended ? 1 : 0, fact)
    default: break
    }
  }

  private mutating func hearOccurrence(_ fact: Fact) {
    guard classes[fact.entity] != nil else { return }
    let change = OccurrenceChange(fact.payload)
    let occurrence = Occurrence(made: fact.entity, day: change.day)
    if change.field == .cancelled {
      cancelled[occurrence, default: Write()].take(change.value, fact)
    } else if change.field == .start {
      if moved[occurrence] == nil { movedOrder.append(occurrence) }
      moved[occurrence, default: Write()].take(change.value, fact)
    }
  }

  private mutating func hearWork(_ fact: Fact) {
    let change = TrainingChange(fact.payload, hasDay: fact.kind == .sessionChanged)
    let work = Work(entity: fact.entity, day: change.dayNumber)
    switch fact.kind {
    case .sessionCreated, .workoutAssigned:
      add(
        Work(entity: fact.identity, day: SessionKey.byHand), of: fact.subject,
        on: SessionPlan(fact.payload).time.day)
    case .templateCreated: templates[fact.identity] = fact.subject
    case .sessionGenerated:
      let day = LocalDay(number: Int32(truncatingIfNeeded: fact.payload.first))
      guard let owner = templates[fact.entity] else { return }
      add(Work(entity: fact.entity, day: day.number), of: owner, on: day)
    case .sessionChanged:
      switch SessionField(rawValue: change.field) {
      case .time: works[work]?.time.take(change.value, fact)
      case .completion: works[work]?.report.take(change.value, fact)
      case .deletion: works[work]?.isGone = true
      default: break
      }
    case .assignmentChanged:
      switch AssignmentField(rawValue: change.field) {
      case .time: works[work]?.time.take(change.value, fact)
      case .completion: works[work]?.report.take(change.value, fact)
      case .withdrawal: works[work]?.isGone = true
      default: break
      }
    default: break
    }
  }

  private mutating func add(_ work: Work, of person: MemberHandle, on day: LocalDay) {
    guard works[work] == nil else { return }
    works[work] = Doing(person: person.index, day: day)
    workOrder.append(work)
  }

  // MARK: Reading

  /// The days of somebody that count, each as often as it does.
  public struct Course {
    /// What was done, whatever has become of the plan since.
    var ticked: [LocalDay] = []
    /// What was planned, and what became of it: missed, or nobody has said.
    var planned: [LocalDay] = []
    var missed: [LocalDay] = []
    var unsaid: [LocalDay] = []

    public init() {}

    /// How often they trained in the four weeks that end with a day.
    public func trainings(on day: LocalDay) -> Int {
      func count(_ days: [LocalDay], _ first: Int, _ last: Int) -> Int {
        days.count { day.adding(days: first) <= $0 && $0 <= day.adding(days: last) }
      }
      let done = count(ticked, -27, 0)
      if done + count(missed, -27, 0) == 0 { return count(planned, 0, 27) }
      return done + count(unsaid, -27, 0)
    }
  }

  /// What counts of somebody in some days; `workouts` are the days on which they did one, each
  /// once.
  public func course(
    of person: UInt16, in days: ClosedRange<LocalDay>, workouts: [LocalDay]
  ) -> Course {
    var course = Course()
    course.ticked = workouts
    for work in workOrder {
      guard let doing = works[work], doing.person == person else { continue }
      if let done = doing.doneOn { course.ticked.append(done) }
    }
    for mark in markOrder where mark.person == person && marks[mark]?.value == 1 {
      if !isCancelled(mark.occurrence) { course.ticked.append(takesPlace(mark.occurrence)) }
    }
    for occurrence in planned(for: person, in: days) {
      let day = takesPlace(occurrence)
      course.planned.append(day)
      switch marks[Mark(occurrence: occurrence, person: person)]?.value {
      case nil: course.unsaid.append(day)
      case 0: course.missed.append(day)
      default: break
      }
    }
    return course
  }

  private func isCancelled(_ occurrence: Occurrence) -> Bool {
    cancelled[occurrence].map { $0.value != 0 } ?? false
  }

  private func takesPlace(_ occurrence: Occurrence) -> LocalDay {
    guard let start = moved[occurrence]?.value, start != 0 else { return occurrence.day }
    return MovedStart(packed: start).day
  }

  /// The occurrences that take place in some days and are somebody's.
  private func planned(for person: UInt16, in days: ClosedRange<LocalDay>) -> [Occurrence] {
    var found: [Occurrence] = []
    for entity in classOrder {
      guard let made = classes[entity], made.isEverFor(person) else { continue }
      found += made.days(in: days).map { Occurrence(made: entity, day: $0) }
    }
    for occurrence in movedOrder where !days.contains(occurrence.day) {
      let made = classes[occurrence.made]
      if made?.days(in: occurrence.day...occurrence.day).isEmpty == false {
        found.append(occurrence)
      }
    }
    return found.filter { occurrence in
      guard let made = classes[occurrence.made], let sport = sports[made.sport] else {
        return false
      }
      let day = takesPlace(occurrence)
      return days.contains(day) && !made.isDeleted && sport.holds(occurrence.day)
        && sport.holds(day) && !isCancelled(occurrence) && made.isFor(person, on: day)
    }
  }
}
