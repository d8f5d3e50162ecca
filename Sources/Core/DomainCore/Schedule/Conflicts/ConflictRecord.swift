/// SCH-7: the fields of a conflict; the numbers are part of the log's format.
public enum ConflictField: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case acknowledged = 0
  case note = 1
  case handled = 2
}

/// SCH-7: what people have written about a conflict, for as long as its cause is the same.
public struct ConflictRecord: BitwiseCopyable, Hashable, Sendable {
  public var note = TextHandle.empty
  public var isAcknowledged = false
  public var isHandled = false

  @inlinable public init() {}

  mutating func take(_ field: ConflictField, _ value: UInt32) {
    switch field {
    case .acknowledged: isAcknowledged = value != 0
    case .note: note = TextHandle(value)
    case .handled: isHandled = value != 0
    }
  }
}
