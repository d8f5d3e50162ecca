import Base

/// HAB-6: a person's list as it is shown, and the ranks that change it.
///
/// A rank is a register of its habit. A move therefore writes one rank between those of the new
/// neighbors, so that when two people move two habits at the same time both moves take effect.
public struct HabitOrder: Hashable, Sendable {
  /// A habit and its rank; the list is sorted by rank, then by identity.
  public struct Place: Hashable, Sendable {
    public var habit: Entity
    public var rank: UInt32

    public init(_ habit: Entity, rank: UInt32) {
      self.habit = habit
      self.rank = rank
    }
  }

  public private(set) var places: [Place]
  /// HAB-10: the highest rank of any habit of theirs, also of those not in the list.
  private var rankHighest: UInt32?

  /// Lists are the same if they show the same.
  public static func == (left: HabitOrder, right: HabitOrder) -> Bool {
    left.places == right.places
  }

  public func hash(into hasher: inout Hasher) { places.hash(into: &hasher) }

  /// Leaves space for sixteen moves to the same position before the ranks have to be reassigned.
  public static let gap: UInt32 = 1 << 16

  /// Takes the habits in the order in which they are shown.
  public init(_ places: [Place]) {
    self.places = places
    rankHighest = places.last?.rank
  }

  /// The order of `owner`'s habits that are neither deleted nor archived.
  public init(of owner: MemberHandle, in scope: borrowing ScopeState) {
    places = []
    for slot in 0..<scope.habits.rows.count where scope.habits.rows[slot].owner == owner {
      rankHighest = max(rankHighest ?? 0, scope.habits.rows[slot].rank.value)
    }
    for slot in scope.habits.habitsInOrder(of: owner) {
      places.append(Place(scope.habits.rows[slot].entity, rank: scope.habits.rows[slot].rank.value))
    }
  }

  /// HAB-10: the rank that puts a new habit last, whatever was archived or deleted before: behind
  /// all ranks that are known, because what is archived or deleted may come back.
  ///
  /// Two devices that create habits at the same time may give them one rank; then identity decides,
  /// on every device alike (HAB-6).
  public var rankOfNew: UInt32 {
    guard let last = [rankHighest, places.last?.rank].compactMap(\.self).max() else {
      return Self.gap
    }
    let (rank, overflow) = last.addingReportingOverflow(Self.gap)
    return overflow ? .max : rank
  }

  /// HAB-10: what has to be ranked again so that a new habit of the last of all ranks is behind:
  /// the list, if a rank of it is the last already. O(habits).
  public mutating func makingRoom(of owner: MemberHandle) -> [Command] {
    places.last?.rank == .max ? renumber(of: owner) : []
  }

  /// Moves the habit at `index` to `target` and returns the commands that do so.
  ///
  /// One command; where there is no rank between the two neighbors, one transaction's commands that
  /// give the whole list new ranks. O(habits).
  public mutating func move(from index: Int, to target: Int, of owner: MemberHandle) -> [Command] {
    guard index != target else { return [] }
    var moved = places.remove(at: index)
    // Ranks are unsigned, so the bounds of the list are one beyond the range of a rank.
    let before = target > 0 ? Int64(places[target - 1].rank) : -1
    let after = target < places.count ? Int64(places[target].rank) : Int64(UInt32.max) + 1
    let isLast = target == places.count
    places.insert(moved, at: target)
    let rank = isLast ? min(before + Int64(Self.gap), after - 1) : (before + after) / 2
    guard before < rank && rank < after else { return renumber(of: owner) }
    moved.rank = UInt32(rank)
    places[target] = moved
    return [.rankHabit(moved.habit, of: owner, at: moved.rank)]
  }

  /// Puts the list into the order of `habits` and returns the commands that do so. O(habits).
  ///
  /// The list may have changed while the person was dragging: habits that are not in `habits`
  /// follow in the order they had, and those that are no longer in the list are left out.
  public mutating func arrange(_ habits: [Entity], of owner: MemberHandle) -> [Command] {
    var rest: [Entity: Place] = [:]
    for place in places { rest[place.habit] = place }
    let named = habits.compactMap { rest.removeValue(forKey: $0) }
    places = named + places.filter { rest[$0.habit] != nil }
    return renumber(of: owner)
  }

  /// Assigns evenly spaced ranks and returns the commands for those that change.
  private mutating func renumber(of owner: MemberHandle) -> [Command] {
    let step = min(Self.gap, UInt32.max / UInt32(places.count + 1))
    var commands: [Command] = []
    for index in places.indices {
      let rank = UInt32(index + 1) * step
      guard places[index].rank != rank else { continue }
      places[index].rank = rank
      commands.append(.rankHabit(places[index].habit, of: owner, at: rank))
    }
    return commands
  }
}
