public import Base
public import Chronology
public import DomainCore

/// The initial state of a scope, which the rows of its feed are folded into.
///
/// It is the checkpoint that a copy starts from, on a device and on the server.
public struct ScopeGenesis: ~Copyable {
  public var members: FlatArray<Member>
  /// Fields of a later app version in the members, by their places.
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

  /// The genesis that equals a state without any folded row.
  public init(of state: borrowing ScopeState) {
    self.init(
      members: state.shared.members.copy(), firstDay: state.firstDay, dayCapacity: state.dayCapacity
    )
  }

  /// The initial state of the scope.
  public borrowing func founded() -> ScopeState {
    ScopeState(members: members, firstDay: firstDay, dayCapacity: dayCapacity)
  }

  public borrowing func copied() -> ScopeGenesis {
    var copy = ScopeGenesis(members: members.copy(), firstDay: firstDay, dayCapacity: dayCapacity)
    copy.unknown = unknown.copied()
    return copy
  }

  /// Whether a scope can have this genesis: a device makes room for it before it reads it.
  var isPossible: Bool {
    members.count <= 1_000 && (0...4_096).contains(dayCapacity)
      && (0..<100_000).contains(firstDay.number)
  }
}
