public import Chronology

/// FAM-1: what somebody is in a family.
public enum Role: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case parent = 0
  case child = 1
  case observer = 2
  /// FAM-10: assigns work to the athletes of their own roster.
  case coach = 3
  /// Looks after their own things, and nobody else's.
  case athlete = 4
  /// Of a group, where nobody looks after anybody.
  case groupMember = 5
}

/// Somebody who belongs to a family.
public struct Member: BitwiseCopyable, Hashable, Sendable {
  public var role: Role
  public var born: LocalDay
  /// FAM-3: whether a child may log for itself; a parent decides.
  public var mayLog: Register<Bool>
  /// The fact by which they became a member; none for who founded the scope.
  public var entity: Entity
  /// Whether they still belong to it.
  public var isActive = true

  public init(role: Role, born: LocalDay, entity: Entity = .none) {
    self.role = role
    self.born = born
    self.entity = entity
    mayLog = Register(false)
  }
}
