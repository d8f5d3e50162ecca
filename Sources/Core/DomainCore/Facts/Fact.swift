public import Chronology

/// The two words of a fact's payload; each kind of fact has a typed view of them.
public struct Payload: BitwiseCopyable, Hashable, Sendable {
  public var first: UInt64
  public var second: UInt64

  @inlinable public init(_ first: UInt64 = 0, _ second: UInt64 = 0) {
    self.first = first
    self.second = second
  }
}

/// Payloads and keys encode days in 32 bits of a word.
extension LocalDay {
  /// Decodes the day from the lower half of a word.
  @inlinable public init(packed: UInt64) {
    self.init(number: Int32(truncatingIfNeeded: packed))
  }

  @inlinable public var packed: UInt64 { UInt64(UInt32(bitPattern: number)) }
}

/// One action of a person, small enough to fit into a cache line with its sync header.
///
/// A fact is what a command becomes once a device has decided it. It is frozen: later travel,
/// profile changes or clock corrections do not change the day it counts for (HAB-3).
public struct Fact: BitwiseCopyable, Hashable, Sendable {
  public var version: Version
  /// The number of the operation on its site; with the site it is the identity of the fact.
  public var sequence: UInt32
  public var entity: Entity
  public var payload: Payload
  /// HAB-3: the author's local day at the moment of the tap, frozen forever.
  public var day: LocalDay
  public var author: MemberHandle
  /// Whom the fact is about: the author, or a child a parent logs for.
  public var subject: MemberHandle
  /// The author's zone at the moment of the tap.
  public var zone: UInt16
  public var kind: FactKind
  public var schema: UInt8
  /// When its author tapped, in seconds since 1970; zero from a build that did not set it. See
  /// `tapped`.
  public var claimed: UInt32

  /// `claimed` is the time of the author's clock; by default, the time in the version.
  @inlinable public init(
    command: Command, version: Version, sequence: UInt32, author: MemberHandle, day: LocalDay,
    zone: Zone, claimed: Instant? = nil
  ) {
    self.version = version
    self.sequence = sequence
    // A fact that creates an entity gives it its own identity.
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

  /// The latest version of the format that this build reads and writes. `schema` is the version
  /// that introduced a kind's current layout, so that older builds can still read every unchanged
  /// kind.
  @inlinable public static var schemaCurrent: UInt8 { 2 }

  /// When its author tapped, by the author's clock; corrected by the server where it knew that
  /// clock to be wrong. Rules that need wall time read this and not the version, which only orders
  /// writes and relates to time as the conflict policy decides.
  @inlinable public var tapped: Instant {
    get { isClaimed ? Self.instant(of: claimed) : version.instant }
    set { claimed = Self.seconds(of: newValue) }
  }

  /// Replaces the time in a fact without a tap: the value of a field that was only written along
  /// with another one of its record.
  @inlinable public static var carried: UInt32 { .max }

  /// Whether the fact repeats the value that its author was shown, without an intended change.
  @inlinable public var isCarried: Bool { claimed == Self.carried }

  @inlinable public var isClaimed: Bool { claimed != 0 && !isCarried }

  /// An instant as a fact encodes it: until 2106, and neither zero nor the greatest number.
  @inlinable public static func seconds(of instant: Instant) -> UInt32 {
    UInt32(max(1, min(instant.milliseconds / 1_000, Int64(UInt32.max - 1))))
  }

  @inlinable public static func instant(of seconds: UInt32) -> Instant {
    Instant(milliseconds: Int64(seconds) * 1_000)
  }

  /// The identity of the fact.
  @inlinable public var identity: Entity { Entity(site: version.site, sequence: sequence) }

  /// Whether the fact is a core action, which makes its author active on that day. Unmarking a
  /// habit or a goal's completion is not a core action.
  @inlinable public var isCoreAction: Bool {
    switch kind {
    case .completionSet: CompletionPayload(payload).done
    case .goalProgressSet: !isCarried
    case .goalCompletedSet: payload.first != 0 && !isCarried
    default: kind.isCoreAction
    }
  }
}
