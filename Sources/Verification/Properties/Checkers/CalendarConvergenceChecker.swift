public import Chronology
import DomainCore
import SyncCore

/// P6 of a calendar outside, which is a copy as well: once the network is healed and both sides
/// have exchanged until neither has anything to say, each occurrence of the window has one event
/// that shows it, and no other event of ours is there (CAL-1, CAL-2).
///
/// The harness runs the exchanges; this looks at what they led to. What people have in the calendar
/// for themselves has no key of ours, and is passed over. That what is to be shown follows from the
/// log is P14's business.
public struct CalendarConvergenceChecker {
  public let scope: UInt32
  public let window: ClosedRange<LocalDay>
  public let now: Instant

  public init(of scope: UInt32, in window: ClosedRange<LocalDay>, at now: Instant) {
    self.scope = scope
    self.window = window
    self.now = now
  }

  /// Looks at the events of a calendar, dead and alive.
  func check(
    _ events: [CalendarEvent], against state: borrowing ScopeState, _ tally: inout PropertyTally
  ) {
    let items = state.calendarItems(in: window)
    var isShown = [Bool](repeating: false, count: items.count)
    tally.count(.quiescence)
    for event in events where !event.isDeleted {
      guard let key = event.key, key.scope == scope, window.contains(key.identity.day) else {
        continue
      }
      let place = (0..<items.count).first { items[$0].identity == key.identity }
      guard let place else {
        report(key.identity, "a calendar shows an occurrence that does not take place", &tally)
        continue
      }
      if isShown[place] { report(key.identity, "a calendar shows an occurrence twice", &tally) }
      isShown[place] = true
      if items[place].values != event.values {
        report(key.identity, "a calendar shows an occurrence with wrong details", &tally)
      }
    }
    for place in 0..<items.count where !isShown[place] {
      report(items[place].identity, "a calendar lacks an occurrence that takes place", &tally)
    }
  }

  /// The two sides have exchanged without end, and each has still something to say.
  func checkRests(_ doesRest: Bool, _ tally: inout PropertyTally) {
    tally.count(.quiescence)
    if doesRest { return }
    tally.report(
      Violation(
        .quiescence, at: now, scope: scope,
        what: "a calendar does not reach quiescence after healing"))
  }

  private func report(
    _ identity: CalendarIdentity, _ what: String, _ tally: inout PropertyTally
  ) {
    let made = identity.trainingClass.raw
    tally.report(
      Violation(
        .quiescence, at: now, scope: scope, site: UInt32(made >> 32),
        sequence: UInt32(truncatingIfNeeded: made), what: what))
  }
}
