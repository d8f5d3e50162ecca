import Base
import Chronology
import DomainCore
import SyncCore
import Testing

/// Who is in a family, as its journeys tell it: a name for each place in the list.
struct Household {
  let stage: Stage
  let scope: UInt32
  let names: [String]

  func handle(_ name: String) -> MemberHandle { MemberHandle(UInt16(names.firstIndex(of: name)!)) }

  func name(_ member: MemberHandle?) -> String {
    member.map { names[Int($0.index)] } ?? "nobody"
  }

  func text(_ handle: TextHandle) -> String { stage.names.text(of: handle) }

  /// A sport by the name that somebody gave it, read where it is shown.
  func sport(_ sport: Entity, _ state: borrowing ScopeState) -> String {
    state.schedule.sport(sport).map { text($0.name) } ?? "a sport"
  }

  // MARK: The calendar

  /// A day of the schedule, today unless said, one occurrence after the other, with who drives.
  func day(_ device: Device, _ day: LocalDay? = nil) -> String {
    device.look(scope) { state in
      state.schedule(.day(day ?? device.today), in: device.owner.zone, now: stage.now)
        .map { line($0, state) }.joined(separator: "; ")
    }
  }

  private func line(_ one: Occurrence, _ state: borrowing ScopeState) -> String {
    let who = one.participants.map { name($0) }.joined(separator: ", ")
    return "\(one.zone.timeText(at: one.start)) \(sport(one.sport, state)) of \(who), there "
      + "\(name(one.dropOff.driver)), back \(name(one.pickUp.driver))"
  }

  /// The conflicts that nobody has handled, without the duties that are only still open.
  func conflicts(_ device: Device) -> String {
    let all = device.look(scope) { state in
      state.needsAttention(now: stage.now).conflicts.filter { $0.kind != .unassigned }
        .map { words($0, state) }
    }
    return all.isEmpty ? "none" : all.joined(separator: "; ")
  }

  private func words(_ conflict: ScheduleConflict, _ state: borrowing ScopeState) -> String {
    func duty(_ duty: Duty) -> String {
      let made = state.schedule.trainingClass(duty.occurrence.trainingClass)
      let way = duty.kind == .dropOff ? "to" : "from"
      return "\(way) \(made.map { sport($0.sport, state) } ?? "a class")"
    }
    let times =
      "\(stage.zone.timeText(at: conflict.from))\u{2013}\(stage.zone.timeText(at: conflict.to))"
    let both = [conflict.first, conflict.second].compactMap { $0 }.map(duty).sorted()
    return "\(times) \(name(conflict.person)) \(both.joined(separator: " and "))"
  }

  /// Who else could drive, for the first conflict that a device shows.
  func suggestions(_ device: Device) -> String {
    device.look(scope) { state in
      let conflicts = state.needsAttention(now: stage.now).conflicts
      guard let first = conflicts.first(where: { $0.kind != .unassigned }) else { return "none" }
      return state.suggestions(for: first, now: stage.now).map { name($0) }
        .joined(separator: ", ")
    }
  }

  // MARK: What somebody has achieved

  func points(of child: String, on device: Device) -> String {
    device.look(scope) { "\($0.balance(of: handle(child)))" }
  }

  /// The trophy case: badges, then the trophies of sports.
  func trophyCase(of child: String, on device: Device) -> String {
    device.look(scope) { state in
      let achieved = state.achievements(of: handle(child), asOf: device.today)
      var shown = achieved.badges.badges.map { $0.title }
      for tier in TrophyTier.allCases where achieved.sports(with: tier) > 0 {
        shown.append("\(tier) trophy")
      }
      return shown.isEmpty ? "empty" : shown.joined(separator: ", ")
    }
  }
}

extension Badge {
  var title: String {
    switch self {
    case .firstGoal: "First Goal"
    case .weekWarrior: "Week Warrior"
    case .nutritionNinja: "Nutrition Ninja"
    case .perfectAttendance: "Perfect Attendance"
    case .centuryClub: "Century Club"
    }
  }
}

