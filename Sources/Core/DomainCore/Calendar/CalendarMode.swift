public import Chronology

/// CAL-4: how often a link exchanges.
public enum CalendarMode: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case realTime = 0
  case hourly = 1
  case daily = 2
  /// Only when somebody asks.
  case manual = 3
}

/// CAL-4: what is known when the next exchange is planned.
public struct CalendarExchangeContext: BitwiseCopyable, Hashable, Sendable {
  /// When the last exchange ended, if there was one.
  public var exchanged: Instant?
  /// When a change was noticed that is not exchanged yet: one of ours, or one the calendar told of.
  public var noticed: Instant?
  /// When somebody asked for an exchange that has not been made yet.
  public var asked: Instant?
  /// The calendar takes nothing before.
  public var notBefore = Instant(milliseconds: .min)

  public init(exchanged: Instant? = nil, noticed: Instant? = nil, asked: Instant? = nil) {
    self.exchanged = exchanged
    self.noticed = noticed
    self.asked = asked
  }
}

extension CalendarMode {
  /// CAL-4: when the next exchange is due, or nil when none is.
  ///
  /// Whoever asks is served in every mode. In real time a change is exchanged when it is noticed;
  /// because the calendar's notices can get lost, it is looked at every 15 minutes all the same.
  /// Hourly and daily count from the last exchange, not by the clock on the wall: so a clock change
  /// or a journey neither skips one nor makes two. A link that never exchanged does so at once, but
  /// for one that is run by hand.
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

  /// How long real time relies on being told of changes.
  public static var lookMilliseconds: Int64 { 15 * Span.minute }
}
