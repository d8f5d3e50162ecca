/// TRN-6: the daily check-in: how a person feels, mentally and physically, each from 1 to 10.
public struct WellnessScore: BitwiseCopyable, Hashable, Sendable {
  public var mental: UInt8
  public var physical: UInt8

  @inlinable public init(mental: UInt8, physical: UInt8) {
    self.mental = mental
    self.physical = physical
  }

  @inlinable public init(_ payload: Payload) {
    mental = UInt8(truncatingIfNeeded: payload.first)
    physical = UInt8(truncatingIfNeeded: payload.first >> 8)
  }

  @inlinable public var payload: Payload {
    Payload(UInt64(mental) | UInt64(physical) << 8)
  }

  @inlinable public var isWellFormed: Bool {
    (1...10).contains(mental) && (1...10).contains(physical)
  }
}
