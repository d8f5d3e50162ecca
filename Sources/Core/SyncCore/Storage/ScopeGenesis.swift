public import Base
public import Chronology
public import DomainCore

/// What the rows of a feed are folded into: a scope as it was founded.
///
/// It is the checkpoint that a copy starts from, on a device and on the server.
public struct ScopeGenesis: ~Copyable {
  public var members: FlatArray<Member>
  /// What somebody newer has put into them, by their places.
  public var unknown = UnknownFields()
  public var firstDay: LocalDay
  public var dayCapacity: Int

  public init(
    members: consuming FlatArray<Member> = FlatArray(), firstDay: LocalDay, dayCapacity: Int = 128
  ) {
    self.members = members
    self.firstDay = firstDay
    self.dayCapacity = dayCapacity
  }

  /// The founding of a state that nothing was folded into yet.
  public init(of state: borrowing ScopeState) {
    self.init(
      members: state.shared.members.copy(), firstDay: state.firstDay, dayCapacity: state.dayCapacity
    )
  }

  /// The scope that it describes.
  public borrowing func founded() -> ScopeState {
    ScopeState(members: members, firstDay: firstDay, dayCapacity: dayCapacity)
  }

  public borrowing func copied() -> ScopeGenesis {
    var copy = ScopeGenesis(members: members.copy(), firstDay: firstDay, dayCapacity: dayCapacity)
    copy.unknown = unknown.copied()
    return copy
  }

  /// Whether a scope can have been founded so: a device makes room for it before it looks at it.
  var isPossible: Bool {
    members.count <= 1_000 && (0...4_096).contains(dayCapacity)
      && (0..<100_000).contains(firstDay.number)
  }
}
