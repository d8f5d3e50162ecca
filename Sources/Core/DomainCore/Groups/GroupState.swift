public import Base
public import Chronology

/// The state of a group: members, challenges, boards, feed.
public struct GroupState: AreaState, ~Copyable {
  public var head = GroupHead()
  /// A seat for each place in the list of members.
  public var seats = FlatArray<GroupSeat>()
  /// GRP-1: the current members, in order of joining; at most ten.
  public var active = FlatArray<MemberHandle>()
  /// GRP-6: by workout and member.
  public var workouts = IndexedTable<GroupWorkout>()
  /// GRP-4: by week and member; those of final weeks are the archive.
  public var scores = IndexedTable<WeekScore>()
  /// GRP-7: the latest events, oldest first.
  public var events = FlatArray<GroupEvent>()
  /// GRP-7: the number of events dropped before the first of `events`.
  public var eventsForgotten: UInt32 = 0

  public init() {}

  /// GRP-1: the most members that a group can have.
  @inlinable public static var membersMax: Int { 10 }

  public mutating func pair(with other: borrowing GroupState, _ fields: inout some FieldVisitor) {
    fields.same(&head, other.head)
    fields.same(&seats, other.seats)
    fields.same(&active, other.active)
    fields.same(&workouts, other.workouts)
    fields.same(&scores, other.scores)
    fields.same(&events, other.events)
    fields.same(&eventsForgotten, other.eventsForgotten)
  }

  /// The seat of a current member.
  @inlinable public func activeSeat(_ member: MemberHandle) -> GroupSeat? {
    guard Int(member.index) < seats.count, seats[Int(member.index)].isActive else { return nil }
    return seats[Int(member.index)]
  }

  @inlinable static func key(week: LocalDay, _ member: MemberHandle) -> RowKey {
    RowKey(week.packed, UInt64(member.index))
  }

  /// A member's score of a week, if any.
  @inlinable public func score(of member: MemberHandle, week: LocalDay) -> WeekScore? {
    scores.row(of: Self.key(week: week, member))
  }
}
