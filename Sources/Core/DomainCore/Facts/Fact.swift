public import Chronology

/// The two words that a fact carries; each kind of fact has a typed reading of them.
public struct Payload: BitwiseCopyable, Hashable, Sendable {
  public var first: UInt64
  public var second: UInt64

  @inlinable public init(_ first: UInt64 = 0, _ second: UInt64 = 0) {
    self.first = first
    self.second = second
  }
}

/// Days lie in the words of payloads and keys as 32 bits.
extension LocalDay {
  /// Of the lower half of a word.
  @inlinable public init(packed: UInt64) {
    self.init(number: Int32(truncatingIfNeeded: packed))
  }

  @inlinable public var packed: UInt64 { UInt64(UInt32(bitPattern: number)) }
}

/// One thing that a person did, small enough to live in a cache line with its sync header.
///
/// A fact is what a command becomes once a device has decided it. It is frozen: later travel,
/// profile changes or clock corrections do not change the day it counts for (HAB-3).
public struct Fact: BitwiseCopyable, Hashable, Sendable {
  public var version: Version
  /// The number of the operation on its site; with the site it is the identity of the fact.
  public var sequence: UInt32
  public var entity: Entity
  public var payload: Payload
  /// HAB-3: the author's local day at the moment of the tap, frozen for ever.
  public var day: LocalDay
  public var author: MemberHandle
  /// Whom the fact is about: the author, or a child a parent logs for.
  public var subject: MemberHandle
  /// The author's zone at the moment of the tap.
  public var zone: UInt16
  public var kind: FactKind
  public var schema: UInt8
  /// When its author tapped, in seconds since 1970; zero where a build did not say. See `tapped`.
  public var claimed: UInt32

  /// `claimed` is what the author's clock shows; without it, what the version tells of it.
  @inlinable public init(
    command: Command, version: Version, sequence: UInt32, author: MemberHandle, day: LocalDay,
    zone: Zone, claimed: Instant? = nil
  ) {
    self.version = version
    self.sequence = sequence
    // What creates an entity gives it its own identity.
    entity =
      command.kind.createsEntity
      ? Entity(site: version.site, sequence: sequence) : command.entity
    payload = command.payload
    self.day = day
    self.author = author
    subject = command.subject
    self.zone = zone.id
    kind = command.kind
    schema = command.kind.since
    self.claimed = Self.seconds(of: claimed ?? version.instant)
  }

  /// Up to which version of the format this build reads and writes facts. `schema` is the version
  /// since which a fact of its kind is laid out as it is, so that older builds go on reading all
  /// that has stayed the same.
  @inlinable public static var schemaCurrent: UInt8 { 2 }

  /// When its author tapped, by the author's clock; the server has corrected it where it knew that
  /// clock to be wrong. Rules that need wall time read this, because a version says in which order
  /// writes stand, and what that has to do with time is the business of a conflict policy.
  @inlinable public var tapped: Instant {
    get { isClaimed ? Self.instant(of: claimed) : version.instant }
    set { claimed = Self.seconds(of: newValue) }
  }

  /// Stands instead of a time where nobody has tapped anything: the value of a field that was only
  /// written along with another one of its record.
  @inlinable public static var carried: UInt32 { .max }

  /// Whether the fact says again what its author was shown, and nothing that they meant.
  @inlinable public var isCarried: Bool { claimed == Self.carried }

  @inlinable public var isClaimed: Bool { claimed != 0 && !isCarried }

  /// An instant as a fact carries it: until 2106, and neither zero nor the greatest number.
  @inlinable public static func seconds(of instant: Instant) -> UInt32 {
    UInt32(max(1, min(instant.milliseconds / 1_000, Int64(UInt32.max - 1))))
  }

  @inlinable public static func instant(of seconds: UInt32) -> Instant {
    Instant(milliseconds: Int64(seconds) * 1_000)
  }

  /// The identity of the fact.
  @inlinable public var identity: Entity { Entity(site: version.site, sequence: sequence) }

  /// Whether the fact is a core action: what makes its author an active person that day. To unmark
  /// a habit, or to say that a goal is not completed after all, is none.
  @inlinable public var isCoreAction: Bool {
    switch kind {
    case .completionSet: CompletionPayload(payload).done
    case .goalProgressSet: !isCarried
    case .goalCompletedSet: payload.first != 0 && !isCarried
    default: kind.isCoreAction
    }
  }
}
