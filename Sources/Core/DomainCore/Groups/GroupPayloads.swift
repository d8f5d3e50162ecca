public import Chronology

/// GRP-3: what an invitation carries beside the group's number; whoever presents it may join.
///
/// 64 bits that the founder draws from keyed randomness. They share the payload with two names, so
/// that founding is one fact; nobody tries so many, and a wrong code tells nothing of the group.
public struct GroupCode: BitwiseCopyable, Hashable, Sendable {
  public var raw: UInt64

  @inlinable public init(_ raw: UInt64) {
    self.raw = raw
  }

  /// Of no group: nobody can found one with it.
  @inlinable public static var none: GroupCode { GroupCode(0) }
}

/// GRP-1, GRP-3: what somebody says who founds a group or joins one.
///
/// A founder names the group; whoever joins does not. So a device whose copy of the group is still
/// empty never mistakes the one for the other.
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

/// GRP-6: all that leaves a device of a workout: that it counts, its calories, and its date.
///
/// The date is the workout's own frozen local day, which may lie before the tap: what a watch
/// brings in the next morning counts for the day on which it was done. All other bits of the
/// payload must be zero, so there is no place in which an exercise could travel.
public struct WorkoutSummary: BitwiseCopyable, Hashable, Sendable {
  public var day: LocalDay
  public var calories: UInt16
  /// 1, or 0 when the workout was deleted: an explicit value, never a flip.
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

  /// GRP-6: whether the payload says nothing but what a summary says.
  @inlinable public static func isAll(of payload: Payload) -> Bool {
    let summary = WorkoutSummary(payload)
    return summary.payload == payload && summary.count <= 1
      && (summary.count == 1 || summary.calories == 0)
  }

  /// More than anybody burns in one workout.
  @inlinable public static var caloriesMax: UInt16 { 20_000 }
}

extension Fact {
  /// FAM-12: whether workouts enter a group with it, or may from then on.
  public var sharesWorkouts: Bool {
    switch kind {
    case .groupConsentSet: payload.first & 1 == 1
    case .groupWorkoutShared: WorkoutSummary(payload).count > 0
    default: false
    }
  }
}
