import SystemLibrary

/// How arrivals follow each other.
public enum ArrivalSpacing: String, CaseIterable, Sendable {
  /// Evenly.
  case even
  /// At random and independently of each other, as those of many people do.
  case random
}

/// The intended instants of all arrivals of a load, one after the other. Nothing that a server does
/// moves them.
public struct ArrivalSchedule: Sendable {
  private let profile: RateProfile
  private let spacing: ArrivalSpacing
  private var piece = 0
  private var arrivals = 0.0
  private var bits: UInt64
  /// All instants, if they do not follow a profile.
  private var times: [Double]?
  private var place = 0

  public init(_ profile: RateProfile, spacing: ArrivalSpacing = .even, seed: UInt64 = 1) {
    self.profile = profile
    self.spacing = spacing
    bits = seed
    if spacing == .random { arrivals = gap() }
  }

  /// A schedule of known instants, in seconds from the start and in their order.
  public init(times: [Double]) {
    self.init(RateProfile(.constant, rate: 1, from: 0, seconds: 0))
    self.times = times
  }

  /// The next instant, in seconds from the start; nil after the last one.
  public mutating func next() -> Double? {
    if let times {
      guard place < times.count else { return nil }
      defer { place += 1 }
      return times[place]
    }
    guard let time = profile.time(of: arrivals, hint: &piece) else { return nil }
    arrivals += spacing == .even ? 1 : gap()
    return time
  }

  /// An exponentially distributed number with the mean one.
  private mutating func gap() -> Double {
    // SplitMix64; the load is not the place for the keyed draws of the simulator.
    bits &+= 0x9E37_79B9_7F4A_7C15
    var word = bits
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    word ^= word >> 31
    return -log(1 - Double(word >> 11) * 0x1p-53)
  }
}
