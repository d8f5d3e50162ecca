public import DomainCore

/// How often commands were rejected, by place and reason. The counts of several worlds can be
/// added.
public struct RefusalCounts: Hashable, Sendable, Codable {
  /// Who rejected it.
  public enum RejectedBy: String, CaseIterable, Sendable {
    /// A device, at the tap.
    case device
    /// The server, when an operation that a device had accepted reached it.
    case server
  }

  /// By the number of the reason, the device's first.
  private var counts = [Int64](repeating: 0, count: 2 * Self.reasonCount)

  private static var reasonCount: Int { Int(UInt8.max) + 1 }

  public init() {}

  private static func index(_ refusal: Refusal, _ place: RejectedBy) -> Int {
    (place == .device ? 0 : reasonCount) + Int(refusal.rawValue)
  }

  mutating func note(_ refusal: Refusal, by place: RejectedBy) {
    counts[Self.index(refusal, place)] += 1
  }

  public func count(of refusal: Refusal, by place: RejectedBy) -> Int64 {
    counts[Self.index(refusal, place)]
  }

  public mutating func add(_ other: RefusalCounts) {
    for index in counts.indices { counts[index] += other.counts[index] }
  }
}
