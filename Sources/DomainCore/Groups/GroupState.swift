public import Base
public import Chronology

/// What a scope has agreed on about a group: members, challenges, boards, feed.
public struct GroupState: ~Copyable {
  public var head = GroupHead()
  /// A seat for each place in the list of members.
  public var seats: FlatArray<GroupSeat>
  /// GRP-1: who is in the group now, in the order of joining; at most ten.
  public var active: FlatArray<MemberHandle>
  /// GRP-6: by workout and member.
  public var workouts: KeyedRows<GroupWorkout>
  /// GRP-4: by week and member; those of final weeks are the archive.
  public var scores: KeyedRows<WeekScore>
  /// GRP-7: the latest events, oldest first.
  public var events: FlatArray<GroupEvent>
  /// GRP-7: how many events came before the first of `events`.
  public var eventsForgotten: UInt32 = 0

  public init() {
    seats = FlatArray()
    active = FlatArray()
    workouts = KeyedRows()
    scores = KeyedRows()
    events = FlatArray()
  }

  /// GRP-1: how many people a group holds.
  @inlinable public static var membersMax: Int { 10 }

  /// The same in memory of its own.
  public func copy() -> GroupState {
    var copy = GroupState()
    copy.head = head
    copy.seats = seats.copy()
    copy.active = active.copy()
    copy.workouts = workouts.copy()
    copy.scores = scores.copy()
    copy.events = events.copy()
    copy.eventsForgotten = eventsForgotten
    return copy
  }

  /// Whether both hold the same, in whatever order it came about.
  public func isIdentical(to other: borrowing GroupState) -> Bool {
    guard head == other.head, seats.count == other.seats.count,
      active.count == other.active.count, eventsForgotten == other.eventsForgotten,
      events.count == other.events.count
    else { return false }
    for index in 0..<seats.count where seats[index] != other.seats[index] { return false }
    for index in 0..<active.count where active[index] != other.active[index] { return false }
    for index in 0..<events.count where events[index] != other.events[index] { return false }
    return workouts.isIdentical(to: other.workouts) && scores.isIdentical(to: other.scores)
  }

  /// The seat of a member who is in the group now.
  @inlinable public func activeSeat(_ member: MemberHandle) -> GroupSeat? {
    guard Int(member.index) < seats.count, seats[Int(member.index)].isActive else { return nil }
    return seats[Int(member.index)]
  }

  @inlinable static func key(week: LocalDay, _ member: MemberHandle) -> RowKey {
    RowKey(UInt64(UInt32(bitPattern: week.number)), UInt64(member.index))
  }

  /// What a member has done in a week, if anything.
  @inlinable public func score(of member: MemberHandle, week: LocalDay) -> WeekScore? {
    scores.row(of: Self.key(week: week, member))
  }
}
