public import Chronology
import DomainCore
import SyncCore

/// P14 of edits on both sides of a calendar: of two edits of a field the later one wins, whatever
/// the clocks of the phone and of the calendar show (CAL-3).
///
/// Checked when a phone applies a response of the calendar, for each field in which one of two
/// edits has lost. The harness knows the offset of the two clocks; the phone knows it only up to
/// the duration of its call. Edits that are closer than that are skipped, and so are edits that
/// lose against a deletion.
public struct CalendarMergeChecker {
  public let scope: UInt32
  /// The offset of the calendar's clock from the phone's.
  public let clockAhead: Int64
  /// How precisely the phone can know the offset.
  public let slack: Int64
  public let now: Instant

  public init(of scope: UInt32, clockAhead: Int64, slack: Int64, at now: Instant) {
    self.scope = scope
    self.clockAhead = clockAhead
    self.slack = slack
    self.now = now
  }

  /// Checks what a phone makes of a response; `items` is what it had before.
  func check(
    _ response: CalendarResponse, _ items: CalendarItems, _ commands: [Command],
    _ tally: inout PropertyTally
  ) {
    for command in commands where command.kind == .calendarConflictRecorded {
      let address = CalendarAddress(command.payload.second)
      let identity = CalendarIdentity(trainingClass: command.entity, day: address.day)
      guard let part = CalendarConflictPart(address.part), !part.isByDeletion,
        let ours = items[identity]?.versions[part.field].stamp,
        let event = Self.events(of: response).last(where: { $0.key?.identity == identity })
      else { continue }
      let theirs = event.fieldMilliseconds[Int(part.field.rawValue)] - clockAhead
      let lead = Int64(ours >> 16) - theirs
      tally.count(.derivedState)
      if part.loser == .ours ? lead > slack : -lead > slack {
        tally.report(
          Violation(
            .derivedState, at: now, scope: scope, site: UInt32(identity.trainingClass.raw >> 32),
            sequence: UInt32(truncatingIfNeeded: identity.trainingClass.raw),
            what: "an edit has lost against an earlier edit on the other side of a calendar",
            expected: "the later edit of \(part.field)",
            found: "an edit that was \(abs(lead)) ms earlier"))
      }
    }
  }

  private static func events(of response: CalendarResponse) -> [CalendarEvent] {
    switch response {
    case .page(let events, _, _): events
    case .event(let event), .conflict(let event): [event]
    default: []
    }
  }
}
