/// A reference model of training and school: it keeps what it accepted in a list, and computes each
/// answer from the whole list. It shares no code with the core.
struct TrainingModel {
  typealias Event = ModelTrainingEvent
  typealias Thing = ModelTrainingEvent.Thing
  typealias Session = ModelTrainingEvent.Session
  typealias Field = ModelTrainingEvent.Field
  typealias Value = ModelTrainingEvent.Value

  enum Response: Equatable {
    case refused(String)
    case changed
    case superseded
  }

  static let lastDay = 3_659

  struct Write {
    var at: ModelEvent.Moment
    var value: Value
    /// The number of events accepted before it.
    var place: Int
  }

  /// The field that was written.
  enum Target: Hashable {
    case session(Session, Field)
    case thing(Thing, Field)
  }

  /// In the order of the log.
  var accepted: [Event] = []
  /// The same as lists for lookups: every write ever accepted.
  var writes: [Target: [Write]] = [:]
  var makers: [Thing: Event] = [:]
  var generations: [Session: Int] = [:]
  var deleted: Set<Session> = []
  var ended: Set<Thing> = []
  var rosters: Set<[Int]> = []
  var roles = [
    0: "parent", 1: "child", 3: "child", 4: "coach", 5: "athlete", 6: "coach", 7: "athlete",
  ]
  var away: Set<Int> = []

  mutating func receive(_ event: Event, serverDay: Int) -> Response {
    switch event.what {
    case .roster(let coach, let athlete, let isOn):
      guard isOn else {
        rosters.remove([coach, athlete])
        return .changed
      }
      if roles[coach] != "coach" || roles[athlete] != "athlete" {
        return .refused("rosterNotPossible")
      }
      rosters.insert([coach, athlete])
      return .changed
    case .role(let member, let role):
      return roles.updateValue(role, forKey: member) == role ? .superseded : .changed
    case .away(let member, true):
      return away.insert(member).inserted ? .changed : .superseded
    case .away(let member, false):
      return away.remove(member) == nil ? .superseded : .changed
    default: break
    }
    if let reason = refusal(of: event, serverDay: serverDay) { return .refused(reason) }
    defer { accept(event) }
    switch event.what {
    case .generate(let thing, let day):
      return isGenerated(thing, day) ? .superseded : .changed
    case .deleteSession(let session): return isDeleted(session) ? .superseded : .changed
    case .deleteTemplate(let thing), .withdraw(let thing), .deleteLog(let thing),
      .deleteCourse(let thing), .deleteItem(let thing):
      return isEnded(thing) ? .superseded : .changed
    case .editSession(let session, let field, _):
      return isLatest(event, .session(session, field)) ? .changed : .superseded
    case .editTemplate(let thing, let field, _), .editAssignment(let thing, let field, _),
      .editCourse(let thing, let field, _), .editItem(let thing, let field, _):
      return isLatest(event, .thing(thing, field)) ? .changed : .superseded
    default: return .changed
    }
  }

  private func isLatest(_ event: Event, _ target: Target) -> Bool {
    writes[target, default: []].allSatisfy { $0.at < event.at }
  }

  private mutating func accept(_ event: Event) {
    switch event.what {
    case .session, .template, .assign, .workout, .mobility, .course, .item:
      makers[event.thing] = event
    case .generate(let thing, let day):
      let session = Session(thing: thing, day: day)
      if generations[session] == nil { generations[session] = accepted.count }
    case .editSession(let session, let field, let value):
      note(.session(session, field), event, value)
    case .editTemplate(let thing, let field, let value),
      .editAssignment(let thing, let field, let value),
      .editCourse(let thing, let field, let value),
      .editItem(let thing, let field, let value):
      note(.thing(thing, field), event, value)
    case .deleteSession(let session): deleted.insert(session)
    case .deleteTemplate(let thing), .withdraw(let thing), .deleteLog(let thing),
      .deleteCourse(let thing), .deleteItem(let thing):
      ended.insert(thing)
    case .roster, .role, .away: break
    }
    accepted.append(event)
  }

