public import Chronology
public import DomainCore
import SyncCore

/// NOT-1: a notification that is due for the person, now or soon.
public struct Reminder: Hashable, Sendable {
  public let kind: NotificationKind
  /// The member it is about; nil for one about no member, such as about a class.
  public let subject: MemberID?
  public let due: Instant
  /// When it is no longer worth delivering.
  public let expires: Instant
  /// Its delivery channels: by the settings, and none during quiet hours.
  public let channels: NotificationChannels
  /// NOT-8: the occurrence with child, place and driver, the duty, or the goal.
  public let about: ReminderDetails

  let cause: NotificationCause
}

// MARK: Actions

extension Action where Made == Void {
  /// NOT-2: sets the channels of a kind of notification; none switches it off. A parent may also
  /// set them for a child.
  public static func notify(
    _ person: MemberID, of kind: NotificationKind, by channels: NotificationChannels
  ) -> Action {
    Action { draft throws(Refusal) in
      .setNotificationChannels(channels, for: kind, of: try draft.handle(of: person))
    }
  }

  /// NOT-2: the hours of the wall clock without deliveries, by their minutes of the day; they span
  /// midnight if the second is smaller.
  public static func setQuietHours(
    of person: MemberID, from: Int, until: Int
  ) -> Action {
    Action { draft throws(Refusal) in
      let quiet = QuietHours(
        from: try draft.integer(from, within: 0...1_439, else: .notificationSettingUnknown),
        until: try draft.integer(until, within: 0...1_439, else: .notificationSettingUnknown))
      return .setQuietHours(quiet, of: try draft.handle(of: person))
    }
  }

  /// NOT-2: removes the quiet hours.
  public static func endQuietHours(of person: MemberID) -> Action {
    Action { draft throws(Refusal) in .setQuietHours(nil, of: try draft.handle(of: person)) }
  }

  /// NOT-2: pauses deliveries until an instant; a past instant ends the pause.
  public static func doNotDisturb(_ person: MemberID, until: Instant) -> Action {
    Action { draft throws(Refusal) in
      .setDoNotDisturb(until: until, of: try draft.handle(of: person))
    }
  }

  /// NOT-1: how many minutes before an event a reminder is sent: up to four times, or never.
  public static func remind(_ person: MemberID, minutesBefore minutes: [Int]) -> Action {
    Action { draft throws(Refusal) in
      .setLeadMinutes(try draft.leads(minutes), of: try draft.handle(of: person))
    }
  }

  /// NOT-7: the same for classes of one type only.
  public static func remind(
    _ person: MemberID, minutesBefore minutes: [Int], of type: ClassType
  ) -> Action {
    Action { draft throws(Refusal) in
      .setLeadMinutes(
        try draft.leads(minutes), for: type, of: try draft.handle(of: person))
    }
  }

  /// NOT-3: snoozes a reminder.
  public static func snooze(_ reminder: Reminder, until: Instant) -> Action {
    Action { draft in .snooze(reminder.cause, until: until, of: draft.author) }
  }
}

extension ActionContext {
  fileprivate func leads(_ minutes: [Int]) throws(Refusal) -> SIMD4<UInt16> {
    guard minutes.count <= 4 else { throw .notificationSettingUnknown }
    var leads = SIMD4<UInt16>.zero
    for (place, lead) in minutes.enumerated() {
      leads[place] = try integer(
        lead, within: 1...NotificationSettings.leadMinutesMax, else: .notificationSettingUnknown)
    }
    return leads
  }
}

// MARK: Queries

extension Session where Storage: ~Copyable {
  /// NOT-1, NOT-3: the person's reminders, the next first: the due ones, and those ahead by at most
  /// the longest reminder time in use.
  ///
  /// Recomputed from the current state, so cancelled, moved or completed events are no longer in
  /// it. An app asks whenever something has changed or a minute has passed.
  public var reminders: [Reminder] { reminders(at: now, ahead: 0) }

  /// NOT-7: a person's activity between two days, at most a year of them; nil without read access.
  public func report(
    of person: MemberID, from first: LocalDay, through last: LocalDay
  ) -> PeriodReport? {
    guard Int64(last.number) - Int64(first.number) < 366 else { return nil }
    return reading(.diary, of: person).map {
      $0.state.pointee.report(of: $0.person, from: first, through: last)
    }
  }

  /// NOT-2: a person's settings, or the defaults of their role; for oneself, and for a child's
  /// parents.
  public func notificationSettings(of person: MemberID) -> NotificationSettings? {
    let state = shown
    guard let subject = person.handle(in: state.pointee),
      Int(author.index) < state.pointee.memberCount
    else { return nil }
    let isParentOfChild =
      state.pointee.member(author).role == .parent && state.pointee.member(subject).role == .child
    guard subject == author || isParentOfChild else { return nil }
    return state.pointee.shared.notificationSettings(of: subject)
  }
}
