/// A training or school event in plain terms. Days count from the family's first one, members are
/// indices of `TestFamily.trainingRoles`.
struct ModelTrainingEvent {
  /// An entity, by the site that made it and the sequence number of the operation.
  struct Thing: Hashable, Comparable {
    var site: Int
    var number: Int

    static func < (left: Thing, right: Thing) -> Bool {
      (left.site, left.number) < (right.site, right.number)
    }
  }

  /// A session made by hand, or with a day that of a template.
  struct Session: Hashable {
    var thing: Thing
    var day: Int?
  }

  struct Time: Hashable {
    var day: Int
    var minute: Int
    var minutes: Int
  }

  struct Weeks: Hashable {
    /// 0 is Monday.
    var weekdays: Set<Int>
    var first: Int
    var last: Int?
  }

  struct Exercise: Hashable {
    var name: Int
    var sets: Int
    var reps: Int
    var grams: Int
  }

  struct SetDone: Hashable {
    var reps: Int
    var grams: Int
    var rpe: Int?
    var done: Bool
  }

  struct Report: Hashable {
    var done: Bool
    var effort: Int?
    var notes: Int
  }

  struct Due: Hashable {
    var day: Int
    var minute: Int
  }

  /// A value of a field.
  enum Value: Hashable {
    case text(Int)
    case time(Time)
    case weeks(Weeks)
    case exercise(Exercise)
    case set(SetDone)
    case report(Report)
    case due(Due)
    case priority(Int)
    case flag(Bool)
    case course(Thing?)
  }

  enum Field: Hashable {
    case title, notes, time, weeks, report, due, priority, done, archived, course
    case exercise(Int)
    case set(Int, Int)
  }

  enum What {
    case session(title: Int, Time)
    case template(title: Int, minute: Int, minutes: Int, Weeks)
    case generate(Thing, Int)
    case editSession(Session, Field, Value)
    case deleteSession(Session)
    case editTemplate(Thing, Field, Value)
    case deleteTemplate(Thing)
    case assign(title: Int, Time)
    case editAssignment(Thing, Field, Value)
    case withdraw(Thing)
    /// Minutes since the first day's 00:00 UTC, and the local day of the start.
    case workout(start: Int, minutes: Int, calories: Int, day: Int)
    case mobility(exercise: Int, minutes: Int)
    case deleteLog(Thing)
    case course(name: Int)
    case editCourse(Thing, Field, Value)
    case deleteCourse(Thing)
    case item(title: Int, course: Thing?, priority: Int, Due)
    case editItem(Thing, Field, Value)
    case deleteItem(Thing)
    /// A parent's change of a member: their rosters, their role, and whether they have left.
    case roster(coach: Int, athlete: Int, Bool)
    case role(Int, String)
    case away(Int, Bool)
  }

  var site: Int
  var number: Int
  var at: ModelEvent.Moment
  /// The author's day.
  var day: Int
  var author: Int
  var subject: Int
  var what: What

  var thing: Thing { Thing(site: site, number: number) }
}
