public import Chronology

/// GRP-7: what a group's feed tells.
public enum GroupEventKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case memberJoined = 0
  case rankLost = 1
  case weekEnded = 2
  /// "You're now first in best streak."
  case rankGained = 3
}

/// GRP-7: one thing that happened. Derived from the log, so every copy has the same ones.
public struct GroupEvent: BitwiseCopyable, Hashable, Sendable {
  public var at: Instant
  public var kind: GroupEventKind
  /// The boards on which a rank was lost or gained, as bits of `GroupChallenge`.
  public var challenges: UInt8 = 0
  /// By challenge, the rank that was gained; 0 where none was.
  public var ranks = SIMD2<UInt8>.zero
  /// Who joined, or whose rank changed: the former is told to all others, the latter to that one.
  public var member: MemberHandle
  /// The week that ended, or in which the rank was lost.
  public var week: LocalDay
  /// What caused it: the fact of joining, a workout, or that somebody shares again.
  public var cause: Entity

  /// How long the feed keeps an event.
  @inlinable public static var keptMilliseconds: Int64 { 7 * Span.day }

  @inlinable public func isKept(at now: Instant) -> Bool { now - at < Self.keptMilliseconds }

  @inlinable public func concerns(_ person: MemberHandle) -> Bool {
    kind == .rankLost || kind == .rankGained ? member == person : member != person
  }

  @inlinable public func isAbout(_ challenge: GroupChallenge) -> Bool {
    challenges >> challenge.rawValue & 1 == 1
  }
}

/// GRP-7: an event as one member's feed shows it.
public struct GroupFeedItem: Hashable, Sendable {
  public var event: GroupEvent
  /// What to say when it was viewed: `Command.viewGroupFeed(of:through:)` with one more.
  /// The end of a week has none: it follows from the calendar.
  public var number: UInt32?
  public var isUnread: Bool
}

/// What a workout, or sharing again, did to its owner's values in one week.
struct ScoreChange: BitwiseCopyable {
  var member: MemberHandle
  var week: LocalDay
  /// By challenge.
  var before: SIMD2<UInt32>
  var after: SIMD2<UInt32>

  /// Whether somebody with that value was level with or ahead of the owner, and is behind now.
  func passes(_ value: UInt32, in challenge: GroupChallenge) -> Bool {
    let place = Int(challenge.rawValue)
    return value > 0 && before[place] <= value && value < after[place]
  }

  /// Whether somebody with that value was ahead of the owner, and is not any more.
  func reaches(_ value: UInt32, in challenge: GroupChallenge) -> Bool {
    let place = Int(challenge.rawValue)
    return before[place] < value && value <= after[place]
  }
}
