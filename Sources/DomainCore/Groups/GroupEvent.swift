public import Chronology

/// GRP-7: what a group's feed tells.
public enum GroupEventKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case memberJoined = 0
  case rankLost = 1
  case weekEnded = 2
}

/// GRP-7: one thing that happened. Derived from the log, so every copy has the same ones.
public struct GroupEvent: BitwiseCopyable, Hashable, Sendable {
  public var at: Instant
  public var kind: GroupEventKind
  /// The boards on which a rank was lost, as bits of `GroupChallenge`.
  public var challenges: UInt8 = 0
  /// Who joined, or who lost a rank: the former is told to all others, the latter to that one.
  public var member: MemberHandle
  /// The week that ended, or in which the rank was lost.
  public var week: LocalDay
  /// What caused it: the fact of joining, or the workout of somebody else.
  public var cause: Entity

  @inlinable public init(
    at: Instant, kind: GroupEventKind, member: MemberHandle, week: LocalDay, cause: Entity
  ) {
    self.at = at
    self.kind = kind
    self.member = member
    self.week = week
    self.cause = cause
  }

  /// How long the feed keeps an event.
  @inlinable public static var keptMilliseconds: Int64 { 7 * Span.day }

  @inlinable public func isKept(at now: Instant) -> Bool { now - at < Self.keptMilliseconds }

  @inlinable public func concerns(_ person: MemberHandle) -> Bool {
    kind == .rankLost ? member == person : member != person
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

/// What a workout did to its owner's score of one week.
struct ScoreChange: BitwiseCopyable {
  var member: MemberHandle
  var week: LocalDay
  var before: WeekScore
  var after: WeekScore

  /// The bit of a challenge in which whoever has `score` was level with or ahead of the owner, and
  /// is behind now; otherwise 0.
  func bit(_ score: WeekScore, in challenge: GroupChallenge) -> UInt8 {
    let value = score.value(in: challenge)
    let isPassed = before.value(in: challenge) <= value && value < after.value(in: challenge)
    return isPassed ? 1 << challenge.rawValue : 0
  }
}
