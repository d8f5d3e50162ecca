import Base
import Chronology
import DomainCore
import SyncCore
import Testing

/// The members of a family, as its journeys show them: a name for each place in the list.
struct Household {
  let stage: Stage
  let scope: UInt32
  let names: [String]

  func handle(_ name: String) -> MemberHandle { MemberHandle(UInt16(names.firstIndex(of: name)!)) }

  func name(_ member: MemberHandle?) -> String {
    member.flatMap { $0 == .newcomer ? nil : names[Int($0.index)] } ?? "no driver"
  }

  func text(_ handle: TextHandle) -> String { stage.names.text(of: handle) }

  /// A sport by its name, read where it is shown.
  func sport(_ sport: Entity, _ state: borrowing ScopeState) -> String {
    state.schedule.sport(sport).map { text($0.name) } ?? "a sport"
  }

  // MARK: The calendar

  /// A day of the schedule, by default today, one occurrence after the other, with its drivers.
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

  /// The unhandled conflicts, without the duties that are only still open.
  func conflicts(_ device: Device) -> String {
    let all = device.look(scope) { state in
      state.needsAttention(now: stage.now).conflicts.filter { $0.kind != .unassigned }
        .map { words($0, state) }
    }
    return all.isEmpty ? "none" : all.joined(separator: "; ")
  }

  private func words(_ conflict: ScheduleConflict, _ state: borrowing ScopeState) -> String {
    let times =
      "\(stage.zone.timeText(at: conflict.from))\u{2013}\(stage.zone.timeText(at: conflict.to))"
    let both = [conflict.first, conflict.second].compactMap { $0 }.map { way($0, state) }
      .sorted()
    return "\(times) \(name(conflict.person)) \(both.joined(separator: " and "))"
  }

  /// A duty as "to Football".
  func way(_ duty: Duty, _ state: borrowing ScopeState) -> String {
    let made = state.schedule.trainingClass(duty.occurrence.trainingClass)
    let name = made.map { sport($0.sport, state) } ?? "a class"
    return "\(duty.kind == .dropOff ? "to" : "from") \(name)"
  }

  /// Other possible drivers, for the first conflict that a device shows.
  func suggestions(_ device: Device) -> String {
    device.look(scope) { state in
      let conflicts = state.needsAttention(now: stage.now).conflicts
      guard let first = conflicts.first(where: { $0.kind != .unassigned }) else { return "none" }
      return state.suggestions(for: first, now: stage.now).map { name($0) }
        .joined(separator: ", ")
    }
  }

  // MARK: Achievements

  func points(of child: String, on device: Device) -> String {
    device.look(scope) { "\($0.rewards.balance(of: handle(child)))" }
  }

  /// The trophy case: badges, then the trophies of sports.
  func trophyCase(of child: String, on device: Device) -> String {
    device.look(scope) { state in
      let achieved = state.rewards.achievements(
        of: handle(child), asOf: device.today, state.shared, state.schedule)
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

extension PackedRecurrence {
  /// Every week on some days.
  static func weekly(on weekdays: WeekdaySet) throws -> PackedRecurrence {
    PackedRecurrence(try RecurrenceRule(frequency: .weekly, weekdays: weekdays))!
  }
}
