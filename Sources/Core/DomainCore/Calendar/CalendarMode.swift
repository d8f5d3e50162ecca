public import Chronology

/// CAL-4: how often a link syncs.
public enum CalendarMode: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case realTime = 0
  case hourly = 1
  case daily = 2
  /// Only on request.
  case manual = 3
}

/// CAL-4: the inputs for planning the next sync.
public struct CalendarExchangeContext: BitwiseCopyable, Hashable, Sendable {
  /// When the last sync ended, if there was one.
  public var exchanged: Instant?
  /// When an unsynced change was detected: a local one, or one that the calendar notified us of.
  public var noticed: Instant?
  /// When a person requested a sync that has not happened yet.
  public var asked: Instant?
  /// The calendar accepts no request before this time.
  public var notBefore = Instant(milliseconds: .min)

  public init(exchanged: Instant? = nil, noticed: Instant? = nil, asked: Instant? = nil) {
    self.exchanged = exchanged
    self.noticed = noticed
    self.asked = asked
  }
}

extension CalendarMode {
  /// CAL-4: when the next sync is due, or nil when none is.
  ///
  /// A request is served in every mode. In real time a change is synced as soon as it is detected;
  /// because the calendar's notifications can get lost, it also syncs every 15 minutes. Hourly and
  /// daily count from the end of the last sync, not by wall-clock time, so a clock change or a
  /// journey neither skips nor doubles one. A link that has never synced does so at once, except in
  /// manual mode.
  public func nextExchange(_ occasion: CalendarExchangeContext, connected: Instant) -> Instant? {
    let regular: Instant?
    switch self {
    case .realTime: regular = occasion.exchanged.map { $0 + Self.lookMilliseconds } ?? connected
    case .hourly: regular = occasion.exchanged.map { $0 + Span.hour } ?? connected
    case .daily: regular = occasion.exchanged.map { $0 + Span.day } ?? connected
    case .manual: regular = nil
    }
    let noticed = self == .realTime ? occasion.noticed : nil
    let reasons = [regular, noticed, occasion.asked].compactMap { $0 }
    return reasons.min().map { max($0, occasion.notBefore) }
  }

  /// How long real time relies on notifications of changes.
  public static var lookMilliseconds: Int64 { 15 * Span.minute }
}
