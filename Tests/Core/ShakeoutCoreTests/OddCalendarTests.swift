import ShakeoutCore
import TestKit
import Testing

@Suite("Any response of a calendar")
struct OddCalendarTests {
  /// A calendar with random, inconsistent responses: the same on every machine.
  private struct OddCalendar {
    var dice: Dice
    var drafts: [CalendarDraft] = []

    mutating func next(below bound: Int) -> Int { dice.roll(bound) }

    private mutating func any<Value>(_ values: [Value]) -> Value { dice.pick(values) }

    private mutating func milliseconds() -> Int64 {
      any([0, -1, .min, .max, 1 << 47, -1 << 47, 1_773_243_000_000, 1_773_243_030_001])
    }

    private mutating func text() -> String {
      any([
        "", "Judo", "Drop-off: Ada", "Drop-off: \nPick-up: nobody yet\n\n", "shakeout", "é\u{0}",
      ])
    }

    private mutating func event() -> ExternalCalendarEvent {
      let draft = drafts.isEmpty || next(below: 4) == 0 ? nil : any(drafts)
      var entry = draft?.entry
      if next(below: 2) == 0 {
        entry = CalendarEntry(
          title: text(), start: Instant(milliseconds: milliseconds()),
          end: Instant(milliseconds: milliseconds()), place: text(), details: text())
      }
      let memo = draft?.memo ?? ""
      return ExternalCalendarEvent(
        id: any(["a", "b", "c", ""]), etag: text(),
        revision: any([0, 1, UInt64(next(below: 100)), .max]),
        changed: Instant(milliseconds: milliseconds()),
        entry: next(below: 5) == 0 ? nil : entry,
        key: next(below: 5) == 0 ? text() : draft?.key ?? "",
        memo: next(below: 5) == 0 ? String(memo.dropLast(next(below: 9))) : memo)
    }

    mutating func respond(_ call: CalendarCall) -> (CalendarReply, Instant) {
      switch call {
      case .create(let draft), .update(_, _, let draft): drafts.append(draft)
      case .read, .fetch, .delete: break
      }
      let reply: CalendarReply
      switch next(below: 8) {
      case 0, 1:
        let events = (0..<next(below: 4)).map { _ in event() }
        reply = .page(events, next: text(), isLast: next(below: 3) > 0)
      case 2, 3: reply = .event(event())
      case 4: reply = .conflict(event())
      case 5: reply = any([.unknown, .unavailable])
      case 6: reply = .tokenExpired
      default: reply = .limited(retryAfter: any([0, -1, .min, 60_000, 60_000, 60_000]))
      }
      return (reply, Instant(milliseconds: milliseconds()))
    }
  }

  @Test("CAL-1: is applied or refused, and never stops the process", arguments: 0..<8)
  func fuzz(seed: UInt64) throws {
    var odd = OddCalendar(dice: Dice(seed: seed))
    var family = try KitchenFamily()
    let today = family.ada.today
    let sport = try family.ada.perform(
      .createSport("Judo", for: family.max, season: today...today.adding(days: 30)))
    let classes = try (1...3).map { day in
      try family.ada.perform(
        .createClass(of: sport, for: family.max, on: today.adding(days: day), hour: 16))
    }
    try family.ada.perform(.connectCalendar())
    let made = CalendarSync(of: family.ada)
    var sync = try #require(made)
    var (calls, applied, refused) = (0, 0, 0)
    for round in 0..<400 {
      sync.start()
      while let call = sync.nextCall(for: family.ada), calls < 40 * (round + 1) {
        calls += 1
        if odd.next(below: 10) == 0 {
          sync.callFailed(at: family.ada.now)
          continue
        }
        let (reply, date) = odd.respond(call)
        do {
          try sync.apply(reply, date: date, for: &family.ada)
          applied += 1
        } catch {
          #expect(!error.sentence.isEmpty)
          refused += 1
        }
      }
      family.kitchen.pass(hours: 1)
      let occurrence = OccurrenceKey(classes[round % 3], on: today.adding(days: round % 3 + 1))
      _ = try? family.ada.perform(.cancel(occurrence, odd.next(below: 2) == 0))
      if round % 50 == 0 { family.exchange() }
    }
    let lost = family.ada.calendarConflicts().count
    // The app waits at most a day for any calendar.
    sync.start()
    family.kitchen.pass(hours: 1)
    if sync.nextCall(for: family.ada) != nil {
      try sync.apply(.limited(retryAfter: .max), date: family.ada.now, for: &family.ada)
      let patience = sync.notBefore - family.ada.now
      #expect(patience == 86_400_000)
    }
    #expect(applied > 400 && lost > 0, "\(calls) calls, \(applied) applied, \(refused) refused")
  }
}
