import Chronology

/// A reference model of attendance: after each event it computes from all events which causes hold,
/// and writes a line for each that began or ended. The plan is that of the schedule's model; it
/// uses no code of the core.
struct AttendanceModel {
  enum Cause: Hashable {
    case attended(training: Int, day: LocalDay, child: Int)
    case goal(Int, child: Int)
  }

  struct Line {
    /// The event that caused it.
    var event: Int
    var cause: Cause
    var child: Int
    var amount: Int
    var turn: Int
  }

  private(set) var schedule = ScheduleTestModel()
  private(set) var lines: [Line] = []
  private var written: [Cause: [Line]] = [:]

  mutating func receive(_ event: ModelCommandEvent) -> String {
    let response = schedule.receive(event)
    if response == "changed" { settle(event.number) }
    return response
  }

  private mutating func settle(_ event: Int) {
    var holding: [Cause: (child: Int, amount: Int)] = [:]
    for child in [1, 3] {
      let attended = schedule.attendedDays(child)
      for one in attended {
        holding[.attended(training: one.training, day: one.day, child: child)] =
          (child, points(one.training))
      }
      for goal in schedule.goals.values where goal.subject == child {
        if progress(goal.number, attended) >= target(goal.number) {
          holding[.goal(goal.number, child: child)] = (child, 100)
        }
      }
    }
    for (cause, item) in holding where written[cause, default: []].count % 2 == 0 {
      write(event, cause, item.child, item.amount)
    }
    for (cause, earlier) in written where earlier.count % 2 == 1 && holding[cause] == nil {
      write(event, cause, earlier[0].child, -earlier.last!.amount)
    }
  }

  private mutating func write(_ event: Int, _ cause: Cause, _ child: Int, _ amount: Int) {
    let line = Line(
      event: event, cause: cause, child: child, amount: amount,
      turn: written[cause, default: []].count)
    written[cause, default: []].append(line)
    lines.append(line)
  }

  /// The current points for attending a class; in these seasons every class begins as a game.
  private func points(_ training: Int) -> Int {
    var isGame = true
    if case .type(_, let said)? = said("type", training) { isGame = said }
    if case .points(_, let amount)? = said("points", isGame ? 1 : 0) { return amount }
    return isGame ? 20 : 10
  }

  private func said(_ field: String, _ thing: Int) -> ModelCommand? {
    schedule.written[ScheduleTestModel.Key(field: field, thing: thing)]?.what
  }

  func target(_ goal: Int) -> Int {
    guard case .goal(let target, _, _) = schedule.goals[goal]!.what else { fatalError() }
    return target
  }

  func progress(_ goal: Int) -> Int {
    progress(goal, schedule.attendedDays(schedule.goals[goal]!.subject))
  }

  private func progress(_ goal: Int, _ attended: [ScheduleTestModel.Attended]) -> Int {
    guard case .goal(_, let first, let last) = schedule.goals[goal]!.what else { fatalError() }
    var sport: Int?
    if case .goalSport(_, let said)? = said("goalSport", goal) { sport = said }
    return attended.count {
      first <= $0.heldOn && $0.heldOn <= last
        && (sport == nil || schedule.sport(of: $0.training) == sport)
    }
  }

  // MARK: What screens show

  func balance(_ child: Int) -> Int {
    lines.filter { $0.child == child }.map(\.amount).reduce(0, +)
  }

  func attended(_ child: Int, sport: Int) -> Int {
    schedule.attendedDays(child).count { schedule.sport(of: $0.training) == sport }
  }

  func attended(_ child: Int, from first: LocalDay, through last: LocalDay) -> Int {
    schedule.attendedDays(child).count { first <= $0.heldOn && $0.heldOn <= last }
  }

  /// The first and the last day of three months, written out.
  static let months = [(3, 31), (4, 30), (5, 31)].map { month, length in
    (
      first: LocalDay(year: 2026, month: month, day: 1),
      last: LocalDay(year: 2026, month: month, day: length)
    )
  }

  func isPerfect(_ child: Int, month: Int) -> Bool {
    let (first, last) = Self.months[month]
    return attended(child, from: first, through: last) >= 4
      && schedule.toAttend(child, from: first, through: last)
        .allSatisfy { schedule.isAttended($0.training, $0.day, child) }
  }

  func badges(_ child: Int, asOf today: LocalDay) -> Set<String> {
    var badges: Set<String> = []
    let done = schedule.goals.keys.filter {
      schedule.goals[$0]!.subject == child && progress($0) >= target($0)
    }
    if !done.isEmpty { badges.insert("firstGoal") }
    if balance(child) >= 100 { badges.insert("centuryClub") }
    for month in Self.months.indices
    where Self.months[month].last < today && isPerfect(child, month: month) {
      badges.insert("perfectAttendance")
    }
    return badges
  }
}
