public import Chronology
import DomainCore
import SyncCore

/// P6 of an external calendar, which is a replica as well: once the network has healed and both
/// sides have synced until neither has changes, each occurrence in the window has one event that
/// shows it, and there is no other event with our key (CAL-1, CAL-2).
///
/// The harness runs the syncs; this checks the result. Events that people create in the calendar
/// have no key of ours and are skipped. P14 checks that the items to show follow from the log.
public struct CalendarConvergenceChecker {
  public let scope: UInt32
  public let window: ClosedRange<LocalDay>
  public let now: Instant

  public init(of scope: UInt32, in window: ClosedRange<LocalDay>, at now: Instant) {
    self.scope = scope
    self.window = window
    self.now = now
  }

  /// Checks the events of a calendar, including deleted ones.
  func check(
    _ events: [CalendarEvent], against state: borrowing ScopeState, _ tally: inout PropertyTally
  ) {
    let items = state.schedule.calendarItems(in: window, state.shared)
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

  /// Reports two sides that have synced for the maximum number of rounds and still have changes.
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
