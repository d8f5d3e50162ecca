/// Watches whether the requests that should be sent are sent.
struct RateWatch {
  private let share: Double
  private var low = 0
  private(set) var worst = (intended: Int64(0), sent: Int64(0))

  /// So many intervals, of a second or more, have to be low in a row: a server that stands still
  /// for a moment is what a load is for.
  static let intervalsMax = 5
  /// Fewer intended requests in an interval say nothing.
  private static let intendedMin: Int64 = 10

  init(share: Double) {
    self.share = share
  }

  /// Begins again.
  mutating func forget() {
    low = 0
    worst = (0, 0)
  }

  /// An interval has passed. Returns whether too little was sent for too long.
  mutating func isTooLow(intended: Int64, sent: Int64) -> Bool {
    guard share > 0, intended >= Self.intendedMin else { return false }
    guard Double(sent) < share * Double(intended) else {
      forget()
      return false
    }
    low += 1
    worst = (worst.intended + intended, worst.sent + sent)
    return low >= Self.intervalsMax
  }
}
