import Base
import Chronology

// Notifications of the calendar: reminders before events, conflicts, and changes of duties.
extension NotificationPlanner {
  /// The longest lead time that any member has set.
  private var leadLongest: Int64 {
    Int64(leads.map { $0.max() }.max() ?? 0) * Span.minute
  }

  /// NOT-7: the same for classes, whose types may have their own lead times and whose trip may be
  /// long.
  private func classLeadLongest(_ state: borrowing ScopeState) -> Int64 {
    var longest = leadLongest / Span.minute
    for index in 0..<state.memberCount {
      for type in ClassType.allCases {
        let leads = state.shared.leadMinutes(of: MemberHandle(UInt16(index)), for: type)
        longest = max(longest, Int64(leads.max()))
      }
    }
    return longest * Span.minute
  }

  /// NOT-1: 30 minutes before a class, or at the member's own lead times, of which there may be
  /// several.
  ///
  /// The recipients are those who may read the schedule of a participant who is not checked off
  /// yet: children for their own classes, coaches for those of their roster.
  mutating func planClasses(_ state: borrowing ScopeState) {
    // The end of the range is exclusive, and what begins just then is due now.
    let longest = classLeadLongest(state)
    let end = horizon + longest + Occurrence.wayLongerMax + 1
    for one in state.occurrences(in: now..<end, now: now)
    where one.start <= horizon + longest + one.wayLonger {
      for index in 0..<state.memberCount {
        let member = MemberHandle(UInt16(index))
        guard state.member(member).isActive else { continue }
        let today = today(of: member)
        let isConcerned = one.participants.contains {
          state.shared.attended(one.id, by: $0) != true
            && state.shared.mayRead(.schedule, of: $0, reader: member, on: today)
        }
        guard isConcerned else { continue }
        remind(
          member, of: one.id.trainingClass, about: .newcomer, at: one.start,
          leads: state.shared.leadMinutes(of: member, for: one.type), wayLonger: one.wayLonger)
      }
    }
  }

  /// NOT-1: the same for a person's own sessions and for the workouts that a coach has assigned, by
  /// the wall clock where they are.
  mutating func planWorkouts(of person: MemberHandle, _ state: borrowing ScopeState) {
    let today = today(of: person)
    for offset in 0...Int((horizon - now + leadLongest) / Span.day) + 2 {
      let day = today.adding(days: offset)
      for session in state.training.sessions(of: person, on: day) where !session.report.isDone {
        remindCarers(of: person, session.key.entity, at: session.time, state)
      }
      for workout in state.training.assignments(of: person, dueOn: day) where !workout.report.isDone
      {
        remindCarers(of: person, workout.entity, at: workout.time, state)
      }
    }
  }

  private mutating func remindCarers(
    of person: MemberHandle, _ entity: Entity, at time: SessionTime, _ state: borrowing ScopeState
  ) {
    let start = minute(Int32(min(time.minuteOfDay, 1_439)), of: time.day, for: person)
    guard start <= horizon + leadLongest else { return }
    for index in 0..<state.memberCount {
      let member = MemberHandle(UInt16(index))
      if caresFor(person, member, state) { remind(member, of: entity, about: person, at: start) }
    }
  }

  /// The start is part of the cause, so that a moved event is announced again and one that stays in
  /// place is never announced twice.
  private mutating func remind(
    _ member: MemberHandle, of entity: Entity, about subject: MemberHandle, at start: Instant,
    leads own: SIMD4<UInt16>? = nil, wayLonger: Int64 = 0
  ) {
    let own = own ?? leads[Int(member.index)]
    for place in 0..<4 where own[place] > 0 {
      let lead = own[place]
      let minute = UInt64(bitPattern: start.milliseconds / Span.minute)
      emitTrigger(
        member,
        NotificationCause(
          .schedule, about: subject, entity: entity, detail: minute << 16 | UInt64(lead)),
        due: start - Int64(lead) * Span.minute - wayLonger, until: start)
    }
  }

  /// NOT-1: a conflict as soon as it exists, and a duty without a driver two days ahead; until it
  /// is handled, or over. The recipients are the parents and the double-booked member.
  mutating func planConflicts(_ state: borrowing ScopeState) {
    for conflict in state.conflicts(in: now..<now + 2 * Span.week, now: now)
    where !conflict.said.isHandled {
      let cause = NotificationCause(
        conflict.kind == .unassigned ? .unassignedDuty : .conflict,
        about: conflict.person ?? .newcomer, entity: Entity(raw: conflict.identity.first),
        detail: conflict.identity.second)
      for index in 0..<state.memberCount {
        let member = MemberHandle(UInt16(index))
        if isParent(member, state) || member == conflict.person {
          emitTrigger(member, cause, due: now, until: conflict.from)
        }
      }
    }
  }

  /// SCH-5, JRN-3: another person gave the member a duty, or took it; at once and until it would
  /// begin, for as long as it is still true.
  mutating func planDuties(_ state: borrowing ScopeState) {
    for place in 0..<state.schedule.handovers.count {
      let change = state.schedule.handovers[place]
      guard change.isByAnother, state.shared.isActive(change.member),
        let one = state.occurrence(change.duty.occurrence, now: now), !one.isCancelled,
        (one[change.duty.kind].driver == change.member) == change.isGiven
      else { continue }
      emitTrigger(
        change.member,
        NotificationCause(
          change.duty, given: change.isGiven, to: change.member, change: change.number),
        due: now, until: one.window(of: change.duty.kind).from)
    }
  }
}

extension Occurrence {
  /// NOT-7: **decided**: reminders of events whose trip is longer than the default of twenty
  /// minutes come earlier by the difference.
  var wayLonger: Int64 {
    Int64(max(0, place.travelMinutes - ClassPlace().travelMinutes)) * Span.minute
  }

  static var wayLongerMax: Int64 {
    Int64(ClassPlace.travelRange.upperBound) * Span.minute
  }
}
