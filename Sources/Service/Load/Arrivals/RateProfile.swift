/// How the rate of arrivals goes over the time of a load: pieces of time in each of which it is
/// constant, or rises or falls evenly.
public struct RateProfile: Sendable, Hashable {
  /// The shapes that a load can have.
  public enum Shape: String, CaseIterable, Sendable {
    /// The rate all the time.
    case constant
    /// From the lower rate evenly to the rate.
    case ramp
    /// From the lower rate to the rate in five steps of the same length.
    case steps
    /// The lower rate, in the middle fifth the rate, and then the lower one again.
    case spike
    /// Up to the rate in the first twentieth, then the rate, and down in the last twentieth.
    case soak
    /// As the people of a scenario go through their days: quiet nights, busy evenings.
    case plan
  }

  private struct Piece: Hashable {
    let start: Double
    let seconds: Double
    /// Arrivals per second at its ends.
    let first: Double
    let last: Double
    /// How many arrivals there are before it.
    let before: Double

    var arrivals: Double { seconds * (first + last) / 2 }
  }

  private var pieces: [Piece] = []

  /// Whether it follows the plan of a scenario.
  public private(set) var isOfPlan = false

  /// The length of all pieces.
  public private(set) var seconds: Double = 0
  /// How many arrivals there are in all.
  public private(set) var arrivals: Double = 0

  /// A profile from its shape. `from` is the lower rate of the shapes that have one.
  public init(_ shape: Shape, rate: Double, from: Double, seconds: Double, warmup: Double = 0) {
    let isLow = shape != .constant && shape != .plan
    if warmup > 0 {
      let gentle = isLow ? max(from, 1) : rate
      add(seconds: warmup, from: gentle, to: gentle)
    }
    isOfPlan = shape == .plan
    switch shape {
    // Until the plan is known.
    case .constant, .plan: add(seconds: seconds, from: rate, to: rate)
    case .ramp: add(seconds: seconds, from: from, to: rate)
    case .steps:
      for step in 0..<5 {
        let level = from + (rate - from) * Double(step) / 4
        steps.append(Step(start: self.seconds, seconds: seconds / 5, rate: level))
        add(seconds: seconds / 5, from: level, to: level)
      }
    case .spike:
      add(seconds: seconds * 0.4, from: from, to: from)
      add(seconds: seconds * 0.2, from: rate, to: rate)
      add(seconds: seconds * 0.4, from: from, to: from)
    case .soak:
      add(seconds: seconds * 0.05, from: from, to: rate)
      add(seconds: seconds * 0.9, from: rate, to: rate)
      add(seconds: seconds * 0.05, from: rate, to: from)
    }
  }

  /// A profile with these counts of arrivals in pieces of the same length, one after the other. The
  /// rate is what there is on average. What would come after `seconds` is left out.
  public init(counts: [Int], rate: Double, seconds longest: Double, warmup: Double = 0) {
    if warmup > 0 { add(seconds: warmup, from: rate, to: rate) }
    let length = Double(counts.reduce(0, +)) / rate / Double(max(1, counts.count))
    for count in counts {
      let density = Double(count) / length
      add(seconds: min(length, warmup + longest - seconds), from: density, to: density)
    }
  }

  private mutating func add(seconds length: Double, from first: Double, to last: Double) {
    guard length > 0 else { return }
    let piece = Piece(start: seconds, seconds: length, first: first, last: last, before: arrivals)
    pieces.append(piece)
    seconds += length
    arrivals += piece.arrivals
  }

  /// A piece of time with the same rate, one of several that follow each other.
  public struct Step: Sendable, Hashable {
    /// In seconds from the start of the profile, the warm-up included.
    public let start: Double
    public let seconds: Double
    public let rate: Double
  }

  /// The steps of a profile that rises in steps; no other has any.
  public private(set) var steps: [Step] = []

  /// The rate at a time.
  public func rate(at time: Double) -> Double {
    guard let piece = pieces.last(where: { $0.start <= time }) ?? pieces.first else { return 0 }
    let share = min(max((time - piece.start) / piece.seconds, 0), 1)
    return piece.first + (piece.last - piece.first) * share
  }

  /// How many arrivals there are before a time.
  public func arrivals(before time: Double) -> Double {
    guard time > 0, let piece = pieces.last(where: { $0.start <= time }) else { return 0 }
    let passed = min(time - piece.start, piece.seconds)
    let slope = (piece.last - piece.first) / piece.seconds
    return piece.before + passed * (piece.first + slope * passed / 2)
  }

  /// When there have been so many arrivals, or nil if there never are. `hint` is the piece of the
  /// arrival before, so that a schedule finds the next one without a search.
  func time(of arrival: Double, hint: inout Int) -> Double? {
    while hint < pieces.count && arrival >= pieces[hint].before + pieces[hint].arrivals {
      hint += 1
    }
    guard hint < pieces.count else { return nil }
    let piece = pieces[hint]
    let missing = arrival - piece.before
    if missing <= 0 { return piece.start }
    // The root of first × t + slope × t² / 2 = missing, in a form that needs no slope.
    let slope = (piece.last - piece.first) / piece.seconds
    let root = (piece.first * piece.first + 2 * slope * missing).squareRoot()
    return piece.start + 2 * missing / (piece.first + root)
  }
}
