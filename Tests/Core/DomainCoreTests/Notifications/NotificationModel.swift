import Chronology
import DomainCore
import TestKit

/// A random day and a half of one parent's notifications, and the simplest model of when each must
/// be delivered: minute by minute, with offsets instead of time zones.
struct NotificationModel {
  struct Sent: Comparable {
    var detail: Int
    var minute: Int

    static func < (left: Sent, right: Sent) -> Bool {
      (left.detail, left.minute) < (right.detail, right.minute)
    }
  }

  /// The kinds that a person receives without asking for them.
  private static let kinds = NotificationKind.allCases.filter { !$0.isOptIn }

  private struct Cause {
    var kind: NotificationKind
    var due: Int
    var expires: Int
    /// The minutes in which it does not hold: canceled, and perhaps restored.
    var gone: Range<Int>
  }

  private struct Quiet {
    var minute: Int
    var from: Int
    var until: Int
  }

  /// Zones without clock changes in the week of the plan, so that one offset is enough.
  private static let zones = [("Etc/UTC", 0), ("Asia/Tokyo", 540), ("America/Phoenix", -420)]

  let minutes = 2_160
  let stride: Int
  private(set) var changes: [(minute: Int, command: Command)] = []
  private var causes: [Cause] = []
  private var quiets: [Quiet] = []
  private var silences: [(minute: Int, until: Int)] = []
  private var switches: [(minute: Int, kind: NotificationKind, isOn: Bool)] = []
  private var stays: [(minute: Int, zone: Int)] = [(0, 0)]

  init(dice: inout Dice) {
    stride = dice.pick([10, 15, 30, 30])
    func minute(_ dice: inout Dice) -> Int { dice.roll(2_160 / 30) * 30 }
    let me = TestFamily.parent
    for _ in 0..<(1 + dice.roll(12)) {
      let due = dice.roll(2_000)
      let gone = dice.roll(2_160)
      causes.append(
        Cause(
          kind: dice.pick(Self.kinds), due: due,
          expires: due + dice.pick([1, 30, 120, 700]),
          gone: dice.chance(1, in: 3) ? gone..<(gone + dice.pick([10, 100, 5_000])) : 0..<0))
    }
    for _ in 0..<dice.roll(3) {
      let quiet = Quiet(
        minute: minute(&dice), from: dice.roll(24) * 60, until: dice.roll(24) * 60)
      guard !quiets.contains(where: { $0.minute == quiet.minute }) else { continue }
      quiets.append(quiet)
      let hours = QuietHours(from: UInt16(quiet.from), until: UInt16(quiet.until))
      changes.append((quiet.minute, .setQuietHours(hours, of: me)))
    }
    if dice.chance(1, in: 3) {
      let (from, until) = (minute(&dice), dice.roll(2_160))
      silences.append((from, until))
      changes.append((from, .setDoNotDisturb(until: Self.instant(until), of: me)))
    }
    for kind in Self.kinds where dice.chance(1, in: 8) {
      let (from, isOn) = (minute(&dice), dice.chance(1, in: 4))
      switches.append((from, kind, isOn))
      changes.append(
        (from, .setNotificationChannels(isOn ? .email : [], for: kind, of: me)))
    }
    for _ in 0..<dice.roll(3) { stays.append((minute(&dice), dice.roll(3))) }
    stays = stays.enumerated().sorted { ($0.1.minute, $0.0) < ($1.1.minute, $1.0) }.map(\.element)
  }

  static func instant(_ minute: Int) -> Instant {
    Zone.utc.startOfDay(TestFamily.firstDay) + Int64(minute) * Span.minute
  }

  private func place(at minute: Int) -> Int { stays.last { $0.minute <= minute }!.zone }

  func zone(at minute: Int) -> Zone { Zone(named: Self.zones[place(at: minute)].0) ?? .utc }

  func occasions(at minute: Int) -> [NotificationTrigger] {
    causes.enumerated().compactMap { number, cause in
      guard !cause.gone.contains(minute) else { return nil }
      return NotificationTrigger(
        NotificationCause(cause.kind, about: TestFamily.child, detail: UInt64(number)),
        to: TestFamily.parent, due: Self.instant(cause.due), expires: Self.instant(cause.expires))
    }
  }

  /// For each cause, the first step at which it is due, holds and may be delivered; none if its
  /// kind is switched off by then.
  func expected() -> [Sent] {
    causes.enumerated().compactMap { number, cause in
      for minute in Swift.stride(from: 0, to: minutes, by: stride)
      where minute >= cause.due && minute < cause.expires && !cause.gone.contains(minute) {
        if !isOn(cause.kind, minute) { return nil }
        if !isSilent(minute) { return Sent(detail: number, minute: minute) }
      }
      return nil
    }
  }

  private func isOn(_ kind: NotificationKind, _ minute: Int) -> Bool {
    switches.last { $0.kind == kind && $0.minute <= minute }?.isOn ?? true
  }

  private func isSilent(_ minute: Int) -> Bool {
    if let silence = silences.last(where: { $0.minute <= minute }), minute < silence.until {
      return true
    }
    let latest = quiets.filter { $0.minute <= minute }.max { $0.minute < $1.minute }
    guard let latest else { return false }
    let offset = Self.zones[place(at: minute)].1
    let clock = ((minute + offset) % 1_440 + 1_440) % 1_440
    if latest.from == latest.until { return true }
    var walk = latest.from
    while walk != latest.until {
      if walk == clock { return true }
      walk = (walk + 1) % 1_440
    }
    return false
  }
}