  private mutating func note(_ target: Target, _ event: Event, _ value: Value) {
    writes[target, default: []].append(
      Write(at: event.at, value: value, place: accepted.count))
  }
}

// MARK: Current values

extension TrainingModel {
  func made(_ thing: Thing) -> Event? { makers[thing] }

  func generation(_ thing: Thing, _ day: Int) -> Int? {
    generations[Session(thing: thing, day: day)]
  }

  func isGenerated(_ thing: Thing, _ day: Int) -> Bool { generation(thing, day) != nil }

  /// The latest write before a position in the log.
  func latest(_ target: Target, before place: Int = .max) -> Value? {
    writes[target, default: []].filter { $0.place < place }.max { $0.at < $1.at }?.value
  }

  func isDeleted(_ session: Session) -> Bool { deleted.contains(session) }

  func isEnded(_ thing: Thing) -> Bool { ended.contains(thing) }

  func owner(_ session: Session) -> Int? {
    guard let maker = made(session.thing) else { return nil }
    if let day = session.day {
      guard case .template = maker.what, isGenerated(session.thing, day) else { return nil }
      return maker.subject
    }
    if case .session = maker.what { return maker.subject }
    return nil
  }

  /// The value of a template's field before a position in the log.
  func template(_ thing: Thing, _ field: Field, before index: Int) -> Value? {
    if let value = latest(.thing(thing, field), before: index) { return value }
    guard case .template(let title, let minute, let minutes, let weeks) = made(thing)?.what else {
      return nil
    }
    switch field {
    case .title: return .text(title)
    case .time: return .time(.init(day: 0, minute: minute, minutes: minutes))
    case .weeks: return .weeks(weeks)
    default: return nil
    }
  }

  func value(_ session: Session, _ field: Field) -> Value? {
    if let value = latest(.session(session, field)) { return value }
    guard let day = session.day else {
      guard case .session(let title, let time) = made(session.thing)?.what else { return nil }
      switch field {
      case .title: return .text(title)
      case .time: return .time(time)
      default: return nil
      }
    }
    let before = generation(session.thing, day)!
    let value = template(session.thing, field, before: before)
    if case .time(let time) = value {
      return .time(.init(day: day, minute: time.minute, minutes: time.minutes))
    }
    return value
  }

  func value(_ thing: Thing, _ field: Field) -> Value? {
    if let value = latest(.thing(thing, field)) { return value }
    switch (made(thing)?.what, field) {
    case (.assign(let title, _), .title), (.item(let title, _, _, _), .title): return .text(title)
    case (.assign(_, let time), .time): return .time(time)
    case (.course(let name), .title): return .text(name)
    case (.item(_, let course, _, _), .course): return .course(course)
    case (.item(_, _, let priority, _), .priority): return .priority(priority)
    case (.item(_, _, _, let due), .due): return .due(due)
    default: return nil
    }
  }
}

// MARK: Refusals

extension TrainingModel {
  private func mayLog(_ event: Event) -> Bool {
    // The child with index 1 may log, the one with index 3 may not.
    let isSelfLogger = roles[event.author] == "athlete" || event.author == 1
    return roles[event.author] == "parent" || (isSelfLogger && event.author == event.subject)
  }

  /// FAM-10: whether the athlete is on the coach's roster.
  private func isOnRoster(_ coach: Int, _ athlete: Int) -> Bool {
    rosters.contains([coach, athlete]) && roles[coach] == "coach" && roles[athlete] == "athlete"
      && away.isDisjoint(with: [coach, athlete])
  }

  private func covers(_ day: Int) -> Bool { day >= 0 && day <= Self.lastDay }

