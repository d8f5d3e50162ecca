public import Chronology

/// GRP-7: the kinds of events in a group's feed.
public enum GroupEventKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case memberJoined = 0
  case rankLost = 1
  case weekEnded = 2
  /// "You're now first in best streak."
  case rankGained = 3
}

/// GRP-7: an event of the feed. Derived from the log, so every replica has the same ones.
public struct GroupEvent: BitwiseCopyable, Hashable, Sendable {
  public var at: Instant
  public var kind: GroupEventKind
  /// The boards on which a rank was lost or gained, as bits of `GroupChallenge`.
  public var challenges: UInt8 = 0
  /// The gained rank of each challenge; 0 for none.
  public var ranks = SIMD2<UInt8>.zero
  /// Who joined, or whose rank changed: all others see a join, only the member sees a rank.
  public var member: MemberHandle
  /// The week that ended, or in which the rank was lost.
  public var week: LocalDay
  /// The cause: the joining fact, a workout, or the fact that turned sharing on again.
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
  /// The number that marks the event as viewed: `Command.viewGroupFeed(of:through:)` with one more.
  /// The end of a week has none: it is computed from the calendar.
  public var number: UInt32?
  public var isUnread: Bool
}

/// The change of a member's values in one week, by a workout or by sharing again.
struct ScoreChange: BitwiseCopyable {
  var member: MemberHandle
  var week: LocalDay
  /// By challenge.
  var before: SIMD2<UInt32>
  var after: SIMD2<UInt32>

  /// Whether a member with that value was level with or ahead of the owner, and is behind now.
  func passes(_ value: UInt32, in challenge: GroupChallenge) -> Bool {
    let place = Int(challenge.rawValue)
    return value > 0 && before[place] <= value && value < after[place]
  }

  /// Whether a member with that value was ahead of the owner, and no longer is.
  func reaches(_ value: UInt32, in challenge: GroupChallenge) -> Bool {
    let place = Int(challenge.rawValue)
    return before[place] < value && value <= after[place]
  }
}
