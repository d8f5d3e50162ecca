public import Base
public import Chronology

/// What can happen to a disk.
public enum DiskFaultKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The power is cut: all processes end, and what was not synced is left in pieces.
  case powerCut
  /// A call fails, and the disk says so.
  case failure
  /// From now on the disk says that it has synced, and has not, until the power is cut.
  case lyingSync
  /// A bit of a file changes.
  case flippedBit
  /// A write lands in another sector of its file.
  case misdirectedWrite
  /// A second process of the app opens its database, and reads and tries to save whenever the app
  /// writes. The disk does nothing by itself.
  case secondProcess

  /// The kinds that also happen to the server's disk.
  public static var ofServer: [DiskFaultKind] { [.powerCut, .failure] }

  /// The occurrence that shows that it happened, and whose phrase a timeline prints.
  public var occurrence: FaultOccurrence {
    switch self {
    case .powerCut: .powerCut
    case .failure: .diskFailure
    case .lyingSync: .lyingSync
    case .flippedBit: .flippedBit
    case .misdirectedWrite: .misdirectedWrite
    case .secondProcess: .secondProcess
    }
  }
}

/// A fault of a disk.
public struct DiskFaultStep: BitwiseCopyable, Hashable, Sendable {
  public var kind: DiskFaultKind
  /// Before which of the next calls of the file system it happens; 0 is now, while nothing is
  /// written. For a second process: how many writes and syncs of the app pass before it begins.
  public var call: UInt32
  /// Which file, bit or sector, where there is a choice.
  public var randomWord: UInt32

  @inlinable public init(_ kind: DiskFaultKind, call: UInt32, randomWord: UInt32) {
    self.kind = kind
    self.call = call
    self.randomWord = randomWord
  }
}

/// When disks have faults, as a pure function of the disk and the day.
public struct DiskFaultModel: Sendable {
  /// How often each kind happens to a device in a year, and the server's kinds to the server.
  public struct Settings: Hashable, Sendable {
    public var perDeviceYear: [Double]
    public var serverPerYear: [Double]

    public init(perDeviceYear: [Double], serverPerYear: [Double]) {
      self.perDeviceYear = perDeviceYear
      self.serverPerYear = serverPerYear
    }
  }

  private let deviceChances: [Probability]
  private let serverChances: [Probability]
  private let randomness: Randomness
  /// Whether no disk ever has a fault, so that nothing has to be drawn.
  public let areDisabled: Bool

  public init(_ settings: Settings, randomness: Randomness) {
    let daily = { (perYear: Double) in Probability(min(1, perYear / 365)) }
    deviceChances = settings.perDeviceYear.map(daily)
    serverChances = settings.serverPerYear.map(daily)
    areDisabled = (settings.perDeviceYear + settings.serverPerYear).allSatisfy { $0 == 0 }
    self.randomness = randomness
  }

  /// A fault, and when it happens, as a millisecond of its day.
  public struct Occurrence: Sendable {
    public var moment: Int64
    public var fault: DiskFaultStep
  }

  /// The fault of a kind that a device has on a day, if there is one.
  public func fault(
    _ kind: DiskFaultKind, ofDevice device: UInt64, on day: LocalDay
  ) -> Occurrence? {
    occurrence(of: kind, deviceChances[Int(kind.rawValue)], who: device, on: day)
  }

  /// The fault of a kind that the server's disk has on a day, if there is one.
  public func serverFault(
    _ kind: DiskFaultKind, of community: UInt64, on day: LocalDay
  ) -> Occurrence? {
    guard Int(kind.rawValue) < serverChances.count else { return nil }
    return occurrence(
      of: kind, serverChances[Int(kind.rawValue)], who: 1 << 63 | community, on: day)
  }

  private func occurrence(
    of kind: DiskFaultKind, _ chance: Probability, who: UInt64, on day: LocalDay
  ) -> Occurrence? {
    let slot = UInt16(kind.rawValue) * 2
    let draw = randomness.draw(FaultPurpose.disk, who: who, day: day.number, slot: slot)
    guard draw.chance(chance) else { return nil }
    let details = randomness.draw(FaultPurpose.disk, who: who, day: day.number, slot: slot + 1)
    // A tap makes about twelve calls; one in four faults meets a disk that has nothing to do.
    let call = details.first.choice(of: 16)
    return Occurrence(
      moment: Int64(draw.second.choice(of: Int(Span.day))),
      fault: DiskFaultStep(
        kind, call: UInt32(max(0, call - 3)), randomWord: UInt32(truncatingIfNeeded: details.second)
      ))
  }
}
