public import DomainCore

/// How often people were refused something, by place and reason. Counts of worlds add up.
public struct RefusalCounts: Hashable, Sendable, Codable {
  /// Who refused it.
  public enum RejectedBy: String, CaseIterable, Sendable {
    /// A device, at the tap.
    case device
    /// The server, when what a device had taken reached it.
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
