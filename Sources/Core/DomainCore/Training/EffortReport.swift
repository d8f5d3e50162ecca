/// TRN-1, TRN-2: whether something is completed, how hard it was, and a note: an explicit value.
public struct EffortReport: BitwiseCopyable, Hashable, Sendable {
  public var isDone: Bool
  /// From 1 to 10; nil where it was not reported.
  public var effort: UInt8?
  public var notes: TextHandle

  public init(isDone: Bool, effort: UInt8? = nil, notes: TextHandle = .empty) {
    self.isDone = isDone
    self.effort = effort
    self.notes = notes
  }

  public init(packed: UInt64) {
    isDone = packed & 1 == 1
    effort = Self.effort(packed >> 8)
    notes = TextHandle(packed: packed >> 32)
  }

  public var packed: UInt64 {
    (isDone ? 1 : 0) | Self.byte(effort) << 8 | UInt64(notes.raw) << 32
  }

  /// The report before anything was reported.
  public static var none: EffortReport { EffortReport(isDone: false) }

  /// Whether an effort, if there is one, is from 1 to 10.
  static func isWellFormed(_ effort: UInt8?) -> Bool {
    effort.map { (1...10).contains($0) } ?? true
  }

  static func byte(_ effort: UInt8?) -> UInt64 { UInt64(effort ?? .max) }

  static func effort(_ bits: UInt64) -> UInt8? {
    let byte = UInt8(truncatingIfNeeded: bits)
    return byte == .max ? nil : byte
  }
}
