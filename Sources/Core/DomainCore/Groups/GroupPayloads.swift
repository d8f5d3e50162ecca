public import Chronology

/// GRP-3: the secret part of an invitation, next to the group's number; a person who presents it
/// may join.
///
/// 64 bits that the founder derives from keyed randomness. They share the payload with two names,
/// so that one fact creates the group. They are too many to guess, and a wrong code reveals nothing
/// about the group.
public struct GroupCode: BitwiseCopyable, Hashable, Sendable {
  public var raw: UInt64

  @inlinable public init(_ raw: UInt64) {
    self.raw = raw
  }

  /// Belongs to no group: a group cannot be founded with it.
  @inlinable public static var none: GroupCode { GroupCode(0) }
}

/// GRP-1, GRP-3: the payload with which a person creates a group or joins one.
///
/// Only a founder gives a group name. So a device whose replica of the group is still empty never
/// mistakes the one for the other.
public struct GroupJoin: BitwiseCopyable, Hashable, Sendable {
  public var code: GroupCode
  public var displayName: TextHandle
  /// Empty unless the group is being founded.
  public var groupName: TextHandle

  @inlinable public init(code: GroupCode, displayName: TextHandle, groupName: TextHandle = .empty) {
    self.code = code
    self.displayName = displayName
    self.groupName = groupName
  }

  @inlinable public init(_ payload: Payload) {
    code = GroupCode(payload.first)
    displayName = TextHandle(packed: payload.second)
    groupName = TextHandle(packed: payload.second >> 32)
  }

  @inlinable public var payload: Payload {
    Payload(code.raw, UInt64(groupName.raw) << 32 | UInt64(displayName.raw))
  }

  @inlinable public var isFounding: Bool { groupName != .empty }
}

/// GRP-6: everything about a workout that leaves a device: that it counts, its calories, and its
/// date.
///
/// The date is the workout's own frozen local day, which may be before the tap: a workout that a
/// watch syncs the next morning counts for the day on which it was done. All other bits of the
/// payload must be zero, so an exercise cannot be encoded in it.
public struct WorkoutSummary: BitwiseCopyable, Hashable, Sendable {
  public var day: LocalDay
  public var calories: UInt16
  /// 1, or 0 when the workout was deleted: an explicit value, never a toggle.
  public var count: UInt8

  @inlinable public init(day: LocalDay, calories: UInt16, count: UInt8 = 1) {
    self.day = day
    self.calories = calories
    self.count = count
  }

  @inlinable public init(_ payload: Payload) {
    day = LocalDay(packed: payload.first)
    calories = UInt16(truncatingIfNeeded: payload.first >> 32)
    count = UInt8(truncatingIfNeeded: payload.first >> 48)
  }

  @inlinable public var payload: Payload {
    Payload(day.packed | UInt64(calories) << 32 | UInt64(count) << 48)
  }

  /// GRP-6: whether the payload contains a summary and nothing else.
  @inlinable public static func isAll(of payload: Payload) -> Bool {
    let summary = WorkoutSummary(payload)
    return summary.payload == payload && summary.count <= 1
      && (summary.count == 1 || summary.calories == 0)
  }

  /// More than a person can burn in one workout.
  @inlinable public static var caloriesMax: UInt16 { 20_000 }
}

extension Fact {
  /// FAM-12: whether the fact shares a workout with a group, or consents to sharing from then on.
  public var sharesWorkouts: Bool {
    switch kind {
    case .groupConsentSet: payload.first & 1 == 1
    case .groupWorkoutShared: WorkoutSummary(payload).count > 0
    default: false
    }
  }
}
