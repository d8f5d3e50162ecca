public import Population
public import Stress

/// What is to be stressed, as it was asked for.
public struct StressRequest: Sendable {
  /// What seeds are lived in; what they draw is set on top.
  public var scenarios: [Scenario]
  public var swarm: Swarm
  /// The kinds of trouble that seeds may draw; nil for all.
  public var allowed: Set<String>?
  public var firstSeed: UInt64
  /// How many seeds of each scenario; nil for as many as the time allows.
  public var seedCount: Int?
  public var minutes: Double?
  public var jobs: Int
  /// The folder that reproductions are written into.
  public var out: String
  public var shrinkSeconds: Double
  /// After so many seeds that fail no other is begun.
  public var failuresMax: Int
  public var checksDeterminism: Bool
  /// How the program is called for a process that lives seeds, and for somebody who wants to see a
  /// seed again; what they shall do follows.
  public var command: [String]

  public init(
    scenarios: [Scenario], swarm: Swarm, allowed: Set<String>?, firstSeed: UInt64,
    seedCount: Int?, minutes: Double?, jobs: Int, out: String, shrinkSeconds: Double,
    failuresMax: Int, checksDeterminism: Bool, command: [String]
  ) {
    self.scenarios = scenarios
    self.swarm = swarm
    self.allowed = allowed
    self.firstSeed = firstSeed
    self.seedCount = seedCount
    self.minutes = minutes
    self.jobs = jobs
    self.out = out
    self.shrinkSeconds = shrinkSeconds
    self.failuresMax = failuresMax
    self.checksDeterminism = checksDeterminism
    self.command = command
  }

  /// One seed of one scenario.
  struct Task: Hashable, Sendable {
    var scenario: Int
    var seed: UInt64
  }

  /// The task with a number, seed by seed; nil when there are no more.
  func task(_ number: Int) -> Task? {
    let place = number / scenarios.count
    if let seedCount, place >= seedCount { return nil }
    return Task(scenario: number % scenarios.count, seed: firstSeed &+ UInt64(place))
  }

  func draw(_ task: Task) -> SwarmDraw { swarm.draw(task.seed, allowed: allowed) }

  func scenario(_ task: Task) throws(ScenarioErrors) -> Scenario {
    try draw(task).scenario(over: scenarios[task.scenario])
  }
}
