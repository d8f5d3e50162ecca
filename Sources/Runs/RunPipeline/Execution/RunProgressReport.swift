/// How far a run has come, for whoever waits for it.
public struct RunProgressReport: Sendable, Equatable {
  /// People who have lived all their days.
  public var people: Int
  public var peopleTotal: Int
  /// Since the run began.
  public var seconds: Double

  public init(people: Int, peopleTotal: Int, seconds: Double) {
    self.people = people
    self.peopleTotal = peopleTotal
    self.seconds = seconds
  }

  /// How long the rest will take if it takes as long for each person; nil before anybody is done.
  public var secondsLeft: Double? {
    guard people > 0 else { return nil }
    return seconds / Double(people) * Double(peopleTotal - people)
  }
}
