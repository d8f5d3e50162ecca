public import Chronology
public import DomainCore

extension Reminder: Identifiable {
  /// NOT-3, NOT-8: the same for the same cause, whenever and on whatever device it is asked for: a
  /// device gives it to the system's scheduler, and replaces what it had given before.
  public var id: UInt64 { cause.fingerprint }

  public static func == (left: Reminder, right: Reminder) -> Bool { left.id == right.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// NOT-8: what a reminder is about.
public struct ReminderDetails: Hashable, Sendable {
  /// SCH-4: the occurrence that begins, was changed, collides, or needs a driver.
  public var occurrence: OccurrenceKey?
  /// Its name, or that of the goal.
  public var title = ""
  /// When the occurrence begins.
  public var start: Instant?
  /// The children who take part, or the one person that it is about.
  public var people: [MemberID] = []
  public var place = ""
  /// SCH-5: who drives, nil where no one does.
  public var dropOff: MemberID?
  public var pickUp: MemberID?
  /// SCH-5: the duty, for a reminder about one.
  public var duty: DutyKind?
  /// SCH-6: the other occurrence of a conflict.
  public var collidesWith: OccurrenceKey?
  public var goal: GoalID?
}

extension Session where Storage: ~Copyable {
  /// NOT-8: what a reminder is about: the occurrence with its children, place and drivers, or the
  /// goal.
  func details(of cause: NotificationCause) -> ReminderDetails {
    let state = shown
    let subject = state.pointee.subject(of: cause, now: now)
    var details = ReminderDetails()
    if Int(cause.subject.index) < state.pointee.memberCount {
      details.people = [MemberID(cause.subject, in: state.pointee)]
    }
    details.duty = subject.duty
    details.collidesWith = subject.other.map { OccurrenceKey($0.id) }
    if let goal = subject.goal.flatMap({ state.pointee.goals.goal($0) }) {
      details.goal = GoalID(entity: goal.entity)
      details.title = texts.text(of: goal.title)
    }
    guard let one = subject.occurrence else { return details }
    details.occurrence = OccurrenceKey(one.id)
    details.title = texts.text(of: one.title)
    details.start = one.start
    details.place = texts.text(of: one.place.text)
    details.people = one.participants.map { MemberID($0, in: state.pointee) }
    details.dropOff = one.dropOff.driver.map { MemberID($0, in: state.pointee) }
    details.pickUp = one.pickUp.driver.map { MemberID($0, in: state.pointee) }
    return details
  }

  /// NOT-8: the reminders until an instant, the next first, at most four weeks ahead: what a device
  /// can hand to the system's scheduler now. Each has the identity that it will have then.
  ///
  /// They are those that hold if nothing is done until then; a device asks after every change.
  public func reminders(until end: Instant) -> [Reminder] {
    let now = now
    let end = min(end.plausible, now + 28 * Span.day)
    guard now < end else { return reminders }
    var found = reminders(at: now, ahead: end - now)
    // Meals, check-ins and the like are planned by the day.
    var day = today.adding(days: 1)
    while zone.startOfDay(day) < end {
      found += reminders(at: zone.startOfDay(day), ahead: 0).filter { $0.due > now }
      day = day.adding(days: 1)
    }
    var known: Set<UInt64> = []
    return found.filter { $0.due < end && known.insert($0.id).inserted }
      .sorted { ($0.due, $0.id) < ($1.due, $1.id) }
  }

  /// NOT-8: the reminders that hold at an instant, given what is known now.
  func reminders(at now: Instant, ahead: Int64) -> [Reminder] {
    let state = shown
    let author = author
    let own = zone
    guard Int(author.index) < state.pointee.memberCount else { return [] }
    let settings = state.pointee.shared.notificationSettings(of: author)
    let occasions = NotificationPlanner.occasions(in: state.pointee, now: now, ahead: ahead) { _ in
      own
    }
    return occasions.filter { $0.recipient == author && $0.expires > now }
      .compactMap { told($0, now: now) }
      .map { occasion in
        let due = max(occasion.due, state.pointee.shared.snoozedUntil(occasion.cause, of: author))
        let isKnown = Int(occasion.cause.subject.index) < state.pointee.memberCount
        return Reminder(
          kind: occasion.cause.kind,
          subject: isKnown ? MemberID(occasion.cause.subject, in: state.pointee) : nil,
          due: due, expires: occasion.expires,
          channels: settings.isQuiet(at: max(due, now), in: own)
            ? [] : settings.channels(for: occasion.cause.kind),
          about: details(of: occasion.cause), cause: occasion.cause)
      }
      .filter { $0.due < $0.expires }
      .sorted { ($0.due, $0.id) < ($1.due, $1.id) }
  }

  /// NOT-8: a trigger with the time at which it became due, if that is known, so that it does not
  /// follow the clock; nil for an achievement that was reached more than a week ago.
  private func told(_ occasion: NotificationTrigger, now: Instant) -> NotificationTrigger? {
    var told = occasion
    switch occasion.cause.kind {
    case .goal, .level, .trophy:
      guard let day = shown.pointee.dayAchieved(occasion.cause) else { return occasion }
      told.due = zone.startOfDay(day)
      told.expires = zone.startOfDay(day.adding(days: 8))
    case .conflict: told.due = occasion.expires - 2 * Span.week
    case .unassignedDuty: told.due = occasion.expires - 2 * Span.day
    default: return occasion
    }
    return now < told.expires ? told : nil
  }
}