/// What the server sends to people's phones, told in the trace as it goes out.
final class Bell {
  let household: Household
  private var notifier = Notifier()

  private var stage: Stage { household.stage }

  init(of household: Household) {
    self.household = household
  }

  /// Sends what is due now.
  func rings() {
    let zone = stage.zone
    let scope = Int(household.scope)
    let occasions = NotificationPlanner.occasions(
      in: stage.server.scopes[scope].state, now: stage.now, zone: { _ in zone })
    let sent = notifier.step(
      at: stage.now, occasions: occasions, on: stage.server.scopes[scope].state,
      zone: { _ in zone })
    for delivery in sent {
      let others = delivery.others == 0 ? "" : " (and \(delivery.others) more)"
      stage.tell(
        household.name(delivery.recipient), "is notified: \(words(delivery.cause))\(others)")
    }
  }

  /// Lets the clock go on to a wall time and sends, minute by minute, what becomes due.
  func rings(until time: String) {
    let start = stage.now
    stage.at(time)
    let end = stage.now
    stage.now = start
    while stage.now < end {
      stage.passes(Span.minute)
      rings()
    }
  }

  /// Writes down how much of some kinds somebody was sent so far, and expects it to be so.
  func showsHistory(
    _ kinds: [NotificationKind], of name: String, _ expected: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    let shown = kinds.map { "\($0) \(history($0, to: name))" }.joined(separator: ", ")
    stage.tell(name, "was sent so far: \(shown)")
    #expect(shown == expected, "what \(name) was sent", sourceLocation: location)
  }

  /// What was ever sent to somebody of a kind, also along with others.
  private func history(_ kind: NotificationKind, to recipient: String) -> Int {
    (0..<notifier.sentCount).map { notifier.delivery($0) }
      .filter { $0.cause.kind == kind && $0.recipient == household.handle(recipient) }.count
  }

  /// What is on the lock screen.
  private func words(_ cause: NotificationCause) -> String {
    let who = household.name(cause.subject)
    switch cause.kind {
    case .schedule:
      let start = Instant(milliseconds: Int64(cause.detail >> 16) * Span.minute)
      return "\(who)'s class at \(stage.zone.timeText(at: start)), in \(cause.detail & 0xFFFF) "
        + "minutes"
    case .meal: return "\(who): no \(MealKind(rawValue: UInt8(cause.detail & 3))!) yet"
    case .hydration: return "\(who): time to drink"
    case .checkIn: return "how do you feel today?"
    case .academic: return "\(who): something is due at school"
    case .goal: return "\(who) has completed a goal"
    case .trophy: return "\(who) has earned \(prize(cause.detail))"
    case .level: return "\(who) is \(Level(rawValue: UInt8(cause.detail))!) now"
    case .streak: return "\(who): don't break the streak"
    case .conflict: return "there is a conflict in the calendar"
    case .unassignedDuty: return "nobody drives yet"
    case .weeklySummary: return "the week in short"
    }
  }

  private func prize(_ detail: UInt64) -> String {
    let number = UInt8(truncatingIfNeeded: detail)
    guard detail >> 8 != 0 else { return Badge(rawValue: number)!.title }
    return "a \(TrophyTier(rawValue: number)!) trophy"
  }
}

extension Command {
  /// The kinds of notification that a parent does not want to hear of.
  static func mute(_ kinds: [NotificationKind], of member: MemberHandle) -> [Command] {
    kinds.map { setNotificationChannels([], for: $0, of: member) }
  }
}

extension PackedRecurrence {
  /// Every week on some days.
  static func weekly(on weekdays: WeekdaySet) throws -> PackedRecurrence {
    PackedRecurrence(try RecurrenceRule(frequency: .weekly, weekdays: weekdays))!
  }
}
