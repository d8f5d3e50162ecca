import Base
import Chronology
import DomainCore

// Conflicts of a whole family on schedule, goals and rewards, and of a member in their group.
extension OccasionalCommand {
  /// Recent and next occurrences: attended or not after all, canceled, moved, assigned to drivers.
  func contendedSchedule(_ state: borrowing ScopeState) -> [Command] {
    let around = state.occurrences(in: now - 6 * Span.day..<now + 2 * Span.day, now: now)
    var commands = contendedClasses(state) + contendedAttendance(around)
    let picked = pick(around, 3) { one in
      Digest128.mix(one.id.trainingClass.raw, UInt64(one.id.day.number.magnitude), 0, 0).first
    }
    guard let occurrence = picked else { return commands }
    let moved = MovedStart(
      day: occurrence.id.day.adding(days: roll(9, 4) - 4), minute: UInt16(60 * (8 + roll(12, 5))))
    commands += [
      .setAttendance(of: child, at: occurrence.id, to: isOn),
      .cancelOccurrence(occurrence.id, isOn),
      .moveOccurrence(occurrence.id, to: roll(4, 6) == 0 ? nil : moved),
      .setOccurrenceField(.place, of: occurrence.id, to: UInt64(text.raw)),
      .setOccurrenceField(.notes, of: occurrence.id, to: UInt64(otherText.raw)),
    ]
    return commands + contendedRides(occurrence.id, state)
  }

  /// Classes on every day, so that a person may be very active.
  func contendedClasses(_ state: borrowing ScopeState) -> [Command] {
    let sports = (0..<state.schedule.sports.count).map { state.schedule.sports[$0] }
    guard let sport = pick(sports, 5, named: { $0.entity.raw }) else { return [] }
    let start = ClassStart(
      day: day.adding(days: roll(4, 1) - 2), minute: UInt16(60 * (8 + roll(12, 2))), zone: zone)
    let made = ClassCreation(
      sport: sport.entity, type: .practice, start: start, durationMinutes: 30)
    return [.createClass(for: child, made)]
  }

  /// Whether the child attended, for all recent occurrences.
  func contendedAttendance(_ around: [Occurrence]) -> [Command] {
    around.suffix(12).filter { $0.start < now }.map {
      .setAttendance(of: child, at: $0.id, to: roll(4, 3) > 0)
    }
  }

  private func contendedRides(
    _ occurrence: OccurrenceID, _ state: borrowing ScopeState
  ) -> [Command] {
    var commands: [Command] = []
    for kind in DutyKind.allCases {
      let duty = Duty(kind, of: occurrence)
      let holder = state[duty].holder
      commands += [
        .claim(duty, by: author), .release(duty, of: holder == .newcomer ? author : holder),
        .assign(duty, to: isOn ? author : other, insteadOf: holder == .newcomer ? nil : holder),
        .requestCoverage(of: duty, by: author, isOn),
      ]
    }
    // The driver of one ride proposes a swap, and the driver of the other answers it.
    let (mine, theirs) = (Duty(.dropOff, of: occurrence), Duty(.pickUp, of: occurrence))
    for (given, wanted) in [(mine, theirs), (theirs, mine)] where other != author {
      if state[given].holder == author && state[wanted].holder == other {
        commands.append(.swap(SwapPayload(given: given, wanted: wanted, .proposed), with: other))
      }
      if state[given].holder == other && state[wanted].holder == author {
        commands.append(.swap(SwapPayload(given: given, wanted: wanted, .accepted), with: other))
      }
    }
    return commands
  }