  private func refusal(of event: Event, serverDay: Int) -> String? {
    if away.contains(event.author) { return "memberRemoved" }
    if !covers(event.day) { return "dayOutOfRange" }
    if event.day > serverDay + 1 { return "dayInFuture" }
    switch event.what {
    case .assign(_, let time):
      if roles[event.author] != "coach" { return "coachNeeded" }
      if !isOnRoster(event.author, event.subject) { return "notOnRoster" }
      return named(event) ?? bad(time)
    case .editAssignment, .withdraw: return refusalOfAssignment(event)
    default: break
    }
    if !mayLog(event) { return "loggingNotAllowed" }
    switch event.what {
    case .course, .editCourse, .deleteCourse, .item, .editItem, .deleteItem:
      return refusalOfSchool(event)
    default: return refusalOfTraining(event)
    }
  }

  private func bad(_ time: Event.Time) -> String? {
    if time.minute > 1_439 || time.minutes < 1 || time.minutes > 1_440 {
      return "sessionOutOfRange"
    }
    return covers(time.day) ? nil : "dayOutOfRange"
  }

  /// Whether what an event gives a title has one.
  private func named(_ event: Event) -> String? {
    switch event.what {
    case .session(title: 0, _), .template(title: 0, _, _, _), .assign(title: 0, _),
      .editSession(_, .title, .text(0)), .editTemplate(_, .title, .text(0)),
      .editAssignment(_, .title, .text(0)):
      return "titleMissing"
    default: return nil
    }
  }

  private func refusalOfTraining(_ event: Event) -> String? {
    switch event.what {
    case .session(_, let time): return named(event) ?? bad(time)
    case .template(_, let minute, let minutes, let weeks):
      if let reason = named(event) { return reason }
      if weeks.weekdays.isEmpty { return "sessionOutOfRange" }
      return bad(.init(day: weeks.first, minute: minute, minutes: minutes))
    case .generate(let thing, let day):
      if let reason = refusal(template: thing, event, ends: false) { return reason }
      return covers(day) ? nil : "dayOutOfRange"
    case .editTemplate(let thing, _, let value):
      return refusal(template: thing, event, ends: false) ?? named(event) ?? bad(value)
    case .deleteTemplate(let thing): return refusal(template: thing, event, ends: true)
    case .editSession(let session, _, let value):
      if owner(session) != event.subject { return "sessionUnknown" }
      return isDeleted(session) ? "sessionDeleted" : named(event) ?? bad(value)
    case .deleteSession(let session):
      return owner(session) == event.subject ? nil : "sessionUnknown"
    case .workout(let start, let minutes, let calories, let day):
      if minutes < 1 || minutes > 1_440 || calories > 20_000 { return "amountOutOfRange" }
      if abs(start / 1_440 - day) > 1 { return "amountOutOfRange" }
      if !covers(day) { return "dayOutOfRange" }
      return day > event.day ? "dayInFuture" : nil
    case .mobility(let exercise, let minutes):
      return exercise < 16 && minutes >= 1 && minutes <= 480 ? nil : "amountOutOfRange"
    case .deleteLog(let thing):
      guard let log = made(thing), log.subject == event.subject else {
        return "trainingLogUnknown"
      }
      switch log.what {
      case .workout, .mobility: return nil
      default: return "trainingLogUnknown"
      }
    default: fatalError("nothing about training")
    }
  }

  private func refusal(template thing: Thing, _ event: Event, ends: Bool) -> String? {
    guard let maker = made(thing), case .template = maker.what, maker.subject == event.subject
    else { return "templateUnknown" }
    return !ends && isEnded(thing) ? "templateDeleted" : nil
  }

