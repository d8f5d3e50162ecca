import Base
import Chronology

/// GOAL-3: what an attendance goal counts: the number of attended occurrences, or their percentage
/// of the occurrences in its term; of all types of class, or of some.
public struct AttendanceRule: BitwiseCopyable, Hashable, Sendable {
  /// Whether the target is a percentage of the plan.
  public var isShare: Bool
  /// A bit for each type of class; none means all.
  public var types: UInt8

  public init(isShare: Bool = false, types: [ClassType] = []) {
    self.isShare = isShare
    self.types = types.reduce(0) { $0 | 1 << $1.rawValue }
  }

  /// The number of attended occurrences of any type.
  public static var all: AttendanceRule { AttendanceRule() }

  /// A bit for each type that this build knows.
  static var typesKnown: UInt8 { UInt8(1 << ClassType.allCases.count - 1) }

  public init(_ payload: Payload) {
    isShare = payload.first & 1 == 1
    types = UInt8(truncatingIfNeeded: payload.second)
  }

  public var payload: Payload { Payload(isShare ? 1 : 0, UInt64(types)) }

  /// Whether a payload encodes a rule and nothing else.
  static func isWellFormed(_ payload: Payload) -> Bool {
    payload.first <= 1 && payload.second <= UInt64(typesKnown)
  }

  @inlinable public func includes(_ type: ClassType) -> Bool {
    types == 0 || types >> type.rawValue & 1 == 1
  }
}
