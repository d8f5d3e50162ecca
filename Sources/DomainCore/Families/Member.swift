public import Chronology

/// FAM-1: what somebody is in a family.
public enum Role: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case parent = 0
  case child = 1
  case observer = 2
}

/// Somebody who belongs to a family.
public struct Member: BitwiseCopyable, Hashable, Sendable {
  public var role: Role
  public var born: LocalDay
  /// FAM-3: whether a child may log for itself; a parent decides.
  public var mayLog: Register<Bool>

  public init(role: Role, born: LocalDay) {
    self.role = role
    self.born = born
    mayLog = Register(false)
  }
}
