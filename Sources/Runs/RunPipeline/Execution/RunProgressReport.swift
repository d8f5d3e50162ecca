/// The progress of a run, for display.
public struct RunProgressReport: Sendable, Equatable {
  /// People who are fully simulated.
  public var people: Int
  public var peopleTotal: Int
  /// Seconds since the start of the run.
  public var seconds: Double

  public init(people: Int, peopleTotal: Int, seconds: Double) {
    self.people = people
    self.peopleTotal = peopleTotal
    self.seconds = seconds
  }

  /// The remaining time at the same speed per person; nil before the first person is done.
  public var secondsLeft: Double? {
    guard people > 0 else { return nil }
    return seconds / Double(people) * Double(peopleTotal - people)
  }
}