  /// Goals that also count what was done before they were created.
  func contendedGoals(_ state: borrowing ScopeState) -> [Command] {
    func made(_ type: GoalType) -> GoalCreation {
      GoalCreation(
        type, title: text, target: 1 + roll(6, 2), unit: otherText,
        from: day.adding(days: -roll(20, 3)), through: day.adding(days: roll(20, 4)),
        priority: .medium)
    }
    var commands: [Command] = [
      .createGoal(for: child, made(.attendance)), .createGoal(for: child, made(.skill)),
    ]
    guard let goal = pick(state.goals.goals(of: child), 2, named: { $0.entity.raw }) else {
      return commands
    }
    let dates = GoalDates(from: day.adding(days: -roll(20, 5)), through: day.adding(days: roll(9)))
    commands += [
      .setGoalDates(goal.entity, of: child, to: dates),
      .setGoalProgress(goal.entity, of: child, to: roll(12, 4)),
      .setGoalTarget(goal.entity, of: child, to: 1 + roll(8, 3)),
      .retitleGoal(goal.entity, of: child, to: otherText),
      .deleteGoal(goal.entity, of: child),
    ]
    return commands
  }

  /// A goal for a share of the plan, which changes when a person is added to a class that they have
  /// attended, or removed from it.
  func contendedShares(_ state: borrowing ScopeState) -> [Command] {
    let around = state.occurrences(in: now - 6 * Span.day..<now + 2 * Span.day, now: now)
    let share = GoalCreation(
      .attendance, title: text, target: 30 + roll(70, 2), unit: otherText,
      from: day.adding(days: -roll(20, 3)), through: day.adding(days: 2 + roll(20, 4)),
      priority: .medium)
    var commands =
      contendedClasses(state) + contendedAttendance(around) + [.createGoal(for: child, share)]
    let goals = state.goals.goals(of: child).filter { $0.type == .attendance }
    if let goal = pick(goals, 2, named: { $0.entity.raw }) {
      commands += [true, true, false].map {
        .setGoalAttendance(goal.entity, of: child, to: AttendanceRule(isShare: $0))
      }
    }
    for one in around.suffix(8) {
      commands.append(.setParticipant(child, of: one.id.trainingClass, to: isOn))
    }
    return commands
  }

  /// Points enough for a level, and rewards that cost as many.
  func contendedRewards(_ state: borrowing ScopeState) -> [Command] {
    var commands: [Command] = [
      .awardBonus(to: child, 50 + roll(100, 3), message: text),
      .setPoints(pick(PointItem.allCases, 1) ?? .goalLow, to: 1 + roll(100, 2), by: author),
      .revokeBonus(made.bonus, of: child),
    ]
    for claim in state.rewards.rewardClaims(of: child).suffix(2) {
      commands.append(.cancelClaim(claim.entity, of: child))
    }
    if let reward = pick(state.rewards.rewardsOffered(), 5, named: { $0.entity.raw }) {
      commands += [
        .priceReward(reward.entity, at: 1 + roll(200, 6), by: author),
        .claimReward(reward.entity, for: child, price: Int(reward.price)),
      ]
    }
    return commands
  }

  /// What a member does in their group: sharing workouts under names that they have used before.
  func contendedCommands(
    inGroup state: borrowing ScopeState, of member: MemberHandle
  ) -> [Command] {
    let workout = Entity(raw: UInt64(member.index) << 32 | UInt64(1 + roll(5, 1)) << 20 | 0xFFFFF)
    let on = day.adding(days: -roll(3, 2))
    var commands: [Command] = [
      .setDisplayName(of: member, to: text), .setGroupSharing(of: member, to: roll(4, 3) > 0),
      .setGroupConsent(of: member, to: roll(6, 4) > 0), .renameGroup(otherText, by: member),
      .viewGroupFeed(of: member, through: state.group.groupEventsEnd),
      .shareWorkout(workout, of: member, on: on, calories: UInt16(100 + roll(200, 5))),
      .shareWorkout(workout, of: member, on: on, calories: UInt16(100 + roll(200, 5))),
      .withdrawWorkout(workout, of: member, on: on),
    ]
    // A member who was removed does not come back.
    let place = roll(max(1, state.group.active.count), 3)
    if roll(16, 6) == 0, place < state.group.active.count, state.group.active[place] != member {
      let other = state.group.active[place]
      commands.append(
        .removeFromGroup(other, membership: state.group.seats[Int(other.index)].entity))
    }
    if roll(32, 4) == 0 { commands.append(.leaveGroup(member, erasingWorkouts: isOn)) }
    return commands
  }
}
