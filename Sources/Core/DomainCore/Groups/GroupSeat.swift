import Base
public import Chronology

/// GRP-1: one membership in a group, from joining to leaving.
///
/// A person who rejoins gets a new seat: a place at the end of the order and empty rows on the
/// current boards. The archived weeks of the old seat are unchanged.
public struct GroupSeat: BitwiseCopyable, Hashable, Sendable {
  /// The fact of joining.
  public var entity = Entity.none
  /// When the server accepted it.
  public var joined = Instant(milliseconds: 0)
  public var name = TextHandle.empty
  public var isActive = false
  /// FAM-12: nothing is shared before its owner agrees.
  public var consents = false
  /// GRP-6: on until the member turns it off; without consent it has no effect.
  public var shares = true
  /// GRP-4: the member's zone: that of their latest fact.
  public var zone = Register<UInt16>(0)
  /// FAM-12: everything shared before this was permanently deleted.
  public var withdrawn = Version.never
  /// GRP-9: the last week that was final when they left; later weeks no longer show them.
  public var finalWhenLeft = LocalDay(number: .min)
  /// GRP-7: the first event that happened after they joined.
  public var eventsFrom: UInt32 = 0
  /// GRP-7: every event before this number was viewed.
  public var eventsViewed: UInt32 = 0
  /// GRP-7: the end of every week before this one was viewed.
  public var weeksViewed = LocalDay(number: .min)

  @inlinable public init() {}

  /// Whether the boards show their workouts.
  @inlinable public var isShown: Bool { consents && shares }

  func digest(at place: Int) -> Digest128 {
    var digest = Digest128.mix(
      entity.raw, UInt64(place), UInt64(bitPattern: joined.milliseconds),
      UInt64(name.raw) << 8 | (isActive ? 1 : 0) | (consents ? 2 : 0) | (shares ? 4 : 0))
    digest.fold(
      Digest128.mix(
        zone.version.stamp, UInt64(zone.version.site), UInt64(zone.value), withdrawn.stamp))
    digest.fold(
      Digest128.mix(
        UInt64(withdrawn.site), finalWhenLeft.packed,
        UInt64(eventsFrom) << 32 | UInt64(eventsViewed),
        weeksViewed.packed))
    return digest
  }
}

/// The state of a group apart from its members.
public struct GroupHead: BitwiseCopyable, Hashable, Sendable {
  /// The fact that founded it.
  public var entity = Entity.none
  public var code = GroupCode.none
  public var name = TextHandle.empty
  public var createdDay = LocalDay(number: 0)
  public var admin = MemberHandle(0)
  public var isDeleted = false
  /// GRP-4: the last week whose result is final, by its Monday.
  public var finalThrough = LocalDay(number: 0)

  @inlinable public init() {}

  @inlinable public var isFounded: Bool { code != .none }

  var digest: Digest128 {
    var digest = Digest128.mix(
      entity.raw, code.raw, UInt64(name.raw), UInt64(admin.index) << 1 | (isDeleted ? 1 : 0))
    digest.fold(Digest128.mix(createdDay.packed, finalThrough.packed, 0, 0x6772_6F75_70))
    return digest
  }
}
