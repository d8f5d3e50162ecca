import Base
import Chronology
import DomainCore

// Sports, classes, occurrences, duties.
extension OccasionalCommand {
  func scheduleCommands(_ state: borrowing ScopeState) -> [Command] {
    var commands = dutyCommands(state)
    let season = Season(first: day, last: day.adding(days: 60))
    commands.append(.createSport(for: child, SportCreation(name: text, season: season)))
    if let sport = lastSport(state) {
      let start = ClassStart(day: day.adding(days: 1 + roll(7, 1)), minute: 16 * 60, zone: zone)
      let type = isOn ? ClassType.game : .tournament
      commands += [
        .createClass(
          for: child,
          ClassCreation(sport: sport.entity, type: type, start: start, durationMinutes: 90)),
        .setSportField(.team, of: sport.entity, to: UInt64(text.raw)),
        .setSportField(.coachName, of: sport.entity, to: UInt64(otherText.raw)),
      ]
      // The family's first sport fills its weeks; the others come and go.
      if state.schedule.sports.count > 2 {
        commands += [.archiveSport(sport.entity, isOn), .deleteSport(sport.entity)]
      }
    }
    if let game = lastGame(state) {
      commands += [
        .setClassField(.duration, of: game.entity, to: 60 + 15 * UInt64(roll(4, 2))),
        .setClassField(.notes, of: game.entity, to: UInt64(text.raw)),
        .setParticipant(child, of: game.entity, to: isOn),
        .deleteClass(game.entity),
      ]
    }
    return commands + conflictCommands(state)
  }

  /// The last sport, or the one that a whole family conflicts on.
  private func lastSport(_ state: borrowing ScopeState) -> Sport? {
    if subject != nil {
      let sports = (0..<state.schedule.sports.count).map { state.schedule.sports[$0] }
      return pick(sports.filter { !$0.isDeleted && !$0.isArchived }, 5, named: { $0.entity.raw })
    }
    for place in (0..<state.schedule.sports.count).reversed()
    where !state.schedule.sports[place].isDeleted && !state.schedule.sports[place].isArchived {
      return state.schedule.sports[place]
    }
    return nil
  }

  /// The last class that is not a practice, or the one that a whole family conflicts on, so that no
  /// family loses its weekly practice by chance.
  private func lastGame(_ state: borrowing ScopeState) -> TrainingClass? {
    if subject != nil {
      let classes = (0..<state.schedule.classes.count).map { state.schedule.classes[$0] }
      let games = classes.filter { $0.type != .practice && state.schedule.isAlive($0) }
      return pick(games, 6, named: { $0.entity.raw })
    }
    for place in (0..<state.schedule.classes.count).reversed() {
      let made = state.schedule.classes[place]
      if made.type != .practice && state.schedule.isAlive(made) { return made }
    }
    return nil
  }

  private func dutyCommands(_ state: borrowing ScopeState) -> [Command] {
    let next = state.nextOccurrences(now: now)
    guard let occurrence = pick(next.map(\.id), 3) else { return [] }
    let duty = Duty(isOn ? .dropOff : .pickUp, of: occurrence)
    let holder = state[duty].holder
    let held = holder == .newcomer ? nil : holder
    var commands: [Command] = [
      .assign(duty, to: other, insteadOf: held),
      .release(duty, of: held ?? author),
      .requestCoverage(of: duty, by: author, isOn),
      .setOccurrenceField(.dropOffNote, of: occurrence, to: UInt64(text.raw)),
      .setOccurrenceField(.pickUpHandled, of: occurrence, to: 1),
    ]
    // Two parents who each have a ride may swap them.
    for given in rides(of: author, among: next, state) {
      for wanted in rides(of: other, among: next, state) where other != author {
        commands.append(.swap(SwapPayload(given: given, wanted: wanted, .proposed), with: other))
        commands.append(.swap(SwapPayload(given: wanted, wanted: given, .accepted), with: other))
      }
    }
    return commands
  }

  private func rides(
    of driver: MemberHandle, among next: [Occurrence], _ state: borrowing ScopeState
  ) -> [Duty] {
    var rides: [Duty] = []
    for occurrence in next {
      for kind in DutyKind.allCases where state[Duty(kind, of: occurrence.id)].holder == driver {
        rides.append(Duty(kind, of: occurrence.id))
      }
    }
    return rides
  }

  private func conflictCommands(_ state: borrowing ScopeState) -> [Command] {
    let found = state.conflicts(in: now..<now + 7 * Span.day, now: now)
    guard let conflict = pick(found.map(\.identity), 4) else { return [] }
    return [
      .setConflictField(.acknowledged, of: conflict, to: 1),
      .setConflictField(.note, of: conflict, to: text.raw),
      .setConflictField(.handled, of: conflict, to: isOn ? 1 : 0),
    ]
  }
}