  private func bad(_ value: Value) -> String? {
    switch value {
    case .time(let time): return bad(time)
    case .weeks(let weeks):
      if weeks.weekdays.isEmpty { return "sessionOutOfRange" }
      return covers(weeks.first) ? nil : "dayOutOfRange"
    case .exercise(let exercise):
      if exercise.sets > 20 { return "setOutOfRange" }
      return exercise.sets > 0 && exercise.name == 0 ? "titleMissing" : nil
    case .set(let set):
      if set.reps > 1_000 || set.grams > 1_000_000 { return "setOutOfRange" }
      return set.rpe.map { $0 >= 1 && $0 <= 10 } ?? true ? nil : "effortOutOfRange"
    case .report(let report):
      return report.effort.map { $0 >= 1 && $0 <= 10 } ?? true ? nil : "effortOutOfRange"
    default: return nil
    }
  }

  private func refusalOfAssignment(_ event: Event) -> String? {
    func known(_ thing: Thing) -> Event? {
      guard let made = made(thing), case .assign = made.what, made.subject == event.subject else {
        return nil
      }
      return made
    }
    func mayManage(_ made: Event) -> String? {
      if roles[event.author] == "parent" { return nil }
      if roles[event.author] != "coach" { return "coachNeeded" }
      if made.author != event.author { return "assignmentUnknown" }
      return isOnRoster(event.author, event.subject) ? nil : "notOnRoster"
    }
    switch event.what {
    case .editAssignment(let thing, let field, let value):
      guard let made = known(thing) else { return "assignmentUnknown" }
      if field == .report {
        if !mayLog(event) { return "loggingNotAllowed" }
      } else if let reason = mayManage(made) {
        return reason
      }
      if isEnded(thing) { return "assignmentWithdrawn" }
      if case .report(let report) = value, report.done, report.effort == nil {
        return "effortOutOfRange"
      }
      return named(event) ?? bad(value)
    case .withdraw(let thing):
      guard let made = known(thing) else { return "assignmentUnknown" }
      if let reason = mayManage(made) { return reason }
      return isDone(thing) && !isEnded(thing) ? "assignmentCompleted" : nil
    default: fatalError("nothing about assignments")
    }
  }

  func isDone(_ thing: Thing) -> Bool {
    if case .report(let report) = value(thing, .report) { return report.done }
    return value(thing, .done) == .flag(true)
  }

  private func refusalOfSchool(_ event: Event) -> String? {
    func due(_ due: Event.Due) -> String? {
      due.minute < 1_440 && covers(due.day) ? nil : "dueOutOfRange"
    }
    func course(_ thing: Thing?) -> String? {
      guard let thing else { return nil }
      guard let made = made(thing), case .course = made.what, made.subject == event.subject else {
        return "courseUnknown"
      }
      return isEnded(thing) ? "courseDeleted" : nil
    }
    switch event.what {
    case .course(let name): return name == 0 ? "titleMissing" : nil
    case .editCourse(let thing, let field, let value):
      if let reason = course(thing) { return reason }
      return field == .title && value == .text(0) ? "titleMissing" : nil
    case .deleteCourse(let thing):
      return course(thing) == "courseUnknown" ? "courseUnknown" : nil
    case .item(let title, let thing, _, let time):
      return title == 0 ? "titleMissing" : due(time) ?? course(thing)
    case .editItem(let thing, let field, let value):
      if let reason = unknown(item: thing, event) { return reason }
      if isGone(item: thing) { return "academicItemDeleted" }
      switch value {
      case .text(0): return field == .title ? "titleMissing" : nil
      case .due(let time): return due(time)
      case .course(let thing): return course(thing)
      default: return nil
      }
    case .deleteItem(let thing): return unknown(item: thing, event)
    default: fatalError("nothing about school")
    }
  }

  private func unknown(item thing: Thing, _ event: Event) -> String? {
    guard let made = made(thing), case .item = made.what, made.subject == event.subject else {
      return "academicItemUnknown"
    }
    return nil
  }

  /// Whether it was deleted, or its course was.
  func isGone(item thing: Thing) -> Bool {
    if isEnded(thing) { return true }
    if case .course(let course?) = value(thing, .course) { return isEnded(course) }
    return false
  }
}
